//! Tells which values of a row must be read separately from the index's summary of the game, because columns or the
//! request need them.

use super::request::RowDetails;

/// Values of a row that must be read separately, each with whether it is needed. The columns that need them are
/// declared in `engine/columns.rs`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// True if the names of the openings are needed. An index stores them; for a game that was read without an index
    /// they are computed.
    pub openings: bool,
    /// True if the moves of the main line are needed.
    pub played: bool,
    /// True if the setup and the last position are needed, which takes a replay.
    pub positions: bool,
    /// True if any value of `ExtraColumns` is needed: the languages of the comments, the task of a problem, and what
    /// the fields `numbers`, `persons` and `marks` of this struct select.
    pub facts: bool,
    /// True if the values of `REQUESTED_NUMBERS` (solutions of a problem, captures) are needed.
    pub numbers: bool,
    /// True if the person names are needed: one name for all spellings of a player.
    pub persons: bool,
    /// True if the user's tags, stars and notes are needed.
    pub marks: bool,
}

impl Needs {
    /// Tells what a list of games needs for the optional values that a request selects. Players' names and user's marks
    /// are among the extra columns, so those are needed for them, too.
    pub(super) fn for_list(details: RowDetails) -> Needs {
        let RowDetails { played, facts, persons, marks } = details;
        Needs {
            openings: false,
            played,
            positions: played,
            facts: facts || persons || marks,
            numbers: facts,
            persons,
            marks,
        }
    }
}

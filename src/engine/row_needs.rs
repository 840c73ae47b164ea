//! Values of rows that must be read separately, and whether they are needed.

use super::request::RowDetails;

/// Values of a row that must be read separately, each with whether it is needed. Columns state their needs in
/// `engine/columns.rs`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// True if openings are needed. An index has them; of a game that was just read they are computed.
    pub openings: bool,
    /// True if the moves of the main line are needed.
    pub played: bool,
    /// True if the setup and the last position are needed, which takes a replay.
    pub positions: bool,
    /// True if any value of `ExtraColumns` is needed: languages of comments, tasks of problems, and all that the next
    /// fields name.
    pub facts: bool,
    /// True if the numbers of `REQUESTED_NUMBERS` are needed, too.
    pub numbers: bool,
    /// True if the names that stand for all spellings of the players are needed, too.
    pub persons: bool,
    /// True if the user's tags, stars and notes are needed, too.
    pub marks: bool,
}

impl Needs {
    /// Returns the needs of a list of games with these details. Players' names and user's marks are among the extra
    /// columns.
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

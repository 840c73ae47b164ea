//! Tells which values of a row must be read separately from the index's summary of the game, because columns or the
//! request need them.

use super::request::RowDetails;
use kifu_query::hits::GameParts;

/// Values of a row that must be read separately, each with whether it is needed. The columns that need them are
/// declared in `engine/columns.rs`.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// True if the header is needed: players, dates, sizes and all else that comes from the game's record.
    pub header: bool,
    /// True if the path or the archive members are needed.
    pub place: bool,
    /// True if the names of the openings are needed. An index stores them; for a game that was read without an index
    /// they are computed.
    pub openings: bool,
    /// True if the moves of the main line are needed.
    pub played: bool,
    /// True if the setup and the last position are needed, which takes a replay.
    pub positions: bool,
    /// True if any value of `ExtraColumns` is needed: the languages of the comments, the task of a problem, and what
    /// the fields `numbers`, `persons`, `marks` and `novelty` of this struct select.
    pub facts: bool,
    /// True if the values of `REQUESTED_NUMBERS` (solutions of a problem, captures) are needed.
    pub numbers: bool,
    /// True if the person names are needed: one name for all spellings of a player.
    pub persons: bool,
    /// True if the user's tags, stars and notes are needed.
    pub marks: bool,
    /// True if the novelty is needed: the move at which the game leaves all older ones.
    pub novelty: bool,
}

impl Needs {
    /// What the values of a row without the optional ones need.
    pub(super) const ROW: Needs = Needs {
        header: true,
        place: true,
        openings: false,
        played: false,
        positions: false,
        facts: false,
        numbers: false,
        persons: false,
        marks: false,
        novelty: false,
    };

    /// Returns the parts of a game that are loaded for a row; `comments` is true if comments are searched in it.
    pub(super) fn parts(self, comments: bool) -> GameParts {
        // The header tells whether a comment is in a variation, and it contains the comment on the game as a whole.
        GameParts { header: self.header || comments, place: self.place, comments }
    }

    /// Tells what a list of games needs for the optional values that a request selects. Players' names and user's marks
    /// are among the extra columns, so those are needed for them, too.
    pub(super) fn for_list(details: RowDetails) -> Needs {
        let RowDetails { played, facts, persons, marks, novelty, without_header, without_place } =
            details;
        Needs {
            // Persons are found by the players' names, which are in the header.
            header: !without_header || persons,
            place: !without_place,
            openings: false,
            played,
            positions: played,
            facts: facts || persons || marks || novelty,
            numbers: facts,
            persons,
            marks,
            novelty,
        }
    }
}

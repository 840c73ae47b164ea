//! What of the rows of a list takes long to find out.

use super::request::RowDetails;

/// What of a row takes long to find out, and whether it is wanted; see `engine/columns.rs`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// The openings.
    pub openings: bool,
    /// What was played.
    pub played: bool,
    /// The positions before and after it.
    pub positions: bool,
    /// The languages of the comments, and what problems ask.
    pub facts: bool,
    /// Beside these, the numbers that rows do not have.
    pub numbers: bool,
    /// Beside these, the names that stand for all spellings of the players.
    pub persons: bool,
    /// Also beside these, the user's tags, stars and notes.
    pub marks: bool,
}

impl Needs {
    /// What a list of games wants; who the players are and what the user says of games are facts, too.
    pub(super) fn of_list(details: RowDetails) -> Needs {
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

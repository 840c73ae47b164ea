//! What was found at a place.

use super::kinds::FindingKind;
use crate::error::Remedy;
use crate::origin::Origin;

/// Something wrong at one place: a game, a file or a member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Its kind.
    pub kind: FindingKind,
    /// The game, or with game number 0 the file or member as a whole.
    pub origin: Origin,
    /// The number of the first move in question, from 1.
    pub number: Option<u32>,
    /// The byte offset of the first occurrence.
    pub offset: Option<u64>,
    /// How often it occurs in this game.
    pub count: u64,
    /// What is wrong, in plain words.
    pub message: String,
    /// What to do about it, where its kind does not say.
    pub remedy: Option<Remedy>,
}

pub(crate) fn of_file(kind: FindingKind, origin: Origin, message: String) -> Finding {
    Finding { kind, origin, number: None, offset: None, count: 1, message, remedy: None }
}

/// A message, with the count appended if it occurs more than once.
pub(crate) fn often(message: &str, count: u64) -> String {
    match count {
        0 | 1 => message.to_owned(),
        count => format!("{message} ({count} times)"),
    }
}

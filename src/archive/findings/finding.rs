//! Finding of the doctor: what is wrong at one place.

use super::kinds::FindingKind;
use crate::error::Remedy;
use crate::origin::Origin;

/// Something wrong at one place: a game, a file or a member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub kind: FindingKind,
    /// Game, or, with game number 0, the file or member as a whole.
    pub origin: Origin,
    /// Number of the first affected move, from 1.
    pub move_number: Option<u32>,
    /// Byte offset of the first occurrence.
    pub offset: Option<u64>,
    /// Number of occurrences in this game.
    pub count: u64,
    /// Description of the problem in plain words.
    pub message: String,
    /// Advice to the user, where the kind of the finding does not imply it.
    pub remedy: Option<Remedy>,
}

pub(crate) fn file_finding(kind: FindingKind, origin: Origin, message: String) -> Finding {
    Finding { kind, origin, move_number: None, offset: None, count: 1, message, remedy: None }
}

/// Appends the count to a message if it is more than one.
pub(crate) fn with_count(message: &str, count: u64) -> String {
    match count {
        0 | 1 => message.to_owned(),
        count => format!("{message} ({count} times)"),
    }
}

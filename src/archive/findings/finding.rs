//! Finding of the doctor: what is wrong with one game, file or member.

use super::kinds::FindingKind;
use crate::error::Remedy;
use crate::origin::Origin;

/// Something wrong with a game, a file or an archive member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub kind: FindingKind,
    /// Origin of the game; with game number 0, of the file or member as a whole.
    pub origin: Origin,
    /// Number of the first move that has the problem, from 1.
    pub move_number: Option<u32>,
    /// Byte offset in the file at which the problem first occurs.
    pub offset: Option<u64>,
    /// Number of times that the problem occurs in this game.
    pub count: u64,
    /// Description of the problem in plain words.
    pub message: String,
    /// Advice to the user, where the kind of the finding does not imply it.
    pub remedy: Option<Remedy>,
}

pub(crate) fn file_finding(kind: FindingKind, origin: Origin, message: String) -> Finding {
    Finding { kind, origin, move_number: None, offset: None, count: 1, message, remedy: None }
}

/// Appends the number of occurrences to a message if there are several.
pub(crate) fn with_count(message: &str, count: u64) -> String {
    match count {
        0 | 1 => message.to_owned(),
        count => format!("{message} ({count} times)"),
    }
}

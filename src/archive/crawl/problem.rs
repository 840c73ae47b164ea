//! Reasons why a file or member gave no game, with their messages.

use super::file_kinds::{LARGE_FILE_BYTES, SPLIT_ARCHIVE};
use super::unread_members::UnreadMembers;
use crate::error::{Limit, Remedy, io_reason};
use crate::origin::Origin;
use std::path::Path;

/// Reason why a file or member gave no game. The names are stable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum ProblemKind {
    /// The file holds no game.
    NoGame,
    /// The file cannot be read.
    Unreadable,
    /// The bytes do not match what the archive declares.
    Damaged,
    /// The file needs a password.
    Encrypted,
    /// The file is larger, or the archive is nested deeper, than the limits allow.
    TooLarge,
    /// Reading the file took longer than allowed.
    TooSlow,
    /// The archive is of an unsupported kind.
    UnsupportedArchive,
    /// The path is not a regular file.
    NotAFile,
    /// The archive has no member of the requested name. Only a request for one member gives this, never a crawl.
    NoMember,
}

impl ProblemKind {
    /// All kinds that a crawl can produce.
    pub(crate) const ALL: [ProblemKind; 8] = [
        ProblemKind::NoGame,
        ProblemKind::Unreadable,
        ProblemKind::Damaged,
        ProblemKind::Encrypted,
        ProblemKind::TooLarge,
        ProblemKind::TooSlow,
        ProblemKind::UnsupportedArchive,
        ProblemKind::NotAFile,
    ];

    /// Stable name, used in output and filters.
    pub fn as_str(self) -> &'static str {
        match self {
            ProblemKind::NoGame => "no-game",
            ProblemKind::Unreadable => "unreadable",
            ProblemKind::Damaged => "damaged",
            ProblemKind::Encrypted => "encrypted",
            ProblemKind::TooLarge => "too-large",
            ProblemKind::TooSlow => "too-slow",
            ProblemKind::UnsupportedArchive => "unsupported-archive",
            ProblemKind::NotAFile => "not-a-file",
            ProblemKind::NoMember => "no-member",
        }
    }
}

/// File or member that gave no game, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub origin: Origin,
    pub kind: ProblemKind,
    /// Reason in plain words, for the user.
    pub message: String,
    /// Advice to the user about the problem, if there is any.
    pub remedy: Option<Remedy>,
}

impl Problem {
    pub fn new(origin: Origin, kind: ProblemKind, message: impl Into<String>) -> Problem {
        Problem { origin, kind, message: message.into(), remedy: None }
    }

    /// Adds advice to the user to a problem.
    pub(crate) fn with_remedy(mut self, remedy: impl Into<Option<Remedy>>) -> Problem {
        self.remedy = remedy.into();
        self
    }

    /// Problem of a file that an observer refused to read; see [`ReadObserver`](super::ReadObserver).
    pub fn from_refusal(error: &crate::error::Error) -> Problem {
        let origin = Origin::file(Path::new(""));
        Problem::new(origin, ProblemKind::TooLarge, error.to_string())
    }

    pub(super) fn io(origin: Origin, error: &std::io::Error) -> Problem {
        Problem::new(origin, ProblemKind::Unreadable, io_reason(error))
    }
}

/// Problem of an archive that produced nothing: no entry, and no problem with any of its members.
pub(super) fn nothing_in(origin: Origin, members: u64, unread: &UnreadMembers) -> Problem {
    Problem::new(origin, ProblemKind::NoGame, unread.message(members))
}

pub(super) fn unsupported(origin: Origin, kind: &str) -> Problem {
    let message = match kind {
        SPLIT_ARCHIVE => "is one part of an archive; put the parts together first".to_owned(),
        kind => format!("{kind} archives are not read; unpack it or make a zip of it"),
    };
    Problem::new(origin, ProblemKind::UnsupportedArchive, message)
}

pub(super) fn no_record(origin: Origin) -> Problem {
    let inspected_mib = LARGE_FILE_BYTES >> 20;
    let message = format!(
        "holds no game in its first {inspected_mib} MiB; the rest was not read, so move games there to a file of their own"
    );
    Problem::new(origin, ProblemKind::NoGame, message)
}

pub(super) fn too_large(origin: Origin, entry_bytes: u64) -> Problem {
    let message = format!("larger than the limit of {} MiB", entry_bytes >> 20);
    Problem::new(origin, ProblemKind::TooLarge, message)
        .with_remedy(Remedy::RaiseLimit(Limit::Entry))
}

//! Why a file or member gave no game.

use super::kind::{LARGE, PART};
use crate::error::{Limit, Remedy, io_reason};
use crate::origin::Origin;
use std::path::Path;

/// Why a file or member gave no game. The names are stable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum ProblemKind {
    /// It holds no game.
    NoGame,
    /// It cannot be read.
    Unreadable,
    /// Its bytes are not what the archive promises.
    Damaged,
    /// It needs a password.
    Encrypted,
    /// It is larger or deeper than the limits allow.
    TooLarge,
    /// It took longer than it was allowed.
    TooSlow,
    /// An archive of a kind that is not read.
    UnsupportedArchive,
    /// It is not a regular file.
    NotAFile,
    /// An archive has no member of the name that was asked for. A crawl asks for none.
    NoMember,
}

impl ProblemKind {
    /// All kinds that come of a crawl.
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

    /// The stable name.
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

/// A file or member that gave no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where it is.
    pub origin: Origin,
    /// Why it gave no game.
    pub kind: ProblemKind,
    /// The same in plain words.
    pub message: String,
    /// What to do about it.
    pub remedy: Option<Remedy>,
}

impl Problem {
    /// Creates a problem.
    pub fn new(origin: Origin, kind: ProblemKind, message: impl Into<String>) -> Problem {
        Problem { origin, kind, message: message.into(), remedy: None }
    }

    /// Adds what to do about it.
    pub(crate) fn advise(mut self, remedy: impl Into<Option<Remedy>>) -> Problem {
        self.remedy = remedy.into();
        self
    }

    /// The problem of a file that an observer refused; see [`ReadObserver`](super::ReadObserver).
    pub fn refused(error: &crate::error::Error) -> Problem {
        let origin = Origin::file(Path::new(""));
        Problem::new(origin, ProblemKind::TooLarge, error.to_string())
    }

    pub(super) fn io(origin: Origin, error: &std::io::Error) -> Problem {
        Problem::new(origin, ProblemKind::Unreadable, io_reason(error))
    }
}

/// The problem of an archive that gave nothing: no entry, and no problem with any of its members.
pub(super) fn nothing_in(origin: Origin, members: u64) -> Problem {
    let message = match members {
        0 => "is an empty archive".to_owned(),
        1 => "holds no game: 1 member of another kind".to_owned(),
        _ => format!("holds no game: {members} members of other kinds"),
    };
    Problem::new(origin, ProblemKind::NoGame, message)
}

pub(super) fn unsupported(origin: Origin, kind: &str) -> Problem {
    let message = match kind {
        PART => "is one part of an archive; put the parts together first".to_owned(),
        kind => format!("{kind} archives are not read; unpack it or make a zip of it"),
    };
    Problem::new(origin, ProblemKind::UnsupportedArchive, message)
}

pub(super) fn no_record(origin: Origin) -> Problem {
    let looked_at = LARGE >> 20;
    let message = format!(
        "holds no game in its first {looked_at} MiB; what is behind them was not looked at, so put games there into a file of their own"
    );
    Problem::new(origin, ProblemKind::NoGame, message)
}

pub(super) fn too_large(origin: Origin, entry_bytes: u64) -> Problem {
    let message = format!("larger than the limit of {} MiB", entry_bytes >> 20);
    Problem::new(origin, ProblemKind::TooLarge, message).advise(Remedy::RaiseLimit(Limit::Entry))
}

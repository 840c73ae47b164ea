//! Limits at which reading stops before the data ends, and their messages.

use super::limits::Limits;
use super::problem::{Problem, ProblemKind};
use crate::error::{Limit, Remedy};
use crate::origin::Origin;

/// Limit at which reading of an archive or a stream was stopped before the data ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LimitReached {
    /// The archive has too many members.
    Entries,
    /// The archive unpacks to too many bytes.
    ArchiveBytes,
    /// The archive, with all archives inside it, unpacks to too many times its size.
    ArchiveRatio,
    /// The stream being read unpacks to too many times its size.
    Ratio,
    /// The names and headers before a member have no end.
    Headers,
}

impl LimitReached {
    /// True if the limit refuses the rest of the archive on disk; false if only the rest of the stream that is being
    /// read.
    pub(super) fn ends_archive(self) -> bool {
        use LimitReached::{ArchiveBytes, ArchiveRatio, Entries};
        matches!(self, Entries | ArchiveBytes | ArchiveRatio)
    }

    /// Problem to report for the archive or member in which reading stopped.
    pub(super) fn problem(self, origin: Origin, limits: &Limits) -> Problem {
        let (message, limit) = self.reason(limits);
        let kind = match limit {
            Some(_) => ProblemKind::TooLarge,
            None => ProblemKind::Damaged,
        };
        Problem::new(origin, kind, message).with_remedy(limit.map(Remedy::RaiseLimit))
    }

    /// Message about the limit, and which option of the limits the user may raise.
    pub(super) fn reason(self, limits: &Limits) -> (String, Option<Limit>) {
        let (entries, ratio, most) = (limits.entries, limits.ratio, limits.archive_bytes >> 20);
        match self {
            LimitReached::Entries => (
                format!("has more than {entries} members; the rest was skipped"),
                Some(Limit::Entries),
            ),
            LimitReached::ArchiveBytes => (
                format!("unpacks to more than {most} MiB; the rest was skipped"),
                Some(Limit::Archive),
            ),
            LimitReached::ArchiveRatio => (
                format!(
                    "unpacks to more than {ratio} times its size, with the archives in it; the rest was skipped"
                ),
                Some(Limit::Ratio),
            ),
            LimitReached::Ratio => (
                format!("unpacks to more than {ratio} times its size; it was skipped"),
                Some(Limit::Ratio),
            ),
            LimitReached::Headers => {
                ("is damaged: a member's headers have no end; the rest was skipped".into(), None)
            }
        }
    }
}

//! The one count of what an archive takes, with all archives in it.

use super::limits::Limits;
use super::problem::{Problem, nothing_in};
use super::refusal::LimitReached;
use crate::origin::Origin;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What an archive on disk has used up and whether anything came of it, over all its units and all archives inside it.
/// All levels share one budget: if each had its own, each could multiply what the one around it may unpack to.
///
/// Whether an archive is within its limits does not depend on the number of threads, since everything in it goes into
/// one sum. If it is not, the thread number does affect which members were read before that was noticed.
#[derive(Debug, Default)]
pub(super) struct ArchiveBudget {
    /// The archive's size on disk.
    packed: u64,
    /// The number of units not yet read, plus one while the archive is being cut into units.
    open: AtomicU64,
    /// Whether an entry or a problem came of it.
    heard: AtomicBool,
    entries: AtomicU64,
    bytes: AtomicU64,
    /// Bytes of unpacked directories. They count only against the archive's size.
    directories: AtomicU64,
    told: AtomicBool,
}

impl ArchiveBudget {
    pub(super) fn new(packed: u64) -> ArchiveBudget {
        ArchiveBudget { packed, open: AtomicU64::new(1), ..ArchiveBudget::default() }
    }

    /// Notes that one more unit is to be read.
    pub(super) fn begin(&self) {
        self.open.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that an entry or a problem came of the archive.
    pub(super) fn hear(&self) {
        self.heard.store(true, Ordering::Relaxed);
    }

    /// Notes that a unit has been read, or that the archive has been cut into all of its units. After the last one,
    /// returns a problem if nothing came of any.
    pub(super) fn end(&self, archive: &Arc<Path>) -> Option<Problem> {
        let is_last = self.open.fetch_sub(1, Ordering::AcqRel) == 1;
        let nothing = is_last && !self.heard.load(Ordering::Relaxed);
        let members = self.entries.load(Ordering::Relaxed);
        nothing.then(|| nothing_in(Origin::file(archive.clone()), members))
    }

    /// Counts a member. Returns why it is one too many, if it is.
    pub(super) fn entry(&self, limits: &Limits) -> Option<LimitReached> {
        let before = self.entries.fetch_add(1, Ordering::Relaxed);
        if before < limits.entries {
            self.check(self.bytes.load(Ordering::Relaxed), before + 1, limits)
        } else {
            Some(LimitReached::Entries)
        }
    }

    /// Counts the bytes of an unpacked directory. Returns why they are too many, if they are.
    pub(super) fn directory(&self, bytes: u64, limits: &Limits) -> Option<LimitReached> {
        self.directories.fetch_add(bytes, Ordering::Relaxed);
        self.refusal(limits)
    }

    /// Counts what is unpacked elsewhere.
    pub(super) fn pass(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Counts unpacked bytes. Returns why they are too many, if they are.
    pub(super) fn unpacked(&self, bytes: u64, limits: &Limits) -> Option<LimitReached> {
        let all = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.check(all, self.entries.load(Ordering::Relaxed), limits)
    }

    fn check(&self, bytes: u64, entries: u64, limits: &Limits) -> Option<LimitReached> {
        let members = entries.saturating_mul(Limits::MEMBER_COST);
        let directories = self.directories.load(Ordering::Relaxed);
        let cost = bytes.saturating_add(members).saturating_add(directories);
        let most = self.packed.saturating_mul(limits.ratio);
        if bytes > limits.archive_bytes {
            return Some(LimitReached::ArchiveBytes);
        }
        (cost > most.max(Limits::ARCHIVE_FLOOR)).then_some(LimitReached::ArchiveRatio)
    }

    /// Why nothing more may be unpacked, if so.
    pub(super) fn refusal(&self, limits: &Limits) -> Option<LimitReached> {
        let bytes = self.bytes.load(Ordering::Relaxed);
        self.check(bytes, self.entries.load(Ordering::Relaxed), limits)
    }

    /// The problem of a used-up archive, for the first caller only.
    pub(super) fn used_up(
        &self,
        archive: &Origin,
        refusal: LimitReached,
        limits: &Limits,
    ) -> Option<Problem> {
        let first = !self.told.swap(true, Ordering::Relaxed);
        first.then(|| refusal.problem(Origin::file(archive.path.clone()), limits))
    }
}

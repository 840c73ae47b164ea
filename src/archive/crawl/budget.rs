//! Counts what one archive on disk has unpacked to, together with all archives inside it, and compares the counts with
//! the limits.

use super::limits::Limits;
use super::problem::{Problem, nothing_in};
use super::refusal::LimitReached;
use super::unread_members::UnreadMembers;
use crate::origin::Origin;
use kifu_record::poison::IgnorePoison;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Resources used by one archive on disk, summed over all its units of work and all archives inside it.
///
/// All nesting levels share one budget: if each level had a budget of its own, each could multiply what the level
/// around it may unpack to.
///
/// Whether an archive is within its limits does not depend on the number of threads, since everything in it is added to
/// one sum. If it is not, the number of threads does affect which members were read before the excess was noticed.
#[derive(Debug, Default)]
pub(super) struct ArchiveBudget {
    /// Size of the archive on disk, in bytes.
    packed_bytes: u64,
    /// Number of the archive's units of work that have not been read yet, plus one while it is still being split into
    /// units.
    open_units: AtomicU64,
    /// True once the archive has produced an entry (a file with its bytes) or a problem.
    has_output: AtomicBool,
    entries: AtomicU64,
    bytes: AtomicU64,
    /// Unpacked bytes of directories, which are the archives' lists of members. They count only against the ratio of
    /// unpacked to packed size.
    directory_bytes: AtomicU64,
    is_reported: AtomicBool,
    /// Members that were not read, over all units.
    unread: Mutex<UnreadMembers>,
}

impl ArchiveBudget {
    pub(super) fn new(packed: u64) -> ArchiveBudget {
        ArchiveBudget {
            packed_bytes: packed,
            open_units: AtomicU64::new(1),
            ..ArchiveBudget::default()
        }
    }

    /// Registers one more unit of work of the archive.
    pub(super) fn begin_unit(&self) {
        self.open_units.fetch_add(1, Ordering::Relaxed);
    }

    /// Records that the archive has produced an entry or a problem.
    pub(super) fn note_output(&self) {
        self.has_output.store(true, Ordering::Relaxed);
    }

    /// Records that a unit of work has been read, or that the archive has been split into all of its units. The last of
    /// these calls returns a problem if the archive has produced nothing, unless it holds game lists.
    pub(super) fn end_unit(&self, archive: &Arc<Path>) -> Option<Problem> {
        let is_last = self.open_units.fetch_sub(1, Ordering::AcqRel) == 1;
        let nothing = is_last && !self.has_output.load(Ordering::Relaxed);
        let members = self.entries.load(Ordering::Relaxed);
        if !nothing {
            return None;
        }
        let unread = std::mem::take(&mut *self.unread.lock().ignore_poison());
        let problem = || nothing_in(Origin::file(archive.clone()), members, &unread);
        (!unread.are_game_lists()).then(problem)
    }

    /// Adds members that a unit, or the list of members, did not read.
    pub(super) fn add_unread(&self, unread: UnreadMembers) {
        self.unread.lock().ignore_poison().merge(unread);
    }

    /// Counts a member of the archive. Returns the limit that is exceeded by it, if any.
    pub(super) fn count_entry(&self, limits: &Limits) -> Option<LimitReached> {
        let before = self.entries.fetch_add(1, Ordering::Relaxed);
        if before < limits.entries {
            self.check(self.bytes.load(Ordering::Relaxed), before + 1, limits)
        } else {
            Some(LimitReached::Entries)
        }
    }

    /// Counts the bytes of an unpacked directory (member list). Returns the limit that is exceeded by them, if any.
    pub(super) fn count_directory(&self, bytes: u64, limits: &Limits) -> Option<LimitReached> {
        self.directory_bytes.fetch_add(bytes, Ordering::Relaxed);
        self.refusal(limits)
    }

    /// Counts unpacked bytes that the caller has already compared with the limits.
    pub(super) fn count_checked_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Counts unpacked bytes. Returns the limit that is exceeded by them, if any.
    pub(super) fn count_unpacked(&self, bytes: u64, limits: &Limits) -> Option<LimitReached> {
        let all = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.check(all, self.entries.load(Ordering::Relaxed), limits)
    }

    fn check(&self, bytes: u64, entries: u64, limits: &Limits) -> Option<LimitReached> {
        let members = entries.saturating_mul(Limits::MEMBER_COST_BYTES);
        let directories = self.directory_bytes.load(Ordering::Relaxed);
        let cost = bytes.saturating_add(members).saturating_add(directories);
        let max_cost = self.packed_bytes.saturating_mul(limits.ratio);
        if bytes > limits.archive_bytes {
            return Some(LimitReached::ArchiveBytes);
        }
        (cost > max_cost.max(Limits::ARCHIVE_FLOOR_BYTES)).then_some(LimitReached::ArchiveRatio)
    }

    /// Limit that the archive has reached, if any. Then nothing more of it may be unpacked.
    pub(super) fn refusal(&self, limits: &Limits) -> Option<LimitReached> {
        let bytes = self.bytes.load(Ordering::Relaxed);
        self.check(bytes, self.entries.load(Ordering::Relaxed), limits)
    }

    /// Returns the problem of an archive that has reached a limit. Only the first call returns it, since several
    /// threads may notice that the same archive has reached it.
    pub(super) fn first_problem(
        &self,
        archive: &Origin,
        refusal: LimitReached,
        limits: &Limits,
    ) -> Option<Problem> {
        let first = !self.is_reported.swap(true, Ordering::Relaxed);
        first.then(|| refusal.problem(Origin::file(archive.path.clone()), limits))
    }
}

//! Tracks, while a build reads an archive, which of its members the index already has unchanged, so that their games
//! stay in the index, which members must be read again, and which are gone.

use super::lock;
use crate::index::manifest::FileTally;
use crate::index::members::{MemberGame, MemberRow, MemberTable};
use kifu_archive::crawl::ContentStamp;
use kifu_record::RecordKind;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Maximum number of members of an archive that are listed. The table of a larger archive is dropped, so that memory
/// does not grow with the number of members: a member takes some 90 bytes while the archive is read, and 25 in the
/// index. Such an archive is read again as a whole when it changes.
const MAX_LISTED_MEMBERS: usize = 1_000_000;

/// Progress over the members of one archive, shared by all threads that read the archive.
pub(super) struct MemberProgress {
    /// Members that the index knows and the reader has not met yet; `None` if the archive is read as a whole.
    known: Option<Mutex<HashMap<u64, MemberRow>>>,
    /// Members met so far, whether unchanged or read again.
    seen: Mutex<MemberTable>,
    unchanged_tally: Mutex<FileTally>,
    /// True if a member was skipped because its declared size and checksum match, without being unpacked.
    has_unread: AtomicBool,
    /// Number of members that are being read.
    open: AtomicU64,
    /// True if a member was read part by part. The games of such a member are not listed.
    has_long_member: AtomicBool,
    /// True if the archive has too many members to be listed.
    has_too_many: AtomicBool,
    max_listed: usize,
}

/// What is known of the members when the archive has been read to its end.
pub(super) struct MemberResults {
    pub(super) table: MemberTable,
    /// Counts of games and problems in the members that were not read again.
    pub(super) unchanged_tally: FileTally,
    /// Ids of the games whose members are gone.
    pub(super) gone: Vec<u64>,
    /// True if every member was unpacked.
    pub(super) is_read: bool,
}

impl MemberProgress {
    /// Begins the reading of an archive. `known` is the table of members that the index has of it, and `limits` is the
    /// key of the current limits. A table that was read under other limits is ignored, since other limits may give
    /// other games and problems.
    pub(super) fn new(known: Option<MemberTable>, limits: u64) -> MemberProgress {
        let known = known.filter(|known| known.limits == limits);
        let kinds = known.as_ref().map(MemberTable::without_rows);
        let rows = known.map(|known| known.rows.into_iter());
        MemberProgress {
            known: rows.map(|rows| Mutex::new(rows.map(|row| (row.key, row)).collect())),
            seen: Mutex::new(kinds.unwrap_or_else(|| MemberTable::with_limits(limits))),
            unchanged_tally: Mutex::default(),
            has_unread: AtomicBool::new(false),
            open: AtomicU64::new(0),
            has_long_member: AtomicBool::new(false),
            has_too_many: AtomicBool::new(false),
            max_listed: MAX_LISTED_MEMBERS,
        }
    }

    /// Adds a member to the table of the archive, or drops the table if it becomes too long.
    fn list(&self, seen: &mut MemberTable, mut row: MemberRow) {
        if seen.rows.len() >= self.max_listed {
            self.has_too_many.store(true, Ordering::Relaxed);
            seen.rows = Vec::new();
        }
        if !self.has_too_many.load(Ordering::Relaxed) {
            row.games.shrink_to_fit();
            seen.rows.push(row);
        }
    }

    /// True if only members that have changed are read.
    pub(super) fn is_partial(&self) -> bool {
        self.known.is_some()
    }

    /// Keeps the known games of a member if the size and checksum that the archive declares match. Returns true if they
    /// do.
    pub(super) fn reuse_unread(&self, key: u64, content: ContentStamp) -> bool {
        let is_same = self.reuse(key, content);
        self.has_unread.fetch_or(is_same, Ordering::Relaxed);
        is_same
    }

    /// Keeps the known games of a member if its content matches. Returns true if it does.
    pub(super) fn reuse(&self, key: u64, content: ContentStamp) -> bool {
        let Some(known) = &self.known else {
            return false;
        };
        let is_same = |row: &MemberRow| row.is_clean && row.content == content;
        let mut known = lock(known);
        if !known.get(&key).is_some_and(is_same) {
            return false;
        }
        if let Some(row) = known.remove(&key) {
            let mut seen = lock(&self.seen);
            seen.count(&row, &mut lock(&self.unchanged_tally));
            self.list(&mut seen, row);
        }
        true
    }

    /// Begins to read a member. Returns the ids of the games that the index has of it.
    pub(super) fn begin_member(&self, key: u64) -> Vec<u64> {
        self.open.fetch_add(1, Ordering::Relaxed);
        let known = self.known.as_ref();
        let before = known.and_then(|known| lock(known).remove(&key));
        before.map_or_else(Vec::new, |row| game_ids(&row).collect())
    }

    /// Begins to read a member part by part. Returns the ids of the games that the index has of it, at the first call.
    pub(super) fn begin_long_member(&self, key: u64) -> Vec<u64> {
        self.has_long_member.store(true, Ordering::Relaxed);
        let before = self.known.as_ref().and_then(|known| lock(known).remove(&key));
        before.map_or_else(Vec::new, |row| game_ids(&row).collect())
    }

    pub(super) fn game(&self, id: u64, kind: RecordKind, is_odd: bool) -> MemberGame {
        lock(&self.seen).game(id, kind, is_odd)
    }

    /// Records a member that was read to its end.
    pub(super) fn finish_member(&self, row: MemberRow) {
        self.open.fetch_sub(1, Ordering::Relaxed);
        self.list(&mut lock(&self.seen), row);
    }

    pub(super) fn finish(&self) -> MemberResults {
        let mut table = std::mem::take(&mut *lock(&self.seen));
        table.rows.sort_unstable_by_key(|row| row.key);
        let are_distinct = table.rows.is_sorted_by(|a, b| a.key < b.key);
        // The table is cleared in four cases: the work on a member failed, two members have the same key, a long member
        // was read part by part, so that its games are not listed, or there are too many members. With an empty table,
        // the next build reads the whole archive.
        let is_incomplete = self.open.load(Ordering::Relaxed) > 0
            || self.has_long_member.load(Ordering::Relaxed)
            || self.has_too_many.load(Ordering::Relaxed);
        if !are_distinct || is_incomplete {
            table.rows.clear();
        }
        let known = self.known.as_ref().map(|known| std::mem::take(&mut *lock(known)));
        let gone = known.into_iter().flat_map(HashMap::into_values);
        MemberResults {
            table,
            unchanged_tally: std::mem::take(&mut *lock(&self.unchanged_tally)),
            is_read: !self.has_unread.load(Ordering::Relaxed),
            gone: gone.flat_map(|row| Vec::from_iter(game_ids(&row))).collect(),
        }
    }
}

fn game_ids(row: &MemberRow) -> impl Iterator<Item = u64> {
    row.games.iter().map(|game| game.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(key: u64) -> MemberRow {
        let content = ContentStamp { crc32: key as u32, size: 5 };
        MemberRow { key, content, is_clean: true, games: Vec::new() }
    }

    #[test]
    fn the_table_of_an_archive_with_many_members_is_dropped() {
        for (members, listed) in [(4, 4), (5, 5), (6, 0), (20, 0)] {
            let mut progress = MemberProgress::new(None, 1);
            progress.max_listed = 5;
            for key in 0..members {
                progress.begin_member(key);
                progress.finish_member(row(key));
            }
            assert_eq!(progress.finish().table.rows.len(), listed, "{members}");
        }
        // Members that are known are still recognised, although the table is dropped in the end.
        let mut known = MemberTable::with_limits(1);
        known.rows = (0..4).map(row).collect();
        let mut progress = MemberProgress::new(Some(known), 1);
        progress.max_listed = 5;
        for key in 0..3 {
            assert!(progress.reuse(key, row(key).content));
        }
        for key in 10..15 {
            progress.begin_member(key);
            progress.finish_member(row(key));
        }
        let results = progress.finish();
        assert_eq!((results.table.rows.len(), results.is_read), (0, true));
    }
}

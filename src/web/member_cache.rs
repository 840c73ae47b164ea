//! Cache of archive members that were unpacked on the way to others. Some archives can only be unpacked from their
//! beginning, so each request for a later member passes the earlier ones.

use super::weighted_cache::WeightedCache;
use kifu_archive::crawl::disk_state;
use kifu_archive::origin::{Origin, path_text};
use kifu_engine::game::{Entry, IndexedGame};
use std::path::Path;
use std::sync::Arc;

/// Memory, in bytes, that a cached member takes besides its content and the fixed cost of a cache entry.
const MEMBER_BYTES: u64 = 256;

/// Size and modification time of a file, or of all volumes of a split archive; `None` if it cannot be read.
pub(crate) type Stamp = Option<(u64, i64)>;

/// Unpacked members by archive and path in the archive.
pub(crate) struct MemberCache(WeightedCache<Arc<UnpackedMember>>);

struct UnpackedMember {
    /// Size and modification time of the member's archive when it was unpacked.
    stamp: Stamp,
    entry: Entry,
}

/// Reads the size and the modification time of a file, or of all volumes of a split archive.
pub(crate) fn stamp(path: &Path) -> Stamp {
    let (size, modified) = disk_state(path)?;
    Some((size, modified?))
}

impl MemberCache {
    pub(crate) fn new(capacity_bytes: u64) -> MemberCache {
        MemberCache(WeightedCache::new(capacity_bytes))
    }

    /// Largest number of bytes that all cached members together may take.
    pub(crate) fn capacity_bytes(&self) -> u64 {
        self.0.capacity_bytes
    }

    /// Adds a member, evicts the least recently used ones if the cache is full, and returns the number of bytes that
    /// the member takes.
    pub(crate) fn insert(&self, stamp: Stamp, entry: Entry) -> u64 {
        let name = key(&entry.origin.path, members_of(&entry.origin));
        let bytes = entry.bytes.len() as u64 + MEMBER_BYTES;
        // The tables of game lists are shared by all readers of a root, so they do not stay with the member.
        let entry = entry.with_renewed_game_lists();
        self.0.insert(name, Arc::new(UnpackedMember { stamp, entry }), bytes)
    }

    /// Returns the archive member that contains a game, if it is cached and the archive's file has not changed since.
    /// `reserve` is called with the size of the member before its bytes are copied, and may refuse.
    pub(crate) fn get<E>(
        &self,
        game: &IndexedGame,
        reserve: impl FnOnce(u64) -> Result<(), E>,
    ) -> Result<Option<Entry>, E> {
        let name = key(game.path, game.members.iter().zip(game.occurrences.iter().copied()));
        let now = stamp(game.path);
        let cached = || self.0.get(&name).filter(|member| member.stamp == now);
        let Some(length) = cached().map(|member| member.entry.bytes.len()) else {
            return Ok(None);
        };
        reserve(length as u64)?;
        // The member may have been evicted while `reserve` waited for memory, so the cache is searched again.
        Ok(cached().map(|member| member.entry.clone().with_renewed_game_lists()))
    }
}

fn members_of(origin: &Origin) -> impl Iterator<Item = (&String, u32)> {
    origin.members.iter().map(|member| (&member.name, member.occurrence))
}

/// Key of a member: the path of the archive file, then the name of each enclosing member and of the member itself, each
/// with the number of earlier members of the same name.
fn key<'m>(path: &Path, members: impl Iterator<Item = (&'m String, u32)>) -> String {
    let mut name = path_text(path);
    for (member, occurrence) in members {
        name.push_str(&format!("\0{member}\0{occurrence}"));
    }
    name
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::weighted_cache::ENTRY_BYTES;
    use super::*;
    use kifu_archive::origin::Member;
    use kifu_engine::game::Limits;
    use kifu_record::cancel::TimeBudget;

    /// Number of bytes that a member in the test takes besides its content; the key of each such member has 17 bytes.
    const BYTES_BESIDES_CONTENT: u64 = MEMBER_BYTES + ENTRY_BYTES + 17;

    fn entry(name: &str, bytes: usize) -> Entry {
        let member = Member { name: name.to_owned(), raw: name.into(), occurrence: 0 };
        Entry {
            sidecar: None,
            game_lists: None,
            part: None,
            columns: Default::default(),
            origin: Origin::file(Path::new("/nowhere/a.7z")).member(member),
            bytes: vec![b' '; bytes],
        }
    }

    fn has(members: &MemberCache, name: &str) -> bool {
        let game = IndexedGame {
            path: Path::new("/nowhere/a.7z"),
            members: &[name.to_owned()],
            occurrences: &[0],
            number: 1,
            part: None,
            nodes: 1,
            limits: &Limits::default(),
            budget: &TimeBudget::default(),
        };
        members.get(&game, |_| Ok::<_, ()>(())).unwrap().is_some()
    }

    #[test]
    fn the_least_recently_used_members_are_evicted() {
        let members = MemberCache::new(3_000 + 3 * BYTES_BESIDES_CONTENT);
        for name in ["a", "b", "c"] {
            assert_eq!(members.insert(None, entry(name, 1_000)), 1_000 + BYTES_BESIDES_CONTENT);
        }
        assert!(has(&members, "a") && has(&members, "b") && has(&members, "c"));
        members.insert(None, entry("d", 1_500));
        assert!(!has(&members, "a") && !has(&members, "b"));
        assert!(has(&members, "c") && has(&members, "d"));
        assert_eq!(members.insert(None, entry("e", 10_000)), 0);
        assert!(has(&members, "c") && !has(&members, "e"));
    }

    #[test]
    fn members_of_an_archive_that_has_changed_are_gone() {
        let members = MemberCache::new(1 << 20);
        members.insert(Some((1, 1)), entry("a", 10));
        assert!(!has(&members, "a"));
        members.insert(None, entry("a", 10));
        assert!(has(&members, "a"));
    }
}

//! Members of archives that had to be unpacked on the way to others: some archives can only be unpacked from their
//! beginning.

use kifu_archive::origin::{Origin, path_text};
use kifu_engine::game::{Entry, IndexedGame};
use kifu_record::poison::IgnorePoison;
use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::Mutex;
use std::time::SystemTime;

/// The memory that each member takes besides its bytes.
const EACH: u64 = 512;

/// When a file was written, and its size.
pub(crate) type Stamp = Option<(SystemTime, u64)>;

/// Members, by where they are.
pub(crate) struct Shelf {
    /// The most bytes.
    pub room: u64,
    kept: Mutex<ShelfState>,
}

#[derive(Default)]
struct ShelfState {
    entries: HashMap<String, (Stamp, Entry)>,
    /// The oldest first.
    names: VecDeque<String>,
    bytes: u64,
}

impl ShelfState {
    fn remove(&mut self, name: &str) {
        if let Some((_, entry)) = self.entries.remove(name) {
            self.bytes -= bytes_of(&entry);
        }
    }
}

/// The stamp of a file.
pub(crate) fn stamp(path: &Path) -> Stamp {
    let data = std::fs::metadata(path).ok()?;
    Some((data.modified().ok()?, data.len()))
}

fn bytes_of(entry: &Entry) -> u64 {
    entry.bytes.len() as u64 + EACH
}

impl Shelf {
    /// A shelf for so many bytes.
    pub(crate) fn new(room: u64) -> Shelf {
        Shelf { room, kept: Mutex::default() }
    }

    /// Puts a member there in place of the oldest ones, and returns the bytes that it takes.
    pub(crate) fn put(&self, stamp: Stamp, entry: Entry) -> u64 {
        let bytes = bytes_of(&entry);
        if bytes > self.room {
            return 0;
        }
        let name = name(&entry.origin.path, members_of(&entry.origin));
        let mut kept = self.kept.lock().ignore_poison();
        match kept.entries.get(&name) {
            Some((then, _)) if *then == stamp => return bytes,
            Some(_) => kept.remove(&name),
            None => kept.names.push_back(name.clone()),
        }
        kept.entries.insert(name, (stamp, entry));
        kept.bytes += bytes;
        while kept.bytes > self.room
            && let Some(oldest) = kept.names.pop_front()
        {
            kept.remove(&oldest);
        }
        bytes
    }

    /// The file of a game, if it is there and its archive is as it was. `size` is asked first whether there is room for
    /// so many bytes more.
    pub(crate) fn get<E>(
        &self,
        game: &IndexedGame,
        size: impl FnOnce(u64) -> Result<(), E>,
    ) -> Result<Option<Entry>, E> {
        let name = name(game.path, game.members.iter().zip(game.occurrences.iter().copied()));
        let now = stamp(game.path);
        let lock = || self.kept.lock().ignore_poison();
        let known = |kept: &ShelfState| {
            kept.entries
                .get(&name)
                .filter(|(then, _)| *then == now)
                .map(|(_, entry)| entry.bytes.len())
        };
        let Some(length) = known(&lock()) else {
            return Ok(None);
        };
        size(length as u64)?;
        // Meanwhile it may have had to go.
        let kept = lock();
        let found = kept.entries.get(&name).filter(|(then, _)| *then == now);
        Ok(found.map(|(_, entry)| entry.clone()))
    }
}

fn members_of(origin: &Origin) -> impl Iterator<Item = (&String, u32)> {
    origin.members.iter().map(|member| (&member.name, member.occurrence))
}

/// A name for a member: its file, the members around it and itself, each with how many of the same name come before it.
fn name<'m>(path: &Path, members: impl Iterator<Item = (&'m String, u32)>) -> String {
    let mut name = path_text(path);
    for (member, occurrence) in members {
        name.push_str(&format!("\0{member}\0{occurrence}"));
    }
    name
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_archive::origin::Member;
    use kifu_engine::game::Limits;

    fn entry(name: &str, bytes: usize) -> Entry {
        let member = Member { name: name.to_owned(), raw: name.into(), occurrence: 0 };
        Entry {
            sidecar: None,
            origin: Origin::file(Path::new("/nowhere/a.7z")).member(member),
            bytes: vec![b' '; bytes],
        }
    }

    fn has(shelf: &Shelf, name: &str) -> bool {
        let game = IndexedGame {
            path: Path::new("/nowhere/a.7z"),
            members: &[name.to_owned()],
            occurrences: &[0],
            nodes: 1,
            limits: &Limits::default(),
        };
        shelf.get(&game, |_| Ok::<_, ()>(())).unwrap().is_some()
    }

    #[test]
    fn the_oldest_members_make_room() {
        let shelf = Shelf::new(3_000 + 3 * EACH);
        for name in ["a", "b", "c"] {
            shelf.put(None, entry(name, 1_000));
        }
        assert!(has(&shelf, "a") && has(&shelf, "b") && has(&shelf, "c"));
        shelf.put(None, entry("d", 1_500));
        assert!(!has(&shelf, "a") && !has(&shelf, "b"));
        assert!(has(&shelf, "c") && has(&shelf, "d"));
        assert_eq!(shelf.put(None, entry("e", 10_000)), 0);
        assert!(has(&shelf, "c") && !has(&shelf, "e"));
    }

    #[test]
    fn members_of_an_archive_that_has_changed_are_gone() {
        let shelf = Shelf::new(1 << 20);
        shelf.put(Some((SystemTime::now(), 1)), entry("a", 10));
        assert!(!has(&shelf, "a"));
        shelf.put(None, entry("a", 10));
        assert!(has(&shelf, "a"));
    }
}

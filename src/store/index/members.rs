//! Tables of archive members, by which a refresh reads only members that have changed.
//!
//! The tables lie in a file beside the list of files, `members-….bin`, written before the commit that names the list.
//! They only save time: if the file is missing or damaged, archives that changed are read as a whole.

use super::directory::IndexDirectory;
use super::folder::{MEMBERS_PREFIX, side_file_name};
use super::manifest::FileTally;
use super::varint::{damaged, push_bytes, push_number, read_bytes, read_number, read_text};
use kifu_archive::crawl::{ContentStamp, Limits};
use kifu_archive::origin::Origin;
use kifu_record::RecordKind;
use kifu_record::game::hash::stable_hash;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use tantivy::Directory;
use tantivy_common::{BinarySerializable, OwnedBytes};

/// Member of an archive that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MemberRow {
    pub(super) key: u64,
    pub(super) content: ContentStamp,
    /// True if the member was read completely and without a problem. Other members are read again whenever their
    /// archive is.
    pub(super) is_clean: bool,
    pub(super) games: Vec<MemberGame>,
}

/// Game in a member of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MemberGame {
    pub(super) id: u64,
    /// Kind of the game, as an index into the kinds that the archive's table lists.
    kind: u8,
    /// True if the game has diagnostics, that is, problems with its text or its moves.
    is_odd: bool,
}

/// Hash that identifies the limits under which an archive is read, to recognise tables that were made under other
/// limits.
pub(super) fn limits_key(limits: &Limits) -> u64 {
    stable_hash(&[&serde_json::to_vec(limits).unwrap_or_default()])
}

/// Hash that identifies a member within its archive. It covers the same names and numbers as the ids of the member's
/// games.
pub(super) fn member_key(origin: &Origin) -> u64 {
    let members = origin.members.iter();
    let occurrences = Vec::from_iter(members.map(|member| member.occurrence.to_le_bytes()));
    let parts = origin
        .members
        .iter()
        .zip(&occurrences)
        .flat_map(|(member, occurrence)| [member.raw.as_slice(), occurrence]);
    stable_hash(&Vec::from_iter(parts))
}

/// Table of the members of one archive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct MemberTable {
    /// Key of the limits under which the members were read. Other limits may give other games and problems.
    pub(super) limits: u64,
    /// Kinds of games in the archive, in the order in which they were first met.
    kinds: Vec<RecordKind>,
    pub(super) rows: Vec<MemberRow>,
}

impl MemberTable {
    pub(super) fn with_limits(limits: u64) -> MemberTable {
        MemberTable { limits, ..MemberTable::default() }
    }

    /// Creates a table without rows that keeps the numbers of the kinds of games.
    pub(super) fn without_rows(&self) -> MemberTable {
        MemberTable { rows: Vec::new(), kinds: self.kinds.clone(), ..*self }
    }

    pub(super) fn game(&mut self, id: u64, kind: RecordKind, is_odd: bool) -> MemberGame {
        let number = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        });
        MemberGame {
            id,
            // A kind is a file format and a game, and there are far fewer than 255 such pairs.
            kind: u8::try_from(number).unwrap_or(u8::MAX),
            is_odd,
        }
    }

    /// Adds the counts of a member's games to the counts of its archive.
    pub(super) fn count(&self, row: &MemberRow, tally: &mut FileTally) {
        for game in &row.games {
            if let Some(&kind) = self.kinds.get(usize::from(game.kind)) {
                *tally.games.entry(kind).or_default() += 1;
            }
            tally.odd_games += u64::from(game.is_odd);
        }
    }

    fn encode(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.limits.serialize(&mut bytes)?;
        // A table has a dozen kinds of games at most, so one byte is enough for their number.
        bytes.push(self.kinds.len() as u8);
        for kind in &self.kinds {
            push_bytes(&mut bytes, kind.to_string().as_bytes());
        }
        for row in &self.rows {
            row.key.serialize(&mut bytes)?;
            row.content.crc32.serialize(&mut bytes)?;
            push_number(&mut bytes, row.content.size);
            let games = row.games.len() as u64;
            push_number(&mut bytes, games << 1 | u64::from(row.is_clean));
            for game in &row.games {
                bytes.push(game.kind << 1 | u8::from(game.is_odd));
                game.id.serialize(&mut bytes)?;
            }
        }
        Ok(bytes)
    }

    fn decode(mut bytes: &[u8]) -> io::Result<MemberTable> {
        let mut table = MemberTable {
            limits: u64::deserialize(&mut bytes)?,
            kinds: Vec::new(),
            rows: Vec::new(),
        };
        for _ in 0..u8::deserialize(&mut bytes)? {
            let kind = read_text(&mut bytes)?;
            table.kinds.push(kind.parse().map_err(|_| damaged())?);
        }
        while !bytes.is_empty() {
            let key = u64::deserialize(&mut bytes)?;
            let content = ContentStamp {
                crc32: u32::deserialize(&mut bytes)?,
                size: read_number(&mut bytes)?,
            };
            let count = read_number(&mut bytes)?;
            let mut games = Vec::new();
            for _ in 0..count >> 1 {
                let kind = u8::deserialize(&mut bytes)?;
                games.push(MemberGame {
                    id: u64::deserialize(&mut bytes)?,
                    kind: kind >> 1,
                    is_odd: kind & 1 == 1,
                });
            }
            table.rows.push(MemberRow { key, content, is_clean: count & 1 == 1, games });
        }
        Ok(table)
    }
}

/// Tables of the members of an index's archives, by the path of the archive.
#[derive(Debug, Default)]
pub(super) struct MemberTables {
    tables: BTreeMap<String, OwnedBytes>,
}

const MAGIC: u64 = u64::from_le_bytes(*b"kifumemb");
/// Version of the file's layout, and of how members are parsed into games.
const VERSION: u64 = 1;

impl MemberTables {
    /// Reads the tables that belong to a list of files; empty if they are missing or damaged.
    pub(super) fn read(directory: &IndexDirectory, list: &str) -> MemberTables {
        let file = directory.sealed(Path::new(&members_file(list)));
        let bytes = file.ok().and_then(|file| file.read_all().ok());
        let tables = bytes.and_then(|bytes| decode_tables(bytes).ok());
        MemberTables { tables: tables.unwrap_or_default() }
    }

    pub(super) fn write(&self, directory: &IndexDirectory, list: &str) -> io::Result<()> {
        if self.tables.is_empty() {
            return Ok(());
        }
        let mut bytes = Vec::new();
        MAGIC.serialize(&mut bytes)?;
        VERSION.serialize(&mut bytes)?;
        for (path, table) in &self.tables {
            push_bytes(&mut bytes, path.as_bytes());
            push_bytes(&mut bytes, table);
        }
        directory.atomic_write(Path::new(&members_file(list)), &bytes)
    }

    /// Returns the table of an archive.
    pub(super) fn get(&self, path: &str) -> Option<MemberTable> {
        MemberTable::decode(self.tables.get(path)?).ok()
    }

    /// Stores the table of an archive. A table without rows is removed instead.
    pub(super) fn insert(&mut self, path: &str, table: &MemberTable) {
        match table.encode() {
            Ok(bytes) if !table.rows.is_empty() => {
                self.tables.insert(path.to_owned(), OwnedBytes::new(bytes));
            }
            _ => drop(self.tables.remove(path)),
        }
    }

    pub(super) fn remove(&mut self, path: &str) {
        self.tables.remove(path);
    }

    /// Renames archives. An archive for which `new_path` returns `None` keeps its path.
    pub(super) fn rename(&mut self, new_path: impl Fn(&str) -> Option<String>) {
        let renamed = std::mem::take(&mut self.tables)
            .into_iter()
            .map(|(path, table)| (new_path(&path).unwrap_or(path), table));
        self.tables = renamed.collect();
    }

    /// Keeps only the tables of some archives.
    pub(super) fn retain(&mut self, is_wanted: impl Fn(&str) -> bool) {
        self.tables.retain(|path, _| is_wanted(path));
    }
}

/// Name of the file of members that belongs to a list of files.
pub(super) fn members_file(list: &str) -> String {
    side_file_name(list, MEMBERS_PREFIX)
}

fn decode_tables(file: OwnedBytes) -> io::Result<BTreeMap<String, OwnedBytes>> {
    let mut rest: &[u8] = &file;
    let head = (u64::deserialize(&mut rest)?, u64::deserialize(&mut rest)?);
    if head != (MAGIC, VERSION) {
        return Err(damaged());
    }
    let mut tables = BTreeMap::new();
    while !rest.is_empty() {
        let path = read_text(&mut rest)?;
        let table = read_bytes(&mut rest)?.len();
        let end = file.len() - rest.len();
        tables.insert(path, file.slice(end - table..end));
    }
    Ok(tables)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn table() -> MemberTable {
        let mut table = MemberTable::with_limits(5);
        for number in 0..300 {
            let kind = ["sgf go", "gib go", "sgf loa"][number % 3].parse().unwrap();
            let games = (0..number % 4)
                .map(|game| {
                    let id = (number * 1000 + game) as u64;
                    table.game(id, kind, number % 5 == 0)
                })
                .collect();
            table.rows.push(MemberRow {
                key: (number as u64) << 40,
                content: ContentStamp { crc32: number as u32, size: 1 << (number % 64) },
                is_clean: number % 7 > 0,
                games,
            });
        }
        table
    }

    #[test]
    fn tables_are_read_as_they_were_written() {
        let table = table();
        let bytes = table.encode().unwrap();
        assert_eq!(MemberTable::decode(&bytes).unwrap(), table);
        let mut tally = FileTally::default();
        table.rows.iter().for_each(|row| table.count(row, &mut tally));
        assert_eq!(tally.game_count(), 75 * (1 + 2 + 3));
        assert_eq!(tally.games.len(), 3);
        assert_eq!(tally.odd_games, 15 * (1 + 2 + 3));
        // Bytes that are cut at the end of a row are a valid table with fewer rows.
        for end in 0..bytes.len() {
            if let Ok(part) = MemberTable::decode(&bytes[..end]) {
                assert_eq!(part.rows, table.rows[..part.rows.len()]);
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused() {
        let bytes = table().encode().unwrap();
        for at in 0..bytes.len() {
            for byte in [0, 0x7f, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] = byte;
                if let Ok(table) = MemberTable::decode(&damaged) {
                    let mut tally = FileTally::default();
                    table.rows.iter().for_each(|row| table.count(row, &mut tally));
                }
            }
        }
        for number in [0, 1, 0x7f, 0x80, u64::MAX >> 1, u64::MAX] {
            let mut bytes = Vec::new();
            push_number(&mut bytes, number);
            assert_eq!(read_number(&mut bytes.as_slice()).unwrap(), number);
        }
        assert!(read_number(&mut [0; 10].as_slice()).is_err());
    }

    #[test]
    fn the_tables_of_an_index_are_found_by_their_paths() {
        let folder = tempfile::tempdir().unwrap();
        let directory = IndexDirectory::open(folder.path()).unwrap();
        let mut tables = MemberTables::default();
        let table = table();
        tables.insert("/a.zip", &table);
        tables.insert("/b.zip", &MemberTable::default());
        tables.insert("/c.zip", &table);
        tables.retain(|path| path != "/a.zip");
        tables.write(&directory, "files-1-2.jsonl").unwrap();
        let read = MemberTables::read(&directory, "files-1-2.jsonl");
        assert_eq!(read.get("/c.zip"), Some(table));
        assert_eq!((read.get("/a.zip"), read.get("/b.zip")), (None, None));
        assert_eq!(MemberTables::read(&directory, "files-1-3.jsonl").get("/c.zip"), None);
    }
}

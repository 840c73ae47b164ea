//! Files and archive members that a crawl finds, and the checksums by which a later crawl recognises unchanged ones.

use super::game_lists::GameLists;
use super::sidecar::SidecarFile;
use crate::origin::Origin;
use kifu_record::formats::{self, FilePart, ParquetColumns, Source};

/// File or archive member that may hold games, with its bytes.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Path of the file and its names inside archives. Its game number is 0, which stands for the file as a whole.
    pub origin: Origin,
    pub bytes: Vec<u8>,
    /// File with engine analysis that lies beside this file, if such files are read; see
    /// [`Limits::sidecars`](super::Limits::sidecars).
    pub sidecar: Option<SidecarFile>,
    /// Game lists that lie beside the file or beside the archive around it. They are read if the file turns out to be
    /// one of move lines.
    pub game_lists: Option<GameLists>,
    /// Which part of a long file the bytes are; `None` for a complete file. The parts of a file are read one after the
    /// other.
    pub part: Option<EntryPart>,
    /// Columns of Parquet files that the user names; see [`Limits::parquet_columns`](super::Limits::parquet_columns).
    pub columns: ParquetColumns,
}

impl Entry {
    /// Number of games of the file before the part that these bytes are.
    pub fn games_before(&self) -> u32 {
        self.part.map_or(0, |part| part.place.games_before)
    }

    /// Place of the bytes in a long file; `None` for a complete file.
    pub fn place(&self) -> Option<FilePart> {
        self.part.map(|part| part.place)
    }

    /// The same entry for a later use: the game lists beside the file are found again, as they may have changed.
    #[must_use]
    pub fn with_renewed_game_lists(mut self) -> Entry {
        self.game_lists = self.game_lists.map(|lists| lists.renewed());
        self
    }

    /// The bytes, with what they do not say about how to read them: their place in a long file, the columns that the
    /// user names, and the game lists beside the file.
    pub fn source(&self) -> Source<'_> {
        let lists = self.game_lists.as_ref();
        Source {
            bytes: &self.bytes,
            part: self.place(),
            columns: Some(&self.columns),
            game_lists: lists.map(|lists| lists as &dyn formats::GameLists),
        }
    }
}

/// Part of a file that is too long to be read as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryPart {
    /// Place of the part in the file.
    pub place: FilePart,
    /// Number of games in the part.
    pub games: u32,
    /// True if the part is a single game that is larger than [`Limits::game_bytes`](super::Limits::game_bytes). Then
    /// the entry has no bytes.
    pub is_oversized: bool,
    /// True if the parts of the file belong to different shards. That is so if its size is known before it is read.
    pub is_spread: bool,
    /// True for the last part of the file, which may be empty.
    pub is_last: bool,
    /// Checksum and size of the file up to the end of the part.
    pub content: ContentStamp,
}

impl EntryPart {
    /// True if the game with this number in the file is in the part.
    pub fn holds(&self, game: u32) -> bool {
        let before = self.place.games_before;
        game > before && game - before <= self.games
    }
}

/// CRC-32 and size of a member's bytes, by which a later crawl sees whether they have changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContentStamp {
    /// CRC-32 of the member's unpacked bytes.
    pub crc32: u32,
    /// Number of the member's unpacked bytes.
    pub size: u64,
}

impl ContentStamp {
    pub fn of(bytes: &[u8]) -> ContentStamp {
        ContentStamp { crc32: crc32fast::hash(bytes), size: bytes.len() as u64 }
    }
}

/// Returns true if this member was already read with this content in an earlier crawl, so that it need not be unpacked.
pub(crate) type KnownMembers<'k> = dyn Fn(&Origin, ContentStamp) -> bool + 'k;

//! Limits on what is read of an archive, and options that affect what is read.

use crate::error::{Error, Remedy, Result};
use kifu_record::formats::ParquetColumns;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Limits on how much of an archive is read, and options that decide what is read. An index stores the limits with
/// which it was built.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Maximum number of unpacked bytes of a file or member that must be read as a whole. Collections of games may be
    /// longer; they are read part by part.
    pub entry_bytes: u64,
    /// Maximum number of bytes of one game of a collection.
    pub game_bytes: u64,
    /// Maximum nesting depth of archives inside archives; never more than [`Limits::MAX_DEPTH`].
    pub depth: usize,
    /// Maximum ratio of unpacked to packed size.
    ///
    /// It applies to a member once that is larger than `Limits::RATIO_FLOOR_BYTES`, and to an archive on disk, over all
    /// nesting levels, once what it unpacks to is more than `Limits::ARCHIVE_FLOOR_BYTES`.
    pub ratio: u64,
    /// Maximum number of members of one archive, including the members of the archives inside it; `u64::MAX` for no
    /// limit.
    pub entries: u64,
    /// Maximum number of bytes that one archive unpacks to, including the archives inside it; `u64::MAX` for no limit.
    pub archive_bytes: u64,
    /// Maximum number of bytes of memory that a decoder may need for its window, as the archive declares it.
    pub window_bytes: u64,
    /// Maximum number of nodes of one game. A game that exceeds it is skipped.
    pub nodes: u64,
    /// True if files and members whose names do not promise a game record are inspected by their content.
    pub sniff: bool,
    /// True if comments that programs wrote are searched like comments of people.
    #[serde(default)]
    pub all_comments: bool,
    /// True if engine analysis is also read from files beside loose game files, such as `game.sgf.json`.
    #[serde(default)]
    pub sidecars: bool,
    /// Columns of Parquet files that hold the facts of games, where their names do not say it.
    #[serde(default, skip_serializing_if = "ParquetColumns::is_empty")]
    pub parquet_columns: ParquetColumns,
    /// Path, size and time of the table with engine analysis that was read; `None` if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableStamp>,
}

/// Path, size and time of a table with engine analysis of many games. A later build notices by them that the table has
/// changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableStamp {
    /// Absolute path of the table in text form.
    pub path: String,
    /// Size of the table in bytes.
    pub size: u64,
    /// Time of the table's last change, in nanoseconds since 1970-01-01 UTC.
    pub modified: i64,
}

impl TableStamp {
    /// Reads size and time of the table in a file.
    pub fn from_path(path: &Path) -> Result<TableStamp> {
        let fail = |error| TableStamp::read_error(path, error);
        let path = std::path::absolute(path).map_err(fail)?;
        let metadata = std::fs::metadata(&path).map_err(fail)?;
        let since = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        Ok(TableStamp {
            path: crate::origin::path_text(&path),
            size: metadata.len(),
            modified: since.map_or(0, |since| since.as_nanos() as i64),
        })
    }

    /// Error for a table of analysis that cannot be read.
    pub fn read_error(path: &Path, error: std::io::Error) -> Error {
        let place = path.display();
        Error::io(format!("cannot read the table of analysis {place}"), error)
            .with_remedy(Remedy::NameTable)
    }
}

impl Limits {
    /// Maximum nesting depth of archives inside archives, whatever the user chooses. Each level is a nested call on the
    /// stack of one thread.
    pub const MAX_DEPTH: usize = 32;

    /// Unpacked size in bytes below which a member may have any compression ratio.
    pub(crate) const RATIO_FLOOR_BYTES: u64 = 16 << 20;

    /// Unpacked size in bytes below which an archive, with all archives in it, may have any compression ratio. It is
    /// twice [`Limits::RATIO_FLOOR_BYTES`], so that one refused member does not take the rest of a small archive with
    /// it.
    pub(crate) const ARCHIVE_FLOOR_BYTES: u64 = 2 * Limits::RATIO_FLOOR_BYTES;

    /// True if a file that was read with one set of options may give other games or texts with the other set, so that
    /// unchanged files must be read again.
    pub fn changes_reading(&self, other: &Limits) -> bool {
        self.all_comments != other.all_comments
            || self.sidecars != other.sidecars
            || self.parquet_columns != other.parquet_columns
            || self.table != other.table
    }

    /// True if a file or game that was too large for one set of limits may not be too large for the other.
    pub fn changes_refusals(&self, other: &Limits) -> bool {
        self.entry_bytes != other.entry_bytes
            || self.game_bytes != other.game_bytes
            || self.depth != other.depth
            || self.ratio != other.ratio
            || self.entries != other.entries
            || self.archive_bytes != other.archive_bytes
            || self.window_bytes != other.window_bytes
            || self.nodes != other.nodes
    }

    /// Combines two sets of limits by taking the larger value of each limit, so that the result reads everything that
    /// either set reads.
    pub fn max_of_each(&self, other: &Limits) -> Limits {
        Limits {
            entry_bytes: self.entry_bytes.max(other.entry_bytes),
            game_bytes: self.game_bytes.max(other.game_bytes),
            depth: self.depth.max(other.depth),
            ratio: self.ratio.max(other.ratio),
            entries: self.entries.max(other.entries),
            archive_bytes: self.archive_bytes.max(other.archive_bytes),
            window_bytes: self.window_bytes.max(other.window_bytes),
            nodes: self.nodes.max(other.nodes),
            sniff: self.sniff || other.sniff,
            all_comments: self.all_comments || other.all_comments,
            sidecars: self.sidecars || other.sidecars,
            parquet_columns: if self.parquet_columns.is_empty() {
                other.parquet_columns.clone()
            } else {
                self.parquet_columns.clone()
            },
            table: self.table.clone().or_else(|| other.table.clone()),
        }
    }

    /// Memory that one member of an archive may take if its size is not known before it is read: bytes of the member,
    /// and bytes of the decoder's window. `packed` is the size of the archive on disk.
    pub fn memory_of_unknown_member(&self, packed: u64) -> (u64, u64) {
        let max_bytes = packed.saturating_mul(self.ratio).max(Limits::ARCHIVE_FLOOR_BYTES);
        (self.entry_bytes.min(max_bytes), self.window_bytes.min(max_bytes))
    }

    /// Bytes that each member counts, in addition to its content, when the total is compared with the size of the
    /// archive: even for an empty member, headers are read and the name is stored.
    pub(super) const MEMBER_COST_BYTES: u64 = 1 << 10;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            entry_bytes: 256 << 20,
            game_bytes: 64 << 20,
            depth: 4,
            ratio: 400,
            // Public collections have tens of millions of members and unpack to hundreds of GiB. The ratio protects
            // against archives made to fill disks.
            entries: u64::MAX,
            archive_bytes: u64::MAX,
            window_bytes: 512 << 20,
            nodes: 8_000_000,
            sniff: false,
            all_comments: false,
            sidecars: false,
            parquet_columns: ParquetColumns::default(),
            table: None,
        }
    }
}

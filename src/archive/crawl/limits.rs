//! Limits on how much of an archive is taken in.

use crate::error::{Error, Remedy, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How much of an archive is taken in. An index remembers the limits it was built with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Most unpacked bytes of one file or member.
    pub entry_bytes: u64,
    /// Most levels of archives inside archives; never more than [`Limits::MAX_DEPTH`].
    pub depth: usize,
    /// How many times its packed size a member may unpack to, once it is larger than `Limits::RATIO_FLOOR`. Also how
    /// many times its own size an archive on disk may unpack to, over all levels, once that is more than
    /// `Limits::ARCHIVE_FLOOR`.
    pub ratio: u64,
    /// Most members of one archive, including those of the archives inside it.
    pub entries: u64,
    /// Most bytes that one archive unpacks to, including the archives inside it.
    pub archive_bytes: u64,
    /// Most bytes of memory that unpacking may need by an archive's own declaration.
    pub window_bytes: u64,
    /// Most nodes of the games of one file or member, over all games together. The game that exceeds it is left out,
    /// and so is what follows.
    pub nodes: u64,
    /// Whether files and members with other names are judged by their content.
    pub sniff: bool,
    /// Whether what programs wrote into comments is searched as people's words are.
    #[serde(default)]
    pub all_comments: bool,
    /// Whether analysis that lies beside loose files is read.
    #[serde(default)]
    pub sidecars: bool,
    /// The table of analysis that was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableStamp>,
}

/// A file with what engines said about many games, as it was when it was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableStamp {
    /// Its absolute path in text form.
    pub path: String,
    /// Its length in bytes.
    pub size: u64,
    /// When it was last changed, in nanoseconds since 1970.
    pub modified: i64,
}

impl TableStamp {
    /// The table in a file as it is now.
    pub fn of(path: &Path) -> Result<TableStamp> {
        let fail = |error| TableStamp::unread(path, error);
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

    /// The error of a table that cannot be read.
    pub fn unread(path: &Path, error: std::io::Error) -> Error {
        let place = path.display();
        Error::io(format!("cannot read the table of analysis {place}"), error)
            .advise(Remedy::NameTable)
    }
}

impl Limits {
    /// The most levels of archives inside archives whatever is asked for. Every level is a call inside that of the
    /// level around it, on the stack of one thread.
    pub const MAX_DEPTH: usize = 32;

    /// Members smaller than this may have any compression ratio.
    pub(crate) const RATIO_FLOOR: u64 = 16 << 20;

    /// An archive that unpacks to less than this, including all archives in it, may have any compression ratio. This is
    /// more than a single member may have, so a refused member does not take the rest of a small archive with it.
    pub(crate) const ARCHIVE_FLOOR: u64 = 2 * Limits::RATIO_FLOOR;

    /// Whether games are read otherwise with other limits, even from files that did not change.
    pub fn reads_otherwise(&self, other: &Limits) -> bool {
        self.all_comments != other.all_comments
            || self.sidecars != other.sidecars
            || self.table != other.table
    }

    /// The larger of each limit.
    pub fn or(&self, other: &Limits) -> Limits {
        Limits {
            entry_bytes: self.entry_bytes.max(other.entry_bytes),
            depth: self.depth.max(other.depth),
            ratio: self.ratio.max(other.ratio),
            entries: self.entries.max(other.entries),
            archive_bytes: self.archive_bytes.max(other.archive_bytes),
            window_bytes: self.window_bytes.max(other.window_bytes),
            nodes: self.nodes.max(other.nodes),
            sniff: self.sniff || other.sniff,
            all_comments: self.all_comments || other.all_comments,
            sidecars: self.sidecars || other.sidecars,
            table: self.table.clone().or_else(|| other.table.clone()),
        }
    }

    /// The memory that a member of an archive of so many bytes on disk may take if its size is not known before it is
    /// read: its own bytes, and those that unpacking needs.
    pub fn unknown(&self, packed: u64) -> (u64, u64) {
        let most = packed.saturating_mul(self.ratio).max(Limits::ARCHIVE_FLOOR);
        (self.entry_bytes.min(most), self.window_bytes.min(most))
    }

    /// What a member costs in addition to its bytes when the total is held against the archive's size: even for an
    /// empty member, headers are read and the name is remembered.
    pub(super) const MEMBER_COST: u64 = 1 << 10;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            entry_bytes: 256 << 20,
            depth: 4,
            ratio: 400,
            entries: 10_000_000,
            archive_bytes: 64 << 30,
            window_bytes: 512 << 20,
            nodes: 8_000_000,
            sniff: false,
            all_comments: false,
            sidecars: false,
            table: None,
        }
    }
}

//! Files and archive members that a crawl finds, and the checksums by which a later crawl recognises unchanged ones.

use super::sidecar::SidecarFile;
use crate::origin::Origin;

/// File or archive member that may hold games, with its bytes.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Path of the file and its names inside archives. Its game number is 0, which stands for the file as a whole.
    pub origin: Origin,
    pub bytes: Vec<u8>,
    /// File with engine analysis that lies beside this file, if such files are read; see
    /// [`Limits::sidecars`](super::Limits::sidecars).
    pub sidecar: Option<SidecarFile>,
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

//! Files that a crawl hands out, and the checksums by which a later crawl knows them again.

use super::sidecar::SidecarFile;
use crate::origin::Origin;

/// File or archive member that may hold games, with its bytes.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Place of the file. Its game number is 0.
    pub origin: Origin,
    pub bytes: Vec<u8>,
    /// File with engine analysis that lies beside this file, if such files are read; see
    /// [`Limits::sidecars`](super::Limits::sidecars).
    pub sidecar: Option<SidecarFile>,
}

/// CRC-32 and size of a member's bytes, by which a later crawl sees whether they have changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContentStamp {
    /// CRC-32 of the unpacked bytes.
    pub crc32: u32,
    /// Number of unpacked bytes.
    pub size: u64,
}

impl ContentStamp {
    pub fn of(bytes: &[u8]) -> ContentStamp {
        ContentStamp { crc32: crc32fast::hash(bytes), size: bytes.len() as u64 }
    }
}

/// Returns true if a member was already read with this content, so that it need not be unpacked again.
pub(crate) type KnownMembers<'k> = dyn Fn(&Origin, ContentStamp) -> bool + 'k;

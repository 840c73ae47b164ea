//! What a crawl hands out.

use super::sidecar::SidecarFile;
use crate::origin::Origin;

/// A file that may hold games.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where it is. Its game number is 0.
    pub origin: Origin,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The file with analysis that lies beside it, if such files are read; see
    /// [`Limits::sidecars`](super::Limits::sidecars).
    pub sidecar: Option<SidecarFile>,
}

/// What tells whether the bytes of a member have changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContentStamp {
    /// Their CRC-32.
    pub sum: u32,
    /// Their number.
    pub size: u64,
}

impl ContentStamp {
    /// The stamp of these bytes.
    pub fn of(bytes: &[u8]) -> ContentStamp {
        ContentStamp { sum: crc32fast::hash(bytes), size: bytes.len() as u64 }
    }
}

/// Tells of a member whether it was read before with this content, and so need not be unpacked.
pub(crate) type KnownMembers<'k> = dyn Fn(&Origin, ContentStamp) -> bool + 'k;

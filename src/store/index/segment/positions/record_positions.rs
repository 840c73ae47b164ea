//! Positions of one record, encoded as the value of a document's custom field.

use super::{LAST_EARLY, NextCode};
use kifu_record::NodeId;
use kifu_record::game::hash::{PositionHash, stable_hash};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

pub(super) const EARLY_BYTES: usize = 11;
pub(super) const VARIATION_BYTES: usize = 12;

/// Collects a record's positions as the value of the custom field.
///
/// | bytes | content |
/// |---|---|
/// | 4 + 4 | lengths of the early and of the late part |
/// | 11 each | early positions: hash (8), number of the move (1), code of the next move (2) |
/// | 8 each | late positions: hash |
/// | 12 each | positions of variations: hash (8), first node with the position (4) |
///
/// If a position occurs several times, only its first occurrence on the main line and its first in variations are
/// added.
#[derive(Default)]
pub(crate) struct PositionsPayload {
    bytes: Vec<u8>,
    early_end: usize,
    late_end: usize,
    /// Hashes of the positions added so far to the part (main line or variations) that is being written.
    seen: HashSet<u64, BuildHasherDefault<IdentityHasher>>,
    in_variations: bool,
}

const LENGTHS_BYTES: usize = 8;
/// Maximum capacity of the set that is reused for the next record. One huge record would otherwise keep its memory to
/// the end of the build.
const MAX_REUSED_CAPACITY: usize = 1 << 16;

impl PositionsPayload {
    /// Removes the positions of the previous record.
    pub(crate) fn begin(&mut self) {
        if self.seen.capacity() > MAX_REUSED_CAPACITY {
            *self = PositionsPayload::default();
        }
        self.bytes.clear();
        self.bytes.resize(LENGTHS_BYTES, 0);
        (self.early_end, self.late_end) = (LENGTHS_BYTES, LENGTHS_BYTES);
        self.seen.clear();
        self.in_variations = false;
    }

    /// Adds the next position of the main line. `next` is only called if the table holds the next move.
    #[inline]
    pub(crate) fn add_main(
        &mut self,
        hash: PositionHash,
        ply: u32,
        next: impl FnOnce() -> NextCode,
    ) {
        if !self.seen.insert(hash.0) {
            return;
        }
        self.bytes.extend_from_slice(&hash.0.to_le_bytes());
        if ply <= LAST_EARLY {
            let [low, high] = next().0.to_le_bytes();
            self.bytes.extend_from_slice(&[ply as u8, low, high]);
            self.early_end = self.bytes.len();
        }
        self.late_end = self.bytes.len();
    }

    /// Adds the next position of the variations, which come after the main line.
    #[inline]
    pub(crate) fn add_variation(&mut self, hash: PositionHash, node: NodeId) {
        if !std::mem::replace(&mut self.in_variations, true) {
            self.seen.clear();
        }
        if self.seen.insert(hash.0) {
            self.bytes.extend_from_slice(&hash.0.to_le_bytes());
            self.bytes.extend_from_slice(&node.to_le_bytes());
        }
    }

    /// Completes the value of the record and returns it.
    pub(crate) fn finish(&mut self) -> &[u8] {
        let early = (self.early_end - LENGTHS_BYTES) as u32;
        let late = (self.late_end - self.early_end) as u32;
        let lengths = u64::from(early) | u64::from(late) << 32;
        if let Some(place) = self.bytes.first_chunk_mut() {
            *place = lengths.to_le_bytes();
        }
        &self.bytes
    }
}

/// Hasher that returns the hash itself, because a position's hash is mixed already.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = stable_hash(&[bytes]);
    }

    #[inline]
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

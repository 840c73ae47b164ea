//! The positions of one record, as the value that carries them to the segment.

use super::{LAST_EARLY, NextCode};
use kifu_record::NodeId;
use kifu_record::game::hash::{PositionHash, stable_hash};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

pub(super) const EARLY_BYTES: usize = 11;
pub(super) const VARIATION_BYTES: usize = 12;

/// Collects a record's positions as the value of the custom field: the byte lengths of the early and the late part,
/// then the early, late and variation positions. Those of the main line have the number and the code of the next move,
/// those of variations the first node with them. Of equal ones, it keeps the first on the main line and the first in
/// variations.
#[derive(Default)]
pub(crate) struct PositionsPayload {
    bytes: Vec<u8>,
    early_end: usize,
    late_end: usize,
    /// Those of the part that is being written.
    seen: HashSet<u64, BuildHasherDefault<HashItself>>,
    in_variations: bool,
}

const LENGTHS: usize = 8;
/// More memory than this is not kept from one record to the next.
const MOST_KEPT: usize = 1 << 16;

impl PositionsPayload {
    /// Begins a record.
    pub(crate) fn begin(&mut self) {
        if self.seen.capacity() > MOST_KEPT {
            *self = PositionsPayload::default();
        }
        self.bytes.clear();
        self.bytes.resize(LENGTHS, 0);
        (self.early_end, self.late_end) = (LENGTHS, LENGTHS);
        self.seen.clear();
        self.in_variations = false;
    }

    /// Adds the next position of the main line. The next move is asked for if the table holds it.
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

    /// The value of the record.
    pub(crate) fn finish(&mut self) -> &[u8] {
        let early = (self.early_end - LENGTHS) as u32;
        let late = (self.late_end - self.early_end) as u32;
        let lengths = u64::from(early) | u64::from(late) << 32;
        if let Some(place) = self.bytes.first_chunk_mut() {
            *place = lengths.to_le_bytes();
        }
        &self.bytes
    }
}

/// A position's hash is mixed already.
#[derive(Default)]
struct HashItself(u64);

impl Hasher for HashItself {
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

//! Entries of a segment that is being written, sorted before they become a table.

use super::{DOC_BITS, unpack_entry};
use crate::index::segment::table::{TableSink, Widths};
use std::io;

/// Entries in memory, partitioned by the highest bits of their keys. Each part is small enough to be sorted within the
/// CPU cache, and entries are not copied before that.
pub(super) struct Partitions<T> {
    widths: Widths,
    parts: Vec<Vec<T>>,
    pub(super) len: usize,
}

const PARTITION_BITS: u32 = 8;
/// Length from which on a part is split once more before it is sorted.
const MIN_SPLIT_LEN: usize = 1 << PARTITION_BITS;

impl<T: Ord + Copy + Default + Into<u128>> Partitions<T> {
    pub(super) fn new(widths: Widths) -> Partitions<T> {
        Partitions { widths, parts: vec![Vec::new(); 1 << PARTITION_BITS], len: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, hash: u64, entry: T) {
        if let Some(part) = self.parts.get_mut((hash >> (64 - PARTITION_BITS)) as usize) {
            part.push(entry);
            self.len += 1;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        // A vector that doubles its capacity is three quarters full on average, so it takes 4/3 of the memory of its
        // entries.
        self.len * size_of::<T>() * 4 / 3
    }

    pub(super) fn drain_sorted(&mut self, sink: &mut TableSink) -> io::Result<()> {
        let widths = self.widths;
        // The bits of the key right below those that number the part.
        let shift = widths.key + DOC_BITS + widths.payload - 2 * PARTITION_BITS;
        let digit = |entry: &T| ((*entry).into() >> shift) as u8;
        let mut sorted = Vec::new();
        for part in &mut self.parts {
            let mut part = std::mem::take(part);
            if part.len() < MIN_SPLIT_LEN {
                part.sort_unstable();
                std::mem::swap(&mut part, &mut sorted);
            } else {
                sort_by_digit(&part, &mut sorted, digit);
            }
            let mut entries = sorted.iter().map(|&entry| unpack_entry(entry.into(), widths));
            entries.try_for_each(&mut *sink)?;
        }
        Ok(())
    }
}

/// Sorts entries into `sorted`: first by counting the values of a digit, the highest bits in which they differ, then
/// the entries with the same digit, which are few since keys are evenly spread.
fn sort_by_digit<T: Ord + Copy + Default>(
    entries: &[T],
    sorted: &mut Vec<T>,
    digit: impl Fn(&T) -> u8,
) {
    let mut ends = [0usize; 256];
    for entry in entries {
        ends[usize::from(digit(entry))] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    sorted.clear();
    sorted.resize(entries.len(), T::default());
    for entry in entries {
        let end = &mut ends[usize::from(digit(entry))];
        if let Some(place) = sorted.get_mut(*end) {
            *place = *entry;
        }
        *end += 1;
    }
    let mut start = 0;
    for end in ends {
        if let Some(equal) = sorted.get_mut(start..end) {
            equal.sort_unstable();
        }
        start = end;
    }
}

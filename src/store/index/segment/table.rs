//! Sorted table of (key, document, payload), packed to the bit and searched in place.
//!
//! The keys are hashes and so evenly spread: their highest bits number a bucket of about one entry and are not stored.
//! A table consists of:
//!
//! 1. the entries: rest of the key, document and payload, each at its own width; sorted by key and document
//! 2. the lengths of the buckets in unary: for each bucket, a 1 per entry, then a 0; about two bits for a bucket and
//!    its entry
//! 3. the directory: the number of the first entry of every 128th bucket, and the number of entries

use crate::index::bits::{self, BitWriter};
use std::cmp::Ordering;
use std::io::{self, Write};
use std::ops::Range;
use tantivy::directory::FileSlice;
use tantivy::{DocId, HasLen};
use tantivy_common::OwnedBytes;

/// Number of buckets for each number in the directory. A lookup scans the lengths of one such group; twice as many
/// buckets would halve the directory and double the scan.
const BUCKETS_PER_GROUP: u64 = 128;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct TableEntry {
    /// Highest bits of the hash; the table's widths say how many.
    pub(crate) key: u64,
    pub(crate) doc: DocId,
    pub(crate) payload: u64,
}

/// Widths of an entry's parts in bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Widths {
    pub(crate) key: u32,
    pub(crate) payload: u32,
}

#[derive(Clone, Copy, Debug)]
struct TableLayout {
    widths: Widths,
    bucket_bits: u32,
    doc_bits: u32,
}

impl TableLayout {
    fn new(widths: Widths, entries: u64, docs: u32) -> TableLayout {
        // As many buckets as entries take the least space. The next power of two of 2/3 of the entries is at most 4/3
        // of them.
        let bucket = bits::width_for(entries / 3 * 2).min(widths.key);
        TableLayout { widths, bucket_bits: bucket, doc_bits: bits::width_for(u64::from(docs)) }
    }

    fn rest_bits(&self) -> u32 {
        self.widths.key - self.bucket_bits
    }

    fn entry_bits(&self) -> u64 {
        u64::from(self.rest_bits() + self.doc_bits + self.widths.payload)
    }

    fn bucket_count(&self) -> u64 {
        1 << self.bucket_bits
    }
}

/// Place of a table in its file, as the footer has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TablePlace {
    entries: u64,
    /// Byte range of the packed entries.
    start: u64,
    end: u64,
    bucket_bits: u64,
    doc_bits: u64,
}

impl TablePlace {
    pub(crate) const BYTES: usize = 40;

    pub(crate) fn to_bytes(self) -> [u8; TablePlace::BYTES] {
        let mut bytes = [0; TablePlace::BYTES];
        let numbers = [self.entries, self.start, self.end, self.bucket_bits, self.doc_bits];
        for (to, number) in bytes.chunks_exact_mut(8).zip(numbers) {
            to.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<TablePlace> {
        let number = |i: usize| bits::u64_at(bytes, i * 8);
        Some(TablePlace {
            entries: number(0)?,
            start: number(1)?,
            end: number(2)?,
            bucket_bits: number(3)?,
            doc_bits: number(4)?,
        })
    }
}

/// Function that receives the entries of a table one by one, in order.
pub(crate) type TableSink<'s> = dyn FnMut(TableEntry) -> io::Result<()> + 's;

/// Writes a table at byte `start` of the file. `entries` produces the entries, which must be sorted. `max_entries` is
/// an upper bound on their number; a loose one only makes the buckets a little smaller.
pub(crate) fn write(
    out: &mut dyn Write,
    start: u64,
    widths: Widths,
    max_entries: u64,
    docs: u32,
    entries: &mut dyn FnMut(&mut TableSink) -> io::Result<()>,
) -> io::Result<TablePlace> {
    let layout = TableLayout::new(widths, max_entries, docs);
    let mut packed = BitWriter::default();
    let mut lengths = BucketLengths::new();
    let mut written = 0u64;
    let rest_mask = (1u64 << layout.rest_bits()) - 1;
    entries(&mut |entry| {
        lengths.add(entry.key >> layout.rest_bits());
        packed.push(entry.key & rest_mask, layout.rest_bits());
        let value = u64::from(entry.doc) | entry.payload << layout.doc_bits;
        packed.push(value, layout.doc_bits + widths.payload);
        if packed.len() >= 1 << 16 {
            let bytes = packed.take();
            written += bytes.len() as u64;
            out.write_all(&bytes)?;
        }
        Ok(())
    })?;
    let bytes = packed.finish();
    written += bytes.len() as u64;
    out.write_all(&bytes)?;
    let place = TablePlace {
        entries: lengths.entries,
        start,
        end: start + written,
        bucket_bits: layout.bucket_bits.into(),
        doc_bits: layout.doc_bits.into(),
    };
    lengths.finish(layout.bucket_count(), out)?;
    Ok(place)
}

/// Lengths of the buckets in unary, and the directory, of a table that is being written.
struct BucketLengths {
    unary: BitWriter,
    /// Number of the first entry of each group of 128 buckets that has begun.
    firsts: Vec<u64>,
    /// Number of buckets that are complete; the number of entries is in `entries`.
    buckets: u64,
    entries: u64,
}

impl BucketLengths {
    fn new() -> BucketLengths {
        BucketLengths { unary: BitWriter::default(), firsts: vec![0], buckets: 0, entries: 0 }
    }

    /// Adds an entry to a bucket. Buckets must come in ascending order.
    fn add(&mut self, bucket: u64) {
        self.end_before(bucket);
        self.unary.push(1, 1);
        self.entries += 1;
    }

    fn end_before(&mut self, bucket: u64) {
        for ended in self.buckets..bucket {
            self.unary.push(0, 1);
            if (ended + 1).is_multiple_of(BUCKETS_PER_GROUP) {
                self.firsts.push(self.entries);
            }
        }
        self.buckets = self.buckets.max(bucket);
    }

    /// Completes all buckets and writes the lengths, then the directory.
    fn finish(mut self, buckets: u64, out: &mut dyn Write) -> io::Result<()> {
        self.end_before(buckets);
        if !buckets.is_multiple_of(BUCKETS_PER_GROUP) {
            self.firsts.push(self.entries);
        }
        out.write_all(&self.unary.finish())?;
        let width = directory_width(self.entries);
        for first in self.firsts {
            out.write_all(&first.to_le_bytes()[..width])?;
        }
        Ok(())
    }
}
/// Number of bytes of a directory entry: 4, or 8 if a table has more than 2^32 entries.
fn directory_width(entries: u64) -> usize {
    if entries > u64::from(u32::MAX) { 8 } else { 4 }
}

impl TablePlace {
    /// Offset of the first byte after the lengths of the buckets.
    fn lengths_end(&self) -> u64 {
        let bits = self.entries.saturating_add(1 << self.bucket_bits);
        self.end.saturating_add(bits.div_ceil(8))
    }

    /// Offset of the first byte after the table, the lengths of its buckets and their directory.
    pub(crate) fn file_end(&self) -> u64 {
        let groups = (1u64 << self.bucket_bits).div_ceil(BUCKETS_PER_GROUP);
        let directory = (groups + 1) * directory_width(self.entries) as u64;
        self.lengths_end().saturating_add(directory)
    }
}

/// Table in a mapped file.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    entries: FileSlice,
    /// Lengths of the buckets in unary: for each bucket, a 1 per entry, then a 0.
    lengths: FileSlice,
    /// Number of the first entry of every group of buckets, then the number of entries.
    directory: FileSlice,
    layout: TableLayout,
    count: u64,
}

impl Table {
    /// Opens a table. `None` if `place` is not valid or the file is too short for it.
    pub(crate) fn open(file: &FileSlice, place: TablePlace, widths: Widths) -> Option<Table> {
        let bucket = u32::try_from(place.bucket_bits).ok()?;
        let doc = u32::try_from(place.doc_bits).ok()?;
        let len = file.len() as u64;
        let fits = bucket <= widths.key && bucket < 40 && doc <= 32;
        // The end is compared with the file's length before anything is added to it. `fits` above refuses widths from a
        // damaged footer: with 2^40 buckets the unary lengths alone would take 128 GiB, and larger shifts could
        // overflow.
        let is_inside = place.start <= place.end && place.end <= len;
        if !fits || !is_inside || place.file_end() > len {
            return None;
        }
        let layout = TableLayout { widths, bucket_bits: bucket, doc_bits: doc };
        if place.entries.checked_mul(layout.entry_bits())?.div_ceil(8) > place.end - place.start {
            return None;
        }
        let slice = |range: Range<u64>| file.slice(range.start as usize..range.end as usize);
        Some(Table {
            entries: slice(place.start..place.end),
            lengths: slice(place.end..place.lengths_end()),
            directory: slice(place.lengths_end()..place.file_end()),
            layout,
            count: place.entries,
        })
    }

    /// Range of the entries in a bucket.
    fn bucket_range(&self, bucket: u64) -> io::Result<Range<u64>> {
        let (group, buckets) = (bucket / BUCKETS_PER_GROUP, self.layout.bucket_count());
        let width = directory_width(self.count);
        let at = group as usize * width;
        let firsts = self.directory.read_bytes_slice(at..at + 2 * width)?;
        let (first, end) = firsts.split_at(width);
        let (first, end) = (
            read_directory_entry(first).min(self.count),
            read_directory_entry(end).min(self.count),
        );
        // `lengths` is a bit vector in unary: for each bucket, one 1 per entry, then a 0. The group's first bit is
        // therefore (entries before it) + (buckets before it).
        let start = first + group * BUCKETS_PER_GROUP;
        let end = (end + ((group + 1) * BUCKETS_PER_GROUP).min(buckets)).max(start);
        let bytes = (start / 8) as usize..end.div_ceil(8) as usize;
        let lengths = self.lengths.read_bytes_slice(bytes)?;
        let from = skip_zeros(&lengths, start % 8, bucket % BUCKETS_PER_GROUP);
        let first = first + (from - start % 8).saturating_sub(bucket % BUCKETS_PER_GROUP);
        let len = count_ones(&lengths, from);
        Ok(first.min(self.count)..(first + len).min(self.count))
    }

    /// Reads a run of consecutive packed entries.
    fn read_run(&self, range: Range<u64>) -> io::Result<EntryRun> {
        let width = self.layout.entry_bits();
        let first_bit = range.start * width;
        let bytes = first_bit / 8..(range.end.max(range.start) * width).div_ceil(8);
        Ok(EntryRun {
            bytes: self.entries.read_bytes_slice(bytes.start as usize..bytes.end as usize)?,
            first_bit: first_bit % 8,
            layout: self.layout,
        })
    }

    /// Finds all entries with this key, sorted by document.
    pub(crate) fn find(&self, key: u64) -> io::Result<impl Iterator<Item = TableEntry> + use<>> {
        let rest = self.layout.rest_bits();
        let (bucket, wanted) = (key >> rest, key & ((1u64 << rest) - 1));
        let mut range = self.bucket_range(bucket)?;
        // A bucket with a very common key is too long to read for the sake of a neighbouring key, so a binary search
        // narrows it first.
        while range.end.saturating_sub(range.start) > MAX_BUCKET_READ {
            let middle = range.start + (range.end - range.start) / 2;
            match self.read_run(middle..middle + 1)?.rest(0).cmp(&wanted) {
                Ordering::Less => range.start = middle + 1,
                Ordering::Greater => range.end = middle,
                Ordering::Equal => break,
            }
        }
        let count = range.end.saturating_sub(range.start);
        let run = self.read_run(range)?;
        let first = partition_point(0..count, |i| run.rest(i) < wanted);
        let end = partition_point(first..count, |i| run.rest(i) == wanted);
        Ok((first..end).map(move |i| run.entry(i, key)))
    }

    /// Reads the whole table.
    pub(crate) fn load(&self) -> io::Result<LoadedTable<'_>> {
        Ok(LoadedTable {
            table: self,
            run: self.read_run(0..self.count)?,
            lengths: self.lengths.read_bytes()?,
        })
    }
}

/// Maximum number of entries of a bucket that are read at once.
const MAX_BUCKET_READ: u64 = 256;

fn read_directory_entry(bytes: &[u8]) -> u64 {
    match *bytes {
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        _ => bytes.try_into().map_or(0, u64::from_le_bytes),
    }
}

/// Number of bits that are examined at once; [`bits::read_bits`] returns at most 57.
const WORD_BITS: u32 = 56;

/// Returns the bit position right after so many zeros, counted from `at`. Bits behind the end count as zeros.
fn skip_zeros(bytes: &[u8], mut at: u64, mut zeros: u64) -> u64 {
    while zeros > 0 {
        let mut word = !bits::read_bits(bytes, at, WORD_BITS) & ((1 << WORD_BITS) - 1);
        let count = u64::from(word.count_ones());
        if count < zeros {
            zeros -= count;
            at += u64::from(WORD_BITS);
            continue;
        }
        for _ in 1..zeros {
            word &= word - 1;
        }
        return at + u64::from(word.trailing_zeros()) + 1;
    }
    at
}

/// Counts the ones from a bit position up to the first zero.
fn count_ones(bytes: &[u8], at: u64) -> u64 {
    let mut count = 0;
    loop {
        let ones = bits::read_bits(bytes, at + count, WORD_BITS).trailing_ones();
        count += u64::from(ones);
        if ones < WORD_BITS {
            return count;
        }
    }
}

/// Run of consecutive entries.
struct EntryRun {
    bytes: OwnedBytes,
    first_bit: u64,
    layout: TableLayout,
}

impl EntryRun {
    /// Returns the stored part of an entry's key.
    #[inline]
    fn rest(&self, index: u64) -> u64 {
        let at = self.first_bit + index * self.layout.entry_bits();
        bits::read_bits(&self.bytes, at, self.layout.rest_bits())
    }

    /// Returns an entry, given its key.
    #[inline]
    fn entry(&self, index: u64, key: u64) -> TableEntry {
        let TableLayout { doc_bits: doc, widths, .. } = self.layout;
        let at =
            self.first_bit + index * self.layout.entry_bits() + u64::from(self.layout.rest_bits());
        // Document and payload are read at once: 32 and 20 bits at most, and one read returns up to 57.
        let both = bits::read_bits(&self.bytes, at, doc + widths.payload);
        TableEntry { key, doc: (both & ((1 << doc) - 1)) as DocId, payload: both >> doc }
    }
}

/// Table of positions that has been read completely, for a merge.
pub(crate) struct LoadedTable<'t> {
    table: &'t Table,
    run: EntryRun,
    lengths: OwnedBytes,
}

impl LoadedTable<'_> {
    pub(crate) fn len(&self) -> u64 {
        self.table.count
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = TableEntry> + '_ {
        let last = self.table.layout.bucket_count() - 1;
        let mut bucket = 0;
        (0..self.len()).map(move |i| {
            while bucket < last && bits::read_bits(&self.lengths, i + bucket, 1) == 0 {
                bucket += 1;
            }
            let key = bucket << self.table.layout.rest_bits() | self.run.rest(i);
            self.run.entry(i, key)
        })
    }
}

/// Returns the first number in the range for which `before` is false.
fn partition_point(range: Range<u64>, before: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (range.start, range.end);
    while low < high {
        let middle = low + (high - low) / 2;
        if before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_record::game::hash::mix;

    #[test]
    fn every_entry_is_found_and_listed() {
        let widths = Widths { key: 34, payload: 3 };
        for count in [0u64, 1, 5, 1000, 20_000] {
            // Most keys occur twice. One key is that of every tenth entry, so its bucket is too long to be read at
            // once.
            let key = |i: u64| {
                if i.is_multiple_of(10) { 7 << 20 } else { mix(i / 2) >> 30 }
            };
            let mut entries: Vec<TableEntry> = (0..count)
                .map(|i| TableEntry { key: key(i), doc: (i % 777) as DocId, payload: i % 8 })
                .collect();
            entries.sort();
            let mut bytes = vec![9u8; 3];
            let place = write(&mut bytes, 3, widths, count, 777, &mut |sink| {
                entries.iter().try_for_each(|&e| sink(e))
            });
            let place = place.unwrap();
            assert_eq!(place.file_end(), bytes.len() as u64);
            assert_eq!(TablePlace::from_bytes(&place.to_bytes()), Some(place));
            let table = Table::open(&FileSlice::from(bytes), place, widths).unwrap();
            let whole = table.load().unwrap();
            assert_eq!(whole.len(), count);
            assert_eq!(whole.iter().collect::<Vec<_>>(), entries);
            for probe in entries.iter().step_by(3) {
                let expected: Vec<TableEntry> =
                    entries.iter().copied().filter(|e| e.key == probe.key).collect();
                assert_eq!(table.find(probe.key).unwrap().collect::<Vec<_>>(), expected);
            }
            assert_eq!(table.find(8 << 20).unwrap().count(), 0);
        }
    }

    #[test]
    fn a_place_outside_of_the_file_is_refused() {
        let widths = Widths { key: 34, payload: 0 };
        // The first file is one byte too short. The last table lies so far out that adding its directory would wrap
        // around to the beginning of the file.
        for (start, end) in [(0, 100), (0, u64::MAX - 8), (u64::MAX - 8, u64::MAX - 8)] {
            let place = TablePlace { entries: 8, start, end, bucket_bits: 2, doc_bits: 5 };
            assert!(Table::open(&FileSlice::from(vec![0; 109]), place, widths).is_none());
        }
    }
}

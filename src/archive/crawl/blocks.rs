//! Finds places in a compressed file at which decompression can begin: blocks of xz, frames of zstd, members of bgzip.
//!
//! A file that consists of one block has no such place but its beginning. The places follow from the headers in the
//! file, so nothing is unpacked to find them. Everything read here may be false; then a start is wrong, the bytes
//! behind it are no game, and the file is read from its beginning.

use super::reader::ArchiveReader;
use std::io::{Read, Seek, SeekFrom};

/// Place at which decompression can begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Start {
    /// Offset in the compressed file.
    pub(super) packed: u64,
    /// Number of unpacked bytes before the place.
    pub(super) unpacked: u64,
    /// Bytes that a decoder must get before those at the place: the stream header of xz.
    pub(super) head: Vec<u8>,
}

/// Maximum number of blocks that are looked at. Ordinary blocks have 64 KiB and more, so that is enough for 256 GiB.
const MAX_BLOCKS: usize = 4 << 20;

/// Maximum number of unpacked bytes between a start and the place that it is used for. With more, the file is not
/// better than one without blocks: decoding 64 MiB of xz takes about half a second.
const MAX_SKIPPED_BYTES: u64 = 64 << 20;

/// Last place before this offset of the unpacked data at which decompression can begin. `None` if the compression has
/// no blocks or the block is too large.
pub(super) fn start_before(reader: &ArchiveReader, offset: u64) -> Option<Start> {
    let mut reader = BlockReader { reader: reader.clone(), offset, last: None };
    let mut magic = [0; 6];
    reader.read_at(0, &mut magic)?;
    match magic {
        [0xfd, b'7', b'z', b'X', b'Z', 0] => reader.xz()?,
        [0x1f, 0x8b, 8, ..] => reader.bgzip()?,
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => reader.zstd()?,
        _ => return None,
    }
    reader.last.filter(|start| offset - start.unpacked <= MAX_SKIPPED_BYTES)
}

struct BlockReader {
    reader: ArchiveReader,
    /// Offset in the unpacked data for which a start is searched.
    offset: u64,
    /// Last start before it that was found.
    last: Option<Start>,
}

impl BlockReader {
    fn read_at(&mut self, at: u64, bytes: &mut [u8]) -> Option<()> {
        self.reader.seek(SeekFrom::Start(at)).ok()?;
        self.reader.read_exact(bytes).ok()
    }

    /// Takes a start, unless it lies behind the searched offset. Returns false if it does.
    fn take(&mut self, packed: u64, unpacked: u64, head: &[u8]) -> bool {
        if unpacked > self.offset {
            return false;
        }
        self.last = Some(Start { packed, unpacked, head: head.to_vec() });
        true
    }

    /// Reads the index at the end of an xz file that is one stream. It lists the sizes of all blocks.
    fn xz(&mut self) -> Option<()> {
        const HEADER_BYTES: u64 = 12;
        let mut header = [0; HEADER_BYTES as usize];
        self.read_at(0, &mut header)?;
        let length = self.reader.len();
        let mut footer = [0; HEADER_BYTES as usize];
        self.read_at(length.checked_sub(HEADER_BYTES)?, &mut footer)?;
        let [.., b'Y', b'Z'] = footer else { return None };
        let backward = u32::from_le_bytes(footer.get(4..8)?.try_into().ok()?);
        let index_bytes = (u64::from(backward) + 1) * 4;
        let start = length.checked_sub(HEADER_BYTES + index_bytes)?;
        self.reader.seek(SeekFrom::Start(start)).ok()?;
        if self.byte()? != 0 {
            return None;
        }
        let blocks = self.varint()?;
        let (mut packed, mut unpacked) = (HEADER_BYTES, 0u64);
        let mut found = Vec::new();
        for _ in 0..blocks.min(MAX_BLOCKS as u64) {
            let (packed_size, unpacked_size) = (self.varint()?, self.varint()?);
            if unpacked <= self.offset {
                found = vec![(packed, unpacked)];
            }
            packed = packed.checked_add(packed_size.checked_next_multiple_of(4)?)?;
            unpacked = unpacked.checked_add(unpacked_size)?;
        }
        // With several streams in a file, the index describes only the last one.
        let &(at, before) = found.first()?;
        (packed == start).then(|| self.take(at, before, &header)).map(|_| ())
    }

    fn byte(&mut self) -> Option<u8> {
        let mut byte = [0];
        self.reader.read_exact(&mut byte).ok()?;
        byte.first().copied()
    }

    /// Number of up to 63 bits, seven in a byte, the lowest first, as xz writes it.
    fn varint(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// Follows the members of a bgzip file, whose headers give their sizes.
    fn bgzip(&mut self) -> Option<()> {
        let (mut packed, mut unpacked) = (0, 0);
        for _ in 0..MAX_BLOCKS {
            let mut header = [0; 18];
            if self.read_at(packed, &mut header).is_none() {
                return Some(());
            }
            let [0x1f, 0x8b, 8, 4, .., b'B', b'C', 2, 0, low, high] = header else {
                return None;
            };
            if !self.take(packed, unpacked, &[]) {
                return Some(());
            }
            packed += u64::from(u16::from_le_bytes([low, high])) + 1;
            let mut size = [0; 4];
            self.read_at(packed - 4, &mut size)?;
            unpacked += u64::from(u32::from_le_bytes(size));
        }
        None
    }

    /// Follows the frames of a zstd file, as long as their headers give the sizes of their contents.
    fn zstd(&mut self) -> Option<()> {
        let (mut packed, mut unpacked) = (0, 0);
        let mut blocks = 0;
        loop {
            let mut magic = [0; 8];
            if self.read_at(packed, &mut magic).is_none() {
                return Some(());
            }
            let [a, b, c, d, rest @ ..] = magic;
            if matches!([a, b, c, d], [0x50..=0x5f, 0x2a, 0x4d, 0x18]) {
                packed += 8 + u64::from(u32::from_le_bytes(rest));
                blocks += 1;
            } else if [a, b, c, d] == [0x28, 0xb5, 0x2f, 0xfd] {
                if !self.take(packed, unpacked, &[]) {
                    return Some(());
                }
                let (header_bytes, content, has_checksum) = self.zstd_header(packed + 4)?;
                packed += 4 + header_bytes;
                loop {
                    let mut block = [0; 3];
                    self.read_at(packed, &mut block)?;
                    let [low, middle, high] = block;
                    let header = u32::from_le_bytes([low, middle, high, 0]);
                    // A block of type 1 repeats one byte.
                    let size = if header >> 1 & 3 == 1 { 1 } else { u64::from(header >> 3) };
                    packed += 3 + size;
                    blocks += 1;
                    if header & 1 == 1 || blocks > MAX_BLOCKS {
                        break;
                    }
                }
                packed += if has_checksum { 4 } else { 0 };
                match content {
                    Some(size) => unpacked += size,
                    None => return Some(()),
                }
            } else {
                return None;
            }
            if blocks > MAX_BLOCKS {
                return None;
            }
        }
    }

    /// Reads the header of a zstd frame behind its signature: its length, the size of the content if it is given, and
    /// whether a checksum follows the blocks.
    fn zstd_header(&mut self, at: u64) -> Option<(u64, Option<u64>, bool)> {
        let mut header = [0; 14];
        let available = (self.reader.len() - at.min(self.reader.len())).min(14) as usize;
        self.read_at(at, header.get_mut(..available)?)?;
        let [descriptor, ..] = header;
        let is_single_segment = descriptor >> 5 & 1 == 1;
        let dictionary_bytes = [0, 1, 2, 4].get(usize::from(descriptor & 3)).copied()?;
        let size_bytes = match descriptor >> 6 {
            0 => usize::from(is_single_segment),
            1 => 2,
            2 => 4,
            _ => 8,
        };
        let before = 1 + usize::from(!is_single_segment) + dictionary_bytes;
        let mut size = [0; 8];
        size.get_mut(..size_bytes)?.copy_from_slice(header.get(before..before + size_bytes)?);
        let size = u64::from_le_bytes(size) + if size_bytes == 2 { 256 } else { 0 };
        let content = (size_bytes > 0).then_some(size);
        Some(((before + size_bytes) as u64, content, descriptor >> 2 & 1 == 1))
    }
}

//! Reads the declared size of a 7z directory, which may be compressed. The 7z library decompresses the directory in one
//! piece before it checks anything, so the size has to be known before.

use super::super::reader::ArchiveReader;
use std::io::{Read, Seek, SeekFrom};

/// Offset of the start header of a 7z archive. It holds the offset of the directory, counted from [`DIRECTORY_BASE`],
/// and the directory's length.
const START_HEADER_OFFSET: u64 = 8;
const DIRECTORY_BASE: u64 = 32;

/// Number of bytes at the end of the archive in which the directory is searched for, if the start header is all zero.
const SEARCHED_BYTES: u64 = 1 << 20;

// Bytes that begin each part of a directory, from the 7z format description (`7zFormat.txt`).
const END: u8 = 0;
const PACKED_STREAMS: u8 = 6;
const BLOCKS: u8 = 7;
const SIZES: u8 = 9;
const CHECKSUMS: u8 = 10;
const BLOCK: u8 = 11;
const UNPACKED_SIZES: u8 = 12;
const DIRECTORY: u8 = 1;
const PACKED_DIRECTORY: u8 = 23;

/// Size that a 7z directory declares to unpack to; `None` if it is not compressed or cannot be read.
pub(super) fn unpacked_size(reader: &mut ArchiveReader) -> Option<u64> {
    let start_header = bytes_at(reader, START_HEADER_OFFSET, DIRECTORY_BASE - START_HEADER_OFFSET)?;
    let number = |at: usize| Some(u64::from_le_bytes(*start_header.get(at..)?.first_chunk()?));
    let mut bytes = bytes_at(reader, number(4)?.checked_add(DIRECTORY_BASE)?, number(12)?)?;
    if start_header.iter().all(|&byte| byte == 0) {
        bytes = bytes_at(reader, reader.len().saturating_sub(SEARCHED_BYTES), SEARCHED_BYTES)?;
        bytes.pop();
        let is_directory = |byte: &u8| matches!(*byte, DIRECTORY | PACKED_DIRECTORY);
        bytes.drain(..bytes.iter().rposition(is_directory)?);
    }
    let mut fields = HeaderBytes(&bytes);
    (fields.byte()? == PACKED_DIRECTORY).then(|| fields.unpacked_size())?
}

fn bytes_at(reader: &mut ArchiveReader, place: u64, max_bytes: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.seek(SeekFrom::Start(place)).ok()?;
    reader.take(max_bytes).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Cursor over the unread bytes of a directory.
struct HeaderBytes<'a>(&'a [u8]);

impl HeaderBytes<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// Reads a number of one to nine bytes. The number of leading one bits in the first byte is the number of bytes
    /// that follow; they are the low bytes, and the remaining bits of the first byte are the high ones.
    fn number(&mut self) -> Option<u64> {
        let first = self.byte()?;
        let more = first.leading_ones();
        let mut value = 0;
        for at in 0..more {
            value |= u64::from(self.byte()?) << (8 * at);
        }
        let high = u64::from(first) & (0x7f_u64 >> more);
        Some(value | high.checked_shl(8 * more).unwrap_or(0))
    }

    fn skip(&mut self, count: u64) -> Option<()> {
        self.0 = self.0.get(usize::try_from(count).ok()?..)?;
        Some(())
    }

    fn skip_numbers(&mut self, count: u64) -> Option<()> {
        (0..count).try_for_each(|_| self.number().map(drop))
    }

    fn skip_checksums(&mut self, count: u64) -> Option<()> {
        let all = self.byte()? != 0;
        let mut defined = if all { count } else { 0 };
        if !all {
            for at in (0..count).step_by(8) {
                let bits = self.byte()?;
                let unused = 8u64.saturating_sub(count - at);
                defined += u64::from((bits >> unused).count_ones());
            }
        }
        self.skip(defined.checked_mul(4)?)
    }

    /// Largest unpacked size that the directory's blocks declare.
    fn unpacked_size(&mut self) -> Option<u64> {
        let mut part = self.byte()?;
        if part == PACKED_STREAMS {
            self.number()?;
            let streams = self.number()?;
            part = self.byte()?;
            if part == SIZES {
                self.skip_numbers(streams)?;
                part = self.byte()?;
            }
            if part == CHECKSUMS {
                self.skip_checksums(streams)?;
                part = self.byte()?;
            }
            (part == END).then_some(())?;
            part = self.byte()?;
        }
        (part == BLOCKS && self.byte()? == BLOCK).then_some(())?;
        let blocks = self.number()?;
        self.byte()?;
        let mut sizes = 0u64;
        for _ in 0..blocks {
            sizes = sizes.checked_add(self.skip_block()?)?;
        }
        (self.byte()? == UNPACKED_SIZES).then_some(())?;
        (0..sizes).try_fold(0, |most, _| self.number().map(|size| size.max(most)))
    }

    /// Skips the description of a block in the directory and returns the number of the block's streams.
    fn skip_block(&mut self) -> Option<u64> {
        let coders = self.number()?;
        let mut inputs = 0u64;
        for _ in 0..coders {
            let flags = self.byte()?;
            self.skip(u64::from(flags & 0x0f))?;
            let coder_inputs = match flags & 0x10 {
                0 => 1,
                _ => {
                    let inputs = self.number()?;
                    self.number()?;
                    inputs
                }
            };
            inputs = inputs.checked_add(coder_inputs)?;
            if flags & 0x20 != 0 {
                let length = self.number()?;
                self.skip(length)?;
            }
        }
        let bound = coders.checked_sub(1)?;
        self.skip_numbers(bound.checked_mul(2)?)?;
        let packed = inputs.checked_sub(bound)?;
        self.skip_numbers(if packed == 1 { 0 } else { packed })?;
        Some(coders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (bytes, number) in [
            (&[0x7f][..], 0x7f),
            (&[0x81, 0x02], 0x102),
            (&[0xc1, 0x02, 0x03], 0x1_0302),
            (&[0xfe, 1, 2, 3, 4, 5, 6, 7], 0x07_0605_0403_0201),
            (&[0xff, 1, 2, 3, 4, 5, 6, 7, 8], 0x0807_0605_0403_0201),
        ] {
            assert_eq!(HeaderBytes(bytes).number(), Some(number), "{bytes:x?}");
        }
        assert_eq!(HeaderBytes(&[0x81]).number(), None);
    }

    #[test]
    fn directories() {
        // The directory is compressed as two blocks with two coders each; the second variant has checksums of the
        // packed data.
        let block = [2, 3, 4, 2, 2, 3, 4, 2, 2, 0, 2];
        let sizes = [12, 5, 0xc0, 0, 9, 7, 8, 0];
        let plain = [&[23, 7, 11, 2, 0], &block[..], &block, &sizes].concat();
        let streams = [6, 0, 2, 9, 3, 4, 10, 0, 0x40, 0, 0, 0, 0, 0];
        let summed = [&[23], &streams[..], &plain[1..]].concat();
        for directory in [plain, summed] {
            let length = directory.len() as u64;
            let start_header = [&[0; 12][..], &length.to_le_bytes(), &[0; 4]].concat();
            // With an all-zero start header, the directory is searched for at the end.
            for start_header in [start_header, vec![0; 24]] {
                let bytes = [b"7z\xbc\xaf\x27\x1c\0\x04", &start_header[..], &directory].concat();
                let mut reader = ArchiveReader::memory(bytes);
                assert_eq!(unpacked_size(&mut reader), Some(0x900));
            }
            let start_header = [&[0; 12][..], &[4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]].concat();
            let bytes = [b"7z\xbc\xaf\x27\x1c\0\x04", &start_header[..], &directory].concat();
            assert_eq!(unpacked_size(&mut ArchiveReader::memory(bytes)), None);
        }
    }
}

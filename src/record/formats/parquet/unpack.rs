//! Unpacks the pages of Parquet files. The unpacked size that a page claims is a limit and never allocated in advance.

use super::footer::Codec;
use super::thrift::read_varint;
use flate2::read::MultiGzDecoder;
use std::io::Read;

/// Number of bytes that are allocated for a page before anything is unpacked.
const FIRST_CAPACITY_BYTES: usize = 64 << 10;

/// Unpacks a page that has exactly `size` bytes when unpacked. `None` if it is damaged.
pub(super) fn unpack(codec: Codec, packed: &[u8], size: usize) -> Option<Vec<u8>> {
    let unpacked = match codec {
        Codec::None => packed.to_vec(),
        Codec::Snappy => unpack_snappy(packed, size)?,
        Codec::Lz4 => unpack_lz4(packed, size)?,
        Codec::Gzip => read_exactly(MultiGzDecoder::new(packed), size)?,
        Codec::Zstd => unpack_zstd(packed, size)?,
        Codec::Other(_) => return None,
    };
    (unpacked.len() == size).then_some(unpacked)
}

/// Name of the packing if this program cannot unpack it.
pub(super) fn unsupported(codec: Codec) -> Option<&'static str> {
    match codec {
        Codec::Other(name) => Some(name),
        #[cfg(not(feature = "zstd"))]
        Codec::Zstd => Some("zstd"),
        _ => None,
    }
}

#[cfg(feature = "zstd")]
fn unpack_zstd(packed: &[u8], size: usize) -> Option<Vec<u8>> {
    read_exactly(zstd::stream::read::Decoder::with_buffer(packed).ok()?, size)
}

#[cfg(not(feature = "zstd"))]
fn unpack_zstd(_packed: &[u8], _size: usize) -> Option<Vec<u8>> {
    None
}

fn read_exactly(reader: impl Read, size: usize) -> Option<Vec<u8>> {
    let mut unpacked = Vec::with_capacity(size.min(FIRST_CAPACITY_BYTES));
    reader.take(size as u64 + 1).read_to_end(&mut unpacked).ok()?;
    Some(unpacked)
}

/// Output of a decoder whose input repeats earlier output.
struct Output {
    bytes: Vec<u8>,
    limit: usize,
}

impl Output {
    fn new(limit: usize) -> Output {
        Output { bytes: Vec::with_capacity(limit.min(FIRST_CAPACITY_BYTES)), limit }
    }

    fn append(&mut self, bytes: &[u8]) -> Option<()> {
        self.check(bytes.len())?;
        self.bytes.extend_from_slice(bytes);
        Some(())
    }

    /// Appends `length` bytes that stand `distance` bytes before the end. They may overlap what is appended.
    fn repeat(&mut self, distance: usize, length: usize) -> Option<()> {
        self.check(length)?;
        let start = self.bytes.len().checked_sub(distance).filter(|_| distance > 0)?;
        let mut left = length;
        while left > 0 {
            let end = self.bytes.len().min(start + left);
            left -= end - start;
            self.bytes.extend_from_within(start..end);
        }
        Some(())
    }

    fn check(&self, more: usize) -> Option<()> {
        (more <= self.limit - self.bytes.len()).then_some(())
    }
}

fn split<'b>(bytes: &mut &'b [u8], count: usize) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

/// Reads a number of `width` bytes, the lowest first.
fn number(bytes: &mut &[u8], width: usize) -> Option<usize> {
    let taken = split(bytes, width)?;
    Some(taken.iter().rev().fold(0, |value, &byte| value << 8 | usize::from(byte)))
}

/// Unpacks Snappy: a length, then literal bytes and repetitions. The two lowest bits of each tag tell which it is.
fn unpack_snappy(mut packed: &[u8], size: usize) -> Option<Vec<u8>> {
    if read_varint(&mut packed)? != size as u64 {
        return None;
    }
    let mut output = Output::new(size);
    while let Some((&tag, rest)) = packed.split_first() {
        packed = rest;
        let tag = usize::from(tag);
        match tag & 3 {
            0 => {
                let length = match tag >> 2 {
                    short @ 0..60 => short,
                    long => number(&mut packed, long - 59)?,
                };
                output.append(split(&mut packed, length.checked_add(1)?)?)?;
            }
            1 => {
                let low = number(&mut packed, 1)?;
                output.repeat((tag >> 5) << 8 | low, (tag >> 2 & 7) + 4)?;
            }
            width => {
                let distance = number(&mut packed, if width == 2 { 2 } else { 4 })?;
                output.repeat(distance, (tag >> 2) + 1)?;
            }
        }
    }
    Some(output.bytes)
}

/// Unpacks a block of LZ4: sequences of literal bytes and a repetition. The last sequence has no repetition.
fn unpack_lz4(mut packed: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut output = Output::new(size);
    /// Shortest repetition.
    const MIN_REPETITION: usize = 4;
    let length = |packed: &mut &[u8], short: usize| {
        let mut length = short;
        if short == 15 {
            loop {
                let more = number(packed, 1)?;
                length += more;
                if more < 255 {
                    break;
                }
            }
        }
        Some(length)
    };
    while !packed.is_empty() {
        let tag = number(&mut packed, 1)?;
        let literals = length(&mut packed, tag >> 4)?;
        output.append(split(&mut packed, literals)?)?;
        if packed.is_empty() {
            break;
        }
        let distance = number(&mut packed, 2)?;
        let repeated = length(&mut packed, tag & 15)?;
        output.repeat(distance, repeated + MIN_REPETITION)?;
    }
    Some(output.bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_may_overlap() {
        // The literal `ab`, a repetition of 6 bytes from 2 bytes before, the literal `c`.
        let snappy = [9, 1 << 2, b'a', b'b', 5 << 2 | 2, 2, 0, 0, b'c'];
        assert_eq!(unpack(Codec::Snappy, &snappy, 9).as_deref(), Some(&b"ababababc"[..]));
        let lz4 = [2 << 4 | 2, b'a', b'b', 2, 0, 1 << 4, b'c'];
        assert_eq!(unpack(Codec::Lz4, &lz4, 9).as_deref(), Some(&b"ababababc"[..]));
    }

    #[test]
    fn damage_and_wrong_sizes_are_refused() {
        let snappy = [9, 1 << 2, b'a', b'b', 5 << 2 | 2, 2, 0, 0, b'c'];
        let lz4 = [2 << 4 | 2, b'a', b'b', 2, 0, 1 << 4, b'c'];
        for end in 0..snappy.len() {
            assert_eq!(unpack(Codec::Snappy, &snappy[..end], 9), None, "{end}");
        }
        for (codec, packed) in [(Codec::Snappy, &snappy[..]), (Codec::Lz4, &lz4[..])] {
            assert_eq!(unpack(codec, packed, 8), None);
            assert_eq!(unpack(codec, packed, 10), None);
        }
        // Repetitions of what stands before the beginning, or of nothing.
        for distance in [0, 3] {
            assert_eq!(
                unpack(Codec::Snappy, &[9, 4, b'a', b'b', 22, distance, 0, 0, b'c'], 9),
                None
            );
            assert_eq!(unpack(Codec::Lz4, &[0x22, b'a', b'b', distance, 0, 0x10, b'c'], 9), None);
        }
        assert_eq!(unpack(Codec::Snappy, &[0xfc, 0xff, 0xff, 0xff, 0x0f, 0], 1 << 20), None);
    }
}

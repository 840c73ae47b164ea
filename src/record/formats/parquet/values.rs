//! Decodes the values of a page: levels, numbers and byte strings in all encodings that Parquet's writers use. Values
//! are decoded one by one, so a page that repeats a value a billion times takes no memory.

use super::footer::Physical;
use super::thrift::{read_varint, zigzag};
use std::rc::Rc;

/// Part of the bytes of an unpacked page.
#[derive(Clone, Debug)]
pub(super) struct Part {
    page: Rc<Vec<u8>>,
    start: usize,
    end: usize,
}

impl Part {
    pub(super) fn new(bytes: Vec<u8>) -> Part {
        Part { start: 0, end: bytes.len(), page: Rc::new(bytes) }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.page.get(self.start..self.end).unwrap_or_default()
    }

    pub(super) fn len(&self) -> usize {
        self.end - self.start
    }

    /// Cuts off the first bytes and returns them.
    pub(super) fn split_off(&mut self, count: usize) -> Option<Part> {
        let middle = self.start.checked_add(count).filter(|&middle| middle <= self.end)?;
        let first = Part { page: self.page.clone(), start: self.start, end: middle };
        self.start = middle;
        Some(first)
    }

    /// Cuts off a number of four bytes, the lowest first.
    fn split_u32(&mut self) -> Option<u32> {
        let bytes = self.bytes().get(..4)?.try_into().ok()?;
        self.start += 4;
        Some(u32::from_le_bytes(bytes))
    }

    fn split_varint(&mut self) -> Option<u64> {
        let mut rest = self.bytes();
        let value = read_varint(&mut rest)?;
        self.start = self.end - rest.len();
        Some(value)
    }

    /// Reads a number of `width` bits that begins at this bit; the lowest bit comes first.
    fn bits(&self, at: usize, width: u32) -> Option<u64> {
        let bytes = self.bytes().get(at / 8..(at + width as usize).div_ceil(8))?;
        let value = bytes.iter().rev().fold(0u128, |value, &byte| value << 8 | u128::from(byte));
        let mask = if width == 0 { 0 } else { u64::MAX >> (64 - width.min(64)) };
        Some((value >> (at % 8)) as u64 & mask)
    }

    /// Cuts off the part behind a length of four bytes.
    pub(super) fn split_prefixed(&mut self) -> Option<Part> {
        let length = self.split_u32()?;
        self.split_off(length as usize)
    }
}

/// Value of a column in one row, or of one item of a list.
#[derive(Clone, Debug)]
pub(super) enum Scalar {
    Null,
    Int(i64),
    Fraction(f64),
    Bytes(Part),
}

/// Numbers in runs: repetitions of a number, and numbers packed with the same count of bits.
#[derive(Debug)]
pub(super) struct Runs {
    rest: Part,
    width: u32,
    run: Run,
}

#[derive(Debug)]
enum Run {
    Repeated { value: u32, left: u64 },
    Packed { bits: Part, at: usize, left: u64 },
}

impl Runs {
    /// Numbers of `width` bits; `None` if that is more than 32.
    pub(super) fn new(bytes: Part, width: u32) -> Option<Runs> {
        (width <= 32).then_some(Runs {
            rest: bytes,
            width,
            run: Run::Repeated { value: 0, left: 0 },
        })
    }

    pub(super) fn next(&mut self) -> Option<u32> {
        loop {
            match &mut self.run {
                Run::Repeated { value, left: left @ 1.. } => {
                    *left -= 1;
                    return Some(*value);
                }
                Run::Packed { bits, at, left: left @ 1.. } => {
                    *left -= 1;
                    let value = bits.bits(*at, self.width)?;
                    *at += self.width as usize;
                    return Some(value as u32);
                }
                _ => self.begin_run()?,
            }
        }
    }

    fn begin_run(&mut self) -> Option<()> {
        let head = self.rest.split_varint()?;
        let count = head >> 1;
        self.run = if head & 1 == 0 {
            let bytes = self.rest.split_off(self.width.div_ceil(8) as usize)?;
            let value = bytes.bits(0, bytes.len() as u32 * 8)?;
            Run::Repeated { value: u32::try_from(value).ok()?, left: count }
        } else {
            // Groups of eight numbers. Writers may leave out the end of the last group.
            let bytes = count.saturating_mul(u64::from(self.width)).min(self.rest.len() as u64);
            let bits = self.rest.split_off(bytes as usize)?;
            // Numbers without bits take no bytes, so their count is not bounded by those.
            Run::Packed { bits, at: 0, left: count.saturating_mul(8) }
        };
        Some(())
    }
}

/// Integers as differences from one to the next, in blocks (`DELTA_BINARY_PACKED`).
#[derive(Clone, Debug)]
pub(super) struct Deltas {
    rest: Part,
    block: usize,
    miniblock: usize,
    left: u64,
    value: i64,
    is_first: bool,
    min_delta: i64,
    /// Widths in bits of the numbers of the block's parts that were not begun yet.
    widths: Part,
    bits: Part,
    width: u32,
    at: usize,
    left_in_miniblock: usize,
}

impl Deltas {
    fn new(mut rest: Part) -> Option<Deltas> {
        let block = usize::try_from(rest.split_varint()?).ok()?;
        let miniblocks = usize::try_from(rest.split_varint()?).ok()?;
        let left = rest.split_varint()?;
        let value = zigzag(rest.split_varint()?);
        let miniblock = block.checked_div(miniblocks)?;
        if miniblock == 0 || miniblock % 8 != 0 || block > 1 << 20 {
            return None;
        }
        let nothing = rest.split_off(0)?;
        Some(Deltas {
            rest,
            block,
            miniblock,
            left,
            value,
            is_first: true,
            min_delta: 0,
            widths: nothing.clone(),
            bits: nothing,
            width: 0,
            at: 0,
            left_in_miniblock: 0,
        })
    }

    fn next(&mut self) -> Option<i64> {
        self.left = self.left.checked_sub(1)?;
        if std::mem::take(&mut self.is_first) {
            return Some(self.value);
        }
        if self.left_in_miniblock == 0 {
            self.begin_miniblock()?;
        }
        self.left_in_miniblock -= 1;
        let delta = self.bits.bits(self.at, self.width)? as i64;
        self.at += self.width as usize;
        self.value = self.value.wrapping_add(self.min_delta).wrapping_add(delta);
        Some(self.value)
    }

    fn begin_miniblock(&mut self) -> Option<()> {
        if self.widths.len() == 0 {
            self.min_delta = zigzag(self.rest.split_varint()?);
            self.widths = self.rest.split_off(self.block / self.miniblock)?;
        }
        self.width = u32::from(*self.widths.split_off(1)?.bytes().first()?);
        if self.width > 64 {
            return None;
        }
        // The last part may be shorter than the others.
        let bytes = (self.miniblock / 8 * self.width as usize).min(self.rest.len());
        self.bits = self.rest.split_off(bytes)?;
        (self.at, self.left_in_miniblock) = (0, self.miniblock);
        Some(())
    }

    /// Splits lengths and what stands behind them: the bytes whose lengths they are, or other lengths.
    fn split(rest: Part) -> Option<(Deltas, Part)> {
        let deltas = Deltas::new(rest)?;
        let mut end = deltas.clone();
        for _ in 0..deltas.left {
            crate::cancel::checkpoint();
            end.next()?;
        }
        Some((deltas, end.rest))
    }
}

/// Values of a dictionary, to which pages refer by their numbers.
#[derive(Debug)]
pub(super) struct Dictionary {
    physical: Physical,
    values: Part,
    /// Places of byte strings, which have different lengths.
    offsets: Vec<u32>,
}

impl Dictionary {
    /// Reads the page of a dictionary with this number of values.
    pub(super) fn new(physical: Physical, values: Part, count: usize) -> Option<Dictionary> {
        let mut offsets = Vec::new();
        if physical == Physical::ByteArray {
            let mut rest = values.clone();
            for _ in 0..count {
                offsets.push(u32::try_from(values.len() - rest.len()).ok()?);
                rest.split_prefixed()?;
            }
        }
        Some(Dictionary { physical, values, offsets })
    }

    fn get(&self, number: u32) -> Option<Scalar> {
        let offset = match self.physical {
            Physical::ByteArray => *self.offsets.get(number as usize)? as usize,
            Physical::Boolean => return None,
            other => (number as usize).checked_mul(width(other)?)?,
        };
        let mut rest = self.values.clone();
        rest.split_off(offset)?;
        plain(self.physical, &mut rest)
    }
}

/// Number of bytes of a value of a fixed size.
fn width(physical: Physical) -> Option<usize> {
    Some(match physical {
        Physical::Int32 | Physical::Float => 4,
        Physical::Int64 | Physical::Double => 8,
        Physical::Int96 => 12,
        Physical::Fixed(length) => length,
        Physical::Boolean | Physical::ByteArray => return None,
    })
}

/// Cuts off the first value of a part in plain encoding.
fn plain(physical: Physical, rest: &mut Part) -> Option<Scalar> {
    if physical == Physical::ByteArray {
        return rest.split_prefixed().map(Scalar::Bytes);
    }
    let part = rest.split_off(width(physical)?)?;
    from_fixed(physical, part)
}

/// Value of a fixed size from its bytes.
fn from_fixed(physical: Physical, part: Part) -> Option<Scalar> {
    let bytes = part.bytes();
    Some(match physical {
        Physical::Int32 => Scalar::Int(i32::from_le_bytes(bytes.try_into().ok()?).into()),
        Physical::Int64 => Scalar::Int(i64::from_le_bytes(bytes.try_into().ok()?)),
        Physical::Float => Scalar::Fraction(f32::from_le_bytes(bytes.try_into().ok()?).into()),
        Physical::Double => Scalar::Fraction(f64::from_le_bytes(bytes.try_into().ok()?)),
        _ => Scalar::Bytes(part),
    })
}

/// Values of a page in one of Parquet's encodings.
#[derive(Debug)]
pub(super) enum Values {
    Plain(Part),
    /// Truth values, a bit each.
    Bits(Part, usize),
    BooleanRuns(Runs),
    /// Numbers of values in the column's dictionary.
    Numbers(Runs),
    Deltas(Deltas),
    Lengths(Deltas, Part),
    /// Byte strings that begin like the one before: lengths of what is equal, lengths of the rest, and the rest.
    Prefixes(Deltas, Deltas, Part, Vec<u8>),
    /// The first bytes of all values, then their second bytes, and so on; with the number of the next value.
    Streams(Part, usize),
}

impl Values {
    /// Values of a page in the encoding with this number in the format; `None` if it is unknown or not for this type.
    pub(super) fn new(encoding: i64, physical: Physical, mut part: Part) -> Option<Values> {
        let is_integer = matches!(physical, Physical::Int32 | Physical::Int64);
        let is_bytes = matches!(physical, Physical::ByteArray | Physical::Fixed(_));
        Some(match encoding {
            0 if physical == Physical::Boolean => Values::Bits(part, 0),
            0 => Values::Plain(part),
            2 | 8 => {
                let bits = match part.split_off(1) {
                    Some(first) => u32::from(*first.bytes().first()?),
                    None => 0,
                };
                Values::Numbers(Runs::new(part, bits)?)
            }
            3 if physical == Physical::Boolean => {
                Values::BooleanRuns(Runs::new(part.split_prefixed()?, 1)?)
            }
            5 if is_integer => Values::Deltas(Deltas::new(part)?),
            6 if is_bytes => {
                let (lengths, rest) = Deltas::split(part)?;
                Values::Lengths(lengths, rest)
            }
            7 if is_bytes => {
                let (prefixes, rest) = Deltas::split(part)?;
                let (lengths, rest) = Deltas::split(rest)?;
                Values::Prefixes(prefixes, lengths, rest, Vec::new())
            }
            9 if width(physical).is_some() => Values::Streams(part, 0),
            _ => return None,
        })
    }

    pub(super) fn next(
        &mut self,
        physical: Physical,
        dictionary: Option<&Dictionary>,
    ) -> Option<Scalar> {
        match self {
            Values::Plain(rest) => plain(physical, rest),
            Values::Bits(bits, at) => {
                let bit = bits.bits(*at, 1)?;
                *at += 1;
                Some(Scalar::Int(bit as i64))
            }
            Values::BooleanRuns(runs) => Some(Scalar::Int(runs.next()?.into())),
            Values::Numbers(runs) => dictionary?.get(runs.next()?),
            Values::Deltas(deltas) if physical == Physical::Int32 => {
                // Differences of 32-bit integers wrap around.
                Some(Scalar::Int((deltas.next()? as i32).into()))
            }
            Values::Deltas(deltas) => deltas.next().map(Scalar::Int),
            Values::Lengths(lengths, rest) => {
                let length = usize::try_from(lengths.next()?).ok()?;
                rest.split_off(length).map(Scalar::Bytes)
            }
            Values::Prefixes(prefixes, lengths, rest, last) => {
                let prefix = usize::try_from(prefixes.next()?).ok()?;
                let length = usize::try_from(lengths.next()?).ok()?;
                if prefix > last.len() {
                    return None;
                }
                last.truncate(prefix);
                last.extend_from_slice(rest.split_off(length)?.bytes());
                Some(Scalar::Bytes(Part::new(last.clone())))
            }
            Values::Streams(streams, next) => {
                let width = width(physical)?;
                let count = streams.len() / width;
                let bytes =
                    (0..width).map(|byte| streams.bytes().get(byte * count + *next).copied());
                let bytes = bytes.collect::<Option<Vec<u8>>>().filter(|_| *next < count)?;
                *next += 1;
                from_fixed(physical, Part::new(bytes))
            }
        }
    }
}

//! Bit packing: numbers of any width without gaps, the lowest bit first.

#[derive(Debug, Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    /// Number of bits used in `pending`, fewer than 64.
    used: u32,
}

impl BitWriter {
    /// Appends the `width` lowest bits of `value`; `width` is at most 64.
    #[inline]
    pub(crate) fn push(&mut self, value: u64, width: u32) {
        debug_assert!(width == 64 || value >> width == 0);
        self.pending |= value << self.used;
        let free_bits = 64 - self.used;
        if width < free_bits {
            self.used += width;
            return;
        }
        self.bytes.extend_from_slice(&self.pending.to_le_bytes());
        self.pending = value.checked_shr(free_bits).unwrap_or(0);
        self.used = width - free_bits;
    }

    /// Returns the complete bytes and removes them; the pending bits stay.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Number of complete bytes that have not been taken yet.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Pads with zero bits to a whole byte and returns the remaining bytes.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let rest = self.used.div_ceil(8) as usize;
        self.bytes.extend_from_slice(self.pending.to_le_bytes().get(..rest).unwrap_or(&[]));
        self.bytes
    }
}

/// Reads the number of `width` bits at bit offset `at`. Bits past the end of `bytes` are zero.
///
/// `width` is at most 57: the number is cut out of one 64-bit word that begins at a byte, so up to 7 bits before it are
/// lost.
#[inline]
pub(crate) fn read_bits(bytes: &[u8], at: u64, width: u32) -> u64 {
    let start = (at / 8) as usize;
    let word = match bytes.get(start..start + 8) {
        Some(word) => u64::from_le_bytes(word.try_into().unwrap_or_default()),
        None => tail_word(bytes, start),
    };
    (word >> (at % 8)) & ((1 << width) - 1)
}

#[cold]
fn tail_word(bytes: &[u8], start: usize) -> u64 {
    let mut word = [0; 8];
    for (to, from) in word.iter_mut().zip(bytes.get(start..).unwrap_or(&[])) {
        *to = *from;
    }
    u64::from_le_bytes(word)
}

/// Reads the 8 bytes at `at` as a little-endian number.
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

/// Returns the number of bits that the numbers below `count` need.
#[inline]
pub(crate) fn width_for(count: u64) -> u32 {
    count.max(1).next_power_of_two().trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let mut writer = BitWriter::default();
        let numbers: Vec<(u64, u32)> = (0u64..1000)
            .map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15), (i % 57 + 1) as u32))
            .collect();
        for &(number, width) in &numbers {
            writer.push(number & ((1 << width) - 1), width);
        }
        let bytes = writer.finish();
        let mut at = 0;
        for &(number, width) in &numbers {
            assert_eq!(read_bits(&bytes, at, width), number & ((1 << width) - 1));
            at += u64::from(width);
        }
        assert_eq!(read_bits(&bytes, at + 100, 20), 0);
    }

    #[test]
    fn widths() {
        for (count, width) in
            [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (1 << 20, 20), ((1 << 20) + 1, 21)]
        {
            assert_eq!(width_for(count), width, "{count}");
        }
    }
}

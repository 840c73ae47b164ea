//! Numbers of any width, packed without gaps, the lowest bit first.

/// Packs numbers into bytes.
#[derive(Debug, Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    /// Number of bits pending, fewer than 64.
    used: u32,
}

impl BitWriter {
    /// Appends the `width` lowest bits of `value`, 64 at most.
    #[inline]
    pub(crate) fn push(&mut self, value: u64, width: u32) {
        debug_assert!(width == 64 || value >> width == 0);
        self.pending |= value << self.used;
        let room = 64 - self.used;
        if width < room {
            self.used += width;
            return;
        }
        self.bytes.extend_from_slice(&self.pending.to_le_bytes());
        self.pending = value.checked_shr(room).unwrap_or(0);
        self.used = width - room;
    }

    /// Takes out the complete bytes.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Bytes waiting to be taken.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Pads with zero bits to the next byte and returns what is left.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let rest = self.used.div_ceil(8) as usize;
        self.bytes.extend_from_slice(self.pending.to_le_bytes().get(..rest).unwrap_or(&[]));
        self.bytes
    }
}

/// Reads the `width`-bit number (57 bits at most) at bit `at`. Bits past the end are zero.
#[inline]
pub(crate) fn get(bytes: &[u8], at: u64, width: u32) -> u64 {
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

/// Reads a little-endian number of 8 bytes.
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

/// How many bits numbers below `count` need.
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
            assert_eq!(get(&bytes, at, width), number & ((1 << width) - 1));
            at += u64::from(width);
        }
        assert_eq!(get(&bytes, at + 100, 20), 0);
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

//! How many bytes a game has as SGF, as a fast-field number of its first five binary digits: at most 3 % too much or
//! too little. That takes one byte in the index, whatever the longest game of a segment is.

const DIGITS: u32 = 4;
/// The digits, with the first one, which is not left out.
const DIGITS_MASK: u64 = (1 << (DIGITS + 1)) - 1;
/// No game is larger. What a damaged index says is not shifted further.
const LARGEST: u64 = 40;

pub(crate) fn packed(bytes: u64) -> u64 {
    let shift = bytes.max(1).ilog2().saturating_sub(DIGITS);
    (u64::from(shift) << DIGITS) + (bytes >> shift)
}

/// The middle of the numbers of bytes that are packed so.
pub fn unpacked(packed: u64) -> u64 {
    let shift = (packed >> DIGITS).saturating_sub(1).min(LARGEST);
    let digits = (packed - (shift << DIGITS)) & DIGITS_MASK;
    (digits << shift) + ((1 << shift) >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_bytes_is_kept_but_for_three_percent() {
        assert!((0..32).all(|bytes| unpacked(packed(bytes)) == bytes));
        let mut last = 0;
        for bytes in (0..1 << 16).chain([1 << 20, 3_999_999, 1 << 31]) {
            let number = packed(bytes);
            assert!(number >= last, "{bytes}");
            last = number;
            let off = unpacked(number).abs_diff(bytes);
            assert!(off * 32 <= bytes, "{bytes} is off by {off}");
        }
        assert!(unpacked(u64::MAX) < 1 << 48);
        // From 40 bytes to half a megabyte they differ by less than 256, which a byte holds.
        assert!(packed(500_000) - packed(40) < 256);
    }
}

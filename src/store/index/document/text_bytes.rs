//! Size of a game as SGF, as a fast-field number that has the first five binary digits of the size.
//!
//! Sizes below 16 bytes are stored as they are. For larger sizes, the number consists of these bits:
//!
//! | bits | content |
//! |---|---|
//! | 4 and up | number of lower binary digits that are not stored, plus one |
//! | 0 to 3 | the four binary digits after the leading one, which is not stored |
//!
//! Several sizes share a number, and reading it gives the middle of these sizes, so the error is at most 1/32, or 3 %.
//! The column takes one byte per game, whatever the longest game of a segment is.

const DIGITS_AFTER_LEADING: u32 = 4;
/// Mask of the stored digits with the leading one, which is implied.
const DIGITS_MASK: u64 = (1 << (DIGITS_AFTER_LEADING + 1)) - 1;
/// Largest shift that is decoded. No game has more than 2^44 bytes; the limit keeps damaged values from overflowing.
const MAX_SHIFT: u64 = 40;

pub(crate) fn encode(bytes: u64) -> u64 {
    let shift = bytes.max(1).ilog2().saturating_sub(DIGITS_AFTER_LEADING);
    (u64::from(shift) << DIGITS_AFTER_LEADING) + (bytes >> shift)
}

/// Returns the middle of the sizes that are encoded as this number.
pub fn approximate_bytes(packed: u64) -> u64 {
    let shift = (packed >> DIGITS_AFTER_LEADING).saturating_sub(1).min(MAX_SHIFT);
    let digits = (packed - (shift << DIGITS_AFTER_LEADING)) & DIGITS_MASK;
    (digits << shift) + ((1 << shift) >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_bytes_is_kept_but_for_three_percent() {
        assert!((0..32).all(|bytes| approximate_bytes(encode(bytes)) == bytes));
        let mut last = 0;
        for bytes in (0..1 << 16).chain([1 << 20, 3_999_999, 1 << 31]) {
            let number = encode(bytes);
            assert!(number >= last, "{bytes}");
            last = number;
            let off = approximate_bytes(number).abs_diff(bytes);
            assert!(off * 32 <= bytes, "{bytes} is off by {off}");
        }
        assert!(approximate_bytes(u64::MAX) < 1 << 48);
        // Games of 40 bytes to half a megabyte span less than 256 values, so the column fits in a byte.
        assert!(encode(500_000) - encode(40) < 256);
    }
}

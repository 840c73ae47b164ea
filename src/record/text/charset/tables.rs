//! Costs of the characters of two-byte charsets, in the half bits of [`score`](super::score).
//!
//! A character in a list of `common.rs` costs by its rank there, every other one by the region of the code that it is
//! in: signs, first level, second level, extensions.

use super::candidate::CharsetCandidate;
use super::common::{
    JAPANESE, JAPANESE_SURNAMES, KOREAN, KOREAN_SURNAMES, SIMPLIFIED, SIMPLIFIED_SURNAMES,
    TRADITIONAL, TRADITIONAL_SURNAMES,
};
use super::letters::INVALID_COST;
use encoding_rs::Encoding;
use std::sync::LazyLock;

type ByteTable = Box<[u8]>;

static GBK: LazyLock<ByteTable> = LazyLock::new(|| {
    let both = [(TRADITIONAL, 0.1), (SIMPLIFIED, 0.9)];
    build_table(encoding_rs::GBK, &both, |lead, trail| match (lead, trail) {
        (0x81..=0xFE, 0x40..=0x7E | 0x80..=0xFE) => match lead {
            0xA1 | 0xA3 if trail >= 0xA1 => 22,
            0xA2 if trail >= 0xA1 => 30,
            0xA4 | 0xA5 if trail >= 0xA1 => 36,
            0xB0..=0xD7 if trail >= 0xA1 => 29,
            0xD8..=0xF7 if trail >= 0xA1 => 34,
            _ => 48,
        },
        _ => INVALID_COST,
    })
});
static BIG5: LazyLock<ByteTable> = LazyLock::new(|| {
    build_table(encoding_rs::BIG5, &[(TRADITIONAL, 0.9)], |lead, trail| match (lead, trail) {
        (0x81..=0xFE, 0x40..=0x7E | 0xA1..=0xFE) => match u16::from_be_bytes([lead, trail]) {
            0xA140..=0xA3BF => 22,
            0xA440..=0xC67E => 30,
            0xC6A1..=0xC8FE => 36,
            0xC940..=0xF9D5 => 39,
            _ => 50,
        },
        _ => INVALID_COST,
    })
});
static EUC_KR: LazyLock<ByteTable> = LazyLock::new(|| {
    build_table(encoding_rs::EUC_KR, &[(KOREAN, 0.93)], |lead, trail| match (lead, trail) {
        (0xA1..=0xFE, 0xA1..=0xFE) => match lead {
            0xA1 | 0xA3 => 24,
            0xA4 => 30,
            0xB0..=0xC8 => 29,
            0xCA..=0xFD => 40,
            _ => 38,
        },
        (0x81..=0xC6, 0x41..=0x5A | 0x61..=0x7A | 0x81..=0xFE) => 42,
        _ => INVALID_COST,
    })
});
static SHIFT_JIS: LazyLock<ByteTable> = LazyLock::new(|| {
    build_table(encoding_rs::SHIFT_JIS, &[(JAPANESE, 0.4)], |lead, trail| match (lead, trail) {
        (0x81..=0x9F | 0xE0..=0xFC, 0x40..=0x7E | 0x80..=0xFC) => {
            match u16::from_be_bytes([lead, trail]) {
                0x8140..=0x8142 | 0x815B | 0x8175 | 0x8176 => 16,
                0x8143..=0x81AC => 21,
                0x824F..=0x829A => 22,
                0x829F..=0x82F1 => 16,
                0x8340..=0x8396 => 19,
                0x889F..=0x9872 => 31,
                0x989F..=0xEAA4 => 38,
                _ => 50,
            }
        }
        _ => INVALID_COST,
    })
});
static EUC_JP: LazyLock<ByteTable> = LazyLock::new(|| {
    build_table(encoding_rs::EUC_JP, &[(JAPANESE, 0.4)], |lead, trail| match (lead, trail) {
        (0x8E, 0xA1..=0xDF) => 30,
        (0xA1..=0xFE, 0xA1..=0xFE) => match lead {
            0xA1 => 20,
            0xA3 => 22,
            0xA4 if trail <= 0xF3 => 16,
            0xA5 if trail <= 0xF6 => 19,
            0xB0..=0xCF => 31,
            0xD0..=0xF4 => 38,
            _ => 48,
        },
        _ => INVALID_COST,
    })
});

/// Builds a table with a cost for every pair of bytes: by the region of the code, and less for the characters in each
/// list, which together make up `share` of all text.
fn build_table(
    encoding: &'static Encoding,
    lists: &[(&str, f64)],
    region_cost: impl Fn(u8, u8) -> u8,
) -> ByteTable {
    let mut table: ByteTable =
        (0..=u16::MAX).map(|code| region_cost((code >> 8) as u8, code as u8)).collect();
    for &(list, share) in lists {
        for (code, found) in ranked_costs(encoding, list, share) {
            if let Some(cost) = table.get_mut(usize::from(code)) {
                *cost = found;
            }
        }
    }
    table
}

/// Returns the code and cost of each character in a list. The frequency is assumed to fall off as 1/(rank + 10), and
/// all characters of the list together to be `share` of the text.
fn ranked_costs(encoding: &'static Encoding, list: &str, share: f64) -> Vec<(u16, u8)> {
    let all = (list.chars().count() as f64 / 10.0 + 1.0).ln() / share;
    let costs = list.chars().enumerate().filter_map(|(rank, c)| {
        let mut buffer = [0; 4];
        let (bytes, _, unmappable) = encoding.encode(c.encode_utf8(&mut buffer));
        match (&*bytes, unmappable) {
            (&[lead, trail], false) => {
                let cost = (2.0 * ((rank as f64 + 10.0) * all).log2()).round() as u8;
                Some((u16::from_be_bytes([lead, trail]), cost))
            }
            _ => None,
        }
    });
    costs.collect()
}

/// Codes and costs of the characters that names often begin with, sorted by code, for each of
/// [`CharsetCandidate::TWO_BYTE`].
static SURNAMES: LazyLock<[Vec<(u16, u8)>; 5]> = LazyLock::new(|| {
    CharsetCandidate::TWO_BYTE.map(|candidate| {
        let lists = match candidate {
            CharsetCandidate::Gbk => &[(TRADITIONAL_SURNAMES, 0.1), (SIMPLIFIED_SURNAMES, 0.8)][..],
            CharsetCandidate::Big5 => &[(TRADITIONAL_SURNAMES, 0.8)],
            CharsetCandidate::EucKr => &[(KOREAN_SURNAMES, 0.9)],
            _ => &[(JAPANESE_SURNAMES, 0.8)],
        };
        let found = |&(list, share)| ranked_costs(candidate.encoding(), list, share);
        let mut all: Vec<(u16, u8)> = lists.iter().flat_map(found).collect();
        // If a character is in both lists, only its cheaper entry stays.
        all.sort_unstable();
        all.dedup_by_key(|entry| entry.0);
        all
    })
});

/// Cost of a character at the beginning of a player's name; `None` if names rarely begin with it.
pub(super) fn surname_cost(candidate: CharsetCandidate, lead: u8, trail: u8) -> Option<u8> {
    let mut doubles = CharsetCandidate::TWO_BYTE.into_iter();
    let list = SURNAMES.get(doubles.position(|double| double == candidate)?)?;
    let code = u16::from_be_bytes([lead, trail]);
    let at = list.binary_search_by_key(&code, |entry| entry.0).ok()?;
    list.get(at).map(|entry| entry.1)
}

/// For the character that begins with the byte `lead` (outside ASCII) and goes on with `trail`, returns its cost and
/// its length in bytes. The cost is how improbable the character is in this charset, in half bits; the charset in which
/// a text costs least is chosen.
#[inline]
pub(super) fn cost_and_length(candidate: CharsetCandidate, lead: u8, trail: u8) -> (u8, usize) {
    let table = match candidate {
        CharsetCandidate::Gbk => &GBK,
        CharsetCandidate::Big5 => &BIG5,
        CharsetCandidate::EucKr => &EUC_KR,
        CharsetCandidate::ShiftJis if matches!(lead, 0xA1..=0xDF) => return (26, 1),
        CharsetCandidate::ShiftJis => &SHIFT_JIS,
        _ => &EUC_JP,
    };
    let cost =
        table.get(usize::from(lead) << 8 | usize::from(trail)).copied().unwrap_or(INVALID_COST);
    if cost < INVALID_COST {
        return (cost, 2);
    }
    match (candidate, trail) {
        // Two bytes that are half of a four-byte character of GB18030.
        (CharsetCandidate::Gbk, b'0'..=b'9') if lead != 0x80 && lead != 0xFF => (30, 2),
        // The first byte of a three-byte character of EUC-JP; two more follow.
        (CharsetCandidate::EucJp, 0xA1..=0xFE) if lead == 0x8F => (40, 1),
        _ => (INVALID_COST, 1),
    }
}

pub(super) fn character_length(candidate: CharsetCandidate, b: u8, next: u8) -> usize {
    if candidate.is_two_byte() { cost_and_length(candidate, b, next).1 } else { 1 }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn common_rare_and_invalid() {
        let cost = |c, text: &str| {
            let (bytes, _, _) = CharsetCandidate::encoding(c).encode(text);
            cost_and_length(c, bytes[0], bytes.get(1).copied().unwrap_or(0))
        };
        assert!(cost(CharsetCandidate::Gbk, "胜").0 < cost(CharsetCandidate::Gbk, "怪").0);
        assert!(cost(CharsetCandidate::Gbk, "怪").0 < cost(CharsetCandidate::Gbk, "丯").0);
        assert!(
            cost(CharsetCandidate::ShiftJis, "の").0 < cost(CharsetCandidate::ShiftJis, "郎").0
        );
        assert_eq!(cost_and_length(CharsetCandidate::ShiftJis, 0xB1, b']').1, 1);
        assert_eq!(cost_and_length(CharsetCandidate::EucKr, 0xB1, b']'), (INVALID_COST, 1));
        assert_eq!(cost_and_length(CharsetCandidate::Gbk, 0x81, b'0').1, 2);
    }
}

//! How likely bytes are as a text of one charset, in half bits: the sum over all characters outside ASCII of
//! −2·log₂ of their frequency in Go records of the languages that use the charset, and a fee for every fault that
//! the reading would make in the structure of the record (a bracket swallowed by a two-byte character, text outside
//! of values).
//!
//! Only the shape of the codes is looked at; nothing is decoded. One walk over the bytes for each candidate.

use super::common::{JAPANESE, KOREAN, SIMPLIFIED, TRADITIONAL};
use encoding_rs::Encoding;
use std::sync::LazyLock;

/// The charsets that can be detected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Candidate {
    Gbk,
    Big5,
    ShiftJis,
    EucJp,
    EucKr,
    Western,
    Central,
    Cyrillic,
    Koi8,
}

impl Candidate {
    /// Those with characters of two bytes.
    pub(super) const DOUBLE: [Candidate; 5] =
        [Candidate::Gbk, Candidate::Big5, Candidate::EucKr, Candidate::ShiftJis, Candidate::EucJp];
    /// Those with characters of one byte.
    pub(super) const SINGLE: [Candidate; 4] =
        [Candidate::Western, Candidate::Cyrillic, Candidate::Koi8, Candidate::Central];

    /// The decoder.
    pub(super) fn encoding(self) -> &'static Encoding {
        match self {
            Candidate::Gbk => encoding_rs::GBK,
            Candidate::Big5 => encoding_rs::BIG5,
            Candidate::ShiftJis => encoding_rs::SHIFT_JIS,
            Candidate::EucJp => encoding_rs::EUC_JP,
            Candidate::EucKr => encoding_rs::EUC_KR,
            Candidate::Western => encoding_rs::WINDOWS_1252,
            Candidate::Central => encoding_rs::WINDOWS_1250,
            Candidate::Cyrillic => encoding_rs::WINDOWS_1251,
            Candidate::Koi8 => encoding_rs::KOI8_R,
        }
    }

    /// The candidate that measures texts of this encoding, if there is one.
    pub(super) fn of(encoding: &'static Encoding) -> Option<Candidate> {
        if encoding == encoding_rs::GB18030 {
            return Some(Candidate::Gbk);
        }
        if encoding == encoding_rs::ISO_8859_15 {
            return Some(Candidate::Western);
        }
        if encoding == encoding_rs::ISO_8859_2 {
            return Some(Candidate::Central);
        }
        Self::DOUBLE.into_iter().chain(Self::SINGLE).find(|c| c.encoding() == encoding)
    }

    /// Whether a character takes two bytes.
    pub(super) fn is_double(self) -> bool {
        Self::DOUBLE.contains(&self)
    }

    /// What the charset costs before the first byte: how rare it is.
    fn prior(self) -> u64 {
        match self {
            Candidate::EucJp => 12,
            Candidate::Central => 6,
            Candidate::Koi8 => 4,
            _ => 0,
        }
    }
}

/// The result of one walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    /// Half bits; the least is the likeliest.
    pub(super) cost: u64,
    /// Faults in the structure.
    pub(super) faults: u64,
    /// Bytes that take part in characters outside ASCII.
    pub(super) bytes: u64,
}

impl Score {
    /// Half bits for each ten bytes outside ASCII.
    pub(super) fn per_ten(&self) -> u64 {
        (self.cost * 10).checked_div(self.bytes).unwrap_or(0)
    }
}

/// What a fault in the structure costs.
const FAULT: u64 = 30;
/// What a sequence costs that the charset does not have.
const INVALID: u8 = 70;

/// Follows the brackets of a record.
#[derive(Default)]
pub(super) struct Structure {
    inside: bool,
    escaped: bool,
    capitals: u8,
    /// Faults so far.
    pub(super) faults: u64,
}

impl Structure {
    /// An ASCII character.
    #[inline]
    pub(super) fn ascii(&mut self, b: u8) {
        if self.escaped {
            self.escaped = false;
            self.capitals = 0;
            return;
        }
        match b {
            b'[' => {
                // `PW[` inside a value: its end has been swallowed.
                self.faults += u64::from(self.inside && self.capitals > 0 && self.capitals <= 2);
                self.inside = true;
            }
            b']' => {
                self.faults += u64::from(!self.inside);
                self.inside = false;
            }
            b'\\' => self.escaped = self.inside,
            b'A'..=b'Z' => {
                self.capitals = self.capitals.saturating_add(1);
                return;
            }
            _ => {}
        }
        self.capitals = 0;
    }

    /// A character outside ASCII.
    #[inline]
    pub(super) fn other(&mut self) {
        self.faults += u64::from(!self.inside);
        self.escaped = false;
        self.capitals = 0;
    }

    /// The end of the text.
    pub(super) fn end(&mut self) {
        self.faults += u64::from(self.inside);
    }
}

/// Measures `bytes` as a text of the candidate's charset; None once it costs more than `limit`.
pub(super) fn score(candidate: Candidate, bytes: &[u8], limit: u64) -> Option<Score> {
    let mut structure = Structure::default();
    let mut total = Score { cost: candidate.prior(), faults: 0, bytes: 0 };
    let mut at = 0;
    let mut before = 0u8;
    while let Some(&b) = bytes.get(at) {
        if b < 0x80 {
            structure.ascii(b);
            at += 1;
        } else {
            let next = bytes.get(at + 1).copied().unwrap_or(0);
            let (cost, length) =
                if candidate.is_double() { double(candidate, b, next) } else { (single(candidate, before, b, next), 1) };
            total.cost += u64::from(cost);
            total.bytes += length as u64;
            structure.other();
            at += length;
            if total.cost + structure.faults * FAULT > limit {
                return None;
            }
        }
        before = b;
    }
    structure.end();
    total.faults = structure.faults;
    total.cost += structure.faults * FAULT;
    (total.cost <= limit).then_some(total)
}

/// How many bytes a character takes that begins with the high byte `b`.
pub(super) fn length(candidate: Candidate, b: u8, next: u8) -> usize {
    if candidate.is_double() { double(candidate, b, next).1 } else { 1 }
}

type Table = Box<[u8]>;

static GBK: LazyLock<Table> = LazyLock::new(|| {
    table(encoding_rs::GBK, &[(SIMPLIFIED, 16, 22)], |lead, trail| match (lead, trail) {
        (0x81..=0xFE, 0x40..=0x7E | 0x80..=0xFE) => match lead {
            0xA1 | 0xA3 if trail >= 0xA1 => 22,
            0xA2 if trail >= 0xA1 => 30,
            0xA4 | 0xA5 if trail >= 0xA1 => 36,
            0xB0..=0xD7 if trail >= 0xA1 => 29,
            0xD8..=0xF7 if trail >= 0xA1 => 34,
            _ => 48,
        },
        _ => INVALID,
    })
});
static BIG5: LazyLock<Table> = LazyLock::new(|| {
    table(encoding_rs::BIG5, &[(TRADITIONAL, 16, 22)], |lead, trail| match (lead, trail) {
        (0x81..=0xFE, 0x40..=0x7E | 0xA1..=0xFE) => match u16::from_be_bytes([lead, trail]) {
            0xA140..=0xA3BF => 22,
            0xA440..=0xC67E => 30,
            0xC6A1..=0xC8FE => 36,
            0xC940..=0xF9D5 => 39,
            _ => 50,
        },
        _ => INVALID,
    })
});
static EUC_KR: LazyLock<Table> = LazyLock::new(|| {
    table(encoding_rs::EUC_KR, &[(KOREAN, 15, 21)], |lead, trail| match (lead, trail) {
        (0xA1..=0xFE, 0xA1..=0xFE) => match lead {
            0xA1 | 0xA3 => 24,
            0xA4 => 30,
            0xB0..=0xC8 => 29,
            0xCA..=0xFD => 40,
            _ => 38,
        },
        (0x81..=0xC6, 0x41..=0x5A | 0x61..=0x7A | 0x81..=0xFE) => 42,
        _ => INVALID,
    })
});
static SHIFT_JIS: LazyLock<Table> = LazyLock::new(|| {
    table(encoding_rs::SHIFT_JIS, &[(JAPANESE, 18, 23)], |lead, trail| match (lead, trail) {
        (0x81..=0x9F | 0xE0..=0xFC, 0x40..=0x7E | 0x80..=0xFC) => match u16::from_be_bytes([lead, trail]) {
            0x8140..=0x8142 | 0x815B | 0x8175 | 0x8176 => 16,
            0x8143..=0x81AC => 21,
            0x824F..=0x829A => 22,
            0x829F..=0x82F1 => 16,
            0x8340..=0x8396 => 19,
            0x889F..=0x9872 => 31,
            0x989F..=0xEAA4 => 38,
            _ => 50,
        },
        _ => INVALID,
    })
});
static EUC_JP: LazyLock<Table> = LazyLock::new(|| {
    table(encoding_rs::EUC_JP, &[(JAPANESE, 18, 23)], |lead, trail| match (lead, trail) {
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
        _ => INVALID,
    })
});

/// A cost for every pair of bytes: by its place in the code, and less for the common characters, of which the first
/// 120 are a class of their own.
fn table(encoding: &'static Encoding, common: &[(&str, u8, u8)], place: impl Fn(u8, u8) -> u8) -> Table {
    let mut table: Table = (0..=u16::MAX).map(|code| place((code >> 8) as u8, code as u8)).collect();
    for &(characters, first, rest) in common {
        for (i, c) in characters.chars().enumerate() {
            let mut buffer = [0; 4];
            let (bytes, _, unmappable) = encoding.encode(c.encode_utf8(&mut buffer));
            if let (&[lead, trail], false) = (&*bytes, unmappable) {
                if let Some(cost) = table.get_mut(usize::from(lead) << 8 | usize::from(trail)) {
                    *cost = if i < 120 { first } else { rest };
                }
            }
        }
    }
    table
}

/// The cost and length of the character that begins with the high byte `lead`.
#[inline]
fn double(candidate: Candidate, lead: u8, trail: u8) -> (u8, usize) {
    let table = match candidate {
        Candidate::Gbk => &GBK,
        Candidate::Big5 => &BIG5,
        Candidate::EucKr => &EUC_KR,
        Candidate::ShiftJis if matches!(lead, 0xA1..=0xDF) => return (26, 1),
        Candidate::ShiftJis => &SHIFT_JIS,
        _ => &EUC_JP,
    };
    let cost = table.get(usize::from(lead) << 8 | usize::from(trail)).copied().unwrap_or(INVALID);
    if cost < INVALID {
        return (cost, 2);
    }
    match (candidate, trail) {
        // The two halves of a character of four bytes.
        (Candidate::Gbk, b'0'..=b'9') if lead != 0x80 && lead != 0xFF => (30, 2),
        // A third byte follows.
        (Candidate::EucJp, 0xA1..=0xFE) if lead == 0x8F => (40, 1),
        _ => (INVALID, 1),
    }
}

/// The cost of one byte in a charset of single bytes, between its neighbours.
#[inline]
fn single(candidate: Candidate, before: u8, b: u8, next: u8) -> u8 {
    match candidate {
        Candidate::Western => western(b) + latin_context(before, next),
        Candidate::Central => central(b) + latin_context(before, next),
        Candidate::Koi8 => cyrillic(before, b, koi8_letter),
        _ => cyrillic(before, b, cp1251_letter),
    }
}

/// Accented letters stand alone, beside ASCII letters.
fn latin_context(before: u8, next: u8) -> u8 {
    if before >= 0x80 {
        10
    } else if before.is_ascii_alphabetic() || next.is_ascii_alphabetic() {
        0
    } else {
        6
    }
}

fn western(b: u8) -> u8 {
    match b {
        0xE4 | 0xF6 | 0xFC | 0xE9 => 10,
        0xDF | 0xE0 | 0xE1 | 0xE5..=0xE8 | 0xEA | 0xEB | 0xED | 0xEE | 0xF1 | 0xF3 | 0xF4 | 0xF8 | 0xFA | 0xFB => 13,
        0xC4 | 0xC5 | 0xC9 | 0xD6 | 0xD8 | 0xDC => 15,
        0x85 | 0x91..=0x94 | 0x96 | 0x97 | 0xA0 | 0xA3 | 0xAB | 0xB0 | 0xB4 | 0xBB => 16,
        0xC0..=0xD6 | 0xD9..=0xDB | 0xE2 | 0xE3 | 0xEF | 0xF5 => 20,
        0x81 | 0x8D | 0x8F | 0x90 | 0x9D => INVALID - 16,
        _ => 26,
    }
}

fn central(b: u8) -> u8 {
    match b {
        0xE8 | 0x9A | 0x9E | 0xF8 | 0xEC | 0xFD | 0xF9 => 11,
        0xE1 | 0xE9 | 0xED | 0xB3 | 0xB9 | 0xEA | 0x9C | 0xE6 | 0xBF | 0xF3 | 0xF1 => 12,
        0xE4 | 0xF5 | 0xF6 | 0xFA | 0xFB | 0xFC | 0xE3 | 0xBA | 0xFE | 0xEE | 0xE2 | 0x9D | 0xEF => 15,
        0x85 | 0x91..=0x94 | 0x96 | 0x97 | 0xA0 | 0xAB | 0xB0 | 0xB4 | 0xBB => 16,
        0x8A | 0x8C | 0x8E | 0xA3 | 0xAF | 0xC1 | 0xC8 | 0xC9 | 0xD3 | 0xD6 | 0xD8 | 0xDC => 17,
        0x81 | 0x83 | 0x88 | 0x90 | 0x98 => INVALID - 16,
        _ => 26,
    }
}

/// Russian letters by their place in the alphabet: how rare each is.
const RUSSIAN: [u8; 32] = [
    7, 12, 9, 12, 10, 7, 13, 12, 7, 13, 9, 9, 10, 8, 6, 10, 9, 8, 8, 10, 15, 13, 15, 12, 14, 15, 18, 12, 12, 16, 14, 12,
];

/// The place in [`RUSSIAN`] and whether it is a capital.
fn cp1251_letter(b: u8) -> Option<(u8, bool)> {
    match b {
        0xC0..=0xDF => Some((b - 0xC0, true)),
        0xE0..=0xFF => Some((b - 0xE0, false)),
        0xA8 => Some((26, true)),
        0xB8 => Some((26, false)),
        _ => None,
    }
}

fn koi8_letter(b: u8) -> Option<(u8, bool)> {
    const ORDER: [u8; 32] = [
        30, 0, 1, 22, 4, 5, 20, 3, 21, 8, 9, 10, 11, 12, 13, 14, 15, 31, 16, 17, 18, 19, 6, 2, 28, 27, 7, 24, 29, 25, 23, 26,
    ];
    match b {
        0xC0..=0xFF => ORDER.get(usize::from(b & 31)).map(|&place| (place, b >= 0xE0)),
        0xA3 => Some((26, false)),
        0xB3 => Some((26, true)),
        _ => None,
    }
}

fn cyrillic(before: u8, b: u8, letter: impl Fn(u8) -> Option<(u8, bool)>) -> u8 {
    let Some((place, capital)) = letter(b) else {
        return 28;
    };
    let rarity = RUSSIAN.get(usize::from(place)).copied().unwrap_or(18);
    let context = match (letter(before), capital) {
        (Some((_, false)), true) => 14,
        (Some((_, true)), true) => 8,
        (None, true) => 6,
        (Some(_), false) => 0,
        (None, false) if before.is_ascii_alphabetic() => 12,
        (None, false) => 3,
    };
    rarity + context
}

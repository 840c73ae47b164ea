//! What each letter of a one-byte charset costs between its neighbours, in the half bits of [`score`](super::score).

use super::score::{Candidate, INVALID};

/// The cost of one byte in a charset of single bytes, between its neighbours.
#[inline]
pub(super) fn single(candidate: Candidate, before: u8, b: u8, next: u8) -> u8 {
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
        0xDF
        | 0xE0
        | 0xE1
        | 0xE5..=0xE8
        | 0xEA
        | 0xEB
        | 0xED
        | 0xEE
        | 0xF1
        | 0xF3
        | 0xF4
        | 0xF8
        | 0xFA
        | 0xFB => 13,
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
        0xE4 | 0xF5 | 0xF6 | 0xFA | 0xFB | 0xFC | 0xE3 | 0xBA | 0xFE | 0xEE | 0xE2 | 0x9D
        | 0xEF => 15,
        0x85 | 0x91..=0x94 | 0x96 | 0x97 | 0xA0 | 0xAB | 0xB0 | 0xB4 | 0xBB => 16,
        0x8A | 0x8C | 0x8E | 0xA3 | 0xAF | 0xC1 | 0xC8 | 0xC9 | 0xD3 | 0xD6 | 0xD8 | 0xDC => 17,
        0x81 | 0x83 | 0x88 | 0x90 | 0x98 => INVALID - 16,
        _ => 26,
    }
}

/// Russian letters by their place in the alphabet: how rare each is.
const RUSSIAN: [u8; 32] = [
    7, 12, 9, 12, 10, 7, 13, 12, 7, 13, 9, 9, 10, 8, 6, 10, 9, 8, 8, 10, 15, 13, 15, 12, 14, 15,
    18, 12, 12, 16, 14, 12,
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
        30, 0, 1, 22, 4, 5, 20, 3, 21, 8, 9, 10, 11, 12, 13, 14, 15, 31, 16, 17, 18, 19, 6, 2, 28,
        27, 7, 24, 29, 25, 23, 26,
    ];
    match b {
        0xC0..=0xFF => ORDER
            .get(usize::from(b & 31))
            .map(|&place| (place, b >= 0xE0)),
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

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn the_alphabet_of_koi8_is_in_order() {
        let (koi, _, _) = encoding_rs::KOI8_R.encode("абвгдежзийклмнопрстуфхцчшщъыьэюя");
        for (place, &b) in koi.iter().enumerate() {
            assert_eq!(koi8_letter(b), Some((place as u8, false)));
        }
        assert_eq!(cp1251_letter(0xC0), Some((0, true)));
    }

    #[test]
    fn case_and_company() {
        assert!(
            single(Candidate::Cyrillic, 0xE0, 0xC0, 0) > single(Candidate::Cyrillic, 0xC0, 0xE0, 0)
        );
        assert!(
            single(Candidate::Western, 0xE9, 0xE9, b'a')
                > single(Candidate::Western, b'n', 0xE9, b']')
        );
    }
}

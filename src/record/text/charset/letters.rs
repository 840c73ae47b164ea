//! Costs of the letters of one-byte charsets, by the characters beside them, in the half bits of
//! [`score`](super::score): two more mean half the probability.

use super::languages::{CHARSET_LANGUAGES, Script};
use encoding_rs::Encoding;
use std::sync::LazyLock;

/// Cost of bytes that no text in the charset has.
pub(super) const INVALID_COST: u8 = 70;

/// Model of one language in one charset: cost and class of each byte.
pub(super) struct LetterModel {
    pub(super) encoding: &'static Encoding,
    script: Script,
    /// Cost in half bits (two more mean half the probability) that the model has before any letter is measured. The
    /// rarer the charset is for the language, the higher.
    pub(super) prior: u64,
    cost: [u8; 256],
    class: [Class; 256],
}

/// Class of a byte in a charset, which decides how likely it is beside other classes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// ASCII character that is neither a letter nor a digit.
    Plain,
    /// An ASCII digit.
    Digit,
    /// ASCII letter.
    AsciiLower,
    AsciiUpper,
    /// Letter outside ASCII.
    Lower,
    Upper,
    /// Sign outside ASCII that may follow a letter, such as a quotation mark.
    Sign,
    /// Sign that does not follow letters, such as `¿`.
    Symbol,
    /// Sign that follows a number, such as `°`.
    Ordinal,
    /// Sign found beside numbers, such as `€`.
    Money,
    /// Sign inside of words, such as `’`.
    Apostrophe,
}

use Class::{
    Apostrophe, AsciiLower, AsciiUpper, Digit, Lower, Money, Ordinal, Plain, Sign, Symbol, Upper,
};

impl Class {
    fn is_high_letter(self) -> bool {
        matches!(self, Lower | Upper)
    }

    fn is_ascii_letter(self) -> bool {
        matches!(self, AsciiLower | AsciiUpper)
    }

    fn is_letter(self) -> bool {
        self.is_high_letter() || self.is_ascii_letter()
    }
}

/// Models of all languages, each in all its charsets.
pub(super) static MODELS: LazyLock<Vec<LetterModel>> = LazyLock::new(|| {
    let pairs = CHARSET_LANGUAGES.iter().flat_map(|tongue| {
        let charsets = tongue.charsets.iter().enumerate();
        charsets.map(move |(place, encoding)| LetterModel {
            prior: charset_prior(encoding, place),
            ..build_model(encoding, tongue.script, tongue.letters)
        })
    });
    pairs.collect()
});

/// One-byte charsets that can be detected, each once.
pub(super) static CHARSETS: LazyLock<Vec<&'static Encoding>> = LazyLock::new(|| {
    let mut all: Vec<&'static Encoding> = Vec::new();
    for model in MODELS.iter() {
        if !all.contains(&model.encoding) {
            all.push(model.encoding);
        }
    }
    all
});

/// Cost in half bits of a charset before any letter is measured. The rarer the charset is, the higher. `place` is the
/// charset's index among those of the language.
fn charset_prior(encoding: &'static Encoding, place: usize) -> u64 {
    let charset = match encoding.name() {
        "windows-1252" | "windows-1251" => 0,
        "KOI8-R" | "windows-1250" => 4,
        "ISO-8859-2" | "KOI8-U" | "windows-1255" => 6,
        "windows-1253" | "IBM866" | "windows-1256" | "windows-1257" => 8,
        "windows-874" => 20,
        _ => 12,
    };
    charset + place as u64
}

const SIGNS: &str = "“”»–—…\u{A0}";
const SYMBOLS: &str = "‘„«·№½¼¾¡¿";

fn build_model(encoding: &'static Encoding, script: Script, letters: &str) -> LetterModel {
    let (offset, shift) = match script {
        Script::Latin(_) => (1.5, 7.0),
        Script::Cased | Script::Caseless => (6.0, 0.0),
    };
    let count = letters.chars().count() as f64;
    let all = ((count + offset) / offset).ln() / 0.95;
    let mut cost = [0; 256];
    let mut class = [Plain; 256];
    for byte in 0..=255u8 {
        let (text, _) = encoding.decode_without_bom_handling(std::slice::from_ref(&byte));
        let c = text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
        let small = c.to_lowercase().next().unwrap_or(c);
        let rank = letters.chars().position(|l| l == c || l == small);
        let found = match (byte, rank) {
            (b'a'..=b'z', _) => (0, AsciiLower),
            (b'A'..=b'Z', _) => (0, AsciiUpper),
            (b'0'..=b'9', _) => (0, Digit),
            (..0x80, _) => (0, Plain),
            (_, Some(rank)) => {
                let bits = 2.0 * ((rank as f64 + offset) * all).log2() + shift;
                (bits.round() as u8, if c.is_uppercase() { Upper } else { Lower })
            }
            _ if c == char::REPLACEMENT_CHARACTER || c.is_control() => (INVALID_COST - 16, Sign),
            _ if matches!(c, '’' | '´') => (15, Apostrophe),
            _ if matches!(c, '°' | 'º' | 'ª') => (16, Ordinal),
            _ if matches!(c, '£' | '€' | '§') => (16, Money),
            _ if SIGNS.contains(c) => (16, Sign),
            _ if SYMBOLS.contains(c) => (16, Symbol),
            _ if c.is_uppercase() => (28, Upper),
            _ if c.is_alphabetic() => (28, Lower),
            _ => (34, Symbol),
        };
        if let (Some(cost), Some(class)) =
            (cost.get_mut(usize::from(byte)), class.get_mut(usize::from(byte)))
        {
            (*cost, *class) = found;
        }
    }
    LetterModel { encoding, script, prior: 0, cost, class }
}

impl LetterModel {
    /// Cost of a text, given each byte outside ASCII between its neighbours; `None` as soon as it exceeds `limit`.
    pub(super) fn score(&self, letters: &[[u8; 3]], limit: u64) -> Option<u64> {
        let mut cost = self.prior;
        for &[before, byte, next] in letters {
            let letter_cost = self.cost.get(usize::from(byte)).copied().unwrap_or(INVALID_COST);
            let [before, class, next] = [before, byte, next].map(|b| self.class_of(b));
            cost += u64::from(letter_cost) + u64::from(self.neighbour_cost(before, class, next));
            if cost > limit {
                return None;
            }
        }
        Some(cost)
    }

    /// Highest cost of an ordinary text, in half bits per ten letters. It is highest for Latin, where each letter
    /// outside ASCII costs 7 half bits more (`build_model`), because most letters around it are ASCII.
    pub(super) fn max_usual(&self) -> u64 {
        match self.script {
            Script::Latin(_) => 180,
            Script::Cased => 130,
            Script::Caseless => 120,
        }
    }

    fn class_of(&self, byte: u8) -> Class {
        self.class.get(usize::from(byte)).copied().unwrap_or(Plain)
    }

    /// Additional cost in half bits of a sign or letter outside ASCII that is unusual between its two neighbours.
    fn neighbour_cost(&self, before: Class, class: Class, next: Class) -> u8 {
        match class {
            Apostrophe => return 0,
            Sign if before.is_letter() && next.is_letter() => return 12,
            Symbol if before.is_letter() => return 12,
            Ordinal if before != Digit => return 14,
            Money if before.is_letter() || next.is_letter() => return 14,
            Sign | Symbol | Ordinal | Money => return 0,
            _ => {}
        }
        let after_lower = matches!(before, Lower | AsciiLower);
        match self.script {
            Script::Latin(pair_cost) => {
                let beside = before.is_ascii_letter() || next.is_ascii_letter();
                let together = if before.is_high_letter() { pair_cost } else { 0 };
                let alone =
                    if beside || before.is_high_letter() || next.is_high_letter() { 0 } else { 3 };
                together + alone + if class == Upper && after_lower { 14 } else { 0 }
            }
            Script::Cased | Script::Caseless => {
                let mixed = if next.is_ascii_letter() { 8 } else { 0 };
                let alone = !before.is_high_letter() && !next.is_high_letter();
                mixed
                    + if alone { 10 } else { 0 }
                    + match (before, class) {
                        (Lower, Upper) => 14,
                        (Upper, Upper) => 7,
                        (AsciiLower | AsciiUpper, _) => 12,
                        (Lower | Upper, _) => 0,
                        (_, Upper) => 5,
                        _ => 3,
                    }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn cost(encoding: &'static Encoding, bytes: &[u8]) -> u64 {
        let padded = [b" ", bytes, b" "].concat();
        let all = padded.windows(3).map(|w| [w[0], w[1], w[2]]);
        let letters: Vec<[u8; 3]> = all.filter(|w| !w[1].is_ascii()).collect();
        MODELS
            .iter()
            .filter(|m| m.encoding == encoding)
            .filter_map(|m| m.score(&letters, u64::MAX))
            .min()
            .unwrap()
    }

    #[test]
    fn charsets_have_the_letters_of_their_languages() {
        for tongue in &CHARSET_LANGUAGES {
            for &encoding in tongue.charsets {
                for c in tongue.letters.chars() {
                    let (_, _, lost) = encoding.encode(c.encode_utf8(&mut [0; 4]));
                    // Macintosh and the older ISO charsets lack a few letters. The test allows this if the language has
                    // another charset.
                    assert!(
                        !lost || encoding == encoding_rs::MACINTOSH || tongue.charsets.len() > 1,
                        "{c} in {}",
                        encoding.name()
                    );
                }
            }
        }
    }

    #[test]
    fn case_and_neighbours_count() {
        let cyrillic = |text: &str| {
            let bytes = encoding_rs::WINDOWS_1251.encode(text).0;
            cost(encoding_rs::WINDOWS_1251, &bytes)
        };
        assert!(cyrillic("аА") > cyrillic("Аа"));
        assert!(
            cost(encoding_rs::WINDOWS_1252, b"Ren\xE9")
                < cost(encoding_rs::WINDOWS_1252, b"\xE9\xE9")
        );
    }
}

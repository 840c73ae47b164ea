//! Tells without splitting a text into words that it has none of the words searched for. Most comments of a game have
//! none, and to split them takes longer than all else of listing the game. Where a word may begin, and what may stand
//! between its letters, is as in [`words`](super::words).

use super::STEM;
use memchr::memchr2_iter;

/// So many letters at the beginning of a word are compared.
const LETTERS: usize = 3;

/// The letters at the end of a stem that its words need not share: `dying` has the stem `die`.
const CHANGED: usize = 2;

/// What a byte of a text may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ByteKind {
    /// A letter or digit with which one of the words begins.
    First,
    /// Another one.
    Other,
    /// No part of a word, but perhaps an apostrophe or a hyphen between its letters.
    Between,
    /// The first byte of a character that may fold to a letter.
    Unclear,
}

/// The first letters of some words.
#[derive(Clone, Debug)]
pub struct FirstLetters {
    kinds: [ByteKind; 256],
    beginnings: Vec<Vec<u8>>,
    /// The only letter with which they begin, small and capital; found faster than one of several.
    only_first: Option<[u8; 2]>,
    /// Whether some words are not of ASCII, and may be in any text that is not, either.
    any_script: bool,
}

impl Default for FirstLetters {
    fn default() -> FirstLetters {
        let kind = |byte: u8| match byte {
            b if b.is_ascii_alphanumeric() => ByteKind::Other,
            // After ASCII: the other bytes of a character, general punctuation, and Chinese and Japanese.
            ..0xC0 | 0xE2..=0xE9 => ByteKind::Between,
            _ => ByteKind::Unclear,
        };
        FirstLetters {
            kinds: std::array::from_fn(|byte| kind(byte as u8)),
            beginnings: Vec::new(),
            only_first: None,
            any_script: false,
        }
    }
}

impl FirstLetters {
    /// Adds a folded word, a marked stem, or the beginning of a word.
    pub fn add(&mut self, word: &str) {
        let letters = match word.strip_prefix(STEM) {
            Some(stem) => stem.get(..stem.len().saturating_sub(CHANGED).max(1)),
            None => Some(word),
        };
        let letters =
            letters.unwrap_or_default().bytes().take_while(u8::is_ascii_alphanumeric).take(LETTERS);
        let letters: Vec<u8> = letters.collect();
        let Some(&first) = letters.first() else {
            self.any_script = true;
            return;
        };
        let first = [first, first.to_ascii_uppercase()];
        for byte in first {
            self.set(byte, ByteKind::First);
        }
        let is_only = self.beginnings.is_empty() || self.only_first == Some(first);
        self.only_first = is_only.then_some(first);
        self.beginnings.push(letters);
    }

    fn set(&mut self, byte: u8, kind: ByteKind) {
        if let Some(known) = self.kinds.get_mut(usize::from(byte)) {
            *known = kind;
        }
    }

    /// Whether a text may have one of the words; if not, it has none.
    pub fn may_begin_in(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        if let Some([lower, upper]) = self.only_first
            && text.is_ascii()
        {
            let mut places = memchr2_iter(lower, upper, bytes);
            return places.any(|at| {
                let (before, word) = bytes.split_at(at);
                !before.last().is_some_and(u8::is_ascii_alphanumeric) && self.begin(word)
            });
        }
        let mut begins = true;
        for (at, &byte) in bytes.iter().enumerate() {
            match self.kinds[usize::from(byte)] {
                ByteKind::First if begins && self.begin(bytes.get(at..).unwrap_or_default()) => {
                    return true;
                }
                ByteKind::First | ByteKind::Other => begins = false,
                ByteKind::Unclear => return true,
                ByteKind::Between => {
                    if byte >= 0x80 && (self.any_script || may_be_letter(bytes, at)) {
                        return true;
                    }
                    begins = true;
                }
            }
        }
        false
    }

    /// Whether one of the words may begin a text.
    fn begin(&self, text: &[u8]) -> bool {
        let mut letters = [0; LETTERS];
        let read = text.iter().filter(|byte| {
            // Words may go on behind these.
            !matches!(byte, b'\'' | b'`' | b'-' | 0x80..)
        });
        for (letter, read) in letters.iter_mut().zip(read) {
            *letter = read.to_ascii_lowercase();
        }
        self.beginnings.iter().any(|beginning| letters.starts_with(beginning))
    }
}

/// Whether a character that begins with `E2` to `E9` may fold to a letter: general punctuation does not, nor what is
/// used in Chinese and Japanese alone.
fn may_be_letter(bytes: &[u8], at: usize) -> bool {
    match (bytes.get(at), bytes.get(at + 1)) {
        (Some(0xE2), second) => second != Some(&0x80),
        (Some(0xE3), second) => !matches!(second, Some(0x80..=0x83)),
        _ => false,
    }
}

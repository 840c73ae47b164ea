//! Quick test that rules out texts without any of the searched words, before the tokenizer splits them.
//!
//! Most comments of a game hold none of the words, and splitting them takes longer than everything else in listing the
//! game. The test never rules out a text that holds a word. It knows where a word may begin and which characters may
//! stand between its letters, so it changes together with [`words`](super::words).

use super::STEM_MARK;
use memchr::memchr2_iter;

/// Number of letters at the beginning of a word that are compared.
const COMPARED_LETTERS: usize = 3;

/// Number of letters at the end of a stem that its words need not share: `dying` has the stem `die`.
const STEM_ENDING_LETTERS: usize = 2;

/// What the quick test learns from a byte of a text: whether one of the searched words may begin there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ByteKind {
    /// ASCII letter or digit with which one of the searched words begins.
    First,
    /// ASCII letter or digit with which none of the searched words begins.
    OtherLetter,
    /// Byte of a character that belongs to no ASCII word, but may be an apostrophe or a hyphen between its letters.
    NonLetter,
    /// First byte of a character that may fold to an ASCII letter, so the text cannot be ruled out.
    Unclear,
}

/// First letters of the searched words, and a table of what each byte can be.
#[derive(Clone, Debug)]
pub struct FirstLetters {
    kinds: [ByteKind; 256],
    beginnings: Vec<Vec<u8>>,
    /// First letter in lower and upper case, if all words begin with the same one. `memchr` finds a single letter
    /// faster than the table finds one of several.
    only_first: Option<[u8; 2]>,
    /// Whether some words begin with a character beyond ASCII. Then no text that has such characters is ruled out.
    has_other_scripts: bool,
}

impl Default for FirstLetters {
    fn default() -> FirstLetters {
        let kind = |byte: u8| match byte {
            b if b.is_ascii_alphanumeric() => ByteKind::OtherLetter,
            // Continuation bytes of UTF-8 (0x80 to 0xBF), and first bytes of general punctuation and of Chinese and
            // Japanese characters (0xE2 to 0xE9), are no letters of an ASCII word.
            ..0xC0 | 0xE2..=0xE9 => ByteKind::NonLetter,
            _ => ByteKind::Unclear,
        };
        FirstLetters {
            kinds: std::array::from_fn(|byte| kind(byte as u8)),
            beginnings: Vec::new(),
            only_first: None,
            has_other_scripts: false,
        }
    }
}

impl FirstLetters {
    /// Adds a word to search for: folded, a stem with its mark, or only the beginning of a word.
    pub fn add(&mut self, word: &str) {
        let letters = match word.strip_prefix(STEM_MARK) {
            Some(stem) => stem.get(..stem.len().saturating_sub(STEM_ENDING_LETTERS).max(1)),
            None => Some(word),
        };
        let letters = letters
            .unwrap_or_default()
            .bytes()
            .take_while(u8::is_ascii_alphanumeric)
            .take(COMPARED_LETTERS);
        let letters: Vec<u8> = letters.collect();
        let Some(&first) = letters.first() else {
            self.has_other_scripts = true;
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

    /// Whether a text may hold one of the words. If false, it certainly holds none.
    pub fn may_occur_in(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        if let Some([lower, upper]) = self.only_first
            && text.is_ascii()
        {
            let mut places = memchr2_iter(lower, upper, bytes);
            return places.any(|at| {
                let (before, word) = bytes.split_at(at);
                !before.last().is_some_and(u8::is_ascii_alphanumeric)
                    && self.begins_with_a_word(word)
            });
        }
        let mut begins = true;
        for (at, &byte) in bytes.iter().enumerate() {
            match self.kinds[usize::from(byte)] {
                ByteKind::First
                    if begins && self.begins_with_a_word(bytes.get(at..).unwrap_or_default()) =>
                {
                    return true;
                }
                ByteKind::First | ByteKind::OtherLetter => begins = false,
                ByteKind::Unclear => return true,
                ByteKind::NonLetter => {
                    if byte >= 0x80 && (self.has_other_scripts || may_be_letter(bytes, at)) {
                        return true;
                    }
                    begins = true;
                }
            }
        }
        false
    }

    /// Whether a text may begin with one of the searched words, judged by its first letters.
    fn begins_with_a_word(&self, text: &[u8]) -> bool {
        let mut letters = [0; COMPARED_LETTERS];
        let read = text.iter().filter(|byte| {
            // These bytes are skipped, because a word may continue after an apostrophe, a hyphen or a character beyond
            // ASCII.
            !matches!(byte, b'\'' | b'`' | b'-' | 0x80..)
        });
        for (letter, read) in letters.iter_mut().zip(read) {
            *letter = read.to_ascii_lowercase();
        }
        self.beginnings.iter().any(|beginning| letters.starts_with(beginning))
    }
}

/// Whether the character at `at`, whose first byte is 0xE2 to 0xE9, may fold to an ASCII letter. General punctuation
/// (U+2000 to U+203F) and Chinese and Japanese characters (U+3000 to U+30FF, U+4000 to U+9FFF) do not.
fn may_be_letter(bytes: &[u8], at: usize) -> bool {
    match (bytes.get(at), bytes.get(at + 1)) {
        (Some(0xE2), second) => second != Some(&0x80),
        (Some(0xE3), second) => !matches!(second, Some(0x80..=0x83)),
        _ => false,
    }
}

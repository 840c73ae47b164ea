//! Splits text into words, in the same way for indexing, queries and snippets.
//!
//! - A word is a run of letters and digits, folded ([`fold`](super::fold())). An apostrophe joins (`Ch'ang` → `chang`),
//!   and so does a decimal point between two numbers (`3.5`). Everything else splits (`B+3.5` → `b`, `3.5`; `3-3` →
//!   `3`, `3`).
//! - Words joined by hyphens (`chang-ho`) are indexed one by one, and also as a single word (`changho`) at the position
//!   of the first, so both spellings find each other.
//! - Chinese characters (in the form that stands for all their forms), kana and hangul are indexed one by one and in
//!   overlapping pairs. A line break inside a run of Chinese or Japanese does not interrupt it, since old records break
//!   lines anywhere.
//! - An English possessive is indexed as it is written and, at the same position, without its ending: `Sakata's` is
//!   `sakatas` and `sakata`. `it's` and its kin are contractions and stay as they are.
//! - In comments, the English stem of a word is indexed at the same position, marked by a leading
//!   [`STEM_MARK`](super::STEM_MARK), if it differs from the word.
//!
//! **Positions** count words and single characters. A pair has the position of its first character, so any text that
//! matches a sequence of positions is a phrase, across scripts.

use super::characters::common_form;
use super::fold::{
    apostrophe_len, fold_into, fold_unit, fold_unit_to_common_form, is_cjk, is_half_width_jamo,
    joins_letters,
};
use super::stems::Stems;
use super::step::advance;
pub use shape::MAX_WORD_BYTES;
use shape::{is_decimal, is_hangul, needs_no_composition, scan_plain_word};

mod shape;
mod token;

pub use token::{Flavour, Token, TokenKind};

/// Greatest number of words in one chain of hyphens. The next hyphen begins another chain, so joined words stay short.
const MAX_CHAIN_WORDS: usize = 6;

/// One word of a chain such as `chang-ho`. It is emitted when the chain ends.
#[derive(Clone, Copy)]
struct ChainWord {
    from: usize,
    to: usize,
    start: usize,
    end: usize,
    digits: bool,
    /// Offset in `chain` where the word ends without the `s` of a possessive; `None` if it is no possessive.
    possessive_base_end: Option<usize>,
}

/// CJK character before the current one, with which it forms a pair.
#[derive(Clone, Copy)]
struct PreviousChar {
    length: usize,
    start: usize,
    end: usize,
    position: u32,
    hangul: bool,
    /// Whether the text has the character in folded form already. Then a pair with the next character is a slice of the
    /// text, and nothing is copied to the buffer.
    plain: bool,
}

/// State of a text that is split in several steps by [`WordSplitter::tokenize_until`]: how far it has been split, and
/// what the next step needs.
#[derive(Clone, Copy, Default)]
pub struct Cursor {
    at: usize,
    position: u32,
    before: Option<PreviousChar>,
}

impl Cursor {
    /// Byte offset in the text up to which it has been split.
    pub fn at(&self) -> usize {
        self.at
    }
}

/// The tokenizer, with its reusable buffers.
#[derive(Default)]
pub struct WordSplitter {
    /// Folded words of the current chain.
    chain: String,
    parts: Vec<ChainWord>,
    /// The last one or two CJK characters of the current run, unless they are slices of the text.
    pair: String,
    stems: Stems,
}

impl WordSplitter {
    /// Creates a tokenizer with empty buffers.
    pub fn new() -> WordSplitter {
        WordSplitter::default()
    }

    /// Splits a text and passes every token to `sink`, in the order of positions.
    pub fn tokenize(&mut self, text: &str, flavour: Flavour, sink: &mut dyn FnMut(&Token<'_>)) {
        self.tokenize_until(text, flavour, &mut Cursor::default(), text.len(), sink);
    }

    /// Continues a text from the cursor to about `until`, so that the tokens of a long text need not all be held at
    /// once. The text must be the same in each call, and the tokenizer must not process another in between.
    pub fn tokenize_until(
        &mut self,
        text: &str,
        flavour: Flavour,
        cursor: &mut Cursor,
        until: usize,
        sink: &mut dyn FnMut(&Token<'_>),
    ) {
        let Cursor { at, position, before } = cursor;
        if *at == 0 {
            self.chain.clear();
            self.parts.clear();
        }
        while *at < until.min(text.len()) {
            let end = self.read_next(text, *at, flavour, before, position, sink);
            *at = advance(text, *at, end);
        }
        if *at >= text.len() {
            self.flush(flavour, position, sink);
        }
    }

    /// Reads the word, CJK character or other character at `at`, and returns the offset after it.
    fn read_next(
        &mut self,
        text: &str,
        at: usize,
        flavour: Flavour,
        before: &mut Option<PreviousChar>,
        position: &mut u32,
        sink: &mut dyn FnMut(&Token<'_>),
    ) -> usize {
        let bytes = text.as_bytes();
        let b = bytes.get(at).copied().unwrap_or(b' ');
        if b < 0x80 && !b.is_ascii_alphanumeric() {
            let is_soft_break = matches!(b, b'\n' | b'\r') && before.is_some_and(|b| !b.hangul);
            let is_chain_hyphen = b == b'-'
                && self.parts.last().is_some_and(|p| p.end == at)
                && self.parts.len() < MAX_CHAIN_WORDS;
            if !is_chain_hyphen && !self.parts.is_empty() {
                self.flush(flavour, position, sink);
            }
            if !is_soft_break {
                *before = None;
            }
            return at + 1;
        }
        let c = match b {
            0..0x80 => char::from(b),
            _ => text.get(at..).and_then(|t| t.chars().next()).unwrap_or(' '),
        };
        if is_cjk(c) {
            self.flush(flavour, position, sink);
            if needs_no_composition(c)
                && common_form(c) == c
                && before.is_none_or(|b| b.plain && b.end == at)
            {
                return emit_plain_character(text, at, c, before, position, sink);
            }
            return self.read_character(text, at, before, position, sink);
        }
        *before = None;
        // Unicode counts some apostrophes as letters, but no word begins with one.
        if !c.is_alphanumeric() || apostrophe_len(text, at).is_some() {
            // The character is wide punctuation, an isolated mark or a symbol, which ends the chain of words.
            self.flush(flavour, position, sink);
            return at + c.len_utf8();
        }
        let is_after_hyphen = at.checked_sub(1).is_some_and(|i| bytes.get(i) == Some(&b'-'));
        if !is_after_hyphen {
            self.flush(flavour, position, sink);
        }
        if self.parts.is_empty()
            && let Some((end, capitals)) = scan_plain_word(bytes, at)
        {
            let word = text.get(at..end).unwrap_or_default();
            self.emit_plain_word(word, at, capitals, flavour, position, sink);
            return end;
        }
        self.read_word(text, at)
    }

    /// Reads one CJK character at `at` and returns the offset after it.
    fn read_character(
        &mut self,
        text: &str,
        at: usize,
        before: &mut Option<PreviousChar>,
        position: &mut u32,
        sink: &mut dyn FnMut(&Token<'_>),
    ) -> usize {
        if let Some(first) = before.filter(|b| b.plain) {
            self.pair.clear();
            self.pair.push_str(text.get(first.start..first.end).unwrap_or_default());
        }
        let previous_length = before.map_or(0, |b| b.length);
        // Only the previous character stays in the buffer: it and the current one form the next pair.
        let drop = self.pair.len().saturating_sub(previous_length);
        self.pair.drain(..drop);
        let from = self.pair.len();
        let end = advance(text, at, at + fold_unit_to_common_form(text, at, &mut self.pair));
        let new = self.pair.get(from..).unwrap_or_default();
        if let Some(first) = before {
            let hangul = new.starts_with(is_hangul);
            // In Korean, a line break counts as a space and separates the two characters; elsewhere it does not.
            if first.end == at || !(hangul || first.hangul) {
                let (start, position) = (first.start, first.position);
                sink(&Token { text: &self.pair, start, end, position, kind: TokenKind::Pair });
            }
        }
        sink(&Token { text: new, start: at, end, position: *position, kind: TokenKind::Char });
        *before = Some(PreviousChar {
            length: new.len(),
            start: at,
            end,
            position: *position,
            hangul: new.starts_with(is_hangul),
            plain: false,
        });
        *position = position.saturating_add(1);
        end
    }

    /// Emits a single ASCII word that is not part of a chain.
    fn emit_plain_word(
        &mut self,
        word: &str,
        start: usize,
        capitals: bool,
        flavour: Flavour,
        position: &mut u32,
        sink: &mut dyn FnMut(&Token<'_>),
    ) {
        let end = start + word.len();
        let mut text = word;
        if capitals {
            self.chain.push_str(word);
            self.chain.make_ascii_lowercase();
            text = &self.chain;
        }
        let word = Token { text, start, end, position: *position, kind: TokenKind::Word };
        emit_with_stem(&mut self.stems, word, flavour, sink);
        self.chain.clear();
        *position = position.saturating_add(1);
    }

    /// Reads the word at `at`, appends it folded to the chain and returns the offset after it.
    fn read_word(&mut self, text: &str, at: usize) -> usize {
        let bytes = text.as_bytes();
        let from = self.chain.len();
        let mut end = at;
        let mut digits = true;
        let mut in_parts = false;
        // A word that follows a digit and a point is part of a date or version, so it has no decimals.
        let mut point =
            bytes.get(at.saturating_sub(2)..at).is_some_and(|b| matches!(b, [b'0'..=b'9', b'.']));
        while let Some(&b) = bytes.get(end) {
            let next = if b.is_ascii_alphanumeric() {
                let rest = bytes.get(end..).unwrap_or_default();
                let run =
                    rest.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(rest.len());
                digits = digits && rest.iter().take(run).all(u8::is_ascii_digit);
                let (old, capacity) =
                    (self.chain.len(), (from + MAX_WORD_BYTES).saturating_sub(self.chain.len()));
                self.chain.push_str(text.get(end..end + run.min(capacity)).unwrap_or_default());
                if let Some(new) = self.chain.get_mut(old..) {
                    new.make_ascii_lowercase();
                }
                end + run
            } else if b == b'.' {
                if !digits || point || end == at || !is_decimal(bytes, end) {
                    break;
                }
                point = true;
                // A point is dropped if no digit after it would fit within the longest word.
                if self.chain.len() + 1 < from + MAX_WORD_BYTES {
                    self.chain.push('.');
                }
                end + 1
            } else if b < 0x80 && b != b'\'' && b != b'`' {
                break;
            } else if let Some(length) = apostrophe_len(text, end) {
                if !joins_letters(text, end, length) {
                    break;
                }
                end + length
            } else {
                let Some(c) = text.get(end..).and_then(|t| t.chars().next()) else {
                    break;
                };
                let mark = unicode_normalization::char::is_combining_mark(c);
                if is_cjk(c) || !(mark || c.is_alphanumeric()) {
                    break;
                }
                digits &= c.is_numeric();
                in_parts |= is_half_width_jamo(c);
                let length = self.chain.len();
                let next = end + fold_unit(text, end, &mut self.chain);
                if self.chain.len() - from > MAX_WORD_BYTES {
                    self.chain.truncate(length);
                }
                next
            };
            end = advance(text, end, next);
        }
        if in_parts {
            let once = self.chain.split_off(from);
            fold_into(&once, &mut self.chain);
        }
        let to = self.chain.len();
        let folded = self.chain.get(from..to).unwrap_or_default();
        let owner_end = without_possessive(folded, text.get(at..end).unwrap_or_default())
            .map(|owner| from + owner.len());
        self.parts.push(ChainWord {
            from,
            to,
            start: at,
            end,
            digits,
            possessive_base_end: owner_end,
        });
        end
    }

    /// Emits the words of the chain one by one, and the chain as a single word at the position of the first.
    fn flush(&mut self, flavour: Flavour, position: &mut u32, sink: &mut dyn FnMut(&Token<'_>)) {
        let is_joined =
            self.parts.len() > 1 && self.parts.iter().all(|p| !p.digits && p.from < p.to);
        let last = self.parts.last().copied();
        for (i, part) in self.parts.iter().enumerate() {
            let Some(text) = self.chain.get(part.from..part.to).filter(|t| !t.is_empty()) else {
                continue;
            };
            let word = Token {
                text,
                start: part.start,
                end: part.end,
                position: *position,
                kind: TokenKind::Word,
            };
            emit_with_stem(&mut self.stems, word, flavour, sink);
            if let Some(owner) =
                part.possessive_base_end.and_then(|end| self.chain.get(part.from..end))
            {
                sink(&Token { text: owner, kind: TokenKind::PossessiveBase, ..word });
            }
            if i == 0 && is_joined && self.chain.len() <= MAX_WORD_BYTES {
                let end = last.map_or(part.end, |last| last.end);
                sink(&Token { text: &self.chain, end, kind: TokenKind::Joined, ..word });
                let owner = last.and_then(|last| self.chain.get(..last.possessive_base_end?));
                if let Some(text) = owner {
                    sink(&Token { text, end, kind: TokenKind::JoinedPossessiveBase, ..word });
                }
            }
            *position = position.saturating_add(1);
        }
        self.parts.clear();
        self.chain.clear();
    }
}

/// Contractions in folded form, in which `'s` stands for `is`, `has` or `us` and is no possessive.
const CONTRACTIONS: [&str; 13] = [
    "its", "hes", "shes", "thats", "whats", "whos", "wheres", "theres", "heres", "hows", "whens",
    "whys", "lets",
];

/// Returns a folded word without the ending of an English possessive: `sakata` for `sakatas`, written `Sakata's`.
fn without_possessive<'w>(folded: &'w str, written: &str) -> Option<&'w str> {
    let before = written.strip_suffix(['s', 'S'])?;
    let (apostrophe_at, _) = before.char_indices().next_back()?;
    apostrophe_len(before, apostrophe_at)?;
    // A folded word of the greatest length was cut and has lost its ending.
    let owner = folded
        .strip_suffix('s')
        .filter(|owner| !owner.is_empty() && folded.len() < MAX_WORD_BYTES)?;
    (!CONTRACTIONS.contains(&folded)).then_some(owner)
}

/// Emits a word and, in comments, its stem at the same position.
fn emit_with_stem(
    stems: &mut Stems,
    word: Token<'_>,
    flavour: Flavour,
    sink: &mut dyn FnMut(&Token<'_>),
) {
    sink(&word);
    if flavour == Flavour::Comments
        && let Some(text) = stems.stem(word.text)
    {
        let kind = TokenKind::Stem;
        sink(&Token { text, kind, ..word });
    }
}

/// Emits a CJK character that equals its folded form, and its pair with the character before. Both terms are slices of
/// the text, so nothing is copied. Returns the offset after the character.
fn emit_plain_character(
    text: &str,
    at: usize,
    c: char,
    before: &mut Option<PreviousChar>,
    position: &mut u32,
    sink: &mut dyn FnMut(&Token<'_>),
) -> usize {
    let end = at + c.len_utf8();
    if let Some(first) = before {
        sink(&Token {
            text: text.get(first.start..end).unwrap_or_default(),
            start: first.start,
            end,
            position: first.position,
            kind: TokenKind::Pair,
        });
    }
    sink(&Token {
        text: text.get(at..end).unwrap_or_default(),
        start: at,
        end,
        position: *position,
        kind: TokenKind::Char,
    });
    *before = Some(PreviousChar {
        length: end - at,
        start: at,
        end,
        position: *position,
        hangul: is_hangul(c),
        plain: true,
    });
    *position = position.saturating_add(1);
    end
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;

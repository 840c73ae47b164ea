//! Text to words, the same for indexing, for queries and for snippets.
//!
//! - A word is a run of letters and digits, folded ([`fold`](super::fold)). An apostrophe joins (`Ch'ang` → `chang`), a
//!   decimal point between two numbers joins (`3.5`), everything else splits (`B+3.5` → `b`, `3.5`; `3-3` → `3`, `3`).
//! - Words that hyphens tie together (`chang-ho`) are indexed one by one, and once more as one word (`changho`) at the
//!   position of the first, so that both spellings find each other.
//! - Chinese characters, kana and hangul are indexed one by one and in overlapping pairs. A line break inside a run
//!   of Chinese or Japanese does not interrupt it, since old records break their lines anywhere.
//! - In comments, the English stem of a word stands beside it at the same position, marked by a leading [`STEM`], if it
//!   differs from the word.
//!
//! **Positions** count words and single characters. A pair has the position of its first character, so any text that
//! is found as a sequence of positions is a phrase, across scripts.

use super::fold::{apostrophe, is_cjk, joins, unit};
use super::stems::Stems;

/// The character that begins every stem in the index.
pub const STEM: char = '\u{1}';
/// The longest word, in bytes; the rest of a longer one is dropped.
pub const LONGEST: usize = 60;
/// How many words a chain of hyphens may tie together.
const CHAIN: usize = 6;

/// How a text is to be cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flavour {
    /// Players, events, places: no stems.
    Names,
    /// Comments: English stems beside the exact words.
    Comments,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A folded word or number.
    Word,
    /// The stem of the word at the same position.
    Stem,
    /// Words tied by hyphens, as one.
    Joined,
    /// A Chinese character, a kana or a hangul syllable.
    Char,
    /// Two of these in a row.
    Pair,
}

/// One term of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// The term as it is indexed.
    pub text: &'a str,
    /// Where it begins in the original text.
    pub start: usize,
    /// Where it ends in the original text.
    pub end: usize,
    /// Its place among the words and characters of the text.
    pub position: u32,
    /// What it is.
    pub kind: TokenKind,
}

/// A word that waits for the end of its chain.
#[derive(Clone, Copy)]
struct Part {
    from: usize,
    to: usize,
    start: usize,
    end: usize,
    digits: bool,
}

/// The character before, for the pair.
#[derive(Clone, Copy)]
struct Before {
    length: usize,
    start: usize,
    end: usize,
    position: u32,
    hangul: bool,
}

/// The tokeniser, with the buffers that it uses again and again.
#[derive(Default)]
pub struct Words {
    /// Folded words of the chain at hand.
    chain: String,
    parts: Vec<Part>,
    joined: String,
    /// The last one or two characters of the run at hand.
    pair: String,
    stems: Stems,
}

impl Words {
    /// A tokeniser.
    pub fn new() -> Words {
        Words::default()
    }

    /// Cuts a text and hands every token to `sink`, in the order of their positions.
    pub fn tokens(&mut self, text: &str, flavour: Flavour, sink: &mut dyn FnMut(&Token<'_>)) {
        let bytes = text.as_bytes();
        let mut position = 0u32;
        let mut at = 0;
        let mut before: Option<Before> = None;
        self.chain.clear();
        self.parts.clear();
        while let Some(&b) = bytes.get(at) {
            if b < 0x80 && !b.is_ascii_alphanumeric() {
                let soft = matches!(b, b'\n' | b'\r') && before.is_some_and(|b| !b.hangul);
                let tie = b == b'-'
                    && self.parts.last().is_some_and(|p| p.end == at)
                    && self.parts.len() < CHAIN;
                if !tie && !self.parts.is_empty() {
                    self.flush(flavour, &mut position, sink);
                }
                if !soft {
                    before = None;
                }
                at += 1;
                continue;
            }
            let c = match b {
                0..0x80 => char::from(b),
                _ => text.get(at..).and_then(|t| t.chars().next()).unwrap_or(' '),
            };
            if is_cjk(c) {
                self.flush(flavour, &mut position, sink);
                at = self.character(text, at, &mut before, &mut position, sink);
            } else if c.is_alphanumeric() {
                before = None;
                let tied = at
                    .checked_sub(1)
                    .is_some_and(|i| bytes.get(i) == Some(&b'-'));
                if !tied {
                    self.flush(flavour, &mut position, sink);
                }
                if self.parts.is_empty()
                    && let Some((end, capitals)) = plain_word(bytes, at)
                {
                    let word = text.get(at..end).unwrap_or_default();
                    self.plain(word, at, capitals, flavour, &mut position, sink);
                    at = end;
                    continue;
                }
                at = self.word(text, at);
            } else {
                // Wide punctuation, marks that stand alone, symbols.
                self.flush(flavour, &mut position, sink);
                before = None;
                at += c.len_utf8();
            }
        }
        self.flush(flavour, &mut position, sink);
    }

    /// Reads one CJK character at `at`; gives the place behind it.
    fn character(
        &mut self,
        text: &str,
        at: usize,
        before: &mut Option<Before>,
        position: &mut u32,
        sink: &mut dyn FnMut(&Token<'_>),
    ) -> usize {
        let kept = before.map_or(0, |b| b.length);
        // Only the character before is kept.
        let drop = self.pair.len().saturating_sub(kept);
        self.pair.drain(..drop);
        let from = self.pair.len();
        let end = at + unit(text, at, &mut self.pair).max(1);
        let new = self.pair.get(from..).unwrap_or_default();
        if let Some(first) = before {
            let hangul = new.starts_with(is_hangul);
            // A line break is a space in Korean.
            if first.end == at || !(hangul || first.hangul) {
                let (start, position) = (first.start, first.position);
                sink(&Token {
                    text: &self.pair,
                    start,
                    end,
                    position,
                    kind: TokenKind::Pair,
                });
            }
        }
        sink(&Token {
            text: new,
            start: at,
            end,
            position: *position,
            kind: TokenKind::Char,
        });
        *before = Some(Before {
            length: new.len(),
            start: at,
            end,
            position: *position,
            hangul: new.starts_with(is_hangul),
        });
        *position = position.saturating_add(1);
        end
    }

    /// Hands out a word of ASCII that stands alone.
    fn plain(
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
        sink(&Token {
            text,
            start,
            end,
            position: *position,
            kind: TokenKind::Word,
        });
        if flavour == Flavour::Comments
            && let Some(stem) = self.stems.stem(text)
        {
            sink(&Token {
                text: stem,
                start,
                end,
                position: *position,
                kind: TokenKind::Stem,
            });
        }
        self.chain.clear();
        *position = position.saturating_add(1);
    }

    /// Reads one word at `at` into the chain; gives the place behind it.
    fn word(&mut self, text: &str, at: usize) -> usize {
        let bytes = text.as_bytes();
        let from = self.chain.len();
        let mut end = at;
        let mut digits = true;
        // No decimals behind the point of a date or a version.
        let mut point = bytes
            .get(at.saturating_sub(2)..at)
            .is_some_and(|b| matches!(b, [b'0'..=b'9', b'.']));
        while let Some(&b) = bytes.get(end) {
            if b.is_ascii_alphanumeric() {
                let rest = bytes.get(end..).unwrap_or_default();
                let run = rest
                    .iter()
                    .position(|b| !b.is_ascii_alphanumeric())
                    .unwrap_or(rest.len());
                digits = digits && rest.iter().take(run).all(u8::is_ascii_digit);
                let (old, room) = (
                    self.chain.len(),
                    (from + LONGEST).saturating_sub(self.chain.len()),
                );
                self.chain
                    .push_str(text.get(end..end + run.min(room)).unwrap_or_default());
                if let Some(new) = self.chain.get_mut(old..) {
                    new.make_ascii_lowercase();
                }
                end += run;
            } else if b == b'.' {
                if !digits || point || end == at || !is_decimal(bytes, end) {
                    break;
                }
                point = true;
                self.chain.push('.');
                end += 1;
            } else if b < 0x80 && b != b'\'' && b != b'`' {
                break;
            } else if let Some(length) = apostrophe(text, end) {
                if !joins(text, end, length) {
                    break;
                }
                end += length;
            } else {
                let Some(c) = text.get(end..).and_then(|t| t.chars().next()) else {
                    break;
                };
                let mark = unicode_normalization::char::is_combining_mark(c);
                if is_cjk(c) || !(mark || c.is_alphanumeric()) {
                    break;
                }
                digits &= c.is_numeric();
                let length = self.chain.len();
                end += unit(text, end, &mut self.chain).max(1);
                if self.chain.len() - from > LONGEST {
                    self.chain.truncate(length);
                }
            }
        }
        let to = self.chain.len();
        self.parts.push(Part {
            from,
            to,
            start: at,
            end,
            digits,
        });
        end
    }

    /// Hands out the words of the chain.
    fn flush(&mut self, flavour: Flavour, position: &mut u32, sink: &mut dyn FnMut(&Token<'_>)) {
        let ties = self.parts.len() > 1 && self.parts.iter().all(|p| !p.digits && p.from < p.to);
        for (i, part) in self.parts.iter().enumerate() {
            let Some(text) = self.chain.get(part.from..part.to).filter(|t| !t.is_empty()) else {
                continue;
            };
            let (start, end) = (part.start, part.end);
            sink(&Token {
                text,
                start,
                end,
                position: *position,
                kind: TokenKind::Word,
            });
            if flavour == Flavour::Comments
                && let Some(stem) = self.stems.stem(text)
            {
                sink(&Token {
                    text: stem,
                    start,
                    end,
                    position: *position,
                    kind: TokenKind::Stem,
                });
            }
            if i == 0 && ties && self.chain.len() <= LONGEST {
                self.joined.clone_from(&self.chain);
                let end = self.parts.last().map_or(end, |p| p.end);
                sink(&Token {
                    text: &self.joined,
                    start,
                    end,
                    position: *position,
                    kind: TokenKind::Joined,
                });
            }
            *position = position.saturating_add(1);
        }
        self.parts.clear();
        self.chain.clear();
    }
}

/// The end of the word at `at` and whether it has capitals, if it is short, of ASCII alone, and nothing behind it could
/// be part of it.
fn plain_word(bytes: &[u8], at: usize) -> Option<(usize, bool)> {
    let rest = bytes.get(at..)?;
    let (mut capitals, mut letters) = (false, false);
    for (length, &b) in rest.iter().enumerate().take(LONGEST) {
        match b {
            b'a'..=b'z' => letters = true,
            b'0'..=b'9' => {}
            b'A'..=b'Z' => capitals = true,
            b'\'' | b'`' | b'-' | 0x80.. => return None,
            b'.' if !letters && !capitals => return None,
            _ => return (length > 0).then_some((at + length, capitals)),
        }
    }
    None
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}' | '\u{A960}'..='\u{A97C}' | '\u{AC00}'..='\u{D7FB}')
}

/// Whether the point at `at` stands before the decimals of a number, and not inside a date or a version.
fn is_decimal(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at + 1..).unwrap_or_default();
    let length = rest
        .iter()
        .take(LONGEST)
        .take_while(|b| b.is_ascii_digit())
        .count();
    let after = |i: usize| rest.get(length + i).copied().unwrap_or(b' ');
    (1..=4).contains(&length)
        && !after(0).is_ascii_alphabetic()
        && !(after(0) == b'.' && after(1).is_ascii_digit())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;

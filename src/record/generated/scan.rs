//! A scanner that moves forward through the words and numbers of a comment.

use crate::analysis::parse_playouts;
use memchr::memmem;

/// U+3164, the blank with which KaTrain ends and joins its parts, and which it appends to the names of its engines.
pub(super) const FILLER: char = '\u{3164}';
/// U+200B, which follows [`FILLER`] if no other program removed it.
pub(super) const NO_SPACE: char = '\u{200b}';

/// Scanner over a text: holds the rest that was not read yet.
#[derive(Clone, Copy)]
pub(super) struct Scan<'t> {
    rest: &'t str,
}

impl<'t> Scan<'t> {
    pub(super) fn new(rest: &'t str) -> Scan<'t> {
        Scan { rest }
    }

    pub(super) fn rest(&self) -> &'t str {
        self.rest
    }

    /// Number of bytes that were read so far. `text` must be the text that the scanner was made for.
    pub(super) fn offset_in(&self, text: &str) -> usize {
        text.len() - self.rest.len()
    }

    /// Skips this many bytes.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or("");
    }

    /// Skips white space. Programs that save a file again may replace line ends by blanks, so the kind of white space
    /// does not matter.
    pub(super) fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Reads this word; `None` if the text does not continue with it.
    pub(super) fn word(&mut self, word: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(word)?;
        Some(())
    }

    /// Reads the first of these words with which the text continues, and returns its index.
    pub(super) fn one_of(&mut self, words: &[&str]) -> Option<usize> {
        words.iter().position(|word| self.word(word).is_some())
    }

    /// Reads the next character.
    pub(super) fn letter(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = self.rest.get(letter.len_utf8()..)?;
        Some(letter)
    }

    /// Reads characters as long as `is` is true for them.
    pub(super) fn take_while(&mut self, is: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !is(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Reads one or more ASCII digits.
    pub(super) fn digits(&mut self) -> Option<&'t str> {
        Some(self.take_while(|c| c.is_ascii_digit())).filter(|digits| !digits.is_empty())
    }

    /// Reads a number with or without a sign. A comma before a digit counts as the decimal point.
    pub(super) fn number(&mut self) -> Option<f64> {
        let before = *self;
        let sign = self.one_of(&["-", "+"]).map_or(1.0, |which| [-1.0, 1.0][which]);
        let number = self.unsigned();
        if number.is_none() {
            *self = before;
        }
        Some(sign * number?)
    }

    fn unsigned(&mut self) -> Option<f64> {
        let whole = self.digits()?;
        let mut tail = *self;
        let fraction = (tail.one_of(&[".", ","])).and_then(|_| tail.digits());
        if fraction.is_some() {
            *self = tail;
        }
        format!("{whole}.{}", fraction.unwrap_or("0")).parse().ok()
    }

    /// Reads a number and the sign `%`.
    pub(super) fn percent(&mut self) -> Option<f64> {
        let number = self.number()?;
        self.word("%")?;
        Some(number)
    }

    /// Reads a count that may be shortened: `345`, `1.2k`, `3M`.
    pub(super) fn count(&mut self) -> Option<u64> {
        let number = self.unsigned()?;
        let unit = self.rest.chars().next().filter(|c| "kKmMgG".contains(*c));
        if unit.is_some() {
            self.letter();
        }
        parse_playouts(number, unit)
    }

    /// Rest of the current line, but at most 400 bytes of it.
    pub(super) fn line(&self) -> &'t str {
        let near = self.rest.floor_char_boundary(MAX_LINE_BYTES);
        self.rest.get(..near).unwrap_or("").lines().next().unwrap_or("")
    }

    /// Skips a pair of brackets with its content, `(…)`, on the current line.
    pub(super) fn bracket(&mut self) -> Option<()> {
        let end = self.line().strip_prefix('(')?.find(')')?;
        self.skip(end + "()".len());
        Some(())
    }
}

/// Maximum number of bytes of a line that are examined. No program writes a longer line that matters here. The limit
/// bounds how much of a hostile comment is examined more than once.
const MAX_LINE_BYTES: usize = 400;

/// Byte offsets of all places where a word begins in a text.
pub(super) fn find_all<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    memmem::find_iter(text.as_bytes(), word)
}

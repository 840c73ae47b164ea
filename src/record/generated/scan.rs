//! A place in a comment that moves forward over words and numbers.

use crate::analysis::playouts;
use memchr::memmem;

/// The blank that KaTrain ends and joins its parts with, and puts behind the names of its engines.
pub(super) const FILLER: char = '\u{3164}';
/// What stands behind it where nothing was lost.
pub(super) const NO_SPACE: char = '\u{200b}';

/// What is left of a text.
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

    /// How many bytes of a text are taken, of which this is the rest.
    pub(super) fn taken(&self, text: &str) -> usize {
        text.len() - self.rest.len()
    }

    /// Takes this many bytes.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or("");
    }

    /// Takes white space: programs that save a file again make blanks of line ends.
    pub(super) fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Takes a word.
    pub(super) fn word(&mut self, word: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(word)?;
        Some(())
    }

    /// Takes the first of these words that stands here, and tells which.
    pub(super) fn one_of(&mut self, words: &[&str]) -> Option<usize> {
        words.iter().position(|word| self.word(word).is_some())
    }

    /// Takes the next character.
    pub(super) fn letter(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = self.rest.get(letter.len_utf8()..)?;
        Some(letter)
    }

    /// Takes characters as long as they are of a kind.
    pub(super) fn while_is(&mut self, is: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !is(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Takes digits.
    pub(super) fn digits(&mut self) -> Option<&'t str> {
        Some(self.while_is(|c| c.is_ascii_digit())).filter(|digits| !digits.is_empty())
    }

    /// Takes a number with or without a sign; a comma before a digit may be its point.
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

    /// Takes a number and the sign `%`.
    pub(super) fn percent(&mut self) -> Option<f64> {
        let number = self.number()?;
        self.word("%")?;
        Some(number)
    }

    /// Takes a count that may be shortened: `345`, `1.2k`, `3M`.
    pub(super) fn count(&mut self) -> Option<u64> {
        let number = self.unsigned()?;
        let unit = self.rest.chars().next().filter(|c| "kKmMgG".contains(*c));
        if unit.is_some() {
            self.letter();
        }
        playouts(number, unit)
    }

    /// What is left of this line, but for what is too far away to belong to a sentence.
    pub(super) fn line(&self) -> &'t str {
        let near = self.rest.floor_char_boundary(LONGEST_LINE);
        self.rest.get(..near).unwrap_or("").lines().next().unwrap_or("")
    }

    /// Takes `(…)` on this line.
    pub(super) fn bracket(&mut self) -> Option<()> {
        let end = self.line().strip_prefix('(')?.find(')')?;
        self.skip(end + "()".len());
        Some(())
    }
}

/// No program writes a longer line that matters here. The limit bounds how much is examined twice.
const LONGEST_LINE: usize = 400;

/// Where a word begins in a text, again and again.
pub(super) fn places<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    memmem::find_iter(text.as_bytes(), word)
}

//! Words with their byte offsets, and points as players write them: `Q16`, without a column I.

use crate::QueryError;
use kifu_messages::say;
use kifu_record::game::{BoardSize, GameKind, Point};
use std::ops::Range;

/// Piece of a text and its byte offset in that text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl<'a> Word<'a> {
    /// Byte range of the word in the text.
    pub(super) fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// First word of a text.
    pub(super) fn first(text: &str) -> Option<Word<'_>> {
        words(Word { text, start: 0 }, char::is_whitespace).next()
    }

    /// Rest of the word after its first `count` bytes.
    pub(super) fn skip(self, count: usize) -> Word<'a> {
        let text = self.text.get(count..).unwrap_or_default();
        Word { text, start: self.start + count }
    }

    /// Word with the white space at both ends removed.
    pub(super) fn trim(self) -> Word<'a> {
        let text = self.text.trim_start();
        let start = self.start + self.text.len() - text.len();
        Word { text: text.trim_end(), start }
    }

    /// Byte range of the character at this byte of the word.
    pub(super) fn span_at(self, at: usize) -> Range<usize> {
        let len =
            self.text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        self.start + at..self.start + at + len
    }
}

/// Splits a text at separators, leaving out empty pieces.
pub(super) fn words(
    text: Word<'_>,
    separates: impl Fn(char) -> bool + Copy,
) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.text.get(at..)?;
        at += rest.find(|c| !separates(c))?;
        let rest = text.text.get(at..)?;
        let len = rest.find(separates).unwrap_or(rest.len());
        let word = Word { text: rest.get(..len)?, start: text.start + at };
        at += len;
        Some(word)
    })
}

/// Splits a text into the digits at its start and the rest.
pub(super) fn split_digits(text: &str) -> (&str, &str) {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.split_at(text.len() - rest.len())
}

/// Splits a word such as `Q16` into letters and digits; `None` if it has anything else.
pub(super) fn split_letters_and_digits(text: &str) -> Option<(&str, &str)> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = text.strip_suffix(digits)?;
    let good = (1..=2).contains(&letters.len())
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    good.then_some((letters, digits))
}

/// Number of a column, from 0, by its letters. There is no column I, and AA, AB and so on follow Z.
fn parse_column(letters: &str) -> Option<usize> {
    let mut number = 0;
    for byte in letters.bytes() {
        let digit = match byte.to_ascii_uppercase() {
            letter @ b'A'..=b'H' => letter - b'A',
            letter @ b'J'..=b'Z' => letter - b'A' - 1,
            _ => return None,
        };
        number = number * 25 + usize::from(digit) + 1;
    }
    number.checked_sub(1)
}

/// Name of a column. In Go, there is no column I, and AA, AB and so on follow Z. In Lines of Action, all letters are
/// used, in lower case as in its moves.
pub fn column_name(game: GameKind, x: u8) -> String {
    let (first, letters) = match game {
        GameKind::Loa => (b'a', 26),
        _ => (b'A', 25),
    };
    let letter = |number: u8| char::from(first + number + u8::from(letters == 25 && number >= 8));
    match (x / letters).checked_sub(1) {
        None => letter(x).to_string(),
        Some(group) => [letter(group), letter(x % letters)].into_iter().collect(),
    }
}

/// Name of a point: `Q16`, or `e1` in Lines of Action.
pub fn point_name(game: GameKind, size: BoardSize, point: Point) -> String {
    let row = i16::from(size.height()) - i16::from(point.y);
    let mut name = column_name(game, point.x);
    name.push_str(&row.to_string());
    name
}

/// Parses a point; `None` if the word is no point of the board.
pub fn parse_point(text: &str, size: BoardSize) -> Option<Point> {
    let (letters, digits) = split_letters_and_digits(text)?;
    let x = u8::try_from(parse_column(letters)?).ok()?;
    let y = size.height().checked_sub(digits.parse().ok().filter(|&row: &u8| row > 0)?)?;
    let point = Point::new(x, y);
    size.contains(point).then_some(point)
}

/// Parses a point, with an error that tells why the word is no point of the board.
pub(super) fn require_point(word: Word, size: BoardSize) -> Result<Point, QueryError> {
    if let Some(point) = parse_point(word.text, size) {
        return Ok(point);
    }
    let Some((letters, digits)) = split_letters_and_digits(word.text) else {
        return Err(not_a_point(word));
    };
    if parse_column(letters).is_none() {
        let help = say!("error-no-column-i-help", point = format!("J{digits}"));
        return Err(QueryError::new(word.span(), say!("error-no-column-i")).with_help(help));
    }
    Err(off_board(word, size).with_help(say!(
        "error-off-board-go",
        right = column_name(GameKind::Go, size.width() - 1),
        top = size.height()
    )))
}

/// Error for a word that does not consist of letters and digits.
pub(super) fn not_a_point(word: Word) -> QueryError {
    let message = say!("error-not-a-point", word = word.text);
    QueryError::new(word.span(), message).with_help(say!("error-not-a-point-help"))
}

/// Error for a point that is not on the board. The caller adds help with the valid points in its notation.
pub(super) fn off_board(word: Word, size: BoardSize) -> QueryError {
    let message = say!("error-off-board", word = word.text, size = size.to_string());
    QueryError::new(word.span(), message)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for (width, height) in [(9, 9), (19, 13), (52, 52)] {
            let size = BoardSize::new(width, height).unwrap();
            for point in size.points() {
                let name = point_name(GameKind::Go, size, point);
                assert_eq!(parse_point(&name, size), Some(point), "{name}");
                assert_eq!(parse_point(&name.to_lowercase(), size), Some(point));
            }
        }
        let point = Point::new(8, 0);
        assert_eq!(point_name(GameKind::Go, BoardSize::GO, point), "J19");
        let name = |x| column_name(GameKind::Go, x);
        assert_eq!([24, 25, 51].map(name), ["Z", "AA", "BB"]);
    }

    #[test]
    fn what_is_no_point() {
        let text =
            ["", "Q", "16", "Q0", "Q20", "U1", "I5", "AI5", "Q16x", "é1", "Q-1", "ABC1", "A999"];
        for text in text {
            assert_eq!(parse_point(text, BoardSize::GO), None, "{text}");
        }
    }
}

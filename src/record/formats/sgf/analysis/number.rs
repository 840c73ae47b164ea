//! Reads numbers as analysis programs write them: with a decimal point or the comma of the user's language, shortened
//! counts, points as in GTP, and JSON.

use crate::analysis::{Lead, Rate, parse_playouts};
use crate::formats::json::value::JsonValue;
use crate::game::{BoardSize, Move, Point};

/// Reads a number with a decimal point; exponents are allowed, words such as `inf` are not.
pub(super) fn parse_decimal(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_number = text.bytes().any(|b| b.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
    let number: f64 = is_number.then(|| text.parse().ok())??;
    number.is_finite().then_some(number)
}

/// Reads a number with a decimal point or comma.
pub(super) fn parse_localized(text: &str) -> Option<f64> {
    if text.contains(',') {
        parse_decimal(&text.replacen(',', ".", 1))
    } else {
        parse_decimal(text)
    }
}

/// Reads a count, which may be shortened: `345`, `1.2k`, `45k`, `1.2m`, `3.0G`.
pub(super) fn parse_count(text: &str) -> Option<u64> {
    let text = text.trim();
    let unit = text.chars().next_back().filter(char::is_ascii_alphabetic);
    let number = match unit {
        Some(unit) => text.strip_suffix(unit)?,
        None => text,
    };
    parse_playouts(parse_localized(number)?, unit)
}

/// Reads a point in the letters of GTP, which leave out I, or a pass; `None` if it is not on the board.
pub(super) fn parse_vertex(text: &str, size: BoardSize) -> Option<Move> {
    Vertex::parse(text)?.on_board(size)
}

/// Point as GTP counts it, from the lower left corner, or a pass, for a board whose size is not known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::formats) enum Vertex {
    Pass,
    /// Column, counted from 0, and row, counted from 1.
    Point(u8, u8),
}

impl Vertex {
    /// Reads a point: letters, which leave out I, and a number.
    pub(in crate::formats) fn parse(text: &str) -> Option<Vertex> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("pass") {
            return Some(Vertex::Pass);
        }
        let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let column = column(text.get(..text.len() - digits.len())?)?;
        let is_row = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        let row = is_row.then(|| digits.parse().ok())??;
        Some(Vertex::Point(column, row))
    }

    /// Converts the point to a move on a board of this size; `None` if it is not on the board.
    pub(in crate::formats) fn on_board(self, size: BoardSize) -> Option<Move> {
        let Vertex::Point(column, row) = self else {
            return Some(Move::Pass);
        };
        let point = Point::new(column, size.height().checked_sub(row)?);
        (row > 0 && size.contains(point)).then_some(Move::Place(point))
    }
}

/// Number of a column: `A` is 0, `J` 8, `Z` 24, `AA` 25.
fn column(letters: &str) -> Option<u8> {
    let letter = |letter: u8| match letter.to_ascii_uppercase() {
        before @ b'A'..=b'H' => Some(before - b'A'),
        after @ b'J'..=b'Z' => Some(after - b'A' - 1),
        _ => None,
    };
    match *letters.as_bytes() {
        [one] => letter(one),
        [first, second] => {
            let column = (u16::from(letter(first)?) + 1) * 25 + u16::from(letter(second)?);
            u8::try_from(column).ok()
        }
        _ => None,
    }
}

/// Reads numbers of a JSON object, and remembers the first that cannot be read. A missing number is unknown and no
/// error.
#[derive(Default)]
pub(in crate::formats) struct Numbers {
    pub(in crate::formats) bad: Option<String>,
}

impl Numbers {
    fn number<T>(
        &mut self,
        of: JsonValue,
        key: &str,
        read: impl Fn(f64) -> Option<T>,
    ) -> Option<T> {
        let number = of.get(key).filter(|entry| !entry.is_null())?.number().and_then(read);
        if number.is_none() && self.bad.is_none() {
            self.bad = Some(format!("its `{key}`"));
        }
        number
    }

    pub(in crate::formats) fn rate(&mut self, of: JsonValue, key: &str) -> Option<Rate> {
        self.number(of, key, Rate::from_share)
    }

    pub(in crate::formats) fn lead(&mut self, of: JsonValue, key: &str) -> Option<Lead> {
        self.number(of, key, Lead::from_points)
    }

    pub(in crate::formats) fn visits(&mut self, of: JsonValue, key: &str) -> Option<u64> {
        self.number(of, key, |number| parse_playouts(number.floor(), None))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        for (text, count) in [
            ("345", Some(345)),
            ("1.2k", Some(1200)),
            ("9999k", Some(9_999_000)),
            ("12.3m", Some(12_300_000)),
            ("1.2M", Some(1_200_000)),
            ("3.0G", Some(3_000_000_000)),
            ("1,2k", Some(1200)),
            ("k", None),
            ("-1", None),
            ("1e400", None),
            ("1.2kk", None),
            ("0.17", None),
            ("1e12k", Some(1_000_000_000_000_000)),
            ("1e17k", None),
            ("12x", None),
        ] {
            assert_eq!(super::parse_count(text), count, "{text}");
        }
    }

    #[test]
    fn numbers() {
        assert_eq!(parse_decimal("1e-05"), Some(0.00001));
        assert_eq!(parse_decimal("-0.0"), Some(0.0));
        for text in ["", "inf", "NaN", "-Infinity", "1,5", "e", "--1", "1e999"] {
            assert_eq!(parse_decimal(text), None, "{text}");
        }
        assert_eq!(parse_localized("52,3"), Some(52.3));
    }

    #[test]
    fn vertices() {
        let place = |x, y| Some(Move::Place(Point::new(x, y)));
        let size = BoardSize::GO;
        for (text, action) in [
            ("A1", place(0, 18)),
            ("Q16", place(15, 3)),
            ("j10", place(8, 9)),
            ("T19", place(18, 0)),
            ("pass", Some(Move::Pass)),
            ("PASS", Some(Move::Pass)),
            ("I9", None),
            ("U1", None),
            ("A20", None),
            ("A0", None),
            ("A", None),
            ("16", None),
            ("resign", None),
            ("ZZ1", None),
        ] {
            assert_eq!(parse_vertex(text, size), action, "{text}");
        }
        let small = BoardSize::new(9, 13).unwrap();
        assert_eq!(parse_vertex("J13", small), place(8, 0));
        let large = BoardSize::new(52, 52).unwrap();
        assert_eq!(parse_vertex("AA1", large), place(25, 51));
        assert_eq!(parse_vertex("BB52", large), place(51, 0));
    }
}

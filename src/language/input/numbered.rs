//! Reads a drawn part of a board that has row numbers on one side or both, and perhaps column letters. The coordinates
//! tell where the part lies on the board.

use super::board_input::lines;
use super::points::{Word, column_name, split_digits};
use super::{ascii, pasted};
use kifu_record::game::pattern::Edges;
use kifu_record::game::{BoardSize, GameKind};

/// Drawing of a part of a board whose coordinates have been read and replaced by blanks.
pub(super) struct NumberedPart {
    /// The drawing. It is as long in bytes as the original text, so that byte ranges of errors stay valid.
    pub(super) text: String,
    /// Row numbers of the first and the last row.
    numbers: (u32, u32),
    /// Names of the columns, if they are drawn.
    columns: Option<Vec<String>>,
}

/// Side of a row on which its number stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// Row of a drawing with the row numbers at its left and right end. Each number comes with its length in bytes.
struct NumberedRow<'t> {
    line: Word<'t>,
    left: Option<(u32, usize)>,
    right: Option<(u32, usize)>,
}

impl NumberedPart {
    /// Finds a drawing with row numbers. `None` if its rows have no numbers, or if they run from the number of rows
    /// down to 1, since then it is a complete board.
    pub(super) fn find(text: &str) -> Option<NumberedPart> {
        let mut rows = Vec::new();
        let mut columns = None;
        let mut coordinates = Vec::new();
        for line in lines(text).filter(|line| !line.text.trim().is_empty()) {
            let line = line.trim();
            if pasted::is_edge(line.text) {
                continue;
            }
            if let Some(names) = ascii::parse_axis(line.text) {
                columns = Some(names);
                coordinates.push(line.span());
                continue;
            }
            rows.push(NumberedRow::read(line)?);
        }
        let [left, right] = [Side::Left, Side::Right].map(|side| number_range(&rows, side));
        let numbers = left.or(right)?;
        if numbers.1 == 1 && numbers.0 as usize == rows.len() {
            return None;
        }
        for row in &rows {
            let span = row.line.span();
            if let Some((_, len)) = row.left.filter(|_| left.is_some()) {
                coordinates.push(span.start..span.start + len);
            }
            if let Some((_, len)) = row.right.filter(|_| right.is_some()) {
                coordinates.push(span.end - len..span.end);
            }
        }
        let mut bytes = text.as_bytes().to_vec();
        for span in coordinates {
            if let Some(bytes) = bytes.get_mut(span) {
                bytes.fill(b' ');
            }
        }
        Some(NumberedPart { text: String::from_utf8(bytes).ok()?, numbers, columns })
    }

    /// Edges of the board that the coordinates reach.
    pub(super) fn edges(&self, size: BoardSize) -> Edges {
        let column = |name: Option<&String>, at: u8| {
            name.is_some_and(|name| *name == column_name(GameKind::Go, at))
        };
        let columns = self.columns.as_ref();
        Edges {
            top: self.numbers.0 == u32::from(size.height()),
            bottom: self.numbers.1 == 1,
            left: column(columns.and_then(|names| names.first()), 0),
            right: column(columns.and_then(|names| names.last()), size.width() - 1),
        }
    }
}

impl<'t> NumberedRow<'t> {
    fn read(line: Word<'t>) -> Option<NumberedRow<'t>> {
        let (left, rest) = split_digits(line.text);
        let right = rest.len() - rest.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (points, right) = rest.split_at_checked(rest.len() - right)?;
        let is_drawing_char = |c: char| {
            c.is_whitespace()
                || c.is_ascii_digit()
                || ".,+XOxo#@*?AV|".contains(c)
                || ascii::parse_stone(c, GameKind::Go).is_some()
        };
        let is_row = !points.trim().is_empty() && points.chars().all(is_drawing_char);
        let number = |text: &str| Some((text.parse().ok()?, text.len()));
        is_row.then(|| NumberedRow { line, left: number(left), right: number(right) })
    }
}

/// First and last number on one side, if all rows have a number there and the numbers run down by one.
fn number_range(rows: &[NumberedRow], side: Side) -> Option<(u32, u32)> {
    let number = |row: &NumberedRow| match side {
        Side::Left => row.left.map(|(number, _)| number),
        Side::Right => row.right.map(|(number, _)| number),
    };
    let numbers: Vec<u32> = rows.iter().map(number).collect::<Option<_>>()?;
    let is_descending = numbers.windows(2).all(|pair| matches!(pair, [a, b] if *a == b + 1));
    let (first, last) = (*numbers.first()?, *numbers.last()?);
    (numbers.len() > 1 && is_descending && last > 0).then_some((first, last))
}

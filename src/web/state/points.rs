//! Names of points, sides and board sizes in addresses, as players write them (`Q16`).

use kifu_engine::points::{column_name, point_name};
use kifu_record::game::{BoardSize, Color, GameKind, Point};

/// A move as an address contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AddressMove {
    Place(Point),
    Pass,
}

impl AddressMove {
    /// Parses a move, `Q16` or `pass`.
    pub(crate) fn parse(text: &str, size: BoardSize) -> Option<AddressMove> {
        if text.eq_ignore_ascii_case("pass") {
            Some(AddressMove::Pass)
        } else {
            point(text, size).map(AddressMove::Place)
        }
    }

    /// Name of the move in an address.
    pub(crate) fn name(self, size: BoardSize) -> String {
        match self {
            AddressMove::Place(at) => name(at, size),
            AddressMove::Pass => "pass".to_owned(),
        }
    }
}

/// Name of a point, such as `Q16`.
pub(super) fn name(point: Point, size: BoardSize) -> String {
    point_name(GameKind::Go, size, point)
}

/// Parses the name of a point, in upper or lower case.
pub(crate) fn point(text: &str, size: BoardSize) -> Option<Point> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let column = text.strip_suffix(digits).unwrap_or_default();
    let is_column = |x: &u8| column_name(GameKind::Go, *x).eq_ignore_ascii_case(column);
    let row = digits.parse().ok().filter(|_| !digits.starts_with('+'));
    let y = row.and_then(|row: u8| size.height().checked_sub(row))?;
    let x = (0..size.width()).find(is_column)?;
    (y < size.height()).then_some(Point::new(x, y))
}

/// Parses the letter of a colour: `b` or `w`, in either case.
pub(crate) fn color(text: &str) -> Option<Color> {
    match text {
        "B" | "b" => Some(Color::Black),
        "W" | "w" => Some(Color::White),
        _ => None,
    }
}

/// Parses a board size, `19` or `19x13`.
pub(crate) fn board_size(text: &str) -> Option<BoardSize> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    BoardSize::new(width.parse().ok()?, height.parse().ok()?)
}

/// Name of a board size, `19` or `19x13`.
pub(crate) fn size_name(size: BoardSize) -> String {
    if size.is_square() { size.width().to_string() } else { size.to_string() }
}

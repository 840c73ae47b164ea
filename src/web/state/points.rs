//! Names of points, sides and sizes in addresses: those that players write.

use kifu_engine::points::{column_name, point_name};
use kifu_record::game::{BoardSize, Color, GameKind, Point};

/// A move of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AddressMove {
    /// A stone.
    Place(Point),
    /// A pass.
    Pass,
}

impl AddressMove {
    /// The move with this name, `Q16` or `pass`.
    pub(crate) fn named(text: &str, size: BoardSize) -> Option<AddressMove> {
        if text.eq_ignore_ascii_case("pass") {
            Some(AddressMove::Pass)
        } else {
            point(text, size).map(AddressMove::Place)
        }
    }

    /// Its name.
    pub(crate) fn name(self, size: BoardSize) -> String {
        match self {
            AddressMove::Place(at) => name(at, size),
            AddressMove::Pass => "pass".to_owned(),
        }
    }
}

/// The name of a point: `Q16`.
pub(super) fn name(point: Point, size: BoardSize) -> String {
    point_name(GameKind::Go, size, point)
}

/// The point with this name, in capitals or not.
pub(crate) fn point(text: &str, size: BoardSize) -> Option<Point> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let column = text.strip_suffix(digits).unwrap_or_default();
    let is_column = |x: &u8| column_name(GameKind::Go, *x).eq_ignore_ascii_case(column);
    let row = digits.parse().ok().filter(|_| !digits.starts_with('+'));
    let y = row.and_then(|row: u8| size.height().checked_sub(row))?;
    let x = (0..size.width()).find(is_column)?;
    (y < size.height()).then_some(Point::new(x, y))
}

/// The side with this letter.
pub(crate) fn color(text: &str) -> Option<Color> {
    match text {
        "B" | "b" => Some(Color::Black),
        "W" | "w" => Some(Color::White),
        _ => None,
    }
}

/// The size with this name, `19` or `19x13`.
pub(crate) fn board_size(text: &str) -> Option<BoardSize> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    BoardSize::new(width.parse().ok()?, height.parse().ok()?)
}

/// `19`, or `19x13`.
pub(crate) fn size_name(size: BoardSize) -> String {
    if size.is_square() { size.width().to_string() } else { size.to_string() }
}

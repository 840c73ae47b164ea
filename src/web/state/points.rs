//! Names of points and sizes in addresses: those that players write.

use super::Unread;
use crate::engine::points::{column_name, point_name};
use crate::game::{BoardSize, GameKind, Point};

/// A move of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressMove {
    /// A stone.
    Place(Point),
    /// A pass.
    Pass,
}

impl AddressMove {
    /// Reads `Q16` or `pass`.
    pub fn read(text: &str, size: BoardSize) -> Result<AddressMove, Unread> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(AddressMove::Pass);
        }
        Ok(AddressMove::Place(point(text, size)?))
    }

    /// Its name.
    pub fn name(self, size: BoardSize) -> String {
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
pub fn point(text: &str, size: BoardSize) -> Result<Point, Unread> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let column = text.strip_suffix(digits).unwrap_or_default();
    let is_column = |x: &u8| column_name(GameKind::Go, *x).eq_ignore_ascii_case(column);
    let row = digits.parse().ok().filter(|_| !digits.starts_with('+'));
    let y = row.and_then(|row: u8| size.height().checked_sub(row));
    let x = (0..size.width()).find(is_column);
    match (x, y) {
        (Some(x), Some(y)) if y < size.height() => Ok(Point::new(x, y)),
        _ => Err(Unread {
            code: "bad_value",
            message: format!("`{text}` is no point of this board"),
            help: "points are named as on the board, Q16; a pass is written pass",
        }),
    }
}

/// Reads `19` or `19x13`.
pub fn board_size(text: &str) -> Result<BoardSize, Unread> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| text.parse().ok();
    let size = side(width).zip(side(height));
    let size = size.and_then(|(width, height)| BoardSize::new(width, height));
    size.ok_or_else(|| Unread {
        code: "bad_value",
        message: format!("`{text}` is no board size"),
        help: "write 19 or 19x13, up to 52",
    })
}

/// `19`, or `19x13`.
pub fn size_name(size: BoardSize) -> String {
    if size.is_square() {
        size.width().to_string()
    } else {
        size.to_string()
    }
}

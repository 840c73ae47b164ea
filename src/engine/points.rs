//! The names of points and moves, as players write them.

use crate::game::{BoardSize, GameKind, Move, Point, loa};

/// The name of a column. Go leaves out I, and AA, AB and so on follow Z. Lines of Action uses all letters, in lower
/// case as in its moves.
pub fn column_name(game: GameKind, x: u8) -> String {
    let (first, skip) = match game {
        GameKind::Loa => (b'a', u8::MAX),
        _ => (b'A', 8),
    };
    let letters = if skip == u8::MAX { 26 } else { 25 };
    let letter = |number: u8| char::from(first + number + u8::from(number >= skip));
    match (x / letters).checked_sub(1) {
        None => letter(x).to_string(),
        Some(group) => [letter(group), letter(x % letters)].into_iter().collect(),
    }
}

/// The name of a point as read off the drawing: `Q16`, or `e1` in Lines of Action.
pub fn point_name(game: GameKind, size: BoardSize, point: Point) -> String {
    let row = i16::from(size.height()) - i16::from(point.y);
    let mut name = column_name(game, point.x);
    name.push_str(&row.to_string());
    name
}

/// A move in the notation of its game: `Q16`, `pass`, `e1-e3`, `resign`; `?` for an invalid value.
pub fn move_name(game: GameKind, size: BoardSize, action: Move) -> String {
    match action {
        Move::Place(point) => point_name(game, size, point),
        Move::Unreadable => "?".to_owned(),
        action => loa::move_name(action, size),
    }
}

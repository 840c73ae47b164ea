//! Names of points and moves, as players write them.

pub use kifu_language::input::{column_name, point_name};
use kifu_record::game::{BoardSize, GameKind, Move, loa};

/// Names a move in the notation of its game: `Q16`, `pass`, `e1-e3`, `resign`; `?` for an invalid value.
pub fn move_name(game: GameKind, size: BoardSize, action: Move) -> String {
    match action {
        Move::Place(point) => point_name(game, size, point),
        Move::Unreadable => "?".to_owned(),
        action => loa::move_name(action, size),
    }
}

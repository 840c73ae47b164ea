//! The boards of a book.

use super::graph::BookGame;
use kifu_archive::error::{Error, ErrorKind};
use kifu_record::game::{BoardSize, GameKind};
use std::collections::BTreeMap;

/// True if a game is one of Go on boards of this size.
pub(super) fn is_on(game: &BookGame, board: BoardSize) -> bool {
    (game.start.game, game.start.size) == (GameKind::Go, board)
}

/// The board of most nodes among the games of Go that have stones.
pub(super) fn most_frequent_board(games: &[BookGame]) -> Option<BoardSize> {
    let mut nodes: BTreeMap<(u8, u8), usize> = BTreeMap::new();
    for game in games.iter().filter(|game| game.start.game == GameKind::Go) {
        let size = game.start.size;
        *nodes.entry((size.width(), size.height())).or_default() += game.tree.len();
    }
    let (&(width, height), _) = nodes.iter().max_by_key(|(_, nodes)| **nodes)?;
    BoardSize::new(width, height)
}

/// Error for a book of corners on boards whose corners are not counted.
pub(super) fn no_corners_error(board: BoardSize) -> Error {
    let message = format!(
        "the book is on boards of {}x{} points, which have no corners that could be counted",
        board.width(),
        board.height()
    );
    Error::new(ErrorKind::Query, message).with_help("boards are square and have at most 22 lines")
}

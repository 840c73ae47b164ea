//! Serialises a board together with its log of changes, so that the receiver can undo moves, too.

use super::{Board, Change};
use crate::game::{BoardSize, GameKind, Stone};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;

/// Serialised form of a board, without its hashes, which the receiver computes from the stones.
#[derive(Serialize, Deserialize)]
struct BoardData<'b> {
    game: GameKind,
    size: BoardSize,
    cells: Cow<'b, [Stone]>,
    log: Cow<'b, [Change]>,
    ko: u16,
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let data = BoardData {
            game: self.game(),
            size: self.size(),
            cells: Cow::Borrowed(&self.cells),
            log: Cow::Borrowed(&self.log),
            ko: self.ko,
        };
        data.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        let data = BoardData::deserialize(deserializer)?;
        let mut board = Board::new(data.game, data.size);
        let is_there = |change: &Change| board.cells.len() > usize::from(change.cell);
        if data.cells.len() != board.cells.len() || !data.log.iter().all(is_there) {
            return Err(de::Error::custom("these are not the cells of such a board"));
        }
        for (cell, stone) in data.cells.iter().enumerate() {
            board.replace_unlogged(cell, *stone);
        }
        board.log = data.log.into_owned();
        board.ko = data.ko;
        Ok(board)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::{Color, Point, go};

    #[test]
    fn a_deserialised_board_can_undo_its_moves() {
        let mut board = Board::new(GameKind::Go, BoardSize::GO);
        let empty = board.mark();
        for (number, (x, y)) in [(0, 1), (0, 0), (1, 0)].into_iter().enumerate() {
            go::play(&mut board, Color::BOTH[number % 2], Point::new(x, y));
        }
        let text = serde_json::to_string(&board).unwrap();
        let mut restored: Board = serde_json::from_str(&text).unwrap();
        assert!(restored.has_same_stones(&board) && restored.hash() == board.hash());
        assert_eq!(restored.mark().ko, board.mark().ko);
        restored.undo_to(empty);
        assert_eq!(restored.hash(), Board::new(GameKind::Go, BoardSize::GO).hash());
        let short = text.replacen("\"Hole\",", "", 1);
        assert!(serde_json::from_str::<Board>(&short).is_err());
    }
}

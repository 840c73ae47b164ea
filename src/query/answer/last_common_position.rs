//! Finds how far into a sequence of moves any game goes, for an answer about a position that no game has.

use super::filter::{self, GameFilter};
use super::{BoardQuestion, Subject, count_games};
use kifu_archive::error::Result;
use kifu_record::game::board::{Board, UndoMark};
use kifu_store::index::Index;

/// Maximum number of moves that are looked up. Longer sequences are cut: games are shorter.
const MAX_MOVES: usize = 1000;

/// Finds the last position that at least one game has, among the positions on the way to the searched one, that one
/// included. Returns the number of moves up to the position found, and the number of games that have it. `marks` holds
/// the state of the board before each move.
pub fn last_common_position(
    index: &Index,
    question: &BoardQuestion,
    board: &Board,
    marks: &[UndoMark],
) -> Result<Option<(usize, u64)>> {
    let filter = GameFilter::run(index, question.filter, &[])?;
    index.budget().add_expected(filter::searched_games(index, filter.as_ref()));
    let mut board = board.clone();
    let states: Vec<UndoMark> =
        marks.iter().copied().chain([board.mark()]).take(MAX_MOVES).collect();
    for (moves, mark) in states.into_iter().enumerate().rev() {
        board.undo_to(mark);
        let before =
            BoardQuestion { subject: Subject::Position(&board), unique: false, ..question.clone() };
        let games = count_games(index, &before, filter.as_ref())?;
        if games > 0 {
            return Ok(Some((moves, games)));
        }
    }
    Ok(None)
}

//! Counts, for each continuation, how many games reach the position after it in any way. Games that come to this
//! position by another order of moves count as well.

use super::filter::{GameFilter, searched_games as games_of};
use super::{BoardQuestion, Subject, count_games};
use crate::board_conditions::BoardConditions;
use crate::step::Step;
use kifu_archive::error::Result;
use kifu_record::Start;
use kifu_record::game::Move;
use kifu_record::replay::play;
use kifu_store::index::Index;

/// For each step (next move) that changes the searched board, the number of games that have the position after the
/// step. `None` for other steps, and for patterns. The filter applies to these games. The conditions on the next move
/// and on the move number do not, because they are about the position before the step.
pub fn games_after_steps(
    index: &Index,
    start: Start,
    question: &BoardQuestion,
    steps: &[Step],
) -> Result<Vec<Option<u64>>> {
    let Subject::Position(board) = question.subject else {
        return Ok(vec![None; steps.len()]);
    };
    let filter = GameFilter::run(index, question.filter, &[])?;
    let terms =
        BoardConditions { next: None, to_move: None, moves: None, ..question.conditions.clone() };
    let games = |&step: &Step| {
        let Step::Move(color, action) = step else {
            return Ok(None);
        };
        let changes_board = matches!(action, Move::Place(_) | Move::Slide { .. } | Move::Remove(_));
        if !changes_board || index.budget().poll_exhausted() {
            return Ok(None);
        }
        let mut board = board.clone();
        play(start, &mut board, color, action);
        let after = BoardQuestion {
            subject: Subject::Position(&board),
            conditions: &terms,
            ..question.clone()
        };
        index.budget().add_expected(games_of(index, filter.as_ref()));
        count_games(index, &after, filter.as_ref()).map(Some)
    };
    steps.iter().map(games).collect()
}

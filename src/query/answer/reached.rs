//! Counts how many games reach the position after each continuation by any order of moves, and not only by that step.

use super::among::{Among, games as games_of};
use super::{BoardQuestion, Subject, counted};
use crate::step::Step;
use crate::terms::Terms;
use kifu_archive::error::Result;
use kifu_record::Start;
use kifu_record::game::Move;
use kifu_record::replay::play;
use kifu_store::index::Index;

/// For each step that changes the board of a question, the number of games that have the position after it; `None` for
/// other steps and for patterns. The question's filter applies to these games, but its conditions on the next move and
/// on the move number do not: they are about the position before the step.
pub fn reached(
    index: &Index,
    start: Start,
    question: &BoardQuestion,
    steps: &[Step],
) -> Result<Vec<Option<u64>>> {
    let Subject::Position(board) = question.subject else {
        return Ok(vec![None; steps.len()]);
    };
    let among = Among::of(index, question.among, &[])?;
    let terms = Terms { next: None, to_move: None, moves: None, ..question.terms.clone() };
    let games = |&step: &Step| {
        let Step::Move(color, action) = step else {
            return Ok(None);
        };
        let changes_board = matches!(action, Move::Place(_) | Move::Slide { .. } | Move::Remove(_));
        if !changes_board || index.budget().is_spent() {
            return Ok(None);
        }
        let mut board = board.clone();
        play(start, &mut board, color, action);
        let after =
            BoardQuestion { subject: Subject::Position(&board), terms: &terms, ..question.clone() };
        index.budget().announce(games_of(index, among.as_ref()));
        counted(index, &after, among.as_ref()).map(Some)
    };
    steps.iter().map(games).collect()
}

//! How many games reach the positions after the continuations, by any order of moves.

use super::among::{Among, games as games_of};
use super::{BoardQuestion, Subject, counted};
use crate::step::Step;
use crate::terms::Terms;
use kifu_archive::error::Result;
use kifu_record::Start;
use kifu_record::game::Move;
use kifu_record::replay::play;
use kifu_store::index::Index;

/// For each step that changes the whole board of a question, the games that have the position after it. The filter of
/// the question holds for them, but not its conditions on how games continue and at which move.
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

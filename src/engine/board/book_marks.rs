//! Which continuations of a position or pattern the book in use has.

use crate::input::BoardSubject;
use crate::snapshot::Snapshot;
use kifu_language::input::pattern::PatternInput;
use kifu_query::answer::SubjectAnswer;
use kifu_query::book::Book;
use kifu_query::joseki::{Corner, Quadrants};
use kifu_query::step::Step;
use kifu_record::game::board::Board;
use kifu_record::game::pattern::Cell;
use kifu_record::game::{Color, Point, Stone};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Moves of an answer, each with whether the book in use has it. Moves of which that is not known are missing, and so
/// are all moves if no book is in use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BookMarks(Vec<(Step, bool)>);

impl BookMarks {
    /// Looks up the continuations of an answer in the book in use. A pattern is looked up if it has all points of a
    /// corner and the book has corners.
    pub(super) fn new(
        snapshot: &Snapshot,
        subject: &BoardSubject,
        answer: &SubjectAnswer,
    ) -> BookMarks {
        let known = snapshot.shown_book().and_then(|book| {
            let (board, corner) = match subject {
                BoardSubject::Position(position) => (position.board.clone(), None),
                BoardSubject::Pattern(pattern) => {
                    let (board, corner) = corner_of_pattern(pattern)?;
                    (board, Some(corner))
                }
            };
            Some((book, board, corner))
        });
        let Some((book, board, corner)) = known else {
            return BookMarks::default();
        };
        let local = answer.local.iter().map(|local| local.row.step);
        let steps: HashSet<Step> =
            answer.continuations.iter().map(|row| row.step).chain(local).collect();
        let marked = |step| mark(&book, subject, (&board, corner), step);
        BookMarks(steps.into_iter().filter_map(|step| Some((step, marked(step)?))).collect())
    }

    /// Adds the moves of another index.
    pub(super) fn merge(&mut self, more: BookMarks) {
        let known: HashSet<Step> = self.0.iter().map(|(step, _)| *step).collect();
        self.0.extend(more.0.into_iter().filter(|(step, _)| !known.contains(step)));
    }

    /// Whether the book has a move; `None` if that is not known.
    pub(super) fn get(&self, step: Step) -> Option<bool> {
        self.0.iter().find(|(other, _)| *other == step).map(|(_, has)| *has)
    }
}

fn mark(
    book: &Book,
    subject: &BoardSubject,
    (board, corner): (&Board, Option<Corner>),
    step: Step,
) -> Option<bool> {
    let (color, point): (Color, Point) = (step.color()?, step.point()?);
    let point = match subject {
        BoardSubject::Position(_) => point,
        BoardSubject::Pattern(pattern) => pattern.on_board(point),
    };
    if board.stone(point) != Stone::Empty {
        return None;
    }
    book.has_move(board, corner, (color, point))
}

/// The board with the stones of a pattern that has all points of one corner, and this corner. Points outside of the
/// corner are empty.
fn corner_of_pattern(pattern: &PatternInput) -> Option<(Board, Corner)> {
    let quadrants = Quadrants::new(pattern.board)?;
    let edges = pattern.pattern.edges();
    if edges.left == edges.right || edges.top == edges.bottom {
        return None;
    }
    let corner = Corner::on_side(edges.right, edges.bottom);
    let mut board = Board::new(pattern.game, pattern.board);
    let mut points = 0;
    for (point, cell) in pattern.pattern.cells() {
        let point = pattern.on_board(point);
        if !quadrants.has_point(corner, point) {
            continue;
        }
        let stone = match cell {
            Cell::BLACK => Stone::Black,
            Cell::WHITE => Stone::White,
            Cell::EMPTY => Stone::Empty,
            _ => return None,
        };
        points += 1;
        board.set(point, stone);
    }
    let is_whole = points == usize::from(quadrants.side()).pow(2);
    is_whole.then_some((board, corner))
}

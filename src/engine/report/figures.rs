//! Figures of a report: the first moves of a game, and positions.

use crate::failure::Result;
use crate::handout::{Figure, NumberedMove};
use crate::snapshot::Snapshot;
use kifu_query::search::read_tree_by_id;
use kifu_record::game::board::Board;
use kifu_record::game::{Move, Stone};
use kifu_record::{Cause, Replayer};
use std::ops::ControlFlow;

/// Number of moves that the figure of a typical game shows.
pub(super) const SHOWN_MOVES: u32 = 40;

/// The first moves of a game on one board. A move on a point that had a stone before is left out.
pub(super) fn first_moves(snapshot: &Snapshot, id: &str, moves: u32) -> Result<Option<Figure>> {
    let (start, tree) = read_tree_by_id(snapshot.index, id)?;
    let mut figure: Option<Figure> = None;
    Replayer::new().replay(start, &tree, |ply| {
        if !ply.main || ply.number > moves {
            return ControlFlow::Break(());
        }
        match (ply.cause, &mut figure) {
            (Cause::Move(color, Move::Place(point)), Some(figure)) => {
                let is_taken = figure.stones.iter().any(|stone| stone.point == point);
                if !is_taken && figure.board.stone(point) == Stone::Empty {
                    figure.stones.push(NumberedMove { number: ply.number, color, point });
                }
            }
            (Cause::Move(..), Some(_)) => {}
            // Setup changes the board, so the figure begins again after it.
            _ => figure = Some(position(ply.board)),
        }
        ControlFlow::Continue(())
    });
    Ok(figure)
}

/// A position without moves.
pub(super) fn position(board: &Board) -> Figure {
    let mut copy = Board::new(board.game(), board.size());
    for point in board.size().points() {
        copy.set(point, board.stone(point));
    }
    Figure {
        board: copy,
        to_play: None,
        stones: Vec::new(),
        unshown: Vec::new(),
        numbers: None,
        notes: Vec::new(),
    }
}

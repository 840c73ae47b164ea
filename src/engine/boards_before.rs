//! Finds the boards before given moves of main lines. Problem files and practice show these boards.

use kifu_archive::error::Result;
use kifu_query::engine_eval::EngineHit;
use kifu_query::hits::Hit;
use kifu_query::search::StoredTrees;
use kifu_record::game::board::Board;
use kifu_record::game::hash::PositionHash;
use kifu_record::game::{Color, Move, Point};
use kifu_record::replay::{Cause, Ply};
use kifu_record::{GameTree, NodeId, Replayer, Start};
use kifu_store::index::Index;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Move of a main line. The board before it is to be found.
pub(super) struct TargetMove {
    pub(super) node: NodeId,
    /// Number of the move in the game, from 1.
    pub(super) number: u32,
    pub(super) mover: Color,
    pub(super) played: Move,
    /// Engine's evaluation of the move, if the query has conditions on engine analysis.
    pub(super) eval: Option<EngineHit>,
    /// True if this is the first move of a problem.
    pub(super) is_problem: bool,
}

/// Move of a main line with the board before it.
pub(super) struct MoveOnBoard {
    pub(super) target: TargetMove,
    pub(super) at: BoardAt,
}

/// Board at a node of a main line.
pub(super) struct BoardAt {
    pub(super) board: Board,
    /// Node of this board, the last one before the move. Several nodes may lie between two moves, because setup may
    /// come between them.
    pub(super) node: NodeId,
    /// Last stone that was played, if it is still on the board.
    pub(super) last: Option<(Color, Point)>,
}

/// Finds the boards before moves of games. A board that the same finder has returned before, also rotated or mirrored,
/// is left out.
pub(super) struct BoardsBefore<'i> {
    trees: StoredTrees<'i>,
    replayer: Replayer,
    seen: HashSet<(PositionHash, Color)>,
}

impl<'i> BoardsBefore<'i> {
    pub(super) fn new(index: &'i Index) -> BoardsBefore<'i> {
        BoardsBefore {
            trees: StoredTrees::new(index),
            replayer: Replayer::new(),
            seen: HashSet::new(),
        }
    }

    /// Finds the boards before those moves of a hit's game that `choose` selects. Boards that earlier calls have
    /// returned are left out.
    pub(super) fn boards_before(
        &mut self,
        hit: &Hit,
        choose: impl FnOnce(Start, &GameTree) -> Vec<TargetMove>,
    ) -> Result<Vec<MoveOnBoard>> {
        let Some((start, tree)) = self.trees.read(hit)? else {
            return Ok(Vec::new());
        };
        let wanted = choose(start, tree);
        let mut found = boards_before_moves(&mut self.replayer, start, tree, wanted);
        found.retain(|MoveOnBoard { target: wanted, at }| {
            self.seen.insert((at.board.hash(), wanted.mover))
        });
        Ok(found)
    }
}

/// Finds the boards before some moves of a main line with one replay.
fn boards_before_moves(
    replayer: &mut Replayer,
    start: Start,
    tree: &GameTree,
    mut wanted: Vec<TargetMove>,
) -> Vec<MoveOnBoard> {
    wanted.sort_by_key(|wanted| wanted.node);
    let mut wanted = wanted.into_iter().peekable();
    let mut before: Option<BoardAt> = None;
    let mut found = Vec::new();
    replayer.replay(start, tree, |ply| {
        if !ply.main {
            return ControlFlow::Break(());
        }
        while let Some(wanted) = wanted.next_if(|wanted| wanted.node <= ply.node) {
            found.extend(before.take().map(|at| MoveOnBoard { target: wanted, at }));
        }
        let Some(next) = wanted.peek() else {
            return ControlFlow::Break(());
        };
        if ply.number + 1 == next.number {
            before =
                Some(BoardAt { board: ply.board.clone(), node: ply.node, last: last_stone(ply) });
        }
        ControlFlow::Continue(())
    });
    found
}

fn last_stone(ply: &Ply) -> Option<(Color, Point)> {
    match ply.cause {
        Cause::Move(color, Move::Place(point)) => {
            let is_on_board = ply.board.stone(point).color() == Some(color);
            is_on_board.then_some((color, point))
        }
        _ => None,
    }
}

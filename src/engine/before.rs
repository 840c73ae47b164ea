//! The boards before moves of main lines: what problems and practice are made of.

use kifu_archive::error::Result;
use kifu_query::hits::Hit;
use kifu_query::judged::JudgedHit;
use kifu_query::search::Trees;
use kifu_record::game::board::Board;
use kifu_record::game::hash::PositionHash;
use kifu_record::game::{Color, Move, Point};
use kifu_record::replay::{Cause, Ply};
use kifu_record::{GameTree, NodeId, Replayer, Start};
use kifu_store::index::Index;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// A move of a main line whose board before it is wanted.
pub(super) struct WantedMove {
    pub(super) node: NodeId,
    /// Its number in the game, from 1.
    pub(super) number: u32,
    pub(super) mover: Color,
    pub(super) played: Move,
    /// What an engine said about it, if the query asks for that.
    pub(super) judged: Option<JudgedHit>,
}

/// A move with the board before it.
pub(super) struct MoveOnBoard {
    pub(super) wanted: WantedMove,
    pub(super) at: BoardAt,
}

/// A board of a main line.
pub(super) struct BoardAt {
    pub(super) board: Board,
    /// The node that it stands at. Setup may come between two moves, so before one it is the last such node.
    pub(super) node: NodeId,
    /// The stone that was played last, if it stands there.
    pub(super) last: Option<(Color, Point)>,
}

/// Finds the boards before moves of games, each once in all its symmetries.
pub(super) struct BoardsBefore<'i> {
    trees: Trees<'i>,
    replayer: Replayer,
    seen: HashSet<(PositionHash, Color)>,
}

impl<'i> BoardsBefore<'i> {
    pub(super) fn new(index: &'i Index) -> BoardsBefore<'i> {
        BoardsBefore { trees: Trees::new(index), replayer: Replayer::new(), seen: HashSet::new() }
    }

    /// The boards before the moves that are chosen of a hit's game, without those that were found before.
    pub(super) fn of(
        &mut self,
        hit: &Hit,
        choose: impl FnOnce(Start, &GameTree) -> Vec<WantedMove>,
    ) -> Result<Vec<MoveOnBoard>> {
        let Some((start, tree)) = self.trees.of(hit)? else {
            return Ok(Vec::new());
        };
        let wanted = choose(start, tree);
        let mut found = boards(&mut self.replayer, start, tree, wanted);
        found
            .retain(|MoveOnBoard { wanted, at }| self.seen.insert((at.board.hash(), wanted.mover)));
        Ok(found)
    }
}

/// The boards before some moves of a main line.
fn boards(
    replayer: &mut Replayer,
    start: Start,
    tree: &GameTree,
    mut wanted: Vec<WantedMove>,
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
            found.extend(before.take().map(|at| MoveOnBoard { wanted, at }));
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
            let stands = ply.board.stone(point).color() == Some(color);
            stands.then_some((color, point))
        }
        _ => None,
    }
}

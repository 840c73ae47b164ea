//! A place in a game: the position at a move or a node.

use super::address::At;
use super::position::Place;
use crate::game::board::Board;
use crate::game::{Color, Move, Point};
use crate::record::replay::{Cause, MainMoves};
use crate::record::{GameTree, NodeId, Replayer, Start};
use std::ops::ControlFlow;

/// A position found in a game.
#[derive(Clone, Debug)]
pub struct Located {
    /// The position.
    pub board: Board,
    /// Where it is.
    pub place: Place,
    /// Whose turn it is.
    pub turn: Color,
    /// The point of the last move.
    pub last: Option<Point>,
}

/// Why there is no such place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPlace {
    /// The rules of the game are not known.
    NoRules,
    /// The main line has only this many moves.
    Moves(usize),
    /// The tree has only this many nodes.
    Nodes(usize),
}

/// The position at a place: after the last main-line node before the next move for a move number, after the node for a
/// node number.
pub fn locate(start: Start, tree: &GameTree, at: &At) -> Result<Located, NoPlace> {
    if !start.has_rules() {
        return Err(NoPlace::NoRules);
    }
    let count = MainMoves::new(tree).len();
    let fits: Box<dyn Fn(NodeId, u32, bool) -> bool> = match *at {
        At::End => Box::new(|_, _, main| main),
        At::Move(number) if number as usize <= count => Box::new(move |_, n, main| main && n <= number),
        At::Move(_) => return Err(NoPlace::Moves(count)),
        At::Node(node) if (node as usize) < tree.len() => {
            let path = tree.path(node);
            Box::new(move |n, _, _| path.binary_search(&n).is_ok())
        }
        At::Node(_) => return Err(NoPlace::Nodes(tree.len())),
    };
    let wanted = match *at {
        At::Node(node) => node,
        _ => NodeId::MAX,
    };
    let mut found: Option<Located> = None;
    // The last fitting position counts; on a path, or on the main line, later nodes come later.
    Replayer::new().replay(start, tree, |ply| {
        if ply.node > wanted || (matches!(at, At::End | At::Move(_)) && !fits(ply.node, ply.number, ply.main)) {
            return ControlFlow::Break(());
        }
        if fits(ply.node, ply.number, ply.main) {
            let last = match ply.cause {
                Cause::Move(_, Move::Place(point) | Move::Slide { to: point, .. }) => Some(point),
                _ => None,
            };
            let place = Place { number: ply.number, node: ply.node };
            match &mut found {
                Some(found) => {
                    found.board.clone_from(ply.board);
                    (found.place, found.turn, found.last) = (place, ply.turn, last);
                }
                None => found = Some(Located { board: ply.board.clone(), place, turn: ply.turn, last }),
            }
        }
        ControlFlow::Continue(())
    });
    found.ok_or(NoPlace::NoRules)
}

//! Replays a game to a position, given its tree, which may come from a record or from the index.

use super::address::GamePosition;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_messages::say;
use kifu_record::cancel::{Interrupted, TimeBudget, checkpoint};
use kifu_record::game::board::{Board, UndoMark};
use kifu_record::game::{Color, Move, Point};
use kifu_record::replay::Captures;
use kifu_record::{Cause, GameTree, NodeId, Ply, Replayer, Start};
use std::ops::ControlFlow;

/// Position in a game after replaying it up to there, with the moves that lead to it.
#[derive(Debug)]
pub struct Position {
    /// Node of the game tree that has the position.
    pub node: NodeId,
    /// Number of moves up to the position.
    pub number: u32,
    /// True if the node is on the main line.
    pub main: bool,
    /// Last move before the position, if any.
    pub last: Option<(Color, Move)>,
    /// Side to move in the position.
    pub turn: Color,
    /// Board of the position; `None` if the rules of the game are not known.
    pub board: Option<Board>,
    /// Stones or pieces captured up to the position.
    pub captures: Captures,
    /// Number of illegal moves up to the position.
    pub illegal: u32,
    /// Move number of the first illegal move.
    pub first_illegal: u32,
    /// True if the move of this node is illegal.
    pub is_move_illegal: bool,
    /// The board's undo marks, one for each move up to the position, taken before the move was played. Undoing to a
    /// mark restores the board as it was before the move.
    pub marks: Vec<UndoMark>,
}

/// Replays a game to a position like [`position`], within a time budget; an error if the budget is exhausted.
pub fn position_with_budget(
    budget: &TimeBudget,
    start: Start,
    tree: &GameTree,
    at: GamePosition,
) -> Result<Position> {
    budget.run(|| position(start, tree, at)).unwrap_or_else(|Interrupted| {
        Err(Error::new(ErrorKind::Interrupted, say!("error-place-time-out")))
    })
}

/// Replays a game to the position that `at` names; an error if the game does not reach it.
pub fn position(start: Start, tree: &GameTree, at: GamePosition) -> Result<Position> {
    let (nodes, limit): (Vec<NodeId>, u32) = match at {
        // A tree without variations is replayed without copying it. Whole archives are replayed this way.
        GamePosition::End if !tree.is_empty() && tree.main_line().len() == tree.len() => {
            return Ok(replay(start, tree, tree, tree.len() as NodeId - 1, tree.main_move_count()));
        }
        GamePosition::End => (tree.main_line().collect(), u32::MAX),
        GamePosition::Move(number) => {
            let moves = tree.main_move_count();
            if number > moves {
                return Err(no_such_move(number, moves));
            }
            (tree.main_line().collect(), number)
        }
        GamePosition::Node(node) if (node as usize) < tree.len() => (tree.path(node), u32::MAX),
        GamePosition::Node(node) => return Err(no_such_node(node, tree.len())),
    };
    let line = NodePath::from_nodes(tree, &nodes, limit);
    Ok(replay(start, &line.tree, tree, line.node, line.number))
}

fn no_such_move(number: u32, moves: u32) -> Error {
    // The number of moves is passed twice: formatted, and as a number that selects the plural form.
    let (number, shown) = (number.to_string(), moves.to_string());
    let message = say!("error-no-such-move", number = number, n = moves, moves = shown.as_str());
    let help = say!("error-no-such-move-help", n = moves, moves = shown);
    Error::new(ErrorKind::NotFound, message).with_help(help)
}

fn no_such_node(node: NodeId, nodes: usize) -> Error {
    let message =
        say!("error-no-such-node", number = node.to_string(), n = nodes, nodes = nodes.to_string());
    let last = nodes.saturating_sub(1).to_string();
    let help = say!("error-no-such-node-help", n = nodes, last = last);
    Error::new(ErrorKind::NotFound, message).with_help(help)
}

/// Point on which a move leaves a stone or piece; `None` for passes and the like.
pub fn target_point(action: Move) -> Option<Point> {
    match action {
        Move::Place(point) | Move::Slide { to: point, .. } => Some(point),
        _ => None,
    }
}

/// Nodes from the root to a position, as a tree without branches.
struct NodePath {
    tree: GameTree,
    node: NodeId,
    number: u32,
}

impl NodePath {
    /// Builds the path from these nodes, with at most `limit` moves. If a node has several moves, which SGF forbids,
    /// only the moves within the limit are copied.
    fn from_nodes(tree: &GameTree, nodes: &[NodeId], limit: u32) -> NodePath {
        let mut line = NodePath { tree: GameTree::new(), node: 0, number: 0 };
        for &node in nodes {
            checkpoint();
            let moves = tree.moves_in(node);
            // The root is added even if it contains a move beyond the limit, because its setup comes before the move.
            if moves > 0 && line.number >= limit && !line.tree.is_empty() {
                break;
            }
            line.tree.add_node((line.tree.len() as NodeId).checked_sub(1));
            line.node = node;
            for action in tree.actions(node) {
                if !action.is_move() {
                    line.tree.add_action(*action);
                } else if line.number < limit {
                    line.tree.add_action(*action);
                    line.number += 1;
                }
            }
        }
        line
    }
}

/// Replays `line`, the path from the root to `node` of the tree `tree`. The path has `number` moves.
fn replay(start: Start, line: &GameTree, tree: &GameTree, node: NodeId, number: u32) -> Position {
    let mut position = Position {
        node,
        number,
        main: tree.main_line().contains(&node),
        turn: Color::Black,
        last: None,
        board: None,
        captures: Captures::default(),
        illegal: 0,
        first_illegal: 0,
        is_move_illegal: false,
        marks: Vec::new(),
    };
    let mut replayer = Replayer::new();
    let mut before: Option<UndoMark> = None;
    let end = (line.len() as NodeId).checked_sub(1);
    replayer.replay(start, line, |ply| {
        position.is_move_illegal |= ply.breach.is_some() && Some(ply.node) == end;
        position.add(ply, before.replace(ply.board.mark()));
        ControlFlow::Continue(())
    });
    if start.has_rules() {
        position.board = replayer.board().cloned();
    }
    position
}

impl Position {
    fn add(&mut self, ply: &Ply, before: Option<UndoMark>) {
        self.turn = ply.turn;
        if ply.breach.is_some() {
            self.illegal += 1;
            if self.illegal == 1 {
                self.first_illegal = ply.number;
            }
        }
        let Cause::Move(color, action) = ply.cause else {
            return;
        };
        self.last = Some((color, action));
        self.captures.add(ply);
        self.marks.extend(before);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_illegal_move_is_that_of_its_own_node() {
        // W on E5 plays onto the black stone and is illegal; B on A9 and the variation's W on F4 are legal.
        let text = "(;SZ[9];B[ee](;W[ee];B[aa])(;W[ff]))";
        let record = kifu_record::formats::read(text.as_bytes()).records.remove(0);
        let at = |node| position(record.start, &record.tree, GamePosition::Node(node)).unwrap();
        let of = |node| (at(node).illegal, at(node).is_move_illegal);
        let expected = [(0, false), (0, false), (1, true), (1, false), (0, false)];
        assert_eq!((0..5).map(of).collect::<Vec<_>>(), expected);
    }

    /// In Lines of Action a piece is captured by the piece that moves onto its square. The square that a piece leaves
    /// becomes empty, but this must not count as a capture.
    #[test]
    fn captures_follow_the_rules() {
        let captures = |text: &str| {
            let record = kifu_record::formats::read(text.as_bytes()).records.remove(0);
            let place = position(record.start, &record.tree, GamePosition::End).unwrap();
            (place.captures.count(Color::Black), place.captures.count(Color::White))
        };
        let opening = "(;GM[9]SZ[8];B[b1b3];W[h2f2]";
        assert_eq!(captures(&format!("{opening})")), (0, 0));
        assert_eq!(captures("(;GM[9]SZ[8]SU[Custom]AB[a1][c3]AW[c1];B[a1c1];W[c1d1])"), (0, 1));
        assert_eq!(captures("(;GM[9]SZ[8]SU[Gemma];B[b1b3];B[c1c3])"), (0, 0));
        assert_eq!(captures("(;SZ[9]AB[ba]AW[aa];B[ab];W[aa];B[ii])"), (0, 2));
        assert_eq!(captures("(;SZ[9]AB[ac][bb][ca]AW[ba][ab];W[aa])"), (0, 3));
        // A stone that is played onto another one, which SGF allows, replaces it; this must not count as a capture.
        assert_eq!(captures("(;SZ[9];B[ee];W[ee])"), (0, 0));
    }

    /// If a node has setup and moves, which SGF forbids, the setup comes first, also in the root.
    #[test]
    fn the_root_may_have_moves() {
        for (text, stones) in [("(;SZ[9]AB[aa]B[ee]W[ff])", 1), ("B[ee]", 0)] {
            let record = kifu_record::formats::read(text.as_bytes()).records.remove(0);
            let place = position(record.start, &record.tree, GamePosition::Move(0)).unwrap();
            let rows = place.board.unwrap().rows().concat();
            assert_eq!((rows.matches('X').count(), place.number), (stones, 0));
            let place = position(record.start, &record.tree, GamePosition::Move(1)).unwrap();
            let rows = place.board.unwrap().rows().concat();
            assert_eq!((rows.matches('X').count(), place.number), (stones + 1, 1));
        }
    }
}

//! Properties of every position of a record.

use super::book::hash_by_definition;
use kifu_index::game::board::Board;
use kifu_index::game::{GameKind, Move, Point, Stone};
use kifu_index::record::replay::{NextPlays, PlyOutline, outline};
use kifu_index::record::{Action, Cause, GameRecord, GameTree, NodeId, Ply, Replayer};
use std::ops::ControlFlow;

/// Number of positions of a record for which all slow checks are made.
const MAX_CHECKED_POSITIONS: u32 = 100;
/// Number of leaves of the tree whose line of moves is also replayed without the rest of the tree.
const MAX_CHECKED_LEAVES: usize = 4;

/// Checks that the replay visits nodes in order, that the stored hash is that of the definition, that no move leaves a
/// chain beside it without liberties, and that the last position of a variation is that of replaying its moves alone.
pub fn is_sound(record: &GameRecord) {
    let tree = &record.tree;
    let main = tree.main_line();
    let numbers = tree.move_numbers();
    let mut last = None;
    let mut plies = 0u32;
    let mut leaves = Vec::new();
    let next = NextPlays::default();
    let outline = outline(tree).filter(|_| record.start.has_rules());
    let mut outlined = outline.iter().flatten();
    Replayer::new().replay(record.start, tree, |ply| {
        assert!(last <= Some(ply.node) && (ply.node as usize) < tree.len());
        assert_eq!(ply.main, main.contains(&ply.node));
        assert!(ply.number <= numbers[ply.node as usize]);
        plies += 1;
        if outline.is_some() {
            let ply = PlyOutline {
                number: ply.number,
                main: ply.main,
                turn: ply.turn,
                next: next.after(tree, ply),
            };
            assert_eq!(outlined.next(), Some(&ply));
        }
        if plies.is_power_of_two() || plies.is_multiple_of(MAX_CHECKED_POSITIONS) {
            assert_eq!(ply.board.hash().0, hash_by_definition(ply.board));
        }
        if plies <= MAX_CHECKED_POSITIONS || plies.is_multiple_of(MAX_CHECKED_POSITIONS) {
            check_no_dead_neighbours(ply);
        }
        let is_leaf = tree.parent(ply.node + 1) != Some(ply.node);
        let is_last = ply.number == numbers[ply.node as usize];
        if is_leaf && is_last && leaves.len() < MAX_CHECKED_LEAVES {
            leaves.push((ply.node, ply.board.clone()));
        }
        last = Some(ply.node);
        ControlFlow::Continue(())
    });
    assert_eq!(last.is_some(), record.start.has_rules());
    assert_eq!(outlined.next(), None);
    for (leaf, board) in leaves {
        let replayed = replay_line(record, leaf);
        assert!(replayed.has_same_stones(&board), "the way to node {leaf}");
        assert_eq!(replayed.hash(), board.hash());
    }
}

fn check_no_dead_neighbours(ply: &Ply) {
    if let (GameKind::Go, Cause::Move(_, Move::Place(point))) = (ply.board.game(), ply.cause) {
        for point in around(point).chain([point]) {
            assert!(is_alive(ply.board, point), "{:?}", ply.board.rows());
        }
    }
}

/// Position after the nodes up to this one, replayed without any other variation.
fn replay_line(record: &GameRecord, leaf: NodeId) -> Board {
    let mut line = GameTree::new();
    for (i, node) in record.tree.path(leaf).into_iter().enumerate() {
        line.add_node((i as NodeId).checked_sub(1));
        for &action in record.tree.actions(node) {
            if !matches!(action, Action::Raw(..)) {
                line.add_action(action);
            }
        }
    }
    let mut replayer = Replayer::new();
    replayer.replay(record.start, &line, |_| ControlFlow::Continue(()));
    replayer.board().expect("a game with rules").clone()
}

fn around(point: Point) -> impl Iterator<Item = Point> {
    let Point { x, y } = point;
    let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
    beside.into_iter().map(|(x, y)| Point::new(x, y))
}

/// True if the point is empty, or its chain has a liberty.
fn is_alive(board: &Board, start: Point) -> bool {
    let stone = board.stone(start);
    if stone.color().is_none() {
        return true;
    }
    let mut chain = vec![start];
    let mut next = 0;
    while let Some(&point) = chain.get(next) {
        next += 1;
        for beside in around(point) {
            if board.stone(beside) == Stone::Empty {
                return true;
            }
            if board.stone(beside) == stone && !chain.contains(&beside) {
                chain.push(beside);
            }
        }
    }
    false
}

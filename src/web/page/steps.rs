//! The way through a game: its line, the steps from a node, and what the last moves were.

use super::figures::side;
use super::tree::color_of;
use crate::engine::drawing::{Shape, Sign};
use crate::engine::game::{At, position};
use crate::engine::points::{move_name, point_name};
use crate::game::{Color, Move, Point};
use crate::record::{Action, GameTree, NodeId};
use crate::web::data::game::Shown;
use std::collections::BTreeMap;

/// Moves that carry their number.
const NUMBERED: usize = 7;

/// The nodes that a step leads to.
pub struct Steps {
    /// From the root over the node to the end of its line.
    pub line: Vec<NodeId>,
    /// Where the node is in it.
    pub at: usize,
    /// Moves up to its end.
    pub moves: u32,
    /// The children of the node.
    pub next: Vec<NodeId>,
    /// The same depth in the variation above and below.
    pub above: Option<NodeId>,
    pub below: Option<NodeId>,
    /// The hits before and after it.
    pub hit_before: Option<NodeId>,
    pub hit_after: Option<NodeId>,
}

impl Steps {
    /// Those of a game at its node.
    pub fn of(shown: &Shown) -> Steps {
        let tree = &shown.record().tree;
        let node = shown.place.node;
        let mut line = tree.path(node);
        let at = line.len() - 1;
        line.extend(descent(tree, node));
        let hits = || shown.hits.iter().map(|hit| hit.node);
        let (above, below) = beside(tree, line.get(..=at).unwrap_or_default());
        Steps {
            moves: line.iter().map(|&node| tree.moves_in(node)).sum(),
            line,
            at,
            next: children(tree, node),
            above,
            below,
            hit_before: hits().filter(|&hit| hit < node).max(),
            hit_after: hits().filter(|&hit| hit > node).min(),
        }
    }

    /// The node so many steps away on its line, or its end.
    pub fn away(&self, steps: isize) -> Option<NodeId> {
        let at = self
            .at
            .saturating_add_signed(steps)
            .min(self.line.len() - 1);
        self.line.get(at).copied().filter(|_| at != self.at)
    }

    /// The line as ranges of nodes: `0-15,40-44`.
    pub fn ranges(&self) -> String {
        let mut ranges: Vec<(NodeId, NodeId)> = Vec::new();
        for &node in &self.line {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == node => *last = node,
                _ => ranges.push((node, node)),
            }
        }
        let texts = ranges.iter().map(|(from, to)| format!("{from}-{to}"));
        texts.collect::<Vec<_>>().join(",")
    }
}

/// The nodes below a node by first children. In pre-order they follow each other.
fn descent(tree: &GameTree, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let later = node + 1..tree.len() as NodeId;
    later.take_while(|&child| tree.parent(child) == Some(child - 1))
}

fn children(tree: &GameTree, node: NodeId) -> Vec<NodeId> {
    let later = node + 1..tree.len() as NodeId;
    let below = later.take_while(|&child| tree.parent(child).is_some_and(|parent| parent >= node));
    below
        .filter(|&child| tree.parent(child) == Some(node))
        .collect()
}

/// The nearest variations on both sides of a path, as deep as it.
fn beside(tree: &GameTree, path: &[NodeId]) -> (Option<NodeId>, Option<NodeId>) {
    for (at, pair) in path.windows(2).enumerate().rev() {
        let &[parent, child] = pair else { continue };
        let all = children(tree, parent);
        let Some(place) = all
            .iter()
            .position(|&other| other == child)
            .filter(|_| all.len() > 1)
        else {
            continue;
        };
        let deep = path.len() - at - 2;
        let reached = |first: NodeId| descent(tree, first).take(deep).last().unwrap_or(first);
        let other = |place: Option<usize>| {
            place
                .and_then(|place| all.get(place))
                .map(|&first| reached(first))
        };
        return (other(place.checked_sub(1)), other(Some(place + 1)));
    }
    (None, None)
}

/// A stone that was put on the way to a node.
struct Put {
    node: NodeId,
    number: u32,
    color: Option<Color>,
    point: Point,
}

/// All of them, in order.
fn put(shown: &Shown) -> Vec<Put> {
    let tree = &shown.record().tree;
    let mut all = Vec::new();
    let mut number = 0;
    for node in tree.path(shown.place.node) {
        number += tree.moves_in(node);
        for action in tree.actions(node) {
            match *action {
                Action::Move(color, Move::Place(point) | Move::Slide { to: point, .. }) => {
                    all.push(Put {
                        node,
                        number,
                        color: Some(color),
                        point,
                    });
                }
                Action::Add(_, from, to) => {
                    let points = (from.y..=to.y)
                        .flat_map(|y| (from.x..=to.x).map(move |x| Point::new(x, y)));
                    all.extend(points.map(|point| Put {
                        node,
                        number,
                        color: None,
                        point,
                    }));
                }
                _ => {}
            }
        }
    }
    all
}

/// Which node put each stone of the board: `Q16=1 D4=2`.
pub fn placed(shown: &Shown) -> String {
    let Some(board) = &shown.place.board else {
        return String::new();
    };
    let mut nodes: BTreeMap<(u8, u8), NodeId> = BTreeMap::new();
    for put in put(shown) {
        nodes.insert((put.point.y, put.point.x), put.node);
    }
    let size = board.size();
    let stones = nodes.into_iter().filter(|((y, x), _)| {
        let point = Point::new(*x, *y);
        size.contains(point) && board.stone(point).color().is_some()
    });
    let game = shown.record().start.game;
    let texts =
        stones.map(|((y, x), node)| format!("{}={node}", point_name(game, size, Point::new(x, y))));
    texts.collect::<Vec<_>>().join(" ")
}

/// The numbers of the last moves on the board, and in words those that are not on it: `20 at 26`.
pub fn numbers(shown: &Shown) -> (Vec<Sign>, Vec<String>) {
    let Some(board) = &shown.place.board else {
        return Default::default();
    };
    let size = board.size();
    let moves: Vec<Put> = put(shown)
        .into_iter()
        .filter(|put| put.color.is_some() && size.contains(put.point))
        .collect();
    let last = moves
        .get(moves.len().saturating_sub(NUMBERED)..)
        .unwrap_or_default();
    let (mut signs, mut hidden) = (Vec::new(), Vec::new());
    for (at, one) in last.iter().enumerate() {
        let later = last
            .iter()
            .skip(at + 1)
            .find(|other| other.point == one.point);
        match later {
            Some(other) => hidden.push(format!("{} at {}", one.number, other.number)),
            None if board.stone(one.point).color() == one.color => signs.push(Sign {
                point: one.point,
                text: one.number.to_string(),
                shape: Shape::Number,
            }),
            None => hidden.push(format!(
                "{} at {}, captured",
                one.number,
                point_name(shown.record().start.game, size, one.point)
            )),
        }
    }
    (signs, hidden)
}

/// What the node itself does: `Black Q16`, `White passed`, `Stones are set up`; and whether that breaks the rules.
pub fn told(shown: &Shown) -> (String, bool) {
    let tree = &shown.record().tree;
    let node = shown.place.node;
    let start = shown.record().start;
    let is_setup = tree
        .actions(node)
        .iter()
        .any(|action| matches!(action, Action::Add(..)));
    let played = tree
        .actions(node)
        .iter()
        .rev()
        .find_map(|action| match *action {
            Action::Move(color, action) => Some((color, move_name(start.game, start.size, action))),
            Action::Raw(color, text) => Some((color, tree.text(text).to_owned())),
            _ => None,
        });
    let text = match (played, is_setup) {
        (Some((color, name)), _) if name == "pass" => format!("{} passed", side(color)),
        (Some((color, name)), _) => format!("{} {name}", side(color)),
        (None, true) => "Stones are set up".to_owned(),
        (None, false) if node == 0 => "Beginning".to_owned(),
        (None, false) => "No move".to_owned(),
    };
    (text, is_illegal(shown))
}

/// Whether the move of the node breaks the rules: one more does than at its parent.
fn is_illegal(shown: &Shown) -> bool {
    let (record, place) = (shown.record(), &shown.place);
    let parent = record.tree.parent(place.node).filter(|_| place.illegal > 0);
    let before =
        parent.and_then(|parent| position(record.start, &record.tree, At::Node(parent)).ok());
    color_of(&record.tree, place.node).is_some()
        && before.is_some_and(|before| before.illegal < place.illegal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(parents: &[NodeId]) -> GameTree {
        let mut tree = GameTree::new();
        tree.clear();
        tree.add_node(None);
        for &parent in parents {
            tree.add_node(Some(parent));
        }
        tree
    }

    #[test]
    fn variations_beside_a_node_are_as_deep_as_it() {
        // 0-1-2-3-4 with 5-6-7 and 8 after 1.
        let tree = tree(&[0, 1, 2, 3, 1, 5, 6, 1]);
        assert_eq!(children(&tree, 1), [2, 5, 8]);
        assert_eq!(beside(&tree, &tree.path(4)), (None, Some(7)));
        assert_eq!(beside(&tree, &tree.path(6)), (Some(3), Some(8)));
        assert_eq!(beside(&tree, &tree.path(8)), (Some(5), None));
        assert_eq!(beside(&tree, &tree.path(1)), (None, None));
    }
}

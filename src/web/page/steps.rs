//! Navigation through a game: the line of moves, the nodes that can be reached from the current one, and the last
//! moves.

use super::text::color_name;
use super::tree::first_child_line;
use crate::data::game::ShownGame;
use crate::state::AddressMove;
use crate::words::say;
use kifu_drawing::{DrawnSign, MarkShape};
use kifu_engine::checkpoint;
use kifu_engine::points::{move_name, point_name};
use kifu_messages::Locale;
use kifu_record::game::board::Board;
use kifu_record::game::{Color, Move, Point};
use kifu_record::{Action, GameTree, NodeId};
use std::collections::VecDeque;

/// Largest number of last moves that get a number on the board.
const MAX_NUMBERED_MOVES: usize = 7;
/// Largest number of nodes of the line that a page contains. Of a longer line, the nodes around the current one are
/// used.
const MAX_LINE_NODES: usize = 4_000;
/// Largest number of variations at a node that have links of their own. The others are reached by stepping to the next
/// variation.
const MAX_LINKED_VARIATIONS: usize = 100;

/// Nodes that the buttons on the page of a game lead to.
pub(super) struct NodeSteps {
    /// Nodes of the line through the current node, from the root to the end. Of a long line, only the nodes around the
    /// current one.
    pub line: Vec<NodeId>,
    /// Indices in the complete line: of the first node of `line`, of the current node, and of the line's last node.
    pub from: usize,
    pub at: usize,
    pub end: usize,
    /// Last node of the line through the current node.
    last: NodeId,
    /// Number of moves of the complete line.
    pub moves: u32,
    /// Children of the current node, up to a limit, and number of the children beyond it.
    pub next: Vec<NodeId>,
    pub more_children: usize,
    /// Nodes of the same depth as the current one, in the next variation above the line in the drawn tree and in the
    /// next one below.
    pub above: Option<NodeId>,
    pub below: Option<NodeId>,
    /// Nearest nodes with a hit of the query, before and after the current node.
    pub hit_before: Option<NodeId>,
    pub hit_after: Option<NodeId>,
}

impl NodeSteps {
    /// Finds the nodes that the buttons lead to from the current node of a game.
    pub(super) fn new(game: &ShownGame) -> NodeSteps {
        let node = game.place.node;
        let hits = || game.hits.iter().map(|hit| hit.node);
        NodeSteps {
            hit_before: hits().filter(|&hit| hit < node).max(),
            hit_after: hits().filter(|&hit| hit > node).min(),
            ..NodeSteps::in_tree(&game.record().tree, node)
        }
    }

    fn in_tree(tree: &GameTree, node: NodeId) -> NodeSteps {
        let mut line = tree.path(node);
        let at = line.len() - 1;
        line.extend(first_child_line(tree, node));
        let end = line.len() - 1;
        let last = line.last().copied().unwrap_or(node);
        let moves = line.iter().map(|&node| tree.moves_in(node)).sum();
        let from =
            at.saturating_sub(MAX_LINE_NODES / 2).min(line.len().saturating_sub(MAX_LINE_NODES));
        line.truncate(from + MAX_LINE_NODES);
        line.drain(..from);
        // The list lives as long as the page is drawn, so its spare capacity is freed.
        line.shrink_to_fit();
        let mut children = children(tree, node);
        let next: Vec<NodeId> = children.by_ref().take(MAX_LINKED_VARIATIONS).collect();
        let (above, below) = neighbour_variations(tree, node);
        NodeSteps {
            line,
            from,
            at,
            end,
            last,
            moves,
            next,
            more_children: children.count(),
            above,
            below,
            hit_before: None,
            hit_after: None,
        }
    }

    /// Node that is this number of steps away from the current one on the line, or the end of the line if that is
    /// nearer. If `line` is only a part of the complete line, only its nodes and both ends can be reached.
    pub(super) fn node_at_distance(&self, steps: isize) -> Option<NodeId> {
        let to = self.at.saturating_add_signed(steps).min(self.end);
        match to {
            to if to == self.at => None,
            0 => Some(0),
            to if to == self.end => Some(self.last),
            to => self.line.get(to.checked_sub(self.from)?).copied(),
        }
    }

    /// Ends of `line`, if it is only a part of the complete line: its first node if other nodes come before it, and its
    /// last node if others follow.
    pub(super) fn edges(&self) -> (Option<NodeId>, Option<NodeId>) {
        let ends_here = self.from + self.line.len() > self.end;
        let first = self.line.first().filter(|_| self.from > 0);
        let last = self.line.last().filter(|_| !ends_here);
        (first.copied(), last.copied())
    }
}

/// Writes node numbers as ranges for scripts: `0-15,40-44`.
pub(super) fn ranges(nodes: impl IntoIterator<Item = NodeId>) -> String {
    let mut ranges: Vec<(NodeId, NodeId)> = Vec::new();
    for node in nodes {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == node => *last = node,
            _ => ranges.push((node, node)),
        }
    }
    ranges.iter().map(|(from, to)| format!("{from}-{to}")).collect::<Vec<_>>().join(",")
}

fn children(tree: &GameTree, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let end = subtree_end(tree, node, node + 1);
    (node + 1..end).filter(move |&child| tree.parent(child) == Some(node))
}

/// First node, in pre-order, that is not below `node`. The caller knows that all nodes before `from` are below it.
fn subtree_end(tree: &GameTree, node: NodeId, from: NodeId) -> NodeId {
    let mut later = (from..tree.len() as NodeId).inspect(|_| checkpoint());
    later
        .find(|&other| tree.parent(other).is_none_or(|parent| parent < node))
        .unwrap_or(tree.len() as NodeId)
}

/// Nearest nodes of the same depth in the variations above and below the path to a node. The search goes from ancestor
/// to ancestor. For each one, it begins where the subtree of its child ended, so each node is visited once, however
/// long the path is.
fn neighbour_variations(tree: &GameTree, node: NodeId) -> (Option<NodeId>, Option<NodeId>) {
    let (mut child, mut deep, mut end) = (node, 0, node + 1);
    while let Some(parent) = tree.parent(child) {
        end = subtree_end(tree, child, end);
        let after = Some(end).filter(|&next| tree.parent(next) == Some(parent));
        let before = (child > parent + 1).then(|| child_above(tree, parent, child - 1));
        if before.is_some() || after.is_some() {
            let reached =
                |first: NodeId| first_child_line(tree, first).take(deep).last().unwrap_or(first);
            return (before.map(reached), after.map(reached));
        }
        (child, deep) = (parent, deep + 1);
    }
    (None, None)
}

/// Child of `node` that is an ancestor of `below`.
fn child_above(tree: &GameTree, node: NodeId, below: NodeId) -> NodeId {
    let mut ancestors = std::iter::successors(Some(below), |&at| tree.parent(at));
    ancestors
        .find(|&at| {
            checkpoint();
            tree.parent(at).is_none_or(|parent| parent == node)
        })
        .unwrap_or(below)
}

/// A stone that was placed on the board on the way from the root to a node.
struct PlacedStone {
    node: NodeId,
    number: u32,
    color: Option<Color>,
    point: Point,
    /// Point that a piece of Lines of Action left, unless the piece captured another one.
    left: Option<Point>,
}

/// Visits all stones that were placed on the way to the current node, in order.
fn visit_placed_stones(game: &ShownGame, visit: &mut dyn FnMut(PlacedStone)) {
    let tree = &game.record().tree;
    let mut number = 0;
    for node in tree.path(game.place.node) {
        checkpoint();
        let all = number + tree.moves_in(node);
        let put = |number, color, point, left| PlacedStone { node, number, color, point, left };
        for action in tree.actions(node) {
            number += u32::from(action.is_move());
            match *action {
                Action::Move(color, Move::Place(point)) => {
                    visit(put(number, Some(color), point, None));
                }
                Action::Move(color, Move::Slide { from, to }) => {
                    visit(put(number, Some(color), to, Some(from)));
                }
                Action::Move(_, Move::Remove(point)) => {
                    visit(put(number, None, point, Some(point)));
                }
                Action::Add(_, from, to) => {
                    for y in from.y..=to.y {
                        (from.x..=to.x).for_each(|x| visit(put(all, None, Point::new(x, y), None)));
                    }
                }
                _ => {}
            }
        }
    }
}

/// Writes which node placed each stone that is on the board, for scripts: `Q16=1 D4=2`.
pub(super) fn stones_with_nodes(shown_game: &ShownGame) -> String {
    let Some(board) = &shown_game.place.board else {
        return String::new();
    };
    let size = board.size();
    let index =
        |point: Point| usize::from(point.y) * usize::from(size.width()) + usize::from(point.x);
    let mut nodes: Vec<Option<NodeId>> = vec![None; size.points().count()];
    visit_placed_stones(shown_game, &mut |put| {
        if size.contains(put.point)
            && let Some(slot) = nodes.get_mut(index(put.point))
        {
            *slot = Some(put.node);
        }
    });
    let is_tried = |point| {
        let steps = &shown_game.tried.moves;
        steps.iter().any(|(_, step)| *step == AddressMove::Place(point))
    };
    let stones = size.points().filter(|&point| !is_tried(point)).filter_map(|point| {
        board.stone(point).color()?;
        Some((point, nodes.get(index(point)).copied().flatten()?))
    });
    let game = shown_game.record().start.game;
    stones
        .map(|(point, node)| format!("{}={node}", point_name(game, size, point)))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Numbers for the last moves on the board, and texts for those moves whose stones are not on it any more, such as `20
/// at 26`.
pub(super) fn numbers(game: &ShownGame, locale: Locale) -> (Vec<DrawnSign>, Vec<String>) {
    let Some(board) = &game.place.board else {
        return Default::default();
    };
    if game.is_trying() {
        return (tried_numbers(game, board), Vec::new());
    }
    let size = board.size();
    let mut last: VecDeque<PlacedStone> = VecDeque::with_capacity(MAX_NUMBERED_MOVES + 1);
    visit_placed_stones(game, &mut |put| {
        if let Some(left) = put.left {
            last.retain(|one| one.point != left);
        }
        if put.color.is_some() && size.contains(put.point) {
            last.push_back(put);
            if last.len() > MAX_NUMBERED_MOVES {
                last.pop_front();
            }
        }
    });
    let (mut signs, mut hidden) = (Vec::new(), Vec::new());
    for (at, one) in last.iter().enumerate() {
        let mut later = last.iter().skip(at + 1);
        match later.find(|other| other.point == one.point) {
            Some(other) => hidden.push(say!(
                locale,
                "steps-at-move",
                number = one.number.to_string(),
                later = other.number.to_string()
            )),
            None if board.stone(one.point).color() == one.color => signs.push(DrawnSign {
                point: one.point,
                text: one.number.to_string(),
                shape: MarkShape::Number,
            }),
            None => hidden.push(say!(
                locale,
                "steps-at-captured",
                number = one.number.to_string(),
                point = point_name(game.record().start.game, size, one.point)
            )),
        }
    }
    (signs, hidden)
}

/// Stones of the line that the visitor tries, as far as they are on the board, with their numbers in this line.
fn tried_numbers(game: &ShownGame, board: &Board) -> Vec<DrawnSign> {
    let moves = &game.tried.moves;
    let signs = moves.iter().enumerate().filter_map(|(at, &(color, step))| {
        let AddressMove::Place(point) = step else { return None };
        let is_later = moves.iter().skip(at + 1).any(|(_, later)| *later == step);
        let stands = board.stone(point).color() == Some(color) && !is_later;
        let text = (at + 1).to_string();
        stands.then_some(DrawnSign { point, text, shape: MarkShape::Tried(color) })
    });
    signs.collect()
}

/// Describes what happens at the node (`Black Q16`, `White passed`, `Stones are set up`), and whether the move breaks
/// the rules.
pub(super) fn node_description(game: &ShownGame, locale: Locale) -> (String, bool) {
    if let Some(&(color, step)) = game.tried.moves.last() {
        return (tried_description(game, color, step, locale), false);
    }
    let tree = &game.record().tree;
    let node = game.place.node;
    let start = game.record().start;
    let is_setup = (tree.actions(node).iter()).any(|action| matches!(action, Action::Add(..)));
    let mut actions = tree.actions(node).iter().rev();
    let played = actions.find_map(|action| {
        let passed = |color| say!(locale, "steps-passed", color = color_name(color, locale));
        let played = |color, played: String| {
            say!(locale, "steps-played", color = color_name(color, locale), played = played)
        };
        Some(match *action {
            Action::Move(color, Move::Pass) => passed(color),
            Action::Move(color, action) => played(color, move_name(start.game, start.size, action)),
            Action::Raw(color, text) if tree.raw_text(text) == "pass" => passed(color),
            Action::Raw(color, text) => played(color, tree.raw_text(text).to_owned()),
            _ => return None,
        })
    });
    let other = || {
        if is_setup {
            say!(locale, "steps-setup")
        } else if node == 0 {
            say!(locale, "game-beginning")
        } else {
            say!(locale, "steps-no-move")
        }
    };
    (played.unwrap_or_else(other), game.place.is_move_illegal)
}

/// Describes the last move of the line that the visitor tries: `Black Q16, your move 2`.
fn tried_description(game: &ShownGame, color: Color, step: AddressMove, locale: Locale) -> String {
    let (name, start) = (color_name(color, locale), game.record().start);
    let played = match step {
        AddressMove::Pass => say!(locale, "steps-passed", color = name),
        AddressMove::Place(point) => {
            let point = point_name(start.game, start.size, point);
            say!(locale, "steps-played", color = name, played = point)
        }
    };
    let number = game.tried.moves.len().to_string();
    say!(locale, "steps-tried", played = played, number = number)
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
        // The tree of the test has the main line 0-1-2-3-4, and below node 1 also the variations 5-6-7 and 8.
        let tree = tree(&[0, 1, 2, 3, 1, 5, 6, 1]);
        assert_eq!(children(&tree, 1).collect::<Vec<_>>(), [2, 5, 8]);
        assert_eq!(neighbour_variations(&tree, 4), (None, Some(7)));
        assert_eq!(neighbour_variations(&tree, 6), (Some(3), Some(8)));
        assert_eq!(neighbour_variations(&tree, 8), (Some(5), None));
        assert_eq!(neighbour_variations(&tree, 1), (None, None));
        assert_eq!(neighbour_variations(&tree, 0), (None, None));
    }

    #[test]
    fn of_a_long_line_the_nodes_around_one_are_shown() {
        let parents: Vec<NodeId> = (0..100_000).collect();
        let tree = tree(&parents);
        let steps_at = |node| NodeSteps::in_tree(&tree, node);
        let steps = steps_at(50_000);
        assert_eq!(ranges(steps.line.iter().copied()), "48000-51999");
        assert_eq!((steps.from, steps.at, steps.end), (48_000, 50_000, 100_000));
        assert_eq!(steps.edges(), (Some(48_000), Some(51_999)));
        let away = [isize::MIN, -10, -1, 0, 1, 10, isize::MAX].map(|by| steps.node_at_distance(by));
        let ends = [Some(0), Some(49_990), Some(49_999), None];
        assert_eq!(away[..4], ends);
        assert_eq!(away[4..], [Some(50_001), Some(50_010), Some(100_000)]);
        // At the end of a long line, the window of nodes still has nodes before it but none after it, and a step beyond
        // the end leads to the end.
        assert_eq!(steps_at(3).edges(), (None, Some(3_999)));
        assert_eq!(steps_at(99_999).edges(), (Some(96_001), None));
        assert_eq!(steps_at(99_999).node_at_distance(10), Some(100_000));
    }

    #[test]
    fn a_short_line_is_shown_whole_and_of_many_variations_the_first_are_named() {
        let parents: Vec<NodeId> = (0..3_999).collect();
        let short = NodeSteps::in_tree(&tree(&parents), 2_000);
        assert_eq!(
            (ranges(short.line.iter().copied()).as_str(), short.edges()),
            ("0-3999", (None, None))
        );
        let star = tree(&[0; 5_000]);
        let steps = NodeSteps::in_tree(&star, 0);
        assert_eq!((steps.next.len(), steps.more_children), (MAX_LINKED_VARIATIONS, 4_900));
        assert_eq!(neighbour_variations(&star, 2_500), (Some(2_499), Some(2_501)));
    }
}

//! Draws the tree of a game: moves go to the right, variations lie below, and each node is a link.

use super::commentary;
use crate::data::game::ShownGame;
use crate::words::say;
use kifu_engine::checkpoint;
use kifu_messages::Locale;
use kifu_record::game::{Color, Move};
use kifu_record::{Action, GameTree, NodeId};
use maud::{Markup, html};
use std::collections::HashSet;

/// Largest number of nodes that are drawn. Of a larger tree, the nodes around the current one are drawn.
const MAX_NODES: usize = 2_000;
/// Distance between two neighbouring nodes in the drawing, across and down.
const STEP: (f64, f64) = (17.0, 18.0);
/// Number of rows in which free space for a variation is searched. If none of them has any, the variation gets a new
/// row. The limit bounds the time for trees with very many variations.
const MAX_ROWS_TRIED: usize = 200;

/// Column and row of each node, in pre-order.
pub(super) struct TreeLayout(Vec<(u32, u32)>);

impl TreeLayout {
    /// Lays out the nodes of a tree. Each variation takes the highest row, below the line that it branches off from,
    /// that has free space for it.
    pub(super) fn new(tree: &GameTree) -> TreeLayout {
        let mut places: Vec<(u32, u32)> = Vec::with_capacity(tree.len());
        for node in 0..tree.len() as NodeId {
            checkpoint();
            let parent = tree.parent(node).and_then(|parent| places.get(parent as usize));
            places.push((parent.map_or(0, |(column, _)| column + 1), 0));
        }
        let mut layout = TreeLayout(places);
        let side_lines = SideLines::new(tree);
        // For each row, the lowest occupied column. Variations are placed from right to left, so only this column can
        // conflict.
        let mut taken: Vec<u32> = Vec::new();
        let mut waiting = vec![(0, 0)];
        while let Some((first, above)) = waiting.pop() {
            checkpoint();
            let line = line_from(tree, first);
            let (from, to) = (layout.column(first), layout.column(line.end - 1));
            let free = taken
                .iter()
                .skip(above as usize)
                .take(MAX_ROWS_TRIED)
                .position(|&least| to < least);
            let row = free.map_or(taken.len(), |at| at + above as usize);
            if row == taken.len() {
                taken.push(u32::MAX);
            }
            if let Some(least) = taken.get_mut(row) {
                *least = from.saturating_sub(1);
            }
            for node in line.clone() {
                if let Some(place) = layout.0.get_mut(node as usize) {
                    place.1 = row as u32;
                }
            }
            // Variations that branch off last are placed first, because nothing is in their way yet.
            for node in line {
                let next = side_lines.backwards(node);
                waiting.extend(next.map(|line| (line, row as u32 + 1)));
            }
        }
        layout
    }

    fn column(&self, node: NodeId) -> u32 {
        self.at(node).0
    }

    fn at(&self, node: NodeId) -> (u32, u32) {
        self.0.get(node as usize).copied().unwrap_or_default()
    }
}

/// Range of nodes that consists of a node and its first child, the first child of that, and so on.
fn line_from(tree: &GameTree, first: NodeId) -> std::ops::Range<NodeId> {
    first..first_child_line(tree, first).last().unwrap_or(first) + 1
}

/// The first child of a node, the first child of that child, and so on. In pre-order these nodes directly follow each
/// other.
pub(super) fn first_child_line(tree: &GameTree, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    (node + 1..tree.len() as NodeId)
        .inspect(|_| checkpoint())
        .take_while(|&child| tree.parent(child) == Some(child - 1))
}

/// All children of each node except the first child, as linked lists in two columns. A vector for each node would take
/// several times the memory of the tree. The root is never a child, so its number 0 marks the end of a list.
struct SideLines {
    /// For each node, its last child; 0 if it has no child besides the first.
    last: Vec<NodeId>,
    /// For each child, the previous child in the list of its parent.
    before: Vec<NodeId>,
}

impl SideLines {
    fn new(tree: &GameTree) -> SideLines {
        let mut lines = SideLines { last: vec![0; tree.len()], before: vec![0; tree.len()] };
        for node in 1..tree.len() as NodeId {
            checkpoint();
            let parent = tree.parent(node).filter(|&parent| parent + 1 != node);
            let last = parent.and_then(|parent| lines.last.get_mut(parent as usize));
            if let (Some(last), Some(before)) = (last, lines.before.get_mut(node as usize)) {
                *before = std::mem::replace(last, node);
            }
        }
        lines
    }

    /// Children of a node except the first one, from the last one backwards.
    fn backwards(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let get = |column: &[NodeId], at: NodeId| {
            column.get(at as usize).copied().filter(|&line| line != 0)
        };
        std::iter::successors(get(&self.last, node), move |&line| get(&self.before, line))
    }
}

/// True if the tree is small enough to be drawn completely.
pub(super) fn is_complete(tree: &GameTree) -> bool {
    tree.len() <= MAX_NODES
}

/// Draws the tree of a game. `address` gives the address of a node.
pub(super) fn draw(game: &ShownGame, address: &dyn Fn(NodeId) -> String, locale: Locale) -> Markup {
    let tree = &game.record().tree;
    let layout = TreeLayout::new(tree);
    let nodes = nodes_around(&layout, tree, game.place.node);
    let columns = || nodes.iter().map(|&node| layout.at(node).0);
    let rows = || nodes.iter().map(|&node| layout.at(node).1);
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    let (top, bottom) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0));
    let width = STEP.0 * f64::from(right - left + 2);
    let height = STEP.1 * f64::from(bottom - top + 2) + 4.0;
    let place = |node: NodeId| {
        let (column, row) = layout.at(node);
        let x = STEP.0 * (f64::from(column.saturating_sub(left)) + 1.0);
        (x, STEP.1 * (f64::from(row.saturating_sub(top)) + 1.0) + 4.0)
    };
    let numbers = tree.move_numbers();
    let number = |node: NodeId| numbers.get(node as usize).copied().unwrap_or(0);
    let has_comment = |node: NodeId| commentary::has_comment(tree, node);
    let hits: HashSet<NodeId> = game.hits.iter().map(|hit| hit.node).collect();
    let here = game.place.node;
    html! {
        section #tree aria-label=(say!(locale, "tree-region")) {
            @if !is_complete(tree) {
                p.muted { (say!(locale, "tree-part", shown = nodes.len().to_string(), all = tree.len().to_string())) }
            }
            div.tree-frame tabindex="0" role="group" aria-label=(say!(locale, "tree-frame")) {
                svg.tree width=(width) height=(height) viewBox=(format!("0 0 {width} {height}")) {
                    path.lines d=(lines(tree, &nodes, &place)) {}
                    @for &node in &nodes {
                        @let (x, y) = place(node);
                        @let title = title(tree, node, number(node), has_comment(node), hits.contains(&node), locale);
                        a #{ "t" (node) } href=(address(node)) tabindex="-1" aria-label=(title)
                            aria-current=[(node == here).then_some("step")] {
                            (mark(tree, node, (x, y)))
                            @if has_comment(node) { circle.comment cx=(x) cy=(y) r="2" {} }
                            @if hits.contains(&node) { path.hit d=(format!("M{} {}h7l-3.5 5z", x - 3.5, y - 13.0)) {} }
                        }
                    }
                    @for &node in nodes.iter().filter(|&&node| layout.at(node).1 == 0) {
                        @if number(node) > 0 && number(node).is_multiple_of(10) && tree.moves_in(node) > 0 && top == 0 {
                            text x=(place(node).0) y="9" { (number(node)) }
                        }
                    }
                }
            }
        }
    }
}

/// Nodes that are drawn, in pre-order: all of the tree, or those near a node if the tree is large.
fn nodes_around(layout: &TreeLayout, tree: &GameTree, node: NodeId) -> Vec<NodeId> {
    let all = 0..tree.len() as NodeId;
    if is_complete(tree) {
        return all.collect();
    }
    let (column, row) = layout.at(node);
    let mut near: Vec<NodeId> = all
        .filter(|&other| {
            checkpoint();
            let (x, y) = layout.at(other);
            x.abs_diff(column) <= 150 && y.abs_diff(row) <= 40
        })
        .collect();
    // If too many nodes are near, those around the current node in pre-order are drawn.
    let from = near.partition_point(|&other| other < node).saturating_sub(MAX_NODES / 2);
    near.drain(..from);
    near.truncate(MAX_NODES);
    near
}

/// Lines that connect nodes with their parents, as an SVG path.
fn lines(tree: &GameTree, nodes: &[NodeId], place: &dyn Fn(NodeId) -> (f64, f64)) -> String {
    let mut path = String::new();
    for &node in nodes {
        let Some(parent) = tree.parent(node).filter(|parent| nodes.binary_search(parent).is_ok())
        else {
            continue;
        };
        let ((x, y), (right, below)) = (place(parent), place(node));
        let down =
            if below > y { format!("V{}L{} {below}", below - 8.0, x + 8.0) } else { String::new() };
        path.push_str(&format!("M{x} {y}{down}H{right}"));
    }
    path
}

fn mark(tree: &GameTree, node: NodeId, (x, y): (f64, f64)) -> Markup {
    html! {
        @match color_of(tree, node) {
            Some(Color::Black) => circle.b cx=(x) cy=(y) r="6" {},
            Some(Color::White) => circle.w cx=(x) cy=(y) r="6" {},
            None => rect.setup x=(x - 4.0) y=(y - 4.0) width="8" height="8" {},
        }
    }
}

/// Side that plays the move of a node; `None` if the node has no single move.
pub(super) fn color_of(tree: &GameTree, node: NodeId) -> Option<Color> {
    tree.actions(node).iter().find_map(|action| match *action {
        Action::Move(color, _) | Action::Raw(color, _) => Some(color),
        _ => None,
    })
}

fn title(
    tree: &GameTree,
    node: NodeId,
    number: u32,
    commented: bool,
    hit: bool,
    locale: Locale,
) -> String {
    let passed =
        (tree.actions(node).iter()).any(|action| matches!(action, Action::Move(_, Move::Pass)));
    let name = match (color_of(tree, node), node) {
        (Some(_), _) if passed => say!(locale, "tree-pass", number = number.to_string()),
        (Some(_), _) => say!(locale, "tree-move", number = number.to_string()),
        (None, 0) => say!(locale, "tree-beginning"),
        _ => say!(locale, "tree-setup"),
    };
    match (commented, hit) {
        (true, true) => say!(locale, "tree-comment-hit", node = name),
        (true, false) => say!(locale, "tree-comment", node = name),
        (false, true) => say!(locale, "tree-hit", node = name),
        (false, false) => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a tree for tests from the parent of each node but the root.
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
    fn variations_lie_below_the_line_they_leave_and_no_two_nodes_in_one_place() {
        // The tree of the test has the main line 0-1-2-3-4; below node 3 it has 5-6, below node 1 the variations
        // 7-8-9-10-11 and 12, and below node 8 the node 13.
        let tree = tree(&[0, 1, 2, 3, 3, 5, 1, 7, 8, 9, 10, 8, 1]);
        let layout = TreeLayout::new(&tree);
        let rows: Vec<u32> = layout.0.iter().map(|(_, row)| *row).collect();
        assert_eq!(rows[..5], [0; 5]);
        assert_eq!((rows[5], rows[6]), (1, 1));
        assert!(rows[7] > 1, "{rows:?}");
        let places: HashSet<(u32, u32)> = layout.0.iter().copied().collect();
        assert_eq!(places.len(), tree.len(), "{:?}", layout.0);
        for node in 1..tree.len() as NodeId {
            let parent = layout.at(tree.parent(node).unwrap_or(0));
            assert_eq!(layout.column(node), parent.0 + 1);
            assert!(layout.at(node).1 >= parent.1);
        }
    }

    #[test]
    fn of_a_large_tree_the_nodes_around_one_are_drawn() {
        let parents: Vec<NodeId> = (0..3000).collect();
        let tree = tree(&parents);
        let layout = TreeLayout::new(&tree);
        let near = nodes_around(&layout, &tree, 1500);
        assert!(near.contains(&1500) && near.len() == 301, "{}", near.len());
    }
}

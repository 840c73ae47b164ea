//! The game tree: a list of nodes in pre-order.
//!
//! Nodes are numbered in file order: a parent comes before its children, and the first child right after its parent. So
//! the tree is a list with the number of the parent for each node. Parsing, walking and dropping the tree need no
//! recursion, and the main line is the beginning of the list.
//!
//! A node takes 8 bytes, and each of its actions 6 more. A file of a few megabytes may unpack to a hundred million
//! nodes, so all code that stores something for every node has to be as frugal. The module `formats` limits the number
//! of nodes that are read.

use crate::game::{Color, Move, Point, Stone};
use std::ops::Range;

/// Number of a node in pre-order; the root is 0.
pub type NodeId = u32;

/// One change that a node makes to the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Move of a player (`B`, `W`).
    Move(Color, Move),
    /// Move in a game whose rules are not known, which is not replayed. Its value is in the tree's text.
    Raw(Color, RawTextId),
    /// Puts a stone on every point of a rectangle, or removes the stones there (`AB`, `AW`, `AE`).
    Add(Stone, Point, Point),
    /// Sets the player to move (`PL`).
    Turn(Color),
}

impl Action {
    /// True if the action is a value of `B` or `W`, readable or not, and so counts as a move.
    pub fn is_move(&self) -> bool {
        matches!(self, Action::Move(..) | Action::Raw(..))
    }
}

/// Index of a raw move value (one that is kept as text) in the tree's list of such values. Stored as bytes, because a
/// `u32` would align every [`Action`] to four bytes and so raise its size from six bytes to eight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawTextId([u8; 4]);

/// Range of bytes in the tree's text, which holds all comments and raw moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Slice {
    start: u32,
    end: u32,
}

const _: () = assert!(size_of::<Node>() == 8 && size_of::<Action>() == 6);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    parent: NodeId,
    actions_end: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CommentSlice {
    node: NodeId,
    text: Slice,
}

/// Game tree of a record. It has a root, except while it is being built.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameTree {
    nodes: Vec<Node>,
    actions: Vec<Action>,
    comments: Vec<CommentSlice>,
    /// Text ranges of the values of [`Action::Raw`].
    raw: Vec<Slice>,
    text: String,
}

/// Marks the root, which has no parent, in the field `parent`.
const NO_PARENT: NodeId = NodeId::MAX;

impl GameTree {
    /// Creates an empty tree.
    pub fn new() -> GameTree {
        GameTree::default()
    }

    /// Removes all nodes from the tree, but keeps the allocated memory for the next one.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.actions.clear();
        self.comments.clear();
        self.raw.clear();
        self.text.clear();
    }

    /// Adds a node below `parent` (`None` for the root). Nodes must be added in pre-order.
    pub fn add_node(&mut self, parent: Option<NodeId>) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node {
            parent: parent.unwrap_or(NO_PARENT),
            actions_end: self.actions.len() as u32,
        });
        id
    }

    /// Adds a chain of nodes with one move each below `parent`. Returns the number of the first one.
    #[inline]
    pub fn add_line(
        &mut self,
        parent: Option<NodeId>,
        moves: impl ExactSizeIterator<Item = (Color, Move)>,
    ) -> NodeId {
        let first = self.nodes.len();
        let actions = self.actions.len() as u32;
        let node = |i: u32| Node {
            parent: (first as NodeId + i).wrapping_sub(1),
            actions_end: actions + i + 1,
        };
        self.nodes.extend((0..moves.len() as u32).map(node));
        if let Some(node) = self.nodes.get_mut(first) {
            node.parent = parent.unwrap_or(NO_PARENT);
        }
        let moves = moves.map(|(color, action)| Action::Move(color, action));
        self.actions.extend(moves);
        first as NodeId
    }

    /// Adds a node with a move below `parent`.
    #[inline]
    pub fn add_move(&mut self, parent: NodeId, color: Color, action: Move) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.actions.push(Action::Move(color, action));
        self.nodes.push(Node { parent, actions_end: self.actions.len() as u32 });
        id
    }

    /// Reserves memory for this many nodes, with one action each.
    pub fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
        self.actions.reserve(nodes);
    }

    /// Removes all nodes from number `nodes` on. Only for trees without comments and raw moves, since the text of
    /// removed nodes stays.
    pub fn truncate(&mut self, nodes: usize) {
        self.nodes.truncate(nodes);
        let actions = self.nodes.last().map_or(0, |node| node.actions_end);
        self.actions.truncate(actions as usize);
    }

    /// Frees reserved memory of the tree if less than a quarter of it is used.
    pub fn shrink_if_sparse(&mut self) {
        if self.nodes.len() * 4 < self.nodes.capacity() {
            self.nodes.shrink_to_fit();
            self.actions.shrink_to_fit();
        }
    }

    /// Adds an action to the newest node.
    pub fn add_action(&mut self, action: Action) {
        self.actions.push(action);
        if let Some(node) = self.nodes.last_mut() {
            node.actions_end = self.actions.len() as u32;
        }
    }

    /// Adds a move of a game whose rules are not known to the newest node, as the text of its value.
    pub fn add_raw_move(&mut self, color: Color, value: &str) {
        let number = self.raw.len() as u32;
        let value = self.add_text(value);
        self.raw.push(value);
        self.add_action(Action::Raw(color, RawTextId(number.to_le_bytes())));
    }

    /// Adds a comment, which may be empty, to the newest node. The comments of one node stay separate. Line ends become
    /// LF.
    pub fn add_comment(&mut self, comment: &str) {
        if comment.contains('\r') {
            self.push_comment(&comment.replace("\r\n", "\n").replace('\r', "\n"));
        } else {
            self.push_comment(comment);
        }
    }

    fn push_comment(&mut self, comment: &str) {
        let text = self.add_text(comment);
        let node = self.nodes.len().saturating_sub(1) as NodeId;
        self.comments.push(CommentSlice { node, text });
    }

    /// Adds a comment, whose lines already end with LF, to the newest node. If the node has a comment, the text is
    /// appended to it after a blank line, as if repeated `C` properties were joined.
    pub fn append_comment(&mut self, comment: &str) {
        let node = self.nodes.len().saturating_sub(1) as NodeId;
        match self.comments.last_mut() {
            Some(last) if last.node == node => {
                let text = &mut last.text;
                if text.end as usize != self.text.len() {
                    // The text of a raw move lies between the two comments, so the first one is copied to the end of
                    // the text. A node has at most two such moves, so little is copied.
                    let start = self.text.len() as u32;
                    self.text.extend_from_within(text.start as usize..text.end as usize);
                    text.start = start;
                }
                if text.start as usize != self.text.len() {
                    self.text.push_str("\n\n");
                }
                self.text.push_str(comment);
                text.end = self.text.len() as u32;
            }
            _ => self.push_comment(comment),
        }
    }

    /// Adds comments, which are in the order of their nodes, to a complete tree without comments. Comments of nodes
    /// that the tree does not have are left out.
    pub fn set_comments<'c>(&mut self, comments: impl IntoIterator<Item = (NodeId, &'c str)>) {
        for (node, comment) in comments {
            if (node as usize) < self.nodes.len() {
                let text = self.add_text(comment);
                self.comments.push(CommentSlice { node, text });
            }
        }
    }

    /// Text of all comments and raw moves of the tree, without separators.
    pub(crate) fn all_text(&self) -> &str {
        &self.text
    }

    fn add_text(&mut self, text: &str) -> Slice {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        Slice { start, end: self.text.len() as u32 }
    }

    /// Number of nodes in the tree.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Number of nodes or of actions, whichever is greater. The memory of the tree is proportional to it.
    #[inline]
    pub fn weight(&self) -> usize {
        self.nodes.len().max(self.actions.len())
    }

    /// True if the tree has no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Parent of a node; `None` for the root.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes.get(node as usize).map(|n| n.parent).filter(|&parent| parent != NO_PARENT)
    }

    /// Actions of a node, in file order.
    #[inline]
    pub fn actions(&self, node: NodeId) -> &[Action] {
        let node = node as usize;
        let start = node
            .checked_sub(1)
            .and_then(|before| self.nodes.get(before))
            .map_or(0, |n| n.actions_end);
        let end = self.nodes.get(node).map_or(start, |n| n.actions_end);
        self.actions.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// All comments of the tree with their nodes, in tree order.
    pub fn comments(&self) -> impl Iterator<Item = (NodeId, &str)> {
        self.comments.iter().map(|comment| (comment.node, self.slice(comment.text)))
    }

    /// All comments of one node, in file order.
    pub fn comments_of(&self, node: NodeId) -> impl Iterator<Item = &str> {
        let start = self.comments.partition_point(|comment| comment.node < node);
        self.comments
            .iter()
            .skip(start)
            .take_while(move |comment| comment.node == node)
            .map(|c| self.slice(c.text))
    }

    /// Text of an [`Action::Raw`].
    pub fn raw_text(&self, text: RawTextId) -> &str {
        let value = self.raw.get(u32::from_le_bytes(text.0) as usize);
        value.map_or("", |&value| self.slice(value))
    }

    fn slice(&self, slice: Slice) -> &str {
        self.text.get(slice.start as usize..slice.end as usize).unwrap_or("")
    }

    /// Nodes of the main line, which follows the first child at every fork.
    pub fn main_line(&self) -> Range<NodeId> {
        let end = self
            .nodes
            .iter()
            .enumerate()
            .skip(1)
            .take_while(|(i, node)| node.parent as usize + 1 == *i)
            .count()
            + 1;
        0..end.min(self.nodes.len()) as NodeId
    }

    /// Number of moves in a node. SGF allows at most one.
    pub fn moves_in(&self, node: NodeId) -> u32 {
        self.actions(node).iter().filter(|action| action.is_move()).count() as u32
    }

    /// Move of a node that has exactly one move.
    pub fn only_move(&self, node: NodeId) -> Option<(Color, Move)> {
        let mut moves = self.actions(node).iter().filter_map(|action| match action {
            Action::Move(color, action) => Some((*color, *action)),
            _ => None,
        });
        let only = moves.next()?;
        moves.next().is_none().then_some(only)
    }

    /// Number of moves on the main line.
    pub fn main_move_count(&self) -> u32 {
        self.main_line().map(|node| self.moves_in(node)).sum()
    }

    /// For every node, the number of moves on the path from the root to it, including its own moves.
    pub fn move_numbers(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = Vec::with_capacity(self.len());
        for node in 0..self.len() as NodeId {
            let before = self
                .parent(node)
                .and_then(|parent| numbers.get(parent as usize))
                .copied()
                .unwrap_or(0);
            numbers.push(before + self.moves_in(node));
        }
        numbers
    }

    /// Number of variations: the leaves of the tree except the end of the main line.
    pub fn variation_count(&self) -> usize {
        // Each variation begins with a node that does not directly follow its parent in the list.
        let inner = self.nodes.iter().enumerate().skip(1);
        let begins = |(i, node): &(usize, &Node)| node.parent as usize + 1 != *i;
        inner.filter(begins).count()
    }

    /// Number of ancestors of a node; 0 for the root.
    pub fn depth(&self, node: NodeId) -> usize {
        std::iter::successors(self.parent(node), |&n| self.parent(n)).count()
    }

    /// Nodes on the path from the root to a node, including both.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(node), |&n| self.parent(n)).collect();
        path.reverse();
        path
    }

    /// Allocated memory of the tree in bytes.
    pub fn heap_size(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.actions.capacity() * size_of::<Action>()
            + self.comments.capacity() * size_of::<CommentSlice>()
            + self.raw.capacity() * size_of::<Slice>()
            + self.text.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tree of seven nodes with two variations: `(;0;1(;2;3)(;4(;5)(;6)))`
    fn tree() -> GameTree {
        let mut tree = GameTree::new();
        for parent in [None, Some(0), Some(1), Some(2), Some(1), Some(4), Some(4)] {
            tree.add_node(parent);
        }
        tree
    }

    #[test]
    fn main_line_and_variations() {
        let tree = tree();
        assert_eq!(tree.main_line(), 0..4);
        assert_eq!(tree.variation_count(), 2);
        assert_eq!(tree.path(6), [0, 1, 4, 6]);
        assert_eq!(GameTree::new().main_line(), 0..0);
    }

    #[test]
    fn lines_of_comments_end_with_lf() {
        let mut tree = GameTree::new();
        tree.add_node(None);
        tree.add_comment("a\r\nb\rc\nd");
        assert_eq!(tree.comments_of(0).collect::<Vec<_>>(), ["a\nb\nc\nd"]);
    }

    #[test]
    fn comments_are_joined_within_a_node_only() {
        let mut tree = GameTree::new();
        tree.add_node(None);
        tree.add_comment("x");
        tree.append_comment("y");
        tree.add_node(Some(0));
        tree.append_comment("z");
        tree.add_raw_move(Color::Black, "?");
        tree.append_comment("after a move that nobody can read");
        assert_eq!(
            tree.comments().collect::<Vec<_>>(),
            [(0, "x\n\ny"), (1, "z\n\nafter a move that nobody can read")]
        );
    }

    #[test]
    fn actions_belong_to_their_nodes() {
        let mut tree = GameTree::new();
        tree.add_node(None);
        tree.add_node(Some(0));
        tree.add_action(Action::Move(Color::Black, Move::Pass));
        tree.add_node(Some(1));
        assert_eq!(tree.actions(0), []);
        assert_eq!(tree.actions(1), [Action::Move(Color::Black, Move::Pass)]);
        assert_eq!(tree.actions(2), []);
        assert_eq!(tree.actions(9), []);
    }
}

//! Finds whose turn it is after a node, which decides whose view many values have.

use crate::game::{Color, Stone};
use crate::{Action, GameTree, NodeId};
use std::cell::{Cell, OnceCell};

/// Finds whose turn it is after a node. A node may have many values of analysis as well as many stones, so the last
/// answer is cached.
pub(super) struct Turns<'t> {
    tree: &'t GameTree,
    /// Whether Black has two or more handicap stones.
    has_handicap: bool,
    last: Cell<Option<(NodeId, Color)>>,
    first: OnceCell<Color>,
}

impl<'t> Turns<'t> {
    pub(super) fn new(tree: &'t GameTree, has_handicap: bool) -> Turns<'t> {
        Turns { tree, has_handicap, last: Cell::new(None), first: OnceCell::new() }
    }

    /// Player who moves next after a node.
    pub(super) fn to_move(&self, node: NodeId) -> Color {
        let known = self.last.get().filter(|(last, _)| *last == node);
        let (_, color) = known.unwrap_or_else(|| (node, self.find_to_move(node)));
        self.last.set(Some((node, color)));
        color
    }

    fn find_to_move(&self, node: NodeId) -> Color {
        let tree = self.tree;
        let turn = |action: &Action| match action {
            Action::Turn(color) => Some(*color),
            _ => None,
        };
        let next = || {
            let child = node.checked_add(1)?;
            (tree.parent(child) == Some(node)).then(|| mover(tree, child))?
        };
        let after_move = mover(tree, node).map(Color::other);
        after_move
            .or_else(|| tree.actions(node).iter().rev().find_map(turn))
            .or_else(next)
            .unwrap_or_else(|| *self.first.get_or_init(|| self.first_to_move()))
    }

    /// Player who makes the first move if the record does not name one: White if Black has handicap stones.
    fn first_to_move(&self) -> Color {
        let sets_up = |stone: Stone| {
            let mut root = self.tree.actions(0).iter();
            root.any(|action| matches!(action, Action::Add(other, ..) if *other == stone))
        };
        let is_ahead = sets_up(Stone::Black) && !sets_up(Stone::White);
        if self.has_handicap || is_ahead { Color::White } else { Color::Black }
    }
}

/// Player who moved at a node; of several moves, the last one decides.
fn mover(tree: &GameTree, node: NodeId) -> Option<Color> {
    let mover = |action: &Action| match action {
        Action::Move(color, _) | Action::Raw(color, _) => Some(*color),
        _ => None,
    };
    tree.actions(node).iter().rev().find_map(mover)
}

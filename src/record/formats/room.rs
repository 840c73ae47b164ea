//! How many nodes of a file are read.
//!
//! A zip of two megabytes may hold a member of a hundred million bytes `;`, each of them a node. What a node takes, in
//! the tree and in all that is made of it, is a multiple of that; so nodes are counted, not only bytes.

use crate::{GameRecord, GameTree};

/// The most nodes of one file that are read by default.
pub const MOST_NODES: usize = 8_000_000;

/// Headers and open parentheses count as nodes only from this number on, so that a small limit can still be met by
/// nodes alone.
const FLOOR: usize = 1 << 20;
/// A game without a node counts as so many, and each value of its header.
const GAME: usize = 32;
const VALUE: usize = 4;

/// The most bytes of packed values of one file that are unpacked.
const MOST_UNPACKED: usize = 256 << 20;

/// What is left of a file's nodes, and of the bytes that its values may be unpacked to.
#[derive(Clone, Debug)]
pub(super) struct NodeBudget {
    nodes: usize,
    headers: usize,
    pub(super) unpacked: usize,
    is_exceeded: bool,
}

impl NodeBudget {
    pub(super) fn new(nodes: usize) -> NodeBudget {
        NodeBudget { nodes, headers: nodes.max(FLOOR), unpacked: MOST_UNPACKED, is_exceeded: false }
    }

    /// Whether there is room for a tree. If not, notes that the file has too many nodes.
    #[inline]
    pub(super) fn holds(&mut self, tree: &GameTree) -> bool {
        self.fits(tree.weight(), self.nodes)
    }

    /// The same for that many nodes that are no tree yet.
    #[inline]
    pub(super) fn holds_nodes(&mut self, nodes: usize) -> bool {
        self.fits(nodes, self.nodes)
    }

    /// The same for what takes memory before it becomes a node, as open parentheses do.
    #[inline]
    pub(super) fn holds_parts(&mut self, parts: usize) -> bool {
        self.fits(parts, self.nodes.max(FLOOR))
    }

    #[inline]
    fn fits(&mut self, count: usize, room: usize) -> bool {
        self.is_exceeded |= count > room;
        !self.is_exceeded
    }

    /// How many nodes a tree may still get; one too many shows that there is no room.
    #[inline]
    pub(super) fn beside(&self, tree: &GameTree) -> usize {
        (self.nodes + 1).saturating_sub(tree.len())
    }

    /// Takes the room of a game. Returns whether there was enough.
    pub(super) fn take(&mut self, record: &GameRecord) -> bool {
        let values = [&record.properties, &record.main_info, &record.side_info]
            .into_iter()
            .flatten()
            .map(|p| p.values.len());
        let header = GAME + VALUE * values.sum::<usize>();
        if self.holds(&record.tree) && self.fits(header, self.headers) {
            self.nodes -= record.tree.weight();
            self.headers -= header;
        }
        !self.is_exceeded
    }

    /// Hands out a game if there is room for it.
    pub(super) fn pass(&mut self, game: Option<GameRecord>, sink: &mut dyn FnMut(GameRecord)) {
        if let Some(record) = game
            && self.take(&record)
        {
            sink(record);
        }
    }

    /// Whether there was too little room, so that the rest of the file was not read.
    pub(super) fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }
}

//! Limits how much is read of one file: how many nodes, and how many bytes its packed values may be unpacked to.
//!
//! A zip of two megabytes can hold a member of a hundred million bytes `;`, each of which is a node. A node takes many
//! times one byte, in the tree and in all that is made of it. So nodes are counted, not only bytes.

use crate::{GameRecord, GameTree};

/// Number of nodes of one file that are read by default.
pub const MAX_NODES: usize = 8_000_000;

/// Budgets that are counted in nodes, but spent on headers and open parentheses, are at least this large. So a caller
/// with a small limit for nodes can still read the header of a game.
const MIN_HEADER_NODES: usize = 1 << 20;
/// Number of nodes that a game counts as, besides those of its tree (`GAME_NODES`), and that each value of its header
/// counts as (`VALUE_NODES`).
const GAME_NODES: usize = 32;
const VALUE_NODES: usize = 4;

/// Number of bytes to which the packed values of one file may be unpacked.
const MAX_UNPACKED_BYTES: usize = 256 << 20;

/// What may still be read of a file: nodes, headers (counted in nodes), and unpacked bytes.
#[derive(Clone, Debug)]
pub(super) struct NodeBudget {
    nodes: usize,
    headers: usize,
    pub(super) unpack_bytes_left: usize,
    is_exceeded: bool,
}

impl NodeBudget {
    pub(super) fn new(nodes: usize) -> NodeBudget {
        NodeBudget {
            nodes,
            headers: nodes.max(MIN_HEADER_NODES),
            unpack_bytes_left: MAX_UNPACKED_BYTES,
            is_exceeded: false,
        }
    }

    /// Whether the nodes of a tree fit into what is left of the budget. If not, the budget is exceeded from now on,
    /// even for smaller trees.
    #[inline]
    pub(super) fn fits_tree(&mut self, tree: &GameTree) -> bool {
        self.check(tree.weight(), self.nodes)
    }

    /// Like [`NodeBudget::fits_tree`], for a number of nodes that are not in a tree yet.
    #[inline]
    pub(super) fn fits_nodes(&mut self, nodes: usize) -> bool {
        self.check(nodes, self.nodes)
    }

    /// Like [`NodeBudget::fits_tree`], for a number of parts that take memory before they become nodes, such as open
    /// parentheses.
    #[inline]
    pub(super) fn fits_parts(&mut self, parts: usize) -> bool {
        self.check(parts, self.nodes.max(MIN_HEADER_NODES))
    }

    #[inline]
    fn check(&mut self, count: usize, limit: usize) -> bool {
        self.is_exceeded |= count > limit;
        !self.is_exceeded
    }

    /// Number of nodes that may still be added to a tree, plus one: a reader that adds this many learns that the budget
    /// is exceeded.
    #[inline]
    pub(super) fn nodes_left_beside(&self, tree: &GameTree) -> usize {
        (self.nodes + 1).saturating_sub(tree.len())
    }

    /// Subtracts the nodes of a game and of its header from the budget. Returns false if the budget is exceeded, now or
    /// before.
    pub(super) fn charge(&mut self, record: &GameRecord) -> bool {
        let values = [&record.properties, &record.main_line_info, &record.variation_info]
            .into_iter()
            .flatten()
            .map(|p| p.values.len());
        let header = GAME_NODES + VALUE_NODES * values.sum::<usize>();
        if self.fits_tree(&record.tree) && self.check(header, self.headers) {
            self.nodes -= record.tree.weight();
            self.headers -= header;
        }
        !self.is_exceeded
    }

    /// Subtracts the cost of a game from the budget and passes the game to `sink`, if it fits.
    pub(super) fn hand_out(&mut self, game: Option<GameRecord>, sink: &mut dyn FnMut(GameRecord)) {
        if let Some(record) = game
            && self.charge(&record)
        {
            sink(record);
        }
    }

    /// Whether the budget was exceeded, so that the rest of the file is not read.
    pub(super) fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }
}

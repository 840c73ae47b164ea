//! Budget of a file: how many nodes are read, and to how many bytes its packed values may grow.
//!
//! A zip of two megabytes can hold a member of a hundred million bytes `;`, each of which is a node. A node takes many
//! times one byte, in the tree and in all that is made of it. So nodes are counted, not only bytes.

use crate::{GameRecord, GameTree};

/// Number of nodes of one file that are read by default.
pub const MAX_NODES: usize = 8_000_000;

/// Budget in nodes that headers and open parentheses have at least, so that a caller with a small limit can still read
/// games of that many nodes.
const MIN_HEADER_NODES: usize = 1 << 20;
/// Cost in nodes of a game apart from its tree (`GAME_NODES`), and of each value of its header (`VALUE_NODES`).
const GAME_NODES: usize = 32;
const VALUE_NODES: usize = 4;

/// Number of bytes to which the packed values of one file may be unpacked.
const MAX_UNPACKED_BYTES: usize = 256 << 20;

/// Remaining budget of a file.
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

    /// Whether a tree fits into the budget. If not, the file counts as exceeding it from now on.
    #[inline]
    pub(super) fn fits_tree(&mut self, tree: &GameTree) -> bool {
        self.check(tree.weight(), self.nodes)
    }

    /// Whether so many nodes fit that are not in a tree yet; like [`NodeBudget::fits_tree`].
    #[inline]
    pub(super) fn fits_nodes(&mut self, nodes: usize) -> bool {
        self.check(nodes, self.nodes)
    }

    /// Whether so many parts fit that take memory before they become nodes, such as open parentheses; like
    /// [`NodeBudget::fits_tree`].
    #[inline]
    pub(super) fn fits_parts(&mut self, parts: usize) -> bool {
        self.check(parts, self.nodes.max(MIN_HEADER_NODES))
    }

    #[inline]
    fn check(&mut self, count: usize, limit: usize) -> bool {
        self.is_exceeded |= count > limit;
        !self.is_exceeded
    }

    /// Number of nodes that may still be added to a tree, plus one: adding the last one shows that the budget is
    /// exceeded.
    #[inline]
    pub(super) fn nodes_left_beside(&self, tree: &GameTree) -> usize {
        (self.nodes + 1).saturating_sub(tree.len())
    }

    /// Takes the cost of a game off the budget. Returns whether the budget is not exceeded.
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

    /// Hands out a game if it fits into the budget.
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

//! Limits how much is read of one game and of one file: how many nodes, and how many bytes packed values may be
//! unpacked to.
//!
//! A zip of two megabytes can hold a member of a hundred million bytes `;`, each of which is a node. A node takes many
//! times one byte, in the tree and in all that is made of it. So nodes are counted, not only bytes.

use crate::{GameRecord, GameTree};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Number of nodes of one game that are read by default.
pub const MAX_NODES: usize = 8_000_000;

/// Limits on the games that are read of one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadLimits {
    /// Maximum number of nodes of one game. Large headers count as nodes, too. A larger game is skipped.
    pub game_nodes: usize,
    /// Maximum number of bytes of one game. A larger game is skipped. Applies to formats with several games a file.
    pub game_bytes: usize,
    /// Maximum number of nodes of all games of the file together. The headers of all games, in which each game counts
    /// as 32 nodes and each value as 4, may be as large again. Reading ends before the game that exceeds the limit.
    pub file_nodes: u64,
}

impl ReadLimits {
    /// Limits under which at most `nodes` nodes are read, whether in one game or in many.
    pub fn of_nodes(nodes: usize) -> ReadLimits {
        ReadLimits { game_nodes: nodes, file_nodes: nodes as u64, ..ReadLimits::default() }
    }

    /// Limits for one game, without a limit on the number of games.
    pub fn of_each_game(nodes: usize) -> ReadLimits {
        ReadLimits { game_nodes: nodes, file_nodes: u64::MAX, ..ReadLimits::default() }
    }
}

impl Default for ReadLimits {
    fn default() -> ReadLimits {
        let game_bytes = 64 << 20;
        ReadLimits { game_nodes: MAX_NODES, game_bytes, file_nodes: MAX_NODES as u64 }
    }
}

/// Budgets that are counted in nodes, but spent on headers and open parentheses, are at least this large. So a caller
/// with a small limit for nodes can still read the header of a game.
const MIN_HEADER_NODES: usize = 1 << 20;
/// Number of nodes that a game counts as, besides those of its tree (`GAME_NODES`), and that each value of its header
/// counts as (`VALUE_NODES`).
const GAME_NODES: usize = 32;
const VALUE_NODES: usize = 4;

/// Number of bytes to which the packed values of one file, or of one part of a long file, may be unpacked.
const MAX_UNPACKED_BYTES: usize = 256 << 20;

/// What may still be read of a file: nodes, headers (counted in nodes), and unpacked bytes.
#[derive(Clone, Debug)]
pub(super) struct NodeBudget {
    limits: ReadLimits,
    /// Nodes that the current game may have, in its tree and in its header.
    nodes: usize,
    headers: usize,
    /// Nodes that the rest of the file may have, and what its headers may cost, counted in nodes.
    file_nodes: u64,
    file_headers: u64,
    pub(super) unpack_bytes_left: usize,
    is_exceeded: bool,
    /// Whether a game exceeded what the games before it had left of the file's limits, and not the limit for one game.
    is_file_exceeded: bool,
    skips: Rc<Skips>,
}

/// Games that were skipped because they exceed a limit, shared with the function that numbers games.
#[derive(Debug, Default)]
pub(super) struct Skips {
    count: Cell<u32>,
    /// Limits that the games since the last call of [`Skips::take`] exceeded.
    new: RefCell<Vec<GameLimit>>,
}

impl Skips {
    /// Number of games that were skipped so far.
    pub(super) fn count(&self) -> u32 {
        self.count.get()
    }

    /// Limits that the games exceeded which were skipped since the last call.
    pub(super) fn take(&self) -> Vec<GameLimit> {
        self.new.take()
    }

    fn add(&self, limit: GameLimit) {
        self.count.set(self.count.get().saturating_add(1));
        self.new.borrow_mut().push(limit);
    }
}

/// Limit on one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameLimit {
    /// Number of nodes, [`ReadLimits::game_nodes`].
    Nodes,
    /// Number of bytes, [`ReadLimits::game_bytes`].
    Bytes,
}

impl NodeBudget {
    /// Budget for at most this many nodes, whether in one game or in many.
    pub(super) fn new(nodes: usize) -> NodeBudget {
        NodeBudget::with_limits(ReadLimits::of_nodes(nodes))
    }

    pub(super) fn with_limits(limits: ReadLimits) -> NodeBudget {
        let mut budget = NodeBudget {
            limits,
            nodes: 0,
            headers: 0,
            file_nodes: limits.file_nodes,
            file_headers: limits.file_nodes.max(MIN_HEADER_NODES as u64),
            unpack_bytes_left: MAX_UNPACKED_BYTES,
            is_exceeded: false,
            is_file_exceeded: false,
            skips: Rc::default(),
        };
        budget.begin_game();
        budget
    }

    /// Budget for reading the next game by itself: it has all that this game may have, and a list of skipped games of
    /// its own.
    pub(super) fn for_one_game(&self) -> NodeBudget {
        NodeBudget { skips: Rc::default(), ..self.clone() }
    }

    /// Counts this budget as exceeded by a game that exceeded its own budget; see [`NodeBudget::for_one_game`].
    pub(super) fn take_excess(&mut self, of_game: &NodeBudget) {
        self.is_exceeded = true;
        self.is_file_exceeded |= of_game.is_file_exceeded;
    }

    /// Games that were skipped so far because they exceed a limit.
    pub(super) fn skips(&self) -> Rc<Skips> {
        self.skips.clone()
    }

    /// Sets the budget of the next game: the limit for one game, or what is left of the file's limits if that is less.
    fn begin_game(&mut self) {
        let left = |game: usize, file: u64| game.min(usize::try_from(file).unwrap_or(usize::MAX));
        self.nodes = left(self.limits.game_nodes, self.file_nodes);
        self.headers = left(self.limits.game_nodes.max(MIN_HEADER_NODES), self.file_headers);
    }

    /// Continues after a game that exceeded a limit for one game. Returns false if the game exceeded the limits of the
    /// file, so that nothing more may be read.
    pub(super) fn skip_game(&mut self, limit: GameLimit) -> bool {
        if self.is_file_exceeded {
            return false;
        }
        self.is_exceeded = false;
        self.skips.add(limit);
        if limit == GameLimit::Nodes {
            // The skipped game counts against the file's limit, because as many nodes of it were read as one game may
            // have.
            self.file_nodes -= self.nodes as u64;
        }
        self.begin_game();
        true
    }

    /// Whether a game with a text of this length is larger than a game may be.
    pub(super) fn is_too_long(&self, length: usize) -> bool {
        length > self.limits.game_bytes
    }

    /// Number of nodes that the current game may have.
    pub(super) fn nodes(&self) -> usize {
        self.nodes
    }

    /// Whether the nodes of a tree fit into what is left of the budget. If not, the budget is exceeded from now on,
    /// even for smaller trees.
    #[inline]
    pub(super) fn fits_tree(&mut self, tree: &GameTree) -> bool {
        self.check(tree.weight(), self.nodes, self.limits.game_nodes)
    }

    /// Like [`NodeBudget::fits_tree`], for a number of nodes that are not in a tree yet.
    #[inline]
    pub(super) fn fits_nodes(&mut self, nodes: usize) -> bool {
        self.check(nodes, self.nodes, self.limits.game_nodes)
    }

    /// Like [`NodeBudget::fits_tree`], for a number of parts that take memory before they become nodes, such as open
    /// parentheses.
    #[inline]
    pub(super) fn fits_parts(&mut self, parts: usize) -> bool {
        let most = |nodes: usize| nodes.max(MIN_HEADER_NODES);
        self.check(parts, most(self.nodes), most(self.limits.game_nodes))
    }

    /// Compares a count with a limit, which may be lower than that of a game because of the games before.
    #[inline]
    fn check(&mut self, count: usize, limit: usize, game_limit: usize) -> bool {
        if count > limit {
            self.is_exceeded = true;
            self.is_file_exceeded |= limit < game_limit;
        }
        !self.is_exceeded
    }

    /// Number of nodes that may still be added to a tree, plus one: a reader that adds this many learns that the budget
    /// is exceeded.
    #[inline]
    pub(super) fn nodes_left_beside(&self, tree: &GameTree) -> usize {
        self.nodes.saturating_add(1).saturating_sub(tree.len())
    }

    /// Subtracts the nodes of a game and of its header from the budget of the file. Returns false if the budget is
    /// exceeded, now or before.
    pub(super) fn charge(&mut self, record: &GameRecord) -> bool {
        let values = [&record.properties, &record.main_line_info, &record.variation_info]
            .into_iter()
            .flatten()
            .map(|p| p.values.len());
        let header = GAME_NODES + VALUE_NODES * values.sum::<usize>();
        let game_headers = self.limits.game_nodes.max(MIN_HEADER_NODES);
        if self.fits_tree(&record.tree) && self.check(header, self.headers, game_headers) {
            self.file_nodes -= record.tree.weight() as u64;
            self.file_headers -= header as u64;
            self.begin_game();
        }
        !self.is_exceeded
    }

    /// Subtracts what a game costs besides its nodes and its header, for a piece of the file that is no game. Returns
    /// false if the budget is exceeded, now or before.
    pub(super) fn charge_no_game(&mut self) -> bool {
        if self.check(GAME_NODES, self.headers, self.limits.game_nodes.max(MIN_HEADER_NODES)) {
            self.file_headers -= GAME_NODES as u64;
            self.begin_game();
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

    /// Whether the budget was exceeded by the current game, which is then not read to its end.
    pub(super) fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }
}

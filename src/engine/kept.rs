//! Returns what an index stores of a game: enough to search it and to replay it if its file is not available.

use super::Sink;
use super::failure::Result;
use super::question::Ask;
use super::request::ReadKept;
use super::snapshot::Snapshot;
use kifu_query::hits::load;
use kifu_query::search::{by_id, tree_of};
use kifu_record::{GameTree, NodeId, Start};
pub use kifu_store::index::card::Card;

/// Game as the index stores it.
#[derive(Clone, Debug)]
pub struct KeptGame {
    /// Stored summary of the game, with the diagnostics of its record.
    pub card: Card,
    /// Comments: node, number of moves played up to it, text.
    pub comments: Vec<(NodeId, u32, String)>,
    /// Kind of game, board and setup; of unknown rules if the time budget ended before they were read.
    pub start: Start,
    /// Moves and setup, without texts; empty for a game without known rules.
    pub tree: GameTree,
}

impl Ask for ReadKept {
    type Answer = KeptGame;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<KeptGame> {
        let hit = by_id(snapshot.index, &self.0)?;
        let (start, tree) = tree_of(snapshot.index, &hit)?;
        let game = load(snapshot.index, &hit)?;
        Ok(KeptGame { comments: game.comments(), card: game.card, start, tree })
    }
}

//! What an index keeps of a game: enough to ask for it and to replay it where its file is not at hand.

use super::Sink;
use super::failure::Result;
use super::question::Ask;
use super::request::ReadKept;
use super::snapshot::Snapshot;
use kifu_query::hits::load;
use kifu_query::search::{by_id, tree_of};
use kifu_record::{GameTree, NodeId, Start};
pub use kifu_store::index::card::Card;

/// What an index keeps of a game.
#[derive(Clone, Debug)]
pub struct KeptGame {
    /// What is printed of it, with what was odd in its record.
    pub card: Card,
    /// Its comments: node, number of moves played there, text.
    pub comments: Vec<(NodeId, u32, String)>,
    /// The game, its board and its setup; without known rules where there was no time to read them.
    pub start: Start,
    /// Its moves and setup, without texts; empty for a game without known rules.
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

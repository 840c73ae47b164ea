//! Returns what an index stores of a game. This is enough to search the game, and to replay it if its file is not
//! available.

use super::Sink;
use super::failure::Result;
use super::question::Ask;
use super::request::ReadStoredGame;
use super::snapshot::Snapshot;
use kifu_query::hits::{load, load_stored_header};
use kifu_query::search::{find_by_id, read_tree};
use kifu_record::{GameTree, NodeId, Start};
pub use kifu_store::index::stored_header::StoredHeader;

/// Game as the index stores it.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Stored summary of the game, with the diagnostics of its record.
    pub card: StoredHeader,
    /// Comments, each with its node, the number of moves played up to it, and its text.
    pub comments: Vec<(NodeId, u32, String)>,
    /// Kind of game, board and setup. If the time budget ended before they were read, the rules are unknown.
    pub start: Start,
    /// Moves and setup, without texts; empty for a game without known rules.
    pub tree: GameTree,
}

impl Ask for ReadStoredGame {
    type Answer = StoredGame;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<StoredGame> {
        let hit = find_by_id(snapshot.index, &self.0)?;
        let (start, tree) = read_tree(snapshot.index, &hit)?;
        let card = load_stored_header(snapshot.index, &hit)?;
        let game = load(snapshot.index, &hit)?;
        let comments = game.comments().into_iter();
        let comments =
            comments.map(|(node, number, text)| (node, number, text.to_owned())).collect();
        Ok(StoredGame { comments, card, start, tree })
    }
}

//! Finds a game of the index and reads it from its file.

use super::Sink;
use super::failure::Result;
use super::game::{Entry, GameFile, IndexedGame, gone_error, read_matching_game, too_large_error};
use super::question::Ask;
use super::request::FindGame;
use super::snapshot::Snapshot;
use kifu_archive::origin::Origin;
use kifu_messages::say;
use kifu_query::hits::{LoadedGame, load};
use kifu_query::search::{add_table_analysis, find_by_id};
use kifu_store::index::document::has_id;
use std::path::Path;
use std::sync::Arc;

impl Ask for FindGame {
    type Answer = Arc<GameFile>;

    /// Reads the game from its file. If the file has changed since it was indexed, the game is searched by its content
    /// among all games of the file; the answer is an error if none of them matches.
    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Arc<GameFile>> {
        let index = snapshot.index;
        let hit = find_by_id(index, &self.0)?;
        let game = load(index, &hit)?;
        let entry = read_entry_of(snapshot, &game)?;
        let (roots, origin) = (index.header().roots(), entry.origin.game(game.number));
        let found = read_matching_game(&entry, game.number, |_, record| {
            record.tree.len() == game.header.summary.nodes as usize
                && has_id(game.header.id, &roots, &origin, record)
        });
        let (number, mut read) = found.map_err(|(_, outside)| {
            let error = too_large_error(&outside)
                .unwrap_or_else(|| gone_error(say!("error-game-no-longer-in-file")));
            error.at(&origin)
        })?;
        if index.header().limits.table.is_some() {
            add_table_analysis(index, &hit, &mut read.record)?;
        }
        Ok(Arc::new(GameFile { id: game.header.id_text(), entry, game: number, read }))
    }
}

/// Reads the file or archive member in which the game was when it was indexed.
fn read_entry_of(snapshot: &Snapshot, game: &LoadedGame) -> kifu_archive::error::Result<Entry> {
    if is_missing(&game.path) {
        let place = Origin::file(game.path.as_path());
        return Err(gone_error(say!("error-file-no-longer-there")).at(&place));
    }
    let indexed = indexed_game(snapshot, game);
    match snapshot.reader {
        Some(reader) => reader.read(&indexed),
        None => indexed.read(indexed.limits, &mut ()),
    }
}

/// Place of a game in the archive, as the index stores it.
pub(super) fn indexed_game<'g>(snapshot: &'g Snapshot, game: &'g LoadedGame) -> IndexedGame<'g> {
    IndexedGame {
        path: &game.path,
        members: &game.members,
        occurrences: &game.occurrences,
        number: game.number,
        part: game.header.part,
        nodes: game.header.summary.nodes,
        limits: &snapshot.index.header().limits,
        budget: snapshot.index.budget(),
    }
}

/// True if nothing exists at this path. A folder on the way may have become a file, which is another kind of error.
pub(super) fn is_missing(path: &Path) -> bool {
    match path.try_exists() {
        Ok(exists) => !exists,
        Err(error) => error.kind() == std::io::ErrorKind::NotADirectory,
    }
}

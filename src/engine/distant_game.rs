//! Returns what the index stores of a game that can only be read after much of its file has been decompressed, so that
//! the game can be shown at once.

use super::Sink;
use super::failure::Result;
use super::find_game::{indexed_game, is_missing};
use super::game::ReadGame;
use super::question::Ask;
use super::request::FindDistantGame;
use super::snapshot::Snapshot;
use kifu_archive::error::{Error, ErrorKind};
use kifu_archive::origin::{Member, Origin};
use kifu_messages::say;
use kifu_query::hits::{LoadedGame, load, load_stored_header};
use kifu_query::search::{add_table_analysis, find_by_id, read_tree};
use kifu_record::formats::FileText;
use kifu_record::game::GameKind;
use kifu_record::{Diagnostics, GameRecord, GameTree, Start};
use kifu_store::index::stored_header::StoredHeader;

/// Number of bytes that are decompressed within some tenths of a second in any format: xz yields about 60 MB/s, zstd
/// and gzip several times as much. A game with fewer bytes before it is read from its file at once.
const QUICKLY_PASSED_BYTES: u64 = 16 << 20;

/// Game as the index stores it, with the way to its record.
#[derive(Clone, Debug)]
pub struct DistantGame {
    /// Whole id of the game.
    pub id: String,
    /// Place of the game in the archive.
    pub origin: Origin,
    /// The game without markup, engine analysis in its file, and values longer than the index stores them.
    pub read: ReadGame,
    /// Number of bytes of its unpacked file that are passed before the game is read.
    pub bytes_before: u64,
}

impl Ask for FindDistantGame {
    /// `None` if the game can be read from its file within some tenths of a second, if the file is gone, or if the
    /// index has no moves of the game, because its rules are not known.
    type Answer = Option<DistantGame>;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Option<DistantGame>> {
        let index = snapshot.index;
        let hit = find_by_id(index, &self.0)?;
        let game = load(index, &hit)?;
        let bytes_before = indexed_game(snapshot, &game).bytes_before();
        if bytes_before < QUICKLY_PASSED_BYTES || is_missing(&game.path) {
            return Ok(None);
        }
        let (start, tree) = read_tree(index, &hit)?;
        if index.budget().is_exhausted() {
            let message = say!("error-time-over-before-answer");
            return Err(Error::new(ErrorKind::Interrupted, message).into());
        }
        if matches!(start.game, GameKind::Other(_)) {
            return Ok(None);
        }
        let mut record = stored_record(load_stored_header(index, &hit)?, &game, start, tree);
        if index.header().limits.table.is_some() {
            add_table_analysis(index, &hit, &mut record)?;
        }
        let text = FileText {
            charset: game.header.summary.charset,
            length: 0,
            number: game.number,
            part: game.header.part,
        };
        let read = ReadGame { record, marks: Vec::new(), text, games: game.number as usize };
        let origin = origin_of(&game);
        Ok(Some(DistantGame { id: game.header.id_text(), origin, read, bytes_before }))
    }
}

/// Record of a game with everything that the index stores of it.
fn stored_record(
    header: StoredHeader,
    game: &LoadedGame,
    start: Start,
    mut tree: GameTree,
) -> GameRecord {
    let comments = game.comments();
    let comments = comments.iter().map(|(node, _, text)| (*node, *text));
    tree.set_comments(comments);
    let mut diagnostics = Diagnostics::default();
    for found in &header.diagnostics {
        diagnostics.add(found.code, found.offset, found.message.clone());
    }
    GameRecord {
        format: header.summary.format,
        start,
        tree,
        info: header.info(),
        properties: header.properties,
        main_line_info: Vec::new(),
        variation_info: Vec::new(),
        analysis: Default::default(),
        diagnostics,
    }
}

fn origin_of(game: &LoadedGame) -> Origin {
    let members = game.members.iter().zip(&game.occurrences);
    let members = members.map(|(name, &occurrence)| {
        let raw = name.as_bytes().to_vec();
        Member { name: name.clone(), raw, occurrence }
    });
    let file = Origin::file(game.path.as_path());
    members.fold(file, |origin, member| origin.member(member)).game(game.number)
}

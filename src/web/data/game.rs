//! Data of one game: its page, the drawing of its board, its file.

use super::position_stats::{PositionStats, position_stats};
use super::tried::TriedLine;
use crate::address::ParsedRequest;
use crate::game_files::{RequestFiles, memory_needed};
use crate::memory::MemoryShare;
use crate::recent::RecentGame;
use crate::route_parameters::{GameParameters, NoParameters, NoveltyParameters};
use crate::unpacking::Unpacked;
use crate::worker::{AnswerContext, FULL_SEARCH_BUDGET, Partial, collect_into};
use kifu_archive::error::{Error, ErrorKind};
use kifu_archive::origin::Origin;
use kifu_drawing::last_stone;
use kifu_engine::copies::{CopyGroup, CopyRow};
use kifu_engine::distant_game::DistantGame;
use kifu_engine::game::{GameFile, GamePosition, Mark, Position, cut_game, file_name, position};
use kifu_engine::novelty::NoveltyAnswer;
use kifu_engine::page::{HitRow, HitsOfGame};
use kifu_engine::record::{GameLine, PlaceJson, game_line};
use kifu_engine::request::{FindCopies, FindDistantGame, FindGame, FindGameHits, FindNovelty};
use kifu_engine::user_marks::{GameMarks, content_key};
use kifu_engine::{AskOptions, Result};
use kifu_messages::say;
use kifu_record::game::Point;
use kifu_record::{Format, GameRecord, NodeId};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::sync::Arc;
use std::time::Duration;

/// Interval at which an answer that needs the file of a game checks whether it is read.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A game of the index, with the position at the node that the request names.
pub(crate) struct ShownGame {
    /// Id of the game, as it was requested.
    pub id: String,
    /// The game with the markup of all nodes.
    game: Arc<RecentGame>,
    /// First node of the window (the part of a large game that one JSON answer contains).
    first_node: NodeId,
    /// Position at the requested node.
    pub place: Position,
    /// Nodes of the game at which the query matches.
    pub hits: Vec<HitRow>,
    /// How the games of the archive continue from the position.
    pub position_stats: Option<PositionStats>,
    /// Other records of this game in the archive.
    pub copies: Option<CopyGroup>,
    /// Identity of the state of the index from which the game was read.
    pub state_id: String,
    /// The user's tags, star and note of the game, and whether they can be changed; `None` if the reader may not see
    /// them.
    pub user_marks: Option<(GameMarks, bool)>,
    /// Moves that the visitor tries from the node. `place` is the position after them.
    pub tried: TriedLine,
}

/// JSON answer about one game: its contents, and the other records (copies) of the same game in the archive.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Game")]
pub(crate) struct GameObject<'s> {
    #[serde(flatten)]
    line: GameLine<'s>,
    /// Other records of this game in the archive.
    same: &'s [CopyRow],
}

impl Serialize for ShownGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let record = self.record();
        let line = game_line(record, &self.game.origin, &self.game.read.text);
        let line = line
            .with_id(Some(self.game.id.clone()))
            .with_marks(self.marks())
            .with_board_at(record, &self.place);
        GameObject {
            line: line.window_from(self.first_node),
            same: self.copies.as_ref().map_or(&[], |same| &same.games),
        }
        .serialize(serializer)
    }
}

impl ShownGame {
    pub(crate) fn record(&self) -> &GameRecord {
        &self.game.read.record
    }

    /// Place of the game in the archive.
    pub(crate) fn origin(&self) -> &Origin {
        &self.game.origin
    }

    /// Number of games in the file of this game.
    pub(crate) fn games_of_file(&self) -> usize {
        self.game.read.games
    }

    /// Markup of all nodes.
    pub(crate) fn marks(&self) -> &[Mark] {
        &self.game.read.marks
    }

    /// True if the position is one that the visitor reached by moves of their own.
    pub(crate) fn is_trying(&self) -> bool {
        !self.tried.moves.is_empty()
    }

    /// Bytes of its file that are decompressed, and bytes before the game, if its file is still being read and only
    /// what the index stores of it is known.
    pub(crate) fn unpacked(&self) -> Option<(u64, u64)> {
        self.game.unpacked
    }

    /// Point of the last move before the node, if its stone is still on the board.
    pub(crate) fn last_stone(&self) -> Option<Point> {
        let board = self.place.board.as_ref()?;
        last_stone(&self.place, board).map(|(_, point)| point)
    }
}

/// Reads the game of an address `…/ID…` at a position. A number of moves beyond the end of the main line means the end.
fn read(context: &AnswerContext, request: &ParsedRequest, at: GamePosition) -> Result<ShownGame> {
    let id = id_of(&request.path);
    let opened = &context.opened;
    let game = cached_or_read(context, id)?;
    let record = &game.read.record;
    let at = match at {
        GamePosition::Move(moves) => GamePosition::Move(moves.min(record.tree.main_move_count())),
        at => at,
    };
    Ok(ShownGame {
        id: id.to_owned(),
        place: position(record.start, &record.tree, at)?,
        game,
        first_node: 0,
        hits: Vec::new(),
        position_stats: None,
        copies: None,
        state_id: opened.state_id.clone(),
        user_marks: None,
        tried: TriedLine::default(),
    })
}

/// The user's tags, star and note of a game, and whether they can be changed; `None` if the reader may not see them.
fn user_marks(context: &AnswerContext, record: &GameRecord) -> Result<Option<(GameMarks, bool)>> {
    let Some(userdata) = context.userdata() else {
        return Ok(None);
    };
    let marks = context.user.marks()?.for_game(content_key(record));
    Ok(Some((marks, userdata.is_writable())))
}

pub(super) fn record_of(context: &AnswerContext, id: &str) -> Result<Arc<RecentGame>> {
    cached_or_read(context, id)
}

/// Returns a game from the cache, or else reads it from the archive. The memory for showing it stays reserved until the
/// answer is made.
fn cached_or_read(context: &AnswerContext, id: &str) -> Result<Arc<RecentGame>> {
    context.mark_files_read();
    let opened = &context.opened;
    let cached = || -> Result<Option<Arc<RecentGame>>> {
        let game = opened.recent_games.get(id);
        if let Some(game) = &game {
            context.reserve_memory(memory_needed(0, game.read.record.tree.len() as u64))?;
        }
        Ok(game)
    };
    if let Some(game) = cached()? {
        return Ok(game);
    }
    // If several requests want the same game, one reads it and the others wait for the lock.
    let _turn = opened.read_locks.take(id, &context.options)?;
    if let Some(game) = cached()? {
        return Ok(game);
    }
    let file = match distant_game(context, id)? {
        None => quick_file(context, id)?,
        Some(stored) => match opened.unpacking.file_or_start(opened, &stored.id)? {
            Unpacked::File(file) => Arc::unwrap_or_clone(file),
            Unpacked::Bytes(bytes) => return Ok(Arc::new(incomplete_game(stored, bytes))),
        },
    };
    let game = Arc::new(RecentGame {
        id: file.id,
        origin: file.entry.origin.game(file.game),
        read: file.read,
        unpacked: None,
    });
    opened.recent_games.insert(id, game.clone(), game.bytes());
    Ok(game)
}

/// Returns what the index stores of a game, if its file must be decompressed for some time. That takes a few
/// milliseconds, so it has no deadline: an answer that waits for the file asks again until it is read.
fn distant_game(context: &AnswerContext, id: &str) -> Result<Option<DistantGame>> {
    let options = AskOptions { deadline: None, ..context.options.clone() };
    let request = FindDistantGame(id.to_owned());
    Ok(context.opened.engine.answer(&request, &options)?.answer)
}

/// Game as it is shown while its file is decompressed.
fn incomplete_game(stored: DistantGame, bytes: u64) -> RecentGame {
    RecentGame {
        id: stored.id,
        origin: stored.origin,
        read: stored.read,
        unpacked: Some((bytes.min(stored.bytes_before), stored.bytes_before)),
    }
}

/// Returns what `get` returns of a game as soon as the file of the game is read. Fails if that takes longer than an
/// answer may take; the file is then read to the end in the background.
fn when_read<T>(
    context: &AnswerContext,
    get: impl Fn() -> Result<std::result::Result<T, (u64, u64)>>,
) -> Result<T> {
    loop {
        let (bytes, all) = match get()? {
            Ok(read) => return Ok(read),
            Err(unpacked) => unpacked,
        };
        if context.began.elapsed() >= FULL_SEARCH_BUDGET || context.is_cancelled() {
            let message = say!("error-game-unpacking", percent = percent(bytes, all));
            let error = Error::new(ErrorKind::Busy, message);
            return Err(error.with_help(say!("error-busy-help")).into());
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// How many percent of these bytes are done, rounded down.
pub(crate) fn percent(bytes: u64, all: u64) -> u64 {
    bytes.saturating_mul(100) / all.max(1)
}

/// Reads the file of a game, also if much of it must be decompressed first.
fn file(context: &AnswerContext, id: &str) -> Result<GameFile> {
    let opened = &context.opened;
    when_read(context, || match distant_game(context, id)? {
        None => Ok(Ok(quick_file(context, id)?)),
        Some(stored) => Ok(match opened.unpacking.file_or_start(opened, &stored.id)? {
            Unpacked::File(file) => Ok(Arc::unwrap_or_clone(file)),
            Unpacked::Bytes(bytes) => Err((bytes, stored.bytes_before)),
        }),
    })
}

/// Reads the file of a game that needs not be decompressed for long.
fn quick_file(context: &AnswerContext, id: &str) -> Result<GameFile> {
    let engine = &context.opened.engine;
    let request = FindGame(id.to_owned());
    let reply = engine.answer_with_reader(&request, &context.options, &RequestFiles(context))?;
    Ok(Arc::unwrap_or_clone(reply.answer))
}

/// Node, or number of moves from the start, by which an address names a position of the game.
fn requested_place(request: &ParsedRequest) -> GamePosition {
    let of_move = request.state.hit.at_move.parse().ok();
    match of_move.filter(|_| request.state.node == 0) {
        Some(number) => GamePosition::Move(number),
        None => GamePosition::Node(request.state.node),
    }
}

/// Reads the game of an address at the node or move that it names.
pub(crate) fn find_at_place(context: &AnswerContext, request: &ParsedRequest) -> Result<ShownGame> {
    read(context, request, requested_place(request))
}

/// Finds the data of a game for the JSON answer.
pub(crate) fn find(
    context: &AnswerContext,
    request: &ParsedRequest<GameParameters>,
) -> Result<Partial<ShownGame>> {
    let mut shown_game = find_when_read(context, request)?;
    shown_game.first_node = NodeId::try_from(request.parameters.skip).unwrap_or(NodeId::MAX);
    shown_game.copies = other_copies(context, &shown_game.id)?;
    Ok(Partial::complete(shown_game))
}

/// Reads the game of an address, and waits for its file if much of it must be decompressed first.
fn find_when_read(context: &AnswerContext, request: &ParsedRequest) -> Result<ShownGame> {
    when_read(context, || {
        let shown_game = read(context, request, GamePosition::Node(request.state.node))?;
        Ok(shown_game.unpacked().map_or(Ok(shown_game), Err))
    })
}

/// Finds the data of the page of a game, or only of the parts of it that change from node to node.
pub(crate) fn page(
    context: &AnswerContext,
    request: &ParsedRequest<GameParameters>,
) -> Result<Partial<ShownGame>> {
    if request.parameters.print {
        return Ok(Partial::complete(find_when_read(context, request)?));
    }
    if request.parts == ["preview"] {
        let data = preview(context, request)?;
        return Ok(Partial { complete: data.unpacked().is_none(), data });
    }
    let mut shown_game = read(context, request, GamePosition::Node(request.state.node))?;
    if !request.names_part("node") {
        // If the user's marks cannot be read, the page is shown without them; the page Mine reports what to do.
        shown_game.user_marks = user_marks(context, shown_game.record()).unwrap_or_default();
    }
    let is_read = shown_game.unpacked().is_none();
    if request.parts == ["mine"] || request.parts == ["unpacking"] {
        return Ok(Partial { complete: is_read, data: shown_game });
    }
    let query = request.state.query.as_str();
    if !query.trim().is_empty() {
        shown_game.hits = hits_of(context, request)?.hits;
    }
    let tried = TriedLine::play(&mut shown_game.place, &request.state)?;
    let node = tried.moves.is_empty().then_some(shown_game.place.node);
    shown_game.tried = tried;
    let shown_place = (shown_game.record(), &shown_game.place, node);
    shown_game.position_stats = position_stats(context, shown_place, query)?;
    if request.wants_part("record") {
        shown_game.copies = other_copies(context, &shown_game.id)?;
    }
    let complete = shown_game.position_stats.as_ref().is_none_or(|here| here.complete);
    Ok(Partial { complete: complete && is_read, data: shown_game })
}

/// Number of moves that the preview of a game without a hit plays, about the length of its opening.
pub(crate) const PREVIEW_MOVES: u32 = 50;

/// Returns the game at the node of its hit, or after its opening moves if the address names no hit.
pub(crate) fn preview(context: &AnswerContext, request: &ParsedRequest) -> Result<ShownGame> {
    let hits = match request.state.query.trim() {
        "" => Vec::new(),
        _ => hits_of(context, request)?.hits,
    };
    let at = match request.state.node {
        0 if hits.is_empty() => GamePosition::Move(PREVIEW_MOVES),
        node => GamePosition::Node(node),
    };
    Ok(ShownGame { hits, ..read(context, request, at)? })
}

/// Finds the other records of a game. Several copies may have the id of the game; the copy that is shown, the first one
/// by its place in the archive, is left out.
fn other_copies(context: &AnswerContext, id: &str) -> Result<Option<CopyGroup>> {
    let request = FindCopies { query: format!("id:{id}"), limit: Some(1), ..FindCopies::default() };
    let mut found = Vec::new();
    let engine = &context.opened.engine;
    engine.copies(&request, &context.options, &mut collect_into(&mut found))?;
    let mut group = found.into_iter().next();
    if let Some(CopyGroup { games, .. }) = &mut group {
        let same_id = games.iter().enumerate().filter(|(_, copy)| copy.game.id.starts_with(id));
        let shown_copy = same_id.min_by_key(|(_, copy)| (&copy.game.path, copy.game.member()));
        if let Some((at, _)) = shown_copy {
            games.remove(at);
        }
    }
    Ok(group)
}

/// Id in an address: the part after `game/` or `games/`.
fn id_of(path: &str) -> &str {
    let mut parts = path.split('/').skip_while(|part| !matches!(*part, "game" | "games"));
    parts.nth(1).unwrap_or_default()
}

/// The board at a node of a game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Board")]
pub(crate) struct AtNode {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// Columns and rows of the board.
    size: [u8; 2],
    /// Rows of the board, the uppermost first, with `X` and `O`, and `.` for an empty point.
    board: Vec<String>,
    /// Node of the game at which this board stands, with its move number and the side to move.
    at: PlaceJson,
}

/// Finds the board at a node, without the rest of the game.
pub(crate) fn board(
    context: &AnswerContext,
    request: &ParsedRequest<NoParameters>,
) -> Result<Partial<AtNode>> {
    let shown_game = read(context, request, GamePosition::Node(request.state.node))?;
    let size = shown_game.record().start.size;
    let board = shown_game.place.board.as_ref();
    Ok(Partial::complete(AtNode {
        v: 1,
        size: [size.width(), size.height()],
        board: board.map_or_else(Vec::new, |board| board.rows()),
        at: PlaceJson::new(shown_game.record(), &shown_game.place),
    }))
}

/// File of a game, with a name for the download.
pub(crate) struct GameDownload {
    /// The original bytes of the file if it is SGF with a single game and no position is marked in it; otherwise this
    /// game alone as SGF in UTF-8.
    bytes: Vec<u8>,
    /// File name from the players, the date, and the number of the marked move.
    pub name: String,
    /// Share of the memory for reading games that the bytes take, held until they are sent.
    _memory: Vec<MemoryShare>,
}

impl AsRef<[u8]> for GameDownload {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Reads the file of the game that an address names. If the address names a position after the start, its node gets the
/// hotspot mark (`HO`), where viewers open the game.
pub(crate) fn sgf(
    context: &AnswerContext,
    request: &ParsedRequest<NoParameters>,
) -> Result<GameDownload> {
    let GameFile { entry, game, read, .. } = file(context, id_of(&request.path))?;
    let is_single_sgf = read.games == 1 && read.record.format == Format::Sgf;
    let place = match requested_place(request) {
        GamePosition::Node(0) | GamePosition::Move(0) => None,
        GamePosition::Move(moves) => {
            Some(GamePosition::Move(moves.min(read.record.tree.main_move_count())))
        }
        at => Some(at),
    };
    let mut name = file_name(&read.record.info);
    // The record is dropped before `cut_game`, which parses the file again and needs the memory.
    drop(read);
    let bytes = match place {
        None if is_single_sgf => entry.bytes,
        place => {
            let cut = cut_game(&entry, Some(game), place.unwrap_or(GamePosition::End))?;
            if place.is_some() {
                name.push_str(&format!(" move {}", cut.number));
            }
            cut.bytes
        }
    };
    Ok(GameDownload { bytes, name, _memory: context.take_memory_shares() })
}

/// Finds the move at which a game leaves all older ones: `novelty?game=`.
pub(crate) fn novelty(
    context: &AnswerContext,
    parsed: &ParsedRequest<NoveltyParameters>,
) -> Result<Partial<Box<NoveltyAnswer>>> {
    let defaults = FindNovelty::default();
    let request = FindNovelty {
        game: parsed.state.game.clone(),
        listed: parsed.parameters.limit.unwrap_or(defaults.listed),
        ..defaults
    };
    Ok(context.ask(&request)?.into())
}

/// Finds the nodes of a game at which a query matches.
pub(crate) fn hits(
    context: &AnswerContext,
    request: &ParsedRequest<NoParameters>,
) -> Result<Partial<HitsOfGame>> {
    Ok(Partial::complete(hits_of(context, request)?))
}

fn hits_of(context: &AnswerContext, parsed: &ParsedRequest) -> Result<HitsOfGame> {
    let request = FindGameHits {
        id: id_of(&parsed.path).to_owned(),
        query: parsed.state.query.trim().to_owned(),
    };
    let engine = &context.opened.engine;
    let reply = engine.answer_with_reader(&request, &context.options, &RequestFiles(context))?;
    Ok(reply.answer)
}

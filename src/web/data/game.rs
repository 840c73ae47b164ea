//! One game: its page, its board as a drawing, its file.

use super::here::{Here, here};
use crate::address::ParsedRequest;
use crate::desk::{AnswerContext, Partial, kept};
use crate::memory::MemoryShare;
use crate::opening::{RequestFiles, weight};
use crate::recent::RecentGame;
use crate::route_parameters::{GameParameters, NoParameters};
use kifu_archive::origin::Origin;
use kifu_drawing::last_stone;
use kifu_engine::Result;
use kifu_engine::copies::{CopyGroup, CopyRow};
use kifu_engine::game::{GameFile, GameMoment, Mark, Position, cut, file_name, position};
use kifu_engine::marked::{GameMarks, content_key};
use kifu_engine::page::{HitRow, HitsOfGame};
use kifu_engine::record::{GameLine, PlaceJson, game_line};
use kifu_engine::request::{FindCopies, FindGame, HitsOf};
use kifu_record::game::Point;
use kifu_record::{Format, GameRecord, NodeId};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// A game at one of its nodes.
pub(crate) struct ShownGame {
    /// Its id, as it was asked for.
    pub id: String,
    /// The game, with the markup of all nodes.
    game: Arc<RecentGame>,
    /// The first node that programs are told of.
    from: NodeId,
    /// The board at the node.
    pub place: Position,
    /// Where it has what the query looks for.
    pub hits: Vec<HitRow>,
    /// What the archive knows about the position.
    pub here: Option<Here>,
    /// Other records of the same game.
    pub same: Option<CopyGroup>,
    /// The state of the index.
    pub state: String,
    /// What the user says of it, if that is told here, and whether changes are kept.
    pub said: Option<(GameMarks, bool)>,
}

/// A game, for programs.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Game")]
pub(crate) struct GameObject<'s> {
    #[serde(flatten)]
    line: GameLine<'s>,
    /// Other records of the same game.
    same: &'s [CopyRow],
}

impl Serialize for ShownGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let record = self.record();
        let line = game_line(record, &self.game.origin, &self.game.read.text);
        let line = line
            .with_id(Some(self.game.id.clone()))
            .with_marks(self.marks())
            .at(record, &self.place);
        GameObject {
            line: line.from_node(self.from),
            same: self.same.as_ref().map_or(&[], |same| &same.games),
        }
        .serialize(serializer)
    }
}

impl ShownGame {
    /// The record of the game.
    pub(crate) fn record(&self) -> &GameRecord {
        &self.game.read.record
    }

    /// Where it is in the archive.
    pub(crate) fn origin(&self) -> &Origin {
        &self.game.origin
    }

    /// How many games its file has.
    pub(crate) fn games_of_file(&self) -> usize {
        self.game.read.games
    }

    /// The markup of all nodes.
    pub(crate) fn marks(&self) -> &[Mark] {
        &self.game.read.marks
    }

    /// The point of the last stone, if it stands on the board.
    pub(crate) fn last_stone(&self) -> Option<Point> {
        let board = self.place.board.as_ref()?;
        last_stone(&self.place, board).map(|(_, point)| point)
    }
}

/// The game of an address `…/ID…` at a place; on the main line that is at most its end.
fn read(context: &AnswerContext, asked: &ParsedRequest, at: GameMoment) -> Result<ShownGame> {
    let id = id_of(&asked.path);
    let opened = &context.opened;
    let game = kept_or_read(context, id)?;
    let record = &game.read.record;
    let at = match at {
        GameMoment::Move(moves) => GameMoment::Move(moves.min(record.tree.main_moves())),
        at => at,
    };
    Ok(ShownGame {
        id: id.to_owned(),
        place: position(record.start, &record.tree, at)?,
        game,
        from: 0,
        hits: Vec::new(),
        here: None,
        same: None,
        state: opened.state.clone(),
        said: None,
    })
}

/// What the user says of a game, if that is told here, and whether changes are kept.
fn said(context: &AnswerContext, record: &GameRecord) -> Result<Option<(GameMarks, bool)>> {
    let Some(mine) = context.mine() else {
        return Ok(None);
    };
    let marks = context.user.marks()?.of(content_key(record));
    Ok(Some((marks, mine.is_kept())))
}

/// The game with this id.
pub(super) fn record_of(context: &AnswerContext, id: &str) -> Result<Arc<RecentGame>> {
    kept_or_read(context, id)
}

/// A game in memory: the memory that it takes to show it is held from here on.
fn kept_or_read(context: &AnswerContext, id: &str) -> Result<Arc<RecentGame>> {
    context.reads_files();
    let opened = &context.opened;
    let kept = || -> Result<Option<Arc<RecentGame>>> {
        let game = opened.recent.get(id);
        if let Some(game) = &game {
            context.hold(weight(0, game.read.record.tree.len() as u64))?;
        }
        Ok(game)
    };
    if let Some(game) = kept()? {
        return Ok(game);
    }
    // Of several requests for a game, one reads it.
    let _turn = opened.turns.take(id, &context.within)?;
    if let Some(game) = kept()? {
        return Ok(game);
    }
    let file = file(context, id)?;
    let game = Arc::new(RecentGame {
        id: file.id,
        origin: file.entry.origin.game(file.game),
        read: file.read,
    });
    opened.recent.insert(id, game.clone(), game.bytes());
    Ok(game)
}

/// The file of a game.
fn file(context: &AnswerContext, id: &str) -> Result<GameFile> {
    let engine = &context.opened.engine;
    let request = FindGame(id.to_owned());
    let reply = engine.answer_by(&request, &context.within, &RequestFiles(context))?;
    Ok(Arc::unwrap_or_clone(reply.answer))
}

/// The place that an address names.
fn place_of(asked: &ParsedRequest) -> GameMoment {
    let of_move = asked.state.hit.at_move.parse().ok();
    match of_move.filter(|_| asked.state.node == 0) {
        Some(number) => GameMoment::Move(number),
        None => GameMoment::Node(asked.state.node),
    }
}

/// The board of the game of an address.
pub(crate) fn at_place(context: &AnswerContext, asked: &ParsedRequest) -> Result<ShownGame> {
    read(context, asked, place_of(asked))
}

/// The game for programs.
pub(crate) fn find(
    context: &AnswerContext,
    asked: &ParsedRequest<GameParameters>,
) -> Result<Partial<ShownGame>> {
    let mut shown = read(context, asked, GameMoment::Node(asked.state.node))?;
    shown.from = NodeId::try_from(asked.own.skip).unwrap_or(NodeId::MAX);
    shown.same = same(context, &shown.id)?;
    Ok(Partial::all(shown))
}

/// The game for its page, or for what changes from node to node.
pub(crate) fn page(
    context: &AnswerContext,
    asked: &ParsedRequest<GameParameters>,
) -> Result<Partial<ShownGame>> {
    if asked.parts == ["preview"] {
        return Ok(Partial::all(preview(context, asked)?));
    }
    let mut shown = read(context, asked, GameMoment::Node(asked.state.node))?;
    if !asked.names("node") {
        // A page is there also where the file with the marks is damaged: the page Mine tells what to do.
        shown.said = said(context, shown.record()).unwrap_or_default();
    }
    if asked.parts == ["mine"] {
        return Ok(Partial::all(shown));
    }
    let query = asked.state.query.as_str();
    if !query.trim().is_empty() {
        shown.hits = hits_of(context, asked)?.hits;
    }
    shown.here = here(context, (shown.record(), &shown.place), query)?;
    if asked.wants("record") {
        shown.same = same(context, &shown.id)?;
    }
    let complete = shown.here.as_ref().is_none_or(|here| here.complete);
    Ok(Partial { complete, data: shown })
}

/// Moves of an opening: what is seen of a game of which nothing else is looked for.
pub(crate) const OPENING: u32 = 50;

/// The game at its hit, or after its opening if it has none.
pub(crate) fn preview(context: &AnswerContext, asked: &ParsedRequest) -> Result<ShownGame> {
    let hits = match asked.state.query.trim() {
        "" => Vec::new(),
        _ => hits_of(context, asked)?.hits,
    };
    let at = match asked.state.node {
        0 if hits.is_empty() => GameMoment::Move(OPENING),
        node => GameMoment::Node(node),
    };
    Ok(ShownGame { hits, ..read(context, asked, at)? })
}

/// Other records of a game: the copies besides the one that is shown. Of those with its id, that is the first by its
/// place.
fn same(context: &AnswerContext, id: &str) -> Result<Option<CopyGroup>> {
    let request = FindCopies { query: format!("id:{id}"), limit: Some(1), ..FindCopies::default() };
    let mut found = Vec::new();
    let engine = &context.opened.engine;
    engine.copies(&request, &context.within, &mut kept(&mut found))?;
    let mut group = found.into_iter().next();
    if let Some(CopyGroup { games, .. }) = &mut group {
        let own = games.iter().enumerate().filter(|(_, copy)| copy.game.id.starts_with(id));
        let own = own.min_by_key(|(_, copy)| (&copy.game.path, copy.game.member()));
        if let Some((at, _)) = own {
            games.remove(at);
        }
    }
    Ok(group)
}

/// The id in an address: what follows `game/` or `games/`.
fn id_of(path: &str) -> &str {
    let mut parts = path.split('/').skip_while(|part| !matches!(*part, "game" | "games"));
    parts.nth(1).unwrap_or_default()
}

/// The board at a node.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Board")]
pub(crate) struct AtNode {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// Columns and rows of the board.
    size: [u8; 2],
    /// Its rows, the uppermost first, with `X` and `O`, and `.` for an empty point.
    board: Vec<String>,
    /// The place.
    at: PlaceJson,
}

/// The board of a game at a node, without the rest.
pub(crate) fn board(
    context: &AnswerContext,
    asked: &ParsedRequest<NoParameters>,
) -> Result<Partial<AtNode>> {
    let shown = read(context, asked, GameMoment::Node(asked.state.node))?;
    let size = shown.record().start.size;
    let board = shown.place.board.as_ref();
    Ok(Partial::all(AtNode {
        v: 1,
        size: [size.width(), size.height()],
        board: board.map_or_else(Vec::new, |board| board.rows()),
        at: PlaceJson::new(shown.record(), &shown.place),
    }))
}

/// A game as a file, and a name for it.
pub(crate) struct GameDownload {
    /// The bytes of its file if it is SGF and alone there; else the game in UTF-8.
    bytes: Vec<u8>,
    /// Who played, and when.
    pub name: String,
    /// The memory that they take until they are sent.
    _memory: Vec<MemoryShare>,
}

impl AsRef<[u8]> for GameDownload {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// The file of the game of an address.
pub(crate) fn sgf(
    context: &AnswerContext,
    asked: &ParsedRequest<NoParameters>,
) -> Result<GameDownload> {
    let GameFile { entry, game, read, .. } = file(context, id_of(&asked.path))?;
    let is_alone = read.games == 1 && read.record.format == Format::Sgf;
    let name = file_name(&read.record.info);
    // Cutting it out reads it again.
    drop(read);
    let bytes =
        if is_alone { entry.bytes } else { cut(&entry, Some(game), GameMoment::End)?.bytes };
    Ok(GameDownload { bytes, name, _memory: context.held() })
}

/// The nodes of a game at which a query is met.
pub(crate) fn hits(
    context: &AnswerContext,
    asked: &ParsedRequest<NoParameters>,
) -> Result<Partial<HitsOfGame>> {
    Ok(Partial::all(hits_of(context, asked)?))
}

fn hits_of(context: &AnswerContext, asked: &ParsedRequest) -> Result<HitsOfGame> {
    let request =
        HitsOf { id: id_of(&asked.path).to_owned(), query: asked.state.query.trim().to_owned() };
    let engine = &context.opened.engine;
    let reply = engine.answer_by(&request, &context.within, &RequestFiles(context))?;
    Ok(reply.answer)
}

//! Novelty: the move at which a game leaves all older ones, who went along until then, and who followed.

use super::Sink;
use super::failure::Result;
use super::game::{Entry, nth_record};
use super::info;
use super::parts::no_parts_error;
use super::points::move_name;
use super::question::{FinishOptions, Question};
use super::request::FindNovelty;
use super::row::{GameRow, VERSION};
use super::snapshot::Snapshot;
use kifu_archive::error::{Error, ErrorKind, Result as CrateResult};
use kifu_messages::say;
use kifu_query::hits::load;
use kifu_query::novelty::table::is_trendsetter;
use kifu_query::novelty::{
    CopyKey, DaySpan, GameWithPosition, InTime, LinePosition, NoveltyGame, copies_of_content,
    facts_of_game, game_line, games_with_position, reached_positions,
};
use kifu_query::search::{find_by_id, read_tree_by_id};
use kifu_record::formats::sgf::write::write;
use kifu_record::game::Color;
use kifu_record::{GameInfo, GameRecord, GameTree, Start};
use kifu_store::index::Index;
use kifu_store::index::content::content_key;
use kifu_store::index::document::outcome;
use kifu_store::index::global_stats::NoveltyFacts;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The move at which a game leaves all older ones.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct NoveltyAnswer {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// The game; its id is empty if the game is not in the index.
    #[serde(flatten)]
    pub game: NoveltyRow,
    /// Number of moves of the main line.
    pub moves: u32,
    /// True if the game has a date. Without one, no game is older.
    pub dated: bool,
    /// Number of the first move after which no older game has had the stones; null if there is none, or if the game has
    /// no date.
    pub novelty_ply: Option<u32>,
    /// Colour that played the new move: `B` or `W`; null without one, or if later setup made the position new.
    pub color: Option<char>,
    /// The new move, such as `R14` or `pass`; null as `color`.
    pub at: Option<String>,
    /// The older games that went furthest along with the game.
    pub furthest: FurthestGames,
    /// Number of later games that have the position after the new move. Copies of a game count once.
    pub followers: u32,
    /// True if the move is within the first 60, and at least ten later games took it up.
    pub trendsetter: bool,
    /// How the later games went for the colour that played the new move.
    pub fared: Fared,
    /// First later games that have the position, as many as requested.
    pub followed_by: Vec<NoveltyRow>,
}

/// Older games that have the last position that is not new.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct FurthestGames {
    /// Number of moves before that position; null if the game has no date.
    pub ply: Option<u32>,
    /// Number of the games. Copies of a game count once.
    pub count: u64,
    /// The latest of them, as many as requested.
    pub games: Vec<NoveltyRow>,
}

/// Results of games for one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Fared {
    /// Number of games that the colour won.
    pub won: u32,
    /// Number of games that the colour lost.
    pub lost: u32,
    /// Number of drawn games.
    pub drawn: u32,
    /// Number of games without a known result.
    pub unknown: u32,
}

/// Game of an answer about novelty.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct NoveltyRow {
    /// Id of the game.
    pub id: String,
    /// First day on which the game may have been played, as far as it is known; null if it has no date.
    pub date: Option<String>,
    /// Name of the player of Black as written; null if unknown.
    pub black: Option<String>,
    /// Name of the player of White as written; null if unknown.
    pub white: Option<String>,
    /// Result as in SGF; null if unknown.
    pub result: Option<String>,
    /// Event as written; null if unknown.
    pub event: Option<String>,
}

impl NoveltyRow {
    fn new(id: String, info: &GameInfo) -> NoveltyRow {
        NoveltyRow {
            id,
            date: info::date(info),
            black: info.players.black.name.clone(),
            white: info.players.white.name.clone(),
            result: info::result(info),
            event: info.event.clone(),
        }
    }
}

/// What one index contributes to the answer about a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NoveltyGathered {
    /// The game, if this index has it.
    game: Option<NoveltyRow>,
    dated: bool,
    moves: u32,
    /// Number of the new move.
    ply: Option<u32>,
    color: Option<Color>,
    at: Option<String>,
    furthest_ply: Option<u32>,
    furthest: SideGathered,
    followers: SideGathered,
}

/// Games of one index on one side of the game in time.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct SideGathered {
    games: Vec<SideGame>,
    /// Rows of the first of these games, by their ids.
    rows: BTreeMap<u64, NoveltyRow>,
}

/// Game on one side of the game of a request in time.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct SideGame {
    /// What identifies the game and its copies.
    key: CopyKey,
    /// First day on which the game may have been played.
    day: i32,
    id: u64,
    /// Outcome of the game, as the index stores it.
    outcome: u8,
}

impl From<&GameWithPosition> for SideGame {
    fn from(game: &GameWithPosition) -> SideGame {
        SideGame { key: game.key, day: game.days.first, id: game.id, outcome: game.outcome }
    }
}

/// Game of a request, with all that is known of it in this index.
struct RequestedGame {
    start: Start,
    line: Vec<LinePosition>,
    /// Row of the game, if it was given as text or this index has it.
    row: Option<NoveltyRow>,
    facts: NoveltyFacts,
}

impl FindNovelty {
    fn read(&self, snapshot: &Snapshot) -> Result<RequestedGame> {
        match &self.sgf {
            Some(text) => Ok(game_of_record(&parse_sgf(text)?)),
            None => game_of_id(snapshot.index, &self.game),
        }
    }

    /// The game with the facts that all indexes know of it.
    fn question(
        snapshot: &Snapshot,
        mut game: RequestedGame,
    ) -> Result<(RequestedGame, NoveltyGame)> {
        let index = snapshot.index;
        if let Some(facts) = index.global_novelty() {
            game.facts = facts.clone();
        } else {
            game.facts = with_copies(index, game.facts)?;
        }
        let facts = &game.facts;
        let groups = facts.groups.iter().map(|&group| CopyKey::Group(group));
        let contents = facts.contents.iter().map(|&content| CopyKey::Content(content));
        let question = NoveltyGame {
            line: game.line.clone(),
            days: facts.days.map(|(first, last)| DaySpan { first, last }),
            copies: groups.chain(contents).collect(),
        };
        Ok((game, question))
    }
}

fn parse_sgf(text: &str) -> Result<GameRecord> {
    let mut records = kifu_record::formats::sgf::read(text).0;
    if records.is_empty() {
        return Err(Error::new(ErrorKind::Query, say!("error-novelty-no-sgf")).into());
    }
    Ok(records.swap_remove(0))
}

/// Makes the requested game of a record that need not be in the index.
fn game_of_record(record: &GameRecord) -> RequestedGame {
    let days = record.info.date.as_ref();
    RequestedGame {
        start: record.start,
        line: game_line(record.start, &record.tree),
        row: Some(NoveltyRow::new(String::new(), &record.info)),
        facts: NoveltyFacts {
            days: days.map(|date| (date.from.number(), date.to.number())),
            contents: BTreeSet::from([content_key(record)]),
            ..NoveltyFacts::default()
        },
    }
}

/// Reads a game of the index, or of another index that answers together with this one.
fn game_of_id(index: &Index, id: &str) -> Result<RequestedGame> {
    let (start, tree): (Start, GameTree) = read_tree_by_id(index, id)?;
    let mut game = RequestedGame {
        start,
        line: game_line(start, &tree),
        row: None,
        facts: NoveltyFacts::default(),
    };
    let is_one_of_several = index.is_part() || index.is_recording();
    let hit = match find_by_id(index, id) {
        Err(_) if is_one_of_several => return Ok(game),
        hit => hit?,
    };
    let (days, content) = facts_of_game(index, &hit)?;
    let loaded = load(index, &hit)?;
    game.row = Some(NoveltyRow::new(loaded.header.id_text(), &loaded.header.info));
    game.facts.days = days.map(|days| (days.first, days.last));
    game.facts.contents.insert(content);
    Ok(game)
}

/// Adds the groups of copies to which games of this content belong in this index.
fn with_copies(index: &Index, mut facts: NoveltyFacts) -> CrateResult<NoveltyFacts> {
    let mut groups = BTreeSet::new();
    for &content in &facts.contents {
        groups.extend(copies_of_content(index, content)?.into_iter().filter_map(|key| match key {
            CopyKey::Group(group) => Some(group),
            CopyKey::Content(_) => None,
        }));
    }
    facts.groups.extend(groups);
    Ok(facts)
}

/// Fails if the time is over, because an incomplete search could name a wrong move.
fn check_time(index: &Index) -> CrateResult<()> {
    if index.budget().poll_exhausted() {
        return Err(Error::new(ErrorKind::Interrupted, say!("error-time-over-before-answer")));
    }
    Ok(())
}

impl Question for FindNovelty {
    const NAME: &'static str = "novelty";
    type Gathered = NoveltyGathered;
    type Answer = Box<NoveltyAnswer>;

    /// Records first when the game was played and what its copies are, and in the next round which of its positions
    /// older games have.
    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        let index = snapshot.index;
        let game = self.read(snapshot)?;
        if index.global_novelty().is_none() {
            let facts = with_copies(index, game.facts)?;
            index.record_novelty(facts, true);
            return Ok(());
        }
        let (_, question) = FindNovelty::question(snapshot, game)?;
        let reached = reached_positions(index, &question)?;
        check_time(index)?;
        index.record_novelty(NoveltyFacts { reached, ..NoveltyFacts::default() }, false);
        Ok(())
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<NoveltyGathered> {
        let index = snapshot.index;
        let (game, question) = FindNovelty::question(snapshot, self.read(snapshot)?)?;
        let reached = match index.global_novelty() {
            Some(facts) => facts.reached.clone(),
            None => reached_positions(index, &question)?,
        };
        check_time(index)?;
        let novelty = question.novelty(&reached);
        let last_known = match novelty {
            Some(new) => new.checked_sub(1),
            None => question.days.and_then(|_| question.line.len().checked_sub(1)),
        };
        let new = novelty.and_then(|new| question.line.get(new));
        let furthest = match last_known {
            Some(at) => games_with_position(index, &question, at, InTime::Older)?,
            None => Vec::new(),
        };
        let followers = match novelty {
            Some(at) => games_with_position(index, &question, at, InTime::Later)?,
            None => Vec::new(),
        };
        check_time(index)?;
        let (start, played) = (game.start, new.and_then(|new| new.played));
        Ok(NoveltyGathered {
            game: game.row,
            dated: question.days.is_some(),
            moves: question.line.last().map_or(0, |last| last.number),
            ply: new.map(|new| new.number),
            color: played.map(|(color, _)| color),
            at: played.map(|(_, action)| move_name(start.game, start.size, action)),
            furthest_ply: last_known.and_then(|at| Some(question.line.get(at)?.number)),
            furthest: self.side(index, furthest, InTime::Older)?,
            followers: self.side(index, followers, InTime::Later)?,
        })
    }

    fn finish(
        &self,
        gathered: Vec<NoveltyGathered>,
        _: &FinishOptions,
        _: Sink,
    ) -> Result<Box<NoveltyAnswer>> {
        let (mut furthest, mut followers) = (SideGathered::default(), SideGathered::default());
        let mut game = None;
        let mut first = None;
        for mut part in gathered {
            furthest.merge(std::mem::take(&mut part.furthest));
            followers.merge(std::mem::take(&mut part.followers));
            // A file below several roots may be in several indexes; any of them has the same game.
            game = game.max(part.game.take());
            first.get_or_insert(part);
        }
        let facts = first.ok_or_else(no_parts_error)?;
        let (older, furthest_rows) = furthest.finish(InTime::Older, self.listed);
        let (later, rows) = followers.finish(InTime::Later, self.listed);
        let followers = u32::try_from(later.len()).unwrap_or(u32::MAX);
        Ok(Box::new(NoveltyAnswer {
            v: VERSION,
            game: game.unwrap_or_default(),
            moves: facts.moves,
            dated: facts.dated,
            novelty_ply: facts.ply,
            color: facts.color.map(Color::letter),
            at: facts.at,
            furthest: FurthestGames {
                ply: facts.furthest_ply,
                count: older.len() as u64,
                games: furthest_rows,
            },
            followers,
            trendsetter: is_trendsetter(facts.ply.unwrap_or(0), followers),
            fared: facts.color.map_or_else(Fared::default, |color| fared(&later, color)),
            followed_by: rows,
        }))
    }
}

impl FindNovelty {
    /// Makes the contribution of the games on one side in time: all of them, and rows of those that may be listed.
    fn side(
        &self,
        index: &Index,
        found: Vec<GameWithPosition>,
        side: InTime,
    ) -> CrateResult<SideGathered> {
        let games = found.iter().map(SideGame::from).collect();
        let mut gathered =
            SideGathered { games: once_each(games, side), ..SideGathered::default() };
        let listed: BTreeSet<u64> =
            gathered.games.iter().take(self.listed).map(|game| game.id).collect();
        for game in found.iter().filter(|game| listed.contains(&game.id)) {
            let loaded = load(index, &game.address.into())?;
            let row = NoveltyRow::new(loaded.header.id_text(), &loaded.header.info);
            gathered.rows.insert(game.id, row);
        }
        Ok(gathered)
    }
}

/// Games in the order of lists, of copies only the first: older games the latest first, later ones the earliest first.
fn once_each(mut games: Vec<SideGame>, side: InTime) -> Vec<SideGame> {
    match side {
        InTime::Older => games.sort_by_key(|game| (Reverse(game.day), game.id)),
        InTime::Later => games.sort_by_key(|game| (game.day, game.id)),
    }
    let mut seen = BTreeSet::new();
    games.retain(|game| seen.insert(game.key));
    games
}

impl SideGathered {
    fn merge(&mut self, more: SideGathered) {
        self.games.extend(more.games);
        self.rows.extend(more.rows);
    }

    /// The games, each once, and the rows of the first ones.
    fn finish(self, side: InTime, listed: usize) -> (Vec<SideGame>, Vec<NoveltyRow>) {
        let games = once_each(self.games, side);
        let row = |game: &SideGame| self.rows.get(&game.id).cloned();
        let rows = games.iter().take(listed).filter_map(row).collect();
        (games, rows)
    }
}

fn fared(games: &[SideGame], color: Color) -> Fared {
    let won = if color == Color::Black { outcome::BLACK } else { outcome::WHITE };
    let mut fared = Fared::default();
    for game in games {
        let slot = match u64::from(game.outcome) {
            ended if ended == won => &mut fared.won,
            outcome::BLACK | outcome::WHITE => &mut fared.lost,
            outcome::DRAW => &mut fared.drawn,
            _ => &mut fared.unknown,
        };
        *slot += 1;
    }
    fared
}

/// Novelty of a game in a list of many games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct NoveltyLine {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// The game.
    #[serde(flatten)]
    pub game: NoveltyRow,
    /// Number of moves of the main line.
    pub moves: u32,
    /// True if the game has a date. Without one, no game is older.
    pub dated: bool,
    /// Number of the first move after which no older game has had the stones; null if there is none, or if the game has
    /// no date.
    pub novelty_ply: Option<u32>,
    /// Number of later games that have the position after the new move. Copies of a game count once.
    pub followers: u32,
    /// True if the move is within the first 60, and at least ten later games took it up.
    pub trendsetter: bool,
}

impl NoveltyLine {
    /// Makes the line of a row that was read with its novelty.
    pub fn new(row: &GameRow) -> NoveltyLine {
        let novelty = row.facts.as_ref().and_then(|facts| facts.novelty).unwrap_or_default();
        NoveltyLine {
            v: VERSION,
            game: NoveltyRow::new(row.id.clone(), &row.info),
            moves: row.summary.moves,
            dated: row.info.date.is_some(),
            novelty_ply: novelty.ply,
            followers: novelty.followers,
            trendsetter: is_trendsetter(novelty.ply.unwrap_or(0), novelty.followers),
        }
    }
}

/// Returns a game of a file as SGF, for a request about it: the game with this number, or the first one.
pub fn sgf_of_entry(entry: &Entry, number: Option<u32>) -> CrateResult<String> {
    Ok(write(&nth_record(entry, number)?, None))
}

//! What the user says of games, and asks again: the page Mine.

use crate::engine::marked::MarkSource;
use crate::engine::request::{CountGames, CountMarks, GamesWith, Search};
use crate::engine::row::GameRow;
use crate::engine::{Result, marked::key_text};
use crate::web::address::ParsedRequest;
use crate::web::desk::{AnswerContext, Partial};
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The starred games and the notes that are listed, those of last first.
const LISTED: usize = 100;
/// The queries that were asked last.
const ASKED: usize = 30;
/// The tab with the games of saved queries.
pub const COUNTS: &str = "counts";

/// What the user says of games, and asks again.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Mine")]
pub struct MinePage {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// Whether it is told here: not where other machines can reach the server.
    pub told: bool,
    /// Whether changes are kept.
    pub kept: bool,
    /// The starred games of this archive.
    pub starred: u64,
    /// Those that were starred last.
    pub games: Vec<GameRow>,
    /// The tags, in the order of their names.
    pub tags: Vec<TagRow>,
    /// The games of this archive with a note.
    pub noted: u64,
    /// The notes that were written last.
    pub notes: Vec<NoteRow>,
    /// The saved queries, in the order of their names.
    pub saved: Vec<SavedRow>,
    /// The queries that were asked last.
    pub asked: Vec<String>,
    /// Whether the games of saved queries were counted.
    #[serde(skip)]
    pub counted: bool,
}

/// A tag with its games in this archive.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MineTag")]
pub struct TagRow {
    /// Its name.
    pub tag: String,
    /// Its games.
    pub games: u64,
}

/// What is noted about a game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MineNote")]
pub struct NoteRow {
    /// The key of the game's content.
    pub content: String,
    /// The game, if this archive has it.
    pub game: Option<GameRow>,
    /// The text.
    pub note: String,
    /// When it was written, in seconds since 1970.
    pub at: u64,
}

/// A saved query.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MineSaved")]
pub struct SavedRow {
    /// Its name.
    pub name: String,
    /// The query.
    pub query: String,
    /// Its games, if they were asked for.
    pub games: Option<u64>,
    /// Why they cannot be counted.
    pub fault: Option<String>,
}

/// Everything for the page; with `tab=counts` also the games of the saved queries.
pub fn page(context: &AnswerContext, asked: &ParsedRequest) -> Result<Partial<MinePage>> {
    let mut page = MinePage {
        v: 1,
        told: false,
        kept: false,
        starred: 0,
        games: Vec::new(),
        tags: Vec::new(),
        noted: 0,
        notes: Vec::new(),
        saved: Vec::new(),
        asked: Vec::new(),
        counted: asked.state.tab == COUNTS,
    };
    let Some(mine) = context.opened.mine.get() else {
        return Ok(Partial::all(page));
    };
    (page.told, page.kept) = (true, mine.is_kept());
    let marks = mine.file.marks()?;
    let counts = context.ask(&CountMarks)?;
    let complete = counts.incomplete.is_none();
    let counts = counts.answer;
    (page.starred, page.noted) = (counts.starred, counts.noted);
    page.tags = (counts.tags.into_iter())
        .map(|(tag, games)| TagRow { tag, games })
        .collect();
    let mut stars: Vec<(u64, u64)> = marks
        .starred
        .iter()
        .map(|(game, at)| (*game, *at))
        .collect();
    stars.sort_by_key(|(game, at)| (Reverse(*at), *game));
    let mut notes: Vec<_> = marks.notes.iter().collect();
    notes.sort_by_key(|(game, note)| (Reverse(note.at), **game));
    notes.truncate(LISTED);
    let wanted = stars.iter().map(|(game, _)| *game);
    let wanted = wanted.chain(notes.iter().map(|(game, _)| **game));
    let found: HashMap<u64, GameRow> = games(context, wanted.collect())?;
    let starred = stars
        .iter()
        .filter_map(|(game, _)| found.get(game).cloned());
    page.games = starred.take(LISTED).collect();
    page.notes = (notes.into_iter())
        .map(|(content, note)| NoteRow {
            content: key_text(*content),
            game: found.get(content).cloned(),
            note: note.text.clone(),
            at: note.at,
        })
        .collect();
    for (name, saved) in &marks.saved {
        page.saved
            .push(saved_row(context, name, &saved.query, page.counted));
    }
    let last = mine.file.asked()?.into_iter().take(ASKED);
    page.asked = last.map(|asked| asked.query).collect();
    Ok(Partial {
        data: page,
        complete,
    })
}

/// The games with these contents, as far as the archive has them.
fn games(context: &AnswerContext, mut wanted: Vec<u64>) -> Result<HashMap<u64, GameRow>> {
    // Of very many stars, the games of the last ones are looked for.
    wanted.truncate(4 * LISTED);
    let found = context.ask(&GamesWith(wanted))?.answer;
    Ok(found.into_iter().collect())
}

fn saved_row(context: &AnswerContext, name: &str, query: &str, is_counted: bool) -> SavedRow {
    let count = || context.ask(&CountGames(Search::new(query)));
    let (games, fault) = match is_counted.then(count) {
        None => (None, None),
        Some(Ok(reply)) => (Some(reply.answer), None),
        Some(Err(failure)) => (None, Some(failure.to_string())),
    };
    SavedRow {
        name: name.to_owned(),
        query: query.to_owned(),
        games,
        fault,
    }
}

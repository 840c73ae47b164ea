//! Data of the page Mine: the user's tags, stars, notes, saved queries and query history.

use super::fitting::{Share, linked, serialized, shortened, shown};
use crate::address::ParsedRequest;
use crate::desk::{AnswerContext, Partial};
use crate::route_parameters::NoParameters;
use crate::state::MineTab;
use kifu_engine::user_marks::{Marks, query_for};
use kifu_engine::request::{CountGames, CountMarks, GamesWithContents, Search};
use kifu_engine::row::GameRow;
use kifu_engine::{Result, user_marks::key_text};
use kifu_language::Field;
use kifu_store::mine::marks::{Note, SavedQuery};
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Query for the games with a star, each once.
pub(crate) const STARRED: &str = "is:starred unique:yes";
/// Query for the games with a note, each once.
pub(crate) const NOTED: &str = "note:* unique:yes";
/// Largest number of starred games and of notes that are listed, the latest first.
const LISTED: usize = 100;
/// Largest number of queries of the history that are listed.
const ASKED: usize = 30;
/// Bytes of an answer that each list may use. Together they stay below the largest answer and leave bytes for the
/// elements around them. Half of the bytes for saved queries and notes are for texts in full; later texts are shortened
/// to this many characters.
const GAMES_BYTES: usize = 400 << 10;
const TAGS_BYTES: usize = 500 << 10;
const NOTES_BYTES: usize = 1 << 20;
const SAVED_BYTES: usize = 1200 << 10;
const ASKED_BYTES: usize = 200 << 10;
const SHORT_NOTE: usize = 200;
const SHORT_QUERY: usize = 60;
/// Largest length of the error of a saved query, and bytes for all such errors.
const LONGEST_FAULT: usize = 100;
const FAULTS_BYTES: usize = 200 << 10;

/// The user's tags, stars, notes, saved queries and query history.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Mine")]
pub(crate) struct MinePage {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// Whether the user's data is shown: not where other machines can reach the server.
    pub told: bool,
    /// Whether the user's data can be changed on this server.
    pub kept: bool,
    /// Number of the starred games of this archive.
    pub starred: u64,
    /// The games that were starred last.
    pub games: Vec<GameRow>,
    /// The tags, in the order of their names.
    pub tags: Vec<TagRow>,
    /// Number of tags that are not listed.
    pub more_tags: usize,
    /// Number of the games of this archive with a note.
    pub noted: u64,
    /// The notes that were written last.
    pub notes: Vec<NoteRow>,
    /// Number of notes that are not listed, including notes on games that this archive does not have.
    pub more_notes: usize,
    /// The saved queries, in the order of their names.
    pub saved: Vec<SavedRow>,
    /// Number of saved queries that are not listed.
    pub more_saved: usize,
    /// The queries that were asked last.
    pub asked: Vec<String>,
    /// True if the games of saved queries were counted.
    #[serde(skip)]
    pub counted: bool,
}

/// A tag with its games in this archive.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MineTag")]
pub(crate) struct TagRow {
    /// Name of the tag.
    pub tag: String,
    /// Number of the tag's games in this archive.
    pub games: u64,
}

/// A note on a game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MineNote")]
pub(crate) struct NoteRow {
    /// Key of the game's content.
    pub content: String,
    /// The game of the note, if this archive has it.
    pub game: Option<GameRow>,
    /// Text of the note, or its beginning.
    pub note: String,
    /// Whether the text is shortened. The page of the game has all of it.
    pub cut: bool,
    /// Time at which the note was written, in seconds since 1970.
    pub at: u64,
}

/// A saved query.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MineSaved")]
pub(crate) struct SavedRow {
    /// Name of the saved query.
    pub name: String,
    /// The saved query, or its beginning.
    pub query: String,
    /// Whether the query is shortened.
    pub cut: bool,
    /// Number of the saved query's games, if they were counted.
    pub games: Option<u64>,
    /// Error because of which the games of the saved query cannot be counted.
    pub fault: Option<String>,
}

/// Collects the data of the page; with `tab=counts` it counts the games of the saved queries, too.
pub(crate) fn page(
    context: &AnswerContext,
    asked: &ParsedRequest<NoParameters>,
) -> Result<Partial<MinePage>> {
    let mut page = MinePage {
        v: 1,
        told: false,
        kept: false,
        starred: 0,
        games: Vec::new(),
        tags: Vec::new(),
        more_tags: 0,
        noted: 0,
        notes: Vec::new(),
        more_notes: 0,
        saved: Vec::new(),
        more_saved: 0,
        asked: Vec::new(),
        counted: asked.state.tab.choice() == Some(MineTab::Counts),
    };
    let Some(mine) = context.mine() else {
        return Ok(Partial::all(page));
    };
    (page.told, page.kept) = (true, mine.is_kept());
    let marks = context.user.marks()?;
    let counts = context.ask(&CountMarks)?;
    let complete = counts.incomplete.is_none();
    let counts = counts.answer;
    // Copies of a game share one star and one note, so each game counts once.
    let once = |query: &str| context.opened.engine.count(query, &context.within);
    let (starred, noted) = (once(STARRED)?, once(NOTED)?);
    (page.starred, page.noted) = (starred.answer, noted.answer);
    let complete = complete && starred.incomplete.is_none() && noted.incomplete.is_none();
    let all = counts.tags.len();
    page.tags = tags(counts.tags);
    page.more_tags = all - page.tags.len();
    let mut stars: Vec<(u64, u64)> = marks.starred.iter().map(|(game, at)| (*game, *at)).collect();
    stars.sort_by_key(|(game, at)| (Reverse(*at), *game));
    let mut written: Vec<_> = marks.notes.iter().collect();
    written.sort_by_key(|(game, note)| (Reverse(note.at), **game));
    written.truncate(LISTED);
    let wanted = stars.iter().map(|(game, _)| *game).chain(written.iter().map(|(game, _)| **game));
    let found: HashMap<u64, GameRow> = games(context, wanted.collect())?;
    let starred = stars.iter().filter_map(|(game, _)| found.get(game).cloned());
    let mut share = Share::new(GAMES_BYTES);
    page.games =
        starred.take(LISTED).take_while(|game| share.takes(2 * serialized(game))).collect();
    page.notes = notes(written, &found);
    page.more_notes = marks.notes.len() - page.notes.len();
    page.saved = saved(context, &marks, page.counted);
    page.more_saved = marks.saved.len() - page.saved.len();
    let last = mine.file.query_history()?.into_iter().take(ASKED);
    let mut share = Share::new(ASKED_BYTES);
    page.asked = last.map(|asked| asked.query).filter(|query| share.takes(linked(query))).collect();
    Ok(Partial { data: page, complete })
}

fn tags(all: Vec<(String, u64)>) -> Vec<TagRow> {
    let mut share = Share::new(TAGS_BYTES);
    all.into_iter()
        .take_while(|(tag, _)| share.takes(linked(tag)))
        .map(|(tag, games)| TagRow { tag, games })
        .collect()
}

/// Rows of notes with their games: in full while there are bytes for it, then shortened.
fn notes(written: Vec<(&u64, &Note)>, found: &HashMap<u64, GameRow>) -> Vec<NoteRow> {
    let (mut full, mut short) = (Share::new(NOTES_BYTES / 2), Share::new(NOTES_BYTES / 2));
    let row = |(content, note): (&u64, &Note)| {
        let game = found.get(content);
        let of_game = game.map_or(0, |game| 2 * serialized(game));
        let (text, cut) = if full.takes(shown(&note.text) + of_game) {
            (note.text.clone(), false)
        } else {
            shortened(&note.text, SHORT_NOTE)
        };
        let fits = !cut || short.takes(shown(&text) + of_game);
        fits.then(|| NoteRow {
            content: key_text(*content),
            game: game.cloned(),
            note: text,
            cut,
            at: note.at,
        })
    };
    written.into_iter().map_while(row).collect()
}

/// Rows of saved queries: in full while there are bytes for it, then shortened.
fn saved(context: &AnswerContext, marks: &Marks, is_counted: bool) -> Vec<SavedRow> {
    let (mut full, mut short) = (Share::new(SAVED_BYTES / 2), Share::new(SAVED_BYTES / 2));
    let mut faults = Share::new(FAULTS_BYTES);
    let row = |(name, saved): (&String, &SavedQuery)| {
        // A name occurs three times on the page: in a link, in a button and as an address.
        let of_name = 3 * linked(name);
        let (query, cut) = if full.takes(of_name + linked(&saved.query)) {
            (saved.query.clone(), false)
        } else {
            shortened(&saved.query, SHORT_QUERY)
        };
        let fits = !cut || short.takes(of_name + linked(&query));
        fits.then(|| {
            let (games, fault) =
                if is_counted { count(context, name, &mut faults) } else { (None, None) };
            SavedRow { name: name.clone(), query, cut, games, fault }
        })
    };
    marks.saved.iter().map_while(row).collect()
}

/// Finds the games with these content keys, if the archive has them.
fn games(context: &AnswerContext, mut wanted: Vec<u64>) -> Result<HashMap<u64, GameRow>> {
    // If there are very many stars, only the latest games are looked up.
    wanted.truncate(4 * LISTED);
    let found = context.ask(&GamesWithContents(wanted))?.answer;
    Ok(found.into_iter().collect())
}

/// Counts the games of a saved query, or returns the error. The query is asked by its name: a saved query has no limit
/// of its own size, but what it expands to has.
fn count(context: &AnswerContext, name: &str, faults: &mut Share) -> (Option<u64>, Option<String>) {
    let query = query_for(&Field::Saved, name);
    match context.ask(&CountGames(Search::new(query))) {
        Ok(reply) => (Some(reply.answer), None),
        Err(failure) => {
            let (text, _) = shortened(&failure.to_string(), LONGEST_FAULT);
            let fits = faults.takes(shown(&text));
            (None, Some(if fits { text } else { "…".to_owned() }))
        }
    }
}

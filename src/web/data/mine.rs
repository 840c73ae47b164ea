//! Data of the page Mine: the user's tags, stars, notes, saved queries and query history.

use super::answer_size::{ByteBudget, json_bytes, link_bytes, shortened, shown_bytes};
use super::practise::PracticeProgress;
use crate::address::ParsedRequest;
use crate::route_parameters::NoParameters;
use crate::state::MineTab;
use crate::worker::{AnswerContext, Partial};
use kifu_engine::request::{CountGames, CountMarks, GamesWithContents, Search};
use kifu_engine::row::GameRow;
use kifu_engine::user_marks::{Marks, query_for};
use kifu_engine::{Result, user_marks::key_text};
use kifu_language::Field;
use kifu_store::userdata::marks::{Note, SavedQuery};
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Query for the games with a star. Each game counts once, however many copies it has.
pub(crate) const STARRED_QUERY: &str = "is:starred unique:yes";
/// Query for the games with a note. Each game counts once, however many copies it has.
pub(crate) const NOTED_QUERY: &str = "note:* unique:yes";
/// Largest number of starred games that are listed, and of notes; the latest come first.
const MAX_LISTED: usize = 100;
/// Largest number of queries of the history that are listed.
const MAX_HISTORY: usize = 30;
/// Number of bytes that each list of the page may use. Together they stay below the largest answer and leave bytes for
/// the elements around the lists. Notes and saved queries are listed in full until half of their bytes are used; later
/// ones are shortened to the given numbers of characters.
const GAMES_BYTES: usize = 400 << 10;
const TAGS_BYTES: usize = 500 << 10;
const NOTES_BYTES: usize = 1 << 20;
const SAVED_BYTES: usize = 1200 << 10;
const HISTORY_BYTES: usize = 200 << 10;
const SHORT_NOTE_CHARS: usize = 200;
const SHORT_QUERY_CHARS: usize = 60;
/// Largest length in characters of the error of a saved query, and number of bytes that all these errors may use.
const MAX_FAULT_CHARS: usize = 100;
const FAULTS_BYTES: usize = 200 << 10;

/// The user's tags, stars, notes, saved queries and query history.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Mine")]
pub(crate) struct MinePage {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// Whether the user's data is shown. It is not shown if other machines can reach the server.
    pub told: bool,
    /// Whether the user's data can be changed on this server.
    pub kept: bool,
    /// Number of the games of this archive with a star.
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
    /// Results of the page Practise over all queries; null if no answers are stored.
    pub practice: Option<PracticeProgress>,
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
    /// Number of games of this archive with the tag.
    pub games: u64,
}

/// A note on a game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MineNote")]
pub(crate) struct NoteRow {
    /// Key of the game's content, a hash of its start position and moves.
    pub content: String,
    /// The game of the note, if this archive has it.
    pub game: Option<GameRow>,
    /// Text of the note, or its beginning.
    pub note: String,
    /// Whether the text of the note is shortened. The page of the game shows all of it.
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
    /// Number of games that the saved query finds, if the games were counted.
    pub games: Option<u64>,
    /// Error because of which the games of the saved query could not be counted.
    pub fault: Option<String>,
}

/// Collects the data of the page. With `tab=counts`, the games of the saved queries are counted, too.
pub(crate) fn page(
    context: &AnswerContext,
    request: &ParsedRequest<NoParameters>,
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
        practice: None,
        counted: request.state.tab.choice() == Some(MineTab::Counts),
    };
    let Some(userdata) = context.userdata() else {
        return Ok(Partial::complete(page));
    };
    (page.told, page.kept) = (true, userdata.is_writable());
    page.practice = context.user.practice().map(|read| PracticeProgress::new(&read.memory));
    let marks = context.user.marks()?;
    let counts = context.ask(&CountMarks)?;
    let complete = counts.incomplete.is_none();
    let counts = counts.answer;
    // Copies of a game share one star and one note, so each game is counted once.
    let count_once = |query: &str| context.opened.engine.count(query, &context.options);
    let (starred, noted) = (count_once(STARRED_QUERY)?, count_once(NOTED_QUERY)?);
    (page.starred, page.noted) = (starred.answer, noted.answer);
    let complete = complete && starred.incomplete.is_none() && noted.incomplete.is_none();
    let all = counts.tags.len();
    page.tags = tags(counts.tags);
    page.more_tags = all - page.tags.len();
    let mut stars: Vec<(u64, u64)> = marks.starred.iter().map(|(game, at)| (*game, *at)).collect();
    stars.sort_by_key(|(game, at)| (Reverse(*at), *game));
    let mut written: Vec<_> = marks.notes.iter().collect();
    written.sort_by_key(|(game, note)| (Reverse(note.at), **game));
    written.truncate(MAX_LISTED);
    let contents =
        stars.iter().map(|(game, _)| *game).chain(written.iter().map(|(game, _)| **game));
    let found: HashMap<u64, GameRow> = games(context, contents.collect())?;
    let starred = stars.iter().filter_map(|(game, _)| found.get(game).cloned());
    let mut share = ByteBudget::new(GAMES_BYTES);
    page.games =
        starred.take(MAX_LISTED).take_while(|game| share.try_take(2 * json_bytes(game))).collect();
    page.notes = notes(written, &found);
    page.more_notes = marks.notes.len() - page.notes.len();
    page.saved = saved(context, &marks, page.counted);
    page.more_saved = marks.saved.len() - page.saved.len();
    let last = userdata.file.query_history()?.into_iter().take(MAX_HISTORY);
    let mut share = ByteBudget::new(HISTORY_BYTES);
    page.asked =
        last.map(|entry| entry.query).filter(|query| share.try_take(link_bytes(query))).collect();
    Ok(Partial { data: page, complete })
}

fn tags(all: Vec<(String, u64)>) -> Vec<TagRow> {
    let mut share = ByteBudget::new(TAGS_BYTES);
    all.into_iter()
        .take_while(|(tag, _)| share.try_take(link_bytes(tag)))
        .map(|(tag, games)| TagRow { tag, games })
        .collect()
}

/// Makes the rows of notes with their games. Notes are written in full until half of the list's bytes are used, then
/// shortened.
fn notes(written: Vec<(&u64, &Note)>, found: &HashMap<u64, GameRow>) -> Vec<NoteRow> {
    let (mut full, mut short) =
        (ByteBudget::new(NOTES_BYTES / 2), ByteBudget::new(NOTES_BYTES / 2));
    let row = |(content, note): (&u64, &Note)| {
        let game = found.get(content);
        let of_game = game.map_or(0, |game| 2 * json_bytes(game));
        let (text, cut) = if full.try_take(shown_bytes(&note.text) + of_game) {
            (note.text.clone(), false)
        } else {
            shortened(&note.text, SHORT_NOTE_CHARS)
        };
        let fits = !cut || short.try_take(shown_bytes(&text) + of_game);
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

/// Makes the rows of saved queries. Queries are written in full until half of the list's bytes are used, then
/// shortened.
fn saved(context: &AnswerContext, marks: &Marks, is_counted: bool) -> Vec<SavedRow> {
    let (mut full, mut short) =
        (ByteBudget::new(SAVED_BYTES / 2), ByteBudget::new(SAVED_BYTES / 2));
    let mut faults = ByteBudget::new(FAULTS_BYTES);
    let row = |(name, saved): (&String, &SavedQuery)| {
        // The name of a saved query occurs three times on the page: in a link, in a button and as an address.
        let of_name = 3 * link_bytes(name);
        let (query, cut) = if full.try_take(of_name + link_bytes(&saved.query)) {
            (saved.query.clone(), false)
        } else {
            shortened(&saved.query, SHORT_QUERY_CHARS)
        };
        let fits = !cut || short.try_take(of_name + link_bytes(&query));
        fits.then(|| {
            let (games, fault) =
                if is_counted { count(context, name, &mut faults) } else { (None, None) };
            SavedRow { name: name.clone(), query, cut, games, fault }
        })
    };
    marks.saved.iter().map_while(row).collect()
}

/// Finds the games with these content keys, if the archive has them.
fn games(context: &AnswerContext, mut contents: Vec<u64>) -> Result<HashMap<u64, GameRow>> {
    // If the user starred very many games, only the latest ones are looked up.
    contents.truncate(4 * MAX_LISTED);
    let found = context.ask(&GamesWithContents(contents))?.answer;
    Ok(found.into_iter().collect())
}

/// Counts the games of a saved query, or returns the error. The engine gets the query by its name, because its text may
/// be longer than a query in an address may be; the limit on what it expands to still applies.
fn count(
    context: &AnswerContext,
    name: &str,
    faults: &mut ByteBudget,
) -> (Option<u64>, Option<String>) {
    let query = query_for(&Field::Saved, name);
    match context.ask(&CountGames(Search::new(query))) {
        Ok(reply) => (Some(reply.answer), None),
        Err(failure) => {
            let (text, _) = shortened(&failure.to_string(), MAX_FAULT_CHARS);
            let fits = faults.try_take(shown_bytes(&text));
            (None, Some(if fits { text } else { "…".to_owned() }))
        }
    }
}

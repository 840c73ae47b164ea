//! What the user says of games, and asks again: the page Mine.

use super::fitting::{Share, linked, serialized, shortened, shown};
use crate::address::ParsedRequest;
use crate::desk::{AnswerContext, Partial};
use crate::route_parameters::NoParameters;
use crate::state::MineTab;
use kifu_engine::marked::{Marks, query_for};
use kifu_engine::request::{CountGames, CountMarks, GamesWith, Search};
use kifu_engine::row::GameRow;
use kifu_engine::{Result, marked::key_text};
use kifu_language::Field;
use kifu_store::mine::marks::{Note, SavedQuery};
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The query for the games with a star, each once.
pub(crate) const STARRED: &str = "is:starred unique:yes";
/// The query for the games with a note, each once.
pub(crate) const NOTED: &str = "note:* unique:yes";
/// The starred games and the notes that are listed, those of last first.
const LISTED: usize = 100;
/// The queries that were asked last.
const ASKED: usize = 30;
/// The bytes that each list may take of an answer: together less than the largest answer, so that there is room for all
/// that stands around them. Half of those for saved queries and notes are for texts in full; what comes after them is
/// shortened to so many characters.
const GAMES_BYTES: usize = 400 << 10;
const TAGS_BYTES: usize = 500 << 10;
const NOTES_BYTES: usize = 1 << 20;
const SAVED_BYTES: usize = 1200 << 10;
const ASKED_BYTES: usize = 200 << 10;
const SHORT_NOTE: usize = 200;
const SHORT_QUERY: usize = 60;
/// The longest reason that is shown why a saved query cannot be counted.
const LONGEST_FAULT: usize = 100;
const FAULTS_BYTES: usize = 200 << 10;

/// What the user says of games, and asks again.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Mine")]
pub(crate) struct MinePage {
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
    /// How many more tags there are.
    pub more_tags: usize,
    /// The games of this archive with a note.
    pub noted: u64,
    /// The notes that were written last.
    pub notes: Vec<NoteRow>,
    /// How many more notes there are, those on games that this archive does not have included.
    pub more_notes: usize,
    /// The saved queries, in the order of their names.
    pub saved: Vec<SavedRow>,
    /// How many more saved queries there are.
    pub more_saved: usize,
    /// The queries that were asked last.
    pub asked: Vec<String>,
    /// Whether the games of saved queries were counted.
    #[serde(skip)]
    pub counted: bool,
}

/// A tag with its games in this archive.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MineTag")]
pub(crate) struct TagRow {
    /// Its name.
    pub tag: String,
    /// Its games.
    pub games: u64,
}

/// What is noted about a game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MineNote")]
pub(crate) struct NoteRow {
    /// The key of the game's content.
    pub content: String,
    /// The game, if this archive has it.
    pub game: Option<GameRow>,
    /// The text, or its beginning.
    pub note: String,
    /// Whether the note goes on. All of it stands with the game.
    pub cut: bool,
    /// When it was written, in seconds since 1970.
    pub at: u64,
}

/// A saved query.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MineSaved")]
pub(crate) struct SavedRow {
    /// Its name.
    pub name: String,
    /// The query, or its beginning.
    pub query: String,
    /// Whether the query goes on.
    pub cut: bool,
    /// Its games, if they were asked for.
    pub games: Option<u64>,
    /// Why they cannot be counted.
    pub fault: Option<String>,
}

/// Everything for the page; with `tab=counts` also the games of the saved queries.
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
    // Copies of a game have one star and one note.
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
    let last = mine.file.asked()?.into_iter().take(ASKED);
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

/// The rows of notes, each with its game; in full while there is room, then shortened.
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

/// The rows of saved queries; in full while there is room, then shortened.
fn saved(context: &AnswerContext, marks: &Marks, is_counted: bool) -> Vec<SavedRow> {
    let (mut full, mut short) = (Share::new(SAVED_BYTES / 2), Share::new(SAVED_BYTES / 2));
    let mut faults = Share::new(FAULTS_BYTES);
    let row = |(name, saved): (&String, &SavedQuery)| {
        // A name stands in the link, in the button and behind the link.
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

/// The games with these contents, as far as the archive has them.
fn games(context: &AnswerContext, mut wanted: Vec<u64>) -> Result<HashMap<u64, GameRow>> {
    // Of very many stars, the games of the last ones are looked for.
    wanted.truncate(4 * LISTED);
    let found = context.ask(&GamesWith(wanted))?.answer;
    Ok(found.into_iter().collect())
}

/// The games of a saved query, or why they cannot be counted. It is asked by its name: what is saved has no limit of
/// its own, what it stands for has.
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

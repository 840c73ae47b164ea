//! Changes of tags, stars and notes, of saved queries, and of the query history.

use super::file::{UserDataFile, signed, unsigned};
use super::marks::{note_version, parse_name};
use kifu_archive::clock::now;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_messages::say;
use rusqlite::{OptionalExtension, ToSql, Transaction, params};

/// Maximum number of bytes in a note.
pub const MAX_NOTE_BYTES: usize = 64 << 10;
/// Maximum number of characters in a saved query or a query of the history.
pub const MAX_QUERY_CHARS: usize = 2000;
/// Maximum number of queries in the history; older ones are deleted.
const MAX_HISTORY_QUERIES: i64 = 500;
/// Time in seconds after which a query of the history counts as finished. Who goes on typing its last word later asks
/// another query.
const UNFINISHED_SECS: u64 = 60;

/// Change of the tags, star and note of the selected games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MarkChange {
    /// [Tags](super::marks::parse_tag) to add. A game that has a tag in another spelling stays unchanged.
    pub add: Vec<String>,
    /// Tags to remove, in any spelling.
    pub remove: Vec<String>,
    /// Whether to set or remove the star; `None` leaves it.
    pub star: Option<bool>,
    /// New text of the note; an empty text removes the note, and `None` leaves it.
    pub note: Option<String>,
}

/// Number of changes that were made, by kind. Games that already had the requested marks do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MarksChanged {
    /// Number of tags that were added.
    pub added: usize,
    /// Number of tags that were removed.
    pub removed: usize,
    /// Number of games that were starred.
    pub starred: usize,
    /// Number of games whose star was removed.
    pub unstarred: usize,
    /// Number of notes that were written.
    pub notes_written: usize,
    /// Number of written notes that replaced another text.
    pub replaced: usize,
    /// Number of notes that were removed.
    pub cleared: usize,
}

/// Result of changing the marks (tags, star, note) of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MarkOutcome {
    /// The marks of the game were changed.
    Changed {
        /// Number of changes that were made, by kind.
        changed: MarksChanged,
        /// Text of the note that was replaced.
        replaced: Option<String>,
    },
    /// Nothing was changed, because the note is not the one that the user saw.
    NoteChanged {
        /// Current text of the note; `None` if it was removed.
        note: Option<String>,
    },
}

/// Query in the history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryQuery {
    pub query: String,
    /// Time at which the query was last run, in seconds since 1970.
    pub at: u64,
}

impl UserDataFile {
    /// Reads the query history, the latest query first.
    pub fn query_history(&self) -> Result<Vec<HistoryQuery>> {
        let Some(file) = self.open()? else {
            return Ok(Vec::new());
        };
        let query = "SELECT query, at FROM history ORDER BY at DESC, query";
        self.rows(&file, query, |row| {
            Ok(HistoryQuery { query: row.get(0)?, at: unsigned(row.get(1)?) })
        })
    }

    /// Changes tags, stars and notes of games in one transaction.
    pub fn change_marks(&self, games: &[u64], change: &MarkChange) -> Result<MarksChanged> {
        check_note(change)?;
        self.change_within_limits(|work| {
            let mut changed = MarksChanged::default();
            for &game in games {
                change_game(work, signed(game), change, &mut changed)?;
            }
            Ok(changed)
        })
    }

    /// Changes the marks of one game, unless its note is no longer the [version](note_version) that the user saw.
    /// Comparison and change are one transaction, so that of two users who write at once one gets an error and no text
    /// is lost.
    pub fn change_marks_if_seen(
        &self,
        game: u64,
        change: &MarkChange,
        seen: Option<&str>,
    ) -> Result<MarkOutcome> {
        check_note(change)?;
        self.change_within_limits(|work| {
            let game = signed(game);
            let read = "SELECT text FROM notes WHERE content = ?1";
            let before: Option<String> =
                work.query_row(read, [game], |row| row.get(0)).optional()?;
            let is_changed = seen.is_some_and(|seen| seen != note_version(before.as_deref()));
            let is_other = |new: &String| new.trim_end() != before.as_deref().unwrap_or_default();
            if is_changed && change.note.as_ref().is_some_and(is_other) {
                return Ok(MarkOutcome::NoteChanged { note: before });
            }
            let mut changed = MarksChanged::default();
            change_game(work, game, change, &mut changed)?;
            let replaced = before.filter(|_| changed.replaced > 0);
            Ok(MarkOutcome::Changed { changed, replaced })
        })
    }

    /// Saves a query under a [name](super::marks::parse_name). Returns the query that had this name before.
    pub fn save_query(&self, name: &str, query: &str) -> Result<Option<String>> {
        check_query(query)?;
        self.change_within_limits(|work| {
            let before = "SELECT query FROM saved WHERE name = ?1";
            let before = work.query_row(before, [name], |row| row.get(0)).optional()?;
            let save = "INSERT OR REPLACE INTO saved VALUES (?1, ?2, ?3)";
            work.execute(save, params![name, query.trim(), signed(now())])?;
            Ok(before)
        })
    }

    /// Removes a saved query. Returns true if there was one.
    pub fn remove_saved_query(&self, name: &str) -> Result<bool> {
        self.change_within_limits(|work| {
            Ok(work.execute("DELETE FROM saved WHERE name = ?1", [name])? > 0)
        })
    }

    /// Adds a query to the history. If its last word goes on where that of a query just before ended, as `player:Lee`
    /// does after `player:Le`, the query before was not finished, and is deleted.
    pub fn add_to_history(&self, query: &str) -> Result<()> {
        check_query(query)?;
        self.transact(|work| {
            work.execute(
                "DELETE FROM history WHERE at >= ?2 AND length(query) < length(?1)
                     AND substr(?1, 1, length(query)) = query
                     AND substr(?1, length(query) + 1, 1) <> ' '",
                params![query.trim(), signed(now().saturating_sub(UNFINISHED_SECS))],
            )?;
            work.execute(
                "INSERT OR REPLACE INTO history VALUES (?1, ?2)",
                params![query.trim(), signed(now())],
            )?;
            trim_history(work)
        })
    }

    /// Deletes the whole query history.
    pub fn clear_history(&self) -> Result<()> {
        self.transact(|work| work.execute("DELETE FROM history", []).map(drop))
    }
}

/// Fails if a note is too long.
fn check_note(change: &MarkChange) -> Result<()> {
    let is_long = |note: &String| note.len() > MAX_NOTE_BYTES;
    if !change.note.as_ref().is_some_and(is_long) {
        return Ok(());
    }
    let message = say!("error-note-too-long", most = MAX_NOTE_BYTES >> 10);
    Err(Error::new(ErrorKind::Limit, message).with_help(say!("error-note-too-long-help")))
}

/// Changes the marks of one game and adds to the counts of changes.
fn change_game(
    work: &Transaction,
    game: i64,
    change: &MarkChange,
    changed: &mut MarksChanged,
) -> rusqlite::Result<()> {
    let at = signed(now());
    let run = |text: &str, with: &[&dyn ToSql]| work.prepare_cached(text)?.execute(with);
    for tag in &change.add {
        if !tag_spellings(work, game, tag)?.is_empty() {
            continue;
        }
        changed.added +=
            run("INSERT OR IGNORE INTO tags VALUES (?1, ?2, ?3)", params![game, tag, at])?;
    }
    for tag in &change.remove {
        let mut removed = 0;
        for spelling in tag_spellings(work, game, tag)? {
            removed +=
                run("DELETE FROM tags WHERE content = ?1 AND tag = ?2", params![game, spelling])?;
        }
        changed.removed += removed.min(1);
    }
    match change.star {
        Some(true) => {
            changed.starred +=
                run("INSERT OR IGNORE INTO stars VALUES (?1, ?2)", params![game, at])?;
        }
        Some(false) => {
            changed.unstarred += run("DELETE FROM stars WHERE content = ?1", params![game])?
        }
        None => {}
    }
    match change.note.as_deref().map(str::trim_end) {
        Some("") => changed.cleared += run("DELETE FROM notes WHERE content = ?1", params![game])?,
        Some(text) => {
            let other = "SELECT COUNT(*) FROM notes WHERE content = ?1 AND text <> ?2";
            let replaced: u32 =
                work.prepare_cached(other)?.query_row(params![game, text], |row| row.get(0))?;
            changed.replaced += replaced as usize;
            let write = "INSERT INTO notes VALUES (?1, ?2, ?3) ON CONFLICT (content) DO UPDATE
                         SET text = excluded.text, at = excluded.at WHERE text <> excluded.text";
            changed.notes_written += run(write, params![game, text, at])?;
        }
        None => {}
    }
    Ok(())
}

/// Reads the spellings in which a game has a tag.
pub(super) fn tag_spellings(
    work: &Transaction,
    game: i64,
    tag: &str,
) -> rusqlite::Result<Vec<String>> {
    let name = |tag: &str| parse_name(tag).unwrap_or_else(|_| tag.to_owned());
    let wanted = name(tag);
    let mut of_game = work.prepare_cached("SELECT tag FROM tags WHERE content = ?1")?;
    let mut of_game: Vec<String> = of_game
        .query_map([game], |row| row.get::<_, String>(0))?
        .collect::<rusqlite::Result<_>>()?;
    of_game.retain(|own| name(own) == wanted);
    Ok(of_game)
}

/// Deletes the oldest queries of the history beyond the maximum.
pub(super) fn trim_history(work: &Transaction) -> rusqlite::Result<()> {
    let rest = "DELETE FROM history WHERE query NOT IN
                (SELECT query FROM history ORDER BY at DESC, query LIMIT ?1)";
    work.execute(rest, [MAX_HISTORY_QUERIES]).map(drop)
}

/// Fails if a query is empty or too long to be stored.
fn check_query(query: &str) -> Result<()> {
    let message = match query.trim().chars().count() {
        0 => say!("error-kept-query-empty"),
        count if count > MAX_QUERY_CHARS => {
            say!("error-kept-query-too-long", most = MAX_QUERY_CHARS.to_string())
        }
        _ => return Ok(()),
    };
    Err(Error::new(ErrorKind::Query, message).with_help(say!("error-kept-query-help")))
}

//! Changes of what is said of games, and of the queries that are kept.

use super::file::{MineFile, signed, unsigned};
use super::marks::{name_of, note_version};
use kifu_archive::clock::now;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_messages::say;
use rusqlite::{OptionalExtension, ToSql, Transaction, params};

/// The longest note in bytes.
pub const LONGEST_NOTE: usize = 64 << 10;
/// The longest saved query in characters.
pub const LONGEST_QUERY: usize = 2000;
/// The most queries that were asked last.
const MOST_ASKED: i64 = 500;

/// What to change of some games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MarkChange {
    /// [Tags](super::marks::tag_of) to add. A game that has one in another spelling stays as it is.
    pub add: Vec<String>,
    /// Tags to remove, in any spelling.
    pub remove: Vec<String>,
    /// Whether they are starred.
    pub star: Option<bool>,
    /// What is noted about each; an empty text removes what is.
    pub note: Option<String>,
}

/// How many games were changed in which way. Those that already were as wanted do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MarksChanged {
    /// Tags that were added.
    pub added: usize,
    /// Tags that were removed.
    pub removed: usize,
    /// Games that were starred.
    pub starred: usize,
    /// Games whose star was removed.
    pub unstarred: usize,
    /// Notes that were written.
    pub noted: usize,
    /// How many of these replaced another note.
    pub replaced: usize,
    /// Notes that were removed.
    pub cleared: usize,
}

/// What became of a change of one game's marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MarkOutcome {
    /// The game was changed.
    Changed {
        /// In which way.
        changed: MarksChanged,
        /// The note that another one replaced.
        replaced: Option<String>,
    },
    /// Nothing was changed: the note is another one than was seen.
    NoteChanged {
        /// The note now; `None` if it was removed.
        note: Option<String>,
    },
}

/// A query that was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedQuery {
    /// The query.
    pub query: String,
    /// When it was asked last, in seconds since 1970.
    pub at: u64,
}

impl MineFile {
    /// The queries that were asked last, the last first.
    pub fn asked(&self) -> Result<Vec<AskedQuery>> {
        let Some(file) = self.open()? else {
            return Ok(Vec::new());
        };
        let query = "SELECT query, at FROM history ORDER BY at DESC, query";
        self.rows(&file, query, |row| {
            Ok(AskedQuery { query: row.get(0)?, at: unsigned(row.get(1)?) })
        })
    }

    /// Changes what is said of games.
    pub fn mark(&self, games: &[u64], change: &MarkChange) -> Result<MarksChanged> {
        check_note(change)?;
        self.change(|work| {
            let mut changed = MarksChanged::default();
            for &game in games {
                mark(work, signed(game), change, &mut changed)?;
            }
            Ok(changed)
        })
    }

    /// Changes what is said of one game, unless it has another note than the [version](note_version) that was seen. The
    /// note is compared and written in one transaction, so that of two writers one learns of the other.
    pub fn mark_seen(
        &self,
        game: u64,
        change: &MarkChange,
        seen: Option<&str>,
    ) -> Result<MarkOutcome> {
        check_note(change)?;
        self.change(|work| {
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
            mark(work, game, change, &mut changed)?;
            let replaced = before.filter(|_| changed.replaced > 0);
            Ok(MarkOutcome::Changed { changed, replaced })
        })
    }

    /// Saves a query under a [name](super::marks::name_of); returns the query that had it.
    pub fn save(&self, name: &str, query: &str) -> Result<Option<String>> {
        check_query(query)?;
        self.change(|work| {
            let before = "SELECT query FROM saved WHERE name = ?1";
            let before = work.query_row(before, [name], |row| row.get(0)).optional()?;
            let save = "INSERT OR REPLACE INTO saved VALUES (?1, ?2, ?3)";
            work.execute(save, params![name, query.trim(), signed(now())])?;
            Ok(before)
        })
    }

    /// Removes a saved query, and says whether there was one.
    pub fn unsave(&self, name: &str) -> Result<bool> {
        self.change(|work| Ok(work.execute("DELETE FROM saved WHERE name = ?1", [name])? > 0))
    }

    /// Notes that a query was asked.
    pub fn ask(&self, query: &str) -> Result<()> {
        check_query(query)?;
        self.transact(|work| {
            work.execute(
                "INSERT OR REPLACE INTO history VALUES (?1, ?2)",
                params![query.trim(), signed(now())],
            )?;
            forget_asked(work)
        })
    }

    /// Forgets all queries that were asked.
    pub fn forget_asked(&self) -> Result<()> {
        self.transact(|work| work.execute("DELETE FROM history", []).map(drop))
    }
}

/// Returns an error for a note that is too long.
fn check_note(change: &MarkChange) -> Result<()> {
    let is_long = |note: &String| note.len() > LONGEST_NOTE;
    if !change.note.as_ref().is_some_and(is_long) {
        return Ok(());
    }
    let message = say!("error-note-too-long", most = LONGEST_NOTE >> 10);
    Err(Error::new(ErrorKind::Limit, message).help(say!("error-note-too-long-help")))
}

/// Changes what is said of one game.
fn mark(
    work: &Transaction,
    game: i64,
    change: &MarkChange,
    changed: &mut MarksChanged,
) -> rusqlite::Result<()> {
    let at = signed(now());
    let run = |text: &str, with: &[&dyn ToSql]| work.prepare_cached(text)?.execute(with);
    for tag in &change.add {
        if !spellings(work, game, tag)?.is_empty() {
            continue;
        }
        changed.added +=
            run("INSERT OR IGNORE INTO tags VALUES (?1, ?2, ?3)", params![game, tag, at])?;
    }
    for tag in &change.remove {
        let mut removed = 0;
        for spelling in spellings(work, game, tag)? {
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
            changed.noted += run(write, params![game, text, at])?;
        }
        None => {}
    }
    Ok(())
}

/// The spellings in which a game has a tag.
pub(super) fn spellings(work: &Transaction, game: i64, tag: &str) -> rusqlite::Result<Vec<String>> {
    let name = |tag: &str| name_of(tag).unwrap_or_else(|_| tag.to_owned());
    let wanted = name(tag);
    let mut of_game = work.prepare_cached("SELECT tag FROM tags WHERE content = ?1")?;
    let mut of_game: Vec<String> = of_game
        .query_map([game], |row| row.get::<_, String>(0))?
        .collect::<rusqlite::Result<_>>()?;
    of_game.retain(|own| name(own) == wanted);
    Ok(of_game)
}

/// Keeps the queries that were asked last.
pub(super) fn forget_asked(work: &Transaction) -> rusqlite::Result<()> {
    let rest = "DELETE FROM history WHERE query NOT IN
                (SELECT query FROM history ORDER BY at DESC, query LIMIT ?1)";
    work.execute(rest, [MOST_ASKED]).map(drop)
}

/// Returns an error for a query that is too long to be kept.
fn check_query(query: &str) -> Result<()> {
    let message = match query.trim().chars().count() {
        0 => say!("error-kept-query-empty"),
        count if count > LONGEST_QUERY => {
            say!("error-kept-query-too-long", most = LONGEST_QUERY.to_string())
        }
        _ => return Ok(()),
    };
    Err(Error::new(ErrorKind::Query, message).help(say!("error-kept-query-help")))
}

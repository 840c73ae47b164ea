//! The file with everything that somebody says of games.
//!
//! It is opened for each piece of work and closed again, so a file that another process replaced is seen, and nothing is
//! opened by those who ask for none of it. A change is one transaction: it is there as a whole or not at all, also after
//! a power cut, and of two processes that write at once neither loses what the other has written.

use super::marks::{MarkSource, Marks, Note, SavedQuery};
use super::practice::Grade;
use super::practice::memory::{AnsweredPosition, MOST as MOST_PRACTISED, Moment, PracticeMemory};
use super::tables::{create, failed, has_tables};
use crate::clock::now;
use crate::error::{Error, ErrorKind, Result};
use crate::record::date::Day;
use rusqlite::{Connection, OpenFlags, OptionalExtension, ToSql, Transaction, TransactionBehavior, params};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Its name in the user's settings.
pub const FILE: &str = "mine.sqlite";
/// What was practised, before this file kept that too.
const OLD_PRACTICE: &str = "practice.jsonl";
/// The most bytes of that one: three times what a full one has.
const OLD_LONGEST: u64 = 16 << 20;
/// How long another process is waited for.
const PATIENCE: Duration = Duration::from_secs(2);

/// The longest note in bytes, and the longest saved query in characters.
pub const LONGEST_NOTE: usize = 64 << 10;
pub const LONGEST_QUERY: usize = 2000;
/// The most tags of all games together, notes, saved queries, and queries that were asked last.
const MOST_TAGS: i64 = 2_000_000;
const MOST_NOTES: i64 = 100_000;
const MOST_SAVED: i64 = 1000;
const MOST_ASKED: i64 = 500;

/// The file, and what was read of it last.
#[derive(Debug)]
pub struct MineFile {
    path: PathBuf,
    is_read_only: bool,
    marks: Mutex<Option<Arc<Marks>>>,
    practice: Mutex<Option<(u64, Arc<PracticeMemory>)>>,
    /// What could not be read of the file of practice that was taken in.
    fault: Mutex<Option<String>>,
}

/// What to change of some games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MarkChange {
    /// Tags to add, by their [names](super::marks::name_of).
    pub add: Vec<String>,
    /// Tags to remove.
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
    /// Notes that were removed.
    pub cleared: usize,
}

/// A query that was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedQuery {
    /// The query.
    pub query: String,
    /// When it was asked last, in seconds since 1970.
    pub at: u64,
}

/// What was practised.
#[derive(Clone, Debug, Default)]
pub struct PracticeRead {
    /// The positions.
    pub memory: Arc<PracticeMemory>,
    /// Why there are none, or fewer than there were.
    pub fault: Option<String>,
}

/// What became of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnswerNoted {
    /// The day from which on the position is asked again.
    pub due: Day,
    /// Whether it counts; see [`PracticeMemory::answer`].
    pub counts: bool,
}

impl MineFile {
    /// The file with this path. It does not have to exist, nor its folder.
    pub fn new(path: PathBuf) -> MineFile {
        MineFile {
            path,
            is_read_only: false,
            marks: Mutex::default(),
            practice: Mutex::default(),
            fault: Mutex::default(),
        }
    }

    /// The same, but nothing is ever written.
    #[must_use]
    pub fn read_only(self) -> MineFile {
        MineFile {
            is_read_only: true,
            ..self
        }
    }

    /// Whether nothing is ever written.
    pub fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    /// The number of what is said of games and of the saved queries: another one after every change.
    pub fn version(&self) -> Result<u64> {
        match self.open()? {
            Some(file) => self.version_of(&file),
            None => Ok(0),
        }
    }

    /// The queries that were asked last, the last first.
    pub fn asked(&self) -> Result<Vec<AskedQuery>> {
        let Some(file) = self.open()? else {
            return Ok(Vec::new());
        };
        let query = "SELECT query, at FROM history ORDER BY at DESC, query";
        self.rows(&file, query, |row| {
            Ok(AskedQuery {
                query: row.get(0)?,
                at: unsigned(row.get(1)?),
            })
        })
    }

    /// Changes what is said of games.
    pub fn mark(&self, games: &[u64], change: &MarkChange) -> Result<MarksChanged> {
        if change.note.as_ref().is_some_and(|note| note.len() > LONGEST_NOTE) {
            let message = format!("a note has at most {} KiB", LONGEST_NOTE >> 10);
            return Err(Error::new(ErrorKind::Limit, message).help("write less"));
        }
        self.change(|work| {
            let mut changed = MarksChanged::default();
            for &game in games {
                mark(work, signed(game), change, &mut changed)?;
            }
            Ok(changed)
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

    /// What was practised. A file that cannot be read counts as empty and says why.
    pub fn practice(&self) -> PracticeRead {
        let memory = self.practised();
        let old = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        let (memory, fault) = match memory {
            Ok(memory) => (memory, old.clone()),
            Err(error) => (Arc::default(), Some(error.to_string())),
        };
        PracticeRead { memory, fault }
    }

    fn practised(&self) -> Result<Arc<PracticeMemory>> {
        let Some(file) = self.open()? else {
            return Ok(Arc::default());
        };
        let mut known = self.practice.lock().unwrap_or_else(PoisonError::into_inner);
        let state = "SELECT id + practice FROM state";
        let state = file.query_row(state, [], |row| row.get(0));
        let state = unsigned(state.map_err(|error| self.failed(&error))?);
        if let Some((_, memory)) = known.as_ref().filter(|(then, _)| *then == state) {
            return Ok(memory.clone());
        }
        let lines: Vec<String> =
            self.rows(&file, "SELECT line FROM practice ORDER BY key", |row| row.get(0))?;
        let (memory, _) = PracticeMemory::read(lines.join("\n").as_bytes());
        let memory = Arc::new(memory);
        *known = Some((state, memory.clone()));
        Ok(memory)
    }

    /// Notes an answer to a position that was practised.
    pub fn answer(&self, to: AnsweredPosition, grade: Grade, now: Moment) -> Result<AnswerNoted> {
        self.transact(|work| {
            let line = "SELECT line FROM practice WHERE key = ?1";
            let line: Option<String> =
                work.query_row(line, [to.key], |row| row.get(0)).optional()?;
            let (mut memory, _) = PracticeMemory::read(line.unwrap_or_default().as_bytes());
            let (due, counts) = memory.answer(to, grade, now);
            if counts {
                put_practised(work, &memory, "INSERT OR REPLACE")?;
            }
            Ok(AnswerNoted { due, counts })
        })
    }

    /// Works on the file in one transaction and counts it as a change of what is said of games.
    pub(super) fn change<T>(
        &self,
        work: impl FnOnce(&Transaction) -> rusqlite::Result<T>,
    ) -> Result<T> {
        let changed = |file: &Transaction| {
            let done = work(file)?;
            file.execute("UPDATE state SET marks = marks + 1", [])?;
            Ok((done, full(file)?))
        };
        // Of a file that is full, nothing is changed.
        match self.transact_unless(changed, |(_, full)| full.is_some())? {
            (done, None) => Ok(done),
            (_, Some((most, what))) => {
                let message = format!("there are at most {most} {what}, and this would be more");
                Err(Error::new(ErrorKind::Limit, message).help("remove some first"))
            }
        }
    }

    pub(super) fn transact<T>(
        &self,
        work: impl FnOnce(&Transaction) -> rusqlite::Result<T>,
    ) -> Result<T> {
        self.transact_unless(work, |_| false)
    }

    fn transact_unless<T>(
        &self,
        work: impl FnOnce(&Transaction) -> rusqlite::Result<T>,
        is_undone: impl FnOnce(&T) -> bool,
    ) -> Result<T> {
        let mut file = self.open_to_write()?;
        let fail = |error| self.failed(&error);
        let transaction = file.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = transaction.map_err(fail)?;
        let done = work(&transaction).map_err(fail)?;
        match is_undone(&done) {
            true => transaction.rollback(),
            false => transaction.commit(),
        }
        .map_err(fail)?;
        Ok(done)
    }

    /// The file for reading, if there is one with anything in it.
    pub(super) fn open(&self) -> Result<Option<Connection>> {
        if self.old_practice().is_some() {
            return self.open_to_write().map(Some);
        }
        match fs::metadata(&self.path) {
            Err(error) if is_absent(&error) => return Ok(None),
            _ => {}
        }
        // One that was left by a process which was killed is mended first, and that is written.
        let file = self.connect(match self.is_read_only {
            true => OpenFlags::SQLITE_OPEN_READ_ONLY,
            false => OpenFlags::SQLITE_OPEN_READ_WRITE,
        })?;
        Ok(has_tables(&file, self.name())?.then_some(file))
    }

    fn open_to_write(&self) -> Result<Connection> {
        if self.is_read_only {
            let message = "nothing is kept here";
            return Err(Error::new(ErrorKind::Io, message));
        }
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(|error| {
                Error::io("the folder of your settings cannot be made", error)
            })?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut file = self.connect(flags)?;
        if !has_tables(&file, self.name())? {
            create(&mut file, self.name())?;
        }
        if let Some(old) = self.old_practice() {
            self.take_in(&mut file, &old)?;
        }
        Ok(file)
    }

    fn connect(&self, flags: OpenFlags) -> Result<Connection> {
        let fail = |error| self.failed(&error);
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let file = Connection::open_with_flags(&self.path, flags).map_err(fail)?;
        file.busy_timeout(PATIENCE).map_err(fail)?;
        Ok(file)
    }

    /// The file of practice that was kept before, if it is still there and may be taken in.
    fn old_practice(&self) -> Option<PathBuf> {
        let old = self.path.with_file_name(OLD_PRACTICE);
        (!self.is_read_only && old.is_file()).then_some(old)
    }

    /// Takes in what was practised before and puts that file aside. What is here already stays: a process that was
    /// killed in between is no reason to lose an answer.
    fn take_in(&self, file: &mut Connection, old: &Path) -> Result<()> {
        // It is not worth more than all that is here.
        let bytes = match bytes_of(old) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.tell(format!("{OLD_PRACTICE} in your settings cannot be read: {error}"));
                return Ok(());
            }
        };
        let (memory, damaged) = PracticeMemory::read(&bytes);
        let fail = |error| self.failed(&error);
        let work = file.transaction_with_behavior(TransactionBehavior::Immediate);
        let work = work.map_err(fail)?;
        put_practised(&work, &memory, "INSERT OR IGNORE").map_err(fail)?;
        work.commit().map_err(fail)?;
        let aside = old.with_file_name(format!("{OLD_PRACTICE}.imported"));
        // Where another process was faster it is gone; else it is taken in once more, which changes nothing.
        let _ = fs::rename(old, aside);
        if let Some(line) = damaged.first() {
            let more = match damaged.len() - 1 {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            self.tell(format!(
                "line {line}{more} of {OLD_PRACTICE} in your settings cannot be read and is left out"
            ));
        }
        Ok(())
    }

    fn tell(&self, fault: String) {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault);
    }

    fn version_of(&self, file: &Connection) -> Result<u64> {
        let state = file.query_row("SELECT id, marks FROM state", [], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
        });
        let (id, changes) = state.map_err(|error| self.failed(&error))?;
        Ok(unsigned(id.wrapping_add(changes)))
    }

    pub(super) fn rows<T>(
        &self,
        file: &Connection,
        query: &str,
        read: impl FnMut(&rusqlite::Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let rows = || -> rusqlite::Result<Vec<T>> {
            file.prepare(query)?.query_map([], read)?.collect()
        };
        rows().map_err(|error| self.failed(&error))
    }

    /// All that is said, as one state of the file.
    fn read_marks(&self, file: &Connection) -> Result<Marks> {
        let mut marks = Marks {
            version: self.version_of(file)?,
            ..Marks::default()
        };
        let tags = "SELECT tag, content FROM tags";
        for (tag, content) in self.rows(file, tags, |row| Ok((row.get(0)?, row.get(1)?)))? {
            marks.tags.entry(tag).or_default().push(unsigned(content));
        }
        for games in marks.tags.values_mut() {
            games.sort_unstable();
        }
        let stars = self.rows(file, "SELECT content, at FROM stars", |row| {
            Ok((unsigned(row.get(0)?), unsigned(row.get(1)?)))
        });
        marks.starred = stars?.into_iter().collect();
        let notes = self.rows(file, "SELECT content, text, at FROM notes", |row| {
            let (text, at) = (row.get(1)?, unsigned(row.get(2)?));
            Ok((unsigned(row.get(0)?), Note { text, at }))
        });
        marks.notes = notes?.into_iter().collect();
        let saved = self.rows(file, "SELECT name, query, at FROM saved", |row| {
            let (query, at) = (row.get(1)?, unsigned(row.get(2)?));
            Ok((row.get(0)?, SavedQuery { query, at }))
        });
        marks.saved = saved?.into_iter().collect();
        Ok(marks)
    }

    pub(super) fn failed(&self, error: &rusqlite::Error) -> Error {
        failed(self.name(), error)
    }

    /// The name alone: no answer tells where it is.
    fn name(&self) -> &str {
        let name = self.path.file_name().and_then(|name| name.to_str());
        name.unwrap_or(FILE)
    }
}

impl MarkSource for MineFile {
    fn marks(&self) -> Result<Arc<Marks>> {
        let Some(mut file) = self.open()? else {
            return Ok(Arc::default());
        };
        let fail = |error| self.failed(&error);
        let state = file.transaction().map_err(fail)?;
        let version = self.version_of(&state)?;
        let mut known = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(marks) = known.as_ref().filter(|marks| marks.version == version) {
            return Ok(marks.clone());
        }
        let marks = Arc::new(self.read_marks(&state)?);
        *known = Some(marks.clone());
        Ok(marks)
    }
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
        changed.added += run("INSERT OR IGNORE INTO tags VALUES (?1, ?2, ?3)", params![game, tag, at])?;
    }
    for tag in &change.remove {
        changed.removed += run("DELETE FROM tags WHERE content = ?1 AND tag = ?2", params![game, tag])?;
    }
    match change.star {
        Some(true) => {
            changed.starred += run("INSERT OR IGNORE INTO stars VALUES (?1, ?2)", params![game, at])?;
        }
        Some(false) => changed.unstarred += run("DELETE FROM stars WHERE content = ?1", params![game])?,
        None => {}
    }
    match change.note.as_deref().map(str::trim_end) {
        Some("") => changed.cleared += run("DELETE FROM notes WHERE content = ?1", params![game])?,
        Some(text) => {
            let write = "INSERT INTO notes VALUES (?1, ?2, ?3) ON CONFLICT (content) DO UPDATE
                         SET text = excluded.text, at = excluded.at WHERE text <> excluded.text";
            changed.noted += run(write, params![game, text, at])?;
        }
        None => {}
    }
    Ok(())
}

/// What there is too much of, if there is.
fn full(work: &Transaction) -> rusqlite::Result<Option<(i64, &'static str)>> {
    for (table, most, what) in [
        ("tags", MOST_TAGS, "tags of games"),
        ("stars", MOST_TAGS, "stars"),
        ("notes", MOST_NOTES, "notes"),
        ("saved", MOST_SAVED, "saved queries"),
    ] {
        let count = format!("SELECT count(*) FROM {table}");
        if work.query_row(&count, [], |row| row.get::<_, i64>(0))? > most {
            return Ok(Some((most, what)));
        }
    }
    Ok(None)
}

/// Keeps the queries that were asked last.
pub(super) fn forget_asked(work: &Transaction) -> rusqlite::Result<()> {
    let rest = "DELETE FROM history WHERE query NOT IN
                (SELECT query FROM history ORDER BY at DESC, query LIMIT ?1)";
    work.execute(rest, [MOST_ASKED]).map(drop)
}

/// Writes practised positions, and lets those go that were answered longest ago.
pub(super) fn put_practised(
    work: &Transaction,
    memory: &PracticeMemory,
    insert: &str,
) -> rusqlite::Result<()> {
    let insert = format!("{insert} INTO practice VALUES (?1, ?2, ?3)");
    for (key, line, at) in memory.rows() {
        work.prepare_cached(&insert)?
            .execute(params![key, line, signed(at)])?;
    }
    let rest = "DELETE FROM practice WHERE key IN (SELECT key FROM practice ORDER BY at LIMIT
                max(0, (SELECT count(*) FROM practice) - ?1))";
    work.execute(rest, [MOST_PRACTISED as i64])?;
    let changed = "UPDATE state SET practice = practice + 1";
    work.execute(changed, []).map(drop)
}

/// Returns an error for a query that is too long to be kept.
fn check_query(query: &str) -> Result<()> {
    let help = match query.trim().chars().count() {
        0 => "the query is empty",
        count if count > LONGEST_QUERY => "the query is longer than 2000 characters",
        _ => return Ok(()),
    };
    Err(Error::new(ErrorKind::Query, help).help("only queries that say something, in few words, are kept"))
}

/// Whether nothing is there. A file in the place of the folder is the usual way to have no settings.
fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?
        .take(OLD_LONGEST + 1)
        .read_to_end(&mut bytes)?;
    match bytes.len() as u64 > OLD_LONGEST {
        true => Err(io::ErrorKind::FileTooLarge.into()),
        false => Ok(bytes),
    }
}

/// Keys and times as the file has them: its numbers have a sign.
pub(super) fn signed(number: u64) -> i64 {
    number.cast_signed()
}

pub(super) fn unsigned(number: i64) -> u64 {
    number.cast_unsigned()
}

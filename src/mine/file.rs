//! The file with everything that somebody says of games.
//!
//! It is opened for each piece of work and closed again, so a file that another process replaced is seen, and nothing
//! is opened by those who ask for none of it. A change is one transaction: it is there as a whole or not at all, also
//! after a power cut, and of two processes that write at once neither loses what the other has written.

use super::fault::PracticeFault;
use super::marks::{MarkSource, Marks, Note, SavedQuery};
use super::practice::memory::PracticeMemory;
use super::tables::{create, failed, full, has_tables};
use crate::error::{Error, ErrorKind, Result};
use crate::messages::say;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Its name in the user's settings.
pub const FILE: &str = "mine.sqlite";
/// How long others are waited for. Each change is written through to the disk, a tenth of a second on a slow one, and
/// SQLite keeps no queue: of several who write, one may have to wait for many changes of the others.
const PATIENCE: Duration = Duration::from_secs(10);

/// The file, and what was read of it last.
#[derive(Debug)]
pub struct MineFile {
    pub(super) path: PathBuf,
    pub(super) is_read_only: bool,
    patience: Duration,
    marks: Mutex<Option<Arc<Marks>>>,
    /// What was practised, with its number.
    pub(super) practice: Mutex<Option<(u64, Arc<PracticeMemory>)>>,
    /// What could not be read of the file of practice that was taken in.
    pub(super) fault: Mutex<Option<PracticeFault>>,
}

impl MineFile {
    /// The file with this path. It does not have to exist, nor its folder.
    pub fn new(path: PathBuf) -> MineFile {
        MineFile {
            path,
            is_read_only: false,
            patience: PATIENCE,
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

    #[cfg(test)]
    pub(super) fn waiting_for(self, patience: Duration) -> MineFile {
        MineFile { patience, ..self }
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
            (_, Some((most, message))) => {
                let message = say!(message, most = most.to_string());
                Err(Error::new(ErrorKind::Limit, message).help(say!("error-too-many-kept-help")))
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
            return Err(Error::new(ErrorKind::Io, say!("error-nothing-kept-here")));
        }
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| Error::io(say!("error-settings-folder-not-made"), error))?;
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
        file.busy_timeout(self.patience).map_err(fail)?;
        Ok(file)
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
        let rows =
            || -> rusqlite::Result<Vec<T>> { file.prepare(query)?.query_map([], read)?.collect() };
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

/// Whether nothing is there. A file in the place of the folder is the usual way to have no settings.
fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Keys and times as the file has them: its numbers have a sign.
pub(super) fn signed(number: u64) -> i64 {
    number.cast_signed()
}

pub(super) fn unsigned(number: i64) -> u64 {
    number.cast_unsigned()
}

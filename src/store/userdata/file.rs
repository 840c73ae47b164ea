//! SQLite file of user data: tags, stars, notes, saved queries, query history, practice and the book in use.
//!
//! The file is opened for each operation and closed again, so a file that another process replaced is noticed, and
//! nobody who needs no user data opens it. A change is one transaction: it is complete or not made at all, also after a
//! power cut, and of two processes that write at once neither loses the other's changes.
//!
//! What was read is reused as long as the file is unchanged: while it has the same stamp (identity, size and times),
//! or, if the stamp differs or is too recent to be trusted, while it has the same version number. A version never
//! stands for two different contents, see `Versions`.

use super::book_file::{BookCache, RememberedBook};
use super::fault::PracticeFault;
use super::marks::{MarkSource, Marks, Note, SavedQuery, parse_name};
use super::practice::memory::PracticeMemory;
use super::private::{open_private, tighten};
use super::stamp::FileStamp;
use super::tables::{
    TablesState, create_tables, exceeded_row_limit, read_tables_state, sqlite_error,
};
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_messages::say;
use kifu_record::poison::IgnorePoison;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

/// Name of the user data file in the folder of the user's settings.
pub const USER_DATA_FILE: &str = "mine.sqlite";
/// Default time to wait for a lock that another process holds. Each change is synced to the disk, which takes a tenth
/// of a second on a slow one, and SQLite has no queue of waiters, so one of several writers may have to wait for many
/// changes of the others.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// User data file, with the parts that were read last.
#[derive(Debug)]
pub struct UserDataFile {
    pub(super) path: PathBuf,
    pub(super) is_read_only: bool,
    pub(super) lock_timeout: Duration,
    marks: LastRead<Marks>,
    pub(super) practice: LastRead<PracticeMemory>,
    /// Which book is in use.
    pub(super) remembered: LastRead<Option<RememberedBook>>,
    /// Contents of the book in use, as they were last read.
    pub(super) book: BookCache,
    /// Problem with the old file of practised positions (`practice.jsonl`) that the last import of that file met, if
    /// any.
    pub(super) fault: Mutex<Option<PracticeFault>>,
}

/// Cache of one part of the user data file (marks, or practised positions), shared by threads.
pub(super) type LastRead<T> = Mutex<Option<PartRead<T>>>;

/// Part of the user data file as it was last read.
#[derive(Debug)]
pub(super) struct PartRead<T> {
    /// Stamp (identity, size and times) that the file had before it was read.
    stamp: FileStamp,
    /// True if every later change of the file must have given it another stamp (identity, size and times), so that an
    /// equal stamp proves it unchanged.
    is_stamp_final: bool,
    version: u64,
    value: Arc<T>,
}

/// Version numbers of two parts of the file: the marks with the saved queries, and the practised positions.
///
/// A number stands for the same contents forever, whatever copies of the file are put in its place: triggers set a new
/// random number after every change of that part, by any program. A file that only older programs have written has no
/// triggers, so its numbers are counts, which copies share; such a number is combined with the file's stamp.
#[derive(Clone, Copy, Debug)]
pub(super) struct Versions {
    pub(super) marks: u64,
    pub(super) practice: u64,
}

/// Time until which to wait for locks that other processes hold.
#[derive(Clone, Copy)]
pub(super) struct Deadline(Instant);

impl Deadline {
    fn after(patience: Duration) -> Deadline {
        Deadline(Instant::now() + patience)
    }

    /// Lets the next statement wait for a lock until the deadline. SQLite measures the time of each statement
    /// separately, so this is called before each one that may wait.
    pub(super) fn set(self, file: &Connection) -> rusqlite::Result<()> {
        file.busy_timeout(self.0.saturating_duration_since(Instant::now()))
    }
}

impl UserDataFile {
    /// Makes an object for the file at a path, without opening it. Neither the file nor its folder has to exist.
    pub fn new(path: PathBuf) -> UserDataFile {
        UserDataFile {
            path,
            is_read_only: false,
            lock_timeout: LOCK_TIMEOUT,
            marks: Mutex::default(),
            practice: Mutex::default(),
            remembered: Mutex::default(),
            book: Mutex::default(),
            fault: Mutex::default(),
        }
    }

    /// Returns the file in read-only mode: nothing is ever written.
    #[must_use]
    pub fn read_only(self) -> UserDataFile {
        UserDataFile { is_read_only: true, ..self }
    }

    /// Returns the file with another time to wait for locks. After that time, operations fail with the kind
    /// [`Busy`](ErrorKind::Busy).
    #[must_use]
    pub fn with_lock_timeout(self, patience: Duration) -> UserDataFile {
        UserDataFile { lock_timeout: patience, ..self }
    }

    pub fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    /// Version number of tags, stars, notes and saved queries; it differs after every change, so that callers can tell
    /// whether what they know is current.
    pub fn version(&self) -> Result<u64> {
        let (stamp, now) = (FileStamp::read(&self.path), SystemTime::now());
        if let Some((version, _)) = self.cached_part(&self.marks, &stamp) {
            return Ok(version);
        }
        let Some(file) = self.open()? else {
            return Ok(0);
        };
        let version = self.versions(&file, &stamp)?.marks;
        let mut last = self.marks.lock().ignore_poison();
        if let Some(read) = last.as_mut().filter(|read| read.version == version) {
            read.is_stamp_final = stamp.is_settled(now);
            read.stamp = stamp;
        }
        Ok(version)
    }

    /// Returns the cached part and its version if the stamp (identity, size and times) proves that the file is
    /// unchanged. Opens nothing, so it never waits for a lock.
    fn cached_part<T>(&self, last: &LastRead<T>, stamp: &FileStamp) -> Option<(u64, Arc<T>)> {
        let last = last.lock().ignore_poison();
        let read = last.as_ref();
        let read = read.filter(|read| read.is_stamp_final && read.stamp == *stamp)?;
        self.old_practice().is_none().then(|| (read.version, read.value.clone()))
    }

    /// Returns a part of the file, from the cache if its version is unchanged; `None` if there is no file.
    pub(super) fn read_part<T>(
        &self,
        last: &LastRead<T>,
        version: fn(Versions) -> u64,
        read: impl FnOnce(&Connection, u64) -> Result<T>,
    ) -> Result<Option<Arc<T>>> {
        self.read_part_within(self.lock_timeout, last, version, read)
    }

    /// Returns a part of the file as [`read_part`](Self::read_part) does, but waits for locks only for this time.
    pub(super) fn read_part_within<T>(
        &self,
        lock_timeout: Duration,
        last: &LastRead<T>,
        version: fn(Versions) -> u64,
        read: impl FnOnce(&Connection, u64) -> Result<T>,
    ) -> Result<Option<Arc<T>>> {
        // The stamp is taken before reading, so that a change during the read makes the next call read again.
        let (stamp, now) = (FileStamp::read(&self.path), SystemTime::now());
        if let Some((_, value)) = self.cached_part(last, &stamp) {
            return Ok(Some(value));
        }
        let Some(file) = self.open_within(lock_timeout)? else {
            return Ok(None);
        };
        let version = version(self.versions(&file, &stamp)?);
        // From here on no statement waits for a lock, so other threads do not wait long for this mutex.
        let mut last = last.lock().ignore_poison();
        let known = last.as_ref().filter(|known| known.version == version);
        let value = match known {
            Some(known) => known.value.clone(),
            None => Arc::new(read(&file, version)?),
        };
        *last = Some(PartRead {
            is_stamp_final: stamp.is_settled(now),
            stamp,
            version,
            value: value.clone(),
        });
        Ok(Some(value))
    }

    /// Runs `work` in one transaction. If a table then has too many rows, nothing is changed and an error is returned.
    pub(super) fn change_within_limits<T>(
        &self,
        work: impl FnOnce(&Transaction) -> rusqlite::Result<T>,
    ) -> Result<T> {
        let changed = |file: &Transaction| {
            let done = work(file)?;
            Ok((done, exceeded_row_limit(file)?))
        };
        match self.transact_unless(changed, |(_, full)| full.is_some())? {
            (done, None) => Ok(done),
            (_, Some((most, message))) => {
                let message = say!(message, most = most.to_string());
                Err(Error::new(ErrorKind::Limit, message)
                    .with_help(say!("error-too-many-kept-help")))
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
        must_roll_back: impl FnOnce(&T) -> bool,
    ) -> Result<T> {
        let deadline = Deadline::after(self.lock_timeout);
        let mut file = self.open_to_write(deadline)?;
        let fail = |error| self.sqlite_error(&error);
        deadline.set(&file).map_err(fail)?;
        let transaction =
            file.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
        let done = work(&transaction).map_err(fail)?;
        // The commit waits for readers of the file, and gets the full time for it however long the work took.
        Deadline::after(self.lock_timeout).set(&transaction).map_err(fail)?;
        if must_roll_back(&done) { transaction.rollback() } else { transaction.commit() }
            .map_err(fail)?;
        Ok(done)
    }

    /// Opens the file for reading, in one transaction, so that all reads see one state and none waits for a lock.
    /// `None` if there is no file, or nothing in it.
    pub(super) fn open(&self) -> Result<Option<Connection>> {
        self.open_within(self.lock_timeout)
    }

    fn open_within(&self, lock_timeout: Duration) -> Result<Option<Connection>> {
        let deadline = Deadline::after(lock_timeout);
        let fail = |error| self.sqlite_error(&error);
        let file = match self.old_practice() {
            Some(_) => self.open_to_write(deadline)?,
            None => {
                match fs::metadata(&self.path) {
                    Err(error) if is_absent(&error) => return Ok(None),
                    _ => {}
                }
                // If a killed process left a journal, SQLite rolls it back first, and that needs write access.
                self.connect(if self.is_read_only {
                    OpenFlags::SQLITE_OPEN_READ_ONLY
                } else {
                    OpenFlags::SQLITE_OPEN_READ_WRITE
                })?
            }
        };
        deadline.set(&file).map_err(fail)?;
        // `BEGIN` takes no lock. The first statement that reads takes the lock for the whole transaction, and waits for
        // it.
        file.execute_batch("BEGIN").map_err(fail)?;
        let found = read_tables_state(&file, self.name())?;
        Ok((found != TablesState::Nothing).then_some(file))
    }

    fn open_to_write(&self, deadline: Deadline) -> Result<Connection> {
        if self.is_read_only {
            return Err(Error::new(ErrorKind::Io, say!("error-nothing-kept-here")));
        }
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| Error::io(say!("error-settings-folder-not-made"), error))?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut file = self.connect(flags)?;
        tighten(&self.path);
        let fail = |error| self.sqlite_error(&error);
        deadline.set(&file).map_err(fail)?;
        if read_tables_state(&file, self.name())? != TablesState::Watched {
            deadline.set(&file).map_err(fail)?;
            create_tables(&mut file, self.name())?;
        }
        if let Some(old) = self.old_practice() {
            self.import_old_practice(&mut file, &old, deadline)?;
        }
        Ok(file)
    }

    fn connect(&self, flags: OpenFlags) -> Result<Connection> {
        let fail = |error| self.sqlite_error(&error);
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let is_created = flags.contains(OpenFlags::SQLITE_OPEN_CREATE);
        let open = || Connection::open_with_flags(&self.path, flags);
        open_private(&self.path, is_created, open).map_err(fail)
    }

    /// Reads the version numbers of the opened file's two parts (marks and practised positions), which tell whether
    /// cached data are current. `stamp` is the file's stamp (identity, size and times) from before it was opened; it
    /// becomes part of the numbers if the file has no triggers.
    fn versions(&self, file: &Connection, stamp: &FileStamp) -> Result<Versions> {
        let state = "SELECT id, marks, practice FROM state";
        let state = file.query_row(state, [], |row| {
            let number = |at| row.get::<_, i64>(at);
            Ok((number(0)?, number(1)?, number(2)?))
        });
        let (id, marks, practice) = state.map_err(|error| self.sqlite_error(&error))?;
        let is_watched = read_tables_state(file, self.name())? == TablesState::Watched;
        let version = |part: i64| {
            if is_watched {
                unsigned(id.wrapping_add(part))
            } else {
                let mut hash = DefaultHasher::new();
                (id, part, stamp).hash(&mut hash);
                hash.finish()
            }
        };
        Ok(Versions { marks: version(marks), practice: version(practice) })
    }

    pub(super) fn rows<T>(
        &self,
        file: &Connection,
        query: &str,
        read: impl FnMut(&rusqlite::Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let rows =
            || -> rusqlite::Result<Vec<T>> { file.prepare(query)?.query_map([], read)?.collect() };
        rows().map_err(|error| self.sqlite_error(&error))
    }

    /// Reads all tags, stars, notes and saved queries in one transaction.
    fn read_marks(&self, file: &Connection, version: u64) -> Result<Marks> {
        let mut marks = Marks { version, ..Marks::default() };
        marks.tags = self.read_tags(file)?;
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

    /// Reads the games of each tag, sorted. Several spellings are one tag, which has the spelling that was given first.
    fn read_tags(&self, file: &Connection) -> Result<BTreeMap<String, Vec<u64>>> {
        let rows = self.rows(file, "SELECT tag, content, at FROM tags", |row| {
            Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?))
        })?;
        let mut spellings: HashMap<String, (i64, Vec<u64>)> = HashMap::new();
        for (tag, content, at) in rows {
            let (first, games) = spellings.entry(tag).or_insert((at, Vec::new()));
            *first = at.min(*first);
            games.push(unsigned(content));
        }
        let mut tags: HashMap<String, (i64, String, Vec<u64>)> = HashMap::new();
        for (spelling, (at, games)) in spellings {
            // A tag that is no valid name was written by another program; it is a tag of its own.
            let name = parse_name(&spelling).unwrap_or_else(|_| spelling.clone());
            let known = tags.entry(name).or_insert((at, spelling.clone(), Vec::new()));
            if (at, &spelling) < (known.0, &known.1) {
                (known.0, known.1) = (at, spelling);
            }
            known.2.extend(games);
        }
        let tags = tags.into_values().map(|(_, tag, mut games)| {
            games.sort_unstable();
            games.dedup();
            (tag, games)
        });
        Ok(tags.collect())
    }

    pub(super) fn sqlite_error(&self, error: &rusqlite::Error) -> Error {
        sqlite_error(self.name(), error)
    }

    /// File name without the folder, for messages: no answer may reveal paths of the machine.
    fn name(&self) -> &str {
        self.path.file_name().and_then(|name| name.to_str()).unwrap_or(USER_DATA_FILE)
    }
}

impl MarkSource for UserDataFile {
    fn marks(&self) -> Result<Arc<Marks>> {
        let read = self.read_part(
            &self.marks,
            |versions| versions.marks,
            |file, version| self.read_marks(file, version),
        );
        Ok(read?.unwrap_or_default())
    }
}

/// True if the file does not exist. A file in the place of the settings folder also counts: it is the usual way to have
/// no settings.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Converts keys and times to SQLite's integers, which are signed.
pub(super) fn signed(number: u64) -> i64 {
    number.cast_signed()
}

pub(super) fn unsigned(number: i64) -> u64 {
    number.cast_unsigned()
}

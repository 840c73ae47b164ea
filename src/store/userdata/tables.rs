//! Tables of the user data file, and errors for files that cannot be used.

use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_messages::{Message, say};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};

/// Version of the tables, stored as `user_version`. A file with a higher one is not touched.
const TABLES_VERSION: i64 = 1;
/// SQLite's `application_id` of the file: the letters `kifu` in ASCII.
const APPLICATION_ID: i64 = 0x6b69_6675;

/// SQL that creates the tables.
///
/// `state` has one row: a random number that identifies this file, and a number for each of two parts of the file
/// (marks and practised positions), which triggers change after every change of that part; see [`create_triggers`].
const TABLES: &str = "
    CREATE TABLE state (id INTEGER NOT NULL, marks INTEGER NOT NULL, practice INTEGER NOT NULL);
    INSERT INTO state VALUES (random(), 1, 1);
    CREATE TABLE tags (content INTEGER NOT NULL, tag TEXT NOT NULL, at INTEGER NOT NULL,
                       PRIMARY KEY (content, tag)) WITHOUT ROWID;
    CREATE TABLE stars (content INTEGER PRIMARY KEY, at INTEGER NOT NULL);
    CREATE TABLE notes (content INTEGER PRIMARY KEY, text TEXT NOT NULL, at INTEGER NOT NULL);
    CREATE TABLE saved (name TEXT PRIMARY KEY, query TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE history (query TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE practice (key TEXT PRIMARY KEY, line TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
";

/// SQL that creates the table of the book in use, which has one row or none. Files of older programs do not have this
/// table; it is added before the next change of such a file.
const BOOK_TABLE: &str = "
    CREATE TABLE IF NOT EXISTS book (id INTEGER PRIMARY KEY CHECK (id = 0), path TEXT NOT NULL, shape TEXT,
                                     at INTEGER NOT NULL);
";

/// Maximum number of rows of each table, with the message for exceeding it. The limits bound the memory of whoever
/// reads the file.
const ROW_LIMITS: [(&str, i64, &str); 4] = [
    ("tags", 2_000_000, "error-too-many-tags"),
    ("stars", 2_000_000, "error-too-many-stars"),
    ("notes", 100_000, "error-too-many-notes"),
    ("saved", 1000, "error-too-many-saved-queries"),
];

/// Tables with triggers, and the column of `state` that each changes.
const WATCHED_TABLES: [(&str, &str); 6] = [
    ("tags", "marks"),
    ("stars", "marks"),
    ("notes", "marks"),
    ("saved", "marks"),
    ("practice", "practice"),
    ("book", "marks"),
];
const EVENTS: [&str; 3] = ["INSERT", "UPDATE", "DELETE"];

/// State of the tables in a user data file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TablesState {
    /// The file is empty: it has no tables yet.
    Nothing,
    /// The file was written only by older programs: it has no triggers, because they counted their changes in `state`
    /// themselves, or it has no table of the book.
    Counted,
    /// The file has all tables, and the triggers that record every change in `state`.
    Watched,
}

/// Reads which tables a file has. Fails if it is not a user data file of this version.
pub(super) fn read_tables_state(file: &Connection, name: &str) -> Result<TablesState> {
    // One statement reads both facts, since another process may create the tables between two statements.
    let state = "SELECT user_version, application_id, (SELECT count(*) FROM sqlite_master),
                        (SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'changed_%')
                 FROM pragma_user_version, pragma_application_id";
    let read = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
    let state: rusqlite::Result<(i64, i64, i64, i64)> = file.query_row(state, [], read);
    let watched = (WATCHED_TABLES.len() * EVENTS.len()) as i64;
    match state.map_err(|error| sqlite_error(name, &error))? {
        (0, 0, 0, _) => Ok(TablesState::Nothing),
        (TABLES_VERSION, APPLICATION_ID, _, triggers) if triggers < watched => {
            Ok(TablesState::Counted)
        }
        (TABLES_VERSION, APPLICATION_ID, ..) => Ok(TablesState::Watched),
        (version, APPLICATION_ID, ..) if version > TABLES_VERSION => {
            let message = say!("error-settings-file-newer", file = name);
            let error = Error::new(ErrorKind::OtherVersion, message);
            Err(error.with_help(say!("error-settings-file-newer-help")))
        }
        _ => Err(damaged(say!("error-settings-file-foreign", file = name))),
    }
}

/// True if the file has a table of this name.
pub(super) fn has_table(file: &Connection, table: &str) -> rusqlite::Result<bool> {
    let count = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?1";
    file.query_row(count, [table], |row| row.get::<_, i64>(0)).map(|count| count > 0)
}

/// Creates missing tables and triggers. Another process may have done so meanwhile, so the state is read again inside
/// the transaction.
pub(super) fn create_tables(file: &mut Connection, name: &str) -> Result<()> {
    let fail = |error| sqlite_error(name, &error);
    let work = file.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
    let found = read_tables_state(&work, name)?;
    if found == TablesState::Nothing {
        work.execute_batch(TABLES).map_err(fail)?;
        work.pragma_update(None, "application_id", APPLICATION_ID).map_err(fail)?;
        work.pragma_update(None, "user_version", TABLES_VERSION).map_err(fail)?;
    }
    if found != TablesState::Watched {
        work.execute_batch(BOOK_TABLE).map_err(fail)?;
        create_triggers(&work).map_err(fail)?;
    }
    work.commit().map_err(fail)
}

/// Creates triggers that give a part of `state` a new random number after every change of its tables.
///
/// A counter would not do: a copy that is restored and changed has the same count as the file that it replaced, with
/// other contents, so what was cached would be taken for current. And the file itself has to record changes, since a
/// person with the SQLite shell does not, nor does an older program, whose count is added to the random number.
fn create_triggers(work: &Transaction) -> rusqlite::Result<()> {
    for (table, part) in WATCHED_TABLES {
        for event in EVENTS {
            work.execute_batch(&format!(
                "CREATE TRIGGER IF NOT EXISTS changed_{table}_{event} AFTER {event} ON {table}
                 BEGIN UPDATE state SET {part} = random(); END"
            ))?;
        }
    }
    work.execute_batch("UPDATE state SET marks = random(), practice = random()")
}

/// Returns the row limit and the message of the first table that has too many rows; `None` if none has.
pub(super) fn exceeded_row_limit(
    work: &Transaction,
) -> rusqlite::Result<Option<(i64, &'static str)>> {
    for (table, most, message) in ROW_LIMITS {
        let count = format!("SELECT count(*) FROM {table}");
        if work.query_row(&count, [], |row| row.get::<_, i64>(0))? > most {
            return Ok(Some((most, message)));
        }
    }
    Ok(None)
}

/// Converts an error of SQLite. The message has the file's name without its path, because web pages show it too.
pub(super) fn sqlite_error(name: &str, error: &rusqlite::Error) -> Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            let reason = error.to_string();
            damaged(say!("error-settings-file-damaged", file = name, reason = reason))
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            let message = say!("error-settings-file-busy", file = name);
            Error::new(ErrorKind::Busy, message).with_help(say!("error-settings-file-busy-help"))
        }
        _ => {
            // SQLite's own text for a file that it cannot open contains the path.
            let reason = match error {
                rusqlite::Error::SqliteFailure(code, _) => code.to_string(),
                other => other.to_string(),
            };
            let message = say!("error-settings-file-unusable", file = name, reason = reason);
            let error = Error::new(ErrorKind::Io, message);
            error.with_help(say!("error-settings-file-unusable-help"))
        }
    }
}

fn damaged(message: Message) -> Error {
    Error::new(ErrorKind::Damaged, message).with_remedy(Remedy::RestoreMine)
}

//! The user's book: which file or folder is in use, stored among the user data, and its contents.
//!
//! The contents are cached in memory until a file of the book changes. One book is cached for each `UserDataFile`, and
//! its size is limited by [`MAX_BOOK_BYTES`](crate::export::book::MAX_BOOK_BYTES).

use super::book::{BookShape, BookSource, UsedBook};
use super::file::{UserDataFile, signed};
use super::stamp::TreeStamp;
use super::tables::has_table;
use crate::export::book::read_book;
use kifu_archive::clock::now;
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_archive::origin::{path_text, text_path};
use kifu_messages::say;
use kifu_record::poison::IgnorePoison;
use rusqlite::{Connection, OptionalExtension, params};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

/// Which book is in use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RememberedBook {
    /// Absolute path of the file, folder or archive.
    pub path: PathBuf,
    /// What the positions of the book are; `None` if its variations decide.
    pub shape: Option<BookShape>,
}

/// Contents of the book as they were last read, shared by threads.
pub(super) type BookCache = Mutex<Option<BookRead>>;

/// Contents of a book, with the state of its files from before they were read.
#[derive(Debug)]
pub(super) struct BookRead {
    remembered: RememberedBook,
    stamp: TreeStamp,
    /// True if every later change of the files must have given them another stamp.
    is_stamp_final: bool,
    book: Arc<UsedBook>,
}

impl UserDataFile {
    /// Stores which book is in use, in place of the one before.
    pub fn use_book(&self, book: &RememberedBook) -> Result<()> {
        let shape = book.shape.map(BookShape::name);
        self.transact(|work| {
            let write = "INSERT OR REPLACE INTO book VALUES (0, ?1, ?2, ?3)";
            work.execute(write, params![path_text(&book.path), shape, signed(now())]).map(drop)
        })
    }

    /// Forgets which book is in use. Returns it, if there was one.
    pub fn forget_book(&self) -> Result<Option<RememberedBook>> {
        let before = self.remembered_book()?;
        if before.is_some() {
            self.transact(|work| work.execute("DELETE FROM book", []).map(drop))?;
        }
        Ok(before)
    }

    /// Which book is in use; `None` if none is.
    pub fn remembered_book(&self) -> Result<Option<RememberedBook>> {
        self.remembered_book_within(self.lock_timeout)
    }

    fn remembered_book_within(&self, lock_timeout: Duration) -> Result<Option<RememberedBook>> {
        let read = self.read_part_within(
            lock_timeout,
            &self.remembered,
            |versions| versions.marks,
            |file, _| read_remembered(file).map_err(|error| self.sqlite_error(&error)),
        );
        Ok(read?.as_deref().cloned().flatten())
    }
}

/// Reads which book is in use. A file that only older programs have written has no table for it.
fn read_remembered(file: &Connection) -> rusqlite::Result<Option<RememberedBook>> {
    if !has_table(file, "book")? {
        return Ok(None);
    }
    let read = "SELECT path, shape FROM book";
    let row = file.query_row(read, [], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    Ok(row.map(|(path, shape): (String, Option<String>)| RememberedBook {
        path: text_path(&path),
        shape: shape.as_deref().and_then(BookShape::parse),
    }))
}

impl BookSource for UserDataFile {
    fn book(&self) -> Result<Option<Arc<UsedBook>>> {
        self.book_within(self.lock_timeout)
    }
}

impl UserDataFile {
    /// The book in use as [`book`](BookSource::book) returns it, but if another process has locked the user data file,
    /// this is an error of the kind [`Busy`](ErrorKind::Busy) at once: a page does not wait for a column.
    pub fn book_without_waiting(&self) -> Result<Option<Arc<UsedBook>>> {
        self.book_within(Duration::ZERO)
    }

    fn book_within(&self, lock_timeout: Duration) -> Result<Option<Arc<UsedBook>>> {
        let Some(remembered) = self.remembered_book_within(lock_timeout)? else {
            return Ok(None);
        };
        // The stamp is taken before reading, so that a change during the read makes the next call read again.
        let (stamp, now) = (TreeStamp::read(&remembered.path), SystemTime::now());
        // Other threads wait here while one reads the book, instead of reading it as well.
        let mut cache = self.book.lock().ignore_poison();
        let known = cache.as_ref().filter(|read| read.remembered == remembered);
        if let Some(known) = known.filter(|read| read.is_stamp_final && read.stamp == stamp) {
            return Ok(Some(known.book.clone()));
        }
        let texts =
            read_book(&remembered.path).map_err(|error| unreadable(&remembered.path, &error))?;
        let read = UsedBook::new(texts, remembered.shape);
        // Equal contents keep their positions, which may have been found already.
        let known = known.map(|known| &known.book).filter(|book| book.version == read.version);
        let book = known.cloned().unwrap_or_else(|| Arc::new(read));
        let is_stamp_final = stamp.is_settled(now);
        *cache = Some(BookRead { remembered, stamp, is_stamp_final, book: book.clone() });
        Ok(Some(book))
    }
}

/// Error for a book that cannot be read. It has the name of the book without its path, because web pages show it too.
fn unreadable(path: &Path, error: &Error) -> Error {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let (kind, message) = if path.exists() {
        (error.kind(), say!("error-book-unreadable", file = name))
    } else {
        (ErrorKind::NotFound, say!("error-book-gone", file = name))
    };
    Error::new(kind, message).with_remedy(Remedy::UseBook)
}

#[cfg(test)]
mod tests;

//! Export and import of the user data as lines of JSON, for backups and other machines and programs.
//!
//! An import adds to the existing data: of two notes, saved queries or answers the later one stays, and existing
//! entries are not changed. So importing the same lines twice does nothing the second time.

use super::changes::{MAX_NOTE_BYTES, MAX_QUERY_CHARS, tag_spellings, trim_history};
use super::file::{UserDataFile, signed, unsigned};
use super::marks::{key_text, parse_key, parse_name, parse_tag};
use super::practice::memory::PracticeMemory;
use super::practised::{insert_practised, trim_practised};
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_archive::operand::BoundedLines;
use kifu_archive::output::Output;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io::{BufRead, Write};
use std::path::Path;

/// First line of an export, which identifies the format and its version.
const HEADER_LINE: &str = r#"{"mine":1}"#;
/// Maximum number of bytes in a line: a note of 64 KiB in which every byte is escaped fits.
const MAX_LINE_BYTES: u64 = 1 << 20;
/// Maximum number of bytes in all lines: enough for two million tags.
const MAX_TOTAL_BYTES: u64 = 256 << 20;
/// Maximum number of bad lines in an import. With more, the file is taken for one of another kind, and nothing is
/// imported.
const MAX_BAD_LINES: usize = 10_000;

/// One line of an export: one entry of the user data.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum UserDataLine {
    Tag { tag: String, content: String, at: u64 },
    Star { star: String, at: u64 },
    Note { note: String, content: String, at: u64 },
    Saved { saved: String, query: String, at: u64 },
    Asked { asked: String, at: u64 },
    Practice { practice: Value },
}

/// Result of an import.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ImportReport {
    /// Number of lines that added something.
    pub new: usize,
    /// Number of lines whose content was known already.
    pub known: usize,
    /// Numbers of the lines that could not be read, from 1, each with the reason.
    pub bad: Vec<(usize, String)>,
}

impl UserDataFile {
    /// Writes all user data to a file, or to `out` if `target` is `-`. Returns the number of lines after the first.
    pub fn export(&self, target: &Path, force: bool, out: &mut dyn Write) -> Result<usize> {
        let lines = match self.open()? {
            Some(file) => self.read_lines(&file)?,
            None => Vec::new(),
        };
        let mut output = Output::open(target, force, out)?;
        let texts = lines.iter().filter_map(|line| serde_json::to_string(line).ok());
        for text in std::iter::once(HEADER_LINE.to_owned()).chain(texts) {
            writeln!(output, "{text}").map_err(|error| output.write_error(error))?;
        }
        output.finish()?;
        Ok(lines.len())
    }

    /// Reads all user data as lines, sorted by content, so that equal data give equal exports.
    fn read_lines(&self, file: &Connection) -> Result<Vec<UserDataLine>> {
        let key =
            |row: &rusqlite::Row, at| Ok::<_, rusqlite::Error>(key_text(unsigned(row.get(at)?)));
        let time = |row: &rusqlite::Row, at| Ok::<_, rusqlite::Error>(unsigned(row.get(at)?));
        let mut all =
            self.rows(file, "SELECT tag, content, at FROM tags ORDER BY tag, content", |row| {
                Ok(UserDataLine::Tag { tag: row.get(0)?, content: key(row, 1)?, at: time(row, 2)? })
            })?;
        all.extend(self.rows(file, "SELECT content, at FROM stars ORDER BY content", |row| {
            Ok(UserDataLine::Star { star: key(row, 0)?, at: time(row, 1)? })
        })?);
        all.extend(self.rows(
            file,
            "SELECT text, content, at FROM notes ORDER BY content",
            |row| {
                Ok(UserDataLine::Note {
                    note: row.get(0)?,
                    content: key(row, 1)?,
                    at: time(row, 2)?,
                })
            },
        )?);
        all.extend(self.rows(file, "SELECT name, query, at FROM saved ORDER BY name", |row| {
            Ok(UserDataLine::Saved { saved: row.get(0)?, query: row.get(1)?, at: time(row, 2)? })
        })?);
        all.extend(self.rows(file, "SELECT query, at FROM history ORDER BY at, query", |row| {
            Ok(UserDataLine::Asked { asked: row.get(0)?, at: time(row, 1)? })
        })?);
        let practice = self
            .rows(file, "SELECT line FROM practice ORDER BY key", |row| row.get::<_, String>(0))?;
        let practice = practice.iter().filter_map(|line| serde_json::from_str(line).ok());
        all.extend(practice.map(|practice| UserDataLine::Practice { practice }));
        Ok(all)
    }

    /// Imports lines. Reports the lines that cannot be read, and imports the rest in one transaction.
    pub fn import(&self, lines: &mut dyn BufRead) -> Result<ImportReport> {
        let mut read = ImportReport::default();
        let mut valid = Vec::new();
        for (number, line) in (1..).zip(BoundedLines::new(lines, MAX_LINE_BYTES, MAX_TOTAL_BYTES)) {
            let line = line.map_err(|error| Error::io("cannot read the lines", error))?;
            let line = line.trim_ascii();
            if line.is_empty() || line == HEADER_LINE.as_bytes() {
                continue;
            }
            match parse_line(line) {
                Ok(line) => valid.push(line),
                Err(why) => read.bad.push((number, why)),
            }
            if read.bad.len() > MAX_BAD_LINES {
                let message = format!(
                    "more than {MAX_BAD_LINES} lines cannot be read, so nothing was imported"
                );
                return Err(Error::new(ErrorKind::Query, message));
            }
        }
        let is_new = self.change_within_limits(|work| {
            let mut is_new = Vec::with_capacity(valid.len());
            for line in &valid {
                is_new.push(add_line(work, line)?);
            }
            trim_history(work)?;
            trim_practised(work)?;
            Ok(is_new)
        })?;
        read.new = is_new.iter().filter(|new| **new).count();
        read.known = is_new.len() - read.new;
        Ok(read)
    }
}

/// Parses and checks a line; the error says what is wrong with it.
fn parse_line(line: &[u8]) -> std::result::Result<UserDataLine, String> {
    let value: Value = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let read: UserDataLine = serde_json::from_value(value).map_err(|_| {
        "this is not a tag, star, note, saved query, recent query or practice".to_owned()
    })?;
    let plain_key = |key: &str| match parse_key(key) {
        Some(_) => Ok(()),
        None => Err(format!("`{key}` is not the key of a game, which has 16 hexadecimal digits")),
    };
    let plain_name = |name: &str| match parse_name(name) {
        Ok(read) if read == name => Ok(()),
        Ok(read) => Err(format!("`{name}` is not a valid name; write `{read}`")),
        Err(error) => Err(error.to_string()),
    };
    let plain_tag = |tag: &str| match parse_tag(tag) {
        Ok(read) if read == tag => Ok(()),
        Ok(read) => Err(format!("`{tag}` is not a valid tag; write `{read}`")),
        Err(error) => Err(error.to_string()),
    };
    let short = |text: &str| match text.trim().chars().count() {
        1..=MAX_QUERY_CHARS => Ok(()),
        _ => Err(format!("a query has 1 to {MAX_QUERY_CHARS} characters")),
    };
    match &read {
        UserDataLine::Tag { tag, content, .. } => {
            plain_tag(tag).and_then(|()| plain_key(content))?
        }
        UserDataLine::Star { star, .. } => plain_key(star)?,
        UserDataLine::Note { note, content, .. } => {
            if !(1..=MAX_NOTE_BYTES).contains(&note.len()) {
                return Err(format!("a note has 1 to {MAX_NOTE_BYTES} bytes"));
            }
            plain_key(content)?;
        }
        UserDataLine::Saved { saved, query, .. } => {
            plain_name(saved).and_then(|()| short(query))?
        }
        UserDataLine::Asked { asked, .. } => short(asked)?,
        UserDataLine::Practice { practice } => {
            let (_, damaged) = PracticeMemory::read(practice.to_string().as_bytes());
            if !damaged.is_empty() {
                return Err("this is not a practised position".to_owned());
            }
        }
    }
    Ok(read)
}

/// Adds the entry of an imported line to the user data. Returns true if it was new.
fn add_line(work: &Transaction, line: &UserDataLine) -> rusqlite::Result<bool> {
    let number = |key: &str| signed(parse_key(key).unwrap_or_default());
    let rows = match line {
        UserDataLine::Tag { tag, content, .. }
            if !tag_spellings(work, number(content), tag)?.is_empty() =>
        {
            0
        }
        UserDataLine::Tag { tag, content, at } => work
            .prepare_cached("INSERT OR IGNORE INTO tags VALUES (?1, ?2, ?3)")?
            .execute(params![number(content), tag, signed(*at)])?,
        UserDataLine::Star { star, at } => work
            .prepare_cached("INSERT OR IGNORE INTO stars VALUES (?1, ?2)")?
            .execute(params![number(star), signed(*at)])?,
        UserDataLine::Note { note, content, at } => work
            .prepare_cached(
                "INSERT INTO notes VALUES (?1, ?2, ?3) ON CONFLICT (content) DO UPDATE
                 SET text = excluded.text, at = excluded.at WHERE excluded.at > at",
            )?
            .execute(params![number(content), note, signed(*at)])?,
        UserDataLine::Saved { saved, query, at } => work
            .prepare_cached(
                "INSERT INTO saved VALUES (?1, ?2, ?3) ON CONFLICT (name) DO UPDATE
                 SET query = excluded.query, at = excluded.at WHERE excluded.at > at",
            )?
            .execute(params![saved, query, signed(*at)])?,
        UserDataLine::Asked { asked, at } => work
            .prepare_cached(
                "INSERT INTO history VALUES (?1, ?2) ON CONFLICT (query) DO UPDATE
                 SET at = excluded.at WHERE excluded.at > at",
            )?
            .execute(params![asked, signed(*at)])?,
        UserDataLine::Practice { practice } => return add_practised(work, practice),
    };
    Ok(rows > 0)
}

/// Adds a practised position, unless it was answered later here. Returns true if it was added.
fn add_practised(work: &Transaction, practice: &Value) -> rusqlite::Result<bool> {
    let (memory, _) = PracticeMemory::read(practice.to_string().as_bytes());
    for (key, _, at) in memory.rows() {
        let known = "SELECT at FROM practice WHERE key = ?1";
        let known = work.prepare_cached(known)?.query_row([key], |row| row.get(0));
        if known.optional()?.is_some_and(|known: i64| known >= signed(at)) {
            return Ok(false);
        }
    }
    insert_practised(work, &memory, "INSERT OR REPLACE")?;
    Ok(true)
}

//! The list of files that the index has seen: the basis for a refresh, and the record of what gave no game.
//!
//! The format is JSON lines: a header, then one line per file in path order. The list is sealed like every file of the
//! index. It is written before the commit that names it in its payload, so no file is marked as seen without its games
//! being there.

use super::blocks::{BLOCK, damaged};
use super::directory::IndexDirectory;
use crate::crawl::{Limits, Problem};
use crate::error::Remedy;
use crate::origin::{path_text, text_path};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tantivy::{Directory, HasLen};
use tantivy_common::TerminatingWrite;

/// Version of the index layout: schema, components, hashes, manifest. An index of another version is built again.
pub const INDEX_VERSION: u32 = 8;

/// The first line: what `status` prints.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Header {
    /// [`INDEX_VERSION`].
    pub version: u32,
    /// The roots as absolute paths in text form.
    pub roots: Vec<String>,
    /// When the last build ended, in seconds since 1970.
    pub built: u64,
    /// When the content of every file was last looked at, in seconds since 1970; 0 if not known.
    #[serde(default)]
    pub all_read: u64,
    /// The number of the index's state: every commit raises it, and a rebuild does too; 0 in indexes that have none.
    #[serde(default)]
    pub generation: u64,
    /// The totals over all files.
    pub totals: Tally,
    /// The limits of the last build. The next one keeps them unless it is given others.
    #[serde(default)]
    pub limits: Limits,
}

/// Counts over files.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Number of files looked at.
    pub files: u64,
    /// Games by `format kind`, such as `sgf go`.
    pub games: BTreeMap<String, u64>,
    /// Games with diagnostics.
    pub odd_games: u64,
    /// Files and members that gave no game, by kind.
    pub problems: BTreeMap<String, u64>,
}

impl Tally {
    /// Number of games.
    pub fn game_count(&self) -> u64 {
        self.games.values().sum()
    }

    /// Number of files and members without a game.
    pub fn problem_count(&self) -> u64 {
        self.problems.values().sum()
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Tally) {
        self.files += other.files;
        self.odd_games += other.odd_games;
        for (map, from) in [
            (&mut self.games, &other.games),
            (&mut self.problems, &other.problems),
        ] {
            for (name, count) in from {
                *map.entry(name.clone()).or_default() += count;
            }
        }
    }
}

/// One file of the list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FileLine {
    /// Its path in text form.
    pub path: String,
    /// Its length in bytes.
    pub size: u64,
    /// When it was last changed, in nanoseconds since 1970; 0 if the time cannot be trusted.
    pub modified: i64,
    /// The CRC-32 of its bytes, or `None` if they were not read in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<u32>,
    /// The counts of its content.
    pub tally: Tally,
    /// The first members or games that could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<ProblemLine>,
}

/// A file or member that gave no game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProblemLine {
    /// The members' names, or `None` for the file itself.
    pub member: Option<String>,
    /// The stable name of the problem's kind.
    pub kind: String,
    /// What happened, in plain words.
    pub message: String,
    /// What to do about it. Older lists have it in the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<Remedy>,
}

impl ProblemLine {
    /// Makes the line of a problem.
    pub fn new(problem: &Problem) -> ProblemLine {
        ProblemLine {
            member: problem.origin.member_name(),
            kind: problem.kind.as_str().into(),
            message: problem.message.clone(),
            remedy: problem.remedy.clone(),
        }
    }
}

/// At most this many problems of one file are listed; all are counted.
pub const MOST_PROBLEMS: usize = 1000;

/// The complete list.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Manifest {
    /// The header.
    pub header: Header,
    /// The files by path in text form.
    pub files: BTreeMap<String, FileLine>,
}

impl Manifest {
    /// Reads only the header.
    pub(super) fn read_header(directory: &IndexDirectory, name: &str) -> tantivy::Result<Header> {
        let sealed = directory.sealed(Path::new(name))?;
        let mut end = 0;
        loop {
            end = (end + BLOCK).min(sealed.len());
            let bytes = sealed.read(0..end)?;
            match bytes.iter().position(|&byte| byte == b'\n') {
                Some(length) => return Ok(parse(name, bytes.get(..length).unwrap_or(&bytes))?),
                None if end == sealed.len() => return Ok(parse(name, &bytes)?),
                None => {}
            }
        }
    }

    /// Reads the list.
    pub(super) fn read(directory: &IndexDirectory, name: &str) -> tantivy::Result<Manifest> {
        let bytes = directory.sealed(Path::new(name))?.read_all()?;
        let mut lines = bytes.as_slice().split(|&byte| byte == b'\n');
        let header = parse(name, lines.next().unwrap_or(&[]))?;
        let mut files = BTreeMap::new();
        for line in lines.filter(|line| !line.is_empty()) {
            let file: FileLine = parse(name, line)?;
            files.insert(file.path.clone(), file);
        }
        Ok(Manifest { header, files })
    }

    /// Writes the list and makes sure that it is on disk.
    pub(super) fn write(&mut self, directory: &IndexDirectory, name: &str) -> tantivy::Result<()> {
        self.header.totals = Tally::default();
        for file in self.files.values() {
            self.header.totals.add(&file.tally);
        }
        let mut out = directory.open_write(Path::new(name))?;
        let mut line = |value: serde_json::Result<Vec<u8>>| -> io::Result<()> {
            out.write_all(&value?)?;
            out.write_all(b"\n")
        };
        line(serde_json::to_vec(&self.header))?;
        for file in self.files.values() {
            line(serde_json::to_vec(file))?;
        }
        Ok(out.terminate()?)
    }

    /// The roots as paths.
    pub fn roots(&self) -> Vec<PathBuf> {
        self.header
            .roots
            .iter()
            .map(|root| text_path(root))
            .collect()
    }

    /// The files below a folder, or the file itself.
    pub fn below(&self, path: &Path) -> Vec<String> {
        let text = path_text(path);
        let start = self.files.range(text..);
        let inside = start
            .take_while(|(file, _)| text_path(file).starts_with(path) || is_between(file, path));
        inside
            .map(|(file, _)| file.clone())
            .filter(|file| text_path(file).starts_with(path))
            .collect()
    }
}

/// Whether a path starts with the folder's text. In text order, names such as `folder-2` may lie between a folder and
/// its files.
fn is_between(file: &str, folder: &Path) -> bool {
    file.starts_with(&path_text(folder))
}

fn parse<'a, T: Deserialize<'a>>(name: &str, line: &'a [u8]) -> io::Result<T> {
    serde_json::from_slice(line).map_err(|_| damaged(name, "a line of it cannot be read"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::error::Limit;

    #[test]
    fn problems_of_older_lists_are_read() {
        let line =
            |rest: &str| format!(r#"{{"member":null,"kind":"too-large","message":"a"{rest}}}"#);
        let parse = |rest: &str| serde_json::from_str::<ProblemLine>(&line(rest)).unwrap();
        assert_eq!(parse("").remedy, None);
        let new = parse(r#","remedy":{"raise-limit":"entry"}"#);
        assert_eq!(new.remedy, Some(Remedy::RaiseLimit(Limit::Entry)));
        let written = serde_json::to_string(&new).unwrap();
        assert_eq!(serde_json::from_str::<ProblemLine>(&written).unwrap(), new);
        assert_eq!(serde_json::to_string(&parse("")).unwrap(), line(""));
    }
}

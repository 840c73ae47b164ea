//! A game and its file.

use super::Snapshot;
use super::failure::Result;
use crate::crawl::{self, Limits, Problem, read_nth};
use crate::error::{Error, ErrorKind, Remedy, Result as Ran};
use crate::export::names::speaking;
use crate::export::piece::{Cut, Form, take};
use crate::origin::Origin;
use crate::query::hits::load;
use crate::query::search::by_id;
use crate::record::Code;
use std::path::Path;
use std::sync::Arc;

pub use crate::crawl::Entry;
pub use crate::formats::sgf::marks::{Mark, Sign};
pub use crate::formats::{Parsed, read as read_games, read_marks};
pub use crate::query::address::At;
pub use crate::query::input::pattern::{Part, region};
pub use crate::query::locate::{Position, position};

/// The file of a game.
#[derive(Debug)]
pub struct GameFile {
    /// The file, or the archive member.
    pub entry: Entry,
    /// The number of the game in it, from 1.
    pub game: u32,
}

/// The file of the game with this id.
pub(super) fn game(snapshot: &Snapshot, id: &str) -> Result<GameFile> {
    let game = load(snapshot.index, &by_id(snapshot.index, id)?)?;
    Ok(GameFile {
        entry: indexed(&game.path, &game.members, &game.occurrences)?,
        game: game.number,
    })
}

impl super::row::GameRow {
    /// Reads the game's file or archive member.
    pub fn read(&self) -> Ran<Entry> {
        indexed(&self.path, &self.members, &self.occurrences)
    }
}

/// Reads a file where the index saw it.
fn indexed(path: &Path, members: &[String], occurrences: &[u32]) -> Ran<Entry> {
    read_entry(path, members, occurrences).map_err(|error| error.advise(Remedy::Refresh))
}

/// Reads a file or an archive member; see [`read_nth`].
pub fn read_entry<S: AsRef<str>>(path: &Path, members: &[S], occurrences: &[u32]) -> Ran<Entry> {
    let absolute = std::path::absolute(path).map_err(|error| Error::io(path.display(), error))?;
    let members: Vec<&str> = members.iter().map(AsRef::as_ref).collect();
    let path: Arc<Path> = absolute.into();
    read_nth(&path, &members, occurrences, &Limits::default()).map_err(|problem| unread(&problem))
}

/// A game on its own, with a mark at a place.
#[derive(Clone, Debug)]
pub struct CutGame {
    /// The game as an SGF file in UTF-8.
    pub bytes: Vec<u8>,
    /// Who played, and when.
    pub name: String,
    /// Moves up to the place; 0 if no place is marked.
    pub number: u32,
}

/// Cuts a game out of its file; the first one if no number is given.
pub fn cut(entry: &Entry, number: Option<u32>, at: At) -> Ran<CutGame> {
    let wanted = number.unwrap_or(1);
    let parsed = read_games(&entry.bytes);
    let record = (wanted as usize).checked_sub(1);
    let record = record.and_then(|at| parsed.records.get(at));
    let record = record.ok_or_else(|| missing(number, &parsed, &entry.origin))?;
    let place = match at {
        At::End => None,
        at => {
            let place = position(record.start, &record.tree, at);
            Some(place.map_err(|error| error.at(&entry.origin))?)
        }
    };
    let mark = place.as_ref().map(|place| place.node);
    let mut bytes = Vec::new();
    let is_wanted = |number, _: &_| (number == wanted).then_some(Cut { mark });
    take(&entry.bytes, Form::Utf8, &is_wanted, &mut |_, piece| {
        bytes = piece.bytes
    });
    Ok(CutGame {
        bytes,
        name: speaking(&record.info),
        number: place.map_or(0, |place| place.number),
    })
}

/// The error for a game that was not read, though the file may have it.
pub fn missing(game: Option<u32>, parsed: &Parsed, origin: &Origin) -> Error {
    let mut outside = parsed.diagnostics.iter();
    match outside.find(|diagnostic| diagnostic.code == Code::TooLarge) {
        Some(too_large) => Error::new(ErrorKind::Limit, too_large.message.clone())
            .help("no more is read where a single game is wanted: divide the file")
            .at(origin),
        None => no_such_game(game, parsed.records.len(), origin),
    }
}

/// The error for a game number that the file does not have.
pub fn no_such_game(game: Option<u32>, games: usize, origin: &Origin) -> Error {
    let (holds, help) = match games {
        1 => ("1 game".to_owned(), "leave out @GAME".to_owned()),
        games => (
            format!("{games} games"),
            format!("games go from @1 to @{games}"),
        ),
    };
    let message = format!(
        "there is no game {}: the file holds {holds}",
        game.unwrap_or(1)
    );
    Error::new(ErrorKind::NotFound, message)
        .help(help)
        .at(origin)
}

/// The names of the first game records in an archive.
pub fn members(path: &str, most: usize) -> Ran<Vec<String>> {
    let absolute = std::path::absolute(path).map_err(|error| Error::io(path, error))?;
    let limits = Limits::default();
    let mut names: Vec<String> = Vec::new();
    let mut problem = None;
    crawl::open(&absolute.into(), &limits, &mut |unit| match unit {
        Ok(unit) if names.len() < most => unit.read(&limits, &mut |entry| {
            let name = entry.ok().and_then(|entry| entry.origin.member_name());
            if names.len() < most {
                names.extend(name);
            }
        }),
        Ok(_) => {}
        Err(found) => problem = Some(found),
    });
    match problem.filter(|_| names.is_empty()) {
        Some(problem) => Err(unread(&problem)),
        None => Ok(names),
    }
}

/// The error for a requested file that cannot be read.
fn unread(problem: &Problem) -> Error {
    let error = Error::new(ErrorKind::Io, problem.message.clone()).at(&problem.origin);
    match &problem.remedy {
        Some(remedy) => error.advise(remedy.clone()),
        None => error,
    }
}

//! A game and its file.

use super::Snapshot;
use super::failure::Result;
use crate::crawl::{self, Limits, Problem, find_nth, read_nth};
use crate::error::{Error, ErrorKind, Remedy, Result as Ran};
use crate::export::names::speaking;
use crate::export::piece::{Cut, Form, take};
use crate::formats::{FileText, read_each};
use crate::index::document::has_id;
use crate::origin::Origin;
use crate::query::hits::{Game, load};
use crate::query::search::by_id;
use crate::record::GameRecord;
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
    /// The games in it.
    pub games: u32,
    /// The game.
    pub record: GameRecord,
    /// The charset that it was read in.
    pub text: FileText,
}

/// The game with this id in its file. The file may have changed since the index saw it: the game is then looked for
/// among the others, and is gone if none has its content.
pub(super) fn game(snapshot: &Snapshot, id: &str) -> Result<GameFile> {
    let index = snapshot.index;
    let game = load(index, &by_id(index, id)?)?;
    let entry = indexed(&game, &index.header().limits)?;
    let (roots, origin) = (index.header().roots(), entry.origin.game(game.number));
    let (mut games, mut found) = (0, None);
    read_each(&entry.bytes, &mut |record, text| {
        games += 1;
        // At its own place it is preferred to an equal one elsewhere.
        let is_sought = found.is_none() || games == game.number;
        if is_sought
            && record.tree.len() == game.card.nodes as usize
            && has_id(game.card.id, &roots, &origin, &record)
        {
            found = Some((games, record, text.clone()));
        }
    });
    let message = "the game is no longer in this file, which has changed since it was indexed";
    let (number, record, text) = found.ok_or_else(|| gone(&origin, message))?;
    Ok(GameFile {
        entry,
        game: number,
        games,
        record,
        text,
    })
}

/// Reads a file or an archive member where the index saw it.
fn indexed(game: &Game, limits: &Limits) -> Ran<Entry> {
    let path: Arc<Path> = game.path.as_path().into();
    let place = Origin::file(path.clone());
    if path.try_exists().is_ok_and(|exists| !exists) {
        return Err(gone(&place, "the file is no longer there"));
    }
    let names: Vec<&str> = game.members.iter().map(String::as_str).collect();
    let found = find_nth(&path, &names, &game.occurrences, limits);
    let found = found.map_err(|problem| unread(&problem).advise(Remedy::Refresh))?;
    found.ok_or_else(|| {
        let message = format!("has no member `{}` any more", names.join("!"));
        gone(&place, message)
    })
}

/// The error for a game that the archive no longer holds.
fn gone(place: &Origin, message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Gone, message)
        .at(place)
        .advise(Remedy::Refresh)
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
    let records = read_games(&entry.bytes).records;
    let record = (wanted as usize).checked_sub(1);
    let record = record.and_then(|at| records.get(at));
    let record = record.ok_or_else(|| no_such_game(number, records.len(), &entry.origin))?;
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

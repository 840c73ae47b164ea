//! Reads games from their files, and makes the errors for games that cannot be read.

use super::number_format::counted;
use kifu_archive::crawl::{self, MemberPath, ProblemKind, read_observed};
use kifu_archive::error::{Error, ErrorKind, Remedy, Result as CrateResult};
use kifu_archive::origin::Origin;
use kifu_archive::reading::SidecarAnalysis;
use kifu_messages::{Message, say};
use kifu_record::cancel::TimeBudget;
use kifu_record::formats::{FilePart, read_decoded, read_numbered, sgf};
use kifu_record::text::charset::{self, Decoded};
use kifu_record::{Code, Diagnostic, Diagnostics, GameRecord};
use kifu_store::export::names::descriptive_name;
use kifu_store::export::piece::{ExportForm, ExtractOptions, extract_games};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, OnceLock};

pub use kifu_archive::crawl::{Entry, Limits, MemberPlaces, Problem, ReadObserver};
pub use kifu_language::address::GamePosition;
pub use kifu_language::input::pattern::{PatternArea, parse_region};
pub use kifu_language::locate::{Position, position};
pub use kifu_record::formats::sgf::marks::{Mark, Sign};
pub use kifu_record::formats::sidecar::memory_bytes as memory_of_analysis;
pub use kifu_record::formats::{FileText, Parsed, read_marks, read_source as read_games};
pub use kifu_store::export::MemoryGuard;
pub use kifu_store::export::names::descriptive_name as file_name;

/// Game of the index, with the file or archive member that it was read from.
#[derive(Clone, Debug)]
pub struct GameFile {
    /// Whole id of the game.
    pub id: String,
    /// File or archive member that contains the game, with its bytes.
    pub entry: Entry,
    /// Number of the game in its file, from 1.
    pub game: u32,
    /// Game with its markup and with facts about its file.
    pub read: ReadGame,
}

/// Makes the error for a game that the archive no longer holds.
pub(super) fn gone_error(message: impl Into<Message>) -> Error {
    Error::new(ErrorKind::Gone, message).with_remedy(Remedy::Refresh)
}

/// Reads a file or an archive member; see [`crawl::read_nth`]. Of a file that is too long to be read as a whole, the
/// part that holds the game with the number `game` is read.
pub fn read_entry<S: AsRef<str>>(
    path: &Path,
    members: &[S],
    occurrences: &[u32],
    game: Option<u32>,
) -> CrateResult<Entry> {
    let limits = Limits::default();
    let game = (game, None);
    read_within(path, members, occurrences, game, &limits, &mut (), unreadable_error)
}

/// Reads a file or an archive member within limits, and reports progress to an observer.
fn read_within<S: AsRef<str>>(
    path: &Path,
    members: &[S],
    occurrences: &[u32],
    (game, part): (Option<u32>, Option<FilePart>),
    limits: &Limits,
    observer: &mut dyn ReadObserver,
    unread: fn(&Problem) -> Error,
) -> CrateResult<Entry> {
    let absolute = std::path::absolute(path).map_err(|error| Error::io(path.display(), error))?;
    let members: Vec<&str> = members.iter().map(AsRef::as_ref).collect();
    let path: Arc<Path> = absolute.into();
    let wanted = MemberPath { path: &path, members: &members, occurrences, game, part };
    read_observed(&wanted, limits, observer).map_err(|problem| unread(&problem))
}

/// Reads the files of indexed games. Each front end (such as the web server) may supply its own reader, for instance
/// one that stays within a memory budget that all requests share.
pub trait GameReader: Send + Sync {
    /// Reads the file or archive member in which the game was when it was indexed.
    fn read(&self, game: &IndexedGame) -> CrateResult<Entry>;

    /// Returns the limits for reading other files than those of indexed games, given the limits of the index.
    fn limits(&self, of_index: &Limits) -> Limits;

    /// Reserves memory for data that the engine reads without calling this reader.
    fn reserve_memory(&self, bytes: u64) -> CrateResult<MemoryGuard>;
}

/// Place in the archive in which a game was when it was indexed.
#[derive(Clone, Copy, Debug)]
pub struct IndexedGame<'g> {
    /// Path of the game's file, on this machine.
    pub path: &'g Path,
    /// Names of the archive members that lead to the game, from the outermost archive inwards.
    pub members: &'g [String],
    /// For each member in `members`, the number of earlier members with the same name in its archive.
    pub occurrences: &'g [u32],
    /// Number of the game in its file, from 1.
    pub number: u32,
    /// Part of the file in which the game stands, if the file is too long to be read as a whole.
    pub part: Option<FilePart>,
    /// Number of nodes of the game.
    pub nodes: u32,
    /// Limits with which the game was read for the index.
    pub limits: &'g Limits,
    /// Time budget of the request. It counts the bytes of a long file that are passed before the game.
    pub budget: &'g TimeBudget,
}

impl IndexedGame<'_> {
    /// Number of bytes of the unpacked file that are passed before the game is read. If it is not 0, the time budget of
    /// the request counts these bytes while the file is read.
    pub(super) fn bytes_before(&self) -> u64 {
        let IndexedGame { path, members, occurrences, number, part, .. } = *self;
        let Ok(path) = std::path::absolute(path) else { return 0 };
        let members: Vec<&str> = members.iter().map(String::as_str).collect();
        let path: Arc<Path> = path.into();
        let place =
            MemberPath { path: &path, members: &members, occurrences, game: Some(number), part };
        place.bytes_before_part()
    }

    /// Reads the file or archive member within limits, and reports progress to an observer.
    pub fn read(&self, limits: &Limits, observer: &mut dyn ReadObserver) -> CrateResult<Entry> {
        let IndexedGame { path, members, occurrences, number, part, .. } = *self;
        let game = (Some(number), part);
        self.budget.add_expected(part.map_or(0, |part| part.offset));
        let observer = &mut PassedBytes { observer, budget: self.budget, passed: 0 };
        read_within(path, members, occurrences, game, limits, observer, changed_file_error)
    }
}

/// Observer that counts the bytes before the requested game in a time budget.
struct PassedBytes<'o> {
    observer: &'o mut dyn ReadObserver,
    budget: &'o TimeBudget,
    /// Number of bytes that are counted.
    passed: u64,
}

impl ReadObserver for PassedBytes<'_> {
    fn size(&mut self, size: Option<u64>) -> std::result::Result<(), Problem> {
        self.observer.size(size)
    }

    fn check_sidecar(&mut self, size: u64, sidecar: u64) -> std::result::Result<(), String> {
        self.observer.check_sidecar(size, sidecar)
    }

    fn passed(&mut self, bytes: u64) {
        self.budget.add_done(bytes.saturating_sub(self.passed));
        self.passed = bytes.max(self.passed);
    }

    fn other_member(&mut self, entry: Entry) -> ControlFlow<()> {
        self.observer.other_member(entry)
    }

    fn after_found(&mut self) -> ControlFlow<()> {
        self.observer.after_found()
    }

    fn place_cache(&mut self) -> Option<Arc<OnceLock<MemberPlaces>>> {
        self.observer.place_cache()
    }
}

/// One game of a file with its markup, and facts about that file.
#[derive(Clone, Debug)]
pub struct ReadGame {
    pub record: GameRecord,
    /// Markup of the nodes, in the order of the nodes.
    pub marks: Vec<Mark>,
    /// Description of how the bytes of the game became text.
    pub text: FileText,
    /// Number of games in the file.
    pub games: usize,
}

/// Reads one game of a file by its number, from 1. The other games of the file are dropped as soon as they are parsed.
pub(crate) fn read_game(entry: &Entry, number: u32) -> CrateResult<ReadGame> {
    let found = read_matching_game(entry, number, |at, _| at == number);
    let (_, read) = found.map_err(|(games, outside)| {
        missing_game_error(Some(number), games, &outside, &entry.origin)
    })?;
    Ok(read)
}

/// Reads all games of a file, or only the game with the given number.
pub fn records_of(entry: &Entry, game: Option<u32>) -> CrateResult<Vec<GameRecord>> {
    match game {
        Some(_) => Ok(vec![nth_record(entry, game)?]),
        None => match read_games(entry.source()).records {
            records if records.is_empty() => Ok(vec![nth_record(entry, None)?]),
            records => Ok(records),
        },
    }
}

/// Reads one game of a file: the game with the given number, or the first one if no number is given.
pub(super) fn nth_record(entry: &Entry, game: Option<u32>) -> CrateResult<GameRecord> {
    if let Some(read) = game.and_then(|number| game_of_collection(entry, number)) {
        return Ok(read.record);
    }
    let mut parsed = read_games(entry.source());
    let count = parsed.records.len();
    let at = match game {
        Some(number) => parsed.texts.iter().position(|text| text.number == number),
        None => (count > 0).then_some(0),
    };
    if let Some(at) = at {
        return Ok(parsed.records.swap_remove(at));
    }
    let is_cut = |diagnostic: &Diagnostic| diagnostic.code == Code::TooLarge;
    if parsed.diagnostics.iter().any(is_cut) {
        return Err(missing_game_error(
            game,
            parsed.records.len(),
            &parsed.diagnostics,
            &entry.origin,
        ));
    }
    let message = match count {
        0 => "holds no game".to_owned(),
        _ => {
            let number = game.unwrap_or(1);
            format!("has {}, not {number}", counted(count as u64, "game", "games"))
        }
    };
    let error = Error::new(ErrorKind::NotFound, message).at(&entry.origin);
    Err(match count {
        0 => error.with_help("a diagram or moves in a file are read with @ before its name"),
        _ => error,
    })
}

/// Number of bytes of a file above which a game is first looked for at its number. Making records of all games of a
/// smaller file takes a few milliseconds.
const LARGE_COLLECTION_BYTES: usize = 1 << 20;

/// Reads a game of a file that `is_match` accepts, and returns it with its number: the game at `number` if it matches,
/// or else the first one that does. If none matches, the error consists of the number of games and of the diagnostics
/// that are about the file and not about one of its games.
pub(super) fn read_matching_game(
    entry: &Entry,
    number: u32,
    is_match: impl Fn(u32, &GameRecord) -> bool,
) -> std::result::Result<(u32, ReadGame), (usize, Diagnostics)> {
    let decoded = charset::decode(&entry.bytes);
    let of_collection = read_from_collection(entry, &decoded, number);
    if let Some(read) = of_collection.filter(|read| is_match(number, &read.record)) {
        return Ok((number, with_sidecar(read, entry, number)));
    }
    let (mut games, mut found) = (0, None);
    let (_, outside) = read_decoded(entry.source(), &decoded, &mut |record, file, span| {
        games = file.number;
        if (found.is_none() || games == number) && is_match(games, &record) {
            let marks = span
                .and_then(|span| decoded.text.get(span.range))
                .map_or_else(Vec::new, sgf::read_marks);
            found = Some((games, record, marks, file.clone()));
        }
    });
    let games = games as usize;
    let (number, record, marks, text) = found.ok_or((games, outside))?;
    Ok((number, with_sidecar(ReadGame { record, marks, text, games }, entry, number)))
}

/// Reads the game with this number of a large collection without making records of the other games, of which there may
/// be any number. `None` for a smaller file, or if only reading all games gives the same.
fn read_from_collection(entry: &Entry, decoded: &Decoded, number: u32) -> Option<ReadGame> {
    if entry.bytes.len() <= LARGE_COLLECTION_BYTES {
        return None;
    }
    let game = read_numbered(entry.source(), decoded, number)?;
    let place = game.place.and_then(|place| decoded.text.get(place));
    let marks = place.map_or_else(Vec::new, sgf::read_marks);
    Some(ReadGame { record: game.record, marks, text: game.text, games: game.games as usize })
}

/// Reads the game with this number of a large collection without making records of the other games, and without engine
/// analysis beside the file. `None` for a small file, or if only reading all games gives the same.
pub fn game_of_collection(entry: &Entry, number: u32) -> Option<ReadGame> {
    read_from_collection(entry, &charset::decode(&entry.bytes), number)
}

/// Adds the analysis beside the file to a game.
fn with_sidecar(mut read: ReadGame, entry: &Entry, number: u32) -> ReadGame {
    if let Some(mut analysis) = SidecarAnalysis::open(entry, Some(&read.record)) {
        analysis.add_to(&mut read.record, number);
    }
    read
}

/// Game that was cut out of its file and made a file of its own. One node is marked as the place where viewers open it.
#[derive(Clone, Debug)]
pub struct CutGame {
    /// SGF file in UTF-8 that holds only this game.
    pub bytes: Vec<u8>,
    /// Name for the file, made of the players and the date.
    pub name: String,
    /// Number of moves up to the marked node; 0 if none is marked.
    pub number: u32,
}

/// Cuts a game out of its file: the game with the given number, or the first one if no number is given.
pub fn cut_game(entry: &Entry, number: Option<u32>, at: GamePosition) -> CrateResult<CutGame> {
    let wanted = number.unwrap_or(1);
    let record = read_game(entry, wanted)?.record;
    let place = match at {
        GamePosition::End => None,
        at => {
            let place = position(record.start, &record.tree, at);
            Some(place.map_err(|error| error.at(&entry.origin))?)
        }
    };
    let mark = place.as_ref().map(|place| place.node);
    let mut bytes = Vec::new();
    let is_wanted = |number, _: &_| (number == wanted).then_some(ExtractOptions { mark, id: None });
    extract_games(entry, ExportForm::Utf8, &is_wanted, &mut |_, piece| bytes = piece.bytes);
    Ok(CutGame {
        bytes,
        name: descriptive_name(&record.info),
        number: place.map_or(0, |place| place.number),
    })
}

/// Makes the error for a game that could not be read from its file, though the file may contain it. `games` is the
/// number of games that were read, and `outside` are the diagnostics about the file as a whole.
pub fn missing_game_error(
    game: Option<u32>,
    games: usize,
    outside: &Diagnostics,
    origin: &Origin,
) -> Error {
    let error = too_large_error(outside);
    error.map_or_else(|| no_such_game_error(game, games, origin), |error| error.at(origin))
}

/// Makes the error for a file that was not read to its end because it is too large, if the diagnostics say so.
pub(super) fn too_large_error(outside: &Diagnostics) -> Option<Error> {
    let mut outside = outside.iter();
    let diagnostic = outside.find(|diagnostic| diagnostic.code == Code::TooLarge)?;
    let error = Error::new(ErrorKind::Limit, diagnostic.message.clone());
    Some(error.with_help(say!("error-file-of-game-too-large-help")))
}

/// Makes the error for a game number that the file does not have.
fn no_such_game_error(game: Option<u32>, games: usize, origin: &Origin) -> Error {
    let (holds, help) = match games {
        1 => ("1 game".to_owned(), "leave out @GAME".to_owned()),
        games => (format!("{games} games"), format!("games go from @1 to @{games}")),
    };
    let message = format!("there is no game {}: the file holds {holds}", game.unwrap_or(1));
    Error::new(ErrorKind::NotFound, message).with_help(help).at(origin)
}

/// Lists the names of the first archive members that are game records.
pub fn member_names(path: &str, max_names: usize) -> CrateResult<Vec<String>> {
    let absolute = std::path::absolute(path).map_err(|error| Error::io(path, error))?;
    let limits = Limits::default();
    let mut names: Vec<String> = Vec::new();
    let mut problem = None;
    crawl::open(&absolute.into(), &limits, &mut |unit| match unit {
        Ok(unit) if names.len() < max_names => unit.read_until(&limits, &mut |entry| {
            let found =
                entry.ok().and_then(|entry| Some((entry.part, entry.origin.member_name()?)));
            let Some((part, name)) = found else {
                return ControlFlow::Continue(());
            };
            // The games of a member that is too long to be read as a whole are read one by one.
            names.push(if part.is_some() { format!("{name}@1") } else { name });
            let is_enough = names.len() >= max_names || part.is_some();
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }),
        Ok(_) => {}
        Err(found) => problem = Some(found),
    });
    match problem.filter(|_| names.is_empty()) {
        Some(problem) => Err(unreadable_error(&problem)),
        None => Ok(names),
    }
}

/// Makes the error for a file that contained a game when it was indexed and cannot be read now. The file must have
/// changed in between, unless the system or a limit prevents reading.
fn changed_file_error(problem: &Problem) -> Error {
    let error = unreadable_error(problem);
    match problem.kind {
        ProblemKind::NoMember => gone_error(say!("error-no-longer", problem = error.to_string())),
        ProblemKind::Unreadable | ProblemKind::TooLarge | ProblemKind::TooSlow => {
            match error.remedy() {
                Some(_) => error,
                None => error.with_remedy(Remedy::Refresh),
            }
        }
        _ => {
            let message = say!("error-file-changed", problem = problem.message.as_str());
            gone_error(message).at(&problem.origin)
        }
    }
}

/// Makes the error for a file that a request names and that cannot be read.
fn unreadable_error(problem: &Problem) -> Error {
    let kind = match problem.kind {
        ProblemKind::NoMember => ErrorKind::NotFound,
        _ => ErrorKind::Io,
    };
    let error = Error::new(kind, problem.message.clone()).at(&problem.origin);
    match &problem.remedy {
        Some(remedy) => error.with_remedy(remedy.clone()),
        None => error,
    }
}

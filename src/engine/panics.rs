//! Panics as errors of one answer: where they happened, and whether a damaged file explains them.

use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_messages::say;
use kifu_record::poison::IgnorePoison;
use kifu_store::index::verify::{has_damage, stamps_in};
use std::any::Any;
use std::backtrace::Backtrace;
use std::collections::VecDeque;
use std::fmt;
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

/// The panics whose places are known at most: those of all threads, until their errors are made.
const MOST: usize = 16;

/// The bytes of an index that are compared with their checksums after a panic, smaller files first. They are read in
/// less than a second where they are in memory.
const MOST_BYTES: u64 = 1 << 30;

/// How long files count as whole after that: a request that always panics costs no more.
const KNOWN_FOR: Duration = Duration::from_secs(60);

/// Where a panic happened.
#[derive(Debug)]
struct PanicPlace {
    /// What the panic said, by which its error finds this.
    text: String,
    /// File and line of the program.
    place: String,
    backtrace: Option<Backtrace>,
}

static PLACES: Mutex<VecDeque<PanicPlace>> = Mutex::new(VecDeque::new());

/// When these files were last found whole.
static WHOLE: Mutex<Option<(Instant, Vec<FileStamp>)>> = Mutex::new(None);

/// A file, its size and when it was changed.
type FileStamp = (PathBuf, u64, Option<SystemTime>);

/// The way to a panic, for whoever wants to mend it.
#[derive(Debug)]
pub(crate) struct PanicBacktrace(Backtrace);

impl fmt::Display for PanicBacktrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for PanicBacktrace {}

/// From now on panics print nothing, and their errors say where they happened; with the way there, if that is wanted.
pub fn note_panics(with_backtrace: bool) {
    std::panic::set_hook(Box::new(move |panic| note(panic, with_backtrace)));
}

fn note(panic: &PanicHookInfo, with_backtrace: bool) {
    let place = panic.location().map(|at| format!("{}:{}", at.file(), at.line()));
    let noted = PanicPlace {
        text: text_of(panic.payload()).to_owned(),
        place: place.unwrap_or_default(),
        backtrace: with_backtrace.then(Backtrace::force_capture),
    };
    let mut places = PLACES.lock().ignore_poison();
    places.truncate(MOST - 1);
    places.push_front(noted);
}

fn text_of(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or_default()
}

/// The error for a panic of work on the index of these folders.
///
/// tantivy trusts its files and panics if one of them is damaged, so the files are compared with their checksums first.
/// If none is damaged, the program has a fault, and rebuilding the index would not help.
pub fn panicked(cause: &(dyn Any + Send), folders: &[PathBuf]) -> Error {
    let text = text_of(cause);
    let mut places = PLACES.lock().ignore_poison();
    let at = places.iter().position(|noted| noted.text == text);
    let noted = at.and_then(|at| places.remove(at));
    drop(places);
    if text.contains("failed to spawn thread") {
        let message = say!("error-no-thread", reason = text);
        return Error::new(ErrorKind::Io, message).advise(Remedy::FewerThreads);
    }
    if are_damaged(folders) {
        let message = say!("error-index-seems-damaged", reason = text);
        return Error::new(ErrorKind::Damaged, message).advise(match folders {
            [folder] => Remedy::Rebuild { folder: folder.clone() },
            _ => Remedy::Verify,
        });
    }
    let place = noted.as_ref().map(|noted| noted.place.as_str()).filter(|place| !place.is_empty());
    let message = match place {
        Some(place) => say!("error-internal-at", place = place, reason = text),
        None => say!("error-internal", reason = text),
    };
    let error = Error::new(ErrorKind::Internal, message).advise(Remedy::Report);
    match noted.and_then(|noted| noted.backtrace) {
        Some(backtrace) => error.source(PanicBacktrace(backtrace)),
        None => error,
    }
}

/// The files in some folders.
fn stamps(folders: &[PathBuf]) -> Vec<FileStamp> {
    let files = folders.iter().filter_map(|folder| stamps_in(folder).ok()).flatten();
    let mut stamps: Vec<FileStamp> = files.collect();
    stamps.sort_unstable();
    stamps
}

/// Whether a file of these indexes is not as it was written. Where there is no index, none is damaged.
fn are_damaged(folders: &[PathBuf]) -> bool {
    let stamps = stamps(folders);
    let mut whole = WHOLE.lock().ignore_poison();
    if let Some((when, known)) = &*whole
        && when.elapsed() < KNOWN_FOR
        && *known == stamps
    {
        return false;
    }
    let is_damaged =
        folders.iter().any(|folder| has_damage(folder, MOST_BYTES).unwrap_or_default());
    *whole = (!is_damaged).then(|| (Instant::now(), stamps));
    is_damaged
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{AskOptions, Engine, Failure, Indexes, Result, Snapshot};
    use kifu_store::index::build::build;
    use std::fs;
    use std::panic::resume_unwind;

    fn failed(engine: &Engine, text: &'static str) -> Error {
        let panic = |_: &Snapshot| -> Result<()> { resume_unwind(Box::new(text)) };
        match engine.on(&AskOptions::default(), None, panic) {
            Err(Failure::Other(error)) => error,
            _ => panic!("no error"),
        }
    }

    #[test]
    fn a_panic_is_an_error_of_one_answer() {
        let folder = tempfile::tempdir().unwrap();
        let (games, index) = (folder.path().join("games"), folder.path().join("index"));
        fs::create_dir(&games).unwrap();
        fs::write(games.join("a.sgf"), "(;PB[Anna];B[pd])").unwrap();
        build(&index, &[games], &Default::default(), &Default::default()).unwrap();
        let indexes = Indexes { folders: vec![index.clone()], ..Indexes::default() };
        let engine = Engine::open_all(indexes).unwrap();
        // With whole files, it is a fault of the program.
        let error = failed(&engine, "a fault");
        assert_eq!((error.kind(), error.remedy()), (ErrorKind::Internal, Some(&Remedy::Report)));
        assert!(error.to_string().contains("a fault"), "{error}");
        let games = engine.on(&AskOptions::default(), None, |snapshot| {
            Ok(snapshot.index.header().totals.game_count())
        });
        assert_eq!(games.unwrap().answer, 1);
        // With a damaged one, it may be the file's.
        let is_store = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "store");
        let mut files = fs::read_dir(&index).unwrap().map(|file| file.unwrap().path());
        let store = files.find(is_store).unwrap();
        let mut bytes = fs::read(&store).unwrap();
        bytes[0] ^= 1;
        fs::write(&store, bytes).unwrap();
        let error = failed(&engine, "a fault");
        assert_eq!(error.kind(), ErrorKind::Damaged, "{error}");
        assert_eq!(error.remedy(), Some(&Remedy::Rebuild { folder: index }));
    }

    #[test]
    fn a_panic_that_was_noted_has_a_place() {
        let place = PanicPlace {
            text: "noted only here".to_owned(),
            place: "src/x.rs:7".to_owned(),
            backtrace: Some(Backtrace::force_capture()),
        };
        PLACES.lock().unwrap().push_front(place);
        let cause: Box<dyn Any + Send> = Box::new("noted only here".to_owned());
        let error = panicked(&*cause, &[]);
        assert_eq!(error.to_string(), "internal error in src/x.rs:7: noted only here");
        assert!(std::error::Error::source(&error).is_some());
        assert_eq!(panicked(&*cause, &[]).to_string(), "internal error: noted only here");
    }
}

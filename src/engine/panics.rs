//! Panics as errors of one answer: where they happened, and whether a damaged file explains them.

use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_messages::say;
use kifu_record::poison::IgnorePoison;
use kifu_store::index::verify::{is_whole, stamps_in};
use std::any::Any;
use std::collections::VecDeque;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

/// The panics whose places are known at most: those of all threads, until their errors are made.
const MOST: usize = 16;

/// The bytes of a panic's text that are noted.
const LONGEST: usize = 1 << 10;

/// The bytes of an index that are compared with their checksums after a panic, smaller files first. Reading them takes
/// less than a second where they are in memory.
const MOST_BYTES: u64 = 1 << 30;

/// How long the result counts, unless a file changes: a request that always panics reads the files once a minute.
const KNOWN_FOR: Duration = Duration::from_secs(60);

/// Where a panic happened.
struct PanicPlace {
    /// The beginning of its text, by which its error finds this.
    text: String,
    /// File and line of the program.
    place: String,
}

static PLACES: Mutex<VecDeque<PanicPlace>> = Mutex::new(VecDeque::new());

/// When these files were last compared with their checksums, and whether all were read and as they were written.
static COMPARED: Mutex<Option<(Instant, Vec<FileStamp>, bool)>> = Mutex::new(None);

/// A file, its size and when it was changed.
type FileStamp = (PathBuf, u64, Option<SystemTime>);

/// From now on panics print nothing, and their errors say where they happened. `also` is called on the thread that
/// panics, where its backtrace can be taken.
pub fn note_panics(also: impl Fn(&PanicHookInfo) + Send + Sync + 'static) {
    std::panic::set_hook(Box::new(move |panic| {
        note(panic);
        also(panic);
    }));
}

fn note(panic: &PanicHookInfo) {
    let place = panic.location().map(|at| format!("{}:{}", short(at.file()), at.line()));
    let noted = PanicPlace {
        text: beginning(text_of(panic.payload())).to_owned(),
        place: place.unwrap_or_default(),
    };
    let mut places = PLACES.lock().ignore_poison();
    places.truncate(MOST - 1);
    places.push_front(noted);
}

/// The file of a crate without the folder in which the machine that compiled it has all crates: answers name no path.
fn short(file: &str) -> &str {
    // Behind these is the name of an index of crates, or of a version of the compiler.
    let inside = ["/registry/src/", "/rustc/"].into_iter().find_map(|folder| {
        let (_, rest) = file.split_once(folder)?;
        rest.split_once('/').map(|(_, file)| file)
    });
    inside.unwrap_or_else(|| if Path::new(file).is_absolute() { "" } else { file })
}

fn beginning(text: &str) -> &str {
    text.get(..text.floor_char_boundary(LONGEST)).unwrap_or(text)
}

fn text_of(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or_default()
}

/// The error for a panic of work on the index of these folders.
///
/// tantivy trusts its files and panics if one of them is damaged, so the files are compared with their checksums first.
/// If all are as they were written, the program has a fault, and rebuilding the index would not help.
pub fn panicked(cause: &(dyn Any + Send), folders: &[PathBuf]) -> Error {
    let text = text_of(cause);
    let place = place_of(beginning(text));
    if text.contains("failed to spawn thread") {
        let message = say!("error-no-thread", reason = text);
        return Error::new(ErrorKind::Io, message).advise(Remedy::FewerThreads);
    }
    if !are_whole(folders) {
        let message = say!("error-index-seems-damaged", reason = text);
        return Error::new(ErrorKind::Damaged, message).advise(match folders {
            [folder] => Remedy::Rebuild { folder: folder.clone() },
            _ => Remedy::Verify,
        });
    }
    let message = match place.filter(|place| !place.starts_with(':')) {
        Some(place) => say!("error-internal-at", place = place, reason = text),
        None => say!("error-internal", reason = text),
    };
    Error::new(ErrorKind::Internal, message).advise(Remedy::Report)
}

/// Where the last panic with this text happened, if that was noted.
fn place_of(text: &str) -> Option<String> {
    let mut places = PLACES.lock().ignore_poison();
    let at = places.iter().position(|noted| noted.text == text)?;
    places.remove(at).map(|noted| noted.place)
}

/// The files in some folders.
fn stamps(folders: &[PathBuf]) -> Vec<FileStamp> {
    let files = folders.iter().filter_map(|folder| stamps_in(folder).ok()).flatten();
    let mut stamps: Vec<FileStamp> = files.collect();
    stamps.sort_unstable();
    stamps
}

/// Whether all files of these indexes were read and are as they were written. A folder without an index has none.
fn are_whole(folders: &[PathBuf]) -> bool {
    let stamps = stamps(folders);
    let mut compared = COMPARED.lock().ignore_poison();
    if let Some((when, known, is_whole)) = &*compared
        && when.elapsed() < KNOWN_FOR
        && *known == stamps
    {
        return *is_whole;
    }
    let is_whole = folders.iter().all(|folder| is_whole(folder, MOST_BYTES).unwrap_or(true));
    *compared = Some((Instant::now(), stamps, is_whole));
    is_whole
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
        let place =
            PanicPlace { text: "noted only here".to_owned(), place: "src/x.rs:7".to_owned() };
        PLACES.lock().unwrap().push_front(place);
        let cause: Box<dyn Any + Send> = Box::new("noted only here".to_owned());
        let error = panicked(&*cause, &[]);
        assert_eq!(error.to_string(), "internal error in src/x.rs:7: noted only here");
        assert_eq!(panicked(&*cause, &[]).to_string(), "internal error: noted only here");
    }

    #[test]
    fn a_place_names_no_folder_of_a_machine() {
        for (file, shown) in [
            ("src/engine/lib.rs", "src/engine/lib.rs"),
            ("/any/registry/src/index-1/tantivy-0.27.0/src/lib.rs", "tantivy-0.27.0/src/lib.rs"),
            ("/rustc/0123abc/library/core/src/option.rs", "library/core/src/option.rs"),
            ("/any/src/main.rs", ""),
        ] {
            assert_eq!(short(file), shown);
        }
    }
}

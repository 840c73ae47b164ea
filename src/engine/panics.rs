//! Turns panics into errors of one answer: finds where they happened, and whether a damaged index file explains them.

use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_messages::say;
use kifu_record::poison::IgnorePoison;
use kifu_store::index::verify::{is_undamaged, stamps_in};
use std::any::Any;
use std::collections::VecDeque;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

/// Largest number of panics, over all threads, whose places in the source are remembered at the same time. A place is
/// dropped when the error for its panic is made.
const MAX_PANIC_PLACES: usize = 16;

/// Largest length of the remembered beginning of a panic's text, in bytes.
const MAX_PANIC_TEXT_BYTES: usize = 1 << 10;

/// Number of bytes of an index that are compared with their checksums after a panic; the smallest files come first.
/// Reading so many bytes takes less than a second if they are in memory.
const MAX_VERIFY_BYTES: u64 = 1 << 30;

/// Time for which the result of comparing an index with its checksums is reused if no file has changed. A request that
/// panics each time therefore causes the files to be read only once a minute.
const VERIFY_RESULT_LIFETIME: Duration = Duration::from_secs(60);

/// Place in the source code where a panic happened.
struct PanicPlace {
    /// Beginning of the panic's text. By this text, the error for a panic is matched with its place.
    text: String,
    /// File and line in the source of the program.
    place: String,
}

static PLACES: Mutex<VecDeque<PanicPlace>> = Mutex::new(VecDeque::new());

/// Result of the last comparison of index files with their checksums: its time, the files, and whether all of them were
/// intact.
static LAST_VERIFICATION: Mutex<Option<(Instant, Vec<FileStamp>, bool)>> = Mutex::new(None);

/// File, with its size and the time of its last change.
type FileStamp = (PathBuf, u64, Option<SystemTime>);

/// Installs a panic hook that prints nothing and records where each panic happened, so that error messages can name the
/// place.
///
/// `hook` is called on the thread that panics, where it can take a backtrace.
pub fn record_panic_locations(hook: impl Fn(&PanicHookInfo) + Send + Sync + 'static) {
    std::panic::set_hook(Box::new(move |panic| {
        record_panic(panic);
        hook(panic);
    }));
}

fn record_panic(panic: &PanicHookInfo) {
    let place =
        panic.location().map(|at| format!("{}:{}", path_within_crate(at.file()), at.line()));
    let panic_place = PanicPlace {
        text: text_prefix(panic_text(panic.payload())).to_owned(),
        place: place.unwrap_or_default(),
    };
    let mut places = PLACES.lock().ignore_poison();
    places.truncate(MAX_PANIC_PLACES - 1);
    places.push_front(panic_place);
}

/// Shortens the path of a source file to its crate, so that answers contain no path of the machine that compiled it.
fn path_within_crate(file: &str) -> &str {
    // Compilers put dependencies and the standard library below these folders. The folder directly below names a
    // registry of crates or a version of the compiler, so it is cut off, too.
    let inside = ["/registry/src/", "/rustc/"].into_iter().find_map(|folder| {
        let (_, rest) = file.split_once(folder)?;
        rest.split_once('/').map(|(_, file)| file)
    });
    inside.unwrap_or_else(|| if Path::new(file).is_absolute() { "" } else { file })
}

fn text_prefix(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_PANIC_TEXT_BYTES)).unwrap_or(text)
}

fn panic_text(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or_default()
}

/// Makes the error for a panic of work on the index in these folders.
///
/// tantivy trusts its files and panics if one of them is damaged, so the files are compared with their checksums first.
/// If all are intact, the panic is a bug of the program, and rebuilding the index would not help.
pub fn panic_error(cause: &(dyn Any + Send), folders: &[PathBuf]) -> Error {
    let text = panic_text(cause);
    let place = take_place(text_prefix(text));
    if text.contains("failed to spawn thread") {
        let message = say!("error-no-thread", reason = text);
        return Error::new(ErrorKind::Io, message).with_remedy(Remedy::FewerThreads);
    }
    if !are_intact(folders) {
        let message = say!("error-index-seems-damaged", reason = text);
        return Error::new(ErrorKind::Damaged, message).with_remedy(match folders {
            [folder] => Remedy::Rebuild { folder: folder.clone() },
            _ => Remedy::Verify,
        });
    }
    let message = match place.filter(|place| !place.starts_with(':')) {
        Some(place) => say!("error-internal-at", place = place, reason = text),
        None => say!("error-internal", reason = text),
    };
    Error::new(ErrorKind::Internal, message).with_remedy(Remedy::Report)
}

/// Removes and returns the recorded place of the last panic with this text.
fn take_place(text: &str) -> Option<String> {
    let mut places = PLACES.lock().ignore_poison();
    let at = places.iter().position(|recorded| recorded.text == text)?;
    places.remove(at).map(|recorded| recorded.place)
}

/// Lists the index files in some folders, sorted.
fn file_stamps(folders: &[PathBuf]) -> Vec<FileStamp> {
    let files = folders.iter().filter_map(|folder| stamps_in(folder).ok()).flatten();
    let mut stamps: Vec<FileStamp> = files.collect();
    stamps.sort_unstable();
    stamps
}

/// True if all files of these indexes match their checksums. A folder without an index has no files and counts as
/// intact.
fn are_intact(folders: &[PathBuf]) -> bool {
    let stamps = file_stamps(folders);
    let mut last = LAST_VERIFICATION.lock().ignore_poison();
    if let Some((when, verified, is_intact)) = &*last
        && when.elapsed() < VERIFY_RESULT_LIFETIME
        && *verified == stamps
    {
        return *is_intact;
    }
    let is_intact =
        folders.iter().all(|folder| is_undamaged(folder, MAX_VERIFY_BYTES).unwrap_or(true));
    *last = Some((Instant::now(), stamps, is_intact));
    is_intact
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{AskOptions, Engine, Failure, Indexes, Result, Snapshot};
    use kifu_store::index::build::build;
    use std::fs;
    use std::panic::resume_unwind;

    fn error_of_panic(engine: &Engine, text: &'static str) -> Error {
        let panic = |_: &Snapshot| -> Result<()> { resume_unwind(Box::new(text)) };
        match engine.run(&AskOptions::default(), None, panic) {
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
        // While all files are intact, a panic counts as a bug of the program.
        let error = error_of_panic(&engine, "a fault");
        assert_eq!((error.kind(), error.remedy()), (ErrorKind::Internal, Some(&Remedy::Report)));
        assert!(error.to_string().contains("a fault"), "{error}");
        let games = engine.run(&AskOptions::default(), None, |snapshot| {
            Ok(snapshot.index.header().totals.game_count())
        });
        assert_eq!(games.unwrap().answer, 1);
        // After a file was damaged, the panic is blamed on that file.
        let is_store = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "store");
        let mut files = fs::read_dir(&index).unwrap().map(|file| file.unwrap().path());
        let store = files.find(is_store).unwrap();
        let mut bytes = fs::read(&store).unwrap();
        bytes[0] ^= 1;
        fs::write(&store, bytes).unwrap();
        let error = error_of_panic(&engine, "a fault");
        assert_eq!(error.kind(), ErrorKind::Damaged, "{error}");
        assert_eq!(error.remedy(), Some(&Remedy::Rebuild { folder: index }));
    }

    #[test]
    fn a_recorded_panic_has_a_place() {
        let place =
            PanicPlace { text: "noted only here".to_owned(), place: "src/x.rs:7".to_owned() };
        PLACES.lock().unwrap().push_front(place);
        let cause: Box<dyn Any + Send> = Box::new("noted only here".to_owned());
        let error = panic_error(&*cause, &[]);
        assert_eq!(error.to_string(), "internal error in src/x.rs:7: noted only here");
        assert_eq!(panic_error(&*cause, &[]).to_string(), "internal error: noted only here");
    }

    #[test]
    fn a_place_names_no_folder_of_a_machine() {
        for (file, expected) in [
            ("src/engine/lib.rs", "src/engine/lib.rs"),
            ("/any/registry/src/index-1/tantivy-0.27.0/src/lib.rs", "tantivy-0.27.0/src/lib.rs"),
            ("/rustc/0123abc/library/core/src/option.rs", "library/core/src/option.rs"),
            ("/any/src/main.rs", ""),
        ] {
            assert_eq!(path_within_crate(file), expected);
        }
    }
}

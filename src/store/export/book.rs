//! Reads a book: game records with variations that the user names, to be compared with the games of an index.

use super::piece::{ExportForm, ExtractOptions, extract_games};
use kifu_archive::crawl::{Entry, Limits, Problem, RootScope};
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_archive::origin::Origin;
use kifu_archive::reading::{FileTimeLimit, GameVisitor, ReadPlace, ReadProgress, RootJob};
use kifu_record::GameRecord;
use kifu_record::formats::{FileText, OutsideGames};
use kifu_record::poison::IgnorePoison;
use std::path::Path;
use std::sync::Mutex;

/// Maximum number of bytes of all games of a book.
pub const MAX_BOOK_BYTES: usize = 64 << 20;

/// Reads all games of a file, a folder or an archive, each as SGF in UTF-8. Fails if there are none, or if they are
/// larger than [`MAX_BOOK_BYTES`].
pub fn read_book(path: &Path) -> Result<Vec<String>> {
    if !path.exists() {
        return Err(Error::new(ErrorKind::NotFound, format!("{} does not exist", path.display()))
            .with_help("name an SGF file, or a folder or an archive of such files"));
    }
    let reader = BookReader::default();
    let job = RootJob {
        scope: RootScope::new(path, None),
        // One thread reads the files in their order.
        threads: 1,
        limits: &Limits { sniff: true, ..Limits::default() },
        time_limit: &FileTimeLimit::default(),
        progress: &ReadProgress::default(),
    };
    let walk = job.run(&reader, &mut |_| Some(()))?;
    let BookTexts { texts, bytes, problem } = reader.0.into_inner().ignore_poison();
    if bytes > MAX_BOOK_BYTES {
        let message = format!("the book is larger than {} MiB", MAX_BOOK_BYTES >> 20);
        return Err(
            Error::new(ErrorKind::Limit, message).with_help("divide the book into smaller files")
        );
    }
    if texts.is_empty() {
        let problem = problem.or(walk.problems.into_iter().next());
        let message = match problem {
            Some(problem) => format!("the book cannot be read: {}", problem.message),
            None => format!("{} has no games", path.display()),
        };
        return Err(Error::new(ErrorKind::NotFound, message)
            .with_help("name an SGF file, or a folder or an archive of such files"));
    }
    Ok(texts)
}

/// Texts of the games that were read so far.
#[derive(Default)]
struct BookTexts {
    texts: Vec<String>,
    /// Number of bytes of all texts, including the one that exceeded the limit.
    bytes: usize,
    /// First file that could not be read.
    problem: Option<Problem>,
}

/// Collects the games of a book.
#[derive(Default)]
struct BookReader(Mutex<BookTexts>);

impl GameVisitor for BookReader {
    type File = ();
    type Worker = ();

    fn worker(&self) {}

    fn recover(&self, (): &mut ()) {}

    /// Extracts the games of the entry itself, because their texts are needed, and skips the reading of records.
    fn begin(&self, (): &mut (), _: &ReadPlace<()>, entry: &Entry) -> bool {
        let all = |_: u32, _: &GameRecord| Some(ExtractOptions::default());
        extract_games(entry, ExportForm::Utf8, &all, &mut |_, game| {
            let mut book = self.0.lock().ignore_poison();
            book.bytes += game.bytes.len();
            if book.bytes <= MAX_BOOK_BYTES
                && let Ok(text) = String::from_utf8(game.bytes)
            {
                book.texts.push(text);
            }
        });
        false
    }

    fn game(&self, (): &mut (), _: &ReadPlace<()>, _: GameRecord, _: Origin, _: &FileText) {}

    fn entry(&self, (): &mut (), _: &ReadPlace<()>, _: &Origin, _: OutsideGames) {}

    fn problem(&self, (): &mut (), _: &ReadPlace<()>, problem: Problem) {
        self.0.lock().ignore_poison().problem.get_or_insert(problem);
    }

    fn end_unit(&self, (): &mut (), _: &ReadPlace<()>) {}

    fn end_file(&self, (): &()) {}

    fn has_failed(&self) -> bool {
        self.0.lock().ignore_poison().bytes > MAX_BOOK_BYTES
    }
}

//! One root: the crawler that finds files and the workers that read them.

use super::{Options, Progress, Session, add_problem, lock};
use crate::crawl::walk::{Found, Met, walk};
use crate::crawl::{self, Entry, FileKind, Problem, ProblemKind, Unit};
use crate::error::{Error, ErrorKind, Result};
use crate::formats;
use crate::index::document::DocumentBuilder;
use crate::index::manifest::{FileLine, MOST_PROBLEMS, Manifest, Tally};
use crate::index::tantivy_error;
use crate::origin::{Origin, path_text};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The state of one file while its units are read.
struct FileState {
    line: Mutex<FileLine>,
    /// Units that are not done, and one for the crawler while it is at the file.
    open: AtomicU64,
    /// The file as it was found.
    found: Found,
    /// Whether the index holds it as it was before.
    known: bool,
    /// Happens when there is something to put in the place of what the index holds.
    replaced: Once,
}

/// A file that is done.
pub(super) struct Done {
    pub(super) line: FileLine,
    /// It could not be read, and the index knew it before: its games stay until it can be read again.
    pub(super) kept: bool,
}

/// A unit on its way to a worker.
struct Job {
    unit: Unit,
    file: Arc<FileState>,
}

/// Units that wait for a worker.
const QUEUE: usize = 64;

/// Reads what changed below a root; gives what the crawler met and the files that were read.
pub(super) fn crawl(
    session: &Session,
    root: &Path,
    manifest: &Manifest,
    options: &Options,
    progress: &Progress,
) -> Result<(Walked, Vec<Done>)> {
    let crawl = Crawl {
        session,
        root: root.into(),
        manifest,
        options,
        progress,
        failure: Mutex::new(None),
        done: Mutex::new(Vec::new()),
    };
    let (sender, receiver) = crossbeam_channel::bounded::<Job>(QUEUE);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build();
    let pool =
        pool.map_err(|error| Error::new(ErrorKind::Io, format!("cannot start threads: {error}")))?;
    let met = std::thread::scope(|scope| {
        let crawler = scope.spawn(|| crawl.walk(sender));
        pool.in_place_scope(|workers| {
            for _ in 0..options.threads {
                workers.spawn(|_| crawl.work(&receiver));
            }
        });
        crawler.join()
    });
    let met = met.map_err(|_| Error::new(ErrorKind::Io, "the walk through the folder failed"))?;
    let Crawl { failure, done, .. } = crawl;
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((met, done))
}

/// A file with such a problem is read again by the next build, although it did not change.
const RETRIED: [ProblemKind; 2] = [ProblemKind::Unreadable, ProblemKind::TooLarge];

/// The work on one root, as crawler and workers share it.
struct Crawl<'s> {
    session: &'s Session,
    root: Arc<Path>,
    manifest: &'s Manifest,
    options: &'s Options,
    progress: &'s Progress,
    failure: Mutex<Option<Error>>,
    done: Mutex<Vec<Done>>,
}

/// What the crawler met.
#[derive(Default)]
pub(super) struct Walked {
    /// The files that are there.
    pub(super) seen: HashSet<String>,
    pub(super) unchanged: u64,
    pub(super) other: u64,
    pub(super) problems: Vec<Problem>,
}

impl Crawl<'_> {
    /// Finds the files first, since only then the time left is known, and hands out their units.
    fn walk(&self, sender: crossbeam_channel::Sender<Job>) -> Walked {
        let mut walked = Walked::default();
        let mut files = Vec::new();
        walk(&self.root, &self.options.limits, &mut |met| match met {
            Met::File(found) => {
                self.progress.files_found.fetch_add(1, Ordering::Relaxed);
                self.progress
                    .bytes_found
                    .fetch_add(found.size, Ordering::Relaxed);
                files.push(found);
            }
            Met::Other => walked.other += 1,
            Met::Problem(problem) => walked.problems.push(problem),
        });
        self.progress.walked.store(true, Ordering::Relaxed);
        for found in files {
            if lock(&self.failure).is_some() {
                break;
            }
            let path = path_text(&found.path);
            let known = self.manifest.files.get(&path);
            let unchanged = known.is_some_and(|line| {
                line.modified != 0
                    && (line.size, line.modified) == (found.size, found.modified)
                    && !self.is_looked_at_anew(&path)
            });
            if unchanged {
                walked.unchanged += 1;
                self.progress.files_done.fetch_add(1, Ordering::Relaxed);
                self.progress
                    .bytes_done
                    .fetch_add(found.size, Ordering::Relaxed);
            } else {
                let known = known.is_some();
                self.open(found, &path, known, &sender);
            }
            walked.seen.insert(path);
        }
        walked
    }

    /// Other members of an archive count once the content of all files does, or no longer.
    fn is_looked_at_anew(&self, path: &str) -> bool {
        self.options.limits.sniff != self.manifest.header.limits.sniff
            && matches!(crawl::file_kind(path), FileKind::Archive(_))
    }

    fn open(&self, found: Found, path: &str, known: bool, sender: &crossbeam_channel::Sender<Job>) {
        let mut line = FileLine {
            path: path.to_owned(),
            size: found.size,
            modified: settled_time(found.modified),
            ..FileLine::default()
        };
        line.tally.files = 1;
        let file = Arc::new(FileState {
            line: Mutex::new(line),
            open: AtomicU64::new(1),
            found,
            known,
            replaced: Once::new(),
        });
        let found = &file.found;
        let opened = catch_unwind(AssertUnwindSafe(|| {
            crawl::open(&found.path, &self.options.limits, &mut |unit| match unit {
                Ok(unit) => {
                    file.open.fetch_add(1, Ordering::AcqRel);
                    // All workers are gone only after a failure, which ends the walk as well.
                    let _ = sender.send(Job {
                        unit,
                        file: file.clone(),
                    });
                }
                Err(problem) => add_problem(&mut lock(&file.line), &problem),
            })
        }));
        if opened.is_err() {
            let origin = Origin::file(found.path.clone());
            add_problem(&mut lock(&file.line), &unexpected(origin));
        }
        self.close(&file);
    }

    /// One of those who work on the file has finished; the last one enters it.
    fn close(&self, file: &FileState) {
        if file.open.fetch_sub(1, Ordering::AcqRel) == 1 {
            let mut line = std::mem::take(&mut *lock(&file.line));
            if file.found.again().as_ref() != Some(&file.found) {
                let message = "was changed while it was read; the next build reads it again";
                let origin = Origin::file(file.found.path.clone());
                let problem = Problem::new(origin, ProblemKind::Unreadable, message);
                add_problem(&mut line, &problem);
            }
            // What could not be read may be readable next time, with other limits or permissions.
            if RETRIED
                .iter()
                .any(|kind| line.tally.problems.contains_key(kind.as_str()))
            {
                line.modified = 0;
            }
            let unreadable = ProblemKind::Unreadable.as_str();
            let is_unread = !file.replaced.is_completed();
            let kept = file.known && is_unread && line.tally.problems.contains_key(unreadable);
            if !kept {
                self.replace(file, &line.path);
            }
            lock(&self.done).push(Done { line, kept });
            self.progress.files_done.fetch_add(1, Ordering::Relaxed);
            self.progress
                .bytes_done
                .fetch_add(file.found.size, Ordering::Relaxed);
        }
    }

    /// Takes what the index held of a file out of it, once.
    fn replace(&self, file: &FileState, path: &str) {
        if file.known {
            file.replaced.call_once(|| self.session.delete(path));
        }
    }

    fn work(&self, jobs: &crossbeam_channel::Receiver<Job>) {
        let builder = || DocumentBuilder::new(self.session.fields.clone(), self.root.clone());
        let mut own = builder();
        for Job { unit, file } in jobs {
            // After a failure the queue is emptied, so that the crawler does not wait for ever.
            if lock(&self.failure).is_none() {
                let size = unit.packed_bytes(file.found.size);
                let path = unit.path().clone();
                let read = catch_unwind(AssertUnwindSafe(|| self.read(&mut own, unit, &file)));
                let (tally, problems) = read.unwrap_or_else(|_| {
                    own = builder();
                    (Tally::default(), vec![unexpected(Origin::file(path))])
                });
                self.progress.bytes_read.fetch_add(size, Ordering::Relaxed);
                let mut line = lock(&file.line);
                line.tally.add(&tally);
                problems
                    .iter()
                    .for_each(|problem| add_problem(&mut line, problem));
            }
            self.close(&file);
        }
    }

    /// Reads a unit and indexes its games.
    fn read(
        &self,
        builder: &mut DocumentBuilder,
        unit: Unit,
        file: &FileState,
    ) -> (Tally, Vec<Problem>) {
        let mut tally = Tally::default();
        let mut problems = Vec::new();
        unit.read(&self.options.limits, &mut |entry| {
            match entry {
                Ok(entry) => {
                    self.replace(file, &path_text(&file.found.path));
                    self.index_entry(builder, entry, &mut tally, &mut problems);
                }
                Err(problem) => problems.push(problem),
            }
            // A unit may be a whole archive, however large.
            if problems.len() >= MOST_PROBLEMS {
                let mut line = lock(&file.line);
                (problems.drain(..)).for_each(|problem| add_problem(&mut line, &problem));
            }
        });
        (tally, problems)
    }

    fn index_entry(
        &self,
        builder: &mut DocumentBuilder,
        entry: Entry,
        tally: &mut Tally,
        problems: &mut Vec<Problem>,
    ) {
        let origin = &entry.origin;
        let read = catch_unwind(AssertUnwindSafe(|| {
            let mut games = 0;
            formats::read_each(&entry.bytes, &mut |mut record, text| {
                games += 1;
                let doc = builder.build(&mut record, &origin.game(games), text);
                self.add_document(doc);
                let name = format!("{} {}", record.format.as_str(), record.start.game.name());
                *tally.games.entry(name).or_default() += 1;
                tally.odd_games += u64::from(!record.diagnostics.is_empty());
            });
            games
        }));
        match read {
            Ok(0) if crawl::file_kind(&origin.file_name()) == FileKind::Perhaps => {}
            Ok(0) => problems.push(no_game(origin.clone(), &entry.bytes)),
            Ok(_) => {}
            Err(_) => problems.push(unexpected(origin.clone())),
        }
    }

    fn add_document(&self, doc: tantivy::TantivyDocument) {
        match self.session.writer.add_document(doc) {
            Ok(_) => {
                self.progress.games.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => {
                let error = || tantivy_error(&self.session.folder, error);
                lock(&self.failure).get_or_insert_with(error);
            }
        }
    }
}

/// Reading is made not to panic; should it, one file must not end the run.
fn unexpected(origin: Origin) -> Problem {
    let message = "reading it failed in a way that it should not; please report the file";
    Problem::new(origin, ProblemKind::Unreadable, message)
}

/// A file without a game, with a word on what it is instead.
fn no_game(origin: Origin, bytes: &[u8]) -> Problem {
    let message = match bytes {
        b"" => "is empty",
        _ if bytes.iter().all(|&byte| byte == 0) => "holds nothing but NUL bytes",
        _ if bytes.trim_ascii() == b"(null)" => "holds `(null)` and no game",
        _ if bytes.starts_with(b"PK") => "is a zip archive under another name",
        _ => "holds no game",
    };
    Problem::new(origin, ProblemKind::NoGame, message)
}

/// A file that was changed just now may change again within the clock's grain: its time is not trusted.
fn settled_time(modified: i64) -> i64 {
    const GRAIN: i64 = 2_000_000_000;
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_nanos() as i64);
    if now.saturating_sub(modified) < GRAIN {
        0
    } else {
        modified
    }
}

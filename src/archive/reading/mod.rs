//! Reads all games of a root on several threads.
//!
//! One crawler thread feeds a bounded queue of units, and workers read and parse them. A [`GameVisitor`] receives the
//! games: a build adds them to its index, the doctor looks for problems in them. The number of threads changes the
//! speed, never what a visitor receives.

mod beside;
mod progress;
pub mod roots;
mod stages;
mod watch;

pub use beside::AnalysisBeside;
pub use progress::ReadProgress;
pub use stages::{Stage, StageTimes};
pub use watch::Patience;

use crate::crawl::walk::{WalkEvent, WalkedFile, walk};
use crate::crawl::{self, ContentStamp, Entry, FileKind, Limits, Problem, ProblemKind};
use crate::crawl::{RootScope, WorkUnit};
use crate::error::{Error, ErrorKind, Limit, Remedy, Result};
use crate::origin::Origin;
use kifu_record::GameRecord;
use kifu_record::formats::{self, FileText, Outside};
use kifu_record::patience::{Interrupted, TimeBudget};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use watch::{End, Post, Watcher};

/// Default number of threads: the number of cores, but at most 8.
pub fn usual_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(8)
}

/// Unit and file to which the item belongs that a visitor receives.
#[derive(Debug)]
pub struct ReadPlace<'j, F> {
    /// Data that the visitor collects about the file.
    pub file: &'j F,
    /// Sequence number of the unit, from 0 in the order of the files and their contents. A single thread works on a
    /// unit from start to end, and units with lower numbers were begun earlier.
    pub turn: u64,
}

/// Receives the games and problems of a root. All threads share it.
pub trait GameVisitor: Sync {
    /// Data that is collected about one file on disk.
    type File: Send + Sync;
    /// State of one thread between games.
    type Worker;

    /// Creates the state of a thread, before its first game and after a panic.
    fn worker(&self) -> Self::Worker;

    /// Discards what is unfinished in the thread's state, after the work on a game was interrupted.
    fn recover(&self, worker: &mut Self::Worker);

    /// Receives a game. The origin contains its number.
    fn game(
        &self,
        worker: &mut Self::Worker,
        at: &ReadPlace<Self::File>,
        record: GameRecord,
        origin: Origin,
        text: &FileText,
    );

    /// Receives the list of all files of the root before any is read, and what else the walk met.
    fn walked(&self, _files: &[WalkedFile], _met: &Walk) {}

    /// Returns true if a member of an archive is known with this content, so that it need not be unpacked.
    fn knows(&self, _file: &Self::File, _origin: &Origin, _content: ContentStamp) -> bool {
        false
    }

    /// Called before an entry is parsed. Returns false to skip it.
    fn begin(
        &self,
        _worker: &mut Self::Worker,
        _at: &ReadPlace<Self::File>,
        _entry: &Entry,
    ) -> bool {
        true
    }

    /// Called after an entry has been parsed, with its number of games and what was read besides them.
    fn entry(
        &self,
        worker: &mut Self::Worker,
        at: &ReadPlace<Self::File>,
        origin: &Origin,
        games: u32,
        outside: Outside,
    );

    /// Called for a problem with a file or member of another shard, which reports it.
    fn elsewhere(&self, _at: &ReadPlace<Self::File>, _problem: &Problem) {}

    /// Receives a file or member that gave no game.
    fn problem(&self, worker: &mut Self::Worker, at: &ReadPlace<Self::File>, problem: Problem);

    /// Called when a unit is finished.
    fn end_turn(&self, worker: &mut Self::Worker, at: &ReadPlace<Self::File>);

    /// Called when all units of a file are finished.
    fn end_file(&self, file: &Self::File);

    /// Returns true to end the work early.
    fn failed(&self) -> bool;
}

/// What the walk through a root met besides the files to read.
#[derive(Debug, Default)]
pub struct Walk {
    /// Number of files below the root whose kind is not read.
    pub other: u64,
    /// Number of files below the root that belong to other shards.
    pub elsewhere: u64,
    /// Number of folders with trash and the like, which were not entered.
    pub passed_folders: u64,
    /// Paths that could not be entered or are not files.
    pub problems: Vec<Problem>,
    /// Files and folders that the system does not let this user read, including those that other shards report.
    pub hidden: HashSet<Arc<Path>>,
}

impl Walk {
    /// Unreadable file or folder that hides a path: the path itself, or a folder around it.
    pub fn hiding<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        if self.hidden.is_empty() {
            return None;
        }
        path.ancestors().find(|place| self.hidden.contains(*place))
    }
}

/// Root to read, with threads, limits and progress.
#[derive(Clone, Debug)]
pub struct RootJob<'o> {
    /// Root, and the shard of it that is read.
    pub part: RootScope,
    /// Number of threads that read games.
    pub threads: usize,
    /// Limits on files and archive members.
    pub limits: &'o Limits,
    /// Time that a thread may spend on one file.
    pub patience: &'o Patience,
    /// Progress of the work, updated by all threads.
    pub progress: &'o ReadProgress,
}

/// State of one file while its units are read.
struct FileInProgress<F> {
    of_visitor: F,
    /// Number of unfinished units, plus one while the crawler splits the file into units.
    open: AtomicU64,
    bytes: u64,
}

/// Unit on its way to a worker.
struct QueuedUnit<F> {
    work: std::result::Result<WorkUnit, Problem>,
    file: Arc<FileInProgress<F>>,
    turn: u64,
}

/// Maximum number of units that wait for a worker. The limit bounds memory; it must hold enough units to keep the
/// workers busy while the crawler opens a file.
const QUEUE: usize = 64;

impl RootJob<'_> {
    /// Reads all games below the root. `select` is called for every file in turn, and returns `None` for a file that is
    /// not to be read.
    pub fn run<T: GameVisitor>(
        &self,
        visitor: &T,
        meet: &mut (dyn FnMut(&WalkedFile) -> Option<T::File> + Send),
    ) -> Result<Walk> {
        let (sender, receiver) = crossbeam_channel::bounded(QUEUE);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()
            .map_err(|error| Error::new(ErrorKind::Io, format!("cannot start threads: {error}")))?;
        let posts = Vec::from_iter((0..self.threads).map(|_| Post::default()));
        let end = End::default();
        let watch = Watcher { posts: &posts, patience: self.patience, progress: self.progress };
        let walk = std::thread::scope(|scope| {
            // The receiver is moved into this scope so that a panic of a worker drops it: otherwise the crawler would
            // wait forever for the queue to empty.
            let receiver = receiver;
            let crawler = scope.spawn(|| self.crawl(visitor, meet, sender));
            // If the watcher thread cannot be started, slow files are not noticed, but the work goes on.
            let _ = std::thread::Builder::new().spawn_scoped(scope, || watch.run(&end));
            let _ended = end.at_drop();
            pool.in_place_scope(|workers| {
                for post in &posts {
                    workers.spawn(|_| self.work(visitor, post, &receiver));
                }
            });
            crawler.join()
        });
        walk.map_err(|_| Error::new(ErrorKind::Io, "the walk through the folder failed"))
    }

    /// Finds all files first, since only then the remaining time can be estimated, and then hands out their units.
    fn crawl<T: GameVisitor>(
        &self,
        visitor: &T,
        meet: &mut dyn FnMut(&WalkedFile) -> Option<T::File>,
        sender: crossbeam_channel::Sender<QueuedUnit<T::File>>,
    ) -> Walk {
        let progress = self.progress;
        let mut met = Walk::default();
        let mut files = Vec::new();
        walk(&self.part, self.limits, &mut |found| match found {
            WalkEvent::File(found) => {
                progress.files_found.fetch_add(1, Ordering::Relaxed);
                let size = found.size;
                progress.bytes_found.fetch_add(size, Ordering::Relaxed);
                files.push(found);
            }
            WalkEvent::Other => met.other += 1,
            WalkEvent::Elsewhere => met.elsewhere += 1,
            WalkEvent::PassedFolder => met.passed_folders += 1,
            WalkEvent::Problem(problem) => {
                if problem.kind == ProblemKind::Unreadable {
                    met.hidden.insert(problem.origin.path.clone());
                }
                if self.part.holds(&problem.origin) {
                    met.problems.push(problem);
                }
            }
        });
        progress.walked.store(true, Ordering::Relaxed);
        visitor.walked(&files, &met);
        let mut turn = 0;
        for found in files {
            if visitor.failed() {
                break;
            }
            match meet(&found) {
                Some(of_visitor) => self.open(visitor, &found, of_visitor, &mut turn, &sender),
                None => self.count_file(found.size),
            }
        }
        met
    }

    fn open<T: GameVisitor>(
        &self,
        visitor: &T,
        found: &WalkedFile,
        of_visitor: T::File,
        turn: &mut u64,
        sender: &crossbeam_channel::Sender<QueuedUnit<T::File>>,
    ) {
        let file =
            Arc::new(FileInProgress { of_visitor, open: AtomicU64::new(1), bytes: found.size });
        let mut send = |work| {
            file.open.fetch_add(1, Ordering::AcqRel);
            let piece = QueuedUnit { work, file: file.clone(), turn: *turn };
            *turn += 1;
            // Sending fails only if all workers have ended after a failure, which ends the walk as well.
            let _ = sender.send(piece);
        };
        let opened = catch_unwind(AssertUnwindSafe(|| {
            let known = |origin: &Origin, content| visitor.knows(&file.of_visitor, origin, content);
            crawl::open_part(&found.path, &self.part, self.limits, &known, &mut send);
        }));
        if opened.is_err() {
            send(Err(unexpected(Origin::file(found.path.clone()))));
        }
        self.close(visitor, &file);
    }

    /// Called when a unit of the file, or splitting it into units, is finished. After the last of these, the visitor is
    /// notified.
    fn close<T: GameVisitor>(&self, visitor: &T, file: &FileInProgress<T::File>) {
        if file.open.fetch_sub(1, Ordering::AcqRel) == 1 {
            visitor.end_file(&file.of_visitor);
            self.count_file(file.bytes);
        }
    }

    fn count_file(&self, bytes: u64) {
        self.progress.files_done.fetch_add(1, Ordering::Relaxed);
        self.progress.bytes_done.fetch_add(bytes, Ordering::Relaxed);
    }

    fn work<T: GameVisitor>(
        &self,
        visitor: &T,
        post: &Post,
        pieces: &crossbeam_channel::Receiver<QueuedUnit<T::File>>,
    ) {
        let mut desk = Desk { job: self, visitor, worker: visitor.worker(), post };
        for QueuedUnit { work, file, turn } in pieces {
            // After a failure the queue is drained, so that the crawler does not wait forever.
            if !visitor.failed() {
                let at = ReadPlace { file: &file.of_visitor, turn };
                match work {
                    Ok(unit) => desk.read(&at, unit, file.bytes),
                    Err(problem) => desk.tell(&at, problem),
                }
                visitor.end_turn(&mut desk.worker, &at);
                post.begin(None);
            }
            self.close(visitor, &file);
        }
    }
}

/// Worker that reads units and passes their games to the visitor.
struct Desk<'d, T: GameVisitor> {
    job: &'d RootJob<'d>,
    visitor: &'d T,
    worker: T::Worker,
    post: &'d Post,
}

impl<T: GameVisitor> Desk<'_, T> {
    fn read(&mut self, at: &ReadPlace<T::File>, unit: WorkUnit, file_bytes: u64) {
        let begun = Instant::now();
        let mut elsewhere = Duration::ZERO;
        let (job, size) = (self.job, unit.packed_bytes(file_bytes));
        let file = Origin::file(unit.path().clone());
        self.post.begin(Some(file.clone()));
        let read = catch_unwind(AssertUnwindSafe(|| {
            unit.read(job.limits, &mut |entry| match entry {
                // A unit may be a large archive, and after a failure the rest of it is not needed.
                _ if self.visitor.failed() => {}
                // Some files can only be assigned to a shard after reading them, so entries of other shards are dropped
                // here.
                Ok(entry) if !job.part.holds(&entry.origin) => {}
                Ok(entry) => {
                    self.post.begin(Some(entry.origin.clone()));
                    let begun = Instant::now();
                    self.read_entry(at, entry);
                    elsewhere += begun.elapsed();
                    self.post.begin(Some(file.clone()));
                }
                Err(problem) => self.tell(at, problem),
            });
        }));
        if read.is_err() {
            self.worker = self.visitor.worker();
            self.problem(at, unexpected(file));
        }
        job.progress.bytes_read.fetch_add(size, Ordering::Relaxed);
        let unpacking = begun.elapsed().saturating_sub(elsewhere);
        job.progress.times.add(Stage::Unpacking, unpacking);
    }

    fn problem(&mut self, at: &ReadPlace<T::File>, problem: Problem) {
        self.visitor.problem(&mut self.worker, at, problem);
    }

    /// Reports a problem, if it belongs to this shard. Each problem is reported by a single shard.
    fn tell(&mut self, at: &ReadPlace<T::File>, problem: Problem) {
        if self.job.part.holds(&problem.origin) {
            self.problem(at, problem);
        } else {
            self.visitor.elsewhere(at, &problem);
        }
    }

    fn read_entry(&mut self, at: &ReadPlace<T::File>, entry: Entry) {
        let (visitor, worker) = (self.visitor, &mut self.worker);
        let origin = &entry.origin;
        if !visitor.begin(worker, at, &entry) {
            return;
        }
        let mut games = 0;
        let (begun, mut visited) = (Instant::now(), Duration::ZERO);
        let enough = TimeBudget::new(None, Some(self.post.enough.clone()));
        let most = usize::try_from(self.job.limits.nodes).unwrap_or(usize::MAX);
        let mut beside = None;
        let read = || {
            let mut analysis = AnalysisBeside::of(&entry, None);
            beside = analysis.as_ref().and_then(|beside| beside.raise_limit(origin));
            formats::read_within(&entry.bytes, most, &mut |mut record, text| {
                games += 1;
                if let Some(analysis) = &mut analysis {
                    analysis.add_to(&mut record, games);
                }
                let begun = Instant::now();
                visitor.game(worker, at, record, origin.game(games), text);
                visited += begun.elapsed();
                self.job.progress.games.fetch_add(1, Ordering::Relaxed);
            })
        };
        let read = catch_unwind(AssertUnwindSafe(|| enough.within(read)));
        let parsing = begun.elapsed().saturating_sub(visited);
        self.job.progress.times.add(Stage::Parsing, parsing);
        if let Some(problem) = beside {
            self.problem(at, problem);
        }
        match read {
            Err(_) => {
                visitor.recover(&mut self.worker);
                self.problem(at, unexpected(origin.clone()));
            }
            Ok(Err(Interrupted)) => {
                visitor.recover(&mut self.worker);
                let limit = self.job.patience.limit.as_secs_f64();
                self.problem(at, too_slow(origin.clone(), limit, games));
            }
            Ok(Ok(outside)) => {
                let is_perhaps = crawl::file_kind(&origin.file_name()) == FileKind::Perhaps;
                if outside.is_cut {
                    self.problem(at, too_many_nodes(origin.clone(), most, games + 1));
                } else if games == 0 && !is_perhaps {
                    self.problem(at, no_game(origin.clone(), &entry.bytes));
                }
                visitor.entry(&mut self.worker, at, origin, games, outside);
            }
        }
    }
}

/// Problem of a file whose reading was ended by the time limit during the game with this number.
fn too_slow(origin: Origin, limit: f64, game: u32) -> Problem {
    let game = game.max(1);
    let message = format!("took longer than {limit} s; it was skipped from game {game} on");
    Problem::new(origin, ProblemKind::TooSlow, message).advise(Remedy::ReadWhole)
}

/// Problem of a file whose reading panicked. Reading is written not to panic; if it does, one file must not end the
/// run.
fn unexpected(origin: Origin) -> Problem {
    let message = "reading it failed in a way that it should not; please report the file";
    Problem::new(origin, ProblemKind::Unreadable, message)
}

/// Problem of a file whose limit of nodes was exceeded in the game with this number.
fn too_many_nodes(origin: Origin, most: usize, game: u32) -> Problem {
    let message = formats::too_many_nodes(most, game);
    let remedy = Remedy::RaiseLimit(Limit::Nodes);
    Problem::new(origin, ProblemKind::TooLarge, message).advise(remedy)
}

/// Problem of a file without a game. The message says what the file is instead.
pub fn no_game(origin: Origin, bytes: &[u8]) -> Problem {
    let message = match bytes {
        b"" => "is empty",
        _ if bytes.iter().all(|&byte| byte == 0) => "holds nothing but NUL bytes",
        _ if bytes.trim_ascii() == b"(null)" => "holds `(null)` and no game",
        _ if bytes.starts_with(b"PK") => "is a zip archive under another name",
        _ => "holds no game",
    };
    Problem::new(origin, ProblemKind::NoGame, message)
}

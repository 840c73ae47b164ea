//! All games of a root, read on several threads.
//!
//! One crawler feeds a bounded queue of units, and workers read and parse them. A [`GameVisitor`] decides what happens
//! to the games: a build adds them to its index, the doctor looks for problems in them. The number of threads changes
//! the speed, never what a visitor receives.

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

/// The number of cores, at most 8.
pub fn usual_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(8)
}

/// Where something was read.
#[derive(Debug)]
pub struct ReadPlace<'j, F> {
    /// What the visitor collects about the file.
    pub file: &'j F,
    /// The number of the piece of work, from 0 in the order of the files and their contents. A single thread works on a
    /// piece from start to end, and pieces with lower numbers were begun earlier.
    pub turn: u64,
}

/// Receives what is read. All threads share it.
pub trait GameVisitor: Sync {
    /// What is collected about one file on disk.
    type File: Send + Sync;
    /// What a thread keeps between games.
    type Worker;

    /// Called when a thread begins.
    fn worker(&self) -> Self::Worker;

    /// Called when the work on a game was broken off, to discard what it left unfinished.
    fn recover(&self, worker: &mut Self::Worker);

    /// Receives a game; the origin has its number.
    fn game(
        &self,
        worker: &mut Self::Worker,
        at: &ReadPlace<Self::File>,
        record: GameRecord,
        origin: Origin,
        text: &FileText,
    );

    /// Receives all files of the root before any is read, and what else the walk met.
    fn walked(&self, _files: &[WalkedFile], _met: &Walk) {}

    /// Whether a member of an archive is known with this content, so that it need not be unpacked.
    fn knows(&self, _file: &Self::File, _origin: &Origin, _content: ContentStamp) -> bool {
        false
    }

    /// Called before an entry is read. Returns whether to read it.
    fn begin(
        &self,
        _worker: &mut Self::Worker,
        _at: &ReadPlace<Self::File>,
        _entry: &Entry,
    ) -> bool {
        true
    }

    /// Called after an entry has been read, with its number of games and what was read besides them.
    fn entry(
        &self,
        worker: &mut Self::Worker,
        at: &ReadPlace<Self::File>,
        origin: &Origin,
        games: u32,
        outside: Outside,
    );

    /// Called for a problem with a file or member of another shard, which tells of it.
    fn elsewhere(&self, _at: &ReadPlace<Self::File>, _problem: &Problem) {}

    /// Receives a file or member that gave no game.
    fn problem(&self, worker: &mut Self::Worker, at: &ReadPlace<Self::File>, problem: Problem);

    /// Called when a piece of work is done.
    fn end_turn(&self, worker: &mut Self::Worker, at: &ReadPlace<Self::File>);

    /// Called when all pieces of a file are done.
    fn end_file(&self, file: &Self::File);

    /// Whether to end the work early.
    fn failed(&self) -> bool;
}

/// What the walk through a root met besides the files to read.
#[derive(Debug, Default)]
pub struct Walk {
    /// Files of other kinds.
    pub other: u64,
    /// Files of other shards.
    pub elsewhere: u64,
    /// Folders of trash and the like, which were not entered.
    pub passed_folders: u64,
    /// What could not be entered or is not a file.
    pub problems: Vec<Problem>,
    /// The files and folders that the system does not let us read, also those of which other shards tell.
    pub hidden: HashSet<Arc<Path>>,
}

impl Walk {
    /// The file or folder that could not be read and that hides a path: itself, or a folder around it.
    pub fn hiding<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        if self.hidden.is_empty() {
            return None;
        }
        path.ancestors().find(|place| self.hidden.contains(*place))
    }
}

/// One root and how it is read.
#[derive(Clone, Debug)]
pub struct RootJob<'o> {
    /// The folder or file, and what is read of it.
    pub part: RootScope,
    /// The number of threads that read games.
    pub threads: usize,
    /// Which files and archive members are taken in.
    pub limits: &'o Limits,
    /// How long a thread may be busy with one file.
    pub patience: &'o Patience,
    /// Updated as the work progresses.
    pub progress: &'o ReadProgress,
}

/// The state of one file while its pieces are read.
struct FileInProgress<F> {
    of_visitor: F,
    /// The number of unfinished pieces, plus one while the crawler is at the file.
    open: AtomicU64,
    bytes: u64,
}

/// Work on its way to a worker.
struct QueuedUnit<F> {
    work: std::result::Result<WorkUnit, Problem>,
    file: Arc<FileInProgress<F>>,
    turn: u64,
}

/// How many pieces may wait for a worker.
const QUEUE: usize = 64;

impl RootJob<'_> {
    /// Reads all games below the root. `meet` is called for every file in turn and returns `None` for a file that is
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
            // Dropped with a worker that panics; otherwise the crawler would wait for somebody to take its pieces.
            let receiver = receiver;
            let crawler = scope.spawn(|| self.crawl(visitor, meet, sender));
            // If another thread cannot be started, nobody watches.
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
            // All workers are gone only after a failure, which also ends the walk.
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

    /// Called when a piece of the file, or its crawling, is finished. After the last one, the visitor is notified.
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

/// A thread that reads pieces of work.
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
                // A unit may be a large archive, and the rest of it is not wanted.
                _ if self.visitor.failed() => {}
                // What a file holds tells whether something comes of it, so some are read in vain.
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

    /// Each problem is told of by a single shard.
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

/// The problem of a file whose reading was ended during the game with this number.
fn too_slow(origin: Origin, limit: f64, game: u32) -> Problem {
    let game = game.max(1);
    let message = format!("took longer than {limit} s; it was skipped from game {game} on");
    Problem::new(origin, ProblemKind::TooSlow, message).advise(Remedy::ReadWhole)
}

/// Reading is written not to panic; if it does, one file must not end the run.
fn unexpected(origin: Origin) -> Problem {
    let message = "reading it failed in a way that it should not; please report the file";
    Problem::new(origin, ProblemKind::Unreadable, message)
}

/// The problem of a file whose nodes are more than wanted in the game with this number.
fn too_many_nodes(origin: Origin, most: usize, game: u32) -> Problem {
    let message = formats::too_many_nodes(most, game);
    let remedy = Remedy::RaiseLimit(Limit::Nodes);
    Problem::new(origin, ProblemKind::TooLarge, message).advise(remedy)
}

/// The problem of a file without a game, saying what the file is instead.
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

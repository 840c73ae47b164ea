//! Reads all games of a root on several threads.
//!
//! One crawler thread feeds a bounded queue of units, and workers read and parse them. A [`GameVisitor`] receives the
//! games: a build adds them to its index, the doctor looks for problems in them. The number of threads changes the
//! speed, never what a visitor receives.

mod progress;
pub mod roots;
mod sidecar_analysis;
mod stages;
mod watchdog;

pub use progress::ReadProgress;
use progress::UnitProgress;
pub use sidecar_analysis::SidecarAnalysis;
pub use stages::{Stage, StageTimes};
pub use watchdog::FileTimeLimit;

use crate::crawl::walk::{WalkEvent, WalkedFile, walk};
use crate::crawl::{self, ContentStamp, Entry, EntryPart, GameListState, GameLists, Limits};
use crate::crawl::{Problem, ProblemKind};
use crate::crawl::{RootScope, UnreadFiles, WorkUnit};
use crate::error::{Error, ErrorKind, Limit, Remedy, Result};
use crate::origin::Origin;
use crossbeam_channel::{Receiver, Sender, TrySendError};
use kifu_record::cancel::{Interrupted, TimeBudget};
use kifu_record::formats::{self, FileText, GameLimit, OutsideGames, ReadLimits};
use kifu_record::text::charset;
use kifu_record::{Code, Diagnostics, GameRecord};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use watchdog::{EndSignal, Watcher, WorkerSlot};

/// Default number of threads: the number of cores, but at most 8.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(8)
}

/// Where an item comes from that a visitor receives: the file, and the unit of work that is a part of the file.
#[derive(Debug)]
pub struct ReadPlace<'j, F> {
    /// Data that the visitor collects about the file on disk, such as its number of games.
    pub file: &'j F,
    /// Sequence number of the unit, from 0 in the order of the files and their contents. A single thread works on a
    /// unit from start to end, and units with lower numbers were begun earlier.
    pub sequence: u64,
}

/// Receives the games and problems of a root. All threads share it.
pub trait GameVisitor: Sync {
    /// Type of the data that a visitor collects about one file on disk.
    type File: Send + Sync;
    /// State of a visitor in one thread, which lasts from game to game.
    type Worker;

    /// Creates the state of a thread, before its first game and after a panic.
    fn worker(&self) -> Self::Worker;

    /// Discards what is unfinished in the thread's state, after a panic or the time limit interrupted the work on a
    /// game.
    fn recover(&self, worker: &mut Self::Worker);

    /// Receives a game. `origin` contains the number of the game in its file.
    fn game(
        &self,
        worker: &mut Self::Worker,
        at: &ReadPlace<Self::File>,
        record: GameRecord,
        origin: Origin,
        text: &FileText,
    );

    /// Receives the list of all files of the root before any of them is read. `_totals` has the numbers of files and
    /// folders that are not read, and the paths with problems.
    fn walk_done(&self, _files: &[WalkedFile], _totals: &WalkTotals) {}

    /// Returns true if a member of an archive is known with this content from an earlier run, so that it need not be
    /// unpacked.
    fn is_known(&self, _file: &Self::File, _origin: &Origin, _content: ContentStamp) -> bool {
        false
    }

    /// True if other threads may read the parts of a long file. Then several threads receive games of one unit, in any
    /// order.
    fn can_share_parts(&self) -> bool {
        false
    }

    /// Called before the bytes of a file or member are parsed, or those of a part of a long file, in the order of the
    /// parts. Returns false to skip them.
    fn begin(
        &self,
        _worker: &mut Self::Worker,
        _at: &ReadPlace<Self::File>,
        _entry: &Entry,
    ) -> bool {
        true
    }

    /// Called after a file or member has been parsed, with what it contains besides games. If other threads may read
    /// the parts of a long file, called after each part.
    fn entry(
        &self,
        worker: &mut Self::Worker,
        at: &ReadPlace<Self::File>,
        origin: &Origin,
        outside: OutsideGames,
    );

    /// Called after a file or member that has games of move lines, or a part of it, has been parsed, with the state of
    /// the game lists from which these games have their players and results.
    fn game_lists(&self, _at: &ReadPlace<Self::File>, _state: GameListState) {}

    /// Called for a problem with a file or member that belongs to another shard. It need not be reported here, because
    /// the reader of that shard reports it.
    fn problem_of_other_shard(&self, _at: &ReadPlace<Self::File>, _problem: &Problem) {}

    /// Receives a file or member that gave no game.
    fn problem(&self, worker: &mut Self::Worker, at: &ReadPlace<Self::File>, problem: Problem);

    /// Called when a unit of work is finished.
    fn end_unit(&self, worker: &mut Self::Worker, at: &ReadPlace<Self::File>);

    /// Called when all units of a file are finished.
    fn end_file(&self, file: &Self::File);

    /// Returns true to end the work early.
    fn has_failed(&self) -> bool;
}

/// What the walk through a root found besides the files to read: numbers of files and folders that are not read, and
/// paths with problems.
#[derive(Debug, Default)]
pub struct WalkTotals {
    /// Number of files below the root whose kind is not read.
    pub other: u64,
    /// Files below the root whose kind is not read, by their endings. Files that belong to another file, such as
    /// `._game.sgf`, are not among them.
    pub unread: UnreadFiles,
    /// Number of files that a pattern takes away.
    pub excluded_files: u64,
    /// Number of folders that a pattern takes away.
    pub excluded_folders: u64,
    /// Number of files below the root that belong to other shards.
    pub other_shards: u64,
    /// Number of folders with trash and the like, which were not entered.
    pub skipped_folders: u64,
    /// Paths that could not be entered or are not files.
    pub problems: Vec<Problem>,
    /// Files and folders that the system does not let this user read, including those that other shards report.
    pub unreadable: HashSet<Arc<Path>>,
}

impl WalkTotals {
    /// The path itself, or a folder around it, if the walk could not read it; `None` otherwise. Nothing is known of a
    /// path below an unreadable folder.
    pub fn unreadable_ancestor<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        if self.unreadable.is_empty() {
            return None;
        }
        path.ancestors().find(|place| self.unreadable.contains(*place))
    }
}

/// Root to read, with threads, limits and progress.
#[derive(Clone, Debug)]
pub struct RootJob<'o> {
    /// Root, and the shard of it that is read.
    pub scope: RootScope,
    /// Number of threads that read games.
    pub threads: usize,
    /// Limits on files and archive members.
    pub limits: &'o Limits,
    /// Time that a thread may spend on one file.
    pub time_limit: &'o FileTimeLimit,
    /// Progress of the work, updated by all threads.
    pub progress: &'o ReadProgress,
}

/// State of one file on disk, from when it is opened until all of its units of work have been read.
struct FileInProgress<F> {
    visitor_file: F,
    /// Number of unfinished units, plus one while the crawler splits the file into units.
    open_units: AtomicU64,
    bytes: u64,
}

/// Unit of work in the queue to the worker threads.
struct QueuedUnit<F> {
    work: std::result::Result<WorkUnit, Problem>,
    file: Arc<FileInProgress<F>>,
    sequence: u64,
    /// Queue for the parts of long files in this unit. The queue ends when no unit has it any more.
    parts: Sender<QueuedPart<F>>,
}

/// Part of a long file in the queue to the worker threads.
struct QueuedPart<F> {
    entry: Entry,
    file: Arc<FileInProgress<F>>,
    sequence: u64,
}

/// Maximum number of parts of long files that wait for a worker, for each thread. A part has some megabytes. If the
/// queue is full, the thread that unpacks the file reads the next part itself.
const MAX_QUEUED_PARTS: usize = 2;

/// Maximum number of units of work that wait for a worker. The limit bounds memory; it must hold enough units to keep
/// the workers busy while the crawler opens a file.
const MAX_QUEUED_UNITS: usize = 64;

/// Number by which the product of an archive's size and [`Limits::ratio`] is divided for the number of nodes that it
/// may have. With the default ratio of 400 that is 8 nodes a byte on disk, and a game (32 nodes) each four bytes. A
/// million games of Leela Zero take 220 bytes in xz and 250 nodes each, so an honest file is far below the limit, and a
/// file of many small equal games is above it.
const RATIO_PER_NODE: u64 = 50;

impl RootJob<'_> {
    /// Reads all games below the root. `select` is called for every file in turn; it returns `None` for a file that is
    /// not to be read, and otherwise what the visitor collects about the file.
    pub fn run<T: GameVisitor>(
        &self,
        visitor: &T,
        select: &mut (dyn FnMut(&WalkedFile) -> Option<T::File> + Send),
    ) -> Result<WalkTotals> {
        let (sender, receiver) = crossbeam_channel::bounded(MAX_QUEUED_UNITS);
        let (part_sender, part_receiver) =
            crossbeam_channel::bounded(MAX_QUEUED_PARTS * self.threads);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()
            .map_err(|error| Error::new(ErrorKind::Io, format!("cannot start threads: {error}")))?;
        let slots = Vec::from_iter((0..self.threads).map(|_| WorkerSlot::default()));
        let end = EndSignal::default();
        let watcher =
            Watcher { slots: &slots, time_limit: self.time_limit, progress: self.progress };
        let walk = std::thread::scope(|scope| {
            // The receiver is moved into this scope so that a panic of a worker drops it: otherwise the crawler would
            // wait forever for the queue to empty.
            let (receiver, part_receiver) = (receiver, part_receiver);
            let crawler = scope.spawn(|| self.crawl(visitor, select, sender, part_sender));
            // If the thread that watches for slow files cannot be started, such files are not noticed, but the work
            // goes on.
            let _ = std::thread::Builder::new().spawn_scoped(scope, || watcher.run(&end));
            let _ended = end.signal_at_drop();
            pool.in_place_scope(|workers| {
                for slot in &slots {
                    workers.spawn(|_| self.work(visitor, slot, &receiver, &part_receiver));
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
        select: &mut dyn FnMut(&WalkedFile) -> Option<T::File>,
        sender: Sender<QueuedUnit<T::File>>,
        parts: Sender<QueuedPart<T::File>>,
    ) -> WalkTotals {
        let progress = self.progress;
        let mut totals = WalkTotals::default();
        let mut files = Vec::new();
        walk(&self.scope, self.limits, &mut |found| match found {
            WalkEvent::File(found) => {
                progress.files_found.fetch_add(1, Ordering::Relaxed);
                let size = found.size;
                progress.bytes_found.fetch_add(size, Ordering::Relaxed);
                files.push(found);
            }
            WalkEvent::Other(path) => {
                totals.other += 1;
                if self.scope.contains(&Origin::file(path.clone())) {
                    totals.unread.add(path);
                }
            }
            WalkEvent::SideFile => totals.other += 1,
            WalkEvent::ExcludedFile => totals.excluded_files += 1,
            WalkEvent::ExcludedFolder => totals.excluded_folders += 1,
            WalkEvent::OtherShard => totals.other_shards += 1,
            WalkEvent::SkippedFolder => totals.skipped_folders += 1,
            WalkEvent::Problem(problem) => {
                if problem.kind == ProblemKind::Unreadable {
                    totals.unreadable.insert(problem.origin.path.clone());
                }
                if self.scope.contains(&problem.origin) {
                    totals.problems.push(problem);
                }
            }
        });
        progress.is_walk_done.store(true, Ordering::Relaxed);
        visitor.walk_done(&files, &totals);
        let mut sequence = 0;
        for found in files {
            if visitor.has_failed() {
                break;
            }
            match select(&found) {
                Some(of_visitor) => {
                    self.queue_units(visitor, &found, of_visitor, &mut sequence, &sender, &parts)
                }
                None => {
                    progress.bytes_read.fetch_add(found.size, Ordering::Relaxed);
                    self.count_file(found.size);
                }
            }
        }
        totals
    }

    fn queue_units<T: GameVisitor>(
        &self,
        visitor: &T,
        found: &WalkedFile,
        visitor_file: T::File,
        sequence: &mut u64,
        sender: &Sender<QueuedUnit<T::File>>,
        parts: &Sender<QueuedPart<T::File>>,
    ) {
        let file = Arc::new(FileInProgress {
            visitor_file,
            open_units: AtomicU64::new(1),
            bytes: found.size,
        });
        let mut send = |work| {
            file.open_units.fetch_add(1, Ordering::AcqRel);
            let (file, parts) = (file.clone(), parts.clone());
            let unit = QueuedUnit { work, file, sequence: *sequence, parts };
            *sequence += 1;
            // Sending to the queue fails only if all workers have ended after a failure, which ends the walk as well.
            let _ = sender.send(unit);
        };
        let opened = catch_unwind(AssertUnwindSafe(|| {
            let known =
                |origin: &Origin, content| visitor.is_known(&file.visitor_file, origin, content);
            crawl::open_scoped(&found.path, &self.scope, self.limits, &known, &mut send);
        }));
        if opened.is_err() {
            send(Err(unexpected(Origin::file(found.path.clone()))));
        }
        self.finish_unit(visitor, &file);
    }

    /// Called when a unit of the file is finished, and when the file has been split into all its units. The last of
    /// these calls notifies the visitor.
    fn finish_unit<T: GameVisitor>(&self, visitor: &T, file: &FileInProgress<T::File>) {
        if file.open_units.fetch_sub(1, Ordering::AcqRel) == 1 {
            visitor.end_file(&file.visitor_file);
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
        slot: &WorkerSlot,
        units: &Receiver<QueuedUnit<T::File>>,
        parts: &Receiver<QueuedPart<T::File>>,
    ) {
        let mut reader =
            UnitReader { job: self, visitor, worker: visitor.worker(), slot, earlier_parts: None };
        // Parts come first: they are in memory, and units may lead to more of them.
        while let Some(next) = next_work(units, parts) {
            match next {
                Work::Unit(unit) => reader.work_on_unit(unit),
                Work::Part(part) => reader.work_on_part(part),
            }
            slot.begin_task(None);
        }
    }
}

/// What a worker does next.
enum Work<F> {
    Unit(QueuedUnit<F>),
    Part(QueuedPart<F>),
}

/// Takes a part, or else a unit; waits for either. `None` when there are no more: all units have been taken, and all
/// those that may lead to parts have been read.
fn next_work<F>(
    units: &Receiver<QueuedUnit<F>>,
    parts: &Receiver<QueuedPart<F>>,
) -> Option<Work<F>> {
    if let Ok(part) = parts.try_recv() {
        return Some(Work::Part(part));
    }
    crossbeam_channel::select! {
        recv(parts) -> part => part.ok().map(Work::Part),
        recv(units) -> unit => match unit {
            Ok(unit) => Some(Work::Unit(unit)),
            Err(_) => parts.recv().ok().map(Work::Part),
        },
    }
}

/// Worker that reads units and passes their games to the visitor.
struct UnitReader<'d, T: GameVisitor> {
    job: &'d RootJob<'d>,
    visitor: &'d T,
    worker: T::Worker,
    slot: &'d WorkerSlot,
    /// Charset, diagnostics and the like that were found outside the games of the long file that is being read, up to
    /// the current part.
    earlier_parts: Option<OutsideGames>,
}

impl<T: GameVisitor> UnitReader<'_, T> {
    fn work_on_unit(&mut self, queued: QueuedUnit<T::File>) {
        let QueuedUnit { work, file, sequence, parts } = queued;
        // After a failure the rest of the queue is taken but not read, so that the crawler does not wait forever for a
        // place in it.
        if !self.visitor.has_failed() {
            let at = ReadPlace { file: &file.visitor_file, sequence };
            match work {
                Ok(unit) => self.read(&at, unit, &file, &parts),
                Err(problem) => self.report(&at, problem),
            }
            self.visitor.end_unit(&mut self.worker, &at);
        }
        self.job.finish_unit(self.visitor, &file);
    }

    fn work_on_part(&mut self, part: QueuedPart<T::File>) {
        let QueuedPart { entry, file, sequence } = part;
        if !self.visitor.has_failed() {
            let at = ReadPlace { file: &file.visitor_file, sequence };
            self.slot.begin_task(Some(entry.origin.clone()));
            self.read_games(&at, entry, file.bytes);
            self.visitor.end_unit(&mut self.worker, &at);
        }
        self.job.finish_unit(self.visitor, &file);
    }

    /// Hands a part of a long file to whichever thread is free.
    fn share_part(
        &mut self,
        entry: Entry,
        at: &ReadPlace<T::File>,
        file: &Arc<FileInProgress<T::File>>,
        parts: &Sender<QueuedPart<T::File>>,
    ) {
        if !self.visitor.begin(&mut self.worker, at, &entry) {
            return;
        }
        file.open_units.fetch_add(1, Ordering::AcqRel);
        let part = QueuedPart { entry, file: file.clone(), sequence: at.sequence };
        match parts.try_send(part) {
            Ok(()) => {}
            Err(TrySendError::Full(part) | TrySendError::Disconnected(part)) => {
                self.read_games(at, part.entry, file.bytes);
                self.job.finish_unit(self.visitor, file);
            }
        }
    }

    fn read(
        &mut self,
        at: &ReadPlace<T::File>,
        unit: WorkUnit,
        file_in_progress: &Arc<FileInProgress<T::File>>,
        parts: &Sender<QueuedPart<T::File>>,
    ) {
        let file_bytes = file_in_progress.bytes;
        let begun = Instant::now();
        let mut parsing_time = Duration::ZERO;
        let job = self.job;
        let mut progress = UnitProgress::new(job.progress, &unit, file_bytes);
        let file = Origin::file(unit.path().clone());
        self.slot.begin_task(Some(file.clone()));
        let read = catch_unwind(AssertUnwindSafe(|| {
            unit.read(job.limits, &mut |entry| match progress.observe(entry) {
                // A unit may be a large archive, and after a failure the rest of it is not needed.
                _ if self.visitor.has_failed() => {}
                // For some files the shard is known only after reading them, so entries of other shards are dropped
                // here.
                Ok(entry) if !job.scope.contains_entry(&entry) => {}
                Ok(entry) => {
                    self.slot.begin_task(Some(entry.origin.clone()));
                    let begun = Instant::now();
                    if entry.part.is_some() && self.visitor.can_share_parts() {
                        self.share_part(entry, at, file_in_progress, parts);
                    } else {
                        self.read_entry(at, entry, file_bytes);
                    }
                    parsing_time += begun.elapsed();
                    self.slot.begin_task(Some(file.clone()));
                }
                Err(problem) => self.report(at, problem),
            });
        }));
        if read.is_err() {
            self.worker = self.visitor.worker();
            self.problem(at, unexpected(file));
        }
        progress.finish();
        let unpacking = begun.elapsed().saturating_sub(parsing_time);
        job.progress.times.add(Stage::Unpacking, unpacking);
    }

    fn problem(&mut self, at: &ReadPlace<T::File>, problem: Problem) {
        self.visitor.problem(&mut self.worker, at, problem);
    }

    /// Reports a problem if it belongs to this shard. Otherwise the reader of another shard reports it.
    fn report(&mut self, at: &ReadPlace<T::File>, problem: Problem) {
        if self.job.scope.contains(&problem.origin) {
            self.problem(at, problem);
        } else {
            self.visitor.problem_of_other_shard(at, &problem);
        }
    }

    fn read_entry(&mut self, at: &ReadPlace<T::File>, entry: Entry, file_bytes: u64) {
        if self.visitor.begin(&mut self.worker, at, &entry) {
            self.read_games(at, entry, file_bytes);
        }
    }

    /// Limits for reading a file, or an archive, that has this size on disk.
    fn read_limits(&self, file_bytes: u64) -> ReadLimits {
        let limits = self.job.limits;
        let as_size = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
        let of_ratio = file_bytes.saturating_mul(limits.ratio) / RATIO_PER_NODE;
        ReadLimits {
            game_nodes: as_size(limits.nodes),
            game_bytes: as_size(limits.game_bytes),
            file_nodes: limits.nodes.max(of_ratio),
        }
    }

    /// For a part of a long file, joins what reading found outside the games (charset, problems, skipped games) with
    /// that of the parts before it; `None` until the last part. If several threads may read the parts, each part is
    /// passed on by itself instead, and so is a file that is read as a whole.
    fn whole_file(
        &mut self,
        outside: OutsideGames,
        part: Option<EntryPart>,
    ) -> Option<OutsideGames> {
        let Some(part) = part.filter(|_| !self.visitor.can_share_parts()) else {
            return Some(outside);
        };
        match &mut self.earlier_parts {
            Some(whole) => whole.add_part(outside),
            None => self.earlier_parts = Some(outside),
        }
        self.earlier_parts.take_if(|_| part.is_last)
    }

    /// Passes on which game lists were read for a file of move lines, and the problems with them.
    fn note_game_lists(&mut self, at: &ReadPlace<T::File>, entry: &Entry, lists: &GameLists) {
        let Some(state) = lists.state_read() else {
            return;
        };
        self.visitor.game_lists(at, state);
        for problem in lists.take_problems() {
            self.problem(at, missing_list(&entry.origin, &problem));
        }
    }

    fn read_games(&mut self, at: &ReadPlace<T::File>, entry: Entry, file_bytes: u64) {
        let limits = self.read_limits(file_bytes);
        let (visitor, worker) = (self.visitor, &mut self.worker);
        let origin = &entry.origin;
        if let Some(part) = entry.part
            && part.is_oversized
        {
            let number = part.place.games_before + 1;
            let problem = skipped_game(origin.clone(), number, GameLimit::Bytes, limits);
            return self.problem(at, problem);
        }
        let mut games = 0;
        let (begun, mut visitor_time) = (Instant::now(), Duration::ZERO);
        let budget = TimeBudget::new(None, Some(self.slot.cancel.clone()));
        let mut limit_problem = None;
        let read = || {
            let mut analysis = SidecarAnalysis::open(&entry, None);
            limit_problem = analysis.as_ref().and_then(|beside| beside.limit_problem(origin));
            let decoded = charset::decode(&entry.bytes);
            formats::read_part(entry.source(), &decoded, limits, &mut |mut record, text, _| {
                games = text.number;
                if let Some(analysis) = &mut analysis {
                    analysis.add_to(&mut record, games);
                }
                let begun = Instant::now();
                visitor.game(worker, at, record, origin.game(games), text);
                visitor_time += begun.elapsed();
                self.job.progress.games.fetch_add(1, Ordering::Relaxed);
            })
        };
        let read = catch_unwind(AssertUnwindSafe(|| budget.run(read)));
        let parsing = begun.elapsed().saturating_sub(visitor_time);
        self.job.progress.times.add(Stage::Parsing, parsing);
        if let Some(problem) = limit_problem {
            self.problem(at, problem);
        }
        if let Some(lists) = &entry.game_lists {
            self.note_game_lists(at, &entry, lists);
        }
        match read {
            Err(_) => {
                visitor.recover(&mut self.worker);
                self.problem(at, unexpected(origin.clone()));
            }
            Ok(Err(Interrupted)) => {
                visitor.recover(&mut self.worker);
                let limit = self.job.time_limit.limit.as_secs_f64();
                self.problem(at, too_slow(origin.clone(), limit, games));
            }
            Ok(Ok(outside)) => {
                let reading = self.job.scope.reading(origin, self.job.limits.sniff);
                for &(number, limit) in &outside.skipped {
                    self.problem(at, skipped_game(origin.clone(), number, limit, limits));
                }
                if outside.is_cut {
                    let next = outside.last_number + 1;
                    self.problem(at, too_many_nodes(origin.clone(), outside.file_nodes, next));
                } else if outside.last_number == 0 && !reading.may_hold_none() {
                    let problem = no_game(origin.clone(), &entry.bytes, &outside.diagnostics);
                    self.problem(at, problem);
                }
                if let Some(outside) = self.whole_file(outside, entry.part) {
                    visitor.entry(&mut self.worker, at, origin, outside);
                }
            }
        }
    }
}

/// Problem of a file of move lines beside which a game list was left out, wholly or in part.
fn missing_list(file: &Origin, problem: &Problem) -> Problem {
    let (list, why) = (&problem.origin, &problem.message);
    let message = format!("the game list {list} was left out or read in part: {why}");
    Problem::new(file.clone(), problem.kind, message).with_remedy(problem.remedy.clone())
}

/// Problem of a file whose reading was ended by the time limit during the game with this number.
fn too_slow(origin: Origin, limit: f64, game: u32) -> Problem {
    let game = game.max(1);
    let message = format!("took longer than {limit} s; it was skipped from game {game} on");
    Problem::new(origin, ProblemKind::TooSlow, message).with_remedy(Remedy::ReadWhole)
}

/// Problem of a file whose reading panicked. Reading is written not to panic; if it does, one file must not end the
/// run.
fn unexpected(origin: Origin) -> Problem {
    let message = "reading failed because of a bug in this program; please report the file";
    Problem::new(origin, ProblemKind::Unreadable, message)
}

/// Problem of a file whose limit of nodes was exceeded in the game with this number.
fn too_many_nodes(origin: Origin, max_nodes: u64, game: u32) -> Problem {
    let message = formats::too_many_nodes_message(max_nodes, game);
    let remedy = Remedy::RaiseLimit(Limit::Nodes);
    Problem::new(origin, ProblemKind::TooLarge, message).with_remedy(remedy)
}

/// Problem of a game that was skipped because it exceeds a limit for one game.
fn skipped_game(origin: Origin, game: u32, limit: GameLimit, limits: ReadLimits) -> Problem {
    let message = formats::skipped_game_message(game, limit, limits);
    let remedy = Remedy::RaiseLimit(match limit {
        GameLimit::Nodes => Limit::Nodes,
        GameLimit::Bytes => Limit::Game,
    });
    Problem::new(origin, ProblemKind::TooLarge, message).with_remedy(remedy)
}

/// Problem of a file without a game. The message says what the file contains instead, or why a table gave no game.
pub fn no_game(origin: Origin, bytes: &[u8], outside: &Diagnostics) -> Problem {
    let message = match bytes {
        b"" => "is empty",
        _ if bytes.iter().all(|&byte| byte == 0) => "holds nothing but NUL bytes",
        _ if bytes.trim_ascii() == b"(null)" => "holds `(null)` and no game",
        _ if bytes.starts_with(b"PK") => "is a zip archive under another name",
        _ => match outside.iter().find(|diagnostic| diagnostic.code == Code::BadRow) {
            Some(reason) => &reason.message,
            None => "holds no game",
        },
    };
    Problem::new(origin, ProblemKind::NoGame, message)
}

//! Games that several threads read, delivered in the order of the files.
//!
//! Each unit of work (a file, or a part of a large archive) has a sequence number and a queue. The results made of its
//! games wait in the queue until all earlier units are done. The worker on the current unit may fill its own queue; all
//! others share a limit on the results that wait. So memory stays bounded, and no two threads wait for each other.

use crate::interruptible::SIGNAL_INTERVAL;
use kifu_index::crawl::{Limits, Problem, RootScope};
use kifu_index::error::Error;
use kifu_index::formats::{FileText, OutsideGames};
use kifu_index::origin::Origin;
use kifu_index::reading::{FileTimeLimit, GameVisitor, ReadPlace, ReadProgress, RootJob};
use kifu_index::record::poison::IgnorePoison;
use kifu_index::record::{GameRecord, Replayer};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// Number of results, each made of one game, that a worker hands over together as a chunk.
const CHUNK_RESULTS: usize = 32;

/// Maximum number of chunks that may wait in the queues of all units after the current one.
const MAX_WAITING_CHUNKS: usize = 64;

/// Turns a game into a result, such as a row of a table.
pub(crate) trait GameMapper: Send + Sync + 'static {
    /// Result made of one game, such as a row of a table.
    type Output: Send + 'static;

    /// Turns a game into a result. The replayer can be reused from game to game.
    fn map_game(
        &self,
        record: GameRecord,
        origin: Origin,
        text: &FileText,
        replayer: &mut Replayer,
    ) -> Self::Output;
}

/// Results of one unit of work that have not been taken yet.
struct Queue<T> {
    chunks: VecDeque<Vec<T>>,
    is_complete: bool,
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        Queue { chunks: VecDeque::new(), is_complete: false }
    }
}

struct State<T> {
    /// Sequence number of the unit of work whose results the reader takes at present.
    sequence: u64,
    queues: BTreeMap<u64, Queue<T>>,
    waiting_chunks: usize,
    problems: Vec<(u64, Problem)>,
    /// Whether the work succeeded or failed; `None` until it has ended.
    outcome: Option<Result<(), Error>>,
    is_cancelled: bool,
}

struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().ignore_poison()
    }

    fn push(&self, sequence: u64, chunk: Vec<T>) {
        if chunk.is_empty() {
            return;
        }
        let is_full = |state: &mut State<T>| {
            let queued = state.queues.get(&sequence).map_or(0, |queue| queue.chunks.len());
            let has_capacity = if sequence == state.sequence {
                queued < MAX_WAITING_CHUNKS
            } else {
                state.waiting_chunks < MAX_WAITING_CHUNKS
            };
            !has_capacity && !state.is_cancelled
        };
        let state = self.changed.wait_while(self.lock(), is_full);
        let mut state = state.ignore_poison();
        state.waiting_chunks += 1;
        state.queues.entry(sequence).or_default().chunks.push_back(chunk);
        drop(state);
        self.changed.notify_all();
    }

    fn change(&self, change: impl FnOnce(&mut State<T>)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }
}

/// Answer of a stream when its reader asks for more results.
pub(crate) enum Next<T> {
    /// Results, at least one.
    Some(Vec<T>),
    /// No results yet; the caller may check for signals and ask again.
    Wait,
    /// No more results: everything has been read.
    End,
}

/// A stream of results, while threads read the games. Dropping it cancels their work.
pub(crate) struct Stream<T>(Arc<Shared<T>>);

impl<T: Send + 'static> Stream<T> {
    /// Starts to read everything of a scope, in separate threads.
    pub(crate) fn new<M: GameMapper<Output = T>>(
        scope: RootScope,
        threads: usize,
        limits: Limits,
        mapper: M,
    ) -> std::io::Result<Stream<T>> {
        let state = State {
            sequence: 0,
            queues: BTreeMap::new(),
            waiting_chunks: 0,
            problems: Vec::new(),
            outcome: None,
            is_cancelled: false,
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        let visitor = StreamVisitor { shared: shared.clone(), mapper };
        let run = move || {
            let job = RootJob {
                scope,
                threads,
                limits: &limits,
                time_limit: &FileTimeLimit::default(),
                progress: &ReadProgress::default(),
            };
            let walk = job.run(&visitor, &mut |_| Some(()));
            visitor.shared.change(|state| {
                state.outcome = Some(walk.map(|walk| {
                    let problems = walk.problems.into_iter();
                    state.problems.extend(problems.map(|problem| (u64::MAX, problem)));
                }));
            });
        };
        std::thread::Builder::new().spawn(run)?;
        Ok(Stream(shared))
    }

    /// Returns the next results, or `Wait` after one tick without any.
    pub(crate) fn next(&self) -> Result<Next<T>, Error> {
        let mut state = self.0.lock();
        let mut has_waited = false;
        loop {
            let sequence = state.sequence;
            if let Some(queue) = state.queues.get_mut(&sequence) {
                if let Some(chunk) = queue.chunks.pop_front() {
                    state.waiting_chunks -= 1;
                    self.0.changed.notify_all();
                    return Ok(Next::Some(chunk));
                }
                if queue.is_complete {
                    state.queues.remove(&sequence);
                    state.sequence += 1;
                    self.0.changed.notify_all();
                    continue;
                }
            }
            match state.outcome.take() {
                Some(Ok(())) => {
                    state.outcome = Some(Ok(()));
                    return Ok(Next::End);
                }
                Some(Err(error)) => {
                    state.outcome = Some(Ok(()));
                    return Err(error);
                }
                None if has_waited => return Ok(Next::Wait),
                None => {}
            }
            let waited = self.0.changed.wait_timeout(state, SIGNAL_INTERVAL);
            let (later, timeout) = waited.ignore_poison();
            (state, has_waited) = (later, timeout.timed_out());
        }
    }

    /// Returns the problems of files and members that could not be read so far, in the order of the files.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        let mut problems = self.0.lock().problems.clone();
        problems.sort_by_key(|(turn, _)| *turn);
        problems.into_iter().map(|(_, problem)| problem).collect()
    }
}

impl<T> Drop for Stream<T> {
    fn drop(&mut self) {
        self.0.change(|state| state.is_cancelled = true);
    }
}

/// Visitor that receives the games from the reading threads and turns them into results.
struct StreamVisitor<M: GameMapper> {
    shared: Arc<Shared<M::Output>>,
    mapper: M,
}

/// State of a reading thread: its replayer, and the results that it has not handed over.
struct StreamState<T> {
    replayer: Replayer,
    chunk: Vec<T>,
}

impl<M: GameMapper> GameVisitor for StreamVisitor<M> {
    type File = ();
    type Worker = StreamState<M::Output>;

    fn worker(&self) -> Self::Worker {
        StreamState { replayer: Replayer::new(), chunk: Vec::new() }
    }

    fn recover(&self, worker: &mut Self::Worker) {
        worker.replayer = Replayer::new();
    }

    fn game(
        &self,
        worker: &mut Self::Worker,
        at: &ReadPlace<()>,
        record: GameRecord,
        origin: Origin,
        text: &FileText,
    ) {
        let made = self.mapper.map_game(record, origin, text, &mut worker.replayer);
        worker.chunk.push(made);
        if worker.chunk.len() >= CHUNK_RESULTS {
            self.shared.push(at.sequence, std::mem::take(&mut worker.chunk));
        }
    }

    fn entry(&self, _: &mut Self::Worker, _: &ReadPlace<()>, _: &Origin, _: OutsideGames) {}

    fn problem(&self, _: &mut Self::Worker, at: &ReadPlace<()>, problem: Problem) {
        let mut state = self.shared.lock();
        state.problems.push((at.sequence, problem));
    }

    fn end_unit(&self, worker: &mut Self::Worker, at: &ReadPlace<()>) {
        self.shared.push(at.sequence, std::mem::take(&mut worker.chunk));
        self.shared.change(|state| state.queues.entry(at.sequence).or_default().is_complete = true);
    }

    fn end_file(&self, _: &()) {}

    fn has_failed(&self) -> bool {
        self.shared.lock().is_cancelled
    }
}

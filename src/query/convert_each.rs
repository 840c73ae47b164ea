//! Loads the games of hits and converts them, such as to rows of a table, on all cores and in the order of the hits.
//!
//! Hits are taken in groups. Each group is sorted by segment and document, so that each block of the document store is
//! unpacked once, and cut into chunks for the threads.

use super::hits::{GameParts, Hit, LoadedGame, Loader};
use super::in_order::convert_in_order;
use kifu_archive::error::Result;
use kifu_record::cancel::TimeBudget;
use kifu_record::poison::IgnorePoison;
use kifu_store::index::Index;
use rayon::prelude::*;
use std::ops::{ControlFlow, Range};
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of hits in the first group, and in the largest. The first group is small so that the first results arrive
/// soon, and so that short lists need no second thread.
const FIRST_GROUP_HITS: usize = 256;
const MAX_GROUP_HITS: usize = 8192;

/// Minimum number of hits for which a thread is worth starting.
const MIN_CHUNK_HITS: usize = 128;

/// Number of chunks for each thread, so that no thread waits long for the last chunk of a group.
const CHUNKS_PER_THREAD: usize = 16;

/// Cost of loading one game, in budget steps of about 10 ns.
const LOAD_STEPS: usize = 1000;

/// Loads the games of hits and passes them to `sink` in the order of the hits.
pub fn load_each(
    index: &Index,
    hits: &[Hit],
    mut sink: impl FnMut(LoadedGame) -> Result<()>,
) -> Result<()> {
    let convert = |(): &mut (), _: usize, game| Ok(game);
    let mut sink = |game| sink(game).map(ControlFlow::Continue);
    convert_each(index, hits, GameParts::ALL, &|| Ok(()), &convert, &mut sink)
}

/// Loads parts of the games of hits, converts them on all cores, and passes the results to `sink` in the order of the
/// hits, until `sink` returns `Break` or the time budget is exhausted.
///
/// `convert` also gets the number of the hit in `hits`, and a value that `make` made, such as opened columns. No two
/// threads use one such value at the same time.
pub fn convert_each<C: Send, T: Send>(
    index: &Index,
    hits: &[Hit],
    parts: GameParts,
    make: &(dyn Fn() -> Result<C> + Sync),
    convert: &(dyn Fn(&mut C, usize, LoadedGame) -> Result<T> + Sync),
    sink: &mut dyn FnMut(T) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let conversion = Conversion {
        index,
        hits,
        parts,
        make,
        convert,
        workers: Mutex::default(),
        is_ended: AtomicBool::new(false),
        cancel_only: index.budget().without_deadline(),
    };
    let convert_group = |group| conversion.convert_group(group);
    let mut receive = |result| {
        let received = sink(result);
        if !matches!(received, Ok(ControlFlow::Continue(()))) {
            conversion.is_ended.store(true, Ordering::Relaxed);
        }
        received
    };
    convert_in_order(hits.len(), FIRST_GROUP_HITS..=MAX_GROUP_HITS, &convert_group, &mut receive)
}

/// Hits that are being converted.
struct Conversion<'c, C, T> {
    index: &'c Index,
    hits: &'c [Hit],
    parts: GameParts,
    make: &'c (dyn Fn() -> Result<C> + Sync),
    convert: &'c (dyn Fn(&mut C, usize, LoadedGame) -> Result<T> + Sync),
    /// Workers that no thread uses at the moment. They are used again, because they open columns of every segment.
    workers: Mutex<Vec<Worker<'c, C>>>,
    /// True if the caller needs no more results.
    is_ended: AtomicBool,
    /// Budget that interrupts conversions once the request is cancelled.
    cancel_only: TimeBudget,
}

/// What one thread needs for loading and converting games.
struct Worker<'c, C> {
    loader: Loader<'c>,
    converter: C,
}

/// A hit of a group: its number, and the slot for its result.
type HitSlot<'g, T> = (usize, &'g Hit, &'g mut Option<Result<T>>);

impl<'c, C: Send, T: Send> Conversion<'c, C, T> {
    /// Converts a group of hits. A result is `None` if the budget ended before it was made.
    fn convert_group(&self, group: Range<usize>) -> Vec<Option<Result<T>>> {
        let mut results: Vec<Option<Result<T>>> = group.clone().map(|_| None).collect();
        let hits = self.hits.get(group.clone()).unwrap_or_default();
        let slots = group.zip(hits).zip(&mut results);
        let mut slots: Vec<HitSlot<T>> = slots.map(|((at, hit), slot)| (at, hit, slot)).collect();
        slots.sort_unstable_by_key(|(_, hit, _)| hit.address);
        if slots.len() <= FIRST_GROUP_HITS {
            self.convert_chunk(&mut slots);
        } else {
            let chunks = rayon::current_num_threads() * CHUNKS_PER_THREAD;
            let chunk_len = slots.len().div_ceil(chunks).max(MIN_CHUNK_HITS);
            slots.par_chunks_mut(chunk_len).for_each(|chunk| self.convert_chunk(chunk));
        }
        results
    }

    /// Converts some hits of a group. If that is impossible, the error becomes the result of the first of them.
    fn convert_chunk(&self, chunk: &mut [HitSlot<T>]) {
        let converted = self.cancel_only.run(|| {
            let mut worker = self.take_worker()?;
            self.fill_slots(&mut worker, chunk)?;
            self.workers.lock().ignore_poison().push(worker);
            Ok(())
        });
        // The thread that waits for the results unwinds in the same way.
        let converted =
            converted.unwrap_or_else(|interrupted| resume_unwind(Box::new(interrupted)));
        let first = chunk.iter_mut().min_by_key(|(at, ..)| *at);
        if let Some(((_, _, slot), error)) = first.zip(converted.err()) {
            **slot = Some(Err(error));
        }
    }

    fn take_worker(&self) -> Result<Worker<'c, C>> {
        let idle = self.workers.lock().ignore_poison().pop();
        match idle {
            Some(worker) => Ok(worker),
            None => Ok(Worker { loader: Loader::new(self.index), converter: (self.make)()? }),
        }
    }

    fn fill_slots(&self, worker: &mut Worker<'c, C>, chunk: &mut [HitSlot<T>]) -> Result<()> {
        let hits: Vec<Hit> = chunk.iter().map(|(_, hit, _)| **hit).collect();
        let places = if self.parts.place {
            worker.loader.place_texts(&hits)?
        } else {
            vec![String::new(); hits.len()]
        };
        let mut ticker = self.index.budget().ticker();
        let slots = chunk.iter_mut().zip(&places);
        for ((at, hit, slot), place) in ticker.take_within_budget(LOAD_STEPS, slots) {
            if self.is_ended.load(Ordering::Relaxed) {
                break;
            }
            let game = worker.loader.game_at(hit, place, self.parts);
            **slot = Some(game.and_then(|game| (self.convert)(&mut worker.converter, *at, game)));
        }
        Ok(())
    }
}

//! The memory that requests may take together. Each takes a share before it reads a game, by the size of what it opens.

use kifu_archive::error::{Error, ErrorKind, Limit, Remedy, Result};
use kifu_engine::AskOptions;
use kifu_messages::say;
use kifu_record::poison::IgnorePoison;
use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The time before an answer is due in which it no longer waits for memory. The page of a game of 600,000 moves takes
/// 0.7 s once it has its memory; without this time, 16 clients that asked for such games waited up to 3.9 s.
const WORKING_TIME: Duration = Duration::from_millis(500);
/// How often a request that waits checks whether it still has to.
const LOOK: Duration = Duration::from_millis(50);

/// A value that threads share, and can wait for to change.
#[derive(Default)]
struct Monitor<T> {
    state: Mutex<T>,
    changed: Condvar,
}

impl<T> Monitor<T> {
    fn lock(&self) -> MutexGuard<'_, T> {
        self.state.lock().ignore_poison()
    }

    /// Waits until something can be taken. Where that takes until [`WORKING_TIME`] before the answer is due, or nobody
    /// waits for the answer any longer, it is an error.
    fn wait<R>(&self, within: &AskOptions, mut take: impl FnMut(&mut T) -> Option<R>) -> Result<R> {
        let due = within.deadline.map(|due| due.checked_sub(WORKING_TIME).unwrap_or(due));
        let mut state = self.lock();
        loop {
            if let Some(taken) = take(&mut state) {
                return Ok(taken);
            }
            let cancelled = within.cancel.as_ref();
            let is_late = due.is_some_and(|due| Instant::now() >= due);
            if is_late || cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                let error = Error::new(ErrorKind::Busy, say!("error-busy-memory"));
                return Err(error.help(say!("error-busy-help")));
            }
            let waited = self.changed.wait_timeout(state, LOOK);
            state = waited.ignore_poison().0;
        }
    }

    fn change(&self, change: impl FnOnce(&mut T)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }
}

/// The memory of all requests.
pub(crate) struct Memory {
    /// All of it, in bytes.
    pub all: u64,
    free: Monitor<u64>,
}

/// A part of it; it is free again when this is dropped.
pub(crate) struct MemoryShare {
    memory: Arc<Memory>,
    bytes: u64,
}

impl Memory {
    /// So many bytes.
    pub(crate) fn new(all: u64) -> Arc<Memory> {
        Arc::new(Memory { all, free: Monitor { state: Mutex::new(all), changed: Condvar::new() } })
    }

    /// Takes a part. Waits for others to give theirs back, until the answer is due; an error if there is too little
    /// altogether. Small parts do not wait behind large ones.
    pub(crate) fn take(self: &Arc<Memory>, bytes: u64, within: &AskOptions) -> Result<MemoryShare> {
        if bytes > self.all {
            return Err(self.too_little(bytes));
        }
        self.free.wait(within, |free| {
            *free = free.checked_sub(bytes)?;
            Some(())
        })?;
        Ok(MemoryShare { memory: self.clone(), bytes })
    }

    /// The error for what needs more than there is.
    pub(crate) fn too_little(&self, bytes: u64) -> Error {
        let (needed, all) = (bytes.div_ceil(1 << 20), self.all >> 20);
        let (needed, all) = (needed.to_string(), all.to_string());
        let message = say!("error-game-memory", needed = needed, all = all);
        Error::new(ErrorKind::Limit, message).advise(Remedy::RaiseLimit(Limit::Memory))
    }
}

impl MemoryShare {
    /// Gives back what is more than so many bytes.
    pub(crate) fn shrink(&mut self, bytes: u64) {
        let more = self.bytes.saturating_sub(bytes);
        self.bytes -= more;
        self.memory.free.change(|free| *free += more);
    }
}

impl Drop for MemoryShare {
    fn drop(&mut self) {
        self.shrink(0);
    }
}

/// Names of what is being read, so that nobody reads the same at the same time.
#[derive(Default)]
pub(crate) struct ReadTurns(Monitor<HashSet<String>>);

/// The right to read something; the next one has it when this is dropped.
pub(crate) struct ReadTurn<'t> {
    turns: &'t ReadTurns,
    name: String,
}

impl ReadTurns {
    /// Waits until nobody else reads what has this name.
    pub(crate) fn take(&self, name: &str, within: &AskOptions) -> Result<ReadTurn<'_>> {
        let free = |names: &mut HashSet<String>| names.insert(name.to_owned()).then_some(());
        self.0.wait(within, free)?;
        Ok(ReadTurn { turns: self, name: name.to_owned() })
    }
}

impl Drop for ReadTurn<'_> {
    fn drop(&mut self) {
        self.turns.0.change(|names| {
            names.remove(&self.name);
        });
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Nobody waits any longer.
    fn at_once() -> AskOptions {
        AskOptions { deadline: Some(Instant::now()), ..AskOptions::default() }
    }

    #[test]
    fn shares_are_given_back_and_never_more_than_there_is() {
        let memory = Memory::new(100);
        let mut large = memory.take(70, &at_once()).unwrap();
        let busy = memory.take(40, &at_once()).err().unwrap();
        assert_eq!(busy.kind(), ErrorKind::Busy);
        let small = memory.take(30, &at_once()).unwrap();
        large.shrink(20);
        drop(small);
        assert!(memory.take(80, &at_once()).is_ok());
        assert!(memory.take(81, &at_once()).is_err());
        drop(large);
        assert!(memory.take(100, &at_once()).is_ok());
        let never = memory.take(101, &AskOptions::default()).err().unwrap();
        assert_eq!(never.kind(), ErrorKind::Limit);
    }

    #[test]
    fn nobody_waits_into_the_time_that_the_work_takes() {
        let memory = Memory::new(1);
        let _share = memory.take(1, &at_once()).unwrap();
        let began = Instant::now();
        let due = began + WORKING_TIME + Duration::from_millis(100);
        let within = AskOptions { deadline: Some(due), ..AskOptions::default() };
        let busy = memory.take(1, &within).err().unwrap();
        assert_eq!(busy.kind(), ErrorKind::Busy);
        // It did wait while there was time.
        assert!(began.elapsed() >= Duration::from_millis(100));
    }

    #[test]
    fn who_waits_gets_what_is_given_back() {
        let memory = Memory::new(1);
        let share = memory.take(1, &at_once()).unwrap();
        let other = memory.clone();
        let waits = std::thread::spawn(move || other.take(1, &AskOptions::default()).is_ok());
        drop(share);
        assert!(waits.join().unwrap());
    }

    #[test]
    fn one_reads_what_several_want() {
        let turns = ReadTurns::default();
        let first = turns.take("a", &at_once()).unwrap();
        assert!(turns.take("b", &at_once()).is_ok());
        assert!(turns.take("a", &at_once()).is_err());
        drop(first);
        assert!(turns.take("a", &at_once()).is_ok());
    }
}

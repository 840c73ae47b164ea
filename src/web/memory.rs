//! Memory for reading games, which all requests share. Each request reserves a share before it reads a game; the size
//! of the share depends on the size of the file.

use kifu_archive::error::{Error, ErrorKind, Limit, Remedy, Result};
use kifu_engine::AskOptions;
use kifu_messages::say;
use kifu_record::poison::IgnorePoison;
use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Time before the deadline of an answer at which the request stops waiting for memory, so that the rest of the time is
/// left for the work. The page of a game of 600,000 moves takes 0.7 s once it has its memory; without this limit,
/// answers to 16 clients that requested such games took up to 3.9 s.
const WORKING_TIME: Duration = Duration::from_millis(500);
/// Interval at which a request that waits for memory checks whether it was cancelled or is too late.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A value behind a mutex, with a condition variable that signals changes of the value.
#[derive(Default)]
struct Monitor<T> {
    state: Mutex<T>,
    changed: Condvar,
}

impl<T> Monitor<T> {
    fn lock(&self) -> MutexGuard<'_, T> {
        self.state.lock().ignore_poison()
    }

    /// Waits until `take` returns something. Fails when only [`WORKING_TIME`] is left before the deadline of the
    /// answer, or when the request is cancelled.
    fn wait<R>(
        &self,
        options: &AskOptions,
        mut take: impl FnMut(&mut T) -> Option<R>,
    ) -> Result<R> {
        let due = options.deadline.map(|due| due.checked_sub(WORKING_TIME).unwrap_or(due));
        let mut state = self.lock();
        loop {
            if let Some(taken) = take(&mut state) {
                return Ok(taken);
            }
            let cancelled = options.cancel.as_ref();
            let is_late = due.is_some_and(|due| Instant::now() >= due);
            if is_late || cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                let error = Error::new(ErrorKind::Busy, say!("error-busy-memory"));
                return Err(error.with_help(say!("error-busy-help")));
            }
            let waited = self.changed.wait_timeout(state, POLL_INTERVAL);
            state = waited.ignore_poison().0;
        }
    }

    fn change(&self, change: impl FnOnce(&mut T)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }
}

/// Memory for reading games, which all requests share.
pub(crate) struct Memory {
    /// Total number of bytes, reserved and free ones together.
    pub total_bytes: u64,
    free: Monitor<u64>,
}

/// A share of the memory that a request has reserved. Dropping it frees the bytes.
pub(crate) struct MemoryShare {
    memory: Arc<Memory>,
    bytes: u64,
}

impl Memory {
    pub(crate) fn new(all: u64) -> Arc<Memory> {
        Arc::new(Memory {
            total_bytes: all,
            free: Monitor { state: Mutex::new(all), changed: Condvar::new() },
        })
    }

    /// Reserves bytes. If too few are free, it waits for other requests to free theirs until the deadline of the
    /// answer. Fails at once if more bytes are requested than there are in total. Requests for few bytes may overtake
    /// requests for many.
    pub(crate) fn take(
        self: &Arc<Memory>,
        bytes: u64,
        options: &AskOptions,
    ) -> Result<MemoryShare> {
        if bytes > self.total_bytes {
            return Err(self.too_little_error(bytes));
        }
        self.free.wait(options, |free| {
            *free = free.checked_sub(bytes)?;
            Some(())
        })?;
        Ok(MemoryShare { memory: self.clone(), bytes })
    }

    /// Error for work that needs more memory than all requests together may use.
    pub(crate) fn too_little_error(&self, bytes: u64) -> Error {
        let (needed, all) = (bytes.div_ceil(1 << 20), self.total_bytes >> 20);
        let (needed, all) = (needed.to_string(), all.to_string());
        let message = say!("error-game-memory", needed = needed, all = all);
        Error::new(ErrorKind::Limit, message).with_remedy(Remedy::RaiseLimit(Limit::Memory))
    }
}

impl MemoryShare {
    /// Frees all but `bytes` of this share.
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

/// Locks by name, so that no two requests read the same game or archive at the same time.
#[derive(Default)]
pub(crate) struct ReadLocks(Monitor<HashSet<String>>);

/// A held lock of [`ReadLocks`]. Dropping it lets the next request read.
pub(crate) struct ReadLock<'t> {
    locks: &'t ReadLocks,
    name: String,
}

impl ReadLocks {
    /// Waits until no other request reads the game or archive with this name.
    pub(crate) fn take(&self, name: &str, options: &AskOptions) -> Result<ReadLock<'_>> {
        let free = |names: &mut HashSet<String>| names.insert(name.to_owned()).then_some(());
        self.0.wait(options, free)?;
        Ok(ReadLock { locks: self, name: name.to_owned() })
    }
}

impl Drop for ReadLock<'_> {
    fn drop(&mut self) {
        self.locks.0.change(|names| {
            names.remove(&self.name);
        });
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Options whose deadline has already come, so that a request does not wait.
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
    fn waiting_leaves_time_for_the_work() {
        let memory = Memory::new(1);
        let _share = memory.take(1, &at_once()).unwrap();
        let began = Instant::now();
        let due = began + WORKING_TIME + Duration::from_millis(100);
        let within = AskOptions { deadline: Some(due), ..AskOptions::default() };
        let busy = memory.take(1, &within).err().unwrap();
        assert_eq!(busy.kind(), ErrorKind::Busy);
        // The request must have waited until its deadline.
        assert!(began.elapsed() >= Duration::from_millis(100));
    }

    #[test]
    fn a_waiting_request_gets_freed_memory() {
        let memory = Memory::new(1);
        let share = memory.take(1, &at_once()).unwrap();
        let other = memory.clone();
        let waits = std::thread::spawn(move || other.take(1, &AskOptions::default()).is_ok());
        drop(share);
        assert!(waits.join().unwrap());
    }

    #[test]
    fn only_one_request_holds_a_lock() {
        let turns = ReadLocks::default();
        let first = turns.take("a", &at_once()).unwrap();
        assert!(turns.take("b", &at_once()).is_ok());
        assert!(turns.take("a", &at_once()).is_err());
        drop(first);
        assert!(turns.take("a", &at_once()).is_ok());
    }
}

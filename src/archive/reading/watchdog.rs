//! Notices threads that have been busy with one file for a long time.

use super::progress::ReadProgress;
use crate::origin::Origin;
use kifu_record::poison::IgnorePoison;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Time that a thread may spend on one file or member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileTimeLimit {
    /// Time after which the file is reported: processor time of the thread, or wall-clock time if the system does not
    /// report processor time.
    pub limit: Duration,
    /// True to skip and report the rest of the file after the limit. Otherwise it is read to its end, so that a large
    /// valid file is never lost.
    pub skip: bool,
}

impl Default for FileTimeLimit {
    fn default() -> FileTimeLimit {
        FileTimeLimit { limit: Duration::from_secs(30), skip: false }
    }
}

/// Slot in which a worker thread publishes the file or member it is busy with.
#[derive(Default)]
pub(super) struct WorkerSlot {
    task: Mutex<Task>,
    /// Set by the thread that watches for slow files, to cancel the work on the current file.
    pub(super) cancel: Arc<AtomicBool>,
}

#[derive(Default)]
struct Task {
    origin: Option<Origin>,
    /// Number of tasks that the worker has begun. By it the watching thread notices that a new one has begun.
    number: u64,
    clock: Option<Clock>,
}

impl WorkerSlot {
    /// Publishes that the worker begins to read the file or member `origin`, or, with `None`, that it has no task.
    pub(super) fn begin_task(&self, origin: Option<Origin>) {
        let mut task = lock(&self.task);
        task.number += 1;
        task.origin = origin;
        task.clock.get_or_insert_with(Clock::for_this_thread);
        self.cancel.store(false, Ordering::Relaxed);
    }
}

/// Processor time of a thread, readable from other threads.
enum Clock {
    /// File in which Linux reports the processor time: `/proc/PID/task/TID/schedstat`.
    #[cfg(target_os = "linux")]
    Processor(std::path::PathBuf),
    /// Time at which the worker was started, if the system reports no processor time.
    Wall(Instant),
}

impl Clock {
    fn for_this_thread() -> Clock {
        #[cfg(target_os = "linux")]
        if let Ok(thread) = std::fs::read_link("/proc/thread-self") {
            return Clock::Processor(std::path::Path::new("/proc").join(thread).join("schedstat"));
        }
        Clock::Wall(Instant::now())
    }

    fn now(&self) -> Option<Duration> {
        match self {
            // The first number in the file is the time on a processor in nanoseconds.
            #[cfg(target_os = "linux")]
            Clock::Processor(file) => {
                let nanoseconds =
                    std::fs::read_to_string(file).ok()?.split(' ').next()?.parse().ok()?;
                Some(Duration::from_nanos(nanoseconds))
            }
            Clock::Wall(start) => Some(start.elapsed()),
        }
    }
}

/// What the watching thread knows of one worker.
#[derive(Clone, Copy, Default)]
struct WatchedThread {
    number: u64,
    since: Duration,
    is_reported: bool,
}

/// Thread that checks at intervals whether workers have been busy with one file for too long.
pub(super) struct Watcher<'w> {
    pub(super) slots: &'w [WorkerSlot],
    pub(super) time_limit: &'w FileTimeLimit,
    pub(super) progress: &'w ReadProgress,
}

impl Watcher<'_> {
    /// Watches the workers until the work has ended. The interval is a twentieth of the time limit, between 5 and 500
    /// ms.
    pub(super) fn run(&self, end: &EndSignal) {
        let pause = (self.time_limit.limit / 20)
            .clamp(Duration::from_millis(5), Duration::from_millis(500));
        let mut seen = vec![WatchedThread::default(); self.slots.len()];
        while !end.wait(pause) {
            for (slot, seen) in self.slots.iter().zip(&mut seen) {
                self.check_thread(slot, seen);
            }
        }
    }

    fn check_thread(&self, slot: &WorkerSlot, seen: &mut WatchedThread) {
        let task = lock(&slot.task);
        let Some(now) = task.clock.as_ref().and_then(Clock::now) else {
            return;
        };
        if task.number != seen.number {
            *seen = WatchedThread { number: task.number, since: now, is_reported: false };
        }
        let Some(origin) = task.origin.as_ref().filter(|_| !seen.is_reported) else {
            return;
        };
        if now.saturating_sub(seen.since) < self.time_limit.limit {
            return;
        }
        seen.is_reported = true;
        lock(&self.progress.slow).push(origin.clone());
        if self.time_limit.skip {
            slot.cancel.store(true, Ordering::Relaxed);
        }
    }
}

/// Signal to the watching thread that the work has ended. It is also sent if the work panics.
#[derive(Default)]
pub(super) struct EndSignal {
    ended: Mutex<bool>,
    changed: Condvar,
}

impl EndSignal {
    /// Waits for the signal, at most for `pause`. Returns true if the work has ended.
    fn wait(&self, pause: Duration) -> bool {
        let ended = lock(&self.ended);
        let waited = self.changed.wait_timeout_while(ended, pause, |ended| !*ended);
        *waited.ignore_poison().0
    }

    pub(super) fn signal_at_drop(&self) -> impl Drop {
        struct AtDrop<'e>(&'e EndSignal);
        impl Drop for AtDrop<'_> {
            fn drop(&mut self) {
                *lock(&self.0.ended) = true;
                self.0.changed.notify_all();
            }
        }
        AtDrop(self)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().ignore_poison()
}

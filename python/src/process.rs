//! Support for forked processes. A child has the memory of its parent, but only the thread that forked.

use kifu_index::error::{Error, ErrorKind, Remedy};
use kifu_index::record::poison::IgnorePoison;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process::id;
use std::sync::{Mutex, MutexGuard, OnceLock};

/// Id of the process that loaded the module.
static LOADED_BY: OnceLock<u32> = OnceLock::new();

/// Records which process loads the module.
pub(crate) fn record_process() {
    LOADED_BY.get_or_init(id);
}

/// True if this process is a fork of the one that loaded the module.
pub(crate) fn is_fork() -> bool {
    LOADED_BY.get() != Some(&id())
}

/// Starts a pool of threads for one call in a forked process.
///
/// There the threads of rayon's global pool are missing, and waiting for them would never end. In the process that
/// loaded the module the global pool works, so this returns `None`.
pub(crate) fn fork_thread_pool() -> Result<Option<ThreadPool>, Error> {
    if !is_fork() {
        return Ok(None);
    }
    let pool = ThreadPoolBuilder::new().build();
    pool.map(Some)
        .map_err(|error| Error::new(ErrorKind::Io, format!("cannot start threads: {error}")))
}

/// A value with a lock, which the threads of one process share.
///
/// A forked process lacks the threads of the process that it comes from, and a lock that one of them held stays locked.
/// So a forked process neither uses nor drops the value.
pub(crate) struct ProcessLocal<T> {
    process: u32,
    /// `None` only while the wrapper is dropped.
    value: Option<Mutex<T>>,
}

impl<T> ProcessLocal<T> {
    pub(crate) fn new(value: T) -> ProcessLocal<T> {
        let value = Some(Mutex::new(value));
        ProcessLocal { process: id(), value }
    }

    fn mutex(&self) -> Result<&Mutex<T>, Error> {
        let usable = self.value.as_ref().filter(|_| self.process == id());
        usable.ok_or_else(|| {
            let message =
                format!("this was opened by process {}, of which this is a fork", self.process);
            let help = "open it in the process that reads it";
            Error::new(ErrorKind::Stale, message).with_remedy(Remedy::Text(help.into()))
        })
    }

    pub(crate) fn lock(&self) -> Result<MutexGuard<'_, T>, Error> {
        Ok(self.mutex()?.lock().ignore_poison())
    }

    /// Returns the lock of the value if it is free, without waiting.
    pub(crate) fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        self.mutex().ok()?.try_lock().ok()
    }
}

impl<T> Drop for ProcessLocal<T> {
    fn drop(&mut self) {
        if self.process != id() {
            std::mem::forget(self.value.take());
        }
    }
}

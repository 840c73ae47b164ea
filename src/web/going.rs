//! The progress of work on many files.

use kifu_engine::build::ReadProgress;
use std::sync::atomic::{AtomicU64, Ordering};

/// The progress of a build or an examination.
#[derive(Clone, Copy, Debug, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Progress")]
pub(crate) struct JobProgress {
    /// Files found.
    pub files: u64,
    /// Files read.
    pub files_done: u64,
    /// Games read.
    pub games: u64,
    /// Bytes found.
    pub bytes: u64,
    /// Bytes read.
    pub bytes_done: u64,
    /// Whether all games are read and the index is being completed.
    pub finishing: bool,
}

/// The progress of a piece of work.
pub(crate) fn going(progress: &ReadProgress) -> JobProgress {
    let load = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    JobProgress {
        files: load(&progress.files_found),
        files_done: load(&progress.files_done),
        games: load(&progress.games),
        bytes: load(&progress.bytes_found),
        bytes_done: load(&progress.bytes_done).max(load(&progress.bytes_read)),
        finishing: progress.finishing.load(Ordering::Relaxed),
    }
}

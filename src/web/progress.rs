//! Progress of work that reads many files, as answers contain it.

use kifu_engine::build::ReadProgress;
use std::sync::atomic::{AtomicU64, Ordering};

/// Progress of a build of the index, or of an examination of the archive.
#[derive(Clone, Copy, Debug, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Progress")]
pub(crate) struct JobProgress {
    /// Number of files found.
    pub files: u64,
    /// Number of files read.
    pub files_done: u64,
    /// Number of games read.
    pub games: u64,
    /// Number of bytes found.
    pub bytes: u64,
    /// Number of bytes read.
    pub bytes_done: u64,
    /// Whether all games are read and the index is being completed.
    pub finishing: bool,
}

/// Copies the counters of running work, such as a build, into an answer.
pub(crate) fn job_progress(progress: &ReadProgress) -> JobProgress {
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

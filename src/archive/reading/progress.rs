//! Progress counters of a run that reads games.

use super::stages::StageTimes;
use crate::origin::Origin;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

/// Counters of a run that reads games. Other threads may display them while the run goes on.
#[derive(Debug, Default)]
pub struct ReadProgress {
    /// Bytes of the files found so far.
    pub bytes_found: AtomicU64,
    /// Number of files found so far.
    pub files_found: AtomicU64,
    /// True once the walk has found all files.
    pub is_walk_done: AtomicBool,
    /// Bytes of the files and archive members read so far, as they are on disk (packed).
    pub bytes_read: AtomicU64,
    /// Bytes on disk of the files that are finished.
    pub bytes_done: AtomicU64,
    /// Number of files that are finished.
    pub files_done: AtomicU64,
    /// Number of games parsed so far.
    pub games: AtomicU64,
    /// True once all games have been read and the index is being completed.
    pub finishing: AtomicBool,
    /// Files and members on which a thread has spent more than [`FileTimeLimit::limit`](super::FileTimeLimit::limit).
    /// The code that displays them removes them.
    pub slow: Mutex<Vec<Origin>>,
    /// Time spent in each stage so far.
    pub times: Arc<StageTimes>,
}

//! Progress counters of a run that reads games.

use super::stages::StageTimes;
use crate::origin::Origin;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

/// Counters of a run that other threads may display while it goes on.
#[derive(Debug, Default)]
pub struct ReadProgress {
    /// Bytes of the files found so far.
    pub bytes_found: AtomicU64,
    /// Number of files found so far.
    pub files_found: AtomicU64,
    /// True once the walk has found all files.
    pub is_walk_done: AtomicBool,
    /// Bytes of the files and members read so far, in their size on disk.
    pub bytes_read: AtomicU64,
    /// Bytes of finished files.
    pub bytes_done: AtomicU64,
    /// Number of finished files.
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

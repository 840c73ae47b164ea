//! How far the work has got.

use super::stages::StageTimes;
use crate::origin::Origin;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

/// How far the work has progressed, for display.
#[derive(Debug, Default)]
pub struct ReadProgress {
    /// Bytes of the files found so far.
    pub bytes_found: AtomicU64,
    /// Files found so far.
    pub files_found: AtomicU64,
    /// Whether all files have been found.
    pub walked: AtomicBool,
    /// Bytes of files and members read so far, in their size on disk.
    pub bytes_read: AtomicU64,
    /// Bytes of finished files.
    pub bytes_done: AtomicU64,
    /// Number of finished files.
    pub files_done: AtomicU64,
    /// Number of finished games.
    pub games: AtomicU64,
    /// Whether all games have been read and the index is being completed.
    pub finishing: AtomicBool,
    /// Files and members on which a thread has spent more than [`Patience::limit`](super::Patience::limit). Whoever
    /// displays them removes them.
    pub slow: Mutex<Vec<Origin>>,
    /// Where the time went so far.
    pub times: Arc<StageTimes>,
}

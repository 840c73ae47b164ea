//! Progress counters of a run that reads games.

use super::stages::StageTimes;
use crate::crawl::{Entry, Problem, WorkUnit};
use crate::origin::Origin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
    /// Bytes of the files and archive members read so far, as they are on disk (packed). Bytes of files that need not
    /// be read count, too. The counter grows while a large archive is read.
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

/// Bytes of a unit of work that have been added to [`ReadProgress::bytes_read`].
pub(super) struct UnitProgress<'p> {
    progress: &'p ReadProgress,
    /// Counter of the bytes that have been read from disk, if the unit is a whole archive.
    of_archive: Option<Arc<AtomicU64>>,
    /// True if the unit is a file that is not packed.
    is_loose: bool,
    /// Bytes that the unit takes on disk.
    size: u64,
    added: u64,
}

impl<'p> UnitProgress<'p> {
    /// Creates the progress of a unit before it is read. `file_bytes` is the size of its file.
    pub(super) fn new(
        progress: &'p ReadProgress,
        unit: &WorkUnit,
        file_bytes: u64,
    ) -> UnitProgress<'p> {
        UnitProgress {
            progress,
            of_archive: unit.bytes_read(),
            is_loose: unit.is_loose(),
            size: unit.packed_bytes(file_bytes),
            added: 0,
        }
    }

    /// Adds what has been read of the unit before this entry. Returns the entry.
    pub(super) fn observe(&mut self, entry: Result<Entry, Problem>) -> Result<Entry, Problem> {
        if let Some(count) = &self.of_archive {
            self.set(count.load(Ordering::Relaxed));
        } else if self.is_loose
            && let Ok(Entry { part: Some(part), .. }) = &entry
        {
            self.set(part.content.size);
        }
        entry
    }

    /// Adds the rest of a unit that has been read to its end.
    pub(super) fn finish(mut self) {
        self.set(self.size);
    }

    fn set(&mut self, bytes: u64) {
        let bytes = bytes.min(self.size);
        if bytes > self.added {
            self.progress.bytes_read.fetch_add(bytes - self.added, Ordering::Relaxed);
            self.added = bytes;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::crawl::{self, Limits};
    use std::path::Path;

    /// Numbers of bytes read before each entry of a file and at its end, and the size of the file.
    fn observed(path: &Path) -> (Vec<u64>, u64) {
        let size = std::fs::metadata(path).unwrap().len();
        let progress = ReadProgress::default();
        let mut seen = Vec::new();
        let limits = Limits { entry_bytes: 1 << 20, ..Limits::default() };
        crawl::open(&path.into(), &limits, &mut |unit| {
            let unit = unit.unwrap();
            let mut unit_progress = UnitProgress::new(&progress, &unit, size);
            unit.read(&limits, &mut |entry| {
                assert!(unit_progress.observe(entry).is_ok());
                seen.push(progress.bytes_read.load(Ordering::Relaxed));
            });
            unit_progress.finish();
        });
        seen.push(progress.bytes_read.load(Ordering::Relaxed));
        (seen, size)
    }

    #[test]
    fn progress_grows_within_a_large_file() {
        let folder = tempfile::tempdir().unwrap();
        let mut tar = ::tar::Builder::new(Vec::new());
        let mut games = String::new();
        for number in 0..3000u64 {
            let noise = kifu_record::game::hash::stable_hash(&[&number.to_le_bytes()]);
            let game = format!("(;GM[1]PB[{}])", format!("{noise:x}").repeat(30));
            let mut header = ::tar::Header::new_gnu();
            header.set_size(game.len() as u64);
            tar.append_data(&mut header, format!("{number}.sgf"), game.as_bytes()).unwrap();
            games += &game;
            games.push('\n');
        }
        let tar = tar.into_inner().unwrap();
        for (name, bytes) in [("a.tar", tar), ("a.sgf", games.repeat(8).into_bytes())] {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            let (seen, size) = observed(&path);
            assert!(seen.is_sorted(), "{name}");
            assert_eq!(seen.last(), Some(&size), "{name}");
            let mut different = seen;
            different.dedup();
            let halves = different.iter().filter(|&&bytes| bytes < size / 2).count();
            assert!(halves > 0 && different.len() > 2, "{name}: {different:?}");
        }
    }
}

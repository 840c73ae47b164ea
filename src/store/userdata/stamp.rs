//! Stamp of a file: its identity, size and times, which show without reading it that it has changed.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Age from which on a file's times can be trusted. A file that was changed more recently may be changed again without
/// new times: FAT counts in steps of two seconds, ext4 in steps of a few milliseconds.
const TRUSTED_AGE: Duration = Duration::from_secs(3);

/// Stamp of an SQLite file, and of the write-ahead log beside it, into which changes go if somebody has switched the
/// file to one (`PRAGMA journal_mode = wal`).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct FileStamp {
    file: Option<Part>,
    log: Option<Part>,
}

/// Identity, size and times of one file. `changed` is the ctime, which cannot be set, so a copy with the old time of
/// modification (`cp -p`) still differs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Part {
    device: u64,
    inode: u64,
    bytes: u64,
    modified: SystemTime,
    changed: SystemTime,
}

impl FileStamp {
    /// Reads the stamp of a file as it is now.
    pub(super) fn read(path: &Path) -> FileStamp {
        let part = |path: &Path| fs::metadata(path).ok().and_then(|found| Part::of(&found));
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        FileStamp { file: part(path), log: part(Path::new(&log)) }
    }

    /// True if every change of the file after the time `now` must give it another stamp (identity, size and times).
    /// False if there is no file.
    pub(super) fn is_settled(&self, now: SystemTime) -> bool {
        self.file.is_some() && [self.file, self.log].iter().flatten().all(|part| part.is_old(now))
    }
}

/// Maximum number of files of a folder whose stamps are read.
const MAX_TREE_FILES: usize = 10_000;

/// Stamps of a file, or of all files in a folder and in the folders inside it.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct TreeStamp {
    parts: BTreeMap<PathBuf, Part>,
    /// False if the folder has too many files, or if some could not be examined.
    is_complete: bool,
}

impl TreeStamp {
    /// Reads the stamps of the files as they are now.
    pub(super) fn read(path: &Path) -> TreeStamp {
        let mut stamp = TreeStamp { parts: BTreeMap::new(), is_complete: true };
        let mut pending = vec![path.to_owned()];
        while let Some(path) = pending.pop() {
            let found = fs::metadata(&path).ok();
            let Some(part) = found.as_ref().and_then(Part::of) else {
                stamp.is_complete = false;
                continue;
            };
            if stamp.parts.len() >= MAX_TREE_FILES {
                stamp.is_complete = false;
                break;
            }
            if found.is_some_and(|found| found.is_dir()) {
                match fs::read_dir(&path) {
                    Ok(entries) => pending.extend(entries.flatten().map(|entry| entry.path())),
                    Err(_) => stamp.is_complete = false,
                }
            }
            stamp.parts.insert(path, part);
        }
        stamp
    }

    /// True if every change of the files after the time `now` must give them another stamp.
    pub(super) fn is_settled(&self, now: SystemTime) -> bool {
        self.is_complete && self.parts.values().all(|part| part.is_old(now))
    }
}

impl Part {
    /// True if the file was last changed so long ago that any later change shows in its times.
    fn is_old(&self, now: SystemTime) -> bool {
        let last = self.modified.max(self.changed);
        now.duration_since(last).is_ok_and(|since| since > TRUSTED_AGE)
    }

    #[cfg(unix)]
    fn of(found: &Metadata) -> Option<Part> {
        use std::os::unix::fs::MetadataExt;
        let seconds = Duration::from_secs(found.ctime().try_into().ok()?);
        let rest = Duration::from_nanos(found.ctime_nsec().try_into().ok()?);
        Some(Part {
            device: found.dev(),
            inode: found.ino(),
            bytes: found.len(),
            modified: found.modified().ok()?,
            changed: SystemTime::UNIX_EPOCH + seconds + rest,
        })
    }

    #[cfg(not(unix))]
    fn of(found: &Metadata) -> Option<Part> {
        Some(Part {
            device: 0,
            inode: 0,
            bytes: found.len(),
            modified: found.modified().ok()?,
            changed: found.created().ok()?,
        })
    }
}

//! What tells two states of a file apart without reading it.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// A file that was changed less than this before it was looked at may be changed again without another time: FAT counts
/// in steps of two seconds, ext4 in steps of a few milliseconds.
const STEP: Duration = Duration::from_secs(3);

/// Identity, size and times of a file of SQLite, and of the log beside it into which changes go if somebody has
/// switched the file to one (`PRAGMA journal_mode = wal`).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct FileStamp {
    file: Option<Part>,
    log: Option<Part>,
}

/// `changed` cannot be set, so a copy that has the old time of modification (`cp -p`) has another one of these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Part {
    device: u64,
    inode: u64,
    bytes: u64,
    modified: SystemTime,
    changed: SystemTime,
}

impl FileStamp {
    /// That of the file which is there now.
    pub(super) fn of(path: &Path) -> FileStamp {
        let part = |path: &Path| fs::metadata(path).ok().and_then(|found| Part::of(&found));
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        FileStamp { file: part(path), log: part(Path::new(&log)) }
    }

    /// Whether every change after `now` gives another stamp. Without a file there is nothing to tell apart.
    pub(super) fn is_settled(&self, now: SystemTime) -> bool {
        let is_old = |part: &Part| {
            let last = part.modified.max(part.changed);
            now.duration_since(last).is_ok_and(|since| since > STEP)
        };
        self.file.is_some() && [self.file, self.log].iter().flatten().all(is_old)
    }
}

impl Part {
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

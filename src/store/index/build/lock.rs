//! Build lock: one builder at a time, across all processes.

use crate::index::errors::cannot_write;
use crate::index::folder::LOCK_FILE;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_record::date::format_utc;
use serde::{Deserialize, Serialize};
use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;

/// Number of attempts to take a lock that somebody holds, [`LOCK_RETRY_INTERVAL`] apart: about one second in all. Tests
/// do not wait.
const LOCK_ATTEMPTS: usize = if cfg!(test) { 1 } else { 20 };
const LOCK_RETRY_INTERVAL: Duration = Duration::from_millis(50);

/// Content of the lock file: the process that holds the lock.
#[derive(Serialize, Deserialize)]
struct LockHolder {
    process: u32,
    /// Start of the build, in seconds since 1970.
    since: u64,
}

/// Guard of the build lock, held from before the first look at the index until after the last file is deleted.
///
/// tantivy's own lock is not enough: it ends with tantivy's writer, before the build has deleted unused files. The
/// system releases the file lock with the process, however the process ends.
#[derive(Debug)]
pub(super) struct BuildLock {
    _file: File,
}

impl BuildLock {
    /// Takes the exclusive lock of a folder, which must exist.
    pub(super) fn take(folder: &Path) -> Result<BuildLock> {
        let mut file = open_and_lock(folder, File::try_lock)?;
        let holder = LockHolder { process: std::process::id(), since: super::now() };
        // On a full disk the holder is not recorded, so others cannot name it; the lock itself holds nevertheless.
        let _ = serde_json::to_vec(&holder)
            .map_err(Into::into)
            .and_then(|text| file.set_len(0).and_then(|()| file.write_all(&text)));
        Ok(BuildLock { _file: file })
    }

    /// Takes a shared lock: keeps builders out of a folder while it is read, together with other readers.
    pub(super) fn share(folder: &Path) -> Result<BuildLock> {
        let file = open_and_lock(folder, File::try_lock_shared)?;
        Ok(BuildLock { _file: file })
    }
}

/// Returns the error that a build would get now because another one is writing to the index; `None` if none is.
pub fn write_conflict(folder: &Path) -> Option<Error> {
    // A folder without a lock file has no index yet. Asking for a conflict must not create a lock file there.
    if !folder.join(LOCK_FILE).exists() {
        return None;
    }
    let shared = BuildLock::share(folder).err()?;
    (shared.kind() == ErrorKind::Locked).then_some(shared)
}

/// Opens the lock file and locks it, retrying while another process holds it.
fn open_and_lock(
    folder: &Path,
    lock: fn(&File) -> std::result::Result<(), TryLockError>,
) -> Result<File> {
    let fail = |error| {
        cannot_write(folder, error)
            .with_help("the index can be searched, but its folder is not writable")
    };
    let path = folder.join(LOCK_FILE);
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    let file = options.open(&path).map_err(fail)?;
    // Another build may be about to end, and a child process of the holder may keep the lock a moment longer.
    for tries in 1.. {
        match lock(&file) {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if tries < LOCK_ATTEMPTS => {
                std::thread::sleep(LOCK_RETRY_INTERVAL)
            }
            Err(TryLockError::WouldBlock) => return Err(lock_held_error(folder, file)),
            Err(TryLockError::Error(error)) => return Err(fail(error)),
        }
    }
    Ok(file)
}

/// Error for the second builder. It names the process that holds the lock.
fn lock_held_error(folder: &Path, mut file: File) -> Error {
    let mut text = Vec::new();
    let holder: Option<LockHolder> =
        file.read_to_end(&mut text).ok().and_then(|_| serde_json::from_slice(&text).ok());
    let who = holder.map_or_else(String::new, |LockHolder { process, since }| {
        format!(" (process {process}, since {})", format_utc(since))
    });
    let place = folder.display();
    let message = format!("another kifu-index{who} is writing to {place}");
    Error::new(ErrorKind::Locked, message)
        .with_help("wait until it has finished; searching is possible meanwhile")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn second_builder_learns_who_holds_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let first = BuildLock::take(folder.path()).unwrap();
        let error = BuildLock::take(folder.path()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Locked);
        let text = error.to_string();
        let process = format!("(process {}, since 20", std::process::id());
        assert!(text.contains(&process), "{text}");
        drop(first);
        BuildLock::take(folder.path()).unwrap();
    }
}

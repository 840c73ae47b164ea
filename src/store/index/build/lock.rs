//! One builder at a time, across all processes.

use crate::index::failed::cannot_write;
use crate::index::folder::LOCK_FILE;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_record::date::utc;
use serde::{Deserialize, Serialize};
use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;

/// How many times to try for a taken lock, [`PAUSE`] apart.
const TRIES: usize = if cfg!(test) { 1 } else { 20 };
const PAUSE: Duration = Duration::from_millis(50);

/// Who holds the lock, as the file records it.
#[derive(Serialize, Deserialize)]
struct LockHolder {
    process: u32,
    /// Seconds since 1970.
    since: u64,
}

/// Held from before the first look at what the index holds until after the last file is deleted. tantivy's lock ends
/// with its writer, before we have cleaned up after it. The system releases ours with the process, however that ends.
#[derive(Debug)]
pub(super) struct BuildLock {
    _file: File,
}

impl BuildLock {
    /// Takes the lock of a folder, which must exist.
    pub(super) fn take(folder: &Path) -> Result<BuildLock> {
        let mut file = locked(folder, File::try_lock)?;
        let holder = LockHolder { process: std::process::id(), since: super::now() };
        // If there is no space for it, others do not learn who holds the lock; they are kept out all the same.
        let _ = serde_json::to_vec(&holder)
            .map_err(Into::into)
            .and_then(|text| file.set_len(0).and_then(|()| file.write_all(&text)));
        Ok(BuildLock { _file: file })
    }

    /// Keeps builders out of a folder that is read, together with others who read it.
    pub(super) fn share(folder: &Path) -> Result<BuildLock> {
        let file = locked(folder, File::try_lock_shared)?;
        Ok(BuildLock { _file: file })
    }
}

/// The error of a build if somebody else is writing to the index in a folder now.
pub fn writer(folder: &Path) -> Option<Error> {
    // Where there is no index yet, no lock file is made.
    if !folder.join(LOCK_FILE).exists() {
        return None;
    }
    let shared = BuildLock::share(folder).err()?;
    (shared.kind() == ErrorKind::Locked).then_some(shared)
}

/// The lock's file, once it can be locked.
fn locked(folder: &Path, lock: fn(&File) -> std::result::Result<(), TryLockError>) -> Result<File> {
    let fail = |error| {
        cannot_write(folder, error)
            .help("the index can be searched, but its folder is not writable")
    };
    let path = folder.join(LOCK_FILE);
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    let file = options.open(&path).map_err(fail)?;
    // Another build may be about to end; and a program that the holder started may keep the lock for a moment
    // longer.
    for tries in 1.. {
        match lock(&file) {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if tries < TRIES => std::thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => return Err(taken(folder, file)),
            Err(TryLockError::Error(error)) => return Err(fail(error)),
        }
    }
    Ok(file)
}

/// The error that the second builder gets.
fn taken(folder: &Path, mut file: File) -> Error {
    let mut text = Vec::new();
    let holder: Option<LockHolder> =
        file.read_to_end(&mut text).ok().and_then(|_| serde_json::from_slice(&text).ok());
    let who = holder.map_or_else(String::new, |LockHolder { process, since }| {
        format!(" (process {process}, since {})", utc(since))
    });
    let place = folder.display();
    let message = format!("another kifu-index{who} is writing to {place}");
    Error::new(ErrorKind::Locked, message)
        .help("wait until it has finished; searching is possible meanwhile")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_second_is_told_who_was_first() {
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

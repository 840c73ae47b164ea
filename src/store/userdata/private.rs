//! Permissions of the user's files: only the user may read them.

use kifu_record::poison::IgnorePoison;
use std::path::Path;
use std::sync::Mutex;

/// Lock held while a file is created and while one is opened. When a process closes a file, POSIX drops all of its
/// locks on that file, so a file that was just created must be closed before any thread opens it for SQLite.
static OPENING: Mutex<()> = Mutex::new(());

/// Opens a file, creating it first if `is_created`. Only one thread of the process does so at a time.
pub(super) fn open_private<T>(path: &Path, is_created: bool, open: impl FnOnce() -> T) -> T {
    let _guard = OPENING.lock().ignore_poison();
    if is_created {
        create(path);
    }
    open()
}

/// Creates a file that only this user may read, if it does not exist. SQLite gives its journals the same mode. An error
/// is ignored, because opening the file reports it.
#[cfg(unix)]
fn create(path: &Path) {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = std::fs::OpenOptions::new();
    let _ = options.write(true).create_new(true).mode(0o600).open(path);
}

#[cfg(not(unix))]
fn create(_: &Path) {}

/// Removes all access of other users to a file. An error is ignored: the change may be forbidden, or the file system
/// may have no modes.
#[cfg(unix)]
pub(super) fn tighten(path: &Path) {
    use std::fs::{Permissions, metadata, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    let Ok(found) = metadata(path) else { return };
    let mode = found.permissions().mode();
    if mode & 0o077 != 0 {
        let _ = set_permissions(path, Permissions::from_mode(mode & 0o7700));
    }
}

#[cfg(not(unix))]
pub(super) fn tighten(_: &Path) {}

//! The user's files are for the user alone: others on the machine may not read them.

use kifu_record::poison::IgnorePoison;
use std::path::Path;
use std::sync::Mutex;

/// Held while a file is created and while one is opened. The system forgets all locks of a process on a file when the
/// process closes the file once, so a file that was just created must be closed before anybody opens it for SQLite.
static OPENING: Mutex<()> = Mutex::new(());

/// Opens a file that may have to be created first.
pub(super) fn opening<T>(path: &Path, is_created: bool, open: impl FnOnce() -> T) -> T {
    let _alone = OPENING.lock().ignore_poison();
    if is_created {
        create(path);
    }
    open()
}

/// Creates a file of this user alone, if there is none. SQLite gives its journals the mode of the file. Where it cannot
/// be created, opening it says why.
#[cfg(unix)]
fn create(path: &Path) {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = std::fs::OpenOptions::new();
    let _ = options.write(true).create_new(true).mode(0o600).open(path);
}

#[cfg(not(unix))]
fn create(_: &Path) {}

/// Takes from others what they may do with a file. It stays as it is where that is not permitted, or where the file
/// system knows of no modes.
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

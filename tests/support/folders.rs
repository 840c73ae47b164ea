//! Folders that vanish at the end of a test.

use std::path::Path;
use std::sync::LazyLock;
use tempfile::TempDir;

/// A folder that vanishes at the end. It lies in memory where there is room: most tests build an index, and a build
/// waits until the disk has all of it.
pub fn temporary_folder() -> TempDir {
    static MEMORY: LazyLock<Option<&Path>> = LazyLock::new(memory);
    match *MEMORY {
        Some(memory) => tempfile::tempdir_in(memory).expect("a folder in memory"),
        None => folder_on_disk(),
    }
}

/// The same on the disk, for large indexes and for files that are holes.
pub fn folder_on_disk() -> TempDir {
    tempfile::tempdir().expect("a folder on the disk")
}

/// The folder of a file system in memory, if it has room and nobody named another (`TMPDIR`).
fn memory() -> Option<&'static Path> {
    const LEAST: u64 = 1 << 30;
    let memory = Path::new("/dev/shm");
    let is_named = std::env::var_os("TMPDIR").is_some();
    let is_fit = !is_named && room(memory) >= LEAST && tempfile::tempfile_in(memory).is_ok();
    is_fit.then_some(memory)
}

/// The bytes that are free in a file system; none that is known where it cannot be asked.
#[cfg(target_os = "linux")]
fn room(folder: &Path) -> u64 {
    rustix::fs::statvfs(folder).map_or(0, |told| told.f_bavail.saturating_mul(told.f_frsize))
}

#[cfg(not(target_os = "linux"))]
fn room(_: &Path) -> u64 {
    0
}

//! Temporary folders for tests.

use std::path::Path;
use std::sync::LazyLock;
use tempfile::TempDir;

/// Temporary folder that is deleted when the value is dropped. It is in memory if there is space: most tests build an
/// index, and a build waits until its files are on the disk.
pub fn temporary_folder() -> TempDir {
    static MEMORY: LazyLock<Option<&Path>> = LazyLock::new(memory_folder);
    match *MEMORY {
        Some(memory) => tempfile::tempdir_in(memory).expect("a folder in memory"),
        None => folder_on_disk(),
    }
}

/// Temporary folder on the disk, for large indexes and sparse files.
pub fn folder_on_disk() -> TempDir {
    tempfile::tempdir().expect("a folder on the disk")
}

/// In-memory file system `/dev/shm`, if it has 1 GiB free and `TMPDIR` does not name another place.
fn memory_folder() -> Option<&'static Path> {
    const MIN_FREE_BYTES: u64 = 1 << 30;
    let memory = Path::new("/dev/shm");
    let is_named = std::env::var_os("TMPDIR").is_some();
    let is_fit =
        !is_named && free_bytes(memory) >= MIN_FREE_BYTES && tempfile::tempfile_in(memory).is_ok();
    is_fit.then_some(memory)
}

/// Free bytes of a file system; 0 if unknown.
#[cfg(target_os = "linux")]
fn free_bytes(folder: &Path) -> u64 {
    rustix::fs::statvfs(folder).map_or(0, |stats| stats.f_bavail.saturating_mul(stats.f_frsize))
}

#[cfg(not(target_os = "linux"))]
fn room(_: &Path) -> u64 {
    0
}

//! An index folder that may be read without being written to.

use std::io;
use std::path::Path;
use std::sync::Arc;
use tantivy::Directory;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    DirectoryLock, FileHandle, Lock, MmapDirectory, WatchCallback, WatchHandle, WritePtr,
};

/// A folder in which a lock that cannot be written counts as taken.
///
/// The library locks an index for the moment in which it is opened, so that no file of it goes meanwhile. Where the
/// folder cannot be written to, on a DVD or a shared disk, nobody deletes anything either.
#[derive(Clone, Debug)]
pub(super) struct ReadingDirectory(pub(super) MmapDirectory);

impl Directory for ReadingDirectory {
    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
        match self.0.acquire_lock(lock) {
            Err(LockError::IoError(error))
                if matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem) =>
            {
                Ok(DirectoryLock::from(Box::new(())))
            }
            other => other,
        }
    }

    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.0.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.0.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.0.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.0.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.0.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.0.atomic_write(path, data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.0.sync_directory()
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.0.watch(callback)
    }
}

//! Read-only directory that shows the folders of several indexes as one.

use super::IndexDirectory;
use crate::index::folder::TANTIVY_META;
use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;
use tantivy::Directory;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    DirectoryLock, FileHandle, Lock, WatchCallback, WatchCallbackList, WatchHandle, WritePtr,
};

/// Read-only directory over the folders of several indexes. It has its own `meta.json`, which lists the segments of all
/// folders; files that belong to one folder as a whole are not visible.
#[derive(Clone, Debug)]
pub(in crate::index) struct JoinedDirectory {
    folders: Arc<[IndexDirectory]>,
    /// Index of the folder that holds each segment, by the segment's id.
    holders: Arc<HashMap<String, usize>>,
    /// Content of `meta.json`: tantivy's list of all segments.
    meta: Arc<[u8]>,
}

impl JoinedDirectory {
    pub(in crate::index) fn new(
        folders: Vec<IndexDirectory>,
        holders: HashMap<String, usize>,
        meta: Vec<u8>,
    ) -> JoinedDirectory {
        JoinedDirectory { folders: folders.into(), holders: holders.into(), meta: meta.into() }
    }

    fn holder(&self, path: &Path) -> Result<&IndexDirectory, OpenReadError> {
        let name = path.to_str().and_then(|name| name.split('.').next());
        name.and_then(|name| self.folders.get(*self.holders.get(name)?))
            .ok_or_else(|| OpenReadError::FileDoesNotExist(path.to_owned()))
    }
}

fn read_only() -> io::Error {
    io::Error::new(io::ErrorKind::ReadOnlyFilesystem, "several indexes are only read together")
}

impl Directory for JoinedDirectory {
    /// Locks nothing. Two programs that open the same folders in different orders could block each other, and readers
    /// check after opening whether a new commit came meanwhile.
    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.holder(path)?.get_file_handle(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        match self.holder(path) {
            Ok(folder) => folder.exists(path),
            Err(_) => Ok(path == Path::new(TANTIVY_META)),
        }
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        if path == Path::new(TANTIVY_META) {
            return Ok(self.meta.to_vec());
        }
        self.holder(path)?.atomic_read(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        Err(DeleteError::IoError { io_error: Arc::new(read_only()), filepath: path.to_owned() })
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        Err(OpenWriteError::wrap_io_error(read_only(), path.to_owned()))
    }

    fn atomic_write(&self, _: &Path, _: &[u8]) -> io::Result<()> {
        Err(read_only())
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }

    /// Accepts the callback for new commits but never calls it: a newer state of the indexes is opened as a new
    /// directory.
    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchCallbackList::default().subscribe(callback))
    }
}

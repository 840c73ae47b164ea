//! Folder of an index as a tantivy directory. Every file in it is sealed with checksums, and reading it needs no write
//! access.

pub(super) mod joined;

use super::blocks::{Damage, Sealed, SealingWriter, seal};
use super::folder::{TANTIVY_MANAGED, TANTIVY_META};
use super::{mapped, temporary};
use kifu_record::poison::IgnorePoison;
use mapped::MappedFile;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use tantivy::Directory;
use tantivy::directory::error::{
    DeleteError, LockError, OpenDirectoryError, OpenReadError, OpenWriteError,
};
use tantivy::directory::{
    DirectoryLock, FileHandle, Lock, META_LOCK, MmapDirectory, WatchCallback, WatchHandle, WritePtr,
};
use tantivy_common::OwnedBytes;

/// tantivy directory whose files, both tantivy's and ours, carry checksums of their blocks ([`super::blocks`]).
///
/// A lock file that cannot be created counts as taken: on a DVD or a read-only share nobody can delete anything either.
/// tantivy's lock for readers (`META_LOCK`) is never taken. It would keep a builder from deleting a file that a reader
/// is about to open, but a reader that is stopped while it holds the lock would block all others. Instead, a reader
/// checks after opening whether a new commit came meanwhile ([`super::state`]).
#[derive(Clone, Debug)]
pub(super) struct IndexDirectory {
    inner: Box<dyn Directory>,
    /// Path of the folder, if it is on disk.
    folder: Option<PathBuf>,
    /// Directory for mapped files whose pages are released while files are written; set for builds only.
    low_memory: Option<MmapDirectory>,
    /// Cancel flag of a build: once it is set, no segment file is started or completed.
    cancel: Option<Arc<AtomicBool>>,
    /// Files opened so far, with the record of their verified blocks. File names are never reused, so entries stay
    /// valid.
    opened: Arc<Mutex<HashMap<PathBuf, Arc<Sealed>>>>,
    damage: Damage,
    /// tantivy's list of its files, if it changed since the last commit. tantivy writes it for each file; here it is
    /// only written before the next commit, because files that no commit names are found without it
    /// ([`super::leftovers`]).
    pending_managed_list: Arc<Mutex<Option<Vec<u8>>>>,
}

impl IndexDirectory {
    pub(super) fn open(folder: &Path) -> Result<IndexDirectory, OpenDirectoryError> {
        Ok(IndexDirectory {
            folder: Some(folder.to_owned()),
            ..IndexDirectory::with_inner(MmapDirectory::open(folder)?)
        })
    }

    /// Returns the directory in the mode for builds. Files opened from now on take little memory however large they
    /// are, because their pages are released after use. Writes fail once the flag `cancel` is set.
    pub(super) fn low_memory(mut self, cancel: Option<Arc<AtomicBool>>) -> IndexDirectory {
        let folder = self.folder.as_ref();
        self.low_memory = folder.and_then(|folder| MmapDirectory::open(folder).ok());
        self.cancel = cancel;
        self
    }

    fn check_can_write(&self) -> io::Result<()> {
        match &self.cancel {
            Some(cancel) if cancel.load(Ordering::Relaxed) => Err(io::ErrorKind::TimedOut.into()),
            // If a file was cut while it was open, a segment merged from it would hold wrong data under correct
            // checksums, so nothing is written any more.
            _ => self
                .lost_file()
                .map_or(Ok(()), |what| Err(io::Error::new(io::ErrorKind::InvalidData, what))),
        }
    }

    /// Releases the mapped pages of all open files.
    pub(super) fn release_pages(&self) {
        let opened = self.opened.lock().ignore_poison();
        opened.values().for_each(|file| file.release_pages());
    }

    pub(super) fn with_inner(inner: impl Directory) -> IndexDirectory {
        IndexDirectory {
            inner: Box::new(inner),
            folder: None,
            low_memory: None,
            cancel: None,
            opened: Arc::default(),
            damage: Damage::default(),
            pending_managed_list: Arc::default(),
        }
    }

    /// Message of the first damage found in a file.
    pub(super) fn damage(&self) -> Option<String> {
        self.damage.first().map(str::to_owned).or_else(|| self.lost_file())
    }

    /// Message about a file that was cut, or became unreadable, since it was opened. Only the mapping is checked, not
    /// the name: a builder may delete files that are still read.
    pub(super) fn lost_file(&self) -> Option<String> {
        if !mapped::is_handler_installed() {
            return None;
        }
        let opened = self.opened.lock().ignore_poison();
        opened.values().find(|file| file.is_lost()).map(|file| file.lost_error().to_string())
    }

    fn replace(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        // tantivy makes such files readable for their owner only, but an index may be shared between users.
        match &self.folder {
            Some(folder) => temporary::write_atomically(&folder.join(path), &seal(data)),
            None => self.inner.atomic_write(path, &seal(data)),
        }
    }

    fn open_sealed(&self, path: &Path, bytes: &OwnedBytes) -> io::Result<Sealed> {
        Sealed::open(path.display().to_string(), bytes, self.damage.clone())
    }

    /// Opens a file, or returns the open one with its verified blocks.
    pub(super) fn sealed(&self, path: &Path) -> Result<Arc<Sealed>, OpenReadError> {
        let mut opened = self.opened.lock().ignore_poison();
        if let Some(sealed) = opened.get(path) {
            return Ok(sealed.clone());
        }
        let fail = |error| OpenReadError::wrap_io_error(error, path.to_owned());
        let sealed = match &self.low_memory {
            Some(directory) => {
                let file = MappedFile::open(directory, path)?;
                Sealed::open_low_memory(path.display().to_string(), file, self.damage.clone())
            }
            None => {
                let file = self.inner.get_file_handle(path)?;
                let bytes = file.read_bytes(0..file.len()).map_err(fail)?;
                self.open_sealed(path, &bytes)
            }
        };
        let sealed = Arc::new(sealed.map_err(fail)?);
        opened.insert(path.to_owned(), sealed.clone());
        Ok(sealed)
    }
}

impl Directory for IndexDirectory {
    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
        if lock.filepath == META_LOCK.filepath {
            return Ok(DirectoryLock::from(Box::new(())));
        }
        match self.inner.acquire_lock(lock) {
            Err(LockError::IoError(error))
                if matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem) =>
            {
                Ok(DirectoryLock::from(Box::new(())))
            }
            other => other,
        }
    }

    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        Ok(self.sealed(path)?)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        let mut opened = self.opened.lock().ignore_poison();
        opened.remove(path);
        self.inner.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.inner.exists(path)
    }

    /// Opens a new file. An existing file of that name was left by a build that did not finish, since names are never
    /// reused, so it is deleted. tantivy would treat it as an error, and every later build would fail.
    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let fail = |error| OpenWriteError::wrap_io_error(error, path.to_owned());
        self.check_can_write().map_err(fail)?;
        let file = match self.inner.open_write(path) {
            Err(OpenWriteError::FileAlreadyExists(_)) => {
                let fail = |error: DeleteError| {
                    OpenWriteError::wrap_io_error(io::Error::other(error), path.to_owned())
                };
                self.delete(path).map_err(fail)?;
                self.inner.open_write(path)?
            }
            file => file?,
        };
        let writer = match self.low_memory {
            Some(_) => {
                let (directory, ending) = (self.clone(), self.clone());
                let after_window = move || {
                    directory.release_pages();
                    directory.check_can_write()
                };
                SealingWriter::with_checks(file, after_window, move || ending.check_can_write())
            }
            None => SealingWriter::new(file),
        };
        Ok(io::BufWriter::new(Box::new(writer)))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        let fail = |error| OpenReadError::wrap_io_error(error, path.to_owned());
        let bytes = OwnedBytes::new(self.inner.atomic_read(path)?);
        let data = self.open_sealed(path, &bytes).and_then(|file| file.read_all()).map_err(fail)?;
        Ok(data.to_vec())
    }

    /// Writes a file atomically. For `meta.json` the folder is synced too: a published file must be durable before the
    /// files that it replaces are deleted.
    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        let mut managed = self.pending_managed_list.lock().ignore_poison();
        if path == Path::new(TANTIVY_MANAGED) {
            *managed = Some(data.to_vec());
            return Ok(());
        }
        if path != Path::new(TANTIVY_META) {
            return self.replace(path, data);
        }
        if let Some(list) = managed.take() {
            self.replace(Path::new(TANTIVY_MANAGED), &list)?;
        }
        self.replace(path, data)?;
        self.inner.sync_directory()
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.inner.sync_directory()
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.inner.watch(callback)
    }
}

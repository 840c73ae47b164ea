//! The folder of an index. Every file in it is sealed, and reading it needs no write access.

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

/// A folder whose files, both tantivy's and ours, carry checksums of their blocks ([`super::blocks`]).
///
/// A lock that cannot be written counts as taken: if the folder cannot be written to, as on a DVD or a shared disk,
/// nobody deletes anything either. tantivy's lock for readers is never taken. It would keep a builder from deleting
/// what somebody is about to open, but a reader that is stopped while it holds it would stop all others without a word;
/// and whoever opens a state looks whether another one came meanwhile ([`super::state`]).
#[derive(Clone, Debug)]
pub(super) struct IndexDirectory {
    inner: Box<dyn Directory>,
    /// The folder's path, if it is on disk.
    folder: Option<PathBuf>,
    /// The mapped files whose pages are let go as others are written.
    frugal: Option<MmapDirectory>,
    /// Once it is set, no file of a segment is begun, and none is written to its end.
    cancel: Option<Arc<AtomicBool>>,
    /// The files opened so far, with which of their blocks are checked. File names are never reused.
    opened: Arc<Mutex<HashMap<PathBuf, Arc<Sealed>>>>,
    damage: Damage,
    /// What the library has to say of its files since the last commit. It does so for each of them; what no commit
    /// names is found without its list ([`super::leftovers`]), so the list is written before the next commit only.
    managed: Arc<Mutex<Option<Vec<u8>>>>,
}

impl IndexDirectory {
    pub(super) fn open(folder: &Path) -> Result<IndexDirectory, OpenDirectoryError> {
        Ok(IndexDirectory {
            folder: Some(folder.to_owned()),
            ..IndexDirectory::over(MmapDirectory::open(folder)?)
        })
    }

    /// The same for whoever reads all that it writes, until it is cancelled: what is opened from now on takes little
    /// memory, however large.
    pub(super) fn frugal(mut self, cancel: Option<Arc<AtomicBool>>) -> IndexDirectory {
        let folder = self.folder.as_ref();
        self.frugal = folder.and_then(|folder| MmapDirectory::open(folder).ok());
        self.cancel = cancel;
        self
    }

    fn still_wanted(&self) -> io::Result<()> {
        match &self.cancel {
            Some(cancel) if cancel.load(Ordering::Relaxed) => Err(io::ErrorKind::TimedOut.into()),
            // What is merged from a file that was cut meanwhile would be sealed as if it were right.
            _ => self
                .lost()
                .map_or(Ok(()), |what| Err(io::Error::new(io::ErrorKind::InvalidData, what))),
        }
    }

    /// Lets go of the pages of all files that are open.
    pub(super) fn let_go(&self) {
        let opened = self.opened.lock().ignore_poison();
        opened.values().for_each(|file| file.let_go());
    }

    pub(super) fn over(inner: impl Directory) -> IndexDirectory {
        IndexDirectory {
            inner: Box::new(inner),
            folder: None,
            frugal: None,
            cancel: None,
            opened: Arc::default(),
            damage: Damage::default(),
            managed: Arc::default(),
        }
    }

    /// The first damage that was met in a file.
    pub(super) fn damage(&self) -> Option<String> {
        self.damage.met().map(str::to_owned).or_else(|| self.lost())
    }

    /// What is wrong with a file that was cut, or could not be read any more, since it was opened. Its name is not
    /// looked at: a builder deletes files that are still read.
    pub(super) fn lost(&self) -> Option<String> {
        if !mapped::is_watched() {
            return None;
        }
        let opened = self.opened.lock().ignore_poison();
        opened.values().find(|file| file.is_lost()).map(|file| file.lost_error().to_string())
    }

    fn replace(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        // tantivy makes such files readable only for the user who writes them; an index may be shared.
        match &self.folder {
            Some(folder) => temporary::write(&folder.join(path), &seal(data)),
            None => self.inner.atomic_write(path, &seal(data)),
        }
    }

    fn seal_of(&self, path: &Path, bytes: &OwnedBytes) -> io::Result<Sealed> {
        Sealed::open(path.display().to_string(), bytes, self.damage.clone())
    }

    /// Opens a file, or returns the open one with the checks done so far.
    pub(super) fn sealed(&self, path: &Path) -> Result<Arc<Sealed>, OpenReadError> {
        let mut opened = self.opened.lock().ignore_poison();
        if let Some(sealed) = opened.get(path) {
            return Ok(sealed.clone());
        }
        let fail = |error| OpenReadError::wrap_io_error(error, path.to_owned());
        let sealed = match &self.frugal {
            Some(directory) => {
                let file = MappedFile::open(directory, path)?;
                Sealed::open_frugal(path.display().to_string(), file, self.damage.clone())
            }
            None => {
                let file = self.inner.get_file_handle(path)?;
                let bytes = file.read_bytes(0..file.len()).map_err(fail)?;
                self.seal_of(path, &bytes)
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

    /// Names are never reused, so an existing file was left by a build that did not finish. tantivy treats that as an
    /// error, and every build from then on would fail.
    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let fail = |error| OpenWriteError::wrap_io_error(error, path.to_owned());
        self.still_wanted().map_err(fail)?;
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
        let writer = match self.frugal {
            Some(_) => {
                let (directory, ending) = (self.clone(), self.clone());
                let after_window = move || {
                    directory.let_go();
                    directory.still_wanted()
                };
                SealingWriter::with_checks(file, after_window, move || ending.still_wanted())
            }
            None => SealingWriter::new(file),
        };
        Ok(io::BufWriter::new(Box::new(writer)))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        let fail = |error| OpenReadError::wrap_io_error(error, path.to_owned());
        let bytes = OwnedBytes::new(self.inner.atomic_read(path)?);
        let data = self.seal_of(path, &bytes).and_then(|file| file.read_all()).map_err(fail)?;
        Ok(data.to_vec())
    }

    /// A published file must be permanent before the one it replaces may be deleted, so the folder is synced as well.
    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        let mut managed = self.managed.lock().ignore_poison();
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

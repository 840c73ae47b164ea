//! Errors of an index, worded for users.

use kifu_archive::error::{Error, ErrorKind, Remedy, io_reason};
use std::io;
use std::path::Path;
use tantivy::directory::error::{LockError, OpenDirectoryError, OpenReadError, OpenWriteError};

pub(super) fn no_index(folder: &Path) -> Error {
    let message = format!("there is no index in {}", folder.display());
    Error::new(ErrorKind::NoIndex, message).with_remedy(Remedy::Build)
}

/// Error for an index that was open when its folder was deleted or moved.
pub(super) fn index_gone(folder: &Path, error: Error) -> Error {
    if error.kind() != ErrorKind::NoIndex {
        return error;
    }
    let place = folder.display();
    let message =
        format!("the index in {place} is gone: it was deleted or moved after it was opened");
    Error::new(ErrorKind::NoIndex, message).with_remedy(Remedy::Build)
}

pub(super) fn not_an_index(folder: &Path) -> Error {
    let place = folder.display();
    let message = format!("{place} is not an index of kifu-index; nothing was changed");
    Error::new(ErrorKind::NotAnIndex, message).with_remedy(Remedy::OtherIndex)
}

pub(super) fn other_version(folder: &Path) -> Error {
    let place = folder.display();
    let message = format!("the index in {place} was written by another version of kifu-index");
    Error::new(ErrorKind::OtherVersion, message).with_remedy(rebuild_remedy(folder))
}

/// Converts an error of tantivy into one worded for users, with advice.
pub(super) fn tantivy_error(folder: &Path, error: tantivy::TantivyError) -> Error {
    use tantivy::TantivyError as E;
    let place = folder.display();
    match &error {
        E::LockFailure(LockError::IoError(error), _) => Error::io(place, clone_io_error(error))
            .with_help("the index can be searched, but its folder is not writable"),
        E::LockFailure(..) => {
            let message = format!("another kifu-index is writing to {place}");
            Error::new(ErrorKind::Locked, message)
                .with_help("wait until it has finished; searching is possible meanwhile")
        }
        error if is_about_content(error) => damaged(folder, &reason(error)).source(error.clone()),
        // Messages of tantivy's threads are about its internals and of no use to users.
        E::ErrorInThread(_) | E::InternalError(_) => {
            Error::new(ErrorKind::Io, format!("the index in {place} cannot be written"))
                .with_help(help_for(&error))
                .source(error)
        }
        _ => cannot_be_used(place, error),
    }
}

/// Error for a folder that cannot be written to.
pub(super) fn cannot_write(folder: &Path, error: io::Error) -> Error {
    Error::io(format!("cannot write to {}", folder.display()), error)
}

/// Error for an index that the system does not let us read or write.
pub(super) fn cannot_be_used(place: impl std::fmt::Display, error: tantivy::TantivyError) -> Error {
    let message = format!("the index in {place} cannot be used: {}", reason(&error));
    let help = help_for(&error);
    Error::new(ErrorKind::Io, message).with_help(help).source(error)
}

/// Advice for an error of the system, chosen by its kind.
fn help_for(error: &tantivy::TantivyError) -> &'static str {
    use io::ErrorKind as Io;
    let text = error.to_string();
    match io_error(error).map(io::Error::kind) {
        Some(Io::StorageFull | Io::QuotaExceeded) => {
            "make room on the disk; the last complete index is untouched"
        }
        Some(Io::FileTooLarge) => {
            "files may not become so large here (ulimit -f); the last complete index is untouched"
        }
        Some(Io::PermissionDenied) => {
            "this user may not read or write a file there: look at the permissions of the folder and its files"
        }
        Some(Io::ReadOnlyFilesystem) => "its disk can only be read; the index can be searched",
        Some(Io::OutOfMemory) => {
            "there is too little memory, or too little address space (ulimit -v)"
        }
        _ if text.contains("open files") => {
            "allow more open files (ulimit -n), or close other programs"
        }
        _ => DISK_HELP,
    }
}

const DISK_HELP: &str =
    "is the disk full or failing, or the folder not writable? The last complete index is untouched";

pub(super) fn damaged(folder: &Path, reason: &str) -> Error {
    let message = format!("the index in {} is damaged: {reason}", folder.display());
    Error::new(ErrorKind::Damaged, message).with_remedy(rebuild_remedy(folder))
}

/// Error for an index of which a file was cut, or became unreadable, while it was open.
pub(super) fn lost(folder: &Path, reason: &str) -> Error {
    let message = format!("the index in {} is damaged: {reason}", folder.display());
    Error::new(ErrorKind::Lost, message).with_remedy(rebuild_remedy(folder))
}

/// True if a file of the index is missing or has wrong content. All other errors come from the system.
pub(super) fn is_about_content(error: &tantivy::TantivyError) -> bool {
    use io::ErrorKind::{InvalidData, UnexpectedEof};
    use tantivy::TantivyError as E;
    match error {
        // All arguments come from the index itself, such as the number of a document.
        E::DataCorruption(_) | E::IncompatibleIndex(_) | E::InvalidArgument(_) => true,
        E::IoError(_) | E::OpenReadError(OpenReadError::IoError { .. }) => {
            let kind = io_error(error).map(io::Error::kind);
            matches!(kind, Some(InvalidData | UnexpectedEof))
        }
        E::OpenReadError(_) => true,
        _ => false,
    }
}

/// I/O error inside an error of tantivy, if there is one.
fn io_error(error: &tantivy::TantivyError) -> Option<&io::Error> {
    use tantivy::TantivyError as E;
    match error {
        E::IoError(error) | E::LockFailure(LockError::IoError(error), _) => Some(error),
        E::OpenReadError(OpenReadError::IoError { io_error, .. })
        | E::OpenWriteError(OpenWriteError::IoError { io_error, .. })
        | E::OpenDirectoryError(OpenDirectoryError::IoError { io_error, .. }) => Some(io_error),
        _ => None,
    }
}

/// Reason of an error, without the names of tantivy's types.
pub(super) fn reason(error: &tantivy::TantivyError) -> String {
    use tantivy::TantivyError as E;
    match error {
        E::OpenReadError(OpenReadError::FileDoesNotExist(path)) => {
            let name = path.file_name().map(std::ffi::OsStr::to_string_lossy);
            format!("the file {} is missing", name.unwrap_or_default())
        }
        error => io_error(error).map_or_else(|| error.to_string(), io_reason),
    }
}

/// Advice to rebuild an index that cannot be used.
pub(super) fn rebuild_remedy(folder: &Path) -> Remedy {
    Remedy::Rebuild { folder: folder.to_owned() }
}

/// Copies an I/O error. tantivy shares its errors between threads, while ours owns its source.
fn clone_io_error(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use tantivy::TantivyError;

    #[test]
    fn advice_follows_the_reason() {
        use io::ErrorKind::{FileTooLarge, Other, PermissionDenied, StorageFull};
        let help = |kind: io::ErrorKind| {
            let path = PathBuf::from("a.store");
            let error = OpenWriteError::wrap_io_error(kind.into(), path);
            help_for(&TantivyError::from(error))
        };
        assert!(help(PermissionDenied).contains("permissions"));
        assert!(!help(PermissionDenied).contains("disk full"));
        assert!(help(StorageFull).contains("make room"));
        assert!(help(FileTooLarge).contains("ulimit -f"));
        assert_eq!(help(Other), DISK_HELP);
        let open_files = io::Error::other("Too many open files (os error 24)");
        assert!(help_for(&open_files.into()).contains("ulimit -n"));
    }
}

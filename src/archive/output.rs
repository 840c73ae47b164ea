//! Writes files that the user asks for, or writes to the standard output.
//!
//! A file gets its name only when it is complete, so no other program sees half of it, and a run that fails or is
//! killed leaves nothing. Only Linux has files without a name (`O_TMPFILE`), and not on every file system. Elsewhere a
//! file has a hidden name until it is complete: a failed run deletes it, a killed one leaves it.

use crate::error::{Error, ErrorKind, Remedy, Result};
use std::fs::{File, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// File being written, or the standard output.
pub struct Output<'o>(OutputTarget<'o>);

enum OutputTarget<'o> {
    Stream(&'o mut dyn Write),
    File(NewFile),
}

impl std::fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").finish_non_exhaustive()
    }
}

/// True if a path is `-`, which stands for the standard output.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

impl<'o> Output<'o> {
    /// Opens the file `path` for writing, or uses `out` if the path is `-`. The file must not exist unless `force` is
    /// set. Anything but a regular file is refused in any case.
    pub fn open(path: &Path, force: bool, out: &'o mut dyn Write) -> Result<Output<'o>> {
        Ok(if is_stdout(path) {
            Output::stream(out)
        } else {
            Output(OutputTarget::File(NewFile::create(path, force)?))
        })
    }

    pub fn stream(out: &'o mut dyn Write) -> Output<'o> {
        Output(OutputTarget::Stream(out))
    }

    fn inner(&mut self) -> &mut dyn Write {
        match &mut self.0 {
            OutputTarget::Stream(out) => out,
            OutputTarget::File(file) => &mut file.content,
        }
    }

    /// Writes the rest of the buffer. After that a file gets its name.
    pub fn finish(self) -> Result<()> {
        match self.0 {
            OutputTarget::Stream(out) => out.flush().map_err(stream_error),
            OutputTarget::File(file) => file.finish(true),
        }
    }

    /// Converts the I/O error of a write to an error with the path.
    pub fn write_error(&self, error: io::Error) -> Error {
        match &self.0 {
            OutputTarget::Stream(_) => stream_error(error),
            OutputTarget::File(file) => cannot_write(&file.path, error),
        }
    }

    /// Creates a temporary file for data that has to wait: in the folder of the output file, whose disk needs the space
    /// anyway, or in the system's temporary folder if the output is a stream.
    pub fn temporary_file(&self) -> Result<File> {
        let file = match &self.0 {
            OutputTarget::Stream(_) => tempfile::tempfile(),
            OutputTarget::File(file) => tempfile::tempfile_in(folder_of(&file.path)),
        };
        file.map_err(|error| self.write_error(error))
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner().flush()
    }
}

/// Writes a complete file by the rules of [`Output::open`]. Unlike `Output`, it does not wait until the file is on
/// disk, since the file may be one of many.
pub fn write(path: &Path, bytes: &[u8], force: bool) -> Result<()> {
    let mut file = NewFile::create(path, force)?;
    file.content.write_all(bytes).map_err(|error| cannot_write(path, error))?;
    file.finish(false)
}

/// Refuses a path that must not be written: any existing path, unless it may be replaced, and anything but a regular
/// file in any case. A link is not followed, since it may lead to a file that the user does not have in mind.
pub fn check_writable(path: &Path, force: bool) -> Result<()> {
    let metadata = match path.symlink_metadata() {
        Ok(met) => met,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(cannot_write(path, error)),
    };
    let place = path.display();
    if let Some(kind) = irregular_kind(&metadata) {
        let message = format!("{place} is {kind}, and only regular files are replaced");
        Err(Error::new(ErrorKind::Io, message).with_remedy(Remedy::NameFile))
    } else if force {
        Ok(())
    } else {
        let message = format!("{place} exists already");
        Err(Error::new(ErrorKind::Io, message).with_remedy(Remedy::Overwrite))
    }
}

/// Words for the type of a path that is not a regular file; `None` for a regular file.
fn irregular_kind(metadata: &Metadata) -> Option<&'static str> {
    let kind = metadata.file_type();
    if kind.is_file() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a named pipe");
        } else if kind.is_socket() {
            return Some("a socket");
        }
    }
    Some(if kind.is_dir() {
        "a folder"
    } else if kind.is_symlink() {
        "a link"
    } else {
        "a device"
    })
}

/// Error for a file that cannot be written.
pub fn cannot_write(path: &Path, error: io::Error) -> Error {
    let help = write_advice(&error);
    let error = Error::io(format!("cannot write {}", path.display()), error);
    match help {
        Some(help) => error.with_help(help),
        None => error,
    }
}

/// Advice for a file that could not be written, by the reason that the system gives; `None` if there is no advice for
/// that reason.
pub(crate) fn write_advice(error: &io::Error) -> Option<&'static str> {
    use io::ErrorKind as Io;
    match error.kind() {
        Io::StorageFull | Io::QuotaExceeded => Some("make room on the disk, or name another"),
        Io::FileTooLarge => Some("files may not become so large here (ulimit -f)"),
        Io::PermissionDenied => Some("this user may not write there: name a place where you may"),
        Io::ReadOnlyFilesystem => Some("nothing can be written to this disk: name another"),
        Io::NotFound | Io::NotADirectory => Some("name a file in a folder that exists"),
        _ => None,
    }
}

fn stream_error(error: io::Error) -> Error {
    Error::io("cannot write to the standard output", error)
}

/// Folder that contains a file.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Output file that is not complete yet.
struct NewFile {
    content: BufWriter<File>,
    /// Hidden name of the file until it is complete, where the system has no files without a name.
    hidden: Option<TempPath>,
    path: PathBuf,
    force: bool,
}

impl NewFile {
    fn create(path: &Path, force: bool) -> Result<NewFile> {
        check_writable(path, force)?;
        let (content, hidden) = match nameless::create(folder_of(path)) {
            Some(file) => (file, None),
            None => {
                let file = temporary_name()
                    .tempfile_in(folder_of(path))
                    .map_err(|error| cannot_write(path, error))?;
                let (file, hidden) = file.into_parts();
                (file, Some(hidden))
            }
        };
        Ok(NewFile {
            content: BufWriter::with_capacity(1 << 16, content),
            hidden,
            path: path.to_owned(),
            force,
        })
    }

    /// Gives the file its name. With `sync`, waits first until the content is on disk.
    fn finish(self, sync: bool) -> Result<()> {
        let fail = |error| cannot_write(&self.path, error);
        let content = self.content.into_inner().map_err(|error| fail(error.into_error()))?;
        if sync {
            content.sync_all().map_err(fail)?;
        }
        // Another program may have created the path since `check_writable` was called.
        check_writable(&self.path, self.force)?;
        let named = match (self.hidden, self.force) {
            (None, false) => nameless::name(&content, &self.path),
            // Linking never replaces a file, but renaming does. So the file is linked to a hidden name first, which is
            // then renamed.
            (None, true) => temporary_name()
                .make_in(folder_of(&self.path), |hidden| nameless::name(&content, hidden))
                .and_then(|hidden| Ok(hidden.into_temp_path().persist(&self.path)?)),
            (Some(hidden), true) => hidden.persist(&self.path).map_err(io::Error::from),
            (Some(hidden), false) => hidden.persist_noclobber(&self.path).map_err(io::Error::from),
        };
        named.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                check_writable(&self.path, self.force).err().unwrap_or(fail(error))
            }
            _ => fail(error),
        })
    }
}

/// Builder for hidden names of files that are not complete. The files have the usual permissions of new files.
fn temporary_name() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".kifu-index-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder
}

/// Files without a name, which the system deletes when the process that writes them ends.
#[cfg(target_os = "linux")]
mod nameless {
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::Path;

    fn handle(file: &File) -> String {
        format!("/proc/self/fd/{}", file.as_raw_fd())
    }

    /// Creates a file without a name in a folder; `None` where the file system has none.
    pub(super) fn create(folder: &Path) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = File::from(open(folder, flags, Mode::from_raw_mode(0o666)).ok()?);
        // Without `/proc` the file could not be given a name later.
        Path::new(&handle(&file)).exists().then_some(file)
    }

    /// Gives the nameless file a name; fails if a file of this name exists.
    pub(super) fn name(file: &File, path: &Path) -> io::Result<()> {
        let from = handle(file);
        Ok(linkat(CWD, from, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod nameless {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) fn create(_: &Path) -> Option<File> {
        None
    }

    pub(super) fn name(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::fs;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names =
            Vec::from_iter(entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()));
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_only_when_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for force in [false, true, true] {
            let before = fs::read(&path).ok();
            let mut none = io::sink();
            let mut output = Output::open(&path, force, &mut none).unwrap();
            output.write_all(&[b'x'; 1 << 17]).unwrap();
            assert_eq!(fs::read(&path).ok(), before);
            if cfg!(target_os = "linux") {
                assert_eq!(names(folder.path()).len(), usize::from(before.is_some()));
            }
            output.finish().unwrap();
            assert_eq!(names(folder.path()), ["a"]);
            assert_eq!(fs::read(&path).unwrap().len(), 1 << 17);
        }
        let error = write(&path, b"", false).unwrap_err();
        assert_eq!(error.remedy(), Some(&Remedy::Overwrite));
    }

    /// The test creates the file from elsewhere between opening and finishing the output; it must not be replaced.
    #[test]
    fn a_file_created_meanwhile_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut none = io::sink();
        let output = Output::open(&path, false, &mut none).unwrap();
        fs::write(&path, "mine").unwrap();
        let error = output.finish().unwrap_err();
        assert_eq!(error.remedy(), Some(&Remedy::Overwrite));
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[cfg(unix)]
    #[test]
    fn irregular_files_are_never_replaced() {
        use std::os::unix::fs::symlink;
        use std::os::unix::net::UnixListener;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("mine"), "mine").unwrap();
        symlink(path("mine"), path("link")).unwrap();
        symlink(path("nowhere"), path("dangling")).unwrap();
        fs::create_dir(path("folder")).unwrap();
        let _socket = UnixListener::bind(path("socket")).unwrap();
        let pipe = std::process::Command::new("mkfifo").arg(path("pipe")).status();
        assert!(pipe.unwrap().success());
        let before = names(folder.path());
        for (name, kind) in [
            ("link", "a link"),
            ("dangling", "a link"),
            ("folder", "a folder"),
            ("socket", "a socket"),
            ("pipe", "a named pipe"),
            ("/dev/null", "a device"),
        ] {
            for force in [false, true] {
                let error = write(&path(name), b"x", force).unwrap_err();
                assert!(error.to_string().contains(&format!(" is {kind}, ")), "{error}");
                assert_eq!(error.remedy(), Some(&Remedy::NameFile));
            }
        }
        assert_eq!(names(folder.path()), before);
        assert_eq!(fs::read_to_string(path("mine")).unwrap(), "mine");
    }

    #[cfg(unix)]
    #[test]
    fn new_files_have_the_usual_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |name: &str| {
            fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777
        };
        fs::write(folder.path().join("usual"), "").unwrap();
        write(&folder.path().join("written"), b"", false).unwrap();
        assert_eq!(mode("written"), mode("usual"));
    }
}

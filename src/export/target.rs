//! Where exported games go. A file is first written under another name and then renamed, so that nobody sees half of
//! it.

use super::names::Given;
use super::piece::Piece;
use crate::error::{Error, ErrorKind, Remedy, Result};
use crate::record::Format;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Receives games.
pub trait Target {
    /// Receives the game at this index in the list of wanted games. Games come in any order.
    fn put(&mut self, index: usize, piece: &Piece) -> Result<()>;

    /// Finishes; only now a file gets its name.
    fn finish(self: Box<Self>) -> Result<()>;
}

/// A file being written, or the standard output.
pub struct Output<'o>(Inner<'o>);

enum Inner<'o> {
    Stream(&'o mut dyn Write),
    File {
        file: BufWriter<NamedTempFile>,
        path: PathBuf,
        force: bool,
    },
}

impl std::fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").finish_non_exhaustive()
    }
}

impl<'o> Output<'o> {
    /// Writes to a stream.
    pub fn stream(out: &'o mut dyn Write) -> Output<'o> {
        Output(Inner::Stream(out))
    }

    /// Writes to a file, which must not exist unless `force` is set.
    pub fn file(path: &Path, force: bool) -> Result<Output<'o>> {
        if path.is_dir() {
            let message = format!("{} is a folder", path.display());
            return Err(Error::new(ErrorKind::Io, message).advise(Remedy::WriteFolder));
        }
        if !force && path.symlink_metadata().is_ok() {
            return Err(exists(path));
        }
        Ok(Output(Inner::File {
            file: BufWriter::with_capacity(1 << 16, unfinished(path)?),
            path: path.to_owned(),
            force,
        }))
    }

    /// Writes what is left and gives a file its name.
    pub fn finish(self) -> Result<()> {
        match self.0 {
            Inner::Stream(out) => out.flush().map_err(stream_error),
            Inner::File { file, path, force } => {
                let fail = |error| Error::io(path.display(), error);
                let file = file
                    .into_inner()
                    .map_err(|error| fail(error.into_error()))?;
                file.as_file().sync_all().map_err(fail)?;
                name(file, &path, force)
            }
        }
    }

    fn fail(&self, error: io::Error) -> Error {
        match &self.0 {
            Inner::Stream(_) => stream_error(error),
            Inner::File { path, .. } => Error::io(path.display(), error),
        }
    }

    /// A temporary file for data that has to wait: beside a file, whose disk needs the space anyway, or in the system's
    /// folder for a stream.
    fn spool(&self) -> Result<File> {
        let file = match &self.0 {
            Inner::Stream(_) => tempfile::tempfile(),
            Inner::File { path, .. } => tempfile::tempfile_in(folder_of(path)),
        };
        file.map_err(|error| self.fail(error))
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Inner::Stream(out) => out.write(bytes),
            Inner::File { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Inner::Stream(out) => out.flush(),
            Inner::File { file, .. } => file.flush(),
        }
    }
}

fn stream_error(error: io::Error) -> Error {
    Error::io("cannot write the games", error)
}

fn exists(path: &Path) -> Error {
    Error::new(ErrorKind::Io, format!("{} exists already", path.display()))
        .advise(Remedy::Overwrite)
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// A temporary file next to the final one, with the permissions of new files.
fn unfinished(path: &Path) -> Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".kifu-index-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder_of(path));
    file.map_err(|error| Error::io(format!("cannot write {}", path.display()), error))
}

fn name(file: NamedTempFile, path: &Path, force: bool) -> Result<()> {
    let named = if force {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    named.map(|_| ()).map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => exists(path),
        _ => Error::io(path.display(), error.error),
    })
}

/// One SGF file of many games, in list order.
#[derive(Debug)]
pub struct Collection<'o> {
    output: Output<'o>,
    /// The games in order of arrival, and where each of them is.
    spool: BufWriter<File>,
    end: u64,
    places: Vec<Option<(u64, u64)>>,
}

impl<'o> Collection<'o> {
    /// Starts a collection of this many games.
    pub fn new(output: Output<'o>, games: usize) -> Result<Collection<'o>> {
        Ok(Collection {
            spool: BufWriter::with_capacity(1 << 16, output.spool()?),
            output,
            end: 0,
            places: vec![None; games],
        })
    }
}

impl Target for Collection<'_> {
    fn put(&mut self, index: usize, piece: &Piece) -> Result<()> {
        let written = self.spool.write_all(&piece.bytes);
        written.map_err(|error| self.output.fail(error))?;
        let length = piece.bytes.len() as u64;
        if let Some(place) = self.places.get_mut(index) {
            *place = Some((self.end, length));
        }
        self.end += length;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let Collection {
            mut output,
            spool,
            places,
            ..
        } = *self;
        let copied = spool.into_inner().map_err(|error| error.into_error());
        let copied = copied.and_then(|mut spool| {
            for (start, length) in places.into_iter().flatten() {
                spool.seek(SeekFrom::Start(start))?;
                io::copy(&mut Read::by_ref(&mut spool).take(length), &mut output)?;
            }
            Ok(())
        });
        copied.map_err(|error| output.fail(error))?;
        output.finish()
    }
}

/// The names of the games in a folder or a zip.
#[derive(Debug)]
pub struct Names {
    names: Vec<String>,
    given: Given,
}

impl Names {
    /// Names for the games of the list, in order; equal names get numbers.
    pub fn new(wanted: impl Iterator<Item = String>) -> Names {
        let mut given = Given::default();
        Names {
            names: wanted.map(|name| given.unique(name)).collect(),
            given,
        }
    }

    /// The name of a game, which may have become SGF.
    fn of(&mut self, index: usize, piece: &Piece) -> String {
        let name = self.names.get(index).cloned().unwrap_or_default();
        if piece.format != Format::Sgf
            || name.to_ascii_lowercase().ends_with(".sgf")
            || !piece.is_converted
        {
            return name;
        }
        let stem = name
            .rsplit_once('.')
            .map_or(name.as_str(), |(stem, _)| stem);
        self.given.unique(format!("{stem}.sgf"))
    }
}

/// A folder with a file for each game.
#[derive(Debug)]
pub struct Folder {
    folder: PathBuf,
    names: Names,
    force: bool,
}

impl Folder {
    /// Prepares a folder; fails if one of the names already exists, unless `force` is set.
    pub fn new(folder: &Path, names: Names, force: bool) -> Result<Folder> {
        if folder.exists() && !folder.is_dir() {
            let message = format!("{} is not a folder", folder.display());
            return Err(Error::new(ErrorKind::Io, message).advise(Remedy::WriteFile));
        }
        let paths = names.names.iter().map(|name| folder.join(name));
        if let Some(path) = paths
            .filter(|_| !force)
            .find(|path| path.symlink_metadata().is_ok())
        {
            return Err(exists(&path));
        }
        Ok(Folder {
            folder: folder.to_owned(),
            names,
            force,
        })
    }

    /// The folders in which files will be written.
    pub fn folders(&self) -> HashSet<PathBuf> {
        let folders = self.names.names.iter();
        let folders = folders.map(|name| folder_of(&self.folder.join(name)).to_owned());
        folders.chain([self.folder.clone()]).collect()
    }
}

impl Target for Folder {
    fn put(&mut self, index: usize, piece: &Piece) -> Result<()> {
        let path = self.folder.join(self.names.of(index, piece));
        let fail = |error| Error::io(path.display(), error);
        fs::create_dir_all(folder_of(&path)).map_err(fail)?;
        let mut file = unfinished(&path)?;
        file.write_all(&piece.bytes).map_err(fail)?;
        name(file, &path, self.force)
    }

    fn finish(self: Box<Self>) -> Result<()> {
        Ok(())
    }
}

/// A zip archive with a member for each game.
pub struct Zip<'o> {
    output: Output<'o>,
    zip: ZipWriter<BufWriter<File>>,
    names: Names,
}

impl std::fmt::Debug for Zip<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Zip")
            .field("names", &self.names)
            .finish_non_exhaustive()
    }
}

impl<'o> Zip<'o> {
    /// Starts a zip archive.
    pub fn new(output: Output<'o>, names: Names) -> Result<Zip<'o>> {
        let spool = BufWriter::with_capacity(1 << 16, output.spool()?);
        Ok(Zip {
            zip: ZipWriter::new(spool),
            output,
            names,
        })
    }
}

impl Target for Zip<'_> {
    fn put(&mut self, index: usize, piece: &Piece) -> Result<()> {
        let name = self.names.of(index, piece);
        // The same games must give the same bytes, so members have a fixed time.
        let options = SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(0o644);
        let begun = self.zip.start_file(name, options).map_err(io::Error::from);
        let written = begun.and_then(|()| self.zip.write_all(&piece.bytes));
        written.map_err(|error| self.output.fail(error))
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let Zip {
            mut output, zip, ..
        } = *self;
        let copied = zip.finish().map_err(io::Error::from).and_then(|spool| {
            let mut spool = spool.into_inner().map_err(|error| error.into_error())?;
            spool.rewind()?;
            io::copy(&mut spool, &mut output)
        });
        copied.map_err(|error| output.fail(error))?;
        output.finish()
    }
}

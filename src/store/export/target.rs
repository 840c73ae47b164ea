//! Targets of an export: one collection, a folder, or a zip archive.

use super::names::UsedNames;
use super::piece::ExtractedGame;
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_archive::output::{self, Output, cannot_write, folder_of, is_stdout};
use kifu_record::Format;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Receiver of exported games.
pub trait ExportTarget {
    /// Receives the game at this index in the list of games to export. Games come in the order of the archive, not of
    /// the list.
    fn put(&mut self, index: usize, piece: &ExtractedGame) -> Result<()>;

    /// Completes the target. A file gets its name only now, so an incomplete one never appears under it.
    fn finish(self: Box<Self>) -> Result<()>;
}

/// One file of many games, in the order of the list of games to export.
#[derive(Debug)]
pub struct Collection<'o> {
    output: Output<'o>,
    /// Temporary file with the games in the order in which [`ExportTarget::put`] received them.
    spool: BufWriter<File>,
    end: u64,
    places: Vec<Option<(u64, u64)>>,
    /// Texts before the first game and after the last one.
    frame: (String, &'static str),
}

impl<'o> Collection<'o> {
    pub fn new(output: Output<'o>, games: usize) -> Result<Collection<'o>> {
        Ok(Collection {
            spool: BufWriter::with_capacity(1 << 16, output.temporary_file()?),
            output,
            end: 0,
            places: vec![None; games],
            frame: (String::new(), ""),
        })
    }

    /// Adds a text before the first game, and one after the last.
    #[must_use]
    pub fn with_frame(self, head: String, tail: &'static str) -> Self {
        Collection { frame: (head, tail), ..self }
    }
}

impl ExportTarget for Collection<'_> {
    fn put(&mut self, index: usize, piece: &ExtractedGame) -> Result<()> {
        self.spool.write_all(&piece.bytes).map_err(|error| self.output.write_error(error))?;
        let length = piece.bytes.len() as u64;
        if let Some(place) = self.places.get_mut(index) {
            *place = Some((self.end, length));
        }
        self.end += length;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let Collection { mut output, spool, places, frame: (head, tail), .. } = *self;
        let copied = spool.into_inner().map_err(|error| error.into_error());
        let copied = copied.and_then(|mut spool| {
            output.write_all(head.as_bytes())?;
            for (start, length) in places.into_iter().flatten() {
                spool.seek(SeekFrom::Start(start))?;
                io::copy(&mut Read::by_ref(&mut spool).take(length), &mut output)?;
            }
            output.write_all(tail.as_bytes())
        });
        copied.map_err(|error| output.write_error(error))?;
        output.finish()
    }
}

/// File names of the games in a folder or a zip.
#[derive(Debug)]
pub struct GameFileNames {
    names: Vec<String>,
    used: UsedNames,
}

impl GameFileNames {
    /// Makes a distinct file name for each wanted game; repeated names get numbers.
    pub fn new(wanted: impl Iterator<Item = String>) -> GameFileNames {
        let mut used = UsedNames::default();
        GameFileNames { names: wanted.map(|name| used.unique(name)).collect(), used }
    }

    /// Makes a distinct file name for each wanted game, none of which exists in a folder.
    pub fn beside(folder: &Path, wanted: impl Iterator<Item = String>) -> GameFileNames {
        let mut used = UsedNames::default();
        let free = |name: String| {
            let is_free = |name: &String| fs::symlink_metadata(folder.join(name)).is_err();
            std::iter::repeat_with(|| used.unique(name.clone())).find(is_free).unwrap_or_default()
        };
        let names = wanted.map(free).collect();
        GameFileNames { names, used }
    }

    /// Returns the name of a game. If the game had to be converted to SGF, its extension becomes `.sgf`.
    fn name_for(&mut self, index: usize, piece: &ExtractedGame) -> String {
        let name = self.names.get(index).cloned().unwrap_or_default();
        let has_sgf_extension = name.to_ascii_lowercase().ends_with(".sgf");
        if piece.format != Format::Sgf || has_sgf_extension || !piece.is_converted {
            return name;
        }
        let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
        self.used.unique(format!("{stem}.sgf"))
    }
}

/// Folder with one file per game.
#[derive(Debug)]
pub struct Folder {
    folder: PathBuf,
    names: GameFileNames,
    force: bool,
}

impl Folder {
    /// Prepares an export into a folder. Fails if a file to be written exists already, unless `force` is set.
    pub fn new(folder: &Path, names: GameFileNames, force: bool) -> Result<Folder> {
        if is_stdout(folder) {
            let message = "a folder cannot go to the standard output";
            return Err(Error::new(ErrorKind::Query, message).with_remedy(Remedy::WriteFile));
        }
        if folder.exists() && !folder.is_dir() {
            let message = format!("{} is not a folder", folder.display());
            return Err(Error::new(ErrorKind::Io, message).with_remedy(Remedy::WriteFile));
        }
        for name in &names.names {
            output::check_writable(&folder.join(name), force)?;
        }
        Ok(Folder { folder: folder.to_owned(), names, force })
    }

    /// Name of the file for the game at an index.
    pub(crate) fn file_name(&self, index: usize) -> &str {
        self.names.names.get(index).map_or("", String::as_str)
    }

    /// Folders into which this export writes files.
    pub fn folders(&self) -> HashSet<PathBuf> {
        let folders =
            self.names.names.iter().map(|name| folder_of(&self.folder.join(name)).to_owned());
        folders.chain([self.folder.clone()]).collect()
    }
}

impl ExportTarget for Folder {
    fn put(&mut self, index: usize, piece: &ExtractedGame) -> Result<()> {
        let path = self.folder.join(self.names.name_for(index, piece));
        fs::create_dir_all(folder_of(&path)).map_err(|error| cannot_write(&path, error))?;
        output::write(&path, &piece.bytes, self.force)
    }

    fn finish(self: Box<Self>) -> Result<()> {
        Ok(())
    }
}

/// Zip archive with one member per game.
pub struct Zip<'o> {
    output: Output<'o>,
    zip: ZipWriter<FailOnceWriter<BufWriter<File>>>,
    names: GameFileNames,
}

impl std::fmt::Debug for Zip<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Zip").field("names", &self.names).finish_non_exhaustive()
    }
}

impl<'o> Zip<'o> {
    pub fn new(output: Output<'o>, names: GameFileNames) -> Result<Zip<'o>> {
        let spool = BufWriter::with_capacity(1 << 16, output.temporary_file()?);
        Ok(Zip {
            zip: ZipWriter::new(FailOnceWriter { inner: spool, failed: false }),
            output,
            names,
        })
    }
}

impl ExportTarget for Zip<'_> {
    fn put(&mut self, index: usize, piece: &ExtractedGame) -> Result<()> {
        let name = self.names.name_for(index, piece);
        // Members have a fixed time, so that the same games always give the same bytes.
        let options = SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(0o644);
        let written = self
            .zip
            .start_file(name, options)
            .map_err(io::Error::from)
            .and_then(|()| self.zip.write_all(&piece.bytes));
        written.map_err(|error| self.output.write_error(error))
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let Zip { mut output, zip, .. } = *self;
        let copied = zip.finish().map_err(io::Error::from).and_then(|spool| {
            let mut spool = spool.inner.into_inner().map_err(|error| error.into_error())?;
            spool.rewind()?;
            io::copy(&mut spool, &mut output)
        });
        copied.map_err(|error| output.write_error(error))?;
        output.finish()
    }
}

/// Writer that reports its first failure and pretends to write everything after it.
///
/// [`ZipWriter`] finishes its archive when it is dropped, after a failure too, and would print a second message.
struct FailOnceWriter<W> {
    inner: W,
    failed: bool,
}

impl<W> FailOnceWriter<W> {
    fn attempt<T>(
        &mut self,
        result_after_failure: T,
        act: impl FnOnce(&mut W) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.failed {
            return Ok(result_after_failure);
        }
        let result = act(&mut self.inner);
        // An interrupted call is no failure: the caller repeats it.
        let is_over = |error: &io::Error| error.kind() != io::ErrorKind::Interrupted;
        self.failed = result.as_ref().is_err_and(is_over);
        result
    }
}

impl<W: Write> Write for FailOnceWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt(bytes.len(), |inner| inner.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt((), Write::flush)
    }
}

impl<W: Seek> Seek for FailOnceWriter<W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.attempt(0, |inner| inner.seek(to))
    }
}

//! Builds an index on disk from records, and opens it for reading.

mod bits;
mod blocks;
pub mod build;
pub mod card;
mod directory;
pub mod document;
pub mod duplicates;
pub(crate) mod events;
pub mod kifu;
pub mod manifest;
pub mod mapped;
pub(crate) mod next;
pub mod outside;
pub(crate) mod place;
pub(crate) mod schema;
pub(crate) mod segment;
pub mod set;
mod state;
mod temporary;
mod tokens;
pub mod verify;
pub(crate) mod whole;

use crate::error::{Error, ErrorKind, Remedy, Result};
use crate::game::hash::{PositionHash, stable_hash};
use crate::knowledge::aliases::Aliases;
use crate::patience::Budget;
use directory::IndexDirectory;
use duplicates::Duplicates;
use manifest::{Header, INDEX_VERSION, Manifest};
use schema::Fields;
use segment::positions::Positions;
use serde::{Deserialize, Serialize};
pub use state::Folders;
use state::State;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tantivy::Searcher;
use tantivy::directory::error::{LockError, OpenDirectoryError, OpenReadError, OpenWriteError};
use whole::Whole;

/// The file that marks a folder as an index and states its version.
const MARKER: &str = "kifu-index.json";
/// Without this file there is no index yet.
const TANTIVY_META: &str = "meta.json";
/// tantivy's list of the files that it has to clean up.
const TANTIVY_MANAGED: &str = ".managed.json";
/// Tells backup programs that the folder can be made again (bford.info/cachedir).
const CACHE_TAG: &str = "CACHEDIR.TAG";
const CACHE_TAG_TEXT: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
    # This folder is an index of kifu-index; it can be built again from the games.\n";

#[derive(Serialize, Deserialize)]
struct Marker {
    kifu_index: u32,
}

/// An index, open for reading. Others may read it and one process may write it meanwhile: this view does not change. A
/// clone is a view of the same state.
#[derive(Clone)]
pub struct Index {
    folders: Folders,
    pub(crate) fields: Fields,
    searcher: Searcher,
    header: Arc<Header>,
    /// For each folder, the name of its list of files. No two states have the same.
    lists: Arc<[Option<String>]>,
    /// The folders, with the files of them that are open.
    directories: Arc<[IndexDirectory]>,
    duplicates: Arc<duplicates::Lazy>,
    aliases: Arc<Aliases>,
    budget: Budget,
    whole: Option<Arc<Whole>>,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index")
            .field("folders", &self.folders)
            .finish_non_exhaustive()
    }
}

impl Index {
    /// Opens the index in a folder.
    pub fn open(folder: &Path) -> Result<Index> {
        Index::open_all(&[folder.to_owned()], None)
    }

    /// Opens the indexes in some folders as one. Which games are copies of games of other indexes is kept in the folder
    /// `cache`; without it, they are compared anew for every process.
    pub fn open_all(folders: &[PathBuf], cache: Option<&Path>) -> Result<Index> {
        let folders = Folders::new(folders)?;
        let State {
            searcher,
            header,
            lists,
        } = state::last(&folders)?;
        let fields = Fields::of(searcher.schema());
        Ok(Index {
            fields: fields.ok_or_else(|| other_version(folders.first()))?,
            duplicates: Arc::new(duplicates::Lazy::new(searcher.clone(), &lists, cache)),
            directories: lists
                .iter()
                .map(|(directory, _)| directory.clone())
                .collect(),
            lists: lists.into_iter().map(|(_, list)| list).collect(),
            folders,
            searcher,
            header: Arc::new(header),
            aliases: Arc::default(),
            budget: Budget::default(),
            whole: None,
        })
    }

    /// Whether this is a view of the same state as another one of the same folders.
    pub(crate) fn is_as(&self, other: &Index) -> bool {
        self.lists == other.lists
    }

    /// Fails if one of its files was cut, or could not be read, while it was in use: then answers from it may be wrong.
    /// See [`mapped`].
    pub(crate) fn check_mapped(&self) -> Result<()> {
        if !mapped::any_lost() {
            return Ok(());
        }
        let lost = |(folder, directory): (&Path, &IndexDirectory)| {
            directory.lost().map(|what| damaged(folder, &what))
        };
        let mut folders = self.folders.iter().zip(self.directories.iter());
        folders.find_map(lost).map_or(Ok(()), Err)
    }

    /// What tells its state from all others, as a hash: every commit of a folder has a list of files of its own.
    pub(crate) fn state(&self) -> u64 {
        stable_hash(&Vec::from_iter(self.list_names().map(str::as_bytes)))
    }

    /// The names of the lists of files of all folders.
    pub(crate) fn list_names(&self) -> impl Iterator<Item = &str> {
        self.lists.iter().flatten().map(String::as_str)
    }

    /// The same index with these aliases for its queries.
    pub fn with_aliases(self, aliases: Aliases) -> Index {
        Index {
            aliases: Arc::new(aliases),
            ..self
        }
    }

    /// The same index, whose games are known to have these copies.
    fn with_duplicates(self, found: Duplicates) -> Index {
        let known = duplicates::Lazy::known(self.searcher.clone(), found);
        Index {
            duplicates: Arc::new(known),
            ..self
        }
    }

    /// The same index for answers that may take so long.
    #[must_use]
    pub fn within(&self, budget: Budget) -> Index {
        Index {
            budget,
            ..self.clone()
        }
    }

    /// How long an answer may take.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The aliases that map a name to the persons it may mean.
    pub fn aliases(&self) -> &Aliases {
        &self.aliases
    }

    /// The index's folders.
    pub fn folders(&self) -> &Folders {
        &self.folders
    }

    /// Puts an error of tantivy into our own words.
    pub(crate) fn failed(&self, error: tantivy::TantivyError) -> Error {
        self.folders.failed(error)
    }

    /// The header of its list of files.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Reads the list of files, including what gave no game.
    pub fn manifest(&self) -> Result<Manifest> {
        let read = |folder: &Path| -> Result<(PathBuf, Manifest)> {
            let directory = open_directory(folder)?;
            let index = open_tantivy(directory.clone());
            let manifest = index.and_then(|index| current_manifest(&directory, &index));
            let manifest = manifest.map_err(|error| tantivy_error(folder, error))?;
            Ok((folder.to_owned(), manifest))
        };
        Manifest::join(self.folders.iter().map(read).collect::<Result<_>>()?)
    }

    /// Which games are copies of others. If no stored result fits, they are compared again, which takes a few seconds
    /// for a million games; where the budget is spent meanwhile, none are.
    pub fn duplicates(&self) -> Result<&Duplicates> {
        let found = self.duplicates.get(&self.budget);
        found.map_err(|error| self.failed(error))
    }

    /// Bytes by file extension, in the order of extensions.
    pub fn sizes(&self) -> Vec<(String, u64)> {
        let mut sizes = std::collections::BTreeMap::new();
        let entries = self.folders.iter().flat_map(std::fs::read_dir).flatten();
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let extension = name
                .rsplit_once('.')
                .map_or(name.as_str(), |(_, extension)| extension);
            let size = entry.metadata().map_or(0, |metadata| metadata.len());
            *sizes.entry(extension.to_owned()).or_insert(0) += size;
        }
        sizes.into_iter().collect()
    }

    /// Number of segments.
    pub fn segment_count(&self) -> usize {
        self.searcher.segment_readers().len()
    }

    /// How many games of the whole index may have a position early on their main lines, counted up to `most`. Deleted
    /// games count until their segments are merged.
    pub(crate) fn early_entries(&self, hash: PositionHash, most: usize) -> tantivy::Result<usize> {
        let mut count = 0;
        for reader in self.searcher.segment_readers() {
            let entries = Positions::open(reader)?.early(hash)?;
            count += entries.take(most - count).count();
        }
        Ok(self.all_early(hash.0, count))
    }

    /// The duplicates, for holders that outlive this index.
    pub(crate) fn lazy_duplicates(&self) -> &Arc<duplicates::Lazy> {
        &self.duplicates
    }

    pub(crate) fn searcher(&self) -> &Searcher {
        &self.searcher
    }
}

/// Checks that the folder is an index of this version; the error says what it is instead.
fn check_folder(folder: &Path) -> Result<()> {
    let marker = folder.join(MARKER);
    let text = match std::fs::read(&marker) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if is_tagged(folder) {
                return Err(damaged(folder, &format!("the file {MARKER} is missing")));
            }
            return Err(if folder.exists() && !build::is_unused(folder) {
                not_an_index(folder)
            } else {
                no_index(folder)
            });
        }
        Err(error) if !folder.is_dir() && folder.exists() => {
            return Err(not_an_index(folder).source(error));
        }
        Err(error) => {
            return Err(Error::io(
                format!("cannot read {}", marker.display()),
                error,
            ));
        }
    };
    let is_there = folder.join(TANTIVY_META).exists();
    match serde_json::from_slice::<Marker>(&text) {
        // A build was killed as it began.
        Err(_) if text.is_empty() && !is_there => Err(no_index(folder)),
        Ok(marker) if marker.kifu_index == INDEX_VERSION => {
            if is_there {
                Ok(())
            } else {
                Err(no_index(folder))
            }
        }
        Ok(_) => Err(other_version(folder)),
        // A folder with our own tag is one of ours.
        Err(_) if is_tagged(folder) || text.is_empty() => Err(damaged(
            folder,
            &format!("the file {MARKER} cannot be read"),
        )),
        Err(error) => Err(not_an_index(folder).source(error)),
    }
}

/// Whether a folder has our tag, which is written after the marker.
fn is_tagged(folder: &Path) -> bool {
    let tag = std::fs::read(folder.join(CACHE_TAG));
    tag.is_ok_and(|tag| tag == CACHE_TAG_TEXT.as_bytes())
}

fn no_index(folder: &Path) -> Error {
    Error::new(
        ErrorKind::NoIndex,
        format!("there is no index in {}", folder.display()),
    )
    .advise(Remedy::Build)
}

fn not_an_index(folder: &Path) -> Error {
    Error::new(
        ErrorKind::NotAnIndex,
        format!(
            "{} is not an index of kifu-index; nothing was changed",
            folder.display()
        ),
    )
    .advise(Remedy::OtherIndex)
}

fn other_version(folder: &Path) -> Error {
    let message = format!(
        "the index in {} was written by another version of kifu-index",
        folder.display()
    );
    Error::new(ErrorKind::OtherVersion, message).advise(build_again(folder))
}

/// Puts an error of tantivy into our own words.
pub(crate) fn tantivy_error(folder: &Path, error: tantivy::TantivyError) -> Error {
    use tantivy::TantivyError as E;
    let place = folder.display();
    match &error {
        E::LockFailure(LockError::IoError(error), _) => Error::io(place, copy_of(error))
            .help("the index can be searched, but its folder is not writable"),
        E::LockFailure(..) => Error::new(
            ErrorKind::Locked,
            format!("another kifu-index is writing to {place}"),
        )
        .help("wait until it has finished; searching is possible meanwhile"),
        error if is_about_content(error) => damaged(folder, &reason(error)).source(error.clone()),
        // Messages of tantivy's threads are about its internals and of no use to users.
        E::ErrorInThread(_) | E::InternalError(_) => Error::new(
            ErrorKind::Io,
            format!("the index in {place} cannot be written"),
        )
        .help(help_for(&error))
        .source(error),
        _ => cannot_be_used(place, error),
    }
}

/// The error for an index that the system does not let us read or write.
fn cannot_be_used(place: impl std::fmt::Display, error: tantivy::TantivyError) -> Error {
    let message = format!("the index in {place} cannot be used: {}", reason(&error));
    let help = help_for(&error);
    Error::new(ErrorKind::Io, message).help(help).source(error)
}

/// What to do where the system does not let us read or write: its reason decides.
fn help_for(error: &tantivy::TantivyError) -> &'static str {
    use io::ErrorKind as Io;
    let text = error.to_string();
    match io_of(error).map(io::Error::kind) {
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

fn damaged(folder: &Path, reason: &str) -> Error {
    let message = format!("the index in {} is damaged: {reason}", folder.display());
    Error::new(ErrorKind::Damaged, message).advise(build_again(folder))
}

/// Whether a file of the index is missing or its content is wrong. Other errors come from the system.
fn is_about_content(error: &tantivy::TantivyError) -> bool {
    use tantivy::TantivyError as E;
    match error {
        // All arguments come from the index itself, such as the number of a document.
        E::DataCorruption(_) | E::IncompatibleIndex(_) | E::InvalidArgument(_) => return true,
        E::OpenReadError(OpenReadError::IoError { .. }) => {}
        E::OpenReadError(_) => return true,
        _ => {}
    }
    let is_read = matches!(error, E::IoError(_) | E::OpenReadError(_));
    is_read
        && io_of(error).is_some_and(|error| {
            matches!(
                error.kind(),
                io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof
            )
        })
}

/// What the system said.
fn io_of(error: &tantivy::TantivyError) -> Option<&io::Error> {
    use tantivy::TantivyError as E;
    match error {
        E::IoError(error) | E::LockFailure(LockError::IoError(error), _) => Some(error),
        E::OpenReadError(OpenReadError::IoError { io_error, .. })
        | E::OpenWriteError(OpenWriteError::IoError { io_error, .. })
        | E::OpenDirectoryError(OpenDirectoryError::IoError { io_error, .. }) => Some(io_error),
        _ => None,
    }
}

/// The reason of an error, without the names of tantivy's types.
fn reason(error: &tantivy::TantivyError) -> String {
    use tantivy::TantivyError as E;
    match error {
        E::OpenReadError(OpenReadError::FileDoesNotExist(path)) => {
            let name = path.file_name().map(std::ffi::OsStr::to_string_lossy);
            format!("the file {} is missing", name.unwrap_or_default())
        }
        error => match io_of(error) {
            Some(error) => crate::error::io_reason(error),
            None => error.to_string(),
        },
    }
}

/// What to do with an index that cannot be used.
fn build_again(folder: &Path) -> Remedy {
    Remedy::Rebuild {
        folder: folder.to_owned(),
    }
}

/// Copies an error: tantivy shares its errors, while ours owns one.
fn copy_of(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), error.to_string())
}

fn open_directory(folder: &Path) -> Result<IndexDirectory> {
    IndexDirectory::open(folder).map_err(|error| tantivy_error(folder, error.into()))
}

fn open_tantivy(directory: impl tantivy::Directory) -> tantivy::Result<tantivy::Index> {
    let mut index = tantivy::Index::open(directory)?;
    for plugin in segment::plugins() {
        index.register_plugin(plugin);
    }
    tokens::register(&index);
    Ok(index)
}

/// Reads the list of files that the last commit names.
fn current_manifest(
    directory: &IndexDirectory,
    index: &tantivy::Index,
) -> tantivy::Result<Manifest> {
    match index.load_metas()?.payload {
        Some(name) => Manifest::read(directory, &name),
        None => Ok(Manifest::default()),
    }
}

/// Marks a folder as an index.
fn mark(folder: &Path) -> Result<()> {
    let io = |error| Error::io(format!("cannot write to {}", folder.display()), error);
    // The marker comes first: a folder with nothing but a marker is an index that has yet to be built.
    let marker = Marker {
        kifu_index: INDEX_VERSION,
    };
    let marker = serde_json::to_vec(&marker).unwrap_or_default();
    for (name, content) in [
        (MARKER, marker.as_slice()),
        (CACHE_TAG, CACHE_TAG_TEXT.as_bytes()),
    ] {
        temporary::write(&folder.join(name), content).map_err(io)?;
    }
    Ok(())
}

/// Creates an index in a marked folder.
fn create(directory: &IndexDirectory) -> tantivy::Result<tantivy::Index> {
    let mut builder = tantivy::Index::builder().schema(schema::schema());
    for plugin in segment::plugins() {
        builder = builder.register_plugin(plugin);
    }
    let index = builder.open_or_create(directory.clone())?;
    tokens::register(&index);
    Ok(index)
}

#[cfg(test)]
mod tests {
    use super::*;
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

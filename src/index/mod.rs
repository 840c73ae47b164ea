//! Records to an index on disk, and the index opened for reading.

mod bits;
mod blocks;
pub mod build;
pub mod card;
mod directory;
pub mod document;
pub(crate) mod kifu;
pub mod manifest;
pub(crate) mod schema;
pub(crate) mod segment;
mod tokens;

use crate::error::{Error, ErrorKind, Result};
use directory::IndexDirectory;
use manifest::{Header, INDEX_VERSION, Manifest};
use schema::Fields;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tantivy::Searcher;
use tantivy::directory::error::LockError;

/// The file that says that a folder is an index, and of which version.
const MARKER: &str = "kifu-index.json";
/// The file without which there is no index yet.
const TANTIVY_META: &str = "meta.json";
/// Tells backup programs that the folder can be made again (bford.info/cachedir).
const CACHE_TAG: &str = "CACHEDIR.TAG";
const CACHE_TAG_TEXT: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
    # This folder is an index of kifu-index; it can be built again from the games.\n";

#[derive(Serialize, Deserialize)]
struct Marker {
    kifu_index: u32,
}

/// An index, open for reading. Others may read and one may write at the same time: this one stays as it was.
pub struct Index {
    folder: PathBuf,
    pub(crate) fields: Fields,
    searcher: Searcher,
    header: Header,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index")
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}

impl Index {
    /// Opens the index in a folder.
    pub fn open(folder: &Path) -> Result<Index> {
        check_folder(folder)?;
        let fail = |error| tantivy_error(folder, error);
        let directory = open_directory(folder)?;
        let index = open_tantivy(&directory).map_err(fail)?;
        let reader = index
            .reader_builder()
            .reload_policy(tantivy::ReloadPolicy::Manual);
        let reader: tantivy::IndexReader = reader
            .doc_store_cache_num_blocks(8)
            .try_into()
            .map_err(fail)?;
        let payload = index.load_metas().map_err(fail)?.payload;
        let header = match payload {
            Some(name) => Manifest::read_header(&directory, &name).map_err(fail)?,
            None => Header {
                version: INDEX_VERSION,
                ..Header::default()
            },
        };
        let fields = Fields::of(&index.schema()).ok_or_else(|| other_version(folder))?;
        Ok(Index {
            folder: folder.to_owned(),
            fields,
            searcher: reader.searcher(),
            header,
        })
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What it holds.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The list of files, with what gave no game.
    pub fn manifest(&self) -> Result<Manifest> {
        let directory = open_directory(&self.folder)?;
        let index = open_tantivy(&directory);
        let manifest = index.and_then(|index| current_manifest(&directory, &index));
        manifest.map_err(|error| tantivy_error(&self.folder, error))
    }

    /// Bytes by component: file extension and bytes, in the order of extensions.
    pub fn sizes(&self) -> Vec<(String, u64)> {
        let mut sizes = std::collections::BTreeMap::new();
        for entry in std::fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten()
        {
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

    pub(crate) fn searcher(&self) -> &Searcher {
        &self.searcher
    }
}

/// Whether the folder is an index of this version; the error says what it is else.
fn check_folder(folder: &Path) -> Result<()> {
    let marker = folder.join(MARKER);
    let text = match std::fs::read_to_string(&marker) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(if folder.exists() && !is_empty(folder) {
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
    match serde_json::from_str::<Marker>(&text) {
        Ok(marker) if marker.kifu_index == INDEX_VERSION => {
            if folder.join(TANTIVY_META).exists() {
                Ok(())
            } else {
                Err(no_index(folder))
            }
        }
        Ok(_) => Err(other_version(folder)),
        Err(error) => Err(not_an_index(folder).source(error)),
    }
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

fn no_index(folder: &Path) -> Error {
    Error::new(
        ErrorKind::NoIndex,
        format!("there is no index in {}", folder.display()),
    )
    .help("build one: kifu-index build FOLDER_WITH_GAMES")
}

fn not_an_index(folder: &Path) -> Error {
    Error::new(
        ErrorKind::NotAnIndex,
        format!(
            "{} is no index of kifu-index; nothing was changed",
            folder.display()
        ),
    )
    .help("name another folder with --index, or an empty one to build a new index in")
}

fn other_version(folder: &Path) -> Error {
    let message = format!(
        "the index in {} was written by another version of kifu-index",
        folder.display()
    );
    Error::new(ErrorKind::OtherVersion, message).help(format!(
        "remove that folder and build again: it can be made anew from the games ({})",
        folder.display()
    ))
}

/// An error of the index library in our own words.
pub(crate) fn tantivy_error(folder: &Path, error: tantivy::TantivyError) -> Error {
    use tantivy::TantivyError as E;
    let place = folder.display();
    match error {
        E::LockFailure(LockError::IoError(error), _) => Error::io(place, copy_of(&error))
            .help("the index can be searched, but its folder is not writable"),
        E::LockFailure(..) => Error::new(
            ErrorKind::Locked,
            format!("another kifu-index is writing to {place}"),
        )
        .help("wait until it has finished; searching is possible meanwhile"),
        E::IoError(error) if is_about_the_disk(&error) => Error::io(place, copy_of(&error)).help(
            "is the disk full, or the folder not writable? The last complete index is untouched",
        ),
        E::ErrorInThread(reason) => Error::new(
            ErrorKind::Io,
            format!("writing the index in {place} failed: {reason}"),
        )
        .help("is the disk full? The last complete index is untouched"),
        error => Error::new(
            ErrorKind::Damaged,
            format!("the index in {place} is damaged: {}", reason(&error)),
        )
        .help(rebuild_help(folder))
        .source(error),
    }
}

/// What an error says without the names of the library's types.
fn reason(error: &tantivy::TantivyError) -> String {
    use tantivy::TantivyError as E;
    use tantivy::directory::error::OpenReadError;
    match error {
        E::IoError(error) => error.to_string(),
        E::OpenReadError(OpenReadError::FileDoesNotExist(path)) => {
            let name = path.file_name().map(std::ffi::OsStr::to_string_lossy);
            format!("the file {} is missing", name.unwrap_or_default())
        }
        E::OpenReadError(OpenReadError::IoError { io_error, .. }) => io_error.to_string(),
        error => error.to_string(),
    }
}

fn rebuild_help(folder: &Path) -> String {
    let folder = folder.display();
    format!("the games are untouched; build it again: kifu-index build --rebuild --index {folder}")
}

/// Whether an error comes from the disk and not from what a file holds.
fn is_about_the_disk(error: &std::io::Error) -> bool {
    use std::io::ErrorKind as Io;
    let kinds = [
        Io::PermissionDenied,
        Io::StorageFull,
        Io::ReadOnlyFilesystem,
        Io::QuotaExceeded,
        Io::FileTooLarge,
    ];
    kinds.contains(&error.kind())
}

/// The library shares its errors; ours owns one.
fn copy_of(error: &std::io::Error) -> std::io::Error {
    std::io::Error::new(error.kind(), error.to_string())
}

fn open_directory(folder: &Path) -> Result<IndexDirectory> {
    IndexDirectory::open(folder).map_err(|error| tantivy_error(folder, error.into()))
}

fn open_tantivy(directory: &IndexDirectory) -> tantivy::Result<tantivy::Index> {
    let mut index = tantivy::Index::open(directory.clone())?;
    for plugin in segment::plugins() {
        index.register_plugin(plugin);
    }
    tokens::register(index.tokenizers());
    Ok(index)
}

/// The list of files that the last commit names.
fn current_manifest(
    directory: &IndexDirectory,
    index: &tantivy::Index,
) -> tantivy::Result<Manifest> {
    match index.load_metas()?.payload {
        Some(name) => Manifest::read(directory, &name),
        None => Ok(Manifest::default()),
    }
}

/// Makes a folder, empty or not there yet, one of an index.
fn mark(folder: &Path) -> Result<()> {
    let io = |error| Error::io(format!("cannot write to {}", folder.display()), error);
    std::fs::create_dir_all(folder).map_err(io)?;
    // The marker comes first: a folder that holds nothing else is an index that is still to be made.
    let marker = Marker {
        kifu_index: INDEX_VERSION,
    };
    let marker = serde_json::to_vec(&marker).unwrap_or_default();
    std::fs::write(folder.join(MARKER), marker).map_err(io)?;
    std::fs::write(folder.join(CACHE_TAG), CACHE_TAG_TEXT).map_err(io)
}

/// Creates an index in a marked folder.
fn create(directory: &IndexDirectory) -> tantivy::Result<tantivy::Index> {
    let mut builder = tantivy::Index::builder().schema(schema::schema());
    for plugin in segment::plugins() {
        builder = builder.register_plugin(plugin);
    }
    let index = builder.open_or_create(directory.clone())?;
    tokens::register(index.tokenizers());
    Ok(index)
}

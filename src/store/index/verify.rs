//! Verifies that the files of an index are as they were written.

use super::directory::IndexDirectory;
use super::errors::reason;
use super::folder::{NOVELTY_PREFIX, TANTIVY_MANAGED, TANTIVY_META, side_file_name};
use super::marker::check_folder;
use super::members::members_file;
use super::tantivy_index::{open_directory, open_tantivy};
use super::{duplicates, segment};
use kifu_archive::error::Result;
use std::fs::DirEntry;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tantivy::index::SegmentMeta;
use tantivy::{Directory, HasLen, TantivyError};

/// Result of verifying all files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    pub files: u64,
    /// Total size of the files that were read, in bytes.
    pub bytes: u64,
    /// Damaged or missing files, and what is wrong with them.
    pub damaged: Vec<DamagedFile>,
}

/// File that is missing or not as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedFile {
    pub file: String,
    /// What is wrong with the file, in plain words.
    pub message: String,
}

/// Extensions of tantivy's own files in every segment.
const TANTIVY_EXTENSIONS: [&str; 6] = ["term", "idx", "pos", "fast", "fieldnorm", "store"];

/// Names of a segment's files.
pub(super) fn segment_files(part: &SegmentMeta) -> impl Iterator<Item = String> {
    let id = part.id().uuid_string();
    let deletes = part.delete_opstamp().map(|opstamp| format!("{id}.{opstamp}.del"));
    let files = TANTIVY_EXTENSIONS
        .into_iter()
        .chain(segment::extensions())
        .map(move |extension| format!("{id}.{extension}"));
    files.chain(deletes)
}

/// Reads every file of the index and verifies its checksums. Files that a killed build left do not count. Fails if
/// there is no index of this version.
pub fn verify(folder: &Path) -> Result<Verified> {
    check_folder(folder)?;
    let directory = open_directory(folder)?;
    let mut verified = Verified::default();
    for name in [TANTIVY_META, TANTIVY_MANAGED] {
        let read = directory.atomic_read(Path::new(name));
        verified.add_file(name, read.map(|bytes| bytes.len() as u64));
    }
    if verified.damaged.is_empty()
        && let Err(error) = verified.segments(&directory)
    {
        verified.add_damage(TANTIVY_META, &error);
    }
    Ok(verified)
}

/// Reads the files of all segments and returns true if they are undamaged. Returns false if one is damaged, or if
/// together they have more than `max_bytes` bytes: then only the smaller files are read, which proves nothing about the
/// rest. Fails if there is no index of this version.
pub fn is_undamaged(folder: &Path, max_bytes: u64) -> Result<bool> {
    check_folder(folder)?;
    let directory = open_directory(folder)?;
    let read = open_tantivy(directory.clone())
        .and_then(|index| verify_sample(&directory, &index, max_bytes));
    Ok(read.unwrap_or(false))
}

/// Files of a folder, each with its size and the time of its last change.
pub fn stamps_in(folder: &Path) -> std::io::Result<Vec<(PathBuf, u64, Option<SystemTime>)>> {
    let stamp = |entry: std::io::Result<DirEntry>| {
        let (path, data) = entry.and_then(|entry| Ok((entry.path(), entry.metadata()?)))?;
        Ok((path, data.len(), data.modified().ok()))
    };
    std::fs::read_dir(folder)?.map(stamp).collect()
}

/// Verifies a sample of the index. Fails if a file of a segment is missing, has a wrong length or end, or has damaged
/// content.
///
/// The content is read for the smallest files only, as many as have `max_bytes` bytes together. Returns true if all
/// files were read.
pub(super) fn verify_sample(
    directory: &IndexDirectory,
    index: &tantivy::Index,
    max_bytes: u64,
) -> tantivy::Result<bool> {
    let meta = index.load_metas()?;
    let files =
        meta.segments.iter().flat_map(segment_files).map(|name| directory.sealed(Path::new(&name)));
    let mut files: Vec<_> = files.collect::<std::result::Result<_, _>>()?;
    files.sort_by_key(|file| file.len());
    let mut bytes_left = max_bytes;
    for file in files {
        let Some(rest) = bytes_left.checked_sub(file.len() as u64) else {
            return Ok(false);
        };
        bytes_left = rest;
        file.read_all()?;
    }
    Ok(true)
}

impl Verified {
    fn segments(&mut self, directory: &IndexDirectory) -> tantivy::Result<()> {
        let meta = open_tantivy(directory.clone())?.load_metas()?;
        let mut names = Vec::from_iter(meta.payload);
        // The files of duplicates, of members and of novelties may be missing: then duplicates and novelties are
        // computed again, and archives that changed are read as a whole.
        let list = names.first();
        let side_files = list
            .map(|list| {
                [
                    duplicates::file_name(list),
                    members_file(list),
                    side_file_name(list, NOVELTY_PREFIX),
                ]
            })
            .into_iter()
            .flatten();
        let beside: Vec<String> =
            (side_files.filter(|name| directory.exists(Path::new(name)).unwrap_or(true))).collect();
        names.extend(beside);
        for part in &meta.segments {
            names.extend(segment_files(part));
        }
        for name in names {
            let file = directory.sealed(Path::new(&name));
            let read =
                file.map_err(TantivyError::from).and_then(|file| Ok(file.read_all()?.len() as u64));
            self.add_file(&name, read);
        }
        Ok(())
    }

    fn add_file<E: Into<TantivyError>>(&mut self, name: &str, read: std::result::Result<u64, E>) {
        self.files += 1;
        match read {
            Ok(bytes) => self.bytes += bytes,
            Err(error) => self.add_damage(name, &error.into()),
        }
    }

    fn add_damage(&mut self, name: &str, error: &TantivyError) {
        self.damaged.push(DamagedFile { file: name.to_owned(), message: reason(error) });
    }
}

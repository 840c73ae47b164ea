//! State of an index that belongs to one commit, in one folder or in several that are read as one.
//!
//! tantivy reads several folders through a directory that shows all of their files and a list of all their segments.

use super::directory::IndexDirectory;
use super::directory::joined::JoinedDirectory;
use super::errors::{cannot_be_used, is_about_content, rebuild_remedy, tantivy_error};
use super::folder::TANTIVY_META;
use super::manifest::{Manifest, ManifestHeader};
use super::marker::check_folder;
use super::schema::INDEX_VERSION;
use super::segment;
use super::tantivy_index::open_tantivy;
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tantivy::index::SegmentId;
use tantivy::{Directory, Searcher, TantivyError};

/// Folders of an index, in the order in which they were named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders(Arc<[PathBuf]>);

impl Folders {
    /// Creates the list of folders. Fails if it is empty.
    pub(super) fn new(folders: &[PathBuf]) -> Result<Folders> {
        if folders.is_empty() {
            return Err(Error::new(ErrorKind::NoIndex, "no index is named"));
        }
        Ok(Folders(folders.into()))
    }

    pub fn iter(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(PathBuf::as_path)
    }

    pub(super) fn first(&self) -> &Path {
        self.0.first().map_or(Path::new(""), PathBuf::as_path)
    }

    /// Returns the folder, if there is only one.
    pub fn single(&self) -> Option<&Path> {
        match &*self.0 {
            [folder] => Some(folder),
            _ => None,
        }
    }

    /// Converts an error of tantivy into one worded for users. If there are several folders, the error names the one
    /// whose segment it mentions.
    pub(super) fn error_from_tantivy(&self, error: TantivyError) -> Error {
        let text = error.to_string();
        let is_named_in_error =
            |folder: &&Path| segment_names(folder).any(|name| text.contains(&name));
        match self.single().or_else(|| self.iter().find(is_named_in_error)) {
            Some(folder) => tantivy_error(folder, error),
            None if !is_about_content(&error) => cannot_be_used(self, error),
            None => {
                let message = format!("one of the indexes in {self} is damaged: {text}");
                Error::new(ErrorKind::Damaged, message).with_remedy(Remedy::Verify)
            }
        }
    }
}

impl fmt::Display for Folders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, folder) in self.iter().enumerate() {
            write!(f, "{}{}", if i > 0 { ", " } else { "" }, folder.display())?;
        }
        Ok(())
    }
}

/// Names of the segments and lists of files in a folder, without extensions.
fn segment_names(folder: &Path) -> impl Iterator<Item = String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let stem = name.split('.').next().unwrap_or_default();
        (stem.len() >= 32).then(|| stem.to_owned())
    })
}

/// Function that opens an index folder as a tantivy directory.
pub(super) type OpenFolder = fn(&Path) -> Result<IndexDirectory>;

/// Directory of a folder, and the name of its list of files.
pub(super) type FolderList = (IndexDirectory, Option<String>);

/// Folder of an index that is being opened.
struct IndexFolder<'f> {
    folder: &'f Path,
    directory: IndexDirectory,
    index: tantivy::Index,
}

impl<'f> IndexFolder<'f> {
    fn open(folder: &'f Path, open: OpenFolder) -> Result<IndexFolder<'f>> {
        check_folder(folder)?;
        let directory = open(folder)?;
        let index = open_tantivy(directory.clone());
        Ok(IndexFolder {
            folder,
            directory,
            index: index.map_err(|error| tantivy_error(folder, error))?,
        })
    }

    fn meta(&self) -> Result<FolderMeta> {
        let meta = FolderMeta::read(&self.directory);
        meta.map_err(|error| tantivy_error(self.folder, error))
    }

    fn header(&self, meta: &FolderMeta) -> Result<ManifestHeader> {
        let header = match &meta.payload {
            Some(name) => Manifest::read_header(&self.directory, name),
            None => Ok(ManifestHeader { version: INDEX_VERSION, ..ManifestHeader::default() }),
        };
        header.map_err(|error| tantivy_error(self.folder, error))
    }
}

/// Parts of tantivy's `meta.json` that are needed here. tantivy itself would read the schema with it, which takes
/// longer than all other work of opening an index.
#[derive(Deserialize)]
struct FolderMeta {
    segments: Vec<ListedSegment>,
    payload: Option<String>,
    /// Whole text of `meta.json`.
    #[serde(skip)]
    text: Vec<u8>,
}

#[derive(PartialEq, Deserialize)]
struct ListedSegment {
    segment_id: SegmentId,
}

impl FolderMeta {
    fn read(directory: &IndexDirectory) -> tantivy::Result<FolderMeta> {
        let text = directory.atomic_read(Path::new(TANTIVY_META))?;
        let meta: FolderMeta = serde_json::from_slice(&text).map_err(io::Error::from)?;
        Ok(FolderMeta { text, ..meta })
    }

    fn ids(&self) -> impl Iterator<Item = SegmentId> {
        self.segments.iter().map(|segment| segment.segment_id)
    }
}

/// Results of opening an index: searcher, joined header, and list of files of each folder.
type LoadedState = (Searcher, ManifestHeader, Vec<FolderList>);

/// Loads a state that belongs to a single commit of each folder.
pub(super) fn load_latest(folders: &Folders, open: OpenFolder) -> Result<LoadedState> {
    let parts: Vec<IndexFolder> =
        folders.iter().map(|folder| IndexFolder::open(folder, open)).collect::<Result<_>>()?;
    let metas = || -> Result<Vec<FolderMeta>> { parts.iter().map(IndexFolder::meta).collect() };
    loop {
        let before = metas()?;
        let read = load_state(folders, &parts, &before);
        // A writer may have published another commit meanwhile and deleted files that this one needs; then the loop
        // starts again.
        let after = metas()?;
        let mut pairs = after.iter().zip(&before);
        let is_last = pairs.all(|(after, before)| {
            after.payload == before.payload && (read.is_ok() || after.segments == before.segments)
        });
        if is_last {
            return read;
        }
    }
}

fn load_state(
    folders: &Folders,
    parts: &[IndexFolder],
    metas: &[FolderMeta],
) -> Result<LoadedState> {
    let headers = parts.iter().zip(metas).map(|(part, meta)| part.header(meta));
    let headers: Vec<ManifestHeader> = headers.collect::<Result<_>>()?;
    let named = parts.iter().map(|part| part.folder).zip(&headers);
    let header = ManifestHeader::join(named)?;
    refuse_shared_segments(parts, metas)?;
    let searcher = join_indexes(parts, metas).and_then(|index| searcher(&index));
    let lists = (parts.iter().zip(metas))
        .map(|(part, meta)| (part.directory.clone(), meta.payload.clone()))
        .collect();
    let searcher = searcher.map_err(|error| folders.error_from_tantivy(error))?;
    Ok((searcher, header, lists))
}

fn searcher(index: &tantivy::Index) -> tantivy::Result<Searcher> {
    let reader = index.reader_builder().reload_policy(tantivy::ReloadPolicy::Manual);
    // tantivy's cache is off, since stored games are read and cached by `stored`.
    let reader: tantivy::IndexReader = reader.doc_store_cache_num_blocks(0).try_into()?;
    let searcher = reader.searcher();
    // From here on tantivy holds its own files open, and the directory those of the segment components, so a builder
    // may delete them.
    for segment in searcher.segment_readers() {
        for extension in segment::extensions() {
            let id = segment.segment_id().uuid_string();
            let file = format!("{id}.{extension}");
            index.directory().get_file_handle(Path::new(&file))?;
        }
    }
    Ok(searcher)
}

/// Joins the folders into one tantivy index.
fn join_indexes(parts: &[IndexFolder], metas: &[FolderMeta]) -> tantivy::Result<tantivy::Index> {
    if let [part] = parts {
        return Ok(part.index.clone());
    }
    let mut joined_meta = Value::Null;
    let mut holders = HashMap::new();
    for (holder, meta) in metas.iter().enumerate() {
        holders.extend(meta.ids().map(|id| (id.uuid_string(), holder)));
        let mut meta: Value = serde_json::from_slice(&meta.text).map_err(io::Error::from)?;
        match (joined_meta.get_mut("segments"), meta.get_mut("segments")) {
            (Some(Value::Array(all)), Some(Value::Array(more))) => all.append(more),
            _ => joined_meta = meta,
        }
    }
    let folders = parts.iter().map(|part| part.directory.clone()).collect();
    let joined_meta = serde_json::to_vec(&joined_meta).map_err(io::Error::from)?;
    open_tantivy(JoinedDirectory::new(folders, holders, joined_meta))
}

/// Fails if two indexes share a segment, because one then began as a copy of the other.
fn refuse_shared_segments(parts: &[IndexFolder], metas: &[FolderMeta]) -> Result<()> {
    let mut holders = HashMap::new();
    for (part, meta) in parts.iter().zip(metas) {
        for id in meta.ids() {
            if let Some(other) = holders.insert(id, part.folder) {
                let (other, place) = (other.display(), part.folder.display());
                let message = format!("the index in {place} began as a copy of the one in {other}");
                return Err(
                    Error::new(ErrorKind::Query, message).with_remedy(rebuild_remedy(part.folder))
                );
            }
        }
    }
    Ok(())
}

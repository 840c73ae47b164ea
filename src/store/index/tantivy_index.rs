//! Opens and creates tantivy's index in a folder, with the segment components and tokenizers of kifu-index.

use super::directory::IndexDirectory;
use super::errors::tantivy_error;
use super::manifest::Manifest;
use super::{schema, segment, tokens};
use kifu_archive::error::Result;
use std::path::Path;

pub(super) fn open_directory(folder: &Path) -> Result<IndexDirectory> {
    IndexDirectory::open(folder).map_err(|error| tantivy_error(folder, error.into()))
}

pub(super) fn open_tantivy(directory: impl tantivy::Directory) -> tantivy::Result<tantivy::Index> {
    let mut index = tantivy::Index::open(directory)?;
    for plugin in segment::plugins() {
        index.register_plugin(plugin);
    }
    tokens::register(&index);
    Ok(index)
}

/// Reads the list of files that the last commit names.
pub(super) fn current_manifest(
    directory: &IndexDirectory,
    index: &tantivy::Index,
) -> tantivy::Result<Manifest> {
    match index.load_metas()?.payload {
        Some(name) => Manifest::read(directory, &name),
        None => Ok(Manifest::default()),
    }
}

/// Creates a tantivy index in a folder that has the index marker.
pub(super) fn create_tantivy(directory: &IndexDirectory) -> tantivy::Result<tantivy::Index> {
    let mut builder = tantivy::Index::builder().schema(schema::schema());
    for plugin in segment::plugins() {
        builder = builder.register_plugin(plugin);
    }
    let index = builder.open_or_create(directory.clone())?;
    tokens::register(&index);
    Ok(index)
}

//! Marker file of an index: names the version of the index in its folder.

use super::errors::{cannot_write, damaged, no_index, not_an_index, other_version};
use super::folder::{CACHE_TAG, CACHE_TAG_TEXT, MARKER, TANTIVY_META, is_tagged};
use super::leftovers::is_unused;
use super::schema::INDEX_VERSION;
use super::temporary;
use kifu_archive::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

#[derive(Serialize, Deserialize)]
struct FormatMarker {
    kifu_index: u32,
}

/// Checks that the folder is an index of this version; the error says what it is instead.
pub(super) fn check_folder(folder: &Path) -> Result<()> {
    let marker = folder.join(MARKER);
    let text = match std::fs::read(&marker) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if is_tagged(folder) {
                return Err(damaged(folder, &format!("the file {MARKER} is missing")));
            }
            if folder.exists() && !is_unused(folder) {
                return Err(not_an_index(folder));
            }
            return Err(no_index(folder));
        }
        Err(error) if !folder.is_dir() && folder.exists() => {
            return Err(not_an_index(folder).source(error));
        }
        Err(error) => {
            let doing = format!("cannot read {}", marker.display());
            return Err(Error::io(doing, error));
        }
    };
    let has_commit = folder.join(TANTIVY_META).exists();
    match serde_json::from_slice::<FormatMarker>(&text) {
        // An empty marker in a folder without a commit means that a build was killed as it began.
        Err(_) if text.is_empty() && !has_commit => Err(no_index(folder)),
        Ok(marker) if marker.kifu_index != INDEX_VERSION => Err(other_version(folder)),
        Ok(_) if has_commit => Ok(()),
        Ok(_) => Err(no_index(folder)),
        // A folder with the cache tag of kifu-index is an index, so an unreadable marker means damage.
        Err(_) if is_tagged(folder) || text.is_empty() => {
            let reason = format!("the file {MARKER} cannot be read");
            Err(damaged(folder, &reason))
        }
        Err(error) => Err(not_an_index(folder).source(error)),
    }
}

pub(super) fn write_marker(folder: &Path) -> Result<()> {
    // The marker is written first: a folder with nothing but a marker is an index that has yet to be built.
    let marker = FormatMarker { kifu_index: INDEX_VERSION };
    let marker = serde_json::to_vec(&marker).unwrap_or_default();
    for (name, content) in [(MARKER, marker.as_slice()), (CACHE_TAG, CACHE_TAG_TEXT.as_bytes())] {
        let written = temporary::write_atomically(&folder.join(name), content);
        written.map_err(|error| cannot_write(folder, error))?;
    }
    Ok(())
}

//! Keys by which the documents of a file are found and deleted.
//!
//! Each root has a random key, and a file's key is a hash of the root's key and of the file's path below the root. So
//! the documents of a root that is moved as a whole keep their keys. Documents below a root that has become part of
//! another root still have the keys of the old root, and those of merged indexes have the key of one of several roots,
//! so a file may have several keys.

use crate::index::document::file_key;
use crate::index::manifest::{FolderKey, ManifestHeader};
use kifu_archive::origin::{path_text, text_path};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

/// Keys of all folders that are or were roots.
#[derive(Debug, Default)]
pub(super) struct FileKeys(Vec<(PathBuf, u64)>);

impl FileKeys {
    /// Reads the keys from the header of the list of files.
    pub(super) fn from_header(header: &ManifestHeader) -> FileKeys {
        let keys = header.folder_keys.iter();
        FileKeys(keys.map(|known| (text_path(&known.folder), known.key)).collect())
    }

    /// Key with which new documents of a root are written.
    pub(super) fn root_key(&self, root: &Path) -> u64 {
        let mut known = self.0.iter().rev();
        known.find(|(folder, _)| folder == root).map_or(0, |(_, key)| *key)
    }

    /// All keys that the documents of a file may have.
    pub(super) fn file_keys<'k>(&'k self, file: &'k Path) -> impl Iterator<Item = u64> + 'k {
        let below = |(folder, key): &(PathBuf, u64)| {
            let below = file.strip_prefix(folder).ok()?;
            Some(file_key(*key, below))
        };
        self.0.iter().filter_map(below)
    }
}

/// Adds a random key for each root of the header that has none.
pub(super) fn add_keys(header: &mut ManifestHeader) {
    for root in &header.roots {
        if !header.folder_keys.iter().any(|known| known.folder == *root) {
            let folder = root.clone();
            let key = RandomState::new().hash_one(root);
            header.folder_keys.push(FolderKey { folder, key });
        }
    }
}

/// Drops the keys of a root that was forgotten, and of folders below it that are no roots: no document has these keys.
pub(super) fn drop_keys(header: &mut ManifestHeader, root: &Path) {
    let roots = &header.roots;
    header.folder_keys.retain(|known| {
        !text_path(&known.folder).starts_with(root) || roots.contains(&known.folder)
    });
}

/// Assigns each key to the new path of its folder, as given by `moved`.
pub(super) fn move_keys(header: &mut ManifestHeader, moved: impl Fn(&Path) -> Option<PathBuf>) {
    for known in &mut header.folder_keys {
        if let Some(folder) = moved(&text_path(&known.folder)) {
            known.folder = path_text(&folder);
        }
    }
}

/// Joins a folder and a path below it. If `below` is empty, the result is the folder without a trailing separator.
pub(super) fn join_below(folder: &Path, below: &Path) -> PathBuf {
    if below.as_os_str().is_empty() { folder.to_owned() } else { folder.join(below) }
}

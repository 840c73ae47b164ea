//! The numbers by which the documents of a file are found and deleted.
//!
//! Each root has a random key, and a file's number is a hash of that key and of its path below the root: so the
//! documents of a root that is moved as a whole keep their numbers. Documents below a root that has become part of
//! another one still have the numbers of the old root, and those of merged indexes have one of several, so a file may
//! have several numbers.

use crate::index::document::file_key;
use crate::index::manifest::{FolderKey, ManifestHeader};
use kifu_archive::origin::{path_text, text_path};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

/// The keys of all folders that are or were roots.
#[derive(Debug, Default)]
pub(super) struct FileKeys(Vec<(PathBuf, u64)>);

impl FileKeys {
    /// The keys that a header knows.
    pub(super) fn of(header: &ManifestHeader) -> FileKeys {
        let keys = header.folder_keys.iter();
        FileKeys(keys.map(|known| (text_path(&known.folder), known.key)).collect())
    }

    /// The key with which documents of a root are written.
    pub(super) fn of_root(&self, root: &Path) -> u64 {
        let mut known = self.0.iter().rev();
        known.find(|(folder, _)| folder == root).map_or(0, |(_, key)| *key)
    }

    /// All numbers that the documents of a file may have.
    pub(super) fn of_file<'k>(&'k self, file: &'k Path) -> impl Iterator<Item = u64> + 'k {
        let below = |(folder, key): &(PathBuf, u64)| {
            let below = file.strip_prefix(folder).ok()?;
            Some(file_key(*key, below))
        };
        self.0.iter().filter_map(below)
    }
}

/// Gives roots that have none a key.
pub(super) fn add_keys(header: &mut ManifestHeader) {
    for root in &header.roots {
        if !header.folder_keys.iter().any(|known| known.folder == *root) {
            let folder = root.clone();
            let key = RandomState::new().hash_one(root);
            header.folder_keys.push(FolderKey { folder, key });
        }
    }
}

/// Drops the keys of a root that was forgotten, and of folders below it that are no roots: no document has them.
pub(super) fn drop_keys(header: &mut ManifestHeader, root: &Path) {
    let roots = &header.roots;
    header.folder_keys.retain(|known| {
        !text_path(&known.folder).starts_with(root) || roots.contains(&known.folder)
    });
}

/// Gives the keys to the folders where those that they belong to lie now.
pub(super) fn move_keys(header: &mut ManifestHeader, moved: impl Fn(&Path) -> Option<PathBuf>) {
    for known in &mut header.folder_keys {
        if let Some(folder) = moved(&text_path(&known.folder)) {
            known.folder = path_text(&folder);
        }
    }
}

/// A path below a folder; the folder itself if nothing is below, without a separator behind it.
pub(super) fn joined(folder: &Path, below: &Path) -> PathBuf {
    if below.as_os_str().is_empty() { folder.to_owned() } else { folder.join(below) }
}

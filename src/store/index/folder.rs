//! The files of an index by their names.

use std::path::{Path, PathBuf};

/// The file that marks a folder as an index and states its version.
pub(super) const MARKER: &str = "kifu-index.json";
/// Without this file there is no index yet.
pub(super) const TANTIVY_META: &str = "meta.json";
/// tantivy's list of the files that it has to clean up.
pub(super) const TANTIVY_MANAGED: &str = ".managed.json";
/// Tells backup programs that the folder can be made again (bford.info/cachedir).
pub(super) const CACHE_TAG: &str = "CACHEDIR.TAG";
pub(super) const CACHE_TAG_TEXT: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
    # This folder is an index of kifu-index; it can be built again from the games.\n";
/// The file that a builder holds locked. It stays afterwards: whoever deleted it could delete the next builder's.
pub(super) const LOCK_FILE: &str = "build.lock";
/// Where the new index is built, inside the folder of the old one.
pub(super) const WORK_FOLDER: &str = "rebuilding";
/// Files that belong to a list of files are named after it. They hold duplicates, or the members of archives.
pub(super) const DUPLICATES: &str = "duplicates-";
pub(super) const MEMBERS: &str = "members-";
/// The end of their names.
pub(super) const BESIDE_END: &str = ".bin";

/// The name of the file of a kind that belongs to a list of files.
pub(super) fn beside(list: &str, kind: &str) -> String {
    let stem = list.strip_prefix("files-").unwrap_or(list);
    let stem = stem.strip_suffix(".jsonl").unwrap_or(stem);
    format!("{kind}{stem}{BESIDE_END}")
}

/// The list of files that a file of duplicates or members belongs to, or `None` for other files.
pub(super) fn list_around(name: &str) -> Option<String> {
    let stem =
        [DUPLICATES, MEMBERS].into_iter().filter_map(|kind| name.strip_prefix(kind)).next()?;
    let stem = stem.strip_suffix(BESIDE_END)?;
    Some(format!("files-{stem}.jsonl"))
}

/// Whether a folder has our tag, which is written after the marker.
pub(super) fn is_tagged(folder: &Path) -> bool {
    let tag = std::fs::read(folder.join(CACHE_TAG));
    tag.is_ok_and(|tag| tag == CACHE_TAG_TEXT.as_bytes())
}

/// A path without links, to compare it with others; the path itself if nothing is there.
pub(super) fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

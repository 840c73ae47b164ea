//! Names of the files of an index.

use std::path::{Path, PathBuf};

/// File that marks a folder as an index and states its version.
pub(super) const MARKER: &str = "kifu-index.json";
/// tantivy's list of segments. Without this file there is no index yet.
pub(super) const TANTIVY_META: &str = "meta.json";
/// tantivy's list of the files that it has to delete.
pub(super) const TANTIVY_MANAGED: &str = ".managed.json";
/// File that tells backup programs that the folder can be recreated (bford.info/cachedir).
pub(super) const CACHE_TAG: &str = "CACHEDIR.TAG";
pub(super) const CACHE_TAG_TEXT: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
    # This folder is an index of kifu-index; it can be built again from the games.\n";
/// File that a builder holds locked. It is never deleted: whoever deleted it could delete the next builder's lock.
pub(super) const LOCK_FILE: &str = "build.lock";
/// Folder inside the old index in which a rebuild puts the new one together.
pub(super) const WORK_FOLDER: &str = "rebuilding";
/// Prefixes of side files: the files of duplicates, of archive members and of novelties belong to one list of files and
/// are named after it.
pub(super) const DUPLICATES_PREFIX: &str = "duplicates-";
pub(super) const MEMBERS_PREFIX: &str = "members-";
pub(super) const NOVELTY_PREFIX: &str = "novelty-";
/// Suffix of side files, which hold the duplicates, the archive members or the novelties that belong to a list of
/// files.
pub(super) const SIDE_FILE_SUFFIX: &str = ".bin";

/// File with the files that builds looked at and did not read because of their names.
pub(super) const UNREAD_FILE: &str = "unread.json";

/// Name of the side file that belongs to a list of files; `kind` is its prefix, such as the one for duplicates.
pub(super) fn side_file_name(list: &str, kind: &str) -> String {
    let stem = list.strip_prefix("files-").unwrap_or(list);
    let stem = stem.strip_suffix(".jsonl").unwrap_or(stem);
    format!("{kind}{stem}{SIDE_FILE_SUFFIX}")
}

/// Name of the list of files that a side file belongs to; `None` for other files.
pub(super) fn list_of_side_file(name: &str) -> Option<String> {
    let stem = [DUPLICATES_PREFIX, MEMBERS_PREFIX, NOVELTY_PREFIX]
        .into_iter()
        .filter_map(|kind| name.strip_prefix(kind))
        .next()?;
    let stem = stem.strip_suffix(SIDE_FILE_SUFFIX)?;
    Some(format!("files-{stem}.jsonl"))
}

/// True if a folder has the cache tag of kifu-index, which is written after the marker.
pub(super) fn is_tagged(folder: &Path) -> bool {
    let tag = std::fs::read(folder.join(CACHE_TAG));
    tag.is_ok_and(|tag| tag == CACHE_TAG_TEXT.as_bytes())
}

/// Resolves all links in a path, to compare it with others; returns the path itself if it does not exist.
pub(super) fn canonical_or_same(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

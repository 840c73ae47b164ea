//! Deletes files that no commit names: those that killed and failed builds left, and those that a commit replaced.

use super::directory::IndexDirectory;
use super::folder::{
    CACHE_TAG, LOCK_FILE, MARKER, MEMBERS_PREFIX, TANTIVY_MANAGED, TANTIVY_META, UNREAD_FILE,
    WORK_FOLDER, is_tagged, list_of_side_file,
};
use super::tantivy_index::open_tantivy;
use super::temporary;
use std::fs;
use std::path::Path;
use tantivy::directory::{INDEX_WRITER_LOCK, META_LOCK};
use tantivy::{Directory, IndexMeta};

/// Deletes the files that no commit needs any more: all that belong neither to the last commit nor to the list of files
/// `before`, that of the commit before the last one.
///
/// The list `before` stays, and so does the file of duplicate games that belongs to it, because a reader may be opening
/// that older commit right now. Only the holder of the build lock may call this.
///
/// Files that were not made by a build stay. If the last commit cannot be read, every finished file stays as well. A
/// file that cannot be deleted does no harm, so errors are ignored.
pub(super) fn remove_orphans(folder: &Path, directory: &IndexDirectory, before: Option<&str>) {
    let _ = fs::remove_dir_all(folder.join(WORK_FOLDER));
    for name in orphan_names(folder, directory, before) {
        let _ = directory.delete(Path::new(&name));
    }
}

/// If the folder has no commit, deletes the files of a first build that failed or was killed, except for its locks. A
/// thread of a failed build may have written a file after the build had deleted its files.
pub(super) fn remove_first_build_leftovers(folder: &Path) {
    if has_commit(folder) {
        return;
    }
    let remove = |name: &str| drop(fs::remove_file(folder.join(name)));
    // `meta.json` is deleted after the lists of files: without `meta.json`, nobody can tell whether a list was
    // committed.
    let is_left = |name: &String| is_build_file(name) && !is_lock(name) && name != TANTIVY_META;
    file_names(folder).filter(is_left).for_each(|name| remove(&name));
    remove(TANTIVY_META);
    if is_tagged(folder) {
        remove(CACHE_TAG);
    }
    // The marker is deleted last: a folder with nothing but a marker is an index that has yet to be built.
    remove(MARKER);
}

fn orphan_names(folder: &Path, directory: &IndexDirectory, before: Option<&str>) -> Vec<String> {
    let meta = read_meta(directory);
    let is_left = |name: &String| {
        let is_named = |meta: &IndexMeta| match list_name(name) {
            Some(list) if meta.payload.as_ref() == Some(&list) => true,
            // Tables of archive members are read by builds only, and a build reads the table of the last commit. So
            // those that belong to the older list of files are not needed.
            Some(list) => before == Some(&list) && !name.starts_with(MEMBERS_PREFIX),
            None => !is_segment_file(name) || is_named_by_commit(name, meta),
        };
        temporary::is_temporary_name(name) || !meta.as_ref().is_none_or(is_named)
    };
    file_names(folder).filter(is_left).collect()
}

/// Deletes what a failed build wrote: everything, if there was no index before.
pub(super) fn rollback_files(folder: &Path, directory: &IndexDirectory) {
    // The folder is synced before anything is deleted. Otherwise a power cut could bring back an older commit, whose
    // files would be gone.
    if directory.sync_directory().is_err() {
        return;
    }
    remove_orphans(folder, directory, None);
    if !has_commit(folder) {
        remove_first_build_leftovers(folder);
        let locks = tantivy_lock_files().map(|lock| folder.join(lock));
        locks.for_each(|lock| drop(fs::remove_file(lock)));
    }
}

/// True if the folder has a finished commit, or may have one. Opens its own directory, so that damage in files of an
/// unfinished build does not count against the next one.
fn has_commit(folder: &Path) -> bool {
    let Ok(directory) = IndexDirectory::open(folder) else {
        return true;
    };
    match read_meta(&directory) {
        Some(meta) => meta.payload.is_some(),
        // A damaged index counts as a commit: its lists of files name the roots, which a rebuild needs.
        None => {
            folder.join(TANTIVY_META).exists()
                || file_names(folder).any(|n| list_name(&n).is_some())
        }
    }
}

/// True if a folder is empty, or holds only files that a killed or failed first build leaves.
pub(super) fn is_unused(folder: &Path) -> bool {
    let is_ours =
        fs::read_dir(folder).is_ok() && file_names(folder).all(|name| is_build_file(&name));
    is_ours && !has_commit(folder)
}

/// True if a file has a name that a build uses before its first commit.
fn is_build_file(name: &str) -> bool {
    let is_of_library = [TANTIVY_META, TANTIVY_MANAGED].contains(&name) || is_segment_file(name);
    is_of_library
        || is_lock(name)
        || name == UNREAD_FILE
        || temporary::is_temporary_name(name)
        || list_name(name).is_some()
}

fn is_lock(name: &str) -> bool {
    name == LOCK_FILE || tantivy_lock_files().any(|lock| lock == Path::new(name))
}

/// Files that tantivy locks.
fn tantivy_lock_files() -> impl Iterator<Item = &'static Path> {
    [&INDEX_WRITER_LOCK, &META_LOCK].into_iter().map(|lock| lock.filepath.as_path())
}

fn file_names(folder: &Path) -> impl Iterator<Item = String> {
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
}

/// Segments and list of files of the last commit; `None` if they cannot be read.
fn read_meta(directory: &IndexDirectory) -> Option<IndexMeta> {
    open_tantivy(directory.clone()).ok()?.load_metas().ok()
}

/// Returns `name` if it is the name of a list of files. For a side file, such as that of duplicates, returns the name
/// of the list of files to which it belongs.
fn list_name(name: &str) -> Option<String> {
    let is_list = name.starts_with("files-") && name.ends_with(".jsonl");
    is_list.then(|| name.to_owned()).or_else(|| list_of_side_file(name))
}

/// True for names of segment files: 32 hexadecimal digits, a dot, and the kind of content.
fn is_segment_file(name: &str) -> bool {
    let id = name.split_once('.').map_or("", |(id, _)| id);
    id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// True if a commit names this file of a segment.
fn is_named_by_commit(name: &str, meta: &IndexMeta) -> bool {
    meta.segments.iter().any(|segment| {
        let rest = name.strip_prefix(&segment.id().uuid_string());
        rest.is_some_and(|rest| match rest.strip_suffix(".del") {
            Some(_) => {
                segment.delete_opstamp().is_some_and(|opstamp| rest == format!(".{opstamp}.del"))
            }
            // A `.temp` file is used by the writer until its segment is done.
            None => !rest.ends_with(".temp"),
        })
    })
}

/// Names of files that no commit needs. Leaves out the list of files of the commit before the last one and the files
/// that belong to it, since these stay on purpose.
#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(super) fn orphans(folder: &Path) -> Vec<String> {
    let directory = super::tantivy_index::open_directory(folder).unwrap();
    let mut left = orphan_names(folder, &directory, None);
    let lists = left.iter().filter_map(|name| list_name(name));
    let before =
        lists.max_by_key(|list| fs::metadata(folder.join(list)).unwrap().modified().unwrap());
    left.retain(|name| list_name(name).is_none() || list_name(name) != before);
    left.extend(file_names(folder).filter(|name| name == WORK_FOLDER));
    left
}

//! Builds a new index beside the old one and replaces the old one at the end.

use super::first_seen::{CommittedIndex, FirstTimes};
use super::roots::reachable;
use super::{BuildReport, Options, ReadProgress, ReplacedIndex, build, with_build_lock};
use crate::index::directory::IndexDirectory;
use crate::index::errors::{cannot_write, tantivy_error};
use crate::index::folder::{MARKER, TANTIVY_META, WORK_FOLDER};
use crate::index::leftovers::remove_orphans;
use crate::index::manifest::ManifestHeader;
use crate::index::marker::{check_folder, write_marker};
use crate::index::tantivy_index::{current_manifest, open_directory, open_tantivy};
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_archive::origin::text_path;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tantivy::directory::INDEX_WRITER_LOCK;
use tantivy::{Directory, TantivyError};

/// Reads all roots again and puts the new index in place of the old one, which may be damaged or of another version.
///
/// The roots are the named ones, or else those of the old index. The old index stays in force until the new one is
/// complete.
pub fn rebuild(
    folder: &Path,
    roots: &[PathBuf],
    options: &Options,
    progress: &ReadProgress,
) -> Result<BuildReport> {
    use ErrorKind::{Damaged, NoIndex, OtherVersion};
    match check_folder(folder) {
        Ok(()) => {}
        Err(error) if error.kind() == NoIndex && !folder.join(MARKER).exists() => {
            return build(folder, roots, options, progress);
        }
        Err(error) if matches!(error.kind(), Damaged | NoIndex | OtherVersion) => {}
        Err(error) => return Err(error),
    }
    with_build_lock(folder, open_directory(folder)?, |directory| {
        // A builder of an older version knows only tantivy's lock, so that one is taken too.
        let lock = directory.acquire_lock(&INDEX_WRITER_LOCK);
        let _lock =
            lock.map_err(|error| tantivy_error(folder, TantivyError::LockFailure(error, None)))?;
        let new = folder.join(WORK_FOLDER);
        let options =
            Options { replaced: read_replaced_index(folder).map(Arc::new), ..options.clone() };
        let report = build(&new, &roots_to_rebuild(folder, roots)?, &options, progress)?;
        move_into_place(folder, &new, &directory).map_err(|error| cannot_write(folder, error))?;
        // The marker is written last: until then it names the old index's version.
        write_marker(folder)?;
        remove_orphans(folder, &directory, None);
        Ok(report)
    })
}

/// Reads what the new index takes over from the old one: the header, and the times at which games were added. If the
/// old index is damaged, the times may be missing.
fn read_replaced_index(folder: &Path) -> Option<ReplacedIndex> {
    let header = known_header(folder)?;
    let first = || -> Result<FirstTimes> {
        let index = open_tantivy(open_directory(folder)?);
        index
            .and_then(|index| CommittedIndex::open(&index, header.built)?.all_times())
            .map_err(|error| tantivy_error(folder, error))
    };
    let first = first().unwrap_or_default();
    Some(ReplacedIndex { header, first_times: first })
}

/// Roots to read: the named ones, or else those of the old index.
fn roots_to_rebuild(folder: &Path, named: &[PathBuf]) -> Result<Vec<PathBuf>> {
    if !named.is_empty() {
        return reachable(named);
    }
    let known = known_roots(folder)?;
    reachable(&known).map_err(|error| error.with_remedy(Remedy::NameReachableRoots))
}

/// Roots of an index, however damaged: from the list of files in force, or else from the latest list whose first line
/// can be read.
fn known_roots(folder: &Path) -> Result<Vec<PathBuf>> {
    let roots = known_header(folder).map_or_else(Vec::new, |header| header.roots);
    if roots.is_empty() {
        let message = format!("what {} was built from is not known", folder.display());
        return Err(Error::new(ErrorKind::Damaged, message).with_remedy(Remedy::NameRebuildRoots));
    }
    Ok(roots.iter().map(|root| text_path(root)).collect())
}

/// Header of an index, however damaged.
fn known_header(folder: &Path) -> Option<ManifestHeader> {
    let current = || -> Result<ManifestHeader> {
        let fail = |error| tantivy_error(folder, error);
        let directory = open_directory(folder)?;
        let index = open_tantivy(directory.clone()).map_err(fail)?;
        Ok(current_manifest(&directory, &index).map_err(fail)?.header)
    };
    current().ok().or_else(|| latest_readable_header(folder))
}

fn latest_readable_header(folder: &Path) -> Option<ManifestHeader> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let mut lists: Vec<(u64, PathBuf)> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let number = name.strip_prefix("files-")?.split(['-', '.']).next()?;
            Some((number.parse().ok()?, entry.path()))
        })
        .collect();
    lists.sort();
    lists.iter().rev().find_map(|(_, path)| {
        let bytes = std::fs::read(path).ok()?;
        serde_json::from_slice(bytes.split(|&byte| byte == b'\n').next()?).ok()
    })
}

/// Moves the files of the new index into the folder of the old one. Segments and lists have distinct names, so the old
/// index stays in force until `meta.json`, which names the segments, is replaced.
fn move_into_place(folder: &Path, new: &Path, directory: &IndexDirectory) -> io::Result<()> {
    let rename = |name: &OsStr| std::fs::rename(new.join(name), folder.join(name));
    for entry in std::fs::read_dir(new)? {
        let name = entry?.file_name();
        let is_lock = name.to_string_lossy().ends_with(".lock");
        if name != TANTIVY_META && name != MARKER && !is_lock {
            rename(&name)?;
        }
    }
    directory.sync_directory()?;
    rename(TANTIVY_META.as_ref())?;
    directory.sync_directory()
}

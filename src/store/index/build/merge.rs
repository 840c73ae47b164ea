//! Joins indexes into a new one, without reading an archive.
//!
//! The files of their segments are copied into a hidden folder beside the new index, and one commit names them all.
//! That commit is like any other: it merges segments by the usual rule, and finds duplicates anew. The folder is
//! renamed at the end, so an incomplete index never appears under the final name.

use super::lock::BuildLock;
use super::{Options, ReadProgress, Session, absolute};
use crate::index::Index;
use crate::index::errors::{cannot_write, damaged, rebuild_remedy, tantivy_error};
use crate::index::folder::{LOCK_FILE, TANTIVY_META};
use crate::index::manifest::{FileTally, Manifest, ManifestHeader};
use crate::index::marker::write_marker;
use crate::index::schema::INDEX_VERSION;
use crate::index::tantivy_index::{open_directory, open_tantivy};
use crate::index::verify::{segment_files, verify};
use crate::index::write_guard::refuse_archive;
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use tantivy::index::SegmentMeta;
use tantivy::{Directory, IndexMeta};

/// Joins the indexes in several folders into a new one in `target`, which is empty or does not exist. Returns the
/// totals of the new index.
///
/// Every source index is verified completely before it is copied, so damage does not spread. Fails without changing
/// anything if two sources hold the same games.
pub fn merge(
    parts: &[PathBuf],
    target: &Path,
    options: &Options,
    progress: &ReadProgress,
) -> Result<FileTally> {
    if parts.len() < 2 {
        let message = "two indexes or more are joined";
        return Err(Error::new(ErrorKind::Query, message).with_help("name the folder of each"));
    }
    // Before anything is locked or copied, checks that the folders can be opened together as one index.
    Index::open_all(parts, None)?;
    let target = resolved(target)?;
    work_folder(&target)?;
    refuse_archive(&target, &[], parts.iter().map(PathBuf::as_path))?;
    let (work, _lock) = create_work_folder(&target)?;
    let joined = merge_parts(&work, parts, options, progress).and_then(|totals| {
        // The target may have been filled by somebody else meanwhile, so it is checked again before the rename.
        work_folder(&target)?;
        publish(&work, &target).map_err(|error| cannot_write(&target, error))?;
        Ok(totals)
    });
    joined.inspect_err(|_| drop(fs::remove_dir_all(&work)))
}

/// Resolves `..` and links in the target's path, as far as the path exists.
fn resolved(target: &Path) -> Result<PathBuf> {
    let parent = target.parent();
    let around = parent.and_then(|around| around.canonicalize().ok());
    let inner = around.zip(target.file_name());
    match (target.canonicalize(), inner) {
        (Ok(target), _) => Ok(target),
        (Err(_), Some((around, name))) => Ok(around.join(name)),
        (Err(_), None) => absolute(target),
    }
}

/// Creates, locks and empties the folder in which the new index is put together.
fn create_work_folder(target: &Path) -> Result<(PathBuf, BuildLock)> {
    loop {
        let work = work_folder(target)?;
        fs::create_dir_all(&work).map_err(|error| cannot_write(&work, error))?;
        let lock = BuildLock::take(&work)?;
        // The previous holder of the lock may have renamed or removed the folder; then it is created again.
        if work.join(LOCK_FILE).exists() {
            clear_work_folder(&work).map_err(|error| cannot_write(&work, error))?;
            return Ok((work, lock));
        }
    }
}

/// Verifies the source indexes and makes one index of them in the work folder.
fn merge_parts(
    work: &Path,
    parts: &[PathBuf],
    options: &Options,
    progress: &ReadProgress,
) -> Result<FileTally> {
    let parts: Vec<MergeSource> =
        parts.iter().map(|folder| MergeSource::open(folder)).collect::<Result<_>>()?;
    announce_work(&parts, progress);
    for part in &parts {
        part.check(progress)?;
    }
    let manifest = join(&parts)?;
    let totals = write_merged_index(work, &parts, manifest, options, progress)?;
    check_cancelled(options)?;
    Ok(totals)
}

fn check_cancelled(options: &Options) -> Result<()> {
    if options.is_cancelled() {
        let message = "the merge was cancelled; nothing was changed";
        Err(Error::new(ErrorKind::Interrupted, message))
    } else {
        Ok(())
    }
}

fn add(counter: &AtomicU64, number: u64) {
    counter.fetch_add(number, Ordering::Relaxed);
}

/// Segments of all source indexes, each with its source.
fn segments(parts: &[MergeSource]) -> impl Iterator<Item = (&MergeSource, &SegmentMeta)> {
    parts.iter().flat_map(|part| part.meta.segments.iter().map(move |segment| (part, segment)))
}

/// Enters the amount of work into the progress: all bytes are read twice, to verify and to copy them.
fn announce_work(parts: &[MergeSource], progress: &ReadProgress) {
    for (part, segment) in segments(parts) {
        for name in segment_files(segment) {
            let file = fs::metadata(part.folder.join(name));
            add(&progress.files_found, 1);
            add(&progress.bytes_found, 2 * file.map_or(0, |file| file.len()));
        }
    }
    progress.is_walk_done.store(true, Ordering::Relaxed);
}

/// Source index that is merged into the new one.
struct MergeSource {
    folder: PathBuf,
    manifest: Manifest,
    meta: IndexMeta,
    /// Shared lock that keeps the files of the source index in place. `None` if its folder is not writable; then no
    /// builder can change it either.
    _lock: Option<BuildLock>,
}

impl MergeSource {
    fn open(folder: &Path) -> Result<MergeSource> {
        let index = Index::open(folder)?;
        let lock = match BuildLock::share(folder) {
            Err(error) if error.kind() == ErrorKind::Locked => return Err(error),
            lock => lock.ok(),
        };
        let fail = |error| tantivy_error(folder, error);
        let meta = open_tantivy(open_directory(folder)?).and_then(|index| index.load_metas());
        Ok(MergeSource {
            folder: folder.to_owned(),
            manifest: index.manifest()?,
            meta: meta.map_err(fail)?,
            _lock: lock,
        })
    }

    /// Verifies all files of this source index. Fails if one is damaged.
    fn check(&self, progress: &ReadProgress) -> Result<()> {
        let verified = verify(&self.folder)?;
        add(&progress.bytes_done, verified.bytes);
        match verified.damaged.first() {
            Some(file) => Err(damaged(&self.folder, &file.message)),
            None => Ok(()),
        }
    }
}

/// Path of the hidden folder beside the target in which the new index is put together. Fails if the target is not free.
fn work_folder(target: &Path) -> Result<PathBuf> {
    let is_free = match fs::read_dir(target) {
        Ok(mut entries) => entries.next().is_none(),
        // A dangling link exists but cannot be read; the rename at the end would not turn it into a folder.
        Err(error) => {
            error.kind() == io::ErrorKind::NotFound && fs::symlink_metadata(target).is_err()
        }
    };
    match target.file_name() {
        Some(name) if is_free => {
            let name = format!(".{}.merging", name.to_string_lossy());
            Ok(target.with_file_name(name))
        }
        _ => {
            let place = target.display();
            let message = format!("{place} is not an empty folder; nothing was changed");
            Err(Error::new(ErrorKind::Query, message).with_remedy(Remedy::NewFolder))
        }
    }
}

/// Joins the lists of files of all source indexes.
fn join(parts: &[MergeSource]) -> Result<Manifest> {
    let list = |part: &MergeSource| (part.folder.clone(), part.manifest.clone());
    let joined = Manifest::join(parts.iter().map(list).collect())?;
    for part in parts {
        // A later refresh does not read unchanged files again, so files that were read under different limits would
        // stay different.
        let (part_limits, joined_limits) = (&part.manifest.header.limits, &joined.header.limits);
        let missing = match () {
            _ if part_limits.sniff != joined_limits.sniff => {
                Some("looking at files with other names")
            }
            _ if part_limits.all_comments != joined_limits.all_comments => {
                Some("the comments that programs wrote")
            }
            _ if part_limits.sidecars != joined_limits.sidecars => {
                Some("the analysis beside the games")
            }
            _ if part_limits.parquet_columns != joined_limits.parquet_columns => {
                Some("the same columns of Parquet files")
            }
            _ if part_limits.table != joined_limits.table => Some("the same table of analysis"),
            _ if !has_same_patterns(&part.manifest.header, &joined.header) => {
                Some("the same patterns of files")
            }
            _ => None,
        };
        if let Some(missing) = missing {
            let folder = part.folder.display();
            let message =
                format!("the index in {folder} was built without {missing}, another with");
            return Err(
                Error::new(ErrorKind::Query, message).with_remedy(rebuild_remedy(&part.folder))
            );
        }
    }
    Ok(joined)
}

/// True if the joined index has the same patterns of files for the roots of this source index as the source index
/// itself. Otherwise a refresh would read other files than those that were merged.
fn has_same_patterns(part: &ManifestHeader, joined: &ManifestHeader) -> bool {
    let mut roots = part.roots.iter();
    roots.all(|root| part.patterns.get(root) == joined.patterns.get(root))
}

/// Deletes what a killed run left in the work folder, except for the lock.
fn clear_work_folder(work: &Path) -> io::Result<()> {
    for entry in fs::read_dir(work)? {
        let path = entry?.path();
        if path.file_name() != Some(LOCK_FILE.as_ref()) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Copies all segments into the work folder and commits them as one index.
fn write_merged_index(
    work: &Path,
    parts: &[MergeSource],
    mut manifest: Manifest,
    options: &Options,
    progress: &ReadProgress,
) -> Result<FileTally> {
    write_marker(work)?;
    for (part, segment) in segments(parts) {
        check_cancelled(options)?;
        copy_segment(part, segment, work, progress)?;
    }
    progress.finishing.store(true, Ordering::Relaxed);
    let fail = |error| tantivy_error(work, error);
    let opstamp = parts.iter().map(|part| part.meta.opstamp).max();
    let Some((first, opstamp)) = parts.first().zip(opstamp) else {
        return Ok(FileTally::default());
    };
    let meta = IndexMeta {
        segments: segments(parts).map(|(_, segment)| segment.clone()).collect(),
        opstamp,
        payload: None,
        ..first.meta.clone()
    };
    let directory = open_directory(work)?;
    let meta = serde_json::to_vec(&meta).map_err(|error| fail(io::Error::from(error).into()))?;
    directory
        .sync_directory()
        .and_then(|()| directory.atomic_write(Path::new(TANTIVY_META), &meta))
        .map_err(|error| fail(error.into()))?;
    manifest.header.version = INDEX_VERSION;
    Session::open_marked(work, directory, options)?.commit(&mut manifest)?;
    Ok(manifest.header.totals)
}

/// Copies the files of a segment and syncs them to disk.
fn copy_segment(
    part: &MergeSource,
    segment: &SegmentMeta,
    work: &Path,
    progress: &ReadProgress,
) -> Result<()> {
    for name in segment_files(segment) {
        let from = part.folder.join(&name);
        let copied = File::open(&from).and_then(|mut from| {
            let mut to = File::create_new(work.join(&name))?;
            let bytes = io::copy(&mut from, &mut to)?;
            to.sync_all()?;
            Ok(bytes)
        });
        let copied =
            copied.map_err(|error| Error::io(format!("cannot copy {}", from.display()), error))?;
        add(&progress.files_done, 1);
        add(&progress.bytes_done, copied);
    }
    add(&progress.games, segment.num_docs().into());
    Ok(())
}

/// Renames the finished folder to its final name.
fn publish(work: &Path, target: &Path) -> io::Result<()> {
    if target.exists() {
        fs::remove_dir(target)?;
    }
    fs::rename(work, target)?;
    // The rename is durable once the parent folder is synced. Where folders cannot be opened (Windows), the system
    // takes care of it.
    if let Some(Ok(around)) = target.parent().map(File::open) {
        around.sync_all()?;
    }
    Ok(())
}

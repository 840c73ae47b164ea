//! Moves a root of an index to another place, without reading its games.
//!
//! The documents of a root name their files in two columns, `place` and `folder`. These columns are rewritten for every
//! segment that has games of the root; the other files of such a segment are hard links to the old ones. The ids of
//! games and the keys of files depend only on the path below the root ([`super::keys`]), so they stay.

use super::keys::{join_below, move_keys};
use super::roots::{absolute, not_a_root};
use super::{BuildReport, Options, ReadProgress, Session, with_build_lock, write_duplicates};
use crate::index::Index;
use crate::index::columns::replace_columns;
use crate::index::directory::IndexDirectory;
use crate::index::errors::{cannot_write, tantivy_error};
use crate::index::folder::{TANTIVY_META, canonical_or_same};
use crate::index::leftovers::remove_orphans;
use crate::index::manifest::Manifest;
use crate::index::marker::check_folder;
use crate::index::members::MemberTables;
use crate::index::place::{folder_part as folder_of, split_place};
use crate::index::tantivy_index::{current_manifest, open_directory, open_tantivy};
use crate::index::verify::segment_files;
use kifu_archive::crawl::disk_state;
use kifu_archive::crawl::walk::{WalkEvent, walk};
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_archive::origin::{path_text, text_path};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use tantivy::index::{SegmentId, SegmentMeta};
use tantivy::{Directory, IndexMeta};

/// Moves the root `old` of an index to `new`, and brings that root up to date without reading unchanged files. Fails,
/// and changes nothing, if `new` has less than half of the files.
pub fn relocate(
    folder: &Path,
    old: &Path,
    new: &Path,
    options: &Options,
    progress: &ReadProgress,
) -> Result<BuildReport> {
    let (old, new) = (absolute(old)?, absolute(new)?);
    if let Err(error) = fs::metadata(&new) {
        return Err(
            Error::io(new.display(), error).with_help("nothing was changed; check the path")
        );
    }
    check_folder(folder)?;
    with_build_lock(folder, open_directory(folder)?, |directory| {
        let index =
            open_tantivy(directory.clone()).map_err(|error| tantivy_error(folder, error))?;
        let manifest =
            current_manifest(&directory, &index).map_err(|error| tantivy_error(folder, error))?;
        let roots = RootMove::new(&manifest, old, new)?;
        roots.check_files(&manifest)?;
        if roots.old != roots.new {
            roots.apply(folder, &directory, &index, manifest)?;
        }
        let options = Options { may_be_copied: true, ..options.clone() };
        let roots_to_read = vec![roots.new];
        Session::open(folder, open_directory(folder)?, &options)?.build(
            roots_to_read,
            &options,
            progress,
        )
    })
}

/// Finds a root that cannot be reached, and the one of the named paths that now has its files; `None` if there is none.
///
/// Looks at a sample of files only, and at none if all roots can be reached.
pub fn moved_root(folder: &Path, named: &[PathBuf]) -> Option<(PathBuf, PathBuf)> {
    /// Maximum number of files that are looked for, evenly spread over the list. The limit bounds the time on a slow
    /// disk.
    const MAX_SAMPLE_FILES: usize = 64;
    let index = Index::open(folder).ok()?;
    let known = index.header().roots();
    let mut missing_roots = known.iter().filter(|root| is_missing_or_empty(root)).peekable();
    missing_roots.peek()?;
    let named = named.iter().filter_map(|path| absolute(path).ok());
    let is_new =
        |path: &PathBuf| !known.iter().any(|root| path.starts_with(root) || root.starts_with(path));
    let named = Vec::from_iter(named.filter(is_new));
    if named.is_empty() {
        return None;
    }
    let manifest = index.manifest().ok()?;
    missing_roots.find_map(|old| {
        let files = Vec::from_iter(manifest.below(old).filter_map(|file| manifest.files.get(file)));
        let files = Vec::from_iter(files.into_iter().filter(|line| line.size > 0));
        let step = files.len().div_ceil(MAX_SAMPLE_FILES).max(1);
        let samples = Vec::from_iter(files.into_iter().step_by(step));
        let has_most = |new: &&PathBuf| {
            let is_there = |path: &str, size| {
                let below = text_path(path);
                let below = below.strip_prefix(old).ok();
                let found = below.map(|below| join_below(new, below)).filter(|path| path.is_file());
                let state = found.and_then(|path| disk_state(&path));
                state.is_some_and(|(bytes, _)| bytes == size)
            };
            let there = samples.iter().filter(|line| is_there(&line.path, line.size));
            // A few of the sampled files may have changed since the build, so nine in ten are enough.
            !samples.is_empty() && there.count() * 10 >= samples.len() * 9
        };
        Some((old.clone(), named.iter().find(has_most)?.clone()))
    })
}

/// True if a root is missing or empty; an unmounted drive leaves an empty folder.
fn is_missing_or_empty(root: &Path) -> bool {
    let is_empty = || fs::read_dir(root).is_ok_and(|mut entries| entries.next().is_none());
    fs::metadata(root).is_err() || is_empty()
}

/// Root that moves from one place to another.
struct RootMove {
    old: PathBuf,
    new: PathBuf,
    /// The other roots of the index. They do not move, even if they lie below this one.
    others: Vec<PathBuf>,
}

impl RootMove {
    /// Fails if `old` is no root of the index, or if `new` overlaps with another root.
    fn new(manifest: &Manifest, old: PathBuf, new: PathBuf) -> Result<RootMove> {
        let mut others = manifest.header.roots();
        if !others.contains(&old) {
            return Err(not_a_root(&manifest.header, &old));
        }
        others.retain(|root| *root != old);
        let real_new = canonical_or_same(&new);
        let overlaps = |root: &&PathBuf| {
            let root = canonical_or_same(root);
            root.starts_with(&real_new) || real_new.starts_with(&root)
        };
        if let Some(other) = others.iter().find(overlaps) {
            let message = format!(
                "{} overlaps with {}, another root of this index",
                new.display(),
                other.display()
            );
            return Err(Error::new(ErrorKind::Query, message).with_help("nothing was changed"));
        }
        Ok(RootMove { old, new, others })
    }

    /// New place of a path of the root; `None` if the path does not belong to it.
    fn moved_path(&self, path: &Path) -> Option<PathBuf> {
        let below = path.strip_prefix(&self.old).ok()?;
        let is_of_other = |other: &PathBuf| other.starts_with(&self.old) && path.starts_with(other);
        (!self.others.iter().any(is_of_other)).then(|| join_below(&self.new, below))
    }

    fn moved_text(&self, path: &str) -> Option<String> {
        Some(path_text(&self.moved_path(&text_path(path))?))
    }

    /// Fails if less than half of the files are at the new place, judged by names and sizes.
    fn check_files(&self, manifest: &Manifest) -> Result<()> {
        let is_moved = |line: &&str| self.moved_path(&text_path(line)).is_some();
        let known = manifest
            .below(&self.old)
            .filter(|file| is_moved(&file.as_str()))
            .filter_map(|file| manifest.files.get(file));
        let known = known.filter(|line| line.size > 0).count();
        let part = manifest.header.part(&self.old).with_root(&self.new);
        let mut same = 0;
        walk(&part, &manifest.header.limits, &mut |met| {
            if let WalkEvent::File(found) = met
                && let Ok(below) = found.path.strip_prefix(&self.new)
            {
                let line = manifest.files.get(&path_text(&join_below(&self.old, below)));
                same += usize::from(line.is_some_and(|line| line.size == found.size));
            }
        });
        if same * 2 >= known {
            return Ok(());
        }
        let (old, new) = (self.old.display(), self.new.display());
        let message = format!(
            "{new} has {same} of the {known} files that the index knows below {old}; nothing was changed"
        );
        let help = "name the folder that holds what the old one held";
        Err(Error::new(ErrorKind::NotFound, message).with_help(help))
    }

    /// Commits an index that names the files at their new place, with the same games.
    fn apply(
        &self,
        folder: &Path,
        directory: &IndexDirectory,
        index: &tantivy::Index,
        manifest: Manifest,
    ) -> Result<()> {
        let fail = |error: tantivy::TantivyError| tantivy_error(folder, error);
        let mut manifest = self.moved_list(manifest);
        let meta = index.load_metas().map_err(fail)?;
        let mut ids: BTreeMap<String, String> = BTreeMap::new();
        for segment in &meta.segments {
            if let Some(new) = self.moved_segment(folder, index, segment).map_err(fail)? {
                ids.insert(segment.id().uuid_string(), new.uuid_string());
            }
        }
        let opstamp = meta.opstamp + 1;
        let random = RandomState::new().hash_one(opstamp);
        let list = format!("files-{opstamp}-{random:016x}.jsonl");
        manifest.write(directory, &list).map_err(fail)?;
        if let Some(previous) = &meta.payload {
            let mut members = MemberTables::read(directory, previous);
            members.rename(|path| self.moved_text(path));
            // Failure is ignored: without the table of members, the next build only takes longer.
            let _ = members.write(directory, &list);
        }
        let text = moved_meta(&meta, &ids, opstamp, &list);
        let written = text.map_err(io::Error::from).and_then(|text| {
            directory.sync_directory()?;
            directory.atomic_write(Path::new(TANTIVY_META), &text)
        });
        written.map_err(|error| cannot_write(folder, error))?;
        // Failure is ignored: without the file of duplicates, readers only take longer.
        let _ = write_duplicates(folder, directory, &list, meta.payload.as_deref());
        remove_orphans(folder, directory, meta.payload.as_deref());
        Ok(())
    }

    /// The list of files with the new paths of the root's files.
    fn moved_list(&self, mut manifest: Manifest) -> Manifest {
        let header = &mut manifest.header;
        let (old, new) = (path_text(&self.old), path_text(&self.new));
        header.roots.iter_mut().filter(|root| **root == old).for_each(|root| root.clone_from(&new));
        header.roots.sort();
        if let Some(shard) = header.shards.remove(&old) {
            header.shards.insert(new.clone(), shard);
        }
        if let Some(patterns) = header.patterns.remove(&old) {
            header.patterns.insert(new, patterns);
        }
        move_keys(header, |path| self.moved_path(path));
        header.generation += 1;
        let moved = std::mem::take(&mut manifest.files).into_values().map(|mut line| {
            line.unreadable = line.unreadable.map(|place| self.moved_text(&place).unwrap_or(place));
            if let Some(path) = self.moved_text(&line.path) {
                line.path = path;
            }
            (line.path.clone(), line)
        });
        manifest.files = moved.collect();
        manifest
    }

    /// Writes a segment that has games of the root under a new name, which is returned; `None` if it has no such games.
    fn moved_segment(
        &self,
        folder: &Path,
        index: &tantivy::Index,
        segment: &SegmentMeta,
    ) -> tantivy::Result<Option<SegmentId>> {
        let new = SegmentId::generate_random();
        let (from, to) = (segment.id().uuid_string(), new.uuid_string());
        let columns = |id: &str| PathBuf::from(format!("{id}.fast"));
        let replaced =
            replace_columns(index.directory(), &columns(&from), &columns(&to), &mut |place| {
                let (path, behind) = split_place(place);
                let moved = self.moved_text(path)? + behind;
                Some([("folder", folder_of(&moved).to_owned()), ("place", moved)])
            })?;
        if !replaced {
            return Ok(None);
        }
        let others = segment_files(segment).filter(|name| !name.ends_with(".fast"));
        for name in others {
            let name = folder.join(name);
            link_or_copy(&name, &folder.join(renamed(&name, &from, &to)))?;
        }
        Ok(Some(new))
    }
}

/// Name of a segment's file after the segment was renamed.
fn renamed(file: &Path, from: &str, to: &str) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().replacen(from, to, 1)
}

/// Gives a file a second name by a hard link, or copies it where the disk has no hard links.
fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    if fs::hard_link(from, to).is_ok() {
        return Ok(());
    }
    let mut to = File::create_new(to)?;
    io::copy(&mut File::open(from)?, &mut to)?;
    to.sync_all()
}

/// Content of `meta.json` with the segments under their new names.
fn moved_meta(
    meta: &IndexMeta,
    ids: &BTreeMap<String, String>,
    opstamp: u64,
    list: &str,
) -> serde_json::Result<Vec<u8>> {
    let mut text = serde_json::to_value(meta)?;
    let segments = text.get_mut("segments").and_then(Value::as_array_mut);
    for id in segments.into_iter().flatten().filter_map(|segment| segment.get_mut("segment_id")) {
        let plain = id.as_str().map(|id| id.replace('-', ""));
        if let Some(new) = plain.and_then(|plain| ids.get(&plain)) {
            *id = with_hyphens(new).into();
        }
    }
    text["opstamp"] = opstamp.into();
    text["payload"] = list.into();
    serde_json::to_vec(&text)
}

/// Writes a segment id as `meta.json` has it: `8-4-4-4-12` digits.
fn with_hyphens(id: &str) -> String {
    let ends = [8, 12, 16, 20];
    let mut text = String::with_capacity(id.len() + ends.len());
    for (at, digit) in id.chars().enumerate() {
        if ends.contains(&at) {
            text.push('-');
        }
        text.push(digit);
    }
    text
}

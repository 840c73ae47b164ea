//! Decides which roots a build reads.

use super::Options;
use super::keys::add_keys;
use crate::index::manifest::{Manifest, ManifestHeader};
use kifu_archive::crawl::Shard;
use kifu_archive::crawl::walk::skips_path;
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_archive::origin::path_text;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

pub(super) use kifu_archive::reading::roots::{absolute, reachable};

/// Roots that a build reads, and files whose games have to be read again because they get other ids.
pub(super) struct RootsToRead {
    /// Roots to read now; none lies inside another.
    pub(super) roots: Vec<PathBuf>,
    /// Files whose games get other ids, because they belong to another root now.
    pub(super) renumbered: Vec<String>,
}

/// Determines the roots to read now, and adds new ones to the manifest.
pub(super) fn roots_to_read(
    manifest: &mut Manifest,
    mut requested: Vec<PathBuf>,
) -> Result<RootsToRead> {
    let mut known = manifest.header.roots();
    if requested.is_empty() {
        if known.is_empty() {
            let message = "there is nothing to refresh: the index has no roots yet";
            return Err(Error::new(ErrorKind::NotFound, message).with_remedy(Remedy::NameRoots));
        }
        requested = known.clone();
    }
    // A folder inside a known root is read as part of that root, whatever links the paths lead through.
    let real = RealPaths::resolve(known.iter().chain(&requested));
    for root in &mut requested {
        if let Some(outer) = known.iter().find(|outer| real.contains(outer, root)) {
            *root = outer.clone();
        }
    }
    // If a folder is named several times, the path without links is preferred.
    requested.sort_by_key(|root| (real.is_link(root), root.clone()));
    let mut distinct: Vec<PathBuf> = Vec::new();
    for root in requested {
        if !distinct.iter().any(|outer| real.contains(outer, &root)) {
            distinct.retain(|inner| !real.contains(&root, inner));
            distinct.push(root);
        }
    }
    let mut roots = distinct;
    roots.sort();
    // A game's id depends on the path below its root, so files whose root changes are read again.
    let mut renumbered = Vec::new();
    for root in known.iter().filter(|root| !roots.contains(root)) {
        if roots.iter().any(|outer| is_part(outer, root)) {
            renumbered.extend(manifest.below(root).cloned());
        }
    }
    for file in &renumbered {
        if let Some(line) = manifest.files.get_mut(file) {
            line.modified = None;
        }
    }
    known.extend(roots.iter().cloned());
    known.sort();
    known.dedup();
    let all = known.clone();
    known.retain(|inner| {
        let is_outer = |outer: &&PathBuf| *outer != inner && is_part(outer, inner);
        !all.iter().any(|outer| is_outer(&outer)) || std::fs::metadata(inner).is_err()
    });
    manifest.header.roots = known.iter().map(|root| path_text(root)).collect();
    add_keys(&mut manifest.header);
    Ok(RootsToRead { roots, renumbered })
}

/// True if reading the root `outer` also reads the files at `inner`, judged by the paths alone, without resolving
/// links.
fn is_part(outer: &Path, inner: &Path) -> bool {
    inner.starts_with(outer) && !skips_path(outer, inner)
}

/// Paths after resolving all links, by the path as given.
struct RealPaths(HashMap<PathBuf, PathBuf>);

impl RealPaths {
    fn resolve<'p>(paths: impl Iterator<Item = &'p PathBuf>) -> RealPaths {
        let real = |path: &PathBuf| Some((path.clone(), path.canonicalize().ok()?));
        RealPaths(paths.filter_map(real).collect())
    }

    fn get<'p>(&'p self, path: &'p PathBuf) -> &'p Path {
        self.0.get(path).map_or(path.as_path(), PathBuf::as_path)
    }

    /// True if reading the root `outer` also reads the files at `inner`, with or without resolving links.
    fn contains(&self, outer: &PathBuf, inner: &PathBuf) -> bool {
        is_part(outer, inner) || is_part(self.get(outer), self.get(inner))
    }

    fn is_link(&self, path: &PathBuf) -> bool {
        self.get(path) != path
    }
}

/// Decides which shard of each root is read.
///
/// `before` is the header before the roots were entered into it. A known root keeps its shard, unless the index is
/// rebuilt. A new root is read as the options say, or else like all other roots, so that machines with different shards
/// need the option only once.
pub(super) fn assign_shards(
    header: &mut ManifestHeader,
    before: &ManifestHeader,
    roots_read: &[PathBuf],
    options: &Options,
) -> Result<()> {
    let replaced = options.replaced.as_ref();
    let known = replaced.map_or(before, |replaced| &replaced.header);
    for root in roots_read.iter().map(|root| path_text(root)) {
        let held = before.roots.contains(&root).then(|| before.shards.get(&root));
        let part = match (&options.shard, held) {
            (Some(asked), Some(held)) if held != partial_shard(asked) => {
                return Err(other_shard(&root, held, asked));
            }
            (Some(asked), _) => partial_shard(asked),
            (None, _) if known.roots.contains(&root) => known.shards.get(&root),
            (None, _) => shared_shard(known),
        };
        match part {
            Some(part) => header.shards.insert(root, part.clone()),
            None => header.shards.remove(&root),
        };
    }
    let roots = &header.roots;
    header.shards.retain(|root, _| roots.contains(root));
    Ok(())
}

/// `None` for the whole root: a shard is stored only if the index holds part of a root.
fn partial_shard(shard: &Shard) -> Option<&Shard> {
    (!shard.is_complete()).then_some(shard)
}

/// Shard that the index holds of all its roots; `None` if it differs between roots.
fn shared_shard(header: &ManifestHeader) -> Option<&Shard> {
    let mut shards = header.roots.iter().map(|root| header.shards.get(root));
    let first = shards.next()??;
    shards.all(|shard| shard == Some(first)).then_some(first)
}

/// Error for a path that is not a root of the index.
pub(super) fn not_a_root(header: &ManifestHeader, path: &Path) -> Error {
    let known = match header.roots.as_slice() {
        [] => "it has none".to_owned(),
        roots => format!("its roots are: {}", roots.join(", ")),
    };
    let message = format!("{} is not a root of this index", path_text(path));
    Error::new(ErrorKind::NotFound, message).with_help(known)
}

fn other_shard(root: &str, held: Option<&Shard>, requested: &Shard) -> Error {
    let held = held.map_or_else(|| "all".to_owned(), |held| format!("shard {held}"));
    let message = format!("this index holds {held} of {root}, not shard {requested}");
    Error::new(ErrorKind::Query, message).with_remedy(Remedy::OneShardEach)
}

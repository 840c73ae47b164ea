//! Decides which roots a build reads.

use super::Options;
use super::keys::add_keys;
use crate::index::manifest::{Manifest, ManifestHeader};
use kifu_archive::crawl::{FilePatterns, RootScope, Shard};
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_archive::origin::{path_text, text_path};
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

/// Roots that a build was asked to read: all that the index has, if none are named. A folder inside a known root stands
/// for that root, and of several names of a folder one is left.
pub(super) fn requested_roots(
    header: &ManifestHeader,
    mut requested: Vec<PathBuf>,
) -> Result<Vec<PathBuf>> {
    let known = header.roots();
    if requested.is_empty() {
        if known.is_empty() {
            let message = "there is nothing to refresh: the index has no roots yet";
            return Err(Error::new(ErrorKind::NotFound, message).with_remedy(Remedy::NameRoots));
        }
        requested = known.clone();
    }
    // A folder inside a known root is read as part of that root, whatever links the paths lead through.
    let real = RealPaths::resolve(header, known.iter().chain(&requested));
    for root in &mut requested {
        if let Some(outer) = known.iter().find(|outer| real.contains(outer, root)) {
            *root = outer.clone();
        }
    }
    // If a folder is named several times, the path without links is preferred.
    requested.sort_by_key(|root| (real.is_link(root), root.clone()));
    let mut distinct: Vec<PathBuf> = Vec::new();
    for root in requested {
        if !distinct.iter().any(|other| other == &root || real.is_same(other, &root)) {
            distinct.push(root);
        }
    }
    Ok(distinct)
}

/// Determines the roots to read now, and adds new ones to the manifest. The patterns of all roots must be known.
pub(super) fn roots_to_read(manifest: &mut Manifest, requested: Vec<PathBuf>) -> RootsToRead {
    let mut known = manifest.header.roots();
    let real = RealPaths::resolve(&manifest.header, known.iter().chain(&requested));
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
        if roots.iter().any(|outer| real.is_part(outer, root)) {
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
        let is_outer = |outer: &&PathBuf| *outer != inner && real.is_part(outer, inner);
        !all.iter().any(|outer| is_outer(&outer)) || std::fs::metadata(inner).is_err()
    });
    manifest.header.roots = known.iter().map(|root| path_text(root)).collect();
    let header = &mut manifest.header;
    header.patterns.retain(|root, _| header.roots.contains(root));
    add_keys(header);
    RootsToRead { roots, renumbered }
}

/// Enters the patterns of files that the options give into the header. A root for which the options give none keeps its
/// own.
pub(super) fn assign_patterns(header: &mut ManifestHeader, roots: &[PathBuf], options: &Options) {
    for root in roots.iter().map(|root| path_text(root)) {
        let patterns = options.patterns(header.patterns.get(&root));
        if patterns.is_empty() {
            header.patterns.remove(&root);
        } else {
            header.patterns.insert(root, patterns);
        }
    }
}

/// Gives roots that could not be read the patterns of files that they had before. Their games stay as they were read
/// under those, and a later build that can read the roots must notice that the patterns change.
pub(super) fn restore_patterns(
    header: &mut ManifestHeader,
    before: &ManifestHeader,
    unreachable: &[PathBuf],
) {
    for root in unreachable.iter().map(|root| path_text(root)) {
        match before.patterns.get(&root) {
            Some(patterns) => header.patterns.insert(root, patterns.clone()),
            None => header.patterns.remove(&root),
        };
    }
}

/// Roots whose patterns differ between two headers.
pub(super) fn with_new_patterns(before: &ManifestHeader, header: &ManifestHeader) -> Vec<PathBuf> {
    let has_changed = |root: &PathBuf| {
        let root = path_text(root);
        before.patterns.get(&root) != header.patterns.get(&root)
    };
    before.roots().into_iter().filter(has_changed).collect()
}

/// Patterns of files that no longer apply, by root: the root has become a part of another root, whose patterns apply
/// instead.
pub(super) fn dropped_patterns(
    before: &ManifestHeader,
    header: &ManifestHeader,
) -> Vec<(PathBuf, FilePatterns)> {
    let dropped = before.patterns.iter().filter(|(root, _)| !header.roots.contains(root));
    dropped.map(|(root, patterns)| (text_path(root), patterns.clone())).collect()
}

/// Root of the index that a path means: the root itself, or the root that is the same folder by another name. A path
/// that means none is returned as it is.
pub(super) fn known_root(header: &ManifestHeader, path: &Path) -> PathBuf {
    let known = header.roots();
    let real = path.canonicalize().ok().filter(|_| !known.iter().any(|root| root == path));
    let same = |root: &PathBuf| real.is_some() && root.canonicalize().ok() == real;
    known.into_iter().find(same).unwrap_or_else(|| path.to_owned())
}

/// Paths of roots with all links resolved, and for roots with patterns of files what these leave out. Tells which root
/// lies inside another.
struct RealPaths {
    /// Resolved paths, by the path as given.
    real: HashMap<PathBuf, PathBuf>,
    /// For each root that has patterns of files: what is read below it.
    scopes: HashMap<PathBuf, RootScope>,
}

impl RealPaths {
    fn resolve<'p>(header: &ManifestHeader, paths: impl Iterator<Item = &'p PathBuf>) -> RealPaths {
        let real = |path: &PathBuf| Some((path.clone(), path.canonicalize().ok()?));
        let roots = header.patterns.keys().map(|root| text_path(root));
        RealPaths {
            real: paths.filter_map(real).collect(),
            scopes: roots.map(|root| (root.clone(), header.scope(&root))).collect(),
        }
    }

    /// True if reading the root `outer` also reads what lies at `inner`, judged by the paths alone.
    fn is_part(&self, outer: &Path, inner: &Path) -> bool {
        self.is_part_of(outer, outer, inner)
    }

    /// True if `inner` lies below `folder`, which is `root` or the same folder by another name, and is read with it.
    fn is_part_of(&self, root: &Path, folder: &Path, inner: &Path) -> bool {
        let skips = || match self.scopes.get(root) {
            Some(scope) => scope.clone().with_root(folder).skips_path(inner),
            None => RootScope::new(folder, None).skips_path(inner),
        };
        inner.starts_with(folder) && !skips()
    }

    fn get<'p>(&'p self, path: &'p PathBuf) -> &'p Path {
        self.real.get(path).map_or(path.as_path(), PathBuf::as_path)
    }

    /// True if reading the root `outer` also reads the files at `inner`, with or without resolving links.
    fn contains(&self, outer: &PathBuf, inner: &PathBuf) -> bool {
        self.is_part(outer, inner) || self.is_part_of(outer, self.get(outer), self.get(inner))
    }

    fn is_same(&self, a: &PathBuf, b: &PathBuf) -> bool {
        self.get(a) == self.get(b)
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

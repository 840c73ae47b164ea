//! Places that are watched: the roots, and where the links below them lead.

use kifu_archive::crawl::first_volume;
use kifu_engine::build::followed_links;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Root, or target of a link below one, whose changes are watched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WatchedPlace {
    /// Path by which a build reads the place: a root, or a link below one.
    pub(super) build_path: PathBuf,
    /// True if the place is a root.
    pub(super) is_root: bool,
    /// Where the path led when it was last checked; `None` if it does not exist.
    pub(super) target: Option<Target>,
}

/// Target to which a watched path leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Target {
    /// Canonical path of the target.
    pub(super) real: PathBuf,
    /// True if the target is a folder. For a file, the folder around it is watched, since another file may replace it.
    pub(super) is_folder: bool,
    /// Device and inode number of the watched folder, where the system has them. Another folder at the same path has
    /// different ones.
    identity: Option<(u64, u64)>,
}

impl Target {
    fn resolve(path: &Path) -> Option<Target> {
        let real = path.canonicalize().ok()?;
        let is_folder = real.is_dir();
        let folder = if is_folder { &real } else { real.parent()? };
        Some(Target { identity: identity(folder), is_folder, real })
    }
}

#[cfg(unix)]
fn identity(folder: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let known = folder.metadata().ok()?;
    Some((known.dev(), known.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

impl WatchedPlace {
    fn new(build_path: PathBuf, is_root: bool) -> WatchedPlace {
        WatchedPlace { target: Target::resolve(&build_path), build_path, is_root }
    }

    /// Finds the places to watch for some roots: the roots and the targets of the links below them. This visits every
    /// folder below the roots.
    pub(super) fn all(roots: &[PathBuf]) -> Vec<WatchedPlace> {
        let root_places = roots.iter().map(|root| WatchedPlace::new(root.clone(), true));
        let links = roots
            .iter()
            .flat_map(|root| followed_links(root))
            .map(|link| WatchedPlace::new(link, false));
        root_places.chain(links).collect()
    }

    /// True if the path now leads elsewhere than when the place was found, for instance because another folder took its
    /// place.
    pub(super) fn has_moved(&self) -> bool {
        Target::resolve(&self.build_path) != self.target
    }

    /// Canonical path to watch, and whether everything below it is watched, too. Reports of the system name files by
    /// this path.
    pub(super) fn watch_request(&self) -> Option<(&Path, bool)> {
        let target = self.target.as_ref()?;
        if target.is_folder {
            Some((&target.real, true))
        } else {
            Some((target.real.parent()?, false))
        }
    }
}

/// Maps the paths in the system's reports of changes to those that builds use. Reports name a file by its canonical
/// path, builds by the root or link below which they find it.
#[derive(Default, Debug)]
pub(super) struct PlaceNames(HashMap<PathBuf, PathBuf>);

impl PlaceNames {
    /// Adds a path by which the system's reports of changes may name a watched place.
    pub(super) fn add(&mut self, path: &Path, place: &WatchedPlace) {
        self.0.entry(path.to_owned()).or_insert_with(|| place.build_path.clone());
    }

    /// True if a path is that of a watched place itself, and not of something inside it.
    pub(super) fn contains(&self, path: &Path) -> bool {
        self.0.contains_key(path)
    }

    /// Path by which a build reads a file; `None` if no build reads it. A later volume of a split archive is read with
    /// the first one.
    pub(super) fn path_in_build(&self, path: &Path) -> Option<PathBuf> {
        let first = first_volume(path);
        let path = first.as_deref().unwrap_or(path);
        let (place, named) = path.ancestors().find_map(|above| self.0.get_key_value(above))?;
        let rest = path.strip_prefix(place).ok()?;
        Some(if rest == Path::new("") { named.clone() } else { named.join(rest) })
    }
}

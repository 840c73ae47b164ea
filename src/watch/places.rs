//! What is watched: the roots, and where the links below them lead.

use kifu_engine::build::followed_links;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A folder or file below which changes count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WatchedPlace {
    /// The path by which a build reads it: a root, or a link below one.
    pub(super) named: PathBuf,
    /// Whether it is a root.
    pub(super) is_root: bool,
    /// Where it leads now; `None` if there is nothing.
    pub(super) target: Option<Target>,
}

/// Where a path leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Target {
    /// The real path, without links.
    pub(super) real: PathBuf,
    /// Whether it is a folder. Of a file, the folder around it is watched: another file may take its place.
    pub(super) is_folder: bool,
    /// The number of the folder that is watched and of its disk, where the system tells them. Another folder of the
    /// same path has others.
    identity: Option<(u64, u64)>,
}

impl Target {
    fn of(named: &Path) -> Option<Target> {
        let real = named.canonicalize().ok()?;
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
    fn new(named: PathBuf, is_root: bool) -> WatchedPlace {
        WatchedPlace { target: Target::of(&named), named, is_root }
    }

    /// The places of some roots: a look at every folder below them.
    pub(super) fn all(roots: &[PathBuf]) -> Vec<WatchedPlace> {
        let of_roots = roots.iter().map(|root| WatchedPlace::new(root.clone(), true));
        let links = roots
            .iter()
            .flat_map(|root| followed_links(root))
            .map(|link| WatchedPlace::new(link, false));
        of_roots.chain(links).collect()
    }

    /// Whether it leads elsewhere than it did, as after its folder was put in the place of another one.
    pub(super) fn has_moved(&self) -> bool {
        Target::of(&self.named) != self.target
    }

    /// The real path to watch, and whether all below it is meant. Notices name what changes by this path.
    pub(super) fn request(&self) -> Option<(&Path, bool)> {
        let target = self.target.as_ref()?;
        if target.is_folder {
            Some((&target.real, true))
        } else {
            Some((target.real.parent()?, false))
        }
    }
}

/// The names that builds have for what notices are about: they name a file by its real path, and builds by the root or
/// the link below which they met it.
#[derive(Default, Debug)]
pub(super) struct PlaceNames(HashMap<PathBuf, PathBuf>);

impl PlaceNames {
    /// Notices may name a place by this path too.
    pub(super) fn add(&mut self, path: &Path, place: &WatchedPlace) {
        self.0.entry(path.to_owned()).or_insert_with(|| place.named.clone());
    }

    /// Whether a path is a place itself.
    pub(super) fn has(&self, path: &Path) -> bool {
        self.0.contains_key(path)
    }

    /// The path by which a build reads a file; `None` if it is none of its files.
    pub(super) fn named(&self, path: &Path) -> Option<PathBuf> {
        let (place, named) = path.ancestors().find_map(|above| self.0.get_key_value(above))?;
        let rest = path.strip_prefix(place).ok()?;
        Some(if rest == Path::new("") { named.clone() } else { named.join(rest) })
    }
}

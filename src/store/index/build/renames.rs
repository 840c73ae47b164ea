//! Detects renamed files: a file that is gone below a root, and a new file with the same content.
//!
//! A renamed file is read again, since the ids of its games depend on its path. But its games do not count as new.

use super::lock;
use crate::index::manifest::Manifest;
use kifu_archive::crawl;
use kifu_archive::crawl::walk::WalkedFile;
use kifu_archive::origin::text_path;
use kifu_archive::reading::WalkTotals;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// CRC-32 of a file, or of all volumes of a split archive; `None` if it cannot be read.
pub(super) fn sum_of(path: &Path) -> Option<u32> {
    crawl::disk_crc32(path).ok()
}

/// Renamed files of one root. Each file that is gone matches at most one new file. [`Renames::old_path`] is called in
/// the order of the walk, so the matches do not depend on threads.
#[derive(Default)]
pub(super) struct Renames {
    walk: OnceLock<WalkResult>,
    /// Files that are gone, by size; determined when the first new file is met.
    gone: OnceLock<Mutex<HashMap<u64, Vec<GoneFile>>>>,
    /// Renames found so far: the old path of a file, by its new one.
    found: Mutex<HashMap<PathBuf, String>>,
}

struct WalkResult {
    files: Vec<Arc<Path>>,
    /// Paths of folders and files that could not be looked at.
    hidden: HashSet<Arc<Path>>,
}

/// File that the index knows and that no longer exists.
struct GoneFile {
    sum: u32,
    path: String,
}

impl Renames {
    pub(super) fn record_walk(&self, files: &[WalkedFile], met: &WalkTotals) {
        self.walk.get_or_init(|| WalkResult {
            files: files.iter().map(|file| file.path.clone()).collect(),
            hidden: met.unreadable.clone(),
        });
    }

    /// Finds the known files of a root that are gone, by size.
    fn find_gone(&self, root: &Path, manifest: &Manifest) -> HashMap<u64, Vec<GoneFile>> {
        let mut gone: HashMap<u64, Vec<GoneFile>> = HashMap::new();
        let Some(walked) = self.walk.get().filter(|_| !manifest.files.is_empty()) else {
            return gone;
        };
        let found: HashSet<&Path> = walked.files.iter().map(|file| &**file).collect();
        let roots = manifest.header.roots();
        let inner = roots.iter().filter(|inner| *inner != root && inner.starts_with(root));
        let inner = Vec::from_iter(inner);
        for path in manifest.below(root) {
            let file = text_path(path);
            let is_hidden = || file.ancestors().any(|place| walked.hidden.contains(place));
            let is_below_inner_root = || inner.iter().any(|inner| file.starts_with(inner));
            if found.contains(&*file) || is_hidden() || is_below_inner_root() {
                continue;
            }
            let line = manifest.files.get(path);
            if let Some((line, sum)) = line.and_then(|line| Some((line, line.sum?))) {
                let path = path.clone();
                gone.entry(line.size).or_default().push(GoneFile { sum, path });
            }
        }
        gone
    }

    /// Returns the former path, in text form, of a new file: that of a file that is gone and had the same content. If
    /// there are several, one with the same file name is preferred, else the first is taken. The new file is read only
    /// if a file of its size is gone.
    pub(super) fn old_path(
        &self,
        new: &WalkedFile,
        root: &Path,
        manifest: &Manifest,
    ) -> Option<String> {
        let mut found = lock(&self.found);
        if let Some(old) = found.get(&*new.path) {
            return Some(old.clone());
        }
        let gone = self.gone.get_or_init(|| Mutex::new(self.find_gone(root, manifest)));
        let mut gone = lock(gone);
        let candidates = gone.get_mut(&new.size).filter(|files| !files.is_empty())?;
        let sum = sum_of(&new.path)?;
        let is_same = |file: &GoneFile| file.sum == sum;
        let has_name = |file: &GoneFile| text_path(&file.path).file_name() == new.path.file_name();
        let at = (candidates.iter().position(|file| is_same(file) && has_name(file)))
            .or_else(|| candidates.iter().position(is_same))?;
        let old = candidates.remove(at).path;
        found.insert(new.path.to_path_buf(), old.clone());
        Some(old)
    }
}

//! Files that were renamed: what is gone below a root, and what is new with the same content.
//!
//! A renamed file is read again, since the ids of its games depend on its path. But its games are not new.

use super::lock;
use crate::index::manifest::Manifest;
use kifu_archive::crawl;
use kifu_archive::crawl::walk::WalkedFile;
use kifu_archive::origin::text_path;
use kifu_archive::reading::Walk;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// The CRC-32 of a file's bytes, or `None` if it cannot be read.
pub(super) fn sum_of(path: &Path) -> Option<u32> {
    let mut file = std::fs::File::open(path).ok()?;
    crawl::sum_of(&mut file).ok()
}

/// The renamed files of a root. Each file that is gone stands for one new file at most, and which one does not depend
/// on threads: they are asked for in the order of the walk.
#[derive(Default)]
pub(super) struct Renames {
    /// What the walk found.
    walked: OnceLock<Walked>,
    /// The files that are gone, by their sizes; looked for when the first new file is met.
    gone: OnceLock<Mutex<HashMap<u64, Vec<GoneFile>>>>,
    /// What was found so far: old paths by new ones.
    found: Mutex<HashMap<PathBuf, String>>,
}

/// What a walk found below a root.
struct Walked {
    files: Vec<Arc<Path>>,
    /// What could not be looked at.
    hidden: HashSet<Arc<Path>>,
}

/// A file that the index knows and that is no longer there.
struct GoneFile {
    sum: u32,
    path: String,
}

impl Renames {
    /// Notes what the walk found.
    pub(super) fn walked(&self, files: &[WalkedFile], met: &Walk) {
        self.walked.get_or_init(|| Walked {
            files: files.iter().map(|file| file.path.clone()).collect(),
            hidden: met.hidden.clone(),
        });
    }

    /// The known files of a root that are gone.
    fn gone(&self, root: &Path, manifest: &Manifest) -> HashMap<u64, Vec<GoneFile>> {
        let mut gone: HashMap<u64, Vec<GoneFile>> = HashMap::new();
        let Some(walked) = self.walked.get().filter(|_| !manifest.files.is_empty()) else {
            return gone;
        };
        let found: HashSet<&Path> = walked.files.iter().map(|file| &**file).collect();
        let roots = manifest.header.roots();
        let inner = roots.iter().filter(|inner| *inner != root && inner.starts_with(root));
        let inner = Vec::from_iter(inner);
        for path in manifest.below(root) {
            let file = text_path(path);
            let is_hidden = || file.ancestors().any(|place| walked.hidden.contains(place));
            let is_apart = || inner.iter().any(|inner| file.starts_with(inner));
            if found.contains(&*file) || is_hidden() || is_apart() {
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

    /// The path of a file that is gone and had the content of this new one, in text form. Of several, the one with the
    /// same name counts, else the first. The content is read only if a file of this size is gone.
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
        let gone = self.gone.get_or_init(|| Mutex::new(self.gone(root, manifest)));
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

//! Files that were renamed: what is gone below a root, and what is new with the same content.
//!
//! A renamed file is read again, since the ids of its games depend on its path. But its games are not new.

use super::refreshing::sum_of;
use crate::crawl::walk::WalkedFile;
use crate::index::manifest::Manifest;
use crate::origin::{path_text, text_path};
use crate::reading::Walk;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

/// The renamed files of a root. Each file that is gone stands for one new file at most, and which one does not depend
/// on threads: they are asked for in the order of the walk.
#[derive(Default)]
pub(super) struct Renames {
    /// The files that are gone, by their sizes.
    gone: OnceLock<Mutex<HashMap<u64, Vec<GoneFile>>>>,
    /// What was found so far: old paths by new ones.
    found: Mutex<HashMap<PathBuf, String>>,
}

/// A file that the index knows and that is no longer there.
struct GoneFile {
    sum: u32,
    path: String,
}

impl Renames {
    /// Notes which known files of a root are gone, if any file is new.
    pub(super) fn look_for(
        &self,
        root: &Path,
        manifest: &Manifest,
        files: &[WalkedFile],
        met: &Walk,
    ) {
        self.gone.get_or_init(|| {
            let is_known = |file: &WalkedFile| manifest.files.contains_key(&path_text(&file.path));
            let mut gone: HashMap<u64, Vec<GoneFile>> = HashMap::new();
            if manifest.files.is_empty() || files.iter().all(is_known) {
                return Mutex::new(gone);
            }
            let found: HashSet<&Path> = files.iter().map(|file| &*file.path).collect();
            let roots = manifest.header.roots();
            let inner = Vec::from_iter(
                roots
                    .iter()
                    .filter(|inner| *inner != root && inner.starts_with(root)),
            );
            for path in manifest.below(root) {
                let Some((line, sum)) = manifest
                    .files
                    .get(path)
                    .and_then(|line| Some((line, line.sum?)))
                else {
                    continue;
                };
                let file = text_path(path);
                let is_there = found.contains(&*file) || met.hiding(&file).is_some();
                if !is_there && !inner.iter().any(|inner| file.starts_with(inner)) {
                    let path = path.clone();
                    gone.entry(line.size)
                        .or_default()
                        .push(GoneFile { sum, path });
                }
            }
            Mutex::new(gone)
        });
    }

    /// The path of a file that is gone and had the content of this new one, in text form. Of several, the one with the
    /// same name counts, else the first. The content is read only if a file of this size is gone.
    pub(super) fn old_path(&self, new: &WalkedFile) -> Option<String> {
        let mut found = super::lock(&self.found);
        if let Some(old) = found.get(&*new.path) {
            return Some(old.clone());
        }
        let mut gone = super::lock(self.gone.get()?);
        let candidates = gone.get_mut(&new.size).filter(|files| !files.is_empty())?;
        let sum = sum_of(&new.path)?;
        let is_same = |file: &GoneFile| file.sum == sum;
        let has_name = |file: &GoneFile| text_path(&file.path).file_name() == new.path.file_name();
        let at = (candidates
            .iter()
            .position(|file| is_same(file) && has_name(file)))
        .or_else(|| candidates.iter().position(is_same))?;
        let old = candidates.remove(at).path;
        found.insert(new.path.to_path_buf(), old.clone());
        Some(old)
    }
}

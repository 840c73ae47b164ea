//! Decides which roots a build reads.

use crate::error::{Error, ErrorKind, Remedy, Result};
use crate::index::manifest::Manifest;
use crate::origin::path_text;
use std::path::PathBuf;

pub(super) use crate::reading::roots::{absolute, reachable};

/// The roots to read now, with none inside another. New ones are added to the manifest.
pub(super) fn roots_to_read(
    manifest: &mut Manifest,
    mut wanted: Vec<PathBuf>,
) -> Result<Vec<PathBuf>> {
    let mut known = manifest.roots();
    if wanted.is_empty() {
        if known.is_empty() {
            return Err(Error::new(
                ErrorKind::NotFound,
                "there is nothing to refresh: the index has no roots yet",
            )
            .advise(Remedy::NameRoots));
        }
        wanted = known.clone();
    }
    // A folder inside a known root is read as part of it.
    for root in &mut wanted {
        if let Some(outer) = known.iter().find(|outer| root.starts_with(outer)) {
            *root = outer.clone();
        }
    }
    wanted.sort();
    wanted.dedup_by(|inner, outer| inner.starts_with(&*outer));
    // An id depends on the path below the root, so everything that lay below another root is read again.
    for root in known.iter().filter(|root| !wanted.contains(root)) {
        if wanted.iter().any(|outer| root.starts_with(outer)) {
            for file in manifest.below(root) {
                if let Some(line) = manifest.files.get_mut(&file) {
                    line.modified = 0;
                }
            }
        }
    }
    known.extend(wanted.iter().cloned());
    known.sort();
    known.dedup_by(|inner, outer| {
        inner == outer || inner.starts_with(&*outer) && std::fs::metadata(&*inner).is_ok()
    });
    manifest.header.roots = known.iter().map(|root| path_text(root)).collect();
    Ok(wanted)
}

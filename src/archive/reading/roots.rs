//! Converts the root paths that users name.

use crate::error::{Error, Result};
use std::path::{Component, Path, PathBuf};

/// Makes a path absolute. A path with `..` is resolved by the system.
pub fn absolute(path: &Path) -> Result<PathBuf> {
    let fail = |error| Error::io(path.display(), error);
    // `..` after a link leads elsewhere than the text suggests, so only the system can resolve it.
    if path.components().any(|part| part == Component::ParentDir) {
        return path.canonicalize().map_err(fail);
    }
    let absolute = std::path::absolute(path).map_err(fail)?;
    Ok(absolute.components().collect())
}

/// Makes root paths absolute; fails if one of them does not exist.
pub fn reachable(roots: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let roots: Vec<PathBuf> = roots.iter().map(|root| absolute(root)).collect::<Result<_>>()?;
    for root in &roots {
        if let Err(error) = std::fs::metadata(root) {
            return Err(
                Error::io(root.display(), error).with_help("nothing was read; check the path")
            );
        }
    }
    Ok(roots)
}

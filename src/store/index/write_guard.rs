//! Refuses to write into an archive or an index.

use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use std::path::{Path, PathBuf};

/// Fails if a place lies inside an indexed archive, or inside an index.
pub fn refuse_archive<'i>(
    place: &Path,
    roots: &[PathBuf],
    mut indexes: impl Iterator<Item = &'i Path>,
) -> Result<()> {
    let real_place = resolve_links(place);
    if indexes.any(|index| real_place.starts_with(resolve_links(index))) {
        let message = format!("{} is inside the index", place.display());
        return Err(Error::new(ErrorKind::Io, message).with_help("write to another folder"));
    }
    for root in roots {
        if real_place.starts_with(resolve_links(root)) {
            let message = format!(
                "{} is inside {}, which is indexed: nothing is ever written to an archive",
                place.display(),
                root.display()
            );
            return Err(Error::new(ErrorKind::Io, message).with_remedy(Remedy::WriteElsewhere));
        }
    }
    Ok(())
}

/// Resolves links in a path, as far as it exists.
fn resolve_links(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let found = path.ancestors().find_map(|folder| {
        let real = folder.canonicalize().ok()?;
        Some(real.join(path.strip_prefix(folder).ok()?))
    });
    // If the whole path exists, an empty rest is joined to it, which leaves a slash at its end. Collecting the
    // components removes that slash.
    found.unwrap_or(path).components().collect()
}

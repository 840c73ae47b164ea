//! Building an index.

pub use crate::crawl::walk::{INDEX_FOLDER, followed_links};
pub use crate::crawl::{Limits, Problem, ProblemKind, Shard, TableStamp};
pub use crate::index::build::{
    BuildReport, Options, Timings, build, forget, merge, moved_root, rebuild, relocate, writer,
};
pub use crate::index::manifest::{FileTally, ManifestHeader};
pub use crate::index::set::{FILE as SET_FILE, Set, SetMember, Summed, summed};
pub use crate::index::verify::{Verified, verify};
pub use crate::reading::{Patience, ReadProgress, usual_threads};

use crate::error::Result;
use crate::index::Index;
use std::path::Path;

/// What an index says of itself: its roots, what it holds of them, its state.
pub fn header(folder: &Path) -> Result<ManifestHeader> {
    Ok(Index::open(folder)?.header().clone())
}

/// The limits of the index's last build, or the defaults if there is no index.
pub fn known_limits(folder: &Path) -> Limits {
    header(folder).map_or_else(|_| Limits::default(), |known| known.limits)
}

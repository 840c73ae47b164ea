//! Building an index.

pub use crate::crawl::walk::INDEX_FOLDER;
pub use crate::crawl::{Limits, Problem, ProblemKind, Shard};
pub use crate::index::build::{Options, Report, build, forget, merge, rebuild};
pub use crate::index::manifest::Tally;
pub use crate::index::set::{FILE as SET_FILE, Member, Set};
pub use crate::index::verify::{Verified, verify};
pub use crate::reading::{Patience, Progress, usual_threads};

use crate::index::Index;
use std::path::Path;

/// The limits of the index's last build, or the defaults if there is no index.
pub fn known_limits(folder: &Path) -> Limits {
    let known = Index::open(folder).map(|index| index.header().limits.clone());
    known.unwrap_or_default()
}

//! What a front end needs to build an index: functions to read its header and limits, and types of the archive and
//! store crates, made available here so that front ends depend on this crate only.

pub use kifu_archive::crawl::walk::{INDEX_FOLDER, followed_links};
pub use kifu_archive::crawl::{
    FilePatterns, Limits, Problem, ProblemKind, Shard, TableStamp, check_pattern,
};
pub use kifu_archive::reading::{FileTimeLimit, ReadProgress, default_threads};
pub use kifu_store::index::build::{
    BuildReport, Options, Timings, UnreadKind, build, forget, merge, moved_root, rebuild, relocate,
    write_conflict,
};
pub use kifu_store::index::manifest::{FileTally, ManifestHeader};
pub use kifu_store::index::set::{FileSum, SET_FILE_NAME as SET_FILE, Set, SetMember, sum_files};
pub use kifu_store::index::verify::{Verified, verify};

use kifu_archive::error::Result;
use kifu_store::index::Index;
use std::path::Path;

/// Reads the header of an index: its roots, the counts of what it holds, its state.
pub fn header(folder: &Path) -> Result<ManifestHeader> {
    Ok(Index::open(folder)?.header().clone())
}

/// Returns the limits on files and games with which the index was built last, or the defaults if there is no index.
pub fn limits_of_last_build(folder: &Path) -> Limits {
    header(folder).map_or_else(|_| Limits::default(), |known| known.limits)
}

//! The problems of an archive.

pub use kifu_archive::doctor::{
    Check, DoctorTally, Finding, FindingCount, FindingKind, Options, Severity, examine,
};
pub use kifu_archive::reading::roots::reachable;

use super::status::Status;
use kifu_archive::crawl::Shard;
use kifu_archive::origin::{short_name, text_path};
use std::collections::HashMap;
use std::path::PathBuf;

/// The roots in order, without those that lie inside another: what is below both is examined once.
pub fn outermost(mut roots: Vec<PathBuf>) -> Vec<PathBuf> {
    roots.sort();
    roots.dedup_by(|inner, outer| inner.starts_with(&*outer));
    roots
}

/// What an index holds of its roots, where it does not hold them whole.
pub fn shards(status: &Status) -> HashMap<PathBuf, Shard> {
    status.shards.iter().map(|known| (text_path(&known.root), known.shard.clone())).collect()
}

/// Where a finding is, without what lies above a root: a path, members behind `!`, the number of a game that is not
/// the first behind `@`, and that of a move behind `#`. `path` is that of the file, made as short as it is wanted.
pub fn place(finding: &Finding, path: &str) -> String {
    let origin = &finding.origin;
    let mut place = path.to_owned();
    if let Some(member) = origin.member_name() {
        place.push('!');
        place.push_str(&short_name(&member));
    }
    if origin.game > 1 {
        place.push_str(&format!("@{}", origin.game));
    }
    if let Some(number) = finding.number {
        place.push_str(&format!("#{number}"));
    }
    place
}

/// The kinds found: errors first, then by frequency.
pub fn by_severity(tally: &DoctorTally) -> Vec<(FindingKind, FindingCount)> {
    let mut kinds: Vec<_> = tally.kinds.iter().map(|(kind, count)| (*kind, *count)).collect();
    kinds.sort_by_key(|(kind, count)| (kind.severity(), std::cmp::Reverse(count.places), *kind));
    kinds
}

//! Access to the problems of an archive, for front ends, and how they are listed.

pub use kifu_archive::doctor::{
    Check, DoctorTally, Finding, FindingCount, FindingKind, Options, Severity, examine,
};
pub use kifu_archive::reading::roots::reachable;

use super::status::Status;
use kifu_archive::crawl::Shard;
use kifu_archive::origin::{short_name, text_path};
use std::collections::HashMap;
use std::path::PathBuf;

/// Sorts roots and drops those that lie inside another, so that their files are examined once.
pub fn outermost(mut roots: Vec<PathBuf>) -> Vec<PathBuf> {
    roots.sort();
    roots.dedup_by(|inner, outer| inner.starts_with(&*outer));
    roots
}

/// Returns the shards that an index holds, for each root that it does not hold whole.
pub fn shards(status: &Status) -> HashMap<PathBuf, Shard> {
    status.shards.iter().map(|known| (text_path(&known.root), known.shard.clone())).collect()
}

/// Formats the place of a finding: `path`, members behind `!`, the number of the game behind `@` unless it is the
/// first, and the number of the move behind `#`. `path` is the path of the file, shortened by the caller.
pub fn finding_place(finding: &Finding, path: &str) -> String {
    let origin = &finding.origin;
    let mut place = path.to_owned();
    if let Some(member) = origin.member_name() {
        place.push('!');
        place.push_str(&short_name(&member));
    }
    if origin.game > 1 {
        place.push_str(&format!("@{}", origin.game));
    }
    if let Some(number) = finding.move_number {
        place.push_str(&format!("#{number}"));
    }
    place
}

/// Sorts the kinds of findings: errors first, then by frequency.
pub fn by_severity(tally: &DoctorTally) -> Vec<(FindingKind, FindingCount)> {
    let mut kinds: Vec<_> = tally.kinds.iter().map(|(kind, count)| (*kind, *count)).collect();
    kinds.sort_by_key(|(kind, count)| (kind.severity(), std::cmp::Reverse(count.places), *kind));
    kinds
}

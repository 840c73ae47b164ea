//! Access for front ends to the check of an archive for damaged or odd games, and how its findings are listed.

pub use kifu_archive::doctor::{
    Check, DoctorTally, Finding, FindingCount, FindingKind, Options, Severity, examine,
};
pub use kifu_archive::reading::roots::reachable;

use super::status::Status;
use kifu_archive::crawl::Shard;
use kifu_archive::origin::{short_name, text_path};
use std::collections::HashMap;
use std::path::PathBuf;

/// Sorts roots and drops those that lie inside another root, so that no file is examined twice.
pub fn outermost(mut roots: Vec<PathBuf>) -> Vec<PathBuf> {
    roots.sort();
    roots.dedup_by(|inner, outer| inner.starts_with(&*outer));
    roots
}

/// Returns the shards that an index holds, by root. Roots that the index holds completely have no entry.
pub fn shards(status: &Status) -> HashMap<PathBuf, Shard> {
    status.shards.iter().map(|known| (text_path(&known.root), known.shard.clone())).collect()
}

/// Formats the place of a finding: the path of the file, `!` and the name before each archive member, `@` and the
/// number of the game unless it is the first, `#` and the number of the move. `path` is the file's path as the caller
/// shortened it.
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

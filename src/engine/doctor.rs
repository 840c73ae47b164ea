//! Makes the check of an archive for damaged or odd games available to front ends (the command line and the web
//! server), and decides how its findings are listed.

pub use kifu_archive::doctor::{
    Check, DoctorTally, Finding, FindingCount, FindingKind, Options, Severity, examine,
};
pub use kifu_archive::reading::roots::reachable;

use super::status::{PatternsOfRoot, Status};
use kifu_archive::crawl::{FilePatterns, RootScope, Shard};
use kifu_archive::origin::{short_name, text_path};
use std::collections::HashMap;
use std::path::PathBuf;

/// Sorts roots, and drops those that lie below another root or are a second path of the same folder or file, so that no
/// file is examined twice. A root below another one stays if the other one's patterns leave it out.
pub fn outermost(
    mut roots: Vec<PathBuf>,
    patterns: &HashMap<PathBuf, FilePatterns>,
) -> Vec<PathBuf> {
    roots.sort();
    let mut kept: Vec<(PathBuf, PathBuf, RootScope)> = Vec::new();
    for root in roots {
        let real = root.canonicalize().unwrap_or_else(|_| root.clone());
        let is_read = |(outer, real_outer, scope): &(PathBuf, PathBuf, RootScope)| {
            *real_outer == real || root.starts_with(outer) && !scope.skips_path(&root)
        };
        if !kept.iter().any(is_read) {
            let scope = RootScope::new(&root, None);
            let scope =
                scope.with_patterns(patterns.get(&root).unwrap_or(&FilePatterns::default()));
            kept.push((root, real, scope));
        }
    }
    kept.into_iter().map(|(root, ..)| root).collect()
}

/// Returns, for each root of an index that has them, the patterns that choose which of its files are read. The doctor
/// then examines the same files as a build reads.
pub fn patterns(status: &Status) -> HashMap<PathBuf, FilePatterns> {
    let row = |known: &PatternsOfRoot| (text_path(&known.root), known.patterns());
    status.patterns.iter().map(row).collect()
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

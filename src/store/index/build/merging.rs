//! Which segments are merged after a commit.

use tantivy::index::SegmentMeta;
use tantivy::indexer::{LogMergePolicy, MergeCandidate, MergePolicy};

/// Merges segments of about the same size, as the index library does. Its lowest layer reaches to some ten thousand
/// games, so of an index that grows by a few games at a time it would rewrite that many at every eighth commit. Here
/// small segments are merged with each other first. Segments of which much was deleted are written again.
#[derive(Debug, Default)]
pub(super) struct BySize(LogMergePolicy);

/// The most games of a small segment.
const SMALL: u32 = 300;
/// So many small segments are merged.
const MANY: usize = 8;
/// A segment is written again if one document of so many was deleted.
const DELETED: u32 = 3;

/// Writes segments anew of which one document of so many was deleted, to give the space of deleted games back. Each is
/// written by itself, so that as little as possible is written twice.
#[derive(Debug)]
pub(super) struct Compacting;

/// What stays of deleted documents is 2 % of a segment at most.
const WORTH_WRITING: u32 = 50;

impl MergePolicy for Compacting {
    fn compute_merge_candidates(&self, segments: &[SegmentMeta]) -> Vec<MergeCandidate> {
        let is_holey =
            |segment: &&SegmentMeta| segment.num_deleted_docs() > segment.max_doc() / WORTH_WRITING;
        segments.iter().filter(is_holey).map(|segment| MergeCandidate(vec![segment.id()])).collect()
    }
}

impl MergePolicy for BySize {
    fn compute_merge_candidates(&self, segments: &[SegmentMeta]) -> Vec<MergeCandidate> {
        let is_small = |segment: &SegmentMeta| segment.num_docs() <= SMALL;
        let (small, large): (Vec<SegmentMeta>, Vec<SegmentMeta>) =
            segments.iter().cloned().partition(is_small);
        let mut merged = self.0.compute_merge_candidates(&large);
        if small.len() >= MANY {
            merged.push(MergeCandidate(small.iter().map(SegmentMeta::id).collect()));
        }
        let is_left = |segment: &&SegmentMeta| {
            let mut merged = merged.iter();
            !merged.any(|MergeCandidate(ids)| ids.contains(&segment.id()))
        };
        let is_holey =
            |segment: &&SegmentMeta| segment.num_deleted_docs() > segment.max_doc() / DELETED;
        let holey = segments.iter().filter(is_left).filter(is_holey);
        let holey = Vec::from_iter(holey.map(|segment| MergeCandidate(vec![segment.id()])));
        merged.extend(holey);
        merged
    }
}

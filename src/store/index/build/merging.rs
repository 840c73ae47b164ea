//! Merge policies: which segments are merged after a commit.

use tantivy::index::SegmentMeta;
use tantivy::indexer::{LogMergePolicy, MergeCandidate, MergePolicy};

/// Merges segments of about the same size, and small segments with each other first.
///
/// The lowest layer of tantivy's [`LogMergePolicy`] reaches to 10,000 documents. An index that grows by a few games at
/// a time would rewrite as many documents at every eighth commit. So segments of at most [`SMALL_SEGMENT_MAX_GAMES`]
/// games are merged among themselves first. A segment with many deleted documents is rewritten.
#[derive(Debug, Default)]
pub(super) struct SmallFirstMergePolicy(LogMergePolicy);

/// Maximum number of games in a segment that counts as small.
const SMALL_SEGMENT_MAX_GAMES: u32 = 300;
/// Number of small segments from which on they are merged into one: the number that tantivy merges in its other layers.
const SMALL_SEGMENTS_PER_MERGE: usize = 8;
/// Share of deleted documents above which any commit rewrites a segment: one in three. Deleted games cost space and
/// time until then.
const REWRITE_IF_ONE_DELETED_IN: u32 = 3;

/// Merge policy for `forget`: rewrites each segment with many deleted documents by itself, to give back the space of
/// the deleted games. Segments are not joined, so that as little as possible is written twice.
#[derive(Debug)]
pub(super) struct CompactingMergePolicy;

/// Share of deleted documents above which [`CompactingMergePolicy`] rewrites a segment: one in fifty. So at most 2 % of
/// a segment remain deleted documents.
const COMPACT_IF_ONE_DELETED_IN: u32 = 50;

impl MergePolicy for CompactingMergePolicy {
    fn compute_merge_candidates(&self, segments: &[SegmentMeta]) -> Vec<MergeCandidate> {
        let is_holey = |segment: &&SegmentMeta| {
            segment.num_deleted_docs() > segment.max_doc() / COMPACT_IF_ONE_DELETED_IN
        };
        segments.iter().filter(is_holey).map(|segment| MergeCandidate(vec![segment.id()])).collect()
    }
}

impl MergePolicy for SmallFirstMergePolicy {
    fn compute_merge_candidates(&self, segments: &[SegmentMeta]) -> Vec<MergeCandidate> {
        let is_small = |segment: &SegmentMeta| segment.num_docs() <= SMALL_SEGMENT_MAX_GAMES;
        let (small, large): (Vec<SegmentMeta>, Vec<SegmentMeta>) =
            segments.iter().cloned().partition(is_small);
        let mut merged = self.0.compute_merge_candidates(&large);
        if small.len() >= SMALL_SEGMENTS_PER_MERGE {
            merged.push(MergeCandidate(small.iter().map(SegmentMeta::id).collect()));
        }
        let is_left = |segment: &&SegmentMeta| {
            let mut merged = merged.iter();
            !merged.any(|MergeCandidate(ids)| ids.contains(&segment.id()))
        };
        let is_holey = |segment: &&SegmentMeta| {
            segment.num_deleted_docs() > segment.max_doc() / REWRITE_IF_ONE_DELETED_IN
        };
        let holey = segments.iter().filter(is_left).filter(is_holey);
        let holey = Vec::from_iter(holey.map(|segment| MergeCandidate(vec![segment.id()])));
        merged.extend(holey);
        merged
    }
}

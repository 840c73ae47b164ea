//! Estimates how large games are as SGF.

use super::columns::iter_first_values;
use super::unique::SegmentDocs;
use kifu_archive::error::Result;
use kifu_store::index::Index;
use kifu_store::index::document::text_bytes;

/// Cost of reading the size of one game, in budget steps of about 10 ns.
const GAME_STEPS: usize = 1;

/// Approximate size of all hits together in bytes. Sizes are read from their column, or from an unpacked copy of it if
/// the hits are most games of a segment.
pub(crate) fn sgf_bytes(index: &Index, segments: &[impl SegmentDocs]) -> Result<u64> {
    let fail = |error| index.error_from_tantivy(error);
    let mut ticker = index.budget().ticker();
    let mut sum = 0;
    for (ordinal, hits) in (0..).zip(segments) {
        let counted = hits.docs().count();
        if let Some(sizes) = index.game_sizes(ordinal, counted).map_err(fail)? {
            sum += hits.docs().map(|doc| sizes.game(doc)).sum::<u64>();
            continue;
        }
        let column = index
            .searcher()
            .segment_reader(ordinal)
            .fast_fields()
            .u64("text_bytes")
            .map_err(fail)?;
        let packed = iter_first_values(&column, ticker.take_within_budget(GAME_STEPS, hits.docs()));
        let bytes = packed.filter_map(|(_, packed)| packed.map(text_bytes::approximate_bytes));
        sum += bytes.sum::<u64>();
    }
    Ok(sum)
}

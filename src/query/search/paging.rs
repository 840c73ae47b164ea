//! Pages of hits. Each page is a search of its own that begins where an earlier page ended.

use super::{Hits, hit_moves};
use crate::collect::SegmentHits;
use crate::hit_key::HitKey;
use crate::order::HitOrdering;
use crate::plan::Plan;
use crate::stats::QueryGames;
use kifu_archive::error::Result;
use kifu_store::index::Index;

#[derive(Debug)]
pub struct HitsPage {
    /// Hits of the page, with the total over all pages.
    pub hits: Hits,
    /// Key of the last hit of the page; `None` if there are no more hits.
    pub end: Option<HitKey>,
    /// Hits of all pages.
    pub all: QueryGames,
}

/// Runs a query and returns one page: the hits after the key `after`, or without a key the first hits. A key is valid
/// only for the same query and the same state of the index.
pub fn page(index: &Index, plan: &Plan, limit: usize, after: Option<&HitKey>) -> Result<HitsPage> {
    let (segments, left_out, copied) = plan.hits_and_copies(index, plan.ranked)?;
    let hit_moves = |ordinal, key| hit_moves(index, plan, ordinal, key);
    let ordering = HitOrdering::new(index, &plan.orders, plan.ranked, &hit_moves)?;
    let hits = segments.iter().map(SegmentHits::iter);
    let (first, end) = ordering.page(hits, limit, after)?;
    let total = segments.iter().map(|hits| hits.docs.len() as u64).sum();
    Ok(HitsPage {
        hits: Hits { total, left_out, first },
        end,
        all: QueryGames::new(segments, copied),
    })
}

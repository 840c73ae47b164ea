//! The filter of a search on the board: the games among which positions and patterns are searched.

use crate::collect::{SegmentHits, collect};
use crate::columns::doc_set;
use crate::matcher::Matches;
use crate::plan::Plan;
use crate::unique::SegmentDocs;
use kifu_archive::error::Result;
use kifu_language::order::{Order, SortKey};
use kifu_store::index::Index;
use tantivy::index::SegmentReader;
use tantivy::{BitSet, DocId, SegmentOrdinal};

/// Games that a filter query found, by segment and in document order.
pub(crate) struct GameFilter(Vec<SegmentHits>);

/// The number of games in which a position or pattern is searched: those of the filter, or all.
pub(crate) fn searched_games(index: &Index, filter: Option<&GameFilter>) -> u64 {
    match filter {
        Some(GameFilter(segments)) => segments.iter().map(|hits| hits.docs.len() as u64).sum(),
        None => index.searcher().num_docs(),
    }
}

/// Segments of an index, as long as the time budget lasts. Each segment comes with its games to search, or with `None`
/// if all are searched.
pub(crate) fn searched_segments<'i>(
    index: &'i Index,
    filter: Option<&GameFilter>,
) -> impl Iterator<Item = (SegmentOrdinal, &'i SegmentReader, Option<BitSet>)> {
    let readers = (0..)
        .zip(index.searcher().segment_readers())
        .take_while(|_| !index.budget().poll_exhausted());
    readers.map(move |(ordinal, reader)| {
        let docs = filter.map(|among| among.docs(ordinal, reader));
        (ordinal, reader, docs)
    })
}

impl GameFilter {
    /// Runs the filter, if there is one. Relevance scores are computed only if an order needs them.
    pub(crate) fn run(
        index: &Index,
        plan: Option<&Plan>,
        orders: &[Order],
    ) -> Result<Option<GameFilter>> {
        let Some(plan) = plan else {
            return Ok(None);
        };
        let is_ranked = orders.iter().any(|order| order.key == SortKey::Relevance);
        // Copies are left out after the search on the board: the copy that counts is the fullest of the hits on the
        // board, and not of the games that the filter finds.
        let segments = collect(index, &*plan.query, plan.ranked && is_ranked)?;
        Ok(Some(GameFilter(segments)))
    }

    /// Turns the hits of a search into a filter for further searches.
    pub(crate) fn from_matches(found: &[Matches]) -> GameFilter {
        let hits = found.iter().map(|matches| SegmentHits {
            docs: matches.docs().collect(),
            ..SegmentHits::default()
        });
        GameFilter(hits.collect())
    }

    /// The games of the filter in one segment, as a bit set.
    fn docs(&self, ordinal: SegmentOrdinal, reader: &SegmentReader) -> BitSet {
        let hits = self.0.get(ordinal as usize).into_iter();
        doc_set(reader, hits.flat_map(SegmentHits::docs))
    }

    /// The relevance score of a game; 0 for a game outside of the filter.
    pub(crate) fn score(&self, ordinal: SegmentOrdinal, doc: DocId) -> f32 {
        let score = |hits: &SegmentHits| Some(hits.score(hits.docs.binary_search(&doc).ok()?));
        self.0.get(ordinal as usize).and_then(score).unwrap_or(0.0)
    }
}

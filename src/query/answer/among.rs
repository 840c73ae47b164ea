//! The games among which hits are looked for.

use crate::error::Result;
use crate::index::Index;
use crate::query::collect::{SegmentHits, collect};
use crate::query::order::{Order, SortKey};
use crate::query::plan::Plan;
use tantivy::index::SegmentReader;
use tantivy::{BitSet, DocId, SegmentOrdinal};

/// The games that a query finds, by segment and in the order of their documents.
pub(crate) struct Among(Vec<SegmentHits>);

/// How many games hits are looked for among.
pub(super) fn games(index: &Index, among: Option<&Among>) -> u64 {
    match among {
        Some(Among(segments)) => segments.iter().map(|hits| hits.docs.len() as u64).sum(),
        None => index.searcher().num_docs(),
    }
}

/// The segments of an index as long as there is time, each with its games among which hits are looked for, if not among
/// all.
pub(crate) fn segments<'i>(
    index: &'i Index,
    among: Option<&Among>,
) -> impl Iterator<Item = (SegmentOrdinal, &'i SegmentReader, Option<BitSet>)> {
    let readers = (0..).zip(index.searcher().segment_readers());
    let readers = readers.take_while(|_| !index.budget().is_spent());
    readers.map(move |(ordinal, reader)| {
        let docs = among.map(|among| among.docs(ordinal, reader.max_doc()));
        (ordinal, reader, docs)
    })
}

impl Among {
    /// The games of a plan, if there is one; how well they fit is known if an order asks for it.
    pub(crate) fn of(
        index: &Index,
        plan: Option<&Plan>,
        orders: &[Order],
    ) -> Result<Option<Among>> {
        let Some(plan) = plan else {
            return Ok(None);
        };
        let is_ranked = (orders.iter()).any(|order| order.key == SortKey::Relevance);
        let segments = collect(index, &*plan.query, plan.ranked && is_ranked)?;
        Ok(Some(Among(segments)))
    }

    /// The games of a segment.
    fn docs(&self, ordinal: SegmentOrdinal, max_doc: DocId) -> BitSet {
        let mut docs = BitSet::with_max_value(max_doc);
        let hits = self.0.get(ordinal as usize).into_iter();
        for &doc in hits.flat_map(|hits| &hits.docs) {
            docs.insert(doc);
        }
        docs
    }

    /// How well a game fits the query.
    pub(crate) fn score(&self, ordinal: SegmentOrdinal, doc: DocId) -> f32 {
        let score = |hits: &SegmentHits| Some(hits.score(hits.docs.binary_search(&doc).ok()?));
        let hits = self.0.get(ordinal as usize);
        hits.and_then(score).unwrap_or(0.0)
    }
}

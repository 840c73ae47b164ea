//! All hits of a query of the index library, by segment.

use crate::error::Result;
use crate::index::{Index, tantivy_error};
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::query::Query;
use tantivy::{DocId, Score, SegmentOrdinal, SegmentReader};

/// The hits of one segment, in the order of the documents.
#[derive(Debug, Default)]
pub(crate) struct SegmentHits {
    pub(crate) docs: Vec<DocId>,
    /// How well each of them fits; none where that was not asked.
    pub(crate) scores: Vec<f32>,
}

impl SegmentHits {
    /// How well a hit fits, by its number.
    pub(crate) fn score(&self, at: usize) -> f32 {
        self.scores.get(at).copied().unwrap_or(0.0)
    }

    /// Documents and scores.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (DocId, f32)> + '_ {
        let docs = self.docs.iter().enumerate();
        docs.map(|(at, &doc)| (doc, self.score(at)))
    }
}

/// All hits, by segment.
pub(crate) fn collect(index: &Index, query: &dyn Query, ranked: bool) -> Result<Vec<SegmentHits>> {
    let all = index.searcher().search(query, &AllHits { ranked });
    all.map_err(|error| tantivy_error(index.folder(), error))
}

/// Collects every hit of every segment.
struct AllHits {
    ranked: bool,
}

struct SegmentAll {
    ordinal: SegmentOrdinal,
    ranked: bool,
    hits: SegmentHits,
}

impl Collector for AllHits {
    type Fruit = Vec<SegmentHits>;
    type Child = SegmentAll;

    fn for_segment(
        &self,
        ordinal: SegmentOrdinal,
        _: &SegmentReader,
    ) -> tantivy::Result<SegmentAll> {
        Ok(SegmentAll {
            ordinal,
            ranked: self.ranked,
            hits: SegmentHits::default(),
        })
    }

    fn requires_scoring(&self) -> bool {
        self.ranked
    }

    fn merge_fruits(
        &self,
        mut fruits: Vec<(SegmentOrdinal, SegmentHits)>,
    ) -> tantivy::Result<Vec<SegmentHits>> {
        fruits.sort_by_key(|(ordinal, _)| *ordinal);
        Ok(fruits.into_iter().map(|(_, hits)| hits).collect())
    }
}

impl SegmentCollector for SegmentAll {
    type Fruit = (SegmentOrdinal, SegmentHits);

    fn collect(&mut self, doc: DocId, score: Score) {
        self.hits.docs.push(doc);
        if self.ranked {
            // Rounded, so that the last bits, which depend on how segments were cut, settle no order.
            self.hits.scores.push((score * 64.0).round() / 64.0);
        }
    }

    fn collect_block(&mut self, docs: &[DocId]) {
        self.hits.docs.extend_from_slice(docs);
    }

    fn harvest(self) -> Self::Fruit {
        (self.ordinal, self.hits)
    }
}

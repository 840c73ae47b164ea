//! Collects all hits of a tantivy query, by segment.

use super::unique::SegmentDocs;
use kifu_archive::error::Result;
use kifu_record::cancel::TimeBudget;
use kifu_store::index::Index;
use kifu_store::index::global_stats::WordStatistics;
use tantivy::collector::{Collector, Count, SegmentCollector};
use tantivy::query::{EnableScoring, Query, Weight};
use tantivy::{
    COLLECT_BLOCK_BUFFER_LEN, DocId, DocSet, Score, SegmentOrdinal, SegmentReader, TERMINATED,
};

/// The hits of one segment, in document order.
#[derive(Debug, Default)]
pub(crate) struct SegmentHits {
    pub(crate) docs: Vec<DocId>,
    /// Relevance score of each hit; empty if scores were not requested.
    pub(crate) scores: Vec<f32>,
}

impl SegmentHits {
    /// The relevance score of the hit with the index `at` in `docs`; 0 if scores were not requested.
    pub(crate) fn score(&self, at: usize) -> f32 {
        self.scores.get(at).copied().unwrap_or(0.0)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (DocId, f32)> + '_ {
        self.docs.iter().enumerate().map(|(at, &doc)| (doc, self.score(at)))
    }
}

impl SegmentDocs for SegmentHits {
    fn docs(&self) -> impl Iterator<Item = DocId> {
        self.docs.iter().copied()
    }

    fn retain(&mut self, is_kept: impl Fn(DocId) -> bool) -> u64 {
        let before = self.docs.len();
        let is_retained = |doc: &DocId| is_kept(*doc);
        let mut scores = self.docs.iter();
        self.scores.retain(|_| scores.next().is_some_and(is_retained));
        self.docs.retain(is_retained);
        (before - self.docs.len()) as u64
    }
}

/// All hits of a query, by segment. Once the time budget is spent, further hits are missing.
pub(crate) fn collect(index: &Index, query: &dyn Query, ranked: bool) -> Result<Vec<SegmentHits>> {
    let budget = index.budget();
    let hits = AllHits { ranked, budget };
    let statistics = WordStatistics(index);
    index
        .searcher()
        .search_with_statistics_provider(query, &hits, &statistics)
        .map_err(|error| index.error_from_tantivy(error))
}

/// Looks up how frequent the words of a query are, so that this index records the frequencies for the other indexes of
/// a distributed search.
pub(crate) fn record_word_frequencies(index: &Index, query: &dyn Query) -> Result<()> {
    let statistics = WordStatistics(index);
    let scoring = EnableScoring::enabled_from_statistics_provider(&statistics, index.searcher());
    query.weight(scoring).map_err(|error| index.error_from_tantivy(error)).map(drop)
}

/// The number of hits of a query.
pub(crate) fn count(index: &Index, query: &dyn Query) -> Result<u64> {
    if index.budget().is_limited() {
        let segments = collect(index, query, false)?;
        return Ok(segments.iter().map(|hits| hits.docs.len() as u64).sum());
    }
    let count = index.searcher().search(query, &Count);
    Ok(count.map_err(|error| index.error_from_tantivy(error))? as u64)
}

/// Collector of every hit of every segment.
struct AllHits<'i> {
    ranked: bool,
    budget: &'i TimeBudget,
}

/// Cost of scoring one game, in budget steps of about 10 ns.
const SCORE_STEPS: usize = 10;

struct SegmentHitCollector {
    ordinal: SegmentOrdinal,
    ranked: bool,
    hits: SegmentHits,
}

impl Collector for AllHits<'_> {
    type Fruit = Vec<SegmentHits>;
    type Child = SegmentHitCollector;

    fn for_segment(
        &self,
        ordinal: SegmentOrdinal,
        _: &SegmentReader,
    ) -> tantivy::Result<SegmentHitCollector> {
        Ok(SegmentHitCollector { ordinal, ranked: self.ranked, hits: SegmentHits::default() })
    }

    /// Replaces tantivy's default loop, which cannot be stopped before the end of the segment when the budget is spent.
    fn collect_segment(
        &self,
        weight: &dyn Weight,
        ordinal: SegmentOrdinal,
        reader: &SegmentReader,
    ) -> tantivy::Result<(SegmentOrdinal, SegmentHits)> {
        let mut all = self.for_segment(ordinal, reader)?;
        if self.budget.poll_exhausted() {
            return Ok(all.harvest());
        }
        let alive = reader.alive_bitset();
        let is_alive = |doc: &DocId| alive.is_none_or(|alive| alive.is_alive(*doc));
        let mut ticker = self.budget.ticker();
        let mut scorer = weight.scorer(reader, 1.0)?;
        if self.ranked {
            while scorer.doc() != TERMINATED && !ticker.is_exhausted_after(SCORE_STEPS) {
                if is_alive(&scorer.doc()) {
                    all.collect(scorer.doc(), scorer.score());
                }
                scorer.advance();
            }
            return Ok(all.harvest());
        }
        let mut docs = [0; COLLECT_BLOCK_BUFFER_LEN];
        while !ticker.is_exhausted_after(docs.len()) {
            let len = scorer.fill_buffer(&mut docs);
            if len == 0 {
                break;
            }
            let living = docs.iter().take(len).copied().filter(is_alive);
            all.hits.docs.extend(living);
        }
        Ok(all.harvest())
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

impl SegmentCollector for SegmentHitCollector {
    type Fruit = (SegmentOrdinal, SegmentHits);

    fn collect(&mut self, doc: DocId, score: Score) {
        self.hits.docs.push(doc);
        if self.ranked {
            // Scores are rounded to 1/64. Their last bits depend on how the games are split into segments and must
            // never decide the order. Scores are not negative, so adding 0.5 and truncating is `round`, which would be
            // a call on most machines.
            let parts = (f64::from(score) * 64.0 + 0.5) as u32;
            self.hits.scores.push(parts as f32 / 64.0);
        }
    }

    fn harvest(self) -> Self::Fruit {
        (self.ordinal, self.hits)
    }
}

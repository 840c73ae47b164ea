//! Query for all games that none of several other queries finds.
//!
//! Tantivy checks an exclusion for every document in turn. Here the excluded documents are removed from a bit set once,
//! and the remaining documents are the answer. A dense answer, such as the games of a year without those of one player,
//! costs one bit for each document.

use super::BoxedQuery;
use kifu_record::cancel::TimeBudget;
use std::sync::Arc;
use tantivy::index::SegmentReader;
use tantivy::query::{
    BitSetDocSet, ConstScorer, EmptyScorer, EnableScoring, Explanation, Query, Scorer, Weight,
};
use tantivy::{BitSet, DocId, DocSet, Score, TERMINATED};

/// Query for all games that none of the given queries finds.
#[derive(Clone, Debug)]
pub(super) struct NotQuery {
    pub(super) queries: Arc<[BoxedQuery]>,
    pub(super) budget: TimeBudget,
}

impl Query for NotQuery {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let unscored = match scoring.searcher() {
            Some(searcher) => EnableScoring::disabled_from_searcher(searcher),
            None => scoring,
        };
        let excluded = self.queries.iter().map(|query| query.weight(unscored));
        Ok(Box::new(Complement {
            excluded: excluded.collect::<tantivy::Result<_>>()?,
            budget: self.budget.clone(),
        }))
    }
}

struct Complement {
    excluded: Vec<Box<dyn Weight>>,
    budget: TimeBudget,
}

impl Weight for Complement {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let mut ticker = self.budget.ticker();
        let mut rest = BitSet::with_max_value_and_full(reader.max_doc());
        for weight in &self.excluded {
            let mut excluded = weight.scorer(reader, 1.0)?;
            let mut doc = excluded.doc();
            while doc != TERMINATED && !ticker.is_exhausted_after(1) {
                rest.remove(doc);
                doc = excluded.advance();
            }
        }
        // If the search was cut short, some excluded games may be missing from the list, and their complement would
        // return wrong games. So the answer is empty: exclusion stays exact.
        if self.budget.poll_exhausted() {
            return Ok(Box::new(EmptyScorer));
        }
        Ok(Box::new(ConstScorer::new(BitSetDocSet::from(rest), boost)))
    }

    fn explain(&self, _: &SegmentReader, _: DocId) -> tantivy::Result<Explanation> {
        Ok(Explanation::new("AllBut", 1.0))
    }
}

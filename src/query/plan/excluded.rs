//! All games but those of a query.
//!
//! The index library asks what is excluded about every document in turn. Here its documents are listed once, and all
//! others are the answer: dense lists, such as the games of a year that are not of a player, cost a bit each.

use super::Dyn;
use tantivy::index::SegmentReader;
use tantivy::query::{
    BitSetDocSet, ConstScorer, EnableScoring, Explanation, Query, Scorer, Weight,
};
use tantivy::{BitSet, DocId, DocSet, Score, TERMINATED};

#[derive(Debug)]
pub(super) struct AllBut(pub(super) Dyn);

impl Clone for AllBut {
    fn clone(&self) -> Self {
        AllBut(self.0.box_clone())
    }
}

impl Query for AllBut {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let unscored = match scoring.searcher() {
            Some(searcher) => EnableScoring::disabled_from_searcher(searcher),
            None => scoring,
        };
        Ok(Box::new(Complement(self.0.weight(unscored)?)))
    }
}

struct Complement(Box<dyn Weight>);

impl Weight for Complement {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let mut out = BitSet::with_max_value(reader.max_doc());
        let mut excluded = self.0.scorer(reader, 1.0)?;
        let mut doc = excluded.doc();
        while doc != TERMINATED {
            out.insert(doc);
            doc = excluded.advance();
        }
        let mut rest = BitSet::with_max_value(reader.max_doc());
        (0..reader.max_doc())
            .filter(|&doc| !out.contains(doc))
            .for_each(|doc| {
                rest.insert(doc);
            });
        Ok(Box::new(ConstScorer::new(BitSetDocSet::from(rest), boost)))
    }

    fn explain(&self, _: &SegmentReader, _: DocId) -> tantivy::Result<Explanation> {
        Ok(Explanation::new("AllBut", 1.0))
    }
}

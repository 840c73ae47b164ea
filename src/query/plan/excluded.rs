//! A query that may stand under a negation.
//!
//! What is excluded is asked about every document in turn, those before its own first one included. Phrases and ranges of
//! the index library take offence at that (an assertion in builds that check them); here they are only led forwards.

use super::Dyn;
use tantivy::index::SegmentReader;
use tantivy::query::{EnableScoring, Explanation, Query, Scorer, Weight};
use tantivy::{DocId, DocSet, Score};

#[derive(Debug)]
pub(super) struct Excluded(pub(super) Dyn);

impl Clone for Excluded {
    fn clone(&self) -> Self {
        Excluded(self.0.box_clone())
    }
}

impl Query for Excluded {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(Forwards(self.0.weight(scoring)?)))
    }
}

/// Makes of a weight one whose documents are only led forwards.
struct Forwards<T>(T);

impl Weight for Forwards<Box<dyn Weight>> {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        Ok(Box::new(Forwards(self.0.scorer(reader, boost)?)))
    }

    fn explain(&self, reader: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        self.0.explain(reader, doc)
    }
}

/// The trait's own `seek_danger` is meant: it compares before it seeks.
impl DocSet for Forwards<Box<dyn Scorer>> {
    fn advance(&mut self) -> DocId {
        self.0.advance()
    }

    fn seek(&mut self, target: DocId) -> DocId {
        self.0.seek(target)
    }

    fn doc(&self) -> DocId {
        self.0.doc()
    }

    fn size_hint(&self) -> u32 {
        self.0.size_hint()
    }
}

impl Scorer for Forwards<Box<dyn Scorer>> {
    fn score(&mut self) -> Score {
        self.0.score()
    }
}

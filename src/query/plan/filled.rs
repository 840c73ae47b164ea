//! Queries on fields that are empty in most segments.
//!
//! For a field that a segment lacks, the index library makes an empty dictionary, which takes longer than most
//! searches. A word of another field, which every segment has, tells which segments contain something.

use super::Dyn;
use std::sync::Arc;
use tantivy::index::SegmentReader;
use tantivy::query::{EmptyScorer, EnableScoring, Explanation, Query, Scorer, Weight};
use tantivy::{DocId, Score, Term};

/// A query that only games with a certain word can match.
#[derive(Clone, Debug)]
pub(super) struct WhereWord {
    pub(super) word: Term,
    pub(super) query: Arc<Dyn>,
}

impl Query for WhereWord {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(Filled {
            word: self.word.clone(),
            inner: self.query.weight(scoring)?,
        }))
    }
}

struct Filled {
    word: Term,
    inner: Box<dyn Weight>,
}

impl Weight for Filled {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let words = reader.inverted_index(self.word.field())?;
        match words.get_term_info(&self.word)? {
            Some(_) => self.inner.scorer(reader, boost),
            None => Ok(Box::new(EmptyScorer)),
        }
    }

    fn explain(&self, reader: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        self.inner.explain(reader, doc)
    }
}

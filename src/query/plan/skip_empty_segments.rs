//! Query that skips the segments in which a text field is empty, without opening their dictionaries.

use super::BoxedQuery;
use kifu_store::index::filled_fields::FilledFields;
use std::sync::Arc;
use tantivy::index::SegmentReader;
use tantivy::query::{EmptyScorer, EnableScoring, Explanation, Query, Scorer, Weight};
use tantivy::schema::Field;
use tantivy::{DocId, Score, SeekDangerResult, TERMINATED};

/// A query that can only match games with words in `field`.
#[derive(Clone, Debug)]
pub(super) struct SkipEmptySegments {
    pub(super) field: Field,
    pub(super) filled: Arc<FilledFields>,
    pub(super) query: Arc<BoxedQuery>,
}

impl Query for SkipEmptySegments {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(FilledWeight {
            field: self.field,
            filled: self.filled.clone(),
            inner: self.query.weight(scoring)?,
        }))
    }
}

struct FilledWeight {
    field: Field,
    filled: Arc<FilledFields>,
    inner: Box<dyn Weight>,
}

impl FilledWeight {
    fn has_words(&self, reader: &SegmentReader) -> tantivy::Result<bool> {
        self.filled.has(reader, self.field)
    }
}

impl Weight for FilledWeight {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        if self.has_words(reader)? {
            self.inner.scorer(reader, boost)
        } else {
            Ok(Box::new(EmptyScorer))
        }
    }

    fn scorer_danger(
        &self,
        reader: &SegmentReader,
        target: DocId,
        boost: Score,
    ) -> tantivy::Result<(SeekDangerResult, Box<dyn Scorer>)> {
        if self.has_words(reader)? {
            self.inner.scorer_danger(reader, target, boost)
        } else {
            let none = SeekDangerResult::SeekLowerBound(TERMINATED);
            Ok((none, Box::new(EmptyScorer)))
        }
    }

    fn count(&self, reader: &SegmentReader) -> tantivy::Result<u32> {
        if self.has_words(reader)? { self.inner.count(reader) } else { Ok(0) }
    }

    fn explain(&self, reader: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        self.inner.explain(reader, doc)
    }
}

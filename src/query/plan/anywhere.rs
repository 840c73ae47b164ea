//! Plans words without a field: they find every game that matches in one of the fields that people have in mind.

use super::{BoxedQuery, PlanResult, Planner, WordMatching};
use kifu_language::fields::Field;
use kifu_language::{Clause, FieldValue, Op};
use std::ops::Range;
use tantivy::index::SegmentReader;
use tantivy::query::{EnableScoring, Explanation, Query, Scorer, Weight};
use tantivy::{DocId, DocSet, Score, SeekDangerResult};

/// Fields in which a word without a field is searched, with the score added for a hit there. So hits in names come
/// first, then hits in the event and in other texts that identify a game, then hits in comments.
const SEARCHED_FIELDS: [(Field, Score); 6] = [
    (Field::Player, NAMES_SCORE),
    (Field::Event, TIER_SCORE),
    (Field::Place, TIER_SCORE),
    (Field::Title, TIER_SCORE),
    (Field::Opening, TIER_SCORE),
    (Field::Comment, 0.0),
];

/// Score that separates two tiers of fields: more than any word scores by its frequency. A score by frequency (BM25
/// with k₁ = 1.2) is below 2.2 · ln(10⁶) = 31 per word with a million games, and a phrase has few words.
const TIER_SCORE: Score = 256.0;
/// Score added for hits in names, which form the first tier.
pub(super) const NAMES_SCORE: Score = 2.0 * TIER_SCORE;

impl Planner<'_> {
    /// Query for the games that match a value in any of the [`SEARCHED_FIELDS`] fields. A field that refuses the value
    /// is skipped; if all refuse it, the first error is returned.
    pub(super) fn anywhere(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        if *value == FieldValue::Any {
            return self.text_value(self.fields.comment, value, span, WordMatching::Comments);
        }
        let clause = |field| Clause {
            field,
            field_span: span.clone(),
            op: Op::Has,
            value: value.clone(),
            value_span: span.clone(),
        };
        let mut queries: Vec<BoxedQuery> = Vec::new();
        let mut refused = None;
        for (field, tier) in SEARCHED_FIELDS {
            match self.plan_clause(&clause(field)) {
                Ok(query) if tier > 0.0 => queries.push(Box::new(Tiered { query, tier })),
                Ok(query) => queries.push(query),
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        match refused {
            Some(error) if queries.is_empty() => Err(error),
            _ => Ok(super::query_builders::any_of(queries)),
        }
    }
}

/// A query that adds `tier` to the scores of the inner query's hits, which lifts them above hits in less important
/// fields.
#[derive(Debug)]
pub(super) struct Tiered {
    pub(super) query: BoxedQuery,
    pub(super) tier: Score,
}

impl Clone for Tiered {
    fn clone(&self) -> Tiered {
        Tiered { query: self.query.box_clone(), tier: self.tier }
    }
}

impl Query for Tiered {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let is_scored = scoring.is_scoring_enabled();
        let weight = self.query.weight(scoring)?;
        Ok(if is_scored {
            Box::new(TieredWeight { weight, tier: self.tier })
        } else {
            // If no relevance scores are requested, no score is added.
            weight
        })
    }
}

struct TieredWeight {
    weight: Box<dyn Weight>,
    tier: Score,
}

impl Weight for TieredWeight {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let inner = self.weight.scorer(reader, boost)?;
        Ok(Box::new(TieredScorer { inner, tier: self.tier * boost }))
    }

    fn scorer_danger(
        &self,
        reader: &SegmentReader,
        target: DocId,
        boost: Score,
    ) -> tantivy::Result<(SeekDangerResult, Box<dyn Scorer>)> {
        let (result, inner) = self.weight.scorer_danger(reader, target, boost)?;
        Ok((result, Box::new(TieredScorer { inner, tier: self.tier * boost })))
    }

    fn count(&self, reader: &SegmentReader) -> tantivy::Result<u32> {
        self.weight.count(reader)
    }

    fn explain(&self, reader: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        self.weight.explain(reader, doc)
    }
}

struct TieredScorer {
    inner: Box<dyn Scorer>,
    tier: Score,
}

impl DocSet for TieredScorer {
    fn advance(&mut self) -> DocId {
        self.inner.advance()
    }

    fn seek(&mut self, target: DocId) -> DocId {
        self.inner.seek(target)
    }

    fn seek_danger(&mut self, target: DocId) -> SeekDangerResult {
        self.inner.seek_danger(target)
    }

    fn doc(&self) -> DocId {
        self.inner.doc()
    }

    fn size_hint(&self) -> u32 {
        self.inner.size_hint()
    }
}

impl Scorer for TieredScorer {
    fn score(&mut self) -> Score {
        self.tier + self.inner.score()
    }
}

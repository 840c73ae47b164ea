//! Constructors of the tantivy queries that clauses are built from.

use super::{BoxedQuery, PlanResult, WordMatching};
use kifu_language::QueryError;
use kifu_record::text::terms::QueryTerm;
use std::ops::Bound;
use tantivy::Term;
use tantivy::query::{BooleanQuery, EmptyQuery, PhraseQuery, RangeQuery, TermQuery};
use tantivy::schema::{Field as SchemaField, IndexRecordOption};

pub(super) fn range(from: Bound<Term>, to: Bound<Term>) -> BoxedQuery {
    Box::new(RangeQuery::new(from, to))
}

pub(super) fn term(field: SchemaField, text: &str) -> BoxedQuery {
    Box::new(TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::Basic))
}

pub(super) fn word_query(field: SchemaField, word: &str) -> BoxedQuery {
    Box::new(TermQuery::new(Term::from_field_text(field, word), IndexRecordOption::WithFreqs))
}

/// Query for a phrase of terms at their positions. Tantivy does not accept a phrase of one term.
pub(super) fn phrase(field: SchemaField, terms: &[(u32, String)]) -> BoxedQuery {
    match terms {
        [] => Box::new(EmptyQuery),
        [(_, one)] => word_query(field, one),
        _ => {
            let first = terms.iter().map(|(position, _)| *position).min().unwrap_or(0);
            let terms = terms
                .iter()
                .map(|(at, text)| ((at - first) as usize, Term::from_field_text(field, text)));
            Box::new(PhraseQuery::new_with_offset(terms.collect()))
        }
    }
}

pub(super) fn part_query(field: SchemaField, part: QueryTerm, words: WordMatching) -> BoxedQuery {
    match (&part, words) {
        (QueryTerm::Word { .. }, WordMatching::Comments) => {
            any_of(part.alternatives().iter().map(|word| word_query(field, word)).collect())
        }
        (QueryTerm::Word { exact, .. }, WordMatching::Names) => word_query(field, exact),
        (QueryTerm::Phrase(terms), _) => phrase(field, terms),
        (QueryTerm::Compound { phrase: terms, joined }, _) => {
            let mut queries = vec![phrase(field, terms)];
            queries.extend(joined.as_ref().map(|joined| word_query(field, joined)));
            any_of(queries)
        }
    }
}

pub(super) fn all_of(mut queries: Vec<BoxedQuery>) -> BoxedQuery {
    if queries.len() == 1 {
        return queries.remove(0);
    }
    Box::new(BooleanQuery::intersection(queries))
}

pub(super) fn any_of(mut queries: Vec<BoxedQuery>) -> BoxedQuery {
    if queries.len() == 1 {
        return queries.remove(0);
    }
    Box::new(BooleanQuery::union(queries))
}

pub(super) fn all_of_or_error(
    queries: Vec<BoxedQuery>,
    error: impl FnOnce() -> QueryError,
) -> PlanResult {
    if queries.is_empty() { Err(error()) } else { Ok(all_of(queries)) }
}

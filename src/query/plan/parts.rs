//! Constructors of the tantivy queries that clauses are built from.

use super::{Dyn, Planned, WordMatching};
use kifu_language::QueryError;
use kifu_record::text::terms::QueryTerm;
use std::ops::Bound;
use tantivy::Term;
use tantivy::query::{BooleanQuery, EmptyQuery, PhraseQuery, RangeQuery, TermQuery};
use tantivy::schema::{Field as SchemaField, IndexRecordOption};

pub(super) fn range(from: Bound<Term>, to: Bound<Term>) -> Dyn {
    Box::new(RangeQuery::new(from, to))
}

pub(super) fn term(field: SchemaField, text: &str) -> Dyn {
    Box::new(TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::Basic))
}

pub(super) fn word_query(field: SchemaField, word: &str) -> Dyn {
    Box::new(TermQuery::new(Term::from_field_text(field, word), IndexRecordOption::WithFreqs))
}

/// Query for a phrase of terms at their positions. Tantivy does not accept a phrase of one term.
pub(super) fn phrase(field: SchemaField, terms: &[(u32, String)]) -> Dyn {
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

pub(super) fn part_query(field: SchemaField, part: QueryTerm, words: WordMatching) -> Dyn {
    match (&part, words) {
        (QueryTerm::Word { .. }, WordMatching::Comments) => {
            any(part.alternatives().iter().map(|word| word_query(field, word)).collect())
        }
        (QueryTerm::Word { exact, .. }, WordMatching::Names) => word_query(field, exact),
        (QueryTerm::Phrase(terms), _) => phrase(field, terms),
        (QueryTerm::Compound { phrase: terms, joined }, _) => {
            let mut queries = vec![phrase(field, terms)];
            queries.extend(joined.as_ref().map(|joined| word_query(field, joined)));
            any(queries)
        }
    }
}

pub(super) fn all(mut queries: Vec<Dyn>) -> Dyn {
    if queries.len() == 1 {
        return queries.remove(0);
    }
    Box::new(BooleanQuery::intersection(queries))
}

pub(super) fn any(mut queries: Vec<Dyn>) -> Dyn {
    if queries.len() == 1 {
        return queries.remove(0);
    }
    Box::new(BooleanQuery::union(queries))
}

pub(super) fn non_empty(queries: Vec<Dyn>, error: impl FnOnce() -> QueryError) -> Planned {
    if queries.is_empty() { Err(error()) } else { Ok(all(queries)) }
}

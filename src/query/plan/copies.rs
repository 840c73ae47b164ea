//! `is:dup`: games that are the same as others.

use super::{Dyn, Planned, Planner};
use crate::index::Index;
use crate::language::fields::Field;
use crate::language::{FieldValue, QueryError};
use crate::query::columns::{each_first, set_of};
use crate::query::scan::ScanQuery;
use std::ops::Range;
use std::sync::Arc;
use tantivy::DocId;

impl Planner<'_> {
    /// Plans `is:`, which has a single value; `*` means the same.
    pub(super) fn is(&self, value: &FieldValue, span: &Range<usize>) -> Planned {
        let choices = Field::Is.info().choices;
        let is_known = match value {
            FieldValue::Any => true,
            FieldValue::Bare(text) | FieldValue::Quoted(text) => {
                choices.contains(&text.to_lowercase().as_str())
            }
            _ => false,
        };
        if !is_known {
            return Err(QueryError::new(span.clone(), "unknown property of a game")
                .help(format!("write is:{}", choices.join(" or is:"))));
        }
        Ok(duplicates_query(self.index))
    }
}

/// The budget steps that checking whether a game has copies costs.
const COPY: usize = 10;

/// The games that have copies.
pub(crate) fn duplicates_query(index: &Index) -> Dyn {
    let duplicates = Arc::clone(index.lazy_duplicates());
    Box::new(ScanQuery::new(index.budget(), move |reader, pace| {
        let duplicates = duplicates.get(pace.budget())?;
        let ids = reader.fast_fields().u64("id")?;
        let docs = pace.each(COPY, reader.doc_ids_alive());
        let has_copies = |(doc, id): (DocId, Option<u64>)| duplicates.of(id?).map(|_| doc);
        Ok(set_of(
            reader,
            each_first(&ids, docs).filter_map(has_copies),
        ))
    }))
}

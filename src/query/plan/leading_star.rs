//! Plans words with a leading `*`.
//!
//! Such a word is compared with all words of a field. Names and events have few words. Comments have so many that the
//! query is refused, with a hint on how to ask instead.

use super::query_builders::{all_of_or_error, word_query};
use super::{BoxedQuery, PlanResult, Planner};
use crate::scan::words::{AnyWord, Vocabulary};
use kifu_language::fields::Field;
use kifu_language::{FieldValue, NodeKind, QueryError, QueryNode};
use kifu_messages::say;
use kifu_record::text::terms::phrase_terms;
use kifu_store::index::schema::PLAYER_WORDS;
use std::ops::Range;
use tantivy::schema::Field as SchemaField;

impl Planner<'_> {
    /// Plans a text with a leading `*`, and perhaps a trailing one. If the text has several words, a game must have all
    /// of them; before the first one may stand any letters, and with a trailing `*` any letters may follow the last
    /// one.
    pub(super) fn leading_star_query(
        &self,
        field: SchemaField,
        text: &str,
        span: &Range<usize>,
    ) -> PlanResult {
        let fields = self.fields;
        let vocabulary: Vocabulary = [fields.black, fields.white, fields.side_players]
            .contains(&field)
            .then_some(PLAYER_WORDS);
        let open_end = text.ends_with('*');
        let words = phrase_terms(text.trim_matches('*'));
        let last = words.len().saturating_sub(1);
        let queries = words.into_iter().enumerate().map(|(i, (_, word))| {
            let words = match (i == 0, i == last && open_end) {
                (true, true) => AnyWord::Containing(word, vocabulary),
                (true, false) => AnyWord::Ending(word, vocabulary),
                (false, true) => AnyWord::Beginning(word),
                (false, false) => return word_query(field, &word),
            };
            Box::new(words.query(field, self.index.budget())) as BoxedQuery
        });
        all_of_or_error(queries.collect(), || {
            QueryError::new(span.clone(), say!("error-star-alone"))
        })
    }
}

/// Returns an error if a word may not begin with `*` in this field. Without a field, the word would be searched
/// everywhere and is refused as well.
pub(super) fn refuse_leading_star(
    field: Option<&Field>,
    value: &FieldValue,
    span: &Range<usize>,
) -> Result<(), QueryError> {
    if field.is_some_and(Field::allows_leading_star) {
        return Ok(());
    }
    match value {
        FieldValue::Bare(text) | FieldValue::Prefix(text) | FieldValue::Fuzzy(text)
            if text.starts_with('*') =>
        {
            Err(leading_star_error(field, text, span))
        }
        FieldValue::Group(inner) => refuse_in_group(field, inner),
        _ => Ok(()),
    }
}

fn refuse_in_group(field: Option<&Field>, node: &QueryNode) -> Result<(), QueryError> {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => {
            parts.iter().try_for_each(|part| refuse_in_group(field, part))
        }
        NodeKind::Not(inner) => refuse_in_group(field, inner),
        NodeKind::Text(value) => refuse_leading_star(field, value, &node.span),
        NodeKind::Clause(_) | NodeKind::Sequence(_) => Ok(()),
    }
}

fn leading_star_error(field: Option<&Field>, text: &str, span: &Range<usize>) -> QueryError {
    let word = text.trim_matches('*');
    let message = match field {
        Some(field) => say!("error-star-first-in-field", field = field.to_string()),
        None => say!("error-star-first-anywhere"),
    };
    let help = match field {
        _ if word.is_empty() => say!("error-star-alone-help"),
        Some(field) => {
            say!("error-star-first-in-field-help", field = field.to_string(), word = word)
        }
        None => say!("error-star-first-anywhere-help", word = word),
    };
    QueryError::new(span.clone(), message).with_help(help)
}

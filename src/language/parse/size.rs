//! Limits on the size of one query.
//!
//! Every word and every value is looked up in all parts of the index. What a person types is far below these limits;
//! beyond them, a query was pasted by mistake or made to keep the program busy.

use crate::ast::FieldValue;
use crate::error::{QueryError, QueryErrorCode};
use crate::fields::{Field, ValueType};
use kifu_messages::say;
use kifu_record::text::terms::phrase_terms;
use std::ops::Range;

/// The most words and values of a query.
const MOST: usize = 2000;
/// The most words of a phrase; they are compared position by position.
const LONGEST_PHRASE: usize = 1000;
/// A word that may be misspelt is compared with all words of the index and counts as this many others.
const MISSPELT: usize = 10;

/// How large a query is so far.
pub struct QuerySize {
    total: usize,
    most_words: usize,
    clauses: usize,
    most_clauses: usize,
}

impl QuerySize {
    /// The size of a text that may have that many clauses.
    pub(super) fn of(most_clauses: usize) -> QuerySize {
        QuerySize { total: 0, most_words: MOST, clauses: 0, most_clauses }
    }

    /// The size of several texts that are put together to a query of at most that many clauses. Its words and values
    /// have the limit of one text, unless the clauses alone are more than that.
    pub fn of_texts(most_clauses: usize) -> QuerySize {
        QuerySize { most_words: MOST.max(most_clauses), ..QuerySize::of(most_clauses) }
    }

    /// Counts a value of a field or of all texts; an error if that exceeds the limit.
    pub fn add(
        &mut self,
        field: Option<&Field>,
        value: &FieldValue,
        span: &Range<usize>,
    ) -> Result<(), QueryError> {
        let words = words(field, value);
        if words > LONGEST_PHRASE {
            let message = say!(
                "error-long-phrase",
                words = words.to_string(),
                most = LONGEST_PHRASE.to_string()
            );
            return Err(QueryError::new(span.clone(), message)
                .coded(QueryErrorCode::TooLong)
                .help(say!("error-long-phrase-help")));
        }
        let weight = match value {
            FieldValue::Fuzzy(_) => MISSPELT,
            _ => 1,
        };
        self.total += words.max(1) * weight;
        if self.total > self.most_words {
            let message = say!("error-many-words", most = self.most_words.to_string());
            let error =
                QueryError::new(span.clone(), message).coded(QueryErrorCode::TooManyClauses);
            return Err(error.help(say!("error-many-words-help", n = MISSPELT.to_string())));
        }
        self.clauses += 1;
        if self.clauses > self.most_clauses {
            let message = say!("error-many-clauses", most = self.most_clauses.to_string());
            return Err(QueryError::new(span.clone(), message)
                .coded(QueryErrorCode::TooManyClauses)
                .help(say!("error-many-clauses-help")));
        }
        Ok(())
    }
}

/// The number of words in a value. A run of Chinese, Japanese or Korean, or words joined by hyphens, are a phrase even
/// without quotes.
fn words(field: Option<&Field>, value: &FieldValue) -> usize {
    let is_text =
        field.is_none_or(|field| matches!(field.value_type(), ValueType::Text | ValueType::Name));
    match value.text() {
        Some(text) if is_text => phrase_terms(text).len(),
        _ => 1,
    }
}

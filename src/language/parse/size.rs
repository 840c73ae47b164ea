//! Limits on the size of one query.
//!
//! Every word and every value is looked up in all segments of the index. Queries that people type are far below these
//! limits. A larger query was pasted by mistake or made to keep the program busy.

use crate::ast::FieldValue;
use crate::error::{QueryError, QueryErrorCode};
use crate::fields::{Field, ValueType};
use kifu_messages::say;
use kifu_record::text::terms::phrase_terms;
use std::ops::Range;

/// Maximum number of words and values of a query.
const MAX_WORDS: usize = 2000;
/// Maximum number of words of a phrase, whose words are compared position by position.
const MAX_PHRASE_WORDS: usize = 1000;
/// How many ordinary words a word that may be misspelt counts for: it is compared with all words of the index.
const FUZZY_WEIGHT: usize = 10;

/// Size of a query so far, with its limits.
pub struct QuerySize {
    total: usize,
    max_words: usize,
    clauses: usize,
    max_clauses: usize,
}

impl QuerySize {
    /// Starts counting for a single text, which may have up to `max_clauses` clauses.
    pub(super) fn for_text(max_clauses: usize) -> QuerySize {
        QuerySize { total: 0, max_words: MAX_WORDS, clauses: 0, max_clauses }
    }

    /// Starts counting for several texts that are joined to one query of at most `max_clauses` clauses. The limit on
    /// words is that of a single text, or `max_clauses` if that is larger.
    pub fn for_joined_texts(max_clauses: usize) -> QuerySize {
        QuerySize { max_words: MAX_WORDS.max(max_clauses), ..QuerySize::for_text(max_clauses) }
    }

    /// Counts a value of `field`, or words without a field if that is `None`; an error if a limit is exceeded.
    pub fn add(
        &mut self,
        field: Option<&Field>,
        value: &FieldValue,
        span: &Range<usize>,
    ) -> Result<(), QueryError> {
        let words = count_words(field, value);
        if words > MAX_PHRASE_WORDS {
            let message = say!(
                "error-long-phrase",
                words = words.to_string(),
                most = MAX_PHRASE_WORDS.to_string()
            );
            return Err(QueryError::new(span.clone(), message)
                .with_code(QueryErrorCode::TooLong)
                .with_help(say!("error-long-phrase-help")));
        }
        let weight = match value {
            FieldValue::Fuzzy(_) => FUZZY_WEIGHT,
            _ => 1,
        };
        self.total += words.max(1) * weight;
        if self.total > self.max_words {
            let message = say!("error-many-words", most = self.max_words.to_string());
            let error =
                QueryError::new(span.clone(), message).with_code(QueryErrorCode::TooManyClauses);
            return Err(
                error.with_help(say!("error-many-words-help", n = FUZZY_WEIGHT.to_string()))
            );
        }
        self.clauses += 1;
        if self.clauses > self.max_clauses {
            let message = say!("error-many-clauses", most = self.max_clauses.to_string());
            return Err(QueryError::new(span.clone(), message)
                .with_code(QueryErrorCode::TooManyClauses)
                .with_help(say!("error-many-clauses-help")));
        }
        Ok(())
    }
}

/// Number of words in a value. A run of Chinese, Japanese or Korean, or words joined by hyphens, are a phrase even
/// without quotes.
fn count_words(field: Option<&Field>, value: &FieldValue) -> usize {
    let is_text =
        field.is_none_or(|field| matches!(field.value_type(), ValueType::Text | ValueType::Name));
    match value.text() {
        Some(text) if is_text => phrase_terms(text).len(),
        _ => 1,
    }
}

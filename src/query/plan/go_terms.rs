//! Plans `term:`, which finds Go terms in comments in all of their forms.

use super::query_builders::{any_of, phrase};
use super::{PlanResult, Planner, single_text};
use kifu_language::ast::write_field_value;
use kifu_language::fields::{Field, nearest};
use kifu_language::knowledge::terms::{find_term, terms};
use kifu_language::{FieldValue, QueryError, QueryErrorCode};
use kifu_messages::say;
use std::ops::Range;

impl Planner<'_> {
    /// Query for the games whose comments contain a term in any language.
    pub(super) fn go_term(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let text = single_text(value, span)?;
        let term = find_term(text).ok_or_else(|| unknown_term_error(text, span))?;
        let field = self.fields.comment;
        let phrases = term.phrases.iter().map(|words| phrase(field, words));
        Ok(self.skip_empty_segments(field, any_of(phrases.collect())))
    }
}

fn unknown_term_error(text: &str, span: &Range<usize>) -> QueryError {
    let forms = terms().iter().flat_map(|term| &term.forms).copied();
    let help = match nearest(text, forms) {
        Some(near) => {
            say!("error-no-go-term-near", clause = write_field_value(&Field::Term, near, false))
        }
        None => {
            say!("error-no-go-term-words", clause = write_field_value(&Field::Comment, text, false))
        }
    };
    QueryError::new(span.clone(), say!("error-no-go-term", text = text))
        .with_code(QueryErrorCode::BadValue)
        .with_help(help)
}

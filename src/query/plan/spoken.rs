//! Plans `term:`, which finds Go terms in comments in all of their forms.

use super::parts::{any, phrase};
use super::{Planned, Planner, text_of};
use kifu_language::ast::written;
use kifu_language::fields::{Field, nearest};
use kifu_language::knowledge::terms::{term, terms};
use kifu_language::{FieldValue, QueryError, QueryErrorCode};
use kifu_messages::say;
use std::ops::Range;

impl Planner<'_> {
    /// Query for the games whose comments contain a term in any language.
    pub(super) fn go_term(&self, value: &FieldValue, span: &Range<usize>) -> Planned {
        let text = text_of(value, span)?;
        let term = term(text).ok_or_else(|| unknown(text, span))?;
        let field = self.fields.comment;
        let phrases = term.phrases.iter().map(|words| phrase(field, words));
        Ok(self.where_filled(field, any(phrases.collect())))
    }
}

fn unknown(text: &str, span: &Range<usize>) -> QueryError {
    let forms = terms().iter().flat_map(|term| &term.forms).copied();
    let help = match nearest(text, forms) {
        Some(near) => say!("error-no-go-term-near", clause = written(&Field::Term, near, false)),
        None => say!("error-no-go-term-words", clause = written(&Field::Comment, text, false)),
    };
    QueryError::new(span.clone(), say!("error-no-go-term", text = text))
        .coded(QueryErrorCode::BadValue)
        .help(help)
}

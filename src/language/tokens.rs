//! Splits the text of a query into tokens, even if it is not a valid query: for syntax colours and for completion.

use super::ast::sequence::{THEN, is_board};
use super::lex::{bar_len, first_word, is_quote, read_head, read_quotation};
use super::unquoted::value_len;
use serde::Serialize;
use std::ops::Range;

/// Kind of a token of a query, which decides its colour on the page, and what can be completed there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "TokenKind"))]
#[serde(rename_all = "kebab-case")]
pub enum QueryTokenKind {
    /// Name of a field of the query language.
    Field,
    /// Name that looks like that of a field, but is not.
    UnknownField,
    /// Operator between the name of a field and its value.
    Operator,
    /// Value of a field.
    Value,
    /// Word without a field.
    Word,
    /// `AND`, `OR`, `NOT`, `then`, `|` or `-`.
    Connective,
    /// Opening or closing parenthesis.
    Parenthesis,
}

/// Token of a query's text. Between two tokens there is nothing but white space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryToken {
    /// Byte range of the token in the text.
    pub span: Range<usize>,
    pub kind: QueryTokenKind,
}

/// Splits a text into tokens. A quotation is one token with its quotes; an unclosed quotation extends to the end.
pub fn tokens(text: &str) -> Vec<QueryToken> {
    let mut tokens = Vec::new();
    let mut pos = 0;
    while let Some(rest) = text.get(pos..) {
        let trimmed = rest.trim_start();
        pos += rest.len() - trimmed.len();
        if trimmed.is_empty() {
            break;
        }
        for (len, kind) in next_tokens(trimmed, &tokens, text) {
            tokens.push(QueryToken { span: pos..pos + len, kind });
            pos += len;
        }
    }
    tokens
}

/// Lengths and kinds of the next tokens of a text: all tokens of a clause if one begins here, else a single token.
fn next_tokens(rest: &str, before: &[QueryToken], text: &str) -> Vec<(usize, QueryTokenKind)> {
    let Some(c) = rest.chars().next() else {
        return Vec::new();
    };
    let one = |len, kind| vec![(len, kind)];
    if matches!(c, '(' | ')') {
        return one(1, QueryTokenKind::Parenthesis);
    }
    if let Some(len) = bar_len(rest) {
        return one(len, QueryTokenKind::Connective);
    }
    if c == '-' {
        let len = rest.len() - rest.trim_start_matches('-').len();
        return one(len, QueryTokenKind::Connective);
    }
    let word = first_word(rest);
    if matches!(word, "AND" | "OR" | "NOT" | "&&") {
        return one(word.len(), QueryTokenKind::Connective);
    }
    let Some(head) = read_head(rest) else {
        let is_operator = word.eq_ignore_ascii_case(THEN)
            && follows_board(before, text)
            && rest.get(word.len()..).is_some_and(begins_with_board);
        let kind = if is_operator { QueryTokenKind::Connective } else { QueryTokenKind::Word };
        return one(value_length(rest).max(c.len_utf8()), kind);
    };
    let name = match head.field {
        Some(_) => QueryTokenKind::Field,
        None => QueryTokenKind::UnknownField,
    };
    let value = rest.get(head.value_at..).unwrap_or_default();
    let value = head
        .field
        .as_ref()
        .and_then(|field| value_len(value, field))
        .unwrap_or_else(|| self::value_length(value));
    let mut clause =
        vec![(head.name_end, name), (head.value_at - head.name_end, QueryTokenKind::Operator)];
    clause.extend((value > 0).then_some((value, QueryTokenKind::Value)));
    clause
}

/// Length of the quotation or word at the beginning of a text.
fn value_length(text: &str) -> usize {
    match text.chars().next() {
        Some(c) if c == '\'' || is_quote(c) => {
            read_quotation(text).map_or(text.len(), |(_, len)| len)
        }
        _ => first_word(text).len(),
    }
}

/// True if the last clause of a query so far is a position or a pattern. `before` holds the tokens of that text.
fn follows_board(before: &[QueryToken], text: &str) -> bool {
    let is_head = |token: &&QueryToken| {
        !matches!(token.kind, QueryTokenKind::Operator | QueryTokenKind::Value)
    };
    let last = before.iter().rev().find(is_head);
    last.is_some_and(|last| {
        last.kind == QueryTokenKind::Field
            && text.get(last.span.start..).is_some_and(begins_with_board)
    })
}

fn begins_with_board(text: &str) -> bool {
    let field = read_head(text.trim_start()).and_then(|head| head.field);
    field.is_some_and(|field| is_board(&field))
}

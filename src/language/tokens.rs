//! The tokens of a query's text, whether or not it is a whole query: for colours, and for what is being typed.

use super::ast::sequence::{THEN, is_board};
use super::lex::{bar, head, is_quote, quotation, word};
use super::unquoted::value_len;
use serde::Serialize;
use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "TokenKind"))]
#[serde(rename_all = "kebab-case")]
pub enum QueryTokenKind {
    /// The name of a field.
    Field,
    /// A name that only looks like one.
    UnknownField,
    /// What stands between a field and its value.
    Operator,
    /// The value of a field.
    Value,
    /// A word without a field.
    Word,
    /// `AND`, `OR`, `NOT`, `then`, `|` and `-`.
    Connective,
    /// A parenthesis.
    Parenthesis,
}

/// A piece of the text. There is nothing but white space between two of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryToken {
    /// Its byte range.
    pub span: Range<usize>,
    /// What it is.
    pub kind: QueryTokenKind,
}

/// The tokens of a text. Quotations are one token with their quotes; one that is never closed goes to the end.
pub fn tokens(text: &str) -> Vec<QueryToken> {
    let mut tokens = Vec::new();
    let mut pos = 0;
    while let Some(rest) = text.get(pos..) {
        let trimmed = rest.trim_start();
        pos += rest.len() - trimmed.len();
        if trimmed.is_empty() {
            break;
        }
        for (len, kind) in next(trimmed, &tokens, text) {
            tokens.push(QueryToken { span: pos..pos + len, kind });
            pos += len;
        }
    }
    tokens
}

/// The lengths and kinds of the tokens at the beginning of a text: a whole clause, or one.
fn next(rest: &str, before: &[QueryToken], text: &str) -> Vec<(usize, QueryTokenKind)> {
    let Some(c) = rest.chars().next() else {
        return Vec::new();
    };
    let one = |len, kind| vec![(len, kind)];
    if matches!(c, '(' | ')') {
        return one(1, QueryTokenKind::Parenthesis);
    }
    if let Some(len) = bar(rest) {
        return one(len, QueryTokenKind::Connective);
    }
    if c == '-' {
        let len = rest.len() - rest.trim_start_matches('-').len();
        return one(len, QueryTokenKind::Connective);
    }
    let word = word(rest);
    if matches!(word, "AND" | "OR" | "NOT" | "&&") {
        return one(word.len(), QueryTokenKind::Connective);
    }
    let Some(head) = head(rest) else {
        let joins = word.eq_ignore_ascii_case(THEN)
            && follows_board(before, text)
            && rest.get(word.len()..).is_some_and(begins_with_board);
        let kind = if joins { QueryTokenKind::Connective } else { QueryTokenKind::Word };
        return one(value(rest).max(c.len_utf8()), kind);
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
        .unwrap_or_else(|| self::value(value));
    let mut clause =
        vec![(head.name_end, name), (head.value_at - head.name_end, QueryTokenKind::Operator)];
    clause.extend((value > 0).then_some((value, QueryTokenKind::Value)));
    clause
}

/// The length of the quotation or the word at the beginning of a text.
fn value(text: &str) -> usize {
    match text.chars().next() {
        Some(c) if c == '\'' || is_quote(c) => quotation(text).map_or(text.len(), |(_, len)| len),
        _ => word(text).len(),
    }
}

/// Whether the last clause is a board.
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
    let field = head(text.trim_start()).and_then(|head| head.field);
    field.is_some_and(|field| is_board(&field))
}

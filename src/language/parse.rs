//! Parser: from the text of a query to its syntax tree.
//!
//! A space means AND. NOT and `-` bind tighter than AND, and AND binds tighter than OR and `|`. Text that cannot be
//! parsed is an error.

mod field_clause;
mod size;

use super::ast::sequence::{SequenceOperand, THEN, is_board};
use super::ast::{FieldValue, NodeKind, Query, QueryNode, join};
use super::error::{QueryError, QueryErrorCode, Unfinished};
use super::fields::{Field, example_for_foreign_name, suggest_field};
use super::lex::{
    Head, bar_len, begins_with_exclamation, begins_with_operator, ends_part, first_word, is_bar,
    is_quote, is_signed_number, read_head, read_quotation, split_hyphen_range, split_wildcard,
};
use kifu_archive::error::Remedy;
use kifu_messages::say;
use serde::{Deserialize, Serialize};
pub use size::QuerySize;
use std::ops::Range;

/// Maximum nesting depth of parentheses and negations.
///
/// Functions that walk the tree call themselves for each level, and there are at most two levels for each parenthesis:
/// an OR, and an AND in it. A stack of 2 MiB is enough for that, as `tests/it/faults/depth.rs` tests.
pub const MAX_DEPTH: usize = 100;
/// Maximum length of a query in bytes. Pasted diagrams of whole boards have a few kilobytes.
pub const MAX_BYTES: usize = 1 << 20;

/// Limits on the size of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryLimits {
    /// Maximum number of clauses and words.
    pub clauses: usize,
    /// Maximum nesting depth of parentheses and negations.
    pub depth: usize,
}

impl Default for QueryLimits {
    fn default() -> QueryLimits {
        QueryLimits {
            // The number of clauses has no default limit, because words and values have limits of their own in
            // [`QuerySize`].
            clauses: usize::MAX,
            depth: MAX_DEPTH,
        }
    }
}

type Result<T> = std::result::Result<T, QueryError>;

/// Parses a query. A text of nothing but white space is the query for all games.
pub fn parse(text: &str) -> Result<Query> {
    parse_limited(text, QueryLimits::default())
}

/// Parses a query within limits on its size.
pub fn parse_limited(text: &str, limits: QueryLimits) -> Result<Query> {
    parse_uncoded(text, limits).map_err(|error| error.with_default_code(QueryErrorCode::BadSyntax))
}

fn parse_uncoded(text: &str, limits: QueryLimits) -> Result<Query> {
    if text.len() > MAX_BYTES {
        return Err(too_long_error(0..0));
    }
    let mut parser = Parser {
        text,
        pos: 0,
        depth: 0,
        operator: None,
        open: None,
        group: None,
        size: QuerySize::for_text(limits.clauses),
        max_depth: limits.depth,
    };
    parser.skip_space();
    if parser.rest().is_empty() {
        return Ok(Query::default());
    }
    let root = parser.parse_alternatives()?;
    match parser.peek() {
        None => Ok(Query { root: Some(root) }),
        Some(_) => Err(parser.unopened_error()),
    }
}

struct Parser<'a> {
    text: &'a str,
    pos: usize,
    depth: usize,
    /// Byte range of the operator just read, whose right operand is still missing.
    operator: Option<Range<usize>>,
    /// Byte range of the opening parenthesis just read.
    open: Option<Range<usize>>,
    /// Field `field` if the parser is inside `field:( … )`.
    group: Option<Field>,
    /// Size of the query so far, compared with the limits.
    size: QuerySize,
    /// Maximum nesting depth of parentheses and negations.
    max_depth: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.pos..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_space(&mut self) {
        self.pos = self.text.len() - self.rest().trim_start().len();
    }

    /// Word at the parser's current position.
    fn word(&self) -> &'a str {
        first_word(self.rest())
    }

    /// Consumes the next `len` bytes and returns their range.
    fn consume(&mut self, len: usize) -> Range<usize> {
        let start = self.pos;
        self.pos += len;
        start..self.pos
    }

    fn or_length(&self) -> Option<usize> {
        bar_len(self.rest()).or_else(|| (self.word() == "OR").then_some(2))
    }

    fn check_depth(&mut self, span: Range<usize>) -> Result<()> {
        self.depth += 1;
        let max_depth = self.max_depth;
        if self.depth <= max_depth {
            return Ok(());
        }
        Err(too_deep_error(span, max_depth))
    }

    fn unopened_error(&self) -> QueryError {
        let message = say!("error-parenthesis-unopened");
        QueryError::new(self.pos..self.pos + 1, message)
            .with_help(say!("error-parenthesis-unopened-help"))
    }

    fn parse_alternatives(&mut self) -> Result<QueryNode> {
        let first = self.parse_conjunction()?;
        let mut others = Vec::new();
        while let Some(len) = self.or_length() {
            self.operator = Some(self.consume(len));
            others.push(self.parse_conjunction()?);
        }
        Ok(join(first, others, NodeKind::Or))
    }

    fn parse_conjunction(&mut self) -> Result<QueryNode> {
        let first = self.parse_negation()?;
        let mut others = Vec::new();
        loop {
            self.skip_space();
            if matches!(self.peek(), None | Some(')')) || self.or_length().is_some() {
                break;
            }
            if let word @ ("AND" | "&&") = self.word() {
                self.operator = Some(self.consume(word.len()));
            }
            others.push(self.parse_negation()?);
        }
        Ok(join(first, others, NodeKind::And))
    }

    fn parse_negation(&mut self) -> Result<QueryNode> {
        let mut signs = Vec::new();
        loop {
            self.skip_space();
            let word = self.word();
            if is_signed_number(word, self.group.as_ref()) {
                break;
            }
            let sign = if word == "NOT" {
                self.consume(3)
            } else if word.starts_with("--") {
                let message = say!("error-two-hyphens");
                return Err(QueryError::new(self.pos..self.pos + word.len(), message)
                    .with_help(say!("error-two-hyphens-help")));
            } else if begins_with_exclamation(self.rest()) {
                let excluded_word: String =
                    self.rest().chars().skip(1).take_while(|&c| !ends_part(c)).collect();
                let message = say!("error-exclamation-mark");
                return Err(QueryError::new(self.pos..self.pos + 1, message)
                    .with_help(say!("error-exclamation-mark-help", word = excluded_word)));
            } else if word.starts_with('-') {
                let sign = self.consume(1);
                if self.peek().is_none_or(ends_part) {
                    return Err(QueryError::new(sign, say!("error-nothing-after", what = "-"))
                        .with_unfinished(Unfinished::Missing)
                        .with_help(say!("error-nothing-after-hyphen-help")));
                }
                sign
            } else {
                break;
            };
            self.check_depth(sign.clone())?;
            signs.push(sign.start);
            self.operator = Some(sign);
        }
        let mut node = self.parse_atom()?;
        self.depth -= signs.len();
        for start in signs.into_iter().rev() {
            let span = start..node.span.end;
            node = QueryNode::new(NodeKind::Not(Box::new(node)), span);
        }
        Ok(node)
    }

    fn parse_atom(&mut self) -> Result<QueryNode> {
        let word = self.word();
        let here = self.pos..self.pos + word.len().max(1);
        if self.peek().is_none_or(|c| c == ')' || is_bar(c)) || matches!(word, "AND" | "OR" | "&&")
        {
            return Err(self.missing_error(here));
        }
        self.operator = None;
        self.open = None;
        if self.peek() == Some('(') {
            return self.parse_parenthesis();
        }
        if let Some(head) = read_head(self.rest()) {
            let node = self.parse_clause(head)?;
            return self.sequence_from(node);
        }
        let group = self.group.clone();
        let (value, span) = self.parse_value(group.as_ref())?;
        if value == FieldValue::Quoted(String::new()) {
            let error = QueryError::new(span, say!("error-empty-quotes"));
            return Err(error.with_unfinished(Unfinished::Missing));
        }
        self.size.add(group.as_ref(), &value, &span)?;
        Ok(QueryNode::new(NodeKind::Text(value), span))
    }

    /// Combines a node with the boards that follow it after `then`. A node that is not a board stays as it is.
    fn sequence_from(&mut self, node: QueryNode) -> Result<QueryNode> {
        let mut operands = Vec::new();
        if let NodeKind::Clause(first) = &node.kind {
            operands.extend(SequenceOperand::new(first.clone()));
        }
        if operands.is_empty() {
            return Ok(node);
        }
        while let Some(head) = self.board_after_then() {
            if let NodeKind::Clause(next) = self.parse_clause(head)?.kind {
                operands.extend(SequenceOperand::new(next));
            }
        }
        let span = node.span.start..self.pos;
        Ok(match operands.len() {
            1 => node,
            _ => QueryNode::new(NodeKind::Sequence(operands), span),
        })
    }

    /// Consumes a `then` that is followed by a board, and returns the board's field and operator. Before anything else,
    /// `then` is an ordinary word.
    fn board_after_then(&mut self) -> Option<Head> {
        let before = self.pos;
        self.skip_space();
        if self.word().eq_ignore_ascii_case(THEN) {
            self.pos += THEN.len();
            self.skip_space();
            let head = read_head(self.rest()).filter(|head| head.op != "!=");
            let field = head.as_ref().and_then(|head| head.field.as_ref());
            if field.is_some_and(is_board) {
                return head;
            }
        }
        self.pos = before;
        None
    }

    /// Error for a missing word or clause at `here`.
    fn missing_error(&mut self, here: Range<usize>) -> QueryError {
        let text = self.text;
        let name = |span: &Range<usize>| text.get(span.clone()).unwrap_or_default().to_owned();
        if let Some(operator) = self.operator.take() {
            let name = name(&operator);
            let message = say!("error-nothing-after", what = name.as_str());
            return QueryError::new(operator, message)
                .with_unfinished(Unfinished::Missing)
                .with_help(say!("error-nothing-after-help", word = name));
        }
        match (self.peek(), self.open.take()) {
            (Some(')'), Some(open)) => {
                QueryError::new(open.start..here.end, say!("error-empty-parentheses"))
                    .with_unfinished(Unfinished::Missing)
            }
            (None, Some(open)) => unclosed_error(open),
            (Some(')'), None) => self.unopened_error(),
            _ => {
                let name = name(&here);
                let message = say!("error-nothing-before", what = name.as_str());
                QueryError::new(here, message)
                    .with_help(say!("error-nothing-before-help", word = name))
            }
        }
    }

    fn parse_parenthesis(&mut self) -> Result<QueryNode> {
        let open = self.consume(1);
        self.check_depth(open.clone())?;
        self.open = Some(open.clone());
        let mut node = self.parse_alternatives()?;
        if self.peek() != Some(')') {
            return Err(unclosed_error(open));
        }
        let close = self.consume(1);
        self.depth -= 1;
        if matches!(node.kind, NodeKind::And(_) | NodeKind::Or(_)) {
            node.span = open.start..close.end;
        }
        Ok(node)
    }

    /// Parses a value of one word or one quotation: of a clause with `field`, or, without a field, of text to search
    /// for.
    fn parse_value(&mut self, field: Option<&Field>) -> Result<(FieldValue, Range<usize>)> {
        if let Some(c) = self.peek().filter(|&c| c == '\'' || is_quote(c)) {
            return self.parse_quoted(c);
        }
        let word = self.word();
        let span = self.consume(word.len());
        if begins_with_operator(word) {
            let len =
                word.find(|c| !matches!(c, '!' | ':' | '=' | '<' | '>')).unwrap_or(word.len());
            let extra =
                self.text.get(..span.start).unwrap_or_default().ends_with([':', '=', '<', '>']);
            let message =
                if extra { say!("error-two-operators") } else { say!("error-operator-alone") };
            return Err(QueryError::new(span.start..span.start + len, message)
                .with_help(say!("error-operators-help")));
        }
        if let Some((from, to)) = split_hyphen_range(word, field) {
            let (from, to) = (Some(from), Some(to));
            return Ok((FieldValue::Range { from, to }, span));
        }
        if !word.contains("..") || !field.is_some_and(|field| field.value_type().is_ordered()) {
            return Ok((classify(word), span));
        }
        let (from, to) = word.split_once("..").unwrap_or_default();
        let side = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        if from.is_empty() && to.is_empty() {
            let message = say!("error-range-without-ends");
            return Err(QueryError::new(span, message).with_help(say!("error-range-help")));
        }
        if to.starts_with('.') || to.contains("..") {
            let message = say!("error-range-dots");
            return Err(QueryError::new(span, message).with_help(say!("error-range-help")));
        }
        Ok((FieldValue::Range { from: side(from), to: side(to) }, span))
    }

    /// Parses a value of several words that needs no quotes, such as `Q16 D4` after `position:`. Its length `len` is
    /// known.
    fn parse_unquoted(&mut self, len: usize, field: &Field) -> Result<(FieldValue, Range<usize>)> {
        let span = self.consume(len);
        let text = self.text.get(span.clone()).unwrap_or_default();
        let value = FieldValue::Quoted(text.to_owned());
        self.check_end_of_value()?;
        self.size.add(Some(field), &value, &span)?;
        Ok((value, span))
    }

    /// Parses a quoted value.
    fn parse_quoted(&mut self, open: char) -> Result<(FieldValue, Range<usize>)> {
        if let Some((content, len)) = read_quotation(self.rest()) {
            let span = self.consume(len);
            self.check_end_of_value()?;
            return Ok((FieldValue::Quoted(content), span));
        }
        let help = match open {
            '\'' => say!("error-single-quote-unclosed-help"),
            _ => say!("error-quote-unclosed-help"),
        };
        let message = say!("error-quote-unclosed");
        let error = QueryError::new(self.pos..self.pos + open.len_utf8(), message);
        Err(error.with_unfinished(Unfinished::Unclosed).with_help(help))
    }

    /// Rejects a value that is followed by other text without a space, as in `"Lee"x`.
    fn check_end_of_value(&self) -> Result<()> {
        match self.peek() {
            Some(c) if !ends_part(c) => {
                let end = self.pos + self.word().len().max(c.len_utf8());
                let message = say!("error-space-missing");
                Err(QueryError::new(self.pos..end, message)
                    .with_help(say!("error-space-missing-help")))
            }
            _ => Ok(()),
        }
    }
}

/// Error for a query whose parentheses and negations are nested more deeply than `max_depth`.
pub fn too_deep_error(span: Range<usize>, max_depth: usize) -> QueryError {
    let message = say!("error-too-deep", most = max_depth.to_string());
    QueryError::new(span, message)
        .with_code(QueryErrorCode::TooDeep)
        .with_help(say!("error-too-deep-help"))
}

/// Error for a query that is longer than [`MAX_BYTES`].
pub fn too_long_error(span: Range<usize>) -> QueryError {
    let message = say!("error-query-too-long", most = MAX_BYTES.to_string());
    QueryError::new(span, message)
        .with_code(QueryErrorCode::TooLong)
        .with_help(say!("error-many-clauses-help"))
}

fn unclosed_error(open: Range<usize>) -> QueryError {
    QueryError::new(open, say!("error-parenthesis-unclosed"))
        .with_unfinished(Unfinished::Unclosed)
        .with_help(say!("error-parenthesis-unclosed-help"))
}

fn unknown_field_error(span: Range<usize>, name: &str) -> QueryError {
    let error = QueryError::new(span, say!("error-unknown-field", name = name));
    let error = match suggest_field(name) {
        _ if example_for_foreign_name(name).is_some() => {
            let example = example_for_foreign_name(name).unwrap_or_default();
            error.with_help(say!("error-write-example", example = example))
        }
        _ if name.to_ascii_lowercase().starts_with("prop") => {
            error.with_help(say!("error-unknown-field-property"))
        }
        Some(field) => error.did_you_mean(field, ""),
        None if name.len() < 20 && name.bytes().all(|b| b.is_ascii_uppercase()) => {
            error.with_help(say!("error-unknown-field-capitals", name = name))
        }
        None => error.with_help(say!("error-unknown-field-text")),
    };
    error.with_code(QueryErrorCode::UnknownField).with_remedy(Remedy::ListFields)
}

/// Value that a word without quotes stands for. Ranges with `..` are handled by the caller.
fn classify(word: &str) -> FieldValue {
    match split_wildcard(word) {
        None => FieldValue::Bare(word.to_owned()),
        Some(("", _)) => FieldValue::Any,
        Some((start, '*')) => FieldValue::Prefix(start.to_owned()),
        Some((near, _)) => FieldValue::Fuzzy(near.to_owned()),
    }
}

#[cfg(test)]
mod tests;

//! Parser: from the text of a query to its syntax tree.
//!
//! A space means AND. NOT and `-` bind tighter than AND, and AND binds tighter than OR and `|`. Text that cannot be
//! parsed is an error.

mod field_clause;
mod size;

use super::ast::sequence::{SequenceOperand, THEN, is_board};
use super::ast::{FieldValue, NodeKind, Query, QueryNode, join};
use super::error::{QueryError, QueryErrorCode, Unfinished};
use super::fields::{Field, elsewhere, suggest};
use super::lex::{
    Head, bar, begins_with_operator, ends_part, head, hyphened, is_bar, is_exclaimed, is_quote,
    is_signed, marked, quotation, word,
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
    parse_within(text, QueryLimits::default())
}

/// Parses a query within limits on its size.
pub fn parse_within(text: &str, caps: QueryLimits) -> Result<Query> {
    parsed(text, caps).map_err(|error| error.or_coded(QueryErrorCode::BadSyntax))
}

fn parsed(text: &str, caps: QueryLimits) -> Result<Query> {
    if text.len() > MAX_BYTES {
        return Err(too_long(0..0));
    }
    let mut parser = Parser {
        text,
        pos: 0,
        depth: 0,
        operator: None,
        open: None,
        group: None,
        size: QuerySize::of(caps.clauses),
        deepest: caps.depth,
    };
    parser.skip_space();
    if parser.rest().is_empty() {
        return Ok(Query::default());
    }
    let root = parser.alternatives()?;
    match parser.peek() {
        None => Ok(Query { root: Some(root) }),
        Some(_) => Err(parser.unopened()),
    }
}

struct Parser<'a> {
    text: &'a str,
    pos: usize,
    depth: usize,
    /// Operator just read, whose right side is still missing.
    operator: Option<Range<usize>>,
    /// Range of the parenthesis just opened.
    open: Option<Range<usize>>,
    /// Field of the enclosing group.
    group: Option<Field>,
    /// Size of the query so far, compared with the limits.
    size: QuerySize,
    /// Maximum nesting depth of parentheses and negations.
    deepest: usize,
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
        word(self.rest())
    }

    /// Consumes the next `len` bytes and returns their range.
    fn take(&mut self, len: usize) -> Range<usize> {
        let start = self.pos;
        self.pos += len;
        start..self.pos
    }

    fn at_or(&self) -> Option<usize> {
        bar(self.rest()).or_else(|| (self.word() == "OR").then_some(2))
    }

    fn enter(&mut self, span: Range<usize>) -> Result<()> {
        self.depth += 1;
        let deepest = self.deepest;
        if self.depth <= deepest {
            return Ok(());
        }
        Err(too_deep(span, deepest))
    }

    fn unopened(&self) -> QueryError {
        let message = say!("error-parenthesis-unopened");
        QueryError::new(self.pos..self.pos + 1, message)
            .help(say!("error-parenthesis-unopened-help"))
    }

    fn alternatives(&mut self) -> Result<QueryNode> {
        let first = self.sequence()?;
        let mut others = Vec::new();
        while let Some(len) = self.at_or() {
            self.operator = Some(self.take(len));
            others.push(self.sequence()?);
        }
        Ok(join(first, others, NodeKind::Or))
    }

    fn sequence(&mut self) -> Result<QueryNode> {
        let first = self.negation()?;
        let mut others = Vec::new();
        loop {
            self.skip_space();
            if matches!(self.peek(), None | Some(')')) || self.at_or().is_some() {
                break;
            }
            if let word @ ("AND" | "&&") = self.word() {
                self.operator = Some(self.take(word.len()));
            }
            others.push(self.negation()?);
        }
        Ok(join(first, others, NodeKind::And))
    }

    fn negation(&mut self) -> Result<QueryNode> {
        let mut signs = Vec::new();
        loop {
            self.skip_space();
            let word = self.word();
            if is_signed(word, self.group.as_ref()) {
                break;
            }
            let sign = if word == "NOT" {
                self.take(3)
            } else if word.starts_with("--") {
                let message = say!("error-two-hyphens");
                return Err(QueryError::new(self.pos..self.pos + word.len(), message)
                    .help(say!("error-two-hyphens-help")));
            } else if is_exclaimed(self.rest()) {
                let shown: String =
                    self.rest().chars().skip(1).take_while(|&c| !ends_part(c)).collect();
                let message = say!("error-exclamation-mark");
                return Err(QueryError::new(self.pos..self.pos + 1, message)
                    .help(say!("error-exclamation-mark-help", word = shown)));
            } else if word.starts_with('-') {
                let sign = self.take(1);
                if self.peek().is_none_or(ends_part) {
                    return Err(QueryError::new(sign, say!("error-nothing-after", what = "-"))
                        .unfinished(Unfinished::Nothing)
                        .help(say!("error-nothing-after-hyphen-help")));
                }
                sign
            } else {
                break;
            };
            self.enter(sign.clone())?;
            signs.push(sign.start);
            self.operator = Some(sign);
        }
        let mut node = self.atom()?;
        self.depth -= signs.len();
        for start in signs.into_iter().rev() {
            let span = start..node.span.end;
            node = QueryNode::new(NodeKind::Not(Box::new(node)), span);
        }
        Ok(node)
    }

    fn atom(&mut self) -> Result<QueryNode> {
        let word = self.word();
        let here = self.pos..self.pos + word.len().max(1);
        if self.peek().is_none_or(|c| c == ')' || is_bar(c)) || matches!(word, "AND" | "OR" | "&&")
        {
            return Err(self.missing(here));
        }
        self.operator = None;
        self.open = None;
        if self.peek() == Some('(') {
            return self.parenthesis();
        }
        if let Some(head) = head(self.rest()) {
            let node = self.clause(head)?;
            return self.sequence_from(node);
        }
        let group = self.group.clone();
        let (value, span) = self.value(group.as_ref())?;
        if value == FieldValue::Quoted(String::new()) {
            let error = QueryError::new(span, say!("error-empty-quotes"));
            return Err(error.unfinished(Unfinished::Nothing));
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
            if let NodeKind::Clause(next) = self.clause(head)?.kind {
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
            let head = head(self.rest()).filter(|head| head.op != "!=");
            let field = head.as_ref().and_then(|head| head.field.as_ref());
            if field.is_some_and(is_board) {
                return head;
            }
        }
        self.pos = before;
        None
    }

    /// Error for a missing word or clause at `here`.
    fn missing(&mut self, here: Range<usize>) -> QueryError {
        let text = self.text;
        let name = |span: &Range<usize>| text.get(span.clone()).unwrap_or_default().to_owned();
        if let Some(operator) = self.operator.take() {
            let name = name(&operator);
            let message = say!("error-nothing-after", what = name.as_str());
            return QueryError::new(operator, message)
                .unfinished(Unfinished::Nothing)
                .help(say!("error-nothing-after-help", word = name));
        }
        match (self.peek(), self.open.take()) {
            (Some(')'), Some(open)) => {
                QueryError::new(open.start..here.end, say!("error-empty-parentheses"))
                    .unfinished(Unfinished::Nothing)
            }
            (None, Some(open)) => unclosed(open),
            (Some(')'), None) => self.unopened(),
            _ => {
                let name = name(&here);
                let message = say!("error-nothing-before", what = name.as_str());
                QueryError::new(here, message).help(say!("error-nothing-before-help", word = name))
            }
        }
    }

    fn parenthesis(&mut self) -> Result<QueryNode> {
        let open = self.take(1);
        self.enter(open.clone())?;
        self.open = Some(open.clone());
        let mut node = self.alternatives()?;
        if self.peek() != Some(')') {
            return Err(unclosed(open));
        }
        let close = self.take(1);
        self.depth -= 1;
        if matches!(node.kind, NodeKind::And(_) | NodeKind::Or(_)) {
            node.span = open.start..close.end;
        }
        Ok(node)
    }

    /// Parses a value of `field`, or a word of a text.
    fn value(&mut self, field: Option<&Field>) -> Result<(FieldValue, Range<usize>)> {
        if let Some(c) = self.peek().filter(|&c| c == '\'' || is_quote(c)) {
            return self.quoted(c);
        }
        let word = self.word();
        let span = self.take(word.len());
        if begins_with_operator(word) {
            let len =
                word.find(|c| !matches!(c, '!' | ':' | '=' | '<' | '>')).unwrap_or(word.len());
            let extra =
                self.text.get(..span.start).unwrap_or_default().ends_with([':', '=', '<', '>']);
            let message =
                if extra { say!("error-two-operators") } else { say!("error-operator-alone") };
            return Err(QueryError::new(span.start..span.start + len, message)
                .help(say!("error-operators-help")));
        }
        if let Some((from, to)) = hyphened(word, field) {
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
            return Err(QueryError::new(span, message).help(say!("error-range-help")));
        }
        if to.starts_with('.') || to.contains("..") {
            let message = say!("error-range-dots");
            return Err(QueryError::new(span, message).help(say!("error-range-help")));
        }
        Ok((FieldValue::Range { from: side(from), to: side(to) }, span))
    }

    /// Parses a value of several words that needs no quotes.
    fn unquoted(&mut self, len: usize, field: &Field) -> Result<(FieldValue, Range<usize>)> {
        let span = self.take(len);
        let text = self.text.get(span.clone()).unwrap_or_default();
        let value = FieldValue::Quoted(text.to_owned());
        self.end_of_value()?;
        self.size.add(Some(field), &value, &span)?;
        Ok((value, span))
    }

    /// Parses a quoted value.
    fn quoted(&mut self, open: char) -> Result<(FieldValue, Range<usize>)> {
        if let Some((content, len)) = quotation(self.rest()) {
            let span = self.take(len);
            self.end_of_value()?;
            return Ok((FieldValue::Quoted(content), span));
        }
        let help = match open {
            '\'' => say!("error-single-quote-unclosed-help"),
            _ => say!("error-quote-unclosed-help"),
        };
        let message = say!("error-quote-unclosed");
        let error = QueryError::new(self.pos..self.pos + open.len_utf8(), message);
        Err(error.unfinished(Unfinished::Unclosed).help(help))
    }

    /// Rejects text directly after the end of a value, which would be another word.
    fn end_of_value(&self) -> Result<()> {
        match self.peek() {
            Some(c) if !ends_part(c) => {
                let end = self.pos + self.word().len().max(c.len_utf8());
                let message = say!("error-space-missing");
                Err(QueryError::new(self.pos..end, message).help(say!("error-space-missing-help")))
            }
            _ => Ok(()),
        }
    }
}

/// Error for a query with more nested parentheses and negations than `max_depth`.
pub fn too_deep(span: Range<usize>, most: usize) -> QueryError {
    let message = say!("error-too-deep", most = most.to_string());
    QueryError::new(span, message).coded(QueryErrorCode::TooDeep).help(say!("error-too-deep-help"))
}

/// Error for a query that is longer than [`MAX_BYTES`].
pub fn too_long(span: Range<usize>) -> QueryError {
    let message = say!("error-query-too-long", most = MAX_BYTES.to_string());
    QueryError::new(span, message)
        .coded(QueryErrorCode::TooLong)
        .help(say!("error-many-clauses-help"))
}

fn unclosed(open: Range<usize>) -> QueryError {
    QueryError::new(open, say!("error-parenthesis-unclosed"))
        .unfinished(Unfinished::Unclosed)
        .help(say!("error-parenthesis-unclosed-help"))
}

fn unknown_field(span: Range<usize>, name: &str) -> QueryError {
    let error = QueryError::new(span, say!("error-unknown-field", name = name));
    let error = match suggest(name) {
        _ if elsewhere(name).is_some() => {
            let example = elsewhere(name).unwrap_or_default();
            error.help(say!("error-write-example", example = example))
        }
        _ if name.to_ascii_lowercase().starts_with("prop") => {
            error.help(say!("error-unknown-field-property"))
        }
        Some(field) => error.did_you_mean(field, ""),
        None if name.len() < 20 && name.bytes().all(|b| b.is_ascii_uppercase()) => {
            error.help(say!("error-unknown-field-capitals", name = name))
        }
        None => error.help(say!("error-unknown-field-text")),
    };
    error.coded(QueryErrorCode::UnknownField).advise(Remedy::ListFields)
}

/// Value of a word without quotes. Ranges with `..` are handled by the caller.
fn classify(word: &str) -> FieldValue {
    match marked(word) {
        None => FieldValue::Bare(word.to_owned()),
        Some(("", _)) => FieldValue::Any,
        Some((start, '*')) => FieldValue::Prefix(start.to_owned()),
        Some((near, _)) => FieldValue::Fuzzy(near.to_owned()),
    }
}

#[cfg(test)]
mod tests;

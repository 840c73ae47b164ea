//! From the text of a query to its tree.
//!
//! A space is AND; NOT and `-` bind tighter than AND, AND tighter than OR and `|`. Anything that is not understood is
//! an error.

mod size;

use super::ast::sequence::{SequenceOperand, THEN, is_board};
use super::ast::{Clause, FieldValue, NodeKind, Op, Query, QueryNode, join};
use super::error::{QueryError, QueryErrorCode, Unfinished};
use super::fields::{Field, ValueType, elsewhere, suggest};
use super::lex::{
    Head, bar, begins_with_operator, ends_part, head, hyphened, is_bar, is_exclaimed, is_quote,
    marked, quotation, word,
};
use crate::error::Remedy;
use serde::{Deserialize, Serialize};
use size::QuerySize;
use std::ops::Range;

/// How deep parentheses and negations may be nested.
const MAX_DEPTH: usize = 100;

/// How large a query may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryLimits {
    /// The most clauses and words.
    pub clauses: usize,
    /// How deep parentheses and negations may be nested.
    pub depth: usize,
}

impl Default for QueryLimits {
    fn default() -> QueryLimits {
        QueryLimits {
            // Their words and values have a limit of their own.
            clauses: usize::MAX,
            depth: MAX_DEPTH,
        }
    }
}

type Result<T> = std::result::Result<T, QueryError>;

/// Parses a query. A text with nothing but white space is the query for all games.
pub fn parse(text: &str) -> Result<Query> {
    parse_within(text, QueryLimits::default())
}

/// The same for a query that may not be larger than that.
pub(crate) fn parse_within(text: &str, caps: QueryLimits) -> Result<Query> {
    parsed(text, caps).map_err(|error| error.or_coded(QueryErrorCode::BadSyntax))
}

fn parsed(text: &str, caps: QueryLimits) -> Result<Query> {
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
    /// The operator just read, whose right side is still missing.
    operator: Option<Range<usize>>,
    /// The parenthesis just opened.
    open: Option<Range<usize>>,
    /// The field of the enclosing group.
    group: Option<Field>,
    /// What the query has used up so far.
    size: QuerySize,
    /// How deep parentheses and negations may be nested.
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

    /// The word at the current position.
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
        let message = format!("more than {deepest} parentheses and negations inside each other");
        Err(QueryError::new(span, message)
            .coded(QueryErrorCode::TooDeep)
            .help("one pair holds any number of words: (a OR b OR c); NOT NOT a is a"))
    }

    fn unopened(&self) -> QueryError {
        let message = "a closing parenthesis without an opening one";
        QueryError::new(self.pos..self.pos + 1, message)
            .help("remove it, or put the words in quotes")
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
            let sign = if word == "NOT" {
                self.take(3)
            } else if word.starts_with("--") {
                let message = "`--` is not an operator";
                return Err(QueryError::new(self.pos..self.pos + word.len(), message)
                .help(
                    "options go before the query; one `-` excludes games, quotes make it a word",
                ));
            } else if is_exclaimed(self.rest()) {
                let shown = self.rest().chars().skip(1);
                let shown: String = shown.take_while(|&c| !ends_part(c)).collect();
                let message = "`!` is not an operator";
                return Err(
                    QueryError::new(self.pos..self.pos + 1, message).help(format!(
                        "one `-` excludes games: -{shown}; in quotes it is text"
                    )),
                );
            } else if word.starts_with('-') {
                let sign = self.take(1);
                if self.peek().is_none_or(ends_part) {
                    return Err(QueryError::new(sign, "nothing after `-`")
                        .unfinished(Unfinished::Nothing)
                        .help("`-word` excludes the games with it; in quotes, \"-\" is text"));
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
            let error = QueryError::new(span, "nothing between the quotes");
            return Err(error.unfinished(Unfinished::Nothing));
        }
        self.size.add(group.as_ref(), &value, &span)?;
        Ok(QueryNode::new(NodeKind::Text(value), span))
    }

    /// Combines a node with the boards that follow it after `then`; a node that is not a board stays as it is.
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

    /// If a `then` with a board after it is next, consumes the `then` and returns the board's head. Before anything
    /// else `then` is a word.
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

    /// The error if an atom should begin at `here` and does not.
    fn missing(&mut self, here: Range<usize>) -> QueryError {
        let text = self.text;
        let name = |span: &Range<usize>| text.get(span.clone()).unwrap_or_default().to_owned();
        if let Some(operator) = self.operator.take() {
            let name = name(&operator);
            return QueryError::new(operator, format!("nothing after `{name}`"))
                .unfinished(Unfinished::Nothing)
                .help(format!(
                    "write what to look for after it; in quotes, \"{name}\" is a word"
                ));
        }
        match (self.peek(), self.open.take()) {
            (Some(')'), Some(open)) => {
                QueryError::new(open.start..here.end, "nothing between the parentheses")
                    .unfinished(Unfinished::Nothing)
            }
            (None, Some(open)) => unclosed(open),
            (Some(')'), None) => self.unopened(),
            _ => {
                let name = name(&here);
                QueryError::new(here, format!("nothing before `{name}`")).help(format!(
                    "write what to look for before it; in quotes, \"{name}\" is a word"
                ))
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

    fn clause(&mut self, head: Head) -> Result<QueryNode> {
        let start = self.pos;
        let field_span = self.take(head.name_end);
        let op_span = self.take(head.value_at - head.name_end);
        let name = self.text.get(field_span.clone()).unwrap_or_default();
        let Some(field) = head.field else {
            return Err(unknown_field(field_span, name));
        };
        if let Some(group) = &self.group {
            let message = format!("`{name}` is a field inside the parentheses of `{group}:`");
            return Err(QueryError::new(field_span, message)
                .help("close the parenthesis before it; in quotes it is text"));
        }
        let value_type = field.value_type();
        if head.compares && !value_type.is_ordered() {
            let message = format!("`{name}` has no order, so `{}` means nothing", head.op);
            return Err(QueryError::new(op_span, message).help(format!(
                "write `{name}:…`; numbers, dates, ranks and sizes can be compared"
            )));
        }
        let (value, value_span) = match self.peek() {
            Some('(') if head.op == ":" && value_type.takes_group() => {
                let open = self.pos;
                // A query of its own has fields of its own.
                self.group = Some(field.clone()).filter(|_| value_type != ValueType::Query);
                let node = self.parenthesis()?;
                self.group = None;
                self.end_of_value()?;
                (FieldValue::Group(Box::new(node)), open..self.pos)
            }
            Some('(') if value_type.takes_group() => {
                let message = format!("a group takes `:`, not `{}`", head.op);
                return Err(QueryError::new(op_span, message)
                    .help(format!("write `{name}:( … )`, or put the value in quotes")));
            }
            Some('(') => {
                let message = format!("`{name}` takes no group");
                return Err(QueryError::new(self.pos..self.pos + 1, message)
                    .help(format!("put the value in quotes: {name}{}\"…\"", head.op)));
            }
            Some('（') if value_type.takes_group() => {
                let span = self.pos..self.pos + '（'.len_utf8();
                let message = "a full-width parenthesis begins no group";
                return Err(QueryError::new(span, message)
                    .help(format!("write {name}:( … ), or put the value in quotes")));
            }
            next if value_type == ValueType::Query => {
                let message = format!("`{name}:` takes a query in parentheses");
                let error = QueryError::new(start..self.pos + self.word().len(), message)
                    .help(format!("write {}, say", field.info().example));
                return Err(match next.is_none_or(ends_part) {
                    true => error.unfinished(Unfinished::Nothing),
                    false => error,
                });
            }
            Some(c) if !ends_part(c) => {
                let (value, span) = self.value(Some(&field))?;
                self.end_of_value()?;
                self.size.add(Some(&field), &value, &span)?;
                (value, span)
            }
            _ => {
                let message = format!("nothing after `{name}{}`", head.op);
                return Err(QueryError::new(start..self.pos, message)
                    .unfinished(Unfinished::Nothing)
                    .help(format!(
                        "write the value without a space, such as {}{}",
                        field.info().example,
                        match field {
                            Field::Term => String::new(),
                            _ => format!("; {field}:* finds what has one"),
                        }
                    )));
            }
        };
        if value == FieldValue::Quoted(String::new()) && !matches!(head.op, "=" | "!=") {
            return Err(QueryError::new(value_span, "nothing between the quotes")
                .unfinished(Unfinished::Nothing)
                .help(match field {
                    Field::Term => "write term:ladder".to_owned(),
                    _ => format!("-{field}:* finds what has none"),
                }));
        }
        if head.compares && !matches!(value, FieldValue::Bare(_) | FieldValue::Quoted(_)) {
            let message = format!("`{}` takes one value", head.op);
            return Err(
                QueryError::new(value_span, message).help(format!("a range is {field}:from..to"))
            );
        }
        let (op, negated) = match head.op {
            "=" => (Op::Eq, false),
            "!=" => {
                self.enter(op_span)?;
                self.depth -= 1;
                (Op::Eq, true)
            }
            "<" => (Op::Lt, false),
            "<=" => (Op::Le, false),
            ">" => (Op::Gt, false),
            ">=" => (Op::Ge, false),
            _ => (Op::Has, false),
        };
        let span = start..self.pos;
        let node = QueryNode::new(
            NodeKind::Clause(Clause {
                field,
                field_span,
                op,
                value,
                value_span,
            }),
            span.clone(),
        );
        Ok(match negated {
            true => QueryNode::new(NodeKind::Not(Box::new(node)), span),
            false => node,
        })
    }

    /// Parses a value of `field`, or a word of a text.
    fn value(&mut self, field: Option<&Field>) -> Result<(FieldValue, Range<usize>)> {
        if let Some(c) = self.peek().filter(|&c| c == '\'' || is_quote(c)) {
            return self.quoted(c);
        }
        let word = self.word();
        let span = self.take(word.len());
        if begins_with_operator(word) {
            let len = word
                .find(|c| !matches!(c, '!' | ':' | '=' | '<' | '>'))
                .unwrap_or(word.len());
            let before = self.text.get(..span.start).unwrap_or_default();
            let extra = before.ends_with([':', '=', '<', '>']);
            let message = match extra {
                true => "two operators in a row",
                false => "an operator without a field before it",
            };
            return Err(QueryError::new(span.start..span.start + len, message)
                .help("the operators are : = != < <= > >=, without spaces: komi>=6; in quotes they are text"));
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
            let message = "a range without a beginning and an end";
            return Err(QueryError::new(span, message).help("write from..to, from.. or ..to"));
        }
        if to.starts_with('.') || to.contains("..") {
            return Err(QueryError::new(span, "a range has one `..`")
                .help("write from..to, from.. or ..to"));
        }
        Ok((
            FieldValue::Range {
                from: side(from),
                to: side(to),
            },
            span,
        ))
    }

    /// Parses a quoted value.
    fn quoted(&mut self, open: char) -> Result<(FieldValue, Range<usize>)> {
        if let Some((content, len)) = quotation(self.rest()) {
            let span = self.take(len);
            self.end_of_value()?;
            return Ok((FieldValue::Quoted(content), span));
        }
        let help = match open {
            '\'' => "end it with ', or write \"'\" for the character itself",
            _ => "end it with \"; inside quotes, \\\" is a quote",
        };
        let message = "a quote that is never closed";
        let error = QueryError::new(self.pos..self.pos + open.len_utf8(), message);
        Err(error.unfinished(Unfinished::Unclosed).help(help))
    }

    /// Rejects text glued to the end of a value, which would be another word.
    fn end_of_value(&self) -> Result<()> {
        match self.peek() {
            Some(c) if !ends_part(c) => {
                let end = self.pos + self.word().len().max(c.len_utf8());
                let message = "there is no space between the value and this";
                Err(QueryError::new(self.pos..end, message)
                    .help("put a space between them, or put the whole value in quotes"))
            }
            _ => Ok(()),
        }
    }
}

fn unclosed(open: Range<usize>) -> QueryError {
    QueryError::new(open, "a parenthesis that is never closed")
        .unfinished(Unfinished::Unclosed)
        .help("close it with ), or put the words in quotes")
}

fn unknown_field(span: Range<usize>, name: &str) -> QueryError {
    let error = QueryError::new(span, format!("unknown field `{name}`"));
    let error = match suggest(name) {
        _ if elsewhere(name).is_some() => {
            let example = elsewhere(name).unwrap_or_default();
            error.help(format!("write {example}, say"))
        }
        _ if name.to_ascii_lowercase().starts_with("prop") => {
            error.help("a root property is written prop.NAME:…")
        }
        Some(field) => error.did_you_mean(field, ""),
        None if name.len() < 20 && name.bytes().all(|b| b.is_ascii_uppercase()) => {
            error.help(format!("for the root property, write prop.{name}:…"))
        }
        None => error.help("in quotes it is text"),
    };
    error
        .coded(QueryErrorCode::UnknownField)
        .advise(Remedy::ListFields)
}

/// The value of a word without quotes. The `..` of ordered fields is handled elsewhere.
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

//! Parses a clause of a query: field, operator and value.

use super::{Parser, Result, unknown_field_error};
use crate::ast::{Clause, FieldValue, NodeKind, Op, QueryNode};
use crate::error::{QueryError, Unfinished};
use crate::fields::{Field, ValueType};
use crate::lex::{Head, ends_part};
use crate::unquoted::value_len;
use kifu_messages::say;
use std::ops::Range;

/// Field and operator with which a clause begins.
struct ClauseHead<'a> {
    field: Field,
    /// Name of the field as it is written.
    name: &'a str,
    field_span: Range<usize>,
    /// Operator between field and value.
    sign: &'static str,
    sign_span: Range<usize>,
    /// True if the operator is `<`, `<=`, `>` or `>=`.
    is_comparison: bool,
}

impl<'a> Parser<'a> {
    /// Parses a clause whose field and operator have been found.
    pub(super) fn parse_clause(&mut self, head: Head) -> Result<QueryNode> {
        let head = self.parse_clause_head(head)?;
        let (value, value_span) = self.parse_clause_value(&head)?;
        head.check_value(&value, &value_span)?;
        let op = match head.sign {
            "=" | "!=" => Op::Eq,
            "<" => Op::Lt,
            "<=" => Op::Le,
            ">" => Op::Gt,
            ">=" => Op::Ge,
            _ => Op::Has,
        };
        let is_negated = head.sign == "!=";
        if is_negated {
            self.check_depth(head.sign_span)?;
            self.depth -= 1;
        }
        let ClauseHead { field, field_span, .. } = head;
        let span = field_span.start..self.pos;
        let clause = Clause { field, field_span, op, value, value_span };
        let node = QueryNode::new(NodeKind::Clause(clause), span.clone());
        Ok(if is_negated { QueryNode::new(NodeKind::Not(Box::new(node)), span) } else { node })
    }

    /// Consumes a field and its operator, and checks that they fit each other and the group around them.
    fn parse_clause_head(&mut self, head: Head) -> Result<ClauseHead<'a>> {
        let field_span = self.consume(head.name_end);
        let sign_span = self.consume(head.value_at - head.name_end);
        let name = self.text.get(field_span.clone()).unwrap_or_default();
        let Some(field) = head.field else {
            return Err(unknown_field_error(field_span, name));
        };
        if let Some(group) = &self.group {
            let message =
                say!("error-field-in-parentheses", name = name, group = group.to_string());
            return Err(QueryError::new(field_span, message)
                .with_help(say!("error-field-in-parentheses-help")));
        }
        if head.is_comparison && !field.value_type().is_ordered() {
            let message = say!("error-field-without-order", name = name, sign = head.op);
            return Err(QueryError::new(sign_span, message)
                .with_help(say!("error-field-without-order-help", name = name)));
        }
        let Head { op: sign, is_comparison: compares, .. } = head;
        Ok(ClauseHead { field, name, field_span, sign, sign_span, is_comparison: compares })
    }

    /// Parses the value after the operator.
    fn parse_clause_value(&mut self, head: &ClauseHead) -> Result<(FieldValue, Range<usize>)> {
        let field = &head.field;
        let value_type = field.value_type();
        let unquoted = value_len(self.rest(), field);
        match self.peek() {
            Some(_) if let Some(len) = unquoted => self.parse_unquoted(len, field),
            Some('(') => self.parse_group_value(head),
            Some('（') if value_type.takes_group() => {
                let span = self.pos..self.pos + '（'.len_utf8();
                Err(QueryError::new(span, say!("error-wide-parenthesis"))
                    .with_help(say!("error-wide-parenthesis-help", name = head.name)))
            }
            next if value_type == ValueType::Query => {
                let error = head.not_a_query_error(self.pos + self.word().len());
                Err(if next.is_none_or(ends_part) {
                    error.with_unfinished(Unfinished::Missing)
                } else {
                    error
                })
            }
            Some(c) if !ends_part(c) => {
                let (value, span) = self.parse_value(Some(field))?;
                self.check_end_of_value()?;
                self.size.add(Some(field), &value, &span)?;
                Ok((value, span))
            }
            _ => Err(head.no_value_error(self.pos)),
        }
    }

    /// Parses a value in parentheses.
    fn parse_group_value(&mut self, head: &ClauseHead) -> Result<(FieldValue, Range<usize>)> {
        let value_type = head.field.value_type();
        if !value_type.takes_group() {
            return Err(head.no_group_error(self.pos));
        }
        if head.sign != ":" {
            let message = say!("error-group-takes-colon", sign = head.sign);
            return Err(QueryError::new(head.sign_span.clone(), message)
                .with_help(say!("error-group-takes-colon-help", name = head.name)));
        }
        let open = self.pos;
        // In a nested query, clauses may name other fields, so it has no group field.
        self.group = Some(head.field.clone()).filter(|_| value_type != ValueType::Query);
        let node = self.parse_parenthesis()?;
        self.group = None;
        self.check_end_of_value()?;
        Ok((FieldValue::Group(Box::new(node)), open..self.pos))
    }
}

impl ClauseHead<'_> {
    /// Rejects an empty value, and several values after a comparison.
    fn check_value(&self, value: &FieldValue, span: &Range<usize>) -> Result<()> {
        let field = &self.field;
        if *value == FieldValue::Quoted(String::new()) && !matches!(self.sign, "=" | "!=") {
            return Err(QueryError::new(span.clone(), say!("error-empty-quotes"))
                .with_unfinished(Unfinished::Missing)
                .with_help(match field {
                    Field::Term => say!("error-write", query = field.info().example),
                    _ => say!("error-empty-quotes-help", field = field.to_string()),
                }));
        }
        if self.is_comparison && !matches!(value, FieldValue::Bare(_) | FieldValue::Quoted(_)) {
            let message = say!("error-sign-takes-one", sign = self.sign);
            return Err(QueryError::new(span.clone(), message)
                .with_help(say!("error-sign-takes-one-help", field = field.to_string())));
        }
        Ok(())
    }

    /// Error for a parenthesis at `at` after a field that takes one value.
    fn no_group_error(&self, at: usize) -> QueryError {
        let message = say!("error-field-without-group", name = self.name);
        let help = say!("error-field-without-group-help", name = self.name, sign = self.sign);
        QueryError::new(at..at + 1, message).with_help(help)
    }

    /// Error for a value that is not a query in parentheses, after a field that takes one. The value extends up to
    /// `end`.
    fn not_a_query_error(&self, end: usize) -> QueryError {
        let message = say!("error-field-takes-query", name = self.name);
        QueryError::new(self.field_span.start..end, message)
            .with_help(say!("error-write-example", example = self.field.info().example))
    }

    /// Error for a missing value after the operator, which ends at `end`.
    fn no_value_error(&self, end: usize) -> QueryError {
        let what = format!("{}{}", self.name, self.sign);
        let example = self.field.info().example;
        let help = match self.field {
            Field::Term => say!("error-no-value-help", example = example),
            _ => say!(
                "error-no-value-or-any-help",
                example = example,
                field = self.field.to_string()
            ),
        };
        QueryError::new(self.field_span.start..end, say!("error-nothing-after", what = what))
            .with_unfinished(Unfinished::Missing)
            .with_help(help)
    }
}

//! `saved:` is a query that was saved, in parentheses.

use super::mine::marks;
use super::text_of;
use crate::error::Remedy;
use crate::index::Index;
use crate::language::fields::{Field, nearest};
use crate::language::{Clause, FieldValue, NodeKind, Query, QueryError, QueryErrorCode, QueryNode};
use crate::language::{parse, parse::QueryLimits};
use crate::messages::say;
use crate::mine::marks::{Marks, SavedQuery, name_of};
use std::borrow::Cow;
use std::ops::Range;

/// The most saved queries that one query may stand for, each as often as it is named.
const MOST: usize = 1000;

/// The query with every `saved:` as what it stands for. What a saved query says about its answer, such as `sort:`,
/// counts where that query stands beside all other clauses; elsewhere it is an error, as it would be if it was written
/// there.
pub(super) fn spelled_out<'q>(
    query: &'q Query,
    index: &Index,
) -> Result<Cow<'q, Query>, QueryError> {
    let Some(root) = query.root.as_ref().filter(|root| has_saved(root)) else {
        return Ok(Cow::Borrowed(query));
    };
    let marks = marks(index, &first_place(root).unwrap_or_default())?;
    let mut speller = Speller {
        marks: &marks,
        inside: Vec::new(),
        left: MOST,
    };
    let (mut rest, mut settings) = (Vec::new(), Vec::new());
    for part in query.parts() {
        let (own, said) = apart(speller.node(part)?);
        rest.extend(own.map(|own| match &part.kind {
            NodeKind::Clause(clause) if is_saved(clause) => in_parentheses(own),
            _ => own,
        }));
        settings.extend(said);
    }
    // What stands alone needs no parentheses.
    let mut parts = match rest.pop() {
        Some(last) if rest.is_empty() => parts_of(last),
        last => rest.into_iter().chain(last).collect(),
    };
    parts.extend(settings);
    let root = match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(QueryNode::new(NodeKind::And(parts), root.span.clone())),
    };
    Ok(Cow::Owned(Query { root }))
}

/// Whether a query can be saved under a name: what it names is saved, and none of that is the query itself.
pub fn check_saved(name: &str, query: &str, marks: &Marks) -> Result<(), QueryError> {
    let mut saved = marks.saved.clone();
    let query = query.to_owned();
    saved.insert(name.to_owned(), SavedQuery { query, at: 0 });
    let marks = Marks {
        saved,
        ..Marks::default()
    };
    let mut speller = Speller {
        marks: &marks,
        inside: Vec::new(),
        left: MOST,
    };
    let asked = Field::Saved.to_string().len() + 1;
    speller.named(name, &(asked..asked + name.len())).map(drop)
}

/// A part of a query as it stands, and what it says about the answer.
fn apart(node: QueryNode) -> (Option<QueryNode>, Vec<QueryNode>) {
    let is_setting = |node: &QueryNode| {
        let is_one = |field: &Field| matches!(field, Field::Sort | Field::Unique);
        matches!(&node.kind, NodeKind::Clause(clause) if is_one(&clause.field))
    };
    if is_setting(&node) {
        return (None, vec![node]);
    }
    let span = node.span.clone();
    let NodeKind::And(parts) = node.kind else {
        return (Some(node), Vec::new());
    };
    let (settings, mut rest): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_setting);
    let rest = match rest.len() {
        0 | 1 => rest.pop(),
        _ => Some(QueryNode::new(NodeKind::And(rest), span)),
    };
    (rest, settings)
}

/// What is found by itself, whatever stands beside it: two `player:` are two seats only within one of both.
fn in_parentheses(node: QueryNode) -> QueryNode {
    let span = node.span.clone();
    QueryNode::new(NodeKind::Or(vec![node]), span)
}

/// The parts of a node that stands alone.
fn parts_of(node: QueryNode) -> Vec<QueryNode> {
    match node.kind {
        NodeKind::And(parts) => parts,
        NodeKind::Or(mut parts) if parts.len() == 1 => {
            parts.pop().map(parts_of).unwrap_or_default()
        }
        kind => vec![QueryNode::new(kind, node.span)],
    }
}

fn is_saved(clause: &Clause) -> bool {
    clause.field == Field::Saved
}

fn has_saved(node: &QueryNode) -> bool {
    first_place(node).is_some()
}

/// Where the first saved query is named.
fn first_place(node: &QueryNode) -> Option<Range<usize>> {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => parts.iter().find_map(first_place),
        NodeKind::Not(inner) => first_place(inner),
        NodeKind::Clause(clause) if is_saved(clause) => Some(clause.value_span.clone()),
        NodeKind::Clause(Clause {
            value: FieldValue::Group(inner),
            ..
        }) => first_place(inner),
        NodeKind::Clause(_) | NodeKind::Sequence(_) | NodeKind::Text(_) => None,
    }
}

struct Speller<'m> {
    marks: &'m Marks,
    /// The saved queries that are being spelled out, each in the one before it.
    inside: Vec<String>,
    left: usize,
}

impl Speller<'_> {
    fn node(&mut self, node: &QueryNode) -> Result<QueryNode, QueryError> {
        let kind = match &node.kind {
            NodeKind::And(parts) => NodeKind::And(self.all(parts)?),
            NodeKind::Or(parts) => NodeKind::Or(self.all(parts)?),
            NodeKind::Not(inner) => NodeKind::Not(Box::new(self.node(inner)?)),
            NodeKind::Clause(clause) if is_saved(clause) => {
                return self.value(&clause.value, &clause.value_span);
            }
            NodeKind::Clause(clause) => match &clause.value {
                FieldValue::Group(inner) => NodeKind::Clause(Clause {
                    value: FieldValue::Group(Box::new(self.node(inner)?)),
                    ..clause.clone()
                }),
                _ => node.kind.clone(),
            },
            NodeKind::Sequence(_) | NodeKind::Text(_) => node.kind.clone(),
        };
        Ok(QueryNode::new(kind, node.span.clone()))
    }

    fn all(&mut self, parts: &[QueryNode]) -> Result<Vec<QueryNode>, QueryError> {
        let mut spelled = |part: &QueryNode| match &part.kind {
            NodeKind::Clause(clause) if is_saved(clause) => Ok(in_parentheses(self.node(part)?)),
            _ => self.node(part),
        };
        parts.iter().map(&mut spelled).collect()
    }

    /// What a name stands for; of a group, what each of its names does.
    fn value(&mut self, value: &FieldValue, span: &Range<usize>) -> Result<QueryNode, QueryError> {
        match value {
            FieldValue::Group(inner) => self.group(inner),
            FieldValue::Any => {
                let error = QueryError::new(span.clone(), say!("error-saved-takes-name"));
                Err(error.advise(Remedy::SaveQuery))
            }
            value => self.named(text_of(value, span)?, span),
        }
    }

    fn group(&mut self, node: &QueryNode) -> Result<QueryNode, QueryError> {
        let mut all = |parts: &[QueryNode]| -> Result<Vec<QueryNode>, QueryError> {
            parts.iter().map(|part| self.group(part)).collect()
        };
        let kind = match &node.kind {
            NodeKind::And(parts) => NodeKind::And(all(parts)?),
            NodeKind::Or(parts) => NodeKind::Or(all(parts)?),
            NodeKind::Not(inner) => NodeKind::Not(Box::new(self.group(inner)?)),
            NodeKind::Text(value) => return self.value(value, &node.span),
            NodeKind::Clause(_) | NodeKind::Sequence(_) => {
                let error = QueryError::new(node.span.clone(), say!("error-field-within-group"));
                return Err(error.coded(QueryErrorCode::Misplaced));
            }
        };
        Ok(QueryNode::new(kind, node.span.clone()))
    }

    fn named(&mut self, text: &str, span: &Range<usize>) -> Result<QueryNode, QueryError> {
        let refused = |message: String| QueryError::new(span.clone(), message);
        let name = name_of(text).unwrap_or_default();
        let Some(saved) = self.marks.saved.get(&name) else {
            return Err(self.unknown(text, span));
        };
        if self.inside.contains(&name) {
            let way = [self.inside.as_slice(), &[name]].concat().join(" → ");
            let error = refused(say!("error-saved-in-itself", way = way));
            return Err(error.help(say!("error-saved-in-itself-help")));
        }
        self.left = self.left.checked_sub(1).ok_or_else(|| {
            let error = refused(say!("error-saved-named-too-often", most = MOST.to_string()));
            error.help(say!("error-saved-named-too-often-help"))
        })?;
        let parsed = parse::parse_within(&saved.query, QueryLimits::default());
        let parsed = parsed.map_err(|error| {
            let (name, reason) = (name.as_str(), error.message);
            let wrong = say!("error-saved-not-understood", name = name, reason = reason);
            refused(wrong).advise(Remedy::SaveQuery)
        })?;
        let everything = || QueryNode::new(NodeKind::And(Vec::new()), 0..0);
        let mut root = parsed.root.unwrap_or_else(everything);
        put_at(&mut root, span);
        self.inside.push(name);
        let spelled = self.node(&root);
        self.inside.pop();
        spelled
    }

    fn unknown(&self, text: &str, span: &Range<usize>) -> QueryError {
        let message = say!("error-none-saved-as", text = text);
        let error = QueryError::new(span.clone(), message);
        match nearest(text, self.marks.saved.keys().map(String::as_str)) {
            Some(near) => error.did_you_mean(near, ""),
            None => error.advise(Remedy::SaveQuery),
        }
    }
}

/// Puts a node where its name stands: errors point at what was written.
fn put_at(node: &mut QueryNode, span: &Range<usize>) {
    node.span = span.clone();
    match &mut node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => {
            parts.iter_mut().for_each(|part| put_at(part, span));
        }
        NodeKind::Not(inner) => put_at(inner, span),
        NodeKind::Clause(clause) => {
            clause.field_span = span.clone();
            clause.value_span = span.clone();
            if let FieldValue::Group(inner) = &mut clause.value {
                put_at(inner, span);
            }
        }
        NodeKind::Sequence(operands) => {
            operands.iter_mut().for_each(|operand| operand.put_at(span))
        }
        NodeKind::Text(_) => {}
    }
}

//! Expands `saved:NAME` into the query that was saved under the name, in parentheses.
//!
//! A saved query may name others, any number of times, so a short text can expand exponentially. The limits on the size
//! of a query therefore apply to its expansion, and are checked while the expansion is built: clauses and words before
//! they are copied, the depth before a text is parsed at that depth, the bytes before a text is read.

use super::single_text;
use super::user_marks::require_marks;
use kifu_archive::error::Remedy;
use kifu_language::fields::{Field, ValueType, nearest};
use kifu_language::parse::{self, MAX_BYTES, MAX_DEPTH, QueryLimits, QuerySize};
use kifu_language::{Clause, FieldValue, NodeKind, Query, QueryError, QueryErrorCode, QueryNode};
use kifu_messages::{Message, say};
use kifu_store::index::Index;
use kifu_store::userdata::marks::{ExpansionLimits, Marks, SavedQuery, parse_name};
use std::borrow::Cow;
use std::ops::Range;

/// Maximum number of saved queries in one expansion; a query counts as often as it is named.
const MAX_SAVED_QUERIES: usize = 1000;

/// Expands every `saved:` of a query. A saved query may contain settings of the answer, such as `sort:`. They apply if
/// the `saved:` stands beside all other clauses at the top level. Anywhere else they are an error, as if they had been
/// written there.
pub(super) fn expand_saved<'q>(
    query: &'q Query,
    index: &Index,
) -> Result<Cow<'q, Query>, QueryError> {
    let Some(root) = query.root.as_ref().filter(|root| has_saved(root)) else {
        return Ok(Cow::Borrowed(query));
    };
    let marks = require_marks(index, &first_saved_span(root).unwrap_or_default())?;
    let mut expander = SavedExpander::new(&marks, index.expansion_limits());
    expander.count(root, None)?;
    let (mut rest, mut settings) = (Vec::new(), Vec::new());
    for part in query.parts() {
        // A query that is not an AND has itself as its only part.
        let depth = match &root.kind {
            NodeKind::And(_) => nesting(&root.kind, part),
            _ => 0,
        };
        let (selection, part_settings) = split_settings(expander.expand_node(part, depth)?);
        rest.extend(selection.map(|own| match &part.kind {
            NodeKind::Clause(clause) if is_saved(clause) => in_parentheses(own),
            _ => own,
        }));
        settings.extend(part_settings);
    }
    // A part without neighbours needs no parentheses.
    let mut parts = match rest.pop() {
        Some(last) if rest.is_empty() => top_level_parts_of(last),
        last => rest.into_iter().chain(last).collect(),
    };
    parts.extend(settings);
    let root = match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(QueryNode::new(NodeKind::And(parts), root.span.clone())),
    };
    Ok(Cow::Owned(Query { root }))
}

/// Checks whether a query can be saved under a name: every saved query that it names must exist, and none of them may
/// contain the query itself.
pub fn check_saved(name: &str, query: &str, marks: &Marks) -> Result<(), QueryError> {
    let mut saved = marks.saved.clone();
    let query = query.to_owned();
    saved.insert(name.to_owned(), SavedQuery { query, at: 0 });
    let marks = Marks { saved, ..Marks::default() };
    let mut expander = SavedExpander::new(&marks, ExpansionLimits::default());
    let name_start = Field::Saved.to_string().len() + 1;
    let span = name_start..name_start + name.len();
    expander.expand_name(name, &span, 0).map(drop)
}

/// Splits a part of a query into the clauses that select games and the settings of the answer (`sort:`, `unique:`).
fn split_settings(node: QueryNode) -> (Option<QueryNode>, Vec<QueryNode>) {
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

/// Puts a query in parentheses, as an OR with one alternative, so that clauses beside it do not interact with it: for
/// example, two `player:` clauses must be the two players of a game only if they stand in one AND.
fn in_parentheses(node: QueryNode) -> QueryNode {
    let span = node.span.clone();
    QueryNode::new(NodeKind::Or(vec![node]), span)
}

/// The parts of a query whose root is this node: those of its AND, or the node itself.
fn top_level_parts_of(node: QueryNode) -> Vec<QueryNode> {
    match node.kind {
        NodeKind::And(parts) => parts,
        NodeKind::Or(mut parts) if parts.len() == 1 => {
            parts.pop().map(top_level_parts_of).unwrap_or_default()
        }
        kind => vec![QueryNode::new(kind, node.span)],
    }
}

fn is_saved(clause: &Clause) -> bool {
    clause.field == Field::Saved
}

fn has_saved(node: &QueryNode) -> bool {
    first_saved_span(node).is_some()
}

/// Span of the first saved query's name in a node.
fn first_saved_span(node: &QueryNode) -> Option<Range<usize>> {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => parts.iter().find_map(first_saved_span),
        NodeKind::Not(inner) => first_saved_span(inner),
        NodeKind::Clause(clause) if is_saved(clause) => Some(clause.value_span.clone()),
        NodeKind::Clause(Clause { value: FieldValue::Group(inner), .. }) => first_saved_span(inner),
        NodeKind::Clause(_) | NodeKind::Sequence(_) | NodeKind::Text(_) => None,
    }
}

/// Number of parentheses and negations that enclose `part` within its parent `outer` when the query is written; those
/// around `outer` are not counted.
fn nesting(outer: &NodeKind, part: &QueryNode) -> usize {
    let is_or = matches!(part.kind, NodeKind::Or(_));
    let is_joined = is_or || matches!(part.kind, NodeKind::And(_));
    match outer {
        NodeKind::And(_) => usize::from(is_joined),
        NodeKind::Or(_) => usize::from(is_or),
        NodeKind::Not(_) => 1 + usize::from(is_joined),
        NodeKind::Clause(_) | NodeKind::Sequence(_) | NodeKind::Text(_) => 0,
    }
}

/// Expands saved queries as far as the limits allow.
struct SavedExpander<'m> {
    marks: &'m Marks,
    /// Names of the saved queries that are being expanded, each inside the one before it.
    expanding: Vec<String>,
    /// Number of saved queries that may still be expanded.
    names_left: usize,
    /// Number of bytes that the texts of saved queries may still take up in this query. Each text that is inserted
    /// reduces it; a text that is longer makes the query too long.
    bytes_left: usize,
    /// Clauses and words counted so far.
    size: QuerySize,
}

impl<'m> SavedExpander<'m> {
    fn new(marks: &'m Marks, limits: ExpansionLimits) -> SavedExpander<'m> {
        SavedExpander {
            marks,
            expanding: Vec::new(),
            names_left: MAX_SAVED_QUERIES,
            bytes_left: MAX_BYTES,
            size: QuerySize::for_joined_texts(limits.clauses),
        }
    }

    /// Counts the clauses of a query. Saved queries in it are left out here, and counted when they are expanded.
    fn count(&mut self, node: &QueryNode, group: Option<&Field>) -> Result<(), QueryError> {
        match &node.kind {
            NodeKind::And(parts) | NodeKind::Or(parts) => {
                parts.iter().try_for_each(|part| self.count(part, group))
            }
            NodeKind::Not(inner) => self.count(inner, group),
            NodeKind::Clause(clause) if is_saved(clause) => Ok(()),
            NodeKind::Clause(clause) => self.count_clause(clause),
            NodeKind::Sequence(operands) => {
                operands.iter().try_for_each(|operand| self.count_clause(operand.clause()))
            }
            NodeKind::Text(value) => self.size.add(group, value, &node.span),
        }
    }

    fn count_clause(&mut self, clause: &Clause) -> Result<(), QueryError> {
        let field = &clause.field;
        match &clause.value {
            FieldValue::Group(inner) => {
                let group = Some(field).filter(|field| field.value_type() != ValueType::Query);
                self.count(inner, group)
            }
            value => self.size.add(Some(field), value, &clause.value_span),
        }
    }

    /// Expands the saved queries in a node that is enclosed by `depth` parentheses and negations.
    fn expand_node(&mut self, node: &QueryNode, depth: usize) -> Result<QueryNode, QueryError> {
        let kind = match &node.kind {
            NodeKind::And(parts) => NodeKind::And(self.expand_all(&node.kind, parts, depth)?),
            NodeKind::Or(parts) => NodeKind::Or(self.expand_all(&node.kind, parts, depth)?),
            NodeKind::Not(inner) => {
                let depth = depth + nesting(&node.kind, inner);
                NodeKind::Not(Box::new(self.expand_node(inner, depth)?))
            }
            NodeKind::Clause(clause) if is_saved(clause) => {
                return self.expand_value(&clause.value, &clause.value_span, depth);
            }
            NodeKind::Clause(clause) => match &clause.value {
                FieldValue::Group(inner) => NodeKind::Clause(Clause {
                    value: FieldValue::Group(Box::new(self.expand_node(inner, depth + 1)?)),
                    ..clause.clone()
                }),
                _ => node.kind.clone(),
            },
            NodeKind::Sequence(_) | NodeKind::Text(_) => node.kind.clone(),
        };
        Ok(QueryNode::new(kind, node.span.clone()))
    }

    fn expand_all(
        &mut self,
        outer: &NodeKind,
        parts: &[QueryNode],
        depth: usize,
    ) -> Result<Vec<QueryNode>, QueryError> {
        let mut expanded = |part: &QueryNode| {
            let node = self.expand_node(part, depth + nesting(outer, part))?;
            Ok(match &part.kind {
                NodeKind::Clause(clause) if is_saved(clause) => in_parentheses(node),
                _ => node,
            })
        };
        parts.iter().map(&mut expanded).collect()
    }

    /// Expands the value of a `saved:` clause: a name, or a group in parentheses, in which each name is expanded.
    fn expand_value(
        &mut self,
        value: &FieldValue,
        span: &Range<usize>,
        depth: usize,
    ) -> Result<QueryNode, QueryError> {
        match value {
            FieldValue::Group(inner) => self.expand_group(inner, depth + 1),
            FieldValue::Any => {
                let error = QueryError::new(span.clone(), say!("error-saved-takes-name"));
                Err(error.with_remedy(Remedy::SaveQuery))
            }
            value => self.expand_name(single_text(value, span)?, span, depth),
        }
    }

    fn expand_group(&mut self, node: &QueryNode, depth: usize) -> Result<QueryNode, QueryError> {
        let outer = &node.kind;
        let mut all = |parts: &[QueryNode]| -> Result<Vec<QueryNode>, QueryError> {
            let part = |part: &QueryNode| self.expand_group(part, depth + nesting(outer, part));
            parts.iter().map(part).collect()
        };
        let kind = match outer {
            NodeKind::And(parts) => NodeKind::And(all(parts)?),
            NodeKind::Or(parts) => NodeKind::Or(all(parts)?),
            NodeKind::Not(inner) => {
                let depth = depth + nesting(outer, inner);
                NodeKind::Not(Box::new(self.expand_group(inner, depth)?))
            }
            NodeKind::Text(value) => return self.expand_value(value, &node.span, depth),
            NodeKind::Clause(_) | NodeKind::Sequence(_) => {
                let error = QueryError::new(node.span.clone(), say!("error-field-within-group"));
                return Err(error.with_code(QueryErrorCode::Misplaced));
            }
        };
        Ok(QueryNode::new(kind, node.span.clone()))
    }

    /// Expands the saved query of a name at which `depth` parentheses and negations are open.
    fn expand_name(
        &mut self,
        text: &str,
        span: &Range<usize>,
        depth: usize,
    ) -> Result<QueryNode, QueryError> {
        let refused = |message: Message| QueryError::new(span.clone(), message);
        let name = parse_name(text).unwrap_or_default();
        let Some(saved) = self.marks.saved.get(&name) else {
            return Err(self.unknown_name_error(text, span));
        };
        if self.expanding.contains(&name) {
            let way = [self.expanding.as_slice(), &[name]].concat().join(" → ");
            let error = refused(say!("error-saved-in-itself", way = way));
            return Err(error.with_help(say!("error-saved-in-itself-help")));
        }
        self.names_left = self.names_left.checked_sub(1).ok_or_else(|| {
            let error =
                refused(say!("error-saved-named-too-often", most = MAX_SAVED_QUERIES.to_string()))
                    .with_code(QueryErrorCode::TooManyClauses);
            error.with_help(say!("error-saved-named-too-often-help"))
        })?;
        // The expansion stands in parentheses, which add one to the depth.
        let depth = depth + 1;
        let root = self.parse_saved(&name, &saved.query, span, depth)?;
        self.expanding.push(name);
        let expanded = self.expand_node(&root, depth);
        self.expanding.pop();
        expanded
    }

    /// Parses a saved query and counts its clauses. Each node gets the span of the saved query's name, so that errors
    /// point at what the user wrote.
    fn parse_saved(
        &mut self,
        name: &str,
        text: &str,
        span: &Range<usize>,
        depth: usize,
    ) -> Result<QueryNode, QueryError> {
        let large = |error| too_large(error, name, span);
        let left = self.bytes_left.checked_sub(text.len());
        self.bytes_left = left.ok_or_else(|| large(parse::too_long_error(span.clone())))?;
        let too_deep = || large(parse::too_deep_error(span.clone(), MAX_DEPTH));
        let limits = QueryLimits {
            depth: MAX_DEPTH.checked_sub(depth).ok_or_else(too_deep)?,
            ..QueryLimits::default()
        };
        let parsed = parse::parse_limited(text, limits).map_err(|error| match error.code() {
            QueryErrorCode::TooDeep => too_deep(),
            QueryErrorCode::TooManyClauses | QueryErrorCode::TooLong => large(error),
            _ => {
                let reason = error.message;
                let wrong = say!("error-saved-not-understood", name = name, reason = reason);
                QueryError::new(span.clone(), wrong).with_remedy(Remedy::SaveQuery)
            }
        })?;
        let everything = || QueryNode::new(NodeKind::And(Vec::new()), 0..0);
        let mut root = parsed.root.unwrap_or_else(everything);
        set_span(&mut root, span);
        self.count(&root, None).map_err(large)?;
        Ok(root)
    }

    fn unknown_name_error(&self, text: &str, span: &Range<usize>) -> QueryError {
        let message = say!("error-none-saved-as", text = text);
        let error = QueryError::new(span.clone(), message);
        match nearest(text, self.marks.saved.keys().map(String::as_str)) {
            Some(near) => error.did_you_mean(near, ""),
            None => error.with_remedy(Remedy::SaveQuery),
        }
    }
}

/// Turns an error about a limit into one about the saved query that is named at this span.
fn too_large(mut error: QueryError, name: &str, span: &Range<usize>) -> QueryError {
    let reason = std::mem::take(&mut error.message);
    error.message = say!("error-saved-too-large", name = name, reason = reason);
    error.at_span(span.clone())
}

/// Gives a node the span of the name that it replaces, so that errors point at what the user wrote.
fn set_span(node: &mut QueryNode, span: &Range<usize>) {
    node.span = span.clone();
    match &mut node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => {
            parts.iter_mut().for_each(|part| set_span(part, span));
        }
        NodeKind::Not(inner) => set_span(inner, span),
        NodeKind::Clause(clause) => {
            clause.field_span = span.clone();
            clause.value_span = span.clone();
            if let FieldValue::Group(inner) = &mut clause.value {
                set_span(inner, span);
            }
        }
        NodeKind::Sequence(operands) => {
            operands.iter_mut().for_each(|operand| operand.set_span(span))
        }
        NodeKind::Text(_) => {}
    }
}

//! Expands `problem:`, a part of the position that a problem begins with, into other clauses.

use kifu_language::fields::Field;
use kifu_language::{Clause, FieldValue, NodeKind, Op, Query, QueryNode};
use std::borrow::Cow;

/// Expands every `problem:` of a query into `pattern:`, `move:0`, `colours:any` and `is:problem`. A `move:` or
/// `colours:` that already stands beside the `problem:` is not overridden.
pub(super) fn expand_problem(query: &Query) -> Cow<'_, Query> {
    match &query.root {
        Some(root) if has_problem(root) => Cow::Owned(Query { root: Some(expand_node(root)) }),
        _ => Cow::Borrowed(query),
    }
}

fn is_problem(node: &QueryNode) -> bool {
    matches!(&node.kind, NodeKind::Clause(clause) if clause.field == Field::Problem)
}

fn has_problem(node: &QueryNode) -> bool {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => parts.iter().any(has_problem),
        NodeKind::Not(inner) => has_problem(inner),
        NodeKind::Clause(Clause { value: FieldValue::Group(inner), .. }) => has_problem(inner),
        NodeKind::Clause(_) | NodeKind::Sequence(_) | NodeKind::Text(_) => is_problem(node),
    }
}

fn expand_node(node: &QueryNode) -> QueryNode {
    let all = |parts: &[QueryNode]| parts.iter().map(expand_node).collect();
    let kind = match &node.kind {
        NodeKind::And(parts) => NodeKind::And(expand_and(parts)),
        NodeKind::Or(parts) => NodeKind::Or(all(parts)),
        NodeKind::Not(inner) => NodeKind::Not(Box::new(expand_node(inner))),
        NodeKind::Clause(clause) if clause.field == Field::Problem => {
            NodeKind::And(expand_and(std::slice::from_ref(node)))
        }
        NodeKind::Clause(clause) => match &clause.value {
            FieldValue::Group(inner) => NodeKind::Clause(Clause {
                value: FieldValue::Group(Box::new(expand_node(inner))),
                ..clause.clone()
            }),
            _ => node.kind.clone(),
        },
        NodeKind::Sequence(_) | NodeKind::Text(_) => node.kind.clone(),
    };
    QueryNode::new(kind, node.span.clone())
}

/// Expands each `problem:` among the parts of an AND.
fn expand_and(parts: &[QueryNode]) -> Vec<QueryNode> {
    let has_field = |parts: &[QueryNode], field: &Field| {
        let mut parts = parts.iter();
        parts.any(|part| matches!(&part.kind, NodeKind::Clause(own) if own.field == *field))
    };
    let mut all = Vec::with_capacity(parts.len() + 3);
    for part in parts {
        let NodeKind::Clause(clause) = &part.kind else {
            all.push(expand_node(part));
            continue;
        };
        if clause.field != Field::Problem {
            all.push(expand_node(part));
            continue;
        }
        let clause_node = |field: Field, value: FieldValue| {
            let clause = Clause { field, op: Op::Has, value, ..clause.clone() };
            QueryNode::new(NodeKind::Clause(clause), part.span.clone())
        };
        let word = |text: &str| FieldValue::Bare(text.to_owned());
        all.push(clause_node(Field::Is, word("problem")));
        if clause.value == FieldValue::Any {
            continue;
        }
        all.push(clause_node(Field::Pattern, clause.value.clone()));
        for (field, value) in [(Field::Move, "0"), (Field::Colours, "any")] {
            if !has_field(parts, &field) && !has_field(&all, &field) {
                all.push(clause_node(field, word(value)));
            }
        }
    }
    all
}

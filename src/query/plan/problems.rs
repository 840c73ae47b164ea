//! Expands `problem:`, a part of the position that a problem begins with, into other clauses.

use kifu_language::fields::Field;
use kifu_language::{Clause, FieldValue, NodeKind, Op, Query, QueryNode};
use std::borrow::Cow;

/// Expands every `problem:` of a query into `pattern:`, `move:0`, `colours:any` and `is:problem`. A `move:` or
/// `colours:` that stands beside it already is not overridden.
pub(super) fn spelled_out(query: &Query) -> Cow<'_, Query> {
    match &query.root {
        Some(root) if has_problem(root) => Cow::Owned(Query { root: Some(of_node(root)) }),
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

fn of_node(node: &QueryNode) -> QueryNode {
    let all = |parts: &[QueryNode]| parts.iter().map(of_node).collect();
    let kind = match &node.kind {
        NodeKind::And(parts) => NodeKind::And(beside(parts)),
        NodeKind::Or(parts) => NodeKind::Or(all(parts)),
        NodeKind::Not(inner) => NodeKind::Not(Box::new(of_node(inner))),
        NodeKind::Clause(clause) if clause.field == Field::Problem => {
            NodeKind::And(beside(std::slice::from_ref(node)))
        }
        NodeKind::Clause(clause) => match &clause.value {
            FieldValue::Group(inner) => NodeKind::Clause(Clause {
                value: FieldValue::Group(Box::new(of_node(inner))),
                ..clause.clone()
            }),
            _ => node.kind.clone(),
        },
        NodeKind::Sequence(_) | NodeKind::Text(_) => node.kind.clone(),
    };
    QueryNode::new(kind, node.span.clone())
}

/// Expands the parts of an AND.
fn beside(parts: &[QueryNode]) -> Vec<QueryNode> {
    let asks = |parts: &[QueryNode], field: &Field| {
        let mut parts = parts.iter();
        parts.any(|part| matches!(&part.kind, NodeKind::Clause(own) if own.field == *field))
    };
    let mut all = Vec::with_capacity(parts.len() + 3);
    for part in parts {
        let NodeKind::Clause(clause) = &part.kind else {
            all.push(of_node(part));
            continue;
        };
        if clause.field != Field::Problem {
            all.push(of_node(part));
            continue;
        }
        let own = |field: Field, value: FieldValue| {
            let clause = Clause { field, op: Op::Has, value, ..clause.clone() };
            QueryNode::new(NodeKind::Clause(clause), part.span.clone())
        };
        let word = |text: &str| FieldValue::Bare(text.to_owned());
        all.push(own(Field::Is, word("problem")));
        if clause.value == FieldValue::Any {
            continue;
        }
        all.push(own(Field::Pattern, clause.value.clone()));
        for (field, value) in [(Field::Move, "0"), (Field::Colours, "any")] {
            if !asks(parts, &field) && !asks(&all, &field) {
                all.push(own(field, word(value)));
            }
        }
    }
    all
}

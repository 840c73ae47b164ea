//! The query of a command: its arguments, and the orders that stand in options.

use super::search::Failure;
use crate::query::{Node, NodeKind, Query, join_arguments, parse};

/// The query of these arguments, sorted by these keys behind those that it names itself; and its text, into which the
/// places of errors point.
pub fn query(arguments: &[String], sort: &[String]) -> Result<(Query, String), Failure> {
    let mut text = join_arguments(arguments);
    let mut query = parse(&text).map_err(|error| Failure::Query(error, text.clone()))?;
    for key in sort {
        // Its places are those in the text that it makes longer.
        let before = " ".repeat(text.len() + 1);
        text = format!("{text} sort:{key}");
        let order = parse(&format!("{before}sort:{key}"));
        let order = order.map_err(|error| Failure::Query(error, text.clone()))?;
        query.root = match (query.root, order.root) {
            (Some(root), Some(order)) => Some(beside(root, order)),
            (root, order) => root.or(order),
        };
    }
    Ok((query, text))
}

/// The conjunction of two clauses, which is no group in a group.
fn beside(root: Node, order: Node) -> Node {
    let span = root.span.start..order.span.end;
    let mut parts = match root.kind {
        NodeKind::And(parts) => parts,
        kind => vec![Node::new(kind, root.span)],
    };
    parts.push(order);
    Node::new(NodeKind::And(parts), span)
}

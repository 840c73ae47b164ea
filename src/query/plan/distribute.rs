//! Distributes alternatives over a conjunction: `A (B OR C)` becomes `(A B) OR (A C)` if `B` or `C` is about the same
//! hit, the same move with engine values or the same two players as `A`.

use kifu_language::ast::binding::{Bindings, is_bound};
use kifu_language::{Clause, NodeKind, Query, QueryError, QueryErrorCode, QueryNode};
use kifu_messages::say;
use std::borrow::Cow;

/// Maximum number of conjunctions into which one conjunction may be split, since each of them is searched by itself.
const MAX_CONJUNCTIONS: usize = 64;

/// The query with alternatives distributed (`A (B OR C)` becomes `(A B) OR (A C)`) where they are about the same hit,
/// move or players as the clauses beside them; the query itself if it has none.
pub(super) fn distribute(query: &Query) -> Result<Cow<'_, Query>, QueryError> {
    match &query.root {
        Some(root) if needs_distribution(root) => {
            Ok(Cow::Owned(Query { root: Some(distribute_node(root)?) }))
        }
        _ => Ok(Cow::Borrowed(query)),
    }
}

/// True if a part of a query contains alternatives (an OR) to distribute over the clauses beside them.
fn needs_distribution(node: &QueryNode) -> bool {
    match &node.kind {
        NodeKind::And(parts) => {
            parts.iter().any(needs_distribution) || bound_alternatives(parts).is_some()
        }
        NodeKind::Or(parts) => parts.iter().any(needs_distribution),
        NodeKind::Not(inner) => needs_distribution(inner),
        NodeKind::Clause(_) | NodeKind::Sequence(_) | NodeKind::Text(_) => false,
    }
}

/// Index of the first OR in a conjunction that has to be distributed, because it is about the same hit, move or players
/// as other parts of the conjunction.
fn bound_alternatives(parts: &[QueryNode]) -> Option<usize> {
    // Most conjunctions have no alternatives and are scanned once. An OR with one alternative is a saved query in
    // parentheses, which must stay by itself.
    let is_or = |part: &QueryNode| matches!(&part.kind, NodeKind::Or(parts) if parts.len() > 1);
    parts.iter().enumerate().filter(|(_, part)| is_or(part)).find_map(|(at, part)| {
        let bindings = Bindings::from_node(part);
        let others = parts.iter().enumerate().filter(|(other, _)| *other != at);
        let rest = others
            .map(|(_, part)| Bindings::from_node(part))
            .fold(Bindings::default(), |all, part| all | part);
        bindings.is_bound_to(rest).then_some(at)
    })
}

fn distribute_node(node: &QueryNode) -> Result<QueryNode, QueryError> {
    let each =
        |parts: &[QueryNode]| parts.iter().map(distribute_node).collect::<Result<Vec<_>, _>>();
    let kind = match &node.kind {
        NodeKind::And(parts) => return distribute_and(flatten_ands(each(parts)?), node),
        NodeKind::Or(parts) => NodeKind::Or(each(parts)?),
        NodeKind::Not(inner) => NodeKind::Not(Box::new(distribute_node(inner)?)),
        kind @ (NodeKind::Clause(Clause { .. }) | NodeKind::Sequence(_) | NodeKind::Text(_)) => {
            kind.clone()
        }
    };
    Ok(QueryNode::new(kind, node.span.clone()))
}

/// Splits a conjunction at each OR that is about the same hit, move or players as its other parts (see
/// [`bound_alternatives`]). The result is an OR of conjunctions without such an OR.
fn distribute_and(parts: Vec<QueryNode>, node: &QueryNode) -> Result<QueryNode, QueryError> {
    let mut open = vec![parts];
    let mut done: Vec<QueryNode> = Vec::new();
    while let Some(mut parts) = open.pop() {
        let Some(at) = bound_alternatives(&parts) else {
            done.push(QueryNode::new(NodeKind::And(parts), node.span.clone()));
            continue;
        };
        let NodeKind::Or(branches) = parts.remove(at).kind else {
            continue;
        };
        // The first branch is pushed last and taken next, so that errors appear in the order of the text.
        for branch in branches.into_iter().rev() {
            let mut branch_parts = parts.clone();
            branch_parts.insert(at, branch);
            open.push(flatten_ands(branch_parts));
        }
        if open.len() + done.len() > MAX_CONJUNCTIONS {
            let message = say!("error-many-combinations", most = MAX_CONJUNCTIONS.to_string());
            return Err(QueryError::new(node.span.clone(), message)
                .with_code(QueryErrorCode::TooManyClauses)
                .with_help(say!("error-many-combinations-help")));
        }
    }
    Ok(match done.len() {
        1 => done.remove(0),
        _ => QueryNode::new(NodeKind::Or(done), node.span.clone()),
    })
}

/// Replaces conjunctions among the parts by their own parts, except those that parentheses hold together.
fn flatten_ands(parts: Vec<QueryNode>) -> Vec<QueryNode> {
    let parts = parts.into_iter().flat_map(|part| match part.kind {
        NodeKind::And(inner) if !is_bound(&inner) => inner,
        kind => vec![QueryNode::new(kind, part.span)],
    });
    parts.collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::distribute;
    use kifu_language::parse;

    #[test]
    fn alternatives_about_one_hit_are_distributed() {
        for (query, same) in [
            ("player:A (player:B OR player:C)", "(player:A player:B) OR (player:A player:C)"),
            (
                "position:Q16 (move:..5 OR tomove:W) Lee",
                "(position:Q16 move:..5 Lee) OR (position:Q16 tomove:W Lee)",
            ),
            (
                "(position:Q16 OR position:D4) move:..2",
                "(position:Q16 move:..2) OR (position:D4 move:..2)",
            ),
            ("loss>=5 (black:Lee OR white:Lee)", "(loss>=5 black:Lee) OR (loss>=5 white:Lee)"),
            (
                "player:A ((player:B komi:5) OR (player:C komi:6))",
                "(player:A player:B komi:5) OR (player:A player:C komi:6)",
            ),
            ("-(player:A (player:B OR Lee))", "-((player:A player:B) OR (player:A Lee))"),
        ] {
            let (query, same) = (parse(query).unwrap(), parse(same).unwrap());
            assert_eq!(distribute(&query).unwrap().to_string(), same.to_string());
        }
    }

    #[test]
    fn independent_alternatives_stay() {
        for query in [
            "player:A (event:B OR event:C)",
            "(position:Q16 move:..2) (position:D4 OR Lee)",
            "(player:A player:B) OR player:C",
            "(player:A player:B) player:C",
            "position:Q16 (Lee OR Gu)",
        ] {
            let query = parse(query).unwrap();
            assert_eq!(*distribute(&query).unwrap(), query);
        }
        let many = "player:A ".to_owned() + &"(player:B OR player:C) ".repeat(7);
        assert!(distribute(&parse(&many).unwrap()).is_err());
    }
}

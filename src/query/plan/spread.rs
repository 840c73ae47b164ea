//! Distributes alternatives over a conjunction: `A (B OR C)` becomes `(A B) OR (A C)` if `B` or `C` is about the same
//! hit, the same move with engine values or the same two seats as `A`.

use kifu_language::ast::binding::{Bindings, is_bound};
use kifu_language::{Clause, NodeKind, Query, QueryError, QueryErrorCode, QueryNode};
use kifu_messages::say;
use std::borrow::Cow;

/// Maximum number of conjunctions that one may become, since each is searched by itself.
const MAX_CONJUNCTIONS: usize = 64;

/// The query with such alternatives distributed; the query itself if there are none.
pub(super) fn spread(query: &Query) -> Result<Cow<'_, Query>, QueryError> {
    match &query.root {
        Some(root) if needs_spreading(root) => {
            Ok(Cow::Owned(Query { root: Some(spread_node(root)?) }))
        }
        _ => Ok(Cow::Borrowed(query)),
    }
}

/// True if a part of a query contains alternatives to distribute.
fn needs_spreading(node: &QueryNode) -> bool {
    match &node.kind {
        NodeKind::And(parts) => {
            parts.iter().any(needs_spreading) || alternatives_in(parts).is_some()
        }
        NodeKind::Or(parts) => parts.iter().any(needs_spreading),
        NodeKind::Not(inner) => needs_spreading(inner),
        NodeKind::Clause(_) | NodeKind::Sequence(_) | NodeKind::Text(_) => false,
    }
}

/// Index of the first alternatives of a conjunction that are about the same as the rest of it.
fn alternatives_in(parts: &[QueryNode]) -> Option<usize> {
    // Most conjunctions have no alternatives and are scanned once. An OR with one alternative is a saved query in
    // parentheses, which must stay by itself.
    let is_or = |part: &QueryNode| matches!(&part.kind, NodeKind::Or(parts) if parts.len() > 1);
    parts.iter().enumerate().filter(|(_, part)| is_or(part)).find_map(|(at, part)| {
        let own = Bindings::of(part);
        let others = parts.iter().enumerate().filter(|(other, _)| *other != at);
        let rest = others
            .map(|(_, part)| Bindings::of(part))
            .fold(Bindings::default(), |all, part| all | part);
        own.meet(rest).then_some(at)
    })
}

fn spread_node(node: &QueryNode) -> Result<QueryNode, QueryError> {
    let each = |parts: &[QueryNode]| parts.iter().map(spread_node).collect::<Result<Vec<_>, _>>();
    let kind = match &node.kind {
        NodeKind::And(parts) => return spread_parts(flat(each(parts)?), node),
        NodeKind::Or(parts) => NodeKind::Or(each(parts)?),
        NodeKind::Not(inner) => NodeKind::Not(Box::new(spread_node(inner)?)),
        kind @ (NodeKind::Clause(Clause { .. }) | NodeKind::Sequence(_) | NodeKind::Text(_)) => {
            kind.clone()
        }
    };
    Ok(QueryNode::new(kind, node.span.clone()))
}

/// Distributes all such alternatives of a conjunction: the result is an OR of conjunctions without them.
fn spread_parts(parts: Vec<QueryNode>, node: &QueryNode) -> Result<QueryNode, QueryError> {
    let mut open = vec![parts];
    let mut done: Vec<QueryNode> = Vec::new();
    while let Some(mut parts) = open.pop() {
        let Some(at) = alternatives_in(&parts) else {
            done.push(QueryNode::new(NodeKind::And(parts), node.span.clone()));
            continue;
        };
        let NodeKind::Or(branches) = parts.remove(at).kind else {
            continue;
        };
        // The first branch is pushed last and taken next, so that errors appear in the order of the text.
        for branch in branches.into_iter().rev() {
            let mut spread = parts.clone();
            spread.insert(at, branch);
            open.push(flat(spread));
        }
        if open.len() + done.len() > MAX_CONJUNCTIONS {
            let message = say!("error-many-combinations", most = MAX_CONJUNCTIONS.to_string());
            return Err(QueryError::new(node.span.clone(), message)
                .coded(QueryErrorCode::TooManyClauses)
                .help(say!("error-many-combinations-help")));
        }
    }
    Ok(match done.len() {
        1 => done.remove(0),
        _ => QueryNode::new(NodeKind::Or(done), node.span.clone()),
    })
}

/// Replaces conjunctions among the parts by their own parts, except those that parentheses hold together.
fn flat(parts: Vec<QueryNode>) -> Vec<QueryNode> {
    let parts = parts.into_iter().flat_map(|part| match part.kind {
        NodeKind::And(inner) if !is_bound(&inner) => inner,
        kind => vec![QueryNode::new(kind, part.span)],
    });
    parts.collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::spread;
    use kifu_language::parse;

    #[test]
    fn alternatives_about_the_same_are_spread() {
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
            assert_eq!(spread(&query).unwrap().to_string(), same.to_string());
        }
    }

    #[test]
    fn others_stay() {
        for query in [
            "player:A (event:B OR event:C)",
            "(position:Q16 move:..2) (position:D4 OR Lee)",
            "(player:A player:B) OR player:C",
            "(player:A player:B) player:C",
            "position:Q16 (Lee OR Gu)",
        ] {
            let query = parse(query).unwrap();
            assert_eq!(*spread(&query).unwrap(), query);
        }
        let many = "player:A ".to_owned() + &"(player:B OR player:C) ".repeat(7);
        assert!(spread(&parse(&many).unwrap()).is_err());
    }
}

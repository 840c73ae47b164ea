//! Expands `opponent-rank:`, the rank of the opponent of the one player whom the query names, into clauses about both
//! colours.

use crate::query_player::player_in_seats;
use kifu_language::fields::Field;
use kifu_language::knowledge::aliases::Aliases;
use kifu_language::{Clause, FieldValue, NodeKind, Query, QueryError, QueryErrorCode, QueryNode};
use kifu_messages::say;
use kifu_record::game::{ByColor, Color};
use std::borrow::Cow;
use std::ops::Range;

/// Replaces each `opponent-rank:` by alternatives: the player has Black and White has the rank, or the player has White
/// and Black has the rank. The player is named by the parts of the conjunction around the clause, or else of the next
/// one around that.
pub(super) fn expand_opponent<'q>(
    query: &'q Query,
    aliases: &Aliases,
) -> Result<Cow<'q, Query>, QueryError> {
    match &query.root {
        Some(root) if has_opponent(root) => {
            let root = Expansion { aliases }.node(root, None)?;
            Ok(Cow::Owned(Query { root: Some(root) }))
        }
        _ => Ok(Cow::Borrowed(query)),
    }
}

/// Error for a clause about the one player whom the query names, if the query names nobody or several players.
pub(super) fn needs_one_player_error(field: &Field, span: &Range<usize>) -> QueryError {
    let (clause, example) = match field {
        Field::Lead => ("lead:player", "player:Lee lead:player>10"),
        Field::WinRate => ("winrate:player", "player:Lee winrate:player>90"),
        field => (field.info().name, field.info().example),
    };
    QueryError::new(span.clone(), say!("error-needs-one-player", clause = clause))
        .with_code(QueryErrorCode::Misplaced)
        .with_help(say!("error-needs-one-player-help", example = example))
}

fn has_opponent(node: &QueryNode) -> bool {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => parts.iter().any(has_opponent),
        NodeKind::Not(inner) => has_opponent(inner),
        NodeKind::Clause(Clause { field: Field::OpponentRank, .. }) => true,
        NodeKind::Clause(Clause { value: FieldValue::Group(inner), .. }) => has_opponent(inner),
        NodeKind::Clause(_) | NodeKind::Sequence(_) | NodeKind::Text(_) => false,
    }
}

struct Expansion<'a> {
    aliases: &'a Aliases,
}

impl Expansion<'_> {
    /// Expands a node. `player` are the clauses for the player as Black and as White that the parts around the node
    /// name.
    fn node(
        &self,
        node: &QueryNode,
        player: Option<&ByColor<Option<QueryNode>>>,
    ) -> Result<QueryNode, QueryError> {
        let all = |parts: &[QueryNode], player: Option<&ByColor<Option<QueryNode>>>| {
            parts.iter().map(|part| self.node(part, player)).collect::<Result<Vec<_>, _>>()
        };
        let kind = match &node.kind {
            NodeKind::And(parts) => {
                let own = player_in_seats(parts, self.aliases);
                NodeKind::And(all(parts, own.as_ref().or(player))?)
            }
            NodeKind::Or(parts) => NodeKind::Or(all(parts, player)?),
            NodeKind::Not(inner) => NodeKind::Not(Box::new(self.node(inner, player)?)),
            NodeKind::Clause(clause) if clause.field == Field::OpponentRank => {
                let Some(player) = player else {
                    return Err(needs_one_player_error(&clause.field, &clause.field_span));
                };
                opponent_rank(clause, node, player)
            }
            NodeKind::Clause(clause) => match &clause.value {
                // The query inside `copy-of:` is about other games.
                FieldValue::Group(inner) => NodeKind::Clause(Clause {
                    value: FieldValue::Group(Box::new(self.node(inner, None)?)),
                    ..clause.clone()
                }),
                _ => node.kind.clone(),
            },
            NodeKind::Sequence(_) | NodeKind::Text(_) => node.kind.clone(),
        };
        Ok(QueryNode::new(kind, node.span.clone()))
    }
}

/// The alternatives that stand for an `opponent-rank:`. They are inside a disjunction of one part, as saved queries
/// are, so that the clauses beside it are not distributed over them.
fn opponent_rank(
    clause: &Clause,
    node: &QueryNode,
    player: &ByColor<Option<QueryNode>>,
) -> NodeKind {
    let with_kind = |kind: NodeKind| QueryNode::new(kind, node.span.clone());
    let seat = |color: Color| {
        let field = match color {
            Color::Black => Field::WhiteRank,
            Color::White => Field::BlackRank,
        };
        let rank = with_kind(NodeKind::Clause(Clause { field, ..clause.clone() }));
        Some(with_kind(NodeKind::And(vec![player[color].clone()?, rank])))
    };
    let seats = with_kind(NodeKind::Or(Color::BOTH.into_iter().filter_map(seat).collect()));
    NodeKind::Or(vec![seats])
}

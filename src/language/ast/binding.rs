//! Decides which clauses of a conjunction are bound to one another by their parentheses: they must hold for the same
//! hit (the place in a game where a board is found), the same move or the same two players. Such clauses must stay
//! inside their parentheses.

use super::{Clause, FieldValue, NodeKind, Op, QueryNode};
use crate::fields::Field;
use std::ops::BitOr;

/// Properties of a part of a query that decide whether parts beside it are bound to it, that is, must hold for the same
/// hit, the same move or the same two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bindings {
    /// The part contains a position or a pattern.
    pub(crate) board: bool,
    /// The part is a condition on the hit of a board: `move:`, `next:`.
    pub(crate) condition: bool,
    /// The part is a condition on a move that an engine evaluated: `loss:`.
    pub(crate) engine_eval: bool,
    /// Number of clauses that name one of the two players of a game, of whatever colour: `player:`, `vs:`.
    pub(crate) seats: usize,
    /// The part names a player whose moves `loss:` may be about: `black:`, `winner:`, `is:mine`.
    pub(crate) names: bool,
}

impl BitOr for Bindings {
    type Output = Bindings;

    fn bitor(self, other: Bindings) -> Bindings {
        Bindings {
            board: self.board | other.board,
            condition: self.condition | other.condition,
            engine_eval: self.engine_eval | other.engine_eval,
            seats: self.seats + other.seats,
            names: self.names | other.names,
        }
    }
}

impl Bindings {
    /// Properties of all these parts of a query together, by which is decided whether parts are bound to one another,
    /// that is, must hold for the same hit, the same move or the same two players.
    pub(crate) fn from_parts(parts: &[QueryNode]) -> Bindings {
        parts.iter().map(Bindings::from_node).fold(Bindings::default(), Bindings::bitor)
    }

    /// Properties of a node of the syntax tree that decide whether clauses outside the node are bound to it, that is,
    /// must hold for the same hit, move or players. For example, `move:` is bound to a position beside it:
    /// `position:"Q16 D4" move:..50` finds games that reach the position by move 50.
    ///
    /// An OR has the properties of all its alternatives. A negated node has none. A conjunction in parentheses whose
    /// clauses are already bound to each other has none either: `(position:"Q16 D4" move:..50) position:"Q3"` sets no
    /// limit to the move at which the second position is reached.
    pub fn from_node(node: &QueryNode) -> Bindings {
        match &node.kind {
            NodeKind::Clause(clause) => Bindings::from_clause(clause),
            NodeKind::Sequence(_) => Bindings { board: true, ..Bindings::default() },
            // Each node is visited once. Visiting it twice for each level would take 2^100 steps for a hundred levels
            // of parentheses.
            NodeKind::And(parts) => match Bindings::from_parts(parts) {
                all if all.is_bound() => Bindings::default(),
                all => all,
            },
            // A disjunction of one part is a saved query that was inserted here. Its clauses are not bound to clauses
            // outside the saved query.
            NodeKind::Or(parts) if parts.len() == 1 => Bindings::default(),
            NodeKind::Or(parts) => {
                parts.iter().map(Bindings::from_node).fold(Bindings::default(), |all, part| {
                    Bindings { seats: all.seats.max(part.seats), ..all | part }
                })
            }
            NodeKind::Not(_) | NodeKind::Text(_) => Bindings::default(),
        }
    }

    fn from_clause(clause: &Clause) -> Bindings {
        let field = &clause.field;
        let is_name = clause.value != FieldValue::Any;
        let is_seat = field.is_seat();
        let is_mine = *field == Field::Is
            && clause.op == Op::Has
            && clause.value.text().is_some_and(|text| text.eq_ignore_ascii_case("mine"));
        Bindings {
            board: field.is_board(),
            condition: field.is_about_hit(),
            engine_eval: field.is_engine_eval(),
            seats: usize::from(is_seat),
            names: is_mine
                || is_name
                    && (is_seat
                        || field.is_person()
                        || matches!(
                            field,
                            Field::Black | Field::White | Field::Winner | Field::Loser
                        )),
        }
    }

    /// True if clauses that have these properties together are bound to each other: a board and a condition on its hit,
    /// a condition on an evaluated move, or two clauses about the players.
    fn is_bound(self) -> bool {
        self.board && self.condition || self.engine_eval || self.seats > 1
    }

    /// True if two parts of a query are about the same hit, the same move or the same pair of players. Two boards are
    /// not: each has hits of its own.
    pub fn is_bound_to(self, other: Bindings) -> bool {
        let is_about = |one: Bindings, other: Bindings| {
            let is_about_hit = other.board || other.condition || other.engine_eval;
            one.condition && is_about_hit || one.engine_eval && (is_about_hit || other.names)
        };
        self.seats > 0 && other.seats > 0 || is_about(self, other) || is_about(other, self)
    }
}

/// True if the parts of a conjunction must all hold for the same hit, for the same move, or for the two players of a
/// game. Then parentheses around the conjunction change the meaning of the query and must stay: in `(position:Q16
/// move:<9) position:D4`, the move number applies only to the first position.
pub fn is_bound(parts: &[QueryNode]) -> bool {
    Bindings::from_parts(parts).is_bound()
}

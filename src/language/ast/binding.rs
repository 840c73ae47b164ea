//! Which clauses of a conjunction are about the same hit, the same move or the same two seats, and so may not be moved
//! out of their parentheses.

use super::{Clause, FieldValue, NodeKind, Op, QueryNode};
use crate::fields::Field;
use std::ops::BitOr;

/// What a part of a query has that other parts beside it may be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bindings {
    /// A position or a pattern.
    pub(crate) board: bool,
    /// A condition on the hit of a board: `move:`, `next:`.
    pub(crate) condition: bool,
    /// A condition on a move that an engine judged: `loss:`.
    pub(crate) judged: bool,
    /// Somebody in one of the two seats: `player:`, `vs:`.
    pub(crate) seats: usize,
    /// Somebody whose moves are those that an engine judged: `black:`, `winner:`, `is:mine`.
    pub(crate) names: bool,
}

impl BitOr for Bindings {
    type Output = Bindings;

    fn bitor(self, other: Bindings) -> Bindings {
        Bindings {
            board: self.board | other.board,
            condition: self.condition | other.condition,
            judged: self.judged | other.judged,
            seats: self.seats + other.seats,
            names: self.names | other.names,
        }
    }
}

impl Bindings {
    /// What some parts side by side have together.
    pub(crate) fn of_all(parts: &[QueryNode]) -> Bindings {
        parts.iter().map(Bindings::of).fold(Bindings::default(), Bindings::bitor)
    }

    /// What a part has; of alternatives, what any of them has. What is excluded and what stands in parentheses of its
    /// own is about nothing outside.
    pub fn of(node: &QueryNode) -> Bindings {
        match &node.kind {
            NodeKind::Clause(clause) => Bindings::of_clause(clause),
            NodeKind::Sequence(_) => Bindings { board: true, ..Bindings::default() },
            // Each part is looked at once: twice for each level would take for ever a hundred levels deep.
            NodeKind::And(parts) => match Bindings::of_all(parts) {
                all if all.is_bound() => Bindings::default(),
                all => all,
            },
            // A saved query, which stands for itself.
            NodeKind::Or(parts) if parts.len() == 1 => Bindings::default(),
            NodeKind::Or(parts) => {
                parts.iter().map(Bindings::of).fold(Bindings::default(), |all, part| Bindings {
                    seats: all.seats.max(part.seats),
                    ..all | part
                })
            }
            NodeKind::Not(_) | NodeKind::Text(_) => Bindings::default(),
        }
    }

    fn of_clause(clause: &Clause) -> Bindings {
        let field = &clause.field;
        let is_name = clause.value != FieldValue::Any;
        let is_seat = field.is_seat();
        let is_mine = *field == Field::Is
            && clause.op == Op::Has
            && clause.value.text().is_some_and(|text| text.eq_ignore_ascii_case("mine"));
        Bindings {
            board: field.is_board(),
            condition: field.is_about_hit(),
            judged: field.is_judged(),
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

    /// Whether parts that have this together belong together.
    fn is_bound(self) -> bool {
        self.board && self.condition || self.judged || self.seats > 1
    }

    /// Whether two parts of a query are about the same hit, the same move or the same seats. Two boards are not: each
    /// has its own hits.
    pub fn meet(self, other: Bindings) -> bool {
        let is_about = |one: Bindings, other: Bindings| {
            let of_hit = other.board || other.condition || other.judged;
            one.condition && of_hit || one.judged && (of_hit || other.names)
        };
        self.seats > 0 && other.seats > 0 || is_about(self, other) || is_about(other, self)
    }
}

/// Whether the parts of a conjunction are about one hit, one move or both seats: in parentheses they stay together, and
/// what stands outside has its own.
pub fn is_bound(parts: &[QueryNode]) -> bool {
    Bindings::of_all(parts).is_bound()
}

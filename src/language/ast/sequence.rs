//! Sequences of boards in a query: `position:A then position:B`.

use super::{Clause, FieldValue, NodeKind, QueryNode};
use crate::fields::Field;
use std::fmt;
use std::ops::Range;

/// Operator between the boards of a sequence, in lower or upper case.
pub(crate) const THEN: &str = "then";

/// Board of a sequence: a position or pattern clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SequenceOperand(Clause);

impl SequenceOperand {
    /// Operand of a sequence, if the clause is a position or a pattern.
    pub(crate) fn new(clause: Clause) -> Option<SequenceOperand> {
        is_board(&clause.field).then_some(SequenceOperand(clause))
    }

    pub fn clause(&self) -> &Clause {
        &self.0
    }

    /// Sets the byte range of the query text to which errors in the clause refer.
    pub fn set_span(&mut self, span: &Range<usize>) {
        self.0.field_span = span.clone();
        self.0.value_span = span.clone();
    }
}

/// True if a field's values are boards that may be part of a sequence.
pub(crate) fn is_board(field: &Field) -> bool {
    matches!(field, Field::Position | Field::Pattern)
}

pub(super) fn write_sequence(
    f: &mut fmt::Formatter<'_>,
    operands: &[SequenceOperand],
) -> fmt::Result {
    for (i, operand) in operands.iter().enumerate() {
        if i > 0 {
            write!(f, " {THEN} ")?;
        }
        write!(f, "{}", operand.0)?;
    }
    Ok(())
}

/// True if a part of a conjunction is the word `then` between two boards, where it would be parsed as the operator.
pub(super) fn looks_like_operator(
    before: Option<&QueryNode>,
    part: &QueryNode,
    after: Option<&QueryNode>,
) -> bool {
    let is_word = matches!(&part.kind, NodeKind::Text(FieldValue::Bare(word)) if word.eq_ignore_ascii_case(THEN));
    is_word && before.is_some_and(ends_in_board) && after.is_some_and(begins_with_board)
}

fn begins_with_board(node: &QueryNode) -> bool {
    match &node.kind {
        NodeKind::Clause(clause) => is_board(&clause.field),
        NodeKind::Sequence(_) => true,
        _ => false,
    }
}

fn ends_in_board(node: &QueryNode) -> bool {
    match &node.kind {
        NodeKind::Not(inner) => ends_in_board(inner),
        _ => begins_with_board(node),
    }
}

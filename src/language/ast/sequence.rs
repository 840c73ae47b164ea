//! Boards that follow one another: `position:A then position:B`.

use super::{Clause, FieldValue, NodeKind, QueryNode};
use crate::fields::Field;
use std::fmt;
use std::ops::Range;

/// The operator between the boards of a sequence, in lower or upper case.
pub(crate) const THEN: &str = "then";

/// A board of a sequence: a clause that names one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SequenceOperand(Clause);

impl SequenceOperand {
    /// The operand of a clause, if it names a board.
    pub(crate) fn new(clause: Clause) -> Option<SequenceOperand> {
        is_board(&clause.field).then_some(SequenceOperand(clause))
    }

    /// The clause.
    pub fn clause(&self) -> &Clause {
        &self.0
    }

    /// Puts it at another place of the text.
    pub fn put_at(&mut self, span: &Range<usize>) {
        self.0.field_span = span.clone();
        self.0.value_span = span.clone();
    }
}

/// Whether a field's values are boards that games may have in sequence.
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

/// Whether a part of a conjunction is the word `then` in a place where it would be taken for the operator.
pub(super) fn is_mistakable(
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

//! Reads the board size that a query gives by `size:`. Positions without a size of their own use it.

use super::ast::{Clause, FieldValue, NodeKind, Op, QueryNode};
use super::error::{QueryError, QueryErrorCode};
use super::fields::Field;
use super::value_parsers;
use kifu_messages::say;
use kifu_record::game::BoardSize;

/// Board size that the `size:` clauses among these parts of a query require, with the clause that gives it. `None` if
/// no clause gives a single size. Two different sizes are an error, since no game has both.
pub fn required_size(parts: &[QueryNode]) -> Result<Option<(BoardSize, &Clause)>, QueryError> {
    let size_clauses = parts.iter().filter_map(|part| match &part.kind {
        NodeKind::Clause(clause) if clause.field == Field::Size => Some(clause),
        _ => None,
    });
    let mut found: Option<(BoardSize, &Clause)> = None;
    for clause in size_clauses {
        let (FieldValue::Bare(text) | FieldValue::Quoted(text), Op::Has | Op::Eq) =
            (&clause.value, clause.op)
        else {
            continue;
        };
        let size = value_parsers::size(text, &clause.value_span)?;
        match found {
            Some((other, _)) if other != size => {
                let message =
                    say!("error-two-sizes", one = other.to_string(), other = size.to_string());
                return Err(QueryError::new(clause.value_span.clone(), message)
                    .with_code(QueryErrorCode::Misplaced)
                    .with_help(say!("error-two-sizes-help")));
            }
            _ => found = Some((size, clause)),
        }
    }
    Ok(found)
}

/// Refuses a board whose size differs from the size in a `size:` clause beside it, since no game has both sizes.
pub fn check_board_size(
    board: BoardSize,
    size: BoardSize,
    clause: &Clause,
) -> Result<(), QueryError> {
    if board == size {
        return Ok(());
    }
    let message =
        say!("error-size-of-position", board = board.to_string(), size = size.to_string());
    Err(QueryError::new(clause.value_span.clone(), message)
        .with_code(QueryErrorCode::Misplaced)
        .with_help(say!("error-two-sizes-help")))
}

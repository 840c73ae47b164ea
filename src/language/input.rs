//! Reads positions as users write them: moves, an SGF fragment, a diagram, a drawn board or a GTP script.
//!
//! [`read`] finds out which of these forms a text has. Text that cannot be read is an error with its byte range and a
//! suggestion. No part is ever dropped, because an answer for another position would be worse than none.

mod ascii;
mod board_input;
mod diagram;
mod gtp;
mod labels;
mod loa;
mod moves;
mod numbered;
mod pasted;
pub mod pattern;
mod points;
mod sgf;

use super::QueryError;
pub use board_input::BoardInput;
use board_input::{Result, accepted_forms};
use kifu_messages::say;
use kifu_record::game::{BoardSize, GameKind, Move};
pub(super) use moves::{MoveWord, classify_move_word};
use pasted::PastedBoard;
pub use points::{column_name, parse_point as go_point, point_name};

/// Reads a position in any form. `kind` and `size` fill in what the text leaves open; the defaults are Go on 19×19 and,
/// for moves that only Lines of Action has, Lines of Action on 8×8. It is an error if the text contradicts `kind` or
/// `size`.
pub fn read(text: &str, kind: Option<GameKind>, size: Option<BoardSize>) -> Result<BoardInput> {
    let plain = pasted::normalize(text);
    read_plain(&plain, kind, size).map_err(|error| pasted::map_error(error, &plain, text))
}

fn read_plain(text: &str, kind: Option<GameKind>, size: Option<BoardSize>) -> Result<BoardInput> {
    if let Some(GameKind::Other(number)) = kind {
        let message = say!("error-kind-without-rules", number = number.to_string());
        let help = say!("error-kind-without-rules-help");
        return Err(QueryError::new(0..text.len(), message).with_help(help));
    }
    if text.trim().is_empty() {
        return Err(QueryError::new(0..text.len(), say!("error-position-empty"))
            .with_help(accepted_forms()));
    }
    // SGF is tested first, because comments in a game may contain drawings.
    if sgf::begins_like_sgf(text) {
        return sgf::read(text, kind, size);
    }
    if !gtp::looks_like(text)
        && let Some(drawing) = PastedBoard::find(text)?
    {
        return read_drawing(&drawing, text, kind, size);
    }
    if diagram::looks_like(text) {
        return diagram::read(text, kind, size);
    }
    if let Some(error) = diagram::shell_error(text) {
        return Err(error);
    }
    if gtp::looks_like(text) {
        return gtp::read(text, kind, size);
    }
    let rows = labels::without_labels(text, false);
    if ascii::looks_like(&rows) {
        let drawn_kind = if ascii::has_loa_axis(&rows) { GameKind::Loa } else { GameKind::Go };
        let mut input = ascii::read(&rows, kind.unwrap_or(drawn_kind), size)?;
        input.notes.extend(labels::labels_note(text, &rows));
        return Ok(input);
    }
    if sgf::contains_sgf(text) {
        return sgf::read(text, kind, size);
    }
    let slides = || loa::is_loa(text) && !moves::has_joined_points(text);
    if kind == Some(GameKind::Loa) || (kind.is_none() && slides()) {
        return loa::read(text, size.unwrap_or(BoardSize::LOA));
    }
    moves::read(text, size.unwrap_or(BoardSize::GO))
}

/// True if lines are a diagram, a drawn board or a GTP script, perhaps with a mistake.
pub(super) fn is_drawing(lines: &str) -> bool {
    let plain = pasted::normalize(lines);
    !sgf::begins_like_sgf(&plain)
        && (!matches!(PastedBoard::find(&plain), Ok(None))
            || diagram::looks_like(&plain)
            || gtp::looks_like(&plain)
            || ascii::looks_like(&plain)
            || pattern::has_rows(&plain))
}

/// Reads a board that this program has drawn, for example the output of a command that a user pastes back.
fn read_drawing(
    drawing: &PastedBoard,
    text: &str,
    kind: Option<GameKind>,
    size: Option<BoardSize>,
) -> Result<BoardInput> {
    let rows = drawing.position_rows();
    let kind = match kind {
        Some(kind) => kind,
        None if ascii::has_loa_axis(&rows) => GameKind::Loa,
        None if drawing.has_small_axis() => {
            let message = say!("error-small-columns");
            let error = QueryError::new(0..text.len(), message);
            return Err(error.with_help(say!("error-small-columns-help")));
        }
        None => GameKind::Go,
    };
    ascii::read(&rows, kind, size).map_err(|error| pasted::map_error(error, &rows, text))
}

/// Parses a move of Lines of Action, `e1-e3` or `e1xe3`.
pub fn parse_loa_move(text: &str, size: BoardSize) -> Option<Move> {
    let (from, to) = text.split_once(['-', 'x', ':'])?;
    Some(Move::Slide { from: points::parse_point(from, size)?, to: points::parse_point(to, size)? })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod drawn_tests;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod labels_tests;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod other_tests;

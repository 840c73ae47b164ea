//! Reads and writes the Smart Game Format (SGF), FF\[1\] to FF\[4\], for Go, Lines of Action and, without replay, other
//! games.
//!
//! # What the reader accepts
//!
//! Text before, between and after the trees; a missing `)`, `]` or `;`; a `(` without `;`; a surplus `)`; lower-case
//! letters in names (FF\[1\] to FF\[3\]); digits in names; NULs; every kind of line break; `SZ[19:13]` and `SZ[19x13]`;
//! rectangles in any order; setup at any node; unescaped `]` in texts; a line of text without `]`, which ends where the
//! next move or well-known property begins (a comment runs on to the next `]`); the signs `>` of quoted mail between
//! properties. A file without any parenthesis is a game if it begins with `;` or with a property.
//!
//! # What it does not do
//!
//! A property without a value is not a pass, and neither is a value that is not a point. Handicap stones are never
//! invented. A value cut off by the end of the file is kept if it is a comment, and dropped otherwise.
//!
//! Three layers read a text: `lexer` finds where names and values begin and end, `values` decodes a value, and `reader`
//! adds it to the right node.

pub(in crate::formats) mod analysis;
mod boardspace;
pub mod edit;
mod lexer;
pub mod marks;
mod properties;
mod reader;
mod start;
mod values;
pub mod write;

use super::budget::{MAX_NODES, NodeBudget};
use crate::{Diagnostics, GameRecord};
pub(super) use properties::has_line_breaks;
pub use reader::{GameSpan, read_marks};
pub(super) use reader::{
    begins_without_parenthesis, complete_games, count_games, first_game_length, game_place,
    is_one_game, read_each,
};
pub(super) use values::{clip_rectangle, point_from_letters};

/// Reads all game trees of a text up to [`MAX_NODES`] nodes; the list is empty if the text has no game.
pub fn read(text: &str) -> (Vec<GameRecord>, Diagnostics) {
    let mut records = Vec::new();
    let budget = &mut NodeBudget::new(MAX_NODES);
    let diagnostics = read_each(text, true, budget, &mut |record, _| records.push(record));
    (records, diagnostics)
}

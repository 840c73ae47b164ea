//! Smart Game Format, FF\[1\] to FF\[4\], for Go, Lines of Action and, without replay, other games.
//!
//! # What the reader permits
//!
//! Text before, between and after the trees; a missing `)`, `]` or `;`; a `(` without `;`; a surplus `)`; lower-case
//! letters in names (FF\[1\] to FF\[3\]); digits in names; NULs; every kind of line break; `SZ[19:13]` and `SZ[19x13]`;
//! rectangles in any order; setup at any node; unescaped `]` in texts; a line of
//! text without `]`, which ends where the next move or well-known property begins (a comment runs on to the next `]`); the
//! marks of quoted mail between properties. A file without any parenthesis is a game if it
//! begins with `;` or with a property.
//!
//! # What it does not do
//!
//! A property without a value is no pass. A value that is no point is no pass. Handicap stones are never invented.
//! A value that the end of the file cuts off is kept if it is a comment, else dropped.
//!
//! Three layers answer three questions: where do names and values begin and end (`lexer`), what does a value say
//! (`values`), which node does it belong to (`reader`).

mod boardspace;
pub mod edit;
mod lexer;
mod properties;
mod reader;
mod start;
mod values;
pub mod write;

use crate::record::{Diagnostics, GameRecord};
pub(super) use properties::keeps_lines;
use std::ops::Range;

/// Where a game stands in its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// From its first parenthesis to its last.
    pub range: Range<usize>,
    /// How many parentheses lack their end.
    pub open: usize,
    /// Whether there are none around it at all.
    pub is_bare: bool,
}

/// Reads the game trees of a text and hands them out one by one, so that a collection of any size takes the memory of
/// one game. The diagnostics are those of the file outside of trees.
pub fn read_each(text: &str, sink: &mut dyn FnMut(GameRecord, Span)) -> Diagnostics {
    reader::read_each(text, sink)
}

/// Reads all game trees of a text; no game gives an empty list.
pub fn read(text: &str) -> (Vec<GameRecord>, Diagnostics) {
    let mut records = Vec::new();
    let diagnostics = read_each(text, &mut |record, _| records.push(record));
    (records, diagnostics)
}

//! Reads the games of an SGF text and passes them on one by one.

use super::TreeReader;
use super::extent::skip_game;
use crate::formats::budget::{GameLimit, NodeBudget};
use crate::formats::sgf::lexer::Lexer;
use crate::{Code, Diagnostics, GameRecord};
use std::ops::Range;

/// Place of a game in its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSpan {
    /// Range in bytes from the game's first parenthesis to its last.
    pub range: Range<usize>,
    /// Number of the game's parentheses that are never closed.
    pub unclosed: usize,
    /// Whether the game has no parentheses around it.
    pub is_bare: bool,
}

/// Reads the game trees of a text and passes them to `sink` one by one, with their places, so a collection of any size
/// takes only the memory of one game. Returns diagnostics about everything outside the trees.
///
/// A tree is a game if it has a property: a value in brackets, closed or not. The value may lack its name, unless
/// characters foreign to SGF stand before it: random bytes look like that. A closed tree without any content, `(;)`, is
/// a game too. A tree that has only begun, `(;`, may still become anything. So a file that is cut off, or that is still
/// being written, never has more games than the complete one.
///
/// A text without any game tree may be a game without parentheses. Nothing marks its end, so it must have a property.
///
/// A game that exceeds the budget for one game is skipped. Reading ends where the file's nodes exceed the budget; the
/// game that does so is not passed on.
///
/// `is_first` is false for a later part of a file. Such a part may begin with text outside the games, but not with a
/// game without parentheses.
pub(in crate::formats) fn read_each(
    text: &str,
    mut is_first: bool,
    budget: &mut NodeBudget,
    sink: &mut dyn FnMut(GameRecord, GameSpan),
) -> Diagnostics {
    let bare = Lexer::new(text);
    let may_be_bare = is_first;
    if may_be_bare && bare.begins_node() {
        read_bare(bare, budget, sink);
        return Diagnostics::default();
    }
    let mut outside = Diagnostics::default();
    let mut lexer = bare.clone();
    let mut games = 0usize;
    loop {
        let start = lexer.offset();
        let (found, stray) = lexer.find_tree(is_first);
        is_first = false;
        if stray {
            let message = "text outside the game trees was skipped";
            outside.add(Code::StrayText, start, message);
        }
        if !found {
            break;
        }
        let start = lexer.offset();
        let before = lexer.clone();
        match TreeReader::new(&mut lexer, budget).read() {
            _ if budget.is_exceeded() => {
                if !budget.skip_game(GameLimit::Nodes) {
                    return outside;
                }
                games += 1;
                // The reader stopped in the middle of the game.
                lexer = before;
                skip_game(&mut lexer);
            }
            (Some(record), open) => {
                let range = start..lexer.offset();
                let exceeded = if budget.charge(&record) {
                    budget.is_too_long(range.len()).then_some(GameLimit::Bytes)
                } else {
                    Some(GameLimit::Nodes)
                };
                if exceeded.is_some_and(|limit| !budget.skip_game(limit)) {
                    return outside;
                }
                games += 1;
                if exceeded.is_some() {
                    continue;
                }
                sink(record, GameSpan { range, unclosed: open, is_bare: false });
            }
            (None, _) => {
                let message = "`(;` without any property was skipped";
                outside.add(Code::StrayText, start, message);
            }
        }
    }
    if may_be_bare && games == 0 && bare.begins_tree() && read_bare(bare, budget, sink) {
        return Diagnostics::default();
    }
    outside
}

/// Reads a game without any parentheses around it. Returns whether there is one.
fn read_bare(
    mut lexer: Lexer,
    budget: &mut NodeBudget,
    sink: &mut dyn FnMut(GameRecord, GameSpan),
) -> bool {
    let start = lexer.offset();
    let mut reader = TreeReader::new(&mut lexer, budget);
    reader.is_bare = true;
    let (Some(mut record), _) = reader.read() else {
        return false;
    };
    if !budget.charge(&record) {
        return false;
    }
    let message = "the game stands outside of parentheses; it was read";
    record.diagnostics.add(Code::MissingParenthesis, 0, message);
    let span = GameSpan { range: start..lexer.offset(), unclosed: 0, is_bare: true };
    sink(record, span);
    true
}

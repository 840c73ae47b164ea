//! Finds where games end without making records, several times as fast as reading them.
//!
//! This is the control flow of [`TreeReader`](super::TreeReader) without a tree: both must take the same bytes for
//! values, variations and the end of a game. A test compares them on random texts.

use crate::cancel::checkpoint;
use crate::formats::sgf::lexer::{Lexer, ValueKind};
use crate::formats::sgf::properties::{canonical_name, value_kind};
use std::ops::Range;

/// Number of bytes at the beginning of a text that belong to games which are complete, whatever follows the text. The
/// rest begins with a game, or is the whole text if no game in it is known to be complete.
///
/// `is_first` is whether the text is the beginning of a file, where the rule for a game's beginning is less strict.
pub(in crate::formats) fn complete_games(text: &str, mut is_first: bool) -> usize {
    let mut lexer = Lexer::new(text);
    let mut complete = 0;
    // The beginning of a file must have a game: without one, it would be read as a game without parentheses.
    let mut may_end = !is_first;
    loop {
        let (found, _) = lexer.find_tree(is_first);
        if !found {
            return complete;
        }
        // The games up to here are complete only if no broken value in them searched for its end beyond this place:
        // then more text could change where they end.
        if may_end && lexer.searched() <= lexer.offset() {
            complete = lexer.offset();
        }
        is_first = false;
        may_end |= skip_game(&mut lexer).is_game;
    }
}

/// Whether a text begins with a node, so that all of it is one game without parentheses.
pub(in crate::formats) fn begins_without_parenthesis(text: &str) -> bool {
    Lexer::new(text).begins_node()
}

/// Length of the text up to the end of its first game; `None` if it has none or its end is missing.
pub(in crate::formats) fn first_game_length(text: &str, is_first: bool) -> Option<usize> {
    let mut lexer = Lexer::new(text);
    let end = lexer.find_tree(is_first).0.then(|| skip_game(&mut lexer))?;
    (end.open_parentheses == 0 && lexer.searched() <= lexer.offset()).then(|| lexer.offset())
}

/// Number of games in a text. `is_first` is as for [`complete_games`].
pub(in crate::formats) fn count_games(text: &str, mut is_first: bool) -> usize {
    let mut lexer = Lexer::new(text);
    let mut games = 0;
    while lexer.find_tree(is_first).0 {
        is_first = false;
        games += usize::from(skip_game(&mut lexer).is_game);
    }
    games
}

/// Place of the game with this number, from 1, in the text of a file, and the number of games in the text. `None` if
/// there is no such game, if its end depends on the text behind it, or if the text is a game without parentheses.
pub(in crate::formats) fn game_place(text: &str, number: usize) -> Option<(Range<usize>, usize)> {
    let mut lexer = Lexer::new(text);
    if lexer.begins_node() {
        return None;
    }
    let (mut games, mut place) = (0, None);
    let mut is_first = true;
    while lexer.find_tree(is_first).0 {
        // What stands before the first tree decides how that tree is read.
        let start = if is_first { 0 } else { lexer.offset() };
        is_first = false;
        if skip_game(&mut lexer).is_game {
            games += 1;
            if games == number {
                place = (lexer.searched() <= lexer.offset()).then(|| start..lexer.offset());
            }
        }
    }
    place.map(|place| (place, games))
}

/// Whether a text is exactly one game in closed parentheses, apart from white space after it.
pub(in crate::formats) fn is_one_game(text: &str) -> bool {
    let mut lexer = Lexer::new(text);
    let (found, is_stray) = lexer.find_tree(true);
    if !found || is_stray {
        return false;
    }
    let end = skip_game(&mut lexer);
    lexer.skip_space();
    end.is_game && end.open_parentheses == 0 && lexer.peek().is_none()
}

/// How a game ended.
pub(super) struct GameEnd {
    /// Whether the tree is a game, see [`read_each`](super::read_each).
    pub(super) is_game: bool,
    /// Number of parentheses that are never closed.
    pub(super) open_parentheses: usize,
}

/// Moves behind the game tree that begins at the current position.
pub(super) fn skip_game(lexer: &mut Lexer) -> GameEnd {
    let mut tree = TreeExtent { lexer, depth: 0, has_node: false, has_value: false, is_odd: false };
    tree.skip();
    let is_empty_and_closed = tree.depth == 0 && !tree.is_odd;
    GameEnd { is_game: tree.has_value || is_empty_and_closed, open_parentheses: tree.depth }
}

struct TreeExtent<'l, 'a> {
    lexer: &'l mut Lexer<'a>,
    /// Number of open parentheses.
    depth: usize,
    has_node: bool,
    has_value: bool,
    /// Whether a reader would report an oddity before the first property.
    is_odd: bool,
}

impl TreeExtent<'_, '_> {
    fn skip(&mut self) {
        loop {
            checkpoint();
            self.lexer.skip_space();
            match self.lexer.peek() {
                Some(b';') => {
                    self.has_node = true;
                    if self.lexer.read_plain_nodes(usize::MAX).is_empty() {
                        self.lexer.bump();
                    } else {
                        self.has_value = true;
                    }
                }
                Some(b'(') => {
                    if self.depth > 0 && self.has_node && self.lexer.begins_line_with_game() {
                        return;
                    }
                    self.lexer.bump();
                    self.depth += 1;
                }
                Some(b')') => {
                    self.lexer.bump();
                    if self.close() {
                        return;
                    }
                }
                Some(b'[') => {
                    self.has_value |= !self.is_odd;
                    self.is_odd = true;
                    self.lexer.read_value(ValueKind::Points);
                }
                Some(byte) if byte.is_ascii_alphanumeric() => self.property(),
                Some(_) => {
                    self.is_odd = true;
                    self.lexer.skip_char();
                }
                None => return,
            }
        }
    }

    /// Closes a parenthesis. Returns whether it was the one around the tree.
    fn close(&mut self) -> bool {
        match self.depth {
            0 => self.is_odd = true,
            1 if !self.lexer.has_move_next() => {
                self.depth = 0;
                return true;
            }
            1 => self.is_odd = true,
            _ => self.depth -= 1,
        }
        false
    }

    fn property(&mut self) {
        let written = self.lexer.read_name();
        self.lexer.skip_space();
        if self.lexer.peek() != Some(b'[') {
            self.is_odd = true;
            return;
        }
        self.has_value = true;
        self.has_node = true;
        let kind = value_kind(&canonical_name(written));
        while self.lexer.peek() == Some(b'[') {
            self.lexer.read_value(kind);
            self.lexer.skip_space();
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::formats::budget::{MAX_NODES, NodeBudget};
    use crate::formats::sgf::reader::read_each;
    use std::ops::Range;

    const FRAGMENTS: [&str; 30] = [
        "(",
        "(",
        ";",
        ";",
        ")",
        ")",
        "[",
        "]",
        "]",
        "\n",
        "\n(;FF[4]",
        "\n(;GM[1]",
        "(;",
        "C[a",
        "B[aa]",
        "PB[x",
        "\\",
        "W[]",
        " ",
        "x",
        "\n> ",
        ":",
        "#",
        "KM[6.5]",
        ";B[cc];W[dd]",
        "AB[aa][bb]",
        "EV[a]",
        "(;CA[UTF-8]",
        "囲",
        ";B[tt]C[1] 2]",
    ];

    /// Random text of SGF fragments, from a linear congruential generator.
    fn random_text(seed: &mut u64, length: usize) -> String {
        let mut next = || {
            *seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (*seed >> 33) as usize
        };
        (0..length).map(|_| FRAGMENTS[next() % FRAGMENTS.len()]).collect()
    }

    fn games(text: &str, is_first: bool) -> Vec<(Range<usize>, String)> {
        let mut games = Vec::new();
        let budget = &mut NodeBudget::new(MAX_NODES);
        read_each(text, is_first, budget, &mut |record, span| {
            let start = span.range.start;
            let mut record = record;
            record.diagnostics.map_offsets(|at| at.saturating_sub(start));
            games.push((span.range, format!("{record:?}")));
        });
        games
    }

    #[test]
    fn games_end_where_the_reader_ends_them() {
        let mut seed = 1;
        for _ in 0..30_000 {
            let text = random_text(&mut seed, 14);
            let text = format!("(;{text}");
            let mut lexer = Lexer::new(&text);
            let mut ends = Vec::new();
            let mut is_first = true;
            while lexer.find_tree(is_first).0 {
                is_first = false;
                let start = lexer.offset();
                if skip_game(&mut lexer).is_game {
                    ends.push(start..lexer.offset());
                }
            }
            let read: Vec<_> = games(&text, true).into_iter().map(|(range, _)| range).collect();
            if read.first().is_none_or(|first| first.start > 0 || !ends.is_empty()) {
                assert_eq!(ends, read, "{text:?}");
                assert_eq!(count_games(&text, true), read.len(), "{text:?}");
            }
        }
    }

    #[test]
    fn what_follows_changes_no_complete_game() {
        let mut seed = 7;
        let mut cuts = 0;
        for _ in 0..30_000 {
            let text = format!("(;B[aa]{}", random_text(&mut seed, 24));
            let whole = format!("{text}{}", random_text(&mut seed, 10));
            let complete = complete_games(&text, true);
            if complete == 0 {
                continue;
            }
            cuts += 1;
            let mut parts = games(&text[..complete], true);
            parts.extend(
                games(&whole[complete..], false)
                    .into_iter()
                    .map(|(range, record)| (range.start + complete..range.end + complete, record)),
            );
            assert_eq!(parts, games(&whole, true), "{text:?} {complete}");
        }
        assert!(cuts > 1000, "{cuts}");
    }
}

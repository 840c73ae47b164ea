//! Detects the format of a text and how the games are arranged in it, and finds where a long file can be cut.

use super::budget::{MAX_NODES, NodeBudget, ReadLimits};
use super::sgf::{
    begins_without_parenthesis, complete_games, count_games, first_game_length, game_place,
    is_one_game,
};
use super::{gib, jgf, move_lines, ngf, ogs, tree_lines, ugf};
use crate::Format;
use memchr::memrchr;
use std::ops::Range;

/// Part of a file that is too long to be read as a whole. It holds complete games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FilePart {
    /// Arrangement of the file.
    pub arrangement: Arrangement,
    /// Number of games before the part.
    pub games_before: u32,
    /// Number of bytes before the part.
    pub offset: u64,
}

/// Format of a file, and how the games stand in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Arrangement {
    /// SGF: any number of game trees, one after the other.
    Trees,
    /// SGF with a game on each line, as Go programs write their own games.
    TreeLines,
    /// Lines of a number, a tab and moves in SGF.
    MoveLines,
    /// JSON of OGS with an object on each line.
    OgsLines,
    /// JSON of OGS in any other layout: objects of several lines, or in a list.
    Ogs,
    /// One or more games in JGF, the JSON Go Format.
    Jgf,
    /// GIB, the format of the Tygem server.
    Gib,
    /// NGF, the format of the servers wBaduk and Cyberoro.
    Ngf,
    /// UGF, the format of Panda-net (IGS).
    Ugf,
}

impl Arrangement {
    /// Detects the arrangement. JSON begins with a brace, a bracket or an assignment. The server formats have lines
    /// that no other format has. SGF has a parenthesis somewhere, and is taken if no other format fits. The beginning
    /// of a file is enough, if it is a few megabytes long.
    pub fn of_text(text: &str) -> Arrangement {
        match text {
            _ if begins_as_sgf(text) && tree_lines::looks_like(text) => Arrangement::TreeLines,
            _ if begins_as_sgf(text) => Arrangement::Trees,
            // OGS comes first, because the beginning of a long game of OGS looks like JGF.
            _ if ogs::looks_like(text) && ogs::has_game_lines(text) => Arrangement::OgsLines,
            _ if ogs::looks_like(text) => Arrangement::Ogs,
            _ if jgf::looks_like(text) => Arrangement::Jgf,
            _ if gib::looks_like(text) => Arrangement::Gib,
            _ if ugf::looks_like(text) => Arrangement::Ugf,
            _ if ngf::looks_like(text) => Arrangement::Ngf,
            _ if move_lines::looks_like(text) => Arrangement::MoveLines,
            _ => Arrangement::Trees,
        }
    }

    /// Format of the records.
    pub fn format(self) -> Format {
        match self {
            Arrangement::Trees | Arrangement::TreeLines | Arrangement::MoveLines => Format::Sgf,
            Arrangement::OgsLines | Arrangement::Ogs => Format::Ogs,
            Arrangement::Jgf => Format::Jgf,
            Arrangement::Gib => Format::Gib,
            Arrangement::Ngf => Format::Ngf,
            Arrangement::Ugf => Format::Ugf,
        }
    }

    /// Whether a file with this beginning can be read part by part. Other files must be read as a whole.
    pub fn can_be_cut(self, text: &str) -> bool {
        match self {
            Arrangement::Trees => !begins_without_parenthesis(text) && count_games(text, true) > 0,
            Arrangement::TreeLines | Arrangement::MoveLines | Arrangement::OgsLines => true,
            _ => false,
        }
    }

    /// Number of bytes at the beginning of `text`, a part of a file that begins with a game, that hold complete games,
    /// whatever follows the text. 0 if no game is known to be complete. The rest of the text begins with a game.
    /// `is_first` is whether the text is the beginning of the file.
    pub fn complete_length(self, text: &str, is_first: bool) -> usize {
        match self {
            Arrangement::Trees => complete_games(text, is_first),
            Arrangement::TreeLines => tree_lines::last_beginning(text).unwrap_or(0),
            Arrangement::MoveLines | Arrangement::OgsLines => {
                memrchr(b'\n', text.as_bytes()).map_or(0, |at| at + 1)
            }
            _ => 0,
        }
    }

    /// Length of the text up to the end of its first game, if text outside the games follows it.
    pub fn first_game_length(self, text: &str, is_first: bool) -> Option<usize> {
        match self {
            Arrangement::Trees => first_game_length(text, is_first),
            _ => None,
        }
    }

    /// Number of games in a part of a file, also of those that are too large to be read.
    pub fn count_games(self, text: &str, is_first: bool) -> u32 {
        let games = match self {
            Arrangement::Trees => count_games(text, is_first),
            Arrangement::TreeLines => {
                tree_lines::lines(text).map(|(_, line)| count_games(line, true)).sum()
            }
            Arrangement::MoveLines => move_lines::count_games(text),
            _ => {
                let mut games = 0;
                let budget = &mut NodeBudget::with_limits(ReadLimits::of_each_game(MAX_NODES));
                ogs::read_each(text, budget, &mut |_| games += 1);
                games + budget.skips().count() as usize
            }
        };
        u32::try_from(games).unwrap_or(u32::MAX)
    }

    /// Place of the game with this number, from 1, in the text of a whole file, and the number of games of the file.
    /// Finding it takes a fraction of the time that reading all games takes. `None` if there is no such game, if its
    /// end depends on the text behind it, or if the arrangement has no such places.
    pub(super) fn game_place(self, text: &str, number: u32) -> Option<(Range<usize>, u32)> {
        let number = number as usize;
        let (place, games) = match self {
            Arrangement::Trees => game_place(text, number)?,
            Arrangement::TreeLines => {
                let games_of = |line| count_games(line, true);
                place_among(
                    tree_lines::lines(text).map(|(at, line)| (at, line, games_of(line))),
                    number,
                )?
            }
            Arrangement::MoveLines => place_among(move_lines::games(text), number)?,
            _ => return None,
        };
        Some((place, u32::try_from(games).ok()?))
    }

    /// Offset of the first place after the beginning at which another game may begin, for a game that is too large to
    /// be read to its end: a line that begins like a game. `None` if there is none in these bytes.
    pub fn next_beginning(self, bytes: &[u8]) -> Option<usize> {
        use memchr::{memchr, memmem};
        let line_with = |start: &[u8]| memmem::find(bytes, start).map(|at| at + 1);
        match self {
            Arrangement::Trees => {
                line_with(b"\n(;FF[").into_iter().chain(line_with(b"\n(;GM[")).min()
            }
            Arrangement::TreeLines => line_with(b"\n(;"),
            _ => memchr(b'\n', bytes).map(|at| at + 1),
        }
    }
}

/// Whether a text begins with a game tree: `(;`, or `(CA[` where the first semicolon is missing. Blanks and control
/// characters may stand between them, because the SGF reader skips these.
fn begins_as_sgf(text: &str) -> bool {
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    let inside = text.trim_start_matches(is_blank).strip_prefix('(');
    inside.is_some_and(|inside| {
        let inside = inside.trim_start_matches(is_blank);
        let name = inside.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        inside.starts_with(';') || name.len() < inside.len() && name.starts_with('[')
    })
}

/// Place of the game with this number, from 1, among lines, each with its offset and its number of games; and the
/// number of all games. `None` if the game shares its line with others.
fn place_among<'t>(
    lines: impl Iterator<Item = (usize, &'t str, usize)>,
    number: usize,
) -> Option<(Range<usize>, usize)> {
    let (mut games, mut place) = (0, None);
    for (start, line, count) in lines {
        if count == 1 && games + 1 == number {
            place = Some(start..start + line.len());
        }
        games += count;
    }
    place.map(|place| (place, games))
}

/// Whether a line of text is exactly one game in SGF.
pub(super) fn is_game_line(line: &str) -> bool {
    line.starts_with("(;") && is_one_game(line)
}

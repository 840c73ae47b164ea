//! Reads SGF files with a game on each line, such as the self-play of KataGo.
//!
//! Each line is read as an SGF file of its own, so a broken line costs only itself.

use super::arrangement::is_game_line;
use super::budget::NodeBudget;
use super::sgf::{self, GameSpan};
use crate::cancel::checkpoint;
use crate::{Diagnostics, GameRecord};
use memchr::memmem;

/// Number of lines at the beginning of a file by which it is decided whether the file has a game on each line. A file
/// with fewer lines counts as ordinary SGF.
const EXAMINED_LINES: usize = 8;
/// Minimum number of complete games among the examined lines of a file that has a game on each line.
const MIN_GAMES: usize = 6;

/// Line break and beginning of a game, by which lines with a game are found, except in the first line of the file.
const LINE_START: &[u8] = b"\n(;";

/// Properties with which games begin, and variations do not.
const ROOT_PROPERTIES: [&str; 20] = [
    "FF", "GM", "CA", "SZ", "AP", "PB", "PW", "BR", "WR", "KM", "RU", "RE", "DT", "EV", "GN", "HA",
    "PC", "SO", "ST", "TM",
];

/// Whether the first lines are complete games by themselves, most of them at least.
///
/// All of these lines must begin like a game and end with a line break. So the answer is the same for every longer part
/// of the file, and a file that is cut off never has more games than the complete one.
pub(super) fn looks_like(text: &str) -> bool {
    let mut lines = text.split_inclusive('\n').filter(|line| !line.trim().is_empty());
    let (mut count, mut games) = (0, 0);
    for line in lines.by_ref().take(EXAMINED_LINES) {
        if !line.ends_with('\n') || !begins_game(line) {
            return false;
        }
        count += 1;
        games += usize::from(is_game_line(line));
    }
    count == EXAMINED_LINES && games >= MIN_GAMES
}

fn begins_game(line: &str) -> bool {
    let properties = line.trim_start_matches('\u{feff}').strip_prefix("(;");
    properties.is_some_and(|inside| {
        ROOT_PROPERTIES.iter().any(|name| {
            inside.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('['))
        })
    })
}

/// Offset of the last line that begins like a game, unless that is the first line.
pub(super) fn last_beginning(text: &str) -> Option<usize> {
    memmem::rfind(text.as_bytes(), LINE_START).map(|at| at + 1)
}

/// Pieces of the text that each begin with a line that begins like a game, with their offsets.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let starts = memmem::find_iter(text.as_bytes(), LINE_START).map(|at| at + 1);
    let mut start = 0;
    starts.chain([text.len()]).map(move |end| {
        let line = (start, text.get(start..end).unwrap_or_default());
        start = end;
        line
    })
}

/// Reads the games of a text and hands them out one by one, as long as their nodes fit into the budget. Returns
/// diagnostics about everything outside the games.
pub(super) fn read_each(
    text: &str,
    budget: &mut NodeBudget,
    sink: &mut dyn FnMut(GameRecord, GameSpan),
) -> Diagnostics {
    let mut outside = Diagnostics::default();
    for (start, line) in lines(text) {
        checkpoint();
        // The offset 0 stands for the game as a whole.
        let in_file = |at: usize| if at == 0 { 0 } else { at + start };
        let mut found = sgf::read_each(line, true, budget, &mut |mut record, mut span| {
            record.diagnostics.map_offsets(in_file);
            span.range = span.range.start + start..span.range.end + start;
            sink(record, span);
        });
        found.map_offsets(in_file);
        outside.extend(&found);
        if budget.is_exceeded() {
            break;
        }
    }
    outside
}

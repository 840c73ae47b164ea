//! Reads files of lines with a number, a tab and the moves of a game in SGF, such as `;B[gf];W[io]`. The collections of
//! Tygem's and Tom's games that Go programs learn from have this form. The number becomes the name of the game (`GN`).
//! Players, date and result stand in game lists beside the file, if there are any.
//!
//! Each line is read as an SGF file of its own, so a broken line costs only itself.

use super::budget::NodeBudget;
use super::game_list::{GameLists, header_of};
use super::server::{lines, prefix};
use super::sgf;
use crate::cancel::checkpoint;
use crate::{Code, Diagnostics, GameRecord};

/// Number of lines that are examined to detect the form, so that a broken first line does not hide it.
const EXAMINED_LINES: usize = 16;
/// Number of bytes that are examined to detect the form.
const EXAMINED_BYTES: usize = 64 << 10;
/// Maximum number of digits of a game's number.
const MAX_DIGITS: usize = 20;

/// Whether one of the first lines is a number and moves.
pub(super) fn looks_like(text: &str) -> bool {
    let head = prefix(text, EXAMINED_BYTES);
    lines(head).take(EXAMINED_LINES).any(|line| split_line(line.text).is_some())
}

/// Splits a line into its number and its moves.
fn split_line(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches('\u{feff}');
    let (number, moves) = line.split_once('\t')?;
    let is_number =
        (1..=MAX_DIGITS).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    let is_move = moves.starts_with(";B[") || moves.starts_with(";W[");
    (is_number && is_move).then_some((number, moves))
}

/// Number of games in a text.
pub(super) fn count_games(text: &str) -> usize {
    lines(text).filter(|line| split_line(line.text).is_some()).count()
}

/// Lines of a text with their offsets, and with 1 for a game and 0 for any other line.
pub(super) fn games(text: &str) -> impl Iterator<Item = (usize, &str, usize)> {
    lines(text).map(|line| (line.offset, line.text, usize::from(split_line(line.text).is_some())))
}

/// Reads the games of a text and hands them out one by one, as long as their nodes fit into the budget. Returns
/// diagnostics about lines without a game, which are skipped.
pub(super) fn read_each(
    text: &str,
    lists: Option<&dyn GameLists>,
    budget: &mut NodeBudget,
    sink: &mut dyn FnMut(GameRecord),
) -> Diagnostics {
    let mut outside = Diagnostics::default();
    let skips = budget.skips();
    for (index, line) in lines(text).enumerate() {
        checkpoint();
        if line.text.is_empty() {
            continue;
        }
        let skips_before = skips.count();
        let record = split_line(line.text).and_then(|(number, moves)| {
            let start = line.offset + line.text.len() - moves.len();
            let facts = lists.map(|lists| header_of(lists.tables(), number, moves));
            let header = format!("(;SZ[19]GN[{number}]{}", facts.unwrap_or_default());
            read_game(&header, moves, start, budget)
        });
        match record {
            _ if budget.is_exceeded() => break,
            Some(record) => sink(record),
            None if skips.count() > skips_before => {}
            None => {
                let message =
                    format!("line {} is not a number and moves; it was skipped", index + 1);
                outside.add(Code::BadLine, line.offset, message);
            }
        }
    }
    outside
}

/// Reads the moves of one game, which begin at this offset of the file. `header` is the beginning of the game in SGF,
/// which is not part of the file.
fn read_game(
    header: &str,
    moves: &str,
    start: usize,
    budget: &mut NodeBudget,
) -> Option<GameRecord> {
    let text = format!("{header}{moves})");
    let mut game = None;
    sgf::read_each(&text, true, budget, &mut |record, _| {
        game.get_or_insert(record);
    });
    let mut game = game?;
    let end = start + moves.len();
    game.diagnostics.map_offsets(|at| (start + at.saturating_sub(header.len())).min(end));
    Some(game)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use crate::formats::read;
    use crate::formats::tests::{codes, main_line, properties};
    use crate::{Code, Format};

    #[test]
    fn a_number_and_moves_on_each_line() {
        for end in ["\n", "\r\n"] {
            let text = ["7000\t;B[gf];W[io];B[]", "", "7001\t;W[aa]", "7002\t;B[b"].join(end);
            let parsed = read(text.as_bytes());
            assert_eq!(parsed.records.len(), 3);
            assert!(parsed.diagnostics.is_empty());
            let games: Vec<_> = parsed.records.iter().map(main_line).collect();
            assert_eq!(games, ["B[gf] W[io] B[]", "W[aa]", ""]);
            let names: Vec<_> = parsed.records.iter().map(properties).collect();
            assert_eq!(names, ["SZ=19; GN=7000", "SZ=19; GN=7001", "SZ=19; GN=7002"]);
            assert_eq!(parsed.records[0].format, Format::Sgf);
            assert!(parsed.records[0].diagnostics.is_empty());
        }
    }

    #[test]
    fn a_broken_line_costs_only_itself() {
        let lines = ["1\t;B[aa];W[bb]", "2\t;B[cc]", "3\t;B[dd]"];
        for broken in
            ["", "2 ;B[cc]", "x\t;B[cc]", "\t;B[cc]", "2\tabc", "123456789012345678901\t;B[aa]"]
        {
            for at in 0..3 {
                let mut broken_lines = lines;
                broken_lines[at] = broken;
                let parsed = read(broken_lines.join("\n").as_bytes());
                assert_eq!(parsed.records.len(), 2, "{broken:?}");
                let message = parsed.diagnostics.iter().next().map(|d| d.message.to_string());
                let number = format!("line {} ", at + 1);
                assert_eq!(message.is_some_and(|m| m.contains(&number)), !broken.is_empty());
            }
        }
    }

    #[test]
    fn oddities_have_their_place_in_the_file() {
        let parsed = read(b"1\t;B[aa]\n2\t;B[aa];W[zz];B[cc])(;B[dd])\n");
        let [_, odd] = &parsed.records[..] else { panic!("{:?}", parsed.records) };
        assert_eq!(main_line(odd), "B[aa] W[!] B[cc]");
        assert!(codes(&odd.diagnostics).starts_with("bad-move@"));
        let offset = odd.diagnostics.iter().find(|d| d.code == Code::BadMove).unwrap().offset;
        assert!((18..24).contains(&offset), "{offset}");
    }

    #[test]
    fn a_cut_file_has_no_more_games() {
        let text = "7000\t;B[gf];W[io]\n7001\t;B[aa]C[x]\nx\n7002\t;B[bb]";
        let mut most = 0;
        for end in 0..=text.len() {
            let games = read(&text.as_bytes()[..end]).records.len();
            assert!(games >= most, "{end}");
            most = games;
        }
        assert_eq!(most, 3);
    }
}

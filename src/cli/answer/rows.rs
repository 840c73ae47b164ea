//! The tables of continuations on a terminal: the next moves, and the next moves inside a pattern.

use super::{ShownMoves, letters};
use crate::cli::terminal::Terminal;
use crate::engine::board::{BoardAnswer, LocalMove, Mover, NextMove, TenukiCounts, Wins};
use crate::engine::words::{counted, percent, thousands};
use crate::game::Point;
use crate::text::display::{clean, truncate, width};
use std::io::{self, Write};

/// The most continuations to print.
pub const MOST: usize = 20;
/// The most moves inside a pattern to print below the other continuations.
const MOST_BELOW: usize = 5;
/// From this many columns on, a terminal has room for players beside the numbers.
pub const WIDE: usize = 110;
/// With less room than this, no names are shown.
const PLAYERS_WIDTH: usize = 20;

/// A kind of table. Names come first and years last; these are aligned left, numbers right.
struct TableHeadings {
    headings: &'static [&'static str],
    /// The columns that are dropped first on a narrow terminal.
    give_way: &'static [usize],
}

/// The columns that are dropped: draws, unknown results, shares, rates, years.
const NEXT: TableHeadings = TableHeadings {
    headings: &[
        "next", "games", "share", "B wins", "W wins", "B rate", "drawn", "unknown", "years",
    ],
    give_way: &[6, 7, 2, 5, 8],
};

/// The columns that are dropped: rates, shares, years.
const INSIDE: TableHeadings = TableHeadings {
    headings: &[
        "inside", "games", "share", "at once", "B 1", "B 2+", "W 1", "W 2+", "B rate", "years",
    ],
    give_way: &[8, 2, 9],
};

type Cells = Vec<String>;

/// Prints the continuations, those asked for first and in full.
pub fn print(
    out: &mut dyn Write,
    answer: &BoardAnswer,
    shown: ShownMoves,
    terminal: &Terminal,
) -> io::Result<()> {
    let local = answer.local.as_deref().unwrap_or_default();
    let letters = letters(answer, shown);
    if shown == ShownMoves::Next {
        let rows: Vec<(&NextMove, Cells)> = (answer.moves.iter())
            .map(|row| (row, next_cells(row, answer.total)))
            .collect();
        print_table(out, (&NEXT, &rows, MOST), &letters, terminal)?;
    }
    if local.is_empty() {
        return Ok(());
    }
    let explained = "The next move inside, whenever it comes. B 1, B 2+: games in which Black played \
                     1, or 2 or more, moves elsewhere before it";
    if shown == ShownMoves::Next {
        writeln!(out)?;
    }
    for line in terminal.prose(explained) {
        writeln!(out, "{}", terminal.dim(line))?;
    }
    let rows: Vec<(&NextMove, Cells)> = (local.iter())
        .map(|row| (&row.next, local_cells(row, answer.total)))
        .collect();
    let most = match shown {
        ShownMoves::Next => MOST_BELOW,
        ShownMoves::Local => MOST,
    };
    print_table(out, (&INSIDE, &rows, most), &letters, terminal)
}

/// Prints the first rows of a table, and how many more there are.
fn print_table(
    out: &mut dyn Write,
    (columns, rows, most): (&TableHeadings, &[(&NextMove, Cells)], usize),
    letters: &[(Point, char)],
    terminal: &Terminal,
) -> io::Result<()> {
    let shown = || rows.iter().take(most);
    let headings = columns.headings.iter().map(|&text| text.to_owned());
    let headings: Cells = headings.collect();
    let widths = columns.widths(shown().map(|(_, cells)| cells), terminal.width);
    let mut heading = line(&headings, &widths);
    // Two columns with the letter precede the table.
    let used = heading.len() + 3;
    let room = terminal.width.saturating_sub(used + 2);
    let has_players = room >= PLAYERS_WIDTH && shown().any(|(row, _)| !row.players.is_empty());
    if has_players {
        heading.push_str("  played most often by");
    }
    writeln!(
        out,
        "{}",
        terminal.dim(format!("   {}", heading.trim_end()))
    )?;
    for (row, cells) in shown() {
        let letter = row.point.and_then(|point| {
            let labelled = letters.iter().find(|(other, _)| *other == point);
            labelled.map(|(_, letter)| *letter)
        });
        let mut text = format!(" {} {}", letter.unwrap_or(' '), line(cells, &widths));
        if has_players {
            text.push_str("  ");
            text.push_str(&truncate(&players(row), room));
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    print_rest(out, rows.iter().skip(most).map(|(row, _)| *row), terminal)
}

fn next_cells(row: &NextMove, all: u64) -> Cells {
    let games = row.games;
    let Wins {
        black,
        white,
        draws,
        unknown,
    } = row.wins;
    vec![
        name(row),
        thousands(games),
        percent(games, all, 0),
        thousands(black),
        thousands(white),
        percent(black, black + white, 0),
        thousands(draws),
        thousands(unknown),
        years(row),
    ]
}

fn local_cells(row: &LocalMove, all: u64) -> Cells {
    let NextMove { games, wins, .. } = row.next;
    let mut elsewhere = vec![String::new(); 5];
    if let Some(TenukiCounts { none, black, white }) = &row.elsewhere {
        let share = |games| percent(games, row.next.games, 0);
        elsewhere = vec![share(*none)];
        for counts in [black, white] {
            elsewhere.push(share(counts.get(1).copied().unwrap_or(0)));
            elsewhere.push(share(counts.iter().skip(2).sum()));
        }
    }
    let mut cells = vec![name(&row.next), thousands(games), percent(games, all, 0)];
    cells.extend(elsewhere);
    cells.push(percent(wins.black, wins.black + wins.white, 0));
    cells.push(years(&row.next));
    cells
}

fn name(row: &NextMove) -> String {
    match &row.color {
        Some(color) => format!("{color} {}", row.at),
        None => row.at.clone(),
    }
}

fn years(row: &NextMove) -> String {
    match row.first_year.zip(row.last_year) {
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
        None => String::new(),
    }
}

/// `Cho Chikun 12, Lee Changho 9`.
fn players(row: &NextMove) -> String {
    let player = |Mover { name, games }: &Mover| format!("{} {}", clean(name), thousands(*games));
    let players: Vec<String> = row.players.iter().map(player).collect();
    players.join(", ")
}

impl TableHeadings {
    /// The widths of the columns; 0 for those that are dropped.
    fn widths<'c>(&self, rows: impl Iterator<Item = &'c Cells>, terminal: usize) -> Vec<usize> {
        let mut widths: Vec<usize> = self.headings.iter().map(|text| width(text)).collect();
        for row in rows {
            for (widest, cell) in widths.iter_mut().zip(row) {
                *widest = width(cell).max(*widest);
            }
        }
        let total = |widths: &[usize]| {
            let shown = widths.iter().filter(|width| **width > 0);
            3 + shown
                .map(|width| width + 2)
                .sum::<usize>()
                .saturating_sub(2)
        };
        for &at in self.give_way {
            if total(&widths) <= terminal {
                break;
            }
            if let Some(width) = widths.get_mut(at) {
                *width = 0;
            }
        }
        widths
    }
}

/// A line of a table; the first and the last cell are aligned left.
fn line(cells: &[String], widths: &[usize]) -> String {
    let last = cells.len().saturating_sub(1);
    let shown = cells.iter().zip(widths).enumerate();
    let shown = shown.filter(|(_, (_, width))| **width > 0);
    let fitted = shown.map(|(i, (cell, &widest))| {
        let missing = " ".repeat(widest.saturating_sub(width(cell)));
        if i == 0 || i == last {
            format!("{cell}{missing}")
        } else {
            format!("{missing}{cell}")
        }
    });
    fitted.collect::<Vec<String>>().join("  ")
}

fn print_rest<'r>(
    out: &mut dyn Write,
    rest: impl Iterator<Item = &'r NextMove>,
    terminal: &Terminal,
) -> io::Result<()> {
    let (steps, games) = rest.fold((0u64, 0), |(steps, games), row| {
        (steps + 1, games + row.games)
    });
    if steps == 0 {
        return Ok(());
    }
    let line = format!(
        "   {} in {}",
        counted(steps, "other move", "other moves"),
        counted(games, "game", "games")
    );
    writeln!(out, "{}", terminal.dim(&line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(numbers: &str) -> Cells {
        let cells = numbers.split_whitespace();
        cells.map(|text| text.replace('_', " ")).collect()
    }

    fn fit(columns: &TableHeadings, rows: &[Cells]) {
        let of = |terminal| {
            let widths = columns.widths(rows.iter(), terminal);
            assert!(
                rows.iter()
                    .all(|row| line(row, &widths).len() + 3 <= terminal)
            );
            widths.iter().filter(|width| **width == 0).count()
        };
        assert!(of(80) <= 1);
        assert_eq!(of(200), 0);
    }

    #[test]
    fn the_widest_rows_fit_80_columns() {
        let rows = [
            row("W_elsewhere 116,234 100% 57,117 57,117 100% 2,000 12,345 1560-2025"),
            row("B_Q16 1 0% 0 1 0% 0 0 1999"),
        ];
        fit(&NEXT, &rows);
        let narrow = NEXT.widths(rows.iter(), 40);
        assert!(rows.iter().all(|row| line(row, &narrow).len() + 3 <= 40));
        let rows = [
            row("W_Q16 116,234 100% 100% 100% 100% 100% 100% 100% 1560-2025"),
            row("B_e1-e3 1 0% 0% 0% 0% 0% 100% 100% 1999"),
        ];
        fit(&INSIDE, &rows);
    }
}

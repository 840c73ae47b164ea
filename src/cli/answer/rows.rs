//! The table of continuations on a terminal.

use super::letters;
use crate::cli::terminal::Terminal;
use crate::engine::board::{BoardAnswer, Mover, NextMove, Wins};
use crate::engine::words::{counted, percent, thousands};
use crate::text::display::{clean, truncate, width};
use std::io::{self, Write};

/// The most continuations to print.
pub const MOST: usize = 20;
/// From this many columns on, a terminal has room for players beside the numbers.
pub const WIDE: usize = 110;
/// With less room than this, no names are shown.
const PLAYERS_WIDTH: usize = 20;

const HEADINGS: [&str; 9] = [
    "next", "games", "share", "B wins", "W wins", "B rate", "drawn", "unknown", "years",
];
/// The columns that are dropped first on a narrow terminal: draws, unknown results, shares, rates, years.
const GIVE_WAY: [usize; 5] = [6, 7, 2, 5, 8];

type Cells = [String; HEADINGS.len()];

/// Prints the first continuations, and how many more there are.
pub fn print(out: &mut dyn Write, answer: &BoardAnswer, terminal: &Terminal) -> io::Result<()> {
    let shown = || answer.moves.iter().take(MOST);
    let cells: Vec<Cells> = shown().map(|row| cells(row, answer.total)).collect();
    let widths = widths(&cells, terminal.width);
    // Two columns with the letter precede the table.
    let used = line(&HEADINGS.map(str::to_owned), &widths).len() + 3;
    let room = terminal.width.saturating_sub(used + 2);
    let has_players = room >= PLAYERS_WIDTH && shown().any(|row| !row.players.is_empty());
    let mut heading = line(&HEADINGS.map(str::to_owned), &widths);
    if has_players {
        heading.push_str("  played most often by");
    }
    writeln!(
        out,
        "{}",
        terminal.dim(format!("   {}", heading.trim_end()))
    )?;
    let letters = letters(answer);
    for (row, cells) in shown().zip(&cells) {
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
    print_rest(out, answer, terminal)
}

fn cells(row: &NextMove, all: u64) -> Cells {
    let games = row.games;
    let Wins {
        black,
        white,
        draws,
        unknown,
    } = row.wins;
    let name = match &row.color {
        Some(color) => format!("{color} {}", row.at),
        None => row.at.clone(),
    };
    let years = match row.first_year.zip(row.last_year) {
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
        None => String::new(),
    };
    [
        name,
        thousands(games),
        percent(games, all, 0),
        thousands(black),
        thousands(white),
        percent(black, black + white, 0),
        thousands(draws),
        thousands(unknown),
        years,
    ]
}

/// `Cho Chikun 12, Lee Changho 9`.
fn players(row: &NextMove) -> String {
    let player = |Mover { name, games }: &Mover| format!("{} {}", clean(name), thousands(*games));
    let players: Vec<String> = row.players.iter().map(player).collect();
    players.join(", ")
}

/// The widths of the columns; 0 for those that are dropped.
fn widths(rows: &[Cells], terminal: usize) -> [usize; HEADINGS.len()] {
    let mut widths = HEADINGS.map(width);
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
    for at in GIVE_WAY {
        if total(&widths) <= terminal {
            break;
        }
        if let Some(width) = widths.get_mut(at) {
            *width = 0;
        }
    }
    widths
}

/// Names and years are aligned left, numbers right.
fn line(cells: &Cells, widths: &[usize]) -> String {
    let shown = cells.iter().zip(widths).enumerate();
    let shown = shown.filter(|(_, (_, width))| **width > 0);
    let fitted = shown.map(|(i, (cell, &widest))| {
        let missing = " ".repeat(widest.saturating_sub(width(cell)));
        match i {
            0 | 8 => format!("{cell}{missing}"),
            _ => format!("{missing}{cell}"),
        }
    });
    fitted.collect::<Vec<String>>().join("  ")
}

fn print_rest(out: &mut dyn Write, answer: &BoardAnswer, terminal: &Terminal) -> io::Result<()> {
    let rest = answer.moves.iter().skip(MOST);
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
        let mut cells = [const { String::new() }; HEADINGS.len()];
        for (cell, text) in cells.iter_mut().zip(numbers.split_whitespace()) {
            *cell = text.replace('_', " ");
        }
        cells
    }

    #[test]
    fn the_widest_rows_fit_80_columns() {
        let rows = [
            row("W_elsewhere 116,234 100% 57,117 57,117 100% 2,000 12,345 1560-2025"),
            row("B_Q16 1 0% 0 1 0% 0 0 1999"),
        ];
        let widths = widths(&rows, 80);
        assert!(rows.iter().all(|row| line(row, &widths).len() + 3 <= 80));
        assert!(widths.iter().filter(|width| **width == 0).count() <= 1);
        let narrow = super::widths(&rows, 40);
        assert!(rows.iter().all(|row| line(row, &narrow).len() + 3 <= 40));
        assert!(super::widths(&rows, 200).iter().all(|width| *width > 0));
    }
}

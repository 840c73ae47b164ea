//! Tables of continuations on a terminal: the next moves, and the next moves inside a pattern.

use super::{MoveTable, continuation_letters};
use crate::output::{book_mark, years};
use crate::styles;
use crate::terminal::Terminal;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::board::{BoardAnswer, LocalMove, Mover, NextMove, TenukiCounts, Wins};
use kifu_engine::number_format::{counted, decimals, format_thousands, interval, percent};
use kifu_record::game::Point;
use kifu_record::text::display::clean;
use std::io::{self, Write};

/// Maximum number of continuations in a table.
pub(super) const MAX_CONTINUATIONS: usize = 20;
/// Maximum number of rows in the table of next moves inside a pattern, if it is printed below the table of next moves.
const MAX_LOCAL_BELOW: usize = 5;
/// Minimum width of a terminal, in columns, at which the tables of continuations name players beside the numbers.
pub(super) const MIN_WIDTH_FOR_PLAYERS: usize = 110;
/// Number of blanks before each line of a table.
const INDENT_COLUMNS: usize = 1;
/// Minimum width of the column of players; if less is left, the table has no such column.
const MIN_PLAYERS_WIDTH: usize = 20;

/// Headings of a table of continuations. A narrow terminal drops columns: the number says which column goes first, and
/// `None` means that the column is never dropped.
///
/// The first column has names and the last one years, both aligned left; numbers are aligned right.
type Headings = [(&'static str, Option<usize>)];

const NEXT_HEADINGS: &Headings = &[
    ("next", None),
    ("games", None),
    ("share", Some(3)),
    ("B wins", None),
    ("W wins", None),
    ("B rate", Some(5)),
    ("95 %", Some(4)),
    ("drawn", Some(1)),
    ("unknown", Some(2)),
    ("years", Some(6)),
];

const LOCAL_HEADINGS: &Headings = &[
    ("inside", None),
    ("games", None),
    ("share", Some(2)),
    ("at once", None),
    ("B 1", None),
    ("B 2+", None),
    ("W 1", None),
    ("W 2+", None),
    ("B rate", Some(4)),
    ("95 %", Some(3)),
    ("years", Some(1)),
];

type Cells = Vec<String>;

/// Prints the tables of continuations: the one that the arguments select first and in full, the other one shortened.
pub(super) fn print(
    out: &mut dyn Write,
    answer: &BoardAnswer,
    shown: MoveTable,
    terminal: &Terminal,
) -> io::Result<()> {
    let local = answer.local.as_deref().unwrap_or_default();
    let letters = continuation_letters(answer, shown);
    if shown == MoveTable::Next {
        let rows: Vec<(&NextMove, Cells)> =
            answer.moves.iter().map(|row| (row, next_cells(row, answer.total))).collect();
        print_table(out, NEXT_HEADINGS, &rows, MAX_CONTINUATIONS, &letters, terminal)?;
    }
    if local.is_empty() {
        return Ok(());
    }
    let explanation = "The next move inside, whenever it comes. B 1, B 2+: games in which Black played \
                     1, or 2 or more, moves elsewhere before it";
    if shown == MoveTable::Next {
        writeln!(out)?;
    }
    terminal.print(out, styles::DIM, explanation)?;
    let rows: Vec<(&NextMove, Cells)> =
        local.iter().map(|row| (&row.next, local_cells(row, answer.total))).collect();
    let max_rows = match shown {
        MoveTable::Next => MAX_LOCAL_BELOW,
        MoveTable::Local => MAX_CONTINUATIONS,
    };
    print_table(out, LOCAL_HEADINGS, &rows, max_rows, &letters, terminal)
}

/// Prints the first `max_rows` rows of a table, and how many further rows it has.
fn print_table(
    out: &mut dyn Write,
    headings: &Headings,
    rows: &[(&NextMove, Cells)],
    max_rows: usize,
    letters: &[(Point, char)],
    terminal: &Terminal,
) -> io::Result<()> {
    let shown = || rows.iter().take(max_rows);
    let mut columns = columns(headings);
    let has_losses = shown().any(|(row, _)| row.loss.is_some());
    if has_losses {
        columns.push(TableColumn::right("lost"));
    }
    let has_book = shown().any(|(row, _)| row.in_book.is_some());
    if has_book {
        columns.push(TableColumn::left("book"));
    }
    if shown().any(|(row, _)| !row.players.is_empty()) {
        let players = TableColumn::left("played most often by");
        columns.push(players.with_widths(MIN_PLAYERS_WIDTH, usize::MAX).optional());
    }
    let cells = |(next, cells): &(&NextMove, Cells)| {
        let letter = letters
            .iter()
            .find(|(point, _)| next.point() == Some(*point))
            .map_or(' ', |(_, letter)| *letter);
        let loss_text = next.loss.map_or(String::new(), |loss| decimals(loss, 1));
        let lost = has_losses.then_some(loss_text);
        let book = has_book.then(|| book_mark(next.in_book));
        let mut cells: Cells = cells.iter().cloned().chain(lost).chain(book).collect();
        cells.push(players_in_words(next));
        let name = cells.first_mut().into_iter();
        name.for_each(|name| name.insert_str(0, &format!("{letter} ")));
        TableRow::from(cells)
    };
    Table { columns, rows: shown().map(cells).collect() }
        .print(out, &terminal.table_style().with_width(terminal.width, INDENT_COLUMNS))?;
    print_rest(out, rows.iter().skip(max_rows).map(|(row, _)| *row), terminal)
}

/// Turns headings into columns. The first heading is indented because a letter of the board precedes each name.
fn columns(headings: &Headings) -> Vec<TableColumn> {
    let last = headings.len().saturating_sub(1);
    let column = |(at, &(heading, order)): (usize, &(&str, Option<usize>))| {
        let column = match at {
            0 => TableColumn::left(format!("  {heading}")),
            _ => TableColumn::left(heading).aligned(at < last),
        };
        column.with_drop_order(order)
    };
    headings.iter().enumerate().map(column).collect()
}

fn next_cells(row: &NextMove, total: u64) -> Cells {
    let games = row.games;
    let Wins { black, white, draws, unknown } = row.wins;
    vec![
        move_label(row),
        format_thousands(games),
        percent(games, total, 0),
        format_thousands(black),
        format_thousands(white),
        percent(black, black + white, 0),
        interval(row.win_rate),
        format_thousands(draws),
        format_thousands(unknown),
        years(row.first_year, row.last_year),
    ]
}

fn local_cells(row: &LocalMove, total: u64) -> Cells {
    let NextMove { games, wins, win_rate, .. } = row.next;
    let mut elsewhere = vec![String::new(); 5];
    if let Some(TenukiCounts { none, black, white }) = &row.elsewhere {
        let share = |games| percent(games, row.next.games, 0);
        elsewhere = vec![share(*none)];
        for counts in [black, white] {
            elsewhere.push(share(counts.get(1).copied().unwrap_or(0)));
            elsewhere.push(share(counts.iter().skip(2).sum()));
        }
    }
    let mut cells = vec![move_label(&row.next), format_thousands(games), percent(games, total, 0)];
    cells.extend(elsewhere);
    cells.push(percent(wins.black, wins.black + wins.white, 0));
    cells.push(interval(win_rate));
    cells.push(years(row.next.first_year, row.next.last_year));
    cells
}

/// Names a move with its colour: `W D16`.
pub(super) fn move_label(row: &NextMove) -> String {
    match &row.color {
        Some(color) => format!("{color} {}", row.at),
        None => row.at.to_string(),
    }
}

/// Lists the players who played a move, each with the number of games: `Cho Chikun 12, Lee Changho 9`.
fn players_in_words(row: &NextMove) -> String {
    let player =
        |Mover { name, games }: &Mover| format!("{} {}", clean(name), format_thousands(*games));
    let players: Vec<String> = row.players.iter().map(player).collect();
    players.join(", ")
}

fn print_rest<'r>(
    out: &mut dyn Write,
    rest: impl Iterator<Item = &'r NextMove>,
    terminal: &Terminal,
) -> io::Result<()> {
    let (steps, games) = rest.fold((0u64, 0), |(steps, games), row| (steps + 1, games + row.games));
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
        numbers.split_whitespace().map(|text| text.replace('_', " ")).collect()
    }

    fn assert_fits(headings: &Headings, rows: &[Cells]) {
        let table = Table {
            columns: columns(headings),
            rows: rows.iter().cloned().map(TableRow::from).collect(),
        };
        let dropped = |terminal: usize| {
            table.widths(terminal - INDENT_COLUMNS).iter().filter(|width| **width == 0).count()
        };
        assert!(dropped(80) <= 2);
        assert_eq!(dropped(200), 0);
    }

    #[test]
    fn the_widest_rows_fit_80_columns() {
        let rows = [
            row("a_W_elsewhere 116,234 100% 57,117 57,117 100% 100-100 2,000 12,345 1560-2025"),
            row("b_B_Q16 1 0% 0 1 0% 0-79 0 0 1999"),
        ];
        assert_fits(NEXT_HEADINGS, &rows);
        let rows = [
            row("a_W_Q16 116,234 100% 100% 100% 100% 100% 100% 100% 100-100 1560-2025"),
            row("b_B_e1-e3 1 0% 0% 0% 0% 0% 100% 100% 21-100 1999"),
        ];
        assert_fits(LOCAL_HEADINGS, &rows);
    }
}

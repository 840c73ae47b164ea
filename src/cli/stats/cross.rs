//! A table of two properties on a terminal: the values of the first one are rows, those of the second one columns.

use super::name_of;
use crate::terminal::Terminal;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::stats::{Count, Counts};
use kifu_engine::words::{counted, thousands};
use kifu_record::text::display::truncate;
use std::collections::HashMap;
use std::io::{self, Write};

/// The widest heading of a column.
const HEADING: usize = 12;

/// Prints the first rows, and of the columns as many as fit.
pub(super) fn print(
    out: &mut dyn Write,
    counts: &Counts,
    most: usize,
    terminal: &Terminal,
) -> io::Result<()> {
    let cells: HashMap<(usize, usize), &Count> =
        counts.places.iter().copied().zip(&counts.rows).collect();
    let heading = |row: &Count| truncate(&name_of(row), HEADING).into_owned();
    let down: Vec<(usize, &Count)> = counts.down.iter().take(most).enumerate().collect();
    let row = |&(at, row): &(usize, &Count)| {
        let cells = (0..counts.along.len())
            .map(|column| cells.get(&(at, column)))
            .map(|pair| pair.map_or(String::new(), |pair| cell(pair)));
        let named = [name_of(row), thousands(row.games)];
        TableRow::from(named.into_iter().chain(cells))
    };
    let across = counts.across.unwrap_or_default();
    let headings = ["games".to_owned()].into_iter().chain(counts.along.iter().map(heading));
    // The last ones are dropped first.
    let numbers = (0..=counts.along.len())
        .rev()
        .zip(headings)
        .map(|(order, heading)| TableColumn::right(heading).dropped(order));
    let table = Table {
        columns: [terminal.names(&format!("{} by {across}", counts.by))]
            .into_iter()
            .chain(numbers)
            .collect(),
        rows: down.iter().map(row).collect(),
    };
    writeln!(out)?;
    table.print(out, &terminal.look())?;
    let rows = counts.down.len().saturating_sub(down.len());
    let columns = table.widths(terminal.width).iter().filter(|width| **width == 0).count();
    let mut rest = Vec::new();
    if rows > 0 {
        let more = counted(rows as u64, "more row", "more rows");
        rest.push(format!("{more} (--limit 0 for all)"));
    }
    if columns > 0 {
        let more = counted(columns as u64, "more column", "more columns");
        rest.push(format!("{more} (--csv or --json has all)"));
    }
    if !rest.is_empty() {
        writeln!(out, "{}", terminal.dim(rest.join(", ")))?;
    }
    Ok(())
}

/// The number of games, or those that the player won and lost: `12-5`.
fn cell(pair: &Count) -> String {
    match &pair.own {
        Some(own) => format!("{}-{}", thousands(own.won), thousands(own.lost)),
        None => thousands(pair.games),
    }
}

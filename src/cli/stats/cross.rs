//! A table of two properties on a terminal: the values of the first one are rows, those of the second one columns.

use super::{missing_value, value_label};
use crate::terminal::Terminal;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::number_format::{counted, format_thousands};
use kifu_engine::stats::{Count, Counts};
use kifu_record::text::display::{clean, truncate};
use std::collections::HashMap;
use std::io::{self, Write};

/// Maximum width in columns of a heading.
const MAX_HEADING_WIDTH: usize = 12;
/// Maximum width in columns of the second value of a pair.
const MAX_NAME_WIDTH: usize = 40;

/// Prints the first rows of the table, and as many columns as fit.
pub(super) fn print(
    out: &mut dyn Write,
    counts: &Counts,
    max_rows: usize,
    terminal: &Terminal,
) -> io::Result<()> {
    let cells: HashMap<(usize, usize), &Count> =
        counts.pair_positions.iter().copied().zip(&counts.rows).collect();
    let across = counts.across.unwrap_or_default();
    let heading = |row: &Count| truncate(&value_label(row, across), MAX_HEADING_WIDTH).into_owned();
    let down: Vec<(usize, &Count)> =
        counts.first_counts.iter().take(max_rows).enumerate().collect();
    let row = |&(at, row): &(usize, &Count)| {
        let cells = (0..counts.second_counts.len())
            .map(|column| cells.get(&(at, column)))
            .map(|pair| pair.map_or(String::new(), |pair| cell(pair)));
        let named = [value_label(row, counts.by), format_thousands(row.games)];
        TableRow::from(named.into_iter().chain(cells))
    };
    let headings = ["games".to_owned()].into_iter().chain(counts.second_counts.iter().map(heading));
    // A narrow terminal drops the last columns first.
    let numbers = (0..=counts.second_counts.len())
        .rev()
        .zip(headings)
        .map(|(order, heading)| TableColumn::right(heading).with_drop_order(order));
    let table = Table {
        columns: [terminal.name_column(&format!("{} by {across}", counts.by))]
            .into_iter()
            .chain(numbers)
            .collect(),
        rows: down.iter().map(row).collect(),
    };
    writeln!(out)?;
    table.print(out, &terminal.table_style())?;
    let rows = counts.first_counts.len().saturating_sub(down.len());
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

/// Prints the pairs of values that occur as a list, for a property of which most rows have a single value.
pub(super) fn print_pairs(
    out: &mut dyn Write,
    counts: &Counts,
    max_rows: usize,
    terminal: &Terminal,
) -> io::Result<()> {
    let across = counts.across.unwrap_or_default();
    let columns = vec![
        terminal.name_column(counts.by),
        TableColumn::left(across).with_widths(across.len(), MAX_NAME_WIDTH),
        TableColumn::right("games"),
    ];
    let row = |pair: &Count| {
        let value = pair.across.as_ref().and_then(Option::as_deref);
        let value = clean(value.unwrap_or(missing_value(across))).into_owned();
        TableRow::from([value_label(pair, counts.by), value, cell(pair)])
    };
    writeln!(out)?;
    Table { columns, rows: counts.first_rows(max_rows).map(row).collect() }
        .print(out, &terminal.table_style())
}

/// Formats the number of games of a cell, or the player's wins and losses: `12-5`.
fn cell(pair: &Count) -> String {
    match &pair.player_results {
        Some(own) => format!("{}-{}", format_thousands(own.won), format_thousands(own.lost)),
        None => format_thousands(pair.games),
    }
}

//! Groups of copies for people.

use crate::cli::table::short_place;
use crate::cli::terminal::{Style, Terminal};
use crate::engine::copies::{CopyGroup, CopyRow, Fact};
use crate::text::display::{clean, fit, truncate, width};
use std::io::{self, Write};

/// The most copies shown of a group; hardly anybody reads a longer group to its end.
const MOST_COPIES: usize = 20;
/// Longer lines are hard to read.
const WIDEST: usize = 160;
/// A place needs at least this width to share the line with its game.
const LEAST_PLACE: usize = 20;
/// The widest column for a name, a date or another value.
const WIDEST_VALUE: usize = 24;
const ID: usize = 8;

/// The game according to its fullest copy, then one line per copy: its id, its relation to the fullest one, its values
/// where the copies disagree, and its place.
pub(super) fn print(out: &mut dyn Write, group: &CopyGroup, terminal: &Terminal) -> io::Result<()> {
    let Some(fullest) = group.games.first() else {
        return Ok(());
    };
    let width = terminal.width.min(WIDEST);
    let right = right_of_heading(group);
    let room = width.saturating_sub(crate::text::display::width(&right) + 2);
    let title = fit(&clean(&fullest.title()), room.max(10));
    let agree = group.conflicts.is_empty();
    let style = if agree { Style::Dim } else { Style::Yellow };
    let right = terminal.paint(style, right);
    writeln!(out, "{}  {right}", terminal.bold(title))?;
    let table = DupsTable::of(group, width);
    for row in &table.rows {
        table.print_row(out, row, terminal)?;
    }
    let more = group.games.len().saturating_sub(MOST_COPIES);
    if more > 0 {
        let more = format!("  … and {more} more (--json lists them)");
        writeln!(out, "{}", terminal.dim(more))?;
    }
    writeln!(out)
}

/// `3 copies: date, result`.
fn right_of_heading(group: &CopyGroup) -> String {
    let facts: Vec<&str> = (group.conflicts.iter())
        .map(|conflict| conflict.fact.as_str())
        .collect();
    let copies = format!("{} copies", group.games.len());
    if facts.is_empty() {
        copies
    } else {
        format!("{copies}: {}", facts.join(", "))
    }
}

struct DupsTable {
    rows: Vec<DupsRow>,
    widths: Vec<usize>,
    /// The width left for the place; 0 if it gets a line of its own.
    room: usize,
    width: usize,
}

struct DupsRow {
    id: String,
    cells: Vec<String>,
    place: String,
}

impl DupsTable {
    fn of(group: &CopyGroup, width: usize) -> DupsTable {
        let told = group.told_facts();
        let shown = group.games.iter().take(MOST_COPIES);
        let rows: Vec<DupsRow> = shown.map(|copy| DupsRow::of(copy, &told)).collect();
        let widths: Vec<usize> = (0..=told.len())
            .map(|i| {
                let cells = rows.iter().filter_map(|row| row.cells.get(i));
                let widest = cells.map(|cell| self::width(cell)).max().unwrap_or(0);
                widest.min(WIDEST_VALUE)
            })
            .collect();
        let used: usize = 2 + ID + widths.iter().map(|width| width + 2).sum::<usize>() + 2;
        let room = width.saturating_sub(used);
        DupsTable {
            rows,
            widths,
            room: if room < LEAST_PLACE { 0 } else { room },
            width,
        }
    }

    fn print_row(&self, out: &mut dyn Write, row: &DupsRow, terminal: &Terminal) -> io::Result<()> {
        let cells = row.cells.iter().zip(&self.widths);
        let cells: Vec<String> = cells.map(|(cell, &width)| fit(cell, width)).collect();
        let room = self.width.saturating_sub(2 + ID + 2);
        let line = cells.join("  ");
        let id = terminal.dim(&row.id);
        if self.room > 0 {
            let place = terminal.dim(truncate(&row.place, self.room));
            return writeln!(out, "  {id}  {line}  {place}");
        }
        writeln!(out, "  {id}  {}", truncate(line.trim_end(), room))?;
        let place = terminal.dim(truncate(&row.place, room));
        writeln!(out, "  {:ID$}  {place}", "")
    }
}

impl DupsRow {
    fn of(copy: &CopyRow, told: &[Fact]) -> DupsRow {
        let value = |&fact: &Fact| copy.value(fact).unwrap_or_else(|| "–".to_owned());
        let value = |fact: &Fact| match fact {
            Fact::Komi => format!("komi {}", value(fact)),
            Fact::Handicap => format!("handicap {}", value(fact)),
            _ => value(fact),
        };
        let cells = std::iter::once(copy.relation_in_words()).chain(told.iter().map(value));
        DupsRow {
            id: copy.game.id.chars().take(ID).collect(),
            cells: cells.map(|cell| clean(&cell).into_owned()).collect(),
            place: clean(&short_place(&copy.game)).into_owned(),
        }
    }
}

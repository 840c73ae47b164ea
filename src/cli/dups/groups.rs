//! Prints groups of copies of one game for people.

use crate::games::short_place;
use crate::styles;
use crate::terminal::Terminal;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::copies::{CopyGroup, CopyRow, Fact};
use kifu_record::text::display::{clean, fit_to_width, width};
use std::io::{self, Write};

/// Maximum number of copies printed of a group; hardly anybody reads a longer list to its end.
const MAX_COPIES: usize = 20;
/// Maximum width in columns of what is printed about a group; longer lines are hard to read.
const MAX_LINE_WIDTH: usize = 160;
/// Minimum width in columns for the file name of a copy on the copy's own line. If less is left, the file name moves to
/// the next line.
const MIN_PLACE_WIDTH: usize = 20;
/// Maximum width in columns of a name, a date or another value.
const MAX_VALUE_WIDTH: usize = 24;
const ID_DIGITS: usize = 8;

/// Prints a group of copies: the game according to its fullest copy, then one line for each copy.
///
/// The line has the copy's id, its relation to the fullest copy, its values where the copies disagree, and its file.
pub(super) fn print(out: &mut dyn Write, group: &CopyGroup, terminal: &Terminal) -> io::Result<()> {
    let Some(fullest) = group.games.first() else {
        return Ok(());
    };
    let line = terminal.width.min(MAX_LINE_WIDTH);
    let right = right_of_heading(group);
    let title_width = line.saturating_sub(width(&right) + 2);
    let title = fit_to_width(&clean(&fullest.title()), title_width.max(10));
    let is_agreed = group.conflicts.is_empty();
    let style = if is_agreed { styles::DIM } else { styles::YELLOW };
    let right = terminal.paint(style, right);
    writeln!(out, "{}  {right}", terminal.bold(title))?;
    let conflicting_facts = group.compared_facts();
    // The columns are the id, the relation to the fullest copy, a value for each property on which the copies disagree,
    // and the file.
    let place_column = conflicting_facts.len() + 2;
    let mut columns = vec![TableColumn::left("")];
    columns.resize(place_column, TableColumn::left("").with_max_width(MAX_VALUE_WIDTH));
    columns.push(TableColumn::left("").with_widths(MIN_PLACE_WIDTH, MAX_LINE_WIDTH).or_below());
    let table = Table {
        columns,
        rows: (group.games.iter().take(MAX_COPIES))
            .map(|copy| row(copy, &conflicting_facts))
            .collect(),
    };
    let table_style = terminal.table_style().with_width(line, 2).with_cell_style(|cell| {
        if cell.column == 0 || cell.column == place_column {
            terminal.dim(cell.text)
        } else {
            cell.text.to_owned()
        }
    });
    table.print(out, &table_style)?;
    let more = group.games.len().saturating_sub(MAX_COPIES);
    if more > 0 {
        let more = format!("  … and {more} more (--json lists them)");
        writeln!(out, "{}", terminal.dim(more))?;
    }
    writeln!(out)
}

/// Text on the right of a group's heading: the number of copies and what they disagree on, `3 copies: date, result`.
fn right_of_heading(group: &CopyGroup) -> String {
    let copies = format!("{} copies", group.games.len());
    let facts: Vec<&str> = group.conflicts.iter().map(|conflict| conflict.fact.as_str()).collect();
    match facts[..] {
        [] => copies,
        _ => format!("{copies}: {}", facts.join(", ")),
    }
}

fn row(copy: &CopyRow, conflicting_facts: &[Fact]) -> TableRow {
    let value = |&fact: &Fact| copy.value(fact).unwrap_or_else(|| "–".to_owned());
    let value = |fact: &Fact| match fact {
        Fact::Komi => format!("komi {}", value(fact)),
        Fact::Handicap => format!("handicap {}", value(fact)),
        _ => value(fact),
    };
    let id = copy.game.id.chars().take(ID_DIGITS).collect();
    let cells =
        [id, copy.relation_in_words()].into_iter().chain(conflicting_facts.iter().map(value));
    let cells = cells.chain([short_place(&copy.game)]);
    TableRow::from(cells.map(|cell| clean(&cell).into_owned()))
}

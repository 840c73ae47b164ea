//! Games as a table for people.

use super::links;
use super::terminal::Terminal;
use crate::engine::columns;
use crate::engine::columns::texts;
use crate::engine::row::{GameRow, HitPlace};
use crate::origin::short_name;
use crate::text::display::{clean, truncate, width};
use std::io::{self, Write};

/// A row for people.
#[derive(Debug)]
pub struct TableRow {
    cells: Vec<String>,
    /// The result, and the place of a hit.
    at: Option<String>,
    /// The address of the game's file.
    address: String,
    /// A line below the row, such as the matching comment.
    pub below: Option<String>,
}

/// A column of the table: its heading, and its least and greatest width.
#[derive(Clone, Copy, Debug)]
pub struct TableColumn {
    heading: &'static str,
    least: usize,
    most: usize,
    /// Whether its values are aligned right.
    right: bool,
    /// Whether its values link to the file.
    leads: bool,
    /// Whether it is shown only if there is room.
    optional: bool,
}

const fn column(heading: &'static str, least: usize, most: usize) -> TableColumn {
    TableColumn {
        heading,
        least,
        most,
        right: false,
        leads: false,
        optional: false,
    }
}

/// Id, date, Black, White, result, event, place in the archive.
const TABLE: [TableColumn; 7] = [
    TableColumn {
        leads: true,
        ..column("id", 8, 8)
    },
    column("date", 4, 10),
    column("Black", 8, 28),
    column("White", 8, 28),
    column("result", 6, 12),
    column("event", 6, 40),
    // The file's name is worth showing only if it is readable; the id links to the game as well.
    TableColumn {
        leads: true,
        optional: true,
        ..column("file", 12, 60)
    },
];

impl TableColumn {
    /// The column for a game's values of this kind.
    pub fn of(values: &'static columns::Column) -> TableColumn {
        let name = values.name;
        let (least, most) = match name {
            "id" => (16, 16),
            "path" | "member" => (12, 100),
            _ => (name.len().min(8), 40),
        };
        TableColumn {
            right: values.is_number(),
            leads: matches!(name, "id" | "path" | "member"),
            ..column(name, least, most)
        }
    }
}

impl TableRow {
    /// The row of a game, with the place where it has what was searched for.
    pub fn of_hit(game: &GameRow) -> TableRow {
        let info = &game.info;
        let player = |player: &crate::record::Player| {
            let name = clean(player.name.as_deref().unwrap_or("?")).into_owned();
            // A rank that is part of the name is already printed with it.
            match player.rank.filter(|_| player.rank_text.is_some()) {
                Some(rank) => format!("{name} {rank}"),
                None => name,
            }
        };
        let date = info.date.as_ref();
        let event = [info.event.as_deref(), info.round.as_deref()];
        let event: Vec<&str> = event.into_iter().flatten().collect();
        let mut event = event.join(", ");
        if event.is_empty() {
            event = info.title.clone().unwrap_or_default();
        }
        let cells = vec![
            game.id.chars().take(8).collect(),
            date.map(|date| date.earliest()).unwrap_or_default(),
            player(&info.players.black),
            player(&info.players.white),
            result(game),
            event,
            short_place(game),
        ];
        TableRow {
            at: game.hit.as_ref().map(|hit| place(game, hit)),
            ..TableRow::of(game, cells)
        }
    }

    /// The row of a game in these columns.
    pub fn chosen(game: &GameRow, columns: &[&'static columns::Column]) -> TableRow {
        TableRow::of(game, texts(game, columns))
    }

    /// The row of a game with these cells.
    pub fn of(game: &GameRow, mut cells: Vec<String>) -> TableRow {
        for cell in &mut cells {
            *cell = clean(cell).into_owned();
        }
        TableRow {
            cells,
            at: None,
            address: links::address(&game.path),
            below: None,
        }
    }
}

/// The heading of the result column if it also shows places.
pub const PLACE: &str = "result at";

/// The result, and the place of a hit.
fn place(game: &GameRow, hit: &HitPlace) -> String {
    // A place in a variation is its node, as in `show ID#n87`.
    let at = if hit.variation {
        format!("n{}", hit.node)
    } else {
        hit.number.to_string()
    };
    let region = hit.region.as_ref();
    let region = region.map_or(String::new(), |region| format!(" {region}"));
    format!("{:<7}{at}{region}", result(game))
}

fn result(game: &GameRow) -> String {
    let result = game.info.result;
    result.map_or(String::new(), |result| result.to_string())
}

/// The file's name with its folder, or the archive and the member.
pub fn short_place(game: &GameRow) -> String {
    let name = |path: &std::path::Path| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    let mut place = name(&game.path).unwrap_or_default();
    if let Some(member) = game.member() {
        place = format!("{place}!{}", short_name(&member));
    } else if let Some(folder) = game.path.parent().and_then(name) {
        place = format!("{folder}/{place}");
    }
    if game.game > 1 {
        place = format!("{place}@{}", game.game);
    }
    place
}

/// Prints rows so that they fit the terminal; the file column appears only if there is room, and places only under a
/// heading.
pub fn print(
    out: &mut dyn Write,
    rows: &mut [TableRow],
    terminal: &Terminal,
    place_heading: Option<&'static str>,
) -> io::Result<()> {
    let mut columns = TABLE;
    if let (Some(heading), Some(result)) = (place_heading, columns.get_mut(RESULT)) {
        for row in rows.iter_mut() {
            let cell = row.cells.get_mut(RESULT).zip(row.at.take());
            cell.into_iter().for_each(|(cell, at)| *cell = at);
        }
        // The place of a hit must not be cut off.
        let cells = rows.iter().filter_map(|row| row.cells.get(RESULT));
        let widest = cells.map(|cell| width(cell)).max().unwrap_or(0);
        (result.heading, result.least) = (heading, widest.clamp(PLACE_WIDTH, REGION_WIDTH));
        result.most = result.most.max(REGION_WIDTH);
    }
    print_columns(out, rows, terminal, &columns)
}

/// Prints rows that were made for these columns.
pub fn print_chosen(
    out: &mut dyn Write,
    rows: &[TableRow],
    columns: &[&'static columns::Column],
    terminal: &Terminal,
) -> io::Result<()> {
    let columns: Vec<TableColumn> = columns.iter().copied().map(TableColumn::of).collect();
    print_columns(out, rows, terminal, &columns)
}

/// Prints rows with any columns.
pub fn print_columns(
    out: &mut dyn Write,
    rows: &[TableRow],
    terminal: &Terminal,
    columns: &[TableColumn],
) -> io::Result<()> {
    let widths = widths(rows, terminal.width, columns);
    let shown = || columns.iter().zip(&widths).filter(|(_, width)| **width > 0);
    let headings: Vec<String> = shown()
        .map(|(column, &width)| fit(column.heading, width, column.right, None))
        .collect();
    let headings = headings.join("  ");
    writeln!(out, "{}", terminal.dim(headings.trim_end()))?;
    for row in rows {
        let cells = columns.iter().zip(&row.cells).zip(&widths);
        let cells = cells.filter(|(_, width)| **width > 0).enumerate();
        let cells = cells.map(|(i, ((column, cell), &width))| {
            let leads = terminal.links && column.leads;
            let text = fit(cell, width, column.right, leads.then_some(&row.address));
            match i {
                0 if column.leads => terminal.dim(text),
                _ => text,
            }
        });
        let line = cells.collect::<Vec<String>>().join("  ");
        writeln!(out, "{}", line.trim_end())?;
        if let Some(below) = &row.below {
            let indent = widths.first().copied().unwrap_or(0);
            writeln!(out, "{:indent$}  {below}", "")?;
        }
    }
    Ok(())
}

/// A text fitted to a number of columns; it may link to an address.
fn fit(text: &str, limit: usize, right: bool, address: Option<&String>) -> String {
    let text = truncate(text, limit);
    let missing = " ".repeat(limit.saturating_sub(width(&text)));
    let text = match address {
        Some(address) if !text.is_empty() => links::link(address, &text),
        _ => text.into_owned(),
    };
    if right {
        format!("{missing}{text}")
    } else {
        format!("{text}{missing}")
    }
}

/// The result column, which also has the place of a hit.
const RESULT: usize = 4;
/// The width of a result and a place: `W+12.5 120`.
const PLACE_WIDTH: usize = 11;
/// The width of a result, a place and a region: `W+12.5 n1234 O13-T19`.
const REGION_WIDTH: usize = 22;
/// The least width that makes an optional column worth showing.
const OPTIONAL_WIDTH: usize = 12;

/// As wide as the cells require, shrunk to the terminal: the widest columns shrink first.
fn widths(rows: &[TableRow], terminal: usize, columns: &[TableColumn]) -> Vec<usize> {
    let wanted = |(i, column): (usize, &TableColumn)| {
        let cells = rows.iter().filter_map(|row| row.cells.get(i));
        let widest = cells.map(|cell| width(cell)).max().unwrap_or(0);
        (widest.clamp(column.least, column.most)).max(column.heading.len())
    };
    let mut widths: Vec<usize> = columns.iter().enumerate().map(wanted).collect();
    let total = |widths: &[usize]| {
        let shown = widths.iter().filter(|width| **width > 0);
        shown
            .map(|width| width + 2)
            .sum::<usize>()
            .saturating_sub(2)
    };
    let optional = || {
        columns
            .iter()
            .enumerate()
            .filter(|(_, column)| column.optional)
    };
    for (i, _) in optional() {
        let Some(own) = widths.get_mut(i).map(std::mem::take) else {
            continue;
        };
        let rest = total(&widths);
        if let Some(width) = widths
            .get_mut(i)
            .filter(|_| rest + 2 + OPTIONAL_WIDTH <= terminal)
        {
            *width = own;
        }
    }
    while total(&widths) > terminal {
        let shrinkable = (widths.iter().zip(columns).enumerate())
            .filter(|(_, (width, column))| **width > column.least);
        let Some((widest, _)) = shrinkable.max_by_key(|(i, (width, _))| (**width, *i)) else {
            break;
        };
        if let Some(width) = widths.get_mut(widest) {
            *width -= 1;
        }
    }
    widths
}

//! Games as a table for people, and what is told of a game as JSON.

use super::game_json::info_map;
use super::links;
use super::output::fields::Field;
use super::terminal::Terminal;
use crate::origin::path_text;
use crate::query::hits::Game;
use crate::query::snippet::CommentHit;
use crate::query::step::Place;
use crate::text::display::{clean, truncate, width};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// The columns of tab-separated output. Their order is a promise.
pub const COLUMNS: [&str; 17] = [
    "id",
    "date",
    "black",
    "black_rank",
    "white",
    "white_rank",
    "result",
    "event",
    "round",
    "place",
    "komi",
    "handicap",
    "size",
    "moves",
    "path",
    "member",
    "game",
];

/// The beginning of every JSON object about a game: `v`, `id`, `path`, `member`, `game`, what it is, and the info keys.
pub fn json_object(game: &Game) -> Map<String, Value> {
    let card = &game.card;
    let mut object = Map::new();
    object.insert("v".into(), json!(1));
    object.insert("id".into(), json!(card.id_text()));
    object.insert("path".into(), json!(path_text(&game.path)));
    object.insert("member".into(), json!(game.member()));
    object.insert("game".into(), json!(game.number));
    object.extend(info_map(&card.info()));
    object.insert("kind".into(), json!(card.kind));
    object.insert("format".into(), json!(card.format));
    object.insert("charset".into(), json!(card.charset.0));
    object.insert("size".into(), json!([card.size.0, card.size.1]));
    object.insert("moves".into(), json!(card.moves));
    object.insert("nodes".into(), json!(card.nodes));
    object.insert("variations".into(), json!(card.variations));
    if !card.openings.is_empty() {
        object.insert("openings".into(), json!(card.openings));
    }
    object
}

/// A comment hit as JSON.
pub fn json_comment(hit: &CommentHit, game: &Game) -> Value {
    json!({
        "node": hit.node,
        "variation": game.is_variation(hit.node),
        "move": hit.number,
        "text": hit.text,
        "marks": hit.marks.iter().map(|mark| json!([mark.start, mark.end])).collect::<Vec<_>>(),
    })
}

/// A row for people.
#[derive(Debug)]
pub struct Row {
    cells: Vec<String>,
    /// The address of the game's file.
    address: String,
    /// A line below the row: the comment that was found, say.
    pub below: Option<String>,
}

/// A column of the table: its heading and how wide it is at least and at most.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    heading: &'static str,
    least: usize,
    most: usize,
    /// Whether its values stand at its right edge.
    right: bool,
    /// Whether its values lead to the file.
    leads: bool,
    /// Whether it is shown only where there is room.
    optional: bool,
}

const fn column(heading: &'static str, least: usize, most: usize) -> Column {
    Column {
        heading,
        least,
        most,
        right: false,
        leads: false,
        optional: false,
    }
}

/// Id, date, Black, White, result, event, place in the archive.
const TABLE: [Column; 7] = [
    Column {
        leads: true,
        ..column("id", 8, 8)
    },
    column("date", 4, 10),
    column("Black", 8, 28),
    column("White", 8, 28),
    column("result", 6, 12),
    column("event", 6, 40),
    // The file's name is worth showing only if it can be read; the id leads to the game as well.
    Column {
        leads: true,
        optional: true,
        ..column("file", 12, 60)
    },
];

impl Column {
    /// The column of a field.
    pub fn of(field: Field) -> Column {
        let name = field.name();
        let (least, most) = match name {
            "id" => (16, 16),
            "path" | "member" => (12, 100),
            _ => (name.len().min(8), 40),
        };
        Column {
            right: field.is_number(),
            leads: field.is_place(),
            ..column(name, least, most)
        }
    }
}

impl Row {
    /// The row of a game; `place` is an extra word on where the hit is, `move 42` say.
    pub fn new(game: &Game, place: Option<&str>) -> Row {
        let info = game.card.info();
        let player = |player: &crate::record::Player| {
            let name = clean(player.name.as_deref().unwrap_or("?")).into_owned();
            // A rank that stands in the name is printed with it.
            match player.rank.filter(|_| player.rank_text.is_some()) {
                Some(rank) => format!("{name} {rank}"),
                None => name,
            }
        };
        let date = info
            .date
            .as_ref()
            .map(|date| date.earliest())
            .unwrap_or_default();
        let result = info
            .result
            .map(|result| result.to_string())
            .unwrap_or_default();
        let event = [info.event.as_deref(), info.round.as_deref()];
        let event: Vec<&str> = event.into_iter().flatten().collect();
        let mut event = event.join(", ");
        if event.is_empty() {
            event = info.title.clone().unwrap_or_default();
        }
        let cells = vec![
            game.card.id_text().chars().take(8).collect(),
            date,
            player(&info.players.black),
            player(&info.players.white),
            place.map_or(result, str::to_owned),
            event,
            short_place(game),
        ];
        Row::of(game, cells)
    }

    /// The row of a game with these cells.
    pub fn of(game: &Game, mut cells: Vec<String>) -> Row {
        for cell in &mut cells {
            *cell = clean(cell).into_owned();
        }
        Row {
            cells,
            address: links::address(&game.path),
            below: None,
        }
    }
}

/// The heading of the column of results where places stand in it too.
pub const PLACE: &str = "result at";

impl Row {
    /// The row of a game that has what was asked for at this place, if it is one place.
    pub fn at_place(game: &Game, place: Option<Place>) -> Row {
        Row::in_region(game, place, None)
    }

    /// The same, with the part of the board where the hit lies.
    pub fn in_region(game: &Game, place: Option<Place>, region: Option<&str>) -> Row {
        let Some(place) = place else {
            return Row::new(game, None);
        };
        let result = game.card.info().result;
        let result = result.map_or(String::new(), |result| result.to_string());
        // A place in a variation is its node, as in `show ID#n87`.
        let at = match place.variation {
            true => format!("n{}", place.node),
            false => place.number.to_string(),
        };
        let region = region.map_or(String::new(), |region| format!(" {region}"));
        Row::new(game, Some(&format!("{result:<7}{at}{region}")))
    }
}

/// The file's name with its folder, or archive and member.
pub fn short_place(game: &Game) -> String {
    let name = |path: &std::path::Path| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    let mut place = name(&game.path).unwrap_or_default();
    if let Some(member) = game.member() {
        place = format!("{place}!{member}");
    } else if let Some(folder) = game.path.parent().and_then(name) {
        place = format!("{folder}/{place}");
    }
    if game.number > 1 {
        place = format!("{place}@{}", game.number);
    }
    place
}

/// Prints rows so that they fit the terminal; the column of the file comes only where there is room.
pub fn print(
    out: &mut dyn Write,
    rows: &[Row],
    terminal: &Terminal,
    place_heading: Option<&'static str>,
) -> io::Result<()> {
    let mut columns = TABLE;
    if let (Some(heading), Some(result)) = (place_heading, columns.get_mut(RESULT)) {
        // Where a hit lies is not to be cut off.
        let cells = rows.iter().filter_map(|row| row.cells.get(RESULT));
        let widest = cells.map(|cell| width(cell)).max().unwrap_or(0);
        (result.heading, result.least) = (heading, widest.clamp(PLACE_WIDTH, REGION_WIDTH));
        result.most = result.most.max(REGION_WIDTH);
    }
    print_columns(out, rows, terminal, &columns)
}

/// Prints rows of any columns.
pub fn print_columns(
    out: &mut dyn Write,
    rows: &[Row],
    terminal: &Terminal,
    columns: &[Column],
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

/// A text in so many columns; it may lead to an address.
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

/// The column of the result, in which the place of a hit stands too.
const RESULT: usize = 4;
/// What result and place take: `W+12.5 120`.
const PLACE_WIDTH: usize = 11;
/// What result, place and region take: `W+12.5 n1234 O13-T19`.
const REGION_WIDTH: usize = 22;
/// What an optional column has to be able to show.
const OPTIONAL_WIDTH: usize = 12;

/// As much room as the cells want, shrunk to the terminal: the widest columns give way first.
fn widths(rows: &[Row], terminal: usize, columns: &[Column]) -> Vec<usize> {
    let wanted = |(i, column): (usize, &Column)| {
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

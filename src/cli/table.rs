//! Games as a table for people, as tab-separated values for programs, as JSON lines.

use super::format::column_text;
use super::game_json::info_map;
use super::terminal::Terminal;
use crate::origin::path_text;
use crate::query::hits::Game;
use crate::query::position::Place;
use crate::query::snippet::CommentHit;
use crate::text::display::{clean, fit, width};
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

/// One game as a line of tab-separated values.
pub fn tsv(game: &Game) -> String {
    let info = Value::Object(info_map(&game.card.info()));
    let text = |key: &str| match info.get(key) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) | None => String::new(),
        Some(value) => value.to_string(),
    };
    let values: Vec<String> = (COLUMNS.iter())
        .map(|&column| match column {
            "id" => game.card.id_text(),
            "size" => game.card.board_size().to_string(),
            "moves" => game.card.moves.to_string(),
            "path" => path_text(&game.path),
            "member" => game.member().unwrap_or_default(),
            "game" => game.number.to_string(),
            column => text(column),
        })
        .map(|value| column_text(&value))
        .collect();
    values.join("\t")
}

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
pub fn json_comment(hit: &CommentHit) -> Value {
    json!({
        "node": hit.node,
        "move": hit.number,
        "text": hit.text,
        "marks": hit.marks.iter().map(|mark| json!([mark.start, mark.end])).collect::<Vec<_>>(),
    })
}

/// A row for people.
#[derive(Debug)]
pub struct Row {
    cells: Vec<String>,
    /// A line below the row: the comment that was found, say.
    pub below: Option<String>,
}

/// A column of the table: its heading and how wide it is at least and at most.
struct Column {
    heading: &'static str,
    least: usize,
    most: usize,
}

const fn column(heading: &'static str, least: usize, most: usize) -> Column {
    Column {
        heading,
        least,
        most,
    }
}

/// Id, date, Black, White, result, the extra column, event, place in the archive.
const TABLE: [Column; 7] = [
    column("id", 8, 8),
    column("date", 4, 10),
    column("Black", 8, 28),
    column("White", 8, 28),
    column("result", 6, 12),
    column("event", 6, 40),
    column("file", 12, 60),
];

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
        let mut cells = vec![
            game.card.id_text().chars().take(8).collect(),
            date,
            player(&info.players.black),
            player(&info.players.white),
            place.map_or(result, str::to_owned),
            clean(&event).into_owned(),
            clean(&short_place(game)).into_owned(),
        ];
        for cell in &mut cells {
            *cell = clean(cell).into_owned();
        }
        Row { cells, below: None }
    }
}

/// The heading of the column of results where places stand in it too.
pub const PLACE: &str = "result at";

impl Row {
    /// The row of a game that has what was asked for at this place, if it is one place.
    pub fn at_place(game: &Game, place: Option<Place>) -> Row {
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
        Row::new(game, Some(&format!("{result:<7}{at}")))
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
    let widths = widths(
        rows,
        terminal.width,
        place_heading.map_or(0, |_| PLACE_WIDTH),
    );
    let headings = TABLE.iter().enumerate().map(|(i, c)| {
        if i == RESULT {
            place_heading.unwrap_or(c.heading)
        } else {
            c.heading
        }
    });
    let headings: Vec<String> = headings.map(str::to_owned).collect();
    writeln!(out, "{}", terminal.dim(line(&headings, &widths).trim_end()))?;
    for row in rows {
        let text = line(&row.cells, &widths);
        let text = text.trim_end();
        let id = widths.first().copied().unwrap_or(0);
        match text.split_at_checked(id) {
            Some((id, rest)) => writeln!(out, "{}{rest}", terminal.dim(id))?,
            None => writeln!(out, "{text}")?,
        }
        if let Some(below) = &row.below {
            writeln!(out, "{:id$}  {below}", "")?;
        }
    }
    Ok(())
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let cells = cells.iter().zip(widths).filter(|(_, width)| **width > 0);
    let cells: Vec<String> = cells.map(|(cell, &width)| fit(cell, width)).collect();
    cells.join("  ")
}

/// The column of the result, in which the place of a hit stands too.
const RESULT: usize = 4;
/// What result and place take: `W+12.5 120`.
const PLACE_WIDTH: usize = 11;

/// As much room as the cells want, shrunk to the terminal: the widest columns give way first.
fn widths(rows: &[Row], terminal: usize, place: usize) -> Vec<usize> {
    let least = |i: usize, column: &Column| column.least.max(if i == RESULT { place } else { 0 });
    let wanted = |i: usize, column: &Column| {
        let cells = rows
            .iter()
            .filter_map(|row| row.cells.get(i))
            .map(|cell| width(cell));
        cells
            .max()
            .unwrap_or(0)
            .clamp(least(i, column), column.most)
            .max(column.heading.len())
    };
    let mut widths: Vec<usize> = TABLE
        .iter()
        .enumerate()
        .map(|(i, column)| wanted(i, column))
        .collect();
    let total = |widths: &[usize]| {
        widths
            .iter()
            .filter(|w| **w > 0)
            .map(|w| w + 2)
            .sum::<usize>()
            .saturating_sub(2)
    };
    // The file's name is worth showing only if it can be read; the id leads to the game as well.
    let file = TABLE.len() - 1;
    let without_file: usize = total(widths.get(..file).unwrap_or(&[]));
    if without_file + 14 > terminal
        && let Some(last) = widths.get_mut(file)
    {
        *last = 0;
    }
    while total(&widths) > terminal {
        let shrinkable = widths
            .iter()
            .enumerate()
            .filter(|(i, w)| TABLE.get(*i).is_some_and(|c| **w > least(*i, c)));
        let Some((widest, _)) = shrinkable.max_by_key(|(i, w)| (**w, *i)) else {
            break;
        };
        if let Some(width) = widths.get_mut(widest) {
            *width -= 1;
        }
    }
    widths
}

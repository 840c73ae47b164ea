//! Games as a table for people.

use super::links;
use super::terminal::Terminal;
use kifu_archive::origin::short_name;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::columns;
use kifu_engine::columns::texts;
use kifu_engine::row::{GameRow, HitPlace};
use kifu_record::text::display::{clean, width};
use std::io::{self, Write};

/// A game in a table.
#[derive(Debug)]
pub(crate) struct Listed {
    row: TableRow,
    /// The result, and the place of a hit.
    at: Option<String>,
    /// The address of the game's file.
    address: String,
}

/// Id, date, Black, White, result, event, place in the archive.
fn usual_columns() -> [TableColumn; 7] {
    [
        TableColumn::left("id").within(8, 8),
        TableColumn::left("date").within(4, 10),
        TableColumn::left("Black").within(8, 28),
        TableColumn::left("White").within(8, 28),
        TableColumn::left("result").within(6, 12),
        TableColumn::left("event").within(6, 40),
        // The file's name is worth showing only if it is readable; the id links to the game as well.
        TableColumn::left("file").within(12, 60).optional(),
    ]
}

/// The column for a game's values of this kind.
fn column_of(values: &'static columns::Column) -> TableColumn {
    let (least, most) = match values.name {
        "id" => (16, 16),
        "path" | "member" => (12, 100),
        name => (name.len().min(8), 40),
    };
    TableColumn::left(values.name).aligned(values.is_number()).within(least, most)
}

/// Whether the values of a column link to the file.
fn leads(column: &TableColumn) -> bool {
    matches!(column.heading.as_str(), "id" | "file" | "path" | "member")
}

impl Listed {
    /// The row of a game, with the place where it has what was searched for.
    pub(crate) fn of_hit(game: &GameRow) -> Listed {
        let info = &game.info;
        let player = |player: &kifu_record::Player| {
            let name = clean(player.name.as_deref().unwrap_or("?")).into_owned();
            // A rank that is part of the name is already printed with it.
            match player.rank.filter(|_| player.rank_text.is_some()) {
                Some(rank) => format!("{name} {rank}"),
                None => name,
            }
        };
        let date = info.date.as_ref();
        let event: Vec<&str> =
            [info.event.as_deref(), info.round.as_deref()].into_iter().flatten().collect();
        let mut event = event.join(", ");
        if event.is_empty() {
            event = info.title.clone().unwrap_or_default();
        }
        let cells = vec![
            game.id.chars().take(8).collect(),
            date.map(|date| date.shown()).unwrap_or_default(),
            player(&info.players.black),
            player(&info.players.white),
            result(game),
            event,
            short_place(game),
        ];
        Listed { at: game.hit.as_ref().map(|hit| place(game, hit)), ..Listed::of(game, cells) }
    }

    /// The row of a game in these columns.
    pub(crate) fn chosen(game: &GameRow, columns: &[&'static columns::Column]) -> Listed {
        Listed::of(game, texts(game, columns))
    }

    fn of(game: &GameRow, cells: Vec<String>) -> Listed {
        let cells = cells.iter().map(|cell| clean(cell).into_owned());
        Listed { row: TableRow::from(cells), at: None, address: links::address(&game.path) }
    }

    /// The same with a line below it, such as the matching comment.
    pub(crate) fn with_below(mut self, below: Option<String>) -> Listed {
        self.row.below = below;
        self
    }
}

/// The heading of the result column if it also shows places.
pub(crate) const PLACE: &str = "result at";

/// The result, and the place of a hit.
fn place(game: &GameRow, hit: &HitPlace) -> String {
    // A place in a variation is its node, as in `show ID#n87`.
    let at = if hit.variation { format!("n{}", hit.node) } else { hit.number.to_string() };
    let region = hit.region.as_ref();
    let region = region.map_or(String::new(), |region| format!(" {region}"));
    format!("{:<7}{at}{region}", result(game))
}

fn result(game: &GameRow) -> String {
    let result = game.info.result;
    result.map_or(String::new(), |result| result.to_string())
}

/// The file's name with its folder, or the archive and the member.
pub(crate) fn short_place(game: &GameRow) -> String {
    let name =
        |path: &std::path::Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
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

/// Prints games; the file column appears only if there is room, and places only under a heading.
pub(crate) fn print(
    out: &mut dyn Write,
    mut games: Vec<Listed>,
    terminal: &Terminal,
    place_heading: Option<&'static str>,
) -> io::Result<()> {
    let mut columns = usual_columns();
    if let (Some(heading), Some(result)) = (place_heading, columns.get_mut(RESULT)) {
        for game in &mut games {
            let cell = game.row.cells.get_mut(RESULT).zip(game.at.take());
            cell.into_iter().for_each(|(cell, at)| *cell = at);
        }
        // The place of a hit must not be cut off.
        let widest = games
            .iter()
            .filter_map(|game| game.row.cells.get(RESULT))
            .map(|cell| width(cell))
            .max()
            .unwrap_or(0);
        let least = widest.clamp(PLACE_WIDTH, REGION_WIDTH);
        *result = TableColumn::left(heading).within(least, REGION_WIDTH);
    }
    print_columns(out, games, terminal, columns.into())
}

/// Prints games that were made for these columns.
pub(crate) fn print_chosen(
    out: &mut dyn Write,
    games: Vec<Listed>,
    columns: &[&'static columns::Column],
    terminal: &Terminal,
) -> io::Result<()> {
    let columns = columns.iter().copied().map(column_of).collect();
    print_columns(out, games, terminal, columns)
}

fn print_columns(
    out: &mut dyn Write,
    games: Vec<Listed>,
    terminal: &Terminal,
    columns: Vec<TableColumn>,
) -> io::Result<()> {
    let leads: Vec<bool> = columns.iter().map(leads).collect();
    let games = games.into_iter();
    let (addresses, rows): (Vec<String>, Vec<TableRow>) =
        games.map(|game| (game.address, game.row)).unzip();
    let look = terminal.look().painted(|cell| {
        let leads = leads.get(cell.column) == Some(&true);
        let address = addresses.get(cell.row).filter(|_| terminal.links && leads);
        let text = match address.filter(|_| !cell.text.is_empty()) {
            Some(address) => links::link(address, cell.text),
            None => cell.text.to_owned(),
        };
        match cell.column {
            0 if leads => terminal.dim(text),
            _ => text,
        }
    });
    Table { columns, rows }.print(out, &look)
}

/// The result column, which also has the place of a hit.
const RESULT: usize = 4;
/// The width of a result and a place: `W+12.5 120`.
const PLACE_WIDTH: usize = 11;
/// The width of a result, a place and a region: `W+12.5 n1234 O13-T19`.
const REGION_WIDTH: usize = 22;

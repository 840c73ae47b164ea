//! Prints games as a table for people.

use super::links;
use super::terminal::Terminal;
use kifu_archive::origin::short_name;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::columns;
use kifu_engine::columns::texts;
use kifu_engine::row::{GameRow, HitPlace};
use kifu_record::text::display::{clean, width};
use std::io::{self, Write};

/// A game as a row of a table.
#[derive(Debug)]
pub(crate) struct ListedGame {
    row: TableRow,
    /// Result of the game together with where the hit is. It replaces the result if the table shows hits.
    result_and_place: Option<String>,
    /// Address (URL) of the game's file, for links on the terminal.
    address: String,
}

/// Columns of a table without `--fields`: id, date, Black, White, result, event, and file.
fn default_columns() -> [TableColumn; 7] {
    [
        TableColumn::left("id").with_widths(8, 8),
        TableColumn::left("date").with_widths(4, 10),
        TableColumn::left("Black").with_widths(8, 28),
        TableColumn::left("White").with_widths(8, 28),
        TableColumn::left("result").with_widths(6, 12),
        TableColumn::left("event").with_widths(6, 40),
        // A file name that is cut too short is worth nothing, so a narrow terminal drops this column. The id links to
        // the game as well.
        TableColumn::left("file").with_widths(12, 60).optional(),
    ]
}

/// Returns the terminal's table column for a column of values.
fn table_column(values: &'static columns::Column) -> TableColumn {
    let (min_width, max_width) = match values.name {
        "id" => (16, 16),
        "path" | "member" => (12, 100),
        name => (name.len().min(8), 40),
    };
    TableColumn::left(values.name).aligned(values.is_number()).with_widths(min_width, max_width)
}

/// True if the values of a column are printed as links to the game's file.
fn is_link_column(column: &TableColumn) -> bool {
    matches!(column.heading.as_str(), "id" | "file" | "path" | "member")
}

impl ListedGame {
    /// Returns the row of a game in the default columns, with the move or node of its hit.
    pub(crate) fn from_hit(game: &GameRow) -> ListedGame {
        let info = &game.info;
        let player = |player: &kifu_record::Player| {
            let name = clean(player.name.as_deref().unwrap_or("?")).into_owned();
            // If the name includes the rank, the rank is not added again.
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
            date.map(|date| date.display_text()).unwrap_or_default(),
            player(&info.players.black),
            player(&info.players.white),
            result(game),
            event,
            short_place(game),
        ];
        ListedGame {
            result_and_place: game.hit.as_ref().map(|hit| result_and_place(game, hit)),
            ..ListedGame::new(game, cells)
        }
    }

    /// Returns the row of a game in the given columns.
    pub(crate) fn with_columns(game: &GameRow, columns: &[&'static columns::Column]) -> ListedGame {
        ListedGame::new(game, texts(game, columns))
    }

    fn new(game: &GameRow, cells: Vec<String>) -> ListedGame {
        let cells = cells.iter().map(|cell| clean(cell).into_owned());
        ListedGame {
            row: TableRow::from(cells),
            result_and_place: None,
            address: links::file_url(&game.path),
        }
    }

    /// Adds a line below the row of a game, such as the comment that matches the query.
    pub(crate) fn with_below(mut self, below: Option<String>) -> ListedGame {
        self.row.below = below;
        self
    }
}

/// Heading of the result column if it also shows where the hits are.
pub(crate) const RESULT_AND_PLACE_HEADING: &str = "result at";

/// Formats the result of a game together with the move or node of the hit, and with the hit's region of the board.
fn result_and_place(game: &GameRow, hit: &HitPlace) -> String {
    // A hit in a variation is given by its node number, as in `show ID#n87`; a hit on the main line, by its move
    // number.
    let at = if hit.variation { format!("n{}", hit.node) } else { hit.number.to_string() };
    let region = hit.region.as_ref();
    let region = region.map_or(String::new(), |region| format!(" {region}"));
    format!("{:<7}{at}{region}", result(game))
}

fn result(game: &GameRow) -> String {
    let result = game.info.result;
    result.map_or(String::new(), |result| result.to_string())
}

/// Names the file with its folder, or the archive with the member.
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

/// Prints games in the default columns.
///
/// The file column appears only if it fits. If `place_heading` is given, it is the heading of the result column, which
/// then also shows the move or node of each hit.
pub(crate) fn print(
    out: &mut dyn Write,
    mut games: Vec<ListedGame>,
    terminal: &Terminal,
    place_heading: Option<&'static str>,
) -> io::Result<()> {
    let mut columns = default_columns();
    if let (Some(heading), Some(result)) = (place_heading, columns.get_mut(RESULT_COLUMN)) {
        for game in &mut games {
            let cell = game.row.cells.get_mut(RESULT_COLUMN).zip(game.result_and_place.take());
            cell.into_iter().for_each(|(cell, at)| *cell = at);
        }
        // The move or node of a hit must not be cut off, so the column is as wide as its widest value.
        let widest = games
            .iter()
            .filter_map(|game| game.row.cells.get(RESULT_COLUMN))
            .map(|cell| width(cell))
            .max()
            .unwrap_or(0);
        let min_width = widest.clamp(PLACE_WIDTH, PLACE_AND_REGION_WIDTH);
        *result = TableColumn::left(heading).with_widths(min_width, PLACE_AND_REGION_WIDTH);
    }
    print_table(out, games, terminal, columns.into())
}

/// Prints games whose rows have the given columns.
pub(crate) fn print_with_columns(
    out: &mut dyn Write,
    games: Vec<ListedGame>,
    columns: &[&'static columns::Column],
    terminal: &Terminal,
) -> io::Result<()> {
    let columns = columns.iter().copied().map(table_column).collect();
    print_table(out, games, terminal, columns)
}

fn print_table(
    out: &mut dyn Write,
    games: Vec<ListedGame>,
    terminal: &Terminal,
    columns: Vec<TableColumn>,
) -> io::Result<()> {
    let is_link: Vec<bool> = columns.iter().map(is_link_column).collect();
    let games = games.into_iter();
    let (addresses, rows): (Vec<String>, Vec<TableRow>) =
        games.map(|game| (game.address, game.row)).unzip();
    let table_style = terminal.table_style().with_cell_style(|cell| {
        let is_link_cell = is_link.get(cell.column) == Some(&true);
        let address = addresses.get(cell.row).filter(|_| terminal.links && is_link_cell);
        let text = match address.filter(|_| !cell.text.is_empty()) {
            Some(address) => links::hyperlink(address, cell.text),
            None => cell.text.to_owned(),
        };
        match cell.column {
            0 if is_link_cell => terminal.dim(text),
            _ => text,
        }
    });
    Table { columns, rows }.print(out, &table_style)
}

/// Index of the result column, which also shows where the hits are.
const RESULT_COLUMN: usize = 4;
/// Width of a result with a move number: `W+12.5 120`.
const PLACE_WIDTH: usize = 11;
/// Width of a result with a node number and a region: `W+12.5 n1234 O13-T19`.
const PLACE_AND_REGION_WIDTH: usize = 22;

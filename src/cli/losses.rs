//! `kifu-index stats --by loss`: what moves cost on average.

use super::args::StatsArgs;
use super::output::write_error;
use super::query_advice;
use super::target;
use super::terminal::Terminal;
use kifu_archive::error::{Error, ErrorKind};
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::lines::{LineFormat, write_table_row};
use kifu_engine::losses::{LeftOutRow, LossRow, LossTable};
use kifu_engine::number_format::{counted, decimals, format_thousands};
use kifu_engine::request::{Losses, Search};
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::text::display::clean;
use std::io::{self, Write};

/// Runs `stats --by loss`. Returns whether the query found games.
pub(crate) fn run(args: &StatsArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let has_list_options = args.sort.is_some() || args.limit.is_some();
    if args.by.len() > 1 || args.compare.is_some() || has_list_options {
        let message = "the table of losses stands alone: it has its own rows and their order";
        let error = Error::new(ErrorKind::Query, message);
        return Err(error
            .with_help("write --by loss without --compare, --sort, --limit and another --by")
            .into());
    }
    let terminal = Terminal::stdout();
    let request = Losses { query: target::read_query(&args.query)?, unique: args.unique };
    let search = Search { unique: request.unique, ..Search::new(request.query.clone()) };
    let table = engine.answer(&request, &AskOptions::default())?.answer;
    if table.total == 0 {
        query_advice::explain_no_hits(engine, &search)?;
        return Ok(false);
    }
    let printed = if args.json {
        json::write_line(out, &table)
    } else if args.csv || !terminal.is_terminal {
        print_rows(&table, args.csv, out)
    } else {
        query_advice::print_sentence(out, engine, &search, table.total, &terminal)?;
        print_table(&table, &terminal, out)
    };
    printed.map_err(write_error)?;
    Ok(true)
}

fn rows(table: &LossTable) -> impl Iterator<Item = &LossRow> {
    std::iter::once(&table.all).chain(&table.rows)
}

/// Prints the averages as rows for programs. The cells are: property by which games are grouped, its value, games,
/// moves, points lost on average with their interval, drop of the winning rate in percent, blunders.
fn print_rows(table: &LossTable, as_csv: bool, out: &mut dyn Write) -> io::Result<()> {
    let format = if as_csv { LineFormat::Csv } else { LineFormat::Tsv };
    if as_csv {
        let names = ["by", "value", "games", "moves", "loss", "low", "high", "drop", "blunders"];
        write_table_row(out, format, names.map(str::to_owned).into_iter())?;
    }
    for row in rows(table) {
        let number = |number: Option<f64>| number.map_or(String::new(), |n| format!("{n:.3}"));
        let cells = [
            row.by.to_owned(),
            row.value.clone().unwrap_or_default(),
            row.games.to_string(),
            row.moves.to_string(),
            number(row.loss),
            number(row.interval.map(|[low, _]| low)),
            number(row.interval.map(|[_, high]| high)),
            number(row.drop),
            row.blunders.to_string(),
        ];
        write_table_row(out, format, cells.into_iter())?;
    }
    for row in &table.left_out {
        let mut cells = vec![LEFT_OUT_GROUP.to_owned(), row.reason.to_owned()];
        cells.push(row.games.to_string());
        // Blunders that the averages leave out have only a number of games and a number of blunders, so the five cells
        // between them are empty.
        cells.extend([(); 5].map(|()| String::new()));
        cells.push(row.blunders.to_string());
        write_table_row(out, format, cells.into_iter())?;
    }
    Ok(())
}

/// First cell of a row with blunders that the averages leave out, in place of the name of a group.
const LEFT_OUT_GROUP: &str = "left-out";

/// Describes blunders that the table leaves out: `left out: 151 blunders in 4 games with values of too few moves for an
/// average (loss>=5 and drop>=20 find them)`.
fn left_out_line(row: &LeftOutRow) -> String {
    let blunders = counted(row.blunders, "blunder", "blunders");
    let games = counted(row.games, "game", "games");
    let why = match row.reason {
        "few-values" => "with values of too few moves for an average",
        _ => "that only another engine found, or only the program of the file reports",
    };
    format!("left out: {blunders} in {games} {why} (loss>=5 and drop>=20 find them)")
}

fn print_table(table: &LossTable, terminal: &Terminal, out: &mut dyn Write) -> io::Result<()> {
    let left_out = |out: &mut dyn Write| {
        let mut lines = table.left_out.iter().map(left_out_line);
        lines.try_for_each(|line| writeln!(out, "{}", terminal.dim(line)))
    };
    if table.all.games == 0 {
        let message = "These games have no engine analysis for averages.";
        writeln!(out, "{}", terminal.dim(message))?;
        return left_out(out);
    }
    let players = table
        .player
        .as_deref()
        .map(clean)
        .map_or_else(|| "both players".to_owned(), |name| name.into_owned());
    writeln!(out, "Average loss of the moves of {players}, by engine analysis\n")?;
    let number = |heading: &'static str| TableColumn::right(heading).with_min_width(7);
    let mut last = "";
    let rows = rows(table).map(|row| {
        let by = if row.by == std::mem::replace(&mut last, row.by) { "" } else { heading(row.by) };
        TableRow::from(cells(by, row))
    });
    let columns = vec![
        TableColumn::left("").with_min_width(6),
        TableColumn::left("").with_min_width(6),
        number("games"),
        number("moves"),
        number("points"),
        TableColumn::left("95 %").with_min_width(11),
        number("rate"),
        number("blunders"),
    ];
    Table { columns, rows: rows.collect() }.print(out, &terminal.table_style())?;
    let meanings =
        "gains count as nothing; a blunder loses 5 points, or 20 % where there are no points";
    writeln!(out, "{}", terminal.dim(meanings))?;
    left_out(out)
}

fn heading(by: &'static str) -> &'static str {
    match by {
        "phase" => "moves",
        "rank" => "opponent",
        by => by,
    }
}

fn cells(by: &str, row: &LossRow) -> [String; 8] {
    let value = match (row.by, &row.value) {
        ("all", _) => String::new(),
        (_, Some(value)) => clean(value).into_owned(),
        (_, None) => "unknown".to_owned(),
    };
    let points = |number: f64| decimals(number, 2);
    [
        by.to_owned(),
        value,
        format_thousands(row.games),
        format_thousands(row.moves),
        row.loss.map(points).unwrap_or_default(),
        row.interval
            .map_or(String::new(), |[low, high]| format!("{}–{}", points(low), points(high))),
        row.drop.map_or(String::new(), |drop| format!("{} %", decimals(drop, 1))),
        format_thousands(row.blunders),
    ]
}

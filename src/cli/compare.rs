//! `--compare`: prints two sets of games side by side.

use super::output::{limit, write_error};
use super::stats::missing_value;
use super::stderr::note;
use super::styles;
use super::target::join_query;
use super::terminal::Terminal;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::compare::{
    CompareRow, Comparison, MIN_GAMES_FOR_RATE, Portion, RateDifference, Side,
};
use kifu_engine::lines::{LineFormat, write_table_row};
use kifu_engine::number_format::{counted, format_thousands, signed};
use kifu_engine::request::{Comparable, Compare};
use kifu_engine::stats::PlayerResults;
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::text::display::clean;
use std::io::{self, Write};

/// Form in which `--compare` prints its result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompareOutput {
    /// True to print a line of JSON.
    pub json: bool,
    /// True to print CSV.
    pub csv: bool,
    /// Maximum number of rows; 0 means all.
    pub limit: Option<usize>,
}

/// Number of rows that a terminal lists of a comparison without `--limit`.
const DEFAULT_ROWS: usize = 20;

/// Compares the games of two queries and prints the comparison. Returns whether one of the queries found games.
pub(crate) fn run(
    of: Comparable,
    second_query: &str,
    output: &CompareOutput,
    terminal: &Terminal,
    engine: &Engine,
    out: &mut dyn Write,
) -> Result<bool> {
    let with = join_query(&[second_query.to_owned()]);
    let reply = engine.answer(&Compare { of, with }, &AskOptions::default())?;
    let mut has_games = false;
    for mut comparison in reply.answer {
        has_games |= comparison.first.all.games + comparison.second.all.games > 0;
        let is_cut = !(output.json || output.csv || comparison.is_ordered);
        let max_rows = limit(output.limit, is_cut.then_some(DEFAULT_ROWS));
        let rows = comparison.rows.len();
        comparison.rows.truncate(max_rows.unwrap_or(rows));
        let printed = match output {
            CompareOutput { json: true, .. } => json::write_line(out, &comparison),
            CompareOutput { csv: true, .. } => print_csv(out, &comparison),
            _ => print(out, &comparison, rows, terminal),
        };
        printed.map_err(write_error)?;
    }
    if !has_games {
        note!("Neither query finds a game.");
    }
    Ok(has_games)
}

/// Names of the CSV columns about one set of games. Each column comes twice, for the first query with the prefix
/// `first_` and for the second one with `second_`.
const PORTION_COLUMNS: [&str; 11] = [
    "games", "share", "black", "white", "draws", "unknown", "won", "lost", "drawn", "both", "rate",
];

fn print_csv(out: &mut dyn Write, comparison: &Comparison) -> io::Result<()> {
    let has_color = comparison.rows.iter().any(|row| row.color.is_some());
    let mut headings: Vec<String> = Vec::new();
    headings.extend(has_color.then(|| "color".to_owned()));
    headings.push(comparison.by.to_owned());
    headings.extend(comparison.across.map(str::to_owned));
    for side in ["first", "second"] {
        headings.extend(PORTION_COLUMNS.map(|name| format!("{side}_{name}")));
    }
    for kind in ["share", "rate"] {
        headings.extend(["difference", "low", "high"].map(|name| format!("{kind}_{name}")));
    }
    for side in ["first", "second"] {
        headings.extend(["rate_low", "rate_high"].map(|name| format!("{side}_{name}")));
    }
    write_table_row(out, LineFormat::Csv, headings.into_iter())?;
    for row in &comparison.rows {
        let mut cells: Vec<String> = Vec::new();
        cells.extend(has_color.then(|| row.color.clone().unwrap_or_default()));
        cells.push(row.value.clone().unwrap_or_default());
        cells.extend(row.across.clone().map(Option::unwrap_or_default));
        cells.extend([&row.first, &row.second].map(portion_cells).concat());
        let differences = [&row.share_difference, &row.rate_difference];
        cells.extend(differences.map(difference_cells).concat());
        for portion in [&row.first, &row.second] {
            let (low, high) = portion.interval.map(|[low, high]| (low, high)).unzip();
            cells.extend([low, high].map(decimal));
        }
        write_table_row(out, LineFormat::Csv, cells.into_iter())?;
    }
    Ok(())
}

fn decimal(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| format!("{number:.6}"))
}

fn portion_cells(portion: &Portion) -> [String; PORTION_COLUMNS.len()] {
    let wins = portion.wins;
    let player_count = |count: fn(&PlayerResults) -> u64| {
        let count = portion.player_results.as_ref().map(count);
        count.map_or(String::new(), |count| count.to_string())
    };
    [
        portion.games.to_string(),
        decimal(portion.share),
        wins.black.to_string(),
        wins.white.to_string(),
        wins.draws.to_string(),
        wins.unknown.to_string(),
        player_count(|own| own.won),
        player_count(|own| own.lost),
        player_count(|own| own.drawn),
        player_count(|own| own.both),
        decimal(portion.rate),
    ]
}

fn difference_cells(difference: &Option<RateDifference>) -> [String; 3] {
    let numbers = difference.as_ref().map(|of| [of.difference, of.low, of.high]);
    numbers.map(|numbers| numbers.map(|number| decimal(Some(number)))).unwrap_or_default()
}

/// Columns of numbers. A narrow terminal drops columns: the number says which column goes first, and `None` means that
/// the column is never dropped.
const NUMBER_COLUMNS: [(&str, Option<usize>); 8] = [
    ("A", Some(3)),
    ("share A", Some(1)),
    ("rate A", Some(2)),
    ("B", Some(3)),
    ("share B", Some(1)),
    ("rate B", Some(2)),
    ("share A-B", None),
    ("rate A-B", None),
];

fn print(
    out: &mut dyn Write,
    comparison: &Comparison,
    rows: usize,
    terminal: &Terminal,
) -> io::Result<()> {
    let (sides, both) = rate_owners(comparison);
    let named = ["A", "B"].into_iter().zip(&sides);
    for ((name, whose), side) in named.zip([&comparison.first, &comparison.second]) {
        writeln!(out, "{name}  {}", side_line(side, whose))?;
    }
    if let Some(difference) = &comparison.rate_difference {
        let [first, second] = &sides;
        let second = if first == second { String::new() } else { format!(" {second}") };
        let points = points(difference);
        writeln!(out, "rate {first} in A minus that{second} in B: {points}")?;
    }
    if comparison.common > 0 {
        let games = counted(comparison.common, "game fits", "games fit");
        let text =
            format!("{games} both queries; the intervals assume that the sets share no games");
        terminal.print(out, styles::DIM, &text)?;
    }
    let number = |(heading, order): (&str, _)| TableColumn::right(heading).with_drop_order(order);
    let table = Table {
        columns: std::iter::once(terminal.name_column(comparison.by))
            .chain(NUMBER_COLUMNS.map(number))
            .collect(),
        rows: comparison.rows.iter().map(|row| cells(comparison, row)).collect(),
    };
    writeln!(out)?;
    table.print(out, &terminal.table_style())?;
    let rest = rows - comparison.rows.len();
    if rest > 0 {
        let more = format!("{} more (--limit 0 for all)", format_thousands(rest as u64));
        writeln!(out, "{}", terminal.dim(more))?;
    }
    let text = format!(
        "Rates are {both}, among the games that somebody won; `few` means fewer than {MIN_GAMES_FOR_RATE} of these. Differences are \
         in percentage points, with their 95 % intervals."
    );
    terminal.print(out, styles::DIM, &text)
}

/// Says whose winning rates are compared: `of Black`, or of the player whom each query names. Returns the words for the
/// first query, for the second one, and for both together.
fn rate_owners(comparison: &Comparison) -> ([String; 2], String) {
    let players = [&comparison.first, &comparison.second].map(|side| side.player.as_deref());
    let sides = match players {
        [Some(first), Some(second)] => [first, second].map(|name| format!("of {}", clean(name))),
        _ => ["of Black"; 2].map(str::to_owned),
    };
    let [first, second] = &sides;
    let both =
        if first == second { first.clone() } else { format!("{first} in A and {second} in B") };
    (sides, both)
}

/// Sums up the games of one of the two queries: `date:1980..1999: 8,698 games, rate of Black 51.3%`.
fn side_line(side: &Side, owner: &str) -> String {
    let query = match side.query.trim() {
        "" => "all games".into(),
        query => clean(query),
    };
    let games = counted(side.all.games, "game", "games");
    let rate = percentage(side.all.rate);
    format!("{query}: {games}, rate {owner} {rate}")
}

fn cells(comparison: &Comparison, row: &CompareRow) -> TableRow {
    let value = clean(row.value.as_deref().unwrap_or(missing_value(comparison.by)));
    let color = row.color.as_ref().map(|color| format!("{color} "));
    let across = row.across.as_ref().map(|across| {
        let property = comparison.across.unwrap_or_default();
        let across = clean(across.as_deref().unwrap_or(missing_value(property)));
        format!(", {across}")
    });
    let (color, across) = (color.unwrap_or_default(), across.unwrap_or_default());
    let share = |portion: &Portion| {
        portion.share.map(|share| format!("{:.1}%", 100.0 * share)).unwrap_or_default()
    };
    let rate = |portion: &Portion| match portion.games {
        0 => String::new(),
        _ => percentage(portion.rate),
    };
    let difference =
        |difference: &Option<RateDifference>| difference.as_ref().map_or(String::new(), points);
    TableRow::from([
        format!("{color}{value}{across}"),
        format_thousands(row.first.games),
        share(&row.first),
        rate(&row.first),
        format_thousands(row.second.games),
        share(&row.second),
        rate(&row.second),
        difference(&row.share_difference),
        difference(&row.rate_difference),
    ])
}

fn percentage(rate: Option<f64>) -> String {
    rate.map_or("few".to_owned(), |rate| format!("{:.1}%", 100.0 * rate))
}

/// Formats a difference of two rates with its interval in percentage points: `+4.1 (+1.2 to +7.0)`.
fn points(difference: &RateDifference) -> String {
    let numbers = [difference.difference, difference.low, difference.high];
    let [points, low, high] = numbers.map(|number| signed(100.0 * number, 1));
    format!("{points} ({low} to {high})")
}

//! `kifu-index book`. Doc comments on the fields of the arguments are the text of `--help`.

mod used;

use super::hyphen_arguments::strip_mark;
use super::output::write_error;
use super::stderr::note;
use super::styles;
use super::terminal::Terminal;
use clap::{Args, ValueEnum};
use kifu_archive::origin::text_path;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::book::{BookAnswer, BookLeave, BookMove, BookRow, BookShape, LeaverResults};
use kifu_engine::export::{Output, is_stdout, refuse_archive};
use kifu_engine::number_format::{counted, format_thousands, percent, rate_with_interval};
use kifu_engine::request::{FollowBook, Search};
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_language::interval::WinRate;
use kifu_record::game::Color;
use kifu_record::text::display::clean;
use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Arguments of `book`.
#[derive(Debug, Args)]
pub struct BookArgs {
    /// The book: an SGF file with variations, or a folder or an archive of such files; without one, the book in use.
    #[arg(value_name = "BOOK")]
    pub book: Option<PathBuf>,
    /// Which games to follow in the book: a query as for search; without one, all.
    #[arg(value_name = "QUERY", value_parser = strip_mark)]
    pub query: Vec<String>,
    /// What the positions of the book are: corners or whole boards [default: corners if most variations have all
    /// stones in one quadrant].
    #[arg(long = "as", value_name = "SHAPE")]
    pub shape: Option<Shape>,
    /// Use the book from now on: for this command without a book, for the query fields book-left and book-left-by, and
    /// for marks beside the continuations of the commands joseki and position, and of the pages Joseki and Explore.
    #[arg(long = "use", requires = "book", conflicts_with_all = ["query", "forget"])]
    pub is_used: bool,
    /// No longer use a book.
    #[arg(long, conflicts_with_all = ["book", "query"])]
    pub forget: bool,
    /// Count each game once: the fullest of its copies that entered the book.
    #[arg(long)]
    pub unique: bool,
    /// List what the games play most and the book lacks.
    #[arg(long, conflicts_with_all = ["unplayed", "merge"])]
    pub missing: bool,
    /// List the moves of the book that nobody plays, after positions that are reached.
    #[arg(long, conflicts_with = "merge")]
    pub unplayed: bool,
    /// The minimum number of corners or games for a step of --missing and --merge, or for the position before a move of
    /// --unplayed [default: 1; 20 with --merge].
    #[arg(long, value_name = "N")]
    pub least: Option<u64>,
    /// Write the book to a new SGF file, with the moves that it lacks as variations and counts in the comments; - for
    /// standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub merge: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long)]
    pub force: bool,
    /// How many rows each list has; 0 lists all [default: 20, or all with --json].
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// Print a JSON object for each game and corner that entered the book, or for each row of --missing or --unplayed.
    #[arg(long)]
    pub json: bool,
}

/// What the positions of a book are: values of `--as`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Shape {
    /// Corners of the board, in both orientations and with either colours.
    Corner,
    /// The whole board, in all orientations.
    Board,
}

impl From<Shape> for BookShape {
    fn from(shape: Shape) -> BookShape {
        match shape {
            Shape::Corner => BookShape::Corner,
            Shape::Board => BookShape::Board,
        }
    }
}

/// Selects the results of a step that a table shows.
type ResultsOf = fn(&BookLeave) -> LeaverResults;

/// Number of rows of a list without `--limit`.
const DEFAULT_ROWS: usize = 20;
/// Minimum number of corners or games for a new variation of a merged book without `--least`.
const MERGED_LEAST: u64 = 20;
/// Widths between which the column with the moves of a position may shrink.
const MIN_LINE_WIDTH: usize = 12;
const MAX_LINE_WIDTH: usize = 60;
/// Minimum width of the column with the moves of the book.
const MIN_BOOK_WIDTH: usize = 10;

/// Runs the command `book`. Returns whether any game entered the book. Opens the index only if games are followed.
pub(crate) fn run(
    args: &BookArgs,
    open: &dyn Fn() -> Result<Engine>,
    out: &mut dyn Write,
) -> Result<bool> {
    if args.forget {
        return used::forget(out);
    }
    if args.is_used {
        return used::remember(args, out).map(|()| true);
    }
    follow(args, &open()?, out)
}

fn follow(args: &BookArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let limit = match args.limit {
        Some(0) => usize::MAX,
        Some(limit) => limit,
        None if args.json => usize::MAX,
        None => DEFAULT_ROWS,
    };
    let lists_games = !(args.missing || args.unplayed || args.merge.is_some());
    let used::Selection { texts, shape, query } = used::select(args)?;
    let request = FollowBook {
        book: texts,
        shape,
        query,
        unique: args.unique,
        listed: Some(if lists_games { limit } else { 0 }),
        ..FollowBook::default()
    };
    let answer = engine.answer(&request, &AskOptions::default())?.answer;
    if let Some(file) = &args.merge {
        return merge(&request, &answer, file, args, engine, out);
    }
    let least = args.least.unwrap_or(1);
    let missing = || answer.leaves.iter().filter(|leave| leave.count >= least).take(limit);
    let unplayed = || answer.unplayed.iter().filter(|row| row.reached >= least).take(limit);
    let terminal = &Terminal::stdout();
    let (found, printed) = if args.missing {
        let title = "What the games play and the book lacks";
        let printed = if args.json {
            write_json(out, missing())
        } else {
            print_leaves(out, &answer, title, missing(), |leave| leave.by.all(), terminal)
        };
        (missing().next().is_some(), printed)
    } else if args.unplayed {
        let printed = if args.json {
            write_json(out, unplayed())
        } else {
            print_unplayed(out, &answer, unplayed(), terminal)
        };
        (unplayed().next().is_some(), printed)
    } else if args.json {
        (answer.entered > 0, write_json(out, answer.rows.iter()))
    } else {
        print_all(out, &answer, limit, engine, terminal)?;
        (answer.entered > 0, Ok(()))
    };
    printed.map_err(write_error)?;
    Ok(found)
}

fn write_json<T: serde::Serialize>(
    out: &mut dyn Write,
    mut rows: impl Iterator<Item = T>,
) -> io::Result<()> {
    rows.try_for_each(|row| json::write_line(out, &row))
}

/// Writes the book with the moves that it lacks to a new file.
fn merge(
    request: &FollowBook,
    answer: &BookAnswer,
    file: &Path,
    args: &BookArgs,
    engine: &Engine,
    out: &mut dyn Write,
) -> Result<bool> {
    if !is_stdout(file) {
        let status = engine.status(false)?.answer;
        let roots: Vec<PathBuf> = status.roots.iter().map(|root| text_path(root)).collect();
        refuse_archive(file, &roots, status.index.iter())?;
    }
    let (sgf, variations) = answer.merged_sgf(request, args.least.unwrap_or(MERGED_LEAST))?;
    let mut output = Output::open(file, args.force, out)?;
    output.write_all(sgf.as_bytes()).map_err(|error| output.write_error(error))?;
    output.finish()?;
    if !is_stdout(file) {
        let variations = counted(variations, "new variation", "new variations");
        note!("Wrote the book with {variations} to {}", clean(&file.display().to_string()));
    }
    Ok(true)
}

/// Word for what a book of this shape counts.
fn unit(answer: &BookAnswer, number: u64) -> String {
    match answer.shape {
        BookShape::Corner => counted(number, "corner", "corners"),
        BookShape::Board => counted(number, "game", "games"),
    }
}

fn print_all(
    out: &mut dyn Write,
    answer: &BookAnswer,
    limit: usize,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<()> {
    print_summary(out, answer, terminal).map_err(write_error)?;
    if answer.entered == 0 {
        return Ok(());
    }
    let mut tables: Vec<(&str, ResultsOf)> = Vec::new();
    if answer.left.me.left + answer.left.opponent.left > 0 {
        tables.push(("Where I leave the book", |leave| leave.by.me));
        tables.push(("Where my opponents leave it", |leave| leave.by.opponent));
    } else {
        tables.push(("Where games leave the book", |leave| leave.by.all()));
    }
    for (title, results) in tables {
        let mut leaves: Vec<&BookLeave> =
            answer.leaves.iter().filter(|leave| results(leave).left > 0).collect();
        leaves.sort_by_key(|leave| std::cmp::Reverse(results(leave).left));
        leaves.truncate(limit);
        if !leaves.is_empty() {
            writeln!(out).map_err(write_error)?;
            print_leaves(out, answer, title, leaves.into_iter(), results, terminal)
                .map_err(write_error)?;
        }
    }
    print_games(out, answer, engine, terminal)
}

fn print_summary(out: &mut dyn Write, answer: &BookAnswer, terminal: &Terminal) -> io::Result<()> {
    let shape = match answer.shape {
        BookShape::Corner => "corners",
        BookShape::Board => "whole boards",
    };
    let positions = counted(answer.positions, "position", "positions");
    terminal.print(out, styles::BOLD, &format!("Book of {shape}, {positions}"))?;
    let mut line = format!("{} entered it", unit(answer, answer.entered));
    if answer.shape == BookShape::Corner {
        let games = counted(answer.games, "game", "games");
        line = format!("{} in {games} entered it", unit(answer, answer.entered));
    }
    line.push_str(&format!(", {} never left it", format_thousands(answer.stayed)));
    if answer.left_out > 0 {
        let corners = counted(answer.left_out, "corner", "corners");
        line.push_str(&format!("; {corners} with setup or handicap stones left out"));
    }
    terminal.print(out, styles::PLAIN, &line)?;
    let left = &answer.left;
    let who = [("I left", left.me), ("my opponent left", left.opponent)];
    let mut words: Vec<String> = Vec::new();
    for (who, results) in who.iter().filter(|(_, results)| results.left > 0) {
        words.push(format!("{who} {}{}", format_thousands(results.left), won(*results)));
    }
    if left.player.left > 0 {
        let count = format_thousands(left.player.left);
        words.push(match words.len() {
            0 => format!("Players left {count}{}", won(left.player)),
            _ => format!("others left {count}{}", won(left.player)),
        });
    }
    if words.is_empty() { Ok(()) } else { terminal.print(out, styles::PLAIN, &words.join("; ")) }
}

/// Share of the games that who left has won, with its interval: ` (won 51.2% (49.1 to 53.3))`.
fn won(results: LeaverResults) -> String {
    let rate = WinRate::from_counts(results.won, results.lost);
    rate_with_interval(rate, 1).map_or(String::new(), |rate| format!(" (won {rate})"))
}

/// Prints steps that left the book, with the results of the players who left.
fn print_leaves<'a>(
    out: &mut dyn Write,
    answer: &BookAnswer,
    title: &str,
    leaves: impl Iterator<Item = &'a BookLeave>,
    results: ResultsOf,
    terminal: &Terminal,
) -> io::Result<()> {
    let rows = leaves.map(|leave| {
        let results = results(leave);
        let decided = results.won + results.lost;
        let book = match leave.book.as_slice() {
            [] => "ends here".to_owned(),
            moves => moves.join(", "),
        };
        TableRow::from(vec![
            line_words(&leave.step),
            step_words(&leave.step),
            format_thousands(results.left),
            percent(results.left, leave.step.reached, 1),
            percent(results.won, decided, 0),
            book,
        ])
    });
    let rows: Vec<TableRow> = rows.collect();
    terminal.print(out, styles::BOLD, title)?;
    let columns = vec![
        TableColumn::left("position").with_widths(MIN_LINE_WIDTH, MAX_LINE_WIDTH).cutting_starts(),
        TableColumn::left("leaves with"),
        TableColumn::right(count_heading(answer)),
        TableColumn::right("share").with_drop_order(1),
        TableColumn::right("won").with_drop_order(2),
        TableColumn::left("the book has").with_widths(MIN_BOOK_WIDTH, usize::MAX).optional(),
    ];
    Table { columns, rows }.print(out, &terminal.table_style())
}

fn print_unplayed<'a>(
    out: &mut dyn Write,
    answer: &BookAnswer,
    moves: impl Iterator<Item = &'a BookMove>,
    terminal: &Terminal,
) -> io::Result<()> {
    let rows = moves.map(|row| {
        TableRow::from(vec![line_words(row), step_words(row), format_thousands(row.reached)])
    });
    let rows: Vec<TableRow> = rows.collect();
    terminal.print(out, styles::BOLD, "Moves of the book that nobody plays")?;
    let columns = vec![
        TableColumn::left("position").with_widths(MIN_LINE_WIDTH, MAX_LINE_WIDTH).cutting_starts(),
        TableColumn::left("move"),
        TableColumn::right(format!("{} reach it", count_heading(answer))),
    ];
    Table { columns, rows }.print(out, &terminal.table_style())
}

fn count_heading(answer: &BookAnswer) -> &'static str {
    match answer.shape {
        BookShape::Corner => "corners",
        BookShape::Board => "games",
    }
}

fn line_words(step: &BookMove) -> String {
    if step.line.is_empty() { "(empty)".to_owned() } else { step.line.clone() }
}

fn step_words(step: &BookMove) -> String {
    format!("{} {}", step.color, step.at)
}

/// Prints the list of games.
fn print_games(
    out: &mut dyn Write,
    answer: &BookAnswer,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<()> {
    let names = player_names(&answer.rows, engine)?;
    let has_corners = answer.shape == BookShape::Corner;
    let mut columns = vec![TableColumn::left("game")];
    columns.extend(has_corners.then(|| TableColumn::left("corner")));
    columns.extend([
        TableColumn::right("in book"),
        TableColumn::left("left by"),
        TableColumn::left("with"),
        TableColumn::left("won by").with_drop_order(1),
        TableColumn::right("year").with_drop_order(0),
        TableColumn::left("players").taking_rest(),
    ]);
    let rows = answer.rows.iter().map(|row| {
        let game = match row.number {
            Some(number) => format!("{}#{number}", row.id),
            None => row.id.clone(),
        };
        let by = match (row.left_by, row.color) {
            (Some(by @ ("me" | "opponent")), Some(color)) => format!("{by} ({color})"),
            (by, _) => by.unwrap_or("-").to_owned(),
        };
        let mut cells = vec![game];
        cells.extend(has_corners.then(|| row.corner.unwrap_or_default().to_owned()));
        cells.extend([
            row.in_book.to_string(),
            by,
            row.at.clone().unwrap_or_default(),
            row.winner.unwrap_or_default().to_owned(),
            row.year.map_or(String::new(), |year| year.to_string()),
            names.get(&row.id).map(|names| clean(names).into_owned()).unwrap_or_default(),
        ]);
        TableRow::from(cells)
    });
    let table = Table { columns, rows: rows.collect() };
    let mut print = || {
        writeln!(out)?;
        terminal.print(out, styles::BOLD, "Games")?;
        table.print(out, &terminal.table_style())
    };
    Ok(print().map_err(write_error)?)
}

/// Maximum number of games whose names are looked up by one query.
const NAMED_AT_ONCE: usize = 200;

/// The players of the games of rows, by their ids.
fn player_names(rows: &[BookRow], engine: &Engine) -> Result<HashMap<String, String>> {
    let mut names = HashMap::new();
    let mut ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    for ids in ids.chunks(NAMED_AT_ONCE) {
        let clauses: Vec<String> = ids.iter().map(|id| format!("id:{id}")).collect();
        let search = Search::new(clauses.join(" OR "));
        engine.search(&search, &AskOptions::default(), &mut |game| {
            let name = |color| game.info.players[color].name.clone().unwrap_or_default();
            let both = format!("{} - {}", name(Color::Black), name(Color::White));
            names.insert(game.id.clone(), both);
            ControlFlow::Continue(())
        })?;
    }
    Ok(names)
}

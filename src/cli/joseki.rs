//! `kifu-index joseki`. Doc comments on the fields of the arguments are the text of `--help`.

mod files;
mod tables;

use super::boards::{self, BoardOverlay};
use super::hyphen_arguments::strip_mark;
use super::output::write_error;
use super::stderr::note;
use super::styles;
use super::target::{join_query, read_standard_input};
use super::terminal::Terminal;
use clap::{Args, ValueEnum};
use kifu_engine::joseki::{
    CHANGE_DEPTH, CornerCounts, JosekiAnswer, JosekiMove, MAX_REMAINING_SHARE, MIN_CORNERS,
};
use kifu_engine::number_format::{counted, format_thousands, percent, rate_with_interval};
use kifu_engine::request::{BoardOperand, Joseki, JosekiGrouping};
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::game::pattern::Edges;
use kifu_record::game::{BoardSize, Point};
use kifu_record::text::display::clean;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// Arguments of `joseki`.
#[derive(Debug, Args)]
pub struct JosekiArgs {
    /// A position of a corner: moves (R16 R14, Black first), a place in a game (ID#30, game.sgf#30), an SGF fragment,
    /// or @FILE with a diagram; - or a pipe for standard input. Without one, the empty corner.
    #[arg(value_name = "POSITION", value_parser = strip_mark)]
    pub input: Vec<String>,
    /// The corner of the board that is meant: upper-right, upper-left, lower-right or lower-left [default: the corner
    /// that has all the stones].
    #[arg(long, value_name = "CORNER")]
    pub region: Option<String>,
    /// The board size, such as 13; games on other boards do not count [default: 19].
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// Count only games that match a query, as for search.
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true)]
    pub filter: Option<String>,
    /// Count the games that match a second query beside them, and print the differences of the shares with 95 %
    /// intervals.
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true, conflicts_with_all = ["gone", "new", "by"])]
    pub compare: Option<String>,
    /// Count each game once: the fullest of its copies that have the position.
    #[arg(long)]
    pub unique: bool,
    /// Print the tree of the moves that follow, this many deep; a tenuki counts as a move.
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub tree: Option<u32>,
    /// The minimum for a move of the tree: corners (5), a share of the corners that have the position (1%), or both
    /// (5,1%) [default: 1% for a printed tree and --sgf, else 1].
    #[arg(long, value_name = "CORNERS", value_delimiter = ',')]
    pub least: Vec<String>,
    /// Print the shares of the moves by year, decade or rank (the better of the two players).
    #[arg(long, value_name = "PROPERTY")]
    pub by: Option<Grouping>,
    /// List the moves that were popular before this year and hardly since, at most eight moves from the position: at
    /// least 20 corners before, and since then at most a fifth of their share before.
    #[arg(long, value_name = "YEAR", conflicts_with_all = ["new", "by", "sgf", "csv"])]
    pub gone: Option<i32>,
    /// List the moves that have been popular since this year and hardly before, by the same rule.
    #[arg(long, value_name = "YEAR", conflicts_with_all = ["by", "sgf", "csv"])]
    pub new: Option<i32>,
    /// How many moves to list; 0 lists all [default: 20, or all with --json and --csv].
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// Print one JSON object.
    #[arg(long, conflicts_with_all = ["sgf", "csv"])]
    pub json: bool,
    /// Write the tree to an SGF file, with the numbers in its comments; - for standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "csv")]
    pub sgf: Option<PathBuf>,
    /// Write the tree to a CSV file, one line for each move; - for standard output.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long)]
    pub force: bool,
    /// Draw with ASCII characters only.
    #[arg(long)]
    pub ascii: bool,
}

/// Property by which corners are grouped: values of `--by`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Grouping {
    /// The year.
    Year,
    /// The decade.
    Decade,
    /// The better rank of the two players.
    Rank,
}

impl From<Grouping> for JosekiGrouping {
    fn from(by: Grouping) -> JosekiGrouping {
        match by {
            Grouping::Year => JosekiGrouping::Year,
            Grouping::Decade => JosekiGrouping::Decade,
            Grouping::Rank => JosekiGrouping::Rank,
        }
    }
}

/// Minimum share of a move in a printed tree without `--least`.
const PRINTED_LEAST: &str = "1%";
/// Number of rows that are printed without `--limit`.
const DEFAULT_ROWS: usize = 20;

/// Runs the command `joseki`. Returns whether any corner has the position.
pub(crate) fn run(args: &JosekiArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let request = request(args)?;
    let lists_changes = args.gone.is_some() || args.new.is_some();
    let mut answer = engine.answer(&request, &AskOptions::default())?.answer;
    let corners = answer.all.corners + answer.second.as_ref().map_or(0, |second| second.corners);
    let found = if lists_changes {
        answer.changed.as_ref().is_some_and(|changed| !changed.is_empty())
    } else {
        corners > 0
    };
    if args.json {
        if let (Some(changed), Some(limit)) = (&mut answer.changed, request.limit) {
            changed.truncate(limit);
        }
        json::write_line(out, &answer).map_err(write_error)?;
        return Ok(found);
    }
    if let Some(file) = args.sgf.as_deref().or(args.csv.as_deref()) {
        if corners == 0 {
            note!("No corner has this position, so nothing was written.");
            return Ok(false);
        }
        files::write(&answer, file, args, engine, out)?;
        return Ok(found);
    }
    print(out, &answer, args).map_err(write_error)?;
    Ok(found)
}

fn request(args: &JosekiArgs) -> Result<Joseki> {
    let query = |query: &Option<String>| query.as_ref().map(std::slice::from_ref).map(join_query);
    let lists_changes = args.gone.is_some() || args.new.is_some();
    let is_table = !(args.json || args.csv.is_some() || args.sgf.is_some());
    let is_printed_tree = args.tree.is_some() && is_table && !lists_changes || args.sgf.is_some();
    Ok(Joseki {
        position: read_operand(&args.input)?,
        region: args.region.clone(),
        size: args.size.clone(),
        filter: query(&args.filter),
        compare: query(&args.compare),
        unique: args.unique,
        tree: args.tree.unwrap_or(if lists_changes { CHANGE_DEPTH } else { 1 }),
        least: match args.least.as_slice() {
            [] if is_printed_tree => vec![PRINTED_LEAST.to_owned()],
            given => given.to_vec(),
        },
        limit: args.limit.filter(|&limit| limit > 0 && !is_table),
        by: args.by.map(JosekiGrouping::from),
        gone: args.gone,
        new: args.new,
        named_depth: match args.tree {
            _ if args.json || args.sgf.is_some() => u32::MAX,
            None if is_table && !lists_changes => 1,
            _ => 0,
        },
    })
}

/// Reads the position from the arguments. With `-`, or without arguments in a pipe, reads standard input. No text means
/// the empty corner.
fn read_operand(words: &[String]) -> Result<BoardOperand> {
    match words {
        [] if io::stdin().is_terminal() => Ok(BoardOperand::default()),
        [] => Ok(BoardOperand::Text(read_standard_input()?)),
        [one] if one == "-" => Ok(BoardOperand::Text(read_standard_input()?)),
        words => Ok(BoardOperand::Words(words.to_vec())),
    }
}

/// Prints the answer for people: the corner, its results, and a table or a tree.
fn print(out: &mut dyn Write, answer: &JosekiAnswer, args: &JosekiArgs) -> io::Result<()> {
    let terminal = &Terminal::drawing(args.ascii);
    let max_rows = args.limit.map_or(DEFAULT_ROWS, |limit| match limit {
        0 => usize::MAX,
        limit => limit,
    });
    let letters = letters(answer, max_rows);
    for line in corner_drawing(answer, &letters, terminal) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    print_summary(out, answer, terminal)?;
    if let Some(changed) = &answer.changed {
        writeln!(out)?;
        let (year, new) = args.new.map_or((args.gone.unwrap_or(0), false), |year| (year, true));
        let text = format!(
            "Moves that were {} {year} and {}: at least {MIN_CORNERS} corners, and in the other years at most {:.0}% of \
             this share.",
            if new { "popular from" } else { "popular before" },
            if new { "hardly before" } else { "hardly since" },
            100.0 * MAX_REMAINING_SHARE
        );
        terminal.print(out, styles::DIM, &text)?;
        return tables::print_changed(out, changed, max_rows, year, terminal);
    }
    if answer.moves.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    if answer.second.is_some() {
        tables::print_compared(out, answer, args.tree.is_some(), max_rows, &letters, terminal)
    } else if args.by.is_some() {
        tables::print_groups(out, answer, terminal)
    } else if args.tree.is_some() {
        tables::print_tree(out, answer, terminal)
    } else {
        tables::print_moves(out, answer, max_rows, &letters, terminal)
    }
}

/// The letters a to z for the points of the most frequent moves.
fn letters(answer: &JosekiAnswer, max_rows: usize) -> Vec<(Point, char)> {
    let mut points: Vec<Point> = Vec::new();
    for point in answer.moves.iter().take(max_rows).filter_map(|row| row.point) {
        if !points.contains(&point) {
            points.push(point);
        }
    }
    points.into_iter().zip('a'..='z').collect()
}

/// Draws the corner with the letters of the moves.
fn corner_drawing(
    answer: &JosekiAnswer,
    letters: &[(Point, char)],
    terminal: &Terminal,
) -> Vec<String> {
    let board = answer.subject.full_board();
    let side = answer.subject.side();
    let part =
        BoardSize::new(side, side).map(|size| (Point::new(board.size().width() - side, 0), size));
    let drawing = BoardOverlay {
        labels: letters.iter().copied().collect(),
        part,
        edges: Edges { top: true, right: true, left: false, bottom: false },
        ..BoardOverlay::default()
    };
    boards::draw(&board, &drawing, terminal)
}

fn print_summary(
    out: &mut dyn Write,
    answer: &JosekiAnswer,
    terminal: &Terminal,
) -> io::Result<()> {
    let line = |counts: &CornerCounts, left_out: u64| {
        let mut line = results(counts);
        if left_out > 0 {
            let corners = counted(left_out, "corner", "corners");
            line.push_str(&format!("; {corners} with setup or handicap stones left out"));
        }
        line
    };
    let query = |query: &Option<String>| match query.as_deref().map(str::trim) {
        None | Some("") => "all games".to_owned(),
        Some(query) => clean(query).into_owned(),
    };
    let Some(second) = &answer.second else {
        return terminal.print(out, styles::BOLD, &line(&answer.all, answer.left_out));
    };
    let first = format!("1  {}: {}", query(&answer.filter), line(&answer.all, answer.left_out));
    terminal.print(out, styles::PLAIN, &first)?;
    let left_out = answer.second_left_out.unwrap_or(0);
    let second = format!("2  {}: {}", query(&answer.compare), line(second, left_out));
    terminal.print(out, styles::PLAIN, &second)
}

/// Results of corners in words: `1,234 corners in 1,100 games, B won 51.2% (49.1 to 53.3)`.
fn results(counts: &CornerCounts) -> String {
    let corners = counted(counts.corners, "corner", "corners");
    let games = counted(counts.games, "game", "games");
    let mut line = format!("{corners} in {games}");
    if let Some(rate) = rate_with_interval(counts.win_rate, 1) {
        line.push_str(&format!(", B won {rate}"));
    }
    line
}

/// Name of a move with its colour: `W R14`.
fn move_label(row: &JosekiMove) -> String {
    format!("{} {}", row.color, row.at)
}

/// Number of corners in a table, and their share.
fn count_cells(corners: u64, of: u64) -> [String; 2] {
    [format_thousands(corners), percent(corners, of, 1)]
}

//! `kifu-index ratings`: how strong players are by the results of their games. Doc comments on the fields of the
//! arguments are the text of `--help`.

use super::hyphen_arguments::strip_mark;
use super::output::{DEFAULT_ROWS, footer, limit, write_error, years};
use super::query_advice;
use super::stderr::note;
use super::styles;
use super::target;
use super::terminal::Terminal;
use clap::Args;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::lines::{LineFormat, write_table_row};
use kifu_engine::number_format::{counted, decimals, format_thousands};
use kifu_engine::ratings::{
    LeftOutGames, PlayerStrength, RatingRow, RatingsAnswer, RatingsTestAnswer,
};
use kifu_engine::request::{RatePlayers, Search, TestRatings};
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::text::display::clean;
use std::io::{self, Write};

/// Arguments of `ratings`.
#[derive(Debug, Args)]
#[command(after_long_help = RATINGS_HELP)]
pub struct RatingsArgs {
    /// Which games to rate: a query as for search; without one, all on 19×19.
    #[arg(value_name = "QUERY", value_parser = strip_mark)]
    pub query: Vec<String>,
    /// List only players with at least this many rated games [default: 10].
    #[arg(long, value_name = "N")]
    pub min_games: Option<u64>,
    /// Test the ratings instead: learn this share of the games in time, such as 0.333, and predict each later game from
    /// the games of earlier days.
    #[arg(long, value_name = "SHARE", conflicts_with_all = ["min_games", "limit", "curves", "csv"])]
    pub test: Option<f64>,
    /// How many players to list; 0 lists all [default: 50 in a table on a terminal, else all].
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Add each player's rating on all days with games to the JSON.
    #[arg(long, requires = "json")]
    pub curves: bool,
    /// Print comma-separated values with a header.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

const RATINGS_HELP: &str = "\
Which games are rated: games of Go on 19×19 (on all boards if the query has a
clause size:) of two persons, without handicap stones, with a winner or drawn,
and with a date, if only a year. Of copies, each game is rated once. Names of one
person are one player (kifu-index players NAME shows the spellings).

The ratings are Elo: 100 points more win 64 % of the games. All games count at
once, so later games also change the ratings of earlier days. Only differences
have a meaning, and only between players whom games connect.";

/// Maximum width in columns of a player's name.
const MAX_NAME_WIDTH: usize = 40;

/// Runs the command `ratings`. Returns whether players were rated, or games predicted.
pub(crate) fn run(args: &RatingsArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let query = target::read_query(&args.query)?;
    match args.test {
        Some(share) => run_test(&TestRatings { query, share }, args.json, engine, out),
        None => list_players(query, args, engine, out),
    }
}

fn list_players(
    query: String,
    args: &RatingsArgs,
    engine: &Engine,
    out: &mut dyn Write,
) -> Result<bool> {
    let terminal = Terminal::stdout();
    let is_table = terminal.is_terminal && !args.json && !args.csv;
    let request = RatePlayers {
        query,
        min_games: args.min_games,
        limit: limit(args.limit, is_table.then_some(DEFAULT_ROWS)),
        curves: args.curves,
    };
    let answer = engine.answer(&request, &AskOptions::default())?.answer;
    if answer.games == 0 && !args.json {
        explain_no_game(engine, request.query, &answer.left_out)?;
        return Ok(false);
    }
    let printed = if args.json {
        json::write_line(out, &answer)
    } else if is_table {
        print_table(out, &terminal, &answer)
    } else {
        print_rows(out, &answer.players, args.csv)
    };
    printed.map_err(write_error)?;
    Ok(!answer.players.is_empty())
}

/// Says why no game is rated.
fn explain_no_game(engine: &Engine, query: String, left_out: &LeftOutGames) -> Result<()> {
    match left_out_line(left_out) {
        Some(line) => {
            note!("No game can be rated; {line}.");
            Ok(())
        }
        None => {
            query_advice::explain_no_hits(engine, &Search { unique: true, ..Search::new(query) })
        }
    }
}

/// Prints a row for each player: as CSV with a header, or as tab-separated values without one.
fn print_rows(out: &mut dyn Write, players: &[RatingRow], as_csv: bool) -> io::Result<()> {
    let form = if as_csv { LineFormat::Csv } else { LineFormat::Tsv };
    if as_csv {
        let names =
            ["rank", "name", "rating", "deviation", "low", "high", "games", "first", "last"];
        write_table_row(out, form, names.map(str::to_owned).into_iter())?;
    }
    players.iter().try_for_each(|player| {
        let strength = &player.strength;
        let [low, high] = strength.interval;
        let cells = [
            player.rank.to_string(),
            player.name.clone(),
            strength.rating.to_string(),
            strength.deviation.to_string(),
            low.to_string(),
            high.to_string(),
            strength.games.to_string(),
            strength.first.to_string(),
            strength.last.to_string(),
        ];
        write_table_row(out, form, cells.into_iter())
    })
}

fn print_table(out: &mut dyn Write, terminal: &Terminal, answer: &RatingsAnswer) -> io::Result<()> {
    let number = |heading: &'static str| TableColumn::right(heading).with_min_width(6);
    let columns = vec![
        TableColumn::right("").with_min_width(3),
        TableColumn::left("player").with_widths("player".len(), MAX_NAME_WIDTH),
        number("rating"),
        TableColumn::left("95 %").with_min_width(9),
        number("games"),
        TableColumn::left("years"),
    ];
    let rows = answer.players.iter().map(|player| {
        let strength = &player.strength;
        TableRow::from([
            player.rank.to_string(),
            clean(&player.name).into_owned(),
            decimals(strength.rating, 0),
            interval_in_words(strength),
            format_thousands(strength.games),
            years(Some(strength.first), Some(strength.last)),
        ])
    });
    Table { columns, rows: rows.collect() }.print(out, &terminal.table_style())?;
    let (one, many) = match answer.min_games {
        0 | 1 => ("player".to_owned(), "players".to_owned()),
        least => (
            format!("player with at least {least} games"),
            format!("players with at least {least} games"),
        ),
    };
    let shown = answer.players.len() as u64;
    writeln!(out, "{}", terminal.dim(footer(shown, answer.total, &one, &many)))?;
    let games = counted(answer.games, "rated game", "rated games");
    let left_out = left_out_line(&answer.left_out).map(|line| format!("; {line}"));
    terminal.print(out, styles::DIM, &format!("{games}{}", left_out.unwrap_or_default()))
}

/// The ends of the 95 % interval of a rating: `2601–2688`.
pub(crate) fn interval_in_words(strength: &PlayerStrength) -> String {
    let [low, high] = strength.interval.map(|end| decimals(end, 0));
    format!("{low}–{high}")
}

/// Describes the games that are not rated: `left out: 12 with handicap stones, 3 without a date`.
fn left_out_line(left_out: &LeftOutGames) -> Option<String> {
    let reasons = [
        (left_out.not_go, "not of Go"),
        (left_out.other_size, "on other boards"),
        (left_out.team, "of teams"),
        (left_out.no_name, "without a name"),
        (left_out.same_person, "of one person with both colours"),
        (left_out.handicap, "with handicap stones"),
        (left_out.no_result, "without a result"),
        (left_out.no_date, "without a date"),
        (left_out.copies, "copies"),
    ];
    let parts: Vec<String> = reasons
        .iter()
        .filter(|(games, _)| *games > 0)
        .map(|(games, reason)| format!("{} {reason}", format_thousands(*games)))
        .collect();
    (!parts.is_empty()).then(|| format!("left out: {}", parts.join(", ")))
}

fn run_test(
    request: &TestRatings,
    as_json: bool,
    engine: &Engine,
    out: &mut dyn Write,
) -> Result<bool> {
    let answer = engine.answer(request, &AskOptions::default())?.answer;
    if answer.rated == 0 && !as_json {
        explain_no_game(engine, request.query.clone(), &answer.left_out)?;
        return Ok(false);
    }
    let printed = if as_json { json::write_line(out, &answer) } else { print_test(out, &answer) };
    printed.map_err(write_error)?;
    Ok(answer.games > 0)
}

fn print_test(out: &mut dyn Write, answer: &RatingsTestAnswer) -> io::Result<()> {
    let until = answer.trained_until.as_deref();
    let until = until.map_or_else(String::new, |day| format!(" until {day}"));
    let learned = counted(answer.trained, "game", "games");
    writeln!(out, "learned first: {learned}{until}")?;
    let games = counted(answer.games, "decided game", "decided games");
    writeln!(out, "predicted:     {games}, each from the games of earlier days\n")?;
    let share = |share: Option<f64>| {
        share.map_or_else(|| "-".to_owned(), |share| decimals(100.0 * share, 2))
    };
    writeln!(out, "predicted correctly  {:>6} %", share(answer.predicted))?;
    writeln!(out, "  by ratings alone   {:>6} %", share(answer.ratings_alone))?;
    let k = answer
        .elo_k
        .map_or_else(String::new, |k| format!("  with K = {k}, the best for these games"));
    writeln!(out, "  by plain Elo       {:>6} %{k}\n", share(answer.elo))?;
    let newcomers = counted(answer.newcomers, "game", "games");
    writeln!(out, "{newcomers} of a player without an earlier game count as half")?;
    if answer.drawn > 0 {
        let drawn = counted(answer.drawn, "later drawn game", "later drawn games");
        writeln!(out, "{drawn}: learned, not predicted")?;
    }
    match left_out_line(&answer.left_out) {
        Some(line) => writeln!(out, "{line}"),
        None => Ok(()),
    }
}

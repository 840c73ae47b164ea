//! `kifu-index crosstable`: the games of an event, everyone against everyone, with the standings and the rounds. Doc
//! comments on the fields of the arguments are the text of `--help`.

use super::hyphen_arguments::strip_mark;
use super::output::{DEFAULT_ROWS, footer, limit, write_error};
use super::query_advice;
use super::styles;
use super::target;
use super::terminal::Terminal;
use clap::Args;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::crosstable::{Crosstable, GamesOutsideTable, Pairing, Round, Score, Standing};
use kifu_engine::lines::{LineFormat, write_table_row};
use kifu_engine::number_format::{counted, format_thousands, rate_cells};
use kifu_engine::request::{MakeCrosstable, Search};
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::text::display::clean;
use std::io::{self, Write};

/// Arguments of `crosstable`.
#[derive(Debug, Args)]
#[command(after_long_help = CROSSTABLE_HELP)]
pub struct CrosstableArgs {
    /// Which games: a query as for search, such as event:"45th Honinbo".
    #[arg(value_name = "QUERY", required = true, value_parser = strip_mark)]
    pub query: Vec<String>,
    /// How many players to list; 0 lists all [default: 50 in a table on a terminal, else all].
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Print comma-separated values with a header: a row for each player, with a column for each opponent.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

const CROSSTABLE_HELP: &str = "\
A cell has the result against the player with this number: 1 for a win, 0 for a
loss, = for a drawn game and ? for one without a result; with several games, the
games won and lost, such as 4-2. Names of one person are one player, and copies
of a game count once. A win is a point and a drawn game half a point; players
with as many points and as few losses share a place.

The rounds follow in the order of their dates. Spellings of a round are one
round, and the games of a title match or of a final are one round.";

/// Maximum width in columns of a player's name beside the results.
const MAX_NAME_WIDTH: usize = 20;
/// Maximum number of games that are listed by rounds on a terminal. The rounds of a larger table are only counted.
const MAX_LISTED_GAMES: u64 = 120;

/// Runs the command `crosstable`. Returns whether there were games.
pub(crate) fn run(args: &CrosstableArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let request = MakeCrosstable { query: target::read_query(&args.query)? };
    let mut answer = engine.answer(&request, &AskOptions::default())?.answer;
    if answer.games == 0 && !args.json {
        query_advice::explain_no_hits(
            engine,
            &Search { unique: true, ..Search::new(request.query) },
        )?;
        return Ok(false);
    }
    let terminal = Terminal::stdout();
    let is_table = terminal.is_terminal && !args.json && !args.csv;
    let players = answer.players.len();
    let max_rows = limit(args.limit, is_table.then_some(DEFAULT_ROWS)).unwrap_or(usize::MAX);
    answer.players.truncate(max_rows);
    let printed = if args.json {
        json::write_line(out, &answer)
    } else if is_table {
        print(out, &terminal, &answer, players)
    } else {
        print_rows(out, &answer.players, args.csv)
    };
    printed.map_err(write_error)?;
    Ok(answer.games > 0)
}

/// Prints a row for each player: as CSV with a header, or as tab-separated values without one. The last columns are the
/// results against each listed player, as games won, lost and drawn.
fn print_rows(out: &mut dyn Write, players: &[Standing], as_csv: bool) -> io::Result<()> {
    let form = if as_csv { LineFormat::Csv } else { LineFormat::Tsv };
    if as_csv {
        let names = ["place", "player", "games", "won", "lost", "drawn", "unknown", "points"];
        let rates = ["rate", "rate_low", "rate_high"];
        let names = names.into_iter().chain(rates).map(str::to_owned);
        write_table_row(out, form, names.chain(players.iter().map(|player| player.name.clone())))?;
    }
    for player in players {
        let Score { games, won, lost, drawn, unknown } = player.score;
        let numbers = [games, won, lost, drawn, unknown].map(|number| number.to_string());
        let cells = [player.place.to_string(), player.name.clone()].into_iter().chain(numbers);
        let cells = cells.chain([player.points.to_string()]).chain(rate_cells(player.win_rate));
        let results = (1..=players.len() as u64).map(|line| {
            let score = pairing(player, line).map(|pairing| pairing.score);
            score.map_or(String::new(), |own| match own.drawn {
                0 => format!("{}-{}", own.won, own.lost),
                drawn => format!("{}-{}-{drawn}", own.won, own.lost),
            })
        });
        write_table_row(out, form, cells.chain(results))?;
    }
    Ok(())
}

fn pairing(player: &Standing, line: u64) -> Option<&Pairing> {
    let at = player.against.binary_search_by_key(&line, |pairing| pairing.line).ok()?;
    player.against.get(at)
}

fn print(
    out: &mut dyn Write,
    terminal: &Terminal,
    answer: &Crosstable,
    players: usize,
) -> io::Result<()> {
    terminal.print(out, styles::BOLD, &title(answer, players))?;
    print_standings(out, terminal, &answer.players)?;
    let shown = answer.players.len();
    if shown < players {
        let line = footer(shown as u64, players as u64, "player", "players");
        writeln!(out, "{}", terminal.dim(line))?;
    }
    if let Some(line) = left_out_line(&answer.left_out) {
        terminal.print(out, styles::DIM, &line)?;
    }
    if answer.games > MAX_LISTED_GAMES {
        return print_round_counts(out, terminal, &answer.rounds);
    }
    answer.rounds.iter().try_for_each(|round| print_round(out, terminal, round))
}

/// Names the event with the most games, and counts what the table has: `45th Honinbo and 2 other events: 46 games, 23
/// players`.
fn title(answer: &Crosstable, players: usize) -> String {
    let event = answer.events.first().and_then(|first| first.event.as_deref());
    let mut line = clean(event.unwrap_or("Games without an event")).into_owned();
    let others = answer.events.len().saturating_sub(1) as u64;
    if others > 0 {
        line.push_str(&format!(" and {}", counted(others, "other event", "other events")));
    }
    let games = counted(answer.games, "game", "games");
    format!("{line}: {games}, {}", counted(players as u64, "player", "players"))
}

/// Prints the standings with a column for each opponent. A narrow terminal drops the last of these columns.
fn print_standings(
    out: &mut dyn Write,
    terminal: &Terminal,
    players: &[Standing],
) -> io::Result<()> {
    let has_drawn = players.iter().any(|player| player.score.drawn > 0);
    let mut columns = vec![
        TableColumn::right("#"),
        TableColumn::left("player").with_widths("player".len(), MAX_NAME_WIDTH),
        TableColumn::right("won"),
        TableColumn::right("lost"),
    ];
    columns.extend(has_drawn.then(|| TableColumn::right("drawn")));
    let fixed = columns.len();
    let opponents = (1..=players.len()).rev().zip(1..=players.len());
    columns
        .extend(opponents.map(|(order, line)| {
            TableColumn::right(line.to_string()).with_drop_order(Some(order))
        }));
    let rows = players.iter().zip(1..).map(|(player, own)| {
        let score = player.score;
        let mut cells = vec![
            player.place.to_string(),
            clean(&player.name).into_owned(),
            format_thousands(score.won),
            format_thousands(score.lost),
        ];
        cells.extend(has_drawn.then(|| format_thousands(score.drawn)));
        cells.extend((1..=players.len() as u64).map(|line| match pairing(player, line) {
            _ if line == own => if terminal.unicode { "·" } else { "." }.to_owned(),
            Some(pairing) => result_cell(&pairing.score),
            None => String::new(),
        }));
        TableRow::from(cells)
    });
    let table = Table { columns, rows: rows.collect() };
    table.print(out, &terminal.table_style())?;
    let widths = table.widths(terminal.width);
    let dropped = widths.iter().skip(fixed).filter(|width| **width == 0).count() as u64;
    if dropped > 0 {
        let more = counted(dropped, "more column", "more columns");
        writeln!(out, "{}", terminal.dim(format!("{more} (--csv or --json has all)")))?;
    }
    Ok(())
}

/// Result against an opponent: `1`, `0`, `=` or `?` for one game, and else the games won and lost: `4-2`.
fn result_cell(score: &Score) -> String {
    match score {
        Score { games: 1, won: 1, .. } => "1".to_owned(),
        Score { games: 1, lost: 1, .. } => "0".to_owned(),
        Score { games: 1, drawn: 1, .. } => "=".to_owned(),
        Score { games: 1, .. } => "?".to_owned(),
        Score { won, lost, .. } => format!("{won}-{lost}"),
    }
}

/// Describes the games that are not in the table: `left out: 12 copies, 3 of teams`.
fn left_out_line(left_out: &GamesOutsideTable) -> Option<String> {
    let reasons = [
        (left_out.team, "of teams"),
        (left_out.no_name, "without a name"),
        (left_out.same_person, "of one person with both colours"),
        (left_out.copies, "copies"),
    ];
    let reason = |(games, reason): (u64, &str)| format!("{} {reason}", format_thousands(games));
    let parts: Vec<String> =
        reasons.into_iter().filter(|(games, _)| *games > 0).map(reason).collect();
    (!parts.is_empty()).then(|| format!("left out: {}", parts.join(", ")))
}

fn round_title(round: &Round) -> String {
    let name = clean(round.round.as_deref().unwrap_or("Without a round")).into_owned();
    format!("{name}: {}", counted(round.games.len() as u64, "game", "games"))
}

fn print_round_counts(
    out: &mut dyn Write,
    terminal: &Terminal,
    rounds: &[Round],
) -> io::Result<()> {
    writeln!(out)?;
    for round in rounds {
        terminal.print(out, styles::PLAIN, &round_title(round))?;
    }
    terminal.print(out, styles::DIM, "(--json lists the games of each round)")
}

fn print_round(out: &mut dyn Write, terminal: &Terminal, round: &Round) -> io::Result<()> {
    writeln!(out)?;
    terminal.print(out, styles::BOLD, &round_title(round))?;
    let columns = vec![
        TableColumn::left("date").with_min_width(10),
        TableColumn::left("Black").with_widths("Black".len(), MAX_NAME_WIDTH),
        TableColumn::left("White").with_widths("White".len(), MAX_NAME_WIDTH),
        TableColumn::left("result"),
        TableColumn::left("id"),
    ];
    let rows = round.games.iter().map(|game| {
        TableRow::from([
            game.date.clone().unwrap_or_default(),
            clean(&game.black).into_owned(),
            clean(&game.white).into_owned(),
            game.result.clone().unwrap_or_default(),
            game.id.clone(),
        ])
    });
    Table { columns, rows: rows.collect() }.print(out, &terminal.table_style())
}

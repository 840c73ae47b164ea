//! `kifu-index novelty`. Doc comments on the fields of the arguments are the text of `--help`.

use super::hyphen_arguments::strip_mark;
use super::output::{DEFAULT_ROWS, PrintGuard, footer, limit, write_error};
use super::report::report_failure;
use super::show::{MAX_LINE_BYTES, parse_address};
use super::styles;
use super::target::{read_query, resolve};
use super::terminal::Terminal;
use clap::Args;
use kifu_archive::error::{Error, ErrorKind};
use kifu_archive::operand::BoundedLines;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::files::{AddressTarget, GameAddress};
use kifu_engine::novelty::{NoveltyAnswer, NoveltyLine, NoveltyRow, sgf_of_entry};
use kifu_engine::number_format::{counted, format_thousands, rate_with_interval};
use kifu_engine::request::{CountGames, FindNovelty, RowDetails, Search};
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_language::interval::WinRate;
use kifu_language::{NodeKind, QueryNode, parse};
use kifu_record::text::display::clean;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Arguments of `novelty`.
#[derive(Debug, Args)]
pub struct NoveltyArgs {
    /// The games, or a query for many.
    #[arg(
        value_name = "GAME|QUERY",
        required = true,
        value_parser = strip_mark,
        help = "Ids from a search, or FILE[!MEMBER][@GAME] (also files that are in no index), - to read them from \
                standard input, one per line; or a query as for search, for a table of games"
    )]
    pub targets: Vec<String>,
    /// How many games each list has, or how many games a query lists; 0 lists all [default: 10; for a query 50 on a
    /// terminal, else all].
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// Print a JSON object for each game.
    #[arg(long)]
    pub json: bool,
}

/// Number of rows of the lists of a game without `--limit`.
const LISTED_GAMES: usize = 10;

/// Runs the command `novelty`. Returns whether there was a game.
pub(crate) fn run(args: &NoveltyArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let are_games = args.targets.iter().all(|text| is_game(text));
    if are_games { print_games(args, engine, out) } else { print_query(args, engine, out) }
}

/// True if an argument names a game, or seems to. The others are parts of a query.
fn is_game(text: &str) -> bool {
    match resolve(text) {
        _ if text == "-" => true,
        Ok((_, target)) => !matches!(target, AddressTarget::Neither),
        // A clause such as `archive:pro.zip` may look like a file that does not exist.
        Err(_) => {
            let is_clause = |part: &QueryNode| !matches!(part.kind, NodeKind::Text(_));
            !parse(text).is_ok_and(|query| query.parts().iter().any(is_clause))
        }
    }
}

/// Prints the novelty of each game that an argument or a line of standard input names. A game that cannot be read is
/// reported and does not stop the others, unless it is the only one.
fn print_games(args: &NoveltyArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    if let [one] = args.targets.as_slice()
        && one != "-"
    {
        print_game(one, args, engine, out)?;
        return Ok(true);
    }
    let (mut printed, mut failed) = (0, 0);
    let mut print = |text: &str| -> Result<()> {
        if printed > 0 && !args.json {
            writeln!(out).map_err(write_error)?;
        }
        match print_game(text, args, engine, out) {
            Ok(()) => printed += 1,
            Err(failure) => {
                failed += 1;
                report_failure(&failure, args.json);
            }
        }
        Ok(())
    };
    for target in &args.targets {
        if target != "-" {
            print(target)?;
            continue;
        }
        let mut input = io::stdin().lock();
        for line in BoundedLines::new(&mut input, MAX_LINE_BYTES, u64::MAX) {
            let line = line.map_err(|error| Error::io("the standard input", error))?;
            let line = String::from_utf8_lossy(&line);
            let address = parse_address(line.trim());
            if !address.is_empty() {
                print(&address)?;
            }
        }
    }
    match failed {
        0 => Ok(printed > 0),
        failed => {
            let message = format!("{failed} of the games could not be read");
            Err(Error::new(ErrorKind::NotFound, message).into())
        }
    }
}

fn print_game(text: &str, args: &NoveltyArgs, engine: &Engine, out: &mut dyn Write) -> Result<()> {
    let (address, target) = resolve(text)?;
    let request = FindNovelty {
        listed: limit(args.limit, Some(LISTED_GAMES)).unwrap_or(usize::MAX),
        ..requested_game(text, &address, target)?
    };
    let answer = engine.answer(&request, &AskOptions::default())?.answer;
    let printed = if args.json {
        json::write_line(out, &answer)
    } else {
        print_answer(out, &answer, &Terminal::stdout())
    };
    Ok(printed.map_err(write_error)?)
}

fn requested_game(text: &str, address: &GameAddress, target: AddressTarget) -> Result<FindNovelty> {
    match target {
        AddressTarget::Id(game) => Ok(FindNovelty { game, ..FindNovelty::default() }),
        AddressTarget::Entry(entry) => Ok(FindNovelty {
            sgf: Some(sgf_of_entry(&entry, address.game)?),
            ..FindNovelty::default()
        }),
        AddressTarget::Neither => {
            let message = format!("`{text}` is neither a file nor the id of a game");
            Err(Error::new(ErrorKind::NotFound, message).into())
        }
    }
}

fn print_answer(
    out: &mut dyn Write,
    answer: &NoveltyAnswer,
    terminal: &Terminal,
) -> io::Result<()> {
    terminal.print(out, styles::BOLD, &title(&answer.game))?;
    let furthest = &answer.furthest;
    let older = counted(furthest.count, "older game", "older games");
    let line = match (answer.novelty_ply, answer.dated, furthest.ply) {
        (_, false, _) => "The game has no date, so no game is known to be older.".to_owned(),
        (None, true, _) if furthest.count == 0 => "The game has no moves.".to_owned(),
        (None, true, _) => format!("No move is new: {older} had all of its positions."),
        (Some(ply), true, Some(_)) if furthest.count == 0 => {
            format!(
                "Move {ply}, {}, is new: no older game had the position before it.",
                played(answer)
            )
        }
        (Some(ply), true, _) => {
            format!("Move {ply}, {}, is new: {older} went along until then.", played(answer))
        }
    };
    terminal.print(out, styles::PLAIN, &line)?;
    if answer.novelty_ply.is_some() {
        terminal.print(out, styles::PLAIN, &followers_line(answer))?;
    }
    print_rows(out, "Went furthest along", &furthest.games, furthest.count, terminal)?;
    print_rows(out, "Followed", &answer.followed_by, answer.followers.into(), terminal)
}

/// The new move in words: `W R14`.
fn played(answer: &NoveltyAnswer) -> String {
    match (answer.color, &answer.at) {
        (Some(color), Some(at)) => format!("{color} {at}"),
        _ => "a change of the position".to_owned(),
    }
}

/// Who took up the move, and how that went: `Taken up by 14 later games: W won 8, lost 6: 57.1% (32.6 to 78.6)`.
fn followers_line(answer: &NoveltyAnswer) -> String {
    if answer.followers == 0 {
        return "No later game took it up.".to_owned();
    }
    let games = counted(answer.followers.into(), "later game", "later games");
    let fared = answer.fared;
    let mut line = format!("Taken up by {games}");
    let rate = WinRate::from_counts(fared.won.into(), fared.lost.into());
    if let Some((color, rate)) = answer.color.zip(rate_with_interval(rate, 1)) {
        line.push_str(&format!(": {color} won {}, lost {}: {rate}", fared.won, fared.lost));
    }
    if answer.trendsetter {
        line.push_str("; a trendsetter");
    }
    line
}

/// The players, the date and the event of a game.
fn title(game: &NoveltyRow) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let mut title = format!("{} - {}", name(&game.black), name(&game.white));
    for more in [&game.date, &game.event].into_iter().flatten() {
        title.push_str(&format!(", {more}"));
    }
    if !game.id.is_empty() {
        title.push_str(&format!("  ({})", game.id));
    }
    clean(&title).into_owned()
}

fn print_rows(
    out: &mut dyn Write,
    heading: &str,
    games: &[NoveltyRow],
    count: u64,
    terminal: &Terminal,
) -> io::Result<()> {
    if games.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    terminal.print(out, styles::BOLD, heading)?;
    let rows = games.iter().map(|game| TableRow::from(game_cells(game))).collect();
    Table { columns: game_columns(terminal), rows }.print(out, &terminal.table_style())?;
    let shown = games.len() as u64;
    if shown < count {
        terminal.print(out, styles::DIM, &footer(shown, count, "game", "games"))?;
    }
    Ok(())
}

fn game_columns(terminal: &Terminal) -> Vec<TableColumn> {
    vec![
        TableColumn::left("id"),
        TableColumn::left("date"),
        terminal.name_column("black"),
        terminal.name_column("white"),
        TableColumn::left("result").with_drop_order(1),
    ]
}

fn game_cells(game: &NoveltyRow) -> Vec<String> {
    let text = |text: &Option<String>| clean(text.as_deref().unwrap_or_default()).into_owned();
    vec![
        game.id.clone(),
        text(&game.date),
        text(&game.black),
        text(&game.white),
        text(&game.result),
    ]
}

/// Prints the games of a query with their novelties.
fn print_query(args: &NoveltyArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let terminal = Terminal::stdout();
    let default_rows = terminal.is_terminal && !args.json;
    let search = Search {
        query: read_query(&args.targets)?,
        limit: limit(args.limit, default_rows.then_some(DEFAULT_ROWS)),
        details: RowDetails { novelty: true, ..RowDetails::default() },
        ..Search::default()
    };
    let mut games: Vec<NoveltyLine> = Vec::new();
    let mut printed = PrintGuard::default();
    let mut found = 0;
    let answer = engine.search(&search, &AskOptions::default(), &mut |row| {
        found += 1;
        let line = NoveltyLine::new(row);
        if args.json {
            return printed.check(json::write_line(out, &line).map_err(write_error));
        }
        games.push(line);
        ControlFlow::Continue(())
    });
    printed.finish(answer)?;
    if !games.is_empty() {
        print_lines(out, &games, &terminal).map_err(write_error)?;
        if default_rows {
            let total = engine.answer(&CountGames(search), &AskOptions::default())?.answer;
            let line = footer(games.len() as u64, total, "game", "games");
            terminal.print(out, styles::DIM, &line).map_err(write_error)?;
        }
    }
    Ok(found > 0)
}

/// Prints a table of games with their novelties in place of their results.
fn print_lines(out: &mut dyn Write, games: &[NoveltyLine], terminal: &Terminal) -> io::Result<()> {
    let mut columns = game_columns(terminal);
    columns.pop();
    columns.extend([TableColumn::right("move"), TableColumn::right("followers")]);
    let rows = games.iter().map(|line| {
        let mut cells = game_cells(&line.game);
        cells.pop();
        cells.push(line.novelty_ply.map(|ply| ply.to_string()).unwrap_or_default());
        let followers = line.novelty_ply.map(|_| format_thousands(line.followers.into()));
        cells.push(followers.unwrap_or_default());
        TableRow::from(cells)
    });
    Table { columns, rows: rows.collect() }.print(out, &terminal.table_style())
}

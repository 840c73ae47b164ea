//! `kifu-index players NAME --vs NAME`: the games of two players against each other.

use super::args::PlayersArgs;
use super::output::{limit, write_error};
use super::players::{number_table, results_in_words, row};
use super::stderr::note;
use super::terminal::Terminal;
use kifu_drawing::table::TableRow;
use kifu_engine::head_to_head::HeadToHeadAnswer;
use kifu_engine::lines::{LineFormat, write_table_row};
use kifu_engine::number_format::{counted, decimals, format_thousands};
use kifu_engine::page::PageRow;
use kifu_engine::players::WinLoss;
use kifu_engine::request::HeadToHead;
use kifu_engine::stats::Count;
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::text::display::clean;
use std::io::{self, Write};

/// Number of rows of each table, and of games, without `--limit`.
const DEFAULT_ROWS: usize = 10;
/// Maximum number of games that are listed.
const MAX_GAMES: usize = 10_000;

/// Prints the games of the players `args.name` and `other` against each other. Returns whether there are any.
pub(super) fn run(
    args: &PlayersArgs,
    other: &str,
    engine: &Engine,
    out: &mut dyn Write,
) -> Result<bool> {
    let terminal = Terminal::stdout();
    let rows = limit(args.limit, Some(DEFAULT_ROWS)).unwrap_or(usize::MAX);
    let request = HeadToHead {
        players: [args.name.join(" "), other.to_owned()],
        unique: true,
        newest: rows.min(MAX_GAMES),
        strength: args.strength,
        ..HeadToHead::default()
    };
    let answer = engine.answer(&request, &AskOptions::default())?.answer;
    let printed = if args.json {
        json::write_line(out, &answer)
    } else if answer.total == 0 {
        let [first, second] = answer.requested.each_ref().map(|name| clean(name));
        note!("No game of {first} and {second} against each other.");
        Ok(())
    } else if terminal.is_terminal {
        print_description(out, &terminal, &answer, rows)
    } else {
        print_rows(out, &answer)
    };
    printed.map_err(write_error)?;
    Ok(answer.total > 0)
}

/// A table of the answer: its name, and its rows with a value and the results of the first player.
type NamedTable = (&'static str, Vec<(String, WinLoss)>);

fn tables(answer: &HeadToHeadAnswer) -> Vec<NamedTable> {
    let counts =
        |rows: &[Count]| rows.iter().map(|row| (label(&row.value), results(row))).collect();
    let openings =
        answer.openings.iter().map(|row| (row.opening.clone(), results(&row.all))).collect();
    let rounds = answer.rounds.iter().map(|row| (label(&row.round), row.results)).collect();
    vec![
        ("year", counts(&answer.years)),
        ("event", counts(&answer.events)),
        ("round", rounds),
        ("opening", openings),
    ]
}

fn label(value: &Option<String>) -> String {
    value.clone().unwrap_or_else(|| "unknown".to_owned())
}

/// Results of the first player in the games of a row.
fn results(row: &Count) -> WinLoss {
    let own = row.player_results.unwrap_or_default();
    WinLoss {
        games: row.games,
        won: own.won,
        lost: own.lost,
        drawn: own.drawn,
        unknown: row.games.saturating_sub(own.won + own.lost + own.drawn),
    }
}

/// Prints rows for programs: what the row is about (`all`, `colour`, `year`, `event`, `round`, `opening`), its value,
/// and the number of games, won, lost, drawn and unknown.
fn print_rows(out: &mut dyn Write, answer: &HeadToHeadAnswer) -> io::Result<()> {
    let colours = vec![("B".to_owned(), answer.black), ("W".to_owned(), answer.white)];
    let head = [("all", vec![(String::new(), answer.all)]), ("colour", colours)];
    for (name, rows) in head.into_iter().chain(tables(answer)) {
        for (value, of) in rows {
            let numbers = [of.games, of.won, of.lost, of.drawn, of.unknown];
            let cells = [name.to_owned(), value].into_iter();
            let numbers = numbers.map(|number| number.to_string());
            write_table_row(out, LineFormat::Tsv, cells.chain(numbers))?;
        }
    }
    Ok(())
}

fn print_description(
    out: &mut dyn Write,
    terminal: &Terminal,
    answer: &HeadToHeadAnswer,
    max_rows: usize,
) -> io::Result<()> {
    let [first, second] = answer.requested.each_ref().map(|name| clean(name));
    let games = counted(answer.total, "game", "games");
    let heading = terminal.bold(format!("{first} - {second}"));
    writeln!(out, "{heading}: {games}, {}", results_in_words(&answer.all))?;
    for (side, of) in [("as Black", &answer.black), ("as White", &answer.white)] {
        let games = format_thousands(of.games);
        writeln!(out, "  {side}  {games:>7}: {}", results_in_words(of))?;
    }
    if let Some(expected) = &answer.expected {
        writeln!(
            out,
            "  expected  {:>7} of {}; scored {} (by the ratings on the day of each game)",
            decimals(expected.expected, 1),
            counted(expected.games, "rated game", "rated games"),
            decimals(expected.score, 1),
        )?;
    }
    for (name, rows) in tables(answer) {
        if rows.iter().all(|(value, _)| value == "unknown") {
            continue;
        }
        writeln!(out)?;
        let cells = rows
            .iter()
            .take(max_rows)
            .map(|(value, of)| row(value, [of.games, of.won, of.lost], None));
        let table =
            number_table(name, &["games", "won", "lost"], None, cells.collect::<Vec<TableRow>>());
        table.print(out, &terminal.table_style().with_width(terminal.width, 2))?;
        print_rest(out, terminal, rows.len().saturating_sub(max_rows), "row", "rows")?;
    }
    writeln!(out)?;
    answer.newest.iter().try_for_each(|row| writeln!(out, "  {}", game_line(row)))?;
    let rest = (answer.total as usize).saturating_sub(answer.newest.len());
    print_rest(out, terminal, rest, "game", "games")
}

fn print_rest(
    out: &mut dyn Write,
    terminal: &Terminal,
    rest: usize,
    one: &str,
    many: &str,
) -> io::Result<()> {
    if rest == 0 {
        return Ok(());
    }
    let line = format!("{} not shown (--limit 0 for all)", counted(rest as u64, one, many));
    writeln!(out, "  {}", terminal.dim(line))
}

/// A game in one line: `2004-10-07  Lee Sedol - Gu Li  W+R  9th Samsung Cup  3f9a2c17d0b45e68`.
fn game_line(row: &PageRow) -> String {
    let info = &row.game.info;
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let players =
        format!("{} - {}", name(&info.players.black.name), name(&info.players.white.name));
    let date = info.date.as_ref().map(|date| date.display_text()).unwrap_or_default();
    let result = info.result.map(|result| result.to_string()).unwrap_or_default();
    let event = info.event.clone().unwrap_or_default();
    let parts = [date, players, result, event, row.game.id.clone()];
    let parts = parts.iter().filter(|part| !part.is_empty()).map(|part| clean(part).into_owned());
    parts.collect::<Vec<_>>().join("  ")
}

//! Prints who played a position or a pattern first.

use super::super::output::{DEFAULT_ROWS, footer, limit, write_error};
use super::super::styles;
use super::super::terminal::Terminal;
use super::BoardArgs;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::board::YearRow;
use kifu_engine::first_played::{FirstGame, FirstPlayed};
use kifu_engine::number_format::{counted, format_thousands, percent};
use kifu_engine::request::{BoardSearch, FindFirst};
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::text::display::clean;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Answers who played the position or the pattern of a request first. Returns whether any game has it.
pub(super) fn print(
    board: BoardSearch,
    args: &BoardArgs,
    engine: &Engine,
    out: &mut dyn Write,
    terminal: &Terminal,
) -> Result<bool> {
    let default_rows = (!args.json).then_some(DEFAULT_ROWS);
    let request = FindFirst { board, players: limit(args.limit, default_rows) };
    let answer = engine.answer(&request, &AskOptions::default())?.answer;
    let printed = if args.json {
        json::write_line(out, &answer)
    } else {
        print_answer(out, &answer, terminal)
    };
    printed.map_err(write_error)?;
    Ok(answer.total > 0)
}

fn print_answer(out: &mut dyn Write, answer: &FirstPlayed, terminal: &Terminal) -> io::Result<()> {
    let games = counted(answer.total, "game", "games");
    let Some(first) = &answer.first else {
        return terminal.print(out, styles::BOLD, &format!("{games}, none with a date"));
    };
    let player = first.player.as_deref().unwrap_or("an unknown player");
    let line = format!("First played by {player}, {} ({}#{})", first.date, first.id, first.number);
    terminal.print(out, styles::BOLD, &clean(&line))?;
    let years = answer.years.iter().map(|row| row.year);
    let span = match (years.clone().min(), years.max()) {
        (Some(from), Some(to)) => format!("{games}, from {from} to {to}"),
        _ => games,
    };
    terminal.print(out, styles::PLAIN, &span)?;
    writeln!(out)?;
    print_players(out, answer, terminal)?;
    if answer.years.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    print_decades(out, &answer.years, terminal)
}

fn print_players(out: &mut dyn Write, answer: &FirstPlayed, terminal: &Terminal) -> io::Result<()> {
    let text = |text: &Option<String>| clean(text.as_deref().unwrap_or("?")).into_owned();
    let row = |game: &FirstGame| {
        TableRow::from(vec![
            text(&game.player),
            game.date.clone(),
            format!("{}#{}", game.id, game.number),
            format_thousands(game.games),
            format!("{} - {}", text(&game.black), text(&game.white)),
        ])
    };
    let columns = vec![
        terminal.name_column("player"),
        TableColumn::left("first"),
        TableColumn::left("game"),
        TableColumn::right("games"),
        TableColumn::left("players").taking_rest(),
    ];
    let rows = answer.players.iter().map(row).collect();
    Table { columns, rows }.print(out, &terminal.table_style())?;
    let shown = answer.players.len() as u64;
    if shown < answer.player_count {
        let line = footer(shown, answer.player_count, "player", "players");
        terminal.print(out, styles::DIM, &line)?;
    }
    if !answer.complete {
        let line = "Only the earliest games were compared, so later players are missing.";
        terminal.print(out, styles::DIM, line)?;
    }
    Ok(())
}

/// Prints the games of each decade, and their share of all games of the decade.
fn print_decades(out: &mut dyn Write, years: &[YearRow], terminal: &Terminal) -> io::Result<()> {
    let mut decades: BTreeMap<i32, (u64, u64)> = BTreeMap::new();
    for row in years {
        let (games, all) = decades.entry(row.year.div_euclid(10) * 10).or_default();
        *games += row.games;
        *all += row.of.unwrap_or(0);
    }
    let columns =
        vec![TableColumn::left("decade"), TableColumn::right("games"), TableColumn::right("share")];
    let rows = decades.into_iter().map(|(decade, (games, all))| {
        TableRow::from(vec![format!("{decade}s"), format_thousands(games), percent(games, all, 2)])
    });
    Table { columns, rows: rows.collect() }.print(out, &terminal.table_style())
}

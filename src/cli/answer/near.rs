//! Prints the games that come near a position.

use super::super::boards::{self, BoardOverlay};
use super::super::games::{self, ListedGame};
use super::super::output::{footer, write_error};
use super::super::styles;
use super::super::terminal::Terminal;
use super::BoardArgs;
use clap::Args;
use kifu_engine::input::BoardSubject;
use kifu_engine::lines::LineOptions;
use kifu_engine::near::{MAX_NEAR, NearFound, NearGame, PointDifference};
use kifu_engine::number_format::{counted, format_thousands};
use kifu_engine::request::{BoardSearch, FindNear};
use kifu_engine::{AskOptions, Engine, Result, json};
use std::io::{self, Write};

/// Options to find near positions.
#[derive(Debug, Default, Args)]
pub struct NearArgs {
    /// Find games that have the position but for at most N stones (added, missing or moved; 0 to 20), the nearest
    /// first: for photographs and half-remembered diagrams.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_NEAR)),
        conflicts_with_all = NOT_WITH_NEAR,
    )]
    pub near: Option<u32>,
    /// As --near, and a stone that was captured in the game may still stand in the position, as in diagrams that show
    /// all moves. Without --near, no other difference is allowed.
    #[arg(long, conflicts_with_all = NOT_WITH_NEAR)]
    pub loose: bool,
}

const NOT_WITH_NEAR: [&str; 8] =
    ["compare", "first_by", "with", "open", "skip", "tree", "within", "next"];

impl NearArgs {
    /// The request for near positions; `None` if they are not requested.
    pub(super) fn request(&self, board: &BoardSearch) -> Option<FindNear> {
        let is_requested = self.near.is_some() || self.loose;
        is_requested.then(|| FindNear {
            board: board.clone(),
            near: self.near.unwrap_or(0),
            loose: self.loose,
        })
    }
}

/// Answers a request for near positions. `are_rows` is true to print the games as rows for programs. Returns whether
/// any game comes near.
pub(super) fn print(
    request: &FindNear,
    (args, are_rows): (&BoardArgs, bool),
    lines: &LineOptions,
    engine: &Engine,
    out: &mut dyn Write,
    terminal: &Terminal,
) -> Result<bool> {
    let answer = engine.answer(request, &AskOptions::default())?.answer;
    if are_rows {
        lines.write_header(out)?;
        for near in &answer.games {
            lines.write_game(out, &near.game)?;
        }
        return Ok(answer.total > 0);
    }
    let printed = if args.count {
        writeln!(out, "{}", answer.total)
    } else if args.json {
        json::write_line(out, &answer)
    } else {
        print_answer(out, &answer, lines, terminal)
    };
    printed.map_err(write_error)?;
    Ok(answer.total > 0)
}

fn print_answer(
    out: &mut dyn Write,
    answer: &NearFound,
    lines: &LineOptions,
    terminal: &Terminal,
) -> io::Result<()> {
    if let BoardSubject::Position(position) = &answer.subject {
        let overlay = BoardOverlay { last: position.last, ..BoardOverlay::default() };
        for line in boards::draw(&position.board, &overlay, terminal) {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
    }
    terminal.print(out, styles::BOLD, &headline(answer))?;
    if answer.total == 0 {
        return Ok(());
    }
    terminal.print(out, styles::DIM, &distances(answer))?;
    writeln!(out)?;
    let games = answer.games.iter();
    match &lines.columns {
        None => {
            let rows =
                games.map(|near| ListedGame::from_hit(&near.game).with_below(Some(in_words(near))));
            games::print(out, rows.collect(), terminal, Some(games::RESULT_AND_PLACE_HEADING))?;
        }
        Some(columns) => {
            let rows = games.map(|near| ListedGame::with_columns(&near.game, columns)).collect();
            games::print_with_columns(out, rows, columns, terminal)?;
        }
    }
    let shown = answer.games.len() as u64;
    if shown == answer.total {
        return Ok(());
    }
    writeln!(out, "{}", terminal.dim(footer(shown, answer.total, "game", "games")))
}

fn headline(answer: &NearFound) -> String {
    let stones = counted(answer.near.into(), "stone", "stones");
    let captured = if answer.loose { ", captured stones aside" } else { "" };
    match answer.total {
        0 => format!("No game comes within {stones} of this position{captured}"),
        total => {
            let games = counted(total, "game comes", "games come");
            format!("{games} within {stones} of this position{captured}")
        }
    }
}

/// Numbers of games by distance: `3 games with 0 stones, 12 with 1, 40 with 2`.
fn distances(answer: &NearFound) -> String {
    let rows = (0..).zip(&answer.by_stones).filter(|(_, games)| **games > 0);
    let rows: Vec<String> = rows
        .map(|(stones, games): (usize, &u64)| match stones {
            0 => format!("{} with the position itself", format_thousands(*games)),
            1 => format!("{} but for 1 stone", format_thousands(*games)),
            _ => format!("{} but for {stones}", format_thousands(*games)),
        })
        .collect();
    rows.join(", ")
}

/// How a game differs from the position: `2 stones: without B R5, W C10, with B C17, W D16`.
fn in_words(near: &NearGame) -> String {
    if near.stones == 0 {
        return "the position itself".to_owned();
    }
    let named = |word: &str, stone: fn(&PointDifference) -> Option<char>| {
        let stones = near.differences.iter();
        let stones = stones.filter_map(|at| Some(format!("{} {}", stone(at)?, at.at)));
        let stones: Vec<String> = stones.collect();
        (!stones.is_empty()).then(|| format!("{word} {}", stones.join(", ")))
    };
    let (without, with) = (named("without", |at| at.position), named("with", |at| at.game));
    let differences: Vec<String> = without.into_iter().chain(with).collect();
    format!("{}: {}", counted(near.stones.into(), "stone", "stones"), differences.join(", "))
}

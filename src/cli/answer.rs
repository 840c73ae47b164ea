//! Answers about a position or a pattern, for people and for programs.

mod args;
mod rows;

use super::boards::{self, BoardOverlay};
use super::games::{self, Listed};
use super::open;
use super::output::write_error;
use super::stderr::note;
use super::target::standard_input;
use super::terminal::Terminal;
use super::understanding::earlier_in_words;
use crate::engine::board::{BoardAnswer, NextMove, TreeScope, Wins};
use crate::engine::game::GameMoment;
use crate::engine::input::AskedSubject;
use crate::engine::lines::LineOptions;
use crate::engine::request::{BoardOperand, BoardParts, BoardSearch, HitConditions};
use crate::engine::words::{counted, headline, percent, thousands};
use crate::engine::{Engine, Result, json};
use crate::error::{Error, ErrorKind};
use crate::game::board::Board;
use crate::game::pattern::Cell;
use crate::game::{Point, Stone};
use crate::language::join_arguments;
use crate::text::display::clean;
pub use args::BoardArgs;
use std::io::{IsTerminal, Write};

/// Turns the arguments into a request.
pub fn board_request(
    input: &[String],
    args: &BoardArgs,
    terminal: &Terminal,
) -> Result<BoardSearch> {
    let hits = &args.hits;
    let (lines, are_rows) = args.lines(terminal)?;
    Ok(BoardSearch {
        subject: operand(input)?,
        kind: args.kind.clone(),
        size: args.size.clone(),
        symmetric: args.is_symmetric(),
        hits: HitConditions {
            filter: hits
                .filter
                .as_ref()
                .map(|filter| join_arguments(std::slice::from_ref(filter))),
            within: hits.within.clone(),
            colours: hits.colours.clone(),
            next: hits.next.clone(),
            tomove: hits.tomove.clone(),
            at_move: hits.at_move.clone(),
            sort: hits.sort.clone(),
            unique: hits.unique,
        },
        listed: args.listed(are_rows, terminal),
        played: lines.has_played(),
        named: args.named(terminal),
        count: args.count,
        parts: BoardParts {
            moves: !are_rows || args.compare.is_some(),
            ..args.parts()
        },
        ..BoardSearch::default()
    })
}

fn no_position() -> Error {
    Error::new(ErrorKind::Query, "which position?").help(
        "name moves (kifu-index position Q16 D4 Q3), a place in a game (game.sgf#42), or send a diagram: \
         kifu-index position < diagram.txt",
    )
}

/// The words of the arguments; without any, or with `-`, standard input is read.
fn operand(words: &[String]) -> Result<BoardOperand> {
    match words {
        [empty] if empty.trim().is_empty() => Err(no_position().into()),
        [] if std::io::stdin().is_terminal() => Err(no_position().into()),
        [] => Ok(BoardOperand::Text(standard_input()?)),
        [one] if one == "-" => Ok(BoardOperand::Text(standard_input()?)),
        words => Ok(BoardOperand::Words(words.to_vec())),
    }
}

/// The continuations that the drawing and the first table show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownMoves {
    /// The next moves.
    Next,
    /// The next moves inside a pattern, whenever they are played.
    Local,
}

impl ShownMoves {
    fn rows(self, answer: &BoardAnswer) -> impl Iterator<Item = &NextMove> {
        let local = answer.local.as_deref().unwrap_or_default();
        let (next, local) = match self {
            ShownMoves::Next => (answer.moves.as_slice(), &[][..]),
            ShownMoves::Local => (&[][..], local),
        };
        next.iter().chain(local.iter().map(|row| &row.next))
    }
}

/// Prints an answer in the requested form and returns whether there were hits.
pub fn tell(
    engine: &Engine,
    args: &BoardArgs,
    answer: &BoardAnswer,
    shown: ShownMoves,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<bool> {
    let found = answer.total > 0;
    if args.count {
        writeln!(out, "{}", answer.total).map_err(write_error)?;
        return Ok(found);
    }
    if let Some(first) = answer.games.first().filter(|_| args.open) {
        let node = first.hit.as_ref().map_or(0, |hit| hit.node);
        open::game(engine, &first.id, GameMoment::Node(node))?;
        return Ok(true);
    }
    let (lines, are_rows) = args.lines(terminal)?;
    if are_rows {
        return print_rows(out, answer, &lines);
    }
    let printed = if args.json {
        json::write_line(out, answer)
    } else {
        print(out, answer, shown, &lines, terminal)
    };
    printed.map_err(write_error)?;
    Ok(found)
}

/// Prints the games as rows, as a search does in a pipe; whether there were any.
fn print_rows(out: &mut dyn Write, answer: &BoardAnswer, lines: &LineOptions) -> Result<bool> {
    lines.begin(out)?;
    for game in &answer.games {
        lines.game(out, game)?;
    }
    if answer.total > 0 {
        return Ok(true);
    }
    note!("{}.", first_line(answer));
    for line in answer.earlier.iter().map(earlier_in_words) {
        note!("  {line}");
    }
    if answer.in_variations > 0 {
        note!("  {}", in_variations(answer));
    }
    Ok(false)
}

/// The first continuations get a letter on the board. Points that a pattern leaves open keep their own sign, so that
/// the drawing still says what was asked for.
fn letters(answer: &BoardAnswer, shown: ShownMoves) -> Vec<(Point, char)> {
    let is_free = |point: &Point| match &answer.subject {
        AskedSubject::Position(_) => true,
        AskedSubject::Pattern(asked) => {
            let moves = asked.pattern.moves();
            asked.pattern.cell(*point) == Cell::EMPTY
                && moves.iter().all(|(_, move_at)| move_at != point)
        }
    };
    let mut seen = Vec::new();
    let points = shown.rows(answer).filter_map(|row| row.point);
    for point in points.filter(is_free) {
        if !seen.contains(&point) {
            seen.push(point);
        }
    }
    seen.into_iter().zip('a'..='z').collect()
}

/// For how many continuations the engine should name the players, so that a terminal can show them.
fn named_rows(terminal: &Terminal) -> usize {
    if terminal.width >= rows::WIDE {
        rows::MOST
    } else {
        0
    }
}

/// Prints the board, the table of continuations and the list of games.
fn print(
    out: &mut dyn Write,
    answer: &BoardAnswer,
    shown: ShownMoves,
    lines: &LineOptions,
    terminal: &Terminal,
) -> std::io::Result<()> {
    print_summary(out, answer, shown, terminal)?;
    if answer.total == 0 {
        return Ok(());
    }
    rows::print(out, answer, shown, terminal)?;
    writeln!(out)?;
    let games = answer.games.iter();
    match &lines.columns {
        None => {
            let rows = games.map(Listed::of_hit).collect();
            games::print(out, rows, terminal, Some(games::PLACE))?;
        }
        Some(columns) => {
            let rows = games.map(|game| Listed::chosen(game, columns)).collect();
            games::print_chosen(out, rows, columns, terminal)?;
        }
    }
    let shown = answer.games.len() as u64;
    if shown < answer.total {
        let all = counted(answer.total, "game", "games");
        let footer = format!("{} of {all} (--limit 0 for all)", thousands(shown));
        writeln!(out, "{}", terminal.dim(&footer))?;
    }
    Ok(())
}

fn print_summary(
    out: &mut dyn Write,
    answer: &BoardAnswer,
    shown: ShownMoves,
    terminal: &Terminal,
) -> std::io::Result<()> {
    for line in short_line(answer, shown)
        .iter()
        .flat_map(|line| terminal.prose(line))
    {
        writeln!(out, "{}", terminal.bold(line))?;
    }
    for line in drawing(answer, shown, terminal) {
        writeln!(out, "{line}")?;
    }
    let dim = |out: &mut dyn Write, text: &str| {
        let mut lines = terminal.prose(text).into_iter();
        lines.try_for_each(|line| writeln!(out, "{}", terminal.dim(line)))
    };
    for note in &answer.notes {
        dim(out, note)?;
    }
    writeln!(out)?;
    if let Some(condition) = &answer.condition {
        dim(out, &clean(condition))?;
    }
    for line in terminal.prose(&first_line(answer)) {
        writeln!(out, "{}", terminal.bold(line))?;
    }
    let copies = answer.left_out.filter(|&copies| copies > 0).map(left_out);
    let earlier = answer.earlier.as_ref().map(earlier_in_words);
    let others = (answer.in_variations > 0).then(|| in_variations(answer));
    let mut more = [copies, earlier, others].into_iter().flatten();
    more.try_for_each(|line| dim(out, &line))
}

/// `355 copies of these games are left out`.
pub fn left_out(copies: u64) -> String {
    let verb = if copies == 1 { "is" } else { "are" };
    format!(
        "{} of these games {verb} left out",
        counted(copies, "copy", "copies")
    )
}

/// The answer in one line, above a board that may fill the screen: `8,698 games: Black won 50%, White 50%; next W D16
/// (56%)`. Rates are those of the games that somebody won.
fn short_line(answer: &BoardAnswer, shown: ShownMoves) -> Option<String> {
    let Wins { black, white, .. } = answer.wins;
    let mut line = counted(answer.total, "game", "games");
    if black + white > 0 {
        let rate = |wins| percent(wins, black + white, 0);
        line.push_str(&format!(
            ": Black won {}, White {}",
            rate(black),
            rate(white)
        ));
    }
    if let Some(next) = shown.rows(answer).next() {
        let color = next
            .color
            .as_deref()
            .map_or(String::new(), |color| format!("{color} "));
        let share = percent(next.games, answer.total, 0);
        let place = match shown {
            ShownMoves::Next => "next",
            ShownMoves::Local => "inside",
        };
        line.push_str(&format!("; {place} {color}{} ({share})", next.at));
    }
    (answer.total > 0).then_some(line)
}

fn first_line(answer: &BoardAnswer) -> String {
    if answer.total > 0 {
        return headline(&answer.outcomes(), |_| String::new());
    }
    let such = if answer.condition.is_some() {
        "such "
    } else {
        ""
    };
    let noun = if answer.subject.is_whole() {
        "position"
    } else {
        "pattern"
    };
    let place = match answer.within {
        TreeScope::Main => " on its main line",
        TreeScope::Variations => " in a variation",
        TreeScope::Any => "",
    };
    format!("No {such}game has this {noun}{place}")
}

/// `3 more games have it only in variations`.
fn in_variations(answer: &BoardAnswer) -> String {
    let more = if answer.total == 0 { "" } else { " more" };
    let (number, verb) = match answer.in_variations {
        1 => ("game", "has"),
        _ => ("games", "have"),
    };
    let count = thousands(answer.in_variations);
    format!("{count}{more} {number} {verb} it only in variations")
}

/// The board with the letters of the first continuations. A pattern shows its open points and numbered stones as they
/// were written.
fn drawing(answer: &BoardAnswer, shown: ShownMoves, terminal: &Terminal) -> Vec<String> {
    let mut drawing = BoardOverlay::new(terminal);
    let letters = letters(answer, shown).into_iter();
    let asked = match &answer.subject {
        AskedSubject::Position(asked) => {
            drawing.last = asked.last;
            drawing.labels = letters.collect();
            return boards::draw(&asked.board, &drawing);
        }
        AskedSubject::Pattern(asked) => asked,
    };
    let mut board = Board::new(asked.game, asked.board);
    drawing.part = Some((asked.corner, asked.pattern.size()));
    drawing.edges = asked.pattern.edges();
    let on_board = |point: Point| asked.on_board(point);
    drawing.labels = letters
        .map(|(point, letter)| (on_board(point), letter))
        .collect();
    for (point, cell) in asked.pattern.cells() {
        match cell {
            Cell::EMPTY => {}
            Cell::BLACK => board.set(on_board(point), Stone::Black),
            Cell::WHITE => board.set(on_board(point), Stone::White),
            open => {
                drawing.labels.insert(on_board(point), open.symbol());
            }
        }
    }
    for (number, &(_, point)) in (1u8..).zip(asked.pattern.moves()) {
        let digit = char::from(b'0' + number % 10);
        drawing.labels.insert(on_board(point), digit);
    }
    boards::draw(&board, &drawing)
}

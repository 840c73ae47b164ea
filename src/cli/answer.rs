//! The commands `position` and `pattern`: arguments into a request, the answer as a drawing, as rows or as JSON.

mod args;
mod rows;

use super::boards::{self, BoardOverlay};
use super::compare::{self, CompareOutput};
use super::games::{self, Listed};
use super::open;
use super::output::{PAGE, footer, limit, page_footer, skipped_all, write_error};
use super::stderr::note;
use super::styles;
use super::target::{query_text, standard_input};
use super::terminal::Terminal;
use super::tree::{self, TreeArgs};
use super::understanding::earlier_in_words;
pub(crate) use args::BoardArgs;
use args::{MorePart, Symmetries};
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::board::{BoardAnswer, NextMove, TreeScope, Wins};
use kifu_engine::game::GamePosition;
use kifu_engine::input::BoardSubject;
use kifu_engine::lines::{LineFormat, LineOptions};
use kifu_engine::request::{
    BoardOperand, BoardParts, BoardSearch, Comparable, HitConditions, SubjectKind,
};
use kifu_engine::number_format::{counted, headline, percent};
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::game::board::Board;
use kifu_record::game::pattern::Cell;
use kifu_record::game::{Point, Stone};
use kifu_record::text::display::clean;
use std::io::{IsTerminal, Write};

/// Asks for a position or a pattern and prints the answer in the requested form. Returns whether there were hits.
///
/// `base_request` is the request with the fields that only one of the two commands has; the shared arguments are added
/// to it.
pub(crate) fn run(
    input: &[String],
    sought: BoardSearch,
    args: &BoardArgs,
    tree: &TreeArgs,
    engine: &Engine,
    out: &mut dyn Write,
) -> Result<bool> {
    let terminal = &Terminal::drawing(args.ascii);
    let lines = args.rows.lines(if args.rows.csv { LineFormat::Csv } else { LineFormat::Tsv })?;
    // In a pipe, games are printed as rows for programs.
    let is_drawn = terminal.is_terminal || args.draw || args.ascii;
    let are_rows = !(args.json || args.count || args.open) && (args.rows.csv || !is_drawn);
    let mut request = BoardSearch {
        listed: match args.limit {
            _ if args.count => 0,
            _ if args.open => 1,
            given => {
                let usual = (!are_rows).then_some(PAGE);
                limit(given, usual).map_or(usize::MAX, |most| most.saturating_add(args.skip))
            }
        },
        details: lines.needs().into(),
        named: match terminal.width {
            _ if args.json => usize::MAX,
            rows::WIDE.. if !args.count && !args.open => rows::MOST,
            _ => 0,
        },
        parts: BoardParts {
            moves: !are_rows || args.compare.is_some(),
            years: args.with.contains(&MorePart::Years),
            reached: args.with.contains(&MorePart::Reached),
            ..BoardParts::default()
        },
        ..board_request(input, args, sought)?
    };
    if let Some(with) = &args.compare {
        let of = Comparable::Board(request.into());
        let shown = CompareOutput { json: args.json, csv: args.rows.csv, limit: args.limit };
        return compare::run(of, with, &shown, terminal, engine, out);
    }
    if let Some(plies) = tree.tree {
        return tree::write(tree, plies, request, engine, out);
    }
    let is_pattern = request.sought == SubjectKind::Pattern;
    let is_local = |next: &mut String| is_pattern && next.trim().eq_ignore_ascii_case("local");
    // `--next local` is not a condition on games: every answer about a pattern has both tables, and this selects one.
    let shown = match request.hits.next.take_if(is_local) {
        Some(_) => ShownMoves::Local,
        None => ShownMoves::Next,
    };
    let mut answer = engine.answer(&request, &AskOptions::default())?.answer;
    answer.games.drain(..args.skip.min(answer.games.len()));
    let found = answer.total > args.skip as u64;
    if let Some(first) = answer.games.first().filter(|_| args.open) {
        let node = first.hit.as_ref().map_or(0, |hit| hit.node);
        open::game(engine, &first.id, GamePosition::Node(node))?;
        return Ok(true);
    }
    if are_rows && !found && answer.total > 0 {
        lines.write_header(out)?;
        note!("{}.", skipped_all(answer.total, args.skip));
        return Ok(false);
    }
    if are_rows {
        return print_rows(out, &answer, &lines);
    }
    let printed = if args.count {
        writeln!(out, "{}", answer.total)
    } else if args.json {
        json::write_line(out, &answer)
    } else {
        print(out, &answer, shown, args.skip, &lines, terminal)
    };
    printed.map_err(write_error)?;
    Ok(found)
}

/// Turns the arguments of `position` or `pattern` into a request.
fn board_request(input: &[String], args: &BoardArgs, sought: BoardSearch) -> Result<BoardSearch> {
    let hits = &args.hits;
    let filter = hits.filter.as_ref().map(std::slice::from_ref);
    Ok(BoardSearch {
        subject: operand(input)?,
        kind: args.kind.clone(),
        size: args.size.clone(),
        symmetric: args.symmetry == Symmetries::All,
        hits: HitConditions {
            filter: filter.map(query_text),
            within: hits.within.clone(),
            colours: hits.colours.clone(),
            next: hits.next.clone(),
            tomove: hits.tomove.clone(),
            at_move: hits.at_move.clone(),
            sort: hits.sort.clone(),
            unique: hits.unique,
        },
        count: args.count,
        ..sought
    })
}

fn no_position() -> Error {
    Error::new(ErrorKind::Query, "which position?").with_help(
        "name moves (kifu-index position Q16 D4 Q3), a place in a game (game.sgf#42), or send a diagram: \
         kifu-index position < diagram.txt",
    )
}

/// Reads the position or pattern from the arguments. With `-`, or without arguments in a pipe, reads standard input.
fn operand(words: &[String]) -> Result<BoardOperand> {
    match words {
        [empty] if empty.trim().is_empty() => Err(no_position().into()),
        [] if std::io::stdin().is_terminal() => Err(no_position().into()),
        [] => Ok(BoardOperand::Text(standard_input()?)),
        [one] if one == "-" => Ok(BoardOperand::Text(standard_input()?)),
        words => Ok(BoardOperand::Words(words.to_vec())),
    }
}

/// The continuations that label the board and fill the first table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShownMoves {
    /// The next move of each game.
    Next,
    /// The next move inside the pattern, however many moves later it is played.
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

/// Prints the games as rows for programs, as `search` does in a pipe. Returns whether there were any.
fn print_rows(out: &mut dyn Write, answer: &BoardAnswer, lines: &LineOptions) -> Result<bool> {
    lines.write_header(out)?;
    for game in &answer.games {
        lines.write_game(out, game)?;
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

/// Assigns the letters a to z to the points of the most frequent continuations, for the drawing.
///
/// Points that a pattern leaves open keep their own sign, so that the drawing still shows the pattern that was asked
/// for.
fn letters(answer: &BoardAnswer, shown: ShownMoves) -> Vec<(Point, char)> {
    let is_free = |point: &Point| match &answer.subject {
        BoardSubject::Position(_) => true,
        BoardSubject::Pattern(asked) => {
            let moves = asked.pattern.moves();
            asked.pattern.cell(*point) == Cell::EMPTY
                && moves.iter().all(|(_, move_at)| move_at != point)
        }
    };
    let mut seen = Vec::new();
    let points = shown.rows(answer).filter_map(NextMove::point);
    for point in points.filter(is_free) {
        if !seen.contains(&point) {
            seen.push(point);
        }
    }
    seen.into_iter().zip('a'..='z').collect()
}

/// Prints the board, the table of continuations and the list of games. `skip` games were left out before the list.
fn print(
    out: &mut dyn Write,
    answer: &BoardAnswer,
    shown: ShownMoves,
    skip: usize,
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
    let (shown, before) = (answer.games.len() as u64, skip as u64);
    let footer = match skip {
        0 if shown == answer.total => return Ok(()),
        0 => footer(shown, answer.total, "game", "games"),
        _ if shown == 0 => skipped_all(answer.total, skip),
        _ => page_footer(before, before + shown, answer.total, "games"),
    };
    writeln!(out, "{}", terminal.dim(footer))
}

fn print_summary(
    out: &mut dyn Write,
    answer: &BoardAnswer,
    shown: ShownMoves,
    terminal: &Terminal,
) -> std::io::Result<()> {
    if let Some(line) = short_line(answer, shown) {
        terminal.print(out, styles::BOLD, &line)?;
    }
    for line in drawing(answer, shown, terminal) {
        writeln!(out, "{line}")?;
    }
    for note in &answer.notes {
        terminal.print(out, styles::DIM, &note.to_string())?;
    }
    writeln!(out)?;
    if let Some(condition) = &answer.condition {
        terminal.print(out, styles::DIM, &clean(&condition.to_string()))?;
    }
    terminal.print(out, styles::BOLD, &first_line(answer))?;
    let copies = answer.left_out.filter(|&copies| copies > 0).map(left_out);
    let earlier = answer.earlier.as_ref().map(earlier_in_words);
    let others = (answer.in_variations > 0).then(|| in_variations(answer));
    let mut more = [copies, earlier, others].into_iter().flatten();
    more.try_for_each(|line| terminal.print(out, styles::DIM, &line))
}

/// Says how many copies are not counted: `355 copies of these games are left out`.
pub(crate) fn left_out(copies: u64) -> String {
    let (one, many) = ("copy of these games is", "copies of these games are");
    format!("{} left out", counted(copies, one, many))
}

/// Sums up the answer in one line, printed above a board that may fill the screen: `8,698 games: Black won 50%, White
/// 50%; next W D16 (56%)`. The rates are among the games with a winner.
fn short_line(answer: &BoardAnswer, shown: ShownMoves) -> Option<String> {
    let Wins { black, white, .. } = answer.wins;
    let mut line = counted(answer.total, "game", "games");
    if black + white > 0 {
        let [black, white] = [black, white].map(|wins| percent(wins, black + white, 0));
        line.push_str(&format!(": Black won {black}, White {white}"));
    }
    if let Some(next) = shown.rows(answer).next() {
        let share = percent(next.games, answer.total, 0);
        let place = match shown {
            ShownMoves::Next => "next",
            ShownMoves::Local => "inside",
        };
        line.push_str(&format!("; {place} {} ({share})", rows::name(next)));
    }
    (answer.total > 0).then_some(line)
}

fn first_line(answer: &BoardAnswer) -> String {
    if answer.total > 0 {
        return headline(&answer.outcomes(), |_| String::new());
    }
    let such = answer.condition.as_ref().map_or("", |_| "such ");
    let noun = if answer.subject.is_full_board() { "position" } else { "pattern" };
    let place = match answer.tree_scope {
        TreeScope::Main => " on its main line",
        TreeScope::Variations => " in a variation",
        TreeScope::Any => "",
    };
    format!("No {such}game has this {noun}{place}")
}

/// Says how many games have the position only in variations: `3 more games have it only in variations`.
fn in_variations(answer: &BoardAnswer) -> String {
    let (one, many) = match answer.total {
        0 => ("game has", "games have"),
        _ => ("more game has", "more games have"),
    };
    let games = counted(answer.in_variations, one, many);
    format!("{games} it only in variations")
}

/// Draws the board with a letter at each of the first continuations. Open points and numbered stones of a pattern keep
/// the signs with which they were written.
fn drawing(answer: &BoardAnswer, shown: ShownMoves, terminal: &Terminal) -> Vec<String> {
    let mut drawing = BoardOverlay::default();
    let letters = letters(answer, shown).into_iter();
    let asked = match &answer.subject {
        BoardSubject::Position(asked) => {
            drawing.last = asked.last;
            drawing.labels = letters.collect();
            return boards::draw(&asked.board, &drawing, terminal);
        }
        BoardSubject::Pattern(asked) => asked,
    };
    let mut board = Board::new(asked.game, asked.board);
    drawing.part = Some((asked.corner, asked.pattern.size()));
    drawing.edges = asked.pattern.edges();
    let on_board = |point: Point| asked.on_board(point);
    drawing.labels = letters.map(|(point, letter)| (on_board(point), letter)).collect();
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
    boards::draw(&board, &drawing, terminal)
}

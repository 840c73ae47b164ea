//! The commands `position` and `pattern`: turn their arguments into a request, and print the answer as a drawing, as
//! rows or as JSON.

mod args;
mod first;
mod near;
mod rows;

use super::boards::{self, BoardOverlay};
use super::compare::{self, CompareOutput};
use super::games::{self, ListedGame};
use super::output::{DEFAULT_ROWS, all_games_skipped, footer, limit, page_footer, write_error};
use super::query_advice::earlier_in_words;
use super::stderr::note;
use super::styles;
use super::target::{join_query, read_standard_input};
use super::terminal::Terminal;
use super::tree::{self, TreeArgs};
use super::viewer;
pub(crate) use args::BoardArgs;
use args::{MorePart, Symmetries};
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::board::{BoardAnswer, NextMove, TreeScope, Wins};
use kifu_engine::game::GamePosition;
use kifu_engine::input::BoardSubject;
use kifu_engine::lines::{LineFormat, LineOptions};
use kifu_engine::number_format::{counted, headline, percent, rate_with_interval};
use kifu_engine::request::{
    BoardOperand, BoardParts, BoardSearch, Comparable, HitConditions, RowDetails, SubjectKind,
};
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::game::board::Board;
use kifu_record::game::pattern::Cell;
use kifu_record::game::{Point, Stone};
use kifu_record::text::display::clean;
pub(crate) use near::NearArgs;
use std::io::{IsTerminal, Write};

/// Searches for a position or a pattern and prints the answer in the requested form. Returns whether there were hits.
///
/// `near` has the options for positions that differ by few stones. `base_request` is the request with the fields that
/// only one of the two commands has; the shared arguments are added to it.
pub(crate) fn run(
    input: &[String],
    base_request: BoardSearch,
    args: &BoardArgs,
    (tree, near): (&TreeArgs, &NearArgs),
    engine: &Engine,
    out: &mut dyn Write,
) -> Result<bool> {
    let terminal = &Terminal::drawing(args.ascii);
    let lines = args.rows.lines(if args.rows.csv { LineFormat::Csv } else { LineFormat::Tsv })?;
    // In a pipe, the games are printed as rows that programs read (tab-separated values), without a drawing.
    let is_drawn = terminal.is_terminal || args.draw || args.ascii;
    let are_rows = !(args.json || args.count || args.open) && (args.rows.csv || !is_drawn);
    let mut request = BoardSearch {
        listed: match args.limit {
            _ if args.count => 0,
            _ if args.open => 1,
            given => {
                let default_rows = (!are_rows).then_some(DEFAULT_ROWS);
                limit(given, default_rows).map_or(usize::MAX, |rows| rows.saturating_add(args.skip))
            }
        },
        details: if are_rows { RowDetails::only(lines.needs()) } else { lines.needs().into() },
        named: match terminal.width {
            _ if args.json => usize::MAX,
            rows::MIN_WIDTH_FOR_PLAYERS.. if !args.count && !args.open => rows::MAX_CONTINUATIONS,
            _ => 0,
        },
        parts: BoardParts {
            moves: !are_rows || args.compare.is_some(),
            years: args.with.contains(&MorePart::Years),
            reached: args.with.contains(&MorePart::Reached),
            ..BoardParts::default()
        },
        ..board_request(input, args, base_request)?
    };
    if let Some(second_query) = &args.compare {
        let comparable = Comparable::Board(request.into());
        let output = CompareOutput { json: args.json, csv: args.rows.csv, limit: args.limit };
        return compare::run(comparable, second_query, &output, terminal, engine, out);
    }
    if args.first_by.is_some() {
        return first::print(request, args, engine, out, terminal);
    }
    if let Some(request) = near.request(&request) {
        return near::print(&request, (args, are_rows), &lines, engine, out, terminal);
    }
    if let Some(plies) = tree.tree {
        return tree::write(tree, plies, request, engine, out);
    }
    let is_pattern = request.sought == SubjectKind::Pattern;
    let is_local = |next: &mut String| is_pattern && next.trim().eq_ignore_ascii_case("local");
    // `--next local` excludes no games. Every answer about a pattern has a table of the next moves and one of the next
    // moves inside the pattern; this option selects the latter.
    let shown = match request.hits.next.take_if(is_local) {
        Some(_) => MoveTable::Local,
        None => MoveTable::Next,
    };
    let mut answer = engine.answer(&request, &AskOptions::default())?.answer;
    answer.games.drain(..args.skip.min(answer.games.len()));
    let found = answer.total > args.skip as u64;
    if let Some(first) = answer.games.first().filter(|_| args.open) {
        let node = first.hit.as_ref().map_or(0, |hit| hit.node);
        viewer::open_game(engine, &first.id, GamePosition::Node(node))?;
        return Ok(true);
    }
    if are_rows && !found && answer.total > 0 {
        lines.write_header(out)?;
        note!("{}.", all_games_skipped(answer.total, args.skip));
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
fn board_request(
    input: &[String],
    args: &BoardArgs,
    base_request: BoardSearch,
) -> Result<BoardSearch> {
    let hits = &args.hits;
    let filter = hits.filter.as_ref().map(std::slice::from_ref);
    Ok(BoardSearch {
        subject: read_operand(input)?,
        kind: args.kind.clone(),
        size: args.size.clone(),
        symmetric: args.symmetry == Symmetries::All,
        hits: HitConditions {
            filter: filter.map(join_query),
            within: hits.within.clone(),
            colours: hits.colours.clone(),
            next: hits.next.clone(),
            tomove: hits.tomove.clone(),
            at_move: hits.at_move.clone(),
            sort: hits.sort.clone(),
            unique: hits.unique,
        },
        count: args.count,
        ..base_request
    })
}

fn no_position_error() -> Error {
    Error::new(ErrorKind::Query, "which position?").with_help(
        "name moves (kifu-index position Q16 D4 Q3), a place in a game (game.sgf#42), or send a diagram: \
         kifu-index position < diagram.txt",
    )
}

/// Reads the position or pattern from the arguments. With `-`, or without arguments in a pipe, reads standard input.
fn read_operand(words: &[String]) -> Result<BoardOperand> {
    match words {
        [empty] if empty.trim().is_empty() => Err(no_position_error().into()),
        [] if std::io::stdin().is_terminal() => Err(no_position_error().into()),
        [] => Ok(BoardOperand::Text(read_standard_input()?)),
        [one] if one == "-" => Ok(BoardOperand::Text(read_standard_input()?)),
        words => Ok(BoardOperand::Words(words.to_vec())),
    }
}

/// Which continuations label the board and fill the first table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MoveTable {
    /// The move that each game plays next, anywhere on the board.
    Next,
    /// The move that each game plays next inside the pattern, however many moves later.
    Local,
}

impl MoveTable {
    fn rows(self, answer: &BoardAnswer) -> impl Iterator<Item = &NextMove> {
        let local = answer.local.as_deref().unwrap_or_default();
        let (next, local) = match self {
            MoveTable::Next => (answer.moves.as_slice(), &[][..]),
            MoveTable::Local => (&[][..], local),
        };
        next.iter().chain(local.iter().map(|row| &row.next))
    }
}

/// Prints the games as tab-separated values or CSV, as `search` does in a pipe. Returns whether there were any games.
fn print_rows(out: &mut dyn Write, answer: &BoardAnswer, lines: &LineOptions) -> Result<bool> {
    lines.write_header(out)?;
    for game in &answer.games {
        lines.write_game(out, game)?;
    }
    if answer.total > 0 {
        return Ok(true);
    }
    note!("{}.", outcome_line(answer));
    for line in answer.earlier.iter().map(earlier_in_words) {
        note!("  {line}");
    }
    if answer.in_variations > 0 {
        note!("  {}", variations_line(answer));
    }
    Ok(false)
}

/// Assigns the letters a to z to the points of the most frequent continuations, for the drawing of the board.
///
/// Points that a pattern leaves open keep their own sign, so that the drawing still shows the pattern that was
/// searched.
fn continuation_letters(answer: &BoardAnswer, shown: MoveTable) -> Vec<(Point, char)> {
    let is_free = |point: &Point| match &answer.subject {
        BoardSubject::Position(_) => true,
        BoardSubject::Pattern(asked) => {
            let moves = asked.pattern.moves();
            asked.pattern.cell(*point) == Cell::EMPTY
                && moves.iter().all(|(_, move_at)| move_at != point)
        }
    };
    let mut labelled = Vec::new();
    let points = shown.rows(answer).filter_map(NextMove::point);
    for point in points.filter(is_free) {
        if !labelled.contains(&point) {
            labelled.push(point);
        }
    }
    labelled.into_iter().zip('a'..='z').collect()
}

/// Prints the board, the table of continuations and the list of games. `skip` is the number of games that `--skip` left
/// out before the list.
fn print(
    out: &mut dyn Write,
    answer: &BoardAnswer,
    shown: MoveTable,
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
            let rows = games.map(ListedGame::from_hit).collect();
            games::print(out, rows, terminal, Some(games::RESULT_AND_PLACE_HEADING))?;
        }
        Some(columns) => {
            let rows = games.map(|game| ListedGame::with_columns(game, columns)).collect();
            games::print_with_columns(out, rows, columns, terminal)?;
        }
    }
    let (shown_games, skipped) = (answer.games.len() as u64, skip as u64);
    let footer = match skip {
        0 if shown_games == answer.total => return Ok(()),
        0 => footer(shown_games, answer.total, "game", "games"),
        _ if shown_games == 0 => all_games_skipped(answer.total, skip),
        _ => page_footer(skipped, skipped + shown_games, answer.total, "games"),
    };
    writeln!(out, "{}", terminal.dim(footer))
}

fn print_summary(
    out: &mut dyn Write,
    answer: &BoardAnswer,
    shown: MoveTable,
    terminal: &Terminal,
) -> std::io::Result<()> {
    if let Some(line) = summary_line(answer, shown) {
        terminal.print(out, styles::BOLD, &line)?;
    }
    for line in board_drawing(answer, shown, terminal) {
        writeln!(out, "{line}")?;
    }
    for note in &answer.notes {
        terminal.print(out, styles::DIM, &note.to_string())?;
    }
    writeln!(out)?;
    if let Some(condition) = &answer.condition {
        terminal.print(out, styles::DIM, &clean(&condition.to_string()))?;
    }
    terminal.print(out, styles::BOLD, &outcome_line(answer))?;
    let copies = answer.left_out.filter(|&copies| copies > 0).map(copies_left_out);
    let earlier = answer.earlier.as_ref().map(earlier_in_words);
    let others = (answer.in_variations > 0).then(|| variations_line(answer));
    let mut more = [copies, earlier, others].into_iter().flatten();
    more.try_for_each(|line| terminal.print(out, styles::DIM, &line))
}

/// Says how many copies of the listed games are not counted: `355 copies of these games are left out`.
pub(crate) fn copies_left_out(copies: u64) -> String {
    let (one, many) = ("copy of these games is", "copies of these games are");
    format!("{} left out", counted(copies, one, many))
}

/// Sums up the answer in one line, printed above a board that may fill the screen: `8,698 games: Black won 50% (49 to
/// 51), White 50%; next W D16 (56%)`. The rates are among the games with a winner, with the 95 % interval of Black's.
fn summary_line(answer: &BoardAnswer, shown: MoveTable) -> Option<String> {
    let Wins { black, white, .. } = answer.wins;
    let mut line = counted(answer.total, "game", "games");
    if let Some(rate) = rate_with_interval(answer.win_rate, 0) {
        line.push_str(&format!(": Black won {rate}, White {}", percent(white, black + white, 0)));
    }
    if let Some(next) = shown.rows(answer).next() {
        let share = percent(next.games, answer.total, 0);
        let place = match shown {
            MoveTable::Next => "next",
            MoveTable::Local => "inside",
        };
        line.push_str(&format!("; {place} {} ({share})", rows::move_label(next)));
    }
    (answer.total > 0).then_some(line)
}

fn outcome_line(answer: &BoardAnswer) -> String {
    if answer.total > 0 {
        return headline(&answer.outcomes(), |_| String::new());
    }
    let adjective = answer.condition.as_ref().map_or("", |_| "matching ");
    let noun = if answer.subject.is_full_board() { "position" } else { "pattern" };
    let place = match answer.tree_scope {
        TreeScope::Main => " on its main line",
        TreeScope::Variations => " in a variation",
        TreeScope::Any => "",
    };
    format!("No {adjective}game has this {noun}{place}")
}

/// Says how many games have the position only in variations: `3 more games have it only in variations`.
fn variations_line(answer: &BoardAnswer) -> String {
    let (one, many) = match answer.total {
        0 => ("game has", "games have"),
        _ => ("more game has", "more games have"),
    };
    let games = counted(answer.in_variations, one, many);
    format!("{games} it only in variations")
}

/// Draws the board with a letter at the point of each of the most frequent continuations. Open points and numbered
/// stones of a pattern keep the signs with which the user wrote them.
fn board_drawing(answer: &BoardAnswer, shown: MoveTable, terminal: &Terminal) -> Vec<String> {
    let mut drawing = BoardOverlay::default();
    let letters = continuation_letters(answer, shown).into_iter();
    let pattern_input = match &answer.subject {
        BoardSubject::Position(asked) => {
            drawing.last = asked.last;
            drawing.labels = letters.collect();
            return boards::draw(&asked.board, &drawing, terminal);
        }
        BoardSubject::Pattern(asked) => asked,
    };
    let mut board = Board::new(pattern_input.game, pattern_input.board);
    drawing.part = Some((pattern_input.corner, pattern_input.pattern.size()));
    drawing.edges = pattern_input.pattern.edges();
    let on_board = |point: Point| pattern_input.on_board(point);
    drawing.labels = letters.map(|(point, letter)| (on_board(point), letter)).collect();
    for (point, cell) in pattern_input.pattern.cells() {
        match cell {
            Cell::EMPTY => {}
            Cell::BLACK => board.set(on_board(point), Stone::Black),
            Cell::WHITE => board.set(on_board(point), Stone::White),
            open => {
                drawing.labels.insert(on_board(point), open.symbol());
            }
        }
    }
    for (number, &(_, point)) in (1u8..).zip(pattern_input.pattern.moves()) {
        let digit = char::from(b'0' + number % 10);
        drawing.labels.insert(on_board(point), digit);
    }
    boards::draw(&board, &drawing, terminal)
}

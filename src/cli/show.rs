//! `kifu-index show`: draws a game on the terminal, or prints it as JSON.

mod distant;
mod graph;
pub(crate) mod header;
mod many;
mod markup;
mod notes;
#[cfg(test)]
mod tests;

pub(crate) use self::many::{MAX_LINE_BYTES, parse_address};
use super::boards::{self, BoardOverlay};
use super::paths::warn_skipped_file;
use super::stderr::note;
use super::target::resolve;
use super::terminal::Terminal;
use super::userdata::marks;
use super::viewer;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_archive::origin::Origin;
use kifu_drawing::table::lines::wrap;
use kifu_drawing::{self as drawing, GraphDrawing, position_drawing, svg};
use kifu_engine::analysis::Graph;
use kifu_engine::files::{AddressTarget, GameAddress};
use kifu_engine::game::{
    Entry, FileText, GameFile, GamePosition, Mark, Parsed, PatternArea, Position, ReadGame,
    game_of_collection, missing_game_error, position, read_games, read_marks,
};
use kifu_engine::input::region_error;
use kifu_engine::record::{GameLine, diagnostics, game_line};
use kifu_engine::user_marks::{GameMarks, Marks, content_key};
use kifu_engine::{self as engine, Engine, game, json};
use kifu_messages::Locale;
use kifu_record::GameRecord;
use kifu_record::game::board::Board;
use kifu_record::game::{Move, Point};
use kifu_record::text::display::clean;
use std::io::{self, Write};
use std::sync::Arc;

/// The arguments of `show`.
#[derive(Clone, Debug, clap::Args)]
pub struct ShowArgs {
    /// The games, each perhaps with the place to show.
    #[arg(
        value_name = "GAME",
        required = true,
        help = "Ids from a search, or FILE[!MEMBER][@GAME], optionally with #MOVE or #nNODE for a place in the game; \
                - reads them from standard input, one per line: the text before a tab, or a line of JSON from \
                another command"
    )]
    pub targets: Vec<String>,
    /// Mark this part of the board, named as pattern prints it: O13-T19
    #[arg(long, value_name = "REGION")]
    pub region: Option<String>,
    /// Print one line of JSON for each game
    #[arg(long)]
    pub json: bool,
    /// Print the board as an SVG drawing
    #[arg(long, conflicts_with_all = ["json", "open", "region", "ascii"])]
    pub svg: bool,
    /// Draw the winning rate by engine analysis, with the costliest moves, instead of the board; with --svg as SVG
    #[arg(long, conflicts_with_all = ["json", "open", "region"])]
    pub graph: bool,
    /// Open the game in your viewer instead: $KIFU_VIEWER (for example 'sabaki {file}'), or what the system opens SGF
    /// files with
    #[arg(long, conflicts_with = "json")]
    pub open: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
}

/// Runs the command `show`. Returns whether a game was shown. The index is opened only if an argument is the id of a
/// game.
pub(crate) fn run(
    args: &ShowArgs,
    engine: EngineOpener,
    out: &mut dyn Write,
) -> engine::Result<bool> {
    let term = Terminal::drawing(args.ascii);
    match args.targets.as_slice() {
        [one] if one != "-" => {
            let (address, target) = resolve(one)?;
            show_one(args, one, &address, target, engine, &term, out)
        }
        _ if args.open => Err(several_games_error("opened").into()),
        _ if args.svg => Err(several_games_error("drawn as SVG").into()),
        targets => many::show(args, targets, engine, &term, out),
    }
}

fn several_games_error(done: &str) -> Error {
    let message = format!("only one game can be {done}");
    Error::new(ErrorKind::Query, message).with_help("name one game")
}

type EngineOpener<'o> = &'o dyn Fn() -> engine::Result<Engine>;

/// Shows the game or file that one argument names. Returns whether there was a game.
fn show_one(
    args: &ShowArgs,
    text: &str,
    address: &GameAddress,
    target: AddressTarget,
    engine: EngineOpener,
    term: &Terminal,
    out: &mut dyn Write,
) -> engine::Result<bool> {
    let user = marks().unwrap_or_else(|error| {
        warn_skipped_file(&error);
        Arc::default()
    });
    let options = ShowOptions {
        game: address.game,
        at: address.at,
        region: args.region.as_deref(),
        svg: args.svg,
        graph: args.graph,
        userdata: Some(&*user),
    };
    match target {
        AddressTarget::Entry(entry) if args.open => {
            viewer::open_entry(&entry, address.game, address.at)?;
            Ok(true)
        }
        AddressTarget::Entry(entry) => Ok(show_file(&entry, &options, args.json, term, out)? > 0),
        AddressTarget::Id(id) => {
            let engine = engine()?;
            let draws_board = !(args.open || args.json || args.svg || args.graph);
            if draws_board && distant::show(&engine, &id, &options, term, out)? {
                return Ok(true);
            }
            let file = distant::read(&engine, &id)?;
            if args.open {
                viewer::open_entry(&file.entry, Some(file.game), address.at)?
            } else {
                show_indexed_game(&file, &options, args.json, term, out)?
            }
            Ok(true)
        }
        AddressTarget::Neither => Err(no_target_error(text).into()),
    }
}

fn no_target_error(text: &str) -> Error {
    let message = format!("`{text}` is neither a file nor the id of a game");
    Error::new(ErrorKind::NotFound, message).with_help(
        "ids are in the first column of a search; files are named as a.sgf or 'a.zip!b.sgf'",
    )
}

/// Maximum width of prose in columns; longer lines are hard to read.
const MAX_PROSE_WIDTH: usize = 100;

/// Options for showing the games of a file.
#[derive(Clone, Copy, Debug)]
pub struct ShowOptions<'a> {
    /// Number of the game in its file, from 1; `None` for all games.
    pub game: Option<u32>,
    /// Position in the game, by move or node number.
    pub at: GamePosition,
    /// Part of the board to mark, such as `O13-T19`.
    pub region: Option<&'a str>,
    /// True to write only the board, as SVG.
    pub svg: bool,
    /// True to draw the graph of the engines' values instead of the board.
    pub graph: bool,
    /// Tags, stars and notes of the user.
    pub userdata: Option<&'a Marks>,
}

impl ShowOptions<'_> {
    /// Returns the user's tags, star and note of a game.
    fn user_marks(&self, record: &GameRecord) -> GameMarks {
        let user = self.userdata;
        user.map(|user| user.for_game(content_key(record))).unwrap_or_default()
    }
}

/// Shows a game of an index, with its id.
fn show_indexed_game(
    file: &GameFile,
    options: &ShowOptions,
    json: bool,
    term: &Terminal,
    out: &mut dyn Write,
) -> Result<()> {
    let origin = file.entry.origin.game(file.game);
    show_read_game(&file.read, Some(file.id.clone()), &origin, options, json, term, out)
}

/// Shows one game of a file, with its id if it is a game of an index.
fn show_read_game(
    game: &ReadGame,
    id: Option<String>,
    origin: &Origin,
    options: &ShowOptions,
    json: bool,
    term: &Terminal,
    out: &mut dyn Write,
) -> Result<()> {
    if !json {
        return show_record(&game.record, &game.marks, origin, options, 1, term, out);
    }
    let line = game_line(&game.record, origin, &game.text).with_id(id);
    write_line(
        line.with_user_marks(options.user_marks(&game.record)).with_marks(&game.marks),
        &game.record,
        options.at,
        origin,
        out,
    )
}

/// Writes a game as a line of JSON. If a position was requested, the line has it too.
fn write_line(
    line: GameLine,
    record: &GameRecord,
    at: GamePosition,
    origin: &Origin,
    out: &mut dyn Write,
) -> Result<()> {
    let line = match at {
        GamePosition::End => line,
        at => {
            let place = position(record.start, &record.tree, at);
            line.with_board_at(record, &place.map_err(|error| error.at(origin))?)
        }
    };
    json::write_line(out, &line).map_err(output_error)
}

/// Shows the games of a file, or one of them. Returns how many were shown.
///
/// A file without a game is reported on standard error, and 0 is returned. As JSON, every game is a line. As a drawing,
/// or if a position is requested, only the first game is shown.
pub fn show_file(
    entry: &Entry,
    options: &ShowOptions,
    json: bool,
    term: &Terminal,
    out: &mut dyn Write,
) -> Result<usize> {
    let game = options.game;
    if let Some(read) = game.and_then(|number| game_of_collection(entry, number)) {
        let origin = entry.origin.game(read.text.number);
        show_read_game(&read, None, &origin, options, json, term, out)?;
        return Ok(1);
    }
    let parsed = read_games(entry.source());
    let games = parsed.records.len();
    if games == 0 {
        note!("{}", no_game_message(&entry.origin, &parsed));
        return Ok(0);
    }
    let is_requested = |text: &FileText| game.is_none_or(|game| game == text.number);
    let marks = read_marks(&entry.bytes);
    let marks_of = |at: usize| marks.get(at).map_or(&[][..], Vec::as_slice);
    let records = parsed.records.iter().zip(&parsed.texts).enumerate();
    let mut records = records.filter(|(_, (_, text))| is_requested(text));
    if !json {
        let (at, (record, text)) = records
            .next()
            .ok_or_else(|| missing_game_error(game, games, &parsed.diagnostics, &entry.origin))?;
        let origin = entry.origin.game(text.number);
        let games = if game.is_none() { games } else { 1 };
        let marks = marks_of(at);
        show_record(record, marks, &origin, options, games, term, out)?;
        return Ok(1);
    }
    let mut shown = 0;
    for (at, (record, text)) in records {
        let origin = entry.origin.game(text.number);
        let line = game_line(record, &origin, text)
            .with_marks(marks_of(at))
            .with_user_marks(options.user_marks(record));
        write_line(line, record, options.at, &origin, out)?;
        shown += 1;
        if options.at != GamePosition::End {
            break;
        }
    }
    match shown {
        0 => Err(missing_game_error(game, games, &parsed.diagnostics, &entry.origin)),
        shown => Ok(shown),
    }
}

/// Draws a game at a position. `games` is the number of games in the file, for a hint below the board.
pub(crate) fn show_record(
    record: &GameRecord,
    marks: &[Mark],
    origin: &Origin,
    options: &ShowOptions,
    games: usize,
    term: &Terminal,
    out: &mut dyn Write,
) -> Result<()> {
    write_lines(&record_lines(record, marks, origin, options, games, term)?, out)
}

fn write_lines(lines: &[String], out: &mut dyn Write) -> Result<()> {
    for line in lines {
        writeln!(out, "{}", line.trim_end()).map_err(output_error)?;
    }
    Ok(())
}

/// Returns the lines that [`show_record`] writes.
fn record_lines(
    record: &GameRecord,
    marks: &[Mark],
    origin: &Origin,
    options: &ShowOptions,
    games: usize,
    term: &Terminal,
) -> Result<Vec<String>> {
    let at = options.at;
    let end = position(record.start, &record.tree, GamePosition::End)
        .map_err(|error| error.at(origin))?;
    let place = match at {
        GamePosition::End => None,
        at => Some(position(record.start, &record.tree, at).map_err(|error| error.at(origin))?),
    };
    let place = place.as_ref().unwrap_or(&end);
    if options.graph {
        return graph_lines(record, place, options.svg, term).map_err(|error| error.at(origin));
    }
    if options.svg {
        return svg_lines(place, marks).map_err(|error| error.at(origin));
    }
    let mut lines = header::header_lines(record, term);
    lines.extend(header::user_mark_lines(&options.user_marks(record), term));
    lines.push(String::new());
    let view = PlaceView {
        record,
        marks: marks.iter().filter(|mark| mark.node == place.node).collect(),
        place,
        region_points: region_points(options.region, record).map_err(|error| error.at(origin))?,
        term,
        width: term.width.min(MAX_PROSE_WIDTH),
    };
    match &view.place.board {
        Some(board) => view.push_board(board, &mut lines),
        None => view.push_comments(at, &mut lines),
    }
    let oddities = notes::oddities_line(&diagnostics(record, Some(&end)));
    let last = [notes::games_line(games), oddities];
    for (number, text) in last.iter().flatten().enumerate() {
        if number == 0 {
            lines.push(String::new());
        }
        let wrapped = wrap(text, view.width);
        lines.extend(wrapped.iter().map(|line| term.dim(line)));
    }
    Ok(lines)
}

/// Draws the graph of the engines' values along the main line, as text or as SVG.
fn graph_lines(
    record: &GameRecord,
    place: &Position,
    is_svg: bool,
    term: &Terminal,
) -> Result<Vec<String>> {
    let graph = Graph::from_record(record).ok_or_else(|| {
        let message = "this game has no engine analysis";
        Error::new(ErrorKind::NotFound, message).with_help("has:analysis finds games with values")
    })?;
    if is_svg {
        let drawing = GraphDrawing {
            graph: &graph,
            at: place.main.then_some(place.number),
            href: None,
            slight_below: 0.0,
            locale: Locale::English,
        };
        return Ok(vec![drawing::graph(&drawing).into_string()]);
    }
    let mut lines = header::header_lines(record, term);
    lines.push(String::new());
    lines.extend(graph::draw(&graph, term));
    Ok(lines)
}

/// Draws the board at a position of the game as SVG.
fn svg_lines(place: &Position, marks: &[Mark]) -> Result<Vec<String>> {
    let Some(board) = &place.board else {
        let message = "the rules of this game are unknown, so there is no board";
        return Err(Error::new(ErrorKind::NotFound, message));
    };
    Ok(vec![svg(&position_drawing(place, board, marks)).into_string()])
}

/// A game at one of its positions, while it is drawn.
struct PlaceView<'a> {
    record: &'a GameRecord,
    /// Markup of the position's node.
    marks: Vec<&'a Mark>,
    place: &'a Position,
    /// Points of the board region to mark.
    region_points: Vec<Point>,
    term: &'a Terminal,
    width: usize,
}

/// Returns the points in a region, such as `O13-T19`.
fn region_points(region: Option<&str>, record: &GameRecord) -> Result<Vec<Point>> {
    let Some(text) = region else {
        return Ok(Vec::new());
    };
    let size = record.start.size;
    let Some(PatternArea::Region(a, b)) = game::parse_region(text, size) else {
        return Err(region_error(text));
    };
    let inside = |point: &Point| {
        (a.x.min(b.x)..=a.x.max(b.x)).contains(&point.x)
            && (a.y.min(b.y)..=a.y.max(b.y)).contains(&point.y)
    };
    Ok(size.points().filter(inside).collect())
}

impl PlaceView<'_> {
    fn push_board(&self, board: &Board, lines: &mut Vec<String>) {
        let (record, place, term) = (self.record, self.place, self.term);
        let mut drawing = BoardOverlay {
            labels: markup::drawn_signs(&self.marks, board, term),
            highlight: self.region_points.iter().copied().collect(),
            ..BoardOverlay::default()
        };
        let continuations = notes::continuations(record, place.node, &mut drawing.labels);
        match place.last {
            // Marks the last move on the board, unless its stone is no longer there: it was captured at once, or later
            // setup removed it.
            Some((color, Move::Place(point))) if board.stone(point) == color.into() => {
                drawing.last = Some(point);
            }
            Some((_, Move::Slide { from, to })) => {
                drawing.highlight.insert(from);
                drawing.last = Some(to);
            }
            Some((_, Move::Remove(point))) => {
                drawing.highlight.insert(point);
            }
            _ => {}
        }
        lines.extend(boards::draw(board, &drawing, term));
        lines.push(String::new());
        let moves = record.tree.main_move_count();
        lines.push(notes::move_line(record, place, moves, term));
        lines.extend(notes::turn_line(record, place));
        let texts = [
            notes::variations_line(record, &continuations),
            notes::branches_line(record, place.node).filter(|_| place.main),
            markup::markup_line(&self.marks, record.start),
        ];
        let texts = texts.iter().flatten();
        lines.extend(texts.flat_map(|text| wrap(text, self.width)));
        let about = record.info.game_comment.as_deref().filter(|_| place.node == 0);
        for text in about.into_iter().chain(record.tree.comments_of(place.node)) {
            self.push_comment(text, lines);
        }
    }

    /// Shows the comments of a game whose rules are not known, in place of a board: all comments, or those of the
    /// requested position.
    fn push_comments(&self, at: GamePosition, lines: &mut Vec<String>) {
        let (record, place) = (self.record, self.place);
        let moves = record.tree.main_move_count();
        lines.push(match at {
            GamePosition::End => self.term.bold(format_args!("{moves} moves")),
            _ => notes::move_line(record, place, moves, self.term),
        });
        let text = "No board is drawn, because the rules of this game are unknown.";
        let wrapped = wrap(text, self.width);
        lines.extend(wrapped.iter().map(|line| self.term.dim(line)));
        if let Some(text) = &record.info.game_comment {
            self.push_comment(text, lines);
        }
        let numbers = record.tree.move_numbers();
        for (node, text) in record.tree.comments() {
            if text.trim().is_empty() || (at != GamePosition::End && node != place.node) {
                continue;
            }
            let number = numbers.get(node as usize).copied().unwrap_or(0);
            self.push_comment(&format!("Move {number}: {text}"), lines);
        }
    }

    fn push_comment(&self, text: &str, lines: &mut Vec<String>) {
        let wrapped = wrap(text, self.width);
        if wrapped.iter().any(|line| !line.is_empty()) {
            lines.push(String::new());
            lines.extend(wrapped);
        }
    }
}

fn no_game_message(origin: &Origin, parsed: &Parsed) -> String {
    let reason = parsed.diagnostics.iter().next();
    let reason = reason.map_or(String::new(), |reason| format!(" ({})", reason.message));
    clean(&format!("{origin}: holds no game{reason}")).into_owned()
}

fn output_error(error: io::Error) -> Error {
    Error::io("cannot write the output", error)
}

//! `kifu-index pattern`.

mod args;

use super::boards::{self, Drawing};
use super::explorer::{BoardArgs, Conditions, Region, Subject, letters};
use super::json;
use super::open;
use super::position::{address, kind, operand};
use super::search::{Failure, write_error};
use super::terminal::Terminal;
use crate::error::{Error, ErrorKind};
use crate::game::board::Board;
use crate::game::pattern::{Cell, Edges};
use crate::game::{Move, Point, Stone};
use crate::index::Index;
use crate::query::address::At;
use crate::query::answer::{Answer, Question, answer, total};
use crate::query::input::pattern::{
    AskedPattern, Options, Part, cut, not_read, read_drawn, region, region_name,
};
use crate::query::input::{self, Asked};
use crate::query::pattern::PatternSearch;
use crate::query::plan::On;
use crate::record::numbers;
pub use args::{NumberedStones, PatternArgs};
use serde_json::{Map, Value, json};
use std::io::Write;

/// Runs the command; tells whether there were hits.
pub fn run(
    args: &PatternArgs,
    index: &Index,
    out: &mut dyn Write,
) -> std::result::Result<bool, Failure> {
    let asked = asked(args, index)?;
    tell(&asked, &args.board, index, out)
}

/// Answers for a pattern; tells whether there were hits.
pub(super) fn tell(
    asked: &AskedPattern,
    args: &BoardArgs,
    index: &Index,
    out: &mut dyn Write,
) -> std::result::Result<bool, Failure> {
    let conditions = Conditions::of(&args.hits, index, &On::pattern(asked))?;
    let terminal = args.terminal();
    let symmetric = args.is_symmetric();
    let any_colors = conditions.terms.any_colours;
    let pattern = asked.pattern.clone();
    let question = Question {
        subject: PatternSearch::new(asked.game, pattern, symmetric, any_colors).into(),
        terms: &conditions.terms,
        among: conditions.plan.as_ref(),
        orders: &conditions.orders,
        listed: args.listed(&terminal),
        named: args.named(&terminal),
    };
    if args.count {
        let games = total(index, &question)?;
        writeln!(out, "{games}").map_err(write_error)?;
        return Ok(games > 0);
    }
    let found = answer(index, &question)?;
    let games = found.outcomes.games;
    if let Some(first) = found.first.first().filter(|_| args.open) {
        open::hit(index, &first.hit, At::Node(first.place.node))?;
        return Ok(true);
    }
    let mut notes = asked.notes.clone();
    notes.push(meaning(asked, symmetric, any_colors));
    let regions = found.regions.iter().map(|region| Region {
        name: region_name(region.corner, region.size, region.board),
        symmetry: region.turn.symmetry.number(),
    });
    let subject = Subject {
        noun: match asked.pattern.size() == asked.board {
            true => "position",
            false => "pattern",
        },
        place: conditions.place(),
        condition: conditions.sentence(),
        drawing: drawing(asked, &found, &terminal),
        notes: &notes,
        name: &|action| name(asked, action),
        regions: &regions.collect::<Vec<Region>>(),
    };
    if args.json {
        let mut object = asked_json(asked, symmetric, any_colors);
        object.insert("filter".into(), json!(conditions.canonical()));
        let object = subject.json(index, &found, object)?;
        json::write_line(out, &object).map_err(write_error)?;
    } else {
        subject.print(out, index, &found, &terminal)?;
    }
    Ok(games > 0)
}

/// The pattern that is asked for.
fn asked(args: &PatternArgs, index: &Index) -> std::result::Result<AskedPattern, Failure> {
    let options = Options {
        kind: kind(args.board.kind.as_deref())?,
        size: match &args.board.size {
            None => None,
            Some(text) => Some(size(text, "--size 19 or --size 19x13")?),
        },
        sequence: args.diagram == NumberedStones::Sequence,
    };
    let text = operand(&args.input)?;
    let is_part = args.region.is_some() || args.corner.is_some();
    if let Some(drawn) = read_drawn(&text, &options).filter(|_| !is_part) {
        return drawn.map_err(|error| Failure::Query(error, text));
    }
    if options.sequence {
        return Err(
            Error::new(ErrorKind::Query, "only a diagram has numbered stones")
                .help("draw the moves as 1, 2, 3, or leave out --diagram sequence")
                .into(),
        );
    }
    let asked = match args.input.as_slice() {
        [one] => address(one, index)?,
        _ => None,
    };
    let asked = match asked {
        Some(asked) => asked,
        None => input::read(&text, options.kind, options.size)
            .map_err(|error| Failure::Query(not_read(error), text))?,
    };
    let part = part(args, &asked)?;
    let cut = cut(&asked, part).map_err(|message| Error::new(ErrorKind::Query, message));
    Ok(cut.map_err(|error| error.help("name the part with --region O13-T19 or --corner 9"))?)
}

fn size(text: &str, help: &str) -> Result<crate::game::BoardSize, Error> {
    numbers::parse_size(text).ok_or_else(|| {
        Error::new(ErrorKind::Query, format!("`{text}` is no board size"))
            .help(format!("write {help}"))
    })
}

/// Which part of a position is meant.
fn part(args: &PatternArgs, asked: &Asked) -> Result<Part, Error> {
    match (&args.region, &args.corner) {
        (Some(text), _) => region(text, asked.board.size()).ok_or_else(|| {
            Error::new(
                ErrorKind::Query,
                format!("`{text}` is no region of this board"),
            )
            .help("a region is named by two of its corners, O13-T19")
        }),
        (None, Some(text)) if text.is_empty() => Ok(Part::Corner(None)),
        (None, Some(text)) => Ok(Part::Corner(Some(size(
            text,
            "--corner 9 or --corner 9x7",
        )?))),
        (None, None) => Err(Error::new(
            ErrorKind::Query,
            "this is a whole position: which part of it is the pattern?",
        )
        .help("add --corner, or --region O13-T19; for the whole board: kifu-index position")),
    }
}

/// Where and how the pattern is looked for, in words.
fn meaning(asked: &AskedPattern, symmetric: bool, any_colors: bool) -> String {
    let Edges {
        left,
        right,
        top,
        bottom,
    } = asked.pattern.edges();
    let place = match (left || right, top || bottom) {
        (false, false) => "anywhere on the board",
        (true, true) if left && right && top && bottom => "the whole board",
        (true, true) if left != right && top != bottom => "in a corner",
        (true, true) => "at these edges",
        _ if left && right || top && bottom => "from edge to edge",
        _ => "at a side",
    };
    let turned = match symmetric {
        true => "turned and mirrored in every way",
        false => "as it is drawn",
    };
    let colors = if any_colors { ", in both colours" } else { "" };
    format!("{place}, {turned}{colors}")
}

/// A move in the pattern, named as on its board.
fn name(asked: &AskedPattern, action: Move) -> String {
    let action = match action {
        Move::Place(point) => Move::Place(on_board(asked, point)),
        Move::Slide { from, to } => Move::Slide {
            from: on_board(asked, from),
            to: on_board(asked, to),
        },
        Move::Remove(point) => Move::Remove(on_board(asked, point)),
        other => other,
    };
    boards::move_name(asked.game, asked.board, action)
}

/// A point of the pattern as it was drawn.
fn on_board(asked: &AskedPattern, point: Point) -> Point {
    Point::new(asked.corner.x + point.x, asked.corner.y + point.y)
}

/// The pattern with the letters of the first continuations; what is left open and numbered stones as they were written.
fn drawing(asked: &AskedPattern, answer: &Answer, terminal: &Terminal) -> Vec<String> {
    let mut board = Board::new(asked.game, asked.board);
    let mut drawing = Drawing::new(terminal);
    drawing.part = Some((asked.corner, asked.pattern.size()));
    let on_board = |point: Point| on_board(asked, point);
    let letters = letters(answer).into_iter();
    drawing.labels = letters
        .map(|(point, letter)| (on_board(point), letter))
        .collect();
    for (point, cell) in asked.pattern.cells() {
        match cell {
            Cell::EMPTY => {}
            Cell::BLACK => board.set(on_board(point), Stone::Black),
            Cell::WHITE => board.set(on_board(point), Stone::White),
            open => {
                drawing
                    .labels
                    .entry(on_board(point))
                    .or_insert(open.symbol());
            }
        }
    }
    for (number, &(_, point)) in (1u8..).zip(asked.pattern.moves()) {
        let digit = char::from(b'0' + number % 10);
        drawing.labels.insert(on_board(point), digit);
    }
    boards::draw(&board, &drawing)
}

/// What tells the pattern to a program.
fn asked_json(asked: &AskedPattern, symmetric: bool, any_colors: bool) -> Map<String, Value> {
    let size = asked.pattern.size();
    let cells: Vec<char> = asked
        .pattern
        .cells()
        .map(|(_, cell)| cell.symbol())
        .collect();
    let rows = cells
        .chunks(size.width().into())
        .map(|row| row.iter().collect::<String>());
    let Edges {
        left,
        right,
        top,
        bottom,
    } = asked.pattern.edges();
    let edges = [
        (left, "left"),
        (right, "right"),
        (top, "top"),
        (bottom, "bottom"),
    ];
    let edges = edges.iter().filter(|(is, _)| *is).map(|(_, name)| *name);
    let moves = asked.pattern.moves().iter().map(|&(color, point)| {
        json!([color.letter().to_string(), name(asked, Move::Place(point))])
    });
    let mut object = Map::new();
    object.insert("v".into(), json!(1));
    object.insert("kind".into(), json!(asked.game.name()));
    object.insert("size".into(), json!([size.width(), size.height()]));
    object.insert("pattern".into(), rows.collect());
    object.insert("edges".into(), edges.collect());
    object.insert("sequence".into(), moves.collect());
    object.insert(
        "symmetry".into(),
        json!(if symmetric { "all" } else { "none" }),
    );
    object.insert(
        "colours".into(),
        json!(if any_colors { "any" } else { "as-drawn" }),
    );
    object
}

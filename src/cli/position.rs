//! `kifu-index position`.

mod args;
mod input;
mod tree;

use super::boards::{self, Drawing};
use super::explorer::{Conditions, Subject, letters};
use super::json;
use super::open;
use super::search::{Failure, write_error};
use super::terminal::Terminal;
use crate::error::{Error, ErrorKind};
use crate::game::{BoardSize, Point};
use crate::index::Index;
use crate::query::address::At;
use crate::query::answer::{Answer, Question, answer, total};
use crate::query::input::Asked;
use crate::query::input::pattern::{AskedPattern, Part, cut};
use crate::query::plan::On;
pub use args::PositionArgs;
pub(super) use input::{address, kind, operand};
use serde_json::{Map, Value, json};
use std::io::Write;

/// Runs the command; tells whether there were hits.
pub fn run(
    args: &PositionArgs,
    index: &Index,
    out: &mut dyn Write,
) -> std::result::Result<bool, Failure> {
    let asked = match input::subject(args, index)? {
        input::Subject::Position(asked) => asked,
        input::Subject::Pattern(asked) => return pattern(args, &asked, index, out),
    };
    if !args.board.is_symmetric() {
        // A board that is not to be turned is a pattern with four edges.
        let (first, last) = corners(asked.start.size);
        let whole = cut(&asked, Part::Region(first, last));
        let whole = whole.map_err(|message| Error::new(ErrorKind::Query, message))?;
        return pattern(args, &whole, index, out);
    }
    let conditions = Conditions::of(&args.board.hits, index, &On::board(&asked))?;
    let terminal = args.board.terminal();
    let question = Question {
        subject: (&asked.board).into(),
        terms: &conditions.terms,
        among: conditions.plan.as_ref(),
        orders: &conditions.orders,
        listed: args.board.listed(&terminal),
        named: match args.tree {
            Some(_) => usize::MAX,
            None => args.board.named(&terminal),
        },
    };
    if let Some(plies) = args.tree {
        return Ok(tree::run(
            args,
            index,
            &asked,
            &conditions,
            &question,
            plies,
            out,
        )?);
    }
    if args.board.count {
        let games = total(index, &question)?;
        writeln!(out, "{games}").map_err(write_error)?;
        return Ok(games > 0);
    }
    let answer = answer(index, &question)?;
    if let Some(first) = answer.first.first().filter(|_| args.board.open) {
        open::hit(index, &first.hit, At::Node(first.place.node))?;
        return Ok(true);
    }
    tell(args, index, &asked, &conditions, &answer, &terminal, out)?;
    Ok(answer.outcomes.games > 0)
}

/// The upper left and the lower right point.
fn corners(size: BoardSize) -> (Point, Point) {
    (
        Point::new(0, 0),
        Point::new(size.width() - 1, size.height() - 1),
    )
}

/// Answers for a part of the board.
fn pattern(
    args: &PositionArgs,
    asked: &AskedPattern,
    index: &Index,
    out: &mut dyn Write,
) -> std::result::Result<bool, Failure> {
    if args.tree.is_some() {
        return Err(Error::new(
            ErrorKind::Query,
            "trees grow from whole boards that may be turned",
        )
        .help("draw all four edges, and leave --symmetry out")
        .into());
    }
    super::pattern::tell(asked, &args.board, index, out)
}

/// Prints the answer, for people or as JSON.
fn tell(
    args: &PositionArgs,
    index: &Index,
    asked: &Asked,
    conditions: &Conditions,
    answer: &Answer,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> std::result::Result<(), Failure> {
    let (game, size) = (asked.start.game, asked.start.size);
    let subject = Subject {
        noun: "position",
        place: conditions.place(),
        condition: conditions.sentence(),
        drawing: drawing(asked, answer, terminal),
        notes: &asked.notes,
        name: &|action| boards::move_name(game, size, action),
        regions: &[],
    };
    if !args.board.json {
        return Ok(subject.print(out, index, answer, terminal)?);
    }
    let mut object = asked_json(asked);
    object.insert("filter".into(), json!(conditions.canonical()));
    let object = subject.json(index, answer, object)?;
    Ok(json::write_line(out, &object).map_err(write_error)?)
}

/// What tells the position to a program.
fn asked_json(asked: &Asked) -> Map<String, Value> {
    let size = asked.start.size;
    let mut object = Map::new();
    object.insert("v".into(), json!(1));
    object.insert("kind".into(), json!(asked.start.game.name()));
    object.insert("size".into(), json!([size.width(), size.height()]));
    object.insert("board".into(), json!(asked.board.rows()));
    object
}

/// The board with the letters of the first continuations.
fn drawing(asked: &Asked, answer: &Answer, terminal: &Terminal) -> Vec<String> {
    let mut drawing = Drawing::new(terminal);
    drawing.last = asked.last;
    drawing.labels = letters(answer).into_iter().collect();
    boards::draw(&asked.board, &drawing)
}

//! `kifu-index position`.

mod args;
mod conditions;
mod input;
mod tree;

use super::boards::{self, Drawing};
use super::explorer::{Subject, letters, named_rows};
use super::open;
use super::search::{Failure, limit, write_error};
use super::terminal::Terminal;
use crate::index::Index;
use crate::query::address::At;
use crate::query::explorer::Answer;
use crate::query::input::Asked;
use crate::query::position::{Question, answer};
pub use args::PositionArgs;
use conditions::Conditions;
pub(super) use input::{address, kind, operand};
use serde_json::{Map, Value, json};
use std::io::Write;

/// Games listed when `--limit` does not say.
pub(super) const LISTED: usize = 50;

/// Runs the command; tells whether there were hits.
pub fn run(
    args: &PositionArgs,
    index: &Index,
    out: &mut dyn Write,
) -> std::result::Result<bool, Failure> {
    let asked = input::asked(args, index)?;
    let conditions = Conditions::of(args, index, &asked)?;
    let terminal = match args.ascii {
        true => Terminal::stdout().ascii(),
        false => Terminal::stdout(),
    };
    let question = Question {
        board: &asked.board,
        terms: &conditions.terms,
        among: conditions.plan.as_ref(),
        orders: &conditions.orders,
        listed: listed(args, &terminal),
        named: match args.json {
            true => usize::MAX,
            false if args.tree.is_some() => usize::MAX,
            false if args.count || args.open => 0,
            false => named_rows(&terminal),
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
    let answer = answer(index, &question)?;
    if let Some(first) = answer.first.first().filter(|_| args.open) {
        open::hit(index, &first.hit, At::Node(first.place.node))?;
        return Ok(true);
    }
    if args.count {
        writeln!(out, "{}", answer.outcomes.games).map_err(write_error)?;
    } else {
        tell(args, index, &asked, &conditions, &answer, &terminal, out)?;
    }
    Ok(answer.outcomes.games > 0)
}

/// Games that are listed.
fn listed(args: &PositionArgs, terminal: &Terminal) -> usize {
    match args.limit {
        _ if args.count => 0,
        _ if args.open => 1,
        None => LISTED,
        Some(_) => limit(args.limit, terminal),
    }
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
    if !args.json {
        return Ok(subject.print(out, index, answer, terminal)?);
    }
    let mut object = asked_json(asked);
    object.insert("filter".into(), json!(conditions.canonical()));
    let object = subject.json(index, answer, object)?;
    Ok(writeln!(out, "{object}").map_err(write_error)?)
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

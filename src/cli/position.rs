//! `kifu-index position`.

mod args;

use super::answer::{self, ShownMoves, board_request};
use super::{compare, tree};
use crate::engine::request::Comparable;
use crate::engine::request::GrowTree;
use crate::engine::{AskOptions, Engine, Result};
pub use args::PositionArgs;
use std::io::Write;

/// Runs the command and returns whether there were hits.
pub fn run(args: &PositionArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let terminal = args.board.terminal();
    let request = board_request(&args.input, &args.board, &terminal)?;
    if let Some(with) = &args.board.compare {
        let of = Comparable::Board(request.into());
        return compare::run(of, with, &args.board.shown(), &terminal, engine, out);
    }
    if let Some(growth) = args.tree.growth() {
        let grow = GrowTree {
            board: request,
            growth,
        };
        return tree::write(&args.tree, "position", engine, out, || {
            Ok(engine.answer(&grow, &AskOptions::default())?.answer)
        });
    }
    let answer = engine.answer(&request, &AskOptions::default())?.answer;
    answer::tell(
        engine,
        &args.board,
        &answer,
        ShownMoves::Next,
        &terminal,
        out,
    )
}

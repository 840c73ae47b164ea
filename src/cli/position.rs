//! `kifu-index position`.

mod args;

use super::answer::{self, Shown, board_request};
use super::{compare, tree};
use crate::engine::request::Compared;
use crate::engine::request::GrowTree;
use crate::engine::{Engine, Result, Within};
pub use args::PositionArgs;
use std::io::Write;

/// Runs the command and returns whether there were hits.
pub fn run(args: &PositionArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let terminal = args.board.terminal();
    let request = board_request(&args.input, &args.board, &terminal)?;
    if let Some(with) = &args.board.compare {
        let of = Compared::Board(request.into());
        return compare::run(of, with, &args.board.shown(), &terminal, engine, out);
    }
    if let Some(growth) = args.tree.growth() {
        let grow = GrowTree {
            board: request,
            growth,
        };
        return tree::write(&args.tree, "position", engine, out, || {
            Ok(engine.answer(&grow, &Within::default())?.answer)
        });
    }
    let answer = engine.answer(&request, &Within::default())?.answer;
    answer::tell(engine, &args.board, &answer, Shown::Next, &terminal, out)
}

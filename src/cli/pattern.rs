//! `kifu-index pattern`.

mod args;

use super::answer::{self, ShownMoves, board_request};
use super::{compare, tree};
use crate::engine::request::GrowTree;
use crate::engine::request::{BoardSearch, Comparable, SubjectKind};
use crate::engine::{AskOptions, Engine, Result};
pub use args::{NumberedStones, PatternArgs};
use std::io::Write;

/// Runs the command and returns whether there were hits.
pub fn run(args: &PatternArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let terminal = args.board.terminal();
    let mut request = BoardSearch {
        sought: SubjectKind::Pattern,
        region: args.region.clone(),
        corner: args.corner.clone(),
        sequence: args.diagram == NumberedStones::Sequence,
        ..board_request(&args.input, &args.board, &terminal)?
    };
    if let Some(with) = &args.board.compare {
        let of = Comparable::Board(request.into());
        return compare::run(of, with, &args.board.shown(), &terminal, engine, out);
    }
    if let Some(growth) = args.tree.growth() {
        let grow = GrowTree {
            board: request,
            growth,
        };
        return tree::write(&args.tree, "pattern", engine, out, || {
            Ok(engine.answer(&grow, &AskOptions::default())?.answer)
        });
    }
    // This is no condition: every answer has both tables.
    let is_local = |next: &mut String| next.trim().eq_ignore_ascii_case("local");
    let shown = match request.hits.next.take_if(is_local) {
        Some(_) => ShownMoves::Local,
        None => ShownMoves::Next,
    };
    let answer = engine.answer(&request, &AskOptions::default())?.answer;
    answer::tell(engine, &args.board, &answer, shown, &terminal, out)
}

//! `kifu-index pattern`.

mod args;

use super::answer::{self, board_request};
use crate::engine::request::Board;
use crate::engine::{Engine, Result, Within};
pub use args::{NumberedStones, PatternArgs};
use std::io::Write;

/// Runs the command and returns whether there were hits.
pub fn run(args: &PatternArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let terminal = args.board.terminal();
    let request = Board {
        region: args.region.clone(),
        corner: args.corner.clone(),
        sequence: args.diagram == NumberedStones::Sequence,
        ..board_request(&args.input, &args.board, &terminal)?
    };
    let answer = engine.pattern(&request, &Within::default())?.answer;
    answer::tell(&args.board, &answer, &terminal, out)
}

//! `kifu-index position`. Doc comments on the fields of the arguments are the text of `--help`.

use super::answer::{self, BoardArgs, NearArgs};
use super::hyphen_arguments::strip_mark;
use super::tree::TreeArgs;
use clap::Args;
use kifu_engine::request::BoardSearch;
use kifu_engine::{Engine, Result};
use std::io::Write;

/// Arguments of `position`.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// Moves (Q16 D4 Q3), a place in a game (game.sgf#42, a.zip!b.sgf#42, ID#42), an SGF fragment, or @FILE with a
    /// diagram; without one, a diagram is read from standard input.
    #[arg(value_name = "POSITION", value_parser = strip_mark)]
    pub input: Vec<String>,
    /// Arguments that `position` and `pattern` share.
    #[command(flatten)]
    pub board: BoardArgs,
    /// Options to write a tree of continuations instead of the table.
    #[command(flatten)]
    pub tree: TreeArgs,
    /// Options to find near positions.
    #[command(flatten)]
    pub near: NearArgs,
}

/// Runs the command `position`. Returns whether there were hits.
pub(crate) fn run(args: &PositionArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let position = BoardSearch::default();
    answer::run(&args.input, position, &args.board, (&args.tree, &args.near), engine, out)
}

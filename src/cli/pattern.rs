//! `kifu-index pattern`. Doc comments on the fields of the arguments are the text of `--help`.

use super::answer::{self, BoardArgs, NearArgs};
use super::hyphen_arguments::strip_mark;
use super::tree::TreeArgs;
use clap::Args;
use kifu_engine::request::{BoardSearch, SubjectKind};
use kifu_engine::{Engine, Result};
use std::io::Write;

/// Arguments of `pattern`.
#[derive(Debug, Args)]
pub struct PatternArgs {
    /// Rows ('XO/OX'), a Sensei's Library diagram, moves with --corner (R16 P17 --corner), a place in a game with
    /// --region (game.sgf#42 --region O13-T19), or @FILE with a diagram; without one, a diagram is read from standard
    /// input.
    #[arg(value_name = "PATTERN", value_parser = strip_mark)]
    pub input: Vec<String>,
    /// The part of the position between two points, such as O13-T19; a part at an edge of the board stays bound to that
    /// edge.
    #[arg(long, value_name = "REGION")]
    pub region: Option<String>,
    /// The corner of the position that has the stones: the smallest that holds them all, or this many lines (9, 9x7).
    #[arg(long, value_name = "SIZE", num_args = 0..=1, default_missing_value = "", conflicts_with = "region")]
    pub corner: Option<String>,
    /// What numbered stones stand for: the position after these moves, or a sequence to be played in this order.
    #[arg(long, value_name = "WHAT", default_value = "position", hide_default_value = true)]
    pub diagram: NumberedStones,
    /// Arguments that `position` and `pattern` share.
    #[command(flatten)]
    pub board: BoardArgs,
    /// Options to write a tree of continuations instead of the table.
    #[command(flatten)]
    pub tree: TreeArgs,
}

/// What numbered stones of a diagram mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum NumberedStones {
    /// The position after these moves.
    Position,
    /// The moves in this order, with no other move in the rectangle between them.
    Sequence,
}

/// Runs the command `pattern`. Returns whether there were hits.
pub(crate) fn run(args: &PatternArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let pattern = BoardSearch {
        sought: SubjectKind::Pattern,
        region: args.region.clone(),
        corner: args.corner.clone(),
        sequence: args.diagram == NumberedStones::Sequence,
        ..BoardSearch::default()
    };
    answer::run(&args.input, pattern, &args.board, (&args.tree, &NearArgs::default()), engine, out)
}

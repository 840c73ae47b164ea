//! The arguments of `pattern`.

use crate::cli::args::unmarked;
use crate::cli::position::{HitArgs, Symmetries};
use clap::Args;

/// Arguments of `pattern`.
#[derive(Debug, Args)]
pub struct PatternArgs {
    /// Rows ('XO/OX'), a Sensei's Library diagram, moves with --corner (R16 P17 --corner), a place in a game with
    /// --region (game.sgf#42 --region O13-T19), or @FILE with a diagram; nothing reads one from the standard input.
    #[arg(value_name = "PATTERN", value_parser = unmarked)]
    pub input: Vec<String>,
    /// The part of the position between two points, O13-T19; where it lies at an edge it is bound to it.
    #[arg(long, value_name = "REGION")]
    pub region: Option<String>,
    /// The corner of the position that has stones in it: as much as they need, or so many lines (9, 9x7).
    #[arg(long, value_name = "SIZE", num_args = 0..=1, default_missing_value = "", conflicts_with = "region")]
    pub corner: Option<String>,
    /// What numbered stones mean: the position after them, or the sequence in which they have to be played.
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "position",
        hide_default_value = true
    )]
    pub diagram: NumberedStones,
    /// Turned and mirrored in every way, or only as it is drawn.
    #[arg(
        long,
        value_name = "WHICH",
        default_value = "all",
        hide_default_value = true
    )]
    pub symmetry: Symmetries,
    /// What is asked beside the pattern.
    #[command(flatten)]
    pub hits: HitArgs,
    /// The kind of game: go or loa.
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// The board size that names the points, 19 or 19x13.
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Print the number of games alone.
    #[arg(short, long)]
    pub count: bool,
    /// How many games are listed; 0 is all.
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Open the first game in your viewer, at the hit (see show --help).
    #[arg(long, conflicts_with_all = ["json", "count"])]
    pub open: bool,
    /// Draw with plain letters.
    #[arg(long)]
    pub ascii: bool,
}

/// What numbered stones of a diagram mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum NumberedStones {
    /// They were played: the position after them is meant.
    Position,
    /// They have to be played, in this order, with nothing else in the rectangle between them.
    Sequence,
}

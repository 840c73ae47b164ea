//! The arguments of `position`.

use crate::cli::answer::BoardArgs;
use crate::cli::marks::unmarked;
use crate::cli::tree::TreeArgs;
use clap::Args;

/// Arguments of `position`.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// Moves (Q16 D4 Q3), a place in a game (game.sgf#42, a.zip!b.sgf#42, ID#42), an SGF fragment, or @FILE with a
    /// diagram; without any, a diagram is read from standard input.
    #[arg(value_name = "POSITION", value_parser = unmarked)]
    pub input: Vec<String>,
    /// What positions and patterns have in common.
    #[command(flatten)]
    pub board: BoardArgs,
    /// A tree instead of a table.
    #[command(flatten)]
    pub tree: TreeArgs,
}

//! The arguments of `position`.

use crate::cli::answer::BoardArgs;
use crate::cli::marks::unmarked;
use clap::Args;
use std::path::PathBuf;

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
    /// Write the tree of continuations from the position, this many moves deep, as an SGF with the numbers of games,
    /// years and players in its comments.
    #[arg(
        long,
        value_name = "MOVES",
        value_parser = clap::value_parser!(u32).range(1..=400),
        conflicts_with_all = ["json", "count", "open", "limit", "next", "tomove", "at_move"],
        help_heading = TREE
    )]
    pub tree: Option<u32>,
    /// What a branch of the tree needs: games (5), a share of the games of the position before (2%), or both (5,2%).
    #[arg(long, value_name = "GAMES", value_delimiter = ',', default_value = "5", help_heading = TREE)]
    pub least: Vec<String>,
    /// The most nodes of the tree; if there are more, those with the most games are written.
    #[arg(long, value_name = "N", default_value_t = 2000, help_heading = TREE)]
    pub nodes: usize,
    /// The file for the tree; without it, or with -, standard output.
    #[arg(long, value_name = "FILE", requires = "tree", help_heading = TREE)]
    pub output: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "output", help_heading = TREE)]
    pub force: bool,
}

/// The heading for the options of the tree.
const TREE: &str = "A tree of continuations";

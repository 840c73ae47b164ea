//! The arguments of `position`.

use crate::cli::args::unmarked;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `position`.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// Moves (Q16 D4 Q3), a place in a game (game.sgf#42, a.zip!b.sgf#42, ID#42), an SGF fragment, or @FILE with a
    /// diagram; nothing reads a diagram from the standard input.
    #[arg(value_name = "POSITION", value_parser = unmarked)]
    pub input: Vec<String>,
    /// The kind of game: go or loa.
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// The board size, 19 or 19x13.
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
    /// Open the first game in your viewer, at the position (see show --help).
    #[arg(long, conflicts_with_all = ["json", "count"])]
    pub open: bool,
    /// Draw with plain letters.
    #[arg(long)]
    pub ascii: bool,
    /// Turned and mirrored in every way, or only as it is given.
    #[arg(long, value_name = "WHICH", default_value = "all", hide_default_value = true, help_heading = HITS)]
    pub symmetry: Symmetries,
    /// What is asked beside the position.
    #[command(flatten)]
    pub hits: HitArgs,
    /// Write what is played from the position, so many moves deep, as an SGF with the numbers of games, years and players in
    /// its comments.
    #[arg(
        long,
        value_name = "MOVES",
        value_parser = clap::value_parser!(u32).range(1..=400),
        conflicts_with_all = ["json", "count", "open", "limit", "next", "tomove", "at_move"],
        help_heading = TREE
    )]
    pub tree: Option<u32>,
    /// What a branch of the tree has to have: games (5), a share of those of the position before (2%), or both (5,2%).
    #[arg(long, value_name = "GAMES", value_delimiter = ',', default_value = "5", help_heading = TREE)]
    pub least: Vec<String>,
    /// The most nodes of the tree; where there are more, those of the most games are written.
    #[arg(long, value_name = "N", default_value_t = 2000, help_heading = TREE)]
    pub nodes: usize,
    /// The file of the tree; nothing, or -, is the standard output.
    #[arg(long, value_name = "FILE", requires = "tree", help_heading = TREE)]
    pub output: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "output", help_heading = TREE)]
    pub force: bool,
}

/// The heading over the options of the tree.
const TREE: &str = "A dictionary of what is played";

/// The heading over what is asked beside a position.
const HITS: &str = "Which games (the options mean what the clauses of their names mean in a query)";

/// What is asked of games and hits beside a position or a pattern.
#[derive(Debug, Args)]
pub struct HitArgs {
    /// Only games that fit a query, as for search.
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true, help_heading = HITS)]
    pub filter: Option<String>,
    /// Where it has to stand: main, variations or any [default: main].
    #[arg(long = "in", value_name = "WHERE", help_heading = HITS)]
    pub within: Option<String>,
    /// Whether the colours may be exchanged: as-drawn or any [default: as-drawn].
    #[arg(long, alias = "colors", value_name = "WHICH", help_heading = HITS)]
    pub colours: Option<String>,
    /// Only games that go on so: R14, "W R14", pass, end, after a pattern also elsewhere.
    #[arg(long, value_name = "MOVE", help_heading = HITS)]
    pub next: Option<String>,
    /// Only games in which this colour moves there: B or W.
    #[arg(long, value_name = "COLOUR", help_heading = HITS)]
    pub tomove: Option<String>,
    /// Only games that have it after so many moves: 40, ..50 or 30..50.
    #[arg(long = "move", value_name = "RANGE", help_heading = HITS)]
    pub at_move: Option<String>,
    /// What the games are sorted by: date, moves, hit, relevance, black, white, rank (the strongest players first), margin; -
    /// turns it round [default: -date].
    #[arg(
        long,
        value_name = "KEYS",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub sort: Vec<String>,
}

/// Under which symmetries is looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Symmetries {
    /// Turned and mirrored in every way.
    All,
    /// As it is given.
    None,
}

//! Arguments that `position` and `pattern` share. Doc comments on the fields are the text of `--help`.

use crate::rows::RowArgs;
use crate::suggested_values::{suggest_field_values, suggest_values};
use clap::{Args, ValueEnum};
use kifu_language::fields::Field;
use kifu_language::order::sort_keys;

/// The arguments that say what to search for and how to show the answer.
#[derive(Debug, Args)]
pub struct BoardArgs {
    /// The kind of game: go or loa.
    #[arg(long, value_name = "KIND", value_parser = suggest_values(["go", "loa"]), hide_possible_values = true)]
    pub kind: Option<String>,
    /// The board size, such as 19 or 19x13; for a pattern, the board by which its points are named.
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// Print one JSON object.
    #[arg(long, conflicts_with_all = ["csv", "fields", "header"])]
    pub json: bool,
    /// What to add to the JSON object, separated by commas: years, reached.
    #[arg(
        long,
        value_name = "PARTS",
        requires = "json",
        value_delimiter = ',',
        hide_possible_values = true
    )]
    pub with: Vec<MorePart>,
    /// Options to print the games as CSV or tab-separated values; with --compare, --csv prints the continuations.
    #[command(flatten)]
    pub rows: RowArgs,
    /// Compare the games of --filter with a second set, the games that match QUERY: for every continuation, print its
    /// share and its winning rate in both sets, and the differences with 95 % intervals.
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true, conflicts_with_all = ["count", "open", "fields", "header"])]
    pub compare: Option<String>,
    /// Show who played it first: the first game, the first game of each player, and the share of the games by decade;
    /// with --json by year.
    #[arg(
        long,
        value_name = "WHO",
        conflicts_with_all =
            ["count", "open", "csv", "fields", "header", "compare", "with", "draw", "skip"],
    )]
    pub first_by: Option<FirstBy>,
    /// Print only the number of games.
    #[arg(short, long)]
    pub count: bool,
    /// How many games to list, or players with --first-by; 0 lists all [default: all in a pipe, else 50].
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// Skip this many games first; with --limit, this shows a later page of the list.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, conflicts_with_all = ["count", "open", "compare"])]
    pub skip: usize,
    /// Open the first game in your viewer, at the hit (see show --help).
    #[arg(long, conflicts_with_all = ["json", "count", "csv", "fields", "header"])]
    pub open: bool,
    /// Draw the board and the tables even in a pipe.
    #[arg(long, conflicts_with_all = ["json", "count", "csv", "header"])]
    pub draw: bool,
    /// Draw with ASCII characters only.
    #[arg(long)]
    pub ascii: bool,
    /// Whether to search turned and mirrored in every way (all) or only as given (none).
    #[arg(long, value_name = "WHICH", default_value = "all", hide_default_value = true, help_heading = HITS)]
    pub symmetry: Symmetries,
    /// Conditions on games and hits.
    #[command(flatten)]
    pub hits: HitArgs,
}

/// A part of the JSON answer that takes longer to compute, and is left out unless `--with` names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MorePart {
    /// The number of games by year, in all and for each continuation.
    Years,
    /// The number of games that reach the position after each continuation by any order of moves.
    Reached,
}

/// Whose first games are listed: values of `--first-by`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FirstBy {
    /// Each player whose move led to the position or the pattern.
    Player,
}

/// Heading in the help for the conditions on a position or a pattern.
const HITS: &str = "Which games (each option means the same as the query clause of that name)";

/// Conditions on the games and hits of a position or a pattern.
#[derive(Debug, Args)]
pub struct HitArgs {
    /// Find only games that match a query, as for search.
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true, help_heading = HITS)]
    pub filter: Option<String>,
    /// Where the hit must be: main, variations or any [default: main].
    #[arg(long = "in", value_name = "WHERE", value_parser = suggest_field_values(&Field::In), hide_possible_values = true, help_heading = HITS)]
    pub within: Option<String>,
    /// Whether the colours may be exchanged: as-drawn or any [default: as-drawn].
    #[arg(long, alias = "colors", value_name = "WHICH", value_parser = suggest_field_values(&Field::Colours), hide_possible_values = true, help_heading = HITS)]
    pub colours: Option<String>,
    /// Find only games in which this comes next: R14, "W R14", pass, end; after a pattern also elsewhere. `pattern
    /// --next local` excludes no games, and shows the next move inside the pattern, at once or later.
    #[arg(long, value_name = "MOVE", help_heading = HITS)]
    pub next: Option<String>,
    /// Find only games in which this colour is to move there: B or W.
    #[arg(long, value_name = "COLOUR", value_parser = suggest_values(["B", "W"]), hide_possible_values = true, help_heading = HITS)]
    pub tomove: Option<String>,
    /// Find only games that have it after this many moves: 40, ..50 or 30..50.
    #[arg(long = "move", value_name = "RANGE", help_heading = HITS)]
    pub at_move: Option<String>,
    /// Sort keys for the list of games, the most important first.
    #[arg(
        long,
        help = sort_help(),
        value_name = "KEYS",
        value_delimiter = ',',
        allow_hyphen_values = true,
        value_parser = suggest_field_values(&Field::Sort),
        hide_possible_values = true
    )]
    pub sort: Vec<String>,
    /// Count each game once: the fullest of its matching copies.
    #[arg(long, help_heading = HITS)]
    pub unique: bool,
}

/// Help of `--sort`. It omits the key `loss`, which sorts by the moves that a query selects; a board selects none.
fn sort_help() -> String {
    let keys = sort_keys().iter().filter(|key| **key != "loss").map(|key| match *key {
        "rank" => "rank (the strongest players first)",
        key => key,
    });
    let keys = keys.collect::<Vec<_>>().join(", ");
    format!("Sort keys: {keys}; a leading minus reverses the order [default: -date]")
}

/// Whether to search also for turned and mirrored images: values of `--symmetry`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Symmetries {
    /// Turned and mirrored in every way.
    All,
    /// As given.
    None,
}

//! Arguments of the commands that print games, players and counts of an index.
//!
//! Doc comments on fields are the text of `--help`.

use crate::hyphen_arguments::strip_mark;
use crate::names_language::parse_language;
use crate::rows::RowArgs;
use crate::suggested_values::{suggest_field_values, suggest_values};
use clap::{Args, Subcommand};
use kifu_engine::losses::LOSS_TABLE;
use kifu_engine::request::{RowOrder, Sample};
use kifu_engine::stats::properties;
use kifu_language::fields::Field;
use kifu_language::order::sort_keys;
use kifu_messages::Locale;
use std::borrow::Cow;

/// Arguments of `search`.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// The query, for example `player:Lee result:W+` (all fields: kifu-index fields).
    #[arg(value_name = "QUERY", value_parser = strip_mark)]
    pub query: Vec<String>,
    /// Explain how the program reads the query, how many games each part finds, and how long it takes; lists no games.
    #[arg(long, conflicts_with_all = ["count", "paths", "limit", "sample"])]
    pub explain: bool,
    /// Sort keys for the hits, in addition to those in the query.
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
    /// List each game once: the fullest of its matching copies (like unique:yes in the query).
    #[arg(long)]
    pub unique: bool,
    /// List a row for each comment with words of the query, or for each comment if the query has no words for comments.
    /// If the query is about engine analysis (loss>=5), list a row for each move that it finds. --limit and --count
    /// count these rows, --sample counts games.
    #[arg(long, conflicts_with_all = ["paths", "explain", "open"])]
    pub each: bool,
    /// The sample to draw from the games that match.
    #[command(flatten)]
    pub sample: SampleArgs,
    /// Open the first game in your viewer, at the position or comment that the query finds (see show --help).
    #[arg(long, conflicts_with_all = ["json", "csv", "count", "paths", "fields", "header"])]
    pub open: bool,
    /// How to print the hits.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Returns the help of `search --sort`, which lists the sort keys.
fn sort_help() -> String {
    format!(
        "Sort keys, applied after the query's own sort: {}; a leading minus reverses the order",
        sort_keys().join(", ")
    )
}

/// Options to draw a random sample instead of listing all games.
#[derive(Debug, Args)]
pub struct SampleArgs {
    /// Draw a random sample of this many matching games.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// The seed of the sample: the same seed draws the same games [default: 0].
    #[arg(long, value_name = "S", requires = "sample")]
    seed: Option<u64>,
}

impl SampleArgs {
    /// Returns the sample to draw, if one is requested.
    pub fn sample(&self) -> Option<Sample> {
        let seed = self.seed.unwrap_or(0);
        self.sample.map(|games| Sample { games, seed })
    }
}

/// Arguments of `stats`.
#[derive(Debug, Args)]
#[command(after_long_help = stats_help())]
pub struct StatsArgs {
    /// Which games to count: a query as for search; without one, all.
    #[arg(value_name = "QUERY", value_parser = strip_mark)]
    pub query: Vec<String>,
    /// The property to count by: year, player, opening, result and more (see stats --help). Two with a comma make a
    /// cross table (opening,year); repeat --by for more tables.
    #[arg(long, value_name = "WHAT", value_parser = suggest_values(properties().map(|(name, _)| name).chain([LOSS_TABLE])), hide_possible_values = true)]
    pub by: Vec<String>,
    /// Compare with the games of another query: shares, rates and their differences with 95 % intervals.
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true)]
    pub compare: Option<String>,
    /// Count each game once: the fullest of its matching copies (like unique:yes in the query).
    #[arg(long)]
    pub unique: bool,
    /// The order of the values: games, the most games first, or name [default: years and numbers in their order, other
    /// values by games].
    #[arg(
        long,
        value_name = "ORDER",
        value_parser = suggest_values(RowOrder::NAMES.map(|(name, _)| name)),
        conflicts_with = "compare"
    )]
    pub sort: Option<String>,
    /// How many values to list; 0 lists all [default: 40 on a terminal, else all].
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// Print one JSON object per table, each on a line.
    #[arg(long)]
    pub json: bool,
    /// Print one table as comma-separated values with a header.
    #[arg(long, conflicts_with = "json", requires = "by")]
    pub csv: bool,
}

/// Returns the end of `stats --help`: the properties that games are counted by.
fn stats_help() -> String {
    let row = |(name, meaning): (&str, Option<Cow<str>>)| {
        format!("  {name:<15}  {}", meaning.unwrap_or_default()).trim_end().to_owned()
    };
    let meaning =
        "points that moves lost by engine analysis: by phase, colour, opponent’s rank and year";
    let loss = (LOSS_TABLE, Some(meaning.into()));
    let rows: Vec<String> = properties().chain([loss]).map(row).collect();
    format!("WHAT games are counted by:\n{}", rows.join("\n"))
}

/// Arguments of `dups`.
#[derive(Debug, Args)]
#[command(after_long_help = DUPS_HELP)]
pub struct DupsArgs {
    /// List only groups with a game that matches this query, with all copies of the group.
    #[arg(value_name = "QUERY", value_parser = strip_mark)]
    pub query: Vec<String>,
    /// List only games with exactly the same moves, turned or mirrored in any way; passes do not count.
    #[arg(long)]
    pub exact: bool,
    /// List problems with the same position instead, also turned, mirrored, with the colours exchanged, or moved along
    /// an edge.
    #[arg(long, conflicts_with = "exact")]
    pub positions: bool,
    /// List only groups whose copies disagree on the players, the date, the result, the komi or the handicap.
    #[arg(long, conflicts_with = "positions")]
    pub disagreeing: bool,
    /// Print one JSON object per group, each on a line.
    #[arg(long, conflicts_with = "count")]
    pub json: bool,
    /// Print comma-separated values with a header: a row for each game.
    #[arg(long, conflicts_with_all = ["json", "count"])]
    pub csv: bool,
    /// Print only the numbers of groups and of games in them.
    #[arg(short, long)]
    pub count: bool,
    /// How many groups to list; 0 lists all [default: 20 in a table on a terminal, else all].
    #[arg(short = 'n', long, value_name = "N", conflicts_with = "count")]
    pub limit: Option<usize>,
}

/// End of `dups --help`: when two games count as copies, and the columns.
const DUPS_HELP: &str = "\
Two games are the same if the longer one begins with the moves of the shorter one, under any symmetry of the board, \
except that one move in 25 may be changed, missing or added. A game of at least 40 moves may be the beginning of \
another; a beginning that several different games share is an opening, not a copy. Games of 20 to 39 moves are copies \
if all their moves and stones are the same; shorter games never are. Passes do not count. A beginning of fewer than \
100 moves that was played on another day is not a copy. For Lines of Action, the numbers are 12 instead of 25, 20 \
instead of 40, 10 instead of 20, and 50 instead of 100.

The first game of a group is its fullest copy: the one with the most moves, then with the most header values. In a \
pipe, each game is a line: group, relation to the fullest copy (fullest, same, beginning, different, distant), number \
of moves and stones that differ, `turned`, what the copies of the group disagree on, then the columns of `search`. \
Exit codes: 0 if there is no duplicate, 1 if there is one, 2 for an error.";

/// What `aliases` does.
#[derive(Debug, Subcommand)]
pub enum AliasesCommand {
    /// Print lines for your aliases.tsv: names in two scripts that copies of a game have for the same player. Check the
    /// lines and add the right ones to the file; the program uses none of them before.
    Suggest,
}

/// Arguments of `players`.
#[derive(Debug, Args)]
pub struct PlayersArgs {
    /// A name, or words of a name; without one, lists the players with the most games.
    #[arg(value_name = "NAME")]
    pub name: Vec<String>,
    /// Show the games against this player: the score, by colour, year, event, round and opening. With --strength, also
    /// the score that the ratings of both players expect.
    #[arg(long, value_name = "NAME", requires = "name", conflicts_with_all = ["check", "csv", "sort"])]
    pub vs: Option<String>,
    /// Compare copies of games, and list names that are probably one person's and names that several persons share.
    #[arg(long, conflicts_with_all = ["name", "csv", "limit"])]
    pub check: bool,
    /// The order of the players: games, the most games first, or strength, the highest rating first [default: games].
    #[arg(
        long,
        value_name = "ORDER",
        value_parser = suggest_values(["games", "strength"]),
        conflicts_with_all = ["name", "check"]
    )]
    pub sort: Option<String>,
    /// Add the strength of each player: the rating by the results of the games (see ratings).
    #[arg(long, conflicts_with = "check")]
    pub strength: bool,
    /// Print names in the script of this language, if the table of names has them: en, ja, ko, zh-Hans or zh-Hant
    /// [default: the language of the locale]. JSON keeps the spelling of the records and adds the key display_name.
    #[arg(long, value_name = "LANGUAGE", value_parser = parse_language, conflicts_with = "check")]
    pub lang: Option<Locale>,
    /// Print one JSON object per player, each on a line; for a name, with spellings by archive and opponents. With
    /// --vs, print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Print comma-separated values with a header.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// How many players to list, or with --vs, rows of each table and games; 0 lists all [default: 50 in a table on a
    /// terminal, else all; with --vs 10].
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
}

/// Options of `search` for the form in which hits are printed.
#[derive(Debug, Args, Clone, Default)]
#[command(group = clap::ArgGroup::new("lines").args(["json", "paths"]).multiple(true))]
pub struct OutputArgs {
    /// Print one JSON object per game, each on a line.
    #[arg(long, conflicts_with_all = ["count", "paths"])]
    pub json: bool,
    /// Options to print the games as CSV or tab-separated values.
    #[command(flatten)]
    pub rows: RowArgs,
    /// Print only the number of games.
    #[arg(short, long, conflicts_with = "sample")]
    pub count: bool,
    /// Print only the paths of the files.
    #[arg(short = 'l', long, conflicts_with_all = ["count", "csv", "fields", "header"])]
    pub paths: bool,
    /// With --paths or --json: end each line with a NUL.
    #[arg(short = '0', long = "null", requires = "lines")]
    pub null: bool,
    /// How many games to print; 0 prints all [default: 50 in a table on a terminal, else all].
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// Skip this many games first; with --limit, this shows a later page of the list.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, conflicts_with_all = ["count", "open", "sample"])]
    pub skip: usize,
}

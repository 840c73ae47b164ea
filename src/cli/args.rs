//! The command line's arguments.

use super::show::ShowArgs;
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

/// Finds Go games by player, opening, comment text or board position.
#[derive(Debug, Parser)]
#[command(
    name = "kifu-index",
    version,
    max_term_width = 100,
    disable_help_subcommand = true
)]
pub struct Cli {
    /// What to do; nothing tells what is indexed and what to try.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The index folder [default: $KIFU_INDEX, or the nearest .kifu-index, or the user's data folder].
    #[arg(long, global = true, value_name = "FOLDER")]
    pub index: Option<PathBuf>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read games into the index, or bring it up to date.
    Build(BuildArgs),
    /// Find games by words, players, dates, results and more.
    Search(SearchArgs),
    /// Find all games that reach a position, and how they go on.
    Position(PositionArgs),
    /// Draw a game, or print it as JSON.
    Show(ShowArgs),
    /// Tell what is indexed.
    Status(StatusArgs),
    /// List the fields of the query language.
    Fields,
}

/// Arguments of `build`.
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// Folders, game records or archives (zip, 7z, tar, gz, bz2, xz, zst); without any, those that the index knows.
    pub paths: Vec<PathBuf>,
    /// Take a folder or file out of the index again.
    #[arg(long, value_name = "PATH", conflicts_with = "paths")]
    pub forget: Vec<PathBuf>,
    /// Threads that read games [default: one for every core, 8 at most].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Memory of a writing thread in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(16..=3000))]
    pub memory: u32,
    /// The largest file or archive member that is read, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    pub max_entry: u64,
    /// How many archives may lie inside of each other.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub max_depth: usize,
    /// The most members of an archive that are read.
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub max_entries: u64,
    /// The most that an archive may unpack to, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 65536)]
    pub max_archive: u64,
    /// How many times its size a member over 16 MiB may unpack to.
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub max_ratio: u64,
    /// The most memory that an archive may need for unpacking, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 512)]
    pub max_window: u64,
    /// Look at files and members of other names too, and read those that begin like a game.
    #[arg(long)]
    pub sniff: bool,
    /// End with exit code 2 if something could not be read.
    #[arg(long)]
    pub strict: bool,
}

/// Arguments of `search`.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// The query, `player:Lee result:W+` say (all fields: kifu-index fields).
    #[arg(value_name = "QUERY")]
    pub query: Vec<String>,
    /// How the hits are printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Arguments of `position`.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// Moves (Q16 D4 Q3), a place in a game (game.sgf#42, a.zip!b.sgf#42, ID#42), an SGF fragment, or @FILE with a
    /// diagram; nothing reads a diagram from the standard input.
    #[arg(value_name = "POSITION")]
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
    /// Draw with plain letters.
    #[arg(long)]
    pub ascii: bool,
}

/// Arguments of `status`.
#[derive(Debug, Args)]
pub struct StatusArgs {
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// How hits are printed.
#[derive(Debug, Args, Clone, Default)]
pub struct OutputArgs {
    /// One JSON object a line.
    #[arg(long, conflicts_with_all = ["count", "paths"])]
    pub json: bool,
    /// The number of games alone.
    #[arg(short, long)]
    pub count: bool,
    /// The paths of the files alone.
    #[arg(short = 'l', long, conflicts_with = "count")]
    pub paths: bool,
    /// With --paths: end each with a NUL.
    #[arg(short = '0', long = "null", requires = "paths")]
    pub null: bool,
    /// How many games are printed; 0 is all [default: 50 on a terminal, else all].
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
}

/// Marks an argument that looks like an option but is a part of a query.
const QUERY_MARK: char = '\u{1}';

/// Marks the arguments of `search` that begin with `-` and are query all the same: `-player:Lee`, `-(a OR b)`, `-"a b"`.
pub fn mark_query(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut searching = false;
    let mut plain = false;
    let mark = |argument: OsString| match argument.to_str() {
        Some("search") => {
            searching = true;
            argument
        }
        Some("--") => {
            plain = true;
            argument
        }
        Some(text) if searching && !plain && is_negation(text) => {
            format!("{QUERY_MARK}{text}").into()
        }
        _ => argument,
    };
    arguments.map(mark).collect()
}

fn is_negation(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('-') else {
        return false;
    };
    let name = rest
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '.')
        .count();
    let operator = rest.chars().nth(name);
    match operator {
        Some(':' | '=' | '<' | '>' | '!') => name > 0,
        Some('(' | '"') => name == 0,
        _ => false,
    }
}

/// The argument as it was written.
pub fn unmark(argument: &str) -> String {
    argument
        .strip_prefix(QUERY_MARK)
        .unwrap_or(argument)
        .to_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn query(arguments: &[&str]) -> Vec<String> {
        let marked = mark_query(arguments.iter().map(OsString::from));
        match Cli::try_parse_from(marked).unwrap().command {
            Some(Command::Search(args)) => {
                args.query.iter().map(|argument| unmark(argument)).collect()
            }
            command => panic!("{command:?}"),
        }
    }

    #[test]
    fn options_may_stand_anywhere_and_negations_are_query() {
        let written = [
            "kifu-index",
            "search",
            "player:Lee",
            "-komi:0",
            "--limit",
            "5",
            "-(a OR b)",
            "-c",
        ];
        assert_eq!(query(&written), ["player:Lee", "-komi:0", "-(a OR b)"]);
        assert_eq!(
            query(&["kifu-index", "search", "-c", "--", "-c", "x"]),
            ["-c", "x"]
        );
    }

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}

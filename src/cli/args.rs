//! Arguments of the command line, with one type for each command.
//!
//! Doc comments on types, fields and variants that derive clap's traits are the text of `--help`.

mod archives;
mod export;
mod questions;
mod user_data;

use super::archive_report::{PrepareArgs, ReportArgs};
use super::book::BookArgs;
use super::crosstable::CrosstableArgs;
use super::joseki::JosekiArgs;
use super::novelty::NoveltyArgs;
use super::output_options::OutputOptions;
use super::pattern::PatternArgs;
use super::position::PositionArgs;
use super::ratings::RatingsArgs;
use super::show::ShowArgs;
pub(super) use archives::LIMITS;
pub(crate) use archives::{
    BuildArgs, DoctorArgs, MergeArgs, RelocateArgs, ShardsArgs, ShardsCommand, StatusArgs,
};
use clap::{Parser, Subcommand};
pub(crate) use export::ExportArgs;
pub(crate) use questions::{
    AliasesCommand, DupsArgs, OutputArgs, PlayersArgs, SampleArgs, SearchArgs, StatsArgs,
};
use std::path::PathBuf;
pub(crate) use user_data::{SaveArgs, TagArgs};

/// Finds Go games by player, opening, comment text or board position.
#[derive(Debug, Parser)]
#[command(name = "kifu-index", version, max_term_width = 100, disable_help_subcommand = true)]
pub struct Cli {
    /// The command; without one, shows what is indexed and what to try.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The index folder [default: $KIFU_INDEX, the nearest .kifu-index, or the user's data folder]; give several to
    /// search them as one (relevance may differ slightly until deleted games are merged away).
    #[arg(long, global = true, value_name = "FOLDER")]
    pub index: Vec<PathBuf>,
    /// A file with more spellings of players' names: one person per line, spellings separated by tabs or `;`.
    #[arg(long, global = true, value_name = "FILE")]
    pub aliases: Option<PathBuf>,
    /// How to write to a terminal.
    #[command(flatten)]
    pub output_options: OutputOptions,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read games into the index, or bring it up to date.
    Build(BuildArgs),
    /// Tell the index the new path of a folder or file that was moved, without reading it again.
    Relocate(RelocateArgs),
    /// Join indexes into a new one, without reading the archives again.
    Merge(MergeArgs),
    /// Publish indexes that are searched as one, on one machine or several.
    Shards(ShardsArgs),
    /// Find games by words, players, dates, results and more.
    Search(SearchArgs),
    /// List the players, or describe one.
    Players(PlayersArgs),
    /// Rate players by the results of their games, or test how well ratings predict games.
    Ratings(RatingsArgs),
    /// Show the games of an event, everyone against everyone, with the standings and the rounds.
    Crosstable(CrosstableArgs),
    /// Suggest other spellings of players' names, found in copies of games.
    #[command(subcommand)]
    Aliases(AliasesCommand),
    /// Find all games that reach a position, and how they continue.
    Position(PositionArgs),
    /// Find the games in which a part of the board looked like this: a corner, a side, a shape anywhere.
    Pattern(PatternArgs),
    /// Show what games play in a corner, from the empty corner or a position, as a table or a tree.
    Joseki(JosekiArgs),
    /// Follow games in the variations of a book until they leave it.
    Book(BookArgs),
    /// Show the move at which a game leaves all older ones, who went along until then, and who followed.
    Novelty(NoveltyArgs),
    /// Write a page about a player, a position or a joseki.
    Report(ReportArgs),
    /// Prepare for an opponent: both repertoires, where they meet, and what did best there.
    Prepare(PrepareArgs),
    /// Count games by year, player, opening, result and more.
    Stats(StatsArgs),
    /// Find duplicate games (turned, cut off, or with a few moves typed differently), and what the copies disagree on.
    Dups(DupsArgs),
    /// Write the games that a query finds to a file or a folder, or their data to a table.
    Export(ExportArgs),
    /// Give games tags, stars and notes; without arguments, list your tags.
    Tag(TagArgs),
    /// Save a query under a name, for saved:NAME; without arguments, list your saved queries.
    Save(SaveArgs),
    /// Draw a game, or print it as JSON.
    Show(ShowArgs),
    /// Report problems in an archive; changes nothing and needs no index.
    Doctor(DoctorArgs),
    /// Show what is indexed.
    Status(StatusArgs),
    /// Serve the archive as a web page: explore positions, search, read games.
    #[cfg(feature = "web")]
    Serve(super::serve::ServeArgs),
    /// List the fields of the query language.
    Fields {
        /// List only these fields.
        #[arg(value_name = "FIELD")]
        names: Vec<String>,
    },
    /// Explain a command, or one of the topics query, position and exit-codes.
    Help {
        /// A command or a topic.
        topic: Option<String>,
    },
    /// Write shell completions to standard output.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the manual page to standard output: kifu-index man > kifu-index.1
    Man,
}

impl Command {
    /// True if the output is for people, so that a pager may show it.
    pub fn is_paged(&self) -> bool {
        matches!(
            self,
            Command::Search(_)
                | Command::Position(_)
                | Command::Pattern(_)
                | Command::Joseki(_)
                | Command::Book(_)
                | Command::Novelty(_)
                | Command::Players(_)
                | Command::Ratings(_)
                | Command::Crosstable(_)
                | Command::Aliases(_)
                | Command::Stats(_)
                | Command::Dups(_)
                | Command::Tag(_)
                | Command::Save(_)
                | Command::Show(_)
                | Command::Doctor(_)
                | Command::Fields { .. }
                | Command::Help { .. }
        )
    }

    /// True if the output is JSON, including errors.
    pub fn is_json(&self) -> bool {
        match self {
            Command::Search(args) => args.output.json,
            Command::Players(args) => args.json,
            Command::Ratings(args) => args.json,
            Command::Crosstable(args) => args.json,
            Command::Position(args) => args.board.json,
            Command::Pattern(args) => args.board.json,
            Command::Joseki(args) => args.json,
            Command::Book(args) => args.json,
            Command::Novelty(args) => args.json,
            Command::Stats(args) => args.json,
            Command::Dups(args) => args.json,
            Command::Tag(args) => args.json,
            Command::Save(args) => args.json,
            Command::Show(args) => args.json,
            Command::Doctor(args) => args.json,
            Command::Status(args) => args.json,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hyphen_arguments::mark_operands;
    use clap::CommandFactory;
    use std::ffi::OsString;

    #[test]
    fn an_upper_edge_is_an_operand() {
        let words = ["kifu-index", "pattern", "---/.X.|", "--limit", "3"].map(OsString::from);
        match Cli::try_parse_from(mark_operands(&Cli::command(), words)) {
            Ok(Cli { command: Some(Command::Pattern(args)), .. }) => {
                assert_eq!((args.input, args.board.limit), (vec!["---/.X.|".to_owned()], Some(3)))
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn negated_clauses_are_operands() {
        let query = |line: &str| {
            let words = line.split_whitespace().map(OsString::from);
            match Cli::try_parse_from(mark_operands(&Cli::command(), words)) {
                Ok(Cli { command: Some(Command::Search(args)), .. }) => {
                    format!(
                        "{} {:?} {}",
                        args.query.join(" "),
                        args.output.limit,
                        args.output.count
                    )
                }
                other => format!("{other:?}"),
            }
        };
        for (line, expected) in [
            ("kifu search player:Lee -c", "player:Lee None true"),
            ("kifu search -c player:Lee --limit 3", "player:Lee Some(3) true"),
            ("kifu search a -player:Lee --limit=3 b", "a -player:Lee b Some(3) false"),
            ("kifu search Lee -Sedol -c", "Lee -Sedol None true"),
            ("kifu --index search search x -c", "x None true"),
            ("kifu --color never search --fields id -x:y", "-x:y None false"),
            ("kifu search -- -c --limit", "-c --limit None false"),
            ("kifu search search -year:1990", "search -year:1990 None false"),
        ] {
            assert_eq!(query(line), expected, "{line}");
        }
        assert!(query("kifu search a -x").contains("UnknownArgument"));
        assert!(query("kifu search a --jsn").contains("UnknownArgument"));
    }
}

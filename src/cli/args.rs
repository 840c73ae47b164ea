//! Arguments of the command line, with one type for each command.
//!
//! Doc comments on types, fields and variants that derive clap's traits are the text of `--help`.

use super::archive_report::{PrepareArgs, ReportArgs};
use super::book::BookArgs;
use super::crosstable::CrosstableArgs;
use super::file_pattern_args::FilePatternArgs;
use super::hyphen_arguments::strip_mark;
use super::joseki::JosekiArgs;
use super::names_language::parse_language;
use super::novelty::NoveltyArgs;
use super::output_options::OutputOptions;
use super::pattern::PatternArgs;
use super::position::PositionArgs;
use super::ratings::RatingsArgs;
use super::remedy;
use super::rows::{RowArgs, suggest_column_names};
use super::show::ShowArgs;
use super::suggested_values::{suggest_field_values, suggest_values};
use clap::{Args, Parser, Subcommand};
use kifu_engine::build::{FileTimeLimit, Limits, Shard, default_threads};
use kifu_engine::losses::LOSS_TABLE;
use kifu_engine::request::{RowOrder, Sample};
use kifu_engine::stats::properties;
use kifu_language::fields::Field;
use kifu_language::order::sort_keys;
use kifu_messages::Locale;
use kifu_record::formats::ParquetColumns;
use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;

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

/// Heading in the help for settings that an index remembers.
pub(super) const LIMITS: &str = "What to read (an index remembers it for its next build)";

/// Arguments of `build`.
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// Folders, game records or archives (zip, 7z, tar, gz, bz2, xz, zst) [default: those already in the index]. With a
    /// path, the exit code is 1 if the index has no game afterwards (not with --watch, --shard or --forget).
    pub paths: Vec<PathBuf>,
    /// Remove a folder or file from the index.
    #[arg(long, value_name = "PATH", conflicts_with = "paths")]
    pub forget: Vec<PathBuf>,
    /// Read a folder as a new one, even if it has the files of an indexed folder that cannot be reached (see relocate).
    #[arg(long, conflicts_with_all = ["forget", "rebuild"])]
    pub as_new: bool,
    /// Replace an index that is damaged or of another version: read all its folders again, or only the given ones.
    #[arg(long, conflicts_with = "forget")]
    pub rebuild: bool,
    /// Build one of M disjoint shards, e.g. 3/16 for the third of sixteen; together they hold the whole archive. The
    /// index remembers the shard for its next build.
    #[arg(long, value_name = "N/M", conflicts_with = "forget")]
    pub shard: Option<Shard>,
    /// Memory per writing thread in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 48, value_parser = clap::value_parser!(u32).range(16..=3000))]
    pub memory: u32,
    /// Memory of the whole build in MiB, approximately: sets --memory, and fewer threads if necessary.
    #[arg(long, value_name = "MIB", conflicts_with = "memory", value_parser = clap::value_parser!(u32).range(128..))]
    pub max_memory: Option<u32>,
    /// Which files to read, and up to which limits.
    #[command(flatten)]
    pub crawl: CrawlArgs,
    /// Patterns of files to read in addition, or to leave out.
    #[command(flatten)]
    pub patterns: FilePatternArgs,
    /// Compare the contents of all files, even if their size and time are unchanged.
    #[arg(long, conflicts_with_all = ["forget", "rebuild"])]
    pub checksum: bool,
    /// Select files by name alone again; undoes --sniff.
    #[arg(long, conflicts_with = "sniff", help_heading = LIMITS)]
    pub no_sniff: bool,
    /// Also search the text that programs wrote into comments: winning rates and lines of engines.
    #[arg(long)]
    pub all_comments: bool,
    /// Search only the comments that people wrote; undoes --all-comments.
    #[arg(long, conflicts_with = "all_comments")]
    pub no_all_comments: bool,
    /// Read engine analysis from files beside the games: `game.sgf.json` with lines of KataGo, katawrap or a table.
    #[arg(long)]
    pub sidecars: bool,
    /// Stop reading files beside the games; undoes --sidecars.
    #[arg(long, conflicts_with = "sidecars")]
    pub no_sidecars: bool,
    /// Read engine analysis from a table: lines of JSON with the id of a game and the number of moves played.
    #[arg(long, value_name = "FILE")]
    pub analysis: Option<PathBuf>,
    /// Find the columns of Parquet files by their names alone again; undoes --parquet-columns.
    #[arg(long, conflicts_with = "parquet_columns")]
    pub no_parquet_columns: bool,
    /// Stop reading the table of analysis; undoes --analysis.
    #[arg(long, conflicts_with = "analysis")]
    pub no_analysis: bool,
    /// Keep running and index changes as they happen, until Ctrl-C.
    #[arg(long, conflicts_with_all = ["forget", "strict"])]
    pub watch: bool,
    /// Print the time of each stage, and of reading the bytes alone.
    #[arg(long, conflicts_with = "forget")]
    pub timings: bool,
    /// Exit with code 2 if anything could not be read.
    #[arg(long)]
    pub strict: bool,
}

/// Arguments of `relocate`.
#[derive(Debug, Args)]
pub struct RelocateArgs {
    /// The path of the folder or file in the index (see status). It need not exist any more.
    pub old: PathBuf,
    /// Its new path. At least half of its files must be there; changed files are read again.
    pub new: PathBuf,
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The folders of the indexes to merge. No two may hold the same games: their roots must not overlap, or they must
    /// be different shards of the same roots (build --shard). Those given with --index come first.
    pub indexes: Vec<PathBuf>,
    /// The folder for the new index; it must be empty or not exist yet.
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,
}

/// Arguments of `shards`.
#[derive(Debug, Args)]
pub struct ShardsArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: ShardsCommand,
}

/// The commands of `shards`.
#[derive(Debug, Subcommand)]
pub enum ShardsCommand {
    /// Write a list of the files of all indexes with their checksums, and beside it a file of the games that are
    /// duplicates. Publish again after each update of an index.
    Publish {
        /// The folders of the indexes. Those given with --index come first.
        indexes: Vec<PathBuf>,
        /// The file to write, or - for standard output [default: kifu-shards.json next to the first folder].
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Replace the file if it exists.
        #[arg(long)]
        force: bool,
    },
}

/// Arguments of `build` and `doctor` that say which files to read and up to which limits.
#[derive(Debug, Args)]
pub struct CrawlArgs {
    /// Threads that read games [default: one per core, at most 8].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Report a file that takes more than this many seconds of CPU time [default: 30].
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    pub slow: Option<u32>,
    /// Skip the rest of a file that takes longer than --slow, instead of reading it to the end.
    #[arg(long)]
    pub skip_slow: bool,
    /// The largest file or archive member that is read as a whole, in MiB [default: 256]. A longer collection of games
    /// is read part by part.
    #[arg(long, value_name = "MIB", help_heading = LIMITS)]
    pub max_entry: Option<u64>,
    /// The largest game of a collection, in MiB [default: 64].
    #[arg(long, value_name = "MIB", help_heading = LIMITS)]
    pub max_game: Option<u64>,
    /// How deep archives may be nested [default: 4, at most 32].
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub max_depth: Option<usize>,
    /// The most members to read from one archive, or `unlimited` [default: unlimited].
    #[arg(long, value_name = "N", help_heading = LIMITS, value_parser = parse_maximum)]
    pub max_entries: Option<u64>,
    /// The most that an archive may unpack to, in MiB, or `unlimited` [default: unlimited].
    #[arg(long, value_name = "MIB", help_heading = LIMITS, value_parser = parse_maximum)]
    pub max_archive: Option<u64>,
    /// How many times its own size an archive (with all archives in it) or a member over 16 MiB may unpack to [default:
    /// 400].
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub max_ratio: Option<u64>,
    /// The most memory that an archive may need for unpacking, in MiB [default: 512].
    #[arg(long, value_name = "MIB", help_heading = LIMITS)]
    pub max_window: Option<u64>,
    /// The most nodes of one game, and the most JSON values in a JGF file [default: 8000000].
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub max_nodes: Option<u64>,
    /// The columns of Parquet files with a game a row, where their names do not say what they hold, e.g.
    /// moves=m,black=b. A move is row × width + column, counted from the upper left, or -1 for a pass.
    #[arg(long, value_name = "PART=COLUMN,…")]
    pub parquet_columns: Option<ParquetColumns>,
    /// Also look into files and members with other extensions, and read them if they begin like a game.
    #[arg(long, help_heading = LIMITS)]
    pub sniff: bool,
}

/// Parses a limit: a number, or the word `unlimited`.
fn parse_maximum(text: &str) -> Result<u64, String> {
    match text {
        "unlimited" => Ok(u64::MAX),
        number => {
            number.parse().map_err(|error| format!("{error}; write a number or the word unlimited"))
        }
    }
}

impl CrawlArgs {
    /// Returns the number of threads that read games.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(default_threads, usize::from)
    }

    /// Returns the CPU time that a file may take before it is reported, and whether its rest is then skipped.
    pub fn slow_file_limit(&self) -> FileTimeLimit {
        let usual = FileTimeLimit::default();
        let limit = self.slow.map(|seconds| Duration::from_secs(seconds.into()));
        FileTimeLimit { limit: limit.unwrap_or(usual.limit), skip: self.skip_slow }
    }

    /// Returns the limits for reading an archive: the remembered ones, overridden by the arguments.
    pub fn limits(&self, remembered: &Limits) -> Limits {
        let mib =
            |given: Option<u64>, known| given.map_or(known, |mib| mib.saturating_mul(1 << 20));
        Limits {
            entry_bytes: mib(self.max_entry, remembered.entry_bytes),
            game_bytes: mib(self.max_game, remembered.game_bytes),
            depth: self.max_depth.unwrap_or(remembered.depth),
            ratio: self.max_ratio.unwrap_or(remembered.ratio),
            entries: self.max_entries.unwrap_or(remembered.entries),
            archive_bytes: mib(self.max_archive, remembered.archive_bytes),
            window_bytes: mib(self.max_window, remembered.window_bytes),
            nodes: self.max_nodes.unwrap_or(remembered.nodes),
            sniff: self.sniff || remembered.sniff,
            all_comments: remembered.all_comments,
            sidecars: remembered.sidecars,
            parquet_columns: match &self.parquet_columns {
                Some(columns) => columns.clone(),
                None => remembered.parquet_columns.clone(),
            },
            table: remembered.table.clone(),
        }
    }
}

/// Arguments of `doctor`.
#[derive(Debug, Args)]
#[command(after_long_help = remedy::kinds_in_words())]
pub struct DoctorArgs {
    /// Folders, game records or archives [default: those in the index].
    pub paths: Vec<PathBuf>,
    /// Print one JSON object per finding, each on a line; with --count, a single object.
    #[arg(long)]
    pub json: bool,
    /// Report only these kinds of findings, or these severities (error, warning, note).
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = suggest_values(remedy::kinds()), hide_possible_values = true)]
    pub kind: Vec<String>,
    /// How many places of each kind to list; 0 lists all [default: 3 on a terminal, else all].
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// Print only the counts: one line per kind with its severity, the number of places and of occurrences.
    #[arg(short, long, conflicts_with = "limit")]
    pub count: bool,
    /// Which files to read, and up to which limits.
    #[command(flatten)]
    pub crawl: CrawlArgs,
    /// Patterns of files to read in addition, or to leave out.
    #[command(flatten)]
    pub patterns: FilePatternArgs,
}

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
    /// Print one JSON object per player, each on a line; for a name, with spellings by archive and opponents. With --vs,
    /// print one JSON object.
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

/// Names of the arguments of which an export needs exactly one.
const EXPORT_TARGETS: [&str; 9] =
    ["sgf", "dir", "zip", "clean", "handout", "drill", "csv", "jsonl", "parquet"];

/// Arguments of `export`.
#[derive(Debug, Args)]
#[command(
    override_usage = "kifu-index export [OPTIONS] <TARGET> <QUERY>...",
    group = clap::ArgGroup::new("target").required(true).args(EXPORT_TARGETS),
    group = clap::ArgGroup::new("games").multiple(true).args(["sgf", "dir", "zip"]),
    group = clap::ArgGroup::new("files").args(["dir", "zip"]),
    group = clap::ArgGroup::new("table").args(["csv", "jsonl", "parquet"]),
    after_long_help = EXPORT_HELP
)]
pub struct ExportArgs {
    /// Which games: a query as for search; an empty one means all.
    #[arg(value_name = "QUERY", required = true, value_parser = strip_mark)]
    pub query: Vec<String>,
    /// Write all games into one SGF file.
    #[arg(long, value_name = "FILE", help_heading = TARGETS)]
    pub sgf: Option<PathBuf>,
    /// Write a file for each game into a folder.
    #[arg(long, value_name = "FOLDER", help_heading = TARGETS)]
    pub dir: Option<PathBuf>,
    /// Write a file for each game into a zip archive.
    #[arg(long, value_name = "FILE", help_heading = TARGETS)]
    pub zip: Option<PathBuf>,
    /// Write a clean collection into a folder: each game once, as SGF FF[4] in UTF-8, with normal dates, results, ranks
    /// and komi. Existing files stay; run again, it adds only new games. The file report.csv lists what was changed.
    #[arg(long, value_name = "FOLDER", help_heading = TARGETS, conflicts_with = "force")]
    pub clean: Option<PathBuf>,
    /// Write an HTML file to be printed at A4 or Letter: diagrams of 50 moves each with the comments below them; each game
    /// begins on a new page.
    #[arg(long, value_name = "FILE", help_heading = TARGETS)]
    pub handout: Option<PathBuf>,
    /// Write problems into one SGF file: each position before a move that the query finds by its loss (loss>=5), with
    /// that move and the engine's best move.
    #[arg(long, value_name = "FILE", help_heading = TARGETS)]
    pub drill: Option<PathBuf>,
    /// Write the games' data as CSV; texts that a spreadsheet would read as formulas get a leading apostrophe (see
    /// --csv-raw).
    #[arg(long, value_name = "FILE", help_heading = TARGETS)]
    pub csv: Option<PathBuf>,
    /// Write the games' data as JSON lines.
    #[arg(long, value_name = "FILE", help_heading = TARGETS)]
    pub jsonl: Option<PathBuf>,
    /// With --jsonl: read the games from the archive, and write everything that `show --json` prints for each game:
    /// moves, tree, comments, properties.
    #[arg(long, requires = "jsonl", conflicts_with = "fields")]
    pub full: bool,
    /// Write the games' data as a Parquet file (in builds with the feature `parquet`).
    #[arg(long, value_name = "FILE", help_heading = TARGETS)]
    pub parquet: Option<PathBuf>,
    /// Convert all games to SGF in UTF-8.
    #[arg(long, requires = "games")]
    pub utf8: bool,
    /// Keep the file names and folders of the archive.
    #[arg(long, requires = "files")]
    pub keep_names: bool,
    /// The folders and names of --clean, with columns in braces [default: '{year}/{date} {black} - {white}.sgf'].
    #[arg(long, value_name = "PATTERN", requires = "clean")]
    pub name_as: Option<String>,
    /// With --clean: keep the old text of each changed value in the property ORIGINAL.
    #[arg(long, requires = "clean")]
    pub keep_original: bool,
    /// Mark the node of the position or comment that the query finds as a hotspot (HO), where viewers open the game,
    /// and add its move to the file name.
    #[arg(long, requires = "games")]
    pub at_hit: bool,
    /// The columns of --csv, --jsonl and --parquet, separated by commas and named like the keys of search --json.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = suggest_column_names(), hide_possible_values = true, requires = "table")]
    pub fields: Vec<String>,
    /// With --csv: write all texts unchanged, without an apostrophe before texts that begin with =, +, - or @.
    #[arg(long, requires = "csv")]
    pub csv_raw: bool,
    /// Sort keys, as for search.
    #[arg(
        long,
        value_name = "KEYS",
        value_delimiter = ',',
        allow_hyphen_values = true,
        value_parser = suggest_field_values(&Field::Sort),
        hide_possible_values = true
    )]
    pub sort: Vec<String>,
    /// Write each game once: the fullest of its matching copies (like unique:yes in the query).
    #[arg(long)]
    pub unique: bool,
    /// The sample to draw from the games that match.
    #[command(flatten)]
    pub sample: SampleArgs,
    /// How many games to write; 0 writes all [default: all].
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// Replace existing files.
    #[arg(long)]
    pub force: bool,
}

/// Heading in the help for the targets of an export.
const TARGETS: &str = "TARGET: where the games go (exactly one; - as FILE is standard output)";

/// End of `export --help`: how games are written and files are named.
const EXPORT_HELP: &str = "\
Bytes and charsets of games stay as they are: files with one game are copied, and games of collections are cut out at
their parentheses. --sgf writes several games in UTF-8, with a correct CA and all other properties unchanged; it
converts games of other formats (JGF, GIB, NGF, UGF, OGS, Parquet) to SGF.

Files are named 1846-09-11 Black - White.sgf; equal names get numbers. If the query or --sort sorts the games, all names
of --dir and --zip begin with the number of the game in that order, except with --keep-names. Without --force, no file
is overwritten. Even with --force, nothing is written into a folder or archive that is indexed. A file gets its name
only when it is complete.

--clean writes each game once (of copies, the fullest record) as SGF FF[4] in UTF-8. Dates, results, komi, handicap,
time limits, rules and ranks get their normal form where it is certain (DT[2008-9-5] becomes DT[2008-09-05]); other
texts stay as they are. No existing file is replaced: a new file whose name is taken gets a number. The file report.csv
in the folder has a line for each game: its content key, the file, the place in the archive, the changed values, and
what was repaired. Later exports into the folder leave out the games that the report lists.

Files that are gone or have changed since they were indexed are reported, the rest is written, and the exit code is 2.";

/// Arguments of `tag`.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("change").multiple(true).args(["add", "remove", "star", "unstar", "note"]), after_long_help = TAG_HELP)]
pub struct TagArgs {
    /// The games: a query as for search, ids, or files with games (FILE[!MEMBER][@GAME]), indexed or not.
    #[arg(value_name = "QUERY|ID|FILE", value_parser = strip_mark, requires = "change")]
    pub query: Vec<String>,
    /// Add this tag to the games, or several tags separated by commas: letters, digits, - and _.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "query")]
    pub add: Vec<String>,
    /// Remove this tag from the games, or several tags separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "query")]
    pub remove: Vec<String>,
    /// Star the games.
    #[arg(long, requires = "query")]
    pub star: bool,
    /// Remove the star from the games.
    #[arg(long, requires = "query", conflicts_with = "star")]
    pub unstar: bool,
    /// Write this note on each of the games, in place of an earlier note; an empty text removes the note.
    #[arg(long, value_name = "TEXT", requires = "query", allow_hyphen_values = true)]
    pub note: Option<String>,
    /// Change more than 10,000 games at once.
    #[arg(long, requires = "query")]
    pub all: bool,
    /// Write your tags, stars, notes, saved queries, history and practice to a file, as lines of JSON.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", conflicts_with_all = ["query", "import"])]
    pub export: Option<PathBuf>,
    /// Replace an existing file.
    #[arg(long, requires = "export")]
    pub force: bool,
    /// Add the tags, stars, notes and queries of an exported file to yours; - reads standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    pub import: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long, conflicts_with_all = ["export", "import"])]
    pub json: bool,
}

/// End of `tag --help`: examples, and where tags are stored.
const TAG_HELP: &str = "\
  kifu-index tag 'player:Lee result:W+' --add study
  kifu-index tag 3f9a2c17d0b45e68 --star --note 'the ladder at move 42'
  kifu-index tag game.sgf --add mine
  kifu-index search 'tag:study -is:starred note:ladder'

Tags, stars and notes are stored in mine.sqlite in your settings folder, under the contents of games: start position \
and moves; for games of fewer than 20 moves, also names and date. So copies of a game have the same tags, and tags are \
not lost when files are moved or the index is built again. No archive is changed.";

/// Arguments of `save`.
#[derive(Debug, Args)]
pub struct SaveArgs {
    /// The name of the saved query: letters, digits, - and _.
    pub name: Option<String>,
    /// The query.
    #[arg(value_name = "QUERY", value_parser = strip_mark, requires = "name")]
    pub query: Vec<String>,
    /// Remove the saved query of this name.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["name", "query"])]
    pub remove: Option<String>,
    /// Print one JSON object per saved query, each on a line.
    #[arg(long, conflicts_with_all = ["name", "remove"])]
    pub json: bool,
}

/// Arguments of `status`.
#[derive(Debug, Args)]
pub struct StatusArgs {
    /// Read all files of the index and compare them with their checksums; exit code 2 if one is damaged.
    #[arg(long)]
    pub verify: bool,
    /// Show the size of each component of the index in bytes, in all and per game.
    #[arg(long, conflicts_with = "verify")]
    pub size: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
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

//! Arguments of the commands about archives and indexes: which files to read, and what is indexed.
//!
//! Doc comments on fields are the text of `--help`.

use crate::file_pattern_args::FilePatternArgs;
use crate::remedy;
use crate::suggested_values::suggest_values;
use clap::{Args, Subcommand};
use kifu_engine::build::{FileTimeLimit, Limits, Shard, default_threads};
use kifu_record::formats::ParquetColumns;
use std::path::PathBuf;
use std::time::Duration;

/// Heading in the help for settings that an index remembers.
pub(crate) const LIMITS: &str = "What to read (an index remembers it for its next build)";

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

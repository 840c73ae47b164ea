//! Arguments of `export`.
//!
//! Doc comments on fields are the text of `--help`.

use super::SampleArgs;
use crate::hyphen_arguments::strip_mark;
use crate::rows::suggest_column_names;
use crate::suggested_values::suggest_field_values;
use clap::Args;
use kifu_language::fields::Field;
use std::path::PathBuf;

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
    /// Write an HTML file to be printed at A4 or Letter: diagrams of 50 moves each with the comments below them; each
    /// game begins on a new page.
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

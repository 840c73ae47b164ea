//! Arguments of the commands that change tags, notes and saved queries.
//!
//! Doc comments on fields are the text of `--help`.

use crate::hyphen_arguments::strip_mark;
use clap::Args;
use std::path::PathBuf;

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

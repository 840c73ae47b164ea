//! Questions to an [`Engine`](super::Engine): plain values, each of which asks for one kind of answer. Front ends make
//! them from command-line options or URL parameters.
//!
//! Queries, boards and conditions on hits are texts as the user wrote them. Only the engine parses them, so an error
//! points at the same place of the same text on the command line, on the page and in Python.

mod board;
mod players;

use super::lines::LineOptions;
use super::row_needs::Needs;
pub use board::*;
pub use kifu_language::input::BoardInput;
pub use kifu_language::input::pattern::PatternInput;
pub use kifu_language::parse::QueryLimits;
use kifu_messages::Locale;
pub use kifu_query::sample::Sample;
pub use kifu_query::stats::RowOrder;
pub use players::*;
use serde::{Deserialize, Serialize};

/// Counts the games that match a query.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CountGames(pub Search);

/// Draws positions from the games that match a query, for practice in guessing the next move.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DrawPositions {
    /// Query for the games.
    pub query: String,
    /// True if each game counts only once, however many copies of it match.
    pub unique: bool,
    /// Upper limit of the number of positions, and of the number of games that they are drawn from. Equal limits draw
    /// the same positions, and a larger limit draws all positions of a smaller one and more.
    pub limit: usize,
}

/// Lists the files of the games that match a query.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ListFiles(pub Search);

/// Explains how a query is parsed, and how many games each part of it finds.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Explain(pub Search);

/// Suggests queries to try instead of a query without hits, or besides one with hits.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Advise {
    /// Search for which other queries are suggested.
    pub of: Search,
    /// True if the query has hits.
    pub found: bool,
}

/// Reads the file of a game, which is named by its id or a prefix of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FindGame(pub String);

/// Returns what the index stores of a game, which is named by its id or a prefix of it, if the game can only be read
/// after much of its file has been decompressed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FindDistantGame(pub String);

/// Returns the content keys (hashes of the start position and the moves) of the games that match a query. Tags, stars
/// and notes belong to these keys; see [`user_marks`](super::user_marks).
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FindContents(pub Search);

/// Counts the games of the index that have the user's tags, stars and notes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct CountMarks;

/// Finds, for each of these content keys (hashes of a game's start position and moves), one game of the index that has
/// it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GamesWithContents(pub Vec<u64>);

/// Returns what the index stores of a game, which is named by its id or a prefix of it. No file of the archive is read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ReadStoredGame(pub String);

/// Finds the games at these places in the archive (file, archive members, and number of the game), as far as the index
/// has them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GamesAtPlaces(pub Vec<GamePlace>);

/// Reads the records of games as JSON. The games are named by their ids or prefixes of them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ReadRecords(pub Vec<String>);

/// Asks what the index holds: its roots, the number of its games, its size.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct ReadStatus {
    /// True if the answer includes the files that could not be read.
    pub problems: bool,
}

/// Lists the files that were added, changed or removed since the index was built.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct FindChanges;

/// Asks for a query, a position and a game with which a new user can begin.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Suggest;

/// Parses the text of a query while the user types it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ParseQuery(pub TypedQuery);

/// Completes the text of a query at the caret while the user types it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Complete(pub TypedQuery);

/// Asks for one page of search results.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchPage {
    /// Search whose `limit` is the size of the page. Its flag `total` is ignored, because a page always has a total.
    #[serde(flatten)]
    pub search: Search,
    /// Facets (properties such as the year) whose values the answer counts, so that the user can narrow the result:
    /// names from [`FACETS`](super::page::FACETS).
    pub facets: Vec<String>,
    /// True if the answer estimates how many bytes all matching games take as SGF.
    pub sizes: bool,
    /// Key of this page, as the answer with the page before it gave it; `None` for the first page.
    pub after: Option<String>,
}

/// Place of a game in the archive.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GamePlace {
    /// Path of the file, as text.
    pub path: String,
    /// Archive members that lead to the game, from the outermost archive inwards. Each has the number of earlier
    /// members with the same name.
    pub members: Vec<(String, u32)>,
    /// Number of the game in its file, from 1.
    pub game: u32,
}

/// Finds all hits of a query in one game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FindGameHits {
    /// Id of the game, or a prefix of it.
    pub id: String,
    /// Query whose hits are listed, whether or not the game matches all of it.
    pub query: String,
}

/// Finds the comments that stand at a position or a pattern.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct FindComments {
    /// Position or pattern with the conditions on its games. Fields of the request that select parts of the answer are
    /// ignored.
    #[serde(flatten)]
    pub board: BoardSearch,
    /// Upper limit of the number of games whose comments are read. They are the first ones, in the order of the
    /// request, that have comments.
    pub games: usize,
    /// Number of comments to skip, because earlier pages of the list show them.
    pub skip: usize,
    /// Upper limit of the number of comments in the answer.
    pub limit: usize,
    /// Number of characters after which the text of a comment is cut.
    pub characters: usize,
}

impl Default for FindComments {
    fn default() -> FindComments {
        FindComments {
            board: BoardSearch::default(),
            games: 500,
            skip: 0,
            limit: 50,
            characters: 400,
        }
    }
}

/// Text of a query while the user types it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TypedQuery {
    /// Text typed so far.
    pub query: String,
    /// Position of the caret in the text; `None` for the end.
    pub caret: Option<usize>,
    /// True if the caret and all places in the answer count UTF-16 units, as JavaScript does, instead of bytes.
    pub utf16: bool,
    /// Limits on the number of clauses and on the nesting depth of the query.
    pub caps: QueryLimits,
    /// Language in whose script names are suggested, as far as the tables of names have them; `None` for the names as
    /// the index has them.
    pub locale: Option<Locale>,
}

/// Searches games by a query.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Search {
    /// Query; an empty one matches all games.
    pub query: String,
    /// Sort keys, which apply after the sort keys in the query itself.
    pub sort: Vec<String>,
    /// True if each game is returned only once: of its matching copies, the fullest record.
    pub unique: bool,
    /// Random sample to draw from the matching games, instead of returning all of them.
    pub sample: Option<Sample>,
    /// Upper limit of the number of games; `None` for all.
    pub limit: Option<usize>,
    /// True if the answer includes the number of all matching games. Without it, the first games may arrive before the
    /// last ones have been examined.
    pub total: bool,
    /// True if the row of each game includes the comment that has the most words of the query.
    pub comments: bool,
    /// True if the answer has a row for each comment with words of the query, instead of a row for each game. If the
    /// query has no words to find in comments, each comment is a row. `limit` then limits the number of these rows.
    pub each: bool,
    /// Values that the answer gives for each row only on request, because reading them takes time: moves, facts about
    /// comments, usual names of players, user's tags and notes.
    #[serde(flatten)]
    pub details: RowDetails,
}

/// Searches games, and asks for their rows as lines of text ([`Item::Line`](super::Item)). All cores format lines, so a
/// long list is written faster than if the caller formats its rows.
#[derive(Clone, Debug)]
pub struct ListLines {
    /// Search that finds the games.
    pub search: Search,
    /// Format of the lines, and the columns in them.
    pub lines: LineOptions,
}

/// Values of the games in a list that are read only on request, because reading them takes time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RowDetails {
    /// True to read the moves, the setup and the last position of each game.
    pub played: bool,
    /// True to read the languages of the comments, and the task of a game that is a problem.
    pub facts: bool,
    /// True to read all that the flag `facts` selects, and for each player the name that stands for all spellings.
    pub persons: bool,
    /// True to read the user's tags, star and note.
    pub marks: bool,
    /// True to read the novelty: the move at which the game leaves all older ones, and how many later games followed.
    /// The novelties of all games are found at the first such request.
    pub novelty: bool,
    /// True to leave out the header (players, dates, sizes and all else that comes from the game's record), because no
    /// column shows it. Reading the header takes most of the time for a row.
    pub without_header: bool,
    /// True to leave out the path and the archive members, because no column shows them.
    pub without_place: bool,
}

impl From<Needs> for RowDetails {
    /// Selects the optional values that the columns of a table need; see [`needs`](super::columns::needs).
    fn from(needs: Needs) -> RowDetails {
        let Needs { played, facts, persons, marks, novelty, .. } = needs;
        RowDetails { played, facts, persons, marks, novelty, ..RowDetails::default() }
    }
}

impl RowDetails {
    /// Selects no more than the columns of a table need, for rows of which nothing else is shown.
    pub fn only(needs: Needs) -> RowDetails {
        RowDetails { without_header: !needs.header, without_place: !needs.place, ..needs.into() }
    }
}

impl Search {
    /// Creates a search with default settings.
    pub fn new(query: impl Into<String>) -> Search {
        Search { query: query.into(), ..Search::default() }
    }
}

/// Asks for statistics over games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Stats {
    /// Query for the games.
    pub query: String,
    /// Tables to make. Each table is named by one of the [`properties`](super::stats::properties) by which games are
    /// counted, or by two of them with a comma between.
    pub by: Vec<String>,
    /// True if each game counts only once, however many copies of it match.
    pub unique: bool,
    /// Order of the rows.
    pub sort: RowOrder,
}

/// Makes a cross-table of games: everyone against everyone, with the standings and the rounds. Copies of a game count
/// once.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MakeCrosstable {
    /// Query for the games, such as one for an event.
    pub query: String,
}

/// Finds groups of games that are copies of each other.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FindCopies {
    /// Query that at least one game of a group must match.
    pub query: String,
    /// True if copies must have exactly the same moves.
    pub exact: bool,
    /// True to find problems with equal positions. Otherwise, games with equal moves are found.
    pub positions: bool,
    /// True to find only groups whose records disagree on the players, the date, the result, the komi or the handicap.
    /// Has no meaning for problems with equal positions.
    pub disagreeing: bool,
    /// Number of groups to skip, because earlier pages of the list show them.
    pub skip: usize,
    /// Upper limit of the number of groups in the answer; `None` for all.
    pub limit: Option<usize>,
}

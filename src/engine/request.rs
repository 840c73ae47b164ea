//! Questions to an [`Engine`](super::Engine): plain values, each of which asks for one kind of answer. Front ends make
//! them from command-line options or URL parameters.
//!
//! Queries, boards and conditions on hits are texts as the user wrote them. Only the engine parses them, so an error
//! points at the same place of the same text on the command line, on the page and in Python.

use super::book::{BookShape, ParsedBook};
use super::lines::LineOptions;
use super::player_games::PlayerSelection;
use super::row_needs::Needs;
pub use kifu_language::input::BoardInput;
pub use kifu_language::input::pattern::PatternInput;
pub use kifu_language::parse::QueryLimits;
use kifu_messages::Locale;
pub use kifu_query::sample::Sample;
pub use kifu_query::stats::RowOrder;
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

/// Builds the tree of continuations from a position, or of the moves that games play inside a pattern after the pattern
/// appeared.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BuildTree {
    /// Position or pattern at the root of the tree.
    pub board: BoardSearch,
    /// Limits of the tree: its depth, its nodes, and the games of a branch.
    pub growth: TreeLimits,
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

/// Position or pattern of a request, as the user wrote it or as a program built it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum BoardOperand {
    /// Position or pattern as text: moves, a diagram, an SGF fragment, or a move of a game (`ID#42`).
    Text(String),
    /// Words of a command line. A single word may also name a place in a file, or, with `@` before it, a file that
    /// contains the text.
    Words(Vec<String>),
    /// Position that a program built or parsed before. It is never read from JSON: a request that is sent as JSON has
    /// the text of the position.
    #[serde(skip_deserializing)]
    Position(Box<BoardInput>),
    /// Pattern that a program built or parsed before. It is never read from JSON.
    #[serde(skip_deserializing)]
    Pattern(Box<PatternInput>),
}

impl From<BoardInput> for BoardOperand {
    fn from(position: BoardInput) -> BoardOperand {
        BoardOperand::Position(Box::new(position))
    }
}

impl From<PatternInput> for BoardOperand {
    fn from(pattern: PatternInput) -> BoardOperand {
        BoardOperand::Pattern(Box::new(pattern))
    }
}

impl Default for BoardOperand {
    fn default() -> BoardOperand {
        BoardOperand::Text(String::new())
    }
}

/// Whether a request is about a position or about a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubjectKind {
    /// Position of the whole board.
    #[default]
    Position,
    /// Stones on a part of the board, or a board with open points (points that may be, for instance, empty or black).
    Pattern,
}

/// Asks what games do with a position or a pattern, under conditions on the games and hits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardSearch {
    /// Selects whether `subject` is parsed as a position or as a pattern.
    pub sought: SubjectKind,
    /// Position or pattern that is searched for, as the user wrote it, such as `Q16 D4`.
    pub subject: BoardOperand,
    /// Kind of game, `go` or `loa`; `None` if the position or pattern implies it.
    pub kind: Option<String>,
    /// Board size, `19` or `19x13`.
    pub size: Option<String>,
    /// Part of a position that is used as the pattern, named by two of its corners: `O13-T19`.
    pub region: Option<String>,
    /// Corner of a position that is used as the pattern. An empty text means the corner with stones, as large as the
    /// stones need; otherwise the text is the number of lines of the corner (`9`, `9x7`).
    pub corner: Option<String>,
    /// Sides of the pattern that must lie on the edge of the board, such as `top,right`, or `none`. `None` means all
    /// sides that lie on an edge in the position.
    pub edges: Option<String>,
    /// Open points of the pattern (points that may be, for instance, empty or black), each with its sign in diagrams:
    /// `?`, `A`, `V`, `*`.
    pub open: Vec<(String, char)>,
    /// True if the numbered stones of the diagram, or the moves inside the pattern, must be played in their order.
    pub sequence: bool,
    /// True if rotated and mirrored images match, too.
    pub symmetric: bool,
    #[serde(flatten)]
    pub hits: HitConditions,
    /// Upper limit of the number of games to list.
    pub listed: usize,
    /// Values that the answer gives for each listed game only on request, because reading them takes time: moves, facts
    /// about comments, usual names of players, user's tags and notes.
    #[serde(flatten)]
    pub details: RowDetails,
    /// Number of continuations for which the answer names the most frequent players.
    pub named: usize,
    /// True if only the number of games is needed. All other parts of the answer are then empty.
    pub count: bool,
    /// Selects the parts of the answer besides the totals.
    pub parts: BoardParts,
    /// True if the answer estimates how many bytes the games take as SGF.
    pub sizes: bool,
    /// Key of the requested page of games, as the answer with the page before it gave it; `None` for the first page.
    pub after: Option<String>,
}

/// Asks which smaller shapes games have, for a shape on a part of the board that no game has: with fewer lines, or with
/// fewer stones.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FindSmallerShapes(pub BoardSearch);

/// Selects the parts of an answer about a position or a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardParts {
    /// True to include the table of continuations.
    pub moves: bool,
    /// True to include the first games in order.
    pub games: bool,
    /// True to include the number of games by year: of all games, and of each continuation.
    pub years: bool,
    /// True to include, for each continuation of a whole board, how many games reach the position after it by any order
    /// of moves. This costs one position lookup for each continuation.
    pub reached: bool,
}

impl Default for BoardParts {
    fn default() -> BoardParts {
        BoardParts { moves: true, games: true, years: false, reached: false }
    }
}

impl Default for BoardSearch {
    fn default() -> BoardSearch {
        BoardSearch {
            sought: SubjectKind::default(),
            subject: BoardOperand::default(),
            kind: None,
            size: None,
            region: None,
            corner: None,
            edges: None,
            open: Vec::new(),
            sequence: false,
            symmetric: true,
            hits: HitConditions::default(),
            listed: 50,
            details: RowDetails::default(),
            named: usize::MAX,
            count: false,
            parts: BoardParts::default(),
            sizes: false,
            after: None,
        }
    }
}

impl BoardSearch {
    /// Asks about a position written as text.
    pub fn of(text: impl Into<String>) -> BoardSearch {
        BoardSearch { subject: BoardOperand::Text(text.into()), ..BoardSearch::default() }
    }

    /// Asks about a pattern written as text.
    pub fn pattern(text: impl Into<String>) -> BoardSearch {
        BoardSearch { sought: SubjectKind::Pattern, ..BoardSearch::of(text) }
    }
}

/// Conditions on the games and hits of a position or a pattern. Each text means the same as the value of the query
/// field with that name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct HitConditions {
    /// Query that games must match.
    pub filter: Option<String>,
    /// Part of the game tree where a hit must be: `main`, `variations` or `any`.
    #[serde(rename = "in")]
    pub within: Option<String>,
    /// Whether stones must have the colours of the request: `as-drawn`, or `any` to match exchanged colours, too.
    pub colours: Option<String>,
    /// Next move after the hit: `R14`, `W R14`, `pass` or `end`.
    pub next: Option<String>,
    /// Side to move at the hit: `B` or `W`.
    pub tomove: Option<String>,
    /// Number of moves played before the hit: `40`, `..50` or `30..50`.
    #[serde(rename = "move")]
    pub at_move: Option<String>,
    /// Sort keys of the games.
    pub sort: Vec<String>,
    /// True if each game counts only once: of its copies with a hit, the fullest record.
    pub unique: bool,
}

/// Limits of a tree of continuations.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TreeLimits {
    /// Depth of the tree in moves from the root. Passes count.
    pub plies: u32,
    /// Number of games that a branch needs to be in the tree: a number (`5`), a share of the games of the position
    /// before (`2%`), or both.
    pub least: Vec<String>,
    /// Upper limit of the number of nodes besides the root.
    pub nodes: usize,
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

/// Asks how much the moves of games lost on average, according to engine analysis.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Losses {
    /// Query for the games. If it names one player, only this player's moves count.
    pub query: String,
    /// True if each game counts only once, however many copies of it match.
    pub unique: bool,
}

/// Rates players by the results of their games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RatePlayers {
    /// Query for the games. Only boards of 19×19 count unless it names a size.
    pub query: String,
    /// Players with fewer rated games are not listed; `None` for 10.
    pub min_games: Option<u64>,
    /// Upper limit of the number of players; `None` for all.
    pub limit: Option<usize>,
    /// True if the answer has each listed player's rating on all days with games.
    pub curves: bool,
}

/// Tests how well ratings predict games: trained on a first share of the games in time, they predict each later decided
/// game from the games of earlier days.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct TestRatings {
    /// Query for the games, as in [`RatePlayers`].
    pub query: String,
    /// Share of the games that are only learned; from 0 up to, but less than, 1.
    pub share: f64,
}

impl Default for TestRatings {
    fn default() -> TestRatings {
        TestRatings { query: String::new(), share: 0.333 }
    }
}

/// Asks what games play in a corner, from an empty corner or from a position of the corner.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Joseki {
    /// Position of the corner, as the user wrote it, such as `R16 R14`. An empty text means the empty corner.
    pub position: BoardOperand,
    /// Corner of the board in which the position lies, such as `upper-right`; `None` if all stones lie in one corner.
    pub region: Option<String>,
    /// Size of the boards on which the games were played; `None` for the size of the position or the query, else 19.
    pub size: Option<String>,
    /// Query for the games.
    pub filter: Option<String>,
    /// Query for a second set of games, which is counted beside the first one.
    pub compare: Option<String>,
    /// True if each game counts only once: of its copies that have the position, the fullest record.
    pub unique: bool,
    /// Number of steps that the tree has after the position.
    pub tree: u32,
    /// Number of corners that a step needs to be in the tree: a number (`5`), a share of the corners that have the
    /// position (`1%`), or both.
    pub least: Vec<String>,
    /// Upper limit of the number of steps after each position of the tree; `None` for all.
    pub limit: Option<usize>,
    /// Property by which the corners of each step are counted as well.
    pub by: Option<JosekiGrouping>,
    /// Year: the answer lists the steps that were popular before this year and hardly since.
    pub gone: Option<i32>,
    /// Year: the answer lists the steps that have been popular since this year and hardly before.
    pub new: Option<i32>,
    /// Depth of the tree down to which the answer names the players who played a step most often; 0 to name nobody.
    pub named_depth: u32,
}

/// Property by which the corners of a step are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JosekiGrouping {
    Year,
    Decade,
    /// Range of ranks with the better rank of the two players.
    Rank,
}

impl Default for Joseki {
    fn default() -> Joseki {
        Joseki {
            position: BoardOperand::default(),
            region: None,
            size: None,
            filter: None,
            compare: None,
            unique: false,
            tree: 1,
            least: Vec::new(),
            limit: None,
            by: None,
            gone: None,
            new: None,
            named_depth: u32::MAX,
        }
    }
}

/// Follows games in the variations of a book, until they leave it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FollowBook {
    /// Games of the book, each as SGF in UTF-8.
    pub book: Vec<String>,
    /// Whether the book is about corners or whole boards; `None` to recognise it by its variations.
    pub shape: Option<BookShape>,
    /// Query for the games to follow.
    pub query: String,
    /// True if each game counts only once: of its copies that entered the book, the fullest record.
    pub unique: bool,
    /// Upper limit of the number of listed corners or boards; `None` for all.
    pub listed: Option<usize>,
    /// The book, parsed on first use.
    #[serde(skip)]
    pub parsed: ParsedBook,
}

/// Finds the move at which a game leaves all older ones.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct FindNovelty {
    /// Id of the game, or the beginning of it.
    pub game: String,
    /// The game as SGF in UTF-8, if it need not be in the index; `game` is then ignored.
    pub sgf: Option<String>,
    /// Upper limit of the number of listed games: of those that went furthest along, and of those that took up the new
    /// move.
    pub listed: usize,
}

impl Default for FindNovelty {
    fn default() -> FindNovelty {
        FindNovelty { game: String::new(), sgf: None, listed: 10 }
    }
}

/// Asks who played a position or a pattern first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FindFirst {
    /// Position or pattern with the conditions on its games. Fields of the request that select parts of the answer, and
    /// its sort keys, are ignored.
    #[serde(flatten)]
    pub board: BoardSearch,
    /// Upper limit of the number of players whose first games are listed; `None` for all.
    pub players: Option<usize>,
}

/// Finds the games that come near a position: a position on their main line differs from it by few stones.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct FindNear {
    /// Position of the whole board, with the conditions on its games. Conditions on moves around the position are
    /// refused, and fields of the request that select parts of the answer are ignored.
    #[serde(flatten)]
    pub board: BoardSearch,
    /// Largest number of stones that may have to be added, taken away or moved;
    /// [`MAX_NEAR`](super::near::MAX_NEAR) at most.
    pub near: u32,
    /// True if a stone that was placed and captured in the game counts as standing, as in diagrams that show captured
    /// stones.
    pub loose: bool,
}

impl Default for FindNear {
    fn default() -> FindNear {
        FindNear { board: BoardSearch::default(), near: 4, loose: false }
    }
}

/// Compares the games of a request with the games of another query.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compare {
    /// Request for the first set of games, with the first query.
    #[serde(flatten)]
    pub of: Comparable,
    /// Second query, which replaces the query of the request.
    pub with: String,
}

/// Requests whose games can be compared with those of another query.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparable {
    /// Continuations of games from a position or a pattern.
    Board(Box<BoardSearch>),
    Stats(Stats),
}

/// Asks which names belong to one player, as the copies of games in the archive suggest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearnNames;

/// Finds players and their results.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FindPlayers {
    /// Name, or words of a name; empty for the players with the most games.
    pub name: String,
    /// True if `name` is the whole name of one person, in any spelling; false if it consists of words that a name must
    /// contain.
    pub whole: bool,
    /// Query for the games that count; empty for all games.
    pub query: String,
    /// True if each game counts only once, however many copies of it match.
    pub unique: bool,
    /// Upper limit of the number of players; `None` for all.
    pub limit: Option<usize>,
    /// True if the answer has the strength of each player by ratings. A list without a name is then sorted by it.
    pub strength: bool,
    /// Language in whose script the answer also has the names, if it should.
    pub locale: Option<Locale>,
}

/// Counts the games of a player, or those against one opponent, by opening and by other properties.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CountPlayerGames {
    /// Player, opponent and further conditions on the games.
    pub selection: PlayerSelection,
    /// Properties by which the games are counted besides the opening; see
    /// [`properties`](super::stats::properties).
    pub tables: Vec<String>,
    /// Upper limit of the number of the newest games in the answer.
    pub newest: usize,
}

/// Asks for the games of two players against each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct HeadToHead {
    /// Names of both players: any spelling of exactly one person, or words that only one person's name has.
    pub players: [String; 2],
    /// True if only whole names are accepted, and no words of a name.
    pub whole: bool,
    /// Query for the games that count; empty for all games.
    pub query: String,
    /// True if each game counts only once, however many copies of it match.
    pub unique: bool,
    /// Upper limit of the number of the newest games in the answer.
    pub newest: usize,
    /// True if the answer has the score that the ratings of the two players expect. For this, all players of the games
    /// that the query selects are rated.
    pub strength: bool,
}

impl Default for HeadToHead {
    fn default() -> HeadToHead {
        HeadToHead {
            players: Default::default(),
            whole: false,
            query: String::new(),
            unique: false,
            newest: 12,
            strength: false,
        }
    }
}

/// Asks for a report about a player.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportPlayer {
    /// Name of the player: any spelling of exactly one person, or words that only one person's name has.
    pub player: String,
    /// Query for the games that count; empty for all games.
    pub query: String,
    /// True if each game counts only once, however many copies of it match.
    pub unique: bool,
    /// True if the report has the player's new moves that others took up. They are found by comparing all games of the
    /// index, which takes time once for each state of the index.
    pub novelties: bool,
}

/// Asks for a report about a position, or about a position of a corner.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportBoard {
    /// Position, such as `Q16 D4`.
    pub moves: String,
    /// True if the corner with the stones is looked for, whatever the rest of the board has.
    pub corner: bool,
    /// Query for the games that count; empty for all games.
    pub query: String,
    /// True if each game counts only once, however many copies of it match.
    pub unique: bool,
}

/// Asks for a report that prepares a player for games against a rival.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Prepare {
    /// Name of the player to prepare, as in [`ReportPlayer`]; `me` for the user.
    pub player: String,
    /// Name of the rival.
    pub rival: String,
    /// Query for the games that count; empty for all games. Each game counts once.
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

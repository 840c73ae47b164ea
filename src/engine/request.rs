//! Questions to an [`Engine`](super::Engine): plain values, made from command-line options or URL parameters. Queries,
//! boards and conditions on hits are texts as somebody wrote them: the engine reads them, so that an error names the
//! same place of the same text in the program, the page and Python.

use super::needs::Needs;
pub use kifu_language::input::AskedPosition;
pub use kifu_language::input::pattern::AskedPattern;
pub use kifu_language::parse::QueryLimits;
pub use kifu_query::sample::Sample;
pub use kifu_query::stats::RowOrder;
use serde::{Deserialize, Serialize};

/// How many games fit a query.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CountGames(pub Search);

/// Positions of games that fit a query, to guess the next move in.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DrawPositions {
    /// The query.
    pub query: String,
    /// Whether each game is wanted once.
    pub unique: bool,
    /// The most positions, and the most games that they are from. The same number draws the same positions, and a
    /// larger one has them, too.
    pub limit: usize,
}

/// The files of the games that fit a query.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ListFiles(pub Search);

/// How a query is understood, and what each part of it finds.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Explain(pub Search);

/// What to try instead of a query without hits, or besides one with hits.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Advise {
    /// The query.
    pub of: Search,
    /// Whether the query has hits.
    pub found: bool,
}

/// The tree of continuations from a position, or of what games play inside a pattern after it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GrowTree {
    /// The position or the pattern.
    pub board: BoardSearch,
    /// How far the tree grows.
    pub growth: TreeGrowth,
}

/// The file of a game, by its id or a prefix of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FindGame(pub String);

/// The keys of the contents of the games that fit a query; see [`marked`](super::marked).
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FindContents(pub Search);

/// How many games of the index the user says something of.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct CountMarks;

/// A game for each of these contents, as far as the index has one.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GamesWith(pub Vec<u64>);

/// What the index keeps of a game, by its id or a prefix of it. No file is read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ReadKept(pub String);

/// The games at these places, as far as the index has them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct AtPlaces(pub Vec<GamePlace>);

/// The records of games as JSON, by their ids or prefixes of them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ReadRecords(pub Vec<String>);

/// What is indexed.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct ReadStatus {
    /// Whether to include what could not be read.
    pub problems: bool,
}

/// Which files are not as the index knows them.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct FindChanges;

/// First searches to try.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Suggest;

/// What a text means as a query, while it is being typed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ParseQuery(pub TypedQuery);

/// How a text that is being typed may go on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Complete(pub TypedQuery);

/// A page of search results.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchPage {
    /// The search; its limit is the size of the page. `total` is not asked for: a page always has one.
    #[serde(flatten)]
    pub search: Search,
    /// What the result may be narrowed by: names of [`FACETS`](super::page::FACETS).
    pub facets: Vec<String>,
    /// Whether to tell how large all matching games are.
    pub sizes: bool,
    /// The key of the page, from the page before it; `None` for the first page.
    pub after: Option<String>,
}

/// Where a game is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GamePlace {
    /// The file, as a text.
    pub path: String,
    /// The members, each with how many of the same name come before it.
    pub members: Vec<(String, u32)>,
    /// The game's number in its file, from 1.
    pub game: u32,
}

/// A request for the hits of a query in one game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct HitsOf {
    /// The id of the game, or a prefix of it.
    pub id: String,
    /// The query.
    pub query: String,
}

/// A request for the comments that stand at a position or a pattern.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct FindComments {
    /// The position or the pattern, with the conditions on its games. What it says of the parts of an answer does not
    /// count.
    #[serde(flatten)]
    pub board: BoardSearch,
    /// The most games to look through: the first in order of those with comments.
    pub games: usize,
    /// The comments to pass over first.
    pub skip: usize,
    /// The most comments to return.
    pub limit: usize,
    /// The most characters of a comment to return.
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

/// The text of a query while it is being typed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TypedQuery {
    /// The text.
    pub query: String,
    /// Where the caret stands; `None` for the end.
    pub caret: Option<usize>,
    /// Whether the caret, and all places in the answer, count in UTF-16 units instead of bytes.
    pub utf16: bool,
    /// How large the query may be.
    pub caps: QueryLimits,
}

/// A search for games by text.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Search {
    /// The query; an empty one finds all games.
    pub query: String,
    /// Sort keys, applied after those in the query itself.
    pub sort: Vec<String>,
    /// Whether each game is wanted once: of its copies that fit, the fullest.
    pub unique: bool,
    /// The games to draw from the matching ones, instead of all of them.
    pub sample: Option<Sample>,
    /// The most games to return; `None` for all.
    pub limit: Option<usize>,
    /// Whether the answer includes the total number of matching games. Without it, the first games may arrive before
    /// the last ones have been examined.
    pub total: bool,
    /// Whether to find the best matching comment of each game.
    pub comments: bool,
    /// Whether a game is told once for each comment that has words of the query, instead; if the query has no words for
    /// comments, for each of its comments. Then `limit` counts these rows.
    pub each: bool,
    /// What to tell of each game besides.
    #[serde(flatten)]
    pub details: RowDetails,
}

/// What the rows of a list tell only if it is asked for: it takes time to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RowDetails {
    /// What was played in each game.
    pub played: bool,
    /// The languages of its comments, and what it asks if it is a problem.
    pub facts: bool,
    /// The same, and the names that stand for all spellings of its players.
    pub persons: bool,
    /// What the user says of it: tags, star, note.
    pub marks: bool,
}

impl From<Needs> for RowDetails {
    /// What columns need; see [`needs`](super::columns::needs).
    fn from(needs: Needs) -> RowDetails {
        let Needs { played, facts, persons, marks, .. } = needs;
        RowDetails { played, facts, persons, marks }
    }
}

impl Search {
    /// A query with default settings.
    pub fn new(query: impl Into<String>) -> Search {
        Search { query: query.into(), ..Search::default() }
    }
}

/// A position or a pattern, as the user gave it, or as a program put it together.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum BoardOperand {
    /// A text: moves, a diagram, an SGF fragment, `ID#42`.
    Text(String),
    /// Words of a command line. A single one may also name a place in a file, or with `@` a file to read.
    Words(Vec<String>),
    /// A position that was read before, or made; a request that is sent as text has it as text.
    #[serde(skip_deserializing)]
    Position(Box<AskedPosition>),
    /// A pattern, likewise.
    #[serde(skip_deserializing)]
    Pattern(Box<AskedPattern>),
}

impl From<AskedPosition> for BoardOperand {
    fn from(asked: AskedPosition) -> BoardOperand {
        BoardOperand::Position(Box::new(asked))
    }
}

impl From<AskedPattern> for BoardOperand {
    fn from(asked: AskedPattern) -> BoardOperand {
        BoardOperand::Pattern(Box::new(asked))
    }
}

impl Default for BoardOperand {
    fn default() -> BoardOperand {
        BoardOperand::Text(String::new())
    }
}

/// What the operand of a question about a board means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubjectKind {
    /// A position of the whole board: how games reach it, and how they continue.
    #[default]
    Position,
    /// What stands on a part of the board, or on points that may hold more than one thing.
    Pattern,
}

/// A position or a pattern, with the conditions on its games.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardSearch {
    /// Whether it is a position or a pattern.
    pub sought: SubjectKind,
    /// The position or pattern, as it is written.
    pub subject: BoardOperand,
    /// `go` or `loa`; `None` if the subject implies it.
    pub kind: Option<String>,
    /// The board size, `19` or `19x13`.
    pub size: Option<String>,
    /// Which part of a position is the pattern, given by two of its corners: `O13-T19`.
    pub region: Option<String>,
    /// Take the corner that has stones: as much as they need (an empty text), or a number of lines (`9`, `9x7`).
    pub corner: Option<String>,
    /// Which sides of that part are bound to the edge of the board, `top,right` or `none`; `None` for all that lie on
    /// one.
    pub edges: Option<String>,
    /// Points of that part that may hold something else than they do, each with its sign in diagrams: `?`, `A`, `V`,
    /// `*`.
    pub open: Vec<(String, char)>,
    /// Whether numbered stones, or the moves inside that part, must be played in that order.
    pub sequence: bool,
    /// Whether rotated and mirrored images count too.
    pub symmetric: bool,
    /// Conditions on games and hits.
    #[serde(flatten)]
    pub hits: HitConditions,
    /// The most games to list.
    pub listed: usize,
    /// What to tell of them besides.
    #[serde(flatten)]
    pub details: RowDetails,
    /// The number of continuations whose players are named.
    pub named: usize,
    /// Whether only the number of games is wanted.
    pub count: bool,
    /// What the answer is made of, besides the totals.
    pub parts: BoardParts,
    /// Whether to tell how large the games are.
    pub sizes: bool,
    /// The key of the page of games, from the answer with the page before it; `None` for the first page.
    pub after: Option<String>,
}

/// The parts of an answer about a position or a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardParts {
    /// How the games continue.
    pub moves: bool,
    /// The first games.
    pub games: bool,
    /// The games by year: all of them, and those of each continuation.
    pub years: bool,
    /// For each continuation of a whole board, the games that reach the position after it by any order of moves. This
    /// is a lookup for each.
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
    /// A position as a text.
    pub fn of(text: impl Into<String>) -> BoardSearch {
        BoardSearch { subject: BoardOperand::Text(text.into()), ..BoardSearch::default() }
    }

    /// A pattern as a text.
    pub fn pattern(text: impl Into<String>) -> BoardSearch {
        BoardSearch { sought: SubjectKind::Pattern, ..BoardSearch::of(text) }
    }
}

/// Conditions on the games and hits of a position or a pattern. Each text means the same as in the query clause of that
/// name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct HitConditions {
    /// Only games that match this query.
    pub filter: Option<String>,
    /// `main`, `variations` or `any`.
    #[serde(rename = "in")]
    pub within: Option<String>,
    /// `as-drawn` or `any`.
    pub colours: Option<String>,
    /// How the game continues: `R14`, `W R14`, `pass`, `end`.
    pub next: Option<String>,
    /// The side to move at the hit: `B` or `W`.
    pub tomove: Option<String>,
    /// The number of moves played: `40`, `..50` or `30..50`.
    #[serde(rename = "move")]
    pub at_move: Option<String>,
    /// The keys that the games are sorted by.
    pub sort: Vec<String>,
    /// Whether each game counts once: of its copies that have it, the fullest.
    pub unique: bool,
}

/// How far a tree grows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TreeGrowth {
    /// Moves from the root; passes count.
    pub plies: u32,
    /// What a branch needs: a number of games (`5`), a share of the games of the previous position (`2%`), or both.
    pub least: Vec<String>,
    /// The most nodes besides the root.
    pub nodes: usize,
}

/// Statistics over games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Stats {
    /// The games, as for a search.
    pub query: String,
    /// The tables, each by what games are grouped by: one of the [`properties`](super::stats::properties), or two with
    /// a comma between them.
    pub by: Vec<String>,
    /// Whether each game counts once.
    pub unique: bool,
    /// The order of the rows.
    pub sort: RowOrder,
}

/// What the moves of games cost, as engines saw it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Losses {
    /// The games, as for a search. If it names one player, only this player's moves count.
    pub query: String,
    /// Whether each game counts once.
    pub unique: bool,
}

/// A request whose games are compared with those of another query.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compare {
    /// The request.
    #[serde(flatten)]
    pub of: Comparable,
    /// The query that takes the place of its own.
    pub with: String,
}

/// The requests that can be compared.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparable {
    /// How games continue from a position or a pattern.
    Board(Box<BoardSearch>),
    /// Games grouped by a property.
    Stats(Stats),
}

/// A request for what copies of games teach about the names of players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearnNames;

/// A request for players.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FindPlayers {
    /// A name, or words of one; empty for the players with the most games.
    pub name: String,
    /// Whether only the one person is meant whose whole name this is, in any spelling.
    pub whole: bool,
    /// Only games that this query finds count; empty for all.
    pub query: String,
    /// Whether each of these games counts once.
    pub unique: bool,
    /// The most players to return; `None` for all.
    pub limit: Option<usize>,
}

/// A request for duplicates.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FindCopies {
    /// Only groups with a game that matches this query.
    pub query: String,
    /// Only games with exactly the same moves.
    pub exact: bool,
    /// Problems with the same position instead.
    pub positions: bool,
    /// The number of groups to pass over first.
    pub skip: usize,
    /// The most groups to return; `None` for all.
    pub limit: Option<usize>,
}

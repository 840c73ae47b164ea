//! Requests about positions, patterns, corners and books.

use super::{BoardInput, PatternInput, RowDetails, Stats};
use crate::book::{BookShape, ParsedBook};
use serde::{Deserialize, Serialize};

/// Builds the tree of continuations from a position, or of the moves that games play inside a pattern after the pattern
/// appeared.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BuildTree {
    /// Position or pattern at the root of the tree.
    pub board: BoardSearch,
    /// Limits of the tree: its depth, its nodes, and the games of a branch.
    pub growth: TreeLimits,
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
    /// [`MAX_NEAR`](crate::near::MAX_NEAR) at most.
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

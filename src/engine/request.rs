//! Requests: plain values, made from command-line options or URL parameters.

use serde::{Deserialize, Serialize};

/// All requests to an [`Engine`](super::Engine).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// The games that fit a query.
    Search(Search),
    /// How many games fit a query.
    Count(Search),
    /// The files of the games that fit a query.
    Places(Search),
    /// How a query is understood, and what each part of it finds.
    Explain(Search),
    /// What to try instead of a query without hits, or besides one with hits.
    Advise {
        /// The query.
        of: Search,
        /// Whether the query has hits.
        found: bool,
    },
    /// The games that reach a position, and how they continue.
    Position(Board),
    /// The games that have a part of a board.
    Pattern(Board),
    /// The tree of continuations from a position.
    Tree(Board, Growth),
    /// Games grouped by year, player and so on.
    Stats(Stats),
    /// The players with the most games, or those with a given name.
    Players(Players),
    /// Games that are the same as others.
    Copies(Copies),
    /// The file of a game, by its id or a prefix of it.
    Game(String),
    /// What is indexed; on request also what could not be read.
    Status {
        /// Whether to include what could not be read.
        problems: bool,
    },
    /// First searches to try.
    Suggest,
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
    /// The most games to return; `None` for all.
    pub limit: Option<usize>,
    /// Whether the answer includes the total number of matching games. Without it, the first games may arrive before
    /// the last ones have been examined.
    pub total: bool,
    /// Whether to find the best matching comment of each game.
    pub comments: bool,
    /// Whether to tell what was played in each game.
    pub played: bool,
}

impl Search {
    /// A query with default settings.
    pub fn new(query: impl Into<String>) -> Search {
        Search {
            query: query.into(),
            ..Search::default()
        }
    }
}

/// A position or a pattern, as the user gave it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Operand {
    /// A text: moves, a diagram, an SGF fragment, `ID#42`.
    Text(String),
    /// Words of a command line. A single one may also name a place in a file, or with `@` a file to read.
    Words(Vec<String>),
}

impl Default for Operand {
    fn default() -> Operand {
        Operand::Text(String::new())
    }
}

/// A position or a pattern, with the conditions on its games.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Board {
    /// The position or pattern.
    pub subject: Operand,
    /// `go` or `loa`; `None` if the subject implies it.
    pub kind: Option<String>,
    /// The board size, `19` or `19x13`.
    pub size: Option<String>,
    /// Which part of a position is the pattern, given by two of its corners: `O13-T19`.
    pub region: Option<String>,
    /// Take the corner that has stones: as much as they need (an empty text), or a number of lines (`9`, `9x7`).
    pub corner: Option<String>,
    /// Whether numbered stones must be played in that order.
    pub sequence: bool,
    /// Whether rotated and mirrored images count too.
    pub symmetric: bool,
    /// Conditions on games and hits.
    #[serde(flatten)]
    pub hits: Hits,
    /// The most games to list.
    pub listed: usize,
    /// The number of continuations whose players are named.
    pub named: usize,
    /// Whether only the number of games is wanted.
    pub count: bool,
}

impl Default for Board {
    fn default() -> Board {
        Board {
            subject: Operand::default(),
            kind: None,
            size: None,
            region: None,
            corner: None,
            sequence: false,
            symmetric: true,
            hits: Hits::default(),
            listed: 50,
            named: usize::MAX,
            count: false,
        }
    }
}

impl Board {
    /// A position or a pattern as a text.
    pub fn of(text: impl Into<String>) -> Board {
        Board {
            subject: Operand::Text(text.into()),
            ..Board::default()
        }
    }
}

/// Conditions on the games and hits of a position or a pattern. Each text means the same as in the query clause of that
/// name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Hits {
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
pub struct Growth {
    /// Moves from the root.
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
    /// What they are grouped by: names of [`FACETS`](crate::query::stats::FACETS).
    pub by: Vec<String>,
    /// Whether each game counts once.
    pub unique: bool,
}

/// A request for players.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Players {
    /// A name, or words of one; empty for the players with the most games.
    pub name: String,
    /// The most players to return; `None` for all.
    pub limit: Option<usize>,
}

/// A request for duplicates.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Copies {
    /// Only groups with a game that matches this query.
    pub query: String,
    /// Only games with exactly the same moves.
    pub exact: bool,
    /// The most groups to return; `None` for all.
    pub limit: Option<usize>,
}

//! Requests: plain values, made from the options of a command or the parameters of an address.

use serde::{Deserialize, Serialize};

/// What can be asked of an [`Engine`](super::Engine).
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
    /// What to try instead of a query that finds nothing, or beside one that finds games.
    Advise {
        /// The query.
        of: Search,
        /// Whether it finds games.
        found: bool,
    },
    /// The games that reach a position, and how they go on.
    Position(Board),
    /// The games that have a part of a board.
    Pattern(Board),
    /// What is played from a position, as a tree.
    Tree(Board, Growth),
    /// Games counted by year, player and so on.
    Stats(Stats),
    /// The players of most games, or those of a name.
    Players(Players),
    /// Games that are the same as others.
    Copies(Copies),
    /// The file of a game, by its id or the beginning of one.
    Game(String),
    /// What is indexed; with what could not be read, if that is wanted.
    Status {
        /// Whether it is.
        problems: bool,
    },
    /// What to try first.
    Suggest,
}

/// Games that are asked for with words.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Search {
    /// The query; an empty one finds all games.
    pub query: String,
    /// What the games are sorted by, behind the keys that the query names itself.
    pub sort: Vec<String>,
    /// The most games that are handed out; `None` for all.
    pub limit: Option<usize>,
    /// Whether the answer says how many games fit in all. Without it the first games may come before the last ones are
    /// looked at.
    pub total: bool,
    /// Whether the comment that fits best is looked for in each game.
    pub comments: bool,
}

impl Search {
    /// A query as it is.
    pub fn new(query: impl Into<String>) -> Search {
        Search {
            query: query.into(),
            ..Search::default()
        }
    }
}

/// A position or a pattern as it is given.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Operand {
    /// A text: moves, a diagram, an SGF fragment, `ID#42`.
    Text(String),
    /// Words of a command line. One by itself may also name a place in a file, or with `@` a file to be read.
    Words(Vec<String>),
}

impl Default for Operand {
    fn default() -> Operand {
        Operand::Text(String::new())
    }
}

/// A position or a pattern, with what is asked beside it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Board {
    /// The position or pattern.
    pub subject: Operand,
    /// `go` or `loa`; `None` where the subject says it.
    pub kind: Option<String>,
    /// The board size, `19` or `19x13`.
    pub size: Option<String>,
    /// Which part of a position is the pattern: two of its corners, `O13-T19`.
    pub region: Option<String>,
    /// The corner that has stones: as much as they need (an empty text), or so many lines (`9`, `9x7`).
    pub corner: Option<String>,
    /// Whether numbered stones have to be played in their order.
    pub sequence: bool,
    /// Whether turned and mirrored images count too.
    pub symmetric: bool,
    /// What is asked of games and hits.
    #[serde(flatten)]
    pub hits: Hits,
    /// The most games that are listed.
    pub listed: usize,
    /// Of how many continuations the players are named.
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

/// What is asked of games and hits beside a position or a pattern. The texts mean what the clauses of their names mean in
/// a query.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Hits {
    /// Only games that fit a query.
    pub filter: Option<String>,
    /// `main`, `variations` or `any`.
    #[serde(rename = "in")]
    pub within: Option<String>,
    /// `as-drawn` or `any`.
    pub colours: Option<String>,
    /// How the game goes on: `R14`, `W R14`, `pass`, `end`.
    pub next: Option<String>,
    /// Who moves there: `B` or `W`.
    pub tomove: Option<String>,
    /// After so many moves: `40`, `..50` or `30..50`.
    #[serde(rename = "move")]
    pub at_move: Option<String>,
    /// What the games are sorted by.
    pub sort: Vec<String>,
}

/// How far a tree grows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Growth {
    /// Moves from the root.
    pub plies: u32,
    /// What a branch has to have: games (`5`), a share of those of the position before (`2%`), or both.
    pub least: Vec<String>,
    /// The most nodes beside the root.
    pub nodes: usize,
}

/// Games that are counted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Stats {
    /// The games, as for a search.
    pub query: String,
    /// What they are counted by: the names of [`FACETS`](crate::query::stats::FACETS).
    pub by: Vec<String>,
}

/// Players that are asked for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Players {
    /// A name, or words of one; an empty text asks for the players of most games.
    pub name: String,
    /// The most players; `None` for all.
    pub limit: Option<usize>,
}

/// Duplicates that are asked for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Copies {
    /// Only groups with a game that fits this query.
    pub query: String,
    /// Only games with the very same moves.
    pub exact: bool,
    /// The most groups that are handed out; `None` for all.
    pub limit: Option<usize>,
}

//! Questions as programs in Python write them: JSON with the name of the question.

use kifu_index::engine::Engine;
use kifu_index::engine::request::{
    Advise, AtPlaces, BoardSearch, Comparable, Compare, Complete, CountGames, Explain,
    FindComments, FindCopies, FindPlayers, HitsOf, Losses, ParseQuery, ReadRecords, ReadStatus,
    Search, SearchPage, Stats, SubjectKind, TreeGrowth,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Deserialize;

/// A question by its name. Positions and patterns are one question of the engine, so once it is read, `position`
/// stands for both, and so does `tree`.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Request {
    Search(Search),
    Count(CountGames),
    Explain(Explain),
    Advise(Advise),
    Position(BoardSearch),
    Pattern(BoardSearch),
    Tree(BoardSearch, TreeGrowth),
    PatternTree(BoardSearch, TreeGrowth),
    Stats(Stats),
    Compare(Comparison),
    Players(FindPlayers),
    Copies(FindCopies),
    Losses(Losses),
    At(AtPlaces),
    Records(ReadRecords),
    Status(ReadStatus),
    Changes,
    Suggest,
    Page(SearchPage),
    Hits(HitsOf),
    Comments(CommentsAt),
    Parse(ParseQuery),
    Complete(Complete),
}

/// The most rows that are described in a few milliseconds.
const FEW_ROWS: usize = 100;

impl Request {
    /// Whether the answer is there before anybody could interrupt it.
    pub(crate) fn is_brief(&self, engine: &Engine) -> bool {
        match self {
            Request::Count(CountGames(search)) => engine.is_brief(search),
            Request::Search(search) => {
                search.limit.is_some_and(|rows| rows <= FEW_ROWS) && engine.is_brief(search)
            }
            _ => false,
        }
    }
}

/// What is compared, and with which query.
#[derive(Deserialize)]
pub struct Comparison {
    #[serde(flatten)]
    of: ComparedByName,
    with: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ComparedByName {
    Position(BoardSearch),
    Pattern(BoardSearch),
    Stats(Stats),
}

/// Comments, with whether they stand at a pattern.
#[derive(Deserialize)]
pub struct CommentsAt {
    #[serde(default)]
    pattern: bool,
    #[serde(flatten)]
    of: FindComments,
}

/// The question in a JSON text.
pub(crate) fn read(text: &str) -> PyResult<Request> {
    let request = serde_json::from_str(text);
    let request = request.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(match request {
        Request::Pattern(board) => Request::Position(pattern(board)),
        Request::PatternTree(board, growth) => Request::Tree(pattern(board), growth),
        other => other,
    })
}

fn pattern(board: BoardSearch) -> BoardSearch {
    BoardSearch { sought: SubjectKind::Pattern, ..board }
}

impl From<Comparison> for Compare {
    fn from(comparison: Comparison) -> Compare {
        Compare {
            of: match comparison.of {
                ComparedByName::Position(board) => Comparable::Board(board.into()),
                ComparedByName::Pattern(board) => Comparable::Board(pattern(board).into()),
                ComparedByName::Stats(stats) => Comparable::Stats(stats),
            },
            with: comparison.with,
        }
    }
}

impl From<CommentsAt> for FindComments {
    fn from(comments: CommentsAt) -> FindComments {
        let board = comments.of.board;
        FindComments { board: if comments.pattern { pattern(board) } else { board }, ..comments.of }
    }
}

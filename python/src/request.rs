//! Requests as Python sends them: JSON with the name of the request.

use kifu_index::engine::Engine;
use kifu_index::engine::request::{
    Advise, BoardSearch, Comparable, Compare, Complete, CountGames, Explain, FindComments,
    FindCopies, FindFirst, FindGameHits, FindNear, FindNovelty, FindPlayers, FollowBook,
    GamesAtPlaces, HeadToHead, Joseki, Losses, MakeCrosstable, ParseQuery, RatePlayers,
    ReadRecords, ReadStatus, Search, SearchPage, Stats, SubjectKind, TestRatings, TreeLimits,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Deserialize;

/// A request, by the name under which Python sends it.
///
/// The engine has one request for positions and patterns. So after parsing, `Position` stands for a position or a
/// pattern, and `Tree` for the tree of a position or of a pattern.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Request {
    Search(Search),
    Count(CountGames),
    Explain(Explain),
    Advise(Advise),
    Position(BoardSearch),
    Pattern(BoardSearch),
    Tree(BoardSearch, TreeLimits),
    PatternTree(BoardSearch, TreeLimits),
    Stats(Stats),
    Compare(Comparison),
    Players(FindPlayers),
    HeadToHead(HeadToHead),
    Copies(FindCopies),
    Losses(Losses),
    Crosstable(MakeCrosstable),
    Ratings(RatePlayers),
    RatingsTest(TestRatings),
    Joseki(Joseki),
    Book(FollowBook),
    Near(FindNear),
    Novelty(FindNovelty),
    First(FindFirst),
    At(GamesAtPlaces),
    Records(ReadRecords),
    Status(ReadStatus),
    Changes,
    Suggest,
    Page(SearchPage),
    Hits(FindGameHits),
    Comments(CommentsAt),
    Parse(ParseQuery),
    Complete(Complete),
}

/// Maximum number of rows of an answer that takes only a few milliseconds.
const MAX_BRIEF_ROWS: usize = 100;

impl Request {
    /// True if the answer takes so short a time that nobody could interrupt it.
    pub(crate) fn is_brief(&self, engine: &Engine) -> bool {
        match self {
            Request::Count(CountGames(search)) => engine.is_fast_search(search),
            Request::Search(search) => {
                search.limit.is_some_and(|rows| rows <= MAX_BRIEF_ROWS)
                    && engine.is_fast_search(search)
            }
            _ => false,
        }
    }
}

/// A comparison of two sets of games: a request, whose games are the first set, and the query that finds the second
/// one.
#[derive(Deserialize)]
pub struct Comparison {
    #[serde(flatten)]
    of: ComparedRequest,
    with: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ComparedRequest {
    Position(BoardSearch),
    Pattern(BoardSearch),
    Stats(Stats),
}

/// A request for comments at a position, or at a pattern if `pattern` is set.
#[derive(Deserialize)]
pub struct CommentsAt {
    #[serde(default)]
    pattern: bool,
    #[serde(flatten)]
    of: FindComments,
}

/// Parses a request from the JSON that Python sends.
pub(crate) fn parse(text: &str) -> PyResult<Request> {
    let request = serde_json::from_str(text);
    let request = request.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(match request {
        Request::Pattern(board) => Request::Position(as_pattern(board)),
        Request::PatternTree(board, growth) => Request::Tree(as_pattern(board), growth),
        other => other,
    })
}

fn as_pattern(board: BoardSearch) -> BoardSearch {
    BoardSearch { sought: SubjectKind::Pattern, ..board }
}

impl From<Comparison> for Compare {
    fn from(comparison: Comparison) -> Compare {
        Compare {
            of: match comparison.of {
                ComparedRequest::Position(board) => Comparable::Board(board.into()),
                ComparedRequest::Pattern(board) => Comparable::Board(as_pattern(board).into()),
                ComparedRequest::Stats(stats) => Comparable::Stats(stats),
            },
            with: comparison.with,
        }
    }
}

impl From<CommentsAt> for FindComments {
    fn from(comments: CommentsAt) -> FindComments {
        let board = comments.of.board;
        FindComments {
            board: if comments.pattern { as_pattern(board) } else { board },
            ..comments.of
        }
    }
}

//! Helpers that query an index as the command line and the server do: rows, counts, tables, boards.

use kifu_index::engine::board::BoardAnswer;
use kifu_index::engine::request::{
    BoardInput, BoardSearch, HitConditions, PatternInput, ReadStoredGame, Search, Stats,
    SubjectKind,
};
use kifu_index::engine::row::GameRow;
use kifu_index::engine::stats::Counts;
use kifu_index::engine::stored_game::StoredGame;
use kifu_index::engine::{AskOptions, Engine, Failure};
use kifu_index::game::board::Board;
use kifu_index::game::pattern::Pattern;
use kifu_index::game::{BoardSize, GameKind, Point};
use kifu_index::language::QueryError;
use kifu_index::record::Start;
use std::ops::ControlFlow;
use std::path::Path;

/// Opens the index in a folder.
pub fn open(folder: &Path) -> Engine {
    Engine::open(folder).unwrap_or_else(|error| panic!("{error:?}"))
}

/// Games that a query finds, in order. Panics unless the total and a separate count agree with the number of rows.
pub fn hits(engine: &Engine, query: &str) -> Vec<GameRow> {
    let search = Search { total: true, ..Search::new(query) };
    let (rows, total) = search_rows(engine, &search);
    assert_eq!(total, Some(rows.len() as u64), "{query}");
    assert_eq!(count(engine, query), rows.len() as u64, "{query}");
    rows
}

/// Games that a search finds, in order, and their total.
pub fn search_rows(engine: &Engine, search: &Search) -> (Vec<GameRow>, Option<u64>) {
    let mut rows = Vec::new();
    let reply = engine.search(search, &AskOptions::default(), &mut |row| {
        rows.push(row.clone());
        ControlFlow::Continue(())
    });
    let reply = reply.unwrap_or_else(|error| panic!("{}: {error:?}", search.query));
    assert_eq!(reply.incomplete, None, "{}", search.query);
    assert_eq!(reply.answer.shown, rows.len() as u64, "{}", search.query);
    (rows, reply.answer.total)
}

/// Number of games that a query finds.
pub fn count(engine: &Engine, query: &str) -> u64 {
    try_count(engine, query).unwrap_or_else(|error| panic!("{query}: {error:?}"))
}

/// Number of games that a query finds, or its error.
pub fn try_count(engine: &Engine, query: &str) -> Result<u64, QueryError> {
    match engine.count(query, &AskOptions::default()) {
        Ok(reply) => {
            assert_eq!(reply.incomplete, None, "{query}");
            Ok(reply.answer)
        }
        Err(Failure::Query(error, _)) => Err(error),
        Err(Failure::Other(error)) => panic!("{query}: {error:?}"),
    }
}

/// Error of a query that must fail.
pub fn query_error(engine: &Engine, query: &str) -> QueryError {
    match try_count(engine, query) {
        Ok(games) => panic!("{query} finds {games} games"),
        Err(error) => error,
    }
}

/// Answer to a search for a position or a pattern.
pub fn answer(engine: &Engine, search: &BoardSearch) -> Box<BoardAnswer> {
    let reply = engine.answer(search, &AskOptions::default());
    let reply = reply.unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(reply.incomplete, None);
    reply.answer
}

/// Search for a whole board, with at most `listed` games.
pub fn on_board(board: &Board, listed: usize) -> BoardSearch {
    let position = BoardInput {
        start: Start { game: board.game(), ..Start::go(board.size()) },
        board: board.clone(),
        turn: None,
        last: None,
        marks: Vec::new(),
        notes: Vec::new(),
    };
    BoardSearch { subject: position.into(), listed, ..BoardSearch::default() }
}

/// Search for a pattern, without a list of games. The pattern's points are named as if it lay in the upper left of a
/// 19×19 board, or of a larger one.
pub fn on_pattern(
    game: GameKind,
    pattern: Pattern,
    symmetric: bool,
    any_colors: bool,
) -> BoardSearch {
    let side = pattern.size().width().max(pattern.size().height());
    let side = side.max(BoardSize::GO.width());
    let pattern_input = PatternInput {
        game,
        pattern,
        board: BoardSize::new(side, side).expect("the size of a board"),
        corner: Point::new(0, 0),
        around: None,
        notes: Vec::new(),
    };
    BoardSearch {
        sought: SubjectKind::Pattern,
        subject: pattern_input.into(),
        symmetric,
        hits: HitConditions {
            colours: any_colors.then(|| "any".to_owned()),
            ..HitConditions::default()
        },
        listed: 0,
        ..BoardSearch::default()
    }
}

/// Tables of the games that a query finds, one for each property.
pub fn tables(engine: &Engine, query: &str, by: &[&str]) -> Vec<Counts> {
    let stats = Stats {
        query: query.to_owned(),
        by: by.iter().map(|&name| name.to_owned()).collect(),
        ..Stats::default()
    };
    let mut tables = Vec::new();
    let reply = engine.stats(&stats, &AskOptions::default(), &mut |table| {
        tables.push(table.clone());
        ControlFlow::Continue(())
    });
    let reply = reply.unwrap_or_else(|error| panic!("{query} {by:?}: {error:?}"));
    assert_eq!(reply.incomplete, None, "{query}");
    assert_eq!(tables.len(), by.len(), "{query}");
    tables
}

/// Stored data of a game.
pub fn stored_game(engine: &Engine, id: &str) -> Result<StoredGame, kifu_index::error::Error> {
    Ok(engine.answer(&ReadStoredGame(id.to_owned()), &AskOptions::default())?.answer)
}

//! An index asked as front ends ask it: rows, counts, tables, boards.

use kifu_index::engine::board::BoardAnswer;
use kifu_index::engine::stored_game::StoredGame;
use kifu_index::engine::request::{
    PatternInput, BoardInput, BoardSearch, HitConditions, ReadStoredGame, Search, Stats, SubjectKind,
};
use kifu_index::engine::row::GameRow;
use kifu_index::engine::stats::Counts;
use kifu_index::engine::{AskOptions, Engine, Failure};
use kifu_index::game::board::Board;
use kifu_index::game::pattern::Pattern;
use kifu_index::game::{BoardSize, GameKind, Point};
use kifu_index::language::QueryError;
use kifu_index::record::Start;
use std::ops::ControlFlow;
use std::path::Path;

/// An engine for the index in a folder.
pub fn open(folder: &Path) -> Engine {
    Engine::open(folder).unwrap_or_else(|error| panic!("{error:?}"))
}

/// The games that a query finds, in order. The total that comes with them and a count say how many they are.
pub fn hits(engine: &Engine, query: &str) -> Vec<GameRow> {
    let search = Search { total: true, ..Search::new(query) };
    let (rows, total) = found(engine, &search);
    assert_eq!(total, Some(rows.len() as u64), "{query}");
    assert_eq!(count(engine, query), rows.len() as u64, "{query}");
    rows
}

/// The games that a search finds, in order, and their total.
pub fn found(engine: &Engine, search: &Search) -> (Vec<GameRow>, Option<u64>) {
    let mut rows = Vec::new();
    let told = engine.search(search, &AskOptions::default(), &mut |row| {
        rows.push(row.clone());
        ControlFlow::Continue(())
    });
    let told = told.unwrap_or_else(|error| panic!("{}: {error:?}", search.query));
    assert_eq!(told.incomplete, None, "{}", search.query);
    assert_eq!(told.answer.shown, rows.len() as u64, "{}", search.query);
    (rows, told.answer.total)
}

/// How many games a query finds.
pub fn count(engine: &Engine, query: &str) -> u64 {
    counted(engine, query).unwrap_or_else(|error| panic!("{query}: {error:?}"))
}

/// How many games a query finds, or what is wrong with it.
pub fn counted(engine: &Engine, query: &str) -> Result<u64, QueryError> {
    match engine.count(query, &AskOptions::default()) {
        Ok(reply) => {
            assert_eq!(reply.incomplete, None, "{query}");
            Ok(reply.answer)
        }
        Err(Failure::Query(error, _)) => Err(error),
        Err(Failure::Other(error)) => panic!("{query}: {error:?}"),
    }
}

/// What is wrong with a query.
pub fn refused(engine: &Engine, query: &str) -> QueryError {
    match counted(engine, query) {
        Ok(games) => panic!("{query} finds {games} games"),
        Err(error) => error,
    }
}

/// The answer to a question about a position or a pattern.
pub fn answer(engine: &Engine, search: &BoardSearch) -> Box<BoardAnswer> {
    let reply = engine.answer(search, &AskOptions::default());
    let reply = reply.unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(reply.incomplete, None);
    reply.answer
}

/// A question about a whole board, with so many games listed.
pub fn on_board(board: &Board, listed: usize) -> BoardSearch {
    let asked = BoardInput {
        start: Start { game: board.game(), ..Start::go(board.size()) },
        board: board.clone(),
        turn: None,
        last: None,
        marks: Vec::new(),
        notes: Vec::new(),
    };
    BoardSearch { subject: asked.into(), listed, ..BoardSearch::default() }
}

/// A question about a pattern, without a list of games. Its points have the names of those of a board of Go, or of a
/// larger one, in whose upper left it lies.
pub fn on_pattern(
    game: GameKind,
    pattern: Pattern,
    symmetric: bool,
    any_colors: bool,
) -> BoardSearch {
    let side = pattern.size().width().max(pattern.size().height());
    let side = side.max(BoardSize::GO.width());
    let asked = PatternInput {
        game,
        pattern,
        board: BoardSize::new(side, side).expect("the size of a board"),
        corner: Point::new(0, 0),
        around: None,
        notes: Vec::new(),
    };
    BoardSearch {
        sought: SubjectKind::Pattern,
        subject: asked.into(),
        symmetric,
        hits: HitConditions {
            colours: any_colors.then(|| "any".to_owned()),
            ..HitConditions::default()
        },
        listed: 0,
        ..BoardSearch::default()
    }
}

/// The tables of the games that a query finds, one for each property.
pub fn tables(engine: &Engine, query: &str, by: &[&str]) -> Vec<Counts> {
    let stats = Stats {
        query: query.to_owned(),
        by: by.iter().map(|&name| name.to_owned()).collect(),
        ..Stats::default()
    };
    let mut tables = Vec::new();
    let told = engine.stats(&stats, &AskOptions::default(), &mut |table| {
        tables.push(table.clone());
        ControlFlow::Continue(())
    });
    let told = told.unwrap_or_else(|error| panic!("{query} {by:?}: {error:?}"));
    assert_eq!(told.incomplete, None, "{query}");
    assert_eq!(tables.len(), by.len(), "{query}");
    tables
}

/// What an index keeps of a game.
pub fn kept(engine: &Engine, id: &str) -> Result<StoredGame, kifu_index::error::Error> {
    Ok(engine.answer(&ReadStoredGame(id.to_owned()), &AskOptions::default())?.answer)
}

//! Properties of any query, and of any text that is read as a position.

use super::ask::{search_rows, try_count};
use kifu_index::engine::request::{ParseQuery, Search, TypedQuery};
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::game::{BoardSize, GameKind};
use kifu_index::language::{NodeKind, Query, QueryError, QueryNode, input, join_arguments, parse};

/// Checks that any text is a query or gives an error with its place, that a query which is printed and parsed again is
/// equal, and that each game matches either the query or its negation.
pub fn is_sound(text: &str, engine: Option<&Engine>) {
    let query = match parse(text) {
        Ok(query) => query,
        Err(error) => return check_error_text(&error, text),
    };
    if let Some(root) = &query.root {
        assert!(text.get(root.span.clone()).is_some(), "{:?}", root.span);
    }
    let printed = query.to_string();
    assert_eq!(parse(&printed).as_ref(), Ok(&query), "{text:?} prints as {printed:?}");
    let Some(engine) = engine else { return };
    let games = match try_count(engine, text) {
        Ok(games) => games,
        Err(error) => return check_error_text(&error, text),
    };
    let first = Search { total: true, limit: Some(3), ..Search::new(text) };
    let (first, total) = search_rows(engine, &first);
    assert_eq!(total, Some(games));
    assert_eq!(first.len() as u64, games.min(3));
    let status = engine.status(false).expect("an index that can be read");
    let all = status.answer.games;
    let Some(root) = query.root else {
        return assert_eq!(games, all);
    };
    let opposite =
        Query { root: Some(QueryNode::new(NodeKind::Not(Box::new(root)), 0..text.len())) };
    if let Ok(others) = try_count(engine, &opposite.to_string()) {
        assert_eq!(games + others, all, "{text:?}");
    }
}

/// True if a text is a valid query for this index.
pub fn is_understood(text: &str, engine: &Engine) -> bool {
    let typed = ParseQuery(TypedQuery { query: text.to_owned(), ..TypedQuery::default() });
    let parsed = engine.answer(&typed, &AskOptions::default());
    let parsed = parsed.expect("a text may be anything").answer;
    assert_ne!(parsed.canonical.is_some(), parsed.error.is_some());
    parsed.canonical.is_some()
}

/// Checks that any text is a position or gives an error with its place.
pub fn position_is_sound(text: &str) {
    for kind in [None, Some(GameKind::Go), Some(GameKind::Loa)] {
        for size in [None, BoardSize::new(9, 9), BoardSize::new(3, 5)] {
            match input::read(text, kind, size) {
                Ok(input) => {
                    assert_eq!(input.board.size(), input.start.size);
                    assert_eq!(input.board.game(), input.start.game);
                    assert!(size.is_none_or(|size| size == input.start.size), "{text:?}");
                    assert!(kind.is_none_or(|kind| kind == input.start.game), "{text:?}");
                }
                Err(error) => check_error_text(&error, text),
            }
        }
    }
}

/// Checks that any command line arguments are a query or an error.
pub fn arguments_are_joined(text: &str) {
    let words: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let joined = join_arguments(&words);
    if let Err(error) = parse(&joined) {
        check_error_text(&error, &joined);
    }
}

fn check_error_text(error: &QueryError, text: &str) {
    assert!(error.span.start <= error.span.end && error.span.start <= text.len());
    assert!(!error.message.is_empty());
    assert!(error.error_line(text).carets.contains('^'));
}

//! What holds for any query, and for any text that is read as a position.

use kifu_index::game::{BoardSize, GameKind};
use kifu_index::index::Index;
use kifu_index::language::{NodeKind, Query, QueryError, QueryNode, input, join_arguments, parse};
use kifu_index::query::search;

/// Any text is a query or an error with its place. A query prints as one that is equal; it and its opposite find each
/// game of the index once.
pub fn is_sound(text: &str, index: Option<&Index>) {
    let query = match parse(text) {
        Ok(query) => query,
        Err(error) => return is_drawn(&error, text),
    };
    if let Some(root) = &query.root {
        assert!(text.get(root.span.clone()).is_some(), "{:?}", root.span);
    }
    let printed = query.to_string();
    assert_eq!(
        parse(&printed).as_ref(),
        Ok(&query),
        "{text:?} prints as {printed:?}"
    );
    let Some(index) = index else { return };
    let plan = match search::plan(index, &query) {
        Ok(plan) => plan,
        Err(error) => return is_drawn(&error, text),
    };
    let found = search::count(index, &plan).expect("an index that can be read");
    let hits = search::search(index, &plan, 3).expect("an index that can be read");
    assert_eq!(hits.total, found);
    assert_eq!(hits.first.len() as u64, found.min(3));
    let all = index.header().totals.game_count();
    let Some(root) = query.root else {
        return assert_eq!(found, all);
    };
    let opposite = Query {
        root: Some(QueryNode::new(NodeKind::Not(Box::new(root)), 0..text.len())),
    };
    if let Ok(plan) = search::plan(index, &opposite) {
        let others = search::count(index, &plan).expect("an index that can be read");
        assert_eq!(found + others, all, "{text:?}");
    }
}

/// Any text is a position or an error with its place.
pub fn position_is_sound(text: &str) {
    for kind in [None, Some(GameKind::Go), Some(GameKind::Loa)] {
        for size in [None, BoardSize::new(9, 9), BoardSize::new(3, 5)] {
            match input::read(text, kind, size) {
                Ok(asked) => {
                    assert_eq!(asked.board.size(), asked.start.size);
                    assert_eq!(asked.board.game(), asked.start.game);
                    assert!(size.is_none_or(|size| size == asked.start.size), "{text:?}");
                    assert!(kind.is_none_or(|kind| kind == asked.start.game), "{text:?}");
                }
                Err(error) => is_drawn(&error, text),
            }
        }
    }
}

/// Words of a command line become a query or an error.
pub fn arguments_are_joined(text: &str) {
    let words: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let joined = join_arguments(&words);
    if let Err(error) = parse(&joined) {
        is_drawn(&error, &joined);
    }
}

fn is_drawn(error: &QueryError, text: &str) {
    assert!(error.span.start <= error.span.end && error.span.start <= text.len());
    assert!(!error.message.is_empty());
    assert!(error.pointed(text).carets.contains('^'));
}

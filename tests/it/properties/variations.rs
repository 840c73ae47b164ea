//! Books of variations: any text is a book in which games can be followed, or an error.

use kifu_index::engine::book::{BookShape, book_size};
use kifu_index::engine::request::{BoardSearch, FollowBook, Joseki, Search};
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::userdata::book::{FixedBook, UsedBook};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Follows the games of an index in a book. Returns whether the text is a book that some game enters.
pub fn are_sound(engine: &Engine, bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let shapes = [None, Some(BookShape::Corner), Some(BookShape::Board)];
    let entered = shapes.map(|shape| follow(engine, &text, shape));
    entered.iter().any(|&entered| entered > 0)
}

fn follow(engine: &Engine, text: &str, shape: Option<BookShape>) -> u64 {
    let request = FollowBook { book: vec![text.to_owned()], shape, ..FollowBook::default() };
    let answer = match engine.answer(&request, &AskOptions::default()) {
        Ok(reply) => reply.answer,
        Err(failure) => {
            assert!(!failure.to_string().is_empty());
            return 0;
        }
    };
    let left = answer.left.all().left;
    assert_eq!(answer.entered, answer.stayed + left, "{text}");
    assert_eq!(answer.entered, answer.rows.len() as u64, "{text}");
    assert_eq!(answer.leaves.iter().map(|leave| leave.count).sum::<u64>(), left, "{text}");
    let (merged, variations) = answer.merged_sgf(&request, 1).unwrap();
    let (_, positions) = book_size(&[merged], Some(answer.shape)).unwrap();
    assert!(positions >= answer.positions && variations <= answer.leaves.len() as u64, "{text}");
    check_fields(engine, &answer.rows, UsedBook::new(request.book, shape));
    answer.entered
}

/// Checks that queries about the book find the games of the rows, and that marks beside continuations can be made.
fn check_fields(engine: &Engine, rows: &[kifu_index::engine::book::BookRow], book: UsedBook) {
    let options =
        AskOptions { book: Some(Arc::new(FixedBook(Arc::new(book)))), ..AskOptions::default() };
    let left: BTreeSet<&String> =
        rows.iter().filter(|row| row.left_ply.is_some()).map(|row| &row.id).collect();
    let early: BTreeSet<&String> = rows
        .iter()
        .filter(|row| row.left_ply.is_some_and(|ply| ply < 4))
        .map(|row| &row.id)
        .collect();
    for (query, expected) in [("book-left:*", &left), ("book-left<4", &early)] {
        let mut found = BTreeSet::new();
        let mut add = |row: &kifu_index::engine::row::GameRow| {
            found.insert(row.id.clone());
            ControlFlow::Continue(())
        };
        engine.search(&Search::new(query), &options, &mut add).unwrap();
        assert_eq!(found.iter().collect::<BTreeSet<_>>(), *expected, "{query}");
    }
    engine.answer(&Joseki { tree: 2, ..Joseki::default() }, &options).unwrap();
    engine.answer(&BoardSearch::of("Q16"), &options).unwrap();
}

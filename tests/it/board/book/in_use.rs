//! Queries about the book in use, and the marks beside continuations, compared with a plain replay.

use super::{InBook, PlainBook, canonical_board, canonical_corner};
use crate::board::joseki::Stones;
use crate::support::Random;
use kifu_index::engine::request::{BoardSearch, Joseki, Search};
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::game::{BoardSize, Color};
use kifu_index::userdata::book::{BookShape, FixedBook, UsedBook};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Options of an answer that is given with a book.
fn with_book(texts: &[String], shape: BookShape) -> AskOptions {
    let book = Arc::new(UsedBook::new(texts.to_vec(), Some(shape)));
    AskOptions { book: Some(Arc::new(FixedBook(book))), ..AskOptions::default() }
}

fn ids(engine: &Engine, query: &str, options: &AskOptions) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut add = |row: &kifu_index::engine::row::GameRow| {
        found.insert(row.id.clone());
        ControlFlow::Continue(())
    };
    engine.search(&Search::new(query), options, &mut add).unwrap();
    found
}

/// Asks for the games that left a book, and compares them with the lines of all games. `lines` has the lines of each
/// game's corners or board; games in archives have none and are left out.
pub(super) fn check_fields(
    engine: &Engine,
    (texts, shape): (&[String], BookShape),
    lines: &BTreeMap<String, Vec<InBook>>,
    random: &mut Random,
) {
    let options = with_book(texts, shape);
    // Where each game left: with the fewest stones, and of several corners in the one that was left first.
    let first = |lines: &Vec<InBook>| {
        let left = lines.iter().filter_map(|(_, left)| left.clone());
        left.min_by_key(|(ply, _, _, number)| (*ply, *number))
    };
    let departures: BTreeMap<&String, (u16, char)> = lines
        .iter()
        .filter_map(|(id, lines)| Some((id, first(lines).map(|left| (left.0, left.1))?)))
        .collect();
    let compare = |query: &str, expected: &dyn Fn(&String, u16, char) -> bool| {
        let found: BTreeSet<String> =
            ids(engine, query, &options).into_iter().filter(|id| lines.contains_key(id)).collect();
        let expected = departures.iter().filter(|(id, (ply, color))| expected(id, *ply, *color));
        let expected: BTreeSet<String> = expected.map(|(id, _)| (*id).clone()).collect();
        assert_eq!(found, expected, "{query} {texts:#?}");
    };
    let number = 1 + random.below(8) as u16;
    compare(&format!("book-left<{number}"), &|_, ply, _| ply < number);
    compare(&format!("book-left:{number}"), &|_, ply, _| ply == number);
    compare(&format!("book-left>={number} book-left:..6"), &|_, ply, _| ply >= number && ply <= 6);
    compare("book-left:*", &|_, _, _| true);
    compare("book-left-by:*", &|_, _, _| true);
    compare("book-left-by:W", &|_, _, color| color == 'W');
    compare("book-left-by:(black OR white) -book-left-by:B", &|_, _, color| color == 'W');
    let [black, white] = ["black:P1", "white:P1"].map(|query| ids(engine, query, &options));
    compare("book-left-by:P1", &|id, _, color| match color {
        'B' => black.contains(id),
        _ => white.contains(id),
    });
    // What does not match is found by the negation, in games that never left, too.
    let all = ids(engine, "", &options);
    let left = ids(engine, "book-left:*", &options);
    let stayed = ids(engine, "-book-left:*", &options);
    assert_eq!(left.len() + stayed.len(), all.len());
    assert!(left.is_disjoint(&stayed));
}

/// Compares the marks beside the moves after the empty board and one more move with the positions of a book of boards.
pub(super) fn check_board_marks(
    engine: &Engine,
    texts: &[String],
    size: BoardSize,
    book: &PlainBook<super::Board>,
) -> usize {
    let options = with_book(texts, BookShape::Board);
    let sides = (size.width(), size.height());
    let mut marked = 0;
    let position = BoardSearch {
        size: Some(format!("{}x{}", sides.0, sides.1)),
        ..BoardSearch::of(if sides.0 > 6 { "C3" } else { "B2" })
    };
    let answer = engine.answer(&position, &options).unwrap().answer;
    let (x, y) = if sides.0 > 6 { (2, sides.1 - 3) } else { (1, sides.1 - 2) };
    for next in &answer.moves {
        let Some((point, color)) = next.point().zip(next.step.color()) else {
            assert_eq!(next.in_book, None);
            continue;
        };
        if (point.x, point.y) == (x, y) {
            continue;
        }
        let board = [(x, y, Color::Black), (point.x, point.y, color)].into_iter().collect();
        let expected = book.positions.contains(&canonical_board(&board, sides));
        assert_eq!(next.in_book, Some(expected), "{} {texts:#?}", next.at);
        marked += usize::from(expected);
    }
    let plain = engine.answer(&position, &AskOptions::default()).unwrap().answer;
    assert!(plain.moves.iter().all(|next| next.in_book.is_none()));
    marked
}

/// Compares the marks of the first two steps in a corner with the positions of a book of corners.
pub(super) fn check_corner_marks(
    engine: &Engine,
    texts: &[String],
    side: u8,
    book: &PlainBook<Stones>,
) -> usize {
    let options = with_book(texts, BookShape::Corner);
    let request = Joseki { tree: 2, size: Some(side.to_string()), ..Joseki::default() };
    let answer = engine.answer(&request, &options).unwrap().answer;
    let mut marked = 0;
    let stone = |step: &kifu_index::engine::joseki::JosekiMove| {
        let point = step.point?;
        let at = crate::board::joseki::in_corner((false, false), (point.x, point.y), side)?;
        Some((at, if step.color == 'B' { Color::Black } else { Color::White }))
    };
    for first in &answer.moves {
        let Some(one) = stone(first) else { continue };
        let before: Stones = [one].into_iter().collect();
        let has = book.positions.contains(&canonical_corner(&before));
        assert_eq!(first.in_book, Some(has), "{} {texts:#?}", first.at);
        for second in &first.moves {
            // A stone on the same point follows setup that removed the first one.
            let Some(two) = stone(second).filter(|two| two.0 != one.0) else { continue };
            let after: Stones = [one, two].into_iter().collect();
            let has = book.positions.contains(&canonical_corner(&after));
            assert_eq!(second.in_book, Some(has), "{} {} {texts:#?}", first.at, second.at);
            marked += usize::from(has);
        }
    }
    // A book of whole boards says nothing about corners.
    let answer = engine.answer(&request, &with_book(texts, BookShape::Board)).unwrap().answer;
    assert!(answer.moves.iter().all(|step| step.in_book.is_none()));
    marked
}

#[test]
fn one_book_after_another_and_none() {
    let place = crate::support::Place::new();
    place.write("a.sgf", "(;SZ[9]PB[Anna];B[cc];W[dc];B[ee])");
    place.write("b.sgf", "(;SZ[9]PB[Berta];B[cc];W[cd];B[gg])");
    crate::support::build_with(&place.folder(), &[place.games()], &Default::default());
    let engine = place.engine();
    let options = |text: &str| with_book(&[text.to_owned()], BookShape::Board);
    let plies = |options: &AskOptions| {
        [1, 2, 3].map(|ply| ids(&engine, &format!("book-left:{ply}"), options).len())
    };
    let (first, second) = (options("(;SZ[9];B[cc];W[dc])"), options("(;SZ[9];B[cc])"));
    // Both games are equal to the mirrored move W dc up to the second stone.
    assert_eq!(plies(&first), [0, 0, 2]);
    assert_eq!(plies(&second), [0, 2, 0]);
    assert_eq!(plies(&first), [0, 0, 2]);
    let failed = |query: &str, options: &AskOptions| {
        let search = Search::new(query);
        let failure = engine.search(&search, options, &mut |_| ControlFlow::Continue(()));
        failure.unwrap_err().to_string()
    };
    assert!(failed("book-left<3", &AskOptions::default()).contains("no book is in use"));
    assert!(failed("book-left-by:me", &first).contains("unknown"));
    for query in ["book-left:x", "book-left:5..3", "book-left:(1 OR x)"] {
        failed(query, &first);
    }
    assert!(failed("book-left:1", &options("(;GM[2]SZ[9])")).contains("no game of Go"));
}

use super::BookShape;
use super::corner_hash::HashedCorner;
use super::graph::{Book, BookGame};
use super::*;
use crate::joseki::corner::Corner;
use kifu_record::formats::sgf;
use kifu_record::game::board::Board;
use kifu_record::game::go;
use kifu_test_support::Random;

fn games(text: &str) -> Vec<BookGame> {
    let records = sgf::read(text).0.into_iter();
    records.map(|record| BookGame { start: record.start, tree: record.tree }).collect()
}

fn book(text: &str, shape: Option<BookShape>) -> Book {
    Book::new(games(text), shape).unwrap()
}

fn words(book: &Book, steps: &[ShownStep]) -> String {
    let word = |&(color, at): &ShownStep| {
        let name = at.map_or("tenuki".to_owned(), |at| format!("{},{}", at.x, at.y));
        format!("{}{name}", color.letter())
    };
    assert_eq!(book.line(Book::EMPTY), []);
    steps.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// The board at the first place of a position.
fn board_at(book: &Book, number: u32) -> Board {
    let mut board = Board::new(GameKind::Go, book.board());
    let Some(place) = book.place(number) else { return board };
    let game = &book.games()[place.game as usize];
    Replayer::new().replay(game.start, &game.tree, |ply| {
        if ply.node == place.node {
            board = ply.board.clone();
            return std::ops::ControlFlow::Break(());
        }
        std::ops::ControlFlow::Continue(())
    });
    board
}

fn hash_of(book: &Book, board: &Board, corner: usize) -> u64 {
    if book.shape() == BookShape::Board {
        return board.hash().0;
    }
    let quadrants = Quadrants::new(book.board()).unwrap();
    let mut hashed = HashedCorner::default();
    for (at, color) in quadrants.stones(board, Corner::ALL[corner]).iter() {
        hashed.set(at, color.into());
    }
    hashed.canonical_hash()
}

#[test]
fn the_shape_of_a_book_is_recognised() {
    for (text, shape) in [
        ("(;SZ[19];B[pd](;W[qf];B[nc])(;W[nc]))", BookShape::Corner),
        ("(;SZ[19];B[pd](;W[qf];B[nc])(;W[dd]))", BookShape::Board),
        ("(;SZ[19];B[pd];W[dd](;B[pp])(;B[dp]))", BookShape::Board),
        ("(;SZ[19](;B[pd];W[])(;B[dd];W[fc])(;B[pd];W[dd]))", BookShape::Corner),
        ("(;SZ[19]AB[pd][qf];W[nc])", BookShape::Corner),
        ("(;SZ[13];B[jd];W[kf])", BookShape::Corner),
        ("(;SZ[19:13];B[pd];W[qf])", BookShape::Board),
        ("(;SZ[19])", BookShape::Board),
    ] {
        assert_eq!(book(text, None).shape(), shape, "{text}");
    }
}

#[test]
fn a_book_has_one_size_and_a_limit() {
    let two = "(;SZ[9];B[gc])(;SZ[13];B[jd];W[kf];B[hd])(;GM[2];B[aa];W[bb];B[cc];W[dd];B[ee])";
    assert_eq!(book(two, None).board().width(), 13);
    let error = |text: &str, shape| Book::new(games(text), shape).unwrap_err().to_string();
    assert!(error("", None).contains("no game of Go"));
    assert!(error("(;SZ[52];B[aa])", Some(BookShape::Corner)).contains("52x52"));
    let long = format!("(;SZ[19]{})", ";B[pd]".repeat(MAX_BOOK_NODES));
    assert!(error(&long, None).contains("nodes"));
}

#[test]
fn images_are_one_position_and_lines_are_shown_in_normal_form() {
    // The same approach in four corners, mirrored and with exchanged colours.
    let text = "(;SZ[19](;B[pd];W[qf])(;W[dd];B[cf])(;B[dp];W[fq])(;W[pp];B[nq];W[qn]))";
    let book = book(text, Some(BookShape::Corner));
    assert_eq!(book.len(), 4);
    assert_eq!(words(&book, &book.line(2)), "B15,3 W16,5");
    assert_eq!(words(&book, &book.line(3)), "B15,3 W16,5 B13,2");
    let steps = |number| -> Vec<ShownStep> {
        book.steps(number).iter().map(|(step, _)| book.shown_step(number, *step)).collect()
    };
    assert_eq!(words(&book, &steps(Book::EMPTY)), "B15,3");
    assert_eq!(words(&book, &steps(1)), "W16,5");
    assert_eq!(words(&book, &steps(2)), "B13,2");
    let boards = Book::new(games(text), Some(BookShape::Board)).unwrap();
    assert!(boards.len() > book.len());
}

#[test]
fn a_step_leads_to_its_position_where_the_book_is_drawn() {
    let mut random = Random(5);
    for shape in [BookShape::Corner, BookShape::Board] {
        for _ in 0..30 {
            let side = [13, 19][random.below(2)];
            let mut text = format!("(;SZ[{side}]");
            let mut open = 0;
            for number in 0..60 {
                if random.chance(10) {
                    text.push('(');
                    open += 1;
                } else if open > 0 && random.chance(10) && text.ends_with(']') {
                    text.push(')');
                    open -= 1;
                    text.push('(');
                    open += 1;
                }
                let letter = |at: usize| char::from(b'a' + at as u8);
                // Most moves lie on few points of the corners, so that there are captures and equal positions.
                let near = |random: &mut Random| {
                    let at = random.below(4);
                    if random.chance(50) { at } else { side - 1 - at }
                };
                let (x, y) = (near(&mut random), near(&mut random));
                text += &format!(";{}[{}{}]", ["B", "W"][number % 2], letter(x), letter(y));
            }
            text += &")".repeat(open + 1);
            let book = book(&text, Some(shape));
            let mut compared = 0;
            for number in 0..book.len() as u32 {
                let corner = book.place(number).map_or(0, |place| place.corner());
                for &(step, to) in book.steps(number) {
                    let mut board = board_at(&book, number);
                    let (color, point) = book.drawn_step(number, step);
                    go::play(&mut board, color, point.unwrap());
                    assert_eq!(book.find(hash_of(&book, &board, corner)), Some(to), "{text}");
                    compared += 1;
                }
            }
            assert!(compared > 20, "{text}");
        }
    }
}

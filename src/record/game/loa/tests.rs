use super::*;
use crate::game::GameKind;
use crate::game::symmetry::Symmetry;

const EGGS: LoaSetup = LoaSetup::ScrambledEggs { swapped: false };

fn start(setup: LoaSetup, width: u8, height: u8) -> Board {
    let mut board = Board::new(GameKind::Loa, BoardSize::new(width, height).unwrap());
    place_pieces(&mut board, setup);
    board
}

fn board(rows: &[&str]) -> Board {
    let mut board = start(LoaSetup::Custom, rows[0].len() as u8, rows.len() as u8);
    for (y, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().enumerate() {
            let stone = [Stone::Black, Stone::White, Stone::Hole];
            if let Some(&stone) = stone.iter().find(|s| s.symbol() == c) {
                board.set(Point::new(x as u8, y as u8), stone);
            }
        }
    }
    board
}

fn go(board: &mut Board, setup: LoaSetup, color: Color, text: &str) -> LoaEffect {
    let action = parse_move(text, board.size()).unwrap();
    play(board, setup, color, action)
}

fn targets(board: &Board, from: &str) -> Vec<String> {
    let from = parse_point(from, board.size()).unwrap();
    let mut names: Vec<String> =
        legal_targets(board, from).into_iter().map(|p| point_name(p, board.size())).collect();
    names.sort();
    names
}

#[test]
fn starts() {
    let side = "O......O";
    let standard = [".XXXXXX.", side, side, side, side, side, side, ".XXXXXX."];
    assert_eq!(start(LoaSetup::Standard, 8, 8).rows(), standard);
    assert_eq!(start(LoaSetup::Gemma, 8, 8).rows(), standard);
    let (a, b) = ("X......O", "O......X");
    assert_eq!(start(EGGS, 8, 8).rows(), [".OXOXOX.", a, b, a, b, a, b, ".XOXOXO."]);
    let swapped = start(LoaSetup::ScrambledEggs { swapped: true }, 8, 8);
    assert_eq!(swapped.rows(), [".XOXOXO.", b, a, b, a, b, a, ".OXOXOX."]);
    assert_eq!(start(LoaSetup::Standard, 5, 3).rows(), [".XXX.", "O...O", ".XXX."]);
    for setup in [LoaSetup::Custom, LoaSetup::Parachute] {
        assert_eq!(start(setup, 3, 3).rows(), ["...", "...", "..."]);
    }
    assert_eq!(start(LoaSetup::Standard, 1, 2).rows(), [".", "."]);
    assert_eq!(start(EGGS, 2, 3).rows(), ["..", "..", ".."]);
}

#[test]
fn the_first_mover_owns_the_source() {
    let (size, swapped) = (BoardSize::LOA, LoaSetup::ScrambledEggs { swapped: true });
    let b1 = parse_point("b1", size).unwrap();
    assert_eq!(orient_scrambled_eggs(EGGS, Color::Black, b1, size), EGGS);
    assert_eq!(orient_scrambled_eggs(EGGS, Color::White, b1, size), swapped);
    assert_eq!(orient_scrambled_eggs(swapped, Color::Black, b1, size), EGGS);
    assert_eq!(orient_scrambled_eggs(EGGS, Color::White, Point::new(3, 3), size), EGGS);
    assert_eq!(
        orient_scrambled_eggs(LoaSetup::Standard, Color::White, b1, size),
        LoaSetup::Standard
    );
}

#[test]
fn first_moves_on_the_standard_start() {
    let mut b = start(LoaSetup::Standard, 8, 8);
    // A piece moves as far as there are pieces on the line. There are two on the column of e1 and on its diagonals, so
    // it moves two squares there. There are six on the row of b1, so it moves across its own pieces to the corner.
    assert_eq!(targets(&b, "e1"), ["c3", "e3", "g3"]);
    assert_eq!(targets(&b, "b1"), ["b3", "d3", "h1"]);
    assert_eq!(targets(&b, "d4"), Vec::<String>::new());
    assert_eq!(go(&mut b, LoaSetup::Standard, Color::Black, "e1-e3"), LoaEffect::default());
    assert_eq!(b.rows()[5..], ["O...X..O", "O......O", ".XXX.XX."]);
}

#[test]
fn the_whole_line_counts_and_opponents_block() {
    // The row has three pieces: a2, b2 and d2. So a2 moves three squares, across b2, and captures d2.
    let b = board(&["......", "XX.O..", "......"]);
    assert_eq!(targets(&b, "b2"), ["a1", "a3", "b1", "b3", "c1", "c3"]);
    assert_eq!(targets(&b, "a2"), ["a1", "a3", "b1", "b3", "d2"]);
    assert_eq!(targets(&b, "d2"), ["c1", "c3", "d1", "d3", "e1", "e3"]);
}

#[test]
fn captures() {
    let mut b = board(&["X.O", "...", "..."]);
    let played = go(&mut b, LoaSetup::Standard, Color::Black, "A3:C3++");
    assert!(played.captured && !played.illegal);
    assert_eq!(b.rows(), ["..X", "...", "..."]);
}

#[test]
fn forbidden_moves_are_executed_and_reported() {
    let forbidden = [
        ("a4-a1", "wrong distance", ["....", "XO..", "....", "X..O"], false),
        ("a4-b2", "not straight", ["....", "XO..", ".X..", "...O"], false),
        ("a4-a3", "own piece", ["....", "XO..", "....", "...O"], false),
        ("b4-b3", "no piece", ["X...", "XX..", "....", "...O"], true),
        ("d1-d2", "the opponent's piece", ["X...", "XO..", "...X", "...."], false),
    ];
    for (text, why, rows, captured) in forbidden {
        let mut b = board(&["X...", "XO..", "....", "...O"]);
        let played = go(&mut b, LoaSetup::Standard, Color::Black, text);
        assert_eq!(played, LoaEffect { captured, illegal: true }, "{why}");
        assert_eq!(b.rows(), rows, "{why}");
    }
}

#[test]
fn actions_that_change_nothing() {
    let mut b = start(LoaSetup::Standard, 8, 8);
    let rows = b.rows();
    let (on, off) = (Point::new(3, 7), Point::new(200, 255));
    for action in [Move::Pass, Move::Resign, Move::Forfeit, Move::Escape, Move::Unreadable] {
        assert_eq!(play(&mut b, LoaSetup::Gemma, Color::White, action), LoaEffect::default());
    }
    let slide = |from, to| Move::Slide { from, to };
    for action in
        [slide(on, off), slide(off, on), slide(on, on), Move::Remove(off), Move::Place(on)]
    {
        assert_eq!(play(&mut b, LoaSetup::Gemma, Color::Black, action), LoaEffect::ILLEGAL);
    }
    assert_eq!(b.rows(), rows);
    assert_eq!(legal_targets(&b, off), []);
}

#[test]
fn gemma_leaves_holes() {
    let mut b = board(&["X.X..", "....."]);
    assert!(!go(&mut b, LoaSetup::Gemma, Color::Black, "c2-e2").illegal);
    assert_eq!(b.rows(), ["X.#.X", "....."]);
    // The hole at c2 does not count as a piece. So there are two pieces on the row, and a2 would move two squares, onto
    // the hole, which is illegal.
    assert_eq!(targets(&b, "a2"), ["a1", "b1"]);
    b.set(Point::new(1, 0), Stone::Black);
    assert_eq!(targets(&b, "a2"), ["a1", "b1", "d2"]);
    assert!(go(&mut b, LoaSetup::Gemma, Color::Black, "b2-c2").illegal);
    assert_eq!(b.rows(), ["X#X.X", "....."]);
}

#[test]
fn immobile_pieces_are_removed() {
    let rows = ["X#X", "##.", "..."];
    let remove = |setup, color, text| {
        let mut b = board(&rows);
        let played = go(&mut b, setup, color, text);
        (played.illegal, b.rows()[0].clone())
    };
    let outcome = |illegal, row: &str| (illegal, row.to_owned());
    // The piece on a3 is immobile: on the row it is blocked by its own piece, on the column and the diagonal by holes.
    assert_eq!(remove(LoaSetup::Gemma, Color::Black, "A3"), outcome(false, "##X"));
    assert_eq!(remove(LoaSetup::Gemma, Color::White, "a3-^^"), outcome(true, "##X"));
    assert_eq!(remove(LoaSetup::Gemma, Color::Black, "c3"), outcome(true, "X##"));
    assert_eq!(remove(LoaSetup::Standard, Color::Black, "a3"), outcome(true, ".#X"));
}

#[test]
fn a_quarter_turn_swaps_the_colours() {
    let b = start(LoaSetup::Standard, 8, 8);
    assert_eq!(b.canonical_symmetries().count(), 4);
    let turn = Symmetry::all(b.size()).find(|s| s.transposes()).unwrap();
    for point in b.size().points() {
        let image = b.stone(turn.apply(point, b.size())).color();
        assert_eq!(image, b.stone(point).color().map(Color::other));
    }
    // Holes are part of the hash: Gemma and the standard game differ after the first move.
    let (mut plain, mut gemma) = (b.clone(), b.clone());
    go(&mut plain, LoaSetup::Standard, Color::Black, "e1-e3");
    go(&mut gemma, LoaSetup::Gemma, Color::Black, "e1-e3");
    assert_ne!(plain.hash(), gemma.hash());
}

use super::*;
use kifu_engine::points::{move_name, point_name};
use kifu_record::game::Move;

fn size(width: u8, height: u8) -> BoardSize {
    BoardSize::new(width, height).unwrap_or(BoardSize::GO)
}

fn board(rows: &[&str]) -> Board {
    let mut board = Board::new(
        GameKind::Go,
        size(rows.first().map_or(1, |row| row.len()) as u8, rows.len() as u8),
    );
    for (y, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().enumerate() {
            let stone = match c {
                'X' => Stone::Black,
                'O' => Stone::White,
                _ => Stone::Empty,
            };
            board.set(Point::new(x as u8, y as u8), stone);
        }
    }
    board
}

fn draw_text(board: &Board, drawing: &BoardOverlay, term: &Terminal) -> String {
    let mut text = draw(board, drawing, term).join("\n");
    text.insert(0, '\n');
    text
}

const NINE: [&str; 9] = [
    ".........",
    ".........",
    "..X...O..",
    ".........",
    ".........",
    "......X..",
    "..O...XO.",
    ".......O.",
    ".........",
];

#[test]
fn ascii() {
    let term = Terminal::plain(80, false);
    let mut drawing = BoardOverlay { last: Some(Point::new(6, 5)), ..BoardOverlay::default() };
    drawing.labels.insert(Point::new(5, 6), 'a');
    drawing.labels.insert(Point::new(5, 7), 'b');
    drawing.highlight.extend([Point::new(2, 2), Point::new(3, 2)]);
    let expected = "
   A B C D E F G H J
9  . . . . . . . . .  9
8  . . . . . . . . .  8
7  . .[X|.]. . O . .  7
6  . . . . . . . . .  6
5  . . . . + . . . .  5
4  . . . . . .(X). .  4
3  . . O . . a X O .  3
2  . . . . . b . O .  2
1  . . . . . . . . .  1
   A B C D E F G H J";
    assert_eq!(draw_text(&board(&NINE), &drawing, &term), expected);
}

#[test]
fn unicode() {
    let term = Terminal::plain(80, true);
    let drawing = BoardOverlay { last: Some(Point::new(4, 0)), ..BoardOverlay::default() };
    let expected = "
   A B C D E
2  ● ○ ⋅ ⋅(●) 2
1  ⋅ ⋅ ⋅ ⋅ ⋅  1
   A B C D E";
    assert_eq!(draw_text(&board(&["XO..X", "....."]), &drawing, &term), expected);
}

#[test]
fn points_have_no_gaps_if_the_board_is_too_wide() {
    let term = Terminal::plain(20, false);
    let empty = Board::new(GameKind::Go, size(27, 2));
    let expected = "
                           AA
  ABCDEFGHJKLMNOPQRSTUVWXYZAB
2 ........................... 2
1 ........................... 1
                           AA
  ABCDEFGHJKLMNOPQRSTUVWXYZAB";
    assert_eq!(draw_text(&empty, &BoardOverlay::default(), &term), expected);
}

#[test]
fn lines_of_action() {
    let term = Terminal::plain(80, false);
    let mut board = Board::new(GameKind::Loa, size(10, 10));
    board.set(Point::new(8, 0), Stone::Hole);
    board.set(Point::new(9, 0), Stone::Black);
    let lines = draw(&board, &BoardOverlay::default(), &term);
    assert_eq!(
        lines.get(..2),
        Some(&["    a b c d e f g h i j".to_owned(), "10  . . . . . . . . # X  10".to_owned()][..])
    );
}

#[test]
fn colours_do_not_move_anything() {
    let plain = Terminal::plain(80, true);
    let color = Terminal { color: true, ..plain };
    let board = board(&NINE);
    let drawing = BoardOverlay { last: Some(Point::new(2, 2)), ..BoardOverlay::default() };
    let mut text = draw_text(&board, &drawing, &color);
    for code in ["\x1B[0m", "\x1B[1m", "\x1B[2m", "\x1B[31m", "\x1B[33m", "\x1B[36m"] {
        text = text.replace(code, "");
    }
    assert_eq!(text, draw_text(&board, &drawing, &plain));
    assert!(!text.contains('\x1B'));
}

#[test]
fn names() {
    let name = |x| column_name(GameKind::Go, x);
    assert_eq!(
        [0, 7, 8, 24, 25, 49, 50, 51].map(name),
        ["A", "H", "J", "Z", "AA", "AZ", "BA", "BB"]
    );
    assert_eq!(column_name(GameKind::Loa, 8), "i");
    assert_eq!(column_name(GameKind::Loa, 26), "aa");
    assert_eq!(point_name(GameKind::Go, BoardSize::GO, Point::new(15, 3)), "Q16");
    assert_eq!(move_name(GameKind::Go, BoardSize::GO, Move::Place(Point::new(8, 18))), "J1");
    assert_eq!(move_name(GameKind::Go, BoardSize::GO, Move::Pass), "pass");
    let slide = Move::Slide { from: Point::new(4, 7), to: Point::new(4, 5) };
    assert_eq!(move_name(GameKind::Loa, BoardSize::LOA, slide), "e1-e3");
}

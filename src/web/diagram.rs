//! Draws a board as text in the notation of forums, where each line begins with `$$`. The query box can read it again.

use kifu_record::game::board::Board;
use kifu_record::game::{Color, Point};

/// Returns the diagram of a board. The last stone that was played is drawn with a circle.
pub(crate) fn diagram(board: &Board, last: Option<Point>, turn: Color, title: &str) -> String {
    let size = board.size();
    let title = title.replace(['\n', '\r'], " ");
    let mut text = format!("$${}c{} {title}\n", turn.letter(), size.width());
    let edge = format!("$$  {}\n", "-".repeat(2 * usize::from(size.width()) + 1));
    text.push_str(&edge);
    for y in 0..size.height() {
        text.push_str("$$ |");
        for x in 0..size.width() {
            text.push(' ');
            text.push(sign(board, Point::new(x, y), last));
        }
        text.push_str(" |\n");
    }
    text.push_str(&edge);
    text
}

fn sign(board: &Board, point: Point, last: Option<Point>) -> char {
    let is_last = last == Some(point);
    match board.stone(point).color() {
        Some(Color::Black) if is_last => 'B',
        Some(Color::White) if is_last => 'W',
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None if board.size().is_star_point(point) => ',',
        None => '.',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_record::game::{BoardSize, GameKind, Stone};

    #[test]
    fn stones_stand_in_their_rows() {
        let size = BoardSize::new(9, 9).unwrap_or(BoardSize::GO);
        let mut board = Board::new(GameKind::Go, size);
        board.set(Point::new(0, 0), Stone::Black);
        board.set(Point::new(8, 1), Stone::White);
        let text = diagram(&board, Some(Point::new(8, 1)), Color::Black, "a\nb");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 12);
        assert_eq!((lines[0], lines[2]), ("$$Bc9 a b", "$$ | X . . . . . . . . |"));
        assert_eq!(lines[3], "$$ | . . . . . . . . W |");
        assert_eq!(lines[4], "$$ | . . , . . . , . . |");
    }
}

//! Draws a small board without coordinates as SVG. All stones of one colour are a single path of dots.

use kifu_record::game::board::Board;
use kifu_record::game::{BoardSize, Color, Point};
use maud::{Markup, html};

/// Distance between two lines of the board, and margin around the board, in units of the drawing.
const CELL: f64 = 10.0;
const MARGIN: f64 = 1.0;

/// Returns the drawing of a board, with a dot on the last stone that was played.
pub(crate) fn thumbnail(board: &Board, last: Option<Point>) -> Markup {
    let size = board.size();
    let (width, height) = (side(size.width()), side(size.height()));
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) {
            rect width=(width) height=(height) rx="3" fill="#e7cb94" {}
            path d=(lines(size)) stroke="#a08658" stroke-width="0.5" {}
            g stroke-linecap="round" fill="none" {
                path d=(dots(board, Color::Black)) stroke="#1c1a18" stroke-width="9.4" {}
                path d=(dots(board, Color::White)) stroke="#75694f" stroke-width="9.4" {}
                path d=(dots(board, Color::White)) stroke="#fffdfa" stroke-width="8.4" {}
            }
            @if let Some(point) = last { circle cx=(at(point.x)) cy=(at(point.y)) r="2.4" fill="#d23b2a" {} }
        }
    }
}

fn at(line: u8) -> f64 {
    MARGIN + CELL * (f64::from(line) + 0.5)
}

fn side(lines: u8) -> f64 {
    2.0 * MARGIN + CELL * f64::from(lines)
}

fn lines(size: BoardSize) -> String {
    let (right, bottom) = (at(size.width() - 1), at(size.height() - 1));
    let across = (0..size.height()).map(|row| format!("M{} {}H{right}", at(0), at(row)));
    let down = (0..size.width()).map(|column| format!("M{} {}V{bottom}", at(column), at(0)));
    across.chain(down).collect()
}

/// Draws each stone as a line of zero length with round ends, which browsers render as a dot.
fn dots(board: &Board, color: Color) -> String {
    let stones = board.size().points().filter(|&point| board.stone(point).color() == Some(color));
    stones.map(|point| format!("M{} {}h0", at(point.x), at(point.y))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_record::game::{GameKind, Stone};

    #[test]
    fn stones_stand_on_their_points() {
        let mut board = Board::new(GameKind::Go, BoardSize::GO);
        board.set(Point::new(3, 3), Stone::Black);
        board.set(Point::new(18, 0), Stone::White);
        let drawn = thumbnail(&board, Some(Point::new(18, 0))).into_string();
        assert!(drawn.contains("viewBox=\"0 0 192 192\""));
        assert!(drawn.contains("d=\"M36 36h0\" stroke=\"#1c1a18\""), "{drawn}");
        assert_eq!(drawn.matches("d=\"M186 6h0\"").count(), 2);
        assert!(drawn.contains("cx=\"186\" cy=\"6\""));
    }
}

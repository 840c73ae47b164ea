//! Codes of next moves in the table of positions. A position is stored in a canonical form, which is the same for all
//! its rotated and mirrored images, and the next move is turned in the same way.

use super::segment::positions::NextCode;
use kifu_record::game::{BoardSize, Color, Move, Point};
use kifu_record::replay::{NextPlay, NextPlays};
use kifu_record::{GameTree, Ply};

/// Code of the move that follows a position of the main line. The point of the move is turned in the same way as the
/// position is turned into its canonical form.
pub(crate) fn next_code(tree: &GameTree, ply: &Ply, next: &NextPlays) -> NextCode {
    encode_next(next.after(tree, ply), ply.board.size(), |point| ply.board.canonical_point(point))
}

/// Encodes a next move. `canonical` turns a point as the position is turned into its canonical form.
pub fn encode_next(
    next: NextPlay,
    size: BoardSize,
    canonical: impl Fn(Point) -> Point,
) -> NextCode {
    match next {
        NextPlay::End => NextCode::END,
        NextPlay::Move(Color::Black, Move::Pass) => NextCode::new(1),
        NextPlay::Move(Color::White, Move::Pass) => NextCode::new(2),
        NextPlay::Move(color, Move::Place(point)) => NextCode::new(
            3 + 2 * size.number(canonical(point)) + usize::from(color == Color::White),
        ),
        NextPlay::Move(..) => NextCode::UNKNOWN,
    }
}

/// Decodes a next move, in canonical form; the inverse of [`encode_next`]. `None` for [`NextCode::UNKNOWN`].
pub fn decode_next(code: NextCode, size: BoardSize) -> Option<NextPlay> {
    if code == NextCode::UNKNOWN {
        return None;
    }
    Some(match code.0 {
        0 => NextPlay::End,
        1 => NextPlay::Move(Color::Black, Move::Pass),
        2 => NextPlay::Move(Color::White, Move::Pass),
        number => {
            let number = usize::from(number) - 3;
            let color = [Color::Black, Color::White][number % 2];
            NextPlay::Move(color, Move::Place(size.point(number / 2)))
        }
    })
}

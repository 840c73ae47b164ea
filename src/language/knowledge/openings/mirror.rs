//! Recognises mirror Go, in which one side answers every move with its reflection through the centre.

use kifu_record::game::{BoardSize, Color, Point};

/// Minimum number of mirrored pairs of moves. Fewer pairs occur by chance.
const MIN_MIRRORED_PAIRS: usize = 5;

/// True if White mirrors Black's first moves or, after a first move at the centre, Black mirrors White's.
pub(super) fn is_mirrored(moves: &[(Color, Point)]) -> bool {
    let centre = Point::new(BoardSize::GO.width() / 2, BoardSize::GO.height() / 2);
    match moves.split_first() {
        Some((&(_, first), rest)) if first == centre => is_answered_by_mirror(rest),
        _ => is_answered_by_mirror(moves),
    }
}

/// True if each move is followed by its mirror image in the other colour.
fn is_answered_by_mirror(moves: &[(Color, Point)]) -> bool {
    let pairs = moves.chunks_exact(2).take(MIN_MIRRORED_PAIRS);
    let is_mirrored_pair = |pair: &[(Color, Point)]| match pair {
        &[(color, point), (other, copy)] => color != other && copy == reflect(point),
        _ => false,
    };
    pairs.len() == MIN_MIRRORED_PAIRS && pairs.into_iter().all(is_mirrored_pair)
}

/// Reflection of a point through the centre.
fn reflect(point: Point) -> Point {
    let size = BoardSize::GO;
    let opposite = |length: u8, at: u8| length.wrapping_sub(1).wrapping_sub(at);
    Point::new(opposite(size.width(), point.x), opposite(size.height(), point.y))
}

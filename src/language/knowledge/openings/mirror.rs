//! Recognises mirror Go, in which one side answers every move with its reflection through the centre.

use kifu_record::game::{BoardSize, Color, Point};

/// Minimum number of mirrored pairs of moves. Fewer pairs occur by chance.
const PAIRS: usize = 5;

/// True if White mirrors Black's first moves or, after a first move at the centre, Black mirrors White's.
pub(super) fn is_mirrored(moves: &[(Color, Point)]) -> bool {
    let centre = Point::new(BoardSize::GO.width() / 2, BoardSize::GO.height() / 2);
    match moves.split_first() {
        Some((&(_, first), rest)) if first == centre => is_copied(rest),
        _ => is_copied(moves),
    }
}

/// True if each move is followed by its mirror image in the other colour.
fn is_copied(moves: &[(Color, Point)]) -> bool {
    let pairs = moves.chunks_exact(2).take(PAIRS);
    let copied = |pair: &[(Color, Point)]| match pair {
        &[(color, point), (other, copy)] => color != other && copy == reflected(point),
        _ => false,
    };
    pairs.len() == PAIRS && pairs.into_iter().all(copied)
}

/// Reflection of a point through the centre.
fn reflected(point: Point) -> Point {
    let size = BoardSize::GO;
    let opposite = |length: u8, at: u8| length.wrapping_sub(1).wrapping_sub(at);
    Point::new(opposite(size.width(), point.x), opposite(size.height(), point.y))
}

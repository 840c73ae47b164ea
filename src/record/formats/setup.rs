//! How much of a board may be set up.

use crate::game::Point;

/// Setup in one tree may cover the board this many times over. A few letters can set up a whole board, and every change
/// of a point is kept while a game is replayed.
pub(super) const MOST_SETUP_IN_TREE: usize = 4096;

/// The number of points of a rectangle.
pub(super) fn area(from: Point, to: Point) -> usize {
    (usize::from(to.x - from.x) + 1) * (usize::from(to.y - from.y) + 1)
}

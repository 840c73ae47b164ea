//! Limit to the setup stones of a tree, which the formats share.

use crate::game::Point;

/// Number of times that the setup in one tree may cover the board. A few letters can set up a complete board
/// (`AB[aa:ss]`), and a replay stores each change of a point.
pub(super) const MAX_TREE_SETUP_BOARDS: usize = 4096;

pub(super) fn area(from: Point, to: Point) -> usize {
    (usize::from(to.x - from.x) + 1) * (usize::from(to.y - from.y) + 1)
}

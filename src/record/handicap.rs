//! The handicap of a game, from the record's `HA` property or from the setup stones on the board.

use super::{Action, GameRecord};
use crate::game::{BoardSize, GameKind, Point, Stone};
use std::collections::BTreeSet;

impl GameRecord {
    /// Number of handicap stones of a game, 0 for an even game.
    ///
    /// `None` if the record states no number and its setup stones are no handicap: such a game starts from an arbitrary
    /// position. Servers that write `HA[0]` into every game still set the stones. So without a number above 0 the setup
    /// decides: black stones on handicap points, set before the first move, are a handicap of their number.
    pub fn handicap(&self) -> Option<u8> {
        if let Some(stones @ 1..) = self.info.handicap {
            return Some(stones);
        }
        let stones = match self.start.game {
            GameKind::Go => self.handicap_setup_stones(),
            _ => Some(0),
        };
        stones.or(self.info.handicap)
    }

    /// Number of the setup stones before the first move of the main line, if all are black and on handicap points.
    fn handicap_setup_stones(&self) -> Option<u8> {
        let tree = &self.tree;
        let actions = tree.main_line().flat_map(|node| tree.actions(node));
        let mut stones = BTreeSet::new();
        for action in actions.take_while(|action| !action.is_move()) {
            match *action {
                Action::Add(Stone::Black, from, to) => {
                    stones.extend(handicap_points(self.start.size, from, to)?)
                }
                Action::Add(..) => return None,
                _ => {}
            }
        }
        u8::try_from(stones.len()).ok()
    }
}

/// All points of a rectangle, or `None` if one of them is no handicap point.
fn handicap_points(size: BoardSize, from: Point, to: Point) -> Option<Vec<Point>> {
    let points = (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| Point::new(x, y)));
    let is_usual = |point| size.contains(point) && size.is_handicap_point(point);
    points.map(|point| is_usual(point).then_some(point)).collect()
}

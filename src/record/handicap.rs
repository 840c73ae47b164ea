//! The handicap of a game: what the record says (`HA`), or what the stones on the board tell.

use super::{Action, GameRecord};
use crate::game::{BoardSize, GameKind, Point, Stone};
use std::collections::BTreeSet;

impl GameRecord {
    /// The number of handicap stones, 0 for none. `None` if the record gives no number and its setup is no handicap:
    /// such a game is not played from the start.
    ///
    /// Where the record gives no number, only black stones on the usual points, set before the first move, are a
    /// handicap of that number. Servers that write `HA[0]` in every game set the stones all the same.
    pub fn handicap(&self) -> Option<u8> {
        if let Some(stones @ 1..) = self.info.handicap {
            return Some(stones);
        }
        let stones = match self.start.game {
            GameKind::Go => self.usual_stones(),
            _ => Some(0),
        };
        stones.or(self.info.handicap)
    }

    /// The stones set before the first move of the main line, if all are black and on the usual points.
    fn usual_stones(&self) -> Option<u8> {
        let tree = &self.tree;
        let actions = tree.main_line().flat_map(|node| tree.actions(node));
        let mut stones = BTreeSet::new();
        for action in actions.take_while(|action| !action.is_move()) {
            match *action {
                Action::Add(Stone::Black, from, to) => {
                    stones.extend(usual(self.start.size, from, to)?)
                }
                Action::Add(..) => return None,
                _ => {}
            }
        }
        u8::try_from(stones.len()).ok()
    }
}

/// The points of a rectangle, if all are usual for a handicap.
fn usual(size: BoardSize, from: Point, to: Point) -> Option<Vec<Point>> {
    let points = (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| Point::new(x, y)));
    let usual = |point| size.contains(point) && size.is_handicap_point(point);
    points.map(|point| usual(point).then_some(point)).collect()
}

//! Turns the board of a state so that its stones lie in the upper right corner.

use super::{AddressMove, PageState};
use kifu_record::game::Point;

impl PageState {
    /// Number of rows and of columns of a corner of the board: half of the board, rounded up.
    pub(crate) fn corner_side(&self) -> u8 {
        self.size.width().div_ceil(2)
    }

    /// Returns the state with all stones and moves mirrored into the upper right corner. `None` if they lie there
    /// already, if no single corner has all of them, and for boards that are not square.
    pub(crate) fn turned_to_upper_right(&self) -> Option<PageState> {
        let (last, side) = (self.size.width() - 1, self.corner_side());
        let is_inside = |state: &PageState| {
            state.corner_points().all(|point| last - point.x < side && point.y < side)
        };
        if !self.size.is_square() || is_inside(self) {
            return None;
        }
        [(true, false), (false, true), (true, true)].into_iter().find_map(|(left, lower)| {
            let mirrored = |point: Point| {
                let flip = |is_flipped: bool, at: u8| if is_flipped { last - at } else { at };
                Point::new(flip(left, point.x), flip(lower, point.y))
            };
            Some(self.with_points(mirrored)).filter(is_inside)
        })
    }

    fn corner_points(&self) -> impl Iterator<Item = Point> {
        let moves = self.moves.iter().filter_map(|step| match step {
            AddressMove::Place(point) => Some(*point),
            AddressMove::Pass => None,
        });
        moves.chain(self.black.iter().copied()).chain(self.white.iter().copied())
    }

    fn with_points(&self, change: impl Fn(Point) -> Point) -> PageState {
        self.with(|state| {
            for step in &mut state.moves {
                if let AddressMove::Place(point) = step {
                    *point = change(*point);
                }
            }
            let stones = state.black.iter_mut().chain(&mut state.white);
            stones.for_each(|point| *point = change(*point));
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::state::{PageState, pairs};

    #[test]
    fn stones_of_any_corner_come_to_the_upper_right() {
        let turned = |text: &str| {
            let state = PageState::read(&mut pairs(text)).unwrap();
            state.turned_to_upper_right().map(|state| state.query_string())
        };
        let upper_right = "m=Q16,R14,pass,O17";
        assert_eq!(turned(upper_right), None);
        for text in ["m=D16,C14,pass,F17", "m=Q4,R6,pass,O3", "m=D4,C6,pass,F3"] {
            assert_eq!(turned(text).as_deref(), Some(upper_right), "{text}");
        }
        assert_eq!(turned("b=D16&w=C14&turn=W").as_deref(), Some("b=Q16&w=R14&turn=W"));
        assert_eq!(turned("m=Q16,D4"), None);
        assert_eq!(turned("m=D4&size=19x13"), None);
        assert_eq!(turned("m=C3&size=9").as_deref(), Some("m=G7&size=9"));
        // Points on the middle lines belong to several corners.
        assert_eq!(turned("m=K10,Q16"), None);
        assert_eq!(turned("m=K10,D16").as_deref(), Some("m=K10,Q16"));
    }
}

//! Addresses for links to the page Explore: drops those parts of a state that the server would refuse for the state's
//! board.

use super::{AddressMove, Area, NextMoveCondition, PageState};
use kifu_language::input::pattern::corner_with_stones;
use kifu_record::game::board::Board;
use kifu_record::game::go::play;
use kifu_record::game::pattern::MAX_PATTERN_MOVES;
use kifu_record::game::{GameKind, Point, Stone};

impl PageState {
    /// Address of the page Explore in this state. Three things that the server would refuse are dropped: the condition
    /// that moves are played in their order if there are no moves, the condition on a move elsewhere for a complete
    /// board, and the condition on a next move outside of the region.
    pub(crate) fn explore_address(&self) -> String {
        self.without_refused().at_path("/")
    }

    fn without_refused(&self) -> PageState {
        let mut state = self.clone();
        let moves = self.played().iter().filter_map(|step| match step {
            AddressMove::Place(point) => Some(*point),
            AddressMove::Pass => None,
        });
        let inside = moves.filter(|point| self.is_in_area(*point)).count();
        state.sequence &= (1..=MAX_PATTERN_MOVES).contains(&inside);
        if !state.has_next() {
            state.hit.next = NextMoveCondition::Any;
        }
        state
    }

    /// True if a point lies in the part of the board that must match.
    fn is_in_area(&self, point: Point) -> bool {
        let is_between = |(a, b): (Point, Point)| {
            (a.x..=b.x).contains(&point.x) && (a.y..=b.y).contains(&point.y)
        };
        match self.area {
            Area::Whole => true,
            Area::Around => corner_with_stones(&self.board(), None).is_ok_and(is_between),
            Area::Region(a, b) => is_between((Point::new(a.x, b.y), Point::new(b.x, a.y))),
        }
    }

    /// True if the condition on the next move can be met in the part of the board that must match.
    fn has_next(&self) -> bool {
        let next = &self.hit.next;
        if next.is_elsewhere(self.size) {
            return self.is_shape();
        }
        next.point(self.size).is_none_or(|point| self.is_in_area(point))
    }

    /// Stone on a point after the moves of the state are played.
    pub(crate) fn stone(&self, point: Point) -> Stone {
        self.board().stone(point)
    }

    /// Board after the moves of the state are played.
    pub(crate) fn board(&self) -> Board {
        let mut board = Board::new(GameKind::Go, self.size);
        for (stone, points) in [(Stone::Black, &self.black), (Stone::White, &self.white)] {
            points.iter().for_each(|at| board.set(*at, stone));
        }
        for (at, step) in self.played().iter().enumerate() {
            if let AddressMove::Place(point) = *step {
                play(&mut board, self.side_to_move_at(at), point);
            }
        }
        board
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::state::pairs;

    fn read(text: &str) -> PageState {
        PageState::read(&mut pairs(text)).unwrap()
    }

    #[test]
    fn links_leave_out_what_their_boards_would_be_refused_with() {
        for (text, address) in [
            ("seq=1", "/"),
            ("m=Q16&seq=1", "/?m=Q16&seq=1"),
            ("m=Q16,D4&at=0&seq=1", "/?m=Q16,D4&at=0"),
            ("m=Q16&seq=1&area=A1-F6", "/?m=Q16&area=A6-F1"),
            ("m=Q16&next=elsewhere", "/?m=Q16"),
            ("m=Q16&area=around&next=elsewhere", "/?m=Q16&area=around&next=elsewhere"),
            ("m=Q16&area=N9-T19&next=B+D4", "/?m=Q16&area=N9-T19"),
            ("m=Q16,D4&at=1&area=around&seq=1&next=W+D4", "/?m=Q16,D4&at=1&area=around&seq=1"),
            ("m=Q16,D4&at=1&area=around&next=R14", "/?m=Q16,D4&at=1&area=around&next=R14"),
            ("m=Q16&area=N9-T19&next=R14", "/?m=Q16&area=N9-T19&next=R14"),
            ("m=Q16&next=pass", "/?m=Q16&next=pass"),
        ] {
            let written = read(text).explore_address();
            let state_of = |text: &str| read(text.trim_start_matches("/").trim_start_matches("?"));
            assert_eq!(state_of(&written), state_of(address), "{text}: {written}");
        }
    }

    #[test]
    fn stones_are_known_after_captures() {
        let state = read("b=B19&m=pass,A19,A18");
        let point = |name: &str| match AddressMove::parse(name, state.size).unwrap() {
            AddressMove::Place(point) => point,
            AddressMove::Pass => unreachable!(),
        };
        assert_eq!(state.stone(point("A18")), Stone::Black);
        assert_eq!(state.stone(point("A19")), Stone::Empty);
        assert_eq!(state.stone(point("B19")), Stone::Black);
    }
}

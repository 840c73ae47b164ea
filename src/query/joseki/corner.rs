//! Corners of a board: quadrants, their points, and the stones on them.

use kifu_record::game::board::Board;
use kifu_record::game::pattern::{Cell, Edges, Pattern};
use kifu_record::game::{BoardSize, Color, Point, Stone};
use serde::{Deserialize, Serialize};

/// Longest side of a quadrant. Its 11 × 11 points fit into the 128 bits of a [`CornerStones`].
const MAX_SIDE: u8 = 11;

/// Corner of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corner {
    UpperRight,
    UpperLeft,
    LowerRight,
    LowerLeft,
}

impl Corner {
    /// All corners, in the order in which a game's corner lines are counted.
    pub const ALL: [Corner; 4] =
        [Corner::UpperRight, Corner::UpperLeft, Corner::LowerRight, Corner::LowerLeft];

    /// The corner on the right or left side, upper or lower.
    pub fn on_side(is_right: bool, is_lower: bool) -> Corner {
        match (is_right, is_lower) {
            (true, false) => Corner::UpperRight,
            (false, false) => Corner::UpperLeft,
            (true, true) => Corner::LowerRight,
            (false, true) => Corner::LowerLeft,
        }
    }

    /// Name of the corner, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Corner::UpperRight => "upper-right",
            Corner::UpperLeft => "upper-left",
            Corner::LowerRight => "lower-right",
            Corner::LowerLeft => "lower-left",
        }
    }

    /// Parses the name of a corner, such as `upper-right` or `Upper right`.
    pub fn parse(name: &str) -> Option<Corner> {
        let name = name.trim().replace([' ', '_'], "-");
        Self::ALL.into_iter().find(|corner| corner.name().eq_ignore_ascii_case(&name))
    }

    pub(crate) fn is_left(self) -> bool {
        matches!(self, Corner::UpperLeft | Corner::LowerLeft)
    }

    pub(crate) fn is_lower(self) -> bool {
        matches!(self, Corner::LowerRight | Corner::LowerLeft)
    }
}

/// Set of corners, one bit for each in the order of [`Corner::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CornerSet(u8);

impl CornerSet {
    /// All corners.
    pub(crate) const ALL: CornerSet = CornerSet(0b1111);

    pub(crate) fn insert(&mut self, corner: Corner) {
        self.0 |= 1 << corner as u8;
    }

    /// Adds the corner with this index in [`Corner::ALL`].
    pub(crate) fn insert_index(&mut self, corner: usize) {
        self.0 |= 1 << corner;
    }

    /// Removes the corner with this index in [`Corner::ALL`].
    pub(crate) fn remove(&mut self, corner: usize) {
        self.0 &= !(1 << corner);
    }

    /// True if the set has the corner with this index in [`Corner::ALL`].
    pub(crate) fn contains(self, corner: usize) -> bool {
        corner < 4 && self.0 >> corner & 1 == 1
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn union(self, other: CornerSet) -> CornerSet {
        CornerSet(self.0 | other.0)
    }

    pub(crate) fn intersection(self, other: CornerSet) -> CornerSet {
        CornerSet(self.0 & other.0)
    }

    pub(crate) fn without(self, other: CornerSet) -> CornerSet {
        CornerSet(self.0 & !other.0)
    }

    pub(crate) fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The corners of the set, as indices in [`Corner::ALL`].
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let corner = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (corner < 8).then_some(corner)
        })
    }
}

/// Point of the board as a point of its corners.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PointInCorners {
    /// Corners whose quadrants contain the point.
    pub(crate) corners: CornerSet,
    /// The point in each of these corners, in the order of [`Corner::ALL`].
    pub(crate) points: [CornerPoint; 4],
    /// 1 in the lane of each of these corners, see [`StoneCounts`].
    lanes: u64,
}

/// Numbers of stones in all corners of a board, in one word: 16 bits for each corner, called its lane. A lane has bit
/// 14 set as long as its corner has more stones than a limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoneCounts(u64);

impl StoneCounts {
    const ONES: u64 = 0x0001_0001_0001_0001;
    const ABOVE_LIMIT: u64 = 0x4000_4000_4000_4000;

    /// Empty corners. The limit is less than 128, so a lane never borrows from the next one.
    pub(crate) fn new(limit: u32) -> StoneCounts {
        StoneCounts(Self::ABOVE_LIMIT - Self::ONES * u64::from(1 + limit.min(127)))
    }

    /// Adds a stone at a point, or takes it off; 0 changes only its colour.
    #[inline]
    pub(crate) fn add(&mut self, at: &PointInCorners, change: i64) {
        self.0 = self.0.wrapping_add(at.lanes.wrapping_mul(change as u64));
    }

    /// The corners that have no more stones than the limit.
    #[inline]
    pub(crate) fn up_to_limit(self) -> CornerSet {
        let low = (!self.0 & Self::ABOVE_LIMIT) >> 14;
        CornerSet((low | low >> 15 | low >> 30 | low >> 45) as u8 & 0b1111)
    }
}

/// Point of a quadrant, given by its distances from the two edges of the board: 11 × the distance from the upper or
/// lower edge + the distance from the left or right edge. A point has the same number in all corners and on boards of
/// all sizes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CornerPoint(u8);

impl CornerPoint {
    /// Number of different points.
    pub(crate) const COUNT: u8 = MAX_SIDE * MAX_SIDE;

    /// The point with this number; `None` if there is none.
    pub(crate) fn from_number(number: u8) -> Option<CornerPoint> {
        (number < Self::COUNT).then_some(CornerPoint(number))
    }

    pub(crate) fn number(self) -> u8 {
        self.0
    }

    /// Distances from the side edge and from the upper or lower edge.
    fn distances(self) -> (u8, u8) {
        (self.0 % MAX_SIDE, self.0 / MAX_SIDE)
    }

    /// The mirror image of the point in the diagonal of the corner.
    pub(crate) fn mirrored(self) -> CornerPoint {
        let (side, end) = self.distances();
        CornerPoint(side * MAX_SIDE + end)
    }

    /// In the normal form of a line, the first stone off the diagonal lies nearer the side edge than the upper edge.
    /// Returns whether a line whose first stone off the diagonal is this one has to be mirrored for that; `None` if the
    /// point is on the diagonal.
    pub(crate) fn decides_mirror(self) -> Option<bool> {
        let (side, end) = self.distances();
        (side != end).then_some(side > end)
    }
}

/// The corners of square boards of one size. A quadrant is half of the board, rounded up, on each axis: 10 × 10 points
/// on 19 × 19, so that quadrants share the middle lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quadrants {
    board: BoardSize,
}

impl Quadrants {
    /// The corners of a board; `None` if it is not square, or if its quadrants have more than 11 × 11 points.
    pub fn new(board: BoardSize) -> Option<Quadrants> {
        let quadrants = Quadrants { board };
        (board.is_square() && quadrants.side() <= MAX_SIDE).then_some(quadrants)
    }

    /// Number of rows and of columns of a quadrant.
    pub fn side(self) -> u8 {
        self.board.width().div_ceil(2)
    }

    /// Size of the boards.
    pub fn board(self) -> BoardSize {
        self.board
    }

    /// Finds the corners whose quadrants contain a point of the board.
    pub(crate) fn in_corners(self, point: Point) -> PointInCorners {
        let mut found = PointInCorners::default();
        for (corner, slot) in Corner::ALL.into_iter().zip(&mut found.points) {
            if let Some(at) = self.corner_point(corner, point) {
                found.corners.insert(corner);
                found.lanes |= 1 << (16 * corner as u8);
                *slot = at;
            }
        }
        found
    }

    /// True if a point of the board lies in the quadrant of a corner.
    pub fn has_point(self, corner: Corner, point: Point) -> bool {
        self.corner_point(corner, point).is_some()
    }

    /// A point of the board as a point of a corner; `None` if it lies outside of the corner's quadrant.
    pub(crate) fn corner_point(self, corner: Corner, point: Point) -> Option<CornerPoint> {
        let from_far_edge = |at: u8| self.board.width().checked_sub(1)?.checked_sub(at);
        let side = if corner.is_left() { point.x } else { from_far_edge(point.x)? };
        let end = if corner.is_lower() { from_far_edge(point.y)? } else { point.y };
        (side.max(end) < self.side()).then_some(CornerPoint(end * MAX_SIDE + side))
    }

    /// A point of a corner as a point of the board.
    pub(crate) fn board_point(self, corner: Corner, at: CornerPoint) -> Point {
        let (side, end) = at.distances();
        let from_far_edge = |at: u8| self.board.width().saturating_sub(1 + at);
        Point::new(
            if corner.is_left() { side } else { from_far_edge(side) },
            if corner.is_lower() { from_far_edge(end) } else { end },
        )
    }

    /// A point of a corner as a point of the upper right corner of the board.
    pub fn point(self, at: CornerPoint) -> Point {
        self.board_point(Corner::UpperRight, at)
    }

    /// The pattern of a quadrant in the upper right corner with exactly these stones.
    pub(crate) fn pattern(self, stones: CornerStones) -> Option<Pattern> {
        let size = BoardSize::new(self.side(), self.side())?;
        let mut cells = vec![Cell::EMPTY; size.area()];
        for (at, color) in stones.iter() {
            let (side, end) = at.distances();
            let point = Point::new(self.side().checked_sub(1 + side)?, end);
            *cells.get_mut(size.number(point))? = Cell::only(color.into());
        }
        Pattern::new(size, cells, Edges { right: true, top: true, ..Edges::default() })
    }

    /// The stones in the quadrant of a corner.
    pub fn stones(self, board: &Board, corner: Corner) -> CornerStones {
        let mut stones = CornerStones::default();
        for point in board.size().points() {
            if let Some(at) = self.corner_point(corner, point) {
                stones.set(at, board.stone(point));
            }
        }
        stones
    }
}

/// Black and white stones in a quadrant, one bit for each point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CornerStones {
    black: u128,
    white: u128,
}

impl CornerStones {
    pub(crate) fn set(&mut self, at: CornerPoint, stone: Stone) {
        let place = |color: Color| u128::from(stone == color.into()) << at.0;
        let others = !(1 << at.0);
        self.black = self.black & others | place(Color::Black);
        self.white = self.white & others | place(Color::White);
    }

    /// The stone at a point.
    pub(crate) fn stone(self, at: CornerPoint) -> Stone {
        match (self.black >> at.0 & 1, self.white >> at.0 & 1) {
            (1, _) => Stone::Black,
            (_, 1) => Stone::White,
            _ => Stone::Empty,
        }
    }

    /// All stones, each with its point.
    pub fn iter(self) -> impl Iterator<Item = (CornerPoint, Color)> {
        let colors = [(self.black, Color::Black), (self.white, Color::White)];
        colors.into_iter().flat_map(|(bits, color)| {
            let points = (0..CornerPoint::COUNT).filter(move |at| bits >> at & 1 == 1);
            points.map(move |at| (CornerPoint(at), color))
        })
    }

    /// Number of stones.
    pub(crate) fn count(self) -> u32 {
        self.black.count_ones() + self.white.count_ones()
    }

    /// The stones in another frame: mirrored in the diagonal, with exchanged colours.
    pub(crate) fn in_frame(self, frame: Frame) -> CornerStones {
        let mut stones = CornerStones::default();
        for (at, color) in self.iter() {
            stones.set(frame.point(at), frame.color(color).into());
        }
        stones
    }
}

/// How a line is turned and coloured to be read: mirrored in the diagonal of its corner, and with exchanged colours.
/// Each frame is its own inverse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Frame {
    pub(crate) mirrored: bool,
    pub(crate) swapped: bool,
}

impl Frame {
    /// All frames, in the order in which they are preferred.
    pub(crate) const ALL: [Frame; 4] = [
        Frame { mirrored: false, swapped: false },
        Frame { mirrored: false, swapped: true },
        Frame { mirrored: true, swapped: false },
        Frame { mirrored: true, swapped: true },
    ];

    /// Index of the frame in [`ALL`](Self::ALL).
    pub(crate) fn number(self) -> usize {
        2 * usize::from(self.mirrored) + usize::from(self.swapped)
    }

    pub(crate) fn point(self, at: CornerPoint) -> CornerPoint {
        if self.mirrored { at.mirrored() } else { at }
    }

    pub(crate) fn color(self, color: Color) -> Color {
        if self.swapped { color.other() } else { color }
    }

    /// The frame that has the effect of this one and another, one after the other.
    pub(crate) fn then(self, other: Frame) -> Frame {
        Frame { mirrored: self.mirrored != other.mirrored, swapped: self.swapped != other.swapped }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn quadrants_are_half_of_the_board_rounded_up() {
        for (size, side) in [(19, 10), (13, 7), (9, 5), (2, 1), (22, 11)] {
            let quadrants = Quadrants::new(BoardSize::new(size, size).unwrap()).unwrap();
            assert_eq!(quadrants.side(), side);
            let points = BoardSize::new(size, size).unwrap().points();
            let counts = points.map(|point| quadrants.in_corners(point).corners.len());
            assert_eq!(counts.sum::<u32>(), 4 * u32::from(side) * u32::from(side));
        }
        assert!(Quadrants::new(BoardSize::new(23, 23).unwrap()).is_none());
        assert!(Quadrants::new(BoardSize::new(19, 13).unwrap()).is_none());
    }

    #[test]
    fn a_point_has_one_number_in_all_corners() {
        let quadrants = Quadrants::new(BoardSize::GO).unwrap();
        // R16, C16, R4 and C4: three lines from the side, four from the upper or lower edge.
        let points = [(16, 3), (2, 3), (16, 15), (2, 15)].map(|(x, y)| Point::new(x, y));
        let numbers = Corner::ALL
            .map(|corner| quadrants.corner_point(corner, points[corner as usize]).unwrap());
        assert_eq!(numbers, [CornerPoint(3 * 11 + 2); 4]);
        assert_eq!(quadrants.point(numbers[3]), points[0]);
        assert_eq!(numbers[0].decides_mirror(), Some(false));
        assert_eq!(numbers[0].mirrored().decides_mirror(), Some(true));
        // The middle of the board belongs to all corners, and it lies on the diagonal of each.
        let middle = Point::new(9, 9);
        assert_eq!(quadrants.in_corners(middle).corners.len(), 4);
        let middle = quadrants.corner_point(Corner::LowerLeft, middle).unwrap();
        assert_eq!(middle.decides_mirror(), None);
    }

    #[test]
    fn stones_of_all_corners_are_counted_in_one_word() {
        let quadrants = Quadrants::new(BoardSize::GO).unwrap();
        let corners = |counts: StoneCounts| counts.up_to_limit().iter().collect::<Vec<_>>();
        let mut counts = StoneCounts::new(1);
        assert_eq!(corners(counts), [0, 1, 2, 3]);
        let [upper_right, top, lower_left] =
            [(16, 3), (9, 3), (2, 15)].map(|(x, y)| quadrants.in_corners(Point::new(x, y)));
        counts.add(&upper_right, 1);
        counts.add(&top, 1);
        counts.add(&lower_left, 1);
        assert_eq!(corners(counts), [1, 2, 3]);
        counts.add(&top, 1);
        assert_eq!(corners(counts), [2, 3]);
        counts.add(&upper_right, -1);
        counts.add(&upper_right, -1);
        assert_eq!(corners(counts), [0, 2, 3]);
        counts.add(&lower_left, 0);
        counts.add(&lower_left, 1);
        assert_eq!(corners(counts), [0, 2]);
    }

    #[test]
    fn frames_are_their_own_inverses() {
        let mut stones = CornerStones::default();
        stones.set(CornerPoint(3), Stone::Black);
        stones.set(CornerPoint(45), Stone::White);
        for frame in Frame::ALL {
            assert_eq!(stones.in_frame(frame).in_frame(frame), stones);
            assert_eq!(frame.then(frame), Frame::default());
        }
        assert_eq!(Corner::parse(" Lower Left"), Some(Corner::LowerLeft));
        assert_eq!(Corner::parse("left"), None);
    }
}

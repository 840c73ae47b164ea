//! An image of a pattern in the form that first-change times are compared with: rows of eight points at once.

use super::{ChangeTime, ChangeTimes, NEVER, WHITE};
use kifu_record::game::pattern::{Cell, Pattern};
use kifu_record::game::{BoardSize, Color, Point, Stone};
use kifu_store::index::events::Event;
use std::ops::RangeInclusive;

/// Number of adjacent points that are compared at once: eight 16-bit times fill a 128-bit vector register, which every
/// x86-64 and ARM64 processor has.
const LANE_COUNT: usize = 8;
pub(super) type Lanes = [ChangeTime; LANE_COUNT];

/// Value of a lane (one of eight adjacent points) for which a comparison is true: all bits set.
const ALL_BITS: ChangeTime = -1;

/// Lanes of eight adjacent points of a row, with the stones that an image requires on these points.
struct StoneRow {
    /// Number of the first of the eight points, counted from the image's upper left.
    at: usize,
    /// Lanes whose points must have a stone of a given or of any colour.
    required: Lanes,
    /// Lanes whose points must have a stone of a given colour.
    colored: Lanes,
    /// The required colour in each lane: [`WHITE`] or 0.
    color: Lanes,
}

/// Lanes of eight adjacent points of a row, with the points that an image requires to be empty.
struct EmptyRow {
    at: usize,
    required: Lanes,
}

/// An image of the pattern. Its points are numbered from the upper left in the way in which events number points.
#[derive(Default)]
pub(super) struct ImageShape {
    /// Points that must have a stone of a given colour, each with that colour: [`WHITE`] or 0 for black.
    pub(super) stones: Vec<(usize, ChangeTime)>,
    /// Points that must have a stone of any colour.
    pub(super) any_stone: Vec<usize>,
    /// Points that must be empty.
    pub(super) empty: Vec<usize>,
    /// Points that may be empty or have a stone of one colour, but none of the other colour. Each point is listed with
    /// the colour that it may have: [`WHITE`] or 0 for black.
    pub(super) empty_or_color: Vec<(usize, ChangeTime)>,
    /// True if the image also has a requirement that first-change times (when each point first changed) cannot decide.
    pub(super) has_other_requirements: bool,
    /// Points of the moves that follow the drawing, each with its colour: [`WHITE`] or 0 for black.
    pub(super) moves: Vec<(usize, ChangeTime)>,
    /// All required stones, in rows of eight points.
    stone_rows: Vec<StoneRow>,
    /// All required empty points, in rows of eight points.
    empty_rows: Vec<EmptyRow>,
    /// Columns and rows of the board at which the image's upper left can lie; `None` if the image does not fit on the
    /// board.
    corner_range: Option<(RangeInclusive<u8>, RangeInclusive<u8>)>,
}

/// Points that had a stone at some time in a game: for each colour (Black first) and each row of the board, one bit per
/// column.
#[derive(Default)]
pub(super) struct EverStones([[u32; Event::COLUMNS]; 2]);

impl EverStones {
    #[inline]
    pub(super) fn add(&mut self, point: Point, stone: Stone) {
        if let Some(color) = stone.color() {
            self.0[color as usize & 1][usize::from(point.y) % Event::COLUMNS] |=
                1 << (point.x % 32);
        }
    }

    /// Bit set of the columns of a row that had a stone of this colour.
    #[inline]
    fn row(&self, color: Color, y: usize) -> u32 {
        self.0[color as usize & 1][y % Event::COLUMNS]
    }
}

impl ImageShape {
    pub(super) fn new(image: &Pattern, board: BoardSize) -> ImageShape {
        let of_color = |color| if color == Color::White { WHITE } else { 0 };
        let moves = image.moves().iter();
        let mut shape = ImageShape {
            moves: moves
                .map(|&(color, point)| (Event::number_of(point), of_color(color)))
                .collect(),
            corner_range: image.corner_ranges(board),
            ..ImageShape::default()
        };
        let played: Vec<usize> = shape.moves.iter().map(|&(at, _)| at).collect();
        for (point, cell) in image.cells() {
            let at = Event::number_of(point);
            match cell {
                Cell::BLACK => shape.stones.push((at, 0)),
                Cell::WHITE => shape.stones.push((at, WHITE)),
                Cell::STONE => shape.any_stone.push(at),
                // The pattern has a move on this point, so a stone comes to it and the point does not stay empty.
                Cell::EMPTY | Cell::BLACK_OR_EMPTY | Cell::WHITE_OR_EMPTY
                    if played.contains(&at) => {}
                Cell::EMPTY => shape.empty.push(at),
                Cell::BLACK_OR_EMPTY => shape.empty_or_color.push((at, 0)),
                Cell::WHITE_OR_EMPTY => shape.empty_or_color.push((at, WHITE)),
                Cell::ANYTHING => {}
                _ => shape.has_other_requirements = true,
            }
        }
        shape.fill_rows();
        shape
    }

    fn fill_rows(&mut self) {
        let colored = self.stones.iter().map(|&(at, color)| (at, ALL_BITS, color));
        let taken = self.any_stone.iter().map(|&at| (at, 0, 0));
        for (at, colored, color) in colored.chain(taken) {
            let new = |at| StoneRow {
                at,
                required: [0; LANE_COUNT],
                colored: [0; LANE_COUNT],
                color: [0; LANE_COUNT],
            };
            let (row, lane) = row_of(&mut self.stone_rows, at, |row| row.at, new);
            row.required[lane] = ALL_BITS;
            row.colored[lane] = colored;
            row.color[lane] = color;
        }
        for &at in &self.empty {
            let new = |at| EmptyRow { at, required: [0; LANE_COUNT] };
            let (row, lane) = row_of(&mut self.empty_rows, at, |row| row.at, new);
            row.required[lane] = ALL_BITS;
        }
    }

    /// Appends the placements at which all stones and moves stood at some time, in any order. `first` is the number of
    /// this image's first placement. Returns the number of the next image's first placement.
    pub(super) fn push_possible(
        &self,
        ever: &EverStones,
        first: u16,
        places: &mut Vec<u16>,
    ) -> u16 {
        let Some((columns, rows)) = &self.corner_range else {
            return first;
        };
        let mut row_start = first;
        for y in rows.clone() {
            // Each bit is a column of the board at which the image's upper left may lie.
            let mut fit = u32::MAX << columns.start() & u32::MAX >> (31 - columns.end());
            for &(at, color) in self.stones.iter().chain(&self.moves) {
                let color = [Color::Black, Color::White][color as usize & 1];
                fit &=
                    ever.row(color, usize::from(y) + at / Event::COLUMNS) >> (at % Event::COLUMNS);
            }
            for &at in &self.any_stone {
                let row = usize::from(y) + at / Event::COLUMNS;
                fit &= (ever.row(Color::Black, row) | ever.row(Color::White, row))
                    >> (at % Event::COLUMNS);
            }
            while fit != 0 {
                places
                    .push(row_start + (fit.trailing_zeros() as u16 - u16::from(*columns.start())));
                fit &= fit - 1;
            }
            row_start += columns.len() as u16;
        }
        row_start
    }

    /// The time from which all required stones stand, and the time until which they stand. If the second time is not
    /// after the first, all stones may stand together at some later time, but not earlier.
    #[inline]
    pub(super) fn standing_interval(
        &self,
        times: &ChangeTimes,
        corner: usize,
    ) -> (ChangeTime, ChangeTime) {
        let (mut from, mut to) = ([0; LANE_COUNT], [NEVER; LANE_COUNT]);
        for row in &self.stone_rows {
            let (first, second) = times.lanes(corner + row.at);
            for i in 0..LANE_COUNT {
                // If the other colour came first, only the second change can bring the right stone, and nothing is
                // known after it.
                let is_other = -((first[i] ^ row.color[i]) & WHITE) & row.colored[i];
                let begin = first[i] & !is_other | second[i] & is_other;
                let end = second[i] & !is_other;
                from[i] = from[i].max(begin & row.required[i]);
                to[i] = to[i].min(end | NEVER & !row.required[i]);
            }
        }
        (max_lane(from), min_lane(to))
    }

    /// If some of the points that must be empty change by the time `from`: the earliest time at which all of these may
    /// be empty again. `None` if all points that must be empty stay so until `from`.
    #[inline]
    pub(super) fn empty_again_from(
        &self,
        times: &ChangeTimes,
        corner: usize,
        from: ChangeTime,
    ) -> Option<ChangeTime> {
        let (mut late, mut until) = ([0; LANE_COUNT], [0; LANE_COUNT]);
        for row in &self.empty_rows {
            let (first, second) = times.lanes(corner + row.at);
            for i in 0..LANE_COUNT {
                let is_late = -ChangeTime::from(first[i] <= from) & row.required[i];
                late[i] |= is_late;
                until[i] = until[i].max(second[i] & is_late);
            }
        }
        let any = late.iter().fold(0, |any, late| any | late);
        (any != 0).then(|| max_lane(until))
    }
}

/// The row of eight adjacent points that contains a point, and the point's lane in that row. A row that does not exist
/// yet is added.
fn row_of<R>(
    rows: &mut Vec<R>,
    at: usize,
    begin: impl Fn(&R) -> usize,
    new: impl Fn(usize) -> R,
) -> (&mut R, usize) {
    let lane = at % LANE_COUNT;
    let row_start = at - lane;
    let place = rows.iter().position(|row| begin(row) == row_start).unwrap_or_else(|| {
        rows.push(new(row_start));
        rows.len() - 1
    });
    (&mut rows[place], lane)
}

#[inline]
fn max_lane(lanes: Lanes) -> ChangeTime {
    lanes.into_iter().fold(0, ChangeTime::max)
}

#[inline]
fn min_lane(lanes: Lanes) -> ChangeTime {
    lanes.into_iter().fold(NEVER, ChangeTime::min)
}

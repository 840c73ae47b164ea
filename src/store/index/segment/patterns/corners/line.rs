//! Reads the lines of a game's corners from its events (changes of points).

use super::{
    CornerFrame, CornerStone, MAX_STONES, MOST_LEFT, SIDES, SMALLEST_PATTERN, SYMBOL_BITS,
    corner_point,
};
use crate::index::events::{Event, TRANSITIONS, event_pairs};
use kifu_record::game::{BoardSize, Stone};

/// Longest side of a corner.
const LONGEST: u8 = 10;
/// Number of symbols in a key, by which lines are sorted.
pub(super) const KEY_SYMBOLS: usize = 7;

/// Symbols of a line, as many as fit into a key, the first in the highest bits.
#[derive(Clone, Copy, Default)]
pub(super) struct LineKey(pub(super) u64);

impl LineKey {
    /// The symbol with this number; 0 if the line is shorter.
    #[inline]
    pub(super) fn symbol(self, number: usize) -> u16 {
        (self.0 >> Self::shift(number) & ((1 << SYMBOL_BITS) - 1)) as u16
    }

    fn shift(number: usize) -> u32 {
        SYMBOL_BITS * (KEY_SYMBOLS - 1 - number) as u32
    }

    #[inline]
    fn set(&mut self, number: usize, symbol: u16) {
        self.0 |= u64::from(symbol) << Self::shift(number);
    }
}

/// What is read of one corner and one side.
#[derive(Clone, Copy, Default)]
pub(super) struct SideLine {
    pub(super) key: LineKey,
    pub(super) transposed: bool,
    /// Fewest stones that a capture left in the corner, if at most [`MOST_LEFT`].
    pub(super) fewest_left: Option<u8>,
    is_oriented: bool,
    has_capture: bool,
    /// Number of stones in the line.
    stones: usize,
    /// Number of stones before the last position that added stones.
    before_position: usize,
    /// Number of this position.
    position: u32,
}

/// The lines of the four corners of a game, up to their first [`KEY_SYMBOLS`] stones, for all sides.
#[derive(Default)]
pub(super) struct GameLines {
    pub(super) lines: [[SideLine; SIDES.len()]; 4],
}

/// Side of the square in which the stones left by a capture are counted, by the number of the trie's side: the smallest
/// side of a pattern that is looked up in the trie.
pub fn counted_side(number: usize) -> u8 {
    match number.checked_sub(1).and_then(|smaller| SIDES.get(smaller)) {
        Some(smaller) => smaller + 1,
        None => SMALLEST_PATTERN,
    }
}

/// For the larger of a point's two distances from the edges: number of the smallest side whose corner has the point.
const FIRST_SIDE: [usize; LONGEST as usize] = {
    let mut first = [0; LONGEST as usize];
    let mut ring = 0;
    while ring < first.len() {
        let mut number = 0;
        while (SIDES[number] as usize) <= ring {
            number += 1;
        }
        first[ring] = number;
        ring += 1;
    }
    first
};

/// Point of the board as a point of one of its corners.
#[derive(Clone, Copy, Default)]
struct CornerPlace {
    corner: u8,
    /// Distances from the side edge and from the upper or lower edge.
    across: u8,
    along: u8,
    /// The larger of the two distances.
    ring: u8,
}

/// Corners that have a point, at most all four on a small board.
#[derive(Clone, Copy, Default)]
struct PointPlaces {
    places: [CornerPlace; CORNERS],
    count: u8,
}

/// Reads the lines of games. Computes once for each size of boards which corners have each point.
#[derive(Default)]
pub(super) struct LineReader {
    /// For each board, the corners of each point by its number in events.
    boards: Vec<(BoardSize, Vec<PointPlaces>)>,
}

/// Number of sizes of boards whose points are remembered. Archives have a handful; hostile ones have hundreds.
const MAX_BOARDS: usize = 16;

/// Stones in a corner of the current position.
#[derive(Clone, Copy)]
struct CornerStones {
    /// Number of stones by the larger of their two distances from the edges.
    by_ring: [u16; LONGEST as usize],
    /// The smallest such distance at which the current position took a stone off; [`LONGEST`] if none.
    taken: u8,
    /// Number of sides whose lines are still read. A larger corner has at least the stones and the captures of a
    /// smaller one, so the lines of the largest sides end first.
    open_sides: usize,
}

fn places_on(board: BoardSize) -> Vec<PointPlaces> {
    let mut points = vec![PointPlaces::default(); Event::POINTS];
    for point in board.points() {
        let Some(slot) = points.get_mut(Event::number_of(point)) else {
            continue;
        };
        for frame in CornerFrame::CORNERS {
            let (across, along) = frame.coordinates(point, board);
            let ring = across.max(along);
            if ring < LONGEST
                && let Some(place) = slot.places.get_mut(usize::from(slot.count))
            {
                *place = CornerPlace { corner: frame.corner, across, along, ring };
                slot.count += 1;
            }
        }
    }
    points
}

impl LineReader {
    /// Reads the lines from the events (changes of points) of a game's main line.
    pub(super) fn read(&mut self, events: &[u8], board: BoardSize) -> GameLines {
        let known = self.boards.iter().position(|(known, _)| *known == board);
        let number = known.unwrap_or_else(|| {
            self.boards.truncate(MAX_BOARDS - 1);
            self.boards.push((board, places_on(board)));
            self.boards.len() - 1
        });
        let points = self.boards.get(number).map_or(&[][..], |(_, points)| points);
        let mut game = GameLines::default();
        game.read(events, points);
        for (number, side) in SIDES.iter().enumerate() {
            // A corner must not reach beyond the board.
            if board.width().min(board.height()) < *side {
                let lines = game.lines.iter_mut().filter_map(|lines| lines.get_mut(number));
                lines.for_each(|line| *line = SideLine::default());
            }
        }
        game
    }
}

impl GameLines {
    fn read(&mut self, events: &[u8], points: &[PointPlaces]) {
        let none = CornerStones {
            by_ring: [0; LONGEST as usize],
            taken: LONGEST,
            open_sides: SIDES.len(),
        };
        let mut corners = [none; CORNERS];
        let mut position = 1;
        let mut any_taken = false;
        for &pair in event_pairs(events) {
            let event = Event::read(pair);
            // An event without a change has a number behind those of all points.
            if let Some(point) = points.get(event.number()) {
                let (before, after) =
                    TRANSITIONS.get(event.transition()).copied().unwrap_or_default();
                for place in point.places.iter().take(point.count.into()) {
                    let corner = usize::from(place.corner);
                    let (Some(lines), Some(stones)) =
                        (self.lines.get_mut(corner), corners.get_mut(corner))
                    else {
                        continue;
                    };
                    if before == Stone::Empty {
                        stones.add(lines, *place, after, position);
                    } else {
                        stones.remove(place.ring, after);
                        any_taken = true;
                    }
                }
            }
            if event.ends_position() {
                if any_taken {
                    self.end_position_with_captures(&mut corners, position);
                    any_taken = false;
                }
                position += 1;
            }
        }
    }

    #[cold]
    fn end_position_with_captures(&mut self, corners: &mut [CornerStones; CORNERS], position: u32) {
        for (lines, stones) in self.lines.iter_mut().zip(corners) {
            let taken = std::mem::replace(&mut stones.taken, LONGEST);
            for (number, (side, line)) in SIDES.iter().zip(lines).enumerate() {
                if taken < *side {
                    let counted = stones.by_ring.iter().take(counted_side(number).into());
                    line.end_position_with_captures(counted.sum(), position);
                    stones.open_sides = stones.open_sides.min(number);
                }
            }
        }
    }
}

impl CornerStones {
    /// Adds a stone at these distances from the edges to the lines of its corner.
    #[inline]
    fn add(
        &mut self,
        lines: &mut [SideLine; SIDES.len()],
        place: CornerPlace,
        stone: Stone,
        position: u32,
    ) {
        let ring = usize::from(place.ring);
        if let Some(count) = self.by_ring.get_mut(ring) {
            *count += 1;
        }
        let first = FIRST_SIDE.get(ring).copied().unwrap_or_default();
        let open = lines.get_mut(first..self.open_sides).unwrap_or_default();
        for (number, line) in (first..).zip(open) {
            if line.is_full_before(position) {
                self.open_sides = number;
                return;
            }
            line.add(place.across, place.along, stone, position);
        }
    }

    /// Removes a stone at this distance, or changes its colour.
    #[inline]
    fn remove(&mut self, ring: u8, after: Stone) {
        if let Some(count) = self.by_ring.get_mut(usize::from(ring)) {
            *count -= u16::from(after.color().is_none());
        }
        self.taken = ring.min(self.taken);
    }
}

/// Number of corners of a board.
const CORNERS: usize = 4;

impl SideLine {
    /// True if a key holds no stone of this position and later ones.
    fn is_full_before(&self, position: u32) -> bool {
        self.stones >= KEY_SYMBOLS && self.position != position
    }

    #[inline]
    fn add(&mut self, across: u8, along: u8, stone: Stone, position: u32) {
        let Some(color) = stone.color().filter(|_| !self.has_capture) else {
            return;
        };
        let continues = std::mem::replace(&mut self.position, position) == position;
        if !continues {
            self.before_position = self.stones;
        }
        // The stone before this one does not end its position if it is of the same position.
        let last = self.stones.checked_sub(1).filter(|&last| continues && last < KEY_SYMBOLS);
        if let Some(last) = last {
            self.key.0 -= 1 << LineKey::shift(last);
        }
        if self.stones < KEY_SYMBOLS {
            if across != along && !self.is_oriented {
                self.is_oriented = true;
                self.transposed = across > along;
            }
            let (across, along) = if self.transposed { (along, across) } else { (across, along) };
            let stone =
                CornerStone { point: corner_point(across, along), color, ends_position: true };
            self.key.set(self.stones, stone.symbol());
        }
        self.stones += 1;
    }

    /// Ends a position of the game that took stones off the corner and left so many.
    fn end_position_with_captures(&mut self, left: u16, position: u32) {
        if !self.has_capture {
            self.has_capture = true;
            if self.position == position {
                self.cut_position();
            }
        }
        let is_fewer = self.fewest_left.is_none_or(|fewest| left < u16::from(fewest));
        if usize::from(left) <= MOST_LEFT && is_fewer {
            self.fewest_left = Some(left as u8);
        }
    }

    /// Removes the stones of the current position from the line.
    fn cut_position(&mut self) {
        self.stones = self.before_position;
        match self.stones.checked_sub(1) {
            Some(last) if last < KEY_SYMBOLS => self.key.0 &= !0 << LineKey::shift(last),
            Some(_) => {}
            None => self.key.0 = 0,
        }
    }
}

/// Reads the symbols of one line, and returns those after the first `skipped` as a key.
pub(super) fn key_after(
    events: &[u8],
    board: BoardSize,
    frame: CornerFrame,
    side: u8,
    skipped: usize,
) -> LineKey {
    let mut symbols = [0u16; MAX_STONES];
    let wanted = (skipped + KEY_SYMBOLS).min(MAX_STONES);
    let (mut count, mut before_position) = (0, 0);
    let (corner, size) = (frame.square(side, board), BoardSize::new(side, side));
    for &pair in event_pairs(events) {
        let event = Event::read(pair);
        if size.is_some_and(|size| event.is_in(corner, size))
            && let Some((point, before, after)) = event.change()
        {
            let Some(color) = after.color().filter(|_| before == Stone::Empty) else {
                symbols.iter_mut().skip(before_position).for_each(|symbol| *symbol = 0);
                break;
            };
            let (across, along) = frame.coordinates(point, board);
            let stone =
                CornerStone { point: corner_point(across, along), color, ends_position: true };
            if count > before_position
                && let Some(last) = symbols.get_mut(count - 1)
            {
                *last -= 1;
            }
            if let Some(slot) = symbols.get_mut(count) {
                *slot = stone.symbol();
            }
            count += 1;
        }
        if event.ends_position() {
            before_position = count;
            if count >= wanted {
                break;
            }
        }
    }
    let mut key = LineKey::default();
    let rest = symbols.iter().skip(skipped).take(KEY_SYMBOLS);
    rest.enumerate().for_each(|(number, &symbol)| key.set(number, symbol));
    key
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::index::segment::patterns::corners::CornerFrame;
    use kifu_record::game::Point;
    use kifu_test_support::Random;

    /// Random changes of points, several in one position now and then.
    fn random_events(random: &mut Random, board: BoardSize) -> Vec<u8> {
        let mut stones = vec![Stone::Empty; board.area()];
        let mut events = Vec::new();
        for _ in 0..random.below(200) {
            for change in (0..1 + random.below(3) / 2).rev() {
                let near = |random: &mut Random, side: u8| random.below(side.min(6).into()) as u8;
                let (x, y) = (near(random, board.width()), near(random, board.height()));
                let x = if random.chance(50) { x } else { board.width() - 1 - x };
                let point = Point::new(x, y);
                let stone = &mut stones[board.number(point)];
                let transition = match *stone {
                    Stone::Empty => random.below(2),
                    Stone::Black => 2,
                    _ => 3,
                };
                let is_kept = *stone != Stone::Empty && !random.chance(10);
                if !is_kept {
                    *stone = [Stone::Black, Stone::White, Stone::Empty, Stone::Empty][transition];
                    let number = Event::number_of(point) << 3 | transition;
                    let end = if change == 0 { 1 << 15 } else { 0 };
                    events.extend((number as u16 | end).to_le_bytes());
                }
            }
        }
        events
    }

    #[test]
    fn keys_of_all_lines_are_those_of_single_ones() {
        let mut random = Random(59);
        let mut reader = LineReader::default();
        let (mut compared, mut captures) = (0, 0);
        for round in 0..2_000 {
            let side = [19, 19, 13, 9, 5, 3][round % 6];
            let board = BoardSize::new(side, side).unwrap_or(BoardSize::GO);
            let events = random_events(&mut random, board);
            let game = reader.read(&events, board);
            for (corner, lines) in (0..).zip(&game.lines) {
                for (side, line) in SIDES.iter().zip(lines) {
                    if *side > board.width() {
                        assert_eq!(line.key.0, 0);
                        continue;
                    }
                    let frame = CornerFrame { corner, transposed: line.transposed };
                    let key = key_after(&events, board, frame, *side, 0);
                    assert_eq!(line.key.0, key.0, "{round} {corner} {side}");
                    compared += usize::from(key.0 != 0);
                    captures += usize::from(line.fewest_left.is_some());
                }
            }
        }
        assert!(compared > 10_000 && captures > 1_000, "{compared} {captures}");
    }
}

//! Patterns that nearly all games may have: only what changed is examined, through a window of 3×3 points, up to the
//! first match.
//!
//! When a pattern comes to stand, one of its points has just changed. For every point of every image (an *alignment*),
//! the window around it determines which rows of three may lie above it, with it and below it: three tables of bits,
//! one bit per alignment. The AND of the rows around the changed point leaves few alignments. The ring around the
//! window, looked up in the same way, leaves those whose whole pattern is compared; for a pattern of 3×3 points, all
//! that are left stand.
//!
//! So the board is stored in the form that the tables are indexed by: for every point, the row of three with this point
//! in the middle. A change is one exclusive-or of three adjacent bytes, and a row of a window is one byte, without a
//! shift.

use super::standing::{Images, Placement, STONES, Standing, placements};
use crate::game::pattern::{Cell, Pattern, Turn};
use crate::game::{BoardSize, Point, Stone};
use crate::index::events::{Event, LONGEST_SIDE, pairs};
use crate::patience::Pace;

/// For every point, three stones in a row with this one in the middle: two bits each, the left one lowest. There is a
/// border of two points around the board. Behind all rows is room for events without a change, which have numbers too.
type Threes = [u8; 2304];

const BORDER: usize = 2;
/// Bytes of a row. It is as long as the rows in which events number points, so a point's number is its offset except
/// for the border.
const ROW: usize = Event::COLUMNS;

const _: () = assert!(LONGEST_SIDE as usize + 2 * BORDER <= ROW);

/// Bytes of all rows.
const ROWS: usize = ROW * ROW;

/// The offset of point 0.
const ORIGIN: usize = BORDER * ROW + BORDER;

const _: () = assert!(ORIGIN + Event::NUMBERS + BORDER * ROW + BORDER <= size_of::<Threes>());

/// The bits that an event flips in the rows of three to the left of its point, around it and to the right; indexed by
/// transition.
const FLIPS: [u32; 8] = {
    const fn around(flip: u32) -> u32 {
        flip << 4 | flip << 10 | flip << 16
    }
    let (low, high, both) = (around(0b01), around(0b10), around(0b11));
    [low, high, low, high, both, both, high, low]
};

#[inline]
fn flip(board: &mut Threes, event: Event) {
    let at = ORIGIN - 1 + event.number();
    let bytes = &mut board[at..at + 4];
    let mut threes = [0; 4];
    threes.copy_from_slice(bytes);
    let flipped = u32::from_le_bytes(threes) ^ FLIPS[event.transition()];
    bytes.copy_from_slice(&flipped.to_le_bytes());
}

/// An image ready for comparison: rows of three, their offsets counted from the upper left, with a bit for each code
/// allowed there.
struct Image {
    threes: Vec<(usize, u64)>,
    /// Where its upper left may lie: the least and the greatest column and row.
    x: (i16, i16),
    y: (i16, i16),
}

impl Image {
    fn new(pattern: &Pattern, board: BoardSize) -> Option<Image> {
        let (xs, ys) = pattern.room(board)?;
        let mut threes = Vec::new();
        for y in 0..pattern.size().height() {
            for x in (0..pattern.size().width()).step_by(3) {
                let middle = Point::new(x + 1, y);
                let mut table = [[0; 1]; 64];
                mark(&mut table, pattern, middle, (&[-1, 0, 1], 0), (0, 1));
                let allowed = (0..).zip(&table).map(|(code, [fits])| fits << code).sum();
                if allowed != u64::MAX {
                    threes.push((ROW * usize::from(y) + usize::from(middle.x), allowed));
                }
            }
        }
        // Rows with stones come first, because most comparisons fail there.
        threes.sort_by_key(|&(_, allowed)| allowed & 1);
        let ends = |range: std::ops::RangeInclusive<u8>| {
            (i16::from(*range.start()), i16::from(*range.end()))
        };
        Some(Image {
            threes,
            x: ends(xs),
            y: ends(ys),
        })
    }

    #[inline]
    fn stands(&self, board: &Threes, x: i16, y: i16) -> bool {
        if x < self.x.0 || x > self.x.1 || y < self.y.0 || y > self.y.1 {
            return false;
        }
        let corner = ORIGIN + ROW * y as usize + x as usize;
        self.threes.iter().all(|&(at, allowed)| {
            let code = board.get(corner + at).map_or(0, |code| code & 63);
            allowed >> code & 1 == 1
        })
    }
}

/// A point of an image that may be the one that changed.
#[derive(Clone, Copy)]
struct Alignment {
    image: u16,
    point: Point,
}

/// Which alignments match three adjacent points, by their codes.
type Three<const K: usize> = [[u64; K]; 64];
/// The same for two pairs of points in one row: two to the left of the changed one, and two to the right.
type Pair<const K: usize> = [[u64; K]; 16];

/// Tables for some alignments: which of them match the surroundings of a point.
struct Tables<const K: usize> {
    /// The rows from two above the changed point to two below, in its column and the adjacent ones.
    rows: Box<[Three<K>; 5]>,
    /// The points of the ring beside these rows.
    sides: Box<[Pair<K>; 5]>,
    alignments: Vec<Alignment>,
}

/// The alignments of all images, separated by what is now on the changed point, since few of them allow it.
struct Alignments {
    /// Indexed by what is on the changed point.
    tables: [Box<dyn Look>; STONES.len()],
    images: Vec<Option<Image>>,
}

pub(super) struct Windows {
    alignments: Alignments,
    may_fit: MayFit,
    /// All placements of the images that stand on an empty board.
    vacuous: Vec<Placement>,
    empty: Threes,
    board: Threes,
    position: u32,
    events: usize,
}

/// The alignments of all images on a board, with this stone on the changed point.
fn alignments(images: &Images, board: BoardSize, stone: Stone) -> Vec<Alignment> {
    let of_image = |(image, (_, pattern)): (usize, &(Turn, Pattern))| {
        let fits = pattern.room(board).is_some();
        let asks = move |cell: Cell| fits && cell != Cell::ANYTHING && cell.allows(stone);
        let cells: Vec<Alignment> = (pattern.cells())
            .filter(|&(_, cell)| asks(cell))
            .map(|(point, _)| Alignment {
                image: image as u16,
                point,
            })
            .collect();
        cells
    };
    images.iter().enumerate().flat_map(of_image).collect()
}

fn tables(images: &Images, alignments: Vec<Alignment>) -> Box<dyn Look> {
    match alignments.len().div_ceil(64) {
        0 | 1 => Box::new(Tables::<1>::new(images, alignments)),
        2 => Box::new(Tables::<2>::new(images, alignments)),
        3 | 4 => Box::new(Tables::<4>::new(images, alignments)),
        5..=8 => Box::new(Tables::<8>::new(images, alignments)),
        9..=16 => Box::new(Tables::<16>::new(images, alignments)),
        17..=64 => Box::new(Tables::<64>::new(images, alignments)),
        _ => Box::new(Tables::<256>::new(images, alignments)),
    }
}

fn stands(images: &[Option<Image>], board: &Threes, placement: Placement) -> bool {
    match images.get(usize::from(placement.image)) {
        Some(Some(image)) => image.stands(board, placement.x.into(), placement.y.into()),
        _ => false,
    }
}

/// Sets the bit of an alignment for all codes allowed in these columns of a row, counted from the alignment's point.
fn mark<const K: usize>(
    table: &mut [[u64; K]],
    pattern: &Pattern,
    point: Point,
    (columns, dy): (&[i16], i16),
    (word, bit): (usize, u64),
) {
    let cell = |dx: i16| {
        let x = u8::try_from(i16::from(point.x) + dx).ok();
        let y = u8::try_from(i16::from(point.y) + dy).ok();
        match x.zip(y) {
            Some((x, y)) => pattern.cell(Point::new(x, y)),
            None => Cell::ANYTHING,
        }
    };
    let cells: Vec<Cell> = columns.iter().map(|&dx| cell(dx)).collect();
    for (code, bits) in table.iter_mut().enumerate() {
        let stone = |i: usize| STONES.get(code >> (2 * i) & 3).copied().unwrap_or_default();
        let fits = cells
            .iter()
            .enumerate()
            .all(|(i, cell)| cell.allows(stone(i)));
        if let Some(word) = bits.get_mut(word).filter(|_| fits) {
            *word |= bit;
        }
    }
}

/// An empty board; everything off the board is a hole.
fn empty(board: BoardSize) -> Threes {
    let mut threes = [0b11_11_11; size_of::<Threes>()];
    for point in board.points() {
        // A hole becomes a white stone, which then disappears.
        flip(&mut threes, Event::new(point, 7));
        flip(&mut threes, Event::new(point, 3));
    }
    threes
}

/// The row of three around a point, in one of five rows: `dy` is 0 for two rows above the point and 4 for two below.
#[inline(always)]
fn three(board: &Threes, number: usize, dy: usize) -> usize {
    usize::from(board[number + dy * ROW + BORDER]) & 63
}

impl<const K: usize> Tables<K> {
    fn new(images: &Images, alignments: Vec<Alignment>) -> Tables<K> {
        let mut rows = Box::new([[[0u64; K]; 64]; 5]);
        let mut sides = Box::new([[[0u64; K]; 16]; 5]);
        for (number, alignment) in alignments.iter().enumerate() {
            let Some((_, pattern)) = images.get(usize::from(alignment.image)) else {
                continue;
            };
            let bit = (number / 64, 1 << (number % 64));
            for ((row, side), dy) in rows.iter_mut().zip(sides.iter_mut()).zip(-2i16..) {
                mark(row, pattern, alignment.point, (&[-1, 0, 1], dy), bit);
                mark(side, pattern, alignment.point, (&[-2, 2], dy), bit);
            }
        }
        Tables {
            rows,
            sides,
            alignments,
        }
    }

    /// Which alignments match the window around a point.
    fn fitting(&self, board: &Threes, number: usize) -> [u64; K] {
        let three = |dy: usize| &self.rows[dy][three(board, number, dy)];
        let (above, with, below) = (three(1), three(2), three(3));
        std::array::from_fn(|k| above[k] & with[k] & below[k])
    }

    /// Those of them that match the surrounding ring too.
    #[inline]
    fn ringed(&self, board: &Threes, mut left: [u64; K], number: usize) -> [u64; K] {
        let row = |dy: usize| &self.rows[dy][three(board, number, dy)];
        let side = |dy: usize| {
            let at = number + dy * ROW + BORDER;
            let (before, behind) = (board[at - 1] & 3, board[at + 1] >> 4 & 3);
            &self.sides[dy][usize::from(before | behind << 2)]
        };
        let outer = [row(0), row(4), side(0), side(1), side(2), side(3), side(4)];
        for allowed in outer {
            for (left, allowed) in left.iter_mut().zip(allowed) {
                *left &= allowed;
            }
        }
        left
    }

    /// The placement of an alignment, if all of it stands.
    fn compare(
        &self,
        images: &[Option<Image>],
        board: &Threes,
        alignment: usize,
        number: usize,
    ) -> Option<Placement> {
        let alignment = self.alignments.get(alignment)?;
        let x = (number % ROW) as i16 - i16::from(alignment.point.x);
        let y = (number / ROW) as i16 - i16::from(alignment.point.y);
        let image = images.get(usize::from(alignment.image))?.as_ref()?;
        image.stands(board, x, y).then_some(Placement {
            image: alignment.image,
            y: y as u8,
            x: x as u8,
        })
    }
}

/// What was found around a point.
enum Seen {
    /// No alignment matches the window.
    NoneFits,
    /// The least placement that stands, if any.
    Stands(Option<Placement>),
}

/// Examines the surroundings of a point.
trait Look: Send {
    fn look(&self, images: &[Option<Image>], board: &Threes, number: usize) -> Seen;
}

impl<const K: usize> Look for Tables<K> {
    fn look(&self, images: &[Option<Image>], board: &Threes, number: usize) -> Seen {
        let fitting = self.fitting(board, number);
        if fitting.iter().fold(0, |any, word| any | word) == 0 {
            return Seen::NoneFits;
        }
        let mut least: Option<Placement> = None;
        for (k, mut left) in (0..).zip(self.ringed(board, fitting, number)) {
            while left != 0 {
                let alignment = 64 * k + left.trailing_zeros() as usize;
                left &= left - 1;
                if let Some(found) = self.compare(images, board, alignment, number) {
                    least = Some(least.map_or(found, |least| least.min(found)));
                }
            }
        }
        Seen::Stands(least)
    }
}

/// Codes of windows: two bits for each of nine points.
const CODES: usize = 1 << 18;

/// A bit for each window that some alignment may match. A few hundred different windows are nearly all that games have.
/// So each is compared with all alignments once; if none matches, its next occurrences cost a look at one bit.
struct MayFit(Box<[u64; CODES / 64]>);

impl MayFit {
    fn new() -> MayFit {
        MayFit(Box::new([u64::MAX; CODES / 64]))
    }

    /// The least placement that contains a point and stands.
    #[inline(always)]
    fn at(&mut self, alignments: &Alignments, board: &Threes, number: usize) -> Option<Placement> {
        let three = |dy: usize| three(board, number, dy);
        let code = three(1) | three(2) << 6 | three(3) << 12;
        match self.0[code / 64] >> (code % 64) & 1 {
            0 => None,
            _ => self.look(alignments, board, (number, code)),
        }
    }

    #[inline(never)]
    fn look(
        &mut self,
        alignments: &Alignments,
        board: &Threes,
        (number, code): (usize, usize),
    ) -> Option<Placement> {
        let stone = code >> 8 & 3;
        match alignments.tables[stone].look(&alignments.images, board, number) {
            Seen::Stands(placement) => placement,
            Seen::NoneFits => {
                self.0[code / 64] &= !(1 << (code % 64));
                None
            }
        }
    }
}

/// The number of positions that end in some events.
fn positions(events: &[[u8; 2]]) -> u32 {
    (events.iter())
        .map(|&bytes| u32::from(Event::read(bytes).ends()))
        .sum()
}

impl Windows {
    /// Continues until the pattern stands: the last event of that position, its number, and the placement.
    fn everywhere(&mut self, events: &[[u8; 2]]) -> Option<(usize, u32, Placement)> {
        let (alignments, board) = (&self.alignments, &mut self.board);
        let may_fit = &mut self.may_fit;
        // The first event of the position.
        let mut begin = 0;
        for (i, &bytes) in events.iter().enumerate() {
            let event = Event::read(bytes);
            flip(board, event);
            if !event.ends() {
                continue;
            }
            // Most positions differ from the previous one in a single stone.
            let found = if begin == i {
                may_fit.at(alignments, board, event.number())
            } else {
                let changed = events.get(begin..=i).unwrap_or(&[]).iter();
                let at = |&bytes| may_fit.at(alignments, board, Event::read(bytes).number());
                changed.filter_map(at).min()
            };
            begin = i + 1;
            if let Some(placement) = found {
                let before = positions(events.get(..i).unwrap_or(&[]));
                return Some((i, self.position + before, placement));
            }
        }
        self.position += positions(events);
        None
    }

    /// The pattern at the start, where it may stand at placements in which nothing changed.
    fn at_start(&mut self, events: &[[u8; 2]]) -> Option<(usize, u32, Placement)> {
        let mut board = self.empty;
        let mut last = 0;
        for (i, &bytes) in events.iter().enumerate() {
            let event = Event::read(bytes);
            flip(&mut board, event);
            last = i;
            if event.ends() {
                break;
            }
        }
        let standing = self.vacuous.iter().copied();
        standing
            .filter(|&placement| stands(&self.alignments.images, &board, placement))
            .min()
            .map(|placement| (last, 0, placement))
    }
}

/// Events between two looks at the budget: a game has some hundreds, and a tree may have a million.
const PART: usize = 1 << 14;

impl Windows {
    /// For the games on a board; `None` if the pattern does not fit on it or asks for nothing.
    pub(super) fn new(images: &Images, board: BoardSize) -> Option<Windows> {
        let by_stone = STONES.map(|stone| alignments(images, board, stone));
        if by_stone.iter().all(Vec::is_empty) {
            return None;
        }
        let compared = images.iter().map(|(_, pattern)| Image::new(pattern, board));
        let compared: Vec<Option<Image>> = compared.collect();
        let empty = empty(board);
        let vacuous = (placements(images, board).into_iter())
            .filter(|placement| stands(&compared, &empty, *placement))
            .collect();
        Some(Windows {
            alignments: Alignments {
                tables: by_stone.map(|alignments| tables(images, alignments)),
                images: compared,
            },
            may_fit: MayFit::new(),
            vacuous,
            empty,
            board: empty,
            position: 0,
            events: 0,
        })
    }

    /// Begins a game.
    pub(super) fn begin(&mut self) {
        self.board[..ROWS].copy_from_slice(&self.empty[..ROWS]);
        self.position = 0;
        self.events = 0;
    }

    /// Continues with these events, which must end with a position, and stops at the first position in which the
    /// pattern stands. Must not be called again for the same game after a match.
    pub(super) fn run(&mut self, events: &[u8], pace: &mut Pace) -> Option<Standing> {
        let mut rest = events;
        while !rest.is_empty() {
            let mut behind = pairs(rest).iter().skip(pace.part(PART));
            let more = behind.position(|&bytes| Event::read(bytes).ends());
            let len = more.map_or(rest.len(), |more| 2 * (PART + more + 1));
            let (part, later) = rest.split_at_checked(len)?;
            if let Some(found) = self.some(part) {
                return Some(found);
            }
            if pace.is_spent(len) {
                return None;
            }
            rest = later;
        }
        None
    }

    fn some(&mut self, events: &[u8]) -> Option<Standing> {
        let events = pairs(events);
        let untouched = if self.position == 0 && !self.vacuous.is_empty() {
            self.at_start(events)
        } else {
            None
        };
        let found = self.everywhere(events);
        let found = match (found, untouched) {
            (Some((number, 0, placement)), Some((_, _, untouched))) => {
                Some((number, 0, placement.min(untouched)))
            }
            (_, Some(untouched)) => Some(untouched),
            (found, None) => found,
        };
        let Some((number, position, placement)) = found else {
            self.events += events.len();
            return None;
        };
        Some(Standing {
            position,
            events: self.events + number + 1,
            placement,
        })
    }
}

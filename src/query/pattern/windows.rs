//! Patterns that can lie in many places: only what changed is looked at, through a window of 3×3 points.
//!
//! A pattern that comes to stand has a point in it that just changed. For every point of every image (an *alignment*)
//! the window around it says which rows of three may lie above it, with it and below it: three tables of bits, one bit
//! an alignment. The AND of the rows of the changed point leaves few alignments. The ring around the window, looked up in
//! the same way, leaves those whose whole pattern is compared: of a pattern of 3×3 points all that stand.

use super::standing::{Images, Placement, Scan, Standing, placements};
use crate::game::pattern::{Cell, Pattern, Turn};
use crate::game::{BoardSize, Point, Stone};
use crate::index::events::{END, LONGEST_SIDE, NOTHING, point};

/// Two bits a point: empty, black, white, and hole or off the board. A border of two points lies around.
type Rows = [u64; 32];

const BORDER: u8 = 2;

const _: () = assert!(LONGEST_SIDE + 2 * BORDER <= 32);

/// What an event changes of its point, by the lowest three bits.
const FLIPS: [u64; 8] = [0b01, 0b10, 0b01, 0b10, 0b11, 0b11, 0b10, 0b01];

/// What may not stand in a row of an image, by what it is.
#[derive(Clone, Copy, Default)]
struct NotAllowed {
    empty: u64,
    black: u64,
    white: u64,
    hole: u64,
}

const EVEN: u64 = 0x5555_5555_5555_5555;

impl NotAllowed {
    #[inline]
    fn allows(self, row: u64) -> bool {
        let (low, high) = (row & EVEN, row >> 1 & EVEN);
        let wrong = (low & !high & self.black)
            | (high & !low & self.white)
            | (low & high & self.hole)
            | (!low & !high & self.empty);
        wrong == 0
    }
}

/// An image, ready to be compared.
struct Image {
    rows: Vec<NotAllowed>,
    /// Where its upper left may lie: the least and the most column and row.
    x: (i16, i16),
    y: (i16, i16),
}

impl Image {
    fn new(pattern: &Pattern, board: BoardSize) -> Option<Image> {
        let (xs, ys) = pattern.room(board)?;
        let mut rows = vec![NotAllowed::default(); usize::from(pattern.size().height())];
        for (point, cell) in pattern.cells() {
            let Some(row) = rows.get_mut(usize::from(point.y)) else {
                continue;
            };
            let bit = 1 << (2 * point.x);
            for (stone, bits) in [
                (Stone::Empty, &mut row.empty),
                (Stone::Black, &mut row.black),
                (Stone::White, &mut row.white),
                (Stone::Hole, &mut row.hole),
            ] {
                if !cell.allows(stone) {
                    *bits |= bit;
                }
            }
        }
        let ends = |range: std::ops::RangeInclusive<u8>| {
            (i16::from(*range.start()), i16::from(*range.end()))
        };
        Some(Image {
            rows,
            x: ends(xs),
            y: ends(ys),
        })
    }

    #[inline]
    fn stands(&self, board: &Rows, x: i16, y: i16) -> bool {
        if x < self.x.0 || x > self.x.1 || y < self.y.0 || y > self.y.1 {
            return false;
        }
        let rows = board.iter().skip(y as usize + usize::from(BORDER));
        let shift = 2 * (x as u32 + u32::from(BORDER));
        rows.zip(&self.rows)
            .all(|(&row, wanted)| wanted.allows(row >> shift))
    }
}

/// A point of an image that may be the one that changed.
#[derive(Clone, Copy)]
struct Alignment {
    image: u16,
    point: Point,
}

/// Which alignments three points side by side fit, by their codes.
type Three<const K: usize> = [[u64; K]; 64];
/// The same for two points: two to the left of the changed one, and two to the right, in one row.
type Pair<const K: usize> = [[u64; K]; 16];

struct Windows<const K: usize> {
    /// Rows from two above the changed point to two below, of the columns beside it.
    rows: Box<[Three<K>; 5]>,
    /// The points of the ring beside these rows.
    sides: Box<[Pair<K>; 5]>,
    alignments: Vec<Alignment>,
    images: Vec<Option<Image>>,
    /// All placements of the images that stand on an empty board.
    vacuous: Vec<Placement>,
    empty: Rows,
    board: Rows,
    position: u32,
    events: usize,
}

/// The alignments of all images on a board.
fn alignments(images: &Images, board: BoardSize) -> Vec<Alignment> {
    let of_image = |(image, (_, pattern)): (usize, &(Turn, Pattern))| {
        let fits = pattern.room(board).is_some();
        let asks = move |cell| fits && cell != Cell::ANYTHING;
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

/// A scan; none if the pattern has no place on the board or asks for nothing.
pub(crate) fn scan(images: &Images, board: BoardSize) -> Option<Box<dyn Scan>> {
    match alignments(images, board).len().div_ceil(64) {
        0 => None,
        1 => windows::<1>(images, board),
        2 => windows::<2>(images, board),
        3 => windows::<3>(images, board),
        4 => windows::<4>(images, board),
        5..=8 => windows::<8>(images, board),
        9..=16 => windows::<16>(images, board),
        17..=32 => windows::<32>(images, board),
        33..=64 => windows::<64>(images, board),
        _ => windows::<256>(images, board),
    }
}

fn windows<const K: usize>(images: &Images, board: BoardSize) -> Option<Box<dyn Scan>> {
    let alignments = alignments(images, board);
    let mut rows = Box::new([[[0u64; K]; 64]; 5]);
    let mut sides = Box::new([[[0u64; K]; 16]; 5]);
    for (number, alignment) in alignments.iter().enumerate() {
        let (_, pattern) = images.get(usize::from(alignment.image))?;
        let bit = (number / 64, 1 << (number % 64));
        for ((row, side), dy) in rows.iter_mut().zip(sides.iter_mut()).zip(-2i16..) {
            mark(row, pattern, alignment.point, (&[-1, 0, 1], dy), bit);
            mark(side, pattern, alignment.point, (&[-2, 2], dy), bit);
        }
    }
    let compared = images.iter().map(|(_, pattern)| Image::new(pattern, board));
    let empty = empty(board);
    let compared: Vec<Option<Image>> = compared.collect();
    let vacuous = (placements(images, board).into_iter())
        .filter(|placement| stands(&compared, &empty, *placement))
        .collect();
    Some(Box::new(Windows::<K> {
        rows,
        sides,
        alignments,
        images: compared,
        vacuous,
        empty,
        board: empty,
        position: 0,
        events: 0,
    }))
}

fn stands(images: &[Option<Image>], board: &Rows, placement: Placement) -> bool {
    match images.get(usize::from(placement.image)) {
        Some(Some(image)) => image.stands(board, placement.x.into(), placement.y.into()),
        _ => false,
    }
}

/// Sets the bit of an alignment for all codes that may stand in these columns of a row, counted from the
/// alignment's point.
fn mark<const K: usize>(
    table: &mut [[u64; K]],
    pattern: &Pattern,
    point: Point,
    (columns, dy): (&[i16], i16),
    (word, bit): (usize, u64),
) {
    const STONES: [Stone; 4] = [Stone::Empty, Stone::Black, Stone::White, Stone::Hole];
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

/// An empty board: all that lies off it is as a hole.
fn empty(board: BoardSize) -> Rows {
    let mut rows = [u64::MAX; 32];
    let inside = ((1u64 << (2 * board.width())) - 1) << (2 * BORDER);
    for row in rows
        .iter_mut()
        .skip(BORDER.into())
        .take(board.height().into())
    {
        *row = !inside;
    }
    rows
}

impl<const K: usize> Windows<K> {
    /// The least placement that holds a point and stands.
    #[inline(always)]
    fn at(&self, board: &Rows, point: Point) -> Option<Placement> {
        // Rows and columns of an event have five bits, and five more at most are added: the masks only say so.
        let row = |dy: usize| board[(usize::from(point.y) + dy) & 31];
        let shift = 2 * (u32::from(point.x) + 1);
        let three = |dy: usize| &self.rows[dy][(row(dy) >> (shift & 63) & 63) as usize];
        let (above, with, below) = (three(1), three(2), three(3));
        let mut left = [0; K];
        let mut any = 0;
        for k in 0..K {
            left[k] = above[k] & with[k] & below[k];
            any |= left[k];
        }
        match any {
            0 => None,
            _ => self.least(board, left, point),
        }
    }

    /// Looks at the ring around the window, and compares the alignments that are left then.
    fn least(&self, board: &Rows, mut left: [u64; K], point: Point) -> Option<Placement> {
        let row = |dy: usize| board[(usize::from(point.y) + dy) & 31];
        let x = 2 * u32::from(point.x);
        let code = |dy: usize, column: u32| row(dy) >> ((x + 2 * column) & 63);
        let outer = [0, 4].map(|dy| &self.rows[dy][(code(dy, 1) & 63) as usize]);
        let sides: [&[u64; K]; 5] = std::array::from_fn(|dy| {
            &self.sides[dy][(code(dy, 0) & 3 | (code(dy, 4) & 3) << 2) as usize]
        });
        let mut least: Option<Placement> = None;
        for k in 0..K {
            left[k] &= outer[0][k] & outer[1][k];
            left[k] &= sides[0][k] & sides[1][k] & sides[2][k] & sides[3][k] & sides[4][k];
            while left[k] != 0 {
                let number = 64 * k + left[k].trailing_zeros() as usize;
                left[k] &= left[k] - 1;
                if let Some(found) = self.compare(board, number, point) {
                    least = Some(least.map_or(found, |least| least.min(found)));
                }
            }
        }
        least
    }

    fn compare(&self, board: &Rows, number: usize, point: Point) -> Option<Placement> {
        let alignment = self.alignments.get(number)?;
        let x = i16::from(point.x) - i16::from(alignment.point.x);
        let y = i16::from(point.y) - i16::from(alignment.point.y);
        let image = self.images.get(usize::from(alignment.image))?.as_ref()?;
        image.stands(board, x, y).then_some(Placement {
            image: alignment.image,
            y: y as u8,
            x: x as u8,
        })
    }

    /// Goes on until the pattern stands: the last event of that position, and its number.
    fn everywhere(&mut self, events: &[[u8; 2]]) -> Option<(usize, u32, Placement)> {
        let mut board = self.board;
        let (mut start, mut position) = (0, self.position);
        for (i, &bytes) in events.iter().enumerate() {
            let event = u16::from_le_bytes(bytes);
            flip(&mut board, event);
            if event & END == 0 {
                continue;
            }
            // Most positions differ in one stone from the one before.
            let found = match start == i && event & NOTHING == 0 {
                true => self.at(&board, point(event)),
                false => self.any_of(&board, events.get(start..=i).unwrap_or(&[])),
            };
            if let Some(placement) = found {
                return Some((i, position, placement));
            }
            start = i + 1;
            position += 1;
        }
        self.board = board;
        self.position = position;
        None
    }

    /// The least placement that holds one of the points of some events and stands.
    fn any_of(&self, board: &Rows, events: &[[u8; 2]]) -> Option<Placement> {
        let events = events.iter().map(|&bytes| u16::from_le_bytes(bytes));
        let changes = events.filter(|event| event & NOTHING == 0);
        changes
            .filter_map(|event| self.at(board, point(event)))
            .min()
    }

    /// The pattern at the start, where it may stand in places in which nothing changed.
    fn at_start(&mut self, events: &[[u8; 2]]) -> Option<(usize, u32, Placement)> {
        let mut board = self.empty;
        let mut last = 0;
        for (i, &bytes) in events.iter().enumerate() {
            let event = u16::from_le_bytes(bytes);
            flip(&mut board, event);
            last = i;
            if event & END != 0 {
                break;
            }
        }
        let standing = self.vacuous.iter().copied();
        standing
            .filter(|&placement| stands(&self.images, &board, placement))
            .min()
            .map(|placement| (last, 0, placement))
    }
}

#[inline]
fn flip(board: &mut Rows, event: u16) {
    let at = point(event);
    let flip = match event & NOTHING {
        0 => FLIPS[usize::from(event & 7)],
        _ => 0,
    };
    let shift = 2 * u32::from(at.x + BORDER);
    board[usize::from(at.y + BORDER) & 31] ^= flip << (shift & 63);
}

impl<const K: usize> Scan for Windows<K> {
    fn begin(&mut self, _: Option<&[u16]>) {
        self.board = self.empty;
        self.position = 0;
        self.events = 0;
    }

    fn skip(&mut self, events: &[u8]) {
        let (events, _) = events.as_chunks::<2>();
        for &bytes in events {
            let event = u16::from_le_bytes(bytes);
            flip(&mut self.board, event);
            self.position += u32::from(event >> 15);
        }
        self.events += events.len();
    }

    fn run(&mut self, events: &[u8]) -> Option<Standing> {
        let (events, _) = events.as_chunks::<2>();
        let untouched = match self.position == 0 && !self.vacuous.is_empty() {
            true => self.at_start(events),
            false => None,
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

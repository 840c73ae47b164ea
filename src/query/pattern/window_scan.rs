//! Searches patterns that may stand at many places of a game: examines a window of 5×5 points around every change.
//!
//! When a pattern comes to stand, one of its points has just changed. That point may be any point of any image of the
//! pattern; a point of an image in this role is an *anchor*. Tables tell which anchors fit each of the five rows of the
//! window, one bit for each anchor. Points outside of the window are compared only for the few anchors that fit all
//! five rows.
//!
//! A row of five points has 4⁵ = 1024 codes. With 8 bytes for each code of each of the five rows, a table has 40 KiB;
//! there is one for each kind of stone at the changed point. Windows of 7×7 points would need 896 KiB. The alternative,
//! `first_changes`, compares the times at which points first changed, for a short beginning of the game and then for
//! longer ones. It took 725 ns per game for a crosscut and 3,250 for a hane, and this scan takes 280 and 650.

use super::placement::{PatternImages, PatternLocation, Placement, STONES, placements};
use kifu_record::game::pattern::{Cell, Pattern};
use kifu_record::game::{BoardSize, Point, Stone};
use kifu_store::index::events::{Event, MAX_SIDE, TRANSITIONS, event_pairs};
use std::cmp::Reverse;

/// Number of points of a window on each side of its middle.
const WINDOW_RADIUS: usize = 2;
const WINDOW_SIDE: usize = 2 * WINDOW_RADIUS + 1;

/// A board with a border around it: one word per row, two bits per point, the leftmost point lowest. After all rows
/// come spare rows. Events without a change of a point are numbered like points in these rows, so they need no test.
type Rows = [u64; Event::NUMBERS / Event::COLUMNS + 2 * WINDOW_RADIUS];

const _: () = assert!(MAX_SIDE as usize + 2 * WINDOW_RADIUS <= Event::COLUMNS);

/// Number of rows that changes of points can touch: those of the board and its border, without the spare rows.
const CHANGED_ROWS: usize = Event::COLUMNS + 2 * WINDOW_RADIUS;

/// Number of combinations of five points with two bits each.
const ROW_CODES: usize = 1 << (2 * WINDOW_SIDE);

/// For each transition (change from one kind of stone to another), the bits that it flips in the row of five points
/// around the changed point.
const FLIPPED_BITS: [u64; TRANSITIONS.len()] = {
    let mut flips = [0; _];
    let mut i = 0;
    while i < TRANSITIONS.len() {
        flips[i] = (TRANSITIONS[i].0 as u64 ^ TRANSITIONS[i].1 as u64) << (2 * WINDOW_RADIUS);
        i += 1;
    }
    flips
};

/// For the window around the point with this number: its uppermost row, and the number of bits before the window in a
/// row.
#[inline(always)]
fn upper_left(number: usize) -> (usize, usize) {
    (number / Event::COLUMNS, 2 * (number % Event::COLUMNS))
}

#[inline(always)]
fn flip(board: &mut Rows, event: Event) {
    let (row, before) = upper_left(event.number());
    board[row + WINDOW_RADIUS] ^= FLIPPED_BITS[event.transition()] << before;
}

/// Makes an empty board. Everything around it is a hole, so that patterns cannot lie outside.
fn empty_rows(board: BoardSize) -> Rows {
    let mut rows = [u64::MAX; _];
    for point in board.points() {
        // All bits are set, which makes every point a hole. Two changes make a point of the board empty: transition 7
        // exchanges a hole and a white stone, and transition 3 removes the stone.
        flip(&mut rows, Event::new(point, 7));
        flip(&mut rows, Event::new(point, 3));
    }
    rows
}

/// What may be at a point counted from an image's upper left. The point may lie outside of the image: beyond an edge of
/// the board is a hole, elsewhere anything.
fn cell_at(image: &Pattern, x: i16, y: i16) -> Cell {
    let (size, edges) = (image.size(), image.edges());
    let is_outside = edges.left && x < 0
        || edges.top && y < 0
        || edges.right && x >= size.width().into()
        || edges.bottom && y >= size.height().into();
    match (u8::try_from(x), u8::try_from(y)) {
        _ if is_outside => Cell::only(Stone::Hole),
        (Ok(x), Ok(y)) => image.cell(Point::new(x, y)),
        _ => Cell::ANYTHING,
    }
}

/// A row of an image (the pattern under one symmetry).
struct ImageRow {
    /// Number of rows below the changed point; negative above it.
    row: isize,
    /// For each kind of stone, in the order of [`STONES`], the bits of the points at which the image excludes it.
    wrong: [u64; STONES.len()],
}

impl ImageRow {
    /// True if the row fits the board when its left side lies `before` bits from the start of the board's row.
    #[inline]
    fn fits(&self, board: &Rows, row: usize, before: usize) -> bool {
        let low =
            board.get((row + WINDOW_RADIUS).wrapping_add_signed(self.row)).copied().unwrap_or(0)
                >> (before % 64);
        let high = low >> 1;
        let [empty, black, white, hole] = self.wrong;
        (!low & !high & empty | low & !high & black | !low & high & white | low & high & hole) == 0
    }
}

/// A point of an image in the role of the point of the board that changed.
struct Anchor {
    image: u16,
    point: Point,
    /// Columns and rows of the board in which the upper left of the image can lie: the first column and row, and how
    /// many follow.
    first: Point,
    more: Point,
    /// Rows of the image with points outside of the window. The tables say nothing about these points, so they must be
    /// compared.
    rows: Vec<ImageRow>,
}

impl Anchor {
    /// Makes an anchor; `None` if the image does not fit on the board. Points for which `is_in_window` is true are not
    /// compared.
    fn new(
        number: u16,
        image: &Pattern,
        point: Point,
        board: BoardSize,
        is_in_window: impl Fn(Point) -> bool,
    ) -> Option<Anchor> {
        let (columns, rows) = image.corner_ranges(board)?;
        let row = |y: u8| {
            let open_points: Vec<Point> = (0..image.size().width())
                .map(|x| Point::new(x, y))
                .filter(|&point| !is_in_window(point))
                .collect();
            let wrong = |stone: Stone| {
                open_points
                    .iter()
                    .filter(|&&point| !image.cell(point).allows(stone))
                    .fold(0, |bits, point| bits | 1 << (2 * point.x))
            };
            ImageRow { row: isize::from(y) - isize::from(point.y), wrong: STONES.map(wrong) }
        };
        let mut compared: Vec<ImageRow> = (0..image.size().height()).map(row).collect();
        compared.retain(|row| row.wrong != [0; _]);
        // Rows with many required stones come first, since most places fail there.
        compared.sort_by_key(|row| Reverse(row.wrong[Stone::Empty as usize].count_ones()));
        Some(Anchor {
            image: number,
            point,
            first: Point::new(*columns.start(), *rows.start()),
            more: Point::new(columns.end() - columns.start(), rows.end() - rows.start()),
            rows: compared,
        })
    }

    #[inline]
    fn fits(&self, board: &Rows, number: usize) -> bool {
        let (row, before) = upper_left(number);
        let before = (before + 2 * WINDOW_RADIUS).wrapping_sub(2 * usize::from(self.point.x));
        self.rows.iter().all(|own| own.fits(board, row, before))
    }

    /// Placement of the image (the pattern under one symmetry) that puts the anchor, one of the image's points, on the
    /// point of the board with this number. `None` if a part of the image would then lie outside the board.
    fn placement(&self, number: usize) -> Option<Placement> {
        let x = ((number % Event::COLUMNS) as u8).wrapping_sub(self.point.x);
        let y = ((number / Event::COLUMNS) as u8).wrapping_sub(self.point.y);
        let is_there = x.wrapping_sub(self.first.x) <= self.more.x
            && y.wrapping_sub(self.first.y) <= self.more.y;
        is_there.then_some(Placement { image: self.image, y, x })
    }
}

/// All anchors of images that allow a certain stone at the changed point, with their lookup tables.
struct AnchorTable {
    list: Vec<Anchor>,
    /// For each row of the window and each code of five points, the anchors whose images fit these points. Anchor `n`
    /// has bit `n` modulo 64, so if there are more than 64, a bit stands for several and the whole image is compared.
    fitting: Box<[[u64; ROW_CODES]; WINDOW_SIDE]>,
}

/// For each kind of stone, by its number, the anchors (one bit each) whose images allow that stone at a certain point.
type Allowed = [u64; STONES.len()];

impl AnchorTable {
    fn new(images: &PatternImages, board: BoardSize, stone: Stone) -> AnchorTable {
        let is_anchor = |cell: Cell| cell != Cell::ANYTHING && cell.allows(stone);
        let cells = |image: &Pattern| image.cells().filter(|&(_, cell)| is_anchor(cell)).count();
        let count: usize = images.iter().map(|(_, image)| cells(image)).sum();
        let is_exact = count <= u64::BITS as usize;
        let mut all =
            AnchorTable { list: Vec::with_capacity(count), fitting: Box::new([[0; _]; _]) };
        for (number, (_, image)) in (0..).zip(images) {
            for (point, _) in image.cells().filter(|&(_, cell)| is_anchor(cell)) {
                let is_in_window = |other: Point| {
                    let is_near = |a: u8, b: u8| usize::from(a.abs_diff(b)) <= WINDOW_RADIUS;
                    is_exact && is_near(point.x, other.x) && is_near(point.y, other.y)
                };
                all.list.extend(Anchor::new(number, image, point, board, is_in_window));
            }
        }
        for part in all.list.chunks(u64::BITS as usize) {
            for (row, dy) in all.fitting.iter_mut().zip(-(WINDOW_RADIUS as i16)..) {
                add_row_codes(row, &allowed_stones(images, part, dy));
            }
        }
        all
    }

    /// The anchors (points of images in the role of the changed point) whose images fit the window around a point: the
    /// intersection of five table lookups.
    #[inline(always)]
    fn fitting_anchors(&self, board: &Rows, number: usize) -> u64 {
        let (y, before) = upper_left(number);
        let row = |row: usize| self.fitting[row][(board[y + row] >> before) as usize % ROW_CODES];
        row(0) & row(1) & row(2) & row(3) & row(4)
    }

    /// The least placement at which the pattern stands, among those that the anchors in `bits` give for the changed
    /// point.
    #[inline(never)]
    fn least_standing(&self, mut bits: u64, board: &Rows, number: usize) -> Option<Placement> {
        let mut least: Option<Placement> = None;
        while bits != 0 {
            let mut n = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            while let Some(alignment) = self.list.get(n) {
                if alignment.fits(board, number)
                    && let Some(placement) = alignment.placement(number)
                {
                    least = Some(least.map_or(placement, |least| least.min(placement)));
                }
                n += u64::BITS as usize;
            }
        }
        least
    }
}

/// For each column of one row of the window, which stones the anchors allow.
fn allowed_stones(images: &PatternImages, list: &[Anchor], dy: i16) -> [Allowed; WINDOW_SIDE] {
    let mut allowed = [[0; STONES.len()]; WINDOW_SIDE];
    for (n, alignment) in list.iter().enumerate() {
        let Some((_, image)) = images.get(usize::from(alignment.image)) else {
            continue;
        };
        let Point { x, y } = alignment.point;
        for (allowed, dx) in allowed.iter_mut().zip(-(WINDOW_RADIUS as i16)..) {
            let cell = cell_at(image, i16::from(x) + dx, i16::from(y) + dy);
            for (allowed, stone) in allowed.iter_mut().zip(STONES) {
                *allowed |= u64::from(cell.allows(stone)) << n;
            }
        }
    }
    allowed
}

/// Adds to the table, for each code of a row, the anchors that allow all five stones.
fn add_row_codes(fitting: &mut [u64; ROW_CODES], allowed: &[Allowed; WINDOW_SIDE]) {
    // The table is built column by column from the anchors that fit the shorter beginnings of a row.
    let mut all = vec![u64::MAX];
    for allowed in allowed {
        let with = |&allowed: &u64| all.iter().map(move |all| all & allowed);
        all = allowed.iter().flat_map(with).collect();
    }
    for (fitting, all) in fitting.iter_mut().zip(all) {
        *fitting |= all;
    }
}

/// Searches games on boards of one size by examining a window around every change.
pub(super) struct WindowScan {
    /// Tables of the anchors (points of images in the role of the changed point), by the number of the stone at the
    /// changed point.
    anchors: [AnchorTable; STONES.len()],
    /// For each kind of stone, true if an image of the pattern allows it at some point, so that a change to it may
    /// complete the pattern.
    has_anchors: [bool; STONES.len()],
    /// Placements at which the pattern stands on an empty board already, so that no change of a point leads to them.
    on_empty: Vec<(Placement, Anchor)>,
    empty: Rows,
    board: Rows,
}

impl WindowScan {
    pub(super) fn new(images: &PatternImages, board: BoardSize) -> WindowScan {
        let empty = empty_rows(board);
        let on_empty = placements(images, board).into_iter().filter_map(|placement| {
            let (_, image) = images.get(usize::from(placement.image))?;
            let at = Anchor::new(placement.image, image, Point::new(0, 0), board, |_| false)?;
            let number = Event::number_of(placement.corner());
            at.fits(&empty, number).then_some((placement, at))
        });
        let alignments = STONES.map(|stone| AnchorTable::new(images, board, stone));
        WindowScan {
            has_anchors: alignments.each_ref().map(|all| !all.list.is_empty()),
            anchors: alignments,
            on_empty: on_empty.collect(),
            board: empty,
            empty,
        }
    }

    /// The first position of a main line in which the pattern stands at any placement.
    pub(super) fn first_standing(&mut self, events: &[u8]) -> Option<PatternLocation> {
        let events = event_pairs(events);
        let on_empty = self.standing_at_start(events);
        let (last, placement) = self.first_touched(events).into_iter().chain(on_empty).min()?;
        Some(PatternLocation::ending_with(events, last, placement))
    }

    /// The least placement at which the pattern stands on an empty board and still stands at the start of the game. No
    /// change of a point leads to it, so it is tested separately.
    fn standing_at_start(&mut self, events: &[[u8; 2]]) -> Option<(usize, Placement)> {
        if self.on_empty.is_empty() {
            return None;
        }
        self.reset_board();
        let last = events.iter().position(|&bytes| Event::read(bytes).ends_position())?;
        for &bytes in events.get(..=last)? {
            flip(&mut self.board, Event::read(bytes));
        }
        let stands = |(placement, image): &&(Placement, Anchor)| {
            let number = Event::number_of(placement.corner());
            image.fits(&self.board, number)
        };
        let (placement, _) = self.on_empty.iter().find(stands)?;
        Some((last, *placement))
    }

    fn reset_board(&mut self) {
        self.board[..CHANGED_ROWS].copy_from_slice(&self.empty[..CHANGED_ROWS]);
    }

    /// The last event (change of a point) of the first position in which the pattern stands on a changed point, and the
    /// least placement there.
    fn first_touched(&mut self, events: &[[u8; 2]]) -> Option<(usize, Placement)> {
        self.reset_board();
        let mut begin = 0;
        for (i, &bytes) in events.iter().enumerate() {
            let event = Event::read(bytes);
            flip(&mut self.board, event);
            if !event.ends_position() {
                continue;
            }
            let found = if begin == i {
                self.least_around(event.number())
            } else {
                let changed = events.get(begin..=i).unwrap_or(&[]).iter();
                (changed.filter_map(|&bytes| self.least_around(Event::read(bytes).number()))).min()
            };
            if let Some(placement) = found {
                return Some((i, placement));
            }
            begin = i + 1;
        }
        None
    }

    /// The least placement that contains a changed point and at which the pattern stands.
    #[inline(always)]
    fn least_around(&self, number: usize) -> Option<Placement> {
        let (y, before) = upper_left(number);
        let stone = (self.board[y + WINDOW_RADIUS] >> before) as usize >> (2 * WINDOW_RADIUS) & 3;
        if !self.has_anchors[stone] {
            return None;
        }
        let alignments = &self.anchors[stone];
        let bits = alignments.fitting_anchors(&self.board, number);
        if bits == 0 {
            return None;
        }
        alignments.least_standing(bits, &self.board, number)
    }
}

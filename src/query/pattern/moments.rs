//! When each point of a game first changed, and to what: from that a pattern in one place is answered without a scan.
//!
//! A stone stands from its moment on and a point is empty until its moment, unless they change again. So a pattern
//! stands from the last moment of its stones to the first of its empty points, if these are in that order. Points that change
//! more often (about ten in a game) have a second moment, which mostly comes too late to matter; where it does not, the
//! events of the place are gone through.

use super::standing::{Images, Placement, Standing, placements};
use crate::game::pattern::{Cell, Pattern};
use crate::game::{BoardSize, Color, Game, Point, Stone};
use crate::index::events::{END, change, point};

/// The number of the last event of a position, and behind it the lowest three bits of an event in it.
type Moment = u16;

/// The first and (higher) the second change of a point.
type Changes = u32;

/// Behind the time of a first change: it put a white stone there.
const WHITE: Moment = 1;
/// The bits that tell the time.
const TIME: Moment = !7;
/// There is no such change.
const NEVER: Moment = TIME;
const UNCHANGED: Changes = (NEVER as Changes) << 16 | NEVER as Changes;

/// So many events are looked at first of a pattern that most games have.
const BEGINNING: usize = 80;

/// Stones that are compared before it is looked whether they come too late.
const AT_ONCE: usize = 3;

/// Longer main lines have no moments.
const MOST_EVENTS: usize = (NEVER >> 3) as usize;

/// A row of moments has 32 columns, as an event numbers points; changes of nothing are behind all points.
const COLUMNS: usize = 32;
const POINTS: usize = 2 * COLUMNS * COLUMNS;

/// The place of an event's point among the moments.
#[inline]
fn number(event: u16) -> usize {
    usize::from(event >> 3) & (POINTS - 1)
}

/// The same of a placement's upper left.
#[inline]
fn number_of(placement: Placement) -> usize {
    COLUMNS * usize::from(placement.y) + usize::from(placement.x)
}

/// An image, its points counted from the upper left as moments are.
#[derive(Default)]
struct Cells {
    /// Stones that have to be there, with [`WHITE`] or not.
    stones: Vec<(usize, Moment)>,
    /// Points where a stone of any colour is.
    taken: Vec<usize>,
    /// Points where nothing is.
    empty: Vec<usize>,
    /// Points where nothing is or such a stone.
    half: Vec<(usize, Moment)>,
    /// Moves that follow.
    moves: Vec<(usize, Moment)>,
}

impl Cells {
    /// None if it asks for something that moments do not tell.
    fn new(image: &Pattern) -> Option<Cells> {
        let number = |point: Point| COLUMNS * usize::from(point.y) + usize::from(point.x);
        let of_color = |color| if color == Color::White { WHITE } else { 0 };
        let moves = image.moves().iter();
        let mut cells = Cells {
            moves: moves
                .map(|&(color, point)| (number(point), of_color(color)))
                .collect(),
            ..Cells::default()
        };
        let played: Vec<usize> = cells.moves.iter().map(|&(at, _)| at).collect();
        for (point, cell) in image.cells() {
            let at = number(point);
            match cell {
                Cell::BLACK => cells.stones.push((at, 0)),
                Cell::WHITE => cells.stones.push((at, WHITE)),
                Cell::STONE => cells.taken.push(at),
                // Where a move is played, a stone comes.
                Cell::EMPTY | Cell::BLACK_OR_EMPTY | Cell::WHITE_OR_EMPTY
                    if played.contains(&at) => {}
                Cell::EMPTY => cells.empty.push(at),
                Cell::BLACK_OR_EMPTY => cells.half.push((at, 0)),
                Cell::WHITE_OR_EMPTY => cells.half.push((at, WHITE)),
                Cell::ANYTHING => {}
                _ => return None,
            }
        }
        Some(cells)
    }
}

/// The moments of one game after the other.
pub(super) struct Moments {
    images: Images,
    cells: Vec<Cells>,
    placements: Vec<Placement>,
    /// Width and height of the board.
    sides: (usize, usize),
    changes: Box<[Changes; POINTS]>,
    /// The stones that ever stood on each point: a bit each.
    ever: Box<[u8; POINTS]>,
    /// Room for the places that moments leave in doubt, each behind the time from which it is possible.
    doubtful: Vec<(Moment, u16)>,
    /// Games so far, and those of them that had the pattern.
    games: usize,
    hits: usize,
}

/// What moments tell of a place.
enum Stands {
    /// The pattern does not stand there before the time that is asked for.
    Never,
    /// It stands there from this position on for the first time.
    From(Moment),
    /// It does not stand there earlier.
    InDoubt(Moment),
}

/// The events of a game's beginning, if there are many more.
fn beginning(events: &[[u8; 2]]) -> Option<&[[u8; 2]]> {
    let (first, rest) = events.split_at_checked(BEGINNING)?;
    let more = rest
        .iter()
        .position(|bytes| bytes[1] & (END >> 8) as u8 != 0)?;
    events
        .get(..first.len() + more + 1)
        .filter(|beginning| 2 * beginning.len() < events.len())
}

impl Moments {
    /// For the games of Go on a board; none if they do not tell what the pattern asks for.
    pub(super) fn new(images: &Images, game: Game, board: BoardSize) -> Option<Moments> {
        if game != Game::Go {
            return None;
        }
        let cells = images.iter().map(|(_, image)| Cells::new(image));
        Some(Moments {
            cells: cells.collect::<Option<_>>()?,
            placements: placements(images, board),
            images: images.clone(),
            sides: (board.width().into(), board.height().into()),
            changes: Box::new([UNCHANGED; POINTS]),
            ever: Box::new([0; POINTS]),
            doubtful: Vec::new(),
            games: 0,
            hits: 0,
        })
    }

    /// The number of places in which the pattern can lie.
    pub(super) fn places(&self) -> usize {
        self.placements.len()
    }

    /// Whether a main line is short enough.
    pub(super) fn can_tell(events: &[u8]) -> bool {
        events.len() / 2 <= MOST_EVENTS
    }

    /// The places in which all stones of the pattern stood once, in any order: for games of which no bitmap tells.
    pub(super) fn possible(&mut self, events: &[u8]) -> Vec<u16> {
        self.ever.fill(0);
        let (events, _) = events.as_chunks::<2>();
        for &bytes in events {
            let event = u16::from_le_bytes(bytes);
            if let Some((_, _, after)) = change(event) {
                self.ever[number(event)] |= 1 << after as u8;
            }
        }
        let possible = |placement: &Placement| {
            let Some(cells) = self.cells.get(usize::from(placement.image)) else {
                return false;
            };
            let ever = |at: usize| self.ever[(number_of(*placement) + at) & (POINTS - 1)];
            let stood = |color: Moment| match color {
                WHITE => 1 << Stone::White as u8,
                _ => 1 << Stone::Black as u8,
            };
            (cells.stones.iter()).all(|&(at, color)| ever(at) & stood(color) != 0)
                && (cells.taken.iter()).all(|&at| ever(at) & (stood(0) | stood(WHITE)) != 0)
        };
        let places = self.placements.iter().zip(0..);
        places
            .filter(|(p, _)| possible(p))
            .map(|(_, place)| place)
            .collect()
    }

    /// The first position of a main line in which the pattern stands in one of some places, which are in the order of preference.
    pub(super) fn first(&mut self, events: &[u8], places: &[u16]) -> Option<Standing> {
        let (events, _) = events.as_chunks::<2>();
        // What most games have early is found without the rest of them.
        self.games += 1;
        let is_common = 2 * self.hits > self.games;
        let beginning = is_common.then(|| beginning(events)).flatten();
        let found = beginning.and_then(|events| self.among(events, places));
        let (last, place) = found.or_else(|| self.among(events, places))?;
        self.hits += 1;
        self.standing(events, last, place)
    }

    /// Of some places those where the moves may have been played in their order, on a main line that the moments tell of.
    pub(super) fn in_order(&mut self, events: &[u8], places: &[u16]) -> Vec<u16> {
        let (events, _) = events.as_chunks::<2>();
        let start = self.note(events);
        let may = |place: &&u16| self.may_be_played(**place, start);
        places.iter().filter(may).copied().collect()
    }

    fn may_be_played(&self, place: u16, start: Moment) -> bool {
        let placement = self.placements.get(usize::from(place));
        let placement = placement.copied().unwrap_or_default();
        let Some(cells) = self.cells.get(usize::from(placement.image)) else {
            return false;
        };
        let corner = number_of(placement);
        // The earliest time of a stone, and whether it is the only one.
        let earliest = |at: usize, color: Moment| {
            let (first, second) = self.changes(corner + at);
            let is_other = (first ^ color) & WHITE != 0;
            let time = if is_other { second } else { first } & TIME;
            (time, second == NEVER)
        };
        let mut time = start;
        for &(at, color) in &cells.stones {
            time = time.max(earliest(at, color).0);
        }
        for &at in &cells.taken {
            time = time.max(self.changes(corner + at).0 & TIME);
        }
        for &(at, color) in &cells.moves {
            let (played, is_only) = earliest(at, color);
            if is_only && played <= time {
                return false;
            }
            time = time.max(played);
        }
        let stays_empty = |at: usize| {
            let (first, second) = self.changes(corner + at);
            second != NEVER || first & TIME > time
        };
        time < NEVER
            && cells.empty.iter().all(|&at| stays_empty(at))
            && (cells.half.iter()).all(|&(at, color)| {
                (self.changes(corner + at).0 ^ color) & WHITE == 0 || stays_empty(at)
            })
    }

    /// The first and the second change of a point.
    #[inline]
    fn changes(&self, at: usize) -> (Moment, Moment) {
        let changes = self.changes[at & (POINTS - 1)];
        (changes as Moment, (changes >> 16) as Moment)
    }

    /// The same for any events, by following what happens in each place: for few of them.
    pub(super) fn followed(&self, events: &[u8], places: &[u16]) -> Option<Standing> {
        let (events, _) = events.as_chunks::<2>();
        let mut first = None;
        for &place in places {
            let before = first.map_or(events.len(), |(last, _)| last);
            first = (self.follow(events, place, before).map(|last| (last, place))).or(first);
        }
        let (last, place) = first?;
        self.standing(events, last, place)
    }

    fn standing(&self, events: &[[u8; 2]], last: usize, place: u16) -> Option<Standing> {
        let until = events.get(..=last)?.iter();
        let ends: u32 = until.map(|bytes| u32::from(bytes[1] >> 7)).sum();
        Some(Standing {
            position: ends.saturating_sub(1),
            events: last + 1,
            placement: *self.placements.get(usize::from(place))?,
        })
    }

    /// The last event of the first position of a main line in which the pattern stands, and the place.
    fn among(&mut self, events: &[[u8; 2]], places: &[u16]) -> Option<(usize, u16)> {
        let start = self.note(events);
        let mut doubtful = std::mem::take(&mut self.doubtful);
        doubtful.clear();
        let mut first = (NEVER, u16::MAX);
        for &place in places {
            match self.stands(place, start, first.0) {
                Stands::Never => {}
                Stands::From(time) => first = (time, place),
                Stands::InDoubt(time) => doubtful.push((time, place)),
            }
        }
        for &(time, place) in &doubtful {
            if (time, place) < first {
                // In the same position, the place that comes first is preferred.
                let before = usize::from(first.0 >> 3) + usize::from(place < first.1);
                let last = self.follow(events, place, before);
                first = last.map_or(first, |last| ((last as Moment) << 3, place));
            }
        }
        self.doubtful = doubtful;
        (first.0 != NEVER).then_some((usize::from(first.0 >> 3), first.1))
    }

    /// Takes the moments of a game, and returns that of its start.
    fn note(&mut self, events: &[[u8; 2]]) -> Moment {
        let (width, height) = self.sides;
        for row in self.changes.chunks_exact_mut(COLUMNS).take(height) {
            row.iter_mut()
                .take(width)
                .for_each(|changes| *changes = UNCHANGED);
        }
        let mut time: Changes = 0;
        let mut take = |i: usize, bytes: [u8; 2]| {
            let event = u16::from_le_bytes(bytes);
            if event & END != 0 {
                time = (i as Changes) << 3;
            }
            let changes = &mut self.changes[number(event)];
            *changes = *changes << 16 | time | Changes::from(event & !TIME);
        };
        // What comes first is written last. Four at a time, since there are so many.
        let (first, fours) = events.as_rchunks::<4>();
        for (i, &[a, b, c, d]) in fours.iter().enumerate().rev() {
            let i = first.len() + 4 * i;
            take(i + 3, d);
            take(i + 2, c);
            take(i + 1, b);
            take(i, a);
        }
        for (i, &bytes) in first.iter().enumerate().rev() {
            take(i, bytes);
        }
        time as Moment
    }

    /// What the moments tell of one place, before some time.
    #[inline]
    fn stands(&self, place: u16, start: Moment, before: Moment) -> Stands {
        let placement = self.placements.get(usize::from(place));
        let placement = placement.copied().unwrap_or_default();
        let Some(cells) = self.cells.get(usize::from(placement.image)) else {
            return Stands::Never;
        };
        let corner = number_of(placement);
        let changes = |at: usize| self.changes(corner + at);
        // It cannot stand earlier than `from`, and as far as stones tell, it stands there until `to`.
        let (mut from, mut to) = (start, NEVER);
        let mut in_doubt = false;
        // Most places of what most games have come too late by their first stones.
        for stones in cells.stones.chunks(AT_ONCE) {
            for &(at, color) in stones {
                let changes = self.changes[(corner + at) & (POINTS - 1)];
                // Of a stone of the other colour only the second change counts, and nothing is behind it. Which colour
                // comes first is no use to guess, so there is no branch here.
                let is_other = (changes ^ Changes::from(color)) & Changes::from(WHITE);
                let changes = changes >> (16 * is_other);
                from = from.max(changes as Moment & TIME);
                to = to.min((changes >> 16) as Moment & TIME);
            }
            if from >= before {
                return Stands::Never;
            }
        }
        for &at in &cells.taken {
            let (first, second) = changes(at);
            from = from.max(first & TIME);
            to = to.min(second & TIME);
        }
        if from >= before {
            return Stands::Never;
        }
        for &at in &cells.empty {
            let (first, second) = changes(at);
            if first & TIME > from {
                continue;
            }
            in_doubt = true;
            from = from.max(second & TIME);
            if from >= before {
                return Stands::Never;
            }
        }
        for &(at, color) in &cells.half {
            let (first, second) = changes(at);
            if (first ^ color) & WHITE == 0 {
                to = to.min(second & TIME);
            } else if first & TIME <= from {
                in_doubt = true;
                from = from.max(second & TIME);
            }
        }
        if from >= before {
            return Stands::Never;
        }
        match in_doubt || to <= from {
            false => Stands::From(from),
            true => Stands::InDoubt(from),
        }
    }

    /// When the pattern first stands in a place, by the events that touch it, of which these many are looked at.
    fn follow(&self, events: &[[u8; 2]], place: u16, before: usize) -> Option<usize> {
        let placement = self.placements.get(usize::from(place))?;
        let (_, image) = self.images.get(usize::from(placement.image))?;
        let wrong_at = |point: Point, stone: Stone| i32::from(!image.cell(point).allows(stone));
        let points = image.size().points();
        let mut wrong: i32 = points.map(|p| wrong_at(p, Stone::Empty)).sum();
        for (i, &bytes) in events.iter().enumerate().take(before) {
            let event = u16::from_le_bytes(bytes);
            let at = point(event);
            let x = at.x.wrapping_sub(placement.x);
            let y = at.y.wrapping_sub(placement.y);
            if x < image.size().width()
                && y < image.size().height()
                && let Some((_, old, new)) = change(event)
            {
                let at = Point::new(x, y);
                wrong += wrong_at(at, new) - wrong_at(at, old);
            }
            if event & END != 0 && wrong == 0 {
                return Some(i);
            }
        }
        None
    }
}

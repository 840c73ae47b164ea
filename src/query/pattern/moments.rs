//! When each point of a game first changed, and to what: from that a pattern in one place is answered without a scan.
//!
//! A stone stands from its moment on and a point is empty until its moment, unless they change again. So a pattern
//! stands from the last moment of its stones to the first of its empty points, if these are in that order. Points that change
//! more often (about ten in a game) have a second moment, which mostly comes too late to matter; where it does not, the
//! events of the place are gone through.

mod shape;

use super::follow::Follower;
use super::standing::{Images, Placement, Standing, placements};
use crate::game::{BoardSize, Game};
use crate::index::events::{Event, LONGEST_SIDE, pairs};
use shape::{Ever, Lanes, Shape};

/// The number of an event in its game and below it the event's lowest bit: of a first change, whether a white stone came
/// ([`WHITE`]); of others it tells nothing. Both are in one number, since of two moments the earlier one is the lesser whatever
/// that bit.
type Moment = i16;

const WHITE: Moment = 1;
/// There is no such change. Both of its bytes are the same, so that a board of it is written in one go.
const NEVER: Moment = 0x7e7e;

/// The moment of an event, without a colour.
#[inline]
fn moment(event: usize) -> Moment {
    (event << 1) as Moment
}

#[inline]
fn event_of(moment: Moment) -> usize {
    usize::from(moment as u16 >> 1)
}

/// So many events are looked at first of a pattern that most games have.
const BEGINNING: usize = 80;

/// Longer main lines have no moments.
const MOST_EVENTS: usize = (NEVER >> 1) as usize;

/// The first two changes of every point.
#[repr(C)]
struct Times {
    first: [Moment; Event::NUMBERS],
    /// Two moments of a point that lie a multiple of 4096 bytes apart would wait for each other in the processor.
    _apart: [Moment; 64],
    second: [Moment; Event::NUMBERS],
    /// The last change of every point, where it is asked for.
    last: [Moment; Event::NUMBERS],
}

impl Times {
    fn new() -> Times {
        Times {
            first: [NEVER; Event::NUMBERS],
            _apart: [NEVER; 64],
            second: [NEVER; Event::NUMBERS],
            last: [NEVER; Event::NUMBERS],
        }
    }

    /// Takes the events of a game on a board with these rows.
    fn note(&mut self, events: &[[u8; 2]], rows: usize) {
        for times in [&mut self.first, &mut self.second] {
            let points = times.len().min(Event::COLUMNS * rows);
            times[..points].fill(NEVER);
        }
        let mut take = |i: usize, bytes: [u8; 2]| {
            let event = Event::read(bytes);
            let number = event.number();
            self.second[number] = self.first[number];
            self.first[number] = moment(i) | event.is_white() as Moment;
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
    }

    /// Takes the last changes of the same events.
    fn note_last(&mut self, events: &[[u8; 2]]) {
        for (i, &bytes) in events.iter().enumerate() {
            let event = Event::read(bytes);
            self.last[event.number()] = moment(i) | event.is_white() as Moment;
        }
    }

    /// The last change of a point that changes.
    #[inline]
    fn last(&self, at: usize) -> Moment {
        self.last[at & (Event::NUMBERS - 1)]
    }

    /// The first and the second change of a point.
    #[inline]
    fn of(&self, at: usize) -> (Moment, Moment) {
        let at = at & (Event::NUMBERS - 1);
        (self.first[at], self.second[at])
    }

    /// The same of eight points in a row.
    #[inline]
    fn lanes(&self, at: usize) -> (Lanes, Lanes) {
        let at = at & (Event::POINTS - 1);
        let lanes = |times: &[Moment; Event::NUMBERS]| {
            let lanes = times.get(at..).and_then(|times| times.first_chunk());
            lanes.copied().unwrap_or([NEVER; _])
        };
        (lanes(&self.first), lanes(&self.second))
    }
}

/// The moments of one game after the other.
pub(super) struct Moments {
    shapes: Vec<Shape>,
    placements: Vec<Placement>,
    /// Of the board.
    rows: usize,
    times: Box<Times>,
    follower: Follower,
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
    let more = rest.iter().position(|&bytes| Event::read(bytes).ends())?;
    events
        .get(..first.len() + more + 1)
        .filter(|beginning| 2 * beginning.len() < events.len())
}

impl Moments {
    /// For the games of Go on a board; none if they do not tell what the pattern asks for.
    pub(super) fn new(images: &Images, game: Game, board: BoardSize) -> Option<Moments> {
        if game != Game::Go || board.width().max(board.height()) > LONGEST_SIDE {
            return None;
        }
        let shapes = images.iter().map(|(_, image)| Shape::new(image, board));
        Some(Moments {
            shapes: shapes.collect::<Option<_>>()?,
            placements: placements(images, board),
            rows: board.height().into(),
            times: Box::new(Times::new()),
            follower: Follower::new(images),
            doubtful: Vec::new(),
            games: 0,
            hits: 0,
        })
    }

    /// Whether a main line is short enough.
    pub(super) fn can_tell(events: &[u8]) -> bool {
        events.len() / 2 <= MOST_EVENTS
    }

    /// The places in which all stones of the pattern stood once, in any order: for games of which no bitmap tells.
    pub(super) fn possible(&mut self, events: &[u8]) -> Vec<u16> {
        let mut ever = Ever::default();
        for &bytes in pairs(events) {
            if let Some((point, _, after)) = Event::read(bytes).change() {
                ever.add(point, after);
            }
        }
        let mut places = Vec::new();
        let mut first = 0;
        for shape in &self.shapes {
            first = shape.possible(&ever, first, &mut places);
        }
        places
    }

    /// The first position of a main line in which the pattern stands in one of some places, which are in the order of preference.
    pub(super) fn first(&mut self, events: &[u8], places: &[u16]) -> Option<Standing> {
        let events = pairs(events);
        // What most games have early is found without the rest of them.
        self.games += 1;
        let is_common = 2 * self.hits > self.games;
        let beginning = is_common.then(|| beginning(events)).flatten();
        let mut look = |events| {
            let start = self.note(events);
            self.among(events, places, start)
        };
        let (last, place) = beginning.and_then(&mut look).or_else(|| look(events))?;
        self.hits += 1;
        self.standing(events, last, place)
    }

    /// Of some places those where the moves may have been played in their order, on a main line that the moments tell of.
    pub(super) fn in_order(&mut self, events: &[u8], places: &[u16]) -> Vec<u16> {
        let events = pairs(events);
        let start = self.note(events);
        let may = |place: &&u16| self.may_be_played(**place, start);
        places.iter().filter(may).copied().collect()
    }

    fn may_be_played(&self, place: u16, start: Moment) -> bool {
        let placement = self.placements.get(usize::from(place));
        let placement = placement.copied().unwrap_or_default();
        let Some(shape) = self.shapes.get(usize::from(placement.image)) else {
            return false;
        };
        let corner = Event::number_of(placement.corner());
        // The earliest time of a stone, and whether it is the only one.
        let earliest = |at: usize, color: Moment| {
            let (first, second) = self.times.of(corner + at);
            let is_other = (first ^ color) & WHITE != 0;
            let time = if is_other { second } else { first };
            (time, second == NEVER)
        };
        let mut time = start;
        for &(at, color) in &shape.stones {
            time = time.max(earliest(at, color).0);
        }
        for &at in &shape.taken {
            time = time.max(self.times.of(corner + at).0);
        }
        for &(at, color) in &shape.moves {
            let (played, is_only) = earliest(at, color);
            if is_only && played <= time {
                return false;
            }
            time = time.max(played);
        }
        let stays_empty = |at: usize| {
            let (first, second) = self.times.of(corner + at);
            second != NEVER || first > time
        };
        time < NEVER
            && shape.empty.iter().all(|&at| stays_empty(at))
            && (shape.half.iter()).all(|&(at, color)| {
                (self.times.of(corner + at).0 ^ color) & WHITE == 0 || stays_empty(at)
            })
    }

    /// The same in the variations of a game that has the pattern nowhere on its main line; `main` is the length of that.
    pub(super) fn behind(
        &mut self,
        events: &[u8],
        main: usize,
        places: &[u16],
    ) -> Option<Standing> {
        let can_tell = Self::can_tell(events);
        let events = pairs(events);
        // All events in a row are as those of a main line, on which stones come and go more often: where a variation
        // begins, all that came later goes.
        let (last, place) = match can_tell {
            true => {
                self.times.note(events, self.rows);
                let first = self.certain(events, places, moment(main / 2));
                self.keep_those_that_come_again(events);
                self.earliest(events, first)?
            }
            false => self.follow(events, places)?,
        };
        self.standing(events, last, place)
    }

    fn standing(&self, events: &[[u8; 2]], last: usize, place: u16) -> Option<Standing> {
        let until = events.get(..=last)?.iter();
        let ends: u32 = until
            .map(|&bytes| u32::from(Event::read(bytes).ends()))
            .sum();
        Some(Standing {
            position: ends.saturating_sub(1),
            events: last + 1,
            placement: *self.placements.get(usize::from(place))?,
        })
    }

    /// The last event of the first position of a main line in which the pattern stands, and the place.
    ///
    /// The moments are those of these events, and the pattern is known not to stand before the start.
    fn among(&mut self, events: &[[u8; 2]], places: &[u16], start: Moment) -> Option<(usize, u16)> {
        let first = self.certain(events, places, start);
        self.earliest(events, first)
    }

    /// The first position in which the pattern stands in one of some places, as far as the moments tell; of the other places,
    /// those that may be earlier are noted.
    fn certain(&mut self, events: &[[u8; 2]], places: &[u16], start: Moment) -> (Moment, u16) {
        let mut doubtful = std::mem::take(&mut self.doubtful);
        doubtful.clear();
        let mut first = (NEVER, u16::MAX);
        for &place in places {
            match self.stands(place, start, first.0) {
                Stands::Never => {}
                Stands::From(time) if ends(events, time) => first = (time, place),
                Stands::From(time) | Stands::InDoubt(time) => doubtful.push((time, place)),
            }
        }
        doubtful.retain(|&doubt| doubt < first);
        self.doubtful = doubtful;
        first
    }

    /// The first position of all, with those places that are in doubt.
    fn earliest(&mut self, events: &[[u8; 2]], mut first: (Moment, u16)) -> Option<(usize, u16)> {
        if !self.doubtful.is_empty() {
            let places: Vec<u16> = self.doubtful.iter().map(|&(_, place)| place).collect();
            // In the same position, the place that comes first is preferred.
            let until = events.get(..=event_of(first.0)).unwrap_or(events);
            if let Some((last, place)) = self.follow(until, &places) {
                first = first.min((moment(last), place));
            }
        }
        (first.0 != NEVER).then_some((event_of(first.0), first.1))
    }

    /// Of places that are in doubt, leaves those where all stones come again that are taken off before the pattern can stand.
    fn keep_those_that_come_again(&mut self, events: &[[u8; 2]]) {
        self.times.note_last(events);
        let mut doubtful = std::mem::take(&mut self.doubtful);
        doubtful.retain(|&(from, place)| {
            let placement = self.placements.get(usize::from(place));
            let placement = placement.copied().unwrap_or_default();
            let shape = self.shapes.get(usize::from(placement.image));
            shape.is_some_and(|shape| {
                shape.stones.iter().all(|&(at, color)| {
                    let at = Event::number_of(placement.corner()) + at;
                    let (first, second) = self.times.of(at);
                    let is_other = (first ^ color) & WHITE != 0;
                    is_other || second > from || self.times.last(at) > second
                })
            })
        });
        self.doubtful = doubtful;
    }

    /// Takes the moments of a game, and returns that of its start, which is not before that of any stone there.
    fn note(&mut self, events: &[[u8; 2]]) -> Moment {
        self.times.note(events, self.rows);
        let start = (0..events.len()).find(|&event| ends(events, moment(event)));
        moment(start.unwrap_or(0)) | WHITE
    }

    /// What the moments tell of one place, before some time.
    #[inline]
    fn stands(&self, place: u16, start: Moment, before: Moment) -> Stands {
        let placement = self.placements.get(usize::from(place));
        let placement = placement.copied().unwrap_or_default();
        let Some(shape) = self.shapes.get(usize::from(placement.image)) else {
            return Stands::Never;
        };
        let corner = Event::number_of(placement.corner());
        // It cannot stand earlier than `from`, and as far as stones tell, it stands there until `to`.
        let (from, mut to) = shape.stones(&self.times, corner);
        let mut from = from.max(start);
        if from >= before {
            return Stands::Never;
        }
        let mut in_doubt = false;
        if let Some(emptied) = shape.emptied(&self.times, corner, from) {
            in_doubt = true;
            from = from.max(emptied);
            if from >= before {
                return Stands::Never;
            }
        }
        for &(at, color) in &shape.half {
            let (first, second) = self.times.of(corner + at);
            if (first ^ color) & WHITE == 0 {
                to = to.min(second);
            } else if first <= from {
                in_doubt = true;
                from = from.max(second);
            }
        }
        if from >= before {
            return Stands::Never;
        }
        if in_doubt || to <= from {
            Stands::InDoubt(from & !WHITE)
        } else {
            Stands::From(from & !WHITE)
        }
    }

    /// When the pattern first stands in one of some places, by the events that touch them.
    fn follow(&mut self, events: &[[u8; 2]], places: &[u16]) -> Option<(usize, u16)> {
        let placement = |&place: &u16| self.placements.get(usize::from(place)).copied();
        let placements: Vec<Placement> = places.iter().filter_map(placement).collect();
        let (last, n) = self.follower.first(events, &placements)?;
        Some((last, *places.get(n)?))
    }
}

/// Whether a position ends with the event of a moment.
#[inline]
fn ends(events: &[[u8; 2]], moment: Moment) -> bool {
    let event = events.get(event_of(moment));
    event.is_some_and(|&bytes| Event::read(bytes).ends())
}

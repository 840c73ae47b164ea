//! Index of the times at which each point of a game first changed, and to what. It decides without a scan over
//! positions whether a pattern stands at a placement.
//!
//! A stone stands from its first change on, and a point is empty until its first change, unless they change again. So a
//! pattern stands from the latest first change of its stones until the earliest first change of its empty points, if
//! these times are in that order. Points that change more often (about ten in a game) have a second time as well, which
//! mostly comes too late to matter. If it does not, the placement is in doubt and is followed event by event.

mod shape;

use super::follow::{AT_ONCE, Follower};
use super::standing::{PatternImages, Placement, Standing, placements};
use kifu_record::game::BoardSize;
use kifu_record::patience::{Pace, TimeBudget};
use kifu_store::index::events::{Event, LONGEST_SIDE, pairs};
use shape::{EverStones, ImageShape, Lanes};

/// Time of a change, as the number of an event within its game:
///
/// | bits    | meaning                                                             |
/// |---------|---------------------------------------------------------------------|
/// | 1 to 14 | number of the event                                                 |
/// | 0       | for a first change: 1 if a white stone came ([`WHITE`]), 0 if black |
///
/// Both are in one number, since of two different events the earlier has the smaller number whatever bit 0 is.
type Moment = i16;

/// A placement and the time from which the pattern stands there. Of equal times the earlier placement comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PlacedMoment {
    moment: Moment,
    place: u16,
}

const WHITE: Moment = 1;
/// Time of a change that never happens, greater than all others. Both of its bytes are equal, so an array can be filled
/// with it by `memset`.
const NEVER: Moment = 0x7e7e;

/// The time of an event, with bit 0 clear.
#[inline]
fn moment(event: usize) -> Moment {
    (event << 1) as Moment
}

#[inline]
fn event_of(moment: Moment) -> usize {
    usize::from(moment as u16 >> 1)
}

/// Numbers of events that are searched first if more than half of the games so far had the pattern within them. The
/// rest of their events then need not be read. For a star point in a corner, this and cheaper counting took a full
/// answer from 137 to 97 ms.
const COMMON: [usize; 2] = [24, 80];

/// Numbers of events in the beginnings that are searched one after another if the pattern may stand at any placement,
/// before the whole game is searched. A common pattern is mostly found in the first, and computing the times of few
/// events is cheap. With neither beginnings nor windows, patterns that nearly all games have took 6 to 17 times as
/// long.
const BEGINNINGS: [usize; 2] = [32, 96];

/// Maximum number of events of a main line: later events have no time below [`NEVER`]. Longer games are followed.
const MOST_EVENTS: usize = (NEVER >> 1) as usize;

/// Times of the first two changes of every point, and of the last.
#[repr(C)]
struct Times {
    first: [Moment; Event::NUMBERS],
    /// Padding. Without it, the two times of a point would lie a multiple of 4096 bytes apart, and the processor would
    /// make the load of one wait for the store of the other (4K aliasing).
    _apart: [Moment; 64],
    second: [Moment; Event::NUMBERS],
    /// Time of the last change of every point; filled only for variations.
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

    /// Records the first two changes of every point, for a game on a board with this many rows.
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
        // Backwards, so that the first change of a point is written last and remains. Four events per round, since this
        // is the inner loop of the search.
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

    /// Records the last change of every point in the same events.
    fn note_last(&mut self, events: &[[u8; 2]]) {
        for (i, &bytes) in events.iter().enumerate() {
            let event = Event::read(bytes);
            self.last[event.number()] = moment(i) | event.is_white() as Moment;
        }
    }

    /// Time of the last change of a point that changes.
    #[inline]
    fn last(&self, at: usize) -> Moment {
        self.last[at & (Event::NUMBERS - 1)]
    }

    /// Times of the first and the second change of a point.
    #[inline]
    fn of(&self, at: usize) -> (Moment, Moment) {
        let at = at & (Event::NUMBERS - 1);
        (self.first[at], self.second[at])
    }

    /// Times of the first and of the second change for eight adjacent points in a row.
    #[inline]
    fn lanes(&self, at: usize) -> (Lanes, Lanes) {
        let at = at & (Event::POINTS - 1);
        let lanes = |times: &[Moment; Event::NUMBERS]| {
            times.get(at..).and_then(|times| times.first_chunk()).copied().unwrap_or([NEVER; _])
        };
        (lanes(&self.first), lanes(&self.second))
    }
}

/// Decides for one game after another where and when the pattern first stands, by first-change times. One object serves
/// all games on boards of one size and reuses its memory.
pub(super) struct Moments {
    shapes: Vec<ImageShape>,
    placements: Vec<Placement>,
    /// Number of rows of the board.
    rows: usize,
    times: Box<Times>,
    follower: Follower,
    pace: Pace,
    /// Working memory: placements that the times leave in doubt, each with the time from which the pattern may stand
    /// there.
    doubtful: Vec<PlacedMoment>,
    /// Number of games searched so far, and of those that had the pattern within each of the [`COMMON_EVENTS`]
    /// beginnings.
    games: usize,
    hits: [usize; COMMON.len()],
}

/// What first-change times say about a placement.
enum MomentVerdict {
    /// The pattern does not stand there before the time in question.
    Never,
    /// The pattern first stands there at this time.
    From(Moment),
    /// The pattern does not stand there before this time; whether it does later has to be found out by following.
    InDoubt(Moment),
}

/// The first `count` events of a game and the rest of their position. `None` unless the game has more than twice as
/// many events, since searching the beginning would then save little.
fn beginning(events: &[u8], count: usize) -> Option<&[u8]> {
    let behind = pairs(events).get(count..)?;
    let more = behind.iter().position(|&bytes| Event::read(bytes).ends())?;
    events.get(..2 * (count + more + 1)).filter(|beginning| 2 * beginning.len() < events.len())
}

/// Longer and longer beginnings of a game, and at last all of its events.
fn beginnings(events: &[u8]) -> impl Iterator<Item = &[u8]> {
    BEGINNINGS.iter().filter_map(|&count| beginning(events, count)).chain([events])
}

impl Moments {
    /// Prepares the search on boards of one size; `None` if the pattern does not fit on them.
    pub(super) fn new(
        images: &PatternImages,
        board: BoardSize,
        budget: &TimeBudget,
    ) -> Option<Moments> {
        let placements = placements(images, board);
        if placements.is_empty() || board.width().max(board.height()) > LONGEST_SIDE {
            return None;
        }
        let shapes = images.iter().map(|(_, image)| ImageShape::new(image, board));
        Some(Moments {
            shapes: shapes.collect(),
            placements,
            rows: board.height().into(),
            times: Box::new(Times::new()),
            follower: Follower::new(images),
            pace: budget.pace(),
            doubtful: Vec::new(),
            games: 0,
            hits: [0; _],
        })
    }

    /// True if the game has few enough events for times.
    fn can_tell(events: &[[u8; 2]]) -> bool {
        events.len() <= MOST_EVENTS
    }

    /// The first position of a main line in which the pattern stands at some placement and `fits` accepts it, without a
    /// list of possible placements.
    pub(super) fn first_that(
        &mut self,
        events: &[u8],
        mut fits: impl FnMut(Standing) -> bool,
    ) -> Option<Standing> {
        // Placements that can all be followed together need no preselection.
        if self.placements.len() <= AT_ONCE {
            let placements = self.placements.clone();
            return self.first_among(events, &placements, &mut fits);
        }
        beginnings(events).find_map(|part| {
            let places = self.may_stand(part);
            let placements = self.placements_of(&places);
            self.first_among(part, &placements, &mut fits)
        })
    }

    /// The placements at which the pattern may stand at some time in a game, variations included. They are appended to
    /// the main line as in [`first_in_variations`](Self::first_in_variations).
    pub(super) fn may_ever_stand(&mut self, events: &[u8]) -> Vec<Placement> {
        let places = self.may_stand(events);
        self.placements_of(&places)
    }

    /// The placements at which the pattern may stand at some time on a main line.
    fn may_stand(&mut self, events: &[u8]) -> Vec<u16> {
        let mut places = self.possible(events);
        let events = pairs(events);
        if Self::can_tell(events) {
            let start = self.note(events);
            places
                .retain(|&place| !matches!(self.stands(place, start, NEVER), MomentVerdict::Never));
        }
        places
    }

    /// The first position in which the pattern stands at one of `placements` and `fits` accepts it, found by following.
    pub(super) fn first_among(
        &mut self,
        events: &[u8],
        placements: &[Placement],
        fits: &mut impl FnMut(Standing) -> bool,
    ) -> Option<Standing> {
        let events = pairs(events);
        let (mut seen, mut position) = (0, 0);
        let mut standing = |last: usize, place: usize| {
            // Positions are counted incrementally. With more than 64 placements the events are followed several times,
            // so `last` may jump back.
            if last < seen {
                (seen, position) = (0, 0);
            }
            let more = events.get(seen..last).unwrap_or(&[]).iter();
            position += more.filter(|&&bytes| Event::read(bytes).ends()).count() as u32;
            seen = last;
            placements.get(place).map(|&placement| Standing {
                position,
                events: last + 1,
                placement,
            })
        };
        let (last, place) =
            self.follower.first_that(events, placements, &mut self.pace, |last, place| {
                standing(last, place).is_some_and(&mut *fits)
            })?;
        standing(last, place)
    }

    /// The placements at which all stones of the pattern, its moves included, stood at some time, in any order.
    pub(super) fn possible(&self, events: &[u8]) -> Vec<u16> {
        let mut ever = EverStones::default();
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

    /// The first position of a main line in which the pattern stands at one of some placements, which are in order of
    /// preference.
    pub(super) fn first(&mut self, events: &[u8], places: &[u16]) -> Option<Standing> {
        // If most games have the pattern early, the beginning is searched first, and the rest of the events only if it
        // fails.
        let mut common = COMMON.into_iter().zip(self.hits);
        let common = common.find(|(_, hits)| 2 * hits > self.games);
        let found = (common.and_then(|(count, _)| beginning(events, count)))
            .and_then(|beginning| self.among(beginning, places))
            .or_else(|| self.among(events, places))?;
        for (hits, count) in self.hits.iter_mut().zip(COMMON) {
            *hits += usize::from(found.events <= count);
        }
        Some(found)
    }

    /// The given placements at which the moves may have been played in this order on a main line.
    pub(super) fn in_order(&mut self, events: &[u8], places: &[u16]) -> Vec<u16> {
        let events = pairs(events);
        if !Self::can_tell(events) {
            return places.to_vec();
        }
        let start = self.note(events);
        let may = |place: &&u16| self.may_be_played(**place, start);
        places.iter().filter(may).copied().collect()
    }

    fn may_be_played(&self, place: u16, start: Moment) -> bool {
        let placement = self.placements.get(usize::from(place)).copied().unwrap_or_default();
        let Some(shape) = self.shapes.get(usize::from(placement.image)) else {
            return false;
        };
        let corner = Event::number_of(placement.corner());
        // The earliest time at which a point may have a stone of a colour, and whether the point has no later change.
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
            && shape.half.iter().all(|&(at, color)| {
                (self.times.of(corner + at).0 ^ color) & WHITE == 0 || stays_empty(at)
            })
    }

    /// The first position in the variations of a game in which the pattern stands, given that its main line does not
    /// have it. `main` is the length of the main line in bytes.
    pub(super) fn behind(
        &mut self,
        events: &[u8],
        main: usize,
        places: &[u16],
    ) -> Option<Standing> {
        let events = pairs(events);
        // All events, of the main line and then of the variations, are scanned as one long main line on which stones
        // come and go more often. This is exact: the events that take a variation back to its fork belong to the first
        // position of that variation, so no position ends, and none is examined, while the board is between two
        // branches.
        let (last, place) = if Self::can_tell(events) {
            self.times.note(events, self.rows);
            let first = self.certain(events, places, moment(main / 2));
            self.keep_those_that_come_again(events);
            self.earliest(events, first)?
        } else {
            self.follow(events, places)?
        };
        self.standing(events, last, place)
    }

    fn standing(&self, events: &[[u8; 2]], last: usize, place: u16) -> Option<Standing> {
        let placement = *self.placements.get(usize::from(place))?;
        Some(Standing::at(events, last, placement))
    }

    /// The first position of a main line in which the pattern stands at one of some placements.
    fn among(&mut self, events: &[u8], places: &[u16]) -> Option<Standing> {
        let events = pairs(events);
        let (last, place) = if Self::can_tell(events) {
            let start = self.note(events);
            let first = self.certain(events, places, start);
            self.earliest(events, first)?
        } else {
            self.follow(events, places)?
        };
        self.standing(events, last, place)
    }

    /// The first position in which, according to the times, the pattern certainly stands at one of some placements.
    /// Placements that may be earlier but are uncertain are collected in `doubtful`.
    fn certain(&mut self, events: &[[u8; 2]], places: &[u16], start: Moment) -> PlacedMoment {
        let mut doubtful = std::mem::take(&mut self.doubtful);
        doubtful.clear();
        let mut first = PlacedMoment { moment: NEVER, place: u16::MAX };
        for &place in places {
            match self.stands(place, start, first.moment) {
                MomentVerdict::Never => {}
                MomentVerdict::From(moment) if ends(events, moment) => {
                    first = PlacedMoment { moment, place };
                }
                MomentVerdict::From(moment) | MomentVerdict::InDoubt(moment) => {
                    doubtful.push(PlacedMoment { moment, place });
                }
            }
        }
        doubtful.retain(|&doubt| doubt < first);
        self.doubtful = doubtful;
        first
    }

    /// The first position of all, after the doubtful placements have been followed.
    fn earliest(&mut self, events: &[[u8; 2]], mut first: PlacedMoment) -> Option<(usize, u16)> {
        if !self.doubtful.is_empty() {
            let places: Vec<u16> = self.doubtful.iter().map(|doubt| doubt.place).collect();
            // Within one position the earlier placement is preferred, so the position already found has to be followed
            // as well.
            let until = events.get(..=event_of(first.moment)).unwrap_or(events);
            if let Some((last, place)) = self.follow(until, &places) {
                first = first.min(PlacedMoment { moment: moment(last), place });
            }
        }
        (first.moment != NEVER).then_some((event_of(first.moment), first.place))
    }

    /// Drops doubtful placements at which a stone is removed for good before the pattern can stand. For variations this
    /// rules out four of five doubtful placements.
    fn keep_those_that_come_again(&mut self, events: &[[u8; 2]]) {
        self.times.note_last(events);
        let mut doubtful = std::mem::take(&mut self.doubtful);
        doubtful.retain(|&PlacedMoment { moment: from, place }| {
            let placement = self.placements.get(usize::from(place)).copied().unwrap_or_default();
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

    /// Records the times of a game. Returns the time of its start position, chosen not earlier than that of any stone
    /// set up there.
    fn note(&mut self, events: &[[u8; 2]]) -> Moment {
        self.times.note(events, self.rows);
        let start = (0..events.len()).find(|&event| ends(events, moment(event)));
        moment(start.unwrap_or(0)) | WHITE
    }

    /// What the times say about one placement, as far as times before `before` are concerned.
    #[inline]
    fn stands(&self, place: u16, start: Moment, before: Moment) -> MomentVerdict {
        let placement = self.placements.get(usize::from(place)).copied().unwrap_or_default();
        let Some(shape) = self.shapes.get(usize::from(placement.image)) else {
            return MomentVerdict::Never;
        };
        let corner = Event::number_of(placement.corner());
        // The pattern cannot stand before `from` and, as far as its stones are concerned, stands until `to`.
        let (from, mut to) = shape.stones(&self.times, corner);
        let mut from = from.max(start);
        if from >= before {
            return MomentVerdict::Never;
        }
        let mut in_doubt = shape.is_unclear;
        if let Some(emptied) = shape.emptied(&self.times, corner, from) {
            in_doubt = true;
            from = from.max(emptied);
            if from >= before {
                return MomentVerdict::Never;
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
            return MomentVerdict::Never;
        }
        if in_doubt || to <= from {
            MomentVerdict::InDoubt(from & !WHITE)
        } else {
            MomentVerdict::From(from & !WHITE)
        }
    }

    /// Finds when the pattern first stands at one of some placements by following all events.
    fn follow(&mut self, events: &[[u8; 2]], places: &[u16]) -> Option<(usize, u16)> {
        let placements = self.placements_of(places);
        let (follower, pace) = (&mut self.follower, &mut self.pace);
        let (last, n) = follower.first_that(events, &placements, pace, |_, _| true)?;
        Some((last, *places.get(n)?))
    }

    /// Converts numbers of placements into placements.
    pub(super) fn placements_of(&self, places: &[u16]) -> Vec<Placement> {
        let placement = |&place: &u16| self.placements.get(usize::from(place)).copied();
        places.iter().filter_map(placement).collect()
    }
}

/// True if a position ends with the event of this time.
#[inline]
fn ends(events: &[[u8; 2]], moment: Moment) -> bool {
    events.get(event_of(moment)).is_some_and(|&bytes| Event::read(bytes).ends())
}

//! Index of the times at which each point of a game first changed, and to what. It decides without a scan over
//! positions whether a pattern stands at a placement.
//!
//! A stone stands from its first change on, and a point is empty until its first change, unless they change again. So a
//! pattern stands from the latest first change of its stones until the earliest first change of its empty points, if
//! these times are in that order. Points that change more often (about ten in a game) have a second time as well, which
//! mostly comes too late to matter. If it does not, the placement is in doubt and is followed event by event.

mod shape;

use super::follow::{Follower, PLACEMENTS_PER_PASS};
use super::placement::{PatternImages, PatternLocation, Placement, placements};
use kifu_record::cancel::{BudgetTicker, TimeBudget};
use kifu_record::game::BoardSize;
use kifu_store::index::events::{Event, MAX_SIDE, event_pairs};
use shape::{EverStones, ImageShape, Lanes};

/// Time of a change, as the number of an event (change of a point) within its game:
///
/// | bits    | meaning                                                             |
/// |---------|---------------------------------------------------------------------|
/// | 1 to 14 | number of the event                                                 |
/// | 0       | for a first change: 1 if a white stone came ([`WHITE`]), 0 if black |
///
/// Of two different events, the earlier one has the smaller time whatever bit 0 is, so times can be compared without
/// removing that bit.
type ChangeTime = i16;

/// A placement (place and orientation of the pattern on the board) and the time from which the pattern stands there. Of
/// two with equal times, the one that is earlier in the list of placements sorts first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PlacedTime {
    time: ChangeTime,
    place: u16,
}

const WHITE: ChangeTime = 1;
/// Time of a change that never happens, greater than all others. Both of its bytes are equal, so an array can be filled
/// with it by `memset`.
const NEVER: ChangeTime = 0x7e7e;

/// The time of an event (change of a point), with bit 0 clear.
#[inline]
fn time_of(event: usize) -> ChangeTime {
    (event << 1) as ChangeTime
}

#[inline]
fn event_at(moment: ChangeTime) -> usize {
    usize::from(moment as u16 >> 1)
}

/// Lengths of the beginnings of games, in events (changes of points), that are searched first, if more than half of the
/// games so far had the pattern within that beginning. If the pattern is found there, the rest of the game's events
/// need not be read. For a star point in a corner, this and cheaper counting took a full answer from 137 to 97 ms.
const COMMON_EVENTS: [usize; 2] = [24, 80];

/// Lengths of the beginnings of a game, in events (changes of points), that are searched one after another before the
/// whole game, if no list of possible placements is known. A common pattern is mostly found in the first beginning, and
/// computing the change times of few events is cheap. Patterns that nearly all games have took 6 to 17 times as long
/// when neither beginnings nor the scan of 5×5 windows were used.
const BEGINNING_EVENTS: [usize; 2] = [32, 96];

/// Maximum number of events (changes of points) of a main line: later events have no time below [`NEVER`]. In longer
/// games the pattern is followed event by event instead of by change times.
const MAX_EVENTS: usize = (NEVER >> 1) as usize;

/// Times of the first two changes of every point in a game, and of its last change.
#[repr(C)]
struct ChangeTimes {
    first: [ChangeTime; Event::NUMBERS],
    /// Padding. Without it, the times of a point in `first` and `second` would lie a multiple of 4096 bytes apart, and
    /// the processor would make the load of one wait for the store of the other (4K aliasing).
    _padding: [ChangeTime; 64],
    second: [ChangeTime; Event::NUMBERS],
    /// Time of the last change of every point; filled only for variations.
    last: [ChangeTime; Event::NUMBERS],
}

impl ChangeTimes {
    fn new() -> ChangeTimes {
        ChangeTimes {
            first: [NEVER; Event::NUMBERS],
            _padding: [NEVER; 64],
            second: [NEVER; Event::NUMBERS],
            last: [NEVER; Event::NUMBERS],
        }
    }

    /// Records the times of the first two changes of every point, for a game on a board with `rows` rows.
    fn record(&mut self, events: &[[u8; 2]], rows: usize) {
        for times in [&mut self.first, &mut self.second] {
            let points = times.len().min(Event::COLUMNS * rows);
            times[..points].fill(NEVER);
        }
        let mut take = |i: usize, bytes: [u8; 2]| {
            let event = Event::read(bytes);
            let number = event.number();
            self.second[number] = self.first[number];
            self.first[number] = time_of(i) | event.is_white() as ChangeTime;
        };
        // The events (changes of points) are taken backwards, so that the first change of a point is written last and
        // remains. Each round takes four events, since this is the inner loop of the search.
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

    /// Records the last change of every point in these events (changes of points), after [`record`](Self::record)
    /// recorded the first ones.
    fn record_last(&mut self, events: &[[u8; 2]]) {
        for (i, &bytes) in events.iter().enumerate() {
            let event = Event::read(bytes);
            self.last[event.number()] = time_of(i) | event.is_white() as ChangeTime;
        }
    }

    /// Time of the last change of a point. The point must be one that changes in this game, since other values are left
    /// from an earlier game.
    #[inline]
    fn last(&self, at: usize) -> ChangeTime {
        self.last[at & (Event::NUMBERS - 1)]
    }

    /// Times of the first and the second change of a point.
    #[inline]
    fn first_and_second(&self, at: usize) -> (ChangeTime, ChangeTime) {
        let at = at & (Event::NUMBERS - 1);
        (self.first[at], self.second[at])
    }

    /// Times of the first and of the second change for eight adjacent points in a row.
    #[inline]
    fn lanes(&self, at: usize) -> (Lanes, Lanes) {
        let at = at & (Event::POINTS - 1);
        let lanes = |times: &[ChangeTime; Event::NUMBERS]| {
            times.get(at..).and_then(|times| times.first_chunk()).copied().unwrap_or([NEVER; _])
        };
        (lanes(&self.first), lanes(&self.second))
    }
}

/// Decides for one game after another where and when the pattern first stands, by the times at which each point first
/// changed. One object serves all games on boards of one size and reuses its memory.
pub(super) struct FirstChangeIndex {
    shapes: Vec<ImageShape>,
    placements: Vec<Placement>,
    /// Number of rows of the board.
    rows: usize,
    times: Box<ChangeTimes>,
    follower: Follower,
    ticker: BudgetTicker,
    /// Working memory: placements for which the change times do not decide, each with the time from which the pattern
    /// may stand there.
    doubtful: Vec<PlacedTime>,
    /// Number of games searched so far. `hits` counts, for each length in [`COMMON_EVENTS`], the games that had the
    /// pattern within a beginning of that length.
    games: usize,
    hits: [usize; COMMON_EVENTS.len()],
}

/// What the times at which points first changed say about whether the pattern stands at a placement.
enum TimeVerdict {
    /// The pattern does not stand there before the time up to which the caller asks.
    Never,
    /// The pattern first stands there at this time.
    From(ChangeTime),
    /// The pattern does not stand there before this time. Whether it stands there later shows only if the events
    /// (changes of points) are followed.
    InDoubt(ChangeTime),
}

/// The first `count` events (changes of points) of a game, and further ones until the position of the last of them is
/// complete. `None` unless the game has more than twice as many events, since searching the beginning would then save
/// little.
fn beginning(events: &[u8], count: usize) -> Option<&[u8]> {
    let behind = event_pairs(events).get(count..)?;
    let more = behind.iter().position(|&bytes| Event::read(bytes).ends_position())?;
    events.get(..2 * (count + more + 1)).filter(|beginning| 2 * beginning.len() < events.len())
}

/// The beginnings of a game that are searched one after another, with the lengths of [`BEGINNING_EVENTS`], and at last
/// all of its events (changes of points).
fn beginnings(events: &[u8]) -> impl Iterator<Item = &[u8]> {
    BEGINNING_EVENTS.iter().filter_map(|&count| beginning(events, count)).chain([events])
}

impl FirstChangeIndex {
    /// Prepares the search on boards of one size; `None` if the pattern does not fit on them.
    pub(super) fn new(
        images: &PatternImages,
        board: BoardSize,
        budget: &TimeBudget,
    ) -> Option<FirstChangeIndex> {
        let placements = placements(images, board);
        if placements.is_empty() || board.width().max(board.height()) > MAX_SIDE {
            return None;
        }
        let shapes = images.iter().map(|(_, image)| ImageShape::new(image, board));
        Some(FirstChangeIndex {
            shapes: shapes.collect(),
            placements,
            rows: board.height().into(),
            times: Box::new(ChangeTimes::new()),
            follower: Follower::new(images),
            ticker: budget.ticker(),
            doubtful: Vec::new(),
            games: 0,
            hits: [0; _],
        })
    }

    /// True if the game has so few events (changes of points) that each of them has a change time below [`NEVER`].
    fn has_times(events: &[[u8; 2]]) -> bool {
        events.len() <= MAX_EVENTS
    }

    /// The first position of a main line in which the pattern stands at some placement and `fits` accepts it, for a
    /// caller that has no list of possible placements.
    pub(super) fn first_accepted(
        &mut self,
        events: &[u8],
        mut fits: impl FnMut(PatternLocation) -> bool,
    ) -> Option<PatternLocation> {
        // So few placements are followed together in one pass over the game, so it does not pay to rule out some of
        // them first.
        if self.placements.len() <= PLACEMENTS_PER_PASS {
            let placements = self.placements.clone();
            return self.first_accepted_at(events, &placements, &mut fits);
        }
        beginnings(events).find_map(|part| {
            let places = self.possible_on_main_line(part);
            let placements = self.placements_of(&places);
            self.first_accepted_at(part, &placements, &mut fits)
        })
    }

    /// The placements at which the pattern may stand at some time in a game, variations included. The events (changes
    /// of points) of the variations are treated as a continuation of the main line, as in
    /// [`first_in_variations`](Self::first_in_variations).
    pub(super) fn possible_placements(&mut self, events: &[u8]) -> Vec<Placement> {
        let places = self.possible_on_main_line(events);
        self.placements_of(&places)
    }

    /// The placements at which the pattern may stand at some time on a main line.
    fn possible_on_main_line(&mut self, events: &[u8]) -> Vec<u16> {
        let mut places = self.with_all_stones(events);
        let events = event_pairs(events);
        if Self::has_times(events) {
            let start = self.record(events);
            places
                .retain(|&place| !matches!(self.verdict(place, start, NEVER), TimeVerdict::Never));
        }
        places
    }

    /// The first position in which the pattern stands at one of `placements` and which `fits` accepts. Follows the
    /// placements through every event (change of a point), because the change times tell only where the pattern stands
    /// first, and `fits` may refuse that position and accept a later one.
    pub(super) fn first_accepted_at(
        &mut self,
        events: &[u8],
        placements: &[Placement],
        fits: &mut impl FnMut(PatternLocation) -> bool,
    ) -> Option<PatternLocation> {
        let events = event_pairs(events);
        let (mut counted_events, mut position) = (0, 0);
        let mut standing = |last: usize, place: usize| {
            // The number of the position is counted on from the previous call, to read no event twice. With more than
            // 64 placements the events are followed several times, so `last` may jump back; then counting starts again.
            if last < counted_events {
                (counted_events, position) = (0, 0);
            }
            let more = events.get(counted_events..last).unwrap_or(&[]).iter();
            position += more.filter(|&&bytes| Event::read(bytes).ends_position()).count() as u32;
            counted_events = last;
            placements.get(place).map(|&placement| PatternLocation {
                position,
                events: last + 1,
                placement,
            })
        };
        let (last, place) =
            self.follower.first_accepted(events, placements, &mut self.ticker, |last, place| {
                standing(last, place).is_some_and(&mut *fits)
            })?;
        standing(last, place)
    }

    /// The placements at which every stone of the pattern, its moves included, stood at some time, not necessarily
    /// together.
    pub(super) fn with_all_stones(&self, events: &[u8]) -> Vec<u16> {
        let mut ever = EverStones::default();
        for &bytes in event_pairs(events) {
            if let Some((point, _, after)) = Event::read(bytes).change() {
                ever.add(point, after);
            }
        }
        let mut places = Vec::new();
        let mut first = 0;
        for shape in &self.shapes {
            first = shape.push_possible(&ever, first, &mut places);
        }
        places
    }

    /// The first position of a main line in which the pattern stands at one of the placements in `places`, which are in
    /// order of preference.
    pub(super) fn first_standing(
        &mut self,
        events: &[u8],
        places: &[u16],
    ) -> Option<PatternLocation> {
        // If most games have the pattern early, the beginning is searched first, and the rest of the events only if the
        // pattern is not found there.
        let mut common = COMMON_EVENTS.into_iter().zip(self.hits);
        let common = common.find(|(_, hits)| 2 * hits > self.games);
        let found = (common.and_then(|(count, _)| beginning(events, count)))
            .and_then(|beginning| self.first_at(beginning, places))
            .or_else(|| self.first_at(events, places))?;
        for (hits, count) in self.hits.iter_mut().zip(COMMON_EVENTS) {
            *hits += usize::from(found.events <= count);
        }
        Some(found)
    }

    /// Those of `places` at which the moves of the pattern may have been played in their order on a main line.
    pub(super) fn playable_in_order(&mut self, events: &[u8], places: &[u16]) -> Vec<u16> {
        let events = event_pairs(events);
        if !Self::has_times(events) {
            return places.to_vec();
        }
        let start = self.record(events);
        let may = |place: &&u16| self.can_be_played(**place, start);
        places.iter().filter(may).copied().collect()
    }

    fn can_be_played(&self, place: u16, start: ChangeTime) -> bool {
        let placement = self.placements.get(usize::from(place)).copied().unwrap_or_default();
        let Some(shape) = self.shapes.get(usize::from(placement.image)) else {
            return false;
        };
        let corner = Event::number_of(placement.corner());
        // For a point of a move: the earliest time at which it may have a stone of this colour, and whether it has no
        // second change.
        let earliest = |at: usize, color: ChangeTime| {
            let (first, second) = self.times.first_and_second(corner + at);
            let is_other = (first ^ color) & WHITE != 0;
            let time = if is_other { second } else { first };
            (time, second == NEVER)
        };
        let mut time = start;
        for &(at, color) in &shape.stones {
            time = time.max(earliest(at, color).0);
        }
        for &at in &shape.any_stone {
            time = time.max(self.times.first_and_second(corner + at).0);
        }
        for &(at, color) in &shape.moves {
            let (played, is_only) = earliest(at, color);
            if is_only && played <= time {
                return false;
            }
            time = time.max(played);
        }
        let stays_empty = |at: usize| {
            let (first, second) = self.times.first_and_second(corner + at);
            second != NEVER || first > time
        };
        time < NEVER
            && shape.empty.iter().all(|&at| stays_empty(at))
            && shape.empty_or_color.iter().all(|&(at, color)| {
                (self.times.first_and_second(corner + at).0 ^ color) & WHITE == 0 || stays_empty(at)
            })
    }

    /// The first position in the variations of a game in which the pattern stands, given that its main line does not
    /// have it. `main` is the length of the main line in bytes.
    pub(super) fn first_in_variations(
        &mut self,
        events: &[u8],
        main: usize,
        places: &[u16],
    ) -> Option<PatternLocation> {
        let events = event_pairs(events);
        // All events (changes of points), of the main line and then of the variations, are scanned as one long main
        // line on which stones come and go more often. This is exact: the events that take a variation back to its fork
        // belong to the first position of that variation, so no position ends, and none is examined, while the board is
        // between two branches.
        let (last, place) = if Self::has_times(events) {
            self.times.record(events, self.rows);
            let first = self.first_certain(events, places, time_of(main / 2));
            self.drop_stones_removed_for_good(events);
            self.first_of_all(events, first)?
        } else {
            self.follow_placements(events, places)?
        };
        self.location(events, last, place)
    }

    fn location(&self, events: &[[u8; 2]], last: usize, place: u16) -> Option<PatternLocation> {
        let placement = *self.placements.get(usize::from(place))?;
        Some(PatternLocation::ending_with(events, last, placement))
    }

    /// The first position of a main line in which the pattern stands at one of the placements in `places`.
    fn first_at(&mut self, events: &[u8], places: &[u16]) -> Option<PatternLocation> {
        let events = event_pairs(events);
        let (last, place) = if Self::has_times(events) {
            let start = self.record(events);
            let first = self.first_certain(events, places, start);
            self.first_of_all(events, first)?
        } else {
            self.follow_placements(events, places)?
        };
        self.location(events, last, place)
    }

    /// The first position in which, according to the change times, the pattern certainly stands at one of `places`.
    /// Placements at which it may stand earlier are collected in `doubtful`.
    fn first_certain(
        &mut self,
        events: &[[u8; 2]],
        places: &[u16],
        start: ChangeTime,
    ) -> PlacedTime {
        let mut doubtful = std::mem::take(&mut self.doubtful);
        doubtful.clear();
        let mut first = PlacedTime { time: NEVER, place: u16::MAX };
        for &place in places {
            match self.verdict(place, start, first.time) {
                TimeVerdict::Never => {}
                TimeVerdict::From(moment) if ends_position(events, moment) => {
                    first = PlacedTime { time: moment, place };
                }
                TimeVerdict::From(moment) | TimeVerdict::InDoubt(moment) => {
                    doubtful.push(PlacedTime { time: moment, place });
                }
            }
        }
        doubtful.retain(|&doubt| doubt < first);
        self.doubtful = doubtful;
        first
    }

    /// The first position in which the pattern stands: `first`, or an earlier one at a placement for which the change
    /// times do not decide, which is therefore followed event by event.
    fn first_of_all(&mut self, events: &[[u8; 2]], mut first: PlacedTime) -> Option<(usize, u16)> {
        if !self.doubtful.is_empty() {
            let places: Vec<u16> = self.doubtful.iter().map(|doubt| doubt.place).collect();
            // In the position already found, the pattern may also stand at a doubtful placement that is earlier in the
            // list and so preferred. So the events up to the end of this position are followed.
            let until = events.get(..=event_at(first.time)).unwrap_or(events);
            if let Some((last, place)) = self.follow_placements(until, &places) {
                first = first.min(PlacedTime { time: time_of(last), place });
            }
        }
        (first.time != NEVER).then_some((event_at(first.time), first.place))
    }

    /// Drops doubtful placements (those for which the first and second changes do not decide) at which a required stone
    /// is removed and never returns before the pattern can stand. For variations this rules out four of five doubtful
    /// placements.
    fn drop_stones_removed_for_good(&mut self, events: &[[u8; 2]]) {
        self.times.record_last(events);
        let mut doubtful = std::mem::take(&mut self.doubtful);
        doubtful.retain(|&PlacedTime { time: from, place }| {
            let placement = self.placements.get(usize::from(place)).copied().unwrap_or_default();
            let shape = self.shapes.get(usize::from(placement.image));
            shape.is_some_and(|shape| {
                shape.stones.iter().all(|&(at, color)| {
                    let at = Event::number_of(placement.corner()) + at;
                    let (first, second) = self.times.first_and_second(at);
                    let is_other = (first ^ color) & WHITE != 0;
                    is_other || second > from || self.times.last(at) > second
                })
            })
        });
        self.doubtful = doubtful;
    }

    /// Records the change times of a game. Returns the time of the start position, which is not earlier than that of
    /// any stone set up in it.
    fn record(&mut self, events: &[[u8; 2]]) -> ChangeTime {
        self.times.record(events, self.rows);
        let start = (0..events.len()).find(|&event| ends_position(events, time_of(event)));
        time_of(start.unwrap_or(0)) | WHITE
    }

    /// What the change times say about one placement: whether and when the pattern stands there before `before`.
    #[inline]
    fn verdict(&self, place: u16, start: ChangeTime, before: ChangeTime) -> TimeVerdict {
        let placement = self.placements.get(usize::from(place)).copied().unwrap_or_default();
        let Some(shape) = self.shapes.get(usize::from(placement.image)) else {
            return TimeVerdict::Never;
        };
        let corner = Event::number_of(placement.corner());
        // The pattern cannot stand before the time `from`. Its required stones stand from then until the time `to`.
        let (from, mut to) = shape.standing_interval(&self.times, corner);
        let mut from = from.max(start);
        if from >= before {
            return TimeVerdict::Never;
        }
        let mut in_doubt = shape.has_other_requirements;
        if let Some(emptied) = shape.empty_again_from(&self.times, corner, from) {
            in_doubt = true;
            from = from.max(emptied);
            if from >= before {
                return TimeVerdict::Never;
            }
        }
        for &(at, color) in &shape.empty_or_color {
            let (first, second) = self.times.first_and_second(corner + at);
            if (first ^ color) & WHITE == 0 {
                to = to.min(second);
            } else if first <= from {
                in_doubt = true;
                from = from.max(second);
            }
        }
        if from >= before {
            return TimeVerdict::Never;
        }
        if in_doubt || to <= from {
            TimeVerdict::InDoubt(from & !WHITE)
        } else {
            TimeVerdict::From(from & !WHITE)
        }
    }

    /// Finds when the pattern first stands at one of the placements in `places` by following all events (changes of
    /// points).
    fn follow_placements(&mut self, events: &[[u8; 2]], places: &[u16]) -> Option<(usize, u16)> {
        let placements = self.placements_of(places);
        let (follower, ticker) = (&mut self.follower, &mut self.ticker);
        let (last, n) = follower.first_accepted(events, &placements, ticker, |_, _| true)?;
        Some((last, *places.get(n)?))
    }

    /// Looks up placements by their numbers, the indices into the list of all placements.
    pub(super) fn placements_of(&self, places: &[u16]) -> Vec<Placement> {
        let placement = |&place: &u16| self.placements.get(usize::from(place)).copied();
        places.iter().filter_map(placement).collect()
    }
}

/// True if the event (change of a point) at this time is the last one of its position.
#[inline]
fn ends_position(events: &[[u8; 2]], moment: ChangeTime) -> bool {
    events.get(event_at(moment)).is_some_and(|&bytes| Event::read(bytes).ends_position())
}

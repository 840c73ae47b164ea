//! Events: a game as changes of points, the form in which local patterns are searched for.
//!
//! Every position of a game (the start, one after each move and each later setup, as a [`Replayer`] visits them) is a
//! run of [`Event`]s: one for each point that differs from the previous position, and two for a stone that captures
//! itself. The last event of a position is marked. Captures are resolved once, when the game is indexed, so scanning
//! the events needs no rules.
//!
//! The main line comes first. Positions of variations follow in pre-order; the events at a fork go back to the position
//! that the variation leaves, and on to its first one.
//!
//! [`Replayer`]: kifu_record::Replayer

use super::games::game_number;
use kifu_record::game::board::UndoMark;
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point, Stone};
use kifu_record::replay::Cause;
use kifu_record::{GameTree, NodeId, Ply};
use std::mem::take;

/// Kinds of changes of a point, as the stone before and the stone after the change. An event stores the index of its
/// kind.
pub const TRANSITIONS: [(Stone, Stone); 8] = [
    (Stone::Empty, Stone::Black),
    (Stone::Empty, Stone::White),
    (Stone::Black, Stone::Empty),
    (Stone::White, Stone::Empty),
    (Stone::Black, Stone::White),
    (Stone::White, Stone::Black),
    (Stone::Black, Stone::Hole),
    (Stone::White, Stone::Hole),
];

/// For each colour, Black's first: the kinds of changes that place a stone of this colour, as bits numbered like
/// [`TRANSITIONS`].
const PLACING_TRANSITIONS: [u32; 2] = {
    let mut bits = [0; 2];
    let mut number = 0;
    while number < TRANSITIONS.len() {
        match TRANSITIONS[number].1 {
            Stone::Black => bits[0] |= 1 << number,
            Stone::White => bits[1] |= 1 << number,
            Stone::Empty | Stone::Hole => {}
        }
        number += 1;
    }
    bits
};

/// Longest side of a board whose games have events (stored changes of points). With a border of two points on either
/// side a row has 32 points, as many as the 5 bits of a column in an event can number.
pub const MAX_SIDE: u8 = 28;

/// Maximum number of events (changes of points) of a game: 2 MiB. No real game has more; setup that fills and clears
/// the board again and again could.
const MAX_EVENTS: usize = 1 << 20;

/// Flags about a game's events (changes of points), one byte in their header.
pub mod flags {
    /// On the main line, the n-th position stands after n moves, and positions that change nothing are passes.
    pub const REGULAR: u8 = 1;
    /// As [`REGULAR`], except that the first position after the start is setup: the n-th position stands after n - 1
    /// moves. Servers write their handicap this way.
    pub const REGULAR_BEHIND_SETUP: u8 = 4;
    /// The game has no events (changes of points) although its rules are known. Either the board is too large, or a
    /// stone was put into a hole, for which there is no kind of change.
    pub const NONE: u8 = 2;
}

/// Event: the change of one point, in 16 bits.
///
/// | bits | content |
/// |---|---|
/// | 0–2 | kind of change: index in [`TRANSITIONS`] |
/// | 3–7 | column |
/// | 8–12 | row |
/// | 13 | set if the position equals the one before, for instance after a pass |
/// | 14 | always 0 |
/// | 15 | set on the last event of a position |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event(u16);

impl Event {
    /// Bit that marks the last event of a position.
    const END: u16 = 1 << 15;
    /// Bit that marks an event without a change: the position equals the one before, for instance after a pass.
    const NOTHING: u16 = 1 << 13;

    pub const COLUMNS: usize = 32;
    /// Number of points that an event can number: those of 32 columns and 32 rows.
    pub const POINTS: usize = Self::COLUMNS * Self::COLUMNS;
    /// Number of different results of [`number`](Self::number): all points, then the events without a change of a
    /// point.
    pub const NUMBERS: usize = 2 * Self::POINTS;

    /// Creates the event for a change of this point; `transition` is the index of the change in [`TRANSITIONS`].
    #[inline]
    pub fn new(point: Point, transition: usize) -> Event {
        Event((Self::number_of(point) << 3 | transition) as u16)
    }

    /// Decodes an event (change of a point) from its two stored bytes, which are little-endian.
    #[inline]
    pub fn read(bytes: [u8; 2]) -> Event {
        Event(u16::from_le_bytes(bytes))
    }

    /// Returns the number of a point. The difference of two points' numbers is the same wherever they lie on the board.
    #[inline]
    pub fn number_of(point: Point) -> usize {
        Self::COLUMNS * usize::from(point.y) + usize::from(point.x)
    }

    /// Number of the point that the event changes. An event without a change has a number after those of all points.
    #[inline]
    pub fn number(self) -> usize {
        usize::from(self.0 >> 3) & (Self::NUMBERS - 1)
    }

    /// Index in [`TRANSITIONS`] of what happened to the point, such as a capture of a white stone.
    #[inline]
    pub fn transition(self) -> usize {
        usize::from(self.0 & 7)
    }

    /// Returns 1 if the event (change of a point) places a white stone on an empty point, 0 if it places a black one
    /// there. The result for other events is meaningless.
    #[inline]
    pub fn is_white(self) -> u16 {
        self.0 & 1
    }

    /// True if the event (change of a point) places a stone of this colour.
    #[inline]
    pub fn places_stone(self, color: Color) -> bool {
        let [black, white] = PLACING_TRANSITIONS;
        let transitions = if color == Color::Black { black } else { white };
        (self.0 & Self::NOTHING == 0) & (transitions >> self.transition() & 1 != 0)
    }

    /// True if this is the last event (change of a point) of a position.
    #[inline]
    pub fn ends_position(self) -> bool {
        self.0 & Self::END != 0
    }

    /// True if the event changes a point in a rectangle, given by its upper left corner and its size.
    #[inline]
    pub fn is_in(self, corner: Point, size: BoardSize) -> bool {
        let x = (self.0 >> 3 & 31).wrapping_sub(corner.x.into());
        // The mask keeps bit 13, so an event without a change gets a row below every rectangle.
        let y = (self.0 >> 8 & 63).wrapping_sub(corner.y.into());
        (x < size.width().into()) & (y < size.height().into())
    }

    /// Returns the point and the stone before and after; `None` if nothing changes.
    #[inline]
    pub fn change(self) -> Option<(Point, Stone, Stone)> {
        let (before, after) = *TRANSITIONS.get(self.transition())?;
        let point = Point::new((self.0 >> 3 & 31) as u8, (self.0 >> 8 & 31) as u8);
        (self.0 & Self::NOTHING == 0).then_some((point, before, after))
    }
}

/// Views the stored events (changes of points) of a game as a list of events of two bytes each.
#[inline]
pub fn event_pairs(events: &[u8]) -> &[[u8; 2]] {
    events.as_chunks().0
}

/// Bytes of the header of a game's events in the document: kind, width, height and flags (1 byte each), and the number
/// of events on the main line (4 bytes, little-endian). All events follow.
pub const HEADER_BYTES: usize = 8;

/// Stored events (changes of points) of the main line, cut out of the document's field.
pub(crate) fn main_line(field: &[u8]) -> &[u8] {
    let parts = field.split_first_chunk::<HEADER_BYTES>();
    parts
        .and_then(|(&[.., a, b, c, d], events)| {
            let count = u32::from_le_bytes([a, b, c, d]) as usize;
            events.get(..2 * count)
        })
        .unwrap_or_default()
}

/// Recorder that writes the changes of points (events) while a game is replayed.
#[derive(Debug, Default)]
pub struct EventRecorder {
    /// Stone on each point in the previous position.
    before: Vec<Stone>,
    bytes: Vec<u8>,
    main_end: usize,
    last: NodeId,
    mark: Option<UndoMark>,
    positions: u32,
    regular: bool,
    /// True if the first position after the start is setup.
    set_up: bool,
    has_no_events: bool,
}

impl EventRecorder {
    /// Starts to record a game.
    pub fn begin(&mut self, game: GameKind, size: BoardSize) {
        let (mut before, mut bytes) = (take(&mut self.before), take(&mut self.bytes));
        before.clear();
        before.resize(size.area(), Stone::Empty);
        bytes.clear();
        let kind = game_number(game).unwrap_or(0);
        bytes.extend([kind, size.width(), size.height(), 0, 0, 0, 0, 0]);
        *self = EventRecorder {
            before,
            bytes,
            regular: true,
            has_no_events: size.width().max(size.height()) > MAX_SIDE,
            ..EventRecorder::default()
        };
    }

    /// Records a position: the changes since the previous one.
    #[inline]
    pub fn record_position(&mut self, tree: &GameTree, ply: &Ply) {
        if self.has_no_events {
            return;
        }
        let start = self.bytes.len();
        let size = ply.board.size();
        let continues_previous = ply.main
            || ply.node == self.last
            || ply.node == self.last + 1 && tree.parent(ply.node) == Some(self.last);
        if let Cause::Move(color, Move::Place(point)) = ply.cause {
            self.record_self_capture(color.into(), point, ply);
        }
        match self.mark.filter(|_| continues_previous) {
            Some(mark) => {
                for (point, _) in ply.board.changes_since(mark) {
                    self.record_point(size.number(point), point, ply.board.stone(point));
                }
            }
            None => {
                for (number, point) in size.points().enumerate() {
                    self.record_point(number, point, ply.board.stone(point));
                }
            }
        }
        if self.bytes.len() == start {
            self.push_event(Event(Event::NOTHING));
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= (Event::END >> 8) as u8;
        }
        if ply.main {
            self.main_end = self.bytes.len();
            self.set_up |= self.positions == 1 && ply.cause == Cause::Setup;
            self.regular &= self.is_regular(ply, start);
        }
        self.positions += 1;
        self.last = ply.node;
        self.mark = Some(ply.board.mark());
        self.has_no_events |= self.bytes.len() > 2 * MAX_EVENTS;
    }

    /// Records a stone that captures itself: it appears and disappears.
    fn record_self_capture(&mut self, played: Stone, point: Point, ply: &Ply) {
        let number = ply.board.size().number(point);
        let stood = self.before.get(number).copied();
        if ply.board.stone(point) != played && stood.is_some_and(|stood| stood != played) {
            self.record_point(number, point, played);
        }
    }

    fn is_regular(&self, ply: &Ply, start: usize) -> bool {
        let first = event_pairs(self.bytes.get(start..).unwrap_or_default())
            .first()
            .and_then(|&first| Event::read(first).change());
        ply.number + u32::from(self.set_up) == self.positions
            && match ply.cause {
                Cause::Start => true,
                Cause::Setup => self.positions == 1,
                // The event (change of a point) of the placed stone is recorded before those of the stones that it
                // captures.
                Cause::Move(color, Move::Place(point)) => {
                    first.is_some_and(|(at, _, after)| at == point && after == color.into())
                }
                Cause::Move(_, Move::Pass) => first.is_none(),
                Cause::Move(..) => false,
            }
    }

    #[inline]
    fn record_point(&mut self, number: usize, point: Point, after: Stone) {
        let Some(before) = self.before.get_mut(number) else {
            return;
        };
        let before = std::mem::replace(before, after);
        if before == after {
            return;
        }
        let transition = |before, after| TRANSITIONS.iter().position(|&t| t == (before, after));
        let event = |transition| Event::new(point, transition);
        match (transition(before, after), before) {
            (Some(transition), _) => self.push_event(event(transition)),
            // No transition leads from an empty point to a hole, so two events are needed.
            (None, Stone::Empty) => {
                self.push_event(event(0));
                self.push_event(event(6));
            }
            (None, _) => self.has_no_events = true,
        }
    }

    #[inline]
    fn push_event(&mut self, event: Event) {
        self.bytes.extend_from_slice(&event.0.to_le_bytes());
    }

    /// Completes the header and returns the recorded events (changes of points) of the game.
    pub fn finish(&mut self) -> &[u8] {
        if self.has_no_events {
            self.bytes.truncate(HEADER_BYTES);
            self.main_end = HEADER_BYTES;
        }
        let main = (self.main_end.saturating_sub(HEADER_BYTES) / 2) as u32;
        let flags = match self.regular {
            _ if self.has_no_events => flags::NONE,
            true if self.set_up => flags::REGULAR_BEHIND_SETUP,
            true => flags::REGULAR,
            false => 0,
        };
        if let Some(slot) = self.bytes.get_mut(3) {
            *slot = flags;
        }
        if let Some(slot) = self.bytes.get_mut(4..8) {
            slot.copy_from_slice(&main.to_le_bytes());
        }
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_brings_the_stone_that_stands_after_it() {
        let nothing = [Event(Event::NOTHING), Event(Event::NOTHING | Event::END)];
        let changes = (0..TRANSITIONS.len()).map(|number| Event::new(Point::new(3, 5), number));
        for event in changes.chain(nothing) {
            let brought = event.change().and_then(|(.., after)| after.color());
            for color in Color::BOTH {
                assert_eq!(event.places_stone(color), brought == Some(color), "{event:?}");
            }
        }
    }
}

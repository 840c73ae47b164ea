//! A game as changes of points, free of rules: the data that local patterns are searched in.
//!
//! Every position of a game (the start, then one after each move and each later setup, as a [`Replayer`] visits them)
//! is a run of events: the points that differ from the previous position (and a stone that captures itself), the last
//! one marked. Captures are resolved once, when the game is indexed, so scanning the events needs no rules. An event is
//! 16 bits: the change (bits 0 to 2), the column (3 to 7) and the row (8 to 12) of the point, [`NOTHING`] for a
//! position equal to the previous one, and [`END`].
//!
//! The main line comes first. Positions of variations follow in pre-order; the events at a fork undo the way back to
//! the position that the variation leaves, then lead on to its first one.
//!
//! [`Replayer`]: crate::record::Replayer

use crate::game::board::Mark;
use crate::game::{BoardSize, Game, Move, Point, Stone};
use crate::record::replay::Cause;
use crate::record::{GameTree, NodeId, Ply};

/// Marks the last event of a position.
pub(crate) const END: u16 = 1 << 15;
/// Nothing changes, as after a pass.
pub(crate) const NOTHING: u16 = 1 << 13;
/// The bits of an event without [`END`].
pub(crate) const CHANGE: u16 = (1 << 14) - 1;

/// The stone before and the stone after, by the lowest three bits of an event.
pub(crate) const TRANSITIONS: [(Stone, Stone); 8] = [
    (Stone::Empty, Stone::Black),
    (Stone::Empty, Stone::White),
    (Stone::Black, Stone::Empty),
    (Stone::White, Stone::Empty),
    (Stone::Black, Stone::White),
    (Stone::White, Stone::Black),
    (Stone::Black, Stone::Hole),
    (Stone::White, Stone::Hole),
];

/// The longest side of a board whose games have events: a row with a border of two on either side takes all 32 columns
/// that an event can number.
pub(crate) const LONGEST_SIDE: u8 = 28;

/// No real game has more events than this. Only an attack does, with setup that fills and clears the board repeatedly.
const MOST_EVENTS: usize = 1 << 20;

/// Properties of a game's events.
pub(crate) mod flags {
    /// On the main line, the n-th position comes after n moves, and positions without a change are passes.
    pub(crate) const REGULAR: u8 = 1;
    /// The same, except that the first position after the start is setup: the n-th comes after n - 1 moves. Servers
    /// write their handicap this way.
    pub(crate) const REGULAR_BEHIND_SETUP: u8 = 4;
    /// There are no events although the rules are known: a large board, or a hole that was filled.
    pub(crate) const NONE: u8 = 2;
}

/// The point of an event.
#[inline]
pub(crate) fn point(event: u16) -> Point {
    Point::new((event >> 3 & 31) as u8, (event >> 8 & 31) as u8)
}

/// The event of a change.
#[inline]
pub(crate) fn change_of(point: Point, transition: usize) -> u16 {
    u16::from(point.y) << 8 | u16::from(point.x) << 3 | transition as u16
}

/// What an event does if it changes a point: the point, and the stone before and after.
#[inline]
pub(crate) fn change(event: u16) -> Option<(Point, Stone, Stone)> {
    let (before, after) = *TRANSITIONS.get(usize::from(event & 7))?;
    (event & NOTHING == 0).then_some((point(event), before, after))
}

/// The header of a game's events as the document field takes them: kind, width, height, flags, and the number of
/// main-line events. All events follow.
pub(crate) const HEADER: usize = 8;

/// Writes events while a game is replayed.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    /// The stone on each point in the previous position.
    before: Vec<Stone>,
    bytes: Vec<u8>,
    main_end: usize,
    last: NodeId,
    mark: Option<Mark>,
    positions: u32,
    regular: bool,
    /// Whether setup directly follows the start.
    set_up: bool,
    broken: bool,
}

impl Recorder {
    /// Begins a game.
    pub(crate) fn begin(&mut self, game: Game, size: BoardSize) {
        self.before.clear();
        self.before.resize(size.area(), Stone::Empty);
        self.bytes.clear();
        let kind = match game {
            Game::Go => 1,
            Game::Loa => 2,
            Game::Other(_) => 0,
        };
        self.bytes
            .extend([kind, size.width(), size.height(), 0, 0, 0, 0, 0]);
        self.main_end = 0;
        self.mark = None;
        self.positions = 0;
        self.regular = true;
        self.set_up = false;
        self.broken = size.width().max(size.height()) > LONGEST_SIDE;
    }

    /// Adds a position.
    #[inline]
    pub(crate) fn position(&mut self, tree: &GameTree, ply: &Ply) {
        if self.broken {
            return;
        }
        let start = self.bytes.len();
        let size = ply.board.size();
        let goes_on = ply.main
            || ply.node == self.last
            || ply.node == self.last + 1 && tree.parent(ply.node) == Some(self.last);
        if let Cause::Move(color, Move::Place(point)) = ply.cause {
            self.vanished(color.into(), point, ply);
        }
        match self.mark.filter(|_| goes_on) {
            Some(mark) => {
                for (point, _) in ply.board.changes_since(mark) {
                    self.point(size.number(point), point, ply.board.stone(point));
                }
            }
            None => {
                for (number, point) in size.points().enumerate() {
                    self.point(number, point, ply.board.stone(point));
                }
            }
        }
        if self.bytes.len() == start {
            self.event(NOTHING);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= (END >> 8) as u8;
        }
        if ply.main {
            self.main_end = self.bytes.len();
            self.set_up |= self.positions == 1 && ply.cause == Cause::Setup;
            self.regular &= self.is_regular(ply, start);
        }
        self.positions += 1;
        self.last = ply.node;
        self.mark = Some(ply.board.mark());
        self.broken |= self.bytes.len() > 2 * MOST_EVENTS;
    }

    /// A stone that captures itself appears and disappears again.
    fn vanished(&mut self, played: Stone, point: Point, ply: &Ply) {
        let number = ply.board.size().number(point);
        let stood = self.before.get(number).copied();
        if ply.board.stone(point) != played && stood.is_some_and(|stood| stood != played) {
            self.point(number, point, played);
        }
    }

    fn is_regular(&self, ply: &Ply, start: usize) -> bool {
        let first = self.bytes.get(start..start + 2).map(event).and_then(change);
        ply.number + u32::from(self.set_up) == self.positions
            && match ply.cause {
                Cause::Start => true,
                Cause::Setup => self.positions == 1,
                // The stone comes first.
                Cause::Move(color, Move::Place(point)) => {
                    first.is_some_and(|(at, _, after)| at == point && after == color.into())
                }
                Cause::Move(_, Move::Pass) => first.is_none(),
                Cause::Move(..) => false,
            }
    }

    #[inline]
    fn point(&mut self, number: usize, point: Point, after: Stone) {
        let Some(before) = self.before.get_mut(number) else {
            return;
        };
        let before = std::mem::replace(before, after);
        if before == after {
            return;
        }
        let transition = |before, after| TRANSITIONS.iter().position(|&t| t == (before, after));
        let event = |transition| change_of(point, transition);
        match (transition(before, after), before) {
            (Some(transition), _) => self.event(event(transition)),
            // A hole where nothing stood takes two steps.
            (None, Stone::Empty) => {
                self.event(event(0));
                self.event(event(6));
            }
            (None, _) => self.broken = true,
        }
    }

    #[inline]
    fn event(&mut self, event: u16) {
        self.bytes.extend_from_slice(&event.to_le_bytes());
    }

    /// Finishes the game and returns its header and events.
    pub(crate) fn finish(&mut self) -> &[u8] {
        if self.broken {
            self.bytes.truncate(HEADER);
            self.main_end = HEADER;
        }
        let main = (self.main_end.saturating_sub(HEADER) / 2) as u32;
        let mut flags = 0;
        if self.broken {
            flags |= flags::NONE;
        } else if self.regular {
            flags |= if self.set_up {
                flags::REGULAR_BEHIND_SETUP
            } else {
                flags::REGULAR
            };
        }
        if let Some(slot) = self.bytes.get_mut(3) {
            *slot = flags;
        }
        if let Some(slot) = self.bytes.get_mut(4..8) {
            slot.copy_from_slice(&main.to_le_bytes());
        }
        &self.bytes
    }
}

/// Reads two bytes as an event.
#[inline]
pub(crate) fn event(pair: &[u8]) -> u16 {
    match *pair {
        [low, high] => u16::from_le_bytes([low, high]),
        _ => NOTHING | END,
    }
}

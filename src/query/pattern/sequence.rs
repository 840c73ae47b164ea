//! Patterns with moves: after the drawn stones stood, the moves into the rectangle were these, in this order.
//!
//! Moves elsewhere may come between, and captures remove what they remove. For every placement, a set of states says
//! how many of the moves were played since the drawn stones stood. Several states are alive at once if the drawing
//! comes to stand again.

use super::standing::{Images, Placement, Scan, Standing, placements};
use crate::game::pattern::{Cell, Pattern};
use crate::game::{BoardSize, Color, Move, Point, Stone};
use crate::index::events::{Event, pairs};
use crate::patience::Pace;
use crate::record::Ply;
use crate::record::replay::Cause;

/// Bit `k` (diagrams number at most ten moves): the drawing stood, and since then the first `k` moves and no others
/// were played in the rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct States(u64);

/// What led to a position, as seen from a rectangle.
#[derive(Clone, Copy)]
enum Seen {
    /// A move into it; the point counts from the rectangle's upper left.
    Move(Color, Point),
    /// The start, or setup anywhere: the moves begin anew.
    Setup,
    /// Something elsewhere.
    Nothing,
}

impl States {
    /// The states of a pattern without moves.
    pub(super) fn standing(stands: bool) -> States {
        States(u64::from(stands))
    }

    /// Whether all of this many moves were played.
    pub(super) fn is_complete(self, moves: usize) -> bool {
        self.0 >> moves & 1 == 1
    }

    fn advance(&mut self, moves: &[(Color, Point)], seen: Seen, stands: bool) -> bool {
        self.0 = match seen {
            Seen::Nothing => self.0,
            Seen::Setup => 0,
            Seen::Move(color, point) => (moves.iter().enumerate())
                .filter(|&(k, &wanted)| self.0 >> k & 1 == 1 && wanted == (color, point))
                .fold(0, |states, (k, _)| states | 1 << (k + 1)),
        };
        self.0 |= u64::from(stands);
        self.is_complete(moves.len())
    }

    /// Advances by a position; returns whether that completed the last move.
    pub(super) fn position(
        &mut self,
        image: &Pattern,
        corner: Point,
        ply: &Ply,
        stands: bool,
    ) -> bool {
        let seen = match ply.cause {
            Cause::Move(color, Move::Place(point)) => match inside(image, corner, point) {
                Some(point) => Seen::Move(color, point),
                None => Seen::Nothing,
            },
            Cause::Move(color, Move::Slide { to, .. }) => match inside(image, corner, to) {
                Some(point) => Seen::Move(color, point),
                None => Seen::Nothing,
            },
            Cause::Move(..) => Seen::Nothing,
            Cause::Start | Cause::Setup => Seen::Setup,
        };
        self.advance(image.moves(), seen, stands)
    }
}

/// Translates a point of the board to the rectangle.
fn inside(image: &Pattern, corner: Point, point: Point) -> Option<Point> {
    let x = point.x.checked_sub(corner.x)?;
    let y = point.y.checked_sub(corner.y)?;
    let point = Point::new(x, y);
    image.size().contains(point).then_some(point)
}

/// Searches for a pattern with moves in the main lines of regular games.
struct Sequence {
    images: Images,
    board: BoardSize,
    placements: Vec<Placement>,
    /// The indices of the placements to search in this game, if they are given.
    told: Option<Vec<u16>>,
    /// For every point the colours that ever stood there; not needed if the placements are given.
    ever: Vec<u8>,
}

/// A scan, if the pattern has a placement on the board.
pub(crate) fn scan(images: &Images, board: BoardSize) -> Option<Box<dyn Scan>> {
    let placements = placements(images, board);
    (!placements.is_empty()).then(|| {
        Box::new(Sequence {
            images: images.clone(),
            board,
            placements,
            told: None,
            ever: Vec::new(),
        }) as Box<dyn Scan>
    })
}

impl Scan for Sequence {
    fn begin(&mut self, places: Option<&[u16]>) {
        self.told = places.map(<[u16]>::to_vec);
        self.ever.clear();
        self.ever.resize(self.board.area(), 0);
    }

    fn possible(&mut self, events: &[u8]) -> Option<Vec<Placement>> {
        self.note(events);
        Some(self.places())
    }

    fn run(&mut self, events: &[u8], pace: &mut Pace) -> Option<Standing> {
        self.note(events);
        let mut first: Option<Standing> = None;
        for placement in pace.each(events.len() / 2, self.places().into_iter()) {
            let Some((_, image)) = self.images.get(usize::from(placement.image)) else {
                continue;
            };
            let before = first.map_or(u32::MAX, |first| first.position);
            let found = self.follow(events, image, placement, before);
            first = found.or(first);
        }
        first
    }
}

impl Sequence {
    /// The placements at which all stones and moves ever stood.
    fn places(&self) -> Vec<Placement> {
        if let Some(told) = &self.told {
            let place = |&n: &u16| self.placements.get(usize::from(n)).copied();
            return told.iter().filter_map(place).collect();
        }
        let stands = |placement: &&Placement| {
            let image = self.images.get(usize::from(placement.image));
            image.is_some_and(|(_, image)| self.may_stand(image, placement.corner()))
        };
        self.placements.iter().filter(stands).copied().collect()
    }

    /// Records which stones ever stood where, if that is needed.
    fn note(&mut self, events: &[u8]) {
        if self.told.is_some() {
            return;
        }
        for &pair in pairs(events) {
            if let Some((point, _, after)) = Event::read(pair).change()
                && let Some(ever) = self.ever.get_mut(self.board.number(point))
            {
                *ever |= 1 << after as u8;
            }
        }
    }

    /// Whether all stones and moves of an image ever stood there.
    fn may_stand(&self, image: &Pattern, corner: Point) -> bool {
        let ever = |point: Point, stone: Stone| {
            let number = self
                .board
                .number(Point::new(corner.x + point.x, corner.y + point.y));
            self.ever
                .get(number)
                .is_some_and(|ever| ever >> stone as u8 & 1 == 1)
        };
        let moves = |&(color, point): &(Color, Point)| ever(point, color.into());
        image.moves().iter().all(moves)
            && image.cells().all(|(point, cell)| match cell {
                Cell::BLACK => ever(point, Stone::Black),
                Cell::WHITE => ever(point, Stone::White),
                Cell::STONE => ever(point, Stone::Black) || ever(point, Stone::White),
                _ => true,
            })
    }

    /// Where the last move is played at one placement, if that is in a position earlier than `before`.
    fn follow(
        &self,
        events: &[u8],
        image: &Pattern,
        placement: Placement,
        before: u32,
    ) -> Option<Standing> {
        let corner = placement.corner();
        let wrong_at = |point: Point, stone: Stone| i32::from(!image.cell(point).allows(stone));
        let mut wrong: i32 = image
            .size()
            .points()
            .map(|p| wrong_at(p, Stone::Empty))
            .sum();
        let mut states = States::default();
        let mut position = 0;
        let mut seen = Seen::Nothing;
        let mut is_first = true;
        for (i, &pair) in pairs(events).iter().enumerate() {
            let event = Event::read(pair);
            if let Some((point, old, new)) = event.change()
                && let Some(point) = inside(image, corner, point)
            {
                wrong += wrong_at(point, new) - wrong_at(point, old);
                seen = match new.color() {
                    _ if position == 0 => Seen::Setup,
                    Some(color) if is_first => Seen::Move(color, point),
                    _ => seen,
                };
            }
            is_first = false;
            if !event.ends() {
                continue;
            }
            if states.advance(image.moves(), seen, wrong == 0) {
                return Some(Standing {
                    position,
                    events: i + 1,
                    placement,
                });
            }
            position += 1;
            if position >= before {
                return None;
            }
            seen = Seen::Nothing;
            is_first = true;
        }
        None
    }
}

//! Matches patterns with moves: after the drawn stones stood, the moves into the rectangle must be those of the
//! pattern, in its order.
//!
//! Moves elsewhere may come in between, and stones may be captured meanwhile. For every placement, a set of states says
//! how many of the moves were played since the drawn stones stood. Several states are alive at once if the drawing
//! stands again before the moves are complete.

use super::placement::{PatternImages, PatternLocation, Placement, placements};
use crate::step::point_in_rectangle;
use kifu_record::Ply;
use kifu_record::cancel::BudgetTicker;
use kifu_record::game::pattern::Pattern;
use kifu_record::game::{BoardSize, Color, Move, Point, Stone};
use kifu_record::replay::Cause;
use kifu_store::index::events::{Event, event_pairs};

/// Set of states of one placement. Bit `k` is set if the drawn stones stood and since then exactly the first `k` moves
/// of the pattern were played in the rectangle; `k` is at most
/// [`MAX_PATTERN_MOVES`](kifu_record::game::pattern::MAX_PATTERN_MOVES). There is no bit for all moves: the pattern is
/// complete only in the position after its last move, and no longer in later positions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct MoveStates(u64);

/// The bit that stands for `moves` played moves; 0 if the word has no such bit.
fn state_bit(moves: usize) -> u64 {
    1u64.checked_shl(moves as u32).unwrap_or(0)
}

/// The action that led to a position, as seen from a rectangle.
#[derive(Clone, Copy)]
enum LastAction {
    /// A move into the rectangle; its point counts from the rectangle's upper left.
    Move(Color, Point),
    /// The start, or setup anywhere on the board, which restarts the moves.
    Setup,
    /// An action outside of the rectangle.
    Nothing,
}

impl MoveStates {
    /// The states of a pattern without moves: bit 0 says whether the pattern stands.
    pub(super) fn from_stands(stands: bool) -> MoveStates {
        MoveStates(u64::from(stands))
    }

    /// Advances the set of states by one position. Returns true if the position completes the pattern's moves.
    fn advance(&mut self, moves: &[(Color, Point)], last_action: LastAction, stands: bool) -> bool {
        let states = match last_action {
            LastAction::Nothing => self.0,
            LastAction::Setup => 0,
            LastAction::Move(color, point) => moves
                .iter()
                .enumerate()
                .filter(|&(k, &wanted)| self.0 & state_bit(k) != 0 && wanted == (color, point))
                .fold(0, |states, (k, _)| states | state_bit(k + 1)),
        };
        let complete = state_bit(moves.len());
        self.0 = states & !complete | u64::from(stands);
        states & complete != 0
    }

    /// Advances the set of states by a replayed position. Returns true if the position completes the pattern's moves.
    pub(super) fn advance_by_ply(
        &mut self,
        image: &Pattern,
        corner: Point,
        ply: &Ply,
        stands: bool,
    ) -> bool {
        let last_action = match ply.cause {
            Cause::Move(color, Move::Place(point) | Move::Slide { to: point, .. }) => {
                point_in_rectangle(corner, image.size(), point)
                    .map_or(LastAction::Nothing, |point| LastAction::Move(color, point))
            }
            Cause::Move(..) => LastAction::Nothing,
            Cause::Start | Cause::Setup => LastAction::Setup,
        };
        self.advance(image.moves(), last_action, stands)
    }
}

/// Searches a pattern with moves in the main lines of regular games (each position is one move), by their events
/// (changes of points).
pub(super) struct MoveSequence {
    images: PatternImages,
    placements: Vec<Placement>,
}

impl MoveSequence {
    pub(super) fn new(images: &PatternImages, board: BoardSize) -> MoveSequence {
        MoveSequence { images: images.clone(), placements: placements(images, board) }
    }

    /// The first position in which the pattern's last move is played at one of `places`, which are indices into the
    /// list of all placements in order of preference.
    pub(super) fn first_completed(
        &self,
        events: &[u8],
        places: &[u16],
        ticker: &mut BudgetTicker,
    ) -> Option<PatternLocation> {
        let mut first: Option<PatternLocation> = None;
        for &place in ticker.take_within_budget(events.len() / 2, places.iter()) {
            let placement = *self.placements.get(usize::from(place))?;
            let (_, image) = self.images.get(usize::from(placement.image))?;
            let before = first.map_or(u32::MAX, |first| first.position);
            let found = self.follow_placement(events, image, placement, before);
            first = found.or(first);
        }
        first
    }

    /// The position in which the pattern's last move is played at one placement, if that position comes before position
    /// `before`.
    fn follow_placement(
        &self,
        events: &[u8],
        image: &Pattern,
        placement: Placement,
        before: u32,
    ) -> Option<PatternLocation> {
        let corner = placement.corner();
        let wrong_at = |point: Point, stone: Stone| i32::from(!image.cell(point).allows(stone));
        let mut wrong: i32 = image.size().points().map(|p| wrong_at(p, Stone::Empty)).sum();
        let mut states = MoveStates::default();
        let mut position = 0;
        let mut last_action = LastAction::Nothing;
        let mut is_first = true;
        for (i, &pair) in event_pairs(events).iter().enumerate() {
            let event = Event::read(pair);
            if let Some((point, old, new)) = event.change()
                && let Some(point) = point_in_rectangle(corner, image.size(), point)
            {
                wrong += wrong_at(point, new) - wrong_at(point, old);
                last_action = match new.color() {
                    _ if position == 0 => LastAction::Setup,
                    Some(color) if is_first => LastAction::Move(color, point),
                    _ => last_action,
                };
            }
            is_first = false;
            if !event.ends_position() {
                continue;
            }
            if states.advance(image.moves(), last_action, wrong == 0) {
                return Some(PatternLocation { position, events: i + 1, placement });
            }
            position += 1;
            if position >= before {
                return None;
            }
            last_action = LastAction::Nothing;
            is_first = true;
        }
        None
    }
}

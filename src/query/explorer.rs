//! What is told of a position or of a pattern: how many games have it, how they ended, how they go on, and who played
//! that.

pub(crate) mod among;
pub(crate) mod listing;
mod players;
pub(crate) mod statistics;

use super::hits::Hit;
use crate::game::{Color, Move, Point};
use crate::index::document::outcome;
use crate::record::NodeId;
use crate::record::replay::Next;

/// How a game goes on from what was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A move, or a pass.
    Move(Color, Move),
    /// A move outside of the pattern.
    Elsewhere(Color),
    /// Nothing, or setup.
    End,
}

impl From<Next> for Step {
    fn from(next: Next) -> Step {
        match next {
            Next::Move(color, action) => Step::Move(color, action),
            Next::End => Step::End,
        }
    }
}

impl Step {
    /// Who plays it.
    pub fn color(self) -> Option<Color> {
        match self {
            Step::Move(color, _) | Step::Elsewhere(color) => Some(color),
            Step::End => None,
        }
    }

    /// The point of a stone that is placed.
    pub fn point(self) -> Option<Point> {
        match self {
            Step::Move(_, Move::Place(point)) => Some(point),
            _ => None,
        }
    }

    /// The same step of the other colour.
    #[must_use]
    pub(crate) fn of_other_color(self) -> Step {
        match self {
            Step::Move(color, action) => Step::Move(color.other(), action),
            Step::Elsewhere(color) => Step::Elsewhere(color.other()),
            Step::End => Step::End,
        }
    }

    /// The step on a board that is turned so.
    #[must_use]
    pub(crate) fn turned(self, turn: impl Fn(Point) -> Point) -> Step {
        let Step::Move(color, action) = self else {
            return self;
        };
        let turned = match action {
            Move::Place(point) => Move::Place(turn(point)),
            Move::Slide { from, to } => Move::Slide {
                from: turn(from),
                to: turn(to),
            },
            Move::Remove(point) => Move::Remove(turn(point)),
            other => other,
        };
        Step::Move(color, turned)
    }

    /// The first of the step's images in the order of [`rank`](Self::rank).
    pub(crate) fn first_image<M: Fn(Point) -> Point>(self, maps: impl Iterator<Item = M>) -> Step {
        let images = maps.map(|map| self.turned(map));
        images.min_by_key(|image| image.rank()).unwrap_or(self)
    }

    /// The place among steps that are equally frequent: upper points first, of these the ones on the right; then what
    /// has no point; the end last.
    pub(crate) fn rank(self) -> ([u8; 4], u8, u8) {
        let at = |point: Point| [point.y, u8::MAX - point.x];
        let place = match self {
            Step::Move(_, Move::Place(point) | Move::Remove(point)) => {
                [at(point)[0], at(point)[1], 0, 0]
            }
            Step::Move(_, Move::Slide { from, to }) => {
                [at(from)[0], at(from)[1], at(to)[0], at(to)[1]]
            }
            _ => [u8::MAX; 4],
        };
        let kind = match self {
            Step::Move(..) => 0,
            Step::Elsewhere(_) => 1,
            Step::End => 2,
        };
        (place, kind, self.color().map_or(0, |color| color as u8))
    }
}

/// How games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcomes {
    /// Games.
    pub games: u64,
    /// Won by Black.
    pub black: u64,
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Neither, as far as is known.
    pub unknown: u64,
}

impl Outcomes {
    /// Counts some more games.
    pub(crate) fn merge(&mut self, more: Outcomes) {
        self.games += more.games;
        self.black += more.black;
        self.white += more.white;
        self.draws += more.draws;
        self.unknown += more.unknown;
    }

    /// Counts a game with an [`outcome`].
    pub(crate) fn add(&mut self, outcome: u64) {
        self.games += 1;
        match outcome {
            outcome::BLACK => self.black += 1,
            outcome::WHITE => self.white += 1,
            outcome::DRAW => self.draws += 1,
            _ => self.unknown += 1,
        }
    }

    /// The outcomes with the colours exchanged.
    #[must_use]
    pub(crate) fn swapped(self) -> Outcomes {
        Outcomes {
            black: self.white,
            white: self.black,
            ..self
        }
    }
}

/// The first and the last of some years.
pub(crate) type Years = Option<(i32, i32)>;

/// Both spans of years in one.
pub(crate) fn spanned(a: Years, b: Years) -> Years {
    match (a, b) {
        (Some((a_first, a_last)), Some((b_first, b_last))) => {
            Some((a_first.min(b_first), a_last.max(b_last)))
        }
        (years, None) | (None, years) => years,
    }
}

/// How some games go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The next step, turned and coloured as the asker's board is; of equal ones under the board's own symmetry the one
    /// nearest to the upper right.
    pub step: Step,
    /// How these games ended.
    pub outcomes: Outcomes,
    /// The first and the last year in which it was played, where a year is known.
    pub years: Option<(i32, i32)>,
    /// Who played it most often, by the names as they are written, with the numbers of games; empty where nobody asked,
    /// or where nothing is played.
    pub players: Vec<(String, u64)>,
}

/// Where a game has what was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Moves played.
    pub number: u32,
    /// The node.
    pub node: NodeId,
    /// Whether that is in a variation.
    pub variation: bool,
}

/// A game with its hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedHit {
    /// The game.
    pub hit: Hit,
    /// Where the first hit in it is.
    pub place: Place,
    /// Whether the colours there are those of the asker exchanged.
    pub swapped: bool,
}

/// What is known of a position or a pattern.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The games that have it.
    pub outcomes: Outcomes,
    /// How they go on, the most frequent first.
    pub continuations: Vec<Continuation>,
    /// Further games that have it in variations only, where hits are wanted on the main line.
    pub in_variations: u64,
    /// The first games in their order.
    pub first: Vec<PlacedHit>,
}

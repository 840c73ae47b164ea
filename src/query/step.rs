//! Nodes of hits, and the steps (next move, tenuki, or the end) by which games continue after them.

use super::quick_hash::QuickHash;
use kifu_record::game::pattern::ColorSymmetry;
use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{BoardSize, Color, Move, Point};
use kifu_record::replay::NextPlay;
use kifu_record::{NodeId, Ply};
use kifu_store::index::global_stats::StepBytes;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tantivy::DocId;

/// Moves without a point; their indices are stored in [`Step::to_bytes`], so the order must not change.
const MOVES_WITHOUT_POINT: [Move; 5] =
    [Move::Pass, Move::Resign, Move::Forfeit, Move::Escape, Move::Unreadable];

/// How a game continues after a hit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Step {
    /// A move, or a pass.
    Move(Color, Move),
    /// A move outside of the pattern (tenuki).
    Elsewhere(Color),
    /// No further move, or setup.
    #[default]
    End,
}

impl From<NextPlay> for Step {
    fn from(next: NextPlay) -> Step {
        match next {
            NextPlay::Move(color, action) => Step::Move(color, action),
            NextPlay::End => Step::End,
        }
    }
}

impl Step {
    /// Colour that plays the step; `None` for the end.
    pub fn color(self) -> Option<Color> {
        match self {
            Step::Move(color, _) | Step::Elsewhere(color) => Some(color),
            Step::End => None,
        }
    }

    /// Point at which a stone is placed; `None` for other steps.
    pub fn point(self) -> Option<Point> {
        match self {
            Step::Move(_, Move::Place(point)) => Some(point),
            _ => None,
        }
    }

    /// The step, with its colour exchanged if `swapped` is true.
    #[must_use]
    pub(crate) fn swapped(self, swapped: bool) -> Step {
        match self {
            Step::Move(color, action) if swapped => Step::Move(color.other(), action),
            Step::Elsewhere(color) if swapped => Step::Elsewhere(color.other()),
            step => step,
        }
    }

    /// The step with its points mapped by `turn`.
    #[must_use]
    pub(crate) fn map_points(self, turn: impl Fn(Point) -> Point) -> Step {
        let Step::Move(color, action) = self else {
            return self;
        };
        let turned = match action {
            Move::Place(point) => Move::Place(turn(point)),
            Move::Slide { from, to } => Move::Slide { from: turn(from), to: turn(to) },
            Move::Remove(point) => Move::Remove(turn(point)),
            other => other,
        };
        Step::Move(color, turned)
    }

    /// Encodes the step for other indexes of a distributed search:
    ///
    /// | byte | content                                                                         |
    /// |------|---------------------------------------------------------------------------------|
    /// | 0    | kind: 0 end, 1 tenuki, 2 stone, 3 removal, 4 slide, 5 a move without a point    |
    /// | 1    | colour: 0 none, 1 Black, 2 White                                                |
    /// | 2, 3 | column and row of the point; for kind 5 index in `MOVES_WITHOUT_POINT`, and 0   |
    /// | 4, 5 | for a slide, column and row of the target                                       |
    pub fn to_bytes(self) -> StepBytes {
        let color = self.color().map_or(0, |color| color as u8);
        let none = Point { x: 0, y: 0 };
        let (kind, from, to) = match self {
            Step::End => (0, none, none),
            Step::Elsewhere(_) => (1, none, none),
            Step::Move(_, Move::Place(point)) => (2, point, none),
            Step::Move(_, Move::Remove(point)) => (3, point, none),
            Step::Move(_, Move::Slide { from, to }) => (4, from, to),
            Step::Move(_, other) => {
                let at = MOVES_WITHOUT_POINT.iter().position(|&known| known == other);
                (5, at.map_or(none, |at| Point { x: at as u8, y: 0 }), none)
            }
        };
        [kind, color, from.x, from.y, to.x, to.y]
    }

    /// Decodes bytes from [`to_bytes`](Self::to_bytes); `None` if they are invalid.
    pub fn from_bytes([kind, color, x, y, to_x, to_y]: StepBytes) -> Option<Step> {
        if kind == 0 {
            return Some(Step::End);
        }
        let color = Color::BOTH.into_iter().find(|&known| known as u8 == color)?;
        let (from, to) = (Point { x, y }, Point { x: to_x, y: to_y });
        let action = match kind {
            1 => return Some(Step::Elsewhere(color)),
            2 => Move::Place(from),
            3 => Move::Remove(from),
            4 => Move::Slide { from, to },
            5 => *MOVES_WITHOUT_POINT.get(usize::from(x))?,
            _ => return None,
        };
        Some(Step::Move(color, action))
    }

    /// Maps the step by each function in `maps` and returns the image that is first in the order of
    /// [`rank`](Self::rank).
    pub(crate) fn first_image<M: Fn(Point) -> Point>(self, maps: impl Iterator<Item = M>) -> Step {
        maps.map(|map| self.map_points(map)).min_by_key(|image| image.rank()).unwrap_or(self)
    }

    /// Sort key among equally frequent steps: upper points first, among these the right ones first; then steps without
    /// a point; the end last. Different steps have different ranks.
    pub(crate) fn rank(self) -> ([u8; 4], u8, u8) {
        let right = |point: Point| u8::MAX - point.x;
        let place = match self {
            Step::Move(_, Move::Place(at) | Move::Remove(at)) => [at.y, right(at), 0, 0],
            Step::Move(_, Move::Slide { from, to }) => [from.y, right(from), to.y, right(to)],
            _ => [u8::MAX; 4],
        };
        let kind = match self {
            Step::Move(_, action) => {
                MOVES_WITHOUT_POINT.iter().position(|&known| known == action).unwrap_or(0) as u8
            }
            Step::Elsewhere(_) => MOVES_WITHOUT_POINT.len() as u8,
            Step::End => MOVES_WITHOUT_POINT.len() as u8 + 1,
        };
        (place, kind, self.color().map_or(0, |color| color as u8))
    }
}

/// The next step of a game, in the form in which steps of all games are compared and counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct GameStep {
    /// The step in the game's own colours, turned into a canonical orientation so that equal steps are identical.
    pub(crate) step: Step,
    /// True if the game has the position or pattern with the colours exchanged.
    pub(crate) swapped: bool,
}

impl GameStep {
    /// The step in the colours of the searched board or pattern.
    pub(crate) fn to_question(self) -> Step {
        self.step.swapped(self.swapped)
    }
}

/// The steps (next moves) of many games: the distinct steps, and for each game the index of its step.
#[derive(Default)]
pub(crate) struct StepTable {
    pub(crate) distinct: Vec<GameStep>,
    pub(crate) step_of_game: Vec<u32>,
    numbers: HashMap<GameStep, u32, QuickHash>,
}

impl StepTable {
    /// The index of a step. A step that is not in the table yet is added.
    #[inline]
    pub(crate) fn index_of(&mut self, step: GameStep) -> u32 {
        *self.numbers.entry(step).or_insert_with(|| {
            self.distinct.push(step);
            self.distinct.len() as u32 - 1
        })
    }
}

/// Node at which a game has a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HitNode {
    /// Number of moves played before the node.
    pub number: u32,
    pub node: NodeId,
    /// True if the node is in a variation.
    pub variation: bool,
}

impl HitNode {
    pub(crate) fn from_ply(ply: &Ply) -> HitNode {
        HitNode { number: ply.number, node: ply.node, variation: !ply.main }
    }
}

/// A game with the node of its hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedMatch {
    pub(crate) doc: DocId,
    pub(crate) place: HitNode,
    /// Loss of the move at the hit in hundredths of a point, if an engine's values give it.
    pub(crate) loss: Option<i32>,
}

/// Converts a point of the board into coordinates that count from the upper left of a rectangle; `None` if it lies
/// outside of the rectangle.
pub(crate) fn point_in_rectangle(corner: Point, size: BoardSize, point: Point) -> Option<Point> {
    let x = point.x.checked_sub(corner.x)?;
    let y = point.y.checked_sub(corner.y)?;
    let point = Point::new(x, y);
    size.contains(point).then_some(point)
}

/// Rectangle that a hit of a pattern covers on its board, and its orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitRegion {
    /// Upper left point of the rectangle on the board.
    pub corner: Point,
    /// Columns and rows of the rectangle.
    pub size: BoardSize,
    /// Columns and rows of the board.
    pub board: BoardSize,
    /// Symmetry and colours that map the pattern onto the rectangle.
    pub turn: ColorSymmetry,
}

/// Hit of a game with its node, region and next step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocatedHit {
    pub(crate) place: HitNode,
    /// True if the game has the position or pattern with exchanged colours.
    pub(crate) swapped: bool,
    /// Region of the hit; `None` for a whole position.
    pub(crate) region: Option<HitRegion>,
    /// Symmetry that maps the searched board or pattern onto the game's board.
    pub(crate) symmetry: Symmetry,
    /// Next play of the game, in the game's own orientation.
    pub(crate) played: NextPlay,
    /// Next step of the game, in the form in which steps of all games are compared and counted.
    pub(crate) step: GameStep,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_survives_its_bytes() {
        let (from, to) = (Point { x: 3, y: 15 }, Point { x: 18, y: 0 });
        let moves = [Move::Place(from), Move::Remove(to), Move::Slide { from, to }]
            .into_iter()
            .chain(MOVES_WITHOUT_POINT);
        let steps = Color::BOTH.into_iter().flat_map(|color| {
            let moves = moves.clone().map(move |action| Step::Move(color, action));
            moves.chain([Step::Elsewhere(color), Step::End])
        });
        let mut all = Vec::new();
        for step in steps {
            assert_eq!(Step::from_bytes(step.to_bytes()), Some(step));
            all.push(step.to_bytes());
        }
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2 * 9 + 1);
        assert_eq!(Step::from_bytes([2, 9, 0, 0, 0, 0]), None);
        assert_eq!(Step::from_bytes([5, 1, 9, 0, 0, 0]), None);
    }
}

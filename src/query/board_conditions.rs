//! Conditions on the hits of a board clause.

use super::step::Step;
use kifu_record::game::Color;
use std::ops::RangeInclusive;
use tantivy::BitSet;

/// Part of the game tree in which a hit has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TreeScope {
    /// The main line.
    #[default]
    Main,
    /// The variations, whether or not the main line has a hit as well.
    Variations,
    /// The whole tree; the main line comes first.
    Any,
}

/// Conditions on a hit besides the position or pattern itself, in the orientation and colours of the question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardConditions {
    /// Part of the game tree in which the hit has to be.
    pub scope: TreeScope,
    /// True if the colours may be exchanged.
    pub any_colours: bool,
    /// True if the board or pattern may not be turned or mirrored.
    pub as_drawn: bool,
    /// Allowed next steps; `None` allows all.
    pub next: Option<Vec<Step>>,
    /// Colour that has to play the next move or, if none follows, has to be to move.
    pub to_move: Option<Color>,
    /// Allowed numbers of moves played before the hit.
    pub moves: Option<RangeInclusive<u32>>,
}

impl BoardConditions {
    /// The next steps and the side to move for a board that equals itself with exchanged colours. Each of its hits is a
    /// hit in both ways, so either side may be to move. Only next steps by the required side remain.
    pub(crate) fn by_either_colour(&self) -> (Option<Vec<Step>>, Option<Color>) {
        let is_by_required_side = |step: &Step| {
            self.to_move.zip(step.color()).is_none_or(|(wanted, mover)| wanted == mover)
        };
        let next = self
            .next
            .as_ref()
            .map(|steps| steps.iter().copied().filter(is_by_required_side).collect());
        (next, None)
    }
}

/// What a caller needs from the search through a segment.
#[derive(Clone, Copy, Default)]
pub(crate) struct SearchNeeds<'w> {
    /// Filter: only these games are searched.
    pub(crate) filter: Option<&'w BitSet>,
    /// Games that are known to have the position, so that no replay has to verify it.
    pub(crate) trusted: Option<&'w BitSet>,
    /// True if next steps are needed, and the number of games that have the hit only in variations.
    pub(crate) statistics: bool,
}

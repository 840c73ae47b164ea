//! Conditions on the hits of a board clause.

use super::step::Step;
use kifu_record::game::Color;
use std::ops::RangeInclusive;
use tantivy::BitSet;

/// Part of the game tree in which a hit has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TreeScope {
    /// The hit has to be on the main line.
    #[default]
    Main,
    /// The hit has to be in a variation, whether or not the main line has a hit as well.
    Variations,
    /// The hit may be anywhere in the tree; the main line is searched first.
    Any,
}

/// Conditions that a hit has to meet besides having the position or pattern, in the orientation and colours of the
/// searched board or pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardConditions {
    /// Part of the game tree in which the hit has to be.
    pub scope: TreeScope,
    /// True if games with exchanged colours are hits as well.
    pub any_colours: bool,
    /// True if turned or mirrored images of the board or pattern are no hits.
    pub as_drawn: bool,
    /// Allowed next steps; `None` allows all.
    pub next: Option<Vec<Step>>,
    /// Colour that has to play the next move or, if none follows, has to be to move.
    pub to_move: Option<Color>,
    /// Allowed numbers of moves played before the hit.
    pub moves: Option<RangeInclusive<u32>>,
}

impl BoardConditions {
    /// Allowed next steps and required side to move, for a board that equals a turned or mirrored image of itself with
    /// the colours exchanged. Each hit of such a board fits in both colourings, and in one of them the required side is
    /// to move. So no side is required any more, and only next steps by that side remain.
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

/// What the search of a segment has to examine and to find out.
#[derive(Clone, Copy, Default)]
pub(crate) struct SearchNeeds<'w> {
    /// Filter: only these games are searched.
    pub(crate) filter: Option<&'w BitSet>,
    /// Games that are known to have the position, so that no replay has to verify it.
    pub(crate) trusted: Option<&'w BitSet>,
    /// True if the search has to return the next step of every hit, and how many games have the hit only in variations.
    /// Without them it can skip work.
    pub(crate) statistics: bool,
}

//! Conditions on the hits of a position or a pattern.

use super::step::Step;
use kifu_record::game::Color;
use std::ops::RangeInclusive;
use tantivy::BitSet;

/// Where the hit has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TreeScope {
    /// On the main line.
    #[default]
    Main,
    /// In a variation, whether or not it is on the main line too.
    Variations,
    /// Anywhere.
    Any,
}

/// Conditions on a hit besides the position or the pattern, in the orientation and colours of the question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Where it has to be.
    pub within: TreeScope,
    /// Whether the colours may be exchanged.
    pub any_colours: bool,
    /// Whether it may not be turned or mirrored.
    pub as_drawn: bool,
    /// The next move is one of these.
    pub next: Option<Vec<Step>>,
    /// Who plays the next move; if there is none, the side whose turn it is.
    pub to_move: Option<Color>,
    /// The number of moves played when the position stands.
    pub moves: Option<RangeInclusive<u32>>,
}

impl Terms {
    /// The next moves and the side to move for a board that is its own image with exchanged colours. Each of its hits
    /// is one in these colours and one in exchanged ones, so either side may be the one to move. Only next moves by the
    /// wanted side remain.
    pub(crate) fn by_either_colour(&self) -> (Option<Vec<Step>>, Option<Color>) {
        let is_wanted = |step: &Step| {
            self.to_move.zip(step.color()).is_none_or(|(wanted, mover)| wanted == mover)
        };
        let next =
            self.next.as_ref().map(|steps| steps.iter().copied().filter(is_wanted).collect());
        (next, None)
    }
}

/// What is wanted from a search through a segment.
#[derive(Clone, Copy, Default)]
pub(crate) struct SearchNeeds<'w> {
    /// Only these games.
    pub(crate) among: Option<&'w BitSet>,
    /// Games that are known to have it, so that no replay is needed to check.
    pub(crate) trusted: Option<&'w BitSet>,
    /// Whether it matters how games continue, and how many have it only in variations.
    pub(crate) statistics: bool,
}

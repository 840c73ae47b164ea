//! What is asked of the hits of a position or a pattern.

use super::step::Step;
use crate::game::Color;
use std::ops::RangeInclusive;
use tantivy::BitSet;

/// Where the hit has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Within {
    /// On the main line.
    #[default]
    Main,
    /// In a variation, whether or not on the main line too.
    Variations,
    /// Anywhere.
    Any,
}

/// What is asked of a hit beside the position or the pattern, in the asker's orientation and colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Where it has to be.
    pub within: Within,
    /// Whether the colours may be exchanged.
    pub any_colours: bool,
    /// The next move is one of these.
    pub next: Option<Vec<Step>>,
    /// Who plays the next move; where there is none, whose turn it is.
    pub to_move: Option<Color>,
    /// The number of the move after which the position stands.
    pub moves: Option<RangeInclusive<u32>>,
}

/// What is to be known of the games of a segment.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wish<'w> {
    /// Only games among these.
    pub(crate) among: Option<&'w BitSet>,
    /// Games that are known to have it, which need no replay for it.
    pub(crate) trusted: Option<&'w BitSet>,
    /// Whether it matters how games go on, and how many have it in variations only.
    pub(crate) statistics: bool,
}

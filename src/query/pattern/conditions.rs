//! Conditions on the hit of a pattern.

use super::PatternSearch;
use crate::step::{GameStep, Step};
use crate::terms::{Terms, TreeScope};
use kifu_record::game::Color;
use std::ops::RangeInclusive;

/// Conditions on a hit.
#[derive(Clone, Debug)]
pub(super) struct PatternConditions {
    /// Where it has to be.
    pub(super) within: TreeScope,
    /// The next move is one of these, in the pattern of the question.
    next: Option<Vec<Step>>,
    /// Who plays the next move; if there is none, the side whose turn it is.
    pub(super) to_move: Option<Color>,
    /// The number of moves played when the pattern stands.
    pub(super) moves: RangeInclusive<u32>,
    /// Whether the first of all hits on the main line has to meet the conditions, as for a position.
    pub(super) first_only: bool,
}

/// A hit, as the conditions see it.
#[derive(Clone, Copy)]
pub(super) struct Sighting {
    pub(super) number: u32,
    pub(super) step: GameStep,
    /// The side to move in the game.
    pub(super) turn: Color,
}

impl PatternConditions {
    pub(super) fn new(search: &PatternSearch, terms: &Terms) -> PatternConditions {
        let (next, to_move) = if search.is_own_exchange() {
            terms.by_either_colour()
        } else {
            (terms.next.clone(), terms.to_move)
        };
        let canonical = |step: Step| search.as_canonical(step);
        PatternConditions {
            within: terms.within,
            next: next.map(|steps| steps.into_iter().map(canonical).collect()),
            to_move,
            moves: terms.moves.clone().unwrap_or(0..=u32::MAX),
            first_only: search.is_position,
        }
    }

    /// Whether every hit on a main line, and nothing else, is wanted.
    pub(super) fn are_none(&self) -> bool {
        self.within == TreeScope::Main && self.fit_all()
    }

    /// Whether every hit in the wanted part of the tree meets the conditions.
    pub(super) fn fit_all(&self) -> bool {
        self.next.is_none() && self.to_move.is_none() && !self.limit_moves()
    }

    /// Whether hits count at some numbers of moves only.
    pub(super) fn limit_moves(&self) -> bool {
        self.moves != (0..=u32::MAX)
    }

    /// Whether a hit meets the conditions.
    pub(super) fn fit(&self, hit: Sighting) -> bool {
        let turn = match hit.step.step.color().unwrap_or(hit.turn) {
            color if hit.step.swapped => color.other(),
            color => color,
        };
        self.moves.contains(&hit.number)
            && self.next.as_ref().is_none_or(|next| next.contains(&hit.step.as_asked()))
            && self.to_move.is_none_or(|wanted| wanted == turn)
    }
}

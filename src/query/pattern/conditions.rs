use super::PatternSearch;
use crate::board_conditions::{BoardConditions, TreeScope};
use crate::step::{GameStep, Step};
use kifu_record::game::Color;
use std::ops::RangeInclusive;

/// Conditions on the hit of a pattern: part of the game tree, next move, side to move and move number.
#[derive(Clone, Debug)]
pub(super) struct PatternConditions {
    /// Part of the game tree in which the hit has to be.
    pub(super) scope: TreeScope,
    /// Allowed next moves, in the canonical form of the searched pattern; `None` allows all.
    next: Option<Vec<Step>>,
    /// Colour that has to play the next move or, if none follows, has to be to move.
    pub(super) to_move: Option<Color>,
    /// Allowed numbers of moves played before the hit.
    pub(super) moves: RangeInclusive<u32>,
    /// True if a game is a hit only if its very first hit on the main line meets the conditions, as for a whole
    /// position. Otherwise any later hit may meet them.
    pub(super) first_only: bool,
}

/// Facts about a hit that decide whether it meets the conditions.
#[derive(Clone, Copy)]
pub(super) struct HitFacts {
    pub(super) number: u32,
    pub(super) step: GameStep,
    /// Side to move in the game.
    pub(super) side_to_move: Color,
}

impl PatternConditions {
    pub(super) fn new(search: &PatternSearch, terms: &BoardConditions) -> PatternConditions {
        let (next, to_move) = if search.is_color_symmetric() {
            terms.by_either_colour()
        } else {
            (terms.next.clone(), terms.to_move)
        };
        let canonical = |step: Step| search.to_canonical(step);
        PatternConditions {
            scope: terms.scope,
            next: next.map(|steps| steps.into_iter().map(canonical).collect()),
            to_move,
            moves: terms.moves.clone().unwrap_or(0..=u32::MAX),
            first_only: search.is_position,
        }
    }

    /// True if all hits on a main line are accepted, whatever follows, and hits in variations are not.
    pub(super) fn accepts_every_main_line_hit(&self) -> bool {
        self.scope == TreeScope::Main && self.accepts_all()
    }

    /// True if there are no conditions besides the part of the game tree, so that every hit in that part is accepted.
    pub(super) fn accepts_all(&self) -> bool {
        self.next.is_none() && self.to_move.is_none() && !self.limits_moves()
    }

    /// True if only hits at certain move numbers count.
    pub(super) fn limits_moves(&self) -> bool {
        self.moves != (0..=u32::MAX)
    }

    pub(super) fn accepts(&self, hit: HitFacts) -> bool {
        let turn = match hit.step.step.color().unwrap_or(hit.side_to_move) {
            color if hit.step.swapped => color.other(),
            color => color,
        };
        self.moves.contains(&hit.number)
            && self.next.as_ref().is_none_or(|next| next.contains(&hit.step.to_question()))
            && self.to_move.is_none_or(|wanted| wanted == turn)
    }
}

//! Steps of a corner line: moves inside the corner, and tenuki.

use super::corner::{CornerPoint, Frame};
use kifu_record::game::Color;
use serde::{Deserialize, Serialize};

/// What comes next in a corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LocalPlay {
    /// A stone is played in the corner.
    Stone(CornerPoint),
    /// The player of the step plays elsewhere, and the opponent plays twice in a row in the corner.
    Tenuki,
}

/// Step of a corner line with its colour, in one byte: bit 7 is set for White; the other bits are the number of the
/// point, or 127 for a tenuki.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct LocalStep(u8);

impl LocalStep {
    const WHITE: u8 = 1 << 7;
    const TENUKI: u8 = 127;

    pub(super) fn new(color: Color, play: LocalPlay) -> LocalStep {
        let play = match play {
            LocalPlay::Stone(at) => at.number(),
            LocalPlay::Tenuki => Self::TENUKI,
        };
        LocalStep(play | if color == Color::White { Self::WHITE } else { 0 })
    }

    /// The byte of the step.
    pub(super) fn code(self) -> u8 {
        self.0
    }

    /// The step of a byte from [`code`](Self::code).
    pub(super) fn from_code(code: u8) -> LocalStep {
        LocalStep(code)
    }

    /// Colour that plays the step.
    pub fn color(self) -> Color {
        if self.0 & Self::WHITE == 0 { Color::Black } else { Color::White }
    }

    /// What is played.
    pub fn play(self) -> LocalPlay {
        match CornerPoint::from_number(self.0 & !Self::WHITE) {
            Some(at) => LocalPlay::Stone(at),
            None => LocalPlay::Tenuki,
        }
    }

    /// The step in another frame.
    pub(super) fn in_frame(self, frame: Frame) -> LocalStep {
        let play = match self.play() {
            LocalPlay::Stone(at) => LocalPlay::Stone(frame.point(at)),
            LocalPlay::Tenuki => LocalPlay::Tenuki,
        };
        LocalStep::new(frame.color(self.color()), play)
    }
}

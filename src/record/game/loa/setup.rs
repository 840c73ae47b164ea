//! How a game of Lines of Action begins.

use crate::game::Stone;

/// How the pieces are set up at the start, which also selects the variant of the rules (SGF property `SU`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LoaSetup {
    /// Black on the top and bottom edges, White on the left and right ones.
    #[default]
    Standard,
    /// The standard squares with colours alternating along each side.
    ScrambledEggs {
        /// Whether all colours are those of the other published diagram.
        swapped: bool,
    },
    /// The pieces are dropped before they move; SGF has no notation for drops.
    Parachute,
    /// A vacated square becomes a hole.
    Gemma,
    /// An empty board; `AB` and `AW` set up the pieces.
    Custom,
}

impl LoaSetup {
    /// What remains on a square that a piece has left.
    pub(super) fn vacated(self) -> Stone {
        if self == LoaSetup::Gemma { Stone::Hole } else { Stone::Empty }
    }
}

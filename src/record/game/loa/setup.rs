//! Setups with which a game of Lines of Action begins.

use crate::game::Stone;

/// Arrangement of the pieces at the start, which also selects the variant of the rules (SGF property `SU`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LoaSetup {
    /// Black pieces on the top and bottom edges, white ones on the left and right edges.
    #[default]
    Standard,
    /// The squares of the standard setup, with colours alternating along each side.
    ScrambledEggs {
        /// True for the second of the two published diagrams, which has all colours exchanged.
        swapped: bool,
    },
    /// The pieces are dropped before they move. SGF has no notation for drops, so the board starts empty.
    Parachute,
    /// The standard setup; a square that a piece leaves becomes a hole.
    Gemma,
    /// An empty board, on which `AB` and `AW` set up the pieces.
    Custom,
}

impl LoaSetup {
    /// What remains on a square after a piece has left it.
    pub(super) fn vacated(self) -> Stone {
        if self == LoaSetup::Gemma { Stone::Hole } else { Stone::Empty }
    }
}

//! The rules of Lines of Action (SGF FF\[4\], `GM[9]`).

use super::Stone;
use super::board::Board;
use super::{Color, Move};

/// How the pieces stand at the start, and with it the variation of the rules (SGF property `SU`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Setup {
    /// Black on the top and bottom edges, White on the left and right ones.
    #[default]
    Standard,
    /// The standard squares with colours alternating along each side.
    ScrambledEggs {
        /// Whether all colours are those of the other published picture.
        swapped: bool,
    },
    /// The pieces are dropped before they move; SGF has no notation for the drops.
    Parachute,
    /// A vacated square becomes a hole.
    Gemma,
    /// An empty board; `AB` and `AW` set the pieces.
    Custom,
}

/// What a move did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Whether an opponent's piece was taken.
    pub captured: bool,
    /// Whether the rules forbid the move; it was executed all the same.
    pub illegal: bool,
}

/// Puts the pieces on an empty board.
pub fn place(board: &mut Board, setup: Setup) {
    let _ = (board, setup, Stone::Empty);
}

/// Executes a move.
pub fn play(board: &mut Board, setup: Setup, color: Color, action: Move) -> Played {
    let _ = (board, setup, color, action);
    Played::default()
}

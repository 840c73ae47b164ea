//! What differs between the pages that draw a position with its continuations: Explore and Joseki.

use crate::state::PageState;

/// A page with a position and its continuations.
#[derive(Clone, Copy)]
pub(in crate::page) struct BoardPage {
    /// Path of the page, to which its forms are sent.
    pub path: &'static str,
    /// Makes the address of the page in a state.
    pub address: fn(&PageState) -> String,
    /// Message of the name of a pass in the list of moves.
    pub pass: &'static str,
    /// Message of the name of a continuation that is not in the part of the board that was searched for.
    pub elsewhere: &'static str,
    /// What the numbers on the page count.
    pub unit: CountedUnit,
}

/// What the numbers on a page count. It chooses between two messages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::page) enum CountedUnit {
    Games,
    /// Corners of games. A game counts once for each of its corners that has the position.
    Corners,
}

impl CountedUnit {
    /// The message for what is counted.
    pub(super) fn message(self, games: &'static str, corners: &'static str) -> &'static str {
        match self {
            CountedUnit::Games => games,
            CountedUnit::Corners => corners,
        }
    }
}

/// The page Explore.
pub(super) const EXPLORE: BoardPage = BoardPage {
    path: "/",
    address: PageState::explore_address,
    pass: "pass",
    elsewhere: "compare-elsewhere",
    unit: CountedUnit::Games,
};

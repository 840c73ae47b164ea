//! Diagnostics that several formats report in the same words.

use crate::game::{BoardSize, Color};
use crate::{Code, Diagnostics};

impl Diagnostics {
    #[cold]
    pub(super) fn bad_move(&mut self, offset: usize) {
        let message = "a move that is not a point on the board";
        self.add(Code::BadMove, offset, message);
    }

    pub(super) fn cut_move(&mut self, offset: usize) {
        let message = "a move that is cut short was skipped";
        self.add(Code::BadMove, offset, message);
    }

    /// Reports a second move of one colour in a node, which is left out. `value` is its text if it differs from the
    /// first move, so that something is lost.
    pub(super) fn second_move(&mut self, color: Color, value: Option<&str>, offset: usize) {
        let Some(value) = value else {
            let message = "a second move of one colour in one node was skipped";
            return self.add(Code::RepeatedProperty, offset, message);
        };
        let value: String = value.trim().chars().take(20).collect();
        let letter = color.letter();
        let message =
            format!("`{letter}[{value}]`, a second move of one colour in one node, was skipped");
        self.add(Code::BadMove, offset, message);
    }

    /// Reports that a node has more than two moves. The third and later ones are read as moves in sequence.
    pub(super) fn several_moves(&mut self, offset: usize) {
        let message = "a node has several moves; they were read one after the other";
        self.add(Code::SeveralMoves, offset, message);
    }

    pub(super) fn not_a_move(&mut self, offset: usize) {
        let message = "a line that is not a move was skipped";
        self.add(Code::BadLine, offset, message);
    }

    pub(super) fn too_much_setup(&mut self, offset: usize) {
        let message = "more setup than a game can hold is skipped";
        self.add(Code::TooMuchSetup, offset, message);
    }

    pub(super) fn no_handicap_stones(&mut self) {
        let message = "a handicap without its stones; none were added";
        self.add(Code::HandicapWithoutStones, 0, message);
    }

    /// Reports an unreadable board size and returns 19×19, which is assumed instead.
    pub(super) fn bad_size(&mut self, offset: usize) -> BoardSize {
        let message = "the board size cannot be read; 19x19 is assumed";
        self.add(Code::BadSize, offset, message);
        BoardSize::GO
    }
}

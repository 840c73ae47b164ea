//! A board to look up, and conversions of steps to and from the orientation of its canonical form.

use crate::step::Step;
use kifu_record::game::board::Board;
use kifu_record::game::hash::PositionHash;
use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{Color, Point, Stone};
use kifu_record::replay::NextPlay;
use kifu_store::index::next::{decode_next, encode_next};
use kifu_store::index::segment::positions::NextCode;

/// A next move, turned as its position is turned into its canonical form, so that moves that are equal up to symmetry
/// are identical.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum CanonicalMove {
    Coded(NextCode),
    /// A move that has no code in the index: a slide, or a point of a very large board.
    Other(Step),
}

impl CanonicalMove {
    /// Converts the next move of a game into the canonical form of the position before it.
    pub(crate) fn from_play(next: NextPlay, board: &Board) -> CanonicalMove {
        match encode_next(next, board.size(), |point| board.canonical_point(point)) {
            NextCode::UNKNOWN => CanonicalMove::Other(canonical(next.into(), board)),
            code => CanonicalMove::Coded(code),
        }
    }
}

/// Turns a step into the orientation of the position's canonical form; if the position's own symmetries give several
/// images of the step, the first one.
fn canonical(step: Step, board: &Board) -> Step {
    let size = board.size();
    let maps = board.canonical_symmetries();
    step.first_image(maps.map(|symmetry| move |point: Point| symmetry.apply(point, size)))
}

/// The board, with the colours exchanged if `swapped` is true.
pub(crate) fn with_colors(board: &Board, swapped: bool) -> Board {
    if !swapped {
        return board.clone();
    }
    let mut swapped = Board::new(board.game(), board.size());
    for point in board.size().points() {
        let stone = match board.stone(point) {
            Stone::Black => Stone::White,
            Stone::White => Stone::Black,
            other => other,
        };
        swapped.set(point, stone);
    }
    swapped
}

/// The searched board, either in its own colours or with the colours exchanged.
#[derive(Clone, Debug)]
pub(crate) struct TargetBoard {
    board: Board,
    pub(crate) hash: PositionHash,
    /// True if the colours are exchanged compared with the searched board.
    pub(crate) swapped: bool,
}

impl TargetBoard {
    pub(crate) fn new(board: &Board, swapped: bool) -> TargetBoard {
        let board = with_colors(board, swapped);
        TargetBoard { hash: board.hash(), board, swapped }
    }

    /// Symmetry that maps this board onto `board`, which has the same position. Of several symmetries, the one with the
    /// least number.
    pub(crate) fn symmetry_on(&self, board: &Board) -> Symmetry {
        let back = board.canonical_symmetries().next().unwrap_or_default().inverse();
        let ways = self.board.canonical_symmetries().map(|symmetry| back.after(symmetry));
        ways.min_by_key(|way| way.number()).unwrap_or_default()
    }

    /// Converts a colour of the searched board into the colour of the game, or back.
    pub(crate) fn map_color(&self, color: Color) -> Color {
        if self.swapped { color.other() } else { color }
    }

    /// Converts a step (next move) from the searched board into a canonical next move of a game; `None` if it is not a
    /// step on a whole board.
    pub(crate) fn canonical_next(&self, step: Step) -> Option<CanonicalMove> {
        let next = match step {
            Step::Move(color, action) => NextPlay::Move(self.map_color(color), action),
            Step::Elsewhere(_) => return None,
            Step::End => NextPlay::End,
        };
        Some(CanonicalMove::from_play(next, &self.board))
    }

    /// Decodes a canonical next move into a step, which remains in canonical orientation.
    pub(crate) fn step(&self, next: CanonicalMove) -> Step {
        match next {
            CanonicalMove::Coded(code) => {
                decode_next(code, self.board.size()).map_or(Step::End, Step::from)
            }
            CanonicalMove::Other(step) => step,
        }
    }

    /// Colour that plays the next move with this code; `None` for the end of a game, and for a code for which only a
    /// replay tells.
    pub(crate) fn mover_of(&self, code: NextCode) -> Option<Color> {
        Step::from(decode_next(code, self.board.size())?).color()
    }

    /// Converts a canonical step of a game into the orientation and colours of the searched board; if the board's own
    /// symmetries make several steps equal, the first one.
    pub(crate) fn to_question(&self, step: Step) -> Step {
        let size = self.board.size();
        let maps = self.board.canonical_symmetries().map(|symmetry| {
            let inverse = symmetry.inverse();
            move |point| inverse.apply(point, size)
        });
        step.first_image(maps).swapped(self.swapped)
    }
}

//! The rules of Lines of Action (SGF FF\[4\], `GM[9]`).
//!
//! As in [`go`](super::go), a record is right about what was played: a move is executed even if the rules forbid it,
//! and is reported as illegal. If the mover has no piece on the starting square, a piece still appears on the target
//! square.
//!
//! A game of the variant Parachute begins with drops of pieces, for which SGF has no notation. Its board starts empty
//! unless the record sets up pieces, so its first moves start from empty squares and are reported as illegal.

mod notation;
mod setup;

use super::board::Board;
use super::{BoardSize, Color, Move, Point, Stone};
pub use notation::{move_name, parse_move, parse_point, point_name};
pub use setup::LoaSetup;

/// Effect of an executed move of Lines of Action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LoaEffect {
    /// True if an opponent's piece was captured.
    pub captured: bool,
    /// True if the rules forbid the move. It was executed nevertheless.
    pub illegal: bool,
}

impl LoaEffect {
    const ILLEGAL: LoaEffect = LoaEffect { captured: false, illegal: true };
}

/// Piece that stands on a square at the start. Edge squares except the corners have one, on boards of at least three
/// squares each way.
pub(crate) fn start_piece(setup: LoaSetup, size: BoardSize, point: Point) -> Stone {
    let (right, bottom) = (size.width() - 1, size.height() - 1);
    if right < 2 || bottom < 2 || !size.contains(point) {
        return Stone::Empty;
    }
    let on_row = point.y == 0 || point.y == bottom;
    let on_column = point.x == 0 || point.x == right;
    if on_row == on_column {
        return Stone::Empty;
    }
    let color = match setup {
        LoaSetup::Standard | LoaSetup::Gemma if on_row => Color::Black,
        LoaSetup::Standard | LoaSetup::Gemma => Color::White,
        // Counted from the lower left corner: Black has b1 and every other square of the bottom row, White has a2 and
        // every other square of the left column. The opposite sides are reversed.
        LoaSetup::ScrambledEggs { swapped } => {
            let black = if on_row {
                (point.x % 2 == 1) == (point.y == bottom)
            } else {
                ((bottom - point.y) % 2 == 1) == (point.x == right)
            };
            if black != swapped { Color::Black } else { Color::White }
        }
        LoaSetup::Parachute | LoaSetup::Custom => return Stone::Empty,
    };
    Stone::from(color)
}

/// Chooses between the two published diagrams of Scrambled-eggs: returns the one in which the first mover owns the
/// starting square of the first move. Other setups, and squares that are empty at the start, change nothing.
pub(crate) fn orient_scrambled_eggs(
    setup: LoaSetup,
    first: Color,
    from: Point,
    size: BoardSize,
) -> LoaSetup {
    match setup {
        LoaSetup::ScrambledEggs { swapped }
            if start_piece(setup, size, from).color() == Some(first.other()) =>
        {
            LoaSetup::ScrambledEggs { swapped: !swapped }
        }
        _ => setup,
    }
}

/// Puts the start pieces on an empty board. The setups Parachute and Custom have none.
pub fn place_pieces(board: &mut Board, setup: LoaSetup) {
    let size = board.size();
    for point in size.points() {
        let owner = start_piece(setup, size, point);
        if owner != Stone::Empty {
            board.set(point, owner);
        }
    }
}

/// Executes a move of Lines of Action.
///
/// A slide off the board, or to the square where it starts, changes nothing and is illegal. So is the placing of a
/// stone, which belongs to Go. Pass, resignation, forfeit, escape and an unreadable value change nothing and are always
/// legal.
pub fn play(board: &mut Board, setup: LoaSetup, color: Color, action: Move) -> LoaEffect {
    match action {
        Move::Slide { from, to } => slide(board, setup, color, from, to),
        Move::Remove(point) => remove(board, setup, color, point),
        Move::Place(_) => LoaEffect::ILLEGAL,
        Move::Pass | Move::Resign | Move::Forfeit | Move::Escape | Move::Unreadable => {
            LoaEffect::default()
        }
    }
}

fn slide(board: &mut Board, setup: LoaSetup, color: Color, from: Point, to: Point) -> LoaEffect {
    let size = board.size();
    if from == to || !size.contains(from) || !size.contains(to) {
        return LoaEffect::ILLEGAL;
    }
    // A target that is not on a straight line from `from` needs no test of its own: in the nearest direction, no legal
    // target equals it.
    let played = LoaEffect {
        captured: board.stone(to) == Stone::from(color.other()),
        illegal: target(board, color, from, Direction::towards(from, to)) != Some(to),
    };
    board.set(from, setup.vacated());
    board.set(to, Stone::from(color));
    played
}

/// Removes an immobile piece, as in the variant Gemma.
fn remove(board: &mut Board, setup: LoaSetup, color: Color, point: Point) -> LoaEffect {
    if !board.size().contains(point) {
        return LoaEffect::ILLEGAL;
    }
    let legal = setup == LoaSetup::Gemma
        && board.stone(point) == Stone::from(color)
        && legal_targets(board, point).is_empty();
    board.set(point, setup.vacated());
    LoaEffect { captured: false, illegal: !legal }
}

/// Squares to which the rules let the piece on `from` move, at most eight; empty if there is no piece.
///
/// The variants of the game differ only in holes, which are on the board, so this holds for all of them.
pub fn legal_targets(board: &Board, from: Point) -> Vec<Point> {
    let Some(color) = board.stone(from).color() else {
        return Vec::new();
    };
    let targets =
        Direction::ALL.into_iter().filter_map(|direction| target(board, color, from, direction));
    targets.collect()
}

/// One of the eight directions, as steps to the right and down.
#[derive(Clone, Copy)]
struct Direction(i8, i8);

impl Direction {
    /// All directions, clockwise from the top.
    const ALL: [Direction; 8] = [
        Direction(0, -1),
        Direction(1, -1),
        Direction(1, 0),
        Direction(1, 1),
        Direction(0, 1),
        Direction(-1, 1),
        Direction(-1, 0),
        Direction(-1, -1),
    ];

    /// Direction closest to the line between two different squares.
    fn towards(from: Point, to: Point) -> Direction {
        Direction(to.x.cmp(&from.x) as i8, to.y.cmp(&from.y) as i8)
    }

    /// Squares in this direction up to the edge, without the starting square.
    fn ray(self, size: BoardSize, from: Point) -> impl Iterator<Item = Point> {
        let step = move |point: &Point| {
            let (x, y) = (point.x.checked_add_signed(self.0)?, point.y.checked_add_signed(self.1)?);
            Some(Point::new(x, y)).filter(|&next| size.contains(next))
        };
        std::iter::successors(step(&from), step)
    }
}

/// Target of a piece's move in this direction, if the rules allow it.
///
/// The piece moves exactly as many squares as there are pieces on the whole line. It may cross its own pieces and
/// holes, but not the opponent's pieces. The target must be empty or hold an opponent's piece.
fn target(board: &Board, color: Color, from: Point, direction: Direction) -> Option<Point> {
    let own_stone = Stone::from(color);
    if board.stone(from) != own_stone {
        return None;
    }
    let size = board.size();
    let is_piece = |&point: &Point| board.stone(point).color().is_some();
    let ahead = direction.ray(size, from).filter(is_piece).count();
    let behind = Direction(-direction.0, -direction.1).ray(size, from).filter(is_piece).count();
    let mut ray = direction.ray(size, from);
    // The moving piece is one of the pieces on the line, and the target is not crossed, so the number of crossed
    // squares is one less than the distance.
    for crossed in ray.by_ref().take(ahead + behind) {
        if board.stone(crossed).color() == Some(color.other()) {
            return None;
        }
    }
    ray.next()
        .filter(|&end| !matches!(board.stone(end), Stone::Hole) && board.stone(end) != own_stone)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;

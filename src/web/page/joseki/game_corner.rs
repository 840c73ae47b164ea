//! Finds the corner of a game's last move, as a state of the page Joseki.

use crate::state::{AddressMove, PageState};
use kifu_engine::game::Position;
use kifu_record::game::board::Board;
use kifu_record::game::go::play;
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point, Stone};
use kifu_record::{Action, GameRecord};

/// Longest side of a board whose corners are counted.
const MAX_BOARD_WIDTH: u8 = 22;
/// Largest number of moves in an address.
const MAX_MOVES: usize = 200;

/// Part of a board around one of its corners, with the mirroring that brings it to the upper right.
#[derive(Clone, Copy)]
struct GameCorner {
    size: BoardSize,
    is_left: bool,
    is_lower: bool,
}

impl GameCorner {
    /// The corner to which a point belongs. A point on a middle line belongs to the right or upper one.
    fn of(point: Point, size: BoardSize) -> GameCorner {
        GameCorner {
            size,
            is_left: 2 * point.x + 1 < size.width(),
            is_lower: 2 * point.y + 1 > size.height(),
        }
    }

    /// Point of the upper right corner that stands for a point of this one; `None` if the point lies outside.
    fn turned(self, point: Point) -> Option<Point> {
        let last = self.size.width() - 1;
        let flip = |is_flipped: bool, at: u8| if is_flipped { last - at } else { at };
        let turned = Point::new(flip(self.is_left, point.x), flip(self.is_lower, point.y));
        let side = self.size.width().div_ceil(2);
        (last - turned.x < side && turned.y < side).then_some(turned)
    }

    /// The stones of this corner in the upper right corner of an empty board.
    fn stones(self, board: &Board) -> Board {
        let mut turned = Board::new(GameKind::Go, self.size);
        for point in self.size.points() {
            if let Some(at) = self.turned(point) {
                turned.set(at, board.stone(point));
            }
        }
        turned
    }
}

/// State of the page Joseki with the corner of the last move before a position: by the moves that were played there if
/// they lead to its stones, otherwise by its stones. `None` if no stone was played, and for boards whose corners are
/// not counted.
pub(super) fn of_game(record: &GameRecord, place: &Position, query: &str) -> Option<PageState> {
    let board = place.board.as_ref().filter(|board| board.game() == GameKind::Go)?;
    let size = board.size();
    if !size.is_square() || size.width() > MAX_BOARD_WIDTH {
        return None;
    }
    let moves: Vec<(Color, Point)> = moves(record, place).collect();
    let corner = GameCorner::of(moves.last()?.1, size);
    let stones = corner.stones(board);
    let empty = PageState { size, ..PageState::default() }.with_query(query);
    let in_corner = moves.iter().filter_map(|&(color, point)| Some((color, corner.turned(point)?)));
    let by_moves = by_moves(&empty, in_corner)
        .filter(|(_, board)| size.points().all(|point| board.stone(point) == stones.stone(point)));
    let state = by_moves.map(|(state, _)| state);
    Some(state.unwrap_or_else(|| empty.set_up(&stones, place.turn)))
}

/// The stones that were played before a position.
fn moves(record: &GameRecord, place: &Position) -> impl Iterator<Item = (Color, Point)> {
    let tree = &record.tree;
    let actions = tree.path(place.node).into_iter().flat_map(|node| tree.actions(node));
    actions.filter_map(|action| match *action {
        Action::Move(color, Move::Place(point)) => Some((color, point)),
        _ => None,
    })
}

/// State with the moves of a corner, and the board after them. Where a side plays twice in a row, the other one has
/// played elsewhere, which is a pass in the address. `None` without moves, with too many of them, and if a stone stands
/// on the point of a move: stones outside of the corner captured it in the game.
fn by_moves(
    empty: &PageState,
    moves: impl Iterator<Item = (Color, Point)>,
) -> Option<(PageState, Board)> {
    let mut state: Option<PageState> = None;
    let mut board = Board::new(GameKind::Go, empty.size);
    for (color, point) in moves {
        if board.stone(point) != Stone::Empty {
            return None;
        }
        play(&mut board, color, point);
        let before = state.unwrap_or_else(|| empty.with(|state| state.turn = color));
        let due = if before.to_move() == color { before } else { before.play(AddressMove::Pass) };
        let after = due.play(AddressMove::Place(point));
        if after.moves.len() > MAX_MOVES {
            return None;
        }
        state = Some(after);
    }
    state.map(|state| (state, board))
}

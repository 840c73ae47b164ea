//! The positions of a main line as an array.

use kifu_index::game::Stone;
use kifu_index::game::board::Board;
use kifu_index::record::{Action, GameRecord, Replayer, Start};
use std::cell::RefCell;
use std::ops::ControlFlow;

thread_local! {
    static REPLAYER: RefCell<Replayer> = RefCell::new(Replayer::new());
}

/// Boards of one size, one after the other. Each has its rows from the top, with a byte for each point.
pub(crate) struct Boards {
    pub points: Vec<u8>,
    /// Number of boards, of rows and of columns.
    pub shape: [usize; 3],
}

/// Error for an array of boards that does not fit into memory.
pub(crate) struct TooLarge;

/// Returns the number that stands for a stone in an array.
fn stone_number(stone: Stone) -> u8 {
    match stone {
        Stone::Empty => 0,
        Stone::Black => 1,
        Stone::White => 2,
        Stone::Hole => 3,
    }
}

fn shape(boards: usize, start: Start) -> [usize; 3] {
    let rows = usize::from(start.size.height());
    [boards, rows, usize::from(start.size.width())]
}

fn write_points(points: &mut [u8], board: &Board) {
    for (to, point) in points.iter_mut().zip(board.size().points()) {
        *to = stone_number(board.stone(point));
    }
}

pub(crate) fn board_array(board: &Board) -> Boards {
    let size = board.size();
    let mut points = vec![0; size.area()];
    write_points(&mut points, board);
    Boards { points, shape: [1, size.height().into(), size.width().into()] }
}

/// Returns the positions after 0, 1, 2 … moves of the main line.
///
/// Setup between two moves belongs to the position before the later move, so the first board is the position after the
/// setup at the root.
pub(crate) fn main_line_boards(record: &GameRecord) -> Result<Boards, TooLarge> {
    let (start, tree) = (record.start, &record.tree);
    let moves =
        |node| tree.actions(node).iter().filter(|action| matches!(action, Action::Move(..)));
    let count = 1 + tree.main_line().map(|node| moves(node).count()).sum::<usize>();
    let area = start.size.area();
    let bytes = count.checked_mul(area).ok_or(TooLarge)?;
    let mut points = Vec::new();
    points.try_reserve_exact(bytes).map_err(|_| TooLarge)?;
    REPLAYER.with_borrow_mut(|replayer| {
        let mut last_mark = None;
        replayer.replay(start, tree, |ply| {
            if !ply.main {
                return ControlFlow::Break(());
            }
            let at = ply.number as usize * area;
            match last_mark.replace(ply.board.mark()) {
                None => {
                    points.resize(area, 0);
                    write_points(&mut points, ply.board);
                }
                Some(mark) => {
                    if points.len() == at {
                        points.extend_from_within(at - area..);
                    }
                    let width = usize::from(start.size.width());
                    for (point, _) in ply.board.changes_since(mark) {
                        let place = at + usize::from(point.y) * width + usize::from(point.x);
                        if let Some(to) = points.get_mut(place) {
                            *to = stone_number(ply.board.stone(point));
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        });
    });
    Ok(Boards { shape: shape(points.len() / area, start), points })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_index::engine::game::{GamePosition, position};

    /// The boards of this module must equal those that the engine computes for each number of moves.
    #[test]
    fn boards_are_those_of_the_engine() {
        for text in [
            "(;SZ[5];B[bb];W[ab];B[cc];W[ba];B[];W[cb];B[aa](;W[bc])(;W[dd]))",
            "(;SZ[3:4]AB[aa];AE[aa]AW[bb];B[ab];PL[W];AB[cc];W[ba]B[bc])",
            "(;GM[9];B[b1b3];W[a2c2])",
        ] {
            let record = kifu_index::formats::read(text.as_bytes()).records.remove(0);
            let Ok(Boards { points, shape }) = main_line_boards(&record) else {
                panic!("{text}");
            };
            let moves = record.tree.main_move_count();
            assert_eq!(shape[0], moves as usize + 1, "{text}");
            for (number, found) in (0..=moves).zip(points.chunks(shape[1] * shape[2])) {
                let place =
                    position(record.start, &record.tree, GamePosition::Move(number)).unwrap();
                assert_eq!(found, board_array(&place.board.unwrap()).points, "{text} {number}");
            }
        }
    }
}

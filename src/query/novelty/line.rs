//! The positions of a game's main line.

use kifu_record::game::hash::PositionHash;
use kifu_record::game::{Color, Move};
use kifu_record::replay::Cause;
use kifu_record::{GameTree, Replayer, Start};
use std::ops::ControlFlow;

/// Position of a main line: the start, the position after a move, or after later setup.
#[derive(Clone, Copy, Debug)]
pub struct LinePosition {
    pub hash: PositionHash,
    /// Number of moves played before the position, passes included.
    pub number: u32,
    /// Move that led to the position; `None` for the start and for setup.
    pub played: Option<(Color, Move)>,
}

/// The positions of a game's main line. A game without known rules has none.
pub fn game_line(start: Start, tree: &GameTree) -> Vec<LinePosition> {
    let mut line = Vec::new();
    Replayer::new().replay(start, tree, |ply| {
        if !ply.main {
            return ControlFlow::Break(());
        }
        line.push(LinePosition {
            hash: ply.board.hash(),
            number: ply.number,
            played: match ply.cause {
                Cause::Move(color, action) => Some((color, action)),
                Cause::Start | Cause::Setup => None,
            },
        });
        ControlFlow::Continue(())
    });
    line
}

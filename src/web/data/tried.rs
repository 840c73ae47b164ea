//! The line that a visitor tries from a node of a game: moves that the address names and the record does not have.

use crate::state::{AddressMove, PageState};
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_engine::game::Position;
use kifu_engine::points::point_name;
use kifu_messages::say;
use kifu_record::game::board::Board;
use kifu_record::game::go::{pass, play};
use kifu_record::game::{Color, GameKind, Move};

/// Moves that a visitor played after a node, and what they captured.
#[derive(Default)]
pub(crate) struct TriedLine {
    /// The moves with the sides that play them.
    pub moves: Vec<(Color, AddressMove)>,
    /// Number of captured stones, of Black and of White.
    pub captured: [u32; 2],
}

impl TriedLine {
    /// Plays the moves of an address on the board of a position, which becomes the position after them. Fails if the
    /// game has other rules than Go, or if the rules forbid one of the moves.
    pub(super) fn play(place: &mut Position, state: &PageState) -> Result<TriedLine> {
        let mut line = TriedLine::default();
        let is_go = |board: &Board| board.game() == GameKind::Go && board.size() == state.size;
        if !state.played().is_empty() && !place.board.as_ref().is_some_and(is_go) {
            return Err(Error::new(ErrorKind::Query, say!("error-tried-other-game")));
        }
        for &step in state.played() {
            line.add(place, step)?;
        }
        Ok(line)
    }

    fn add(&mut self, place: &mut Position, step: AddressMove) -> Result<()> {
        let color = place.turn;
        let Some(board) = place.board.as_mut() else { return Ok(()) };
        let action = match step {
            AddressMove::Pass => {
                pass(board);
                Move::Pass
            }
            AddressMove::Place(point) => {
                let name = point_name(GameKind::Go, board.size(), point);
                let effect = play(board, color, point);
                if !effect.is_legal() {
                    return Err(self.refusal(&name));
                }
                let [black, white] = &mut self.captured;
                let captured = if color == Color::Black { white } else { black };
                *captured += u32::from(effect.captured);
                Move::Place(point)
            }
        };
        self.moves.push((color, step));
        place.last = Some((color, action));
        place.turn = color.other();
        Ok(())
    }

    /// Error for the next move of the line, at a point of this name, if the rules forbid it.
    fn refusal(&self, point: &str) -> Error {
        let number = (self.moves.len() + 1).to_string();
        Error::new(ErrorKind::Query, say!("error-tried-illegal", number = number, point = point))
            .with_help(say!("error-tried-illegal-help"))
    }
}

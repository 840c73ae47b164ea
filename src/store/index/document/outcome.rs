//! Outcome of a game, as a fast-field number.

use kifu_record::game::Color;
use kifu_record::result::GameResult;

/// Outcome is not known, or the game is void.
pub const UNKNOWN: u64 = 0;
pub const BLACK: u64 = 1;
pub const WHITE: u64 = 2;
pub const DRAW: u64 = 3;

/// Encodes a result. Void games count as unknown.
pub(crate) fn encode(result: Option<&GameResult>) -> u64 {
    match result {
        Some(GameResult::Win { winner, .. }) if *winner == Color::Black => BLACK,
        Some(GameResult::Win { .. }) => WHITE,
        Some(GameResult::Draw) => DRAW,
        Some(GameResult::Void | GameResult::Unknown) | None => UNKNOWN,
    }
}

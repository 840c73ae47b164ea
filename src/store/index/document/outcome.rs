//! How a game ended, as a fast-field number.

use kifu_record::game::Color;
use kifu_record::result::GameResult;

/// Not known, or void.
pub const UNKNOWN: u64 = 0;
/// Black won.
pub const BLACK: u64 = 1;
/// White won.
pub const WHITE: u64 = 2;
/// Neither won.
pub const DRAW: u64 = 3;

/// Void games count as unknown.
pub(crate) fn of(result: Option<&GameResult>) -> u64 {
    match result {
        Some(GameResult::Win { winner, .. }) if *winner == Color::Black => BLACK,
        Some(GameResult::Win { .. }) => WHITE,
        Some(GameResult::Draw) => DRAW,
        Some(GameResult::Void | GameResult::Unknown) | None => UNKNOWN,
    }
}

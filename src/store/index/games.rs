//! The numbers by which files name the games whose rules are known.

use kifu_record::game::GameKind;

/// The number of a game.
pub(super) fn game_number(game: GameKind) -> Option<u8> {
    match game {
        GameKind::Go => Some(1),
        GameKind::Loa => Some(2),
        GameKind::Other(_) => None,
    }
}

/// The game with this number.
pub(super) fn game_of(number: u8) -> Option<GameKind> {
    let mut games = [GameKind::Go, GameKind::Loa].into_iter();
    games.find(|&game| game_number(game) == Some(number))
}

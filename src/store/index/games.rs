//! Numbers that stand for games with known rules in files of the index.

use kifu_record::game::GameKind;

pub(super) fn game_number(game: GameKind) -> Option<u8> {
    match game {
        GameKind::Go => Some(1),
        GameKind::Loa => Some(2),
        GameKind::Other(_) => None,
    }
}

pub(super) fn game_from_number(number: u8) -> Option<GameKind> {
    let mut games = [GameKind::Go, GameKind::Loa].into_iter();
    games.find(|&game| game_number(game) == Some(number))
}

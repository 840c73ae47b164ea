//! The addresses of pages about people.

use crate::web::state::encoded;

/// That of a player.
pub fn player(name: &str) -> String {
    format!(
        "/player/{}",
        encoded(name).replace('+', "%20").replace('/', "%2F")
    )
}

/// That of two players head to head.
pub fn versus(first: &str, second: &str) -> String {
    format!(
        "/versus?player={}&player={}",
        encoded(first),
        encoded(second)
    )
}

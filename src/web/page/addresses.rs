//! The addresses of games that a query finds, and of pages about people. Those keep what the games are narrowed to.

use crate::web::state::{PageState, encoded};

/// That of the games that a query finds.
pub fn games(query: &str) -> String {
    PageState::default().asking(query).at_path("/games")
}

/// That of a player.
pub fn player(name: &str, narrowed: &PageState) -> String {
    let name = encoded(name).replace('+', "%20").replace('/', "%2F");
    narrowed.among().at_path(&format!("/player/{name}"))
}

/// That of two players head to head.
pub fn versus(first: &str, second: &str, narrowed: &PageState) -> String {
    let pair = format!("player={}&player={}", encoded(first), encoded(second));
    narrowed.among().at_path(&format!("/versus?{pair}"))
}

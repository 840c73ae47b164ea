//! The addresses of games that a query finds, and of pages about people. Those keep what the games are narrowed to.

use crate::state::{PageState, and, encoded};

/// That of the games that a query finds, unless it is too long for an address.
pub(crate) fn games(query: &str) -> Option<String> {
    PageState::default().asking(query).link("/games")
}

/// That of a player.
pub(crate) fn player(name: &str, narrowed: &PageState) -> String {
    let state = narrowed.among();
    // Browsers take `.` and `..` out of a path, however they are written, and `.json` asks for data.
    if matches!(name, "." | "..") || name.ends_with(".json") {
        return and(&state.at_path("/player"), &format!("name={}", encoded(name)));
    }
    let name = encoded(name).replace('+', "%20").replace('/', "%2F");
    state.at_path(&format!("/player/{name}"))
}

/// That of two players head to head.
pub(crate) fn versus(first: &str, second: &str, narrowed: &PageState) -> String {
    let pair = format!("player={}&player={}", encoded(first), encoded(second));
    narrowed.among().at_path(&format!("/versus?{pair}"))
}

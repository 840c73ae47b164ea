//! Builds the addresses of lists of games and of pages about people. Pages about people keep the filter of the games.

use crate::state::{PageState, and, encoded};

/// Address of the games that a query finds, unless it is too long.
pub(crate) fn games(query: &str) -> Option<String> {
    PageState::default().asking(query).link("/games")
}

/// Address of a player.
pub(crate) fn player(name: &str, narrowed: &PageState) -> String {
    let state = narrowed.among();
    // Browsers normalise `.` and `..` out of a path even if they are encoded, and `.json` would ask for data.
    if matches!(name, "." | "..") || name.ends_with(".json") {
        return and(&state.at_path("/player"), &format!("name={}", encoded(name)));
    }
    let name = encoded(name).replace('+', "%20").replace('/', "%2F");
    state.at_path(&format!("/player/{name}"))
}

/// Address of two players head to head.
pub(crate) fn versus(first: &str, second: &str, narrowed: &PageState) -> String {
    let pair = format!("player={}&player={}", encoded(first), encoded(second));
    narrowed.among().at_path(&format!("/versus?{pair}"))
}

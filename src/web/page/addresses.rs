//! Builds the addresses of lists of games and of pages about people. Pages about people keep the filter of the games.

use crate::state::{PageState, add_parameters, encoded};

/// Address of the games that a query finds, unless it is too long.
pub(crate) fn games(query: &str) -> Option<String> {
    PageState::default().with_query(query).link("/games")
}

/// Address of a player.
pub(crate) fn player(name: &str, state: &PageState) -> String {
    let state = state.unsorted_filter();
    // Browsers normalise `.` and `..` out of a path even if they are encoded, and `.json` would ask for data.
    if matches!(name, "." | "..") || name.ends_with(".json") {
        return add_parameters(&state.at_path("/player"), &format!("name={}", encoded(name)));
    }
    let name = encoded(name).replace('+', "%20").replace('/', "%2F");
    state.at_path(&format!("/player/{name}"))
}

/// Address of two players head to head.
pub(crate) fn versus(first: &str, second: &str, state: &PageState) -> String {
    let pair = format!("player={}&player={}", encoded(first), encoded(second));
    state.unsorted_filter().at_path(&format!("/versus?{pair}"))
}

//! Builds the addresses of lists of games and of pages about people. An address of a page about people contains the
//! query that filters the games.

use crate::state::{PageState, add_parameters, encoded};

/// Address of the list of the games that a query finds; `None` if the query is too long.
pub(crate) fn games(query: &str) -> Option<String> {
    PageState::default().with_query(query).link("/games")
}

/// Address of the page of a player.
pub(crate) fn player(name: &str, state: &PageState) -> String {
    let state = state.unsorted_filter();
    // Browsers resolve `.` and `..` in a path even if they are encoded, and the ending `.json` would ask for data. A
    // player with such a name gets an address with the name as a parameter.
    if matches!(name, "." | "..") || name.ends_with(".json") {
        return add_parameters(&state.at_path("/player"), &format!("name={}", encoded(name)));
    }
    let name = encoded(name).replace('+', "%20").replace('/', "%2F");
    state.at_path(&format!("/player/{name}"))
}

/// Address of the page of two players head to head.
pub(crate) fn versus(first: &str, second: &str, state: &PageState) -> String {
    let pair = format!("player={}&player={}", encoded(first), encoded(second));
    state.unsorted_filter().at_path(&format!("/versus?{pair}"))
}

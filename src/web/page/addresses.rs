//! The addresses of pages about people. All keep what the games are narrowed to.

use crate::web::state::{PageState, encoded};

/// That of a player.
pub fn player(name: &str, narrowed: &PageState) -> String {
    let name = encoded(name).replace('+', "%20").replace('/', "%2F");
    narrowed.among().at_path(&format!("/player/{name}"))
}

/// That of two players head to head.
pub fn versus(first: &str, second: &str, narrowed: &PageState) -> String {
    let pair = format!("player={}&player={}", encoded(first), encoded(second));
    match narrowed.among().query_string() {
        none if none.is_empty() => format!("/versus?{pair}"),
        query => format!("/versus?{pair}&{query}"),
    }
}

//! The tabs of a page that is too narrow for everything.

use crate::web::state::State;

/// The address with another tab open.
pub fn with_tab(state: &State, tab: &str) -> String {
    let state = State {
        tab: tab.to_owned(),
        ..state.clone()
    };
    state.at_path("/")
}

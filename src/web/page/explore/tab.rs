//! The tabs of a page that is too narrow for everything.

use crate::web::state::PageState;

/// The address with another tab open.
pub fn with_tab(state: &PageState, tab: &str) -> String {
    state.with(|state| state.tab = tab.to_owned()).explored()
}

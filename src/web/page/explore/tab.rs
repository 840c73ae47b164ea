//! The tabs of a page that is too narrow for everything.

use crate::state::PageState;

/// The address with another tab open.
pub(super) fn with_tab(state: &PageState, tab: &str) -> String {
    state.with(|state| state.tab = tab.to_owned()).explored()
}

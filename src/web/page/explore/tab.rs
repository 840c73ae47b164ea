//! Address of the page Explore with another tab.

use crate::state::{ChoiceText, ExploreTab, PageState};

/// Address of the page Explore in this state, with another tab open.
pub(super) fn with_tab(state: &PageState, tab: ExploreTab) -> String {
    state.with(|state| state.tab = ChoiceText::new(tab)).explore_address()
}

//! Address of a tab of Explore.

use crate::state::{ChoiceText, ExploreTab, PageState};

/// Address with another tab open.
pub(super) fn with_tab(state: &PageState, tab: ExploreTab) -> String {
    state.with(|state| state.tab = ChoiceText::new(tab)).explore_address()
}

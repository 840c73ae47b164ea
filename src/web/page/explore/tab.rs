//! The tabs of a page that is too narrow for everything.

use crate::state::{ChoiceText, ExploreTab, PageState};

/// The address with another tab open.
pub(super) fn with_tab(state: &PageState, tab: ExploreTab) -> String {
    state.with(|state| state.tab = ChoiceText::of(tab)).explored()
}

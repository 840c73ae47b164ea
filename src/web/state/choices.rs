//! Choices of `tab` and `view` on each page.

use super::PageState;

/// A choice between a few things that a page can show, each named by a word in the address.
pub(crate) trait PageChoice: Copy + 'static {
    /// All choices of the page, in the order in which it offers them.
    const ALL: &'static [Self];

    /// Value in an address. The choice with an empty value is the default and is left out there.
    fn value(self) -> &'static str;
}

/// Declares an enum with the values that name its variants in addresses. Reading and writing use the same list, so each
/// written value can be read again.
macro_rules! choices {
    ($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $value:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name {
            $($(#[$of])* $variant,)*
        }

        impl PageChoice for $name {
            const ALL: &'static [$name] = &[$($name::$variant,)*];

            fn value(self) -> &'static str {
                match self {
                    $($name::$variant => $value,)*
                }
            }
        }
    };
}

choices! {
    /// `tab` of Explore: the section that is open on a page that is too narrow for all sections.
    #[derive(Default)]
    ExploreTab {
        #[default]
        Moves = "",
        Years = "years",
        Games = "games",
        /// Shows the comments at the position.
        Comments = "comments",
        /// How the games were counted. Only the legend of the moves links to it; it has no tab.
        Counted = "counted",
    }
}

impl ExploreTab {
    /// Returns the open section. An unknown value opens the moves.
    pub(crate) fn from_state(state: &PageState) -> ExploreTab {
        state.tab.choice().unwrap_or_default()
    }
}

choices! {
    /// `tab` of Archive: the list that is shown.
    #[derive(Default)]
    ArchiveTab {
        /// Shows the first rows of all lists.
        #[default]
        All = "",
        /// Shows groups of copies.
        Same = "same",
        /// Shows files that could not be read.
        Unread = "unread",
        /// Shows files that differ from what the index has read.
        Changed = "changed",
    }
}

choices! {
    /// `tab` of Mine: whether the games of saved queries are counted, which may take long.
    #[derive(Default)]
    MineTab {
        #[default]
        Uncounted = "",
        Counts = "counts",
    }
}

choices! {
    /// `tab` of Practise: which answers are counted.
    #[derive(Default)]
    PractiseTab {
        /// Counts answers to positions of the query.
        #[default]
        Query = "",
        /// Counts answers to all positions.
        All = "all",
    }
}

choices! {
    /// `tab` of the pages of one player and of two: the only table that is shown. Without it, everything is shown.
    PlayerTable {
        Opponents = "opponents",
        Openings = "openings",
        Events = "events",
    }
}

choices! {
    /// `view` of Games: the layout of the list. Without it, the layout depends on what was found.
    GamesView {
        /// Lists games with their comments or engine analysis.
        Comments = "comments",
        Table = "table",
        /// Lists games as pictures of their boards.
        Boards = "boards",
    }
}

choices! {
    /// `view` of Explore: what the bars of years show.
    #[derive(Default)]
    YearsView {
        /// Bars show the share of the year's games.
        #[default]
        Shares = "",
        /// Bars show the number of games.
        Counts = "counts",
    }
}

/// Value of `tab` or `view` in an address. Each page has its own choices, and links carry a state from page to page, so
/// only the page interprets the value. An unknown value stays in the address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ChoiceText(String);

impl ChoiceText {
    pub(super) fn read(text: String) -> ChoiceText {
        ChoiceText(text)
    }

    pub(crate) fn new(choice: impl PageChoice) -> ChoiceText {
        ChoiceText(choice.value().to_owned())
    }

    /// Choice that the value names on a page; `None` if the page does not know it.
    pub(crate) fn choice<C: PageChoice>(&self) -> Option<C> {
        C::ALL.iter().copied().find(|choice| choice.value() == self.0)
    }

    /// Value in an address; empty if there is none.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;

    /// Checks that each value of a page's choices is read as itself, and returns the values.
    fn values<C: PageChoice + PartialEq + Debug>() -> Vec<&'static str> {
        for choice in C::ALL {
            assert_eq!(ChoiceText::new(*choice).choice(), Some(*choice));
        }
        C::ALL.iter().map(|choice| choice.value()).collect()
    }

    /// Bookmarks contain these values, so they must not change.
    #[test]
    fn values_of_addresses_stay() {
        assert_eq!(values::<ExploreTab>(), ["", "years", "games", "comments", "counted"]);
        assert_eq!(values::<ArchiveTab>(), ["", "same", "unread", "changed"]);
        assert_eq!(values::<MineTab>(), ["", "counts"]);
        assert_eq!(values::<PractiseTab>(), ["", "all"]);
        assert_eq!(values::<PlayerTable>(), ["opponents", "openings", "events"]);
        assert_eq!(values::<GamesView>(), ["comments", "table", "boards"]);
        assert_eq!(values::<YearsView>(), ["", "counts"]);
    }

    #[test]
    fn values_that_a_page_does_not_know_choose_nothing() {
        for text in ["cards", "Table", "table ", "counts"] {
            let value = ChoiceText::read(text.to_owned());
            assert_eq!(value.choice::<GamesView>(), None, "{text}");
            assert_eq!(value.text(), text);
        }
        assert_eq!(ChoiceText::default().choice::<GamesView>(), None);
        assert_eq!(ChoiceText::default().choice(), Some(ExploreTab::Moves));
    }
}

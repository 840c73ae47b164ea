//! Values of the parameters `tab` and `view` that each page knows.

use super::PageState;

/// A set of choices, such as the tabs of a page, each named by a word in the address.
pub(crate) trait PageChoice: Copy + 'static {
    /// All choices of the set, in the order in which the page offers them.
    const ALL: &'static [Self];

    /// Value in an address. The choice with an empty value is the default, and is left out of addresses.
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
        /// The open section shows the comments at the position.
        Comments = "comments",
        /// The open section shows how the games were counted. Only the legend of the moves links to it; it has no tab.
        Counted = "counted",
    }
}

impl ExploreTab {
    /// Returns the section that is open. For an unknown value of `tab`, it is the section with the moves.
    pub(crate) fn from_state(state: &PageState) -> ExploreTab {
        state.tab.choice().unwrap_or_default()
    }
}

choices! {
    /// `tab` of Archive: the list that is shown.
    #[derive(Default)]
    ArchiveTab {
        /// The page shows all lists, each with its first rows.
        #[default]
        All = "",
        /// The page shows the groups of copies.
        Same = "same",
        /// The page shows the groups of copies that disagree.
        Differ = "differ",
        /// Shows files from which no game could be read.
        Unread = "unread",
        /// Shows files that are new, changed or gone compared with the index.
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
    /// `tab` of Practise: which of the user's answers the table of results counts.
    #[derive(Default)]
    PractiseTab {
        /// The table counts the user's answers to practice positions from the games of the query.
        #[default]
        Query = "",
        /// The table counts the user's answers to all practice positions.
        All = "all",
    }
}

choices! {
    /// `tab` of the pages of one player and of two players: the only table that is shown. Without it, the whole page is
    /// shown.
    PlayerTable {
        Opponents = "opponents",
        Openings = "openings",
        Events = "events",
    }
}

choices! {
    /// `view` of Games: the layout of the list. Without it, the layout depends on what the query finds.
    GamesView {
        /// Lists games with their comments or engine analysis.
        Comments = "comments",
        Table = "table",
        /// Lists games as pictures of their boards.
        Boards = "boards",
    }
}

choices! {
    /// `view` of Explore: what the bars of the chart of years show.
    #[derive(Default)]
    YearsView {
        /// Bars show the share of a year's games that have the position.
        #[default]
        Shares = "",
        /// Bars show the number of games that have the position.
        Counts = "counts",
    }
}

/// Value of `tab` or `view` in an address. Each page knows other values, and links contain a state from page to page,
/// so only the page interprets the value. A value that the page does not know stays in the address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ChoiceText(String);

impl ChoiceText {
    pub(super) fn read(text: String) -> ChoiceText {
        ChoiceText(text)
    }

    pub(crate) fn new(choice: impl PageChoice) -> ChoiceText {
        ChoiceText(choice.value().to_owned())
    }

    /// Choice that the value names among those of a page; `None` if the page does not know the value.
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

    /// Checks that each value of a page's choices is parsed as the choice that it came from, and returns the values.
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
        assert_eq!(values::<ArchiveTab>(), ["", "same", "differ", "unread", "changed"]);
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

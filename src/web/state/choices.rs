//! What `tab` and `view` choose on each page.

use super::PageState;

/// One of the few things that a page shows, named by a word in its address.
pub(crate) trait PageChoice: Copy + 'static {
    /// All that the page can show, in the order in which it offers them.
    const ALL: &'static [Self];

    /// The value in an address. An empty one is left out there: the page shows this choice if none is named.
    fn value(self) -> &'static str;
}

/// An enum with the values that name its variants in addresses. As one list is both read and written, no value can be
/// written that is not read again.
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
    /// `tab` of Explore: the section that is open where the page is too narrow for all.
    #[derive(Default)]
    ExploreTab {
        /// How games go on.
        #[default]
        Moves = "",
        /// The years of the games.
        Years = "years",
        /// The games.
        Games = "games",
        /// The comments that stand at the position.
        Comments = "comments",
        /// How the games were counted. The legend of the moves leads there, and no tab does.
        Counted = "counted",
    }
}

impl ExploreTab {
    /// The open section. A value that the page does not know opens the moves.
    pub(crate) fn of(state: &PageState) -> ExploreTab {
        state.tab.choice().unwrap_or_default()
    }
}

choices! {
    /// `tab` of Archive: the list that is shown.
    #[derive(Default)]
    ArchiveTab {
        /// The beginnings of all lists.
        #[default]
        All = "",
        /// The groups of the same game.
        Same = "same",
        /// What was not read.
        Unread = "unread",
        /// The files that are not as the index knows them.
        Changed = "changed",
    }
}

choices! {
    /// `tab` of Mine: whether the games of saved queries are counted, which may take long.
    #[derive(Default)]
    MineTab {
        /// Saved queries without their games.
        #[default]
        Uncounted = "",
        /// Saved queries with the number of their games.
        Counts = "counts",
    }
}

choices! {
    /// `tab` of Practise: which answers are counted.
    #[derive(Default)]
    PractiseTab {
        /// Those to positions of the query.
        #[default]
        Query = "",
        /// Those to all positions.
        All = "all",
    }
}

choices! {
    /// `tab` of the pages of one player and of two: the table that is shown alone. Without one they show everything.
    PlayerTable {
        /// The players of the other side.
        Opponents = "opponents",
        /// The openings of the games.
        Openings = "openings",
        /// The events of the games.
        Events = "events",
    }
}

choices! {
    /// `view` of Games: how they are listed. Without one that depends on what was found.
    GamesView {
        /// With what was written of them.
        Comments = "comments",
        /// As rows of a table.
        Table = "table",
        /// As pictures of the boards.
        Boards = "boards",
    }
}

choices! {
    /// `view` of Explore: what is drawn of each year.
    #[derive(Default)]
    YearsView {
        /// The share of the year's games.
        #[default]
        Shares = "",
        /// The number of games.
        Counts = "counts",
    }
}

/// The value of `tab` or `view` in an address. Each page has its own choices, and a state may go from one page to
/// another, so the value is read by the page. It is written again as it was, even if no page knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ChoiceText(String);

impl ChoiceText {
    /// The value as an address has it.
    pub(super) fn read(text: String) -> ChoiceText {
        ChoiceText(text)
    }

    /// The value of a choice.
    pub(crate) fn of(choice: impl PageChoice) -> ChoiceText {
        ChoiceText(choice.value().to_owned())
    }

    /// What it means on a page with these choices; `None` if the page does not know it.
    pub(crate) fn choice<C: PageChoice>(&self) -> Option<C> {
        C::ALL.iter().copied().find(|choice| choice.value() == self.0)
    }

    /// The value in an address; empty if it has none.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;

    /// The values of a page's choices, each of which is read as itself.
    fn values<C: PageChoice + PartialEq + Debug>() -> Vec<&'static str> {
        for choice in C::ALL {
            assert_eq!(ChoiceText::of(*choice).choice(), Some(*choice));
        }
        C::ALL.iter().map(|choice| choice.value()).collect()
    }

    /// Bookmarks name these values.
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

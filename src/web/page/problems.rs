//! Draws the collections of an archive that has only problems, each with a board and a link to solve its problems.

use super::addresses;
use super::rows::small_board;
use super::text::escape_invisible;
use crate::data::problems::ProblemCollection;
use crate::state::PageState;
use crate::words::say;
use kifu_messages::Locale;
use maud::{Markup, html};

/// Draws the collections as boards. A click on a board leads to the problems of the collection, one after another.
pub(super) fn draw(collections: &[ProblemCollection], locale: Locale) -> Markup {
    html! {
        section #problems aria-label=(say!(locale, "problems-title")) {
            div.head { h2 { (say!(locale, "problems-title")) } }
            p { (say!(locale, "problems-solve")) }
            ol.boards { @for one in collections { (collection(one, locale)) } }
        }
    }
}

fn collection(collection: &ProblemCollection, locale: Locale) -> Markup {
    let solve = PageState::default().with_query(collection.query.clone()).at_path("/practise");
    html! {
        li {
            a href=(solve) {
                @if let Some(first) = &collection.first { (small_board(first, Some(0), 176)) }
                b { bdi { (escape_invisible(name(&collection.query))) } }
                small { (say!(locale, "problems-number", n = collection.problems)) }
            }
            @if let Some(list) = addresses::games(&collection.query) {
                p { a href=(list) { (say!(locale, "problems-list")) } }
            }
        }
    }
}

/// Name of a collection: the last name in the pattern of its query, `is:problem file:"*/games/easy/*"`.
fn name(query: &str) -> &str {
    let pattern = query.trim_end_matches('"').trim_end_matches("/*");
    pattern.rsplit(['/', std::path::MAIN_SEPARATOR, '"']).next().unwrap_or(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collections_have_the_name_of_their_folder_or_archive() {
        for (query, expected) in [
            ("is:problem file:\"*/games/easy/*\"", "easy"),
            ("is:problem file:\"*/games/hard.zip/*\"", "hard.zip"),
            ("is:problem file:\"/games/*\"", "games"),
        ] {
            assert_eq!(name(query), expected);
        }
    }
}

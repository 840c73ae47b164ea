//! Form for entering a second query to compare with, and the link that ends the comparison.

use super::board_page::BoardPage;
use crate::state::{MAX_QUERY_CHARS, PageState};
use crate::words::say;
use kifu_messages::Locale;
use maud::{Markup, html};

/// Draws the form for the second query or, if two queries are compared, the links to change or end the comparison.
pub(in crate::page) fn compare_form(state: &PageState, page: BoardPage, locale: Locale) -> Markup {
    let rest = state.with(|state| state.second.clear());
    let with = |query: &str, second: &str| {
        (page.address)(&state.with(|state| state.second = second.to_owned()).with_query(query))
    };
    let form = html! {
        form.beside method="get" action=(page.path) role="search" aria-label=(say!(locale, "explore-compare")) {
            @for (name, value) in rest.pairs() { input type="hidden" name=(name) value=(value); }
            label for="q2" { (say!(locale, "explore-compare-with")) " " }
            input #q2 name="q2" value=(state.second) placeholder="date:..2015" autocomplete="off" spellcheck="false"
                maxlength=(MAX_QUERY_CHARS);
            button { (say!(locale, "explore-compare")) }
            @if state.second.is_empty() && !state.query.is_empty() {
                a href=(with(&state.query, "*")) { (say!(locale, "explore-compare-all")) }
            }
        }
    };
    html! {
        @if state.compared_query().is_some() {
            div #beside {
                (form)
                p {
                    @if state.second != "*" {
                        @let first = if state.query.is_empty() { "*" } else { &state.query };
                        a #swap href=(with(&state.second, first)) { (say!(locale, "explore-compare-swap")) } " · "
                    }
                    a #alone href=((page.address)(&rest)) { (say!(locale, "explore-compare-stop")) }
                }
            }
        } @else {
            details #beside { summary { (say!(locale, "explore-compare-open")) } (form) }
        }
    }
}

//! The page of two players head to head. Each number links to the games that it counts.

use super::addresses::{self, games};
use super::own::{TablePlace, narrowed, newest, once, openings, records, ways, years};
use super::text::{marked, name, escape_invisible};
use super::{Content, PageContext, PageFragment, parts};
use crate::data::versus::Versus;
use crate::route_parameters::VersusParameters;
use crate::state::PageState;
use crate::words::say;
use kifu_engine::number_format::format_thousands;
use kifu_messages::Locale;
use maud::{Markup, html};

pub(crate) fn draw(view: &PageContext, _: &VersusParameters, found: &Versus) -> PageFragment {
    let locale = view.asked.locale;
    let [first, second] = &found.asked;
    let (state, whose) = (&view.asked.state, &found.whose);
    let here = |state: &PageState| addresses::versus(first, second, state);
    let place = TablePlace::new(here(state), state);
    let content = Content {
        title: format!("{} – {}", escape_invisible(first), escape_invisible(second)),
        sentence: sentence(found, locale).into(),
        main: html! {
            div.person.two {
                (head(state, found, locale))
                @if place.is_whole() {
                    (numbers(found, locale))
                    (years(&found.years, whose, (state, here), locale))
                }
                (openings(&found.openings, whose, &place, locale))
                @if place.is_whole() { (newest(&found.newest, whose, locale)) }
            }
        },
    };
    parts(view, content)
}

/// Sentence such as `45 games of Lee Sedol and Gu Li against each other: Lee Sedol won 24, Gu Li 21.`
fn sentence(found: &Versus, locale: Locale) -> String {
    let [first, second] = &found.asked;
    let (first, second) = (first.as_str(), second.as_str());
    match found.total {
        0 => say!(locale, "versus-none", first = first, second = second),
        total => say!(
            locale,
            "versus-games",
            n = total,
            first = first,
            second = second,
            won = found.all.won,
            lost = found.all.lost
        ),
    }
}

fn head(state: &PageState, found: &Versus, locale: Locale) -> Markup {
    let [first, second] = &found.asked;
    html! {
        div.who {
            div {
                h1 {
                    a href=(addresses::player(first, state)) { (name(first)) } " – "
                    a href=(addresses::player(second, state)) { (name(second)) }
                }
                p.muted {
                    (marked!(locale, "versus-results"; name = name(first))) " "
                    a href=(addresses::versus(second, first, state)) { (marked!(locale, "versus-other"; name = name(second))) }
                }
                (narrowed(state, &addresses::versus(first, second, &PageState::default()), locale))
            }
            div.ways-of {
                (once(state, |other| addresses::versus(first, second, other), locale))
                (ways(&found.whose, found.total, locale))
            }
        }
    }
}

/// Draws the number of games of both players, and the results of the first: all, as Black, as White.
fn numbers(found: &Versus, locale: Locale) -> Markup {
    html! {
        ul.numbers {
            li {
                a href=[games(&found.query)] { strong { (format_thousands(found.total)) } }
                span { (of_games(found, locale)) }
            }
            (records(&found.whose, [&found.all, &found.black, &found.white], locale))
        }
    }
}

/// Label of the number of games, with the years of the first and the last one.
fn of_games(found: &Versus, locale: Locale) -> String {
    let mut years = found.years.iter().filter_map(|row| row.value.as_deref());
    match (years.next(), years.next_back()) {
        (Some(first), Some(last)) if first != last => {
            say!(locale, "versus-of-games-years", first = first, last = last)
        }
        (Some(year), _) => say!(locale, "versus-of-games-year", year = year),
        _ => say!(locale, "own-of-games"),
    }
}

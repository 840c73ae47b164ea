//! Two players head to head. Every number leads to the games that it counts.

use super::addresses::{self, games};
use super::own::{narrowed, newest, once, openings, records, ways, years};
use super::text::{name, visible};
use super::{Content, PageContext, PageFragment, parts, plain};
use crate::engine::words::{counted, thousands};
use crate::web::data::versus::Versus;
use crate::web::state::PageState;
use maud::{Markup, html};

/// Draws the page.
pub fn draw(view: &PageContext, found: &Versus) -> PageFragment {
    let [first, second] = &found.players;
    let (state, whose) = (&view.asked.state, &found.whose);
    let content = Content {
        title: format!("{} – {}", visible(first), visible(second)),
        sentence: plain(sentence(found)),
        main: html! {
            div.person.two {
                (head(state, found))
                (numbers(found))
                (years(&found.years, whose))
                (openings(&found.openings, whose))
                (newest(&found.newest, whose))
            }
        },
    };
    parts(view, content)
}

/// `Lee Sedol and Gu Li: 45 games, 24 won by Lee Sedol, 21 by Gu Li.`
fn sentence(found: &Versus) -> String {
    let [first, second] = &found.players;
    let games = counted(found.total, "game", "games");
    let (won, lost) = (thousands(found.all.won), thousands(found.all.lost));
    match found.total {
        0 => format!("No game of {first} and {second} against each other."),
        _ => format!(
            "{games} of {first} and {second} against each other: {first} won {won}, {second} {lost}."
        ),
    }
}

fn head(state: &PageState, found: &Versus) -> Markup {
    let [first, second] = &found.players;
    html! {
        div.who {
            div {
                h1 {
                    a href=(addresses::player(first, state)) { (name(first)) } " – "
                    a href=(addresses::player(second, state)) { (name(second)) }
                }
                p.muted {
                    "Results are those of " (name(first)) ". "
                    a href=(addresses::versus(second, first, state)) { "Those of " (name(second)) }
                }
                (narrowed(state, &addresses::versus(first, second, &PageState::default())))
            }
            div.ways-of {
                (once(state, |other| addresses::versus(first, second, other)))
                (ways(&found.whose, found.total))
            }
        }
    }
}

/// Games, and how they went for the first player: all, as Black, as White.
fn numbers(found: &Versus) -> Markup {
    html! {
        ul.numbers {
            li {
                a href=(games(&found.query)) { strong { (thousands(found.total)) } }
                span { "games" @if let Some(span) = span(found) { ", " (span) } }
            }
            (records(&found.whose, [&found.all, &found.black, &found.white], found.decided))
        }
    }
}

/// The years of the first and the last game.
fn span(found: &Versus) -> Option<String> {
    let years = || found.years.iter().filter_map(|row| row.value.as_ref());
    let (first, last) = (years().next()?, years().next_back()?);
    Some(match first == last {
        true => first.clone(),
        false => format!("{first} to {last}"),
    })
}

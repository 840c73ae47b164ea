//! Two players head to head. Every number leads to the games that it counts.

use super::figures::stone;
use super::own::{games, newest, openings, rate, years};
use super::text::{name, visible};
use super::{Content, Drawn, Frame, addresses, parts, plain};
use crate::engine::words::{counted, thousands};
use crate::game::Color;
use crate::web::data::person::clause;
use crate::web::data::versus::Versus;
use crate::web::state::State;
use maud::{Markup, html};

/// Draws the page.
pub fn draw(view: &Frame, found: &Versus) -> Drawn {
    let [first, second] = &found.players;
    let whose = found.whose();
    let content = Content {
        title: format!("{} – {}", visible(first), visible(second)),
        sentence: plain(sentence(found)),
        main: html! {
            div.person.two {
                (head(found))
                (numbers(found))
                (years(&found.years, &whose))
                (openings(&found.openings, &whose))
                (newest(&found.newest, &whose))
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

fn head(found: &Versus) -> Markup {
    let [first, second] = &found.players;
    let explored = |color| {
        let state = State {
            query: found.whose().query(Some(color)),
            ..State::default()
        };
        state.at_path("/")
    };
    html! {
        div.who {
            div {
                h1 {
                    a href=(addresses::player(first)) { (name(first)) } " – "
                    a href=(addresses::player(second)) { (name(second)) }
                }
                p.muted {
                    "Results are those of " (name(first)) ". "
                    a href=(addresses::versus(second, first)) { "Those of " (name(second)) }
                }
            }
            div.choice {
                a href=(games(&[&found.query])) { "All " (counted(found.total, "game", "games")) }
                a href=(explored(Color::Black)) { "Explore as Black" }
                a href=(explored(Color::White)) { "Explore as White" }
            }
        }
    }
}

/// Games, and how they went for the first player: all, as Black, as White. Won and lost lead to the games, too.
fn numbers(found: &Versus) -> Markup {
    let [first, second] = &found.players;
    let won = |color: Option<Color>, winner: &str| {
        games(&[&found.whose().query(color), &clause("winner", winner)])
    };
    let seats = [
        (None, &found.all, "won"),
        (Some(Color::Black), &found.black, "as Black"),
        (Some(Color::White), &found.white, "as White"),
    ];
    html! {
        ul.numbers {
            li {
                a href=(games(&[&found.query])) { strong { (thousands(found.total)) } }
                span { "games" @if let Some(span) = span(found) { ", " (span) } }
            }
            @for (color, record, side) in seats {
                li {
                    a href=(games(&[&found.whose().query(color)])) aria-label=(format!("{side}: {}", rate(record))) {
                        @if let Some(color) = color { (stone(color)) }
                        strong { (rate(record)) }
                    }
                    span {
                        (side) " · "
                        a href=(won(color, first)) { (thousands(record.won)) } "–"
                        a href=(won(color, second)) { (thousands(record.lost)) }
                        @if record.drawn > 0 { ", " (thousands(record.drawn)) " drawn" }
                    }
                }
            }
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

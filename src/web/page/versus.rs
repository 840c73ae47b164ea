//! The page of two players head to head: their games against each other. Each number links to the games that it counts.

use super::addresses::{self, games};
use super::player_games::{
    ResultRow, TablePlace, counts, filter_notice, game_links, newest, openings, records, table,
    unique_switch, years,
};
use super::text::{escape_invisible, marked, person};
use super::{Content, PageContext, PageFragment, parts};
use crate::route_parameters::VersusParameters;
use crate::state::{PageState, PlayerTable};
use crate::words::say;
use kifu_engine::head_to_head::{ExpectedScore, HeadToHeadAnswer};
use kifu_engine::number_format::{decimals, format_thousands};
use kifu_engine::player_games::exact_clause;
use kifu_engine::stats::Count;
use kifu_messages::Locale;
use maud::{Markup, html};

pub(crate) fn draw(
    view: &PageContext,
    _: &VersusParameters,
    data: &HeadToHeadAnswer,
) -> PageFragment {
    let locale = view.request.locale;
    let [first, second] = &data.requested;
    let (state, whose) = (&view.request.state, &data.selection);
    let page_address = |state: &PageState| addresses::versus(first, second, state);
    let place = TablePlace::new(page_address(state), state);
    let content = Content {
        title: format!("{} – {}", escape_invisible(first), escape_invisible(second)),
        sentence: sentence(data, locale).into(),
        main: html! {
            div.person.two {
                (head(state, data, locale))
                @if place.shows_everything() {
                    (numbers(data, locale))
                    (years(&data.years, whose, (state, page_address), locale))
                }
                (openings(&data.openings, whose, &place, locale))
                (events(data, &place, locale))
                @if place.shows_everything() { (newest(&data.newest, whose, locale)) }
            }
        },
    };
    parts(view, content)
}

/// Sentence such as `45 games of Lee Sedol and Gu Li against each other: Lee Sedol won 24, Gu Li 21.`
fn sentence(data: &HeadToHeadAnswer, locale: Locale) -> String {
    let [first, second] = &data.requested;
    let (first, second) = (first.as_str(), second.as_str());
    match data.total {
        0 => say!(locale, "versus-none", first = first, second = second),
        total => say!(
            locale,
            "versus-games",
            n = total,
            first = first,
            second = second,
            won = data.all.won,
            lost = data.all.lost
        ),
    }
}

fn head(state: &PageState, data: &HeadToHeadAnswer, locale: Locale) -> Markup {
    let [first, second] = &data.requested;
    html! {
        div.who {
            div {
                h1 {
                    a href=(addresses::player(first, state)) { (person(first, locale)) } " – "
                    a href=(addresses::player(second, state)) { (person(second, locale)) }
                }
                @if let Some(expected) = &data.expected { p.muted { (expected_score(expected, first, locale)) } }
                p.muted {
                    (marked!(locale, "versus-results"; name = person(first, locale))) " "
                    a href=(addresses::versus(second, first, state)) { (marked!(locale, "versus-other"; name = person(second, locale))) }
                }
                (filter_notice(state, &addresses::versus(first, second, &PageState::default()), locale))
            }
            div.ways-of {
                (unique_switch(state, |other| addresses::versus(first, second, other), locale))
                (game_links(&data.selection, data.total, locale))
            }
        }
    }
}

/// Sentence about the points that the ratings expect, beside the real ones.
fn expected_score(expected: &ExpectedScore, first: &str, locale: Locale) -> String {
    say!(
        locale,
        "versus-expected",
        name = escape_invisible(first),
        score = decimals(expected.score, 1),
        expected = decimals(expected.expected, 1),
        n = expected.games
    )
}

fn events(data: &HeadToHeadAnswer, place: &TablePlace, locale: Locale) -> Markup {
    let row = |row: &Count| {
        let name = row.value.clone()?;
        let clause = exact_clause("event", &name);
        Some(ResultRow {
            games: games(&data.selection.query_with(None, &[&clause])),
            ..counts(row, name)
        })
    };
    let rows: Vec<ResultRow> = data.events.iter().filter_map(row).collect();
    let titles = (say!(locale, "person-events"), say!(locale, "person-event"));
    table((PlayerTable::Events, place), (&titles.0, &titles.1), &rows, locale)
}

/// Draws the number of the games of the two players against each other, and the results of the first player: in all of
/// them, as Black, and as White.
fn numbers(data: &HeadToHeadAnswer, locale: Locale) -> Markup {
    html! {
        ul.numbers {
            li {
                a href=[games(&data.query)] { strong { (format_thousands(data.total)) } }
                span { (of_games(data, locale)) }
            }
            (records(&data.selection, [&data.all, &data.black, &data.white], locale))
        }
    }
}

/// Label for the number of games, with the years of the first and the last game.
fn of_games(data: &HeadToHeadAnswer, locale: Locale) -> String {
    let mut years = data.years.iter().filter_map(|row| row.value.as_deref());
    match (years.next(), years.next_back()) {
        (Some(first), Some(last)) if first != last => {
            say!(locale, "versus-of-games-years", first = first, last = last)
        }
        (Some(year), _) => say!(locale, "versus-of-games-year", year = year),
        _ => say!(locale, "own-of-games"),
    }
}

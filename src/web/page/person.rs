//! The page of a player: results, years, opponents, openings, events and the newest games. Each number links to the
//! games that it counts.

use super::addresses::{self, games};
use super::figures::span_of;
use super::own::{
    ResultRow, TablePlace, careers, counts, explored, narrowed, newest, once, openings, records,
    table, ways, years,
};
use super::text::{marked, name, series, escape_invisible};
use super::{Content, PageContext, PageFragment, parts};
use crate::data::clauses::in_years;
use crate::data::own::exactly;
use crate::data::person::PersonPage;
use crate::route_parameters::PlayersParameters;
use crate::state::{PageState, PlayerTable};
use crate::words::say;
use kifu_engine::players::OpponentRow;
use kifu_engine::stats::Count;
use kifu_engine::number_format::format_thousands;
use kifu_messages::Locale;
use maud::{Markup, html};

pub(crate) fn draw(view: &PageContext, _: &PlayersParameters, found: &PersonPage) -> PageFragment {
    let locale = view.asked.locale;
    let (state, whose) = (&view.asked.state, &found.whose);
    let here = |state: &PageState| addresses::player(&found.asked, state);
    let place = TablePlace::new(here(state), state);
    let content = Content {
        title: escape_invisible(&found.asked),
        sentence: sentence(found, locale).into(),
        main: html! {
            div.person {
                (head(state, found, locale))
                @if place.is_whole() {
                    (numbers(found, locale))
                    (years(&found.years, whose, (state, here), locale))
                }
                (opponents(state, found, &place, locale))
                (openings(&found.openings, whose, &place, locale))
                (events(found, &place, locale))
                @if place.is_whole() { (newest(&found.newest, whose, locale)) }
            }
        },
    };
    parts(view, content)
}

/// Sentence such as `3,255 games, 1962 to 2024.`
fn sentence(found: &PersonPage, locale: Locale) -> String {
    let total = found.total;
    match (found.player.first_year, found.player.last_year) {
        (Some(first), Some(last)) if first < last => {
            let (first, last) = (first.to_string(), last.to_string());
            say!(locale, "person-games-years", n = total, first = first, last = last)
        }
        (Some(year), _) => say!(locale, "person-games-year", n = total, year = year.to_string()),
        _ => say!(locale, "person-games", n = total),
    }
}

fn head(state: &PageState, found: &PersonPage, locale: Locale) -> Markup {
    let asked = &found.asked;
    html! {
        div.who {
            div {
                h1 { (name(asked)) }
                (written(found, locale))
                @if !found.others.is_empty() {
                    p.muted { (marked!(locale, "person-others"; names = namesakes(state, found))) }
                }
                (several(found, locale))
                (narrowed(state, &addresses::player(asked, &PageState::default()), locale))
            }
            div.ways-of {
                (once(state, |other| addresses::player(asked, other), locale))
                (ways(&found.whose, found.total, locale))
            }
        }
    }
}

/// Notice that the games under this name form several careers, so probably belong to several persons.
fn several(found: &PersonPage, locale: Locale) -> Markup {
    let careers = careers(&found.years);
    if !found.player.has_impossible_career() || careers.len() < 2 {
        return html! {};
    }
    let years = html! {
        @for (n, (first, last)) in careers.iter().copied().enumerate() {
            @if n > 0 { ", " }
            a href=[games(&found.whose.with(None, &[&in_years(first, last)]))] { (span_of(first, last)) }
        }
    };
    html! { p.muted { (marked!(locale, "person-careers"; years = years)) } }
}

/// Other players with this name.
fn namesakes(state: &PageState, found: &PersonPage) -> Markup {
    html! {
        @for (other, count) in &found.others {
            a href=(addresses::player(other, state)) { (name(other)) } " (" (format_thousands(*count)) ") "
        }
    }
}

/// Other spellings of the requested name.
fn written(found: &PersonPage, locale: Locale) -> Markup {
    let mut others =
        found.player.spellings.iter().filter(|written| written.name != found.asked).peekable();
    if others.peek().is_none() {
        return html! {};
    }
    let names = html! {
        @for (at, spelling) in others.enumerate() {
            @if at > 0 { (say!(locale, "sentence-value-comma")) }
            (name(&spelling.name)) " (" (format_thousands(spelling.games)) ")"
        }
    };
    html! { p.muted { (marked!(locale, "person-written"; names = names)) } }
}

/// Draws four numbers: all games, and the rates of all, as Black, and as White.
fn numbers(found: &PersonPage, locale: Locale) -> Markup {
    let beside = found.player.beside;
    let player = &found.player;
    html! {
        ul.numbers {
            li {
                a href=[games(&found.query)] { strong { (format_thousands(found.total)) } }
                span {
                    @match beside {
                        0 => (say!(locale, "own-of-games")),
                        _ => (say!(locale, "person-of-games-beside", n = beside)),
                    }
                }
            }
            (records(&found.whose, [&player.all, &player.black, &player.white], locale))
        }
    }
}

fn opponents(state: &PageState, found: &PersonPage, place: &TablePlace, locale: Locale) -> Markup {
    let row = |row: &OpponentRow| ResultRow {
        games: games(&found.whose.against(&row.player).query(None)),
        page: Some(addresses::player(&row.player, state)),
        name: row.player.clone(),
        drawn: None,
        count: row.results.games,
        won: row.results.won,
        lost: row.results.lost,
        told: Some(against(state, found, row, locale)),
    };
    let rows: Vec<ResultRow> = found.player.opponents.iter().flatten().map(row).collect();
    let titles = (say!(locale, "person-opponents"), say!(locale, "person-opponent"));
    table((PlayerTable::Opponents, place), (&titles.0, &titles.1), &rows, locale)
}

/// Links games won and lost against a rival to the page of the two players, and stones to Explore with either colour.
fn against(state: &PageState, found: &PersonPage, row: &OpponentRow, locale: Locale) -> Markup {
    let own = &found.asked;
    let rival = escape_invisible(&row.player);
    let (won, lost) = (format_thousands(row.results.won), format_thousands(row.results.lost));
    let told = say!(
        locale,
        "person-won-and-lost",
        won = row.results.won,
        lost = row.results.lost,
        name = escape_invisible(own),
        rival = rival.as_str()
    );
    html! {
        a.versus href=(addresses::versus(own, &row.player, state)) aria-label=(told) {
            (won) "–" (lost)
        }
        (explored(&found.whose.against(&row.player), &rival, locale))
    }
}

fn events(found: &PersonPage, place: &TablePlace, locale: Locale) -> Markup {
    let row = |row: &Count| {
        let name = row.value.clone()?;
        Some(ResultRow {
            games: games(&found.whose.with(None, &[&exactly("series", &name)])),
            drawn: Some(series(&name, locale)),
            ..counts(row, name)
        })
    };
    let rows: Vec<ResultRow> = found.series.iter().filter_map(row).collect();
    let titles = (say!(locale, "person-events"), say!(locale, "person-event"));
    table((PlayerTable::Events, place), (&titles.0, &titles.1), &rows, locale)
}

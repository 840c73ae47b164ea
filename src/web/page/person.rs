//! The page of a player: results, years, opponents, openings, events and the newest games. Each number links to the
//! games that it counts.

use super::addresses::{self, games};
use super::figures::year_span;
use super::player_games::{
    ResultRow, TablePlace, careers, counts, filter_notice, game_links, newest, openings, records,
    rival_links, table, unique_switch, years,
};
use super::text::{escape_invisible, marked, name, person, series};
use super::{Content, PageContext, PageFragment, parts};
use crate::data::clauses::in_years;
use crate::data::person::PersonPage;
use crate::route_parameters::PlayersParameters;
use crate::state::{PageState, PlayerTable};
use crate::words::say;
use kifu_engine::number_format::format_thousands;
use kifu_engine::player_games::exact_clause;
use kifu_engine::players::OpponentRow;
use kifu_engine::stats::Count;
use kifu_messages::Locale;
use maud::{Markup, html};

pub(crate) fn draw(view: &PageContext, _: &PlayersParameters, data: &PersonPage) -> PageFragment {
    let locale = view.request.locale;
    let (state, whose) = (&view.request.state, &data.selection);
    let page_address = |state: &PageState| addresses::player(&data.asked, state);
    let place = TablePlace::new(page_address(state), state);
    let content = Content {
        title: escape_invisible(&data.asked),
        sentence: sentence(data, locale).into(),
        main: html! {
            div.person {
                (head(state, data, locale))
                @if place.shows_everything() {
                    (numbers(data, locale))
                    (years(&data.years, whose, (state, page_address), locale))
                }
                (opponents(state, data, &place, locale))
                (openings(&data.openings, whose, &place, locale))
                (events(data, &place, locale))
                @if place.shows_everything() { (newest(&data.newest, whose, locale)) }
            }
        },
    };
    parts(view, content)
}

/// Sentence such as `3,255 games, 1962 to 2024.`
fn sentence(data: &PersonPage, locale: Locale) -> String {
    let total = data.total;
    match (data.player.first_year, data.player.last_year) {
        (Some(first), Some(last)) if first < last => {
            let (first, last) = (first.to_string(), last.to_string());
            say!(locale, "person-games-years", n = total, first = first, last = last)
        }
        (Some(year), _) => say!(locale, "person-games-year", n = total, year = year.to_string()),
        _ => say!(locale, "person-games", n = total),
    }
}

fn head(state: &PageState, data: &PersonPage, locale: Locale) -> Markup {
    let requested_name = &data.asked;
    html! {
        div.who {
            div {
                h1 { (person(requested_name, locale)) }
                (other_spellings(data, locale))
                @if !data.others.is_empty() {
                    p.muted { (marked!(locale, "person-others"; names = namesakes(state, data, locale))) }
                }
                (careers_notice(data, locale))
                (filter_notice(state, &addresses::player(requested_name, &PageState::default()), locale))
            }
            div.ways-of {
                (unique_switch(state, |other| addresses::player(requested_name, other), locale))
                (game_links(&data.selection, data.total, locale))
            }
        }
    }
}

/// Notice that the games under this name fall into several careers, many years apart, so that they are probably games
/// of several persons.
fn careers_notice(data: &PersonPage, locale: Locale) -> Markup {
    let careers = careers(&data.years);
    if !data.player.has_impossible_career() || careers.len() < 2 {
        return html! {};
    }
    let years = html! {
        @for (n, (first, last)) in careers.iter().copied().enumerate() {
            @if n > 0 { ", " }
            a href=[games(&data.selection.query_with(None, &[&in_years(first, last)]))] { (year_span(first, last)) }
        }
    };
    html! { p.muted { (marked!(locale, "person-careers"; years = years)) } }
}

/// Draws links to other players of this name.
fn namesakes(state: &PageState, data: &PersonPage, locale: Locale) -> Markup {
    html! {
        @for (other, count) in &data.others {
            a href=(addresses::player(other, state)) { (person(other, locale)) } " (" (format_thousands(*count)) ") "
        }
    }
}

/// Lists other spellings of the requested name.
fn other_spellings(data: &PersonPage, locale: Locale) -> Markup {
    let mut others =
        data.player.spellings.iter().filter(|written| written.name != data.asked).peekable();
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

/// Draws four numbers: the number of all games, and the player's win rates in all games, as Black, and as White.
fn numbers(data: &PersonPage, locale: Locale) -> Markup {
    let two_seat_games = data.player.beside;
    let player = &data.player;
    html! {
        ul.numbers {
            li {
                a href=[games(&data.query)] { strong { (format_thousands(data.total)) } }
                span {
                    @match two_seat_games {
                        0 => (say!(locale, "own-of-games")),
                        _ => (say!(locale, "person-of-games-beside", n = two_seat_games)),
                    }
                }
            }
            (records(&data.selection, [&player.all, &player.black, &player.white], locale))
        }
    }
}

fn opponents(state: &PageState, data: &PersonPage, place: &TablePlace, locale: Locale) -> Markup {
    let row = |row: &OpponentRow| ResultRow {
        games: games(&data.selection.against(&row.player).query(None)),
        page: Some(addresses::player(&row.player, state)),
        name: row.player.clone(),
        drawn: Some(person(&row.player, locale)),
        count: row.results.games,
        won: row.results.won,
        lost: row.results.lost,
        replacement: Some(against(state, data, row, locale)),
    };
    let rows: Vec<ResultRow> = data.player.opponents.iter().flatten().map(row).collect();
    let titles = (say!(locale, "person-opponents"), say!(locale, "person-opponent"));
    table((PlayerTable::Opponents, place), (&titles.0, &titles.1), &rows, locale)
}

/// Draws the results against a rival. The numbers link to the page of the two players, and two stones link to Explore
/// with the games in which the player has that colour.
fn against(state: &PageState, data: &PersonPage, row: &OpponentRow, locale: Locale) -> Markup {
    let requested_name = &data.asked;
    let rival = escape_invisible(&row.player);
    let (won, lost) = (format_thousands(row.results.won), format_thousands(row.results.lost));
    let label = say!(
        locale,
        "person-won-and-lost",
        won = row.results.won,
        lost = row.results.lost,
        name = escape_invisible(requested_name),
        rival = rival.as_str()
    );
    html! {
        a.versus href=(addresses::versus(requested_name, &row.player, state)) aria-label=(label) {
            (won) "–" (lost)
        }
        (rival_links(&data.selection.against(&row.player), &rival, locale))
    }
}

fn events(data: &PersonPage, place: &TablePlace, locale: Locale) -> Markup {
    let row = |row: &Count| {
        let name = row.value.clone()?;
        Some(ResultRow {
            games: games(&data.selection.query_with(None, &[&exact_clause("series", &name)])),
            drawn: Some(series(&name, locale)),
            ..counts(row, name)
        })
    };
    let rows: Vec<ResultRow> = data.series.iter().filter_map(row).collect();
    let titles = (say!(locale, "person-events"), say!(locale, "person-event"));
    table((PlayerTable::Events, place), (&titles.0, &titles.1), &rows, locale)
}

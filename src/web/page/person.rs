//! The page of a player: results, years, opponents, openings, events and the newest games. Every number leads to the
//! games that it counts.

use super::figures::stone;
use super::own::{Row, counts, games, newest, openings, rate, table, won_and_lost, years};
use super::text::{name, visible};
use super::{Content, Drawn, Frame, addresses, parts, plain};
use crate::engine::players::{OpponentRow, PlayerRow};
use crate::engine::stats::Count;
use crate::engine::words::{counted, thousands};
use crate::game::Color;
use crate::web::data::person::{Person, Whose, clause, exactly};
use crate::web::state::State;
use maud::{Markup, html};

/// Draws the page.
pub fn draw(view: &Frame, found: &Person) -> Drawn {
    let player = &found.player;
    let content = Content {
        title: visible(&player.player),
        sentence: plain(sentence(found)),
        main: html! {
            div.person {
                (head(found))
                (numbers(found))
                (years(&found.years, &found.whose()))
                (opponents(found))
                (openings(&found.openings, &found.whose()))
                (events(found))
                (newest(&found.newest, &found.whose()))
            }
        },
    };
    parts(view, content)
}

/// `3,255 games, 1962 to 2024.`
fn sentence(found: &Person) -> String {
    let games = counted(found.total, "game", "games");
    match (found.player.first_year, found.player.last_year) {
        (Some(first), Some(last)) if first < last => format!("{games}, {first} to {last}."),
        (Some(year), _) => format!("{games}, {year}."),
        _ => format!("{games}."),
    }
}

fn head(found: &Person) -> Markup {
    let player = &found.player;
    let explored = |color| {
        let state = State {
            query: found.query(Some(color)),
            ..State::default()
        };
        state.at_path("/")
    };
    html! {
        div.who {
            div {
                h1 { (name(&player.player)) }
                (written(player))
                @if !found.others.is_empty() {
                    p.muted {
                        "Others of this name: "
                        @for (other, count) in &found.others {
                            a href=(addresses::player(other)) { (name(other)) } " (" (thousands(*count)) ") "
                        }
                    }
                }
            }
            div.choice {
                a href=(games(&[&found.query(None)])) { "All " (counted(found.total, "game", "games")) }
                a href=(explored(Color::Black)) { "Explore as Black" }
                a href=(explored(Color::White)) { "Explore as White" }
            }
        }
    }
}

/// The other spellings of a name, and where all of them are met.
fn written(player: &PlayerRow) -> Markup {
    let others = || {
        player
            .spellings
            .iter()
            .filter(|written| written.name != player.player)
    };
    html! {
        @if others().next().is_some() {
            p.muted {
                "also written "
                @for (at, spelling) in others().enumerate() {
                    @if at > 0 { ", " }
                    (name(&spelling.name)) " (" (thousands(spelling.games)) ")"
                }
            }
        }
    }
}

/// Four numbers: games, and the rates of all, as Black and as White.
fn numbers(found: &Person) -> Markup {
    let player = &found.player;
    let winner = clause("winner", &player.player);
    let of_color = |color: Color| games(&[&found.query(Some(color))]);
    html! {
        ul.numbers {
            li {
                a href=(games(&[&found.query(None)])) { strong { (thousands(player.all.games)) } }
                span { "games" @if let Some(beside) = player.beside.filter(|beside| *beside > 0) { ", " (thousands(beside)) " more in teams" } }
            }
            li {
                a href=(games(&[&winner])) { strong { (rate(&player.all)) } }
                span { "won · " (won_and_lost(&player.all)) }
            }
            @for (color, record, side) in [(Color::Black, &player.black, "as Black"), (Color::White, &player.white, "as White")] {
                li {
                    a href=(of_color(color)) { (stone(color)) strong { (rate(record)) } }
                    span { (side) " · " (won_and_lost(record)) }
                }
            }
        }
    }
}

fn opponents(found: &Person) -> Markup {
    let row = |row: &OpponentRow| Row {
        games: games(&[&found.query(None), &clause("vs", &row.player)]),
        page: Some(addresses::player(&row.player)),
        name: row.player.clone(),
        count: row.results.games,
        won: row.results.won,
        lost: row.results.lost,
        told: Some(against(found, row)),
    };
    let rows: Vec<Row> = found.player.opponents.iter().flatten().map(row).collect();
    table("opponents", ("Opponents", "Opponent"), &rows)
}

/// The games won and lost against a rival lead to all about the two; the stones to what is played as either colour.
fn against(found: &Person, row: &OpponentRow) -> Markup {
    let own = &found.player.player;
    let whose = Whose {
        player: own.clone(),
        against: Some(row.player.clone()),
    };
    let explored = |color| {
        let state = State {
            query: whose.query(Some(color)),
            ..State::default()
        };
        state.at_path("/")
    };
    let (results, rival) = (&row.results, visible(&row.player));
    let (won, lost) = (results.won, results.lost);
    let told = format!("{} against {rival}, won {won}, lost {lost}", visible(own));
    html! {
        a.versus href=(addresses::versus(own, &row.player)) aria-label=(told) {
            (thousands(results.won)) "–" (thousands(results.lost))
        }
        @for (color, side) in [(Color::Black, "Black"), (Color::White, "White")] {
            " " a.opening-as href=(explored(color)) title=(format!("Openings as {side} against {rival}"))
                aria-label=(format!("Openings as {side} against {rival}")) { (stone(color)) }
        }
    }
}

fn events(found: &Person) -> Markup {
    let row = |row: &Count| {
        let series = row.value.clone()?;
        Some(Row {
            games: games(&[&found.query(None), &exactly("series", &series)]),
            ..counts(row, series)
        })
    };
    let rows: Vec<Row> = found.series.iter().filter_map(row).collect();
    table("events", ("Events", "Event"), &rows)
}

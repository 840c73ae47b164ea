//! The page Players: who plays in the archive, found by any spelling.

use super::figures::percent;
use super::person::address;
use super::text::name;
use super::{Content, Drawn, Frame, parts, plain};
use crate::engine::words::{counted, thousands};
use crate::web::data::person::{Listed, People};
use maud::{Markup, html};

/// The most players of a list.
const MOST: usize = 500;

/// Draws the page, or the list alone.
pub fn draw(view: &Frame, found: &People) -> Drawn {
    if !view.asked.wants("main") {
        return Drawn {
            title: String::new(),
            parts: list(found),
        };
    }
    let sentence = match found.total {
        Some(total) => format!("{}.", counted(total, "player", "players")),
        None => format!("Players whose name begins with “{}”.", found.name),
    };
    let content = Content {
        title: "Players".to_owned(),
        sentence: plain(sentence),
        main: html! {
            h1.hidden { "Players" }
            form #find-player method="get" action="/players" role="search" {
                label for="name" { "A name, in any spelling " }
                input #name type="search" name="name" value=(found.name) autocomplete="off" spellcheck="false";
                button { "Find" }
            }
            (list(found))
        },
    };
    parts(view, content)
}

fn list(found: &People) -> Markup {
    let has_results = found.players.iter().any(|player| player.own.is_some());
    let shown = found.players.len();
    let more = found.total.is_some_and(|total| total > shown as u64) && shown < MOST;
    html! {
        section #people aria-label="Players" {
            @if found.players.is_empty() {
                p.nothing { "No player’s name begins so." }
            } @else {
                table.people {
                    caption.hidden { "Players, those with the most games first" }
                    thead {
                        tr {
                            th scope="col" { "Player" }
                            th.number scope="col" { "Games" }
                            @if has_results {
                                th.number scope="col" { "Won" }
                                th scope="col" { "Years" }
                            }
                        }
                    }
                    tbody { @for player in &found.players { (row(player)) } }
                }
                @if more { p { a href=(format!("/players?limit={MOST}")) { "more players" } } }
            }
        }
    }
}

fn row(player: &Listed) -> Markup {
    html! {
        tr {
            th scope="row" {
                a href=(address(&player.player)) { (name(&player.player)) }
                @if let Some(spelling) = &player.spelling { " " span.muted { (name(spelling)) } }
            }
            td.number { (thousands(player.games)) }
            @if let Some(own) = &player.own {
                td.number { (percent(own.won, own.won + own.lost)) }
                td.muted {
                    @if let Some((first, last)) = player.years {
                        (first) @if last > first { "–" (last) }
                    }
                }
            }
        }
    }
}

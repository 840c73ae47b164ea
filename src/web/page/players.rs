//! The page Players: who plays in the archive, found by any spelling.

use super::addresses;
use super::figures::percent;
use super::own::{kept, narrowed, once};
use super::text::{marked, name, visible};
use super::{Content, PageContext, PageFragment, parts, plain};
use crate::engine::words::thousands;
use crate::messages::say;
use crate::web::data::person::{ListedPlayer, PlayersList};
use crate::web::state::{PageState, and, encoded};
use maud::{Markup, html};

/// The most players of a list.
const MOST: usize = 500;

/// Draws the page, or the list alone.
pub fn draw(view: &PageContext, found: &PlayersList) -> PageFragment {
    if !view.asked.wants("main") {
        return list(&view.asked.state, found).into();
    }
    let state = &view.asked.state;
    let sentence = match found.total {
        Some(total) => say!("players-all", n = total),
        None => say!("players-beginning", name = found.name.as_str()),
    };
    let content = Content {
        title: say!("players-title"),
        sentence: plain(sentence),
        main: html! {
            h1.hidden { (say!("players-title")) }
            form #find-player method="get" action="/players" role="search" aria-label=(say!("players-title")) {
                label for="name" { (say!("players-name")) " " }
                @if let Some(first) = &found.beside { input type="hidden" name="player" value=(first); }
                input #name type="search" name="name" value=(found.name) autocomplete="off" spellcheck="false";
                (kept(state))
                button { (say!("players-find")) }
                (once(state, |other| with_name(&found.name, other)))
            }
            (narrowed(state, &with_name(&found.name, &PageState::default())))
            (pair(state, found))
            (list(state, found))
        },
    };
    parts(view, content)
}

/// The player whom others are compared with. The boxes of the list belong to this form.
fn pair(state: &PageState, found: &PlayersList) -> Markup {
    html! {
        form #pair method="get" action="/versus" {
            @if let Some(first) = &found.beside {
                input type="hidden" name="player" value=(first);
                span { (marked!("players-beside"; name = html! { b { (name(first)) } })) }
                a href=(with_name(&found.name, state))
                    aria-label=(say!("players-without", name = visible(first))) { "✕" }
            } @else { span { (say!("players-choose")) } }
            (kept(state))
            button { (say!("players-versus")) }
        }
    }
}

fn more_players(state: &PageState, found: &PlayersList) -> String {
    let beside = found.beside.as_ref();
    let beside = beside.map_or_else(String::new, |name| format!("player={}&", encoded(name)));
    let players = format!("/players?{beside}limit={MOST}");
    state.among().at_path(&players)
}

/// An address with the beginning of a name.
fn with_name(name: &str, state: &PageState) -> String {
    let address = state.among().at_path("/players");
    match name.is_empty() {
        true => address,
        false => and(&address, &format!("name={}", encoded(name))),
    }
}

fn list(state: &PageState, found: &PlayersList) -> Markup {
    let has_results = found.players.iter().any(|player| player.own.is_some());
    let shown = found.players.len();
    let more = found.total.is_some_and(|total| total > shown as u64) && shown < MOST;
    html! {
        section #people aria-label=(say!("players-title")) {
            @if found.players.is_empty() {
                p.nothing { (say!("players-none")) }
            } @else {
                table.people {
                    caption.hidden { (say!("players-caption")) }
                    thead {
                        tr {
                            th.choose scope="col" { span.hidden { (say!("players-versus")) } }
                            th scope="col" { (say!("players-column-player")) }
                            th.number scope="col" { (say!("own-column-games")) }
                            @if has_results {
                                th.number scope="col" { (say!("own-column-won")) }
                                th scope="col" { (say!("players-column-years")) }
                            }
                        }
                    }
                    tbody { @for player in &found.players { (row(state, player, found.beside.as_ref())) } }
                }
                @if more { p { a href=(more_players(state, found)) { (say!("players-more")) } } }
            }
        }
    }
}

fn row(state: &PageState, player: &ListedPlayer, beside: Option<&String>) -> Markup {
    html! {
        tr {
            td.choose {
                // A name with characters that cannot be seen is never written as it is.
                @if beside != Some(&player.player) && visible(&player.player) == player.player {
                    input type="checkbox" form="pair" name="player" value=(player.player)
                        aria-label=(say!("players-versus-of", name = player.player.as_str()));
                }
            }
            th scope="row" {
                a href=(addresses::player(&player.player, state)) { (name(&player.player)) }
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

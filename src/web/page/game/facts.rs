//! Draws the facts of a game: its players and header, links to its files, its other records, and all properties of its
//! record.

use super::{node_address, path};
use crate::data::game::ShownGame;
use crate::page::rows::{file_path, name_with_rank, players, written_name};
use crate::page::text::{
    date_of, english_tag, escape_invisible, event, fact_name, marked, name, result_text,
};
use crate::page::{PageContext, addresses, commentary, joseki};
use crate::state::PageState;
use crate::words::say;
use kifu_engine::copies::CopyGroup;
use kifu_engine::game::{GamePosition, position};
use kifu_engine::record::diagnostics;
use kifu_messages::Locale;
use kifu_record::Property;
use kifu_record::info::Player;
use maud::{Markup, html};

/// Largest size in bytes of all property values that are shown, and number of bytes by which each value counts as
/// longer than its text.
const MAX_VALUE_BYTES: usize = 128 << 10;
const BYTES_PER_VALUE: usize = 16;

/// Draws the names of the players and the facts of the header. `notice` says what is not known of the game yet.
pub(super) fn header(game: &ShownGame, notice: &Markup, locale: Locale) -> Markup {
    let info = &game.record().info;
    let day = info.date.as_ref().map(|date| date_of(date, locale));
    let komi = info.komi.map(|komi| say!(locale, "game-komi", komi = komi.points().to_string()));
    let result = info.result.map(|result| result_text(result, locale));
    let facts: Vec<String> = [day, result, komi].into_iter().flatten().collect();
    html! {
        header #record {
            (notice)
            h1 {
                (players(info, |player| name_with_rank(player, &linked(player, locale), locale)))
            }
            p.muted.facts {
                bdi { (escape_invisible(&facts.join(" · "))) }
                @if let Some(written) = &info.event { " · " (event(written, locale)) }
            }
        }
    }
}

/// Name of a player as written. Each person in it links to the page of this person.
fn linked(player: &Player, locale: Locale) -> Markup {
    if player.name.is_none() {
        return written_name(player);
    }
    let persons = player.persons();
    html! {
        @match persons.as_slice() {
            [one] => a href=(addresses::player(one.name, &PageState::default())) { (written_name(player)) },
            several => @for (at, one) in several.iter().enumerate() {
                @if at > 0 { (say!(locale, "sentence-value-comma")) }
                a href=(addresses::player(one.name, &PageState::default())) { (name(one.text)) }
            },
        }
    }
}

/// Links to files of the game (record, diagram and text), to this node, and to the list of games.
pub(super) fn actions(game: &ShownGame, state: &PageState, locale: Locale) -> Markup {
    let files = format!("/api/v1/games/{}", game.id);
    let node = game.place.node;
    let corner = joseki::address_of_game(game.record(), &game.place, &state.query);
    html! {
        div #actions {
            div.line {
                @if let Some(corner) = corner.filter(|_| !game.is_trying()) {
                    a #corner.button href=(corner) { (say!(locale, "joseki-of-game")) }
                }
                @if node > 0 {
                    a.button href={ (files) "/sgf?node=" (node) } download title=(say!(locale, "game-sgf-here-title")) { "SGF" }
                } @else {
                    a.button href={ (files) "/sgf" } download title=(say!(locale, "game-sgf-title")) { "SGF" }
                }
                a.button href={ (files) "/board.svg?node=" (node) } { (say!(locale, "game-diagram")) }
                a.button href={ (files) "/board.txt?node=" (node) } { (say!(locale, "game-text")) }
                a #handout.button href={ (path(game)) "?print" } title=(say!(locale, "game-print-title")) { (say!(locale, "game-print")) }
                a #link.button href=(node_address(game, state, node)) title=(say!(locale, "game-link-title")) { (say!(locale, "game-link")) }
                a #up.button href=(state.filter_only().at_path("/games")) { (say!(locale, "game-list")) }
            }
        }
    }
}

/// Draws the other records of this game, and the facts in which they differ.
pub(super) fn other_records(view: &PageContext, group: &CopyGroup) -> Markup {
    let locale = view.request.locale;
    let (records, state) = (group.games.len() as u64, &view.request.state);
    html! {
        section #same aria-label=(say!(locale, "game-same")) {
            h2 { (say!(locale, "game-same")) }
            p { (say!(locale, "game-more-records", n = records)) }
            ul {
                @for other in &group.games {
                    li {
                        a href=(state.filter_only().at_path(&format!("/game/{}", other.game.id))) { bdi { (escape_invisible(&file_path(view, &other.game))) } }
                        @match (other.relation.as_str(), other.differences) {
                            ("same", _) => small { " " (say!(locale, "game-same-moves")) },
                            ("fullest", _) => small { " " (say!(locale, "game-fullest")) },
                            (_, Some(moves)) if moves > 0 => small { " " (say!(locale, "game-differs", n = moves)) },
                            ("beginning", _) => small { " " (say!(locale, "game-its-beginning")) },
                            _ => {},
                        }
                    }
                }
            }
            @for conflict in &group.conflicts {
                @let values = conflict.values.join(&say!(locale, "sentence-value-comma"));
                @let fact = fact_name(conflict.fact, locale);
                p.muted {
                    @if conflict.values.is_empty() { (say!(locale, "game-disagree", fact = fact)) }
                    @else {
                        (marked!(locale, "game-disagree-values", fact = fact; values = html! { bdi { (escape_invisible(&values)) } }))
                    }
                }
            }
        }
    }
}

/// Draws all properties of the root node, and what is odd about the record.
pub(super) fn details(game: &ShownGame, locale: Locale) -> Markup {
    let record = game.record();
    let end = position(record.start, &record.tree, GamePosition::End).ok();
    let odd = diagnostics(record, end.as_ref());
    let count = record.properties.len();
    let summary = if odd.is_empty() {
        say!(locale, "game-details", n = count)
    } else {
        say!(locale, "game-details-odd", n = count, odd = odd.total())
    };
    let (properties, is_cut) = properties(&record.properties);
    html! {
        details #details {
            summary { (summary) }
            @if !odd.is_empty() {
                h2 { (say!(locale, "game-odd")) }
                ul { @for one in odd.iter() { li lang=[english_tag(locale)] { (escape_invisible(&one.message)) " " code.muted { (one.code.as_str()) } } } }
            }
            @if is_cut { p.muted { (say!(locale, "game-cut")) } }
            table {
                caption.hidden { (say!(locale, "game-properties")) }
                tbody {
                    @for (name, values) in &properties {
                        tr {
                            th scope="row" { code { (escape_invisible(name)) } }
                            td { @for value in values { bdi.value { (escape_invisible(value)) } } }
                        }
                    }
                }
            }
        }
    }
}

/// Names and values of properties up to the size that is shown, and whether some were cut.
fn properties(all: &[Property]) -> (Vec<(&str, Vec<&str>)>, bool) {
    let mut left = MAX_VALUE_BYTES;
    let mut is_cut = false;
    let mut cut = |text| {
        let part = commentary::beginning(text, left);
        left = left.saturating_sub(part.len() + BYTES_PER_VALUE);
        is_cut |= part.len() < text.len();
        part
    };
    let mut shown: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut values_left = MAX_VALUE_BYTES / BYTES_PER_VALUE;
    for property in all.iter().take(values_left) {
        let name = cut(&property.name);
        let values: Vec<&str> =
            property.values.iter().take(values_left).map(|value| cut(value)).collect();
        values_left -= values.len();
        shown.push((name, values));
    }
    let count = |values: usize, property: &Property| values + property.values.len();
    is_cut |=
        all.len() > shown.len() || all.iter().fold(0, count) > MAX_VALUE_BYTES / BYTES_PER_VALUE;
    (shown, is_cut)
}

//! Draws the comments that stand at the position in all games.

use super::tab::with_tab;
use crate::data::explore::{MAX_COMMENTS, StandingComments};
use crate::page::rows::{player_name, players};
use crate::page::text::{date_of, escape_invisible};
use crate::page::web_links::with_links;
use crate::state::{ExploreTab, PageState, add_parameters};
use crate::words::say;
use kifu_engine::comments::CommentRow;
use kifu_engine::row::GameRow;
use kifu_messages::Locale;
use maud::{Markup, html};
use std::ops::Range;

/// Draws the comments, the longest first.
pub(super) fn section(state: &PageState, standing: &StandingComments, locale: Locale) -> Markup {
    let answer = &standing.answer;
    let shown = answer.comments.len() as u64;
    let skipped = standing.skipped as u64;
    html! {
        section #comments aria-label=(say!(locale, "explore-comments")) {
            div.head {
                h2.hidden { (say!(locale, "explore-comments")) }
                @if answer.found > shown && shown > 0 {
                    @let (first, last) = (skipped + 1, skipped + shown);
                    span { (say!(locale, "explore-comments-shown", first = first, last = last, all = answer.found)) }
                }
            }
            @if answer.comments.is_empty() { p.nothing { (say!(locale, "explore-comments-none")) } }
            ol.standing {
                @for comment in &answer.comments {
                    @let game = standing.records.iter().find(|game| game.id == comment.id);
                    (line(state, comment, game, locale))
                }
            }
            @if skipped > 0 || skipped + shown < answer.found {
                p.pages {
                    @let (before, after) = (standing.skipped.saturating_sub(MAX_COMMENTS), standing.skipped + MAX_COMMENTS);
                    @if skipped > 0 { a rel="prev" href=(page_address(state, before)) { (say!(locale, "explore-comments-longer")) } }
                    @if skipped + shown < answer.found { a rel="next" href=(page_address(state, after)) { (say!(locale, "explore-comments-shorter")) } }
                }
            }
            @if answer.looked_at < answer.total {
                p.muted { (say!(locale, "explore-comments-part", n = answer.looked_at, all = answer.total)) }
            }
        }
    }
}

/// Address of the page with the comments after the first `skip` ones.
fn page_address(state: &PageState, skip: usize) -> String {
    let address = with_tab(state, ExploreTab::Comments);
    match skip {
        0 => address,
        skip => add_parameters(&address, &format!("skip={skip}")),
    }
}

fn line(state: &PageState, comment: &CommentRow, game: Option<&GameRow>, locale: Locale) -> Markup {
    let at = PageState { node: comment.node, query: state.query.clone(), ..PageState::default() };
    let is_cut = comment.text.chars().count() < comment.characters;
    let draw = |range: Range<usize>, _| {
        html! { (escape_invisible(comment.text.get(range).unwrap_or_default())) }
    };
    html! {
        li {
            blockquote lang=[comment.lang] { (with_links(&comment.text, is_cut, &draw)) @if is_cut { " …" } }
            a href=(at.at_path(&format!("/game/{}", comment.id))) {
                @if let Some(game) = game { (players_and_date(game, locale)) " · " }
                @let n = comment.number.to_string();
                @if comment.variation { (say!(locale, "explore-comment-variation", n = n)) }
                @else { (say!(locale, "explore-comment-move", n = n)) }
            }
        }
    }
}

/// Draws the players and the date of a game.
fn players_and_date(game: &GameRow, locale: Locale) -> Markup {
    html! {
        (players(&game.info, |player| html! { (player_name(player, locale)) " " }))
        @if let Some(day) = &game.info.date { "· " (date_of(day, locale)) }
    }
}

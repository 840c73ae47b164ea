//! Draws the comments at a position from all games.

use super::tab::with_tab;
use crate::data::explore::{COMMENTS, StandingComments};
use crate::page::rows::{players, written};
use crate::page::text::{date_of, escape_invisible};
use crate::state::{ExploreTab, PageState, and};
use crate::words::say;
use kifu_engine::comments::CommentRow;
use kifu_engine::row::GameRow;
use kifu_messages::Locale;
use maud::{Markup, html};

/// Draws the comments, the longest first.
pub(super) fn section(state: &PageState, standing: &StandingComments, locale: Locale) -> Markup {
    let found = &standing.found;
    let shown = found.comments.len() as u64;
    let skipped = standing.skipped as u64;
    html! {
        section #comments aria-label=(say!(locale, "explore-comments")) {
            div.head {
                h2.hidden { (say!(locale, "explore-comments")) }
                @if found.found > shown && shown > 0 {
                    @let (first, last) = (skipped + 1, skipped + shown);
                    span { (say!(locale, "explore-comments-shown", first = first, last = last, all = found.found)) }
                }
            }
            @if found.comments.is_empty() { p.nothing { (say!(locale, "explore-comments-none")) } }
            ol.standing {
                @for comment in &found.comments {
                    @let game = standing.records.iter().find(|game| game.id == comment.id);
                    (line(state, comment, game, locale))
                }
            }
            @if skipped > 0 || skipped + shown < found.found {
                p.pages {
                    @let (before, after) = (standing.skipped.saturating_sub(COMMENTS), standing.skipped + COMMENTS);
                    @if skipped > 0 { a rel="prev" href=(from(state, before)) { (say!(locale, "explore-comments-longer")) } }
                    @if skipped + shown < found.found { a rel="next" href=(from(state, after)) { (say!(locale, "explore-comments-shorter")) } }
                }
            }
            @if found.looked_at < found.total {
                p.muted { (say!(locale, "explore-comments-part", n = found.looked_at, all = found.total)) }
            }
        }
    }
}

/// Address of the comments after the first `skip`.
fn from(state: &PageState, skip: usize) -> String {
    let address = with_tab(state, ExploreTab::Comments);
    match skip {
        0 => address,
        skip => and(&address, &format!("skip={skip}")),
    }
}

fn line(state: &PageState, comment: &CommentRow, game: Option<&GameRow>, locale: Locale) -> Markup {
    let at = PageState { node: comment.node, query: state.query.clone(), ..PageState::default() };
    let is_cut = comment.text.chars().count() < comment.characters;
    html! {
        li {
            blockquote lang=[comment.lang] { (escape_invisible(&comment.text)) @if is_cut { " …" } }
            a href=(at.at_path(&format!("/game/{}", comment.id))) {
                @if let Some(game) = game { (heading(game, locale)) " · " }
                @let n = comment.number.to_string();
                @if comment.variation { (say!(locale, "explore-comment-variation", n = n)) }
                @else { (say!(locale, "explore-comment-move", n = n)) }
            }
        }
    }
}

/// Draws the players and the date of a game.
fn heading(game: &GameRow, locale: Locale) -> Markup {
    html! {
        (players(&game.info, |player| html! { (written(player)) " " }))
        @if let Some(day) = &game.info.date { "· " (date_of(day, locale)) }
    }
}

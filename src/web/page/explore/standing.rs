//! The comments that stand at a position, over all records.

use crate::engine::comments::CommentRow;
use crate::engine::row::GameRow;
use crate::engine::words::{counted, thousands};
use crate::game::Color;
use crate::record::result::GameResult;
use crate::web::data::explore::Standing;
use crate::web::page::figures::stone;
use crate::web::page::text::{name, visible};
use crate::web::state::State;
use maud::{Markup, html};

/// The comments, the longest first.
pub fn section(state: &State, standing: &Standing) -> Markup {
    let found = &standing.found;
    let shown = found.comments.len() as u64;
    html! {
        section #comments aria-label="Comments here" {
            div.head {
                h2.hidden { "Comments here" }
                @if found.found > shown { span { "the longest " (shown) " of " (thousands(found.found)) } }
            }
            @if found.comments.is_empty() { p.nothing { "No record says anything here." } }
            ol.standing {
                @for comment in &found.comments {
                    @let game = standing.records.iter().find(|game| game.id == comment.id);
                    (line(state, comment, game))
                }
            }
            @if found.looked_at < found.total {
                p.muted { "In the first " (counted(found.looked_at, "game", "games")) " of " (thousands(found.total)) "." }
            }
        }
    }
}

fn line(state: &State, comment: &CommentRow, game: Option<&GameRow>) -> Markup {
    let at = State {
        node: comment.node,
        query: state.query.clone(),
        ..State::default()
    };
    let is_cut = comment.text.chars().count() < comment.characters;
    html! {
        li {
            blockquote lang=[comment.lang] { (visible(&comment.text)) @if is_cut { " …" } }
            a href=(at.at_path(&format!("/game/{}", comment.id))) {
                @if let Some(game) = game { (heading(game)) " · " }
                "move " (comment.number) @if comment.variation { ", in a variation" }
            }
        }
    }
}

/// Who played, and when.
fn heading(game: &GameRow) -> Markup {
    let winner = match game.info.result {
        Some(GameResult::Win { winner, .. }) => Some(winner),
        _ => None,
    };
    html! {
        @for color in Color::BOTH {
            span.player.winner[winner == Some(color)] {
                (stone(color)) (name(game.info.players[color].name.as_deref().unwrap_or("?"))) " "
            }
        }
        @if let Some(date) = game.info.date.as_ref().map(|date| date.earliest()) { "· " (date) }
    }
}

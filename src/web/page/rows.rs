//! Draws games in lists, one line each.

use super::PageContext;
use super::figures::{stone, winner};
use super::text::{date_of, event, name, person, rank, result};
use crate::data::game::PREVIEW_MOVES;
use crate::state::PageState;
use kifu_engine::row::GameRow;
use kifu_messages::Locale;
use kifu_record::NodeId;
use kifu_record::game::Color;
use kifu_record::info::{GameInfo, Player};
use maud::{Markup, html};

/// Path of a game's file below its root, with archive members.
pub(super) fn file_path(view: &PageContext, game: &GameRow) -> String {
    let path = game.path.display().to_string();
    let path = view.opened.roots.relative(&path);
    match game.member() {
        Some(member) => format!("{path} › {member}"),
        None => path.to_owned(),
    }
}

/// Address of the page of a game at the node that the list's query found. The address contains that query, so that the
/// page marks its words.
pub(super) fn address(game: &GameRow, filter: &PageState) -> String {
    at_hit(game, filter.filter_only())
}

/// Address of the page of a game at the node that a query found, with the given state of that page.
pub(super) fn at_hit(game: &GameRow, state: PageState) -> String {
    let commented = game.comment.as_ref().map(|comment| comment.hit.node);
    let node = game.hit.as_ref().map(|hit| hit.node).or(commented).unwrap_or(0);
    PageState { node, ..state }.at_path(&format!("/game/{}", game.id))
}

/// Draws a game as players, result, date and event.
pub(super) fn game_line(game: &GameRow, locale: Locale) -> Markup {
    let info = &game.info;
    html! {
        span.players { (players(info, |player| name_with_rank(player, &player_name(player, locale), locale))) }
        @if let Some(one) = info.result { span.result { (result(one, locale)) } }
        span.when {
            @if let Some(day) = &info.date { (date_of(day, locale)) }
            @if let Some(written) = &info.event { " · " (event(written, locale)) }
        }
    }
}

/// Draws a small board of a game at a node or, without one, after the opening moves.
pub(super) fn small_board(game: &GameRow, node: Option<NodeId>, side: u32) -> Markup {
    let place = match node {
        Some(node) => format!("node={node}"),
        None => format!("move={}", game.summary.moves.min(PREVIEW_MOVES)),
    };
    board_image(&game.id, &place, side)
}

/// Draws a small board of the game with this id, at a place such as `node=5`.
pub(super) fn board_image(id: &str, place: &str, side: u32) -> Markup {
    html! {
        img src={ "/api/v1/games/" (id) "/board.svg?" (place) "&small=1" } alt="" width=(side) height=(side)
            loading="lazy" decoding="async";
    }
}

/// Draws both players of a game, each with a stone of their colour. The winner is marked.
pub(super) fn players(info: &GameInfo, drawn: impl Fn(&Player) -> Markup) -> Markup {
    let winner = winner(info.result);
    html! {
        @for color in Color::BOTH {
            span.player.winner[winner == Some(color)] { (stone(color)) (drawn(&info.players[color])) }
        }
    }
}

/// Name of a player in the script of the reader, for lists of games.
pub(super) fn player_name(player: &Player, locale: Locale) -> Markup {
    person(player.name.as_deref().unwrap_or("?"), locale)
}

/// Name of a player as written, for the page of the game.
pub(super) fn written_name(player: &Player) -> Markup {
    name(player.name.as_deref().unwrap_or("?"))
}

/// Name of a player with the rank behind it.
pub(super) fn name_with_rank(player: &Player, named: &Markup, locale: Locale) -> Markup {
    html! { (named) " " @if let Some(rank) = rank(player, locale) { (rank) } }
}

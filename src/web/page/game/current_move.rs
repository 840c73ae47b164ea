//! Draws what happens at the node shown: its move with the engine's verdict, the variations, the hits of the query, and
//! its comment.

use super::board::stepping;
use super::{node_address, path, tried_state};
use crate::data::game::ShownGame;
use crate::page::figures::stone;
use crate::page::steps::{NodeSteps, node_description, numbers};
use crate::page::text::{escape_invisible, marked};
use crate::page::tree::color_of;
use crate::page::{analysis, commentary};
use crate::state::{AddressMove, Area, PageState};
use crate::words::say;
use kifu_messages::Locale;
use kifu_record::game::Color;
use maud::{Markup, html};

/// Draws the move of the node with all that belongs to it: the numbers of moves that are not on the board any more, the
/// engine's verdict, the hits of the query, the variations, and the comment.
pub(super) fn draw(
    game: &ShownGame,
    state: &PageState,
    steps: &NodeSteps,
    locale: Locale,
) -> Markup {
    html! {
        section #move aria-label=(say!(locale, "game-current-move")) {
            (notes(game, locale))
            @if game.is_trying() { (tried_line(game, state, locale)) } @else { (analysis::verdict(game, locale)) }
            (hits(game, state, steps, locale))
            (as_recorded_link(game, state, locale))
            @if !game.is_trying() {
                (variations(game, state, steps, locale))
                (commentary::current(game, locale))
            }
        }
    }
}

/// Draws what happens at the node, and where moves are that are not on the board any more.
fn notes(game: &ShownGame, locale: Locale) -> Markup {
    let (_, hidden) = numbers(game, locale);
    let (text, is_illegal) = node_description(game, locale);
    let [black, white] = game.tried.captured;
    let captures = &game.place.captures;
    let (black, white) =
        (black + captures.count(Color::Black), white + captures.count(Color::White));
    html! {
        p.node-notes {
            @if let Some(color) = mover(game) { (stone(color)) }
            b { (escape_invisible(&text)) }
            @if is_illegal { " " span.bad { (say!(locale, "game-against-rules")) } }
            @if !game.place.main { " · " (say!(locale, "game-in-variation")) }
            @if !hidden.is_empty() { " · " (hidden.join(&say!(locale, "sentence-value-comma"))) }
            @if black + white > 0 {
                @let (black, white) = (black.to_string(), white.to_string());
                " · " (say!(locale, "game-captured", black = black, white = white))
            }
        }
    }
}

/// Side that played the last move, if the node or the line that the visitor tries has one.
fn mover(game: &ShownGame) -> Option<Color> {
    let tried = game.tried.moves.last().map(|(color, _)| *color);
    tried.or_else(|| color_of(&game.record().tree, game.place.node))
}

/// Draws the moves that the visitor tries as a list with links, and the link back to the record.
fn tried_line(game: &ShownGame, state: &PageState, locale: Locale) -> Markup {
    let tried = tried_state(game, state);
    let href = |at: usize| tried.at_move(at).at_path(&path(game));
    html! {
        div.tried {
            span.muted { (say!(locale, "game-tried")) }
            ol.moves {
                @for (at, step) in (1..).zip(&tried.moves) {
                    li.tail[at > tried.at] {
                        a #{ "m" (at) } href=(href(at)) aria-current=[(at == tried.at).then_some("step")] {
                            (at) " "
                            @match step {
                                AddressMove::Pass => (say!(locale, "pass")),
                                AddressMove::Place(point) => (tried.point_name(*point)),
                            }
                        }
                    }
                }
            }
            a #untry.button href=(node_address(game, state, game.place.node)) {
                (marked!(locale, "game-untry"; key = html! { kbd { "esc" } }))
            }
        }
    }
}

/// Draws links to the moves that follow the node, if there are several, and to the variations above and below it.
fn variations(game: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    let step = stepping(game, state);
    html! {
        @if steps.next.len() > 1 || steps.above.is_some() || steps.below.is_some() {
            p.variations {
                @if steps.next.len() > 1 {
                    (say!(locale, "game-goes-on")) " "
                    @for (number, node) in steps.next.iter().enumerate() {
                        a href=(node_address(game, state, *node)) {
                            @if number == 0 { (say!(locale, "game-main")) } @else { (say!(locale, "game-variation", n = number)) }
                        } " "
                    }
                    @if steps.more_children > 0 { (say!(locale, "game-more-variations", n = steps.more_children)) " " }
                }
                @if steps.above.is_some() || steps.below.is_some() {
                    (step("above", steps.above, Some(say!(locale, "game-above")), &html! { "↑" })) " "
                    (step("below", steps.below, Some(say!(locale, "game-below")), &html! { "↓" }))
                }
            }
        }
    }
}

/// Link to the board as the record has it, if the board is rotated or mirrored here, or if a shape has a frame.
fn as_recorded_link(game: &ShownGame, state: &PageState, locale: Locale) -> Markup {
    let recorded = PageState { node: game.place.node, ..state.filter_only() }
        .at_path(&format!("/game/{}", game.id));
    let is_framed = state.area != Area::Whole;
    html! {
        @if state.flip > 0 || is_framed {
            p.muted.turned-back {
                @if state.flip > 0 { (say!(locale, "game-turned")) " · " }
                a #as-recorded href=(recorded) { (say!(locale, "game-as-recorded")) } " " kbd { "x" }
            }
        }
    }
}

/// Links to the previous and the next hit of the query in this game.
fn hits(game: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    let step = stepping(game, state);
    let count = game.hits.len();
    let here = game.hits.iter().position(|hit| hit.node == game.place.node);
    html! {
        @if count > 0 {
            p #hits.steps.hit-steps {
                (step("hit-before", steps.hit_before, Some(say!(locale, "game-hit-before")), &html! { "◂" }))
                span {
                    @match here {
                        Some(at) => (say!(locale, "game-hit", hit = (at + 1).to_string(), all = count.to_string())),
                        None => (say!(locale, "game-hits", n = count)),
                    }
                }
                (step("hit-after", steps.hit_after, Some(say!(locale, "game-hit-after")), &html! { "▸" }))
            }
        }
    }
}

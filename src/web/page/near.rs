//! The page with near positions: the games that have a position of the page Explore but for a few stones.

use super::rows::{at_hit, board_image, game_line};
use super::{Content, PageContext, PageFragment, parts, title_with_query};
use crate::data::near::NearPositions;
use crate::route_parameters::{AddressParameters, NearParameters};
use crate::state::{PageState, add_parameters, encoded};
use crate::words::say;
use kifu_drawing::{BoardDrawing, svg_with_symmetry};
use kifu_engine::input::BoardSubject;
use kifu_engine::near::{NearGame, PointDifference};
use kifu_engine::number_format::format_thousands;
use kifu_messages::Locale;
use kifu_record::game::symmetry::Symmetry;
use maud::{Markup, html};

/// Path of the page.
pub(crate) const PATH: &str = "/near";

/// Largest distances that the page offers, in stones.
const DISTANCES: [u32; 4] = [2, 4, 8, 12];

/// Width and height of the small boards, in pixels.
const BOARD_SIDE: u32 = 176;

/// Address of the page for a position.
pub(super) fn address(state: &PageState) -> String {
    position(state).at_path(PATH)
}

/// The parts of a state that matter for near positions.
fn position(state: &PageState) -> PageState {
    PageState {
        moves: state.moves.clone(),
        at: state.at,
        black: state.black.clone(),
        white: state.white.clone(),
        turn: state.turn,
        query: state.query.clone(),
        unique: state.unique,
        symmetric: state.symmetric,
        any_colours: state.any_colours,
        size: state.size,
        ..PageState::default()
    }
}

/// Address of the page with other parameters.
fn with(state: &PageState, parameters: &NearParameters) -> String {
    let pairs = parameters.to_pairs().into_iter();
    let pairs = pairs.map(|(name, value)| format!("{name}={}", encoded(&value)));
    pairs.fold(address(state), |address, pair| add_parameters(&address, &pair))
}

/// Draws the page, or the parts of it that were asked for.
pub(crate) fn draw(
    view: &PageContext,
    parameters: &NearParameters,
    data: &NearPositions,
) -> PageFragment {
    let locale = view.request.locale;
    let state = &view.request.state;
    let total = data.answer.total;
    let within = say!(locale, "near-stones", n = data.answer.near);
    let sentence = say!(locale, "near-sentence", n = total, stones = within);
    let content = Content {
        title: title_with_query(say!(locale, "near-title"), &state.query),
        sentence: sentence.as_str().into(),
        main: html! {
            h1 { (say!(locale, "near-title")) }
            div.near {
                (searched(state, data, locale))
                section #near-games aria-label=(say!(locale, "near-title")) {
                    p.total { (sentence) }
                    (choice(state, parameters, locale))
                    @if total > 0 { (distances(data, locale)) }
                    ol.boards { @for near in &data.answer.games { (game(state, near, locale)) } }
                    @if (data.answer.games.len() as u64) < total {
                        p.muted { (say!(locale, "chosen-shown", n = data.answer.games.len(), total = total)) }
                    }
                }
            }
        },
    };
    parts(view, content)
}

/// The searched position, with a link back to Explore.
fn searched(state: &PageState, data: &NearPositions, locale: Locale) -> Markup {
    let BoardSubject::Position(input) = &data.answer.subject else {
        return html! {};
    };
    let drawing = BoardDrawing {
        board: &input.board,
        last: None,
        discs: Vec::new(),
        signs: Vec::new(),
        region: None,
        open_points: Vec::new(),
        title: say!(locale, "near-searched"),
        play_href: None,
        turn: state.to_move(),
    };
    html! {
        section #searched aria-label=(say!(locale, "near-searched")) {
            div.board-frame { (svg_with_symmetry(&drawing, 0)) }
            p { a href=(state.explore_address()) { (say!(locale, "near-back")) } }
        }
    }
}

/// Links to the same page with another distance, and with captures counted or not.
fn choice(state: &PageState, parameters: &NearParameters, locale: Locale) -> Markup {
    let at = |near: u32| with(state, &NearParameters { near, ..parameters.clone() });
    let loose = NearParameters { loose: !parameters.loose, ..parameters.clone() };
    html! {
        p.choice aria-label=(say!(locale, "near-distance")) role="group" {
            @for near in DISTANCES {
                @let current = (near == parameters.near).then_some("true");
                a href=(at(near)) aria-current=[current] { (say!(locale, "near-stones", n = near)) }
            }
        }
        p {
            @let current = parameters.loose.then_some("true");
            a #loose.switch href=(with(state, &loose)) aria-current=[current] title=(say!(locale, "near-loose-title")) {
                (say!(locale, "near-loose"))
            }
        }
    }
}

/// Numbers of games by distance.
fn distances(data: &NearPositions, locale: Locale) -> Markup {
    let rows = (0u64..).zip(&data.answer.by_stones).filter(|(_, games)| **games > 0);
    html! {
        ul.distances {
            @for (stones, games) in rows {
                li { (say!(locale, "near-stones", n = stones)) " " b { (format_thousands(*games)) } }
            }
        }
    }
}

/// Draws a game as a small board, turned like the searched position.
fn game(state: &PageState, near: &NearGame, locale: Locale) -> Markup {
    let row = &near.game;
    let hit = row.hit.as_ref();
    let symmetry = Symmetry::from_number(hit.and_then(|hit| hit.symmetry).unwrap_or(0));
    let flip = symmetry.inverse().number();
    let node = hit.map_or(0, |hit| hit.node);
    let turned = PageState {
        flip,
        size: row.summary.size,
        ..PageState::default().with_query(&*state.query)
    };
    let place = format!("node={node}&flip={flip}");
    html! {
        li {
            a href=(at_hit(row, turned)) {
                (board_image(&row.id, &place, BOARD_SIDE))
                (game_line(row, locale))
            }
            p {
                b { (say!(locale, "near-stones", n = near.stones)) }
                @if hit.is_some_and(|hit| hit.swapped == Some(true)) { " · " (say!(locale, "chosen-exchanged")) }
                @if !near.differences.is_empty() { " · " (differences(&near.differences, locale)) }
            }
        }
    }
}

/// Names the points at which a game differs: first the stones that it lacks, then those that only it has.
fn differences(all: &[PointDifference], locale: Locale) -> String {
    let named = |stone: fn(&PointDifference) -> Option<char>| {
        let stones = all.iter().filter_map(|at| Some(format!("{} {}", stone(at)?, at.at)));
        stones.collect::<Vec<_>>().join(", ")
    };
    let (lacks, has) = (named(|at| at.position), named(|at| at.game));
    let lacks = (!lacks.is_empty()).then(|| say!(locale, "near-lacks", stones = lacks));
    let has = (!has.is_empty()).then(|| say!(locale, "near-has", stones = has));
    lacks.into_iter().chain(has).collect::<Vec<_>>().join(" · ")
}

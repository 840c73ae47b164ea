//! Draws what a shape adds to the board of Explore: its frame, open points, numbered moves, and the controls for them.

use crate::data::explore::corners;
use crate::page::figures::{icon, step, stone};
use crate::state::{Area, PageState};
use crate::words::say;
use kifu_drawing::{BoundSide, DrawnRegion, DrawnSign, MarkShape, SINGLE_EDGES, touched_edges};
use kifu_engine::input::{BoardSubject, PatternInput};
use kifu_messages::Locale;
use kifu_record::game::Color;
use kifu_record::game::board::Board;
use kifu_record::game::pattern::{Cell, Edges};
use kifu_record::game::{Point, Stone};
use maud::{Markup, html};

/// Icon for choosing a region, as an SVG path in a square of 16 × 16 units.
const REGION: &str = "M2 5V2h3M8 2h0M11 2h3v3M14 8v0M14 11v3h-3M8 14h0M5 14H2v-3M2 8v0";
/// Width and height, in lines of the board, of the region that is offered before the user has chosen one.
const DEFAULT_REGION_LINES: u8 = 10;

/// Pens, with which a click sets what a point of the shape may hold: name of the pen in the page, sign, and messages of
/// its label and its explanation.
const PENS: [(&str, &str, &str, &str); 8] = [
    ("turn", "", "shape-pen-turn", "shape-puts-turn"),
    ("b", "", "shape-pen-black", "shape-puts-black"),
    ("w", "", "shape-pen-white", "shape-puts-white"),
    ("any", "?", "shape-pen-any", "shape-puts-any"),
    ("maybe-b", "A", "shape-pen-no-white", "shape-puts-no-white"),
    ("maybe-w", "V", "shape-pen-no-black", "shape-puts-no-black"),
    ("stone", "*", "shape-pen-stone", "shape-puts-stone"),
    ("empty", "", "shape-pen-empty", "shape-puts-empty"),
];

/// Board with the stones around a pattern: the board that the pattern was cut out of or, for a pattern that was drawn
/// alone, an empty board with the pattern's stones.
pub(super) fn surrounding_board(input: &PatternInput) -> Board {
    if let Some(board) = &input.around {
        return board.clone();
    }
    let mut board = Board::new(input.game, input.board);
    for (point, cell) in input.pattern.cells() {
        match cell {
            Cell::BLACK => board.set(input.on_board(point), Stone::Black),
            Cell::WHITE => board.set(input.on_board(point), Stone::White),
            _ => {}
        }
    }
    board
}

fn pattern<'s>(state: &PageState, subject: &'s BoardSubject) -> Option<&'s PatternInput> {
    match subject {
        BoardSubject::Pattern(input) if state.is_shape() => Some(input),
        _ => None,
    }
}

/// Frame around the part of the board that must match; `None` if the complete board must match.
pub(super) fn part(
    state: &PageState,
    subject: &BoardSubject,
    locale: Locale,
) -> Option<DrawnRegion> {
    let input = pattern(state, subject).filter(|_| state.area != Area::Whole)?;
    let bound = input.pattern.edges();
    Some(DrawnRegion {
        corners: corners(input),
        bound,
        sides: sides(state, input, locale),
        dims_rest: true,
    })
}

/// Sides of the part that lie on the edge of the board, each with a link that makes the edge required or optional.
pub(super) fn sides(state: &PageState, input: &PatternInput, locale: Locale) -> Vec<BoundSide> {
    let bound = input.pattern.edges();
    let (first, last) = corners(input);
    let touched = touched_edges(first, last, input.board);
    let side = |edge: Edges| {
        let is_bound = edge.and(bound) == edge;
        let edges = if is_bound { bound.without(edge) } else { bound.with(edge) };
        let other = state.with(|state| state.edges = (edges != touched).then_some(edges));
        BoundSide {
            edge,
            href: other.explore_address(),
            title: if is_bound {
                say!(locale, "shape-free", edge = edge_name(edge, locale))
            } else {
                say!(locale, "shape-bind", edge = edge_name(edge, locale))
            },
        }
    };
    SINGLE_EDGES.into_iter().filter(|edge| edge.and(touched) == *edge).map(side).collect()
}

/// Name of one edge of the board.
pub(super) fn edge_name(edge: Edges, locale: Locale) -> String {
    match edge {
        Edges { left: true, .. } => say!(locale, "shape-edge-left"),
        Edges { right: true, .. } => say!(locale, "shape-edge-right"),
        Edges { top: true, .. } => say!(locale, "shape-edge-top"),
        _ => say!(locale, "shape-edge-bottom"),
    }
}

/// Open points inside the part of the board that must match, with their signs. An open point may be, for instance,
/// empty or black.
pub(super) fn open(state: &PageState, subject: &BoardSubject) -> Vec<(Point, char)> {
    let Some(input) = pattern(state, subject) else {
        return Vec::new();
    };
    let (first, last) = corners(input);
    let is_inside =
        |at: Point| (first.x..=last.x).contains(&at.x) && (first.y..=last.y).contains(&at.y);
    state.open.iter().filter(|(at, _)| is_inside(*at)).copied().collect()
}

/// Numbers on the stones that must be played in this order.
pub(super) fn numbers(state: &PageState, subject: &BoardSubject) -> Vec<DrawnSign> {
    let Some(input) = pattern(state, subject) else {
        return Vec::new();
    };
    let number = |(at, (_, point)): (usize, &(Color, Point))| DrawnSign {
        point: input.on_board(*point),
        text: (at + 1).to_string(),
        shape: MarkShape::Number,
    };
    input.pattern.moves().iter().enumerate().map(number).collect()
}

/// Draws the choice of the part that must match. As long as no region is chosen, the region around the stones is
/// offered, or the upper right corner of an empty board.
pub(super) fn areas(state: &PageState, subject: &BoardSubject, locale: Locale) -> Markup {
    let area = |area: Area| {
        let edges = state.edges.filter(|_| area == state.area);
        PageState { area, edges, ..state.clone() }.explore_address()
    };
    let region = match (&state.area, pattern(state, subject)) {
        (Area::Region(..), _) => state.area.clone(),
        (Area::Around, Some(input)) => {
            let (first, last) = corners(input);
            Area::region(first, last)
        }
        _ => upper_right(state),
    };
    let which = match &state.area {
        Area::Region(..) => region.name(state.size).replace('-', "–"),
        _ => String::new(),
    };
    let pressed = |on: bool| if on { "true" } else { "false" };
    let is_region = matches!(state.area, Area::Region(..));
    let around_address =
        (state.has_stones() || state.area == Area::Around).then(|| area(Area::Around));
    let kind = match state.area {
        Area::Whole => "whole",
        Area::Around => "around",
        Area::Region(..) => "region",
    };
    html! {
        // The links are switches: scripts let the visitor draw the region before its page is opened.
        div #areas.choice role="group" data-area=(kind) aria-label=(say!(locale, "shape-what-counts")) {
            a #whole role="button" href=(area(Area::Whole)) aria-pressed=(pressed(state.area == Area::Whole)) {
                (say!(locale, "shape-whole-board"))
            }
            @match around_address {
                Some(href) => a #around role="button" href=(href) aria-pressed=(pressed(state.area == Area::Around)) {
                    (say!(locale, "shape-around-stones"))
                },
                None => (step("around", None, None, &html! { (say!(locale, "shape-around-stones")) })),
            }
            a #region role="button" href=(area(region)) aria-pressed=(pressed(is_region)) {
                (icon(REGION)) (say!(locale, "shape-region")) @if !which.is_empty() { span.which { " " (which) } }
            }
        }
    }
}

fn upper_right(state: &PageState) -> Area {
    let (width, height) = (state.size.width(), state.size.height());
    let low =
        Point::new(width - DEFAULT_REGION_LINES.min(width), DEFAULT_REGION_LINES.min(height) - 1);
    Area::region(low, Point::new(width - 1, 0))
}

/// Draws the pens. They are visible only with scripts; without scripts, a click on the board follows a continuation.
pub(super) fn pens(locale: Locale) -> Markup {
    html! {
        div #pens.pens hidden {
            span #pens-name.muted { (say!(locale, "shape-click-puts")) }
            div.choice role="group" aria-labelledby="pens-name" {
                @for (name, sign, word, says) in PENS {
                    @let (word, says) = (say!(locale, word), say!(locale, says));
                    @let label = say!(locale, "shape-pen-label", word = word.as_str(), says = says.as_str());
                    button type="button" data-pen=(name) data-sign=(sign) title=(says) aria-label={ (sign) " " (label) }
                        aria-pressed=(if name == "turn" { "true" } else { "false" }) {
                        @match name {
                            "b" => (stone(Color::Black)),
                            "w" => (stone(Color::White)),
                            _ => (sign),
                        }
                        @let is_short = sign.is_empty() && !matches!(name, "b" | "w");
                        span.word[!is_short] { @if !sign.is_empty() { " " } (word) }
                    }
                }
            }
        }
    }
}

/// Explains the signs on open points, for a page on paper: on the screen, the pens explain them.
pub(super) fn legend_on_paper(open: &[(Point, char)], locale: Locale) -> Markup {
    let is_used = |sign: &str| open.iter().any(|(_, used)| sign.chars().eq([*used]));
    let used: Vec<String> = PENS
        .into_iter()
        .filter(|(_, sign, ..)| is_used(sign))
        .map(|(_, sign, _, says)| format!("{sign} {}", say!(locale, says)))
        .collect();
    html! { @if !used.is_empty() { p.legend.on-paper { (used.join(" · ")) } } }
}

/// Form for typing a region instead of drawing it.
pub(super) fn type_region(state: &PageState, locale: Locale) -> Markup {
    let rest = state.with(|state| (state.area, state.edges) = (Area::Whole, None));
    html! {
        form.type-region method="get" action="/" {
            @for (name, value) in rest.pairs() { input type="hidden" name=(name) value=(value); }
            label for="area" { (say!(locale, "shape-type-region")) }
            input #area name="area" size="7" maxlength="9" value=(state.area.name(state.size)) autocomplete="off" spellcheck="false";
        }
    }
}

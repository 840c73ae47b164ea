//! Draws the board of the page Explore, its controls, and the position in words.

use super::board_page::{BoardPage, EXPLORE};
use super::moves::MoveRow;
use super::shape;
use crate::address::ParsedRequest;
use crate::data::explore::{BoardGames, Explored};
use crate::page::figures::{
    BACK_ICON, FIRST_ICON, FORWARD_ICON, icon, percent, step, stone, tint_color,
};
use crate::page::text::{color_name, escape_invisible, step_name};
use crate::state::{AddressMove, Area, PageState, add_parameters, size_name};
use crate::words::say;
use kifu_drawing::{BoardDrawing, Disc, svg_with_symmetry};
use kifu_engine::input::BoardSubject;
use kifu_engine::points::point_name;
use kifu_messages::{Locale, Message};
use kifu_record::game::board::Board;
use kifu_record::game::go::{GoEffect, play as play_stone};
use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{Color, GameKind, Point, Stone};
use maud::{Markup, html};
use std::collections::HashSet;

/// Numbers of three symmetries: a quarter turn to the right, a half turn, and mirroring from left to right.
const QUARTER: u8 = 5;
const HALF: u8 = 3;
const MIRROR: u8 = 1;

/// Icons of buttons, as SVG paths in a square of 16 × 16 units.
const TURN: &str = "M13 8A5 5 0 1 1 8 3h4M9.5 .5L12 3 9.5 5.5";
const MIRRORED: &str = "M8 2v12M5 5v6L1.5 11zM11 5v6l3.5 0z";
const LINK: &str =
    "M7 9a3 3 0 0 0 4.2 0l2-2A3 3 0 0 0 9 2.8l-1 1M9 7a3 3 0 0 0-4.2 0l-2 2A3 3 0 0 0 7 13.2l1-1";

/// Draws the board with its continuations and controls.
pub(super) fn section(
    request: &ParsedRequest,
    data: &Explored,
    rows: &[MoveRow],
    locale: Locale,
) -> Markup {
    let state = &request.state;
    let stones = stones(&data.answer.subject);
    let last = state.played().last().and_then(|step| match step {
        AddressMove::Place(point) => Some((state.to_move().other(), *point)),
        AddressMove::Pass => None,
    });
    let numbers = shape::numbers(state, &data.answer.subject);
    let is_numbered = |point| numbers.iter().any(|sign| sign.point == point);
    let is_shown = |point| stones.stone(point) != Stone::Empty && !is_numbered(point);
    let drawing = BoardDrawing {
        board: &stones,
        last: last.filter(|(_, point)| is_shown(*point)),
        discs: discs(rows, |row| row.tooltip(locale)),
        signs: numbers,
        region: shape::part(state, &data.answer.subject, locale),
        open_points: shape::open(state, &data.answer.subject),
        title: title(state, locale),
        play_href: Some(play(state, "/")),
        turn: state.to_move(),
    };
    let illegal = match &data.answer.subject {
        BoardSubject::Position(input) => illegal(state, &input.board, rows),
        // The rules cannot be applied to a part of a board.
        BoardSubject::Pattern(_) => None,
    };
    html! {
        section #position aria-label=(say!(locale, "position-title")) data-illegal=[illegal] {
            div.board-frame { (svg_with_symmetry(&drawing, state.flip)) }
            p #hint hidden {}
            (controls(state, EXPLORE, locale))
            @if state.is_shape() {
                (shape::pens(locale))
                (shape::legend_on_paper(&drawing.open_points, locale))
            }
            // On a narrow page, a script opens and closes this element with further controls.
            div #rest {
                div.line {
                    (shape::areas(state, &data.answer.subject, locale))
                    (views(state, locale))
                }
                (boards(state, &data.boards, locale))
                (text_boxes(state, request.form.play.as_deref(), locale))
                (in_words(state, &stones, data, rows, locale))
            }
        }
    }
}

/// Board that the page draws. If the request is about a part that was cut out of a board, the stones around it are
/// drawn, too.
fn stones(subject: &BoardSubject) -> Board {
    match subject {
        BoardSubject::Position(input) => input.board.clone(),
        BoardSubject::Pattern(input) => shape::surrounding_board(input),
    }
}

/// Empty points where the rules forbid a move, each with the reason: `C3=suicide Q5=ko`. Points where games of the
/// archive played nevertheless are left out, so that the visitor can follow these games. `None` if there are no such
/// points.
pub(in crate::page) fn illegal(
    state: &PageState,
    board: &Board,
    rows: &[MoveRow],
) -> Option<String> {
    let is_played = |point| rows.iter().any(|row| row.point == Some(point));
    illegal_points(board, state.to_move(), is_played)
}

/// Empty points where the rules forbid a move of this side, except for those that `is_played` names, each with the
/// reason.
pub(in crate::page) fn illegal_points(
    board: &Board,
    color: Color,
    is_played: impl Fn(Point) -> bool,
) -> Option<String> {
    let mut board = board.clone();
    let size = board.size();
    let mut closed = Vec::new();
    for point in size.points() {
        if board.stone(point) != Stone::Empty || is_played(point) {
            continue;
        }
        let before = board.mark();
        let played = play_stone(&mut board, color, point);
        board.undo_to(before);
        let reason = match played {
            GoEffect { ko: true, .. } => "ko",
            GoEffect { suicide: 1.., .. } => "suicide",
            _ => continue,
        };
        closed.push(format!("{}={reason}", point_name(GameKind::Go, size, point)));
    }
    (!closed.is_empty()).then(|| closed.join(" "))
}

/// Discs on the points of the continuations. If both sides play a point, the more frequent move gets the disc.
pub(in crate::page) fn discs(rows: &[MoveRow], tooltip: impl Fn(&MoveRow) -> String) -> Vec<Disc> {
    let mut taken = HashSet::new();
    let rows = || rows.iter().filter(|row| !row.is_later);
    let most = rows().map(|row| row.next.games).max().unwrap_or(1);
    let disc = |row: &MoveRow| {
        Some(Disc {
            point: row.point?,
            text: row.letter?.to_string(),
            has_share: false,
            share: row.next.games as f64 / most as f64,
            fill: row.tint.map_or_else(|| tint_color(0.0), tint_color),
            href: row.href.clone(),
            title: tooltip(row),
        })
    };
    let first = |row: &&MoveRow| row.point.is_some_and(|point| taken.insert(point));
    rows().filter(first).filter_map(disc).collect()
}

/// Address of the page with this path after a click on a point. It contains `{}` where scripts put the name of that
/// point.
pub(in crate::page) fn play(state: &PageState, path: &str) -> String {
    // A click on any point drops the moves that were taken back. Only a click on the point of the next one of them must
    // not; scripts then use the link in the list of moves instead.
    let mut next = state.at_move(state.at);
    next.moves.truncate(next.at);
    let before: String = next.moves.iter().map(|step| step.name(next.size) + ",").collect();
    next.moves.clear();
    next.at = 0;
    next.at_path(&format!("{path}?m={before}{{}}"))
}

/// Draws the buttons that step through the moves, and the list of moves.
pub(in crate::page) fn controls(state: &PageState, page: BoardPage, locale: Locale) -> Markup {
    let step = |id, can: bool, at: usize, label: &'static str, sign| {
        let href = can.then(|| (page.address)(&state.at_move(at)));
        let label = say!(locale, label);
        step(id, href.as_deref(), Some(label.as_str()), &icon(sign))
    };
    html! {
        div.controls {
            div.steps role="group" aria-label=(say!(locale, "position-moves")) {
                @let (can_undo, can_redo) = (state.at > 0, state.at < state.moves.len());
                @let before = state.at.saturating_sub(1);
                (step("first", can_undo, 0, "position-first", FIRST_ICON))
                (step("back", can_undo, before, "position-back", BACK_ICON))
                (step("forward", can_redo, state.at + 1, "position-forward", FORWARD_ICON))
            }
            (line(state, page, locale))
            button #sheet type="button" aria-controls="rest" aria-expanded="false"
                aria-label=(say!(locale, "position-more")) hidden { "⋯" }
        }
    }
}

/// Links that rotate or mirror the board, and the link to the page in this state.
fn views(state: &PageState, locale: Locale) -> Markup {
    let turn = if state.size.is_square() { QUARTER } else { HALF };
    html! {
        div.steps role="group" aria-label=(say!(locale, "position-view")) {
            a #turn href=(turned(state, turn)) aria-label=(say!(locale, "position-turn")) { (icon(TURN)) }
            a #mirror href=(turned(state, MIRROR)) aria-label=(say!(locale, "position-mirror")) { (icon(MIRRORED)) }
            a #link href=(state.explore_address()) aria-label=(say!(locale, "position-link")) { (icon(LINK)) }
        }
    }
}

/// Draws links to boards of other sizes on which games were played: the usual sizes, then a menu of others.
fn boards(state: &PageState, boards: &[BoardGames], locale: Locale) -> Markup {
    let (usual, others): (Vec<&BoardGames>, Vec<&BoardGames>) = boards
        .iter()
        .partition(|board| matches!(size_name(board.size).as_str(), "19" | "13" | "9"));
    let link = |board: &BoardGames| {
        let size = size_name(board.size);
        // The address names the size even if it is 19, because an address without parameters starts on the most
        // frequent board size.
        let href = add_parameters("/", &format!("size={size}"));
        let href = state.filter_only().at_path(&href);
        let current = (board.size == state.size).then_some("true");
        html! { a href=(href) aria-current=[current] { (size) span.hidden { " " (say!(locale, "position-lines")) } } }
    };
    let is_other = others.iter().any(|board| board.size == state.size);
    html! {
        @if boards.len() > 1 || boards.iter().any(|board| board.size != state.size) {
            div.line.boards {
                span #boards-name.muted { (say!(locale, "position-boards")) }
                div.choice role="group" aria-labelledby="boards-name" { @for board in usual { (link(board)) } }
                @if !others.is_empty() {
                    details.menu {
                        summary .set[is_other] { (say!(locale, "position-boards-other")) }
                        ul { @for board in others { li { (link(board)) } } }
                    }
                }
            }
        }
    }
}

/// Address of the page with the board rotated or mirrored once more.
fn turned(state: &PageState, by: u8) -> String {
    let flip = Symmetry::from_number(by).after(Symmetry::from_number(state.flip));
    state.with(|state| state.flip = flip.number()).explore_address()
}

/// Draws the list of moves. Each of them links to the position after it.
fn line(state: &PageState, page: BoardPage, locale: Locale) -> Markup {
    let name = |step: AddressMove| match step {
        AddressMove::Place(_) => step_name(step, state.size, locale),
        AddressMove::Pass => say!(locale, page.pass),
    };
    html! {
        ol.moves aria-label=(say!(locale, "position-moves")) {
            @for (at, step) in state.moves.iter().enumerate() {
                li.tail[at >= state.at] {
                    @let current = (at + 1 == state.at).then_some("step");
                    a #{ "m" (at + 1) } href=((page.address)(&state.at_move(at + 1))) aria-current=[current] {
                        (stone(state.side_to_move_at(at))) (at + 1) " " (name(*step))
                    }
                }
            }
        }
    }
}

/// Draws the boxes for typing a move and a region of the board.
fn text_boxes(state: &PageState, typed: Option<&str>, locale: Locale) -> Markup {
    html! {
        div.line {
            (type_move(state, "/", typed, locale))
            @if let Area::Region(..) = state.area { (shape::type_region(state, locale)) }
        }
    }
}

/// Draws the box for typing moves on the page with this path. If `typed` cannot be played, the mistake stands beside
/// the box.
pub(in crate::page) fn type_move(
    state: &PageState,
    path: &str,
    typed: Option<&str>,
    locale: Locale,
) -> Markup {
    let rest = state.with(|state| state.moves.truncate(state.at));
    let mistake = typed.and_then(|typed| state.play_typed(typed).err());
    let label = say!(locale, "position-type-move", color = color_name(state.to_move(), locale));
    html! {
        form.type-move method="get" action=(path) {
            @for (name, value) in rest.pairs() { input type="hidden" name=(name) value=(value); }
            label for="play" { (label) }
            input #play name="play" size="8" maxlength="400" placeholder="R9" value=[typed] autocomplete="off"
                autocapitalize="off" spellcheck="false" aria-invalid=[mistake.as_ref().map(|_| "true")]
                aria-describedby=[mistake.as_ref().map(|_| "play-mistake")];
            @if let Some(mistake) = mistake { (mistake_beside("play-mistake", mistake.messages(), locale)) }
        }
    }
}

/// Draws what is wrong in a field, beside the field. Scripts draw the same for fields that only the server checks.
fn mistake_beside(id: &str, (message, help): (Message, Option<Message>), locale: Locale) -> Markup {
    html! {
        span.mistake #(id) role="alert" {
            (escape_invisible(&message.in_language(locale)))
            @if let Some(help) = help { " " (escape_invisible(&help.in_language(locale))) }
        }
    }
}

/// Short title of the board.
fn title(state: &PageState, locale: Locale) -> String {
    let color = color_name(state.to_move(), locale);
    match state.played().last() {
        None => say!(locale, "position-board-first", color = color),
        Some(step) => {
            let (n, at) = (state.at, step_name(*step, state.size, locale));
            say!(locale, "position-board", n = n, at = at, color = color)
        }
    }
}

/// Describes the position in words: stones of both sides line by line, the last move, and the continuations.
fn in_words(
    state: &PageState,
    board: &Board,
    data: &Explored,
    rows: &[MoveRow],
    locale: Locale,
) -> Markup {
    let share = |row: &MoveRow| percent(row.next.games, data.answer.total);
    let most: Vec<String> = (rows.iter().filter(|row| !row.is_later).take(5))
        .map(|row| format!("{} {}", row.name(locale), share(row)))
        .collect();
    let (color, n) = (color_name(state.to_move(), locale), data.answer.total);
    html! {
        details.words {
            summary { (say!(locale, "position-words")) }
            (stones_in_words(state, board, locale))
            @if let Some(step) = state.played().last() {
                @let (n, at) = (state.at, step_name(*step, state.size, locale));
                p { (say!(locale, "position-last", n = n, color = color_name(state.to_move().other(), locale), at = at)) }
            }
            p {
                @if most.is_empty() { (say!(locale, "position-next-none", color = color, n = n)) }
                @else { (say!(locale, "position-next", color = color, n = n, moves = most.join(", "))) }
            }
        }
    }
}

/// Lists the stones of both colours.
pub(in crate::page) fn stones_in_words(state: &PageState, board: &Board, locale: Locale) -> Markup {
    html! {
        @for color in Color::BOTH {
            p { (say!(locale, "position-stones", color = color_name(color, locale), points = lines(state, board, color, locale))) }
        }
    }
}

/// Lists the stones of one colour, line by line from the top of the board.
fn lines(state: &PageState, board: &Board, color: Color, locale: Locale) -> String {
    let width = state.size.width();
    let line = |y: u8| {
        let stones = (0..width)
            .map(|x| Point::new(x, y))
            .filter(|&at| board.stone(at).color() == Some(color));
        let names: Vec<String> = stones.map(|at| state.point_name(at)).collect();
        (!names.is_empty()).then(|| names.join(" "))
    };
    let lines: Vec<String> = (0..state.size.height()).filter_map(line).collect();
    if lines.is_empty() { say!(locale, "position-no-stones") } else { lines.join(", ") }
}

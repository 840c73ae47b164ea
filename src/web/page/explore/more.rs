//! Draws the details of one continuation: its players, years and opening, and the games that reach the position by
//! another order of moves.

use super::table::table_columns;
use crate::data::explore::{self, Explored, MoreOfMove};
use crate::page::figures::{optional_link, percent, stone, year_span};
use crate::page::text::{color_name, marked, person};
use crate::state::{NextMoveCondition, PageState, add_parameters, encoded};
use crate::words::say;
use kifu_engine::board::{NextMove, Step, TenukiCounts};
use kifu_engine::number_format::format_thousands;
use kifu_engine::openings::opening_name;
use kifu_engine::player_games::exact_clause;
use kifu_messages::Locale;
use kifu_record::game::{Color, Move};
use maud::{Markup, html};

/// Largest number of players who are named.
const MAX_PLAYERS: usize = 8;

/// Row of the table of continuations: a move, and whether other moves may be played before it.
#[derive(Clone, Copy)]
pub(super) struct TableRow<'n> {
    pub next: &'n NextMove,
    /// True if the row counts games in which other moves are played before this move, too.
    pub is_later: bool,
}

/// Link that opens the details of a row, or closes them.
pub(super) fn link(state: &PageState, row: TableRow, data: &Explored, locale: Locale) -> Markup {
    let is_open = data.row.as_ref().is_some_and(|more| is_for_row(more, row));
    let address = state.explore_address();
    let href = if is_open {
        address
    } else {
        add_parameters(&address, &format!("of={}", encoded(&row_name(state, row))))
    };
    let label = say!(locale, "moves-more-about", at = spoken_move_name(state, row.next, locale));
    html! { a.more href=(href) aria-label=(label) aria-expanded=(is_open) {} }
}

/// True if the details that the page shows belong to this row of the table.
pub(super) fn is_for_row(more: &MoreOfMove, row: TableRow) -> bool {
    more.is_later == row.is_later && is_same_move(&more.next, row.next)
}

/// True if two rows are about the same move of the same colour.
pub(super) fn is_same_move(one: &NextMove, other: &NextMove) -> bool {
    one.at == other.at && one.color == other.color
}

/// Draws the details as a further row of the table below the row of the continuation.
pub(super) fn line(
    (state, found): (&PageState, &Explored),
    more: &MoreOfMove,
    locale: Locale,
) -> Markup {
    html! { tr.more #{ (element(state, more)) } { td colspan=(table_columns(found.has_book_marks())) { (details((state, found), more, locale)) } } }
}

/// Draws the details as a part of the page, for a script that loads it.
pub(super) fn part(state: &PageState, data: &Explored, locale: Locale) -> Markup {
    match &data.row {
        Some(more) => {
            html! { div #{ (element(state, more)) } { (details((state, data), more, locale)) } }
        }
        None => html! { div id="more-none" { p.muted { (say!(locale, "moves-more-none")) } } },
    }
}

/// Id of the HTML element with the details. A move inside a shape may have two rows with one element each: for games
/// that play it directly after the shape, and for games that play it at any time.
fn element(state: &PageState, more: &MoreOfMove) -> String {
    let later = if more.is_later { "later-" } else { "" };
    format!("more-{later}{}", id(state, more.next.step, &more.next.at))
}

/// Name of a row as the value of the parameter `of`.
pub(super) fn row_name(state: &PageState, row: TableRow) -> String {
    let later = if row.is_later { MoreOfMove::LATER_PREFIX } else { "" };
    format!("{later}{}", move_name(state, row.next))
}

/// Name of a move as the value of the parameter `next`. In a shape both sides may play a point, so the name contains
/// the colour.
fn move_name(state: &PageState, next: &NextMove) -> String {
    match &next.color {
        Some(color) if state.is_shape() => format!("{color} {}", next.at),
        _ => next.at.clone(),
    }
}

/// Name of a move for screen readers.
fn spoken_move_name(state: &PageState, next: &NextMove, locale: Locale) -> String {
    let at = match next.step {
        Step::End => say!(locale, "chips-end"),
        Step::Elsewhere(_) => say!(locale, "chips-elsewhere"),
        Step::Move(_, Move::Pass) => say!(locale, "pass"),
        Step::Move(..) => next.at.clone(),
    };
    match &next.color {
        Some(color) if state.is_shape() => format!("{color} {at}"),
        _ => at,
    }
}

/// HTML id of a row: the point of its move, with the colour if the other side than the one to move plays it.
pub(super) fn id(state: &PageState, step: Step, at: &str) -> String {
    match step.color() {
        Some(color) if color != state.to_move() => format!("{}-{at}", color.letter()),
        _ => at.to_owned(),
    }
}

fn details((state, found): (&PageState, &Explored), more: &MoreOfMove, locale: Locale) -> Markup {
    let next = &more.next;
    let others = more.reached.and_then(|all| all.checked_sub(next.games));
    html! {
        @if let Some(opening) = more.opening { p.opening { (opening_name(opening, locale)) } }
        (local_counts(state, more, locale))
        @if !years(next).is_empty() { p { (say!(locale, "moves-more-years", years = years(next))) } }
        @if let (Some(all), Some(others @ 1..)) = (more.reached, others) {
            p { (say!(locale, "moves-more-reached", n = all, others = others)) }
        }
        @if !next.players.is_empty() {
            ul.who aria-label=(say!(locale, "moves-more-players")) {
                @for player in next.players.iter().take(MAX_PLAYERS) {
                    @let href = player_address((state, found), more, &player.name);
                    li { (optional_link(href.as_deref(), None, &person(&player.name, locale))) " " small { (format_thousands(player.games)) } }
                }
                @if next.players.len() > MAX_PLAYERS { li.muted { (say!(locale, "moves-more-others")) } }
            }
        }
    }
}

/// Draws how often a move inside a shape directly follows the shape, and how often it comes after how many moves of
/// each side outside the shape. The numbers have no links, since no query can ask for games by the number of moves
/// outside the shape.
fn local_counts(state: &PageState, more: &MoreOfMove, locale: Locale) -> Markup {
    let local = more.local.as_ref();
    let counted = local.and_then(|local| Some((local.next.games, local.elsewhere.as_ref()?)));
    let Some((all, counts)) = counted else {
        return html! {};
    };
    let at_once = state_followed_by(state, &more.next, &move_name(state, &more.next));
    let href = more.is_exact.then(|| at_once.explore_address());
    html! {
        p { (say!(locale, "moves-more-local", n = all)) }
        ul.who.before {
            li { (say!(locale, "moves-at-once")) " " (portion(counts.none, all, href.as_deref())) }
            @for color in Color::BOTH {
                @let before = counts_from_one(counts, color);
                @let once = before.first().copied().unwrap_or_default();
                li { (marked!(locale, "moves-after-one"; stone = side(color, locale))) " " (portion(once, all, None)) }
                @let more_often = before.iter().skip(1).sum::<u64>();
                li title=[spread(before)] {
                    (marked!(locale, "moves-after-more"; stone = side(color, locale))) " " (portion(more_often, all, None))
                }
            }
        }
    }
}

/// Draws a stone, with its colour as hidden text for screen readers.
fn side(color: Color, locale: Locale) -> Markup {
    html! { (stone(color)) span.hidden { (color_name(color, locale)) } }
}

/// Draws a number of games with its share of `all`.
fn portion(games: u64, all: u64, href: Option<&str>) -> Markup {
    html! {
        b { (optional_link(href, None, &html! { (format_thousands(games)) })) }
        @if games > 0 { " " small { (percent(games, all)) } }
    }
}

/// Numbers of games in which a side played one move, two moves and so on outside the shape before the move inside.
fn counts_from_one(counts: &TenukiCounts, color: Color) -> &[u64] {
    let counts = match color {
        Color::Black => &counts.black,
        Color::White => &counts.white,
    };
    counts.get(1..).unwrap_or_default()
}

/// Lists the numbers of games by how many moves were played outside the shape first, from two on: `2: 12 · 3: 5 · 10+:
/// 7`. The last number is of games with that many moves or more.
fn spread(before: &[u64]) -> Option<String> {
    let each = before.iter().zip(1..).skip(1).filter(|(games, _)| **games > 0);
    let entries = each.map(|(games, moves)| {
        let or_more = if moves == before.len() { "+" } else { "" };
        format!("{moves}{or_more}: {}", format_thousands(*games))
    });
    Some(entries.collect::<Vec<_>>().join(" · ")).filter(|text| !text.is_empty())
}

/// Address of the games in which a player plays the move: a list of games or, if no query can express them, Explore.
/// `None` if no address finds exactly these games, which happens with shapes.
fn player_address(
    (state, found): (&PageState, &Explored),
    more: &MoreOfMove,
    player: &str,
) -> Option<String> {
    let next = &more.next;
    let seat = match next.step.color() {
        Some(Color::White) => "white-person",
        _ => "black-person",
    };
    let query = format!("{} {}", exact_clause(seat, player), state.query);
    let with_player =
        |name: &str| state_followed_by(state, next, name).with_query(query.trim_end());
    let here = || with_player(&move_name(state, next)).explore_address();
    if state.is_shape() {
        return (more.is_exact && !more.is_later).then(here);
    }
    let all = explore::as_query(&with_player(&next.at), &found.answer);
    match all {
        Some(all) => state.clone().with_query(all).filter_only().link("/games"),
        None => Some(here()),
    }
}

/// State of Explore whose hits are followed by the move with this name.
fn state_followed_by(state: &PageState, next: &NextMove, name: &str) -> PageState {
    state.with(|state| {
        state.hit.tomove = next.color.clone().unwrap_or_default();
        state.hit.next = NextMoveCondition::read(name, state.size);
    })
}

/// First and last year in which the move was played.
pub(super) fn years(next: &NextMove) -> String {
    next.first_year
        .zip(next.last_year)
        .map_or_else(String::new, |(first, last)| year_span(first, last))
}

//! More about one continuation: who plays it, when, what it leads to, and who stands there by another order of moves.

use crate::data::explore::{self, Explored, MoreOfMove};
use crate::data::own::exactly;
use crate::page::figures::{linked, percent, span_of, stone};
use crate::page::text::{color_name, marked, name};
use crate::state::{NextAsked, PageState, and, encoded};
use crate::words::say;
use kifu_engine::board::{NextMove, Step, TenukiCounts};
use kifu_engine::openings::opening_name;
use kifu_engine::words::thousands;
use kifu_messages::Locale;
use kifu_record::game::{Color, Move};
use maud::{Markup, html};

/// Columns of the table of continuations.
const COLUMNS: usize = 7;
/// Players that are named.
const PLAYERS: usize = 8;

/// A row of the table: a move, and whether other moves may come before it.
#[derive(Clone, Copy)]
pub(super) struct TableRow<'n> {
    /// The move.
    pub next: &'n NextMove,
    /// Whether other moves may come before it.
    pub later: bool,
}

/// The link that opens a row, or closes it.
pub(super) fn link(state: &PageState, row: TableRow, found: &Explored, locale: Locale) -> Markup {
    let is_open = found.row.as_ref().is_some_and(|more| is_of(more, row));
    let address = state.explored();
    let href = if is_open {
        address
    } else {
        and(&address, &format!("of={}", encoded(&asked(state, row))))
    };
    let label = say!(locale, "moves-more-about", at = said(state, row.next, locale));
    html! { a.more href=(href) aria-label=(label) aria-expanded=(is_open) {} }
}

/// Whether more is told about this row.
pub(super) fn is_of(more: &MoreOfMove, row: TableRow) -> bool {
    more.is_later == row.later && is_same(&more.next, row.next)
}

/// Whether two rows are of one move.
pub(super) fn is_same(one: &NextMove, other: &NextMove) -> bool {
    one.at == other.at && one.color == other.color
}

/// A row below the one of a continuation.
pub(super) fn line(
    (state, found): (&PageState, &Explored),
    more: &MoreOfMove,
    locale: Locale,
) -> Markup {
    html! { tr.more #{ (element(state, more)) } { td colspan=(COLUMNS) { (told((state, found), more, locale)) } } }
}

/// The same as a part of the page.
pub(super) fn alone(state: &PageState, found: &Explored, locale: Locale) -> Markup {
    match &found.row {
        Some(more) => {
            html! { div #{ (element(state, more)) } { (told((state, found), more, locale)) } }
        }
        None => html! { div id="more-none" { p.muted { (say!(locale, "moves-more-none")) } } },
    }
}

/// What the element is known by. A move inside a shape has two rows: at once, and whenever it comes.
fn element(state: &PageState, more: &MoreOfMove) -> String {
    let later = if more.is_later { "later-" } else { "" };
    format!("more-{later}{}", id(state, more.next.step, &more.next.at))
}

/// What more about a row is asked for by.
pub(super) fn asked(state: &PageState, row: TableRow) -> String {
    let later = if row.later { MoreOfMove::LATER } else { "" };
    format!("{later}{}", key(state, row.next))
}

/// The name of a move in a question: in a shape both sides may play a point, so the name has its colour.
fn key(state: &PageState, next: &NextMove) -> String {
    match &next.color {
        Some(color) if state.is_shape() => format!("{color} {}", next.at),
        _ => next.at.clone(),
    }
}

/// The same as it is said.
fn said(state: &PageState, next: &NextMove, locale: Locale) -> String {
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

/// What a row is known by in the page: its point, and the side if it is not its turn.
pub(super) fn id(state: &PageState, step: Step, at: &str) -> String {
    match step.color() {
        Some(color) if color != state.to_move() => format!("{}-{at}", color.letter()),
        _ => at.to_owned(),
    }
}

fn told((state, found): (&PageState, &Explored), more: &MoreOfMove, locale: Locale) -> Markup {
    let next = &more.next;
    let others = more.reached.and_then(|all| all.checked_sub(next.games));
    html! {
        @if let Some(opening) = more.opening { p.opening { (opening_name(opening, locale)) } }
        (whenever(state, more, locale))
        @if !years(next).is_empty() { p { (say!(locale, "moves-more-years", years = years(next))) } }
        @if let (Some(all), Some(others @ 1..)) = (more.reached, others) {
            p { (say!(locale, "moves-more-reached", n = all, others = others)) }
        }
        @if !next.players.is_empty() {
            ul.who aria-label=(say!(locale, "moves-more-players")) {
                @for player in next.players.iter().take(PLAYERS) {
                    @let href = of_player((state, found), more, &player.name);
                    li { (linked(href.as_deref(), None, &name(&player.name))) " " small { (thousands(player.games)) } }
                }
                @if next.players.len() > PLAYERS { li.muted { (say!(locale, "moves-more-others")) } }
            }
        }
    }
}

/// Of a move inside a shape: how often it is played at once, and how often after moves of each side elsewhere. A query
/// cannot ask for games by such moves, so these numbers lead nowhere.
fn whenever(state: &PageState, more: &MoreOfMove, locale: Locale) -> Markup {
    let local = more.local.as_ref();
    let told = local.and_then(|local| Some((local.next.games, local.elsewhere.as_ref()?)));
    let Some((all, counts)) = told else {
        return html! {};
    };
    let at_once = followed(state, &more.next, &key(state, &more.next));
    let href = more.is_exact.then(|| at_once.explored());
    html! {
        p { (say!(locale, "moves-more-local", n = all)) }
        ul.who.before {
            li { (say!(locale, "moves-at-once")) " " (portion(counts.none, all, href.as_deref())) }
            @for color in Color::BOTH {
                @let before = of_side(counts, color);
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

/// A stone, and for who does not see it its colour.
fn side(color: Color, locale: Locale) -> Markup {
    html! { (stone(color)) span.hidden { (color_name(color, locale)) } }
}

/// A number of games, and its share of all.
fn portion(games: u64, all: u64, href: Option<&str>) -> Markup {
    html! {
        b { (linked(href, None, &html! { (thousands(games)) })) }
        @if games > 0 { " " small { (percent(games, all)) } }
    }
}

/// The games by the moves that a side played elsewhere before a move, from one such move on.
fn of_side(counts: &TenukiCounts, color: Color) -> &[u64] {
    let counts = match color {
        Color::Black => &counts.black,
        Color::White => &counts.white,
    };
    counts.get(1..).unwrap_or_default()
}

/// The games from two moves on: `2: 12 · 3: 5 · 10+: 7`. The last number is that of so many moves or more.
fn spread(before: &[u64]) -> Option<String> {
    let each = before.iter().zip(1..).skip(1).filter(|(games, _)| **games > 0);
    let told = each.map(|(games, moves)| {
        let or_more = if moves == before.len() { "+" } else { "" };
        format!("{moves}{or_more}: {}", thousands(*games))
    });
    Some(told.collect::<Vec<_>>().join(" · ")).filter(|told| !told.is_empty())
}

/// The games in which a player plays the move: as a query, or here where no query can ask for them. In a shape there
/// may be no question that finds these games alone.
fn of_player(
    (state, found): (&PageState, &Explored),
    more: &MoreOfMove,
    player: &str,
) -> Option<String> {
    let next = &more.next;
    let seat = match next.step.color() {
        Some(Color::White) => "white-person",
        _ => "black-person",
    };
    let query = format!("{} {}", exactly(seat, player), state.query);
    let asked = |name: &str| followed(state, next, name).asking(query.trim_end());
    let here = || asked(&key(state, next)).explored();
    if state.is_shape() {
        return (more.is_exact && !more.is_later).then(here);
    }
    let all = explore::clause(&asked(&next.at), &found.answer);
    match all {
        Some(all) => state.clone().asking(all).filter_only().link("/games"),
        None => Some(here()),
    }
}

/// The question whose hits are followed by a move that is named so.
fn followed(state: &PageState, next: &NextMove, name: &str) -> PageState {
    state.with(|state| {
        state.hit.tomove = next.color.clone().unwrap_or_default();
        state.hit.next = NextAsked::read(name, state.size);
    })
}

/// The first and the last year of a move.
pub(super) fn years(next: &NextMove) -> String {
    next.first_year
        .zip(next.last_year)
        .map_or_else(String::new, |(first, last)| span_of(first, last))
}

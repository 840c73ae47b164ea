//! More about one continuation: who plays it, when, what it leads to, and who stands there by another order of moves.

use crate::engine::board::NextMove;
use crate::engine::openings::opening_name;
use crate::engine::words::thousands;
use crate::messages::say;
use crate::web::data::explore::{self, Explored, MoreOfMove};
use crate::web::data::own::clause;
use crate::web::page::figures::span_of;
use crate::web::page::text::name;
use crate::web::state::{PageState, and, encoded};
use maud::{Markup, html};

/// Columns of the table of continuations.
const COLUMNS: usize = 7;
/// Players that are named.
const PLAYERS: usize = 8;

/// The link that opens a row, or closes it.
pub fn link(state: &PageState, next: &NextMove, found: &Explored) -> Markup {
    let is_open = (found.row.as_ref()).is_some_and(|more| is_same(&more.next, next));
    let (key, address) = (key(state, next), state.at_path("/"));
    let href = match is_open {
        true => address,
        false => and(&address, &format!("of={}", encoded(&key))),
    };
    html! {
        a.more href=(href) aria-label=(say!("moves-more-about", at = key)) aria-expanded=(is_open) {}
    }
}

/// Whether two rows are of one move.
pub fn is_same(one: &NextMove, other: &NextMove) -> bool {
    one.at == other.at && one.color == other.color
}

/// A row below the one of a continuation.
pub fn line((state, found): (&PageState, &Explored), next: &NextMove, more: &MoreOfMove) -> Markup {
    html! { tr.more #{ "more-" (id(state, next)) } { td colspan=(COLUMNS) { (told((state, found), more)) } } }
}

/// The same as a part of the page.
pub fn alone(state: &PageState, found: &Explored) -> Markup {
    match &found.row {
        Some(more) => {
            html! { div #{ "more-" (id(state, &more.next)) } { (told((state, found), more)) } }
        }
        None => html! { div id="more-none" { p.muted { (say!("moves-more-none")) } } },
    }
}

/// What a row is asked for by: in a shape both sides may play a point, so the name has its colour.
pub fn key(state: &PageState, next: &NextMove) -> String {
    match &next.color {
        Some(color) if state.is_shape() => format!("{color} {}", next.at),
        _ => next.at.clone(),
    }
}

/// What a row is known by in the page: its point, and the side if it is not its turn.
pub fn id(state: &PageState, next: &NextMove) -> String {
    let turn = state.to_move().letter().to_string();
    match &next.color {
        Some(color) if *color != turn => format!("{color}-{}", next.at),
        _ => next.at.clone(),
    }
}

fn told((state, found): (&PageState, &Explored), more: &MoreOfMove) -> Markup {
    let next = &more.next;
    let others = more.reached.and_then(|all| all.checked_sub(next.games));
    html! {
        @if let Some(opening) = more.opening { p.opening { (opening_name(opening)) } }
        @if !years(next).is_empty() { p { (say!("moves-more-years", years = years(next))) } }
        @if let (Some(all), Some(others @ 1..)) = (more.reached, others) {
            p { (say!("moves-more-reached", n = all, others = others)) }
        }
        @if !next.players.is_empty() {
            ul.who aria-label=(say!("moves-more-players")) {
                @for player in next.players.iter().take(PLAYERS) {
                    li { a href=(of_player((state, found), next, &player.name)) { (name(&player.name)) } " " small { (thousands(player.games)) } }
                }
                @if next.players.len() > PLAYERS { li.muted { (say!("moves-more-others")) } }
            }
        }
    }
}

/// The games in which a player plays the move: as a query, or here where no query can ask for them.
fn of_player((state, found): (&PageState, &Explored), next: &NextMove, player: &str) -> String {
    let side = next.color.as_deref().unwrap_or_default();
    let seat = if side == "W" { "white" } else { "black" };
    let query = format!("{} {}", clause(seat, player), state.query);
    let asked = |next: String| {
        let asked = state.with(|state| {
            state.hit.tomove = side.to_owned();
            state.hit.next = next;
        });
        asked.asking(query.trim_end())
    };
    let all = explore::clause(&asked(next.at.clone()), &found.answer);
    match all.filter(|_| !state.is_shape()) {
        Some(all) => state.filter_only().asking(all).at_path("/games"),
        None => asked(key(state, next)).at_path("/"),
    }
}

/// The first and the last year of a move.
pub fn years(next: &NextMove) -> String {
    let years = next.first_year.zip(next.last_year);
    years.map_or_else(String::new, |(first, last)| span_of(first, last))
}

//! What changes the count of a shape: a chip for each, which says what is chosen and changes it.

use super::shape::sides;
use crate::engine::input::{AskedPattern, AskedSubject};
use crate::engine::words::counted;
use crate::game::symmetry::Symmetry;
use crate::web::data::explore::Explored;
use crate::web::state::{HitFields, PageState, color};
use maud::{Markup, html};

/// Continuations that the menu of the next move offers.
const OFFERED: usize = 5;

/// A choice of a menu: whether it is set, what it says, and the state with it.
type Choice = (bool, String, PageState);

/// The chips of a shape.
pub fn draw(state: &PageState, found: &Explored) -> Markup {
    let AskedSubject::Pattern(asked) = &found.answer.subject else {
        return html! {};
    };
    let ways = Symmetry::count(asked.board);
    let colours = state.with(|state| state.any_colours = !state.any_colours);
    let turned = state.with(|state| state.symmetric = !state.symmetric);
    let ordered = state.with(|state| state.sequence = !state.sequence);
    html! {
        ul.chips aria-label="What counts as this shape" {
            (toggle("colours", "both colours", state.any_colours, &colours))
            (toggle("ways", &format!("{ways} ways"), state.symmetric, &turned))
            (edges(state, asked))
            (menu("in", &within_name(state), !state.hit.within.is_empty(), choices(state, |hit| &mut hit.within, &WITHIN)))
            (menu("next", &named("next", &state.hit.next), !state.hit.next.is_empty(), nexts(state, found)))
            (menu("to-move", &named("to move", side_name(&state.hit.tomove)), !state.hit.tomove.is_empty(), choices(state, |hit| &mut hit.tomove, &SIDES)))
            (at_move(state))
            @if state.has_moves() || state.sequence { (toggle("order", "played in this order", state.sequence, &ordered)) }
        }
    }
}

fn named(what: &str, value: &str) -> String {
    format!("{what}: {}", if value.is_empty() { "any" } else { value })
}

fn toggle(id: &str, name: &str, is_on: bool, other: &PageState) -> Markup {
    html! {
        li { a.toggle #{ "chip-" (id) } href=(other.at_path("/")) aria-current=[is_on.then_some("true")] { (name) } }
    }
}

fn menu(id: &str, name: &str, is_set: bool, choices: Vec<Choice>) -> Markup {
    html! {
        li {
            details.menu.toggle-menu {
                summary #{ "chip-" (id) } .set[is_set] { (name) }
                ul {
                    @for (is_on, name, state) in choices {
                        li { a href=(state.at_path("/")) aria-current=[is_on.then_some("true")] { (name) } }
                    }
                }
            }
        }
    }
}

/// The sides on an edge of the board; one that is bound is ticked.
fn edges(state: &PageState, asked: &AskedPattern) -> Markup {
    let all = sides(state, asked);
    let bound = asked.pattern.edges();
    let name = match bound.names().len() {
        0 => "anywhere".to_owned(),
        number => counted(number as u64, "edge", "edges"),
    };
    if all.is_empty() {
        return html! {};
    }
    html! {
        li {
            details.menu.toggle-menu {
                summary #chip-edges .set[bound != Default::default()] { (name) }
                ul {
                    @for one in all {
                        @let is_bound = one.edge.and(bound) == one.edge;
                        li { a href=(one.href) aria-current=[is_bound.then_some("true")] aria-label=(one.title) { (one.edge.text()) " edge" } }
                    }
                }
            }
        }
    }
}

fn within_name(state: &PageState) -> String {
    let known = WITHIN.iter().find(|(value, _)| *value == state.hit.within);
    known.map_or(state.hit.within.clone(), |(_, name)| (*name).to_owned())
}

/// Where the shape may stand: value in the address, and name.
const WITHIN: [(&str, &str); 3] = [
    ("", "main lines"),
    ("any", "variations too"),
    ("variations", "in variations"),
];

/// The sides that may move: value in the address, and name.
const SIDES: [(&str, &str); 3] = [("", "any"), ("B", "Black"), ("W", "White")];

/// The choices of a condition, each by its value in the address and its name.
fn choices(
    state: &PageState,
    field: fn(&mut HitFields) -> &mut String,
    named: &[(&str, &str)],
) -> Vec<Choice> {
    let choice = |&(value, name): &(&str, &str)| {
        let mut state = state.clone();
        let now = std::mem::replace(field(&mut state.hit), value.to_owned());
        (now == value, name.to_owned(), state)
    };
    named.iter().map(choice).collect()
}

fn nexts(state: &PageState, found: &Explored) -> Vec<Choice> {
    let rows = found.answer.moves.iter().filter(|row| row.point.is_some());
    let inside = rows.filter_map(|row| Some(format!("{} {}", row.color.as_ref()?, row.at)));
    let inside: Vec<String> = inside.take(OFFERED).collect();
    let mut values = vec![
        ("", "any"),
        ("elsewhere", "elsewhere"),
        ("pass", "pass"),
        ("end", "end"),
    ];
    values.extend(inside.iter().map(|value| (value.as_str(), value.as_str())));
    let now = state.hit.next.as_str();
    if !values.iter().any(|(value, _)| *value == now) {
        values.push((now, now));
    }
    choices(state, |hit| &mut hit.next, &values)
}

fn side_name(letter: &str) -> &str {
    match color(letter) {
        Some(color) => color.name(),
        None => letter,
    }
}

/// The moves played when the shape stands: a box to type them into, `..50` or `30..50`.
fn at_move(state: &PageState) -> Markup {
    let rest = state.with(|state| state.hit.at_move.clear());
    let value = &state.hit.at_move;
    html! {
        li {
            details.menu.toggle-menu {
                summary #chip-move .set[!value.is_empty()] { (named("move", value)) }
                form.type-range method="get" action="/" {
                    @for (name, value) in rest.pairs() { input type="hidden" name=(name) value=(value); }
                    label for="move" { "moves played, as ..50 or 30..50" }
                    input #move name="move" size="8" maxlength="12" value=(value) autocomplete="off" spellcheck="false";
                    button.button { "Choose" }
                }
            }
        }
    }
}

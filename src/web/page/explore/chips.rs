//! Draws the settings of a search for a shape as chips (small labels with a menu). Each chip shows the value of a
//! setting and changes it.

use super::shape::{edge_name, sides};
use crate::data::explore::Explored;
use crate::page::text::{color_name, step_name};
use crate::state::{AddressMove, HitFields, NextMoveCondition, PageState, color};
use crate::words::say;
use kifu_engine::board::Step;
use kifu_engine::input::{BoardSubject, PatternInput};
use kifu_messages::Locale;
use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{BoardSize, Move};
use maud::{Markup, html};

/// Largest number of continuations in the menu of the next move.
const MAX_CONTINUATIONS: usize = 5;

/// Item of a menu: whether it is chosen now, its name, and the state of the page that a click leads to.
type Choice = (bool, String, PageState);

/// Draws the chips of a shape.
pub(super) fn draw(state: &PageState, data: &Explored, locale: Locale) -> Markup {
    let BoardSubject::Pattern(input) = &data.answer.subject else {
        return html! {};
    };
    let symmetries = Symmetry::count(input.board);
    let colours = state.with(|state| state.any_colours = !state.any_colours);
    let turned = state.with(|state| state.symmetric = !state.symmetric);
    let ordered = state.with(|state| state.sequence = !state.sequence);
    let hit = &state.hit;
    let next = match &hit.next {
        NextMoveCondition::Any => say!(locale, "chips-next-any"),
        next => say!(locale, "chips-next", value = next_name(next, state.size, locale)),
    };
    let to_move = match hit.tomove.as_str() {
        "" => say!(locale, "chips-to-move-any"),
        side => say!(locale, "chips-to-move", side = side_name(side, locale)),
    };
    let places = choices(state, |hit| &mut hit.within, translated(WITHIN, locale));
    let sides = choices(state, |hit| &mut hit.tomove, translated(SIDES, locale));
    html! {
        ul.chips aria-label=(say!(locale, "chips-title")) {
            (toggle("colours", &say!(locale, "chips-colours"), state.any_colours, &colours))
            (toggle("ways", &say!(locale, "chips-ways", n = symmetries), state.symmetric, &turned))
            (edges(state, input, locale))
            (menu("in", &within_name(state, locale), !hit.within.is_empty(), places))
            (menu("next", &next, !hit.next.is_any(), nexts(state, data, locale)))
            (menu("to-move", &to_move, !hit.tomove.is_empty(), sides))
            (at_move(state, locale))
            @if state.has_moves() || state.sequence {
                (toggle("order", &say!(locale, "chips-order"), state.sequence, &ordered))
            }
        }
    }
}

fn toggle(id: &str, name: &str, is_on: bool, other: &PageState) -> Markup {
    html! {
        li { a.toggle #{ "chip-" (id) } href=(other.explore_address()) aria-current=[is_on.then_some("true")] { (name) } }
    }
}

fn menu(id: &str, name: &str, is_set: bool, choices: Vec<Choice>) -> Markup {
    html! {
        li {
            details.menu.toggle-menu {
                summary #{ "chip-" (id) } .set[is_set] { (name) }
                ul {
                    @for (is_on, name, state) in choices {
                        li { a href=(state.explore_address()) aria-current=[is_on.then_some("true")] { (name) } }
                    }
                }
            }
        }
    }
}

/// Draws the chip for the sides of the shape that must lie on an edge of the board. Those sides are ticked.
fn edges(state: &PageState, input: &PatternInput, locale: Locale) -> Markup {
    let all = sides(state, input, locale);
    let bound = input.pattern.edges();
    let name = match bound.names().len() {
        0 => say!(locale, "chips-anywhere"),
        number => say!(locale, "chips-edges", n = number),
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
                        li {
                            a href=(one.href) aria-current=[is_bound.then_some("true")] aria-label=(one.title) {
                                (edge_name(one.edge, locale))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn within_name(state: &PageState, locale: Locale) -> String {
    WITHIN
        .iter()
        .find(|(value, _)| *value == state.hit.within)
        .map_or(state.hit.within.clone(), |(_, name)| say!(locale, *name))
}

/// Choices of where in the game tree the shape may occur: value in the address, and message of its name.
const WITHIN: [(&str, &str); 3] = [
    ("", "chips-main-lines"),
    ("any", "chips-variations-too"),
    ("variations", "chips-in-variations"),
];

/// Choices of the side to move: value in the address, and message of its name.
const SIDES: [(&str, &str); 3] = [("", "chips-any"), ("B", "black"), ("W", "white")];

/// Translates the names in a table of choices: pairs of a value for addresses and a message.
fn translated(table: [(&str, &'static str); 3], locale: Locale) -> [(String, String); 3] {
    table.map(|(value, name)| (value.to_owned(), say!(locale, name)))
}

/// Makes the menu items of a setting from its values in the address and their names.
fn choices<T: PartialEq + Clone>(
    state: &PageState,
    field: fn(&mut HitFields) -> &mut T,
    named: impl IntoIterator<Item = (T, String)>,
) -> Vec<Choice> {
    let choice = |(value, name): (T, String)| {
        let mut state = state.clone();
        let now = std::mem::replace(field(&mut state.hit), value.clone());
        (now == value, name, state)
    };
    named.into_iter().map(choice).collect()
}

fn nexts(state: &PageState, data: &Explored, locale: Locale) -> Vec<Choice> {
    let inside =
        data.answer.moves.iter().filter_map(|row| match (row.step, &data.answer.subject) {
            (Step::Move(color, Move::Place(point)), BoardSubject::Pattern(input)) => Some(
                NextMoveCondition::Move(Some(color), AddressMove::Place(input.on_board(point))),
            ),
            _ => None,
        });
    let elsewhere = state.is_shape().then_some(NextMoveCondition::Elsewhere);
    let pass = NextMoveCondition::Move(None, AddressMove::Pass);
    let mut values: Vec<NextMoveCondition> = [NextMoveCondition::Any]
        .into_iter()
        .chain(elsewhere)
        .chain([pass, NextMoveCondition::End])
        .collect();
    values.extend(inside.take(MAX_CONTINUATIONS));
    if !values.contains(&state.hit.next) {
        values.push(state.hit.next.clone());
    }
    let named = values.into_iter().map(|value| {
        let name = next_name(&value, state.size, locale);
        (value, name)
    });
    choices(state, |hit| &mut hit.next, named)
}

/// Name of a condition on the next move.
fn next_name(next: &NextMoveCondition, size: BoardSize, locale: Locale) -> String {
    match next {
        NextMoveCondition::Any => say!(locale, "chips-any"),
        NextMoveCondition::Elsewhere => say!(locale, "chips-elsewhere"),
        NextMoveCondition::Move(None, step) => step_name(*step, size, locale),
        NextMoveCondition::End => say!(locale, "chips-end"),
        next => next.text(size),
    }
}

fn side_name(letter: &str, locale: Locale) -> String {
    match color(letter) {
        Some(color) => color_name(color, locale),
        None if letter.is_empty() => say!(locale, "chips-any"),
        None => letter.to_owned(),
    }
}

/// Draws the chip for the number of moves before the hit, with a box for typing a range such as `..50` or `30..50`.
fn at_move(state: &PageState, locale: Locale) -> Markup {
    let rest = state.with(|state| state.hit.at_move.clear());
    let value = &state.hit.at_move;
    let name = match value.as_str() {
        "" => say!(locale, "chips-move-any"),
        range => say!(locale, "chips-move", range = range),
    };
    html! {
        li {
            details.menu.toggle-menu {
                summary #chip-move .set[!value.is_empty()] { (name) }
                form.type-range method="get" action="/" {
                    @for (name, value) in rest.pairs() { input type="hidden" name=(name) value=(value); }
                    label for="move" { (say!(locale, "chips-move-label")) }
                    input #move name="move" size="8" maxlength="12" value=(value) autocomplete="off" spellcheck="false";
                    button.button { (say!(locale, "chips-choose")) }
                }
            }
        }
    }
}

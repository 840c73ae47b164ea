//! Colours by their names.

use super::ast::{Clause, FieldValue, Op};
use crate::game::Color;

/// `B`, `W`, `Black` or `White`, in any case.
pub(crate) fn color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// The colour that a clause about a player means: `winner:black`. A player of that name stands in quotes.
pub(crate) fn in_place_of_name(clause: &Clause) -> Option<Color> {
    match (&clause.value, clause.op) {
        (FieldValue::Bare(text), Op::Has) => color(text),
        _ => None,
    }
}

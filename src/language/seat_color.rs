//! Colours in the place of a player's name: `winner:black`.

use super::ast::{Clause, FieldValue, Op};
use super::colors::color;
use kifu_record::game::Color;

/// The colour that a clause about a player names. A player of that name stands in quotes.
pub fn in_place_of_name(clause: &Clause) -> Option<Color> {
    match (&clause.value, clause.op) {
        (FieldValue::Bare(text), Op::Has) => color(text),
        _ => None,
    }
}

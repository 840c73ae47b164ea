//! Parses colours in place of a player's name: `winner:black`.

use super::ast::{Clause, FieldValue, Op};
use super::colors::parse_color;
use kifu_record::game::Color;

/// Colour that a clause about a player names. In quotes, the value is a player of that name instead.
pub fn color_in_place_of_name(clause: &Clause) -> Option<Color> {
    match (&clause.value, clause.op) {
        (FieldValue::Bare(text), Op::Has) => parse_color(text),
        _ => None,
    }
}

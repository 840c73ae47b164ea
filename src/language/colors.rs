//! Colours by their names.

use crate::game::Color;

/// `B`, `W`, `Black` or `White`, in any case.
pub(crate) fn color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

//! Parses names of colours.

use kifu_record::game::Color;

/// Parses `B`, `W`, `Black` or `White`, in any case.
pub fn parse_color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

//! Escapes characters that an SVG must not contain.

use kifu_record::text::display::escape_invisible;
use maud::{Markup, PreEscaped};

/// Makes characters visible that XML does not allow, that control a terminal, or that cannot be seen. Labels, names and
/// titles come from archives, so they may contain any character.
pub(super) fn escape_drawing(drawing: Markup) -> Markup {
    PreEscaped(escape_invisible(&drawing.into_string()))
}

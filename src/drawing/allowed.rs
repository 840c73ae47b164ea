//! Escapes characters that an SVG must not contain.

use kifu_record::text::display::visible;
use maud::{Markup, PreEscaped};

/// Makes characters visible that XML does not allow, that control a terminal, or that cannot be seen. Labels, names and
/// titles come from archives, so they may contain any character.
pub(super) fn all_visible(drawing: Markup) -> Markup {
    PreEscaped(visible(&drawing.into_string()))
}

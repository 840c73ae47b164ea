//! The characters that a drawing may have.

use kifu_record::text::display::visible;
use maud::{Markup, PreEscaped};

/// A drawing without characters that XML does not allow, that a terminal obeys, or that nobody sees: labels, names and
/// titles come from archives.
pub(super) fn all_visible(drawing: Markup) -> Markup {
    PreEscaped(visible(&drawing.into_string()))
}

//! Text of records. It is untrusted: characters that would reorder or hide other text are made visible.

pub use crate::text::display::visible;
use maud::{Markup, html};

/// A name on its own: its direction does not change that of what stands around it.
pub fn name(text: &str) -> Markup {
    html! { bdi { (visible(text)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_or_reorders_is_shown() {
        assert_eq!(visible("a\u{202e}b\u{1b}[2J\nc\td"), "a⟨202E⟩b⟨1B⟩[2J\nc d");
        assert_eq!(visible("囲碁 é 🙂"), "囲碁 é 🙂");
        let drawn = name("<b onclick=\"x\">").into_string();
        assert_eq!(drawn, "<bdi>&lt;b onclick=&quot;x&quot;&gt;</bdi>");
    }
}

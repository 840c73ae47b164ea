//! Text of records. It is hostile: what would reorder or hide other text is shown as what it is.

use crate::text::display::is_invisible;
use maud::{Markup, html};

/// A text in which every character can be seen; line breaks stay.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push('\n'),
            '\t' | '\r' | '\u{2028}' | '\u{2029}' => out.push(' '),
            c if is_invisible(c) => out.push_str(&format!("⟨{:X}⟩", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

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

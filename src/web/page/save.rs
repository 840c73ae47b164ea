//! The way to save a query, beside its sentence.

use maud::{Markup, html};

/// A form for the name, which scripts show.
pub fn draw(query: &str) -> Markup {
    html! {
        details #save-query.menu hidden data-query=(query) {
            summary { "Save" }
            form {
                label for="save-name" { "Save this query as" }
                input #save-name type="text" maxlength="64" required autocapitalize="off" autocomplete="off" spellcheck="false";
                button.button { "Save" }
                p #save-state.muted role="status" {}
            }
        }
    }
}

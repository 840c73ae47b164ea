//! Form for saving the query of a page, beside the sentence that describes the query.

use crate::words::say;
use kifu_messages::Locale;
use maud::{Markup, html};

/// Draws the form with a box for the name. Without scripts it stays hidden.
pub(super) fn draw(query: &str, locale: Locale) -> Markup {
    html! {
        details #save-query.menu hidden data-query=(query) {
            summary { (say!(locale, "save-open")) }
            form {
                label for="save-name" { (say!(locale, "save-as")) }
                input #save-name type="text" maxlength="64" required autocapitalize="off" autocomplete="off" spellcheck="false";
                button.button { (say!(locale, "save-button")) }
                p #save-state.muted role="status" {}
            }
        }
    }
}

//! Draws a game to be printed: figures of 50 moves with the comments below them, without the frame of a page.

use super::title;
use crate::assets;
use crate::data::game::ShownGame;
use crate::page::PageFragment;
use crate::page::text::{date_of, result_text};
use crate::words::say;
use kifu_drawing::{HandoutDrawing, handout};
use kifu_engine::handout::Handout;
use kifu_messages::Locale;
use maud::{DOCTYPE, html};

/// Draws the handout of a game as an HTML document.
pub(super) fn draw(game: &ShownGame, locale: Locale) -> PageFragment {
    let divided = Handout::new(game.record(), game.marks());
    let drawing = HandoutDrawing {
        handout: &divided,
        locale,
        date: &|date| date_of(date, locale),
        result: &|result| result_text(result, locale),
    };
    let title = title(game);
    let document = html! {
        (DOCTYPE)
        html lang=(locale.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · kifu-index" }
                link rel="icon" href=(assets::address("icon.svg"));
                link rel="stylesheet" href=(assets::address("handout.css"));
                script type="module" src=(assets::address("handout.js")) {}
            }
            body {
                nav.screen aria-label=(say!(locale, "handout-controls")) {
                    // The button needs a script, which shows it.
                    button #print type="button" hidden { (say!(locale, "handout-print")) }
                    a href=(super::path(game)) { (say!(locale, "handout-back")) }
                }
                main { (handout(&drawing)) }
            }
        }
    };
    PageFragment { title, parts: document, is_document: true }
}

//! The page Help: the fields of the query language, and the keys of the keyboard.

use super::addresses::games;
use super::{Content, PageContext, PageFragment, parts};
use crate::data::help::{FieldList, FieldRow};
use crate::route_parameters::NoParameters;
use crate::words::say;
use kifu_engine::number_format::format_thousands;
use kifu_messages::{Locale, Message, has_message};
use maud::html;

/// Keys that do something on the pages, each with the message that explains it. The scripts `global_keys.js`,
/// `explore.js`, `board.js`, `shapes.js`, `games.js`, `game.js`, `analysis.js` and `practise.js` implement them.
const KEYS: [(&str, &str); 27] = [
    ("/", "help-key-query"),
    ("Esc", "help-key-escape"),
    ("← →", "help-key-move-by-one"),
    ("Shift ← →", "help-key-move-by-ten"),
    ("Home End", "help-key-ends"),
    ("↑ ↓", "help-key-rows"),
    ("1 – 9", "help-key-nth"),
    ("A – L", "help-key-lettered"),
    ("Enter", "help-key-play"),
    ("c", "help-key-around"),
    ("r", "help-key-region"),
    ("w", "help-key-wildcard"),
    ("right drag", "help-key-drag-region"),
    ("Shift click", "help-key-point-wildcard"),
    ("x", "help-key-turn"),
    ("n N", "help-key-hits"),
    ("b", "help-key-expected-line"),
    ("s n", "help-key-guess"),
    ("j k", "help-key-select"),
    ("↵", "help-key-open-game"),
    ("e u", "help-key-explore-or-list"),
    ("y", "help-key-copy-link"),
    ("t", "help-key-theme"),
    ("g e, g j, g g, g p, g a", "help-key-pages"),
    ("Ctrl click", "help-key-stone-move"),
    ("Alt click", "help-key-without-value"),
    ("?", "help-key-help"),
];

/// Name of a key in a language. Labels on keys are the same in all languages; names of mouse actions are translated.
fn key_name(key: &str, locale: Locale) -> String {
    match key {
        "right drag" => say!(locale, "help-right-drag"),
        "Shift click" => say!(locale, "help-shift-click"),
        "Ctrl click" => say!(locale, "help-ctrl-click"),
        "Alt click" => say!(locale, "help-alt-click"),
        key => key.to_owned(),
    }
}

/// Explains what a field finds.
fn finds(field: &FieldRow, locale: Locale) -> String {
    // Message ids cannot contain dots, but the field `prop.NAME` does.
    let id = format!("field-{}", field.name.replace('.', "-"));
    let has_translation = [locale, Locale::English].iter().any(|locale| has_message(*locale, &id));
    if has_translation {
        Message::new(id, Vec::new()).in_language(locale)
    } else {
        field.help.to_owned()
    }
}

pub(crate) fn draw(view: &PageContext, _: &NoParameters, data: &FieldList) -> PageFragment {
    let locale = view.request.locale;
    let content = Content {
        title: say!(locale, "help-title"),
        sentence: kifu_messages::say!("help-sentence"),
        main: html! {
            article.help-page {
                h1 { (say!(locale, "help-title")) }
                h2 { (say!(locale, "help-queries")) }
                p { (say!(locale, "help-queries-told")) }
                table.fields {
                    caption.hidden { (say!(locale, "help-fields")) }
                    thead {
                        tr {
                            th scope="col" { (say!(locale, "help-field")) }
                            th scope="col" { (say!(locale, "help-finds")) }
                            th scope="col" { (say!(locale, "help-example")) }
                            th scope="col" { (say!(locale, "help-games")) }
                        }
                    }
                    tbody {
                        @for field in &data.fields {
                            tr {
                                th scope="row" {
                                    code { (field.name) }
                                    @for alias in field.aliases { " " code.muted { (alias) } }
                                    @if !field.names.is_empty() { br; small { (field.names.join(" ")) } }
                                }
                                td {
                                    (finds(field, locale))
                                    @if !field.choices.is_empty() { " (" (field.choices.join(", ")) ")" }
                                }
                                td {
                                    @match field.games {
                                        Some(_) => a href=[games(field.example)] { code { (field.example) } },
                                        None => code { (field.example) },
                                    }
                                }
                                td.muted { @if let Some(games) = field.games { (format_thousands(games)) } }
                            }
                        }
                    }
                }
                h2 { (say!(locale, "help-positions")) }
                p { (say!(locale, "help-positions-told")) }
                p { (say!(locale, "help-shapes-told")) }
                p { (say!(locale, "help-rates-told")) }
                h2 { (say!(locale, "help-keys")) }
                p hidden {
                    label { input #single-keys type="checkbox"; " " (say!(locale, "help-single-keys")) }
                }
                table.keys {
                    tbody {
                        @for (key, does) in KEYS {
                            tr { th scope="row" { kbd { (key_name(key, locale)) } } td { (say!(locale, does)) } }
                        }
                    }
                }
            }
        },
    };
    parts(view, content)
}

//! The page Mine: starred games, tags, notes, saved queries, and what was asked last.

use super::rows::{address, one};
use super::text::visible;
use super::{Content, PageContext, PageFragment, parts, plain};
use crate::engine::marked::{GameMarks, query_for};
use crate::engine::words::{counted, thousands};
use crate::language::Field;
use crate::record::date::utc;
use crate::web::data::mine::{COUNTS, MinePage, NoteRow, SavedRow};
use crate::web::state::PageState;
use maud::{Markup, html};

/// Draws the page.
pub fn draw(view: &PageContext, found: &MinePage) -> PageFragment {
    let content = Content {
        title: "Mine".to_owned(),
        sentence: plain(sentence(found)),
        main: html! {
            h1.hidden { "Mine" }
            @if !found.told {
                p.nothing {
                    "Other machines can reach this server, so your stars, tags and notes are not shown. "
                    "Whoever starts it can share them: " code { "kifu-index serve --share-notes" } "."
                }
            } @else {
                p #mine-state.muted role="status" {}
                div.mine-page {
                    (starred(found))
                    div {
                        (tags(found))
                        (saved(found))
                        (asked(found))
                        p.muted { "Guess the next move, and what you missed comes again: " a href="/practise" { "Practise" } }
                    }
                    (notes(found))
                }
            }
        },
    };
    parts(view, content)
}

fn sentence(found: &MinePage) -> String {
    match (found.told, found.kept) {
        (false, _) => "What you say of games is not shown here.".to_owned(),
        (true, true) => format!(
            "{}, {}, {}.",
            counted(found.starred, "starred game", "starred games"),
            counted(found.tags.len() as u64, "tag", "tags"),
            counted(found.noted, "game with a note", "games with a note"),
        ),
        (true, false) => {
            "This server is read-only: what you say of games is shown, and nothing is kept."
                .to_owned()
        }
    }
}

/// The page of the games that a query finds.
fn games_of(query: String) -> String {
    PageState::default().asking(query).at_path("/games")
}

fn starred(found: &MinePage) -> Markup {
    let all = games_of("is:starred".to_owned());
    html! {
        section #starred aria-label="Starred games" {
            h2 { "Starred" @if found.starred > 0 { " " a href=(all) { (thousands(found.starred)) } } }
            @if found.games.is_empty() { p.muted { "No game of this archive is starred. The star is on the page of each game." } }
            ol.mine-games {
                @for game in &found.games { li { a href=(address(game, &PageState::default())) { (one(game)) } } }
            }
        }
    }
}

fn tags(found: &MinePage) -> Markup {
    html! {
        section #tags aria-label="Tags" {
            h2 { "Tags" }
            @if found.tags.is_empty() { p.muted { "There are no tags." } }
            ul.tags {
                @for tag in &found.tags {
                    li { a.tag href=(games_of(query_for(&Field::Tag, &tag.tag))) { (tag.tag) " " small { (thousands(tag.games)) } } }
                }
            }
        }
    }
}

fn saved(found: &MinePage) -> Markup {
    html! {
        section #saved aria-label="Saved queries" {
            h2 { "Saved queries" }
            @if found.saved.is_empty() { p.muted { "No query is saved. Below a query, Save gives it a name." } }
            @else {
                ul.saved { @for saved in &found.saved { (saved_row(saved)) } }
                @if !found.counted { p { a.button href={ "/mine?tab=" (COUNTS) } { "Count their games" } } }
            }
        }
    }
}

fn saved_row(saved: &SavedRow) -> Markup {
    html! {
        li {
            a href=(games_of(query_for(&Field::Saved, &saved.name))) { (saved.name) }
            @if let Some(games) = saved.games { " " small { (counted(games, "game", "games")) } }
            @if let Some(fault) = &saved.fault { " " small.bad { (visible(fault)) } }
            " " button.remove type="button" data-unsave=(saved.name) aria-label={ "Remove " (saved.name) } hidden { "×" }
            br;
            a.query href=(games_of(saved.query.clone())) { code { (visible(&saved.query)) } }
        }
    }
}

fn asked(found: &MinePage) -> Markup {
    html! {
        section #asked aria-label="Asked last" {
            h2 { "Asked last" @if found.kept && !found.asked.is_empty() { " " button #forget-asked.remove type="button" hidden { "Forget" } } }
            @if found.asked.is_empty() { p.muted { "Nothing yet." } }
            ul.saved {
                @for query in &found.asked { li { a.query href=(games_of(query.clone())) { code { (visible(query)) } } } }
            }
        }
    }
}

fn notes(found: &MinePage) -> Markup {
    html! {
        section #notes aria-label="Notes" {
            h2 { "Notes" @if found.noted > 0 { " " a href=(games_of("note:*".to_owned())) { (thousands(found.noted)) } } }
            @if found.notes.is_empty() { p.muted { "There are no notes." } }
            @for note in &found.notes { (note_row(note)) }
        }
    }
}

fn note_row(note: &NoteRow) -> Markup {
    html! {
        article {
            p {
                @match &note.game {
                    Some(game) => a href=(address(game, &PageState::default())) { (one(game)) },
                    None => span.muted { "A game that this archive does not have" },
                }
                " " small { (utc(note.at)) }
            }
            blockquote {
                @for (number, line) in note.note.lines().enumerate() { @if number > 0 { br; } (visible(line)) }
            }
        }
    }
}

/// What the user says of the game on its page. Without scripts it is read only.
pub fn of_game(id: &str, said: &GameMarks, is_kept: bool) -> Markup {
    let words = if said.starred {
        "★ Starred"
    } else {
        "☆ Star"
    };
    html! {
        section #mine aria-label="Your marks" data-game=(id) data-kept[is_kept] {
            div.line {
                button #star.button type="button" aria-pressed=(said.starred.to_string()) disabled { (words) }
                ul.tags {
                    @for tag in &said.tags {
                        li.tag {
                            a href=(games_of(query_for(&Field::Tag, tag))) { (tag) }
                            button.remove type="button" data-untag=(tag) aria-label={ "Remove the tag " (tag) } hidden { "×" }
                        }
                    }
                }
                form #add-tag hidden {
                    label.hidden for="new-tag" { "A tag to add" }
                    input #new-tag type="text" maxlength="64" placeholder="add a tag" autocapitalize="off" autocomplete="off" spellcheck="false";
                    button.button { "Add" }
                }
                span #mine-state.muted role="status" {}
            }
            @if is_kept || said.note.is_some() {
                label for="note" { "Note " span #note-state.muted role="status" {} }
                textarea #note rows="2" maxlength="60000" readonly { (said.note.as_deref().unwrap_or_default()) }
            }
        }
    }
}

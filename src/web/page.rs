//! The pages as HTML. A page is a frame around elements with ids; a part of a page is some of these elements, each of
//! which takes the place of the one with its id.

mod addresses;
mod analysis;
pub mod archive;
mod columns;
mod commentary;
pub mod error;
pub mod explore;
mod facets;
pub mod figures;
pub mod game;
pub mod games;
pub mod help;
mod here;
pub mod mine;
mod own;
pub mod person;
pub mod players;
pub mod practise;
mod rows;
mod save;
mod steps;
mod text;
mod tree;
pub mod versus;

use super::address::ParsedRequest;
use super::archive::OpenedIndex;
use super::assets;
use super::mine::Mine;
use super::state::PageState;
use crate::engine::page::SentencePart;
use crate::engine::words::{counted, thousands};
use crate::record::date::utc;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::time::Duration;

/// What pages know besides what they show.
pub struct PageContext<'f> {
    /// The request.
    pub asked: &'f ParsedRequest,
    /// The index.
    pub opened: &'f OpenedIndex,
    /// How long the answer took.
    pub took: Duration,
    /// Whether everything was looked through.
    pub complete: bool,
    /// Whether a build is in progress.
    pub building: bool,
}

/// The pages that the bar at the top leads to.
const TABS: [(&str, &str); 5] = [
    ("/", "Explore"),
    ("/games", "Games"),
    ("/players", "Players"),
    ("/mine", "Mine"),
    ("/archive", "Archive"),
];

/// What stands in a page.
pub struct Content {
    /// Its name, for the window.
    pub title: String,
    /// The sentence above it.
    pub sentence: Vec<SentencePart>,
    /// What it shows.
    pub main: Markup,
}

/// What is sent of a page: elements with ids, and a title for the whole of them.
pub struct PageFragment {
    /// The name of the page.
    pub title: String,
    /// Its elements, or some of them.
    pub parts: Markup,
}

impl From<Markup> for PageFragment {
    fn from(parts: Markup) -> PageFragment {
        PageFragment {
            title: String::new(),
            parts,
        }
    }
}

/// A whole page.
pub fn frame(view: &PageContext, drawn: &PageFragment) -> Markup {
    let state = &view.asked.state;
    let action = action(&view.asked.path);
    document(&drawn.title, (action, &state.query), &drawn.parts)
}

/// The elements that change from page to page: the bar, the error, the content, the line below.
pub fn parts(view: &PageContext, content: Content) -> PageFragment {
    let state = &view.asked.state;
    let path = view.asked.path.as_str();
    let is_kept = view.opened.mine.get().is_some_and(Mine::is_kept);
    let is_saved = is_kept && !state.query.trim().is_empty() && matches!(path, "/" | "/games");
    let parts = html! {
        (navigation(path, state))
        (ask_state(path, state))
        section #problem hidden {}
        main #main tabindex="-1" data-title=(content.title) data-query=(state.query)
            data-state=(view.opened.state) data-games=(view.opened.status.games) data-mine[is_kept] {
            div.sentence {
                p #sentence { @for piece in &content.sentence { (words(piece, &state.query)) } }
                @if is_saved { (save::draw(&state.query)) }
                p.took { (took(view)) }
            }
            @if !view.asked.unknown.is_empty() { (unknown(&view.asked.unknown)) }
            (content.main)
        }
        (status_line(view))
    };
    PageFragment {
        title: content.title,
        parts,
    }
}

/// The links to all pages.
pub fn navigation(path: &str, state: &PageState) -> Markup {
    html! {
        nav #nav aria-label="Pages" {
            @for (target, name) in TABS {
                @let current = is_on(path, target).then_some("page");
                a href=(state.filter_only().at_path(target)) aria-current=[current] { (name) }
            }
        }
    }
}

/// A sentence without values.
pub fn plain(text: String) -> Vec<SentencePart> {
    vec![SentencePart { text, value: None }]
}

/// A part of the sentence. A value leads to its place in the query box.
fn words(piece: &SentencePart, query: &str) -> Markup {
    let units = |at| query.get(..at).map(|before| before.encode_utf16().count());
    let place = piece.value.as_ref();
    let place = place.and_then(|value| Some((units(value.start)?, units(value.end)?)));
    html! {
        @match place {
            Some((from, to)) => a.value href="#q" data-from=(from) data-to=(to) { (text::visible(&piece.text)) },
            None => (text::visible(&piece.text)),
        }
    }
}

/// The document around the parts, with the query and the page that it goes to. The style sheet places them.
pub fn document(title: &str, (action, query): (&str, &str), parts: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · kifu-index" }
                link rel="icon" href=(assets::address("icon.svg"));
                link rel="stylesheet" href=(assets::address("page.css"));
                script src=(assets::address("theme.js")) {}
                script type="module" src=(assets::address("app.js")) {}
            }
            body {
                a.skip href="#main" { "Skip to the answer" }
                header.bar {
                    a.mark href="/" aria-label="kifu-index" {
                        (PreEscaped(assets::ICON))
                        span { "kifu-index" }
                    }
                    form #ask role="search" aria-label="Games" method="get" action=(action) {
                        label.hidden for="q" { "Query" }
                        div.box {
                            div #colours aria-hidden="true" {}
                            input #q type="search" name="q" value=(query) placeholder="player:Lee result:W+"
                                autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"
                                maxlength=(super::state::LONGEST_QUERY);
                        }
                        // Without scripts, Enter sends the query by it.
                        button.hidden tabindex="-1" { "Search" }
                        div #suggestions hidden {}
                    }
                }
                // Filled while the page is open: see `fresh.js`.
                p #changed hidden {}
                (parts)
                // Who goes through the page by keys meets what it is about first.
                nav.bar aria-label="Theme and help" {
                    button #theme type="button" aria-label="Light or dark" hidden { "◐" }
                    a.help href="/help" aria-label="Help" { "?" }
                }
                p #live.hidden role="status" {}
            }
        }
    }
}

/// What the query box sends along with the query: the rest of the state.
fn ask_state(path: &str, state: &PageState) -> Markup {
    let action = action(path);
    let state = if action == "/" {
        state.clone()
    } else {
        state.filter_only()
    };
    let rest = state.pairs().into_iter().filter(|(name, _)| *name != "q");
    html! {
        span #ask-state data-action=(action) {
            @for (name, value) in rest { input type="hidden" form="ask" name=(name) value=(value); }
        }
    }
}

/// The page that a query goes to.
fn action(path: &str) -> &'static str {
    match path {
        "/practise" => "/practise",
        path if is_on(path, "/") => "/",
        _ => "/games",
    }
}

fn is_on(path: &str, target: &str) -> bool {
    match target {
        "/" => matches!(path, "/" | "/explore"),
        "/games" => path.starts_with("/game") || path == "/practise",
        "/players" => path.starts_with("/player") || path == "/versus",
        target => path.starts_with(target),
    }
}

fn took(view: &PageContext) -> String {
    let games = thousands(view.opened.status.games);
    let time = view.took.as_millis();
    match view.complete {
        true => format!("of {games} in {time} ms"),
        false => format!("not all of {games} were looked through in {time} ms"),
    }
}

fn unknown(names: &[String]) -> Markup {
    html! {
        p.notice {
            "Not understood in this address, and left out: "
            @for name in names { code { (text::visible(name)) } " " }
        }
    }
}

fn status_line(view: &PageContext) -> Markup {
    let status = &view.opened.status;
    html! {
        footer #status {
            span { (counted(status.games, "game", "games")) " · " (counted(status.files, "file", "files")) }
            span { "index of " (utc(status.built)) }
            @if view.building { span { "being refreshed" } }
            span.keys {
                @if is_on(&view.asked.path, "/") {
                    kbd { "r" } " region "
                    @if view.asked.state.is_shape() { kbd { "⇧ click" } " wildcard " kbd { "esc" } " whole board " }
                }
                @match view.asked.path.as_str() {
                    "/practise" => { kbd { "s" } " answer " kbd { "n" } " next " },
                    _ => { kbd { "←" } kbd { "→" } " moves " },
                }
                kbd { "/" } " query " a href="/help" { kbd { "?" } " keys" }
            }
        }
    }
}

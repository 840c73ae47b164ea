//! The pages as HTML. A page is a frame around elements with ids; a part of a page is some of these elements, each of
//! which takes the place of the one with its id.

pub(crate) mod addresses;
mod analysis;
pub(crate) mod archive;
mod beside;
mod columns;
mod commentary;
pub(crate) mod error;
pub(crate) mod explore;
mod facets;
pub(crate) mod figures;
pub(crate) mod game;
pub(crate) mod games;
pub(crate) mod help;
mod here;
pub(crate) mod mine;
mod own;
pub(crate) mod person;
pub(crate) mod players;
pub(crate) mod practise;
mod rows;
mod save;
mod steps;
mod text;
mod tree;
pub(crate) mod versus;

use self::text::marked;
use super::address::{CHOOSE_LANGUAGE, ParsedRequest};
use super::archive::OpenedIndex;
use super::assets;
use super::mine::Mine;
use super::state::PageState;
use crate::words::say;
use kifu_messages::{Locale, Message, MessagePart};
use kifu_record::date::utc;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::time::Duration;

/// What pages know besides what they show.
pub(crate) struct PageContext<'f> {
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

/// The pages that the bar at the top leads to: path, message.
const TABS: [(&str, &str); 5] = [
    ("/", "frame-tab-explore"),
    ("/games", "frame-tab-games"),
    ("/players", "frame-tab-players"),
    ("/mine", "frame-tab-mine"),
    ("/archive", "frame-tab-archive"),
];

/// The characters of a query that stand in a title.
const LONGEST_IN_TITLE: usize = 60;

/// What stands in a page.
pub(crate) struct Content {
    /// Its name, for the window.
    pub title: String,
    /// The sentence above it.
    pub sentence: Message,
    /// What it shows.
    pub main: Markup,
}

/// What is sent of a page: elements with ids, and a title for the whole of them.
pub(crate) struct PageFragment {
    /// The name of the page.
    pub title: String,
    /// Its elements, or some of them.
    pub parts: Markup,
}

impl From<Markup> for PageFragment {
    fn from(parts: Markup) -> PageFragment {
        PageFragment { title: String::new(), parts }
    }
}

/// A whole page.
pub(crate) fn frame(view: &PageContext, drawn: &PageFragment) -> Markup {
    let locale = view.asked.locale;
    let state = &view.asked.state;
    let ask = DocumentAsk {
        action: action(&view.asked.path),
        query: &state.query,
        address: view.asked.address(),
    };
    document(&drawn.title, &ask, &drawn.parts, locale)
}

/// The elements that change from page to page: the bar, the error, the content, the line below.
pub(crate) fn parts(view: &PageContext, content: Content) -> PageFragment {
    let locale = view.asked.locale;
    let state = &view.asked.state;
    let path = view.asked.path.as_str();
    let is_kept = view.opened.mine.get().is_some_and(Mine::is_kept) && view.asked.reader.is_user();
    let is_saved = is_kept && !state.query.trim().is_empty() && matches!(path, "/" | "/games");
    let parts = html! {
        (navigation(path, state, locale))
        (ask_state(path, state))
        section #problem hidden {}
        main #main tabindex="-1" data-title=(content.title) data-query=(state.query)
            data-state=(view.opened.state) data-games=(view.opened.status.games) data-mine[is_kept] {
            div.sentence {
                p #sentence { @for part in content.sentence.parts(locale) { (part_of_sentence(&part, &state.query)) } }
                @if is_saved { (save::draw(&state.query, locale)) }
                p.took { (took(view)) }
            }
            @if !view.asked.unknown.is_empty() { (unknown(&view.asked.unknown, locale)) }
            (content.main)
        }
        (status_line(view))
    };
    PageFragment { title: content.title, parts }
}

/// The links to all pages.
pub(crate) fn navigation(path: &str, state: &PageState, locale: Locale) -> Markup {
    html! {
        nav #nav aria-label=(say!(locale, "frame-pages")) {
            @for (target, message) in TABS {
                @let current = is_on(path, target).then_some("page");
                a href=(state.filter_only().at_path(target)) aria-current=[current] { (say!(locale, message)) }
            }
        }
    }
}

/// The title of a page about a query, so that windows and history tell several apart: `player:Lee · Games`.
pub(crate) fn titled(name: String, query: &str) -> String {
    match query.trim() {
        "" => name,
        query if query.chars().nth(LONGEST_IN_TITLE).is_none() => {
            format!("{} · {name}", text::visible(query))
        }
        query => {
            let beginning: String = query.chars().take(LONGEST_IN_TITLE).collect();
            format!("{}… · {name}", text::visible(&beginning))
        }
    }
}

/// A part of the sentence. A value leads to its place in the query box.
fn part_of_sentence(part: &MessagePart, query: &str) -> Markup {
    let units = |at| query.get(..at).map(|before| before.encode_utf16().count());
    let place = part.span.as_ref().and_then(|span| Some((units(span.start)?, units(span.end)?)));
    html! {
        @match place {
            Some((from, to)) => a.value href="#q" data-from=(from) data-to=(to) { (text::visible(&part.text)) },
            None => (text::visible(&part.text)),
        }
    }
}

/// What is asked from the bar of a document.
pub(crate) struct DocumentAsk<'a> {
    /// The page that a query goes to.
    pub action: &'a str,
    /// The query.
    pub query: &'a str,
    /// The address of the document, for the same in another language.
    pub address: String,
}

impl Default for DocumentAsk<'_> {
    fn default() -> Self {
        DocumentAsk { action: "/", query: "", address: "/".to_owned() }
    }
}

/// The document around the parts. The style sheet places them.
pub(crate) fn document(title: &str, ask: &DocumentAsk, parts: &Markup, locale: Locale) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(locale.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · kifu-index" }
                link rel="icon" href=(assets::address("icon.svg"));
                link rel="stylesheet" href=(assets::address("page.css"));
                script src=(assets::address("theme.js")) {}
                script type="module" src=(assets::address(&assets::scripts_in(locale))) {}
            }
            body {
                a.skip href="#main" { (say!(locale, "frame-skip")) }
                header.bar {
                    a.mark href="/" aria-label="kifu-index" {
                        (PreEscaped(assets::ICON))
                        span { "kifu-index" }
                    }
                    form #ask role="search" aria-label=(say!(locale, "frame-ask")) method="get" action=(ask.action) {
                        label.hidden for="q" { (say!(locale, "frame-query")) }
                        div.box {
                            div #colours aria-hidden="true" {}
                            input #q type="search" name="q" value=(ask.query) placeholder="player:Lee result:W+"
                                autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"
                                maxlength=(super::state::LONGEST_QUERY);
                        }
                        // Without scripts, Enter sends the query by it.
                        button.hidden tabindex="-1" { (say!(locale, "frame-search")) }
                        div #suggestions hidden {}
                    }
                }
                // Filled while the page is open: see `fresh.js`.
                p #changed hidden {}
                (parts)
                // Who goes through the page by keys meets what it is about first.
                nav.bar aria-label=(say!(locale, "frame-theme-and-help")) {
                    (languages(&ask.address, locale))
                    button #theme type="button" aria-label=(say!(locale, "frame-theme")) hidden { "◐" }
                    a.help href="/help" aria-label=(say!(locale, "frame-help")) { "?" }
                }
                p #live.hidden role="status" {}
            }
        }
    }
}

/// The same page in other languages. A button and no link: what is chosen stays, and an address that somebody sends
/// must not choose for whoever opens it.
fn languages(address: &str, locale: Locale) -> Markup {
    html! {
        details.menu.languages {
            summary { span.hidden { (say!(locale, "frame-language")) " " } span.name { (locale.name()) } span.sign { (locale.sign()) } }
            form method="post" action=(CHOOSE_LANGUAGE) {
                input type="hidden" name="address" value=(address);
                ul {
                    @for other in Locale::ALL {
                        @let tag = other.tag();
                        @let current = (other == locale).then_some("true");
                        li { button name="lang" value=(tag) lang=(tag) aria-current=[current] { (other.name()) } }
                    }
                }
            }
        }
    }
}

/// What the query box sends along with the query: the rest of the state.
fn ask_state(path: &str, state: &PageState) -> Markup {
    let action = action(path);
    let state = match action {
        "/" => state.clone(),
        // The view and the columns stay when another query is asked.
        "/games" if path == "/games" => state.filter_only().with(|kept| {
            kept.view = state.view.clone();
            kept.columns = state.columns.clone();
        }),
        _ => state.filter_only(),
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
    let locale = view.asked.locale;
    let id = if view.complete { "frame-took" } else { "frame-took-partly" };
    let time = view.took.as_millis().to_string();
    say!(locale, id, games = view.opened.status.games, time = time)
}

fn unknown(names: &[String], locale: Locale) -> Markup {
    let names = html! { @for name in names { code { (text::visible(name)) } " " } };
    html! {
        p.notice { (marked!(locale, "frame-unknown"; names = names)) }
    }
}

fn status_line(view: &PageContext) -> Markup {
    let locale = view.asked.locale;
    let status = &view.opened.status;
    html! {
        footer #status {
            span { (say!(locale, "games", n = status.games)) " · " (say!(locale, "files", n = status.files)) }
            span { (say!(locale, "frame-built", time = utc(status.built))) }
            @if view.building { span { (say!(locale, "frame-refreshing")) } }
            span.keys {
                @if is_on(&view.asked.path, "/") {
                    (marked!(locale, "frame-keys-region"; key = html! { kbd { "r" } })) " "
                    @if view.asked.state.is_shape() {
                        (marked!(locale, "frame-keys-wildcard"; key = html! { kbd { (say!(locale, "frame-keys-shift-click")) } })) " "
                        (marked!(locale, "frame-keys-whole-board"; key = html! { kbd { "esc" } })) " "
                    }
                }
                @match view.asked.path.as_str() {
                    "/practise" => {
                        (marked!(locale, "frame-keys-answer"; key = html! { kbd { "s" } })) " "
                        (marked!(locale, "frame-keys-next"; key = html! { kbd { "n" } })) " "
                    },
                    _ => { (marked!(locale, "frame-keys-moves"; keys = html! { kbd { "←" } kbd { "→" } })) " " },
                }
                (marked!(locale, "frame-keys-query"; key = html! { kbd { "/" } })) " "
                a href="/help" { (marked!(locale, "frame-keys-help"; key = html! { kbd { "?" } })) }
            }
        }
    }
}

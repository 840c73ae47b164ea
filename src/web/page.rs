//! The pages as HTML. A page is a frame around elements that have ids. A part of a page consists of some of these
//! elements; when a script loads a part, each new element replaces the old one with the same id.

pub(crate) mod addresses;
mod analysis;
pub(crate) mod archive;
mod columns;
mod commentary;
pub(crate) mod error;
pub(crate) mod explore;
mod facets;
pub(crate) mod figures;
pub(crate) mod game;
pub(crate) mod games;
pub(crate) mod help;
pub(crate) mod joseki;
pub(crate) mod mine;
pub(crate) mod near;
mod neighbours;
pub(crate) mod person;
mod player_games;
pub(crate) mod players;
mod position_stats;
pub(crate) mod practise;
mod problems;
mod rows;
mod save_query;
mod steps;
mod text;
mod tree;
pub(crate) mod versus;
mod web_links;

use self::text::marked;
use super::address::{CHOOSE_LANGUAGE, ParsedRequest};
use super::archive::OpenedIndex;
use super::assets;
use super::state::PageState;
use super::userdata::UserdataAccess;
use crate::words::say;
use kifu_messages::{Locale, Message, MessagePart};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::time::Duration;

/// What each function that draws a page gets besides the data of the page: the request, the index, the duration, and
/// flags such as whether all games were examined.
pub(crate) struct PageContext<'f> {
    pub request: &'f ParsedRequest,
    pub opened: &'f OpenedIndex,
    /// Duration of the answer, shown above the content.
    pub duration: Duration,
    /// True if all games were examined for this page.
    pub complete: bool,
    /// True if a build of the index is in progress.
    pub is_building: bool,
}

/// Pages that the bar at the top links to: path of the page, and id of the message with its name.
const TABS: [(&str, &str); 6] = [
    ("/", "frame-tab-explore"),
    (joseki::PATH, "frame-tab-joseki"),
    ("/games", "frame-tab-games"),
    ("/players", "frame-tab-players"),
    ("/mine", "frame-tab-mine"),
    ("/archive", "frame-tab-archive"),
];

/// Largest number of characters of a query in a window title.
const MAX_TITLE_CHARS: usize = 60;

/// Content of a page: title, sentence, and main part.
pub(crate) struct Content {
    /// Title of the browser window.
    pub title: String,
    /// Sentence above the content.
    pub sentence: Message,
    pub main: Markup,
}

/// Drawn elements of a page, each with an id, and the title of the window.
pub(crate) struct PageFragment {
    /// Title of the browser window; empty if only parts of a page are sent.
    pub title: String,
    /// All elements of the page, or those of the parts that the request asked for.
    pub parts: Markup,
    /// True if `parts` is a whole HTML document, to which no frame is added.
    pub is_document: bool,
}

impl From<Markup> for PageFragment {
    fn from(parts: Markup) -> PageFragment {
        PageFragment { title: String::new(), parts, is_document: false }
    }
}

/// Draws a complete page.
pub(crate) fn frame(view: &PageContext, drawn: &PageFragment) -> Markup {
    let locale = view.request.locale;
    let state = &view.request.state;
    let search_form = SearchForm {
        action: action(&view.request.path),
        query: &state.query,
        address: view.request.address(),
    };
    document(&drawn.title, &search_form, &drawn.parts, locale)
}

/// Draws the elements that change from page to page: the bar, the error, the content, the status line.
pub(crate) fn parts(view: &PageContext, content: Content) -> PageFragment {
    let locale = view.request.locale;
    let state = &view.request.state;
    let path = view.request.path.as_str();
    let is_writable = view.opened.userdata.get().is_some_and(UserdataAccess::is_writable)
        && view.request.reader.is_user();
    let can_save_query = is_writable
        && !state.query.trim().is_empty()
        && matches!(path, "/" | joseki::PATH | "/games");
    let parts = html! {
        (navigation(path, state, locale))
        (hidden_state(path, state))
        section #problem hidden {}
        main #main tabindex="-1" data-title=(content.title) data-query=(state.query)
            data-state=(view.opened.state_id) data-games=(view.opened.status.games) data-mine[is_writable] {
            div.sentence {
                p #sentence { @for part in content.sentence.parts(locale) { (part_of_sentence(&part, &state.query)) } }
                @if can_save_query { (save_query::draw(&state.query, locale)) }
                p.took { (duration_text(view)) }
            }
            @if !view.request.unknown_parameters.is_empty() { (unknown_parameters(&view.request.unknown_parameters, locale)) }
            @if view.opened.status.games == 0 && matches!(path, "/" | "/games" | "/archive") { (no_games(view)) }
            (content.main)
        }
        (status_line(view))
    };
    PageFragment { title: content.title, parts, is_document: false }
}

/// Draws the links to all pages.
pub(crate) fn navigation(path: &str, state: &PageState, locale: Locale) -> Markup {
    html! {
        nav #nav aria-label=(say!(locale, "frame-pages")) {
            @for (target, message) in TABS {
                @let current = is_under_tab(path, target).then_some("page");
                a href=(state.filter_only().at_path(target)) aria-current=[current] { (say!(locale, message)) }
            }
        }
    }
}

/// Title of the browser window of a page about a query: `player:Lee · Games`. It contains the query, so that windows
/// and entries of the history can be told apart.
pub(crate) fn title_with_query(name: String, query: &str) -> String {
    match query.trim() {
        "" => name,
        query if query.chars().nth(MAX_TITLE_CHARS).is_none() => {
            format!("{} · {name}", text::escape_invisible(query))
        }
        query => {
            let beginning: String = query.chars().take(MAX_TITLE_CHARS).collect();
            format!("{}… · {name}", text::escape_invisible(&beginning))
        }
    }
}

/// Draws a part of the sentence that tells what the page shows. A value in it links to its place in the query box.
fn part_of_sentence(part: &MessagePart, query: &str) -> Markup {
    let units = |at| query.get(..at).map(|before| before.encode_utf16().count());
    let place = part.span.as_ref().and_then(|span| Some((units(span.start)?, units(span.end)?)));
    html! {
        @match place {
            Some((from, to)) => a.value href="#q" data-from=(from) data-to=(to) { (text::escape_invisible(&part.text)) },
            None => (text::escape_invisible(&part.text)),
        }
    }
}

/// Search form in the bar at the top of a page.
pub(crate) struct SearchForm<'a> {
    /// Address that the search form submits to.
    pub action: &'a str,
    pub query: &'a str,
    /// Address of the page, from which the links to other languages are made.
    pub address: String,
}

impl Default for SearchForm<'_> {
    fn default() -> Self {
        SearchForm { action: "/", query: "", address: "/".to_owned() }
    }
}

/// Draws the HTML document around the elements of a page. The style sheet arranges them.
pub(crate) fn document(
    title: &str,
    search_form: &SearchForm,
    parts: &Markup,
    locale: Locale,
) -> Markup {
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
                    form #ask role="search" aria-label=(say!(locale, "frame-ask")) method="get" action=(search_form.action) {
                        label.hidden for="q" { (say!(locale, "frame-query")) }
                        div.box {
                            div #colours aria-hidden="true" {}
                            input #q type="search" name="q" value=(search_form.query) placeholder="player:Lee result:W+"
                                autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"
                                maxlength=(super::state::MAX_QUERY_CHARS);
                        }
                        // Without scripts, the Enter key submits the form through this button.
                        button.hidden tabindex="-1" { (say!(locale, "frame-search")) }
                        div #suggestions hidden {}
                    }
                }
                // The script `fresh.js` fills this element while the page is open.
                p #changed hidden {}
                (parts)
                // The controls for theme and help come last, so that people who move by keys meet the content first.
                nav.bar aria-label=(say!(locale, "frame-theme-and-help")) {
                    (languages(&search_form.address, locale))
                    button #theme type="button" aria-label=(say!(locale, "frame-theme")) hidden { "◐" }
                    a.help href="/help" aria-label=(say!(locale, "frame-help")) { "?" }
                }
                p #live.hidden role="status" {}
            }
        }
    }
}

/// Menu of languages for this page. It consists of buttons and not of links: the choice is stored, and a link that
/// somebody sends must not choose the language for its reader.
fn languages(address: &str, locale: Locale) -> Markup {
    html! {
        details.menu.languages {
            summary { span.hidden { (say!(locale, "frame-language")) " " } span.name { (locale.name()) } span.sign { (locale.short_name()) } }
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

/// Hidden form fields with the page's state except for the query, so that it is sent along when a query is submitted.
fn hidden_state(path: &str, state: &PageState) -> Markup {
    let action = action(path);
    let state = match action {
        "/" | joseki::PATH => state.clone(),
        // The layout of the list and the columns of the table stay when another query is submitted.
        "/games" if path == "/games" => state.filter_only().with(|state| {
            state.view = state.view.clone();
            state.columns = state.columns.clone();
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

/// Path of the page to which a query that is submitted on this page is sent.
fn action(path: &str) -> &'static str {
    match path {
        "/practise" => "/practise",
        joseki::PATH => joseki::PATH,
        path if is_under_tab(path, "/") => "/",
        _ => "/games",
    }
}

fn is_under_tab(path: &str, target: &str) -> bool {
    match target {
        "/" => matches!(path, "/" | "/explore"),
        "/games" => path.starts_with("/game") || path == "/practise",
        "/players" => path.starts_with("/player") || path == "/versus",
        target => path.starts_with(target),
    }
}

fn duration_text(view: &PageContext) -> String {
    let locale = view.request.locale;
    let id = if view.complete { "frame-took" } else { "frame-took-partly" };
    let time = view.duration.as_millis().to_string();
    say!(locale, id, games = view.opened.status.games, time = time)
}

/// Explains how an index gets its first games. Without scripts, a click selects a command.
fn no_games(view: &PageContext) -> Markup {
    let locale = view.request.locale;
    let commands = &view.opened.commands;
    let folder = say!(locale, "frame-no-games-folder");
    html! {
        section #no-games.notice aria-label=(say!(locale, "frame-no-games")) {
            p { b { (say!(locale, "frame-no-games")) } }
            p { (say!(locale, "frame-no-games-build")) }
            (command(&format!("{} {folder}", commands.build), locale))
            p { (say!(locale, "frame-no-games-watch")) }
            (command(&commands.watch, locale))
            @if view.request.path != "/archive" {
                p { a href="/archive" { (say!(locale, "frame-no-games-archive")) } }
            }
        }
    }
}

/// Draws a command line with a button that copies it. Without scripts, a click selects the command line.
fn command(text: &str, locale: Locale) -> Markup {
    html! {
        p.command {
            code { (text) }
            button.copy type="button" hidden aria-label=(say!(locale, "archive-copy-command", command = text)) {
                (say!(locale, "archive-copy-button"))
            }
        }
    }
}

fn unknown_parameters(names: &[String], locale: Locale) -> Markup {
    let names = html! { @for name in names { code { (text::escape_invisible(name)) } " " } };
    html! {
        p.notice { (marked!(locale, "frame-unknown"; names = names)) }
    }
}

fn status_line(view: &PageContext) -> Markup {
    let locale = view.request.locale;
    let status = &view.opened.status;
    html! {
        footer #status {
            span { (say!(locale, "games", n = status.games)) " · " (say!(locale, "files", n = status.files)) }
            span { (marked!(locale, "frame-built"; time = text::time(status.built))) }
            @if view.is_building { span { (say!(locale, "frame-refreshing")) } }
            span.keys {
                @if is_under_tab(&view.request.path, "/") {
                    (marked!(locale, "frame-keys-region"; key = html! { kbd { "r" } })) " "
                    @if view.request.state.is_shape() {
                        (marked!(locale, "frame-keys-wildcard"; key = html! { kbd { (say!(locale, "frame-keys-shift-click")) } })) " "
                        (marked!(locale, "frame-keys-whole-board"; key = html! { kbd { "esc" } })) " "
                    }
                }
                @match view.request.path.as_str() {
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

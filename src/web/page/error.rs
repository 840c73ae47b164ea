//! Draws the page that people see instead of an answer.

use super::text::{english, marked, escape_invisible};
use super::{DocumentAsk, action, addresses, ask_state, document, navigation};
use crate::address::ParsedRequest;
use crate::failed::RequestError;
use crate::going::JobProgress;
use crate::state::PageState;
use crate::words::say;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use kifu_engine::number_format::format_bytes;
use kifu_messages::Locale;
use maud::{Markup, html};

/// Responds with a complete page, or with the part `problem` if the request asked for parts.
pub(crate) fn respond(
    refusal: &RequestError,
    locale: Locale,
    asked: Option<&ParsedRequest>,
) -> Response {
    let whole = asked.is_none_or(|asked| asked.parts.is_empty());
    respond_with(refusal, locale, asked, whole)
}

/// Responds to an address that could not be read.
pub(crate) fn respond_unread(refusal: &RequestError, locale: Locale, address: &Uri) -> Response {
    let pairs = address.query().unwrap_or_default().split('&');
    let whole = !{ pairs }.any(|pair| pair.starts_with("part="));
    respond_with(refusal, locale, None, whole)
}

fn respond_with(
    refusal: &RequestError,
    locale: Locale,
    asked: Option<&ParsedRequest>,
    whole: bool,
) -> Response {
    let drawn = draw(refusal, whole, asked, locale).into_string();
    let mut response = (refusal.status, drawn).into_response();
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    refusal.finish(response)
}

fn draw(
    refusal: &RequestError,
    whole: bool,
    asked: Option<&ParsedRequest>,
    locale: Locale,
) -> Markup {
    let wrong = &refusal.object.error;
    if let Some(going) = &wrong.progress {
        return building(going, whole, locale);
    }
    let near = wrong.near.as_deref().unwrap_or_default();
    let lang = english(locale).filter(|_| refusal.message_is_english);
    let problem = html! {
        section #problem role="alert" {
            h2 lang=[lang] { (escape_invisible(&refusal.message.in_language(locale))) }
            @if let Some(line) = &wrong.line {
                pre { (line) "\n" span.bad { (wrong.caret.as_deref().unwrap_or_default()) } }
            }
            @if let Some(help) = refusal.help.as_ref().filter(|_| near.is_empty()) {
                p { (escape_invisible(&help.in_language(locale))) }
            }
            @if !near.is_empty() {
                p { (marked!(locale, "error-similar-names"; names = similar(near, asked, locale))) }
            }
            @for (at, fix) in wrong.told.fixes.iter().enumerate() {
                a.chip #{ "fix-" (at) } href=(fixed(asked, &fix.query)) { (escape_invisible(&fix.label)) } " "
            }
        }
    };
    if !whole {
        return problem;
    }
    let state = asked.map(|asked| ask_state(&asked.path, &asked.state));
    let parts = html! {
        (navigation(asked.map_or("", |asked| asked.path.as_str()), &PageState::default(), locale))
        @if let Some(state) = state { (state) }
        (problem)
        main #main tabindex="-1" {
            h1.hidden { (say!(locale, "error-no-answer")) }
            (instead(locale))
        }
        footer #status {}
    };
    let ask = asked.map_or_else(DocumentAsk::default, |asked| DocumentAsk {
        action: action(&asked.path),
        query: &asked.state.query,
        address: asked.address(),
    });
    document(&say!(locale, "error-no-answer"), &ask, &parts, locale)
}

/// Queries that the error page suggests.
const EXAMPLES: [&str; 3] = ["player:Lee result:W+", "term:ladder", "rank>=9p date:2000.."];

/// Draws example queries, and a link to the help.
fn instead(locale: Locale) -> Markup {
    let games = |query: &str| PageState::default().asking(query).at_path("/games");
    html! {
        div.hints {
            h2 { (say!(locale, "hints-first")) }
            ul {
                @for query in EXAMPLES { li { a href=(games(query)) { code { (query) } } } }
                li { a href="/help" { (say!(locale, "frame-help")) } }
            }
        }
    }
}

/// Similar names, each with a link to the player.
fn similar(names: &[(String, u64)], asked: Option<&ParsedRequest>, locale: Locale) -> Markup {
    let state = asked.map_or_else(PageState::default, |asked| asked.state.clone());
    html! {
        @for (at, (name, _)) in names.iter().enumerate() {
            @if at > 0 { (say!(locale, "sentence-value-comma")) }
            a href=(addresses::player(name, &state)) { (escape_invisible(name)) }
        }
    }
}

/// Address with a corrected query, which contains the order and the setting for copies as clauses.
fn fixed(asked: Option<&ParsedRequest>, query: &str) -> String {
    let state = PageState {
        query: query.to_owned(),
        unique: None,
        sort: Vec::new(),
        ..asked.map_or_else(PageState::default, |asked| asked.state.clone())
    };
    state.at_path(asked.map_or("/", |asked| action(&asked.path)))
}

/// Draws the progress of the first build. The page reloads itself by a script, or offers a link without one.
fn building(going: &JobProgress, whole: bool, locale: Locale) -> Markup {
    let main = html! {
        main #main tabindex="-1" data-building="1" {
            h1 { (say!(locale, "error-reading")) }
            progress max=(going.bytes.max(1)) value=(going.bytes_done) aria-label=(say!(locale, "error-read-so-far")) {}
            p { (so_far(going, locale)) }
            noscript { p { a href="" { (say!(locale, "error-look-again")) } } }
        }
    };
    if !whole {
        return main;
    }
    document(
        &say!(locale, "error-reading"),
        &DocumentAsk::default(),
        &html! { (navigation("", &PageState::default(), locale)) section #problem hidden {} (main) footer #status {} },
        locale,
    )
}

/// Describes the progress in words.
fn so_far(going: &JobProgress, locale: Locale) -> String {
    if going.finishing {
        return say!(locale, "error-writing-index", games = going.games);
    }
    say!(
        locale,
        "error-games-so-far",
        games = going.games,
        files_read = going.files_done,
        files = going.files,
        bytes_read = format_bytes(going.bytes_done),
        bytes = format_bytes(going.bytes)
    )
}

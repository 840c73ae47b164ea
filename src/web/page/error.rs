//! What people see where there is no answer.

use super::text::{english, marked, visible};
use super::{DocumentAsk, action, addresses, ask_state, document, navigation};
use crate::address::ParsedRequest;
use crate::failed::RequestError;
use crate::going::JobProgress;
use crate::state::PageState;
use crate::words::say;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use kifu_engine::words::bytes;
use kifu_messages::Locale;
use maud::{Markup, html};

/// The answer: a page of its own, or what stands in a page if parts of one were asked for.
pub(crate) fn respond(
    refusal: &RequestError,
    locale: Locale,
    asked: Option<&ParsedRequest>,
) -> Response {
    let whole = asked.is_none_or(|asked| asked.parts.is_empty());
    respond_with(refusal, locale, asked, whole)
}

/// The same for an address that was not understood.
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
            h2 lang=[lang] { (visible(&refusal.message.in_language(locale))) }
            @if let Some(line) = &wrong.line {
                pre { (line) "\n" span.bad { (wrong.caret.as_deref().unwrap_or_default()) } }
            }
            @if let Some(help) = refusal.help.as_ref().filter(|_| near.is_empty()) {
                p { (visible(&help.in_language(locale))) }
            }
            @if !near.is_empty() {
                p { (marked!(locale, "error-similar-names"; names = similar(near, asked, locale))) }
            }
            @for (at, fix) in wrong.told.fixes.iter().enumerate() {
                a.chip #{ "fix-" (at) } href=(fixed(asked, &fix.query)) { (visible(&fix.label)) } " "
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

/// What can be asked instead.
const EXAMPLES: [&str; 3] = ["player:Lee result:W+", "term:ladder", "rank>=9p date:2000.."];

/// Questions that are understood, and the page that tells of all.
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

/// Names that are meant, perhaps. Each leads to its player.
fn similar(names: &[(String, u64)], asked: Option<&ParsedRequest>, locale: Locale) -> Markup {
    let state = asked.map_or_else(PageState::default, |asked| asked.state.clone());
    html! {
        @for (at, (name, _)) in names.iter().enumerate() {
            @if at > 0 { (say!(locale, "sentence-value-comma")) }
            a href=(addresses::player(name, &state)) { (visible(name)) }
        }
    }
}

/// The address with another query. That has the order and whether games count once as words of its own.
fn fixed(asked: Option<&ParsedRequest>, query: &str) -> String {
    let state = PageState {
        query: query.to_owned(),
        unique: None,
        sort: Vec::new(),
        ..asked.map_or_else(PageState::default, |asked| asked.state.clone())
    };
    state.at_path(asked.map_or("/", |asked| action(&asked.path)))
}

/// How far the first build has got. The page asks again by itself, with a script or without.
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

/// How much is read, in words.
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
        bytes_read = bytes(going.bytes_done),
        bytes = bytes(going.bytes)
    )
}

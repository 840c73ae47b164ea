//! Draws the page that people see if a request ends with an error.

use super::text::{english_tag, escape_invisible, marked};
use super::{SearchForm, action, addresses, document, hidden_state, navigation};
use crate::address::ParsedRequest;
use crate::progress::JobProgress;
use crate::request_error::RequestError;
use crate::state::PageState;
use crate::words::say;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use kifu_engine::number_format::format_bytes;
use kifu_messages::Locale;
use maud::{Markup, html};

/// Responds with a complete error page, or with the part `problem` alone if the request asked for parts of a page.
pub(crate) fn respond(
    refusal: &RequestError,
    locale: Locale,
    request: Option<&ParsedRequest>,
) -> Response {
    let is_complete_page = request.is_none_or(|request| request.parts.is_empty());
    respond_with(refusal, locale, request, is_complete_page)
}

/// Responds with an error page to a request whose address could not be parsed.
pub(crate) fn respond_unread(refusal: &RequestError, locale: Locale, address: &Uri) -> Response {
    let pairs = address.query().unwrap_or_default().split('&');
    let is_complete_page = !{ pairs }.any(|pair| pair.starts_with("part="));
    respond_with(refusal, locale, None, is_complete_page)
}

fn respond_with(
    refusal: &RequestError,
    locale: Locale,
    request: Option<&ParsedRequest>,
    is_complete_page: bool,
) -> Response {
    let drawn = draw(refusal, is_complete_page, request, locale).into_string();
    let mut response = (refusal.status, drawn).into_response();
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    refusal.add_headers(response)
}

fn draw(
    refusal: &RequestError,
    is_complete_page: bool,
    request: Option<&ParsedRequest>,
    locale: Locale,
) -> Markup {
    let error = &refusal.object.error;
    if let Some(progress) = &error.progress {
        return building(progress, is_complete_page, locale);
    }
    let near = error.near.as_deref().unwrap_or_default();
    let lang = english_tag(locale).filter(|_| refusal.message_is_english);
    let problem = html! {
        section #problem role="alert" {
            h2 lang=[lang] { (escape_invisible(&refusal.message.in_language(locale))) }
            @if let Some(line) = &error.line {
                pre { (line) "\n" span.bad { (error.caret.as_deref().unwrap_or_default()) } }
            }
            @if let Some(help) = refusal.help.as_ref().filter(|_| near.is_empty()) {
                p { (escape_invisible(&help.in_language(locale))) }
            }
            @if !near.is_empty() {
                p { (marked!(locale, "error-similar-names"; names = similar_names(near, request, locale))) }
            }
            @for (at, fix) in error.details.fixes.iter().enumerate() {
                a.chip #{ "fix-" (at) } href=(corrected_address(request, &fix.query)) { (escape_invisible(&fix.label)) } " "
            }
        }
    };
    if !is_complete_page {
        return problem;
    }
    let state = request.map(|request| hidden_state(&request.path, &request.state));
    let parts = html! {
        (navigation(request.map_or("", |request| request.path.as_str()), &PageState::default(), locale))
        @if let Some(state) = state { (state) }
        (problem)
        main #main tabindex="-1" {
            h1.hidden { (say!(locale, "error-no-answer")) }
            (examples(locale))
        }
        footer #status {}
    };
    let ask = request.map_or_else(SearchForm::default, |request| SearchForm {
        action: action(&request.path),
        query: &request.state.query,
        address: request.address(),
    });
    document(&say!(locale, "error-no-answer"), &ask, &parts, locale)
}

/// Queries that the error page suggests.
const EXAMPLES: [&str; 3] = ["player:Lee result:W+", "term:ladder", "rank>=9p date:2000.."];

/// Draws example queries, and a link to the help.
fn examples(locale: Locale) -> Markup {
    let games = |query: &str| PageState::default().with_query(query).at_path("/games");
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

/// Draws names that are similar to the requested one, each with a link to the page of the player.
fn similar_names(
    names: &[(String, u64)],
    request: Option<&ParsedRequest>,
    locale: Locale,
) -> Markup {
    let state = request.map_or_else(PageState::default, |request| request.state.clone());
    html! {
        @for (at, (name, _)) in names.iter().enumerate() {
            @if at > 0 { (say!(locale, "sentence-value-comma")) }
            a href=(addresses::player(name, &state)) { (escape_invisible(name)) }
        }
    }
}

/// Address of the page with a corrected query. The query contains the sort keys, and the setting to count each game
/// once, as clauses.
fn corrected_address(request: Option<&ParsedRequest>, query: &str) -> String {
    let state = PageState {
        query: query.to_owned(),
        unique: None,
        sort: Vec::new(),
        ..request.map_or_else(PageState::default, |request| request.state.clone())
    };
    state.at_path(request.map_or("/", |request| action(&request.path)))
}

/// Draws the progress of the first build of the index. A script reloads the page; without scripts, the page has a link
/// for that.
fn building(job_progress: &JobProgress, is_complete_page: bool, locale: Locale) -> Markup {
    let main = html! {
        main #main tabindex="-1" data-building="1" {
            h1 { (say!(locale, "error-reading")) }
            progress max=(job_progress.bytes.max(1)) value=(job_progress.bytes_done) aria-label=(say!(locale, "error-read-so-far")) {}
            p { (progress_text(job_progress, locale)) }
            noscript { p { a href="" { (say!(locale, "error-look-again")) } } }
        }
    };
    if !is_complete_page {
        return main;
    }
    document(
        &say!(locale, "error-reading"),
        &SearchForm::default(),
        &html! { (navigation("", &PageState::default(), locale)) section #problem hidden {} (main) footer #status {} },
        locale,
    )
}

/// Describes the progress of the build in words.
fn progress_text(progress: &JobProgress, locale: Locale) -> String {
    if progress.finishing {
        return say!(locale, "error-writing-index", games = progress.games);
    }
    say!(
        locale,
        "error-games-so-far",
        games = progress.games,
        files_read = progress.files_done,
        files = progress.files,
        bytes_read = format_bytes(progress.bytes_done),
        bytes = format_bytes(progress.bytes)
    )
}

//! Decides which requests are answered, and sets the security headers of every answer. All security rules about whole
//! requests are here.
//!
//! The pages may exchange data only with this server. Any site that is open in the same browser can send requests to
//! this machine. If such a site points a host name of its own to this machine (DNS rebinding), it could even read the
//! answers.

use super::address::{CHOOSE_LANGUAGE, locale};
use super::app::App;
use super::hosts::{Hosts, split_port};
use super::origins::{answer_preflight, is_preflight};
use super::page::error;
use super::request_error::RequestError;
use super::user::Reader;
use axum::extract::{Request, State};
use axum::http::header::{HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use kifu_messages::{Locale, say};
use std::sync::Arc;
use tower_http::set_header::SetResponseHeaderLayer;

/// Largest length of an address, in bytes.
const MAX_ADDRESS_BYTES: usize = 8 << 10;
/// Address to which the page sends a text that the user pasted.
pub(crate) const PASTED_TEXT_PATH: &str = "/api/v1/read";
/// Address to which answers to practice positions are sent, and beginning of the addresses under which the user's data
/// is read and changed. A request that changes something needs the header [`PAGE_HEADER`]: no form can send it, and a
/// script of a foreign site may not.
pub(crate) const PRACTICE_ANSWER_PATH: &str = "/api/v1/practise/answer";
pub(crate) const USERDATA_PREFIX: &str = "/api/v1/mine/";
/// Address from which the page gets the token for changing the user's data. It is the only address under
/// [`USERDATA_PREFIX`] that answers GET requests.
pub(crate) const WRITE_TOKEN_PATH: &str = "/api/v1/mine/token";
const PAGE_HEADER: HeaderName = HeaderName::from_static("x-kifu-index");

/// Content security policy of pages: they load, run and send nothing that does not come from this server.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Headers that every answer gets unless it sets them itself.
pub(crate) const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // With the policy `no-referrer`, browsers would send the page's forms with the origin `null`, and `check` would
    // refuse them.
    (header::REFERRER_POLICY, "same-origin"),
    (OPENER, "same-origin"),
    (RESOURCE, "same-origin"),
];
const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Returns a layer that adds a header to all answers that do not have it yet.
pub(crate) fn header_layer(
    (name, value): (HeaderName, &'static str),
) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}

/// Passes a request on if the rules allow it, and refuses it otherwise.
pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    let guest = app.origins.allowed_origin(&request);
    // The reader is the user, unless the request comes from a foreign site that the user allows. Requests from all
    // other foreign sites are refused below, except links to pages.
    let reader = guest.as_ref().map_or(Reader::User, |_| Reader::OtherSite);
    request.extensions_mut().insert(reader);
    let mut response = match check(&app.hosts, guest.is_some(), &request) {
        // A preflight request asks what a foreign site may send. It is answered here and goes no further.
        Ok(()) if is_preflight(&request) => answer_preflight(),
        Ok(()) => match &app.token {
            Some(token) => {
                let is_page = is_page(request.uri().path());
                let locale = locale(&request);
                match token.check(request, is_page) {
                    Ok(request) => next.run(request).await,
                    Err(Some(response)) => *response,
                    Err(None) => token_missing(is_page.then_some(locale)),
                }
            }
            None => next.run(request).await,
        },
        Err(refusal) => refusal.into_response(),
    };
    app.origins.add_headers(guest, response.headers_mut());
    response
}

/// Checks host, origin and method. `is_guest` is true for a request from a foreign site that the user allows.
fn check(hosts: &Hosts, is_guest: bool, request: &Request) -> Result<(), RequestError> {
    let uri = request.uri();
    if uri.path_and_query().map_or(0, |text| text.as_str().len()) > MAX_ADDRESS_BYTES {
        let message = "the address is longer than 8 KiB";
        let status = StatusCode::URI_TOO_LONG;
        return Err(RequestError::new(status, "too_long", message));
    }
    let host = host(request)?;
    if !hosts.allows(host) {
        return Err(foreign_host(host));
    }
    if is_guest {
        return if is_preflight(request) { Ok(()) } else { check_method(request) };
    }
    let is_same = |origin: &str| {
        let name = origin.split_once("://").map(|(_, name)| name);
        name.is_some_and(|name| name.eq_ignore_ascii_case(host))
    };
    let mut origins = request.headers().get_all(header::ORIGIN).iter();
    if !origins.all(|origin| origin.to_str().is_ok_and(is_same)) || is_from_foreign_site(request) {
        let message = "this request comes from another site";
        return Err(RequestError::new(StatusCode::FORBIDDEN, "forbidden", message));
    }
    check_method(request)?;
    check_page_header(request)
}

/// Returns the host name that the request names. Several different names are an error, since a proxy could take another
/// one than this server.
fn host(request: &Request) -> Result<&str, RequestError> {
    let unclear = |message| RequestError::new(StatusCode::BAD_REQUEST, "bad_request", message);
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts
        .next()
        .and_then(|host| host.to_str().ok())
        .ok_or_else(|| unclear("the request has no Host header"))?;
    let target = request.uri().authority();
    if hosts.next().is_some() || target.is_some_and(|target| target.as_str() != host) {
        return Err(unclear("the request names more than one host"));
    }
    Ok(host)
}

/// Answers a request without a valid token: with a page in the given language, or with JSON.
fn token_missing(page: Option<Locale>) -> Response {
    let message = say!("error-token-needed");
    let refusal = RequestError::new(StatusCode::UNAUTHORIZED, "unauthorized", message)
        .with_help(say!("error-token-needed-help"));
    let mut response = match page {
        Some(locale) => error::respond(&refusal, locale, None),
        None => refusal.into_response(),
    };
    let realm = HeaderValue::from_static("Bearer realm=\"kifu-index\"");
    response.headers_mut().insert(header::WWW_AUTHENTICATE, realm);
    response
}

/// Language of the page whose script sends this request; the value of the page's header is the language tag. Programs,
/// which have no such header, get English.
pub(crate) fn page_locale(request: &Request) -> Locale {
    header_text(request.headers(), PAGE_HEADER.as_str())
        .and_then(Locale::from_tag)
        .unwrap_or_default()
}

fn foreign_host(host: &str) -> RequestError {
    let (name, _) = split_port(host);
    let message = "this server is not known by that name";
    let help = format!("if it is yours: kifu-index serve --allow-host {name}");
    RequestError::new(StatusCode::FORBIDDEN, "foreign_host", message).with_help(help)
}

/// True if a foreign site made the browser send this request in a way that is refused. Links to pages are allowed.
/// Embedding or fetching anything is refused, and so is a link to data, with which a foreign site could make this
/// server work for nothing. Pages on other ports of this machine are foreign sites, too.
fn is_from_foreign_site(request: &Request) -> bool {
    let text = |name| header_text(request.headers(), name);
    let is_same_site = matches!(text("sec-fetch-site"), None | Some("same-origin" | "none"));
    let is_navigation = text("sec-fetch-mode") == Some("navigate")
        && text("sec-fetch-dest") == Some("document")
        && matches!(*request.method(), Method::GET | Method::HEAD)
        && is_page(request.uri().path());
    !is_same_site && !is_navigation
}

/// True for addresses of pages, which people read, as opposed to data and files.
pub(crate) fn is_page(path: &str) -> bool {
    !path.starts_with("/api/") && !path.ends_with(".json")
}

fn header_text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    Some(headers.get(name)?.to_str().unwrap_or("?"))
}

fn check_method(request: &Request) -> Result<(), RequestError> {
    let path = request.uri().path();
    let is_post = path == PASTED_TEXT_PATH || path == CHOOSE_LANGUAGE || is_write_path(path);
    let (allowed, methods): (&str, &[Method]) = if is_post {
        ("POST", &[Method::POST])
    } else {
        ("GET, HEAD", &[Method::GET, Method::HEAD])
    };
    if methods.contains(request.method()) {
        return Ok(());
    }
    let message = "this address does not accept this method";
    let refusal = RequestError::new(StatusCode::METHOD_NOT_ALLOWED, "method", message);
    Err(refusal.with_allowed_methods(allowed).with_help(format!("send {allowed}")))
}

/// True if a request to this address changes data of the user.
fn is_write_path(path: &str) -> bool {
    path == PRACTICE_ANSWER_PATH || path.starts_with(USERDATA_PREFIX) && path != WRITE_TOKEN_PATH
}

/// Refuses a request that would change something, unless it has the header that only the page or a program can send.
fn check_page_header(request: &Request) -> Result<(), RequestError> {
    if !is_write_path(request.uri().path()) || request.headers().contains_key(PAGE_HEADER) {
        return Ok(());
    }
    let message = "this address needs the header X-Kifu-Index";
    let refusal = RequestError::new(StatusCode::FORBIDDEN, "forbidden", message);
    Err(refusal.with_help("programs send it with any value; other sites cannot"))
}

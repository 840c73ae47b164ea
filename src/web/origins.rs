//! Foreign sites whose scripts the user allows to read the programming interface `/api/v1`.
//!
//! A browser names the site of a script in the header `Origin`. Names of sites are compared as a whole, without
//! patterns, endings or paths. The origin `null` is never allowed, since any page can have it.
//!
//! The CORS layer of tower-http is not used, because it answers every `OPTIONS` request, names the site in answers to
//! any method, takes the first of several `Origin` headers, and does not check whether a browser could send a name.

use super::hosts::{in_brackets, split_port};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::Result;

/// Beginning of the addresses that allowed sites may read, and beginning of those that they may not: the user's own
/// data.
const READABLE: &str = "/api/v1/";
const UNREADABLE: &str = "/api/v1/mine";

/// Foreign sites whose scripts may read the programming interface.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins(Vec<HeaderValue>);

impl Origins {
    /// Parses origins. An origin consists of scheme, host and, unless it is the default one, port.
    pub(crate) fn new(names: Vec<String>) -> Result<Origins> {
        let read = |name: String| {
            let value = HeaderValue::from_str(&name).ok().filter(|_| is_origin(&name));
            value.ok_or_else(|| not_an_origin(&name).into())
        };
        let read: Result<Vec<HeaderValue>> = names.into_iter().map(read).collect();
        read.map(Origins)
    }

    /// Returns the allowed site that sent a request, if it may read the requested address.
    pub(crate) fn allowed_origin(&self, request: &Request) -> Option<HeaderValue> {
        let mut sent = request.headers().get_all(header::ORIGIN).iter();
        let (origin, None) = (sent.next()?, sent.next()) else {
            return None;
        };
        let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
        let is_read = is_read || is_preflight(request);
        let known = self.0.iter().find(|known| *known == origin);
        let path = request.uri().path();
        let is_readable = path.starts_with(READABLE) && !path.starts_with(UNREADABLE);
        known.filter(|_| is_read && is_readable).cloned()
    }

    /// Adds the headers that let a site's script read the answer. Adds nothing if the user allows no site at all.
    pub(crate) fn add_headers(&self, origin: Option<HeaderValue>, headers: &mut HeaderMap) {
        if self.0.is_empty() {
            return;
        }
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
        if let Some(origin) = origin {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            let etag = HeaderValue::from_static("ETag");
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, etag);
        }
    }
}

/// True for a CORS preflight: the browser asks whether a script may send a request with headers such as
/// `If-None-Match`.
pub(crate) fn is_preflight(request: &Request) -> bool {
    let requested_method = request
        .headers()
        .get(header::ACCESS_CONTROL_REQUEST_METHOD)
        .and_then(|method| method.to_str().ok());
    request.method() == Method::OPTIONS && matches!(requested_method, Some("GET" | "HEAD"))
}

/// Answers a preflight request with the methods and headers that a script may use. [`Origins::add_headers`] adds the
/// site to the answer.
pub(crate) fn answer_preflight() -> Response {
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "If-None-Match, Authorization"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// True if a browser could send this origin: it is in lower case, and has a host but no path, no user and no default
/// port.
fn is_origin(name: &str) -> bool {
    let Some((scheme, rest)) = name.split_once("://") else {
        return false;
    };
    let (host, port) = split_port(rest);
    let is_host = match in_brackets(host) {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-._".contains(c);
            !host.is_empty() && host.chars().all(plain)
        }
    };
    let usual = if scheme == "https" { 443 } else { 80 };
    let is_plain = |port: &str, number: u16| number != usual && number.to_string() == port;
    let is_port = port.is_none_or(|port| port.parse().is_ok_and(|number| is_plain(port, number)));
    matches!(scheme, "http" | "https") && is_host && is_port
}

fn not_an_origin(name: &str) -> Error {
    let message = format!("`{name}` is not the origin of a site");
    let help =
        "write scheme, host and port as browsers do: https://go.example, http://localhost:5173";
    Error::new(ErrorKind::Query, message).with_help(help)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_origins_are_accepted() {
        for name in [
            "https://go.example",
            "http://localhost:5173",
            "http://127.0.0.1:8000",
            "http://[::1]:8000",
            "https://a-b.go.example:8443",
        ] {
            assert!(Origins::new(vec![name.to_owned()]).is_ok(), "{name}");
        }
        for name in [
            "",
            "*",
            "null",
            "go.example",
            "https://",
            "https://*",
            "https://*.go.example",
            "https://go.example/",
            "https://go.example/a",
            "https://Go.example",
            "https://me@go.example",
            "https://go.example:443",
            "http://go.example:80",
            "http://go.example:",
            "http://go.example:0080",
            "http://go.example:99999",
            "http://go.example http://evil.example",
            "http://go.example\r\nX: y",
            "file://",
            "ftp://go.example",
            "http://[evil]",
        ] {
            let error = Origins::new(vec![name.to_owned()]).unwrap_err();
            assert!(error.to_string().contains("is not the origin"), "{name}");
        }
    }
}

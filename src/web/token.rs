//! Access token of a server. Without it, every process on this machine could use the server, since a port has no owner.
//!
//! The address that the server prints contains the token. The first page that is requested with the token stores it in
//! a cookie and redirects to the same address without it, so the token appears in no browser history, link or answer.
//! Programs send the token with each request.

use axum::extract::Request;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::Result;
use std::hint::black_box;
use std::net::IpAddr;

/// Who may send requests: everyone, or only clients with a token.
#[derive(Clone, Debug, Default)]
pub enum Access {
    /// Requests need a random token if the server binds an address that other machines can reach; otherwise none.
    #[default]
    TokenIfReachable,
    /// Requests need no token, wherever they come from.
    Open,
    /// Requests need a token that the server makes up.
    Random,
    /// Requests need the token that the user chose.
    Token(String),
}

/// Number of random bytes in a token; 24 bytes are 48 hexadecimal digits.
const RANDOM_BYTES: usize = 24;
/// Allowed lengths of a token that the user chooses.
const CHOSEN_LENGTHS: std::ops::RangeInclusive<usize> = 16..=256;
/// Beginning of the parameter of an address that contains the token.
const TOKEN_PARAMETER: &str = "token=";

/// Token of a server, with the cookie in which browsers store it.
pub(crate) struct AccessToken {
    secret: String,
    /// Name of the cookie that stores the token. It contains the port, because browsers send the same cookies to all
    /// ports of a machine.
    cookie: String,
}

impl AccessToken {
    /// Makes the token of a server that binds this address, if the server needs one.
    pub(crate) fn new(
        access: &Access,
        (bound, port): (IpAddr, u16),
    ) -> Result<Option<AccessToken>> {
        let secret = match access {
            Access::Open => return Ok(None),
            Access::TokenIfReachable if bound.is_loopback() => return Ok(None),
            Access::TokenIfReachable | Access::Random => random_secret()?,
            Access::Token(chosen) if is_usable_token(chosen) => chosen.clone(),
            Access::Token(_) => return Err(unusable().into()),
        };
        let cookie = format!("kifu-index-{port}");
        Ok(Some(AccessToken { secret, cookie }))
    }

    /// Returns the address of a page with the token as a parameter.
    pub(crate) fn address(&self, page: &str) -> String {
        format!("{page}?{TOKEN_PARAMETER}{}", self.secret)
    }

    /// Checks the token of a request, and returns the request without it. If the error contains a response, it is the
    /// redirect that sets the cookie; otherwise the request is refused.
    pub(crate) fn check(
        &self,
        mut request: Request,
        is_page: bool,
    ) -> std::result::Result<Request, Option<Box<Response>>> {
        let (sent, rest) = split_token(request.uri());
        let is_known = self.is_in_headers(request.headers());
        let is_sent = sent.is_some_and(|sent| self.matches(&sent));
        if !is_known && !is_sent {
            return Err(None);
        }
        if is_sent && is_page {
            return Err(Some(Box::new(self.set_cookie(&rest))));
        }
        let target = rest.parse::<PathAndQuery>().ok();
        if let Some(uri) = target.and_then(|target| with_target(request.uri(), target)) {
            *request.uri_mut() = uri;
        }
        Ok(request)
    }

    fn is_in_headers(&self, headers: &HeaderMap) -> bool {
        let values = |name| headers.get_all(name).iter().flat_map(HeaderValue::to_str);
        let bearer = |text: &str| {
            let (scheme, token) = text.split_once(' ').unwrap_or_default();
            scheme.eq_ignore_ascii_case("bearer") && self.matches(token.trim())
        };
        let cookie = |text: &str| {
            let cookie_values = text
                .split(';')
                .filter_map(|pair| pair.trim().split_once('='))
                .filter(|(name, _)| *name == self.cookie);
            cookie_values.fold(false, |found, (_, value)| found | self.matches(value))
        };
        values(header::AUTHORIZATION).any(bearer) || values(header::COOKIE).any(cookie)
    }

    /// True if a text is the token. The comparison takes the same time wherever the first difference is, so that its
    /// duration reveals nothing about the token.
    fn matches(&self, text: &str) -> bool {
        let (secret, text) = (self.secret.as_bytes(), text.as_bytes());
        let differences =
            secret.iter().zip(text).fold(0, |found, (a, b)| black_box(found | (a ^ b)));
        secret.len() == text.len() && differences == 0
    }

    /// Redirects to the same address without the token, and sets the cookie that replaces it.
    fn set_cookie(&self, rest: &str) -> Response {
        let AccessToken { secret, cookie } = self;
        let cookie = format!("{cookie}={secret}; Path=/; HttpOnly; SameSite=Strict");
        // Two slashes at the beginning would make the address name another host.
        let target = format!("/{}", rest.trim_start_matches(['/', '\\']));
        let headers = [
            (header::LOCATION, target),
            (header::SET_COOKIE, cookie),
            (header::CACHE_CONTROL, "no-store".to_owned()),
        ];
        (StatusCode::SEE_OTHER, headers).into_response()
    }
}

/// Splits an address into the token that it contains and the rest.
fn split_token(uri: &Uri) -> (Option<String>, String) {
    let (mut sent, mut rest) = (None, Vec::new());
    for pair in uri.query().unwrap_or_default().split('&') {
        match pair.strip_prefix(TOKEN_PARAMETER) {
            Some(token) => sent = Some(token.to_owned()),
            None => rest.push(pair),
        }
    }
    let (path, rest) = (uri.path(), rest.join("&"));
    if rest.is_empty() { (sent, path.to_owned()) } else { (sent, format!("{path}?{rest}")) }
}

/// Path and query of an address, without the token that it contains.
pub(crate) fn without_token(uri: &Uri) -> String {
    split_token(uri).1
}

fn with_target(uri: &Uri, target: PathAndQuery) -> Option<Uri> {
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(target);
    Uri::from_parts(parts).ok()
}

/// Returns a random secret.
pub(crate) fn random_secret() -> Result<String> {
    let mut bytes = [0; RANDOM_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| {
        let message = "the system provides no random numbers for a token";
        Error::io(message, error.into()).with_help("name a token of your own")
    })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// True if a text may be used as a token: it is long enough to resist guessing, and needs no escaping in addresses,
/// headers and cookies.
fn is_usable_token(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
    CHOSEN_LENGTHS.contains(&text.len()) && text.chars().all(is_plain)
}

fn unusable() -> Error {
    let message = "the token has the wrong length or characters that are not allowed";
    Error::new(ErrorKind::Query, message)
        .with_help("use 16 to 256 letters, digits or - _ . ~, or leave it out for a random one")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn made(access: &Access, host: Ipv4Addr) -> Option<AccessToken> {
        AccessToken::new(access, (host.into(), 8361)).unwrap()
    }

    #[test]
    fn a_token_is_the_rule_where_others_can_reach_the_server() {
        let (here, all) = (Ipv4Addr::LOCALHOST, Ipv4Addr::UNSPECIFIED);
        for (access, at_home, beyond) in [
            (Access::TokenIfReachable, false, true),
            (Access::Open, false, false),
            (Access::Random, true, true),
            (Access::Token("0123456789abcdef".into()), true, true),
        ] {
            assert_eq!(made(&access, here).is_some(), at_home, "{access:?}");
            assert_eq!(made(&access, all).is_some(), beyond, "{access:?}");
        }
        let secret = |access| made(&access, here).unwrap().secret;
        assert_eq!(secret(Access::Random).len(), 48);
        assert_ne!(secret(Access::Random), secret(Access::Random));
        for weak in ["", "short", "0123456789 abcdef", "0123456789abcdeé", "a;b=0123456789abc"] {
            let access = Access::Token(weak.into());
            assert!(AccessToken::new(&access, (here.into(), 1)).is_err(), "{weak}");
        }
    }

    #[test]
    fn only_the_complete_token_matches() {
        let token = made(&Access::Token("0123456789abcdef".into()), Ipv4Addr::LOCALHOST).unwrap();
        assert!(token.matches("0123456789abcdef"));
        for other in [
            "",
            "0",
            "0123456789abcde",
            "0123456789abcdeg",
            "0123456789abcdef0",
            "1123456789abcdef",
        ] {
            assert!(!token.matches(other), "{other}");
        }
    }

    #[test]
    fn an_address_loses_its_token_and_nothing_else() {
        for (address, sent, rest) in [
            ("/", None, "/"),
            ("/?token=abc", Some("abc"), "/"),
            ("/games?q=a%20b&token=abc&m=Q16", Some("abc"), "/games?q=a%20b&m=Q16"),
            ("/?token=a&token=b", Some("b"), "/"),
            ("/?mytoken=a", None, "/?mytoken=a"),
        ] {
            let uri: Uri = address.parse().unwrap();
            assert_eq!(split_token(&uri), (sent.map(str::to_owned), rest.to_owned()), "{address}");
        }
    }
}

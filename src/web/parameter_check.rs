//! Refuses requests for `/api/v1` with unknown or repeated parameters: an answer that ignored such a parameter would
//! look like the answer to the request. Pages, by contrast, are answered and name the parameters that they ignore.

use super::address::{REPEATED, repeated_parameter, unknown_parameter};
use super::openapi;
use super::request_error::RequestError;
use super::state::pairs;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashSet;

/// Passes a request for `/api/v1` on to its route if the route accepts all parameters of the address and each occurs
/// once; otherwise refuses it.
pub(crate) async fn refuse_unknown(request: Request, next: Next) -> Response {
    let uri = request.uri();
    // The router of axum has removed `/api/v1` from the path, because this code runs inside of `nest`.
    let path = uri.path().strip_prefix("/api/v1").unwrap_or(uri.path());
    match check(path, uri.query().unwrap_or_default()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Checks the parameters of an address; `path` is without `/api/v1`.
fn check(path: &str, query: &str) -> Result<(), RequestError> {
    let Some(known) = openapi::parameters(path) else {
        return Ok(());
    };
    let mut seen = HashSet::new();
    for (name, _) in pairs(query) {
        if !known.contains(&name.as_str()) {
            return Err(unknown_parameter(&name, &known));
        }
        if name != REPEATED && !seen.insert(name.clone()) {
            return Err(repeated_parameter(&name));
        }
    }
    Ok(())
}

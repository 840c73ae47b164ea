//! Refuses requests of programs whose parameters are unknown or repeated: an answer that leaves one out looks like the
//! answer to the question. Pages are sent, and name what they do not know.

use super::address::{REPEATED, repeated_parameter, unknown_parameter};
use super::failed::RequestError;
use super::openapi;
use super::state::pairs;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashSet;

/// Passes on requests for `/api/v1` whose parameters their addresses take, each once.
pub(crate) async fn only_known(request: Request, next: Next) -> Response {
    let uri = request.uri();
    // Inside of `nest`, axum has taken the beginning off the path.
    let path = uri.path().strip_prefix("/api/v1").unwrap_or(uri.path());
    match check(path, uri.query().unwrap_or_default()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Checks the parameters of an address of the contract, given without `/api/v1`.
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

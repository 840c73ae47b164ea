//! The names of an address's parameters. Pages name those that they do not know; programs get none of them passed over,
//! since an answer to another question looks like an answer.

use super::address::ParsedRequest;
use super::failed::RequestError;
use super::openapi;
use super::state::pairs;
use crate::language::fields::nearest;
use crate::messages::say;
use std::collections::HashSet;

/// The part of the site that is for programs.
const API: &str = "/api/v1";
/// Stands several times, once for each player.
const REPEATED: &str = "player";

/// Refuses a request of a program with parameters that its address does not take, or takes once.
pub fn check(asked: &ParsedRequest, query: &str) -> Result<(), RequestError> {
    if asked.route.ends_with(".json") && !asked.route.starts_with(API) {
        return match asked.unknown.first() {
            Some(name) => Err(refusal(name, ParsedRequest::NAMES)),
            None => Ok(()),
        };
    }
    let path = asked.route.strip_prefix(API);
    let Some(known) = path.and_then(openapi::parameters) else {
        return Ok(());
    };
    let mut seen = HashSet::new();
    for (name, _) in pairs(query) {
        if !known.contains(&name.as_str()) {
            return Err(refusal(&name, &known));
        }
        if name != REPEATED && !seen.insert(name.clone()) {
            return Err(twice(&name));
        }
    }
    Ok(())
}

/// A parameter that is not known, with the nearest one that is, or with all.
fn refusal(name: &str, known: &[&'static str]) -> RequestError {
    if known.contains(&name) {
        return twice(name);
    }
    let message = say!("error-address-parameter", name = name);
    let help = match (nearest(name, known.iter().copied()), known) {
        (Some(near), _) => say!("error-address-parameter-near", name = near),
        (None, []) => say!("error-address-parameter-none"),
        (None, known) => say!("error-address-parameter-help", names = known.join(", ")),
    };
    RequestError::unread("unknown_parameter", message, help)
}

fn twice(name: &str) -> RequestError {
    let message = say!("error-address-twice", name = name);
    RequestError::unread(
        "repeated_parameter",
        message,
        say!("error-address-twice-help"),
    )
}

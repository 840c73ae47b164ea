//! Answers in parts: what each of several indexes contributes to an answer, as values that can be sent, and how they
//! are joined.
//!
//! An index gathers, and the answer is made of what was gathered. A part is what one index has gathered, with texts in
//! place of its own numbers. Joined parts are finished as those of one index are, so that both answers are equal.

mod suggest;

use super::failure::Result;
use super::{Aliases, Answer, Request, Sink, Snapshot};
use crate::error::{Error, ErrorKind};
use serde::{Deserialize, Serialize};
pub use suggest::SuggestPart;

/// The version of the form that parts have.
pub const VERSION: u32 = 1;

/// What one index contributes to an answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    v: u32,
    of: Kind,
}

/// The part itself, by the request that it belongs to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Kind {
    Suggest(SuggestPart),
}

/// What an index contributes to the answer to a request. Fails for requests that are not answered in parts.
pub(super) fn part(snapshot: &Snapshot, request: &Request) -> Result<Part> {
    let of = match request {
        Request::Suggest => Kind::Suggest(suggest::part(snapshot)),
        _ => return Err(not_in_parts().into()),
    };
    Ok(Part { v: VERSION, of })
}

/// All parts, which must be of one kind.
macro_rules! parts_of {
    ($parts:expr, $kind:path) => {
        of_kind($parts, |part| match part {
            $kind(part) => Some(part),
            _ => None,
        })?
    };
}

/// The answer to a request from the parts of all indexes. `aliases` are the spellings of names that the parts were made
/// with. What a long answer consists of goes to the sink, as it does for one index. Fails if a part has another
/// version or belongs to another request.
pub fn join(request: &Request, parts: Vec<Part>, aliases: &Aliases, sink: Sink) -> Result<Answer> {
    Ok(match request {
        Request::Suggest => Answer::Suggestions(suggest::join(parts_of!(parts, Kind::Suggest))),
        _ => return Err(not_in_parts().into()),
    })
}

/// The parts of one kind.
fn of_kind<T>(parts: Vec<Part>, kind: impl Fn(Kind) -> Option<T>) -> Result<Vec<T>> {
    let own = |part: Part| match part.v {
        VERSION => kind(part.of).ok_or_else(another_request),
        other => Err(another_version(other)),
    };
    Ok(parts.into_iter().map(own).collect::<crate::error::Result<_>>()?)
}

fn not_in_parts() -> Error {
    Error::new(ErrorKind::Query, "this request is not answered in parts")
}

fn another_request() -> Error {
    Error::new(ErrorKind::Query, "a part belongs to another request")
}

fn another_version(version: u32) -> Error {
    let message = format!("a part has version {version}, and {VERSION} is needed");
    Error::new(ErrorKind::OtherVersion, message)
}

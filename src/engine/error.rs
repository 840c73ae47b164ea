//! Errors in the form that programs read.

use super::failure::Failure;
use super::row::VERSION;
use crate::error::ErrorKind;
use serde::Serialize;
use std::ops::Range;

/// An error as a JSON object.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorJson {
    v: u32,
    error: Told,
}

#[derive(Clone, Debug, Serialize)]
struct Told {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<Span>,
    #[serde(skip_serializing_if = "Option::is_none")]
    span_utf16: Option<Span>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

/// Start and end in the query.
#[derive(Clone, Copy, Debug, Serialize)]
struct Span {
    start: usize,
    end: usize,
}

impl ErrorJson {
    /// The object for an error; `help` says in the front end's words what to do next. Without it, advice that needs no
    /// words of a front end is kept.
    pub fn new(failure: &Failure, help: Option<String>) -> ErrorJson {
        let help = help.or_else(|| match failure {
            Failure::Query(error, _) => error.help.clone(),
            Failure::Other(error) => error.help_text().map(str::to_owned),
        });
        let error = match failure {
            Failure::Query(error, text) => Told {
                code: "query",
                message: error.message.clone(),
                span: Some(Span::of(&error.span, |at| at)),
                span_utf16: Some(Span::of(&error.span, |at| utf16(text, at))),
                help,
            },
            Failure::Other(error) => Told {
                code: code(error.kind()),
                message: error.to_string(),
                span: None,
                span_utf16: None,
                help,
            },
        };
        ErrorJson { v: VERSION, error }
    }
}

impl Span {
    fn of(span: &Range<usize>, unit: impl Fn(usize) -> usize) -> Span {
        Span {
            start: unit(span.start),
            end: unit(span.end),
        }
    }
}

/// The number of UTF-16 units before a byte of a text.
fn utf16(text: &str, at: usize) -> usize {
    let before = text.get(..text.floor_char_boundary(at)).unwrap_or(text);
    before.encode_utf16().count()
}

fn code(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Io => "io",
        ErrorKind::NoIndex => "no-index",
        ErrorKind::NotAnIndex => "not-an-index",
        ErrorKind::OtherVersion => "other-version",
        ErrorKind::Locked => "locked",
        ErrorKind::Damaged => "damaged",
        ErrorKind::Query => "query",
        ErrorKind::NotFound => "not-found",
        ErrorKind::Limit => "limit",
        ErrorKind::Interrupted => "interrupted",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::query::QueryError;

    #[test]
    fn places_are_bytes_and_units() {
        let text = "李🙂 plyer:x";
        let error = QueryError::new(8..13, "unknown field `plyer`").help("did you mean `player`?");
        let help = error.help.clone();
        let object = ErrorJson::new(&Failure::Query(error, text.to_owned()), help);
        assert_eq!(
            serde_json::to_string(&object).unwrap(),
            r#"{"v":1,"error":{"code":"query","message":"unknown field `plyer`","span":{"start":8,"end":13},"span_utf16":{"start":4,"end":9},"help":"did you mean `player`?"}}"#
        );
    }
}

//! Errors as JSON for programs.

use super::failure::Failure;
use super::row::VERSION;
use kifu_archive::error::ErrorKind;
use kifu_language::QueryError;
use kifu_messages::{Argument, Message};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// Error as a JSON object.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorJson {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Details of the error.
    error: ErrorDetails,
}

/// Details of an error: its kind, its message, its place in the query, and advice.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "QueryError"))]
pub struct ErrorDetails {
    /// Kind of the error; names never change. Of a query: `unknown_field`, `bad_syntax`, `unfinished`, `bad_value`,
    /// `bad_position`, `misplaced`, `no_files`, `too_long`, `too_many_clauses`, `too_deep`, `not_ready` (ask again
    /// later). Of a request: `not_found`, `gone` (the archive no longer holds it), `stale` (the index has changed
    /// since), `too_large`, `busy`, `slow`, `method`, `bad_request`, `forbidden`, `foreign_host`, `unauthorized`. Of
    /// the index: `building`, `no_index`, `not_an_index`, `other_version`, `locked`, `damaged`, `io`, `limit`,
    /// `interrupted`. Of the program: `internal`.
    pub code: &'static str,
    /// Error message in English.
    pub message: String,
    /// Id of the message, the same in all languages; absent for a message without translations. Ids never change their
    /// meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
    /// Arguments of the message by name: numbers, and texts in English.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub arguments: BTreeMap<&'static str, Argument>,
    /// Place of the error in the query, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<JsonSpan>,
    /// Place of the error in the query, in UTF-16 units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span_utf16: Option<JsonSpan>,
    /// Advice: what to write or do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Corrected queries, if the error suggests an obvious correction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<Fix>,
}

/// Corrected query.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Fix {
    /// Corrected clause alone, for a short label.
    pub label: String,
    /// Whole corrected query.
    pub query: String,
}

impl Fix {
    /// Makes the corrected query by replacing the text at the span of an error with the correction that the error
    /// suggests; `None` if it suggests none.
    fn from_error(error: &QueryError, text: &str) -> Option<Fix> {
        let (fix, span) = (error.fix.as_deref()?, &error.span);
        let (before, after) = (text.get(..span.start)?, text.get(span.end..)?);
        let head = before.get(clause_boundaries(before).last().map_or(0, |at| at + 1)..);
        let rest = after.get(..clause_boundaries(after).next().unwrap_or(after.len()));
        Some(Fix { label: [head?, fix, rest?].concat(), query: [before, fix, after].concat() })
    }
}

/// Finds the positions at which clauses begin and end: spaces and parentheses outside quotes.
fn clause_boundaries(text: &str) -> impl Iterator<Item = usize> {
    let mut in_quotes = false;
    text.char_indices().filter_map(move |(at, c)| {
        in_quotes ^= c == '"';
        let is_break = !in_quotes && (c.is_whitespace() || matches!(c, '(' | ')'));
        is_break.then_some(at)
    })
}

/// Range of a text such as the query, in bytes or UTF-16 units.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Span"))]
pub struct JsonSpan {
    /// Number of bytes or UTF-16 units before the range.
    pub start: usize,
    /// Number of bytes or UTF-16 units of the text up to the end of the range.
    pub end: usize,
}

impl ErrorJson {
    /// Describes a failure as JSON. `help` is advice in the words of the calling program (command line or server);
    /// without it, the failure's own advice is used.
    pub fn new(failure: &Failure, help: Option<String>) -> ErrorJson {
        ErrorJson { v: VERSION, error: ErrorDetails::new(failure, help) }
    }
}

impl ErrorDetails {
    /// Creates an error that has neither a place in a query nor advice.
    pub fn from_message(code: &'static str, message: &Message) -> ErrorDetails {
        ErrorDetails {
            code,
            message: message.to_string(),
            message_id: message.id().map(str::to_owned),
            arguments: message.arguments().iter().cloned().collect(),
            span: None,
            span_utf16: None,
            help: None,
            fixes: Vec::new(),
        }
    }

    /// Describes a failure. `help` is advice in the words of the calling program (command line or server); without it,
    /// the failure's own advice is used.
    pub fn new(failure: &Failure, help: Option<String>) -> ErrorDetails {
        let error_help = || match failure {
            Failure::Query(error, _) => error.help.as_ref().map(Message::to_string),
            Failure::Other(error) => error.help_text().map(Message::to_string),
        };
        let help = help.or_else(error_help);
        match failure {
            Failure::Query(error, text) => ErrorDetails {
                span: Some(JsonSpan::new(&error.span, |at| at)),
                span_utf16: Some(JsonSpan::new(&error.span, |at| utf16_units(text, at))),
                help,
                fixes: Fix::from_error(error, text).into_iter().collect(),
                ..ErrorDetails::from_message(error.code().name(), &error.message)
            },
            Failure::Other(error) => ErrorDetails {
                message: error.to_string(),
                help,
                ..ErrorDetails::from_message(error_code(error.kind()), error.message())
            },
        }
    }
}

impl JsonSpan {
    fn new(span: &Range<usize>, unit: impl Fn(usize) -> usize) -> JsonSpan {
        JsonSpan { start: unit(span.start), end: unit(span.end) }
    }
}

/// Converts an offset in UTF-16 units into a byte offset of the text.
pub(super) fn byte_of_utf16(text: &str, units: usize) -> usize {
    let mut before = 0;
    text.char_indices()
        .find(|(_, c)| {
            before += c.len_utf16();
            before > units
        })
        .map_or(text.len(), |(at, _)| at)
}

/// Converts ascending byte offsets of a text into UTF-16 offsets. Each call goes on from the offset of the call before,
/// so the text is read only once.
pub(super) struct Utf16<'t> {
    text: &'t str,
    byte: usize,
    units: usize,
}

impl<'t> Utf16<'t> {
    pub(super) fn new(text: &'t str) -> Utf16<'t> {
        let (byte, units) = (0, 0);
        Utf16 { text, byte, units }
    }

    /// Returns the number of UTF-16 units before a byte offset, which must not be smaller than in the call before.
    pub(super) fn units_before(&mut self, byte: usize) -> usize {
        let skipped = self.text.get(self.byte..byte).unwrap_or_default();
        self.units += skipped.encode_utf16().count();
        self.byte = byte;
        self.units
    }
}

/// Number of UTF-16 units before a byte offset of a text.
pub(super) fn utf16_units(text: &str, at: usize) -> usize {
    text.get(..text.floor_char_boundary(at)).unwrap_or(text).encode_utf16().count()
}

fn error_code(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Io => "io",
        ErrorKind::NoIndex => "no_index",
        ErrorKind::NotAnIndex => "not_an_index",
        ErrorKind::OtherVersion => "other_version",
        ErrorKind::Locked => "locked",
        ErrorKind::Damaged | ErrorKind::Lost => "damaged",
        ErrorKind::Query => "bad_value",
        ErrorKind::NotFound => "not_found",
        ErrorKind::Gone => "gone",
        ErrorKind::Stale => "stale",
        ErrorKind::Limit => "limit",
        ErrorKind::Interrupted => "interrupted",
        ErrorKind::Busy => "busy",
        ErrorKind::Private => "private",
        ErrorKind::Internal => "internal",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_fix_shows_its_clause() {
        let fixed = |text: &str, wrong: &str, right: &str| {
            let start = text.find(wrong).unwrap();
            let mut error = QueryError::new(start..start + wrong.len(), "wrong");
            error.fix = Some(right.into());
            let fix = Fix::from_error(&error, text).unwrap();
            (fix.label, fix.query)
        };
        for (text, wrong, right, label) in [
            ("plyer:Lee komi:0", "plyer", "player", "player:Lee"),
            ("komi:0 (-plyer:\"Lee S\")", "plyer", "player", "-player:\"Lee S\""),
            ("result:blakc x", "blakc", "black", "result:black"),
            ("\"a b\" 李 has:coment", "coment", "comments", "has:comments"),
        ] {
            let query = text.replace(wrong, right);
            assert_eq!(fixed(text, wrong, right), (label.to_owned(), query));
        }
    }

    #[test]
    fn places_are_bytes_and_units() {
        let text = "李🙂 plyer:x";
        let error =
            QueryError::new(8..13, "unknown field `plyer`").with_help("did you mean `player`?");
        let help = error.help.as_ref().map(Message::to_string);
        let object = ErrorJson::new(&Failure::Query(error, text.to_owned()), help);
        assert_eq!(
            serde_json::to_string(&object).unwrap(),
            r#"{"v":1,"error":{"code":"bad_value","message":"unknown field `plyer`","span":{"start":8,"end":13},"span_utf16":{"start":4,"end":9},"help":"did you mean `player`?"}}"#
        );
    }
}

//! Parses a query while the user types it: what it means so far, and its tokens.

use super::Sink;
use super::conditions::with_settings;
use super::error::{ErrorDetails, Utf16, byte_of_utf16};
use super::failure::{Failure, Result};
use super::question::Ask;
use super::request::{ParseQuery, TypedQuery};
use super::row::VERSION;
use super::search::query_notes;
use super::snapshot::Snapshot;
pub use kifu_language::parse::QueryLimits;
use kifu_language::parse::parse_limited;
use kifu_language::sentence::sentence;
pub use kifu_language::tokens::QueryTokenKind;
use kifu_language::tokens::tokens;
use kifu_language::{Query, QueryErrorCode};
use kifu_messages::Message;
use serde::Serialize;

/// Result of parsing the text of a query.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Parsed"))]
pub struct ParsedQuery {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Query in canonical form; null if it cannot be parsed.
    pub canonical: Option<String>,
    /// Query as a sentence; null if it cannot be parsed.
    pub sentence: Option<Message>,
    /// Remarks on how the query was parsed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Message>,
    /// Tokens of the query's text, for syntax colours.
    pub tokens: Vec<TokenRow>,
    /// Error, if the query cannot be parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorDetails>,
    /// True if the only mistake of the query is that it is not finished at the caret: it lacks the end of a quotation
    /// or of a group, or a value.
    pub unfinished: bool,
}

/// Token of a query: a word, field name, operator, value or parenthesis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct TokenRow {
    /// Start of the token, in bytes or UTF-16 units as the request chooses.
    pub start: usize,
    /// End of the token, in bytes or UTF-16 units as the request chooses.
    pub end: usize,
    /// Kind of the token, such as a field name or a value.
    pub kind: QueryTokenKind,
}

/// Returns the caret as a byte offset of the text; the end of the text if the request has no caret.
pub(super) fn caret(typed: &TypedQuery) -> usize {
    let text = typed.query.as_str();
    let at = typed.caret.unwrap_or(text.len());
    if typed.utf16 && typed.caret.is_some() {
        byte_of_utf16(text, at)
    } else {
        text.floor_char_boundary(at.min(text.len()))
    }
}

/// Converts ascending byte ranges of the query into bytes or UTF-16 units as the request chooses.
pub(super) fn in_units<T>(
    typed: &TypedQuery,
    spans: impl Iterator<Item = (std::ops::Range<usize>, T)>,
) -> Vec<(usize, usize, T)> {
    let mut units = Utf16::new(&typed.query);
    let mut unit = |byte| if typed.utf16 { units.units_before(byte) } else { byte };
    spans.map(|(span, value)| (unit(span.start), unit(span.end), value)).collect()
}

impl Ask for ParseQuery {
    type Answer = ParsedQuery;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<ParsedQuery> {
        let typed = &self.0;
        let spans = tokens(&typed.query).into_iter().map(|token| (token.span, token.kind));
        let tokens = in_units(typed, spans).into_iter().map(|(start, end, kind)| TokenRow {
            start,
            end,
            kind,
        });
        let mut parsed = ParsedQuery {
            v: VERSION,
            canonical: None,
            sentence: None,
            notes: Vec::new(),
            tokens: tokens.collect(),
            error: None,
            unfinished: false,
        };
        match parse_and_plan(snapshot, typed) {
            Ok(query) => {
                parsed.canonical = Some(query.to_string());
                parsed.sentence = Some(sentence(&query));
                parsed.notes = query_notes(&query);
            }
            Err(failure) => {
                parsed.unfinished = match &failure {
                    Failure::Query(error, text) => error.is_unfinished_at(text, caret(typed)),
                    Failure::Other(_) => false,
                };
                parsed.error = Some(ErrorDetails::new(&failure, None));
            }
        }
        Ok(parsed)
    }
}

/// Fails if a query has more clauses or is nested deeper than the limits allow. All other errors are reported by the
/// code that answers the query.
pub fn check_limits(text: &str, caps: QueryLimits) -> Result<()> {
    let too_large = [QueryErrorCode::TooManyClauses, QueryErrorCode::TooDeep];
    match parse_limited(text, caps) {
        Err(error) if too_large.contains(&error.code()) => {
            Err(Failure::Query(error, text.to_owned()))
        }
        _ => Ok(()),
    }
}

/// Fails if a text cannot be parsed as a query. Names of players and the like are not looked up.
pub fn check_syntax(text: &str) -> Result<()> {
    with_settings(text, &[], false).map(drop)
}

fn parse_and_plan(snapshot: &Snapshot, typed: &TypedQuery) -> Result<Query> {
    check_limits(&typed.query, typed.caps)?;
    let (query, text) = with_settings(&typed.query, &[], false)?;
    snapshot.plan_with_text(&query, &text)?;
    Ok(query)
}

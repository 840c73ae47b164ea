//! Errors in queries, with their byte ranges in the query's text.

use kifu_archive::error::Remedy;
use kifu_messages::{Message, say};
use std::fmt;
use std::ops::Range;

/// Error in a query: what is wrong, where, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryError {
    /// Description of what is wrong, without a final full stop.
    pub message: Message,
    /// Byte range of the query to which the error refers.
    pub span: Range<usize>,
    /// Text that the user can write in place of the wrong part of the query.
    pub help: Option<Message>,
    /// Advice on what the user can do, other than writing another text.
    pub remedy: Option<Box<Remedy>>,
    /// Text that was probably meant in place of the text in `span`.
    pub fix: Option<Box<str>>,
    /// What is missing, if the error may only mean that the user has not finished typing; `None` for any other error.
    pub unfinished: Option<Unfinished>,
    code: Option<QueryErrorCode>,
}

/// Kind of an error in a query. Its name is in the JSON of the error, so that programs need not parse the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryErrorCode {
    /// The query names a field that does not exist.
    UnknownField,
    /// The words and signs do not form a query.
    BadSyntax,
    /// The query is not complete yet.
    Unfinished,
    /// The field of a clause does not accept the value of the clause.
    BadValue,
    /// The text of a position or a pattern cannot be read.
    BadPosition,
    /// The clause has no meaning where it stands in the query.
    Misplaced,
    /// The query names a file, but the caller does not allow queries to read files.
    NoFiles,
    /// A value is too long.
    TooLong,
    /// The query has too many clauses.
    TooManyClauses,
    /// Parentheses and negations are nested too deeply.
    TooDeep,
    /// The clause needs facts about all games that are still being computed; the same query succeeds later.
    NotReady,
}

impl QueryErrorCode {
    /// Stable name of the kind, as JSON output contains it.
    pub fn name(self) -> &'static str {
        match self {
            QueryErrorCode::UnknownField => "unknown_field",
            QueryErrorCode::BadSyntax => "bad_syntax",
            QueryErrorCode::Unfinished => "unfinished",
            QueryErrorCode::BadValue => "bad_value",
            QueryErrorCode::BadPosition => "bad_position",
            QueryErrorCode::Misplaced => "misplaced",
            QueryErrorCode::NoFiles => "no_files",
            QueryErrorCode::TooLong => "too_long",
            QueryErrorCode::TooManyClauses => "too_many_clauses",
            QueryErrorCode::TooDeep => "too_deep",
            QueryErrorCode::NotReady => "not_ready",
        }
    }
}

/// What is missing in a query that is still being typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// The closing quotation mark or parenthesis of the quotation or group that begins at the error's byte range. The
    /// rest of the text is inside it.
    Unclosed,
    /// Text is missing after the error's byte range, or within it.
    Missing,
}

impl QueryError {
    pub fn new(span: Range<usize>, message: impl Into<Message>) -> Self {
        Self {
            message: message.into(),
            span,
            help: None,
            remedy: None,
            fix: None,
            unfinished: None,
            code: None,
        }
    }

    /// Kind of the error, whose name JSON output contains.
    pub fn code(&self) -> QueryErrorCode {
        match self.unfinished {
            Some(_) => QueryErrorCode::Unfinished,
            None => self.code.unwrap_or(QueryErrorCode::BadValue),
        }
    }

    /// Sets the kind of the error.
    #[must_use]
    pub fn with_code(mut self, code: QueryErrorCode) -> Self {
        self.code = Some(code);
        self
    }

    /// Sets the kind of the error, unless a more specific kind is already set.
    #[must_use]
    pub fn with_default_code(mut self, code: QueryErrorCode) -> Self {
        self.code.get_or_insert(code);
        self
    }

    /// Returns the error with another byte range, that of a longer text which contains the wrong text. The error then
    /// no longer counts as unfinished, and its fix is dropped, because both belong to the old range.
    #[must_use]
    pub fn at_span(self, span: Range<usize>) -> Self {
        Self { span, fix: None, unfinished: None, ..self }
    }

    /// Marks the query as possibly unfinished, with what is missing.
    #[must_use]
    pub(crate) fn with_unfinished(mut self, what: Unfinished) -> Self {
        self.unfinished = Some(what);
        self
    }

    /// True if the error only means that the query is not finished yet at `caret`, the byte offset at which the user is
    /// typing.
    pub fn is_unfinished_at(&self, text: &str, caret: usize) -> bool {
        let Some(what) = self.unfinished else {
            return false;
        };
        let typed = text.get(self.span.end..caret);
        match what {
            _ if self.span.start < caret && caret < self.span.end => true,
            Unfinished::Unclosed => typed.is_some(),
            Unfinished::Missing => typed.is_some_and(|typed| typed.trim().is_empty()),
        }
    }

    /// Adds the text that the user can write in place of the wrong part of the query.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Message>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the text that was probably meant, as a fix and as help. `list` contains all possible texts, if there are
    /// few.
    #[must_use]
    pub fn did_you_mean(self, near: &str, list: &str) -> Self {
        let help = match list {
            "" => say!("error-did-you-mean", near = near),
            _ => say!("error-did-you-mean-of", near = near, list = list),
        };
        Self { fix: Some(near.into()), ..self.with_help(help) }
    }

    /// Adds advice on what to do other than writing another text.
    #[must_use]
    pub fn with_remedy(mut self, remedy: Remedy) -> Self {
        self.remedy = Some(remedy.into());
        self
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for QueryError {}

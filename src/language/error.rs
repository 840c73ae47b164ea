//! What is wrong with a query, with its place.

use kifu_archive::error::Remedy;
use kifu_messages::{Message, say};
use std::fmt;
use std::ops::Range;

/// What is wrong with a query, where, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryError {
    /// What is wrong, without a final full stop.
    pub message: Message,
    /// The byte range of the query that is wrong.
    pub span: Range<usize>,
    /// What to write instead.
    pub help: Option<Message>,
    /// What else to do.
    pub remedy: Option<Box<Remedy>>,
    /// What may have been meant instead of the text at the span.
    pub fix: Option<Box<str>>,
    /// If the query may only be unfinished: what is missing.
    pub unfinished: Option<Unfinished>,
    code: Option<QueryErrorCode>,
}

/// The kind of an error in a query, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryErrorCode {
    /// There is no such field.
    UnknownField,
    /// Words and signs that make no query.
    BadSyntax,
    /// Something is still missing.
    Unfinished,
    /// The value of a field is none of its values.
    BadValue,
    /// The text of a position or a pattern is not understood.
    BadPosition,
    /// A clause where it means nothing.
    Misplaced,
    /// A file is named, and files are not read here.
    NoFiles,
    /// A value is too long.
    TooLong,
    /// There are too many clauses.
    TooManyClauses,
    /// There are too many parentheses and negations inside each other.
    TooDeep,
}

impl QueryErrorCode {
    /// Its name.
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
        }
    }
}

/// What a query lacks that is still being typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// The end of a quotation or a group that begins at the span; the rest of the text is inside of it.
    Unclosed,
    /// What should stand behind the span, or within it.
    Nothing,
}

impl QueryError {
    /// An error at `span`.
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

    /// Its kind.
    pub fn code(&self) -> QueryErrorCode {
        match self.unfinished {
            Some(_) => QueryErrorCode::Unfinished,
            None => self.code.unwrap_or(QueryErrorCode::BadValue),
        }
    }

    /// The same error with its kind.
    #[must_use]
    pub fn coded(mut self, code: QueryErrorCode) -> Self {
        self.code = Some(code);
        self
    }

    /// The same error with its kind, unless a more specific one is known.
    #[must_use]
    pub fn or_coded(mut self, code: QueryErrorCode) -> Self {
        self.code.get_or_insert(code);
        self
    }

    /// The same error in another text, of which the first was a part: it is no longer unfinished, and has no fix.
    #[must_use]
    pub fn moved(self, span: Range<usize>) -> Self {
        Self { span, fix: None, unfinished: None, ..self }
    }

    /// The same error in a query that may only be unfinished.
    #[must_use]
    pub(crate) fn unfinished(mut self, what: Unfinished) -> Self {
        self.unfinished = Some(what);
        self
    }

    /// Whether the query is only unfinished at this place, where it is being typed.
    pub fn is_unfinished_at(&self, text: &str, caret: usize) -> bool {
        let Some(what) = self.unfinished else {
            return false;
        };
        let typed = text.get(self.span.end..caret);
        match what {
            _ if self.span.start < caret && caret < self.span.end => true,
            Unfinished::Unclosed => typed.is_some(),
            Unfinished::Nothing => typed.is_some_and(|typed| typed.trim().is_empty()),
        }
    }

    /// Adds a hint on how to fix the error.
    #[must_use]
    pub fn help(mut self, help: impl Into<Message>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same error with what may have been meant, which the help then names. `list` is all that may stand there, if
    /// there are few.
    #[must_use]
    pub fn did_you_mean(self, near: &str, list: &str) -> Self {
        let help = match list {
            "" => say!("error-did-you-mean", near = near),
            _ => say!("error-did-you-mean-of", near = near, list = list),
        };
        Self { fix: Some(near.into()), ..self.help(help) }
    }

    /// The same error with what else to do.
    #[must_use]
    pub fn advise(mut self, remedy: Remedy) -> Self {
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

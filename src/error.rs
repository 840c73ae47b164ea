//! Errors that stop a command.
//!
//! An [`Error`] is created where the cause is known, and gets its place on the way up. Its message is in lower case and
//! says what happened; its help says what to do next. Mere oddities in a record are a
//! [`Diagnostic`](crate::record::Diagnostic) instead.

use crate::origin::Origin;
use std::fmt;

/// The kind of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A file or folder cannot be read or written.
    Io,
    /// There is no index in the folder.
    NoIndex,
    /// The folder holds something other than an index.
    NotAnIndex,
    /// The index was written by another version.
    OtherVersion,
    /// Another process is writing to the index.
    Locked,
    /// A file of the index is damaged.
    Damaged,
    /// The query or position cannot be understood.
    Query,
    /// The id, file, game or move does not exist.
    NotFound,
    /// A limit was reached.
    Limit,
    /// The run was interrupted.
    Interrupted,
}

/// An error with its place and a remedy.
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    message: String,
    origin: Option<Origin>,
    help: Option<String>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// The result of a fallible operation.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Creates an error of this kind. The message is in lower case and has no final full stop.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Inner {
            kind,
            message: message.into(),
            origin: None,
            help: None,
            source: None,
        }))
    }

    /// Adds the place, unless a more specific one is known.
    pub fn at(mut self, origin: &Origin) -> Error {
        self.0.origin.get_or_insert_with(|| origin.clone());
        self
    }

    /// Adds what to do next.
    pub fn help(mut self, help: impl Into<String>) -> Error {
        self.0.help = Some(help.into());
        self
    }

    /// Adds the cause.
    pub fn source(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        self.0.source = Some(source.into());
        self
    }

    /// Creates an I/O error that happened while doing something.
    pub fn io(doing: impl fmt::Display, source: std::io::Error) -> Error {
        Error::new(ErrorKind::Io, format!("{doing}: {}", io_reason(&source))).source(source)
    }

    /// Its kind.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What to do next.
    pub fn help_text(&self) -> Option<&str> {
        self.0.help.as_deref()
    }
}

/// The reason of an I/O error in few words, without the operating system's error number.
pub fn io_reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind as Io;
    match error.kind() {
        Io::NotFound => "no such file or folder".into(),
        Io::PermissionDenied => "permission denied".into(),
        Io::UnexpectedEof => "the data end too early".into(),
        _ => error.to_string(),
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.origin {
            Some(origin) => write!(f, "{origin}: {}", self.0.message),
            None => f.write_str(&self.0.message),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

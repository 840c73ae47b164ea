//! Errors that stop a request.

use kifu_archive::error::{Error, ErrorKind};
use kifu_language::QueryError;
use kifu_messages::Message;
use kifu_record::cancel::Interrupted;
use std::fmt;

/// Error that stops a request: an error in the text of a query, together with that text, or any other error.
#[derive(Debug)]
pub enum Failure {
    /// Query that cannot be parsed or planned. The span of the error points into the text.
    Query(QueryError, String),
    Other(Error),
}

/// Result of a request.
pub type Result<T> = std::result::Result<T, Failure>;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Query(error, _) => error.fmt(f),
            Failure::Other(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl Failure {
    /// Error message, with the place before it if that is known.
    pub fn message(&self) -> Message {
        match self {
            Failure::Query(error, _) => error.message.clone(),
            Failure::Other(error) => error.with_place(),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Other(error)
    }
}

impl From<Interrupted> for Failure {
    fn from(Interrupted: Interrupted) -> Failure {
        let message = "the request was cancelled";
        Error::new(ErrorKind::Interrupted, message).into()
    }
}

impl From<Failure> for Error {
    /// Keeps the message of the error, and drops the text of the query and the place in it.
    fn from(failure: Failure) -> Error {
        match failure {
            Failure::Other(error) => error,
            Failure::Query(error, _) => {
                let without_place =
                    Error::new(kifu_archive::error::ErrorKind::Query, error.message);
                match (error.help, error.remedy) {
                    (Some(help), _) => without_place.with_help(help),
                    (None, Some(remedy)) => without_place.with_remedy(*remedy),
                    (None, None) => without_place,
                }
            }
        }
    }
}

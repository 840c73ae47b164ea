//! Errors as answers: JSON for programs, a page for people.

use super::app::App;
use super::archive::{BuildWork, OpenedIndex};
use super::bounded::json_line;
use super::progress::{JobProgress, job_progress};
use super::roots::Roots;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kifu_archive::error::{ErrorKind, Remedy};
use kifu_engine::Failure;
use kifu_engine::error::ErrorDetails;
use kifu_language::QueryErrorCode;
use kifu_language::error_line::ErrorLine;
use kifu_messages::{Locale, Message, say};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

/// Number of seconds after which a client should retry when the server is busy or is opening an index.
const RETRY_AFTER_SECONDS: u32 = 2;

/// An error as a JSON object.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub(crate) struct ErrorObject {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// The error, with its message and its place in the query.
    pub error: ErrorBody,
}

/// An error, with the values that only a server adds to it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ErrorTold")]
pub(crate) struct ErrorBody {
    /// The error as the engine describes it.
    #[serde(flatten)]
    pub details: ErrorDetails,
    /// Line of the query that contains the mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Carets (`^^^`) under the mistake in that line, in cells of a terminal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caret: Option<String>,
    /// Names that are similar to an unknown one, each with its number of games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<Vec<(String, u64)>>,
    /// Progress of a build of the index that has to end before the request can be answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<JobProgress>,
    /// Both notes, if the request would have replaced a note that the client had not seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<NoteConflict>,
}

/// Two notes on one game: the one that is stored, and the one of a request that would replace it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct NoteConflict {
    /// Version of the stored note. A request that sends this version with a note replaces the stored one.
    pub version: String,
    /// Note that the request contains.
    pub sent: String,
    /// Note that is stored; empty if it was removed.
    pub stored: String,
}

/// Error that a request is answered with.
#[derive(Clone, Debug)]
pub(crate) struct RequestError {
    pub message: Message,
    /// Advice to the user on what to do next.
    pub help: Option<Message>,
    pub status: StatusCode,
    /// The error as the JSON object that programs get.
    pub object: Box<ErrorObject>,
    /// True if the message is written in English only, so a page must mark its language.
    pub message_is_english: bool,
    allow: Option<&'static str>,
    /// Number of seconds after which the client should send the request again, if that may help.
    retry: Option<u32>,
}

impl RequestError {
    /// Makes an error with a status, a code for programs and a message.
    pub(crate) fn new(
        status: StatusCode,
        code: &'static str,
        message: impl Into<Message>,
    ) -> RequestError {
        let message = message.into();
        let details = ErrorDetails::from_message(code, &message);
        RequestError::with_details(status, message, details)
    }

    /// Error for a part of the request that cannot be read.
    pub(crate) fn bad_request(
        code: &'static str,
        message: impl Into<Message>,
        help: impl Into<Message>,
    ) -> RequestError {
        RequestError::new(StatusCode::BAD_REQUEST, code, message).with_help(help)
    }

    fn with_details(status: StatusCode, message: Message, details: ErrorDetails) -> RequestError {
        let error =
            ErrorBody { details, line: None, caret: None, near: None, progress: None, note: None };
        RequestError {
            message,
            help: None,
            status,
            object: Box::new(ErrorObject { v: 1, error }),
            message_is_english: false,
            allow: None,
            retry: None,
        }
    }

    /// Adds the seconds after which the client should ask again.
    #[must_use]
    pub(crate) fn retry_after(mut self, seconds: u32) -> RequestError {
        self.retry = Some(seconds);
        self
    }

    /// Adds advice on what to do next.
    #[must_use]
    pub(crate) fn with_help(mut self, help: impl Into<Message>) -> RequestError {
        let help = help.into();
        self.object.error.details.help = Some(help.to_string());
        self.help = Some(help);
        self
    }

    /// Translates the message and the advice in the JSON object, for a script that shows them on a page in this
    /// language.
    #[must_use]
    pub(crate) fn translated(mut self, locale: Locale) -> RequestError {
        let details = &mut self.object.error.details;
        details.message = self.message.in_language(locale);
        details.help = self.help.as_ref().map(|help| help.in_language(locale));
        self
    }

    /// Adds the HTTP methods that the address accepts.
    #[must_use]
    pub(crate) fn with_allowed_methods(mut self, methods: &'static str) -> RequestError {
        self.allow = Some(methods);
        self
    }

    /// Error for a note that has changed since the client read it.
    pub(super) fn note_changed(conflict: NoteConflict) -> RequestError {
        let message = say!("error-note-changed");
        let mut refusal = RequestError::new(StatusCode::CONFLICT, "note_changed", message)
            .with_help(say!("error-note-changed-help"));
        refusal.object.error.note = Some(conflict);
        refusal
    }

    /// Error for an answer that has more bytes than the server may send.
    pub(crate) fn too_large() -> RequestError {
        let message = say!("error-answer-large");
        RequestError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
            .with_help(say!("error-answer-large-help"))
    }

    /// Turns a failure of the engine into an error of the request. Paths in it begin below their roots, so the answer
    /// does not reveal where the archive lies.
    pub(crate) fn from_failure(
        failure: &Failure,
        app: &App,
        roots: Option<&Roots>,
    ) -> RequestError {
        let failure_help = || match failure {
            Failure::Query(error, _) => error.help.clone(),
            Failure::Other(error) => error.help_text().cloned(),
        };
        let help = (app.remedy_wording)(failure).or_else(failure_help);
        let message = match roots {
            Some(roots) => failure.message().map_texts(&|text| roots.hide_roots(text)),
            None => failure.message(),
        };
        let mut details = ErrorDetails::new(failure, help.as_ref().map(Message::to_string));
        details.message = message.to_string();
        let mut refusal = RequestError::with_details(status(failure), message, details);
        refusal.help = help;
        let body = &mut refusal.object.error;
        match failure {
            Failure::Query(error, text) => {
                let ErrorLine { line, carets } = error.error_line(text);
                (body.line, body.caret) = (Some(line), Some(carets));
                let is_passing = error.code() == QueryErrorCode::NotReady;
                refusal.retry = is_passing.then_some(RETRY_AFTER_SECONDS);
            }
            Failure::Other(error) => {
                if let Some(Remedy::Names(names)) = error.remedy() {
                    body.near = Some(names.clone());
                }
                let is_passing = matches!(error.kind(), ErrorKind::Busy | ErrorKind::Lost);
                refusal.retry = is_passing.then_some(RETRY_AFTER_SECONDS);
            }
        }
        refusal
    }

    /// Error for a request to a server that has not opened an index yet.
    fn no_index(work: &BuildWork, app: &App) -> RequestError {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        match work {
            // The paths in this message are not hidden, because the user named them when starting the server.
            BuildWork::Failed(failure) => RequestError {
                status,
                message_is_english: true,
                ..RequestError::from_failure(failure, app, None)
            },
            BuildWork::Running(progress) => {
                let message = say!("error-reading-first");
                let mut refusal = RequestError::new(status, "building", message);
                refusal.object.error.progress = Some(job_progress(progress));
                refusal.retry_after(1)
            }
        }
    }

    /// Adds the headers that belong to this error, such as `Retry-After`, to a response.
    pub(crate) fn add_headers(&self, mut response: Response) -> Response {
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(methods) = self.allow {
            headers.insert(header::ALLOW, HeaderValue::from_static(methods));
        }
        if let Some(seconds) = self.retry {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl App {
    /// Returns the opened index, or the error that says why there is none.
    pub(crate) fn opened(&self) -> Result<Arc<OpenedIndex>, RequestError> {
        self.archive.opened().map_err(|work| RequestError::no_index(&work, self))
    }
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        let mut response = (self.status, json_line(&*self.object)).into_response();
        let kind = HeaderValue::from_static("application/json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        self.add_headers(response)
    }
}

fn status(failure: &Failure) -> StatusCode {
    let error = match failure {
        Failure::Other(error) => error,
        Failure::Query(error, _) if error.code() == QueryErrorCode::NotReady => {
            return StatusCode::SERVICE_UNAVAILABLE;
        }
        Failure::Query(..) => return StatusCode::BAD_REQUEST,
    };
    match error.kind() {
        ErrorKind::Query => StatusCode::BAD_REQUEST,
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::Gone => StatusCode::GONE,
        ErrorKind::Stale => StatusCode::CONFLICT,
        ErrorKind::Limit => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::Private => StatusCode::FORBIDDEN,
        ErrorKind::NoIndex
        | ErrorKind::Locked
        | ErrorKind::Lost
        | ErrorKind::Interrupted
        | ErrorKind::Busy => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

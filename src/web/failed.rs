//! Errors as answers: one form for programs, one page for people.

use super::App;
use super::archive::Closed;
use super::going::Going;
use super::roots::Roots;
use crate::engine::{ErrorJson, Failure, json};
use crate::error::{ErrorKind, Remedy};
use crate::language::pointed::Pointed;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

/// The seconds after which a server that is busy may have room.
const SOON: u32 = 2;

/// An error of a request, ready to be told.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The status of the answer.
    pub status: StatusCode,
    /// The object for programs.
    pub object: Value,
    /// How far a build has got, if that is what is waited for.
    pub going: Option<Box<Going>>,
    allow: Option<&'static str>,
    /// After how many seconds to ask again.
    retry: Option<u32>,
}

impl Refusal {
    /// An internal error.
    pub fn new(status: StatusCode, code: &str, message: &str) -> Refusal {
        Refusal {
            status,
            object: json!({"v": 1, "error": {"code": code, "message": message}}),
            going: None,
            allow: None,
            retry: None,
        }
    }

    /// The same with the seconds after which to ask again.
    #[must_use]
    pub fn retry(mut self, seconds: u32) -> Refusal {
        self.retry = Some(seconds);
        self
    }

    /// The same with what to do next.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Refusal {
        self.put("help", help.into());
        self
    }

    /// The same with the methods that are accepted.
    #[must_use]
    pub fn allow(mut self, methods: &'static str) -> Refusal {
        self.allow = Some(methods);
        self
    }

    /// The answer has more bytes than may be sent.
    pub fn too_large() -> Refusal {
        let message = "the answer is larger than 4 MiB";
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
            .help("ask for fewer rows: limit=50")
    }

    /// What a request stopped at.
    pub fn of(failure: &Failure, app: &App, roots: Option<&Roots>) -> Refusal {
        let error = ErrorJson::new(failure, (app.words)(failure));
        let mut refusal = Refusal::new(status(failure), "", "");
        refusal.object = serde_json::to_value(&error).unwrap_or_default();
        if let Failure::Query(error, text) = failure {
            let Pointed { line, carets } = error.pointed(text);
            refusal.put("line", line);
            refusal.put("caret", carets);
        }
        if matches!(failure, Failure::Other(error) if error.kind() == ErrorKind::Busy) {
            refusal.retry = Some(SOON);
        }
        if let Failure::Other(error) = failure
            && let Some(Remedy::Names(names)) = error.remedy()
        {
            refusal.put("near", json!(names));
        }
        if let Some(roots) = roots {
            let told = refusal.text("message").map(|text| roots.without(text));
            told.into_iter()
                .for_each(|text| refusal.put("message", text));
        }
        refusal
    }

    /// There is no index to answer from yet.
    pub fn closed(closed: &Closed, app: &App) -> Refusal {
        match closed {
            Closed::Failed(failure) => Refusal {
                status: StatusCode::SERVICE_UNAVAILABLE,
                ..Refusal::of(failure, app, None)
            },
            Closed::Building(going) => {
                let message = "the games are being read for the first time";
                let status = StatusCode::SERVICE_UNAVAILABLE;
                let mut refusal = Refusal::new(status, "building", message);
                refusal.put("progress", serde_json::to_value(going).unwrap_or_default());
                refusal.going = Some(Box::new(*going));
                refusal.retry(1)
            }
        }
    }

    fn put(&mut self, key: &str, value: impl Into<Value>) {
        if let Some(Value::Object(error)) = self.object.get_mut("error") {
            error.insert(key.to_owned(), value.into());
        }
    }

    fn error(&self) -> Option<&Map<String, Value>> {
        self.object.get("error")?.as_object()
    }

    /// A text of the error: `message`, `help`, `line`, `caret`.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.error()?.get(key)?.as_str()
    }

    /// What may have been meant: what stands in place of the error, and the whole query.
    pub fn fixes(&self) -> Vec<(&str, &str)> {
        let fixes = self
            .error()
            .and_then(|error| error.get("fixes")?.as_array());
        let texts = fixes.into_iter().flatten().map(|fix| {
            let text = |key| fix.get(key).and_then(Value::as_str);
            text("label").zip(text("query"))
        });
        texts.flatten().collect()
    }

    /// Similar names.
    pub fn near(&self) -> Vec<&str> {
        let near = self.error().and_then(|error| error.get("near")?.as_array());
        let names = near.into_iter().flatten();
        names.filter_map(|near| near.get(0)?.as_str()).collect()
    }

    /// Adds the headers that go with it.
    pub fn finish(&self, mut response: Response) -> Response {
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

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut line = Vec::new();
        // Writing to memory does not fail.
        let _ = json::write_line(&mut line, &self.object);
        let mut response = (self.status, line).into_response();
        response.headers_mut().insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        );
        self.finish(response)
    }
}

fn status(failure: &Failure) -> StatusCode {
    let Failure::Other(error) = failure else {
        return StatusCode::BAD_REQUEST;
    };
    match error.kind() {
        ErrorKind::Query => StatusCode::BAD_REQUEST,
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::Gone => StatusCode::GONE,
        ErrorKind::Stale => StatusCode::CONFLICT,
        ErrorKind::Limit => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::NoIndex | ErrorKind::Locked | ErrorKind::Interrupted | ErrorKind::Busy => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

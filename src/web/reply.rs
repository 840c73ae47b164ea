//! From what was found to what is sent: a page, a part of one, or JSON; known again by its ETag, packed if that is
//! understood.

use super::address::ParsedRequest;
use super::app::App;
use super::archive::OpenedIndex;
use super::bounded::{LARGEST, object};
use super::desk::{AnswerContext, Partial, Weight, at_desk};
use super::failed::RequestError;
use super::pack::pack;
use super::page::{PageContext, PageFragment, error, frame};
use crate::engine::Result;
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Asks the engine.
pub type Find<T> = fn(&AnswerContext, &ParsedRequest) -> Result<Partial<T>>;
/// Draws what was found.
pub type Draw<T> = fn(&PageContext, &T) -> PageFragment;

/// A text and whether it is packed, its type, and whether all games were looked through.
type ReplyBody = ((Vec<u8>, bool), &'static str, bool);

/// Reads a request, after a look whether another process has changed the index.
pub async fn asked(
    app: &Arc<App>,
    request: Request,
) -> std::result::Result<ParsedRequest, RequestError> {
    if app.archive.has_changed() {
        let archive = app.archive.clone();
        // If the new state cannot be read, the one before it answers.
        let _ = tokio::task::spawn_blocking(move || archive.reopen()).await;
    }
    ParsedRequest::read(&request)
}

/// Answers a request by a page, if it is told how to draw one, and by JSON else.
pub async fn answer<T: Serialize + 'static>(
    app: &App,
    asked: ParsedRequest,
    weight: Weight,
    find: Find<T>,
    draw: Option<Draw<T>>,
) -> Response {
    let is_page = draw.is_some();
    let asker = asked.clone();
    let refuse = |refusal: RequestError| match is_page {
        true => error::respond(&refusal, Some(&asker)),
        false => refusal.into_response(),
    };
    let opened = match app.opened() {
        Ok(opened) => opened,
        Err(refusal) => return refuse(refusal),
    };
    let building = app.archive.building().is_some();
    let tag = (weight != Weight::Look).then(|| tag(&opened, &asked, (is_page, building)));
    if let (Some(tag), Some(known)) = (&tag, &asked.known)
        && known.contains(tag)
    {
        return finish(StatusCode::NOT_MODIFIED.into_response(), Some(tag));
    }
    let patient = asked.patient;
    let work = move |context: &AnswerContext| {
        asked.check()?;
        let found = find(context, &asked)?;
        let (body, kind) = match draw {
            None => (object(context, &found.data)?, "application/json"),
            Some(draw) => {
                let drawn = drawn(context, &asked, &found, (draw, building));
                let body = Some(drawn.into_bytes()).filter(|body| body.len() <= LARGEST);
                (body, "text/html; charset=utf-8")
            }
        };
        Ok(body.map(|body| (pack(body, asked.gzip), kind, found.complete)))
    };
    match at_desk(&app.scans, opened.clone(), weight, patient, work).await {
        Ok(Some(made)) => sent(made, tag.as_deref()),
        Ok(None) => refuse(RequestError::too_large()),
        Err(failure) => refuse(RequestError::of(&failure, app, Some(&opened.roots))),
    }
}

/// A page, or the parts of it that are asked for.
pub fn drawn<T>(
    context: &AnswerContext,
    asked: &ParsedRequest,
    found: &Partial<T>,
    (draw, building): (Draw<T>, bool),
) -> String {
    let view = PageContext {
        asked,
        opened: &context.opened,
        took: context.began.elapsed(),
        complete: found.complete,
        building,
    };
    let drawn = draw(&view, &found.data);
    let html = match asked.parts.is_empty() {
        true => frame(&view, &drawn),
        false => drawn.parts,
    };
    html.into_string()
}

fn sent(((body, packed), kind, complete): ReplyBody, tag: Option<&str>) -> Response {
    let mut response = Bytes::from(body).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let vary = HeaderValue::from_static("Accept-Encoding, Accept");
    headers.insert(header::VARY, vary);
    if packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    finish(response, tag.filter(|_| complete))
}

/// Says how long an answer is good: until the index changes. One that is not complete is not kept at all.
fn finish(mut response: Response, tag: Option<&str>) -> Response {
    let headers = response.headers_mut();
    let tag = tag.and_then(|tag| HeaderValue::from_str(tag).ok());
    let control = if tag.is_some() {
        "no-cache"
    } else {
        "no-store"
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(control));
    tag.and_then(|tag| headers.insert(header::ETAG, tag));
    response
}

/// The name of an answer: that of the state of the index, the settings and the program, and a number that changes with
/// the request and the form of the answer.
fn tag(opened: &OpenedIndex, asked: &ParsedRequest, form: (bool, bool)) -> String {
    let mut hash = DefaultHasher::new();
    (asked.canonical(), form).hash(&mut hash);
    format!("\"g{}-{:016x}\"", opened.state, hash.finish())
}

/// Runs work for an answer that is neither a page nor JSON. If it looks through games, it may take as long as it needs,
/// up to the limit of all answers: a file that is not complete would not say so.
pub async fn made<T: Send + 'static>(
    app: &Arc<App>,
    request: Request,
    weight: Weight,
    work: fn(&AnswerContext, &ParsedRequest) -> Result<T>,
) -> std::result::Result<T, RequestError> {
    let asked = asked(app, request).await?;
    let opened = app.opened()?;
    let patient = weight == Weight::Scan;
    let work = move |context: &AnswerContext| {
        asked.check()?;
        work(context, &asked)
    };
    let done = at_desk(&app.scans, opened.clone(), weight, patient, work).await;
    done.map_err(|failure| RequestError::of(&failure, app, Some(&opened.roots)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::desk::tests::{archive, runtime};
    use super::super::hosts::Hosts;
    use super::super::origins::Origins;
    use super::*;
    use axum::body::Body;
    use tokio::sync::Semaphore;

    /// Where all places are taken, nobody waits without an end: programs and people are told when to come back.
    #[test]
    fn who_finds_no_place_is_told_when_to_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let app = App {
            archive: archive(folder.path()),
            hosts: Hosts::new([127, 0, 0, 1].into(), 1, Vec::new()),
            origins: Origins::new(Vec::new()).unwrap(),
            token: None,
            scans: Arc::new(Semaphore::new(0)),
            exports: Arc::new(Semaphore::new(1)),
            words: |_| None,
        };
        let asked = || {
            let request = Request::builder().uri("/games").body(Body::empty());
            ParsedRequest::read(&request.unwrap()).unwrap()
        };
        let find: Find<u8> = |_, _| Ok(Partial::all(1));
        let draw: Draw<u8> = |_, _| unreachable!();
        let answers = runtime().block_on(async {
            tokio::join!(
                answer(&app, asked(), Weight::Scan, find, None),
                answer(&app, asked(), Weight::Scan, find, Some(draw)),
            )
        });
        let kinds = ["application/json", "text/html; charset=utf-8"];
        for (response, kind) in [answers.0, answers.1].iter().zip(kinds) {
            assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
            let header = |name| response.headers().get(name).unwrap().to_str().unwrap();
            assert_eq!(header(header::CONTENT_TYPE), kind);
            assert!(header(header::RETRY_AFTER).parse::<u32>().unwrap() > 0);
        }
    }
}

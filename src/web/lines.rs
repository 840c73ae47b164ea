//! Sends an answer as lines of JSON while it is being found: `begin`, `counts`, `moves`, `game` …, `years`, `end`.
//!
//! All lines together hold the same data as the JSON object that the address answers otherwise: the `game` lines are
//! its games in order, and each other line has some of its keys. While games are examined, further `counts` lines with
//! the key `looked_at` alone report the progress.

use super::address::{NDJSON_TYPE, ParsedRequest};
use super::app::App;
use super::bounded::{bounded_json_line, json_line};
use super::reply::{Find, sources};
use super::request_error::{ErrorBody, RequestError};
use super::response_body::{BodyChunk, chunk_body};
use super::route_parameters::RouteParameters;
use super::worker::{Weight, run_with_progress, time_budget};
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use kifu_archive::error::Error;
use kifu_engine::page::PageRow;
use kifu_engine::row::GameRow;
use kifu_engine::{AnswerProgress, Result};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::Sender;
use tokio::time::{sleep, timeout};

/// Interval between the lines that report progress. If an answer is ready before the first of these lines is due, the
/// answer is sent without any.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// Keys of the answer that only the last line contains, the `end` line.
const END_KEYS: [&str; 4] = ["took_us", "looked_at", "complete", "page"];

/// Future that computes an answer: it returns the JSON object, or the error to send instead.
type AnswerFuture = Pin<Box<dyn Future<Output = std::result::Result<Value, RequestError>> + Send>>;

/// Answers a request with lines of JSON, each sent as soon as its data is found.
pub(crate) async fn answer<P: RouteParameters, T: Serialize + 'static>(
    app: &Arc<App>,
    request: ParsedRequest<P>,
    find: Find<P, T>,
) -> Response {
    let sources = match sources(app, &request).await {
        Ok(sources) => sources,
        Err(refusal) => return refusal.into_response(),
    };
    let opened = sources.opened.clone();
    let begin = json!({
        "part": "begin", "v": 1, "query": request.state.query, "generation": opened.generation,
    });
    let progress = AnswerProgress::default();
    let work = {
        let (app, progress) = (app.clone(), progress.clone());
        async move {
            let wait = time_budget(request.is_full_search);
            let work = move |context: &_| {
                request.check()?;
                let found = find(context, &request)?;
                bounded_json_line(context, &found.data)?.map(parse_json).transpose()
            };
            let weight = (Weight::Scan, wait);
            let found =
                run_with_progress(&app.search_permits, sources, weight, progress, work).await;
            let found = found.map_err(|failure| {
                RequestError::from_failure(&failure, &app, Some(&opened.roots))
            })?;
            found.ok_or_else(RequestError::too_large)
        }
    };
    send(begin, Box::pin(work), progress).await
}

/// Parses a JSON answer that this server has just written, so that it can be split into lines. Its size was limited
/// when it was written.
fn parse_json(json: Vec<u8>) -> Result<Value> {
    serde_json::from_slice(&json).map_err(|error| Error::io("JSON", error.into()).into())
}

/// Sends an answer line by line. If it is ready within [`PROGRESS_INTERVAL`], the response has the status of the
/// answer; otherwise the status is sent before it is known whether an error follows.
async fn send(begin: Value, mut work: AnswerFuture, progress: AnswerProgress) -> Response {
    match timeout(PROGRESS_INTERVAL, &mut work).await {
        Ok(Ok(found)) => {
            let body: Vec<u8> = std::iter::once(begin)
                .chain(following_lines(found))
                .flat_map(|value| json_line(&value))
                .collect();
            lines_response(Body::from(body))
        }
        Ok(Err(refusal)) => refusal.into_response(),
        Err(_) => {
            let (sender, flow) = chunk_body();
            tokio::spawn(async move {
                // When the client stops reading, this future ends, which also ends the work on the answer.
                let _ = send_progress_and_lines(begin, work, progress, sender).await;
            });
            lines_response(Body::new(flow))
        }
    }
}

/// Error of a response whose client has stopped reading.
pub(super) struct ClientGone;

async fn send_progress_and_lines(
    begin: Value,
    mut work: AnswerFuture,
    progress: AnswerProgress,
    sender: Sender<BodyChunk>,
) -> std::result::Result<(), ClientGone> {
    send_line(&sender, &begin).await?;
    match await_with_progress(&mut work, &progress, &sender, PartialEq::ne).await? {
        Ok(found) => {
            for value in following_lines(found) {
                send_line(&sender, &value).await?;
            }
            Ok(())
        }
        Err(refusal) => {
            send_line(&sender, &json!({"part": "error", "error": refusal.object.error})).await
        }
    }
}

/// Sends one line of JSON to the client.
pub(super) async fn send_line(
    sender: &Sender<BodyChunk>,
    value: &Value,
) -> std::result::Result<(), ClientGone> {
    sender.send(Ok(Bytes::from(json_line(value)))).await.map_err(|_| ClientGone)
}

/// Waits for an answer. While it waits, it sends a line about the progress whenever `is_news` accepts the progress
/// compared with the line before.
pub(super) async fn await_with_progress<T>(
    work: &mut (impl Future<Output = T> + Unpin),
    progress: &AnswerProgress,
    sender: &Sender<BodyChunk>,
    is_news: impl Fn(&(u64, u64), &(u64, u64)) -> bool,
) -> std::result::Result<T, ClientGone> {
    let mut last_sent = (0, 0);
    loop {
        tokio::select! {
            found = &mut *work => return Ok(found),
            () = sender.closed() => return Err(ClientGone),
            () = sleep(PROGRESS_INTERVAL) => {}
        }
        let now = progress.games_examined();
        if is_news(&now, &last_sent) {
            last_sent = now;
            send_line(sender, &json!({"part": "counts", "looked_at": now})).await?;
        }
    }
}

/// Splits an answer into the lines after the `begin` line.
fn following_lines(found: Value) -> impl Iterator<Item = Value> {
    let Value::Object(mut counts) = found else {
        return Vec::new().into_iter();
    };
    let mut end = Map::from_iter([("part".to_owned(), json!("end"))]);
    for key in END_KEYS {
        end.extend(counts.remove(key).map(|value| (key.to_owned(), value)));
    }
    let mut single_key = |key: &str| Some(json!({"part": key, key: counts.remove(key)?}));
    let (moves, years) = (single_key("moves"), single_key("years"));
    let games = counts.remove("games");
    let games = games
        .and_then(|games| serde_json::from_value::<Vec<Value>>(games).ok())
        .unwrap_or_default()
        .into_iter();
    counts.insert("part".to_owned(), json!("counts"));
    let mut lines = vec![Value::Object(counts)];
    lines.extend(moves);
    lines.extend(games.map(|game| json!({"part": "game", "game": game})));
    lines.extend(years);
    lines.push(Value::Object(end));
    lines.into_iter()
}

/// Schema of a line. A line may have any of the keys of the complete JSON object.
pub(crate) fn schema(generator: &mut SchemaGenerator) -> Schema {
    let game = json!({"description": "A game, in the order of the answer.", "anyOf": [
        generator.subschema_for::<GameRow>(), generator.subschema_for::<PageRow>(),
    ]});
    let part = json!({
        "type": "string",
        "enum": ["begin", "counts", "moves", "game", "years", "end", "error"],
        "description": "What the line tells. If it is `counts` with `looked_at` alone, it is how far the answer got.",
    });
    let mut error = generator.subschema_for::<ErrorBody>();
    error.insert("description".to_owned(), json!("Why the answer ends here."));
    json_schema!({
        "type": "object",
        "description": "A line. Besides these keys it has some of those of the whole object.",
        "properties": {"part": part, "game": game, "error": error},
        "required": ["part"],
        "additionalProperties": true,
    })
}

/// Makes a response whose body consists of lines of JSON.
pub(super) fn lines_response(body: Body) -> Response {
    let head = [
        (header::CONTENT_TYPE, HeaderValue::from_static(NDJSON_TYPE)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::VARY, HeaderValue::from_static("Accept")),
    ];
    (head, body).into_response()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use hyper::body::Body as _;
    use std::future::poll_fn;
    use tokio::sync::oneshot::channel;

    async fn next(body: &mut Body) -> Option<Value> {
        let bytes = poll_fn(|context| Pin::new(&mut *body).poll_frame(context))
            .await?
            .unwrap()
            .into_data()
            .unwrap();
        Some(serde_json::from_slice(&bytes).unwrap())
    }

    fn runtime() -> tokio::runtime::Runtime {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_time().build().unwrap()
    }

    #[test]
    fn the_first_line_is_there_before_the_answer() {
        runtime().block_on(async {
            let (release, released) = channel();
            let work: AnswerFuture = Box::pin(async move {
                released.await.unwrap();
                let games = json!([{"id": "a"}, {"id": "b"}]);
                Ok(json!({"total": 2, "moves": [], "games": games, "years": null, "complete": true}))
            });
                        let mut body = send(json!({"part": "begin"}), work, AnswerProgress::default()).await.into_body();
            assert_eq!(next(&mut body).await.unwrap()["part"], "begin");
            release.send(()).unwrap();
            let mut rest = Vec::new();
            while let Some(line) = next(&mut body).await {
                rest.push(line);
            }
            let wanted = [
                json!({"part": "counts", "total": 2}),
                json!({"part": "moves", "moves": []}),
                json!({"part": "game", "game": {"id": "a"}}),
                json!({"part": "game", "game": {"id": "b"}}),
                json!({"part": "years", "years": null}),
                json!({"part": "end", "complete": true}),
            ];
            assert_eq!(rest, wanted);
        });
    }

    #[test]
    fn work_ends_when_the_client_is_gone() {
        runtime().block_on(async {
            let (held, dropped) = channel::<()>();
            let work: AnswerFuture = Box::pin(async move {
                let _held = held;
                std::future::pending().await
            });
            let response = send(json!({"part": "begin"}), work, AnswerProgress::default()).await;
            drop(response);
            // Dropping the response ends the work on the answer, which then frees everything that it holds.
            assert!(dropped.await.is_err());
        });
    }
}

//! Answers that are files: the drawing of a board, the record of a game.

use super::address::ParsedRequest;
use super::app::App;
use super::data::{explore, game};
use super::desk::AnswerContext;
use super::diagram::diagram;
use super::failed::RequestError;
use super::memory::MemoryShare;
use super::page;
use super::reply::{asked, at_once, scanned};
use super::thumbnail::thumbnail;
use crate::drawing::svg_turned;
use crate::engine::Result;
use crate::error::{Error, ErrorKind};
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// A drawing may not run or load anything.
const POLICY: &str = "default-src 'none'; style-src 'none'";

fn no_board() -> Error {
    let message = "the rules of this game are not known, so there is no board";
    Error::new(ErrorKind::NotFound, message)
}

/// The board of a game at a node as a drawing.
pub async fn board(State(app): State<Arc<App>>, request: Request) -> Response {
    let work = |context: &AnswerContext, asked: &ParsedRequest| -> Result<String> {
        let shown = game::at_place(context, asked)?;
        let board = shown.place.board.as_ref().ok_or_else(no_board)?;
        let drawn = match asked.small {
            true => thumbnail(board, shown.last_stone()),
            false => {
                let drawing = page::game::drawing(&shown, board, &asked.state);
                svg_turned(&drawing, asked.state.flip)
            }
        };
        Ok(drawn.into_string())
    };
    let drawn = match asked(&app, request).await {
        Ok(asked) => at_once(&app, asked, work).await,
        Err(refusal) => Err(refusal),
    };
    let head = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    drawn.map_or_else(RequestError::into_response, |text| {
        (head, text).into_response()
    })
}

/// The board of a game at a node as text.
pub async fn text(State(app): State<Arc<App>>, request: Request) -> Response {
    let work = |context: &AnswerContext, asked: &_| -> Result<String> {
        let shown = game::at_place(context, asked)?;
        let place = &shown.place;
        let board = place.board.as_ref().ok_or_else(no_board)?;
        let title = format!("{}, move {}", page::game::title(&shown), place.number);
        Ok(diagram(board, shown.last_stone(), place.turn, &title))
    };
    let drawn = match asked(&app, request).await {
        Ok(asked) => at_once(&app, asked, work).await,
        Err(refusal) => Err(refusal),
    };
    let head = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    drawn.map_or_else(RequestError::into_response, |text| {
        (head, text).into_response()
    })
}

/// The tree of continuations from a position, as a file.
pub async fn tree(State(app): State<Arc<App>>, request: Request) -> Response {
    let work = |context: &AnswerContext, asked: &_| -> Result<String> {
        let tree = explore::tree(context, asked)?;
        match tree.games {
            0 => Err(Error::new(ErrorKind::NotFound, "no game has this position").into()),
            _ => Ok(tree.sgf),
        }
    };
    let sgf = match asked(&app, request).await {
        Ok(asked) => scanned(&app, asked, work).await,
        Err(refusal) => Err(refusal),
    };
    let name = disposition("continuations");
    let head = [
        (header::CONTENT_TYPE, "application/x-go-sgf"),
        (header::CONTENT_DISPOSITION, name.as_str()),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    sgf.map_or_else(RequestError::into_response, |text| {
        (head, text).into_response()
    })
}

/// The record of a game.
pub async fn sgf(State(app): State<Arc<App>>, request: Request) -> Response {
    let piece = match asked(&app, request).await {
        Ok(asked) => at_once(&app, asked, game::sgf).await,
        Err(refusal) => Err(refusal),
    };
    let piece = match piece {
        Ok(piece) => piece,
        Err(refusal) => return refusal.into_response(),
    };
    let sent = HeldBytes {
        bytes: piece.bytes,
        _memory: piece.memory,
    };
    let mut response = Bytes::from_owner(sent).into_response();
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("application/x-go-sgf");
    headers.insert(header::CONTENT_TYPE, kind);
    if let Ok(name) = HeaderValue::from_str(&disposition(&piece.name)) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response
}

/// Bytes that take their share of memory until they are sent.
struct HeldBytes {
    bytes: Vec<u8>,
    _memory: Vec<MemoryShare>,
}

impl AsRef<[u8]> for HeldBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Says that this is a file to keep, under a name that is a plain word in every system.
fn disposition(name: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || "-._".contains(c) {
            c
        } else {
            '_'
        }
    };
    let name: String = name.chars().map(plain).take(100).collect();
    let name = name.trim_matches(['.', '_', '-']);
    let name = if name.is_empty() { "game" } else { name };
    format!("attachment; filename=\"{name}.sgf\"")
}

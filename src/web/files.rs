//! Answers that are files: the drawing of a board, the record of a game.

use super::address::ParsedRequest;
use super::app::App;
use super::data::{explore, game};
use super::diagram::diagram;
use super::page;
use super::reply::run_request;
use super::request_error::RequestError;
use super::route_parameters::{DrawingParameters, NoParameters};
use super::thumbnail::thumbnail;
use super::worker::AnswerContext;
use super::worker::Weight::{Light, Scan};
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use kifu_archive::error::{Error, ErrorKind};
use kifu_drawing::svg_with_symmetry;
use kifu_engine::Result;
use kifu_messages::Locale;
use std::sync::Arc;

/// Content security policy of a drawing: it may not run or load anything.
const POLICY: &str = "default-src 'none'; style-src 'none'";
const SGF: &str = "application/x-go-sgf";

fn no_board() -> Error {
    let message = "the rules of this game are unknown, so there is no board";
    Error::new(ErrorKind::NotFound, message)
}

/// Sends the board of a game at a node as a drawing.
pub(crate) async fn board(State(app): State<Arc<App>>, request: Request) -> Response {
    let work = |context: &AnswerContext,
                parsed: &ParsedRequest<DrawingParameters>|
     -> Result<String> {
        let shown_game = game::find_at_place(context, parsed)?;
        let board = shown_game.place.board.as_ref().ok_or_else(no_board)?;
        let drawn = if parsed.parameters.small {
            thumbnail(board, shown_game.last_stone())
        } else {
            let drawing = page::game::drawing(&shown_game, board, &parsed.state, Locale::English);
            svg_with_symmetry(&drawing, parsed.state.flip)
        };
        Ok(drawn.into_string())
    };
    let drawn = run_request(&app, request, Light, work).await;
    let policy = (header::CONTENT_SECURITY_POLICY, POLICY);
    file_response(drawn, "image/svg+xml", Some(policy))
}

/// Sends the board of a game at a node as text.
pub(crate) async fn text(State(app): State<Arc<App>>, request: Request) -> Response {
    let work = |context: &AnswerContext, parsed: &ParsedRequest<NoParameters>| -> Result<String> {
        let shown_game = game::find_at_place(context, parsed)?;
        let place = &shown_game.place;
        let board = place.board.as_ref().ok_or_else(no_board)?;
        let title = format!("{}, move {}", page::game::title(&shown_game), place.number);
        Ok(diagram(board, shown_game.last_stone(), place.turn, &title))
    };
    let drawn = run_request(&app, request, Light, work).await;
    file_response(drawn, "text/plain; charset=utf-8", None)
}

/// Sends the tree of continuations from a position as a file.
pub(crate) async fn tree(State(app): State<Arc<App>>, request: Request) -> Response {
    let work = |context: &AnswerContext, parsed: &_| -> Result<String> {
        let tree = explore::tree(context, parsed)?;
        match tree.games {
            0 => Err(Error::new(ErrorKind::NotFound, "no game has this position").into()),
            _ => Ok(tree.sgf),
        }
    };
    let sgf = run_request(&app, request, Scan, work).await;
    let name = disposition("continuations");
    file_response(sgf, SGF, Some((header::CONTENT_DISPOSITION, &name)))
}

/// Makes a response with a text of this media type and one more header.
fn file_response(
    result: std::result::Result<String, RequestError>,
    kind: &str,
    more: Option<(HeaderName, &str)>,
) -> Response {
    let (kind, control) = ([(header::CONTENT_TYPE, kind)], [(header::CACHE_CONTROL, "no-cache")]);
    match result {
        Ok(text) => (kind, more.map(|more| [more]), control, text).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

/// Sends the record of a game.
pub(crate) async fn sgf(State(app): State<Arc<App>>, request: Request) -> Response {
    let piece = match run_request(&app, request, Light, game::sgf).await {
        Ok(piece) => piece,
        Err(refusal) => return refusal.into_response(),
    };
    let name = HeaderValue::from_str(&disposition(&piece.name));
    let mut response = Bytes::from_owner(piece).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(SGF));
    if let Ok(name) = name {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response
}

/// Returns the value of `Content-Disposition` for a download. The file name becomes a word that is valid in every file
/// system.
fn disposition(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let name: String = name.replace(|c| !is_plain(c), "_").chars().take(100).collect();
    let name = name.trim_matches(['.', '_', '-']);
    let name = if name.is_empty() { "game" } else { name };
    format!("attachment; filename=\"{name}.sgf\"")
}

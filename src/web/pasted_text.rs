//! Reads a text that the user pasted into the page: moves, a diagram, or a record. The answer is the address of a page
//! that shows it as a board.

use super::app::App;
use super::bounded::json_line;
use super::data::explore::corners;
use super::guard::page_locale;
use super::request_error::RequestError;
use super::state::{Area, PageState};
use super::worker::{AnswerContext, Weight, run_blocking};
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kifu_archive::error::{Error, ErrorKind};
use kifu_drawing::touched_edges;
use kifu_engine::Result;
use kifu_engine::input::{BoardSubject, PatternInput};
use kifu_engine::request::BoardSearch;
use kifu_messages::{Locale, say};
use kifu_record::game::Color;
use kifu_record::game::board::Board;
use kifu_record::game::pattern::Cell;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// Largest size of a pasted text, in bytes.
const MAX_TEXT_BYTES: usize = 64 << 10;
/// Largest body, in bytes, of a request that changes the user's data. The largest one is a note, whose letters may be
/// escaped in JSON.
pub(crate) const MAX_CHANGE_BYTES: usize = 512 << 10;
/// Time within which a client has to send the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A board that was read from a pasted text.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Understood")]
pub(crate) struct UnderstoodBoard {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// Address of the page that shows the board.
    address: String,
    /// Remarks on how the text was understood, in the language of the page that sent it.
    notes: Vec<String>,
}

/// Reads a pasted text as a board. The text is never taken for a path, so no file is opened.
pub(crate) async fn read(State(app): State<Arc<App>>, request: Request) -> Response {
    let locale = page_locale(&request);
    match read_board(&app, request, locale).await {
        Ok(understood) => {
            let head = [(header::CONTENT_TYPE, "application/json")];
            (head, json_line(&understood)).into_response()
        }
        Err(refusal) => refusal.translated(locale).into_response(),
    }
}

async fn read_board(
    app: &Arc<App>,
    request: Request,
    locale: Locale,
) -> std::result::Result<UnderstoodBoard, RequestError> {
    let text = body_text(request, MAX_TEXT_BYTES).await?;
    let opened = app.opened()?;
    let work = move |context: &AnswerContext| board(context, text, locale);
    run_blocking(&app.search_permits, opened.clone(), Weight::Scan, false, work)
        .await
        .map_err(|failure| RequestError::from_failure(&failure, app, Some(&opened.roots)))
}

/// Reads the body of a request. The limit and timeout layers of tower-http would answer without a message.
pub(crate) async fn body_text(
    request: Request,
    max_bytes: usize,
) -> std::result::Result<String, RequestError> {
    let slow = |_| {
        let message = say!("error-text-slow");
        RequestError::new(StatusCode::REQUEST_TIMEOUT, "slow", message)
    };
    let long = |_| {
        let message = say!("error-text-long", most = (max_bytes >> 10).to_string());
        RequestError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_long", message)
    };
    let bytes = tokio::time::timeout(BODY_TIMEOUT, to_bytes(request.into_body(), max_bytes))
        .await
        .map_err(slow)?
        .map_err(long)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn board(context: &AnswerContext, text: String, locale: Locale) -> Result<UnderstoodBoard> {
    let request = BoardSearch { count: true, ..BoardSearch::of(text) };
    let answer = context.ask(&request)?.answer;
    let state = match &answer.subject {
        BoardSubject::Position(input) => state_of_board(&input.board, input.turn),
        BoardSubject::Pattern(input) => state_of_pattern(input)?,
    };
    let notes = answer.notes.iter().map(|note| note.in_language(locale)).collect();
    Ok(UnderstoodBoard { v: 1, address: state.at_path("/"), notes })
}

fn state_of_board(board: &Board, turn: Option<Color>) -> PageState {
    PageState { size: board.size(), ..PageState::default() }
        .set_up(board, turn.unwrap_or(Color::Black))
}

/// Turns a pattern that is a part of a board into a state of Explore, or fails if a state cannot express the pattern.
fn state_of_pattern(input: &PatternInput) -> Result<PageState> {
    let pattern = &input.pattern;
    let is_known = |cell: Cell| cell == Cell::EMPTY || open_sign(cell).is_some() || is_stone(cell);
    if !pattern.moves().is_empty() || !pattern.cells().all(|(_, cell)| is_known(cell)) {
        let error = Error::new(ErrorKind::Query, say!("error-points-not-shown"));
        return Err(error.with_help(say!("error-points-not-shown-help")).into());
    }
    let points = |sought| {
        let found = pattern.cells().filter(move |&(_, cell)| cell == sought);
        found.map(|(at, _)| input.on_board(at)).collect()
    };
    let (first, last) = corners(input);
    let drawn = pattern.edges();
    let touched_edges = touched_edges(first, last, input.board);
    let open =
        pattern.cells().filter_map(|(at, cell)| Some((input.on_board(at), open_sign(cell)?)));
    Ok(PageState {
        black: points(Cell::BLACK),
        white: points(Cell::WHITE),
        area: Area::region(first, last),
        edges: (drawn != touched_edges).then_some(drawn),
        open: open.collect(),
        size: input.board,
        ..PageState::default()
    })
}

fn is_stone(cell: Cell) -> bool {
    cell == Cell::BLACK || cell == Cell::WHITE
}

/// Sign of an open point (a point that may be, for instance, empty or black); `None` if only one content is allowed.
fn open_sign(cell: Cell) -> Option<char> {
    Some(cell.symbol()).filter(|sign| Cell::from_open_symbol(*sign) == Some(cell))
}

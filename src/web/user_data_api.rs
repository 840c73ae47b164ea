//! Stores changes that the page sends: stars, tags, notes, saved queries, and the history of queries.
//!
//! Only the page itself can change this data: a foreign site can send neither the header that `guard.rs` requires nor
//! the token, which it cannot read.

use super::app::App;
use super::bounded::json_line;
use super::guard::page_locale;
use super::pasted_text::{MAX_CHANGE_BYTES, body_text};
use super::reply::identify_reader;
use super::request_error::{NoteConflict, RequestError};
use super::user::Reader;
use super::userdata::UserdataAccess;
use super::worker::{AnswerContext, Weight, run_blocking};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::files::as_game_id;
use kifu_engine::parsed::check_syntax;
use kifu_engine::request::{FindContents, Search};
use kifu_engine::user_marks::{GameMarks, MarkSource, check_can_save, parse_name, parse_tag};
use kifu_engine::{Failure, Result};
use kifu_messages::{Message, say};
use kifu_store::userdata::changes::{MarkChange, MarkOutcome};
use kifu_store::userdata::marks::note_version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Header in which a request contains the write token.
const TOKEN_HEADER: HeaderName = HeaderName::from_static("x-kifu-token");

/// Write token. A request has to contain it if it changes the user's data.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MineToken")]
pub(crate) struct TokenObject {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// Write token of this run of the server, for the header X-Kifu-Token.
    token: String,
}

/// JSON body of a request that changes a game's tags, star or note, or a saved query. Each address of the API uses some
/// of its keys.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "MineChange")]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangeObject {
    /// Id of the game to change.
    game: Option<String>,
    /// Whether the game is starred.
    star: Option<bool>,
    /// Tags to add.
    add: Option<Vec<String>>,
    /// Tags to remove.
    remove: Option<Vec<String>>,
    /// The note; an empty text removes it.
    note: Option<String>,
    /// Version of the note that the client has seen. If the game has another note by now, nothing is changed and the
    /// status of the answer is 409. Without a version, the new note replaces any other.
    version: Option<String>,
    /// Name under which a query is saved.
    name: Option<String>,
    /// Query to save, or to add to the history.
    query: Option<String>,
}

/// Result of a change of the user's data.
#[derive(Default, Serialize, JsonSchema)]
#[schemars(rename = "MineKept")]
pub(crate) struct ChangeResult {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// Whether the change is stored. A query of the history is not stored if the file cannot be written.
    kept: bool,
    /// Tags of the game after the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<Vec<String>>,
    /// Whether the game is starred after the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    starred: Option<bool>,
    /// Note on the game after the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// Version of the note, to be sent with the next change of this note.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// Note on the game before the change, if the change replaced one.
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced: Option<String>,
}

/// Outcome of a request that changes the user's data.
enum Applied {
    Saved(Box<ChangeResult>),
    /// The stored note differs from the one that the client had seen, so nothing was changed.
    NoteChanged(NoteConflict),
}

/// Sends the write token to the user's own page.
pub(crate) async fn token(State(app): State<Arc<App>>, request: Request) -> Response {
    if let Err(refusal) = check_reader(&app, identify_reader(&request)).await {
        return refusal.into_response();
    }
    let body = app.opened().and_then(|opened| {
        let token = opened
            .userdata
            .get()
            .filter(|userdata| userdata.is_writable())
            .ok_or_else(not_writable)?
            .token()
            .to_owned();
        Ok(json_line(&TokenObject { v: 1, token }))
    });
    json_response(body)
}

/// Stores a change, such as a star or a saved query.
pub(crate) async fn change(
    State(app): State<Arc<App>>,
    Path(action): Path<String>,
    request: Request,
) -> Response {
    let locale = page_locale(&request);
    json_response(
        apply_request(&app, action, request).await.map_err(|refusal| refusal.translated(locale)),
    )
}

fn json_response(result: std::result::Result<Vec<u8>, RequestError>) -> Response {
    match result {
        Ok(body) => {
            let head =
                [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
            (head, body).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}

/// Refuses the request of every reader but the user.
async fn check_reader(
    app: &App,
    reader: impl Future<Output = Reader>,
) -> std::result::Result<(), RequestError> {
    match reader.await {
        Reader::User => Ok(()),
        other => Err(RequestError::from_failure(&other.refusal().into(), app, None)),
    }
}

fn forbidden(message: impl Into<Message>) -> RequestError {
    RequestError::new(StatusCode::FORBIDDEN, "forbidden", message)
}

fn not_writable() -> RequestError {
    forbidden(say!("error-nothing-kept")).with_help(say!("error-nothing-kept-help"))
}

async fn apply_request(
    app: &Arc<App>,
    action: String,
    request: Request,
) -> std::result::Result<Vec<u8>, RequestError> {
    check_reader(app, identify_reader(&request)).await?;
    let opened = app.opened()?;
    let userdata =
        opened.userdata.get().filter(|userdata| userdata.is_writable()).ok_or_else(not_writable)?;
    let sent = request.headers().get(TOKEN_HEADER);
    let sent = sent.and_then(|sent| sent.to_str().ok());
    if !sent.is_some_and(|sent| userdata.is_token(sent)) {
        let help = "read it from /api/v1/mine/token; it changes when the server starts";
        return Err(forbidden(say!("error-token-old")).with_help(help));
    }
    let body = body_text(request, MAX_CHANGE_BYTES).await?;
    let change: ChangeObject = serde_json::from_str(&body).map_err(|error| {
        RequestError::bad_request("bad_request", error.to_string(), "send an object of JSON")
    })?;
    let work = move |context: &AnswerContext| {
        let Some(userdata) = context.opened.userdata.get() else {
            return Ok(Applied::Saved(Box::default()));
        };
        apply(context, userdata, (&action, change))
    };
    // The change may have to wait for the user's file, so it takes no search permit.
    let outcome =
        run_blocking(&app.search_permits, opened.clone(), Weight::Light, false, work).await;
    match outcome
        .map_err(|failure| RequestError::from_failure(&failure, app, Some(&opened.roots)))?
    {
        Applied::Saved(result) => Ok(json_line(&*result)),
        Applied::NoteChanged(conflict) => Err(RequestError::note_changed(conflict)),
    }
}

fn apply(
    context: &AnswerContext,
    userdata: &UserdataAccess,
    (action, change): (&str, ChangeObject),
) -> Result<Applied> {
    let saved = |is_saved| {
        let object = ChangeResult { v: 1, kept: is_saved, ..ChangeResult::default() };
        Applied::Saved(Box::new(object))
    };
    let query = change.query.as_deref().unwrap_or_default();
    let name = || parse_name(change.name.as_deref().unwrap_or_default());
    match action {
        "mark" => mark(context, userdata, &change),
        "save" => {
            let name = name()?;
            check_can_save(&name, query, &*userdata.file.marks()?)?;
            userdata.file.save_query(&name, query)?;
            Ok(saved(true))
        }
        "unsave" => Ok(saved(userdata.file.remove_saved_query(&name()?)?)),
        "asked" => {
            check_syntax(query)?;
            Ok(saved(userdata.file.add_to_history(query).is_ok()))
        }
        "forget" => {
            userdata.file.clear_history()?;
            Ok(saved(true))
        }
        _ => {
            let message = "nothing can be saved at this address";
            let error = Error::new(ErrorKind::NotFound, message);
            Err(error.with_help("use one of mark, save, unsave, asked and forget").into())
        }
    }
}

fn mark(
    context: &AnswerContext,
    userdata: &UserdataAccess,
    sent: &ChangeObject,
) -> Result<Applied> {
    let names = |list: &Option<Vec<String>>| -> std::result::Result<Vec<String>, Error> {
        list.iter().flatten().map(|name| parse_tag(name)).collect()
    };
    let id = sent.game.as_deref().unwrap_or_default();
    let unknown = || {
        let message = say!("error-no-single-game", id = id);
        Failure::from(Error::new(ErrorKind::NotFound, message))
    };
    let query = as_game_id(id).map(|id| format!("id:{id}"));
    let search = Search::new(&query.ok_or_else(unknown)?);
    let contents = context.ask(&FindContents(search))?;
    let [content] = contents.answer.contents.as_slice() else {
        return Err(unknown());
    };
    let change = MarkChange {
        add: names(&sent.add)?,
        remove: names(&sent.remove)?,
        star: sent.star,
        note: sent.note.clone(),
    };
    let replaced =
        match userdata.file.change_marks_if_seen(*content, &change, sent.version.as_deref())? {
            MarkOutcome::Changed { replaced, .. } => replaced,
            MarkOutcome::NoteChanged { note } => {
                return Ok(Applied::NoteChanged(NoteConflict {
                    version: note_version(note.as_deref()),
                    sent: sent.note.clone().unwrap_or_default(),
                    stored: note.unwrap_or_default(),
                }));
            }
        };
    let GameMarks { tags, starred, note } = userdata.file.marks()?.for_game(*content);
    Ok(Applied::Saved(Box::new(ChangeResult {
        v: 1,
        kept: true,
        tags: Some(tags),
        starred: Some(starred),
        version: Some(note_version(note.as_deref())),
        note,
        replaced,
    })))
}

//! Downloads of all games that a query finds, one game after another, written by the code of the command `export`.

use super::address::{ParsedRequest, locale};
use super::app::App;
use super::data::explore::query_by_ids;
use super::game_files::RequestFiles;
use super::page::error;
use super::reply::{parse_request, sources};
use super::request_error::RequestError;
use super::response_body::blocking_body;
use super::route_parameters::ExportParameters;
use super::worker::AnswerContext;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_engine::export::{Destination, Export, Missing, PathStart, TableFormat};
use kifu_engine::lines::LineFormat;
use kifu_engine::request::Search;
use kifu_engine::{AskOptions, Failure, Result as EngineResult};
use kifu_messages::{Locale, say};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// Format of a download: its name in an address, which is also the extension of the file; its media type; and the
/// destination that makes the command `export` write the format.
type DownloadFormat = (&'static str, &'static str, fn(PathBuf) -> Destination);

const FORMATS: [DownloadFormat; 4] = [
    ("sgf", "application/x-go-sgf", Destination::Sgf),
    ("zip", "application/zip", Destination::Zip),
    ("csv", "text/csv; charset=utf-8", |path| Destination::Lines(path, LineFormat::Csv)),
    ("jsonl", "application/x-ndjson", |path| Destination::Lines(path, LineFormat::Json)),
];

/// Sends the games of a query as a file.
pub(crate) async fn export(State(app): State<Arc<App>>, request: Request) -> Response {
    let page_locale = error_page_locale(&request);
    let sent = async {
        match parse_request(&app, request).await {
            Ok(parsed) => send(&app, parsed).await,
            Err(refusal) => Err(refusal),
        }
    };
    sent.await.unwrap_or_else(|refusal| match page_locale {
        Some(locale) => error::respond(&refusal, locale, None),
        None => refusal.into_response(),
    })
}

/// Language of the page with which an error is answered, if a person followed a link to the download; `None` for a
/// program, which gets errors as JSON.
fn error_page_locale(request: &Request) -> Option<Locale> {
    request
        .headers()
        .get(header::ACCEPT)?
        .to_str()
        .ok()?
        .contains("text/html")
        .then(|| locale(request))
}

async fn send(
    app: &Arc<App>,
    request: ParsedRequest<ExportParameters>,
) -> Result<Response, RequestError> {
    let format = FORMATS.into_iter().find(|(name, ..)| *name == request.parameters.format);
    let (name, kind, to) = format.ok_or_else(|| unknown(&request.parameters.format))?;
    let place = app.export_permits.clone().try_acquire_owned().map_err(|_| busy())?;
    let sources = sources(app, &request).await?;
    let opened = sources.opened.clone();
    let (mut source, flow) = blocking_body();
    let unlimited =
        AskOptions { deadline: None, cancel: Some(flow.cancel_flag()), ..AskOptions::default() };
    let context = AnswerContext::new(sources, unlimited);
    let work = tokio::task::spawn_blocking(move || {
        // The download permit is held until the export has ended, even if its client is gone. Otherwise more downloads
        // than allowed would run.
        let _place = place;
        let done = write(&context, &request, to(PathBuf::from("-")), &mut source);
        if done.is_err() {
            source.abort();
        }
        done
    });
    if let Some(flow) = flow.after_first_chunk().await {
        return Ok(download_response((name, kind), Body::new(flow)));
    }
    let failure = match work.await {
        Ok(Err(failure)) => failure,
        _ => no_game(),
    };
    Err(RequestError::from_failure(&failure, app, Some(&opened.roots)))
}

fn write(
    context: &AnswerContext,
    parsed: &ParsedRequest,
    stream: Destination,
    out: &mut dyn Write,
) -> EngineResult<()> {
    parsed.check()?;
    let engine = &context.opened.engine;
    let (request, files) = (request(context, parsed, stream)?, RequestFiles(context));
    let report = engine
        .export_with_reader(&request, &context.options, &files, &mut IgnoreFlush(out))?
        .ok_or_else(no_game)?;
    if let Some(missing) = report.missing.first().filter(|_| report.written == 0) {
        return Err(all_games_missing(missing));
    }
    out.flush().map_err(|error| Error::io("cannot send the games", error).into())
}

/// Stream that ignores `flush`, because nothing may be sent before it is known whether any game was written: until then
/// the answer can still be an error.
struct IgnoreFlush<'o>(&'o mut dyn Write);

impl Write for IgnoreFlush<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Error for an export in which all games that the query found could not be read.
fn all_games_missing(missing: &Missing) -> Failure {
    let message = format!("{}: {}", missing.place, missing.reason);
    let remedy = missing.remedy.clone().unwrap_or(Remedy::Refresh);
    Error::new(ErrorKind::Gone, message).with_remedy(remedy).into()
}

fn no_game() -> Failure {
    Error::new(ErrorKind::NotFound, say!("error-no-game-to-write")).into()
}

/// Makes the request of the command `export` from the query, the sort keys and the columns of an address. If the
/// address has a position or a shape, the games that have it are exported.
fn request(
    context: &AnswerContext,
    parsed: &ParsedRequest,
    to: Destination,
) -> EngineResult<Export> {
    let state = &parsed.state;
    let has_board = state.has_stones() || state.is_shape();
    let mut sort = state.sort.clone();
    let query = if has_board { query_by_ids(context, state)? } else { state.query.clone() };
    if has_board {
        // Games that are selected by their ids have no hits, so they cannot be sorted by the place of a hit.
        sort.retain(|key| key.trim_start_matches('-') != "hit");
    }
    let search = Search { query, sort, unique: state.is_unique(), ..Search::default() };
    let columns = state.columns.clone();
    let table = TableFormat { columns, paths: PathStart::Root, ..TableFormat::default() };
    Ok(Export { table, ..Export::new(search, to) })
}

fn unknown(name: &str) -> RequestError {
    let message = format!("unknown export format `{name}`");
    let help = "formats are as=sgf, as=zip, as=csv and as=jsonl";
    RequestError::bad_request("bad_value", message, help)
}

fn busy() -> RequestError {
    let message = say!("error-other-download");
    RequestError::new(StatusCode::TOO_MANY_REQUESTS, "busy", message)
        .with_help(say!("error-other-download-help"))
        .retry_after(5)
}

fn download_response((name, kind): (&str, &'static str), body: Body) -> Response {
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let name = format!("attachment; filename=\"games.{name}\"");
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response
}

//! Turns results into responses: a page, a part of a page, or JSON. Responses have an ETag, and are compressed if the
//! client accepts that.

use super::address::ParsedRequest;
use super::app::App;
use super::archive::OpenedIndex;
use super::bounded::{MAX_ANSWER_BYTES, bounded_json_line};
use super::pack::ReplyBody;
use super::page::{PageContext, PageFragment, error, frame};
use super::peer::Peer;
use super::request_error::RequestError;
use super::route_parameters::RouteParameters;
use super::user::{Reader, UserData};
use super::worker::{AnswerContext, AnswerSources, Partial, Weight, run_blocking};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kifu_archive::clock::today;
use kifu_engine::Result;
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

const PAGE: &str = "text/html; charset=utf-8";

/// Function that asks the engine for the data of an answer.
pub(crate) type Find<P, T> = fn(&AnswerContext, &ParsedRequest<P>) -> Result<Partial<T>>;
/// Function that draws the data of an answer as a page, given the parameters of its route.
pub(crate) type Draw<P, T> = fn(&PageContext, &P, &T) -> PageFragment;

/// Longest time for which a request waits until the index's folder has been checked for changes. The folder may be on a
/// network disk that hangs.
const POLL_TIMEOUT: Duration = Duration::from_secs(2);

/// Parses a request, after a check whether another process has changed the index.
pub(crate) async fn parse_request<P: RouteParameters>(
    app: &Arc<App>,
    request: Request,
) -> std::result::Result<ParsedRequest<P>, RequestError> {
    if app.archive.is_poll_due() {
        let archive = app.archive.clone();
        // If the new state of the index cannot be read, or not in time, the previous state answers the request.
        let poll = tokio::task::spawn_blocking(move || archive.poll_folder());
        let _ = tokio::time::timeout(POLL_TIMEOUT, poll).await;
    }
    let mut parsed = ParsedRequest::read(&request)?;
    parsed.check_names()?;
    if parsed.user_needs().any() {
        parsed.reader = identify_reader(&request).await;
    }
    Ok(parsed)
}

/// Finds out who sent a request about the user's own data: a foreign site, as `guard` has recorded, or the user who
/// owns the other end of the connection.
pub(crate) fn identify_reader(request: &Request) -> impl Future<Output = Reader> + Send + use<> {
    let marked_reader = request.extensions().get::<Reader>().copied();
    let peer = request.extensions().get::<Arc<Peer>>().cloned();
    async move {
        let (Some(peer), Reader::User) = (peer, marked_reader.unwrap_or_default()) else {
            return marked_reader.unwrap_or_default();
        };
        match tokio::task::spawn_blocking(move || peer.is_of_other_user()).await {
            Ok(false) => Reader::User,
            _ => Reader::OtherUser,
        }
    }
}

/// Collects the opened index and those of the user's data that an answer needs.
pub(crate) async fn sources(
    app: &App,
    request: &ParsedRequest,
) -> std::result::Result<AnswerSources, RequestError> {
    let opened = app.opened()?;
    let user = UserData::read(&opened, request.user_needs()).await;
    let user =
        user.map_err(|failure| RequestError::from_failure(&failure, app, Some(&opened.roots)))?;
    Ok(AnswerSources { opened, user })
}

/// Answers a request with a page if `draw` is given, otherwise with JSON.
pub(crate) async fn answer<P: RouteParameters, T: Serialize + 'static>(
    app: &App,
    mut request: ParsedRequest<P>,
    weight: Weight,
    find: Find<P, T>,
    draw: Option<Draw<P, T>>,
) -> Response {
    let is_page = draw.is_some();
    let known_tag = request.if_none_match.take();
    let request_for_errors = request.clone();
    let refuse = |refusal: RequestError| {
        if is_page {
            error::respond(&refusal, request_for_errors.locale, Some(&request_for_errors))
        } else {
            refusal.into_response()
        }
    };
    let sources = match sources(app, &request).await {
        Ok(sources) => sources,
        Err(refusal) => return refuse(refusal),
    };
    let opened = sources.opened.clone();
    let building = app.archive.build_progress().is_some();
    let key =
        AnswerKey::encode(&sources.user, &request, AnswerForm { is_page, is_building: building })
            .filter(|_| weight != Weight::UncachedScan);
    let is_of_user =
        request.user_needs().any_but_shown_book() || sources.user.book_version().is_some();
    let tag = key.as_ref().map(|key| ReplyTag::new(&opened, key, is_of_user));
    if let (Some(tag), Some(known)) = (&tag, &known_tag)
        && known.contains(&tag.text)
    {
        return with_cache_headers(StatusCode::NOT_MODIFIED.into_response(), Some(tag));
    }
    if let Some(made) = key.as_ref().and_then(|key| opened.answers.get(key)) {
        return body_response(made, tag.as_ref());
    }
    let is_full_search = request.is_full_search;
    let work = move |context: &AnswerContext| {
        request.check()?;
        let (body, kind, complete) = match draw {
            None => {
                let found = find(context, &request)?;
                let body = bounded_json_line(context, &found.data)?;
                (body, "application/json", found.complete)
            }
            Some(draw) => {
                let (drawn, complete) = draw_page(context, &request, find, (draw, building))?;
                let body = Some(drawn.into_bytes()).filter(|body| body.len() <= MAX_ANSWER_BYTES);
                (body, PAGE, complete)
            }
        };
        let made = body.map(|body| ReplyBody::new(body, request.accepts_gzip, (kind, complete)));
        if let (Some(key), Some(made)) = (key, &made)
            && made.complete
            && context.depends_on_index_only()
        {
            let bytes = made.bytes.len() as u64;
            context.opened.answers.insert(key, made.clone(), bytes);
        }
        Ok(made)
    };
    match run_blocking(&app.search_permits, sources, weight, is_full_search, work).await {
        Ok(Some(made)) => body_response(made, tag.as_ref()),
        Ok(None) => refuse(RequestError::too_large()),
        Err(failure) => refuse(RequestError::from_failure(&failure, app, Some(&opened.roots))),
    }
}

/// Draws a page, or only the parts that the request names. Also returns whether all games were examined.
pub(crate) fn draw_page<P: RouteParameters, T>(
    context: &AnswerContext,
    request: &ParsedRequest<P>,
    find: Find<P, T>,
    how: (Draw<P, T>, bool),
) -> Result<(String, bool)> {
    let found = find(context, request)?;
    Ok((page_html(context, request, &found, how), found.complete))
}

fn page_html<P: RouteParameters, T>(
    context: &AnswerContext,
    request: &ParsedRequest<P>,
    found: &Partial<T>,
    (draw, building): (Draw<P, T>, bool),
) -> String {
    let view = PageContext {
        request,
        opened: &context.opened,
        duration: context.began.elapsed(),
        complete: found.complete,
        is_building: building,
    };
    let drawn = draw(&view, &request.parameters, &found.data);
    let is_framed = request.parts.is_empty() && !drawn.is_document;
    let html = if is_framed { frame(&view, &drawn) } else { drawn.parts };
    html.into_string()
}

fn body_response(body: ReplyBody, tag: Option<&ReplyTag>) -> Response {
    let mut response = body.bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(body.kind));
    // JSON does not vary by language: programs always get English.
    let vary = match body.kind {
        PAGE => "Accept-Encoding, Accept, Accept-Language, Cookie",
        _ => "Accept-Encoding, Accept",
    };
    headers.insert(header::VARY, HeaderValue::from_static(vary));
    if body.is_packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    with_cache_headers(response, tag.filter(|_| body.complete))
}

/// Adds the caching headers. A complete answer is valid until the index changes. An answer without an ETag is
/// incomplete or may change while the index does not, so browsers and the page's own cache must not store it.
fn with_cache_headers(mut response: Response, tag: Option<&ReplyTag>) -> Response {
    let headers = response.headers_mut();
    let control = match tag {
        Some(tag) if tag.is_of_user => "no-cache, private",
        Some(_) => "no-cache",
        None => "no-store",
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(control));
    let tag = tag.and_then(|tag| HeaderValue::from_str(&tag.text).ok());
    tag.and_then(|tag| headers.insert(header::ETAG, tag));
    response
}

/// Everything that an answer depends on besides the state of the index. It contains the complete request, so no two
/// addresses share an answer, and a parameter that is added to the program later becomes a part of the key without a
/// change here.
#[derive(Hash)]
struct AnswerKey<'r, P> {
    request: &'r ParsedRequest<P>,
    form: AnswerForm,
    /// Day number of today, because a query may name a day by how long ago it is.
    day: i32,
    /// Version of the user's tags, stars and notes, if the answer depends on them.
    marks: Option<u64>,
    /// Version of the user's book, if the answer depends on one.
    book: Option<u64>,
}

/// Form in which an answer is made: as a page or JSON, in which language, and so on.
#[derive(Clone, Copy, Hash)]
struct AnswerForm {
    is_page: bool,
    /// True if the page has to mention that a build of the index is in progress.
    is_building: bool,
}

impl<P: Hash> AnswerKey<'_, P> {
    /// Encodes the key as bytes under which the answer is cached. Returns `None` if the answer depends on marks that
    /// could not be read.
    fn encode(user: &UserData, request: &ParsedRequest<P>, form: AnswerForm) -> Option<Vec<u8>> {
        let (marks, book) = (user.version(), user.book_version());
        let key = AnswerKey { request, form, day: today().number(), marks, book };
        let mut bytes = HashedBytes::default();
        key.hash(&mut bytes);
        (!user.is_unreadable()).then_some(bytes.0)
    }
}

/// Hasher that stores all bytes that `Hash` writes, so that different values have different bytes. Strings end with a
/// byte that no string contains, lists begin with their length, and enum variants with their number.
#[derive(Default)]
struct HashedBytes(Vec<u8>);

impl Hasher for HashedBytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

/// ETag of an answer.
struct ReplyTag {
    text: String,
    /// True if the answer changes with the user's tags, stars and notes, so only a private cache may store it.
    is_of_user: bool,
}

impl ReplyTag {
    /// Combines the text that identifies the index's state, settings and program with the hash of the answer's key.
    fn new(opened: &OpenedIndex, key: &[u8], is_of_user: bool) -> ReplyTag {
        let mut hash = DefaultHasher::new();
        key.hash(&mut hash);
        ReplyTag { text: format!("\"g{}-{:016x}\"", opened.state_id, hash.finish()), is_of_user }
    }
}

/// Runs work for an answer that is neither a page nor JSON, such as a file. A search gets the time budget of a full
/// search, because a file cannot say that it is incomplete.
pub(crate) async fn run_request<P: RouteParameters, T: Send + 'static>(
    app: &Arc<App>,
    request: Request,
    weight: Weight,
    work: fn(&AnswerContext, &ParsedRequest<P>) -> Result<T>,
) -> std::result::Result<T, RequestError> {
    let parsed = parse_request(app, request).await?;
    let sources = sources(app, &parsed).await?;
    let opened = sources.opened.clone();
    let is_full_search = weight == Weight::Scan;
    let work = move |context: &AnswerContext| {
        parsed.check()?;
        work(context, &parsed)
    };
    run_blocking(&app.search_permits, sources, weight, is_full_search, work)
        .await
        .map_err(|failure| RequestError::from_failure(&failure, app, Some(&opened.roots)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::data::games;
    use super::super::hosts::Hosts;
    use super::super::origins::Origins;
    use super::super::route_parameters::GamesParameters;
    use super::super::worker::tests::{archive, runtime};
    use super::*;
    use axum::body::Body;
    use kifu_engine::build::{Options, ReadProgress, build};
    use tokio::sync::Semaphore;

    fn app(folder: &std::path::Path, places: usize) -> App {
        App {
            archive: archive(folder),
            hosts: Hosts::new([127, 0, 0, 1].into(), 1, Vec::new()),
            origins: Origins::new(Vec::new()).unwrap(),
            token: None,
            search_permits: Arc::new(Semaphore::new(places)),
            export_permits: Arc::new(Semaphore::new(1)),
            remedy_wording: |_| None,
        }
    }

    fn key<P: RouteParameters>(request: &ParsedRequest<P>) -> Vec<u8> {
        let form = AnswerForm { is_page: false, is_building: false };
        AnswerKey::encode(&UserData::default(), request, form).unwrap()
    }

    fn request(address: &str) -> ParsedRequest<GamesParameters> {
        let request = Request::builder().uri(address).body(Body::empty());
        ParsedRequest::read(&request.unwrap()).unwrap()
    }

    /// Number of games in the answer to a request for all games.
    async fn total(app: &App) -> u64 {
        let response = answer(app, request("/games"), Weight::Scan, games::page_data, None).await;
        let body = axum::body::to_bytes(response.into_body(), MAX_ANSWER_BYTES);
        let found: serde_json::Value = serde_json::from_slice(&body.await.unwrap()).unwrap();
        found["total"].as_u64().unwrap()
    }

    #[test]
    fn an_answer_is_kept_until_the_index_changes() {
        let folder = kifu_test_support::temporary_folder();
        let app = app(folder.path(), 1);
        let (games, index) = (folder.path().join("games"), folder.path().join("index"));
        for number in 2..=350 {
            runtime().block_on(async {
                assert_eq!(total(&app).await, number - 1, "asked first");
                let opened = app.opened().ok().unwrap();
                assert!(opened.answers.get(&key(&request("/games"))).is_some());
                assert_eq!(total(&app).await, number - 1, "asked again");
            });
            let game = format!("(;PB[Anna]GN[{number}];B[pd])");
            std::fs::write(games.join(format!("{number}.sgf")), game).unwrap();
            build(
                &index,
                std::slice::from_ref(&games),
                &Options::default(),
                &ReadProgress::default(),
            )
            .unwrap();
            app.archive.reopen().unwrap();
            assert_eq!(runtime().block_on(total(&app)), number, "after a commit");
        }
    }

    /// An answer that reads a file of the archive must not be cached, because the file may change while the index does
    /// not.
    #[test]
    fn an_answer_that_reads_files_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path(), 1);
        let find: Find<GamesParameters, u8> = |context, parsed| {
            if parsed.path == "/file" {
                context.mark_files_read();
            }
            Ok(Partial::complete(1))
        };
        let opened = app.opened().ok().unwrap();
        for (address, is_kept) in [("/file", false), ("/index", true)] {
            let parsed = request(address);
            let key = key(&parsed);
            runtime().block_on(answer(&app, parsed, Weight::Scan, find, None));
            assert_eq!(opened.answers.get(&key).is_some(), is_kept, "{address}");
        }
    }

    /// When no search permit is free, the server must answer when to retry, to programs and to people, instead of
    /// letting them wait without an end.
    #[test]
    fn a_busy_server_says_when_to_retry() {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path(), 0);
        let find: Find<GamesParameters, u8> = |_, _| Ok(Partial::complete(1));
        let draw: Draw<GamesParameters, u8> = |_, _, _| unreachable!();
        let answers = runtime().block_on(async {
            tokio::join!(
                answer(&app, request("/games"), Weight::Scan, find, None),
                answer(&app, request("/games"), Weight::Scan, find, Some(draw)),
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

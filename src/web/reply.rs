//! Turns results into responses: a page, a part of a page, or JSON, with an ETag and compressed if the client accepts
//! it.

use super::address::ParsedRequest;
use super::app::App;
use super::archive::OpenedIndex;
use super::bounded::{LARGEST, object};
use super::desk::{AnswerContext, AnswerSources, Partial, Weight, at_desk};
use super::failed::RequestError;
use super::pack::ReplyBody;
use super::page::{PageContext, PageFragment, error, frame};
use super::peer::Peer;
use super::route_parameters::RouteParameters;
use super::user::{Reader, UserData};
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

/// Function that asks the engine.
pub(crate) type Find<P, T> = fn(&AnswerContext, &ParsedRequest<P>) -> Result<Partial<T>>;
/// Function that draws a result as a page, given the parameters of its route.
pub(crate) type Draw<P, T> = fn(&PageContext, &P, &T) -> PageFragment;

/// Longest wait for a poll of the index's folder, which may be on a network disk that hangs.
const LOOK_WAIT: Duration = Duration::from_secs(2);

/// Parses a request, after a poll whether another process has changed the index.
pub(crate) async fn asked<P: RouteParameters>(
    app: &Arc<App>,
    request: Request,
) -> std::result::Result<ParsedRequest<P>, RequestError> {
    if app.archive.is_look_due() {
        let archive = app.archive.clone();
        // If the new state cannot be read, or not in time, the previous one answers.
        let look = tokio::task::spawn_blocking(move || archive.look_again());
        let _ = tokio::time::timeout(LOOK_WAIT, look).await;
    }
    let mut asked = ParsedRequest::read(&request)?;
    asked.check_names()?;
    if asked.user_needs().any() {
        asked.reader = reader(&request).await;
    }
    Ok(asked)
}

/// Finds out who sent a request about the user's own data: as `guard` has marked it, or by the owner of the other end
/// of the connection.
pub(crate) fn reader(request: &Request) -> impl Future<Output = Reader> + Send + use<> {
    let known = request.extensions().get::<Reader>().copied();
    let peer = request.extensions().get::<Arc<Peer>>().cloned();
    async move {
        let (Some(peer), Reader::User) = (peer, known.unwrap_or_default()) else {
            return known.unwrap_or_default();
        };
        match tokio::task::spawn_blocking(move || peer.is_of_other_user()).await {
            Ok(false) => Reader::User,
            _ => Reader::OtherUser,
        }
    }
}

/// Collects the index and the user's data for an answer.
pub(crate) async fn sources(
    app: &App,
    asked: &ParsedRequest,
) -> std::result::Result<AnswerSources, RequestError> {
    let opened = app.opened()?;
    let user = UserData::read(&opened, asked.user_needs()).await;
    let user = user.map_err(|failure| RequestError::of(&failure, app, Some(&opened.roots)))?;
    Ok(AnswerSources { opened, user })
}

/// Answers a request: by a page if `draw` is given, otherwise by JSON.
pub(crate) async fn answer<P: RouteParameters, T: Serialize + 'static>(
    app: &App,
    mut asked: ParsedRequest<P>,
    weight: Weight,
    find: Find<P, T>,
    draw: Option<Draw<P, T>>,
) -> Response {
    let is_page = draw.is_some();
    let known = asked.known.take();
    let asker = asked.clone();
    let refuse = |refusal: RequestError| {
        if is_page {
            error::respond(&refusal, asker.locale, Some(&asker))
        } else {
            refusal.into_response()
        }
    };
    let sources = match sources(app, &asked).await {
        Ok(sources) => sources,
        Err(refusal) => return refuse(refusal),
    };
    let opened = sources.opened.clone();
    let building = app.archive.building().is_some();
    let key = AnswerKey::of(&sources.user, &asked, AnswerForm { is_page, is_building: building })
        .filter(|_| weight != Weight::Look);
    let is_of_user = asked.user_needs().any();
    let tag = key.as_ref().map(|key| ReplyTag::of(&opened, key, is_of_user));
    if let (Some(tag), Some(known)) = (&tag, &known)
        && known.contains(&tag.text)
    {
        return finish(StatusCode::NOT_MODIFIED.into_response(), Some(tag));
    }
    if let Some(made) = key.as_ref().and_then(|key| opened.answers.get(key)) {
        return sent(made, tag.as_ref());
    }
    let patient = asked.patient;
    let work = move |context: &AnswerContext| {
        asked.check()?;
        let (body, kind, complete) = match draw {
            None => {
                let found = find(context, &asked)?;
                let body = object(context, &found.data)?;
                (body, "application/json", found.complete)
            }
            Some(draw) => {
                let (drawn, complete) = drawn(context, &asked, find, (draw, building))?;
                let body = Some(drawn.into_bytes()).filter(|body| body.len() <= LARGEST);
                (body, PAGE, complete)
            }
        };
        let made = body.map(|body| ReplyBody::new(body, asked.gzip, (kind, complete)));
        if let (Some(key), Some(made)) = (key, &made)
            && made.complete
            && context.is_of_index()
        {
            let bytes = made.bytes.len() as u64;
            context.opened.answers.insert(key, made.clone(), bytes);
        }
        Ok(made)
    };
    match at_desk(&app.scans, sources, weight, patient, work).await {
        Ok(Some(made)) => sent(made, tag.as_ref()),
        Ok(None) => refuse(RequestError::too_large()),
        Err(failure) => refuse(RequestError::of(&failure, app, Some(&opened.roots))),
    }
}

/// Draws a page, or the parts that were asked for. Also returns whether the result is complete.
pub(crate) fn drawn<P: RouteParameters, T>(
    context: &AnswerContext,
    asked: &ParsedRequest<P>,
    find: Find<P, T>,
    how: (Draw<P, T>, bool),
) -> Result<(String, bool)> {
    let found = find(context, asked)?;
    Ok((html(context, asked, &found, how), found.complete))
}

fn html<P: RouteParameters, T>(
    context: &AnswerContext,
    asked: &ParsedRequest<P>,
    found: &Partial<T>,
    (draw, building): (Draw<P, T>, bool),
) -> String {
    let view = PageContext {
        asked,
        opened: &context.opened,
        took: context.began.elapsed(),
        complete: found.complete,
        building,
    };
    let drawn = draw(&view, &asked.own, &found.data);
    let html = if asked.parts.is_empty() { frame(&view, &drawn) } else { drawn.parts };
    html.into_string()
}

fn sent(body: ReplyBody, tag: Option<&ReplyTag>) -> Response {
    let mut response = body.bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(body.kind));
    // JSON does not vary by language: programs always get English.
    let vary = match body.kind {
        PAGE => "Accept-Encoding, Accept, Accept-Language, Cookie",
        _ => "Accept-Encoding, Accept",
    };
    headers.insert(header::VARY, HeaderValue::from_static(vary));
    if body.packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    finish(response, tag.filter(|_| body.complete))
}

/// Adds the caching headers. A complete answer is valid until the index changes. An answer without a tag is incomplete
/// or may change without the index; browsers and the page's own cache must not store it.
fn finish(mut response: Response, tag: Option<&ReplyTag>) -> Response {
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

/// Everything that an answer of one state of the index depends on. It contains the complete request, so no two
/// addresses share an answer, and a parameter that is added later counts without a change here.
#[derive(Hash)]
struct AnswerKey<'r, P> {
    request: &'r ParsedRequest<P>,
    form: AnswerForm,
    /// Day number of today, because a query may name a day by how long ago it is.
    day: i32,
    /// Version of the user's marks, if the answer depends on them.
    marks: Option<u64>,
}

/// Form that an answer is made in.
#[derive(Clone, Copy, Hash)]
struct AnswerForm {
    is_page: bool,
    /// True if the page mentions that a build is in progress.
    is_building: bool,
}

impl<P: Hash> AnswerKey<'_, P> {
    /// Encodes the key as bytes under which the answer is cached. Returns `None` if the answer depends on marks that
    /// could not be read.
    fn of(user: &UserData, request: &ParsedRequest<P>, form: AnswerForm) -> Option<Vec<u8>> {
        let key = AnswerKey { request, form, day: today().number(), marks: user.version() };
        let mut bytes = HashedBytes::default();
        key.hash(&mut bytes);
        (!user.is_unreadable()).then_some(bytes.0)
    }
}

/// Hasher that stores all bytes that `Hash` writes. Strings end with a byte that no string contains, lists begin with
/// their length and variants with their number, so different values give different bytes.
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
    /// True if the answer changes with the user's marks, so only a private cache may store it.
    is_of_user: bool,
}

impl ReplyTag {
    /// Combines the identity of the index's state, settings and program with the hash of the answer's key.
    fn of(opened: &OpenedIndex, key: &[u8], is_of_user: bool) -> ReplyTag {
        let mut hash = DefaultHasher::new();
        key.hash(&mut hash);
        ReplyTag { text: format!("\"g{}-{:016x}\"", opened.state, hash.finish()), is_of_user }
    }
}

/// Runs work for an answer that is neither a page nor JSON. A search gets the budget of a full search, because a file
/// cannot say that it is incomplete.
pub(crate) async fn made<P: RouteParameters, T: Send + 'static>(
    app: &Arc<App>,
    request: Request,
    weight: Weight,
    work: fn(&AnswerContext, &ParsedRequest<P>) -> Result<T>,
) -> std::result::Result<T, RequestError> {
    let asked = asked(app, request).await?;
    let sources = sources(app, &asked).await?;
    let opened = sources.opened.clone();
    let patient = weight == Weight::Scan;
    let work = move |context: &AnswerContext| {
        asked.check()?;
        work(context, &asked)
    };
    at_desk(&app.scans, sources, weight, patient, work)
        .await
        .map_err(|failure| RequestError::of(&failure, app, Some(&opened.roots)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::data::games;
    use super::super::desk::tests::{archive, runtime};
    use super::super::hosts::Hosts;
    use super::super::origins::Origins;
    use super::super::route_parameters::GamesParameters;
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
            scans: Arc::new(Semaphore::new(places)),
            exports: Arc::new(Semaphore::new(1)),
            words: |_| None,
        }
    }

    fn key<P: RouteParameters>(asked: &ParsedRequest<P>) -> Vec<u8> {
        let form = AnswerForm { is_page: false, is_building: false };
        AnswerKey::of(&UserData::default(), asked, form).unwrap()
    }

    fn request(address: &str) -> ParsedRequest<GamesParameters> {
        let request = Request::builder().uri(address).body(Body::empty());
        ParsedRequest::read(&request.unwrap()).unwrap()
    }

    /// Number of games in the answer to a request for all games.
    async fn total(app: &App) -> u64 {
        let response = answer(app, request("/games"), Weight::Scan, games::object, None).await;
        let body = axum::body::to_bytes(response.into_body(), LARGEST);
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

    /// An answer that reads a file of the archive is not cached: the file may change while the index does not.
    #[test]
    fn an_answer_that_reads_files_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path(), 1);
        let find: Find<GamesParameters, u8> = |context, asked| {
            if asked.path == "/file" {
                context.reads_files();
            }
            Ok(Partial::all(1))
        };
        let opened = app.opened().ok().unwrap();
        for (address, is_kept) in [("/file", false), ("/index", true)] {
            let asked = request(address);
            let key = key(&asked);
            runtime().block_on(answer(&app, asked, Weight::Scan, find, None));
            assert_eq!(opened.answers.get(&key).is_some(), is_kept, "{address}");
        }
    }

    /// When no permit is free, programs and people are told when to retry instead of waiting without an end.
    #[test]
    fn who_finds_no_place_is_told_when_to_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path(), 0);
        let find: Find<GamesParameters, u8> = |_, _| Ok(Partial::all(1));
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

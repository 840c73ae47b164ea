//! Checks that the answer to each address does not depend on requests that were answered before.

use super::super::hosts::Hosts;
use super::super::origins::Origins;
use super::super::token::{Access, AccessToken};
use super::super::userdata::UserdataAccess;
use super::super::worker::tests::runtime;
use super::*;
use crate::address::NDJSON_TYPE;
use crate::archive::Archive;
use axum::body::{Body, to_bytes};
use axum::http::Method;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use kifu_engine::Indexes;
use kifu_engine::build::{Options, ReadProgress, build};
use kifu_engine::user_marks::MarkSource;
use kifu_store::userdata::book::BookSource;
use kifu_store::userdata::changes::MarkChange;
use kifu_store::userdata::file::UserDataFile;
use std::path::Path;
use tokio::sync::Semaphore;

const TOKEN: &str = "a-token-for-this-test";
const FRIEND: &str = "https://go.example";

/// Builds an index of three games and gives the first game a star. Returns the ids of the games.
fn archive(folder: &Path) -> Vec<String> {
    let games = folder.join("games");
    std::fs::create_dir(&games).unwrap();
    for (black, point) in [("Anna", "pd"), ("Berta", "dd"), ("Carla", "qp")] {
        let text = format!("(;GM[1]SZ[19]DT[2001-02-03]PB[{black}]PW[Dora];B[{point}];W[dp])");
        std::fs::write(games.join(format!("{black}.sgf")), text).unwrap();
    }
    let index = folder.join("index");
    build(&index, &[games], &Options::default(), &ReadProgress::default()).unwrap();
    let engine = kifu_engine::Engine::open(&index).unwrap();
    let mut ids = Vec::new();
    let search = kifu_engine::request::Search::new("sort:black");
    engine
        .search(&search, &Default::default(), &mut |row| {
            ids.push(row.id.clone());
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    let contents = engine
        .answer(&kifu_engine::request::FindContents(search), &Default::default())
        .unwrap()
        .answer
        .contents;
    let star = MarkChange { star: Some(true), ..MarkChange::default() };
    file(folder).change_marks(&contents[..1], &star).unwrap();
    ids
}

fn file(folder: &Path) -> UserDataFile {
    UserDataFile::new(folder.join("mine.sqlite"))
}

/// Makes a server that has answered nothing yet.
fn new_server(folder: &Path, has_token: bool) -> Router {
    let file = Arc::new(file(folder));
    let indexes = Indexes {
        folders: vec![folder.join("index")],
        marks: Some(file.clone() as Arc<dyn MarkSource>),
        book: Some(file.clone() as Arc<dyn BookSource>),
        ..Indexes::default()
    };
    let archive =
        Archive::new(indexes, Default::default(), Vec::new(), Default::default(), 1 << 30).unwrap();
    archive.set_userdata(UserdataAccess::new(file, true).unwrap());
    let address = ([127, 0, 0, 1].into(), 1);
    let access = if has_token { Access::Token(TOKEN.to_owned()) } else { Access::Open };
    router(Arc::new(App {
        archive,
        hosts: Hosts::new(address.0, address.1, vec!["go.lan".to_owned()]),
        origins: Origins::new(vec![FRIEND.to_owned()]).unwrap(),
        token: AccessToken::new(&access, address).unwrap(),
        search_permits: Arc::new(Semaphore::new(2)),
        export_permits: Arc::new(Semaphore::new(1)),
        remedy_wording: |_| None,
    }))
}

/// A request that the test sends: method, address, headers.
type TestRequest = (Method, String, Vec<(&'static str, String)>);

/// Sends a request, and returns the status, the main headers, and the text without durations, so that answers can be
/// compared.
async fn answer(
    routes: &Router,
    (method, target, headers): &TestRequest,
) -> (u16, Vec<String>, String) {
    let mut request = Request::builder().method(method).uri(target);
    if !headers.iter().any(|(name, _)| *name == "host") {
        request = request.header("host", "127.0.0.1:1");
    }
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    let request = request.body(Body::empty()).unwrap();
    let Ok(response) = TowerToHyperService::new(routes.clone()).call(request).await;
    let (head, body) = response.into_parts();
    let is_told = ["content-type", "content-encoding", "etag", "location", "vary", "cache-control"];
    let answer_headers = head
        .headers
        .iter()
        .filter(|(name, _)| is_told.contains(&name.as_str()))
        .map(|(name, value)| format!("{name}: {value:?}"));
    let bytes = to_bytes(body, usize::MAX).await.unwrap();
    let text = match head.headers.get("content-encoding") {
        None => String::from_utf8_lossy(&bytes).into_owned(),
        Some(_) => std::io::read_to_string(flate2::read::GzDecoder::new(&bytes[..])).unwrap(),
    };
    let is_lines = head.headers.get("content-type").is_some_and(|kind| kind == NDJSON_TYPE);
    let text = match (is_lines, text.starts_with('{')) {
        // The text of an answer in lines is not compared, because the number of lines depends on how fast the answer
        // is. Such answers are not cached.
        (true, _) => String::new(),
        (false, true) => timeless(&text),
        (false, false) => without_digits(&text),
    };
    (head.status.as_u16(), answer_headers.collect(), text)
}

fn timeless(text: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
    if let Some(took) = value.get_mut("took_us") {
        *took = 0.into();
    }
    value.to_string()
}

/// Removes all digits from a page, because it contains a duration in milliseconds.
fn without_digits(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// All addresses of pages and of the API, each with several parameters.
fn addresses(id: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for group in [
        "/players /players.json /api/v1/players /player/Anna /player/Anna.json /api/v1/players/Anna",
        "/ /explore.json /api/v1/explore /explore /api/v1/explore.sgf",
        "/games /games.json /api/v1/search /api/v1/stats?by=black",
        "/versus?player=Anna&player=Dora /versus.json?player=Anna&player=Dora /api/v1/versus?player=Anna&player=Dora",
        "/archive /archive.json /api/v1/archive",
        "/help /help.json /api/v1/fields",
        "/practise /practise.json /api/v1/practise",
        "/mine /mine.json /api/v1/mine",
        "/api/v1/status /api/v1/openapi.json /api/v1/losses /api/v1/crosstable /api/v1/ratings /api/v1/ratings/test /api/v1/parse /api/v1/suggest",
        "/game/ID /game/ID.json /api/v1/games/ID /api/v1/games/ID/board /api/v1/games/ID/hits /api/v1/games/ID/board.svg",
    ] {
        for address in group.split(' ') {
            let address = address.replace("ID", id);
            let mark = if address.contains('?') { '&' } else { '?' };
            for rest in [
                "lang=ja",
                "lang=ko",
                "part=main",
                "limit=1",
                "q=is:starred",
                "q=player:Anna",
                "m=Q16",
            ] {
                all.push(format!("{address}{mark}{rest}"));
            }
            all.push(address);
        }
    }
    all
}

/// Makes the requests of the test: one for each address, and for some addresses one with each header that may change
/// the answer.
fn requests(id: &str) -> Vec<TestRequest> {
    let mut all: Vec<TestRequest> = Vec::new();
    for address in addresses(id) {
        all.push((Method::GET, address, Vec::new()));
    }
    let variants: [(&'static str, &str); 9] = [
        ("accept-language", "ja"),
        ("cookie", "lang=zh-Hant"),
        ("accept", "application/x-ndjson"),
        ("accept", "text/html"),
        ("accept-encoding", "gzip"),
        ("host", "go.lan:1"),
        ("origin", FRIEND),
        ("sec-fetch-site", "cross-site"),
        ("x-kifu-index", "ko"),
    ];
    for address in [
        "/players",
        "/players.json",
        "/api/v1/players",
        "/?m=Q16",
        "/api/v1/explore?m=Q16",
        "/games?q=is:starred",
        "/games.json?q=is:starred",
        "/api/v1/search?q=is:starred",
        "/help",
        "/mine",
        "/api/v1/mine",
        "/api/v1/suggest?q=tag:",
        "/practise",
        &format!("/game/{id}"),
        &format!("/api/v1/games/{id}"),
    ] {
        for (name, value) in variants {
            all.push((Method::GET, address.to_owned(), vec![(name, value.to_owned())]));
        }
        for method in [Method::HEAD, Method::POST, Method::OPTIONS] {
            all.push((method, address.to_owned(), Vec::new()));
        }
    }
    all
}

/// Sends all requests to one server in order, and to another one in reverse order, so that each address comes before
/// and after each other one. Each answer must equal that of a server that has answered nothing else.
fn compare(folder: &Path, has_token: bool, requests: &[TestRequest]) {
    runtime().block_on(async {
        let mut expected = Vec::new();
        for request in requests {
            expected.push(answer(&new_server(folder, has_token), request).await);
        }
        let (forwards, backwards) = (new_server(folder, has_token), new_server(folder, has_token));
        for (request, alone) in requests.iter().zip(&expected) {
            assert!(answer(&forwards, request).await == *alone, "{request:?}");
        }
        for (request, alone) in requests.iter().zip(&expected).rev() {
            assert!(answer(&backwards, request).await == *alone, "backwards: {request:?}");
        }
    });
}

#[test]
fn an_address_is_answered_with_its_own_document() {
    let folder = tempfile::tempdir().unwrap();
    let ids = archive(folder.path());
    // The page Archive is left out: it changes while its examination of the archive runs, so its answers cannot be
    // compared.
    let requests: Vec<TestRequest> = requests(&ids[0])
        .into_iter()
        .filter(|(_, target, _)| !target.contains("/archive"))
        .collect();
    compare(folder.path(), false, &requests);
}

#[test]
fn a_token_changes_no_document() {
    let folder = tempfile::tempdir().unwrap();
    archive(folder.path());
    let mut requests = Vec::new();
    for address in ["/players", "/players.json", "/api/v1/players", "/api/v1/search?q=is:starred"] {
        let get = |target: &str, headers| (Method::GET, target.to_owned(), headers);
        requests.push(get(address, Vec::new()));
        requests.push(get(
            &format!("{address}#")
                .replace('#', if address.contains('?') { "&token=no" } else { "?token=no" }),
            Vec::new(),
        ));
        requests.push(get(address, vec![("authorization", format!("Bearer {TOKEN}"))]));
        requests.push(get(address, vec![("cookie", format!("kifu-index-1={TOKEN}"))]));
        requests.push(get(address, vec![("authorization", "Bearer wrong".to_owned())]));
    }
    compare(folder.path(), true, &requests);
}

/// A foreign site that `--cors` allows must get nothing that depends on the user's own data, at any address.
#[test]
fn foreign_sites_get_none_of_the_users_data() {
    let folder = tempfile::tempdir().unwrap();
    let ids = archive(folder.path());
    let change = kifu_store::userdata::changes::MarkChange {
        note: Some("a secret ladder".to_owned()),
        ..Default::default()
    };
    let engine = kifu_engine::Engine::open(&folder.path().join("index")).unwrap();
    let search = kifu_engine::request::Search::new(format!("id:{}", ids[0]));
    let found = engine.answer(&kifu_engine::request::FindContents(search), &Default::default());
    file(folder.path()).change_marks(&found.unwrap().answer.contents, &change).unwrap();
    file(folder.path()).save_query("rivals", "player:Anna").unwrap();
    let routes = new_server(folder.path(), false);
    let from = |target: &str, site: &'static str| {
        let headers = vec![("origin", FRIEND.to_owned()), ("sec-fetch-site", site.to_owned())];
        (Method::GET, target.to_owned(), headers)
    };
    runtime().block_on(async {
        for query in [
            "is:starred",
            "tag:x",
            "tag:*",
            "note:a*",
            "saved:rivals",
            "player:Anna OR -is:starred",
            "-(is:starred)",
            "is:(starred OR opening)",
        ] {
            let query = crate::state::encoded(query);
            for (path, more) in [
                ("search", ""),
                ("explore", ""),
                ("stats", "&by=black"),
                ("players", ""),
                ("losses", ""),
                ("crosstable", ""),
                ("ratings", ""),
                ("ratings/test", ""),
                ("versus", "&player=Anna&player=Dora"),
                ("practise", ""),
                ("parse", ""),
                ("export", "&as=csv"),
                ("explore.sgf", ""),
            ] {
                let target = format!("/api/v1/{path}?q={query}{more}");
                let user_answer = answer(&routes, &(Method::GET, target.clone(), Vec::new())).await;
                assert_ne!(user_answer.0, 403, "the user is answered: {target}");
                for site in ["cross-site", "same-site"] {
                    let (status, _, text) = answer(&routes, &from(&target, site)).await;
                    assert_eq!(status, 403, "{target}: {text}");
                }
            }
            for target in [
                "/api/v1/export?q=player:Anna&columns=black,note&as=csv".to_owned(),
                format!("/api/v1/games/{}/hits?q={query}", ids[0]),
                "/api/v1/mine".to_owned(),
            ] {
                assert_eq!(answer(&routes, &from(&target, "cross-site")).await.0, 403, "{target}");
            }
            let target = format!("/api/v1/explore?q=player:Anna&q2={query}");
            assert_eq!(answer(&routes, &from(&target, "cross-site")).await.0, 403, "{target}");
        }
        for typed in ["tag:", "saved:", "saved:riv", "player:Anna tag:", "is:starred tag:"] {
            let target = format!("/api/v1/suggest?q={}", crate::state::encoded(typed));
            let (status, _, text) = answer(&routes, &from(&target, "cross-site")).await;
            assert!(status == 403 && text.contains("\"private\""), "{target}: {status} {text}");
        }
        // Addresses whose answers contain none of the user's data must be answered for the foreign site.
        for target in [
            "/api/v1/search?q=player:Anna",
            "/api/v1/players",
            "/api/v1/suggest?q=player:A",
            &format!("/api/v1/games/{}", ids[0]),
        ] {
            let (status, _, text) = answer(&routes, &from(target, "cross-site")).await;
            assert_eq!(status, 200, "{target}");
            assert!(!text.contains("secret ladder"), "{text}");
        }
    });
}

/// Before the server answers, it must know whether a query needs the user's data. Otherwise the answer would be cached
/// under a key that does not change with this data.
#[test]
fn queries_that_need_the_users_data_are_known() {
    let folder = tempfile::tempdir().unwrap();
    archive(folder.path());
    let routes = new_server(folder.path(), false);
    runtime().block_on(async {
        for field in kifu_language::fields::FIELDS {
            for value in [
                "*",
                "a",
                "starred",
                "(starred OR a)",
                "\"starred\"",
                "st*",
                "~starred",
                ">1",
                "1..2",
            ] {
                let query = crate::state::encoded(&format!("{}:{value}", field.name));
                for path in ["search", "suggest"] {
                    let target = format!("/api/v1/{path}?q={query}");
                    let (status, _, text) =
                        answer(&routes, &(Method::GET, target.clone(), Vec::new())).await;
                    assert!(
                        status != 403 && !text.contains("saved queries are not known here"),
                        "{target}: {text}"
                    );
                }
            }
        }
    });
}

//! The access token that requests have to send.

use super::{Answer, Server};
use crate::support::{run_on, samples};

const SECRET: &str = "a-secret-of-this-test";

/// A server that requires a token.
fn server() -> Server {
    Server::samples(&[&format!("--token={SECRET}")])
}

fn ask_with(server: &Server, target: &str, name: &str, value: &str) -> Answer {
    server.ask("GET", target, &[(name, value)])
}

const ALL: [&str; 7] = [
    "/",
    "/games?q=Lee",
    "/games.json",
    "/api/v1/status",
    "/api/v1/openapi.json",
    "/a/x/page.css",
    "/nowhere",
];

#[test]
fn without_the_token_requests_are_refused() {
    let server = server();
    let cookie = format!("kifu-index-{}", server.port);
    let sent = [
        ("X", String::new()),
        ("Authorization", "Bearer".to_owned()),
        ("Authorization", format!("Basic {SECRET}")),
        ("Authorization", format!("Bearer {SECRET}x")),
        ("Authorization", format!("Bearer {}", &SECRET[1..])),
        ("Cookie", format!("{cookie}=x")),
        ("Cookie", format!("{cookie}x={SECRET}")),
        ("Cookie", format!("kifu-index-1={SECRET}")),
    ];
    for target in ALL {
        for (name, value) in &sent {
            let answer = ask_with(&server, target, name, value);
            assert_eq!(answer.status, 401, "{target} {name}: {value}");
            assert_eq!(answer.header("cache-control"), Some("no-store"));
            assert_eq!(answer.header("etag"), None);
            assert!(answer.header("www-authenticate").is_some());
            assert!(answer.body.contains("token"), "{}", answer.body);
            assert!(!answer.body.contains(SECRET), "{target}");
        }
        let wrong = server
            .get(&format!("{}?token=another-secret-of-it", target.split('?').next().unwrap()));
        assert_eq!((wrong.status, wrong.header("set-cookie")), (401, None));
    }
    assert_eq!(server.get("/api/v1/status").code(), "unauthorized");
    let body = format!(
        "POST /api/v1/read HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Length: 3\r\n\r\nQ16",
        server.port
    );
    assert_eq!(server.send(&body).status, 401);
    // The host of a request must be checked before its token.
    let foreign = server.ask("GET", &format!("/?token={SECRET}"), &[("Host", "evil.example")]);
    assert_eq!(foreign.code(), "foreign_host");
}

#[test]
fn the_first_page_puts_the_token_into_a_cookie() {
    let server = server();
    assert_eq!(server.address, format!("http://127.0.0.1:{}/?token={SECRET}", server.port));
    let first = server.get(&format!("/games?q=Lee&token={SECRET}&view=list"));
    assert_eq!(first.status, 303);
    assert_eq!(first.header("location"), Some("/games?q=Lee&view=list"));
    assert_eq!(first.header("referrer-policy"), Some("same-origin"));
    let cookie = first.header("set-cookie").unwrap();
    let (pair, rules) = cookie.split_once("; ").unwrap();
    assert_eq!(pair, format!("kifu-index-{}={SECRET}", server.port));
    assert_eq!(rules, "Path=/; HttpOnly; SameSite=Strict");
    for target in ["/", "/games?q=Lee", "/api/v1/status", "/games.json"] {
        let answer = ask_with(&server, target, "Cookie", &format!("a=b; {pair}; c=d"));
        assert_eq!(answer.status, 200, "{target}");
        assert!(!answer.body.contains(SECRET), "{target}");
    }
    // The redirect must never lead to another host.
    let other = server.get(&format!("//evil.example/?token={SECRET}"));
    assert_eq!(other.header("location"), Some("/evil.example/"));
}

#[test]
fn programs_send_the_token_with_every_request() {
    let server = server();
    let plain =
        ask_with(&server, "/api/v1/search?q=Lee", "Authorization", &format!("bearer {SECRET}"));
    assert_eq!(plain.status, 200);
    let in_address = server.get(&format!("/api/v1/search?token={SECRET}&q=Lee"));
    assert_eq!(in_address.status, 200);
    // The token must not affect the ETag of the answer.
    assert_eq!(plain.header("etag"), in_address.header("etag"));
    let total = |answer: &Answer| {
        let value: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
        value["total"].clone()
    };
    assert_eq!(total(&plain), total(&in_address));
    assert!(!in_address.body.contains(SECRET));
}

#[test]
fn a_random_token_is_made_on_request_or_for_other_hosts() {
    let token = |server: &Server| {
        let token = server.address.split_once("?token=").map(|(_, token)| token.to_owned());
        token.filter(|token| token.len() >= 32)
    };
    assert_eq!(token(&Server::samples(&[])), None);
    let (one, other) = (Server::samples(&["--token"]), Server::samples(&["--token"]));
    assert!(token(&one).is_some());
    assert_ne!(token(&one), token(&other));
    assert_eq!(one.get("/").status, 401);
    for weak in ["short", "with a space in it", ""] {
        let error =
            run_on(samples(), &["serve", "--port", "0", &format!("--token={weak}")]).fails();
        assert!(error.contains("token") && error.contains("16 to 256"), "{weak}: {error}");
        assert!(weak.is_empty() || !error.contains(weak), "{error}");
    }
    run_on(samples(), &["serve", "--token", "--no-token"]).ends(2);
}

#[cfg(unix)]
#[test]
fn a_log_has_each_request_without_its_token() {
    let server = Server::samples(&[&format!("--token={SECRET}"), "--log"]);
    server.get(&format!("/games.json?token={SECRET}&q=Lee"));
    server.get("/games?q=Lee");
    ask_with(&server, "/nowhere", "Authorization", &format!("Bearer {SECRET}"));
    let written = server.stop();
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(lines.len(), 3, "{written}");
    for (line, (status, target)) in lines.iter().zip([
        ("200", "/games.json?q=Lee"),
        ("401", "/games?q=Lee"),
        ("404", "/nowhere"),
    ]) {
        let words: Vec<&str> = line.split(' ').collect();
        // Example of a log line: 2026-01-31 12:34:56 UTC 127.0.0.1 200 12 ms GET /games
        assert_eq!(words.len(), 9, "{line}");
        assert_eq!((words[3], words[4], words[7], words[8]), ("127.0.0.1", status, "GET", target));
    }
}

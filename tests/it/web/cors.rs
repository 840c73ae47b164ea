use super::{Answer, Server};
use crate::support::{run_on, samples};

const FRIEND: &str = "https://go.example";

fn from(server: &Server, target: &str, origin: &str) -> Answer {
    let headers = [
        ("Origin", origin),
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Mode", "cors"),
        ("Sec-Fetch-Dest", "empty"),
    ];
    server.ask("GET", target, &headers)
}

#[test]
fn only_the_named_sites_may_read_and_only_the_interface() {
    let server = Server::samples(&["--cors", FRIEND, "--cors", "http://localhost:5173"]);
    for origin in [FRIEND, "http://localhost:5173"] {
        for target in ["/api/v1/status", "/api/v1/explore?m=Q16", "/api/v1/search?q=plyer:x"] {
            let answer = from(&server, target, origin);
            assert_ne!(answer.status, 403, "{target}");
            assert_eq!(answer.header("access-control-allow-origin"), Some(origin), "{target}");
            assert_eq!(answer.header("access-control-allow-credentials"), None);
            let vary: Vec<&String> = (answer.headers.iter())
                .filter(|(name, _)| name == "vary")
                .map(|(_, value)| value)
                .collect();
            assert!(vary.iter().any(|value| value.contains("Origin")), "{vary:?}");
        }
        for target in
            ["/", "/games", "/help", "/explore.json", "/api/v1", "/a/x/page.css", "//api/v1/status"]
        {
            let answer = from(&server, target, origin);
            assert_eq!(answer.status, 403, "{target}");
            assert_eq!(answer.header("access-control-allow-origin"), None, "{target}");
        }
    }
    for origin in [
        "https://go.example.evil.example",
        "https://evilgo.example",
        "https://www.go.example",
        "http://go.example",
        "https://go.example:8443",
        "https://go.example/",
        "https://GO.example",
        "https://go.example https://evil.example",
        "http://localhost",
        "http://localhost:51730",
        "null",
        "*",
        "",
    ] {
        let answer = from(&server, "/api/v1/status", origin);
        assert_eq!((answer.status, answer.code().as_str()), (403, "forbidden"), "{origin}");
        assert_eq!(answer.header("access-control-allow-origin"), None, "{origin}");
    }
    let two = [("Origin", FRIEND), ("Origin", "https://evil.example")];
    let answer = server.ask("GET", "/api/v1/status", &two);
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (403, None));
}

#[test]
fn a_named_site_may_do_nothing_else() {
    let server = Server::samples(&["--cors", FRIEND]);
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        for target in ["/api/v1/read", "/api/v1/search"] {
            let headers = [("Origin", FRIEND), ("Content-Length", "0")];
            let answer = server.ask(method, target, &headers);
            assert!(matches!(answer.status, 403 | 405), "{method} {target}: {}", answer.status);
            assert_eq!(answer.header("access-control-allow-origin"), None, "{method} {target}");
            assert_eq!(answer.header("access-control-allow-methods"), None);
        }
    }
    // A request for a foreign host name (DNS rebinding) must be refused, whatever its origin.
    let headers = [("Origin", FRIEND), ("Host", "evil.example")];
    assert_eq!(server.ask("GET", "/api/v1/status", &headers).code(), "foreign_host");
    // Scripts and images of an allowed site must be refused, too, because requests for them have no header `Origin`.
    let picture = [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Mode", "no-cors"),
        ("Sec-Fetch-Dest", "image"),
    ];
    assert_eq!(server.ask("GET", "/api/v1/status", &picture).status, 403);
    let head = server.ask("HEAD", "/api/v1/status", &[("Origin", FRIEND)]);
    assert_eq!((head.status, head.header("access-control-allow-origin")), (200, Some(FRIEND)));
    // The site that got an answer must be able to ask whether its cached copy is still valid.
    let first = from(&server, "/api/v1/status", FRIEND);
    let known = [("Origin", FRIEND), ("If-None-Match", first.header("etag").unwrap())];
    let again = server.ask("GET", "/api/v1/status", &known);
    assert_eq!((again.status, again.header("access-control-allow-origin")), (304, Some(FRIEND)));
}

/// Before a cross-origin request with `If-None-Match`, the browser sends a preflight request. Both must be allowed.
#[test]
fn an_allowed_site_may_send_an_etag() {
    let server = Server::samples(&["--cors", FRIEND]);
    let ask = |target: &str, origin: &str, method: &str| {
        let headers = [
            ("Origin", origin),
            ("Access-Control-Request-Method", method),
            ("Access-Control-Request-Headers", "if-none-match"),
            ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Mode", "cors"),
            ("Sec-Fetch-Dest", "empty"),
        ];
        server.ask("OPTIONS", target, &headers)
    };
    let answer = ask("/api/v1/status", FRIEND, "GET");
    assert_eq!((answer.status, answer.body.as_str()), (204, ""));
    for (name, value) in [
        ("access-control-allow-origin", FRIEND),
        ("access-control-allow-methods", "GET, HEAD"),
        ("access-control-allow-headers", "If-None-Match, Authorization"),
    ] {
        assert_eq!(answer.header(name), Some(value));
    }
    assert_eq!(answer.header("access-control-allow-credentials"), None);
    for (target, origin, method) in [
        ("/api/v1/status", "https://evil.example", "GET"),
        ("/api/v1/status", FRIEND, "POST"),
        ("/api/v1/read", FRIEND, "POST"),
        ("/", FRIEND, "GET"),
    ] {
        let answer = ask(target, origin, method);
        assert!(
            matches!(answer.status, 403 | 405),
            "{target} {origin} {method}: {}",
            answer.status
        );
        assert_eq!(answer.header("access-control-allow-methods"), None);
    }
}

#[test]
fn without_the_option_no_cors_headers_are_sent_and_invalid_sites_are_refused() {
    let server = Server::samples(&[]);
    let answer = from(&server, "/api/v1/status", FRIEND);
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (403, None));
    let same_site = server.get("/api/v1/status");
    assert!(!same_site.header("vary").unwrap().contains("Origin"));
    for wrong in ["*", "null", "go.example", "https://*.example", "https://go.example/", ""] {
        let error = run_on(samples(), &["serve", "--port", "0", "--cors", wrong]).fails();
        assert!(error.contains("is not the origin of a site"), "{wrong}: {error}");
    }
}

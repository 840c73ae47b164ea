use super::Server;
use crate::support::Place;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

const PAGES: [&str; 8] = [
    "/",
    "/?m=Q16,D4",
    "/games?q=player:Lee",
    "/practise?q=player:Lee",
    "/help",
    "/nowhere",
    "/?m=Z99",
    "/games?q=plyer:x",
];

#[test]
fn foreign_names_are_refused_also_with_the_right_port() {
    let server = Server::samples(&["--allow-host", "go.example"]);
    let port = server.port;
    for host in [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("192.168.1.7:{port}"),
        "127.0.0.1:1".to_owned(),
        "127.0.0.1".to_owned(),
        String::new(),
    ] {
        for target in ["/", "/api/v1/status", "/a/x/page.css"] {
            let answer = server.ask("GET", target, &[("Host", &host)]);
            assert!(matches!(answer.status, 400 | 403), "{host}: {}", answer.status);
            assert!(!answer.body.contains("games"), "{host}: {}", answer.body);
        }
    }
    let refused = server.ask("GET", "/", &[("Host", "evil.example")]);
    assert!(refused.body.contains("--allow-host evil.example"), "{}", refused.body);
    for host in [format!("localhost:{port}"), format!("[::1]:{port}"), "go.example".to_owned()] {
        assert_eq!(server.ask("GET", "/help", &[("Host", &host)]).status, 200, "{host}");
    }
    let host = format!("127.0.0.1:{port}");
    let two = server.ask("GET", "/", &[("Host", &host), ("Host", "evil.example")]);
    assert_eq!(two.status, 400);
    let none = server.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert_eq!(none.status, 400);
    let target = server.send(&format!(
        "GET http://evil.example/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    ));
    assert_eq!(target.status, 400);
}

#[test]
fn other_sites_are_refused() {
    let server = Server::samples(&[]);
    let own_origin = format!("http://127.0.0.1:{}", server.port);
    let neighbour = format!("http://127.0.0.1:{}", server.port ^ 1);
    for origin in ["http://evil.example", "null", "", neighbour.as_str(), "file://"] {
        let answer = server.ask("GET", "/api/v1/status", &[("Origin", origin)]);
        assert_eq!((answer.status, answer.code().as_str()), (403, "forbidden"), "{origin}");
    }
    assert_eq!(server.ask("GET", "/api/v1/status", &[("Origin", &own_origin)]).status, 200);
    let site = |site, mode, dest| {
        let headers =
            [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", dest)];
        server.ask("GET", "/help", &headers).status
    };
    assert_eq!(site("cross-site", "cors", "empty"), 403);
    assert_eq!(site("cross-site", "no-cors", "script"), 403);
    assert_eq!(site("cross-site", "navigate", "iframe"), 403);
    assert_eq!(site("same-site", "no-cors", "image"), 403);
    assert_eq!(site("cross-site", "navigate", "document"), 200);
    assert_eq!(site("same-origin", "cors", "empty"), 200);
    assert_eq!(site("none", "navigate", "document"), 200);
    // Any site may link to a page. A link from another site to JSON or a download must be refused, because one click
    // could request everything.
    let followed = |target: &str, site| {
        let headers = [
            ("Sec-Fetch-Site", site),
            ("Sec-Fetch-Mode", "navigate"),
            ("Sec-Fetch-Dest", "document"),
        ];
        server.ask("GET", target, &headers).status
    };
    for target in ["/api/v1/status", "/api/v1/export?as=csv", "/games.json"] {
        assert_eq!(followed(target, "cross-site"), 403, "{target}");
        assert_eq!(followed(target, "same-site"), 403, "{target}");
        assert_eq!(followed(target, "same-origin"), 200, "{target}");
        assert_eq!(followed(target, "none"), 200, "{target}");
    }
    assert_eq!(followed("/games?q=player:Lee", "cross-site"), 200);
    for target in ["/", "/api/v1/status"] {
        let answer = server.get(target);
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}

#[test]
fn every_answer_has_a_content_security_policy() {
    let server = Server::samples(&[]);
    let page = server.page("/");
    let assets = page.split('"').filter(|text| text.starts_with("/a/"));
    let assets: Vec<String> = assets.map(str::to_owned).collect();
    assert!(assets.len() >= 4, "{assets:?}");
    let others = ["/api/v1/status", "/api/v1/nowhere", "/a/x/y"].map(str::to_owned);
    let all = PAGES.map(str::to_owned).into_iter().chain(assets).chain(others);
    for target in all {
        let answer = server.get(&target);
        assert_eq!(
            answer.header("content-security-policy"),
            Some(
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                 form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            ),
            "{target}"
        );
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{target}");
        }
        assert!(answer.header("content-type").is_some(), "{target}");
    }
    let refused = server.ask("DELETE", "/", &[]);
    assert!(refused.header("content-security-policy").is_some());
}

/// Checks that a page contains nothing that a content security policy without `unsafe-inline` would block.
pub fn has_nothing_inline(page: &str, target: &str) {
    for tag in page.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        let name = tag.split_whitespace().next().unwrap_or_default();
        if name == "script" {
            assert!(tag.contains(" src=\"/a/"), "{target}: <{tag}>");
        }
        assert!(name != "style" && name != "base" && name != "iframe", "{target}: <{tag}>");
        let outside = tag.split('"').step_by(2);
        for part in outside {
            let attribute = part.trim_end_matches('=').rsplit(' ').next().unwrap_or_default();
            assert!(attribute != "style" && !attribute.starts_with("on"), "{target}: <{tag}>");
        }
    }
    assert!(!page.contains("javascript:"), "{target}");
}

#[test]
fn no_page_has_inline_scripts_or_styles() {
    let server = Server::samples(&[]);
    for target in PAGES {
        has_nothing_inline(&server.get(target).body, target);
    }
}

#[test]
fn hostile_records_stay_text() {
    let place = Place::new();
    let script = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&";
    place.write(
        "a.sgf",
        format!(
            "(;PB[{script}]PW[\u{202e}evil\u{1b}\\[2J]EV[{script}]DT[2001-02-03]RE[B+R]\
             C[{script} word \u{202e}x];B[pd];W[dp]LB[aa:{script}]C[{script} word])"
        ),
    );
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let list = server.json("/api/v1/search?q=");
    let id = list["games"][0]["id"].as_str().unwrap();
    let game = format!("/game/{id}?node=2");
    for target in [
        "/",
        "/games",
        "/games?q=word",
        &game,
        "/?q=%3Cscript%3E",
        "/games?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
    ] {
        let page = server.get(target).body;
        assert!(
            !page.contains("<script>alert") && !page.contains("<img src=x"),
            "{target}: {page}"
        );
        assert!(!page.contains('\u{202e}') && !page.contains('\u{1b}'), "{target}");
        has_nothing_inline(&page, target);
    }
    assert!(server.page(&game).contains("&lt;script&gt;alert(1)"));
    assert!(server.page(&game).contains("⟨202E⟩"));
    let drawn = server.get(&format!("/api/v1/games/{id}/board.svg?node=2"));
    assert_eq!(drawn.header("content-type"), Some("image/svg+xml"));
    assert_eq!(
        drawn.header("content-security-policy"),
        Some("default-src 'none'; style-src 'none'")
    );
    assert!(!drawn.body.contains("<script") && !drawn.body.contains("style="), "{}", drawn.body);
    let file = server.get(&format!("/api/v1/games/{id}/sgf"));
    let name = file.header("content-disposition").unwrap();
    assert!(
        name.chars().all(|c| c.is_ascii_graphic() || c == ' ') && !name.contains(['<', '\'', '&']),
        "{name}"
    );
}

/// Checks that a page contains only the program's own tags: no event handlers, no styles, no links that run code, and
/// no hidden characters.
fn check_stays_text(page: &str, target: &str) {
    for tag in page.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        let name = tag.trim_start_matches('/').split(' ').next().unwrap();
        let is_plain = name.trim_start_matches('!').chars().all(|c| c.is_ascii_alphanumeric());
        assert!(is_plain && !name.is_empty(), "{target}: <{tag}>");
        // Quotes inside attribute values are escaped, so splitting at quotes separates names from values.
        let pieces: Vec<&str> = tag.split('"').collect();
        for pair in pieces.chunks(2) {
            let attribute = pair[0].trim_end_matches('=').rsplit(' ').next().unwrap();
            assert!(attribute != "style" && !attribute.starts_with("on"), "{target}: <{tag}>");
            if let ("href" | "src" | "action", Some(value)) = (attribute, pair.get(1)) {
                let is_here = value.is_empty() || value.starts_with(['/', '#']);
                assert!(is_here || is_link_of_a_text(tag), "{target}: <{tag}>");
            }
        }
    }
    let own_scripts = ["<script src=\"/a/", "<script type=\"module\" src=\"/a/"];
    let script_count: usize = own_scripts.iter().map(|script| page.matches(script).count()).sum();
    assert_eq!(page.matches("<script").count(), script_count, "{target}");
}

/// Addresses in texts of records may be links. Their sites must not learn where a visitor comes from, and must not get
/// hold of the window.
fn is_link_of_a_text(tag: &str) -> bool {
    let rest = r#"" rel="noopener noreferrer nofollow" referrerpolicy="no-referrer"#;
    let href = tag.strip_prefix(r#"a class="web" href=""#).and_then(|tag| tag.strip_suffix('"'));
    let address = href.and_then(|tag| tag.strip_suffix(rest));
    address.is_some_and(|address| address.starts_with("https://") && !address.contains('"'))
}

fn shows_all(text: &str, target: &str) {
    for hidden in HIDDEN {
        assert!(!text.contains(hidden), "{target}: {hidden:?}");
    }
}

/// Invisible and control characters in the sample's record.
const HIDDEN: [char; 11] = [
    '\u{1}', '\u{7}', '\u{8}', '\u{1b}', '\u{7f}', '\u{9b}', '\u{200b}', '\u{202e}', '\u{2067}',
    '\u{2028}', '\u{feff}',
];

#[test]
fn the_hostile_record_of_the_samples_stays_text_everywhere() {
    let server = Server::samples(&[]);
    let list = server.json("/api/v1/search?q=comment:hostile");
    assert_eq!(list["total"], 1);
    let game = &list["games"][0];
    let id = game["id"].as_str().unwrap();
    assert_eq!(game["white"].as_str().map(|name| name.chars().count()), Some(2_000));
    let mut pages = Vec::new();
    for query in ["comment:hostile", "alert", "date:1999-12-31", "size:9"] {
        for view in ["", "comments", "table", "boards"] {
            pages.push(format!("/games?q={query}&view={view}"));
            pages.push(format!("/games?q={query}&view={view}&part=list"));
        }
        for tab in ["", "years", "games", "comments", "counted"] {
            pages.push(format!("/?size=9&m=E5&q={query}&tab={tab}"));
        }
    }
    pages.push("/?size=9&m=E5&part=row&of=C5".to_owned());
    pages.push("/?size=9&m=E5&of=C5&q=comment:hostile".to_owned());
    for node in 0..5 {
        for part in ["", "&part=main", "&part=node", "&part=mine"] {
            pages.push(format!("/game/{id}?node={node}&q=comment:hostile{part}"));
        }
    }
    let mut named = 0;
    for target in &pages {
        let answer = server.get(target);
        assert_eq!(answer.status, 200, "{target}: {}", answer.body);
        check_stays_text(&answer.body, target);
        shows_all(&answer.body, target);
        named += usize::from(answer.body.contains("&lt;script&gt;alert(1)"));
    }
    assert!(named > 30, "only {named} pages show it");
    // Queries, and the error messages about them, may contain text of other people, too.
    let evil = super::encoded("\"><script>alert(1)</script>\u{202e}");
    for target in [
        format!("/games?q={evil}"),
        format!("/?q=plyer:{evil}"),
        format!("/?m={evil}"),
        format!("/games?sort={evil}"),
        format!("/game/{evil}"),
        format!("/{evil}"),
    ] {
        let page = server.get(&target).body;
        check_stays_text(&page, &target);
        // The query box contains the query unchanged, so only text outside of tags is checked.
        let outside = page.split('<').filter_map(|tag| Some(tag.split_once('>')?.1));
        shows_all(&outside.collect::<String>(), &target);
    }
    for target in [
        format!("/api/v1/games/{id}/board.svg?node=1"),
        format!("/api/v1/games/{id}/board.svg?node=1&small=1"),
    ] {
        let drawn = server.get(&target);
        assert_eq!(drawn.status, 200, "{target}");
        check_stays_text(&drawn.body, &target);
        shows_all(&drawn.body, &target);
    }
    for target in [
        "/api/v1/search?q=comment:hostile".to_owned(),
        "/api/v1/explore?size=9&m=E5".to_owned(),
        "/api/v1/suggest?q=player:script".to_owned(),
        "/api/v1/players".to_owned(),
        "/api/v1/stats?by=player,event".to_owned(),
        format!("/api/v1/games/{id}"),
        format!("/api/v1/games/{id}/hits?q=comment:hostile"),
    ] {
        shows_all(&server.get(&target).body, &target);
    }
}

#[test]
fn no_operand_names_a_file() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna];B[pd])");
    place.build();
    let secret = place.write("secret.txt", "Q16 D4");
    let secret = secret.display().to_string();
    let server = Server::start(&place.folder(), &[]);
    let operands = [
        "q=position:@/etc/passwd".to_owned(),
        format!("q=position:@{secret}"),
        format!("q=pattern:%22@{secret}%22"),
        "q=position:%22/etc/hosts.sgf%2342%22".to_owned(),
        "q=position:%22a.sgf%231%22".to_owned(),
    ];
    for operand in operands {
        for target in
            ["/api/v1/search", "/api/v1/explore", "/api/v1/parse", "/games.json", "/explore.json"]
        {
            let answer = server.get(&format!("{target}?{operand}"));
            // For `/parse`, the error in a query is the answer itself, so its status is 200.
            let status = if target.ends_with("parse") { 200 } else { 400 };
            assert_eq!(answer.status, status, "{target}?{operand}: {}", answer.body);
            assert!(answer.body.contains("\"error\""), "{}", answer.body);
            assert!(!answer.body.contains("root:"), "{}", answer.body);
        }
    }
    assert_eq!(server.get("/api/v1/explore?m=@/etc/passwd").code(), "bad_value");
    for text in ["@/etc/passwd", &format!("@{secret}"), "a.sgf#1"] {
        let host = format!("127.0.0.1:{}", server.port);
        let answer = server.send(&format!(
            "POST /api/v1/read HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{text}",
            text.len()
        ));
        assert_eq!(answer.status, 400, "{text}: {}", answer.body);
    }
}

#[test]
fn no_path_leaves_the_served_pages() {
    let server = Server::samples(&[]);
    for path in [
        "../../../../etc/passwd",
        "..%2f..%2f..%2fetc%2fpasswd",
        "%2e%2e/%2e%2e/etc/passwd",
        "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "..%5c..%5cetc%5cpasswd",
        "..\\..\\etc\\passwd",
        "%252e%252e%252fetc%252fpasswd",
        "..%c0%af..%c0%afetc/passwd",
        "....//....//etc/passwd",
        "%00/etc/passwd",
        "/etc/passwd",
        "page.css%00.js",
    ] {
        for base in ["/", "/a/", "/a/x/", "/game/", "/api/v1/games/", "/api/v1/"] {
            let answer = server.get(&format!("{base}{path}"));
            assert!(matches!(answer.status, 400 | 404), "{base}{path}: {}", answer.status);
            assert!(!answer.body.contains("root:"), "{base}{path}");
        }
    }
}

#[test]
fn paths_in_answers_begin_at_their_root() {
    let place = Place::new();
    place.write("inner/a.sgf", "(;PB[Anna];B[pd])");
    let gone = place.write("inner/b.sgf", "(;PB[Berta];B[dd])");
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let list = server.json("/api/v1/search?q=Anna");
    assert_eq!(list["games"][0]["path"], "inner/a.sgf");
    let other = server.json("/api/v1/search?q=Berta");
    let id = other["games"][0]["id"].as_str().unwrap();
    std::fs::remove_file(gone).unwrap();
    let above = place.games().parent().unwrap().display().to_string();
    for target in [
        "/api/v1/status".to_owned(),
        "/api/v1/search".to_owned(),
        "/api/v1/explore".to_owned(),
        "/api/v1/stats?by=archive".to_owned(),
        "/api/v1/players".to_owned(),
        "/api/v1/players/Anna".to_owned(),
        format!("/api/v1/games/{id}"),
        format!("/game/{id}"),
        "/".to_owned(),
        "/games".to_owned(),
    ] {
        let body = server.get(&target).body;
        assert!(!body.is_empty() && !body.contains(&above), "{target}: {body}");
    }
}

#[test]
fn only_known_methods_are_answered() {
    let server = Server::samples(&[]);
    for target in ["/", "/games", "/api/v1/explore", "/nowhere"] {
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
            let answer = server.ask(method, target, &[]);
            assert_eq!(
                (answer.status, answer.header("allow")),
                (405, Some("GET, HEAD")),
                "{method}"
            );
        }
    }
    let read = server.get("/api/v1/read");
    assert_eq!((read.status, read.header("allow")), (405, Some("POST")));
    let head = server.ask("HEAD", "/", &[]);
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

#[test]
fn overlong_requests_are_refused() {
    let server = Server::samples(&[]);
    let long = |length: usize| format!("/games?q={}", "a".repeat(length));
    assert_eq!(server.get(&long(2_000)).status, 200);
    assert_eq!(server.get(&long(2_001)).status, 400);
    assert_eq!(server.get(&long(9_000)).status, 414);
    // A request head beyond the limit must end the connection, with or without an answer.
    let huge = server.get(&long(10 << 20));
    assert!(matches!(huge.status, 0 | 414 | 431), "{}", huge.status);
    let header = server.ask("GET", "/help", &[("X-Long", &"a".repeat(20 << 10))]);
    assert!(matches!(header.status, 0 | 431), "{}", header.status);
    let host = format!("127.0.0.1:{}", server.port);
    let post = |length: usize| {
        server.send(&format!(
            "POST /api/v1/read HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{}",
            " ".repeat(length)
        ))
    };
    assert_eq!(post((64 << 10) + 1).status, 413);
    assert_ne!(post(1 << 10).status, 413);
    let deep = format!("/games?q={}a{}", "(".repeat(200), ")".repeat(200));
    assert_eq!(server.get(&deep).status, 400);
    assert_eq!(server.get("/help").status, 200);
}

#[test]
fn slow_and_broken_connections_block_nobody() {
    let server = Server::samples(&[]);
    // These are more connections than the server accepts at once. Each begins a request and then stalls.
    let mut slow: Vec<_> = (0..80).map(|_| server.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x").unwrap();
    }
    let began = Instant::now();
    // The server closes the first stalled connections after 10 seconds, so that this request gets a place.
    assert_eq!(server.get("/help").status, 200);
    let mut bytes = Vec::new();
    slow[0].set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let _ = slow[0].read_to_end(&mut bytes);
    assert!(!String::from_utf8_lossy(&bytes).contains("200 OK"));
    assert!(began.elapsed() < Duration::from_secs(60), "they were never sent away");
    drop(slow);
    for _ in 0..20 {
        let mut cut = server.connect();
        let request = format!("GET /?m=Q16 HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", server.port);
        cut.write_all(request.as_bytes()).unwrap();
    }
    assert_eq!(server.get("/?m=Q16").status, 200);
}

use super::Server;
use crate::support::server::REFRESH_WAIT;
use crate::support::{
    Place, files_below, holds_for, program, run_on, samples, wait_for, wait_until,
};
use std::io::{Read, Write};
use std::net::TcpListener;

#[test]
fn a_port_in_use_is_an_error_where_it_was_asked_for() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let error = run_on(samples(), &["serve", "--port", &port]).fails();
    assert!(error.contains(&format!("port {port} is in use")), "{error}");
}

#[test]
fn without_an_index_serve_suggests_a_build() {
    let place = Place::new();
    let error = run_on(&place.folder(), &["serve", "--port", "0"]).fails();
    assert!(error.contains("there is no index") && error.contains("kifu-index build"), "{error}");
}

#[cfg(unix)]
#[test]
fn signals_end_the_server_after_running_answers() {
    for name in ["-INT", "-TERM"] {
        let mut server = Server::samples(&[]);
        let mut stream = server.connect();
        let head = format!(
            "POST /api/v1/read HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 6\r\n\
             Expect: 100-continue\r\n\r\nQ16",
            server.port
        );
        stream.write_all(head.as_bytes()).unwrap();
        // The interim answer 100 Continue shows that the server has begun to work on the request and waits for the rest
        // of its text.
        let mut interim = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
        stream.read_exact(&mut interim).unwrap();
        assert_eq!(&interim, b"HTTP/1.1 100 Continue\r\n\r\n");
        server.signal(name);
        let is_closed = || std::net::TcpStream::connect(("127.0.0.1", server.port)).is_err();
        wait_until("the server lets nobody in", is_closed);
        stream.write_all(b" D4").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.contains("200 OK") && answer.contains("b=Q16&w=D4"), "{answer}");
        assert_eq!(server.wait(), Some(0), "{name}");
    }
}

#[test]
fn pages_show_progress_during_the_first_build() {
    let place = Place::new();
    for number in 0..50 {
        place.write(&format!("{number}.sgf"), format!("(;PB[Anna{number}];B[pd];W[dp])"));
    }
    let games = place.games().display().to_string();
    let server = Server::start(&place.folder(), &[&games]);
    // The page must answer during the build, and have the games at its end.
    let total = wait_for("the games are read", || {
        let answer = server.get("/api/v1/explore?m=Q16");
        match answer.status {
            200 => {
                let value: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
                value["total"].as_u64()
            }
            503 => {
                assert_eq!(answer.code(), "building", "{}", answer.body);
                assert_eq!(answer.header("retry-after"), Some("1"));
                let page = server.get("/");
                assert!(
                    page.status == 200 || page.body.contains("Reading the games"),
                    "{}",
                    page.body
                );
                None
            }
            _ => panic!("{answer:?}"),
        }
    });
    assert_eq!(total, 50);
}

#[test]
fn a_build_of_another_process_is_seen() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna];B[pd])");
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let state = || {
        let status = server.json("/api/v1/status");
        (status["games"].as_u64().unwrap(), status["generation"].as_u64().unwrap())
    };
    let (games, before) = state();
    assert_eq!(games, 1);
    let tag = server.get("/games").header("etag").unwrap().to_owned();
    place.write("b.sgf", "(;PB[Berta];B[dd])");
    let run = program(&place.folder()).args(["build"]).output().unwrap();
    assert!(run.status.success());
    let generation = wait_for("the new game is there", || {
        let (games, generation) = state();
        (games == 2).then_some(generation)
    });
    assert!(generation > before);
    let again = server.ask("GET", "/games", &[("If-None-Match", &tag)]);
    assert_eq!(again.status, 200);
    assert!(again.body.contains("Berta"));
}

#[test]
fn an_index_that_goes_away_leaves_the_server_alive() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna];B[pd])");
    place.build();
    let server = Server::start(&place.folder(), &[]);
    assert_eq!(server.get("/games").status, 200);
    std::fs::remove_dir_all(place.folder()).unwrap();
    assert!(holds_for(REFRESH_WAIT, || server.get("/games?q=Anna").status != 0));
    // A page that needs the deleted index files must report that they are gone.
    let page = server.get("/archive");
    assert_eq!(page.status, 503);
    assert!(page.body.contains("is gone"), "{}", page.body);
    let data = server.get("/api/v1/archive");
    assert_eq!((data.status, data.code().as_str()), (503, "no_index"));
    assert!(data.body.contains("kifu-index build"), "{}", data.body);
}

/// Makes an index of a few hundred games. Returns it with those of its files that searches read.
fn large_index() -> (Place, Vec<std::path::PathBuf>) {
    let place = Place::new();
    for number in 0..300 {
        let text = format!("(;PB[Anna{number}]PW[Bert]C[a ladder {number}];B[pd];W[dp];B[pq])");
        place.write(&format!("{number}.sgf"), text);
    }
    place.build();
    let files = files_below(&place.folder());
    let is_data = |path: &std::path::PathBuf| {
        let end = path.extension().and_then(|end| end.to_str());
        end.is_some_and(|end| !["json", "jsonl", "lock", "TAG"].contains(&end))
    };
    let files: Vec<_> = files.into_iter().filter(is_data).collect();
    assert!(files.len() > 5, "{files:?}");
    (place, files)
}

const TARGETS: [&str; 8] = [
    "/",
    "/?m=Q16",
    "/games?q=ladder",
    "/help",
    "/api/v1/explore?m=Q16,D4",
    "/api/v1/search?facets=year,how&q=player:Anna7",
    "/api/v1/stats?by=player",
    "/api/v1/players",
];

/// Address with the same query, followed by `count` blanks. With the same address again, the answer would come from the
/// cache.
fn with_blanks(target: &str, count: usize) -> String {
    let begin = match (target.contains("q="), target.contains('?')) {
        (true, _) => "",
        (false, true) => "&q=",
        (false, false) => "?q=",
    };
    format!("{target}{begin}{}", "%20".repeat(count))
}

/// Answer without the blanks of its query and without the elapsed time.
fn without_blanks(body: &str) -> Option<String> {
    body.replace(' ', "").split("\"took_us\"").next().map(str::to_owned)
}

/// Overwrites files of an open index. Each request must get an answer, or an error with advice, and the server must
/// keep running.
#[test]
fn a_damaged_index_is_an_error_of_one_answer() {
    let (place, files) = large_index();
    let server = Server::start(&place.folder(), &[]);
    let mut refused = 0;
    for (round, file) in files.iter().enumerate() {
        let whole = std::fs::read(file).unwrap();
        // Overwrites the file in place: the server has it open, so this resembles a failing disk.
        let mut damaged = std::fs::File::options().write(true).open(file).unwrap();
        damaged.write_all(&vec![0xFF; whole.len()]).unwrap();
        for target in TARGETS {
            let answer = server.get(&with_blanks(target, round + 1));
            match answer.status {
                200 => {}
                500 | 503 if target.starts_with("/api") => {
                    refused += 1;
                    assert!(["damaged", "io"].contains(&answer.code().as_str()), "{}", answer.body);
                    assert!(answer.body.contains("kifu-index build"), "{}", answer.body);
                }
                500 | 503 => assert!(answer.body.contains("id=\"problem\""), "{}", answer.body),
                status => panic!("{target}: {status} {}", answer.body),
            }
        }
        std::io::Seek::rewind(&mut damaged).unwrap();
        damaged.write_all(&whole).unwrap();
    }
    assert!(refused > 0, "nothing was noticed");
    // The server opens the index again when a request comes, at most once a second.
    wait_until("the whole index is open", || {
        server.get("/help");
        TARGETS.iter().all(|target| server.get(target).status == 200)
    });
}

/// Truncates files while the server has them open, between answers and during them. Each request must get an answer or
/// an error, the server must keep running, and a rebuilt index must be served again.
#[cfg(target_os = "linux")]
#[test]
fn a_cut_file_is_an_error_of_one_answer() {
    let (place, files) = large_index();
    let server = Server::start(&place.folder(), &[]);
    // Pages leave out what could not be counted; `/api/v1` also has the elapsed time, which is removed.
    let stable = without_blanks;
    let expected = TARGETS.map(|target| stable(&server.get(&with_blanks(target, 1)).body));
    let refused = std::sync::atomic::AtomicUsize::new(0);
    let request_count = std::sync::atomic::AtomicUsize::new(0);
    let ask_all = || {
        for (target, expected) in TARGETS.iter().zip(&expected) {
            let number = request_count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let answer = server.get(&with_blanks(target, 2 + number));
            match answer.status {
                200 if target.starts_with("/api") => {
                    assert!(stable(&answer.body) == *expected, "{target}")
                }
                200 => {}
                503 if target.starts_with("/api") => {
                    assert_eq!(answer.code(), "damaged", "{}", answer.body);
                    refused.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                }
                503 => assert!(answer.body.contains("id=\"problem\""), "{}", answer.body),
                status => panic!("{target}: {status} {}", answer.body),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..3).for_each(|_| ask_all()));
        }
        for file in &files {
            let file = std::fs::File::options().write(true).open(file).unwrap();
            file.set_len(0).unwrap();
        }
    });
    ask_all();
    assert!(refused.into_inner() > 0, "nothing was noticed");
    let rebuilt = program(&place.folder()).args(["build", "--rebuild"]).output().unwrap();
    assert!(rebuilt.status.success(), "{rebuilt:?}");
    // The first request after a second makes the server check the index.
    let again = || server.get("/api/v1/search?q=player:Anna7");
    wait_until("the rebuilt index is open", || again().status == 200);
}

/// Cuts the last bytes of files, which raises no signal. All requests that read the index must be refused until the
/// bytes are back. After that they must be answered from the same state of the index.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_is_cut_is_served_again_once_it_is_whole() {
    let (place, files) = large_index();
    let server = Server::start(&place.folder(), &[]);
    let target = "/api/v1/search?q=player:Anna7";
    let expected = without_blanks(&server.get(target).body);
    let mut blanks = 0;
    let mut ask = || {
        blanks += 1;
        server.get(&with_blanks(target, blanks))
    };
    let longest = |path: &&std::path::PathBuf| std::fs::metadata(path).unwrap().len();
    let mut files: Vec<_> = files.iter().collect();
    files.sort_by_key(longest);
    for path in files.iter().rev().take(3) {
        let whole = std::fs::read(path).unwrap();
        let mut file = std::fs::File::options().write(true).open(path).unwrap();
        file.set_len(whole.len() as u64 - 20).unwrap();
        // The first answer must be an error, and so must those after the server has checked the index again.
        assert!(holds_for(REFRESH_WAIT, || {
            let answer = ask();
            let outcome = (answer.status, answer.code());
            assert_eq!(outcome, (503, "damaged".into()), "{}", answer.body);
            answer.header("retry-after").is_some()
        }));
        file.write_all(&whole).unwrap();
        // The server checks once a second, at a request.
        let answer = wait_for("the whole file is read", || {
            let answer = ask();
            (answer.status == 200).then_some(answer)
        });
        assert_eq!(without_blanks(&answer.body), expected);
    }
}

/// Replaces the state of an index by an invalid one. The server must continue with the state that it has open.
#[test]
fn another_version_or_a_broken_state_leaves_the_open_one() {
    let (place, _) = large_index();
    let server = Server::start(&place.folder(), &[]);
    for (file, text) in [
        ("kifu-index.json", "{\"kifu_index\":1}"),
        ("kifu-index.json", "{\"kifu_index\":999}"),
        ("kifu-index.json", "{"),
        ("meta.json", "{}"),
        ("meta.json", ""),
    ] {
        let path = place.folder().join(file);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, text).unwrap();
        let is_answered = |target: &&str| server.get(target).status == 200;
        assert!(holds_for(REFRESH_WAIT, || TARGETS.iter().all(is_answered)), "{file} {text}");
        let error = run_on(&place.folder(), &["serve", "--port", "0"]).fails();
        assert!(error.contains("kifu-index build"), "{file} {text}: {error}");
        std::fs::write(&path, whole).unwrap();
    }
    assert!(holds_for(REFRESH_WAIT, || server.json("/api/v1/search?q=ladder")["total"] == 300));
}

#[test]
fn an_index_may_be_rebuilt_under_an_open_page() {
    let (place, _) = large_index();
    let server = Server::start(&place.folder(), &[]);
    let total = || server.json("/api/v1/search?q=ladder")["total"].as_u64().unwrap();
    let generation = || server.json("/api/v1/status")["generation"].as_u64().unwrap();
    let before = generation();
    place.write("new.sgf", "(;PB[Nora]C[a ladder];B[pd])");
    let mut build = program(&place.folder()).args(["build", "--rebuild"]).spawn().unwrap();
    // Until the build has ended and the server has noticed it, each answer must be that of the old or of the new state.
    let ended = wait_for("the new state is there", || {
        for target in TARGETS {
            assert_eq!(server.get(target).status, 200, "{target}");
        }
        let now = total();
        assert!([300, 301].contains(&now), "{now}");
        let ended = build.try_wait().unwrap();
        ended.filter(|_| now == 301)
    });
    assert!(ended.success());
    assert_eq!(total(), 301);
    assert!(generation() > before);
}

#[test]
fn unknown_pages_are_reported() {
    let server = Server::samples(&[]);
    for id in ["ffffffffffffffff", "x", "0000", "%00", "7387b4db32fb7ce7ff"] {
        let page = server.get(&format!("/game/{id}"));
        assert_eq!(page.status, 404, "{id}");
        assert!(page.body.contains("id=\"problem\""), "{id}: {}", page.body);
        for rest in ["", "/board", "/board.svg", "/board.txt", "/sgf", "/hits?q=x"] {
            let answer = server.get(&format!("/api/v1/games/{id}{rest}"));
            let code = answer.code();
            assert_eq!((answer.status, code.as_str()), (404, "not_found"), "{id}{rest}");
        }
    }
    let list = server.json("/api/v1/search?q=player:Shusaku&limit=1");
    let id = list["games"][0]["id"].as_str().unwrap();
    for node in ["99999", "4294967295"] {
        assert_eq!(server.get(&format!("/game/{id}?node={node}")).status, 404, "{node}");
    }
    assert_eq!(server.get(&format!("/game/{id}?node=-1")).status, 400);
}

/// After requests that end early, and clients that disconnect before they read, the server must work as before.
#[test]
fn cut_connections_leave_nothing_behind() {
    let server = Server::samples(&[]);
    let host = format!("Host: 127.0.0.1:{}", server.port);
    for text in [
        "GET".to_owned(),
        "GET /games".to_owned(),
        format!("GET /games HTTP/1.1\r\n{host}\r\n"),
        format!("GET /games HTTP/1.1\r\n{host}\r\n\r\n"),
        format!("GET /api/v1/export?as=zip HTTP/1.1\r\n{host}\r\n\r\n"),
        format!("POST /api/v1/read HTTP/1.1\r\n{host}\r\nContent-Length: 100\r\n\r\nQ16"),
        format!(
            "POST /api/v1/read HTTP/1.1\r\n{host}\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\nQ16"
        ),
        "\u{16}\u{3}\u{1}".to_owned(),
    ] {
        // Opens more connections with incomplete requests than the server has places for, and then expects another
        // request to be answered.
        for _ in 0..80 {
            server.connect().write_all(text.as_bytes()).unwrap();
        }
        assert_eq!(server.get("/games?q=Lee").status, 200, "{text:?}");
    }
}

#[test]
fn one_address_is_printed() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna];B[pd])");
    place.build();
    let mut child = program(&place.folder())
        .args(["serve", "--port", "0", "--open"])
        .env("PATH", place.games())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut err = String::new();
    let mut reader = std::io::BufReader::new(child.stderr.take().unwrap());
    std::io::BufRead::read_line(&mut reader, &mut err).unwrap();
    child.kill().unwrap();
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    child.wait().unwrap();
    let address = out.strip_suffix('\n').unwrap();
    assert!(address.starts_with("http://127.0.0.1:") && address.ends_with('/'), "{out}");
    assert!(err.contains("No browser") && err.contains(address), "{err}");
}

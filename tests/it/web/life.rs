use super::Server;
use crate::program::{program, run_on, samples};
use crate::support::Place;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::Duration;

#[test]
fn a_port_in_use_is_an_error_where_it_was_asked_for() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let error = run_on(samples(), &["serve", "--port", &port]).fails();
    assert!(error.contains(&format!("port {port} is in use")), "{error}");
}

#[test]
fn without_an_index_it_says_how_to_make_one() {
    let place = Place::new();
    let error = run_on(&place.folder(), &["serve", "--port", "0"]).fails();
    assert!(
        error.contains("there is no index") && error.contains("kifu-index build"),
        "{error}"
    );
}

#[cfg(unix)]
#[test]
fn signals_end_it_when_its_answers_are_sent() {
    for name in ["-INT", "-TERM"] {
        let mut server = Server::samples(&[]);
        let mut stream = server.connect();
        let head = format!(
            "POST /api/v1/read HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 6\r\n\r\nQ16",
            server.port
        );
        stream.write_all(head.as_bytes()).unwrap();
        // The answer is under way, and needs what comes after the signal.
        std::thread::sleep(Duration::from_millis(200));
        server.signal(name);
        std::thread::sleep(Duration::from_millis(200));
        stream.write_all(b" D4").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(
            answer.contains("200 OK") && answer.contains("b=Q16&w=D4"),
            "{answer}"
        );
        assert_eq!(server.wait(), Some(0), "{name}");
    }
}

#[test]
fn an_archive_is_read_first_and_the_page_says_how_far_it_is() {
    let place = Place::new();
    for number in 0..50 {
        place.write(
            &format!("{number}.sgf"),
            format!("(;PB[Anna{number}];B[pd];W[dp])"),
        );
    }
    let games = place.games().display().to_string();
    let server = Server::of(&place.folder(), &[&games]);
    // Whatever the page says meanwhile, it is an answer; at its end the games are there.
    let mut total = None;
    for _ in 0..600 {
        let answer = server.get("/api/v1/explore?m=Q16");
        match answer.status {
            200 => {
                let value: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
                total = value["total"].as_u64();
                break;
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
            }
            _ => panic!("{answer:?}"),
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(total, Some(50));
}

#[test]
fn a_build_of_another_process_is_seen() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna];B[pd])");
    place.build();
    let server = Server::of(&place.folder(), &[]);
    let state = || {
        let status = server.json("/api/v1/status");
        (
            status["games"].as_u64().unwrap(),
            status["generation"].as_u64().unwrap(),
        )
    };
    let (games, before) = state();
    assert_eq!(games, 1);
    let tag = server.get("/games").header("etag").unwrap().to_owned();
    place.write("b.sgf", "(;PB[Berta];B[dd])");
    let run = program(&place.folder()).args(["build"]).output().unwrap();
    assert!(run.status.success());
    let mut now = state();
    for _ in 0..100 {
        if now.0 == 2 {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
        now = state();
    }
    assert_eq!(now.0, 2);
    assert!(now.1 > before);
    let again = server.ask("GET", "/games", &[("If-None-Match", &tag)]);
    assert_eq!(again.status, 200);
    assert!(again.body.contains("Berta"));
}

#[test]
fn an_index_that_goes_away_leaves_the_server_alive() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna];B[pd])");
    place.build();
    let server = Server::of(&place.folder(), &[]);
    assert_eq!(server.get("/games").status, 200);
    std::fs::remove_dir_all(place.folder()).unwrap();
    std::thread::sleep(Duration::from_millis(1_200));
    for _ in 0..3 {
        assert_ne!(server.get("/games?q=Anna").status, 0);
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
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut out)
        .unwrap();
    child.wait().unwrap();
    let address = out.strip_suffix('\n').unwrap();
    assert!(
        address.starts_with("http://127.0.0.1:") && address.ends_with('/'),
        "{out}"
    );
    assert!(err.contains("No browser") && err.contains(address), "{err}");
}

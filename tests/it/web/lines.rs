use super::{Answer, Server, encoded};
use crate::support::{Place, sgf_moves};
use serde_json::{Map, Value, json};
use std::io::{BufRead, BufReader, Read, Write};

/// Sends a request that asks for the answer in lines of JSON, which are sent as soon as their parts are ready.
fn ask(server: &Server, target: &str) -> impl BufRead {
    let mut stream = server.connect();
    let text = format!(
        "GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAccept: application/x-ndjson\r\nConnection: close\r\n\r\n",
        server.port
    );
    stream.write_all(text.as_bytes()).unwrap();
    BufReader::new(stream)
}

fn head(reader: &mut impl BufRead) -> Answer {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert_ne!(reader.read_line(&mut head).unwrap(), 0, "{head}");
    }
    Answer::read(head.as_bytes())
}

/// Next line of a chunked body, in which each chunk is a line.
fn next(reader: &mut impl BufRead) -> Option<Value> {
    let mut length = String::new();
    reader.read_line(&mut length).unwrap();
    let length = usize::from_str_radix(length.trim(), 16).unwrap();
    let mut piece = vec![0; length + 2];
    reader.read_exact(&mut piece).unwrap();
    (length > 0).then(|| serde_json::from_slice(&piece[..length]).unwrap())
}

pub fn lines(server: &Server, target: &str) -> Vec<Value> {
    let mut reader = ask(server, target);
    let answer = head(&mut reader);
    assert_eq!(answer.status, 200, "{target}");
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    if answer.header("transfer-encoding").is_some() {
        return std::iter::from_fn(|| next(&mut reader)).collect();
    }
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Keys of all lines joined into one object.
fn joined_object(lines: &[Value]) -> Map<String, Value> {
    let mut whole = Map::new();
    let mut games = Vec::new();
    for line in lines {
        let mut line = line.as_object().unwrap().clone();
        match line.remove("part").unwrap().as_str().unwrap() {
            "game" => games.push(line["game"].clone()),
            "begin" => {}
            _ => whole.extend(line),
        }
    }
    whole.insert("games".to_owned(), json!(games));
    whole
}

fn parts(lines: &[Value]) -> Vec<&str> {
    let mut parts: Vec<&str> = lines.iter().map(|line| line["part"].as_str().unwrap()).collect();
    parts.dedup();
    parts
}

#[test]
fn lines_joined_equal_the_json() {
    let server = Server::samples(&[]);
    for target in [
        "/api/v1/explore?m=Q16,D4&part=moves,years,games,players",
        "/api/v1/explore?m=Q16&part=moves",
        "/api/v1/explore?m=Q16,A1,T1",
        "/api/v1/explore?b=Q16,D4&area=around&part=moves,games,years",
        "/api/v1/search?q=comment:*&facets=how,year&limit=7",
        "/api/v1/search?q=nobody",
    ] {
        let lines = lines(&server, target);
        let mut joined = joined_object(&lines);
        let mut expected = server.json(target).as_object().unwrap().clone();
        joined.remove("took_us").unwrap();
        expected.remove("took_us").unwrap();
        assert_eq!(joined, expected, "{target}");
        assert_eq!(lines[0]["part"], "begin");
        assert_eq!(lines[0]["generation"], expected["generation"]);
        assert_eq!(lines.last().unwrap()["part"], "end");
    }
    let all = lines(&server, "/api/v1/explore?m=Q16,D4&part=moves,years,games");
    assert_eq!(parts(&all), ["begin", "counts", "moves", "game", "years", "end"]);
    // An invalid query must get the same error status as if the answer had not been requested in lines.
    let mut reader = ask(&server, "/api/v1/search?q=plyer:x");
    assert_eq!(head(&mut reader).status, 400);
    let both = server.ask("GET", "/api/v1/search?q=Lee", &[("Accept", "application/json")]);
    assert_eq!(both.header("content-type"), Some("application/json"));
    assert!(both.header("vary").unwrap().contains("Accept"));
}

/// Games on boards so large that a shape can only be found by replaying them.
fn slow_archive() -> Place {
    let place = Place::new();
    for game in 0..12 {
        let points = (0..2_400).map(|at| (at * 7 + game) % 2_704);
        let moves = sgf_moves(points.map(|point| (point % 52, point / 52)));
        place.write(&format!("{game}.sgf"), format!("(;SZ[52]PB[Anna{game}]{moves})"));
    }
    place.build();
    place
}

#[test]
fn the_first_line_is_sent_before_the_search_ends() {
    let place = slow_archive();
    let server = Server::start(&place.folder(), &[]);
    let query = encoded("pattern:\"XXXXXX/OO.OOO/XXX.XX\"");
    let target = format!("/api/v1/search?q={query}&all=1");
    let mut reader = ask(&server, &target);
    assert_eq!(head(&mut reader).status, 200);
    let mut lines = vec![next(&mut reader).unwrap()];
    assert_eq!(lines[0]["part"], "begin");
    lines.extend(std::iter::from_fn(|| next(&mut reader)));
    let looked_at: Vec<[u64; 2]> = (lines.iter())
        .filter(|line| line["part"] == "counts" && line["total"].is_null())
        .map(|line| serde_json::from_value(line["looked_at"].clone()).unwrap())
        .collect();
    assert!(looked_at.iter().any(|[done, all]| done < all), "{looked_at:?}");
    assert!(looked_at.is_sorted_by(|[before, _], [after, _]| before <= after), "{looked_at:?}");
    assert_eq!(lines.last().unwrap()["part"], "end");
    assert_eq!(lines.last().unwrap()["complete"], true);
    // When a client disconnects, its search must end, so that the server is free for others.
    for _ in 0..8 {
        let mut reader = ask(&server, &target);
        head(&mut reader);
        assert_eq!(next(&mut reader).unwrap()["part"], "begin");
    }
    assert_eq!(server.json("/api/v1/search?q=Anna7")["total"], 1);
}

#[test]
fn a_page_is_updated_while_the_search_runs() {
    let place = slow_archive();
    let server = Server::start(&place.folder(), &[]);
    // A shape of three stones in a row and two below, which can only be found by replaying each game.
    let shape =
        "size=52&b=C3,D3,E3,F3,G3,C1,D1,E1,G1&w=C2,D2,F2,G2&any=E2,F1&area=C1-G3&edges=none";
    let lines = lines(&server, &format!("/?{shape}&part=main"));
    let pages: Vec<&Value> = lines.iter().filter(|line| line["part"] == "page").collect();
    let last = pages.last().unwrap();
    assert_eq!((&last["last"], &last["complete"]), (&json!(true), &json!(true)));
    for early in &pages[..pages.len() - 1] {
        assert_eq!((&early["last"], &early["complete"]), (&json!(false), &json!(false)));
        let html = early["html"].as_str().unwrap();
        assert!(
            html.contains("id=\"partial\"") && !html.contains("Search the remaining games"),
            "{html}"
        );
    }
    // The last line must contain the complete page, except for the elapsed time.
    let plain = server.page(&format!("/?{shape}&part=main&all=1"));
    let timeless = |html: &str| {
        let (before, after) = html.split_once("<p class=\"took\">").unwrap();
        format!("{before}{}", after.split_once("</p>").unwrap().1)
    };
    assert_eq!(timeless(last["html"].as_str().unwrap()), timeless(&plain));
    // This query compares the one game that has the shape with all games. The comparison takes longer than the time for
    // a page, so all pages but the last must say that they are incomplete.
    let compared = self::lines(&server, &format!("/?{shape}&q=Anna7&q2=*&part=main"));
    let pages: Vec<&Value> = compared.iter().filter(|line| line["part"] == "page").collect();
    let partial = |page: &&Value| page["html"].as_str().unwrap().contains("id=\"partial\"");
    let (last, early) = pages.split_last().unwrap();
    assert!(!early.is_empty() && early.iter().all(partial), "{} early pages", early.len());
    assert!(!partial(last) && last["complete"] == true, "{last}");
    // When a client disconnects, its search must end, so that the server is free for others.
    let target = format!("/?{shape}&part=main");
    for _ in 0..8 {
        let mut reader = ask(&server, &target);
        head(&mut reader);
    }
    assert_eq!(server.json("/api/v1/search?q=Anna7")["total"], 1);
    // An invalid request must get the same error status as if the answer had not been requested in lines.
    let mut reader = ask(&server, "/?area=C1-G3&edges=up&part=main");
    assert_eq!(head(&mut reader).status, 400);
}

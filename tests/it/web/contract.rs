use super::schema::Contract;
use super::{Server, encoded};
use crate::support::{Place, run_on, samples, wait_for};
use serde_json::Value;

#[test]
fn errors_have_one_shape() {
    let server = Server::samples(&[]);
    let contract = Contract::read(&server);
    let codes = &contract.schema("ErrorTold")["properties"]["code"]["description"];
    for (target, status, code) in [
        ("/api/v1/search?q=plyer:x", 400, "unknown_field"),
        ("/api/v1/search?q=OR+a", 400, "bad_syntax"),
        ("/api/v1/search?q=a)", 400, "bad_syntax"),
        ("/api/v1/search?q=(a", 400, "unfinished"),
        ("/api/v1/search?q=komi:", 400, "unfinished"),
        ("/api/v1/search?q=%22a", 400, "unfinished"),
        ("/api/v1/explore?q=komi:high", 400, "bad_value"),
        ("/api/v1/search?q=sort:colour", 400, "bad_value"),
        ("/api/v1/search?q=date:2020-13-40", 400, "bad_value"),
        ("/api/v1/search?q=next:Q16", 400, "misplaced"),
        ("/api/v1/search?q=a+OR+sort:date", 400, "misplaced"),
        ("/api/v1/search?q=player:a+player:b+player:c", 400, "misplaced"),
        ("/api/v1/search?q=position:@x", 400, "no_files"),
        ("/api/v1/search?q=position:%22Q16+Z99%22", 400, "bad_position"),
        ("/api/v1/explore?m=Q16,Q16", 400, "bad_position"),
        ("/api/v1/explore?m=Z99", 400, "bad_value"),
        ("/api/v1/explore?size=99", 400, "bad_value"),
        ("/api/v1/explore?page=x", 400, "bad_value"),
        ("/api/v1/search?page=x", 400, "bad_value"),
        ("/api/v1/search?limit=x", 400, "bad_value"),
        ("/api/v1/search?limit=-1", 400, "bad_value"),
        ("/api/v1/parse?q=Lee&caret=x", 400, "bad_value"),
        ("/api/v1/search?facets=colour", 400, "bad_value"),
        ("/api/v1/stats?by=colour", 400, "bad_value"),
        ("/api/v1/games/ffffffffffffffff", 404, "not_found"),
        ("/api/v1/games/x", 404, "not_found"),
        ("/api/v1/nowhere", 404, "not_found"),
    ] {
        let answer = server.get(target);
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (status, code),
            "{target}: {}",
            answer.body
        );
        assert!(codes.as_str().unwrap().contains(code), "{code}");
        let value: Value = serde_json::from_str(&answer.body).unwrap();
        let faults = contract.faults(contract.schema("Error"), &value);
        assert!(faults.is_empty(), "{target}: {faults:?}");
        assert!(value["error"]["message"].as_str().is_some_and(|text| !text.is_empty()));
    }
    let error = server.get("/api/v1/search?q=%E6%9D%8E+plyer:Lee").body;
    let error: Value = serde_json::from_str(&error).unwrap();
    let error = &error["error"];
    assert_eq!(error["line"], "李 plyer:Lee");
    // The first character of the query is two columns wide in a terminal, so the carets must be indented by one more.
    assert_eq!(error["caret"], "   ^^^^^");
    assert_eq!(error["span"]["start"], 4);
    assert_eq!(error["span_utf16"]["start"], 2);
    assert!(error["help"].as_str().unwrap().contains("player"), "{error}");
}

/// Queries have a maximum size, which is lower for the server than for the command.
#[test]
fn the_size_of_a_query_is_limited() {
    let server = Server::samples(&[]);
    let words = |count: usize| vec!["a"; count].join(" OR ");
    let clauses = |count: usize| vec!["komi:0"; count].join(" ");
    let nested = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
    let negated = |depth: usize| format!("{}a", "NOT ".repeat(depth));
    for (largest, larger, code) in [
        (words(64), words(65), "too_many_clauses"),
        (clauses(64), clauses(65), "too_many_clauses"),
        (nested(32), nested(33), "too_deep"),
        (negated(32), negated(33), "too_deep"),
        ("a".repeat(2_000), "a".repeat(2_001), "too_long"),
    ] {
        for target in
            ["/api/v1/search?", "/api/v1/explore?", "/api/v1/stats?by=year&", "/games.json?"]
        {
            let ask = |query: &str| server.get(&format!("{target}q={}", encoded(query)));
            // Percent-encoding makes this text so long that the address would be refused before the query is looked at.
            if encoded(&larger).len() > 8_000 {
                continue;
            }
            assert_eq!(ask(&largest).status, 200, "{target} {largest}");
            let answer = ask(&larger);
            assert_eq!((answer.status, answer.code().as_str()), (400, code), "{target}");
        }
    }
    // For `/api/v1/parse`, the error in a query must be a part of the answer.
    let parsed = server.json(&format!("/api/v1/parse?q={}", encoded(&clauses(65))));
    assert_eq!(parsed["error"]["code"], "too_many_clauses");
    assert_eq!(parsed["error"]["span"]["end"], clauses(65).len());
    let parsed = server.json(&format!("/api/v1/parse?q={}", encoded(&clauses(64))));
    assert!(parsed["error"].is_null(), "{parsed}");
    assert!(
        server.get(&format!("/games?q={}", encoded(&nested(33)))).body.contains("more than 32")
    );
    for query in [words(65), nested(33)] {
        run_on(samples(), &["search", "-c", &query]).ends(0);
    }
}

#[test]
fn a_page_key_of_an_older_state_is_stale() {
    let place = Place::new();
    for name in ["a", "b", "c"] {
        place.write(&format!("{name}.sgf"), format!("(;PB[{name}];B[pd])"));
    }
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let keys = ["/api/v1/search?limit=1", "/api/v1/explore?m=Q16&limit=1"].map(|target| {
        let key = server.json(target)["page"]["next"].as_str().unwrap().to_owned();
        format!("{target}&page={key}")
    });
    for target in &keys {
        assert_eq!(server.get(target).status, 200, "{target}");
    }
    place.write("d.sgf", "(;PB[d];B[pd])");
    place.build();
    for target in &keys {
        let answer = wait_for("the new state is there", || {
            let answer = server.get(target);
            (answer.status != 200).then_some(answer)
        });
        assert_eq!((answer.status, answer.code().as_str()), (409, "stale"), "{target}");
    }
}

#[test]
fn an_unchanged_index_answers_without_searching() {
    let server = Server::samples(&[]);
    for target in ["/", "/?m=Q16", "/games?q=Lee", "/api/v1/explore?m=Q16", "/help"] {
        let first = server.get(target);
        let tag = first.header("etag").unwrap().to_owned();
        assert!(tag.starts_with("\"g"), "{tag}");
        assert_eq!(first.header("cache-control"), Some("no-cache"));
        let again = server.ask("GET", target, &[("If-None-Match", &tag)]);
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{target}");
        let other = server.ask("GET", target, &[("If-None-Match", "\"g0-0\"")]);
        assert_eq!(other.status, 200);
    }
    // The order of parameters must not change the ETag; another query must.
    let tag = |target| server.get(target).header("etag").map(str::to_owned);
    assert_eq!(tag("/?q=Lee&m=q16"), tag("/?m=Q16&q=Lee"));
    assert_ne!(tag("/?q=Lee"), tag("/?q=Gu"));
    assert_ne!(tag("/games?q=Lee"), tag("/games.json?q=Lee"));
    let error = server.get("/games?q=plyer:x");
    assert_eq!((error.header("etag"), error.header("cache-control")), (None, Some("no-store")));
}

#[test]
fn large_answers_are_compressed_on_request() {
    use std::io::{Read, Write};
    let server = Server::samples(&[]);
    let plain = server.page("/help");
    let mut stream = server.connect();
    let text = format!(
        "GET /help HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAccept-Encoding: br, gzip\r\nConnection: close\r\n\r\n",
        server.port
    );
    stream.write_all(text.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let at = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let head = String::from_utf8_lossy(&bytes[..at]).to_ascii_lowercase();
    assert!(
        head.contains("content-encoding: gzip") && head.contains("vary: accept-encoding"),
        "{head}"
    );
    let mut unpacked = String::new();
    flate2::read::GzDecoder::new(&bytes[at + 4..]).read_to_string(&mut unpacked).unwrap();
    // Only the elapsed time may differ between these pages.
    let without_time = |page: &str| -> String {
        let (before, rest) = page.split_once("class=\"took\"").unwrap();
        before.to_owned() + rest.split_once("</p>").unwrap().1
    };
    assert_eq!(without_time(&unpacked), without_time(&plain));
    let refused = server.ask("GET", "/help", &[("Accept-Encoding", "gzip;q=0")]);
    assert_eq!(refused.header("content-encoding"), None);
}

#[test]
fn a_pasted_board_becomes_an_address() {
    let server = Server::samples(&[]);
    let contract = Contract::read(&server);
    let host = format!("127.0.0.1:{}", server.port);
    let read = |text: &str| {
        let answer = server.send(&format!(
            "POST /api/v1/read HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{text}",
            text.len()
        ));
        assert_eq!(answer.status, 200, "{text}: {}", answer.body);
        let value: Value = serde_json::from_str(&answer.body).unwrap();
        let faults = contract.faults(contract.schema("Understood"), &value);
        assert!(faults.is_empty(), "{faults:?}");
        value["address"].as_str().unwrap().to_owned()
    };
    assert_eq!(read("(;SZ[9];B[ee];W[cc])"), "/?b=E5&w=C7&size=9");
    assert_eq!(read("Q16 D4 Q3"), "/?b=Q16,Q3&w=D4&turn=W");
    let by_moves = server.json("/api/v1/explore?m=Q16,D4,Q3");
    let by_stones = server.json("/api/v1/explore?b=Q16,Q3&w=D4&turn=W");
    assert_eq!(by_moves["moves"], by_stones["moves"]);
    assert!(by_moves["total"].as_u64().unwrap() > 0);
}

use super::Server;
use serde_json::Value;

/// The keys of an object that the contract does not know, with their places.
fn unknown(contract: &Value, schema: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
    let schema = match schema["$ref"].as_str() {
        Some(reference) => {
            &contract["components"]["schemas"][reference.rsplit('/').next().unwrap()]
        }
        None => schema,
    };
    match value {
        Value::Array(items) if schema["type"] == "array" => {
            for item in items {
                unknown(contract, &schema["items"], item, place, found);
            }
        }
        Value::Object(object) if schema["type"] == "object" => {
            for (key, value) in object {
                let inner = &schema["properties"][key];
                let place = format!("{place}.{key}");
                if inner.is_null() {
                    found.push(place);
                } else {
                    unknown(contract, inner, value, &place, found);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn every_address_answers_and_every_key_is_documented() {
    let server = Server::samples(&[]);
    let contract = server.json("/api/v1/openapi.json");
    let list = server.json("/api/v1/search?q=has:comments+kind:go");
    let id = list["games"][0]["id"].as_str().unwrap();
    let paths = contract["paths"].as_object().unwrap();
    assert!(paths.len() >= 15, "{}", paths.len());
    let mut wrong = Vec::new();
    for (path, methods) in paths {
        let Some(told) = methods.get("get") else {
            continue;
        };
        for parameter in told["parameters"].as_array().unwrap() {
            assert_ne!(parameter["description"], "", "{path} {parameter}");
        }
        let query = match path.as_str() {
            "/explore" => "?m=Q16,D4&part=moves,years,reached,games,comments,row&of=Q3",
            "/search" => "?q=comment:*&facets=how,archive,rank,size,lang,year&limit=5",
            "/parse" => "?q=player:Lee",
            "/suggest" => "?q=pla",
            "/stats" => "?by=year,player,archive",
            "/games/{id}/hits" => "?q=has:comments",
            "/players" => "?name=Lee",
            _ => "",
        };
        let target = path.replace("{id}", id).replace("{name}", "Lee%20Sedol");
        let answer = server.get(&format!("/api/v1{target}{query}"));
        assert_eq!(answer.status, 200, "{target}{query}: {}", answer.body);
        let schema = &told["responses"]["200"]["content"]["application/json"]["schema"];
        if schema.is_object() {
            let value: Value = serde_json::from_str(&answer.body).unwrap();
            unknown(&contract, schema, &value, path, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn errors_have_one_shape() {
    let server = Server::samples(&[]);
    let contract = server.json("/api/v1/openapi.json");
    let schema = &contract["components"]["schemas"]["Error"];
    for (target, status, code) in [
        ("/api/v1/search?q=plyer:x", 400, "query"),
        ("/api/v1/explore?q=komi:high", 400, "query"),
        ("/api/v1/explore?m=Q16,Q16", 400, "query"),
        ("/api/v1/explore?m=Z99", 400, "parameter"),
        ("/api/v1/explore?size=99", 400, "parameter"),
        ("/api/v1/stats?by=colour", 400, "query"),
        ("/api/v1/games/ffffffffffffffff", 404, "not-found"),
        ("/api/v1/games/x", 404, "not-found"),
        ("/api/v1/nowhere", 404, "not-found"),
    ] {
        let answer = server.get(target);
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (status, code),
            "{target}: {}",
            answer.body
        );
        let value: Value = serde_json::from_str(&answer.body).unwrap();
        let mut wrong = Vec::new();
        unknown(&contract, schema, &value, "", &mut wrong);
        assert!(wrong.is_empty(), "{target}: {wrong:?}");
        assert!(
            value["error"]["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty())
        );
    }
    let error = server.get("/api/v1/search?q=%E6%9D%8E+plyer:Lee").body;
    let error: Value = serde_json::from_str(&error).unwrap();
    let error = &error["error"];
    assert_eq!(error["line"], "李 plyer:Lee");
    // The first character takes two cells.
    assert_eq!(error["caret"], "   ^^^^^");
    assert_eq!(error["span"]["start"], 4);
    assert_eq!(error["span_utf16"]["start"], 2);
    assert!(
        error["help"].as_str().unwrap().contains("player"),
        "{error}"
    );
}

#[test]
fn an_unchanged_index_answers_without_searching() {
    let server = Server::samples(&[]);
    for target in [
        "/",
        "/?m=Q16",
        "/games?q=Lee",
        "/api/v1/explore?m=Q16",
        "/help",
    ] {
        let first = server.get(target);
        let tag = first.header("etag").unwrap().to_owned();
        assert!(tag.starts_with("\"g"), "{tag}");
        assert_eq!(first.header("cache-control"), Some("no-cache"));
        let again = server.ask("GET", target, &[("If-None-Match", &tag)]);
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{target}");
        let other = server.ask("GET", target, &[("If-None-Match", "\"g0-0\"")]);
        assert_eq!(other.status, 200);
    }
    // The order of parameters is no other question; another one is.
    let tag = |target| server.get(target).header("etag").map(str::to_owned);
    assert_eq!(tag("/?q=Lee&m=q16"), tag("/?m=Q16&q=Lee"));
    assert_ne!(tag("/?q=Lee"), tag("/?q=Gu"));
    assert_ne!(tag("/games?q=Lee"), tag("/games.json?q=Lee"));
    let error = server.get("/games?q=plyer:x");
    assert_eq!(
        (error.header("etag"), error.header("cache-control")),
        (None, Some("no-store"))
    );
}

#[test]
fn large_answers_are_packed_for_those_who_unpack() {
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
    let at = bytes
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap();
    let head = String::from_utf8_lossy(&bytes[..at]).to_ascii_lowercase();
    assert!(
        head.contains("content-encoding: gzip") && head.contains("vary: accept-encoding"),
        "{head}"
    );
    let mut unpacked = String::new();
    flate2::read::GzDecoder::new(&bytes[at + 4..])
        .read_to_string(&mut unpacked)
        .unwrap();
    // Only the time that it took may differ.
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
    let own = format!("127.0.0.1:{}", server.port);
    let read = |text: &str| {
        let answer = server.send(&format!(
            "POST /api/v1/read HTTP/1.1\r\nHost: {own}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{text}",
            text.len()
        ));
        assert_eq!(answer.status, 200, "{text}: {}", answer.body);
        let value: Value = serde_json::from_str(&answer.body).unwrap();
        value["address"].as_str().unwrap().to_owned()
    };
    assert_eq!(read("(;SZ[9];B[ee];W[cc])"), "/?b=E5&w=C7&size=9");
    assert_eq!(read("Q16 D4 Q3"), "/?b=Q16,Q3&w=D4&turn=W");
    let by_moves = server.json("/api/v1/explore?m=Q16,D4,Q3");
    let by_stones = server.json("/api/v1/explore?b=Q16,Q3&w=D4&turn=W");
    assert_eq!(by_moves["moves"], by_stones["moves"]);
    assert!(by_moves["total"].as_u64().unwrap() > 0);
}

use super::schema::Contract;
use super::{Answer, Server, encoded};
use crate::support::{Place, program, temporary_folder};
use serde_json::{Value, json};
use std::path::Path;

fn archive() -> Place {
    let place = Place::new();
    for black in ["Anna", "Berta", "Carla"] {
        let point = &black[..1].to_lowercase();
        place.write(
            &format!("{black}.sgf"),
            format!("(;GM[1]SZ[19]PB[{black}]PW[Dora];B[{point}d];W[dp])"),
        );
    }
    place.build();
    place
}

const OWN: (&str, &str) = ("X-Kifu-Index", "test");

fn id_of(server: &Server, black: &str) -> String {
    let list = server.json(&format!("/api/v1/search?q=player:{black}"));
    list["games"][0]["id"].as_str().unwrap().to_owned()
}

fn token(server: &Server) -> String {
    let answer = server.json("/api/v1/mine/token");
    answer["token"].as_str().unwrap().to_owned()
}

fn post_change(server: &Server, what: &str, change: &Value) -> Answer {
    let token = token(server);
    let headers = [OWN, ("X-Kifu-Token", &*token)];
    let target = format!("/api/v1/mine/{what}");
    server.post(&target, &change.to_string(), &headers)
}

fn total(server: &Server, query: &str) -> u64 {
    let answer = server.json(&format!("/api/v1/search?q={}", encoded(query)));
    answer["total"].as_u64().unwrap()
}

fn command(place: &Place, settings: &Path, arguments: &[&str]) {
    let status =
        program(&place.folder()).env("XDG_CONFIG_HOME", settings).args(arguments).output().unwrap();
    assert!(status.status.success(), "{status:?}");
}

/// If two browser tabs write a note on one game, the second one must get an error with the first one's note, and
/// nothing may be lost.
#[test]
fn a_note_never_replaces_an_unseen_note() {
    let place = archive();
    let settings = temporary_folder();
    let server = Server::with_settings(&place.folder(), settings.path(), &[]);
    let anna = id_of(&server, "Anna");
    let write = |note: &str, version: &str| {
        let answer =
            post_change(&server, "mark", &json!({"game": anna, "note": note, "version": version}));
        let value: Value = serde_json::from_str(&answer.body).unwrap();
        (answer.status, value)
    };
    let page = server.page(&format!("/game/{anna}"));
    let (_, rest) = page.split_once("data-version=\"").unwrap();
    let seen = rest.split('"').next().unwrap().to_owned();
    let (status, first) = write("from the first tab", &seen);
    assert_eq!((status, &first["replaced"]), (200, &Value::Null));
    let (status, refused) = write("from the second tab", &seen);
    assert_eq!(status, 409, "{refused}");
    assert_eq!(refused["error"]["code"], "note_changed");
    let note = &refused["error"]["note"];
    assert_eq!(
        (&note["sent"], &note["stored"]),
        (&json!("from the second tab"), &json!("from the first tab"))
    );
    assert_eq!(note["version"], first["version"]);
    assert_eq!(total(&server, "note:\"first tab\""), 1);
    // A client that has seen the stored note (and sends its version) may replace it. Sending a text that equals the
    // stored note must be no conflict either.
    assert_eq!(write("from the first tab", &seen).0, 200);
    let (status, second) = write("from both tabs", note["version"].as_str().unwrap());
    assert_eq!((status, &second["replaced"]), (200, &json!("from the first tab")));
    // If the request does not say which version of the note the client has seen, its note must replace the stored one,
    // and the answer must contain the replaced text.
    let answer = post_change(&server, "mark", &json!({"game": anna, "note": "a program's"}));
    let value: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(value["replaced"], "from both tabs");
    let contract = Contract::read(&server);
    let faults = contract.faults(contract.schema("Error"), &refused);
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn stored_user_data_is_shown_and_found() {
    let place = archive();
    let settings = temporary_folder();
    let server = Server::with_settings(&place.folder(), settings.path(), &[]);
    let contract = Contract::read(&server);
    let holds = |schema: &str, value: &Value| {
        let faults = contract.faults(contract.schema(schema), value);
        assert!(faults.is_empty(), "{faults:?}");
    };
    holds("MineToken", &server.json("/api/v1/mine/token"));
    holds("Mine", &server.json("/api/v1/mine"));
    assert!(!settings.path().join("kifu-index").exists(), "reading makes nothing");
    let anna = id_of(&server, "Anna");
    let note = "a <b>\"ladder\"</b> & \u{202e}more\nin two lines";
    let answer = post_change(
        &server,
        "mark",
        &json!({"game": anna, "star": true, "add": ["Study"], "note": note}),
    );
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let value: Value = serde_json::from_str(&answer.body).unwrap();
    holds("MineKept", &value);
    assert_eq!(value["tags"], json!(["Study"]));
    assert_eq!((&value["starred"], &value["note"]), (&true.into(), &note.into()));
    for query in ["tag:study", "is:starred", "note:ladder", "note:\"two lines\""] {
        assert_eq!(total(&server, query), 1, "{query}");
    }
    let page = server.page(&format!("/game/{anna}"));
    for piece in [
        "aria-pressed=\"true\"",
        "href=\"/games?q=tag:Study\"",
        "a &lt;b&gt;&quot;ladder&quot;&lt;/b&gt; &amp; ",
        "readonly",
    ] {
        assert!(page.contains(piece), "{piece}: {page}");
    }
    let answer = post_change(&server, "save", &json!({"name": "Rivals", "query": "player:Anna"}));
    assert_eq!(answer.status, 200, "{}", answer.body);
    post_change(&server, "asked", &json!({"query": "moves<100"}));
    assert_eq!(total(&server, "saved:rivals"), 1);
    let data = server.json("/api/v1/mine?tab=counts");
    holds("Mine", &data);
    assert_eq!(data["saved"][0]["games"], 1);
    let page = server.page("/mine");
    for piece in [
        "/games?q=tag:Study",
        "/games?q=saved:rivals",
        "moves&lt;100",
        "in two lines",
        "Anna",
        "href=\"/practise\"",
        "<ol class=\"boards\"><li>",
        &format!("<img src=\"/api/v1/games/{anna}/board.svg?"),
        "aria-current=\"page\">Mine",
    ] {
        assert!(page.contains(piece), "{piece}: {page}");
    }
    assert!(!page.contains("<b>\"ladder"), "{page}");
    assert!(!page.contains('\u{202e}'), "{page}");
    // Changes must be visible to other programs, and persist after the server ends.
    command(&place, settings.path(), &["tag", "tag:study", "--remove", "study"]);
    assert_eq!(total(&server, "tag:study"), 0);
    post_change(&server, "unsave", &json!({"name": "rivals"}));
    post_change(&server, "forget", &json!({}));
    drop(server);
    let server = Server::with_settings(&place.folder(), settings.path(), &[]);
    assert_eq!(total(&server, "is:starred"), 1);
    let data = server.json("/api/v1/mine");
    assert_eq!((data["saved"].clone(), data["asked"].clone()), (json!([]), json!([])));
}

#[test]
fn only_the_page_itself_may_change_user_data() {
    let place = archive();
    let settings = temporary_folder();
    let origin = "https://go.example";
    let server = Server::with_settings(&place.folder(), settings.path(), &["--cors", origin]);
    let anna = id_of(&server, "Anna");
    let body = json!({"game": anna, "star": true}).to_string();
    let token = token(&server);
    let own_origin = format!("http://127.0.0.1:{}", server.port);
    let neighbour = format!("http://127.0.0.1:{}", server.port ^ 1);
    let known = ("X-Kifu-Token", token.as_str());
    let refused: [&[(&str, &str)]; 9] = [
        &[],
        &[known],
        &[OWN],
        &[OWN, ("X-Kifu-Token", "")],
        &[OWN, ("X-Kifu-Token", &token[1..])],
        &[OWN, known, ("Origin", "http://evil.example")],
        &[OWN, known, ("Origin", &neighbour)],
        &[OWN, known, ("Origin", origin)],
        &[OWN, known, ("Sec-Fetch-Site", "cross-site")],
    ];
    for headers in refused {
        let answer = server.post("/api/v1/mine/mark", &body, headers);
        assert_eq!((answer.status, answer.code().as_str()), (403, "forbidden"), "{headers:?}");
    }
    // The write token and the user's data must be refused to other sites, even to those that `--cors` allows.
    for target in ["/api/v1/mine", "/api/v1/mine/token", "/mine"] {
        for headers in [&[("Origin", origin)][..], &[("Sec-Fetch-Site", "cross-site")]] {
            let answer = server.ask("GET", target, headers);
            assert_eq!(answer.status, 403, "{target} {headers:?}");
            assert!(!answer.body.contains(&token));
        }
    }
    let read = server.ask("GET", "/api/v1/mine/mark", &[OWN, known]);
    assert_eq!((read.status, read.header("allow")), (405, Some("POST")));
    assert!(!settings.path().join("kifu-index").exists());
    let headers = [OWN, known, ("Origin", own_origin.as_str()), ("Sec-Fetch-Site", "same-origin")];
    let answer = server.post("/api/v1/mine/mark", &body, &headers);
    assert_eq!(answer.status, 200, "{}", answer.body);
    for (what, change, status) in [
        ("mark", json!({"game": "ffffffffffffffff", "star": true}), 404),
        ("mark", json!({"game": "abc OR moves>0", "star": true}), 404),
        ("mark", json!({"game": anna, "add": ["two words"]}), 400),
        ("mark", json!({"game": anna, "what": 1}), 400),
        ("save", json!({"name": "x", "query": "plyer:x"}), 400),
        ("nothing", json!({}), 404),
    ] {
        assert_eq!(post_change(&server, what, &change).status, status, "{what} {change}");
    }
    let long = json!({"game": anna, "note": "x".repeat(600 << 10)});
    assert_eq!(post_change(&server, "mark", &long).status, 413);
    assert_eq!(total(&server, "is:starred"), 1);
    assert_eq!(total(&server, "note:*"), 0);
}

#[test]
fn a_server_without_user_data_changes_nothing() {
    let place = archive();
    let settings = temporary_folder();
    command(&place, settings.path(), &["tag", "player:Anna", "--add", "study", "--note", "secret"]);
    let file = settings.path().join("kifu-index/mine.sqlite");
    let before = std::fs::read(&file).unwrap();
    // A local read-only server must show the user's data. A server that other machines can reach must show none without
    // `--share-notes`.
    for (arguments, shows_data, changes_data) in [
        (&["--read-only"][..], true, false),
        (&["--host", "0.0.0.0", "--no-token"], false, false),
        (&["--allow-host", "go.example"], false, false),
        (&["--host", "0.0.0.0", "--no-token", "--share-notes", "--read-only"], true, false),
        (&["--allow-host", "go.example", "--share-notes"], true, true),
    ] {
        let server = Server::with_settings(&place.folder(), settings.path(), arguments);
        let anna = id_of(&server, "Anna");
        let mine = server.json("/api/v1/mine");
        assert_eq!(mine["told"], shows_data, "{arguments:?}");
        assert_eq!(mine["kept"], changes_data, "{arguments:?}");
        let pages = ["/mine".to_owned(), format!("/game/{anna}")];
        for page in &pages {
            assert_eq!(server.page(page).contains("secret"), shows_data, "{arguments:?} {page}");
        }
        let found = server.get("/api/v1/search?q=tag:study");
        assert_eq!(found.status, if shows_data { 200 } else { 400 });
        let sent = server.get("/api/v1/mine/token");
        assert_eq!(sent.status, if changes_data { 200 } else { 403 });
        if !changes_data {
            let body = json!({"game": anna, "star": true}).to_string();
            let headers = [OWN, ("X-Kifu-Token", "x")];
            let answer = server.post("/api/v1/mine/mark", &body, &headers);
            assert_eq!(answer.status, 403);
            assert!(!server.page("/games?q=player:Anna").contains("data-mine"));
        }
    }
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn changed_user_data_changes_etags() {
    let place = archive();
    let settings = temporary_folder();
    let server = Server::with_settings(&place.folder(), settings.path(), &[]);
    let anna = id_of(&server, "Anna");
    let game = format!("/game/{anna}");
    let depends = ["/games?q=is:starred", "/api/v1/search?q=-tag:x", game.as_str()];
    let stays = ["/games?q=player:Anna", "/api/v1/search?q=player:Anna"];
    let tags = |targets: &[&str]| -> Vec<String> {
        let tag = |target: &&str| server.get(target).header("etag").unwrap().to_owned();
        targets.iter().map(tag).collect()
    };
    let (before, same) = (tags(&depends), tags(&stays));
    assert_eq!(tags(&depends), before);
    post_change(&server, "mark", &json!({"game": anna, "star": true}));
    let after = tags(&depends);
    for ((target, before), after) in depends.iter().zip(&before).zip(&after) {
        assert_ne!(before, after, "{target}");
        let again = server.ask("GET", target, &[("If-None-Match", after)]);
        assert_eq!(again.status, 304, "{target}");
    }
    assert_eq!(tags(&stays), same);
    command(&place, settings.path(), &["tag", "player:Anna", "--unstar"]);
    assert_ne!(tags(&depends)[..2], after[..2]);
    assert_eq!(total(&server, "is:starred"), 0);
    // Recording a query in the history must change no other answer.
    let before = tags(&depends);
    post_change(&server, "asked", &json!({"query": "moves<9"}));
    assert_eq!(tags(&depends), before);
}

#[test]
fn a_damaged_user_file_is_reported_and_stops_no_page() {
    let place = archive();
    let settings = temporary_folder();
    let folder = settings.path().join("kifu-index");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("mine.sqlite"), "no tables at all, but a text").unwrap();
    let server = Server::with_settings(&place.folder(), settings.path(), &[]);
    let anna = id_of(&server, "Anna");
    assert_eq!(server.get(&format!("/game/{anna}")).status, 200);
    for target in ["/mine", "/games?q=tag:x"] {
        let answer = server.get(target);
        assert!(answer.status >= 400, "{target}");
        assert!(answer.body.contains("mine.sqlite in your settings is damaged"), "{}", answer.body);
        assert!(!answer.body.contains(&*settings.path().to_string_lossy()));
    }
    let saved = post_change(&server, "mark", &json!({"game": anna, "star": true}));
    assert!(saved.status >= 400);
    assert_eq!(
        std::fs::read_to_string(folder.join("mine.sqlite")).unwrap(),
        "no tables at all, but a text"
    );
}

/// Imports lines by `tag --import` into new settings.
fn with_lines(place: &Place, lines: &[Value]) -> tempfile::TempDir {
    let settings = temporary_folder();
    let file = settings.path().join("lines.jsonl");
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    command(place, settings.path(), &["tag", "--import", file.to_str().unwrap()]);
    settings
}

#[test]
fn saved_queries_count_towards_the_servers_clause_limit() {
    let place = archive();
    let many = |clauses: usize| vec!["player:Dora"; clauses].join(" OR ");
    let nested =
        |inner: &str| format!("{}{inner}{}", "Anna OR (Dora ".repeat(100), ")".repeat(100));
    let saved = |name: &str, query: String| json!({"saved": name, "query": query, "at": 1});
    let mut lines = vec![saved("of64", many(64)), saved("of65", many(65))];
    lines.push(saved("half", many(32)));
    lines.extend((0..15).map(|at| {
        let inner = match at {
            0 => "Anna".to_owned(),
            at => format!("saved:deep{}", at - 1),
        };
        saved(&format!("deep{at}"), nested(&inner))
    }));
    let settings = with_lines(&place, &lines);
    let server = Server::with_settings(&place.folder(), settings.path(), &[]);
    for (query, fits) in [
        ("saved:of64", true),
        ("saved:of65", false),
        ("saved:half OR saved:half", true),
        ("saved:half OR saved:half OR Dora", false),
        ("saved:deep0", false),
        ("saved:deep14", false),
    ] {
        for target in ["/api/v1/search?q=", "/games.json?q=", "/api/v1/stats?by=year&q="] {
            let answer = server.get(&format!("{target}{}", encoded(query)));
            assert_eq!(answer.status == 200, fits, "{target}{query}: {}", answer.body);
        }
        let parsed = server.json(&format!("/api/v1/parse?q={}", encoded(query)));
        assert_eq!(parsed["error"].is_null(), fits, "{query}: {parsed}");
    }
    let refused = server.get("/api/v1/search?q=saved:of65");
    assert!(refused.body.contains("too_many_clauses"), "{}", refused.body);
    assert!(refused.body.contains("`of65`"), "{}", refused.body);
    let mine = server.json("/mine.json?tab=counts");
    let row = |name: &str| {
        let rows = mine["saved"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == name).unwrap().clone()
    };
    assert_eq!(row("of64")["games"], 3);
    for name in ["of65", "deep0", "deep14"] {
        let fault = row(name)["fault"].as_str().unwrap().to_owned();
        assert!(fault.contains(&format!("`{name}`")), "{fault}");
    }
    // The command allows more clauses in a query than the server, so it must accept this one.
    command(&place, settings.path(), &["search", "saved:of65"]);
}

#[test]
fn the_page_is_limited_with_maximal_user_data() {
    let place = archive();
    let letters = ["\u{10330}", "n", "\u{56f4}"];
    let mut lines = Vec::new();
    for number in 0..1000 {
        // Names and queries have the maximum length, and consist of letters or of invisible characters.
        let letter = letters[number % 3];
        let name = format!("{number:04}{}", letter.repeat(60));
        let query = ["\"\u{e0001}\"", "moves>1 ", "\"\u{1}\u{202e}\" "][number % 3];
        let query: String = query.chars().cycle().take(1998).collect();
        lines.push(json!({"saved": name, "query": query, "at": 1}));
        lines.push(json!({"asked": format!("{number}{}", query.trim_end()).chars().take(1999).collect::<String>(), "at": number}));
        let content = format!("{:016x}", 7 + number);
        lines.push(json!({"tag": name, "content": content, "at": 1}));
        if number < 120 {
            let text = ["\u{1}", "<", "\u{10ffff}"][number % 3];
            let note = text.repeat((64 << 10) / text.len());
            lines.push(json!({"note": note, "content": content, "at": number}));
        }
    }
    let settings = with_lines(&place, &lines);
    let server = Server::with_settings(&place.folder(), settings.path(), &[]);
    let contract = Contract::read(&server);
    let anna = id_of(&server, "Anna");
    let note = "a long story\n".repeat(5000);
    let answer = post_change(&server, "mark", &json!({"game": anna, "note": note, "star": true}));
    assert_eq!(answer.status, 200, "{}", answer.body);
    for target in ["/mine.json", "/mine.json?tab=counts", "/api/v1/mine"] {
        let answer = server.get(target);
        assert_eq!(answer.status, 200, "{target}");
        let value: Value = serde_json::from_str(&answer.body).unwrap();
        let faults = contract.faults(contract.schema("Mine"), &value);
        assert!(faults.is_empty(), "{faults:?}");
        let number = |key: &str| value[key].as_u64().unwrap() as usize;
        let length = |key: &str| value[key].as_array().unwrap().len();
        assert_eq!(length("notes") + number("more_notes"), 121);
        assert_eq!(length("saved") + number("more_saved"), 1000);
        assert_eq!(length("tags") + number("more_tags"), 1000);
        assert!(length("notes") >= 50 && length("saved") >= 100 && length("tags") >= 100);
        let cut = |row: &&Value| row["cut"] == true;
        let notes = value["notes"].as_array().unwrap();
        assert!(notes.iter().filter(cut).count() > 0);
        assert_eq!(notes[0]["note"].as_str(), Some(note.trim_end()));
    }
    for target in ["/mine", "/mine?tab=counts", "/mine?lang=ja"] {
        let page = server.page(target);
        for piece in ["tag:*", "note:*", "tag --export", "kifu-index save"] {
            assert!(page.contains(piece), "{target}: {piece}");
        }
    }
}

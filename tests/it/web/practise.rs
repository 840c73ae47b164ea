use super::browser::{ENTER, LEFT, RIGHT, open};
use super::schema::Contract;
use super::{Answer, Server, encoded};
use crate::support::{Place, gtp_vertex, program, run_on, sgf_point, temporary_folder};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Number of moves of the analysed game.
const MOVES: usize = 30;

/// Column and row of a move, from the upper left. The stones of a row touch each other, and no stone is ever captured.
fn point(number: usize) -> (usize, usize) {
    ((number - 1) % 19, 3 + 4 * ((number - 1) / 19))
}

fn sgf(number: usize) -> String {
    sgf_point(point(number))
}

/// Name of a move's point in GTP notation.
fn name(number: usize) -> String {
    gtp_vertex(point(number), 19)
}

fn side(number: usize) -> char {
    if number % 2 == 1 { 'B' } else { 'W' }
}

/// Analysis of the position after this number of moves: the lead of the side to move, and its candidates. White loses 6
/// points by move 12, where K10 is best, K12 costs half a point and Q10 three; Black loses 8 by move 21, where C3 is
/// best.
fn analysis_value(number: usize) -> String {
    let black = match number {
        ..12 => 0.0,
        12..21 => 6.0,
        _ => -2.0,
    };
    let mover_lead = if side(number) == 'W' { black } else { -black };
    let one =
        |at: &str, lead: f64| format!("move {at} visits 9 winrate 5000 scoreMean {lead} pv {at}");
    let candidates = match number {
        11 => [one("K10", mover_lead), one("K12", mover_lead - 0.5), one("Q10", mover_lead - 3.0)]
            .join(" info "),
        20 => one("C3", mover_lead),
        _ => one("T1", mover_lead),
    };
    format!("LZ[KataGo 50.0 1000 {mover_lead}\n{candidates}]")
}

/// An analysed game, and two without analysis.
fn archive() -> Place {
    let place = Place::new();
    let moves: String = (1..=MOVES)
        .map(|number| format!(";{}[{}]{}", side(number), sgf(number), analysis_value(number)))
        .collect();
    place.write(
        "analysed.sgf",
        format!("(;GM[1]SZ[19]PB[Anna]PW[Berta]DT[2024-05-06]{}{moves})", analysis_value(0)),
    );
    for (file, white, shift) in [("plain.sgf", "Dora", 1), ("other.sgf", "Fay", 2)] {
        let moves: String = (1..=MOVES)
            .map(|number| format!(";{}[{}]", side(number), sgf(number + shift)))
            .collect();
        place.write(file, format!("(;GM[1]SZ[19]PB[Carla]PW[{white}]{moves})"));
    }
    place.write("short.sgf", "(;GM[1]SZ[19]PB[Eva];B[pd];W[dp])");
    place.build();
    place
}

fn id_of(server: &Server, black: &str) -> String {
    let list = server.json(&format!("/api/v1/search?q=player:{black}"));
    list["games"][0]["id"].as_str().unwrap().to_owned()
}

/// All positions that the page asks about, one after another, by their nodes.
fn all_positions(server: &Server, query: &str) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    let page = server.page(&format!("/practise?q={}", encoded(query)));
    let mut next = page;
    loop {
        let here = between(&next, "data-play=\"", "&amp;guess={}\"").replace("&amp;", "&");
        let question = server.json(&here.replacen("/practise", "/api/v1/practise", 1));
        let position = question["position"].clone();
        if found.contains(&position) {
            return found;
        }
        found.push(position);
        let skip = between(&next, "id=\"skip\" href=\"", "\"").replace("&amp;", "&");
        next = server.page(&skip);
    }
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before}: {text}"));
    rest.split_once(after).unwrap().0
}

const OWN: (&str, &str) = ("X-Kifu-Index", "test");

fn post(server: &Server, rest: &str, headers: &[(&str, &str)]) -> Answer {
    server.ask("POST", &format!("/api/v1/practise/answer?{rest}"), headers)
}

/// Parameters of the address of the position before a move that lost points.
fn mistake(server: &Server, number: usize, guess: &str) -> String {
    let node = number - 1;
    let game = id_of(server, "Anna");
    format!("q=loss%3E%3D5&node={node}&game={game}&guess={guess}")
}

/// Stored practice results as lines of text: a header, then one line for each position.
fn stored_lines(settings: &Path) -> Option<String> {
    if !settings.join("kifu-index/mine.sqlite").exists() {
        return None;
    }
    let output = program(Path::new("none"))
        .env("XDG_CONFIG_HOME", settings)
        .args(["tag", "--export", "-"])
        .output();
    Some(String::from_utf8(output.unwrap().stdout).unwrap())
}

#[test]
fn practice_uses_blunders_and_grades_guesses_by_the_analysis() {
    let place = archive();
    let server = Server::start(&place.folder(), &[]);
    let contract = Contract::read(&server);
    let nodes = |query: &str| -> BTreeSet<u64> {
        let all = all_positions(&server, query);
        all.iter().map(|at| at["node"].as_u64().unwrap()).collect()
    };
    assert_eq!(nodes("loss>=5"), BTreeSet::from([11, 20]));
    assert_eq!(nodes("loss>=7"), BTreeSet::from([20]));
    assert_eq!(nodes("player:Berta loss>=5"), BTreeSet::from([11]));
    let drill = run_on(&place.folder(), &["export", "loss>=5", "--drill", "-"]).ends(0);
    assert_eq!(drill.out.matches("PL[").count(), 2);

    let (taken, played) = (name(3), name(12));
    for (guess, grade) in [
        ("K10", "right"),
        ("K12", "nearly"),
        ("Q10", "wrong"),
        (played.as_str(), "wrong"),
        ("A1", "wrong"),
        ("pass", "wrong"),
        ("none", "wrong"),
    ] {
        let target = format!("/api/v1/practise?{}", mistake(&server, 12, guess));
        let practice = server.json(&target);
        let faults = contract.faults(contract.schema("Practice"), &practice);
        assert!(faults.is_empty(), "{faults:?}");
        let answer = &practice["answer"];
        assert_eq!(answer["grade"], grade, "{guess}: {answer}");
        assert_eq!(answer["engine"], "KataGo");
        assert_eq!(answer["played"], played.as_str());
        let moves = answer["moves"].as_array().unwrap();
        let cost = |at: &str| {
            let found = moves.iter().find(|known| known["at"] == at);
            found.and_then(|known| known["loss"].as_f64())
        };
        assert_eq!(
            [cost("K10"), cost("K12"), cost("Q10"), cost(&played)],
            [Some(0.0), Some(0.5), Some(3.0), Some(6.0)]
        );
    }
    for (guess, message) in [(taken.as_str(), "there is a stone"), ("Z9", "not a point")] {
        let target = format!("/api/v1/practise?{}", mistake(&server, 12, guess));
        let answer = server.get(&target);
        assert_eq!(answer.status, 400, "{}", answer.body);
        assert!(answer.body.contains(message), "{}", answer.body);
    }
    // The player's name must be shown with the answer, and not with the question.
    let question = server.page(&format!("/practise?{}", mistake(&server, 12, "")));
    assert!(!question.contains("Berta"), "{question}");
    let page = server.page(&format!("/practise?{}", mistake(&server, 12, "K12")));
    let graded = between(&page, "class=\"grade node-notes\">", "</p>");
    assert_eq!(
        graded,
        "<b class=\"good\">Nearly:</b> <b>K12</b> loses 0.5 points; the best move of <bdi>KataGo</bdi> is <b>K10</b>."
    );
    assert!(page.contains("Anna") && page.contains("2024-05-06"), "{page}");
}

/// The analysis of this game has only values of positions, and names no move.
#[test]
fn blunders_without_a_better_move_are_to_be_avoided() {
    let (_place, server) = super::game_page::archive();
    let game = super::game_page::analysed_game(&server);
    let page = server.page(&game);
    let address = between(&page, "href=\"/practise?", "\"").replace("&amp;", "&");
    let query = format!("/api/v1/practise?{address}");
    let found = server.json(&query);
    assert!(found["positions"].as_u64().unwrap() > 0, "{found}");
    // Black loses 24.5 points by move 61, which is the only mistake of Black and much the largest one.
    let id = game.trim_start_matches("/game/");
    let place = format!("&node=60&game={id}");
    let graded =
        |guess: &str| server.json(&format!("{query}{place}&guess={guess}"))["answer"].clone();
    let played = graded("none")["played"].as_str().unwrap().to_owned();
    assert_eq!(graded(&played)["grade"], "wrong");
    let other = graded("T1");
    assert_eq!((&other["grade"], &other["engine"]), (&"nearly".into(), &Value::Null), "{other}");
    let page = server.page(&format!("/practise?{address}{place}&guess=T1"));
    assert!(page.contains("which lost") && page.contains("names no better move"), "{page}");
    let question = server.page(&format!("/practise?{address}{place}"));
    assert!(question.contains("was a mistake. Find a better one."), "{question}");
}

#[test]
fn the_next_positions_are_small_boards() {
    let place = archive();
    let server = Server::start(&place.folder(), &[]);
    let page = server.page("/practise?q=player:Carla");
    let boards = between(&page, "class=\"boards upcoming\"", "</ol>");
    assert_eq!(boards.matches("<img").count(), 6, "{boards}");
    // The first board is the position to which the button leads that leaves out this one.
    let skip = between(&page, "id=\"skip\" href=\"", "\"");
    assert!(boards.contains(&format!("<a href=\"{skip}\"")), "{boards}");
    let image = between(boards, "<img src=\"", "\"").replace("&amp;", "&");
    assert_eq!(server.get(&image).header("content-type"), Some("image/svg+xml"));
    assert!(page.contains("0 of 20 answered"), "{page}");
}

#[test]
fn without_analysis_the_played_move_is_guessed() {
    let place = archive();
    let server = Server::start(&place.folder(), &[]);
    let first = all_positions(&server, "player:Carla");
    // Positions must come from Carla's moves after the tenth move of each game; each of the two games has ten of them.
    assert_eq!(first.len(), 20);
    let plain = id_of(&server, "Dora");
    for position in &first {
        let number = position["move"].as_u64().unwrap() as usize;
        assert!(number > 10 && number <= MOVES && position["turn"] == "B", "{position}");
        if position["game"] != plain.as_str() {
            continue;
        }
        let (node, game) = (&position["node"], position["game"].as_str().unwrap());
        let guess = name(number + 1);
        let target =
            format!("/api/v1/practise?q=player:Carla&node={node}&game={game}&guess={guess}");
        let answer = &server.json(&target)["answer"];
        assert_eq!(
            (&answer["grade"], &answer["played"], &answer["engine"]),
            (&"right".into(), &guess.into(), &Value::Null)
        );
    }
    // With a position in the query, only moves after that position may be asked.
    let moves: Vec<String> = (1..=3).map(name).collect();
    let query = format!("player:Anna position:\"{}\"", moves.join(" "));
    let following = all_positions(&server, &query);
    let numbers: Vec<u64> = (following.iter()).map(|at| at["move"].as_u64().unwrap()).collect();
    assert!(numbers.iter().all(|number| (4..=23).contains(number)), "{numbers:?}");
    assert!(numbers.iter().any(|number| *number <= 10), "{numbers:?}");

    let other = archive();
    let again = Server::start(&other.folder(), &[]);
    let keys = |positions: &[Value]| -> Vec<String> {
        positions.iter().map(|at| at["key"].to_string()).collect()
    };
    assert_eq!(keys(&all_positions(&again, "player:Carla")), keys(&first));
}

#[test]
fn only_the_page_itself_may_store_practice_results() {
    let place = archive();
    let settings = temporary_folder();
    let server = Server::with_settings(&place.folder(), settings.path(), &[]);
    let rest = mistake(&server, 12, "K10");
    let own_origin = format!("http://127.0.0.1:{}", server.port);
    let neighbour = format!("http://127.0.0.1:{}", server.port ^ 1);
    let refused: [&[(&str, &str)]; 7] = [
        &[],
        &[("Origin", &own_origin)],
        &[OWN, ("Origin", "http://evil.example")],
        &[OWN, ("Origin", &neighbour)],
        &[OWN, ("Origin", "null")],
        &[
            OWN,
            ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Mode", "navigate"),
            ("Sec-Fetch-Dest", "document"),
        ],
        &[OWN, ("Sec-Fetch-Site", "same-site")],
    ];
    for headers in refused {
        let answer = post(&server, &rest, headers);
        assert_eq!((answer.status, answer.code().as_str()), (403, "forbidden"), "{headers:?}");
    }
    let foreign = post(&server, &rest, &[OWN, ("Host", "evil.example")]);
    assert_eq!(foreign.status, 403);
    let preflight = [
        ("Origin", "http://evil.example"),
        ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "x-kifu-index"),
    ];
    let preflight_answer =
        server.ask("OPTIONS", &format!("/api/v1/practise/answer?{rest}"), &preflight);
    assert_eq!(preflight_answer.status, 403);
    assert_eq!(preflight_answer.header("access-control-allow-origin"), None);
    let read = server.ask("GET", &format!("/api/v1/practise/answer?{rest}"), &[OWN]);
    assert_eq!((read.status, read.header("allow")), (405, Some("POST")));
    // Showing the answer to a position must store nothing.
    server.page(&format!("/practise?{rest}"));
    assert_eq!(stored_lines(settings.path()), None);

    let answer =
        post(&server, &rest, &[OWN, ("Origin", &own_origin), ("Sec-Fetch-Site", "same-origin")]);
    assert_eq!(answer.status, 200, "{}", answer.body);
    let value: Value = serde_json::from_str(&answer.body).unwrap();
    let contract = Contract::read(&server);
    let faults = contract.faults(contract.schema("PracticeKept"), &value);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!((&value["grade"], &value["counts"]), (&"right".into(), &true.into()));
    assert_eq!(stored_lines(settings.path()).unwrap().lines().count(), 2);
    for (rest, status) in [
        (rest.replace("K10", ""), 400),
        (rest.replace("node=11", "node=13"), 404),
        (rest.replace("loss%3E%3D5", "plyer:x"), 400),
    ] {
        assert_eq!(post(&server, &rest, &[OWN]).status, status, "{rest}");
    }
}

#[test]
fn an_allowed_site_can_neither_read_nor_store_results() {
    let place = archive();
    let settings = temporary_folder();
    let origin = "https://go.example";
    let server = Server::with_settings(&place.folder(), settings.path(), &["--cors", origin]);
    let rest = mistake(&server, 12, "K10");
    let read = server.ask("GET", &format!("/api/v1/practise?{rest}"), &[("Origin", origin)]);
    assert_eq!((read.status, read.code().as_str()), (403, "private"));
    assert_eq!(post(&server, &rest, &[OWN, ("Origin", origin)]).status, 403);
    assert_eq!(stored_lines(settings.path()), None);
}

#[test]
fn answers_outlive_the_server_and_the_index() {
    let place = archive();
    let settings = temporary_folder();
    let target = "/api/v1/practise?q=loss%3E%3D5";
    let due = {
        let server = Server::with_settings(&place.folder(), settings.path(), &[]);
        let state = server.json(target);
        assert_eq!(
            (&state["new"], &state["due"], &state["kept"]),
            (&2.into(), &0.into(), &true.into())
        );
        let answer = post(&server, &mistake(&server, 12, "K12"), &[OWN]);
        let value: Value = serde_json::from_str(&answer.body).unwrap();
        // A second answer to a position, before the position is due for repetition, must not count.
        let again = post(&server, &mistake(&server, 12, "A1"), &[OWN]);
        let again: Value = serde_json::from_str(&again.body).unwrap();
        assert_eq!((&again["counts"], &again["due"]), (&false.into(), &value["due"]));
        value["due"].clone()
    };
    // Equal games in another index must have the same results.
    let other = archive();
    let server = Server::with_settings(&other.folder(), settings.path(), &[]);
    let state = server.json(target);
    assert_eq!((&state["new"], &state["due"], &state["next_due"]), (&1.into(), &0.into(), &due));
    assert_eq!(state["position"]["node"], 20);
    let row = &state["tally"][0];
    assert_eq!(
        (&row["value"], &row["right"], &row["nearly"], &row["wrong"]),
        (&"1-60".into(), &0.into(), &1.into(), &0.into())
    );
    // A position whose answer was shown without a guess must be due again, after all others.
    post(&server, &mistake(&server, 21, "none"), &[OWN]);
    let state = server.json(target);
    assert_eq!((&state["new"], &state["due"]), (&0.into(), &1.into()));
    assert_eq!(state["position"]["node"], 20);
    post(&server, &mistake(&server, 21, "C3"), &[OWN]);
    let state = server.json(target);
    assert!(state["position"].is_null(), "{state}");
    let page = server.page("/practise?q=loss%3E%3D5");
    assert!(page.contains("All done: you know 2 positions"), "{page}");
    let others = server.json("/api/v1/practise?q=player:Carla&tab=all");
    assert_eq!(others["tally"][0]["nearly"], 1);
    assert_eq!(server.json("/api/v1/practise?q=player:Carla")["tally"], Value::Array(vec![]));
}

#[test]
fn practice_works_without_stored_results() {
    let place = archive();
    for arguments in [
        &["--read-only"][..],
        &["--host", "0.0.0.0", "--no-token"],
        &["--allow-host", "go.example"],
    ] {
        let settings = temporary_folder();
        let server = Server::with_settings(&place.folder(), settings.path(), arguments);
        let state = server.json("/api/v1/practise?q=loss%3E%3D5");
        assert_eq!((&state["kept"], &state["new"]), (&false.into(), &2.into()), "{arguments:?}");
        let answer = post(&server, &mistake(&server, 12, "K10"), &[OWN]);
        assert_eq!((answer.status, answer.code().as_str()), (403, "forbidden"));
        let page = server.page(&format!("/practise?{}", mistake(&server, 12, "K10")));
        assert!(page.contains("Right:") && page.contains("answers are not saved"), "{page}");
        assert!(!page.contains("data-kept"), "{page}");
        assert_eq!(std::fs::read_dir(settings.path()).unwrap().count(), 0);
    }
}

#[test]
fn practice_works_with_a_damaged_user_file() {
    let place = archive();
    let settings = temporary_folder();
    let folder = settings.path().join("kifu-index");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("practice.jsonl"), "{\"practice\":1}\n{\"key\":\n").unwrap();
    let server = Server::with_settings(&place.folder(), settings.path(), &[]);
    let page = server.page("/practise?q=loss%3E%3D5");
    assert!(page.contains("line 2 of practice.jsonl in your settings cannot be read"), "{page}");
    assert!(!page.contains(&*settings.path().to_string_lossy()), "{page}");
    assert_eq!(post(&server, &mistake(&server, 12, "K10"), &[OWN]).status, 200);
    assert!(folder.join("practice.jsonl.imported").exists());
    let server = Server::with_settings(&place.folder(), settings.path(), &[]);
    let page = server.page("/practise?q=loss%3E%3D5");
    assert!(!page.contains("class=\"notice\""), "{page}");
}

#[test]
fn practice_pages_without_a_position_give_a_reason() {
    let place = archive();
    let server = Server::start(&place.folder(), &[]);
    for (query, message) in [
        ("player:Nobody", "No game matches the query."),
        ("loss>=50", "No game matches the query."),
        ("player:Eva", "There is no move to guess in 1 game."),
    ] {
        let page = server.page(&format!("/practise?q={}", encoded(query)));
        assert!(page.contains(message), "{query}: {page}");
    }
    let gone = server.page("/practise?q=loss%3E%3D5&node=99&game=0000000000000000");
    assert!(gone.contains("That position no longer belongs to this query."), "{gone}");
    assert_eq!(server.get("/practise?q=plyer:x").status, 400);
    let games = server.page("/games?q=loss%3E%3D5");
    assert!(games.contains("href=\"/practise?q=loss%3E%3D5\""), "{games}");
    let game = id_of(&server, "Anna");
    let page = server.page(&format!("/game/{game}"));
    assert!(page.contains(&format!("/practise?q=id:{game}+loss%3E%3D2")), "{page}");
}

#[test]
fn a_move_is_guessed_by_mouse_and_by_keys() {
    let Some(browser) = open(1280, 900) else {
        return;
    };
    let place = archive();
    let settings = temporary_folder();
    let server = Server::with_settings(&place.folder(), settings.path(), &[]);
    let address = |rest: &str| format!("http://127.0.0.1:{}/practise?{rest}", server.port);
    browser.go(&address(mistake(&server, 12, "").trim_end_matches("&guess=")));
    browser.wait("document.querySelector('.practise [role=gridcell]')");
    // The arguments are the column and the row of K10, counted from the upper left.
    browser.play(9, 9);
    browser.wait("document.querySelector('.practise[data-answered]')");
    assert!(browser.text(".grade").starts_with("Right: K10"), "{}", browser.text(".grade"));
    browser.wait("document.getElementById('live').textContent.startsWith('Right')");
    browser.wait("document.querySelectorAll('.board .disc').length === 3");
    assert_eq!(browser.style(".board .expected", "display"), "inline");
    // While an answer is shown, a click on the board must not be a guess.
    browser.play(0, 18);
    browser.keys("n");
    browser.wait("document.querySelector('#show')");
    assert!(browser.place().contains("node=20"), "{}", browser.place());
    browser.wait("document.querySelector('.practise [role=gridcell]')");
    browser.run("document.querySelector('.board [tabindex=\"0\"]').focus()");
    let focused = "document.activeElement.dataset.point";
    let start = browser.value(focused);
    assert_eq!(start, "K10");
    browser.keys(RIGHT);
    browser.keys(LEFT);
    browser.keys(LEFT);
    browser.wait(&format!("{focused} === 'J10'"));
    browser.keys(ENTER);
    browser.wait("document.querySelector('.practise[data-answered]')");
    assert!(browser.text(".grade").starts_with("Wrong: J10"), "{}", browser.text(".grade"));
    // The keyboard focus must stay on the board.
    browser.wait(&format!("{focused} === 'J10'"));
    browser.wait("document.querySelector('.due').textContent.startsWith('1 due')");
    assert_eq!(stored_lines(settings.path()).unwrap().lines().count(), 3);
    browser.keys(ENTER);
    browser.wait("document.querySelector('#show')");
    browser.keys("s");
    browser.wait("document.querySelector('.practise[data-answered]')");
    assert!(browser.text(".grade").starts_with("The answer: C3"), "{}", browser.text(".grade"));
    // It must also be possible to guess a move by typing it.
    browser.keys("n");
    browser.wait("document.querySelector('#typed-guess')");
    browser.run("document.getElementById('typed-guess').focus()");
    browser.keys("c3");
    browser.keys(ENTER);
    browser.wait("document.querySelector('.practise[data-answered]')");
    assert!(browser.text(".grade").starts_with("Right: C3"), "{}", browser.text(".grade"));
    browser.keys("n");
    browser.wait("document.querySelector('.nothing')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#![allow(clippy::unwrap_used, clippy::expect_used)]

use crate::formats::read;
use crate::formats::tests::{codes, main_line, properties};
use crate::{Code, Format, GameRecord};

/// Game with the keys that every game of OGS has, and more keys.
fn game(more: &str) -> String {
    format!("{{\"game_id\": 7, \"black_player_id\": 1, \"white_player_id\": 2{more}}}")
}

fn one(text: &str) -> GameRecord {
    let mut parsed = read(text.as_bytes());
    assert_eq!(parsed.records.len(), 1, "{text:.200}");
    let record = parsed.records.remove(0);
    assert_eq!(record.format, Format::Ogs, "{text:.200}");
    record
}

fn property(record: &GameRecord, name: &str) -> Option<String> {
    let property = record.properties.iter().find(|property| property.name == name);
    property.map(|property| property.values.join("|"))
}

/// Normalised result of a game with these keys, and its text.
fn result(more: &str) -> (String, String) {
    let record = one(&game(more));
    let result = record.info.result.map_or("-".into(), |result| result.to_string());
    (result, property(&record, "RE").unwrap_or_default())
}

#[test]
fn a_usual_game() {
    let text = game(
        r#", "width": 9, "height": 9, "game_name": "Friendly Match", "players":
        {"black": {"username": "Anna", "rank": 29.9, "id": 1, "professional": false},
         "white": {"username": "Bén", "rank": 31.2, "id": 2}}, "handicap": 0, "komi": 6.5, "rules": "aga",
        "moves": [[4, 4, 900], [2, 2, 800, null, {"x": 1}], [-1, -1, 300]], "outcome": "12.5 points", "winner": 2,
        "phase": "finished", "start_time": 1582934399, "ranked": true, "odd": {"a": [[[1]]]},
        "time_control": {"system": "byoyomi", "main_time": 600, "period_time": 30, "periods": 5},
        "initial_state": {"black": "", "white": ""}, "initial_player": "black""#,
    );
    let expected = "SZ=9; PB=Anna; BR=1k; PW=Bén; WR=2d; DT=2020-02-28; GN=Friendly Match; RE=W+12.5; RU=AGA; KM=6.5; HA=0; \
                    SO=https://online-go.com/game/7; TM=600; OT=5x30 byo-yomi";
    for text in [text.clone(), text.replace('\n', " "), format!("[\n{text},\n{text}")] {
        let record = read(text.as_bytes()).records.remove(0);
        assert_eq!(properties(&record), expected);
        assert_eq!(main_line(&record), "B[ee] W[cc] B[]");
        assert!(record.diagnostics.is_empty(), "{:?}", record.diagnostics);
    }
    let inside = format!("{{\"id\": 7, \"players\": {{}}, \"gamedata\": {text}, \"width\": 19}}");
    assert_eq!(properties(&one(&inside)), expected);
}

#[test]
fn ranks() {
    for (rank, expected) in [
        ("0", Some("30k")),
        ("5.7", Some("25k")),
        ("29", Some("1k")),
        ("29.99", Some("1k")),
        ("30", Some("1d")),
        ("30.9", Some("1d")),
        ("38", Some("9d")),
        ("45", Some("9d")),
        ("37, \"professional\": true", Some("1p")),
        ("45.5, \"professional\": true", Some("9p")),
        ("1037", Some("1p")),
        ("\"24.5\"", Some("6k")),
        ("\"5k\"", Some("5k")),
        ("null", None),
        ("null, \"ranking\": 12", Some("18k")),
        ("[]", None),
        ("1e300", None),
        ("-1e300", None),
        ("-1000", None),
    ] {
        let record = one(&game(&format!(
            r#", "players": {{"black": {{"username": "a", "rank": {rank}}}, "white": null}}"#
        )));
        assert_eq!(property(&record, "BR").as_deref(), expected, "{rank}");
        assert_eq!(
            record.info.players.black.rank.map(|rank| rank.to_string()).as_deref(),
            expected
        );
    }
}

#[test]
fn outcomes() {
    for (outcome, winner, expected, text) in [
        ("Resignation", "1", "B+R", "B+R"),
        ("Timeout", "2", "W+T", "W+T"),
        ("Stone Removal Timeout", "1", "B+T", "B+T"),
        ("Disconnection", "1", "B+F", "B+F (Disconnection)"),
        ("Disqualification", "2", "W+F", "W+F (Disqualification)"),
        ("Moderator Decision", "2", "W+F", "W+F (Moderator Decision)"),
        ("Abandonment", "1", "B+F", "B+F (Abandonment)"),
        ("12.5 points", "1", "B+12.5", "B+12.5"),
        ("1 point", "2", "W+1", "W+1"),
        ("0.5 points", "\"white\"", "W+0.5", "W+0.5"),
        ("Cancellation", "0", "Void", "Void (Cancellation)"),
        ("Cancellation", "1", "Void", "Void (Cancellation)"),
        ("Resignation", "0", "Void", "Void (Resignation)"),
        ("Abandonment", "null", "Void", "Void (Abandonment)"),
        ("5 points", "3", "Void", "Void (5 points)"),
        // Both players have the same number of points.
        ("0 points", "0", "0", "0"),
        ("Something new", "1", "B+", "B+ (Something new)"),
        ("White wins", "0", "Void", "Void"),
        ("1e400 points", "1", "B+", "B+ (1e400 points)"),
        ("", "1", "B+", "B+"),
        ("", "0", "-", ""),
    ] {
        let found = result(&format!(", \"outcome\": \"{outcome}\", \"winner\": {winner}"));
        assert_eq!(found, (expected.into(), text.into()), "{outcome} {winner}");
    }
    assert_eq!(result(", \"phase\": \"play\"").0, "-");
    assert_eq!(result(", \"outcome\": [], \"winner\": {}").0, "-");
    let oneself = ", \"white_player_id\": 1, \"outcome\": \"Resignation\", \"winner\": 1";
    assert_eq!(result(oneself).0, "Void");
}

#[test]
fn stones_before_the_first_move() {
    for (more, expected) in [
        (
            r#", "handicap": 2, "initial_state": {"black": "ddpp", "white": ""}, "initial_player": "white",
            "moves": [[2, 2]]"#,
            "AB[dd] AB[pp] PL[W] W[cc]",
        ),
        (
            r#", "handicap": 2, "initial_state": {"black": "ddpp"}, "moves": [[2, 2]]"#,
            "AB[dd] AB[pp] PL[W] W[cc]",
        ),
        (
            r#", "handicap": 2, "free_handicap_placement": true, "initial_player": "black",
            "moves": [[3, 3], [15, 15], [2, 2], [4, 4]]"#,
            "AB[dd] AB[pp] PL[W] W[cc] B[ee]",
        ),
        (
            r#", "handicap": 1, "free_handicap_placement": true, "moves": [[3, 3], [15, 15]]"#,
            "B[dd] W[pp]",
        ),
        (
            r#", "initial_state": {"black": "aa", "white": "bb"}, "moves": [[2, 2, 1, 2], [3, 3]]"#,
            "AB[aa] AW[bb] W[cc] B[dd]",
        ),
        (
            r#", "initial_player": "white", "moves": [{"x": 2, "y": 2}, {"x": -1, "y": -1}]"#,
            "PL[W] W[cc] B[]",
        ),
    ] {
        let record = one(&game(more));
        assert_eq!(main_line(&record), expected, "{more}");
        assert!(record.diagnostics.is_empty(), "{:?}", record.diagnostics);
    }
    let record = one(&game(r#", "handicap": 3, "moves": [[2, 2]]"#));
    assert_eq!(codes(&record.diagnostics), "handicap-without-stones@0");
}

#[test]
fn time_limits() {
    for (control, main, overtime) in [
        (r#""byoyomi", "main_time": 600, "periods": 5, "period_time": 30"#, "600", "5x30 byo-yomi"),
        (
            r#""canadian", "main_time": 60, "stones_per_period": 25, "period_time": 600"#,
            "60",
            "25/600 Canadian",
        ),
        (
            r#""fischer", "initial_time": 300, "time_increment": 10, "max_time": 9"#,
            "300",
            "10 fischer",
        ),
        (r#""simple", "per_move": 30"#, "0", "1x30 byo-yomi"),
        (r#""absolute", "total_time": 900"#, "900", "-"),
        (r#""none""#, "-", "-"),
        (r#"[]"#, "-", "-"),
    ] {
        let record = one(&game(&format!(", \"time_control\": {{\"system\": {control}}}")));
        let time = record.info.time.map_or("-".into(), |time| time.to_string());
        let written = record.info.overtime.map_or("-".into(), |overtime| overtime.to_string());
        assert_eq!((time.as_str(), written.as_str()), (main, overtime), "{control}");
    }
}

#[test]
fn days_are_counted_in_utc() {
    for (seconds, day) in [
        ("1600000000", Some("2020-09-13")),
        ("1582934400", Some("2020-02-29")),
        ("1583020800.9", Some("2020-03-01")),
        ("951868799", Some("2000-02-29")),
        ("1735689599", Some("2024-12-31")),
        ("1735689600", Some("2025-01-01")),
        ("253402300799", Some("9999-12-31")),
        ("0", None),
        ("-5", None),
        ("1e300", None),
        ("\"soon\"", None),
    ] {
        let record = one(&game(&format!(", \"start_time\": {seconds}")));
        assert_eq!(property(&record, "DT").as_deref(), day, "{seconds}");
    }
}

#[test]
fn teams_of_rengo() {
    let record = one(&game(
        r#", "rengo": true, "rengo_teams": {"black": [{"username": "a", "rank": 30, "id": 5}, {"username": "b",
        "rank": 25, "id": 6}], "white": [{"username": "c", "id": 7}]}, "players": {"black": {"username": "a"}},
        "winner": 6, "outcome": "Resignation""#,
    ));
    let expected = "SZ=19; PB=a & b; BR=1d & 5k; PW=c; RE=B+R; SO=https://online-go.com/game/7";
    assert_eq!(properties(&record), expected);
    assert_eq!(record.info.players.black.persons().len(), 2);
}

#[test]
fn an_uploaded_game_is_read_from_its_sgf() {
    let sgf = r"(;GM[1]CA[GBK]PB[安]RE[W+3.5]SZ[9]\n;B[aa]C[\u5b89](;W[bb])(;W[cc]))";
    let record = one(&game(&format!(r#", "width": 19, "moves": [], "original_sgf": "{sgf}""#)));
    assert_eq!(main_line(&record), "B[aa] W[bb]");
    assert_eq!(property(&record, "PB").as_deref(), Some("安"));
    assert_eq!((record.tree.len(), record.start.size.width()), (4, 9));
    assert!(record.diagnostics.is_empty(), "{:?}", record.diagnostics);
    // Text without a game does not hide the moves.
    let record = one(&game(r#", "moves": [[2, 2]], "original_sgf": "none""#));
    assert_eq!(main_line(&record), "B[cc]");
}

#[test]
fn a_broken_line_costs_only_itself() {
    let lines = [game(", \"moves\": [[1, 1]]"), game(", \"moves\": [[2, 2]]"), game("")];
    let whole = read(lines.join("\n").as_bytes());
    assert_eq!(whole.records.len(), 3);
    assert!(whole.diagnostics.is_empty());
    for broken in [&lines[0][..40], &lines[0][1..], "null", "{\"tree\": []}", "\u{1}"] {
        for at in 0..3 {
            let mut broken_lines = lines.clone();
            broken_lines[at] = broken.to_owned();
            let parsed = read(broken_lines.join("\r\n").as_bytes());
            // The line is reported with its number.
            let [problem] = &Vec::from_iter(parsed.diagnostics.iter())[..] else {
                panic!("{broken:?}: {:?}", parsed.diagnostics)
            };
            assert_eq!(parsed.records.len(), 2, "{broken:?}");
            assert_eq!(problem.code, Code::BadJson);
            assert!(problem.message.contains(&format!("line {} ", at + 1)), "{}", problem.message);
            let start = broken_lines[..at].iter().map(|line| line.len() + 2).sum::<usize>();
            assert!((start..=start + 1).contains(&problem.offset), "{broken:?}");
        }
    }
}

#[test]
fn moves_off_the_board_and_odd_values_are_reported() {
    for odd in
        ["[19, 0]", "[-1, 3]", "[1.5, 2]", "[1e300, 1]", "[]", "[\"a\", 2]", "null", "\"dd\"", "{}"]
    {
        let record = one(&game(&format!(", \"moves\": [[3, 3], {odd}, [4, 4]]")));
        assert_eq!(main_line(&record), "B[dd] W[!] B[ee]", "{odd}");
        assert_eq!(record.diagnostics.counts(), [(Code::BadMove, 1)], "{odd}");
    }
    let record =
        one(&game(", \"width\": 9, \"height\": 9, \"initial_state\": {\"black\": \"aazz!éa\"}"));
    assert_eq!(main_line(&record), "AB[aa]");
    assert!(record.diagnostics.counts().iter().all(|count| count.0 == Code::BadPoint));
    let record =
        one(&game(", \"width\": 1e99, \"komi\": 1e99, \"handicap\": -1e99, \"moves\": {}"));
    assert_eq!(codes(&record.diagnostics), "bad-size@68 bad-komi@0");
    let stones = "aa".repeat(10_000);
    let record = one(&game(&format!(", \"initial_state\": {{\"black\": \"{stones}\"}}")));
    assert_eq!(record.diagnostics.counts(), [(Code::TooMuchSetup, 1)]);
}

#[test]
fn other_json_is_no_game() {
    for text in [
        "{}",
        "{\"moves\": [[1, 1]]}",
        "{\"id\": \"x\", \"players\": {\"white\": {}}, \"moves\": \"e4 e5\"}",
        "{\"gamedata\": [1]}",
        "[\"game_id\"]",
        "{\"game_id\": 1}",
        "{\"original_sgf\": 5}",
    ] {
        assert_eq!(read(text.as_bytes()).records.len(), 0, "{text}");
    }
    let jgf = r#"{"game_id": 1, "initial_player": "black", "tree": [{"move": {"B": "aa"}}]}"#;
    assert_eq!(read(jgf.as_bytes()).records[0].format, Format::Jgf);
}

#[test]
fn cut_and_changed_files_give_no_more_games() {
    let lines =
        [game(", \"moves\": [[1, 1]], \"game_name\": \"(;B[aa])\""), game(", \"moves\": [[2, 2]]")];
    for text in [
        lines.join("\n"),
        lines.concat(),
        lines[0].replace(", ", ",\n"),
        format!("[{}]", lines.join(",")),
    ] {
        let whole = read(text.as_bytes()).records;
        let mut most = 0;
        for end in 0..=text.len() {
            let records = read(&text.as_bytes()[..end]).records;
            assert!(records.len() >= most, "{text:?} {end}");
            most = records.len();
            read(&text.as_bytes()[end..]);
        }
        assert_eq!(most, whole.len());
        for at in 0..text.len() {
            for byte in [0, b'"', b'{', b']', b'9', b',', b'\n', b'\\', 0x81] {
                let mut bytes = text.clone().into_bytes();
                bytes[at] = byte;
                assert!(read(&bytes).records.len() <= whole.len(), "{text:?} {at}");
            }
        }
    }
}

#[test]
fn deep_brackets_are_read_in_one_pass() {
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    assert_eq!(main_line(&one(&game(&format!(", \"moves\": [[1, 1]], \"x\": {deep}")))), "B[bb]");
    let keys = "\"moves\": 1, ".repeat(50_000);
    assert_eq!(one(&game(&format!(", {keys} \"moves\": []"))).tree.len(), 1);
    assert_eq!(read(format!("{}{deep}", game("")).as_bytes()).records.len(), 1);
}

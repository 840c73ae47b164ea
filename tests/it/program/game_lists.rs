//! Players and results of files of move lines, from the game lists beside them.

use super::run_on;
use crate::support::make::{tar, zip};
use crate::support::server::Server;
use crate::support::{Place, set_age};
use kifu_index::formats;
use kifu_index::index::build::changes;
use serde_json::{Value, json};

const TYGEM_MOVES: &str = "835580851\t;B[pd];W[dp];B[pq]\n835580852\t;B[dd];W[pp]\n7\t;B[qd]\n";
const TYGEM: &str = "835580851\tC2015.12.02 11:13\t芮仍伟\twuyuanptx\t2\tdeepmind\tdeepmind\t3\tB+Resign\t121\t40/3 20m\n";
const TYGEM_OFFLINE: &str =
    "835580852\tC2015.12.03 09:00\tbob\tbob\t3\t최정\tchoi\t0\tW+Offline\t2\t30/3 10m\n";
const TOM_MOVES: &str = "7000\t;B[pd];W[dp]\n7001\t;B[dd]\n";
const TOM: &str = "7000\t2003.09.12 20:15\t古力\tchang\t5.5\tW+3.5\t2\t30/3 10m\n7001\t2003.09.13\tanna\tben\t6.5\tB+Time\t1\t30/3 10m\n";

fn build(place: &Place, more: &[&str]) -> super::Run {
    let games = place.games().display().to_string();
    run_on(&place.folder(), &[&["build", &games], more].concat()).ends(0)
}

/// Facts of all games: number, black, white, ranks, result, date, komi, rules, place, time, overtime.
fn facts(place: &Place) -> Vec<String> {
    const COLUMNS: &str =
        "title,black,white,black_rank,white_rank,result,date,komi,rules,place,time,overtime";
    let arguments = ["export", "sort:place", "--fields", COLUMNS, "--jsonl", "-"];
    let rows = run_on(&place.folder(), &arguments).ends(0).json();
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        value => value.to_string(),
    };
    let line =
        |row: &Value| Vec::from_iter(COLUMNS.split(',').map(|column| text(&row[column]))).join("|");
    rows.iter().map(line).collect()
}

const RUI: &str = "835580851|deepmind|芮仍伟 (wuyuanptx)|9d|9d|B+R|2015-12-02|6.5|Japanese|Tygem|1200|3x40 byo-yomi";
const CHOI: &str =
    "835580852|최정 (choi)|bob|9d|9d|W+F|2015-12-03|6.5|Japanese|Tygem|600|3x30 byo-yomi";
const UNLISTED: &str = "7|||||||||||";
const GU: &str = "7000|chang|古力|9d|9d|W+3.5|2003-09-12|5.5||Tom|600|3x30 byo-yomi";
const BEN: &str = "7001|ben|anna|9d|9d|B+T|2003-09-13|6.5||Tom|600|3x30 byo-yomi";

/// Checks that the record of each game, read from its file by other parts of the program, is that of the index.
fn each_game_is_found_by_its_id(place: &Place) {
    let rows = run_on(&place.folder(), &["search", "sort:place", "--json"]).ends(0).json();
    let server = Server::start(&place.folder(), &[]);
    for row in &rows {
        let id = row["id"].as_str().unwrap();
        let shown = run_on(&place.folder(), &["show", id, "--json"]).ends(0).json();
        assert_eq!(shown[0]["id"], row["id"]);
        for key in ["black", "white", "result", "date"] {
            assert_eq!(shown[0]["info"][key], row[key], "{key}");
        }
        for _ in 0..2 {
            let read = server.json(&format!("/api/v1/games/{id}"));
            assert_eq!((&read["id"], &read["info"]["date"]), (&row["id"], &row["date"]));
        }
        let sgf =
            run_on(&place.folder(), &["export", &format!("id:{id}"), "--sgf", "-"]).ends(0).out;
        let [game] = &formats::read(sgf.as_bytes()).records[..] else { panic!("{sgf}") };
        let result = game.info.result.map(|result| result.to_string());
        assert_eq!(json!(result), row["result"], "{sgf}");
    }
}

#[test]
fn a_zip_of_moves_and_a_zip_of_lists() {
    let place = Place::new();
    place.write("TYGEM/Kifu/2015-12.zip", zip(&[("2015-12", TYGEM_MOVES.as_bytes())]));
    place.write("TYGEM/index/Kifu2015.zip", zip(&[("Kifu2015.index", TYGEM_OFFLINE.as_bytes())]));
    place.write("TYGEM/index/deepmind.index", TYGEM);
    let built = build(&place, &[]);
    assert_eq!(built.err, "");
    assert!(built.out.contains("Read 3 games from 2 files"), "{}", built.out);
    assert_eq!(facts(&place), [RUI, CHOI, UNLISTED]);
    for (query, games) in [
        ("player:芮仍伟", 1),
        ("player:wuyuanptx", 1),
        ("white:wuyuanptx black:deepmind", 1),
        ("player:choi", 1),
        ("player:최정", 1),
        ("result:B+R", 1),
        ("how:forfeit", 1),
        ("date:2015-12", 2),
        ("rank:9d", 2),
        ("place:Tygem", 2),
        ("title:835580851", 1),
    ] {
        assert_eq!(place.found(query).len(), games, "{query}");
    }
    each_game_is_found_by_its_id(&place);
}

#[test]
fn plain_files_and_one_list_above_them() {
    let place = Place::new();
    place.write("Tom/Kifu.index", TOM);
    place.write("Tom/kifu/2003-09", TOM_MOVES);
    let built = build(&place, &["--include", "20??-??"]);
    assert!(built.out.contains("Read 2 games from 1 file"), "{}", built.out);
    assert_eq!(facts(&place), [GU, BEN]);
    each_game_is_found_by_its_id(&place);
}

#[test]
fn all_files_in_one_folder() {
    let place = Place::new();
    place.write("2003-09.txt", TOM_MOVES);
    place.write("2015-12.txt", TYGEM_MOVES);
    place.write("Kifu.index", TOM);
    place.write("Kifu2015.index", format!("{TYGEM}{TYGEM_OFFLINE}"));
    place.write("README", "no game");
    place.write("a.sgf", "(;PB[Anna])");
    let built = build(&place, &["--include", "*.txt"]);
    assert_eq!(built.err, "");
    assert_eq!(facts(&place)[..5], [GU, BEN, RUI, CHOI, UNLISTED]);
    each_game_is_found_by_its_id(&place);
    // Even with `--sniff`, a list does not become a game.
    build(&place, &["--sniff"]);
    assert_eq!(facts(&place).len(), 6);
}

#[test]
fn moves_and_their_list_in_one_archive() {
    for (name, archive) in [
        ("x.zip", zip(&[("Kifu.index", TOM.as_bytes()), ("kifu/2003-09", TOM_MOVES.as_bytes())])),
        // Lists are read from zips only.
        ("x.tar", tar(&[("Kifu.index", TOM.as_bytes()), ("kifu/2003-09", TOM_MOVES.as_bytes())])),
    ] {
        let place = Place::new();
        place.write(name, archive);
        build(&place, &[]);
        let expected =
            if name == "x.zip" { [GU, BEN] } else { ["7000|||||||||||", "7001|||||||||||"] };
        assert_eq!(facts(&place), expected, "{name}");
        each_game_is_found_by_its_id(&place);
    }
}

#[test]
fn a_refresh_notices_changed_lists() {
    let place = Place::new();
    let moves = zip(&[("2015-12", TYGEM_MOVES.as_bytes())]);
    place.write("TYGEM/Kifu/2015-12.zip", &moves);
    place.write("TYGEM/Kifu/2003-09.zip", zip(&[("a.sgf", b"(;GN[0])")]));
    build(&place, &[]);
    assert_eq!(facts(&place)[1], "835580851|||||||||||");
    let reads = |files: &str| {
        let built = build(&place, &[]);
        assert!(built.out.contains(files), "{files}: {}", built.out);
    };
    reads("Read 0 games from 0 files");
    // A new list.
    let list =
        place.write("TYGEM/index/Kifu2015.zip", zip(&[("Kifu2015.index", TYGEM.as_bytes())]));
    reads("Read 3 games from 2 files");
    assert_eq!(facts(&place)[1..3], [RUI, "835580852|||||||||||"]);
    reads("Read 0 games from 0 files");
    each_game_is_found_by_its_id(&place);
    // A changed list.
    let both = format!("{TYGEM}{TYGEM_OFFLINE}");
    std::fs::write(&list, zip(&[("Kifu2015.index", both.as_bytes())])).unwrap();
    set_age(&list, 50_000);
    assert_eq!(changes(&place.index()).unwrap().changed.len(), 2);
    reads("Read 3 games from 2 files");
    assert!(changes(&place.index()).unwrap().is_empty());
    assert_eq!(facts(&place)[1..3], [RUI, CHOI]);
    reads("Read 0 games from 0 files");
    // A list that was changed just now may change again without a new time.
    set_age(&list, 0);
    reads("Read 3 games from 2 files");
    set_age(&list, 40_000);
    reads("Read 3 games from 2 files");
    reads("Read 0 games from 0 files");
    // A new month beside the others does not make the others be read again.
    place.write("TYGEM/Kifu/2016-01.zip", zip(&[("2016-01", b"9\t;B[aa]\n")]));
    reads("Read 1 game from 1 file");
    // Of an archive that gets a new member, the unchanged one still has its players afterwards.
    let more = [("2015-12", TYGEM_MOVES.as_bytes()), ("b.sgf", &b"(;GN[8])"[..])];
    place.write("TYGEM/Kifu/2015-12.zip", zip(&more));
    reads("Read 1 game from 1 file");
    assert_eq!(facts(&place)[1..3], [RUI, CHOI]);
    // The list is gone, and no longer a reason to read again.
    std::fs::remove_file(&list).unwrap();
    build(&place, &[]);
    assert_eq!(facts(&place)[1], "835580851|||||||||||");
    reads("Read 0 games from 0 files");
}

#[test]
fn a_damaged_list_is_reported_once() {
    let place = Place::new();
    let members = [("2003-09", TOM_MOVES), ("a.sgf", "(;B[aa])"), ("2003-10", "1\t;B[aa]\n")];
    place.write("x.zip", zip(&members.map(|(name, text)| (name, text.as_bytes()))));
    let mut list = zip(&[("Kifu.index", TOM.repeat(20).as_bytes())]);
    let middle = list.len() / 2;
    list[middle - 20..middle + 20].fill(0xff);
    place.write("index/Kifu.zip", list);
    let built = build(&place, &[]);
    let reports = built.err.matches("Kifu.zip!Kifu.index was left out or read in part").count();
    assert_eq!(reports, 1, "{}", built.err);
    assert_eq!(facts(&place).len(), 4);
}

#[test]
fn a_long_file_is_read_in_parts_with_one_list() {
    let place = Place::new();
    let moves = ";B[pd];W[dp];B[pq];W[dd]".repeat(10);
    let lines = |line: &dyn Fn(usize) -> String| (0..12_000).map(line).collect::<String>();
    place.write("2003-09.txt", lines(&|number| format!("{number}\t{moves}\n")));
    let list =
        lines(&|number| format!("{number}\t2003.09.12\ta{number}\tb\t5.5\tW+R\t40\t30/3 10m\n"));
    place.write("Kifu.index", &list);
    build(&place, &["--include", "*.txt", "--max-entry", "1"]);
    for number in [0, 1, 5_000, 11_999] {
        let found = run_on(&place.folder(), &["search", &format!("player:a{number}"), "--json"]);
        let row = &found.ends(0).json()[0];
        assert_eq!(row["title"], json!(number.to_string()));
        let shown = run_on(&place.folder(), &["show", row["id"].as_str().unwrap(), "--json"]);
        assert_eq!(shown.ends(0).json()[0]["id"], row["id"]);
    }
    // A list that is longer than a file may be is not read, which is reported once.
    place.write("Kifu.index", list.repeat(2));
    let built = build(&place, &[]);
    assert_eq!(
        built.err.matches("Kifu.index was left out or read in part").count(),
        1,
        "{}",
        built.err
    );
    assert!(built.err.contains("--max-entry"), "{}", built.err);
    assert!(place.found("player:a0").is_empty());
    assert_eq!(place.found("title:0").len(), 1);
}

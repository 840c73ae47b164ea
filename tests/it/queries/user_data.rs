//! Tags, stars, notes and saved queries, each compared with a plain loop over the user's data.

use crate::support::{Place, Run, program, sgf_moves, temporary_folder};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Two folders of games, their indexes, and separate user settings.
struct UserFixture {
    place: Place,
    settings: tempfile::TempDir,
}

impl UserFixture {
    /// Makes ten games: some of Anna, some of Berta, a copy of one, and two problems with equal moves.
    fn new() -> UserFixture {
        let place = Place::new();
        for number in 0..4 {
            place.write(&format!("anna{number}.sgf"), game("Anna", number));
            place.write(&format!("berta{number}.sgf"), game("Berta", 10 + number));
        }
        place.write("copy.sgf", game("Anna", 0).replace("(;", "(;C[a copy]"));
        place.write("problem.sgf", "(;SZ[9]AB[aa][bb]AW[cc];B[dd])");
        place.write("other.sgf", "(;SZ[9]AB[aa][bb]AW[cd];B[dd])");
        place.build();
        UserFixture { place, settings: temporary_folder() }
    }

    fn run_with_index(&self, index: &Path, arguments: &[&str]) -> Run {
        let output = program(index)
            .env("XDG_CONFIG_HOME", self.settings.path())
            .args(arguments)
            .output()
            .unwrap();
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.run_with_index(&self.place.folder(), arguments)
    }

    /// Names of the files that a query finds.
    fn found(&self, query: &str) -> BTreeSet<String> {
        found_in(&self.run(&["search", query, "--json"]))
    }
}

fn found_in(run: &Run) -> BTreeSet<String> {
    assert!(run.code == Some(0) || run.code == Some(1), "{run:?}");
    let name = |row: &Value| {
        let path = PathBuf::from(row["path"].as_str().unwrap());
        path.file_name().and_then(OsStr::to_str).unwrap().to_owned()
    };
    run.json().iter().map(name).collect()
}

/// Game of 24 moves that depend on a number.
fn game(black: &str, number: usize) -> String {
    let moves = sgf_moves((0..24).map(|at| ((at + number) % 19, 2 * (at % 9))));
    format!("(;GM[1]SZ[19]PB[{black}]PW[Dora]{moves})")
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn columns_show_tags_stars_and_notes() {
    let desk = UserFixture::new();
    let change = ["--add", "study,later", "--star", "--note", "a ladder, or not"];
    let tagged = desk.run(&[&["tag", "file:anna1"], &change[..]].concat());
    // The suggested command must find the games in this index.
    let index = desk.place.folder();
    let named = desk.run_with_index(
        Path::new("elsewhere"),
        &["tag", "--index", index.to_str().unwrap(), "file:anna2", "--star"],
    );
    assert!(tagged.err.contains("search tag:"), "{}", tagged.err);
    assert!(named.err.contains(&format!("--index {}", index.display())), "{}", named.err);
    let fields = ["--fields", "tags,starred,note", "--sort", "place"];
    let rows = desk.run(&[&["search", "file:anna"], &fields[..]].concat()).ends(0).out;
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[0].trim(), "");
    assert_eq!(rows[1], "later; study\tyes\ta ladder, or not");
    assert_eq!(rows[2], "\tyes\t");
}

#[test]
fn lists_have_later_pages() {
    let desk = UserFixture::new();
    let names = |arguments: &[&str]| {
        let all =
            [&["search", "file:(anna OR berta)", "--fields", "path", "--sort", "place"], arguments];
        desk.run(&all.concat()).out
    };
    let all = names(&[]);
    let lines: Vec<&str> = all.lines().collect();
    assert_eq!(lines.len(), 8);
    for (skip, limit) in [(0, 3), (3, 3), (6, 3), (7, 1)] {
        let page = names(&["--skip", &skip.to_string(), "--limit", &limit.to_string()]);
        let expected = &lines[skip..lines.len().min(skip + limit)];
        assert_eq!(page.lines().collect::<Vec<_>>(), expected, "{skip} {limit}");
    }
    let beyond = desk.run(&["search", "file:anna", "--skip", "4"]).ends(1);
    assert!(beyond.err.contains("4 games fit, and --skip 4 skips all of them"), "{}", beyond.err);
    let files = desk.run(&["search", "file:anna", "-l", "--skip", "1", "--sort", "place"]).out;
    assert_eq!(files.lines().count(), 3);

    let reached = |arguments: &[&str]| {
        let all = [&["position", "(;GM[1]SZ[19])"], arguments].concat();
        desk.run(&all)
    };
    let all = reached(&[]).out;
    let games: Vec<&str> = all.lines().collect();
    assert!(games.len() > 1, "{all}");
    let later = reached(&["--skip", "1", "--limit", "1"]).out;
    assert_eq!(later.lines().collect::<Vec<_>>(), games[1..2]);
    let beyond = reached(&["--skip", "99"]).ends(1);
    assert!(beyond.err.contains("--skip 99 skips all of them"), "{}", beyond.err);
    let drawn = reached(&["--skip", "1", "--limit", "1", "--draw"]).out;
    let footer = format!("games 2 to 2 of {}", games.len());
    assert!(drawn.contains(&footer), "{drawn}");
    // The query must give the same games and the same total in other output formats.
    let whole = reached(&["--json"]).json();
    let part = reached(&["--skip", "1", "--limit", "2", "--json"]).json();
    assert_eq!(part[0]["total"], whole[0]["total"]);
    let [all, page] = [&whole, &part].map(|answer| answer[0]["games"].as_array().unwrap().clone());
    assert_eq!(page, all[1..3]);
    let beyond = reached(&["--skip", "99", "--json"]).ends(1).json();
    assert_eq!(beyond[0]["games"].as_array().unwrap().len(), 0);
    assert_eq!(beyond[0]["total"], whole[0]["total"]);
}

#[test]
fn tags_stars_and_notes_are_found() {
    let desk = UserFixture::new();
    assert_eq!(desk.run(&["tag"]).ends(1).out, "");
    let changes = [
        ("player:Anna", &["--add", "study"][..]),
        ("player:Berta", &["--add", "to-study,Later", "--star"]),
        ("file:anna1", &["--note", "A tesuji at Q16, then 征子"]),
        ("file:berta2", &["--note", "the ladder breaker", "--add", "study"]),
    ];
    for (query, change) in changes {
        desk.run(&[&["tag", query], change].concat()).ends(0);
    }
    let anna = ["anna0.sgf", "anna1.sgf", "anna2.sgf", "anna3.sgf", "copy.sgf"];
    let berta = ["berta0.sgf", "berta1.sgf", "berta2.sgf", "berta3.sgf"];
    let both: Vec<&str> = anna.iter().chain(&["berta2.sgf"]).copied().collect();
    let everything: Vec<&str> = anna.iter().chain(&berta).copied().collect();
    for (query, expected) in [
        ("tag:study", &both[..]),
        ("tag:STUDY", &both),
        ("tag:later", &berta),
        ("tag:stu*", &both),
        ("tag:*", &everything),
        ("tag:(study OR later)", &everything),
        ("tag:(study later)", &["berta2.sgf"]),
        ("-tag:*", &["problem.sgf", "other.sgf"]),
        ("tag:nothing", &[]),
        ("is:starred", &berta),
        ("-is:starred tag:study", &anna),
        ("note:*", &["anna1.sgf", "berta2.sgf"]),
        ("note:tesuji", &["anna1.sgf"]),
        ("note:TESUJI", &["anna1.sgf"]),
        ("note:征子", &["anna1.sgf"]),
        ("note:lad*", &["berta2.sgf"]),
        ("note:(ladder OR tesuji)", &["anna1.sgf", "berta2.sgf"]),
        ("note:\"ladder breaker\"", &["berta2.sgf"]),
        ("note:\"breaker ladder\"", &[]),
        ("tag:study sort:-moves unique:yes player:Berta", &["berta2.sgf"]),
    ] {
        assert_eq!(desk.found(query), set(expected), "{query}");
    }
    let counts = &desk.run(&["tag", "--json"]).ends(0).json()[0];
    assert_eq!(counts["tags"][1]["tag"], "study");
    // A copy of a tagged game has the same content, so it must have the tag, too.
    assert_eq!(counts["tags"][1]["games"], 5);
    assert_eq!((&counts["starred"], &counts["noted"]), (&4.into(), &2.into()));
    desk.run(&["tag", "tag:study", "--remove", "study", "--note", ""]).ends(0);
    assert_eq!(desk.found("tag:study"), set(&[]));
    assert_eq!(desk.found("note:*"), set(&[]));
    let fields = desk.run(&["fields", "tag"]).ends(0).out;
    assert!(fields.contains("to-study  4 games"), "{fields}");
}

#[test]
fn a_moved_archive_and_a_new_index_lose_nothing() {
    let desk = UserFixture::new();
    desk.run(&["tag", "file:problem", "--add", "study"]).ends(0);
    desk.run(&["tag", "file:anna2", "--star"]).ends(0);
    let other = Place::new();
    // Copies of the games in another folder, under other names, and in other notation.
    other.write("deep/a.sgf", format!("junk {} junk", game("Anna", 2)));
    other.write("deep/b.sgf", game("Anna", 1));
    other.write("p.sgf", "(;SZ[9]C[Black to play]AW[cc]AB[bb][aa](;B[dd]C[right])(;B[ff]))");
    other.write("q.sgf", "(;SZ[9]AB[aa][bb]AW[cd];B[dd])");
    other.build();
    let found =
        |query: &str| found_in(&desk.run_with_index(&other.folder(), &["search", query, "--json"]));
    assert_eq!(found("tag:study"), set(&["p.sgf"]));
    assert_eq!(found("is:starred"), set(&["a.sgf"]));
}

#[test]
fn a_saved_query_stands_in_parentheses() {
    let desk = UserFixture::new();
    for (name, query) in [
        ("anna", "player:Anna"),
        ("Anna-long", "player:Anna moves>20 sort:-date"),
        ("late", "saved:anna OR file:berta3"),
        ("back", "player:Anna"),
        ("loop", "saved:back"),
        ("wrong", "plyer*"),
    ] {
        desk.run(&["save", name, query]).ends(0);
    }
    for (query, same) in [
        ("saved:anna", "player:Anna"),
        ("saved:anna player:Anna", "player:Anna"),
        ("saved:anna-long", "player:Anna"),
        ("saved:anna-long sort:moves", "player:Anna"),
        ("-saved:anna player:*", "player:Berta"),
        ("saved:late", "player:Anna OR file:berta3"),
        ("saved:late file:berta", "file:berta3"),
        ("saved:(anna OR late)", "player:Anna OR file:berta3"),
    ] {
        assert_eq!(desk.found(query), desk.found(same), "{query}");
    }
    // An imported file may contain invalid data, such as saved queries that contain each other.
    let file = desk.settings.path().join("loop.jsonl");
    let lines = [
        r#"{"mine":1}"#,
        r#"{"saved":"round","query":"saved:turn","at":1}"#,
        r#"{"saved":"turn","query":"saved:round","at":1}"#,
    ];
    std::fs::write(&file, lines.join("\n")).unwrap();
    desk.run(&["tag", "--import", file.to_str().unwrap()]).ends(0);
    for (query, message, help) in [
        ("saved:ana", "no query is saved as `ana`", "did you mean `anna`?"),
        ("saved:nothing-like-it", "no query is saved", "kifu-index save"),
        ("saved:round", "contains itself: round → turn → round", "that names the next one"),
        ("saved:anna-long OR moves<3", "`sort:` orders all hits", "end of the query"),
        ("saved:*", "takes the name of one query", "kifu-index save"),
    ] {
        let error = desk.run(&["search", query]).fails();
        assert!(error.contains(message) && error.contains(help), "{query}: {error}");
        // The error must point into the query as it was typed.
        assert!(error.contains(&format!("\n  {query}\n")), "{error}");
    }
    // A query that contains itself, or that refers to an unknown saved query, must not be saved.
    for (name, query, message) in [
        ("back", "saved:loop OR moves>9", "contains itself: back → loop → back"),
        ("loop", "saved:loop", "contains itself: loop → loop"),
        ("new", "saved:nobody", "no query is saved as `nobody`"),
    ] {
        let error = desk.run(&["save", name, query]).fails();
        assert!(error.contains(message), "{error}");
    }
    let error = desk.run(&["save", "x", "plyer:Lee"]).fails();
    assert!(error.contains("player"), "{error}");
    assert_eq!(desk.run(&["save", "anna"]).ends(0).out, "player:Anna\n");
    desk.run(&["save", "--remove", "anna"]).ends(0);
    desk.run(&["save", "--remove", "anna"]).fails();
    let names: Vec<Value> = desk.run(&["save", "--json"]).ends(0).json();
    let names: Vec<&str> = names.iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["anna-long", "back", "late", "loop", "round", "turn", "wrong"]);
}

#[test]
fn show_prints_tags_star_and_note() {
    let desk = UserFixture::new();
    let id = desk.run(&["search", "file:anna1", "--json"]).json()[0]["id"].clone();
    let id = id.as_str().unwrap();
    let show_game = |arguments: &[&str]| desk.run(&[&["show"], arguments].concat()).ends(0);
    let plain = &show_game(&["--json", id]).json()[0];
    assert_eq!(plain["content"].as_str().unwrap().len(), 16);
    assert!(plain.get("tags").is_none() && plain.get("starred").is_none());
    desk.run(&["tag", id, "--add", "study", "--star", "--note", "two\nlines"]).ends(0);
    for run in [show_game(&["--json", id]), show_game(&["--json", id, id])] {
        let game = &run.json()[0];
        assert_eq!(game["content"], plain["content"]);
        assert_eq!(game["tags"][0], "study");
        assert_eq!((&game["starred"], &game["note"]), (&true.into(), &"two\nlines".into()));
    }
    let drawn = show_game(&[id]).out;
    for line in ["Starred   yes", "Tags      study", "Note      two"] {
        assert!(drawn.contains(line), "{drawn}");
    }
    let file = desk.place.games().join("anna1.sgf");
    assert!(show_game(&[file.to_str().unwrap()]).out.contains("Tags      study"));
}

#[test]
fn user_data_is_exported_and_imported_as_lines() {
    let desk = UserFixture::new();
    desk.run(&["tag", "player:Anna", "--add", "study", "--note", "a \"note\""]).ends(0);
    desk.run(&["save", "anna", "player:Anna"]).ends(0);
    let lines = desk.run(&["tag", "--export"]).ends(0).out;
    let other = UserFixture::new();
    let file = other.settings.path().join("lines.jsonl");
    std::fs::write(&file, &lines).unwrap();
    let file = file.to_str().unwrap();
    let notes = other.run(&["tag", "--import", file]).ends(0).err;
    assert!(notes.starts_with("9 lines were new, 0 known"), "{notes}");
    let notes = other.run(&["tag", "--import", file]).ends(0).err;
    assert!(notes.starts_with("0 lines were new, 9 known"), "{notes}");
    assert_eq!(other.run(&["tag", "--export", "-"]).ends(0).out, lines);
    assert_eq!(other.found("saved:anna tag:study note:note"), other.found("player:Anna"));
    // An existing file must be replaced only with `--force`.
    let error = other.run(&["tag", "--export", file]).fails();
    assert!(error.contains("--force"), "{error}");
    other.run(&["tag", "--export", file, "--force"]).ends(0);
    std::fs::write(file, format!("{lines}{{\"tag\":\"x\"}}\n")).unwrap();
    let error = other.run(&["tag", "--import", file]).ends(2).err;
    assert!(error.contains("line 11 was skipped"), "{error}");
}

#[test]
fn what_cannot_be_done_says_why() {
    let desk = UserFixture::new();
    for (arguments, message) in [
        (&["tag", "player:Anna"][..], "--add"),
        (&["tag", "player:Anna", "--add", "two words"], "letters, digits"),
        (&["tag", "plyer:Anna", "--star"], "player"),
        (&["save", "a b", "player:Anna"], "letters, digits"),
    ] {
        let error = desk.run(arguments).ends(2).err;
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    let run = desk.run(&["tag", "player:Nobody", "--star"]).ends(1);
    assert!(run.err.contains("nothing was changed"), "{}", run.err);
    assert!(!desk.settings.path().join("kifu-index").exists());
    let folder = desk.settings.path().join("kifu-index");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("mine.sqlite"), "no tables at all, a text").unwrap();
    for arguments in [&["search", "tag:x"][..], &["tag"], &["tag", "player:Anna", "--star"]] {
        let error = desk.run(arguments).fails();
        assert!(error.contains("mine.sqlite in your settings is damaged"), "{error}");
        assert!(error.contains("--import"), "{error}");
    }
    // If the user's file is unreadable, queries without user data must still be answered, and games must be shown.
    assert_eq!(desk.run(&["search", "player:Anna", "-c"]).ends(0).err, "");
    let file = desk.place.games().join("anna1.sgf");
    let output = desk.run(&["show", file.to_str().unwrap()]).ends(0);
    assert!(output.err.contains("damaged"), "{}", output.err);
    assert_eq!(
        std::fs::read_to_string(folder.join("mine.sqlite")).unwrap(),
        "no tables at all, a text"
    );
}

#[test]
fn queries_for_user_data_report_missing_data() {
    let desk = UserFixture::new();
    let engine = desk.place.engine();
    for query in ["tag:study", "is:starred", "note:x", "saved:x", "player:Anna -tag:*"] {
        let error = crate::support::query_error(&engine, query);
        assert!(error.message.to_string().contains("cannot be read here"), "{query}: {error}");
    }
}

/// A tag must be printed as it was written, and found in any spelling.
#[test]
fn a_tag_is_written_as_it_was_given() {
    let desk = UserFixture::new();
    desk.run(&["tag", "player:Berta", "--add", "ü日本"]).ends(0);
    for query in ["tag:ü日本", "tag:U日本", "tag:ü*"] {
        assert_eq!(desk.found(query), desk.found("player:Berta"), "{query}");
    }
    let listed = desk.run(&["tag"]).ends(0).out;
    assert!(listed.contains("ü日本"), "{listed}");
}

/// For the valid ids, games must be changed or listed, and the unknown id must be reported.
#[test]
fn an_unknown_id_among_several_is_reported() {
    let desk = UserFixture::new();
    let ids = desk.run(&["search", "player:Berta", "-n", "2", "--json"]).json();
    let ids: Vec<String> = ids.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect();
    let unknown = "deadbeefdeadbeef";
    let tagged = desk.run(&["tag", &ids[0], unknown, &ids[1], "--add", "x"]).ends(2);
    assert!(tagged.err.contains(unknown), "{}", tagged.err);
    assert_eq!(desk.found("tag:x").len(), 2);
    let query = format!("id:{} OR id:({} OR {unknown})", ids[0], ids[1]);
    for command in
        [vec!["search", &query, "-c"], vec!["search", &query], vec!["export", "--sgf", "-", &query]]
    {
        let run = desk.run(&command).ends(0);
        assert!(run.err.contains(unknown), "{}", run.err);
        assert!(!run.err.contains(&ids[0]), "{}", run.err);
    }
    let known = desk.run(&["search", &format!("id:{} OR id:{}", ids[0], ids[1]), "-c"]).ends(0);
    assert_eq!((known.out.as_str(), known.err.as_str()), ("2\n", ""));
}

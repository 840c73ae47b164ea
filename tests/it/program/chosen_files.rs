use super::run_on;
use crate::support::make::{gz, sevenz, tar, zip};
use crate::support::{Place, Run, set_age};

/// A game of a player with this name.
fn game(player: &str) -> String {
    format!("(;SZ[9]PB[{player}]PW[Bob];B[ee];W[cc])")
}

fn build(place: &Place, more: &[&str]) -> Run {
    let games = place.games().display().to_string();
    run_on(&place.folder(), &[&["build", &games], more].concat())
}

fn refresh(place: &Place, more: &[&str]) -> Run {
    run_on(&place.folder(), &[&["build"], more].concat()).ends(0)
}

/// Black's names of all games in the index, sorted.
fn players(place: &Place) -> Vec<String> {
    let found = run_on(&place.folder(), &["search", "Bob", "--json", "--limit", "0"]);
    let name = |row: &serde_json::Value| row["black"].as_str().unwrap().to_owned();
    let mut names: Vec<String> = found.json().iter().map(name).collect();
    names.sort();
    names
}

/// A folder and archives, each with a game in `.sgf`, a game in `.txt`, and one in the folder `old`.
fn archive() -> Place {
    let place = Place::new();
    let files = |name: &str| {
        ["1.sgf", "2.txt", "old/3.sgf"]
            .map(|file| (file.to_owned(), game(&format!("{name}{file}")).into_bytes()))
    };
    for (file, bytes) in files("loose") {
        place.write(&file, bytes);
    }
    place.write("README.txt", "This is a collection of games.\n");
    let packed = |name: &str| files(name).to_vec();
    let borrow = |files: &[(String, Vec<u8>)]| {
        let files = files.iter().map(|(name, bytes)| (name.clone(), bytes.clone()));
        Vec::from_iter(files)
    };
    for (name, pack) in [
        ("zip", zip as fn(&[(&str, &[u8])]) -> Vec<u8>),
        ("tar", tar),
        ("7z", |files| sevenz(files, true)),
    ] {
        let owned = borrow(&packed(name));
        let files =
            Vec::from_iter(owned.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
        place.write(&format!("x.{name}"), pack(&files));
    }
    place.write("single.sgf.gz", gz(game("single").as_bytes()));
    place
}

const KINDS: [&str; 4] = ["7z", "loose", "tar", "zip"];

/// Expected names of players: one for each of `files` in each of [`KINDS`], and the `others`.
fn expected(files: &[&str], others: &[&str]) -> Vec<String> {
    let of_kind = |kind: &&str| Vec::from_iter(files.iter().map(|file| format!("{kind}{file}")));
    let mut names: Vec<String> = KINDS.iter().flat_map(of_kind).collect();
    names.extend(others.iter().map(|&other| other.to_owned()));
    names.sort();
    names
}

#[test]
fn patterns_choose_files_and_members_alike() {
    let place = archive();
    build(&place, &[]).ends(0);
    let usual = expected(&["1.sgf", "old/3.sgf"], &["single"]);
    assert_eq!(players(&place), usual);
    let all = expected(&["1.sgf", "2.txt", "old/3.sgf"], &["single"]);
    // Each of these cases refreshes the index of the case before and changes nothing but the patterns.
    for (arguments, games) in [
        (&["--include", "*.txt"][..], all.clone()),
        // Without arguments, a build uses the patterns of the last build.
        (&[], all.clone()),
        (&["--exclude", "old/"], expected(&["1.sgf", "2.txt"], &["single"])),
        // New patterns of `--exclude` replace the earlier ones, and a file that both options match is left out.
        (
            &["--exclude", "*.txt", "--exclude", "/x.*"],
            vec!["loose1.sgf".into(), "looseold/3.sgf".into(), "single".into()],
        ),
        (&["--no-exclude"], all.clone()),
        (&["--exclude", "*.sgf"], expected(&["2.txt"], &[])),
        (&["--exclude", "*.sgf", "--exclude", "!1.sgf"], expected(&["1.sgf", "2.txt"], &[])),
        (&["--no-include", "--no-exclude"], usual.clone()),
    ] {
        refresh(&place, arguments);
        assert_eq!(players(&place), games, "{arguments:?}");
        let again = refresh(&place, &[]);
        assert!(again.out.contains("Read 0 games"), "{arguments:?}\n{}", again.out);
        // A new index with the same patterns has the same games.
        let other = archive();
        run_on(
            &other.folder(),
            &[vec!["build".into(), other.games().display().to_string()], patterns(&place)].concat(),
        )
        .ends(0);
        assert_eq!(players(&other), games, "{arguments:?}");
    }
}

/// The arguments that give the patterns of an index with one root.
fn patterns(place: &Place) -> Vec<String> {
    let status = run_on(&place.folder(), &["status", "--json"]).ends(0).json();
    let list = |name: &str| status[0]["patterns"][0][name].as_array().cloned().unwrap_or_default();
    let option = |name: &str| {
        let values = list(name).into_iter();
        Vec::from_iter(values.map(|value| format!("--{name}={}", value.as_str().unwrap())))
    };
    [option("include"), option("exclude")].concat()
}

#[test]
fn a_member_that_a_pattern_adds_is_shown() {
    let place = archive();
    build(&place, &["--include", "*.txt"]).ends(0);
    for kind in KINDS {
        let found = run_on(&place.folder(), &["search", &format!("black:{kind}2.txt"), "--json"]);
        let id = found.json()[0]["id"].as_str().unwrap().to_owned();
        let shown = run_on(&place.folder(), &["show", &id]).ends(0);
        assert!(shown.out.contains(&format!("{kind}2.txt")), "{}", shown.out);
    }
}

#[test]
fn status_shows_patterns_and_a_rebuild_keeps_them() {
    let place = archive();
    build(&place, &["--include", "*.txt", "--exclude", "old/"]).ends(0);
    refresh(&place, &["--rebuild"]);
    assert_eq!(players(&place), expected(&["1.sgf", "2.txt"], &["single"]));
    let status = run_on(&place.folder(), &["status"]).ends(0);
    assert!(status.out.contains("--include '*.txt' --exclude old/"), "{}", status.out);
    let json = run_on(&place.folder(), &["status", "--json"]).ends(0).json();
    assert_eq!(json[0]["patterns"][0]["include"][0], "*.txt");
    assert_eq!(json[0]["patterns"][0]["exclude"][0], "old/");
    let bad = build(&place, &["--exclude", "a["]).ends(2);
    assert!(bad.err.contains("`a[`") && bad.err.contains(".gitignore"), "{}", bad.err);
}

#[test]
fn the_doctor_takes_patterns() {
    let place = Place::new();
    place.write("a.sgf", game("a").replace("ee", "zz"));
    place.write("b.sgf", "no game");
    let doctor = |more: &[&str]| {
        let games = place.games().display().to_string();
        run_on(&place.folder(), &[&["doctor", &games, "--json"], more].concat()).json()
    };
    let places = |findings: &[serde_json::Value], name: &str| {
        findings.iter().filter(|finding| finding.to_string().contains(name)).count()
    };
    let all = doctor(&[]);
    assert!(places(&all, "a.sgf") > 0 && places(&all, "b.sgf") > 0, "{all:?}");
    let some = doctor(&["--exclude", "b.*"]);
    assert!(places(&some, "a.sgf") > 0 && places(&some, "b.sgf") == 0, "{some:?}");
    // Without a path, `doctor` uses the patterns of the index, unless its arguments give others.
    build(&place, &["--exclude", "b.sgf"]).ends(0);
    let of_index = run_on(&place.folder(), &["doctor", "--json"]).json();
    assert_eq!(places(&of_index, "b.sgf"), 0, "{of_index:?}");
    let unrestricted = run_on(&place.folder(), &["doctor", "--json", "--no-exclude"]).json();
    assert!(places(&unrestricted, "b.sgf") > 0, "{unrestricted:?}");
}

#[test]
fn trash_is_passed_over_unless_a_pattern_names_it() {
    let place = Place::new();
    let folders = [".Trash", ".Trash-1000", "#recycle", "@eaDir", ".stversions", ".git"];
    for (number, folder) in folders.iter().enumerate() {
        place.write(&format!("{folder}/a.sgf"), game(&format!("trash{number}")));
    }
    place.write("._a.sgf", game("side"));
    place.write(".hidden/a.sgf", game("hidden"));
    place.write(
        "x.zip",
        zip(&[("@eaDir/a.sgf", game("packed").as_bytes()), ("a.sgf", game("zip").as_bytes())]),
    );
    build(&place, &["--include", "*.sgf"]).ends(0);
    assert_eq!(players(&place), ["hidden", "zip"]);
    refresh(&place, &["--include", "#recycle/", "--include", "@eaDir"]);
    assert_eq!(players(&place), ["hidden", "packed", "trash2", "trash3", "zip"]);
}

#[test]
fn a_folder_that_a_pattern_leaves_out_can_be_a_root_of_its_own() {
    let place = archive();
    build(&place, &["--exclude", "old/"]).ends(0);
    let old = place.games().join("old").display().to_string();
    run_on(&place.folder(), &["build", &old]).ends(0);
    let apart = [expected(&["1.sgf"], &["single"]), vec!["looseold/3.sgf".into()]].concat();
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    assert_eq!(players(&place), sorted(apart));
    // Once no pattern leaves out the inner folder, it is a part of the outer folder again, and its games must not be
    // there twice.
    build(&place, &["--no-exclude"]).ends(0);
    assert_eq!(players(&place), expected(&["1.sgf", "old/3.sgf"], &["single"]));
    let status = run_on(&place.folder(), &["status", "--json"]).ends(0).json();
    assert_eq!(status[0]["roots"].as_array().map(Vec::len), Some(1));
}

#[cfg(unix)]
#[test]
fn a_folder_by_two_names_is_one_root() {
    let place = Place::new();
    place.write("a.sgf", game("a").replace("ee", "zz"));
    let games = place.games();
    let link = games.with_file_name("other-name");
    std::os::unix::fs::symlink(&games, &link).unwrap();
    let name = games.file_name().unwrap().to_string_lossy().into_owned();
    let names = [
        link.display().to_string(),
        format!("{}/", games.display()),
        format!("{}/../{name}", games.display()),
        games.display().to_string(),
        format!("{}/.", link.display()),
    ];
    for first in &names {
        let place = Place::new();
        run_on(&place.folder(), &["build", first]).ends(0);
        run_on(&place.folder(), &[&["build"], &names.each_ref().map(String::as_str)[..]].concat())
            .ends(0);
        let status = run_on(&place.folder(), &["status", "--json"]).ends(0).json();
        assert_eq!(status[0]["roots"].as_array().map(Vec::len), Some(1), "{first}");
        assert_eq!(players(&place), ["a"], "{first}");
        let doctor = |paths: &[&str]| {
            run_on(&place.folder(), &[&["doctor", "--json"], paths].concat()).json().len()
        };
        assert_eq!(doctor(&names.each_ref().map(String::as_str)), doctor(&[first]), "{first}");
        for forgotten in &names {
            run_on(&place.folder(), &["build", first]).ends(0);
            run_on(&place.folder(), &["build", "--forget", forgotten]).ends(0);
            assert_eq!(players(&place), [""; 0], "{first} {forgotten}");
        }
    }
}

#[test]
fn a_build_names_the_games_that_it_did_not_read() {
    let place = Place::new();
    place.write("a.sgf", game("a"));
    for number in 0..120 {
        place.write(
            &format!("n/{number:03}.txt"),
            if number % 2 == 0 { game("t") } else { "text".into() },
        );
    }
    place.write("README", "A collection");
    let built = build(&place, &[]).ends(0).out;
    let line = "50 .txt files begin like a game (20 more were not looked at), for example ";
    assert!(built.contains(line) && built.contains("000.txt"), "{built}");
    assert!(built.contains("--include '*.txt'"), "{built}");
    // A refresh must print the line again without opening the files. It knows their beginnings from the last build as
    // long as size and time are unchanged.
    let games = place.games().join("n");
    let unread = |place: &Place| std::fs::read(place.folder().join("unread.json")).unwrap();
    let before = unread(&place);
    let again = refresh(&place, &[]).out;
    assert!(again.contains(line), "{again}");
    assert_eq!(unread(&place), before);
    let hidden = games.join("002.txt");
    let modified = std::fs::metadata(&hidden).unwrap().modified().unwrap();
    std::fs::write(&hidden, " ".repeat(game("t").len())).unwrap();
    std::fs::File::options().write(true).open(&hidden).unwrap().set_modified(modified).unwrap();
    let unseen = refresh(&place, &[]).out;
    assert!(unseen.contains(line), "{unseen}");
    std::fs::write(&hidden, game("t")).unwrap();
    std::fs::write(games.join("000.txt"), "text").unwrap();
    set_age(&games.join("000.txt"), 300_000);
    let changed = refresh(&place, &[]).out;
    assert!(changed.contains("49 .txt files begin like a game"), "{changed}");
    // Files that are read with the suggested `--include` must not be named as unread any more.
    let read = build(&place, &["--include", "*.txt"]).ends(0).out;
    assert!(!read.contains("like a game"), "{read}");
    assert_eq!(players(&place).len(), 1 + 59);
}

#[test]
fn a_build_names_members_that_it_did_not_read() {
    let game_of = |name: &str| game(name).into_bytes();
    let (read, log, text) = (game_of("read"), game_of("log"), game_of("text"));
    let members = [("a.sgf", &read[..]), ("b.log", &log), ("c.txt", &text), ("README", b"A text")];
    let inner = zip(&members);
    for (name, bytes) in [
        ("x.zip", zip(&members)),
        ("x.tar", tar(&members)),
        ("x.tar.gz", gz(&tar(&members))),
        ("solid.7z", sevenz(&members, true)),
        ("x.7z", sevenz(&members, false)),
        ("outer.zip", zip(&[("inner.zip", &inner)])),
    ] {
        let place = Place::new();
        let path = place.write(name, &bytes);
        let unread = || std::fs::read(place.folder().join("unread.json")).unwrap();
        let built = build(&place, &[]).ends(0).out;
        let member = |member: &str| match name {
            "outer.zip" => format!("{name}!inner.zip!{member}"),
            _ => format!("{name}!{member}"),
        };
        for (ending, example) in [(".log", member("b.log")), (".txt", member("c.txt"))] {
            let line = format!("1 {ending} file begins like a game, for example ");
            assert!(built.contains(&line) && built.contains(&example), "{name}: {built}");
        }
        assert!(built.contains("--include '*.log' --include '*.txt'"), "{name}: {built}");
        // Unread members of an unchanged archive must be named again, without opening the archive.
        let before = unread();
        let again = refresh(&place, &[]).out;
        assert!(again.contains("1 .log file begins like a game"), "{name}: {again}");
        assert_eq!(unread(), before, "{name}");
        let all = refresh(&place, &["--include", "*.log", "--include", "*.txt"]).out;
        assert!(!all.contains("like a game"), "{name}: {all}");
        assert_eq!(players(&place), ["log", "read", "text"], "{name}");
        let none = refresh(&place, &["--no-include"]).out;
        assert!(none.contains("1 .log file begins like a game"), "{name}: {none}");
        // A changed archive must be opened again. Here its unread member does not begin like a game any more.
        std::fs::write(&path, zip(&[("a.sgf", &read), ("b.log", b"A text")])).unwrap();
        set_age(&path, 300_000);
        let changed = refresh(&place, &[]).out;
        assert!(!changed.contains("like a game"), "{name}: {changed}");
    }
}

#[test]
fn at_most_a_hundred_members_of_an_ending_are_looked_into() {
    let names = Vec::from_iter((0..130).map(|number| format!("{number:03}.log")));
    let text = game("log");
    let mut members = Vec::from_iter(names.iter().map(|name| (name.as_str(), text.as_bytes())));
    members.push(("a.sgf", text.as_bytes()));
    for bytes in [zip(&members), tar(&members), sevenz(&members, true)] {
        let place = Place::new();
        let name = match bytes.first() {
            Some(b'P') => "x.zip",
            Some(b'7') => "x.7z",
            _ => "x.tar",
        };
        place.write(name, bytes);
        let built = build(&place, &[]).ends(0).out;
        let line = "100 .log files begin like a game (30 more were not looked at), for example ";
        assert!(built.contains(line) && built.contains("!000.log"), "{built}");
    }
}

#[test]
fn no_prose_becomes_a_game() {
    let place = Place::new();
    let prose = "These games are in SGF, such as\n(;GM[1]SZ[9];B[ee])\nwith moves in ;B[ee].\n";
    place.write("README.txt", prose);
    place.write("names.txt", "A [teacher] wrote this.\n1\tThe first chapter\n");
    place.write("pages.txt", "(c) 2024; all rights reserved\n");
    place.write("lines.txt", [game("line1"), game("line2")].join("\n"));
    place.write("moves.txt", "7000\t;B[gf];W[io];B[dd]\n7001\t;B[aa];W[bb]\n");
    place.write("one.txt", format!("\n{}", game("one")));
    place.write(
        "x.zip",
        zip(&[("README.txt", prose.as_bytes()), ("2.txt", game("two").as_bytes())]),
    );
    let built = build(&place, &["--include", "*.txt"]).ends(0).out;
    assert!(built.contains("Read 6 games"), "{built}");
    assert!(!built.contains("problems"), "{built}");
    assert_eq!(players(&place), ["line1", "line2", "one", "two"]);
    let found = run_on(&place.folder(), &["search", "file:*moves.txt", "--json"]);
    assert_eq!(found.json().len(), 2);
}

#[test]
fn patterns_of_the_outer_folder_hold_if_a_root_becomes_a_part_of_it() {
    let place = archive();
    let old = place.games().join("old");
    std::fs::write(old.join("4.txt"), game("inner")).unwrap();
    let old = old.display().to_string();
    run_on(&place.folder(), &["build", &old, "--include", "*.txt"]).ends(0);
    assert_eq!(players(&place), ["inner", "looseold/3.sgf"]);
    let built = build(&place, &["--exclude", "/x.*"]).ends(0).out;
    assert!(built.contains(&format!("{old} is part of another folder now")), "{built}");
    assert!(built.contains("removed: --include '*.txt'"), "{built}");
    assert_eq!(players(&place), ["loose1.sgf", "looseold/3.sgf", "single"]);
    let status = run_on(&place.folder(), &["status", "--json"]).ends(0).json();
    let patterns = status[0]["patterns"].as_array().unwrap();
    assert!(patterns.len() == 1 && patterns[0]["exclude"][0] == "/x.*", "{patterns:?}");
}

#[test]
fn an_ending_is_added_to_the_patterns_that_a_folder_has() {
    let place = Place::new();
    place.write("a.sgf", game("a"));
    place.write("b.txt", game("b"));
    place.write("c.log", game("c"));
    let built = build(&place, &["--include", "*.txt"]).ends(0).out;
    assert!(built.contains("1 .log file begins like a game"), "{built}");
    assert!(built.contains("--include '*.txt' --include '*.log'"), "{built}");
    place.write("noname", game("d"));
    let built = refresh(&place, &[]).out;
    assert!(built.contains("1 file without an ending begins like a game"), "{built}");
    assert!(built.contains("--sniff"), "{built}");
}

#[test]
fn an_index_without_a_game_is_reported_by_the_exit_code() {
    let place = Place::new();
    place.write("a.txt", "text");
    let built = build(&place, &[]).ends(1).out;
    assert!(built.contains("There is no game here"), "{built}");
    // A build without a game exits with code 1 only if it names paths. A refresh without paths and a shard may be
    // empty.
    refresh(&place, &[]);
    build(&Place::new(), &["--shard", "1/2"]).ends(0);
    build(&place, &["--strict"]).ends(1);
    place.write("b.txt", game("b"));
    let built = build(&place, &[]).ends(1).out;
    assert!(built.contains("others begin like a game"), "{built}");
    build(&place, &["--include", "*.txt"]).ends(0);
    let built = build(&place, &["--exclude", "b.txt"]).ends(1).out;
    assert!(built.contains("--no-exclude"), "{built}");
    let games = place.games().display().to_string();
    build(&place, &["--no-exclude"]).ends(0);
    run_on(&place.folder(), &["build", "--forget", &games]).ends(0);
}

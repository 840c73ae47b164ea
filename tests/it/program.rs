//! The program as people use it: arguments, streams, exit codes.

/// Where games leave a book.
mod book;
mod book_in_use;
/// Queries of extreme length.
mod bounds;
/// Patterns of files to read, and what a build says about files that it does not read.
mod chosen_files;
/// Clean collections: each game once, in one form.
mod clean;
/// Dates that are known only roughly.
mod dates;
mod doctor;
/// Games and tables that the command `export` writes.
mod export;
/// Players and results from the game lists beside files of move lines.
mod game_lists;
/// Games that are no longer where the index found them.
mod gone;
/// Games as figures to be printed.
mod handout;
/// Help texts, and explanations of how a query is counted.
mod help_and_explain;
/// What games play in corners.
mod joseki;
/// Where games leave all older ones, and who played a position first.
mod novelty;
/// The same query text must mean the same in every command.
mod one_meaning;
/// Games that are opened in the user's viewer.
mod open;
/// Output of `search` for programs, and what is printed only on terminals.
mod output;
/// Tables in Parquet with a game in each row, as the program writes and reads them.
#[cfg(feature = "parquet")]
mod parquet;
/// Printed text that is pasted back as input.
mod pasted;
/// Patterns and regions of the board.
mod pattern;
/// Reports about players, positions and joseki, and for preparation.
mod reports;
/// Rows of answers, and what one command passes on to the next.
mod rows;
mod settings;
/// Engine analysis from files beside the games, and from a table.
mod sidecars;
/// Output streams that cannot be written.
mod streams;
/// Output of `tag`, and files as its arguments.
mod tagged;
/// Builds and servers that watch for changes.
mod watched;
/// Files that the program writes, leaves alone, or removes after a failure.
mod written;

use crate::support::{
    COLUMNS, Place, Run, Zip, program, run_on, run_with_input, sample_archive, samples,
    temporary_folder,
};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

fn run(arguments: &[&str]) -> Run {
    run_on(samples(), arguments)
}

// ---- The commands build and status ----

#[test]
fn build_prints_a_summary_and_suggestions() {
    let place = Place::new();
    let built = run_on(&place.folder(), &["build", "sample-archive"]).ends(0);
    assert!(built.out.contains("Read 45 games from 42 files"), "{}", built.out);
    assert!(built.err.contains("notes.sgf: "), "{}", built.err);
    // The README shows the output of this build and must have the same lines.
    let readme = std::fs::read_to_string("README.md").unwrap();
    for line in built.out.lines().skip(1).take_while(|line| !line.contains("  index")) {
        assert!(readme.contains(line), "{line}");
    }
    // The three suggested commands must work when they are pasted into a shell as printed.
    let commands: Vec<&str> = (built.out.lines().skip_while(|line| *line != "Try next:").skip(1))
        .map(str::trim)
        .collect();
    assert_eq!(commands.len(), 3, "{}", built.out);
    assert!(commands[0].contains("'player:Lee result:W+'"));
    for command in commands {
        let output = Command::new("sh")
            .args(["-c", command])
            .env("KIFU_INDEX", place.folder())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{command}: {output:?}");
        assert!(!output.stdout.is_empty());
    }
    let again = run_on(&place.folder(), &["build"]).ends(0);
    assert!(again.out.contains("Read 0 games from 0 files"), "{}", again.out);
    assert!(again.out.contains("42 files since the last build"), "{}", again.out);
    assert_eq!(again.err, "");
}

#[test]
fn build_with_problems() {
    let place = Place::new();
    place.write("good.sgf", "(;PB[Anna])");
    place.write("bad.sgf", "");
    let games = place.games();
    let games = games.to_str().unwrap();
    assert!(run_on(&place.folder(), &["build", games]).ends(0).err.contains("bad.sgf: is empty"));
    std::fs::remove_dir_all(place.folder()).unwrap();
    run_on(&place.folder(), &["build", games, "--strict"]).ends(2);
    // After a build of a root without games, a message and the exit code must report it.
    let none = Place::new();
    let built = run_on(&none.folder(), &["build", none.games().to_str().unwrap()]).ends(1);
    assert!(built.out.contains("There is no game here"), "{}", built.out);
    // The games of a root that has disappeared must stay.
    std::fs::rename(place.games(), place.games().with_file_name("away")).unwrap();
    let built = run_on(&place.folder(), &["build"]).ends(0);
    assert!(built.err.contains("cannot be reached; its games stay"), "{}", built.err);
    assert!(built.out.contains("1 game,"), "{}", built.out);
    run_on(&place.folder(), &["build", "--strict"]).ends(2);
    let named = run_on(&place.folder(), &["build", games]).fails();
    assert!(named.contains(&format!("build --forget {games}")), "{named}");
    let gone = run_on(&place.folder(), &["build", "--forget", games]).ends(0);
    assert_eq!(gone.out, "1 game removed from the index; no file was changed\n");
    run_on(&place.folder(), &["build", "--forget", games]).fails();
    // A path that does not exist, and a folder that is no index, are errors.
    let error = run_on(&place.folder(), &["build", "nowhere-at-all"]).fails();
    assert!(error.contains("nowhere-at-all") && error.contains("help:"), "{error}");
    let error = run_on(&none.games(), &["build", "sample-archive"]);
    error.ends(0);
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let error = run_on(&here, &["build", "sample-archive"]).fails();
    assert!(error.contains("is not an index of kifu-index"), "{error}");
}

/// The sizes that `status` prints equal those of the files in the folder.
fn sizes_are_those_of_the_files() {
    let status = run(&["status", "--size", "--json"]).ends(0).json().remove(0);
    let mut of = BTreeMap::new();
    for file in std::fs::read_dir(samples()).unwrap().flatten() {
        let name = file.file_name().into_string().unwrap();
        let component = match name.rsplit('.').next().unwrap() {
            "kpos" => "positions",
            "kpat" => "local patterns",
            "kifu" => "moves",
            "kval" => "engine analysis",
            "store" => "cards and comments",
            "fast" => "columns",
            "idx" | "pos" | "term" | "fieldnorm" => "words",
            _ => "lists of files and copies",
        };
        *of.entry(component).or_insert(0) += file.metadata().unwrap().len();
    }
    assert_eq!(of.len(), 8);
    let size_rows = status["sizes"].as_array().unwrap();
    let bytes = |size: &Value| size["bytes"].as_u64().unwrap();
    assert!(size_rows.is_sorted_by_key(|size| Reverse(bytes(size))));
    let mut lines = vec![];
    for size in size_rows {
        let component = size["component"].as_str().unwrap();
        assert_eq!(Some(bytes(size)), of.remove(component), "{component}");
        let per_game = (bytes(size) as f64 / 45.0).round() as u64;
        assert_eq!(size["bytes_per_game"], per_game, "{component}");
        lines.push((component, bytes(size), per_game));
    }
    assert_eq!(of, BTreeMap::new());
    let all: u64 = size_rows.iter().map(bytes).sum();
    lines.push(("total", all, (all as f64 / 45.0).round() as u64));
    let table = run(&["status", "--size"]).ends(0).out.replace(',', "");
    let mut rows = table.lines();
    assert!(rows.next().unwrap().starts_with("component"));
    for (component, bytes, per_game) in lines {
        let row = rows.next().unwrap().strip_prefix(component).unwrap();
        let numbers: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(numbers, [bytes.to_string(), per_game.to_string()]);
    }
    assert_eq!(rows.next(), None);
    run(&["status", "--size", "--verify"]).ends(2);
}

#[test]
fn status_and_no_arguments() {
    let place = Place::new();
    let nothing = run_on(&place.folder(), &[""; 0]).ends(0);
    assert!(nothing.out.contains("Nothing is indexed yet"), "{}", nothing.out);
    assert!(nothing.out.contains("build FOLDER"));
    assert!(!place.folder().exists());
    for arguments in [
        &["status"][..],
        &["search", "x"],
        &["position", "Q16"],
        &["show", "0123456789abcdef"],
        &["build"],
    ] {
        let error = run_on(&place.folder(), arguments).fails();
        assert!(error.contains("there is no index in"), "{arguments:?}: {error}");
        assert!(error.contains("help: build an index: kifu-index build"), "{error}");
        assert!(!place.folder().exists(), "{arguments:?}");
    }
    for arguments in [&[][..], &["status"]] {
        let status = run(arguments).ends(0);
        assert!(status.out.starts_with("games     45\n"), "{}", status.out);
        assert!(status.out.contains("sample-archive"));
        assert!(status.out.contains("Try next:"));
        assert_eq!(status.err, "");
    }
    let json = run(&["status", "--json"]).ends(0).json();
    let [status] = json.as_slice() else { panic!() };
    assert_eq!(status["v"], 1);
    assert_eq!(status["games"], 45);
    assert_eq!(status["files"], 42);
    assert_eq!(status["problems"].as_array().unwrap().len(), 2);
    let sum: u64 =
        status["by_kind"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(sum, 45);
    sizes_are_those_of_the_files();
    assert!(run(&["fields"]).ends(0).out.contains("player"));
    assert!(run(&["--help"]).ends(0).out.contains("Usage:"));
    assert!(run(&["--version"]).ends(0).out.starts_with("kifu-index "));
    run(&["no-such-command"]).ends(2);
}

// ---- The command search ----

#[test]
fn rows_for_programs() {
    let found = run(&["search", "player:Lee result:W+"]).ends(0);
    assert_eq!(found.err, "");
    assert!(found.out.lines().count() >= 2);
    assert!(found.out.contains("Lee Sedol"));
    for line in found.out.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        assert_eq!(cells.len(), COLUMNS, "{line}");
        assert_eq!(cells[0].len(), 16);
        // The names of players may also contain 이창호, the Korean spelling of Lee Changho.
        let is_lee = |name: &str| name.contains("Lee") || name.contains("이창호");
        assert!(is_lee(cells[2]) || is_lee(cells[4]), "{line}");
        assert!(cells[6].starts_with("W+"), "{line}");
        assert!(Path::new(cells[14]).is_file(), "{line}");
        assert_eq!(cells[16], "1");
    }
    assert_eq!(run(&["search"]).ends(0).out.lines().count(), 45);
    // A search without hits must exit with code 1, print nothing to standard output, and say on standard error which
    // clause to drop.
    let none = run(&["search", "player:Lee player:Nobody"]).ends(1);
    assert_eq!(none.out, "");
    assert!(none.err.contains("without player:Nobody: "), "{}", none.err);
    assert_eq!(run(&["search", "--json", "player:Nobody"]).ends(1).out, "");
}

#[test]
fn options_may_stand_anywhere() {
    let count = |arguments: &[&str]| run(arguments).ends(0).out;
    let expected = count(&["search", "-c", "player:Lee"]);
    assert_eq!(count(&["search", "player:Lee", "-c"]), expected);
    assert_eq!(count(&["search", "player:Lee", "--count"]), expected);
    let not_lee = count(&["search", "-c", "--", "-player:Lee"]);
    assert_ne!(not_lee, expected);
    assert_eq!(count(&["search", "-player:Lee", "-c"]), not_lee);
    assert_eq!(count(&["search", "-c", "NOT player:Lee"]), not_lee);
    assert_eq!(run(&["search", "kind:go", "--json", "--limit", "2"]).ends(0).json().len(), 2);
    let index = samples().to_str().unwrap();
    for arguments in [
        ["--index", index, "search", "Lee", "-c"],
        ["search", "--index", index, "Lee", "-c"],
        ["search", "Lee", "-c", "--index", index],
    ] {
        run_on(Path::new("/nonexistent"), &arguments).ends(0);
    }
}

#[test]
fn counts_paths_and_limits() {
    assert_eq!(run(&["search", "-c", "kind:loa"]).ends(0).out, "5\n");
    assert_eq!(run(&["search", "-c", "player:Nobody"]).ends(1).out, "0\n");
    let paths = run(&["search", "-l", "file:club"]).ends(0).out;
    assert!(paths.lines().all(|line| line.contains("club.zip!")), "{paths}");
    let nul = run(&["search", "-l", "-0", "file:club"]).ends(0).out;
    assert_eq!(nul.replace('\0', "\n"), paths);
    assert!(nul.ends_with('\0'));
    assert_eq!(run(&["search", "--limit", "3"]).ends(0).out.lines().count(), 3);
    assert_eq!(run(&["search", "--limit", "0"]).ends(0).out.lines().count(), 45);
    run(&["search", "-0", "x"]).ends(2);
    run(&["search", "--json", "-c", "x"]).ends(2);
    run(&["search", "--limit", "many", "x"]).ends(2);
}

#[test]
fn every_file_is_listed_once() {
    let place = Place::new();
    // Sorted by date, the games of the two files must alternate.
    place.write("a.sgf", "(;PB[Anna]DT[2001])(;PB[Anna]DT[2003])");
    place.write("b.sgf", "(;PB[Anna]DT[2002])(;PB[Anna]DT[2004])");
    run_on(&place.folder(), &["build", place.games().to_str().unwrap()]).ends(0);
    let paths = run_on(&place.folder(), &["search", "-l", "Anna"]).ends(0).out;
    assert_eq!(paths.lines().count(), 2, "{paths}");
}

#[test]
fn json_lines() {
    let lines = run(&["search", "--json"]).ends(0).json();
    assert_eq!(lines.len(), 45);
    for line in &lines {
        assert_eq!(line["v"], 1);
        assert_eq!(line["id"].as_str().unwrap().len(), 16);
        assert!(Path::new(line["path"].as_str().unwrap()).is_absolute());
        assert!(line["game"].as_u64().unwrap() >= 1);
        assert!(line.get("member").is_some());
        let in_zip = line["path"].as_str().unwrap().ends_with(".zip");
        assert_eq!(line["member"].is_string(), in_zip);
        assert!(["go", "loa", "other"].contains(&line["kind"].as_str().unwrap()));
    }
    let lee = run(&["search", "--json", "winner:Lee white:Sedol"]).ends(0).json();
    assert_eq!(lee[0]["white"], "Lee Sedol");
    assert_eq!(lee[0]["result"], "W+R");
    assert_eq!(lee[0]["date"], "2016-03-13");
    let comment = run(&["search", "--json", "comment:ladder"]).ends(0).json();
    for line in &comment {
        let hit = &line["comment"];
        assert!(hit["text"].as_str().unwrap().to_lowercase().contains("ladder"), "{line}");
        assert!(hit["move"].is_u64() && hit["node"].is_u64());
    }
}

#[test]
fn errors_in_queries_have_carets() {
    let error = run(&["search", "plyer:Lee"]).fails();
    assert_eq!(
        error,
        "error: unknown field `plyer`\n  plyer:Lee\n  ^^^^^\n  help: did you mean `player`?   (all fields: kifu-index fields)\n"
    );
    for query in [
        "(player:Lee",
        "date:someday",
        "komi:much",
        "player:",
        "result:Q+",
        "a OR",
        "\"open",
        "comment:(atari OR *dder)",
    ] {
        let error = run(&["search", query]).fails();
        assert!(error.contains('^'), "{error}");
    }
    assert_eq!(
        run(&["search", "comment:*dder"]).fails(),
        "error: a word of `comment:` cannot begin with `*`\n  comment:*dder\n          ^^^^^\n  help: write comment:dder or comment:dder*; names, events and files may begin with `*`: player:*dder\n"
    );
    assert_eq!(
        run(&["search", "*dol"]).fails(),
        "error: a word cannot begin with `*` when all texts are searched\n  *dol\n  ^^^^\n  help: name the field: player:*dol, event:*dol or file:*dol\n"
    );
    // In these queries the shell has removed the quotes.
    assert_eq!(run(&["search", "-c", "player:Lee Sedol"]).ends(0).out, "1\n");
    assert_eq!(run(&["search", "-c", "player:Lee", "Sedol"]).ends(0).out, "1\n");
}

// ---- The command position ----

fn position(arguments: &[&str]) -> Value {
    let arguments = [&["position", "--json"], arguments].concat();
    let found = run(&arguments);
    let code = found.code;
    let mut json = found.json();
    assert_eq!(json.len(), 1, "{found:?}");
    let answer = json.remove(0);
    check_answer(&answer);
    assert_eq!(code, Some(i32::from(answer["total"] == 0)));
    answer
}

/// Checks that an answer has all its keys, and that its numbers add up.
fn check_answer(answer: &Value) {
    let number = |value: &Value, key: &str| {
        value[key].as_u64().unwrap_or_else(|| panic!("{key} of {value}"))
    };
    assert_eq!(answer["v"], 1);
    let won = |value: &Value| -> u64 {
        ["black", "white", "draws", "unknown"].iter().map(|key| number(value, key)).sum()
    };
    let total = number(answer, "total");
    assert_eq!(won(answer), total);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.iter().map(|row| number(row, "games")).sum::<u64>(), total);
    for row in moves {
        assert_eq!(won(row), number(row, "games"));
        assert!(row["at"].is_string());
        for key in ["color", "first_year", "last_year"] {
            assert!(row.get(key).is_some(), "{key} of {row}");
        }
    }
    number(answer, "in_variations");
    for game in answer["games"].as_array().unwrap() {
        for key in ["id", "path"] {
            assert!(game[key].is_string());
        }
        for key in ["game", "move", "node"] {
            number(game, key);
        }
        assert!(game.get("member").is_some() && game["variation"].is_boolean());
    }
    for row in answer["board"].as_array().unwrap() {
        assert_eq!(row.as_str().unwrap().len() as u64, answer["size"][0].as_u64().unwrap());
    }
}

#[test]
fn positions_by_moves() {
    let answer = position(&["Q16", "D4"]);
    assert!(answer["total"].as_u64().unwrap() >= 5);
    assert_eq!(answer["board"].as_array().unwrap().len(), 19);
    assert_eq!(answer["board"][3], "...............X...");
    assert_eq!(answer["board"][15], "...O...............");
    // The same position in other notations must give the same answer.
    for words in [&["Q16 D4"][..], &["B", "Q16", "W", "D4"], &["(;B[pd];W[dp])"], &["q16", "d4"]] {
        assert_eq!(position(words), answer, "{words:?}");
    }
    // The rotated position must have the same numbers.
    let turned = position(&["D4", "Q16"]);
    assert_eq!(turned["total"], answer["total"]);
    assert_eq!(turned["in_variations"], answer["in_variations"]);
    let count = run(&["position", "-c", "Q16", "D4"]).ends(0).out;
    assert_eq!(count.trim(), answer["total"].to_string());
    let one = position(&["Q16", "D4", "--limit", "1"]);
    assert_eq!(one["games"].as_array().unwrap().len(), 1);
    assert_eq!(one["moves"], answer["moves"]);
    let none = position(&["A1", "B1", "C1"]);
    assert_eq!(none["total"], 0);
    assert_eq!(none["moves"], serde_json::json!([]));
    assert_eq!(run(&["position", "-c", "A1", "B1", "C1"]).ends(1).out, "0\n");
    let refused = run(&["position", "A1", "B1", "C1", "--draw"]).ends(1);
    assert!(refused.out.contains("No game has this position"), "{}", refused.out);
    let drawn = run(&["position", "Q16", "D4", "--draw"]).ends(0);
    assert!(drawn.out.contains('●') && drawn.out.contains("B rate"), "{}", drawn.out);
    let plain = run(&["position", "--ascii", "Q16", "D4"]).ends(0).out;
    let board: String = plain.lines().take(21).collect();
    assert!(board.is_ascii(), "{board}");
}

#[test]
fn positions_of_lines_of_action() {
    let loa = position(&["--kind", "loa", "g1-e3"]);
    assert!(loa["total"].as_u64().unwrap() >= 1, "{loa}");
    assert_eq!(loa["kind"], "loa");
    assert_eq!(loa["size"], serde_json::json!([8, 8]));
    let start = position(&["--kind", "loa", "(;GM[9])"]);
    assert!(start["total"].as_u64().unwrap() >= 1);
}

#[test]
fn positions_of_games() {
    let file = "sample-archive/modern/lee-sedol-alphago-2016-game4.sgf";
    let answer = position(&[&format!("{file}#42")]);
    assert_eq!(answer["total"], 1);
    assert_eq!(answer["games"][0]["move"], 42);
    assert_eq!(answer["games"][0]["white"], "Lee Sedol");
    let id = answer["games"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(position(&[&format!("{id}#42")]), answer);
    assert_eq!(position(&[&format!("{}#42", &id[..8])]), answer);
    assert_eq!(position(&[&format!("{file}#n42")]), answer);
    // The position may be given as a place in a game: in a member of an archive, and in the second game of a file.
    let line = &run(&["search", "--json", "file:club"]).ends(0).json()[0];
    let (path, member) = (line["path"].as_str().unwrap(), line["member"].as_str().unwrap());
    let moves = line["moves"].as_u64().unwrap();
    let answer = position(&[&format!("{path}!{member}#3")]);
    assert!(answer["total"].as_u64().unwrap() >= 1 && moves >= 3);
    assert_eq!(position(&[&format!("{path}/{member}#3")]), answer);
    let second = position(&["sample-archive/collections/three-games.sgf@2#60"]);
    assert_eq!(second["games"][0]["game"], 2);
    // A search for each main-line position of a file must find this file.
    for number in [0, 1, 100, 180] {
        let answer = position(&[&format!("{file}#{number}"), "--limit", "0"]);
        let games = answer["games"].as_array().unwrap();
        assert!(games.iter().any(|game| game["id"] == id.as_str()), "{number}");
    }
    for argument in [
        &format!("{file}#9999") as &str,
        &format!("{file}#n9999"),
        &format!("{file}@2"),
        "sample-archive/nowhere.sgf#3",
        "sample-archive/collections/club.zip!nowhere.sgf",
        "sample-archive/other/hex.sgf#3",
        "sample-archive/oddities/null.sgf",
        "0123456789abcdef#3",
    ] {
        run(&["position", argument]).fails();
    }
}

#[test]
fn positions_that_are_drawn() {
    let slate = "$$B A first look\n$$  ---------------------------------------\n".to_owned()
        + &(0..19)
            .map(|y| {
                let row: Vec<&str> = (0..19)
                    .map(|x| match (x, y) {
                        (15, 3) => "X",
                        (3, 15) => "O",
                        _ => ".",
                    })
                    .collect();
                format!("$$ | {} |\n", row.join(" "))
            })
            .collect::<String>()
        + "$$  ---------------------------------------\n";
    let drawn = run_with_input(&["position", "--json"], &slate).ends(0).json();
    check_answer(&drawn[0]);
    assert_eq!(drawn[0], position(&["Q16", "D4"]));
    let rows = position(&["Q16", "D4"])["board"].clone();
    let ascii: Vec<&str> =
        rows.as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    let drawn = run_with_input(&["position", "--json"], &ascii.join("\n")).ends(0).json();
    assert_eq!(drawn[0], position(&["Q16", "D4"]));
    // The program must be able to read the boards that it prints itself.
    for (file, kind) in [
        ("modern/lee-sedol-alphago-2016-game4.sgf#30", "go"),
        ("boards/nine.sgf", "go"),
        ("boards/wide-19x13.sgf#20", "go"),
        ("loa/gemma.sgf", "loa"),
    ] {
        let file = format!("sample-archive/{file}");
        for style in [&["show", &file][..], &["show", "--ascii", &file]] {
            let output = run(style).ends(0).out;
            let board: Vec<&str> = (output.lines())
                .skip_while(|line| !line.trim_start().to_lowercase().starts_with("a b "))
                .take_while(|line| !line.is_empty())
                .collect();
            let found = run_with_input(&["position", "-c", "--kind", kind], &board.join("\n"));
            assert_eq!(found.ends(0).out, "1\n", "{}", board.join("\n"));
        }
    }
    let fragment = run_with_input(&["position", "--json", "-"], "(;B[pd];W[dp])").ends(0).json();
    assert_eq!(fragment[0], position(&["Q16", "D4"]));
    let place = Place::new();
    let file = place.write("diagram.txt", &slate);
    assert_eq!(position(&[&format!("@{}", file.display())]), position(&["Q16", "D4"]));
}

#[test]
fn errors_in_positions() {
    let error = run(&["position", "Q16", "I5"]).fails();
    assert!(error.contains("no column I") && error.contains("Q16 I5\n      ^^\n"), "{error}");
    for arguments in [
        &["position", "Q16", "Q16"][..],
        &["position", "Z99"],
        &["position", "hello", "world"],
        &["position", "--kind", "chess", "e4"],
        &["position", "--size", "99", "D4"],
        &["position", "@nowhere.txt"],
        &["position", ""],
        // A shell replaces `$$` by its process number, so the diagram begins with a number instead.
        &["position", "12345B Joseki"],
    ] {
        run(arguments).fails();
    }
    assert!(run_with_input(&["position"], "").code == Some(2));
}

// ---- The command show ----

#[test]
fn games_are_shown() {
    let id = run(&["search", "winner:Sedol"]).ends(0).out[..16].to_owned();
    let output = run(&["show", &id]).ends(0);
    assert!(output.out.contains("Lee Sedol") && output.out.contains("White won by resignation"));
    assert_eq!(output.err, "");
    assert_eq!(run(&["show", &id[..6]]).ends(0).out, output.out);
    assert_eq!(run(&["show", &id.to_uppercase()]).ends(0).out, output.out);
    let at = run(&["show", "--ascii", &format!("{id}#78")]).ends(0).out;
    assert!(at.contains("Move 78 of 180: W"), "{at}");
    let lines = run(&["show", "--json", &id]).ends(0).json();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["info"]["white"], "Lee Sedol");
    // `show` of a file works without an index.
    let file = "sample-archive/collections/three-games.sgf";
    let lines = run_on(Path::new("/nonexistent"), &["show", file, "--json"]).ends(0).json();
    assert_eq!(lines.len(), 3);
    for (number, line) in (1..).zip(&lines) {
        assert_eq!((&line["v"], &line["game"]), (&1.into(), &number.into()));
        for key in [
            "path",
            "member",
            "kind",
            "format",
            "charset",
            "charset_from",
            "size",
            "moves",
            "nodes",
            "main_nodes",
            "variations",
            "setup",
            "comments",
            "info",
            "properties",
            "board",
            "diagnostics",
        ] {
            assert!(line.get(key).is_some(), "{key}");
        }
    }
    assert_eq!(run(&["show", &format!("{file}@2"), "--json"]).ends(0).json(), lines[1..2]);
    // For a file without a game, `show` must print nothing and report that.
    for json in [&["--json"][..], &[]] {
        let none = run(&[&["show", "sample-archive/oddities/null.sgf"], json].concat()).ends(1);
        assert_eq!(none.out, "");
        assert!(none.err.contains("holds no game"), "{}", none.err);
    }
    for argument in [
        "0123456789abcdef",
        "abcdef12",
        "nothing",
        "sample-archive",
        "a.zip!b.sgf",
        &format!("{file}@9"),
    ] {
        run(&["show", argument]).fails();
    }
}

#[test]
fn members_are_shown_by_id_and_by_name() {
    let place = Place::new();
    let game = |name: &str| format!("(;PB[{name}];B[pd])");
    let zip = Zip::new()
        .add("a.sgf", game("Anna"))
        .add("a.sgf", game("Bea"))
        .add("wow!.sgf", game("Clara"))
        .add("inner.zip", Zip::new().add("x!y.sgf", game("Dora")).finish())
        .add("d/e.sgf", format!("{}{}", game("Emily"), game("Fanny")));
    let file = place.write("a.zip", zip.finish());
    run_on(&place.folder(), &["build", place.games().to_str().unwrap()]).ends(0);
    let black = |run: &Run| run.json()[0]["info"]["black"].as_str().unwrap().to_owned();
    for name in ["Anna", "Bea", "Clara", "Dora", "Emily", "Fanny"] {
        let id = run_on(&place.folder(), &["search", name]).ends(0).out[..16].to_owned();
        let output = run_on(&place.folder(), &["show", "--json", &id]).ends(0);
        assert_eq!(black(&output), name);
    }
    for (member, name) in [
        ("a.sgf", "Anna"),
        ("wow!.sgf", "Clara"),
        ("inner.zip!x!y.sgf", "Dora"),
        ("d/e.sgf@2", "Fanny"),
    ] {
        let address = format!("{}!{member}", file.display());
        let output = run_on(&place.folder(), &["show", "--json", &address]).ends(0);
        assert_eq!(black(&output), name);
    }
}

// ---- Output to terminals and pipes, and texts with unusual bytes ----

#[test]
fn pipes_get_no_colour() {
    for arguments in
        [&["status"][..], &["position", "Q16"], &["show", "sample-archive/boards/nine.sgf"]]
    {
        let output = run(arguments).ends(0);
        assert!(!output.out.contains('\x1b'), "{arguments:?}");
    }
    let output = program(samples()).arg("status").env("NO_COLOR", "1").output().unwrap();
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn names_with_control_characters_are_harmless() {
    let place = Place::new();
    let file = place.write(
        "bad.sgf",
        "(;PB[\x1b[2JAnna\x07\u{202e}]PW[a\tb\x1b\\]0;title\x07]EV[\u{9b}31m]C[\x1b[31mred\x1b[0m])",
    );
    place.write("new\nline\x1b[2J.sgf", "(;PB[Bea])");
    place.write("bad\x1b[2J.sgf", "");
    let built = run_on(&place.folder(), &["build", place.games().to_str().unwrap()]).ends(0);
    let file = file.to_str().unwrap();
    let mut printed = vec![built.out, built.err];
    for arguments in [
        &["search"][..],
        &["search", "-l"],
        &["search", "--json"],
        &["status"],
        &["status", "--json"],
        &["show", file],
        &["show", file, "--json"],
        &["position", "(;)"],
        &["search", "\x1b[2J:x"],
        &["show", "\x1b[2J"],
    ] {
        let run = run_on(&place.folder(), arguments);
        printed.extend([run.out, run.err]);
    }
    for text in printed {
        // JSON escapes control characters of ASCII; those above ASCII may be part of a text.
        let json = text.starts_with('{');
        let harmless = |c: char| matches!(c, '\n' | '\t') || (json && !c.is_ascii());
        let control = text.chars().find(|&c| c.is_control() && !harmless(c));
        assert_eq!(control, None, "{text:?}");
    }
    let rows = run_on(&place.folder(), &["search"]).ends(0).out;
    assert_eq!(rows.lines().count(), 2);
    assert!(rows.lines().all(|row| row.split('\t').count() == COLUMNS), "{rows}");
    assert_eq!(run_on(&place.folder(), &["search", "-l"]).ends(0).out.lines().count(), 2);
}

#[test]
fn a_closed_pipe_is_quiet() {
    let place = Place::new();
    let text: String =
        (0..5000).map(|i| format!("(;PB[Player {i}]EV[A rather long name of an event])")).collect();
    place.write("many.sgf", text);
    run_on(&place.folder(), &["build", place.games().to_str().unwrap()]).ends(0);
    for arguments in [&["search"][..], &["search", "--json"], &["search", "-l"], &["fields"]] {
        let mut child = program(&place.folder())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::with_capacity(1, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let mut error = String::new();
        child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        let code = child.wait().unwrap().code();
        assert!(!first.is_empty());
        assert_eq!((error.as_str(), code), ("", Some(0)), "{arguments:?}");
    }
}

#[test]
fn a_closed_error_stream_is_survived() {
    let script = "\"$0\" search plyer:Lee 2>&-";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_kifu-index")])
        .env("KIFU_INDEX", samples())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn arguments_and_names_of_any_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let odd = OsStr::from_bytes(b"\xff\xfe.sgf");
    for command in ["search", "position", "show"] {
        let output = program(samples()).arg(command).arg(odd).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!error.contains("panicked"), "{error}");
    }
    let place = Place::new();
    let folder = place.games().join(OsStr::from_bytes(b"\xb0\xa1"));
    if std::fs::create_dir(&folder).is_err() {
        println!("names are UTF-8 here: nothing to test");
        return;
    }
    std::fs::write(folder.join(odd), "(;PB[Anna];B[pd])").unwrap();
    let built = program(&place.folder()).arg("build").arg(&folder).output().unwrap();
    assert_eq!(built.status.code(), Some(0), "{built:?}");
    let listed = program(&place.folder()).args(["search", "--json"]).output().unwrap();
    let line: Value = serde_json::from_slice(&listed.stdout).unwrap();
    let id = line["id"].as_str().unwrap();
    let games = run_on(&place.folder(), &["show", "--json", id]).ends(0).json();
    assert_eq!(games[0]["info"]["black"], "Anna");
    // `-0` prints the path as it is, for `xargs -0`.
    let output = program(&place.folder()).args(["search", "-l", "-0"]).output().unwrap();
    let path = output.stdout.strip_suffix(b"\0").unwrap();
    assert_eq!(path, folder.join(odd).as_os_str().as_bytes());
    let forgotten =
        program(&place.folder()).args(["build", "--forget"]).arg(&folder).output().unwrap();
    assert_eq!(forgotten.status.code(), Some(0));
}

#[test]
fn the_nearest_index_is_used() {
    let place = Place::new();
    place.write("deep/er/a.sgf", "(;PB[Anna])");
    let nearest_index = place.games().join(".kifu-index");
    let own_text = nearest_index.to_str().unwrap();
    run_on(Path::new(""), &["--index", own_text, "build", place.games().to_str().unwrap()]).ends(0);
    let output = program(Path::new(""))
        .env_remove("KIFU_INDEX")
        .env("XDG_DATA_HOME", place.folder())
        .current_dir(place.games().join("deep/er"))
        .args(["search", "-c", "Anna"])
        .output()
        .unwrap();
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(0), &b"1\n"[..]));
    // Without `KIFU_INDEX`, the index is in the user's data folder.
    let elsewhere = temporary_folder();
    let output = program(Path::new(""))
        .env_remove("KIFU_INDEX")
        .env("XDG_DATA_HOME", elsewhere.path())
        .current_dir(elsewhere.path())
        .arg("build")
        .arg(sample_archive().join("boards"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(elsewhere.path().join("kifu-index/CACHEDIR.TAG").is_file());
}

//! The book in use: `book --use` and `--forget`, the fields `book-left` and `book-left-by`, marks beside continuations,
//! and a book that changes or is gone.

use crate::support::{Place, Run, build_with, program, temporary_folder};
use kifu_index::index::build::Options;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Games, a settings folder in which nobody has used a book yet, and a folder for books.
struct Setup {
    place: Place,
    settings: tempfile::TempDir,
    books: PathBuf,
}

impl Setup {
    fn new() -> Setup {
        let place = Place::new();
        let game = |black: &str, white: &str, moves: &str| {
            format!("(;SZ[19]PB[{black}]PW[{white}];{moves})")
        };
        // Ann leaves with a third stone, Bob with a third stone, and Cid or Bob, who are not the user, with a second
        // one.
        place.write("1.sgf", game("Ann", "Bob", "B[pd];W[qf];B[nd]"));
        place.write("2.sgf", game("Bob", "Ann", "B[dp];W[cn];B[fp]"));
        place.write("3.sgf", game("Cid", "Bob", "B[pd];W[oc]"));
        place.write("4.sgf", game("Ann", "Ann", "B[pd];W[oc]"));
        place.write("5.sgf", game("Ann", "Cid", "B[jj];W[jp]"));
        build_with(&place.folder(), &[place.games()], &Options::default());
        let settings = temporary_folder();
        let folder = settings.path().join("kifu-index");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("aliases.tsv"), "me\tAnn\n").unwrap();
        let books = place.games().with_file_name("books");
        fs::create_dir_all(&books).unwrap();
        Setup { place, settings, books }
    }

    fn book(&self, name: &str, text: &str) -> String {
        let path = self.books.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.run_in(Path::new(env!("CARGO_MANIFEST_DIR")), arguments)
    }

    fn run_in(&self, folder: &Path, arguments: &[&str]) -> Run {
        let mut command = program(&self.place.folder());
        command.env("XDG_CONFIG_HOME", self.settings.path()).current_dir(folder);
        let output = command.args(arguments).output().unwrap();
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Names of the files of the games that a query finds.
    fn found(&self, query: &str) -> String {
        let run = self.run(&["search", query, "--json", "--sort", "place"]);
        assert!(matches!(run.code, Some(0 | 1)), "{run:?}");
        let name = |row: &Value| {
            let path = row["path"].as_str().unwrap();
            Path::new(path).file_stem().unwrap().to_str().unwrap().to_owned()
        };
        run.json().iter().map(name).collect()
    }
}

const BOOK: &str = "(;SZ[19];B[pd];W[qf];B[nc])";

#[test]
fn a_book_in_use_answers_queries() {
    let setup = Setup::new();
    let error = setup.run(&["search", "book-left<4"]).fails();
    assert!(error.contains("no book is in use") && error.contains("book FILE --use"), "{error}");
    assert!(setup.run(&["book"]).fails().contains("book FILE --use"));
    setup.run(&["book", "--forget"]).ends(1);
    setup.book("book.sgf", BOOK);
    // The path is stored as an absolute one.
    let used = setup.run_in(&setup.books, &["book", "book.sgf", "--use"]).ends(0).out;
    assert!(used.contains("a book of corners, 4 positions"), "{used}");
    for (query, games) in [
        ("book-left:3", "12"),
        ("book-left:2", "34"),
        ("book-left<3", "34"),
        ("book-left:2..3", "1234"),
        ("book-left:*", "1234"),
        ("-book-left:*", "5"),
        ("book-left-by:me", "1"),
        ("book-left-by:ME book-left<3", ""),
        ("book-left-by:opponent", "2"),
        ("book-left-by:B", "12"),
        ("book-left-by:white", "34"),
        ("book-left-by:Bob", "23"),
        ("book-left-by:(Bob OR me)", "123"),
        ("book-left-by:Ann", "14"),
        ("player:Cid book-left-by:Bob", "3"),
    ] {
        assert_eq!(setup.found(query), games, "{query}");
    }
    let count = |arguments: &[&str]| setup.run(arguments).ends(0).json().remove(0);
    let position = count(&["position", "Q16", "--filter", "book-left:3", "--json"]);
    assert_eq!(position["total"], 2);
    let stats = setup.run(&["stats", "--by", "player", "book-left-by:me", "--json"]).ends(0);
    assert!(stats.out.contains("Bob") && !stats.out.contains("Cid"), "{}", stats.out);
    let saved = ["save", "early", "book-left<3"];
    setup.run(&saved).ends(0);
    assert_eq!(setup.found("saved:early player:Cid"), "3");
    let explained = setup.run(&["search", "book-left-by:me", "--explain"]).ends(0);
    assert!(explained.err.contains("book") || explained.out.contains("book"), "{explained:?}");
}

#[test]
fn the_command_book_takes_the_book_in_use() {
    let setup = Setup::new();
    let book = setup.book("book.sgf", BOOK);
    let named = setup.run(&["book", &book, "--json"]).ends(0);
    setup.run(&["book", &book, "--use"]).ends(0);
    let used = setup.run(&["book", "--json"]).ends(0);
    assert_eq!(used.out, named.out);
    assert!(used.err.contains("book.sgf"), "{}", used.err);
    // What is no file is a part of the query, unless it looks like one.
    let query = setup.run(&["book", "player:Cid", "--json"]).ends(0);
    assert_eq!(query.json().len(), 1);
    assert_eq!(setup.run(&["book", "-player:Cid", "player:Bob", "--json"]).ends(0).json().len(), 2);
    assert!(setup.run(&["book", "other.sgf"]).fails().contains("other.sgf"));
    // Another shape for one answer, and as the book is used from now on.
    let boards = setup.run(&["book", "--as", "board", "--json"]).ends(0).json();
    assert!(boards.iter().all(|row| row["corner"].is_null()));
    setup.run(&["book", &book, "--use", "--as", "board"]).ends(0);
    assert_eq!(setup.run(&["book", "--json"]).ends(0).json(), boards);
    assert!(setup.run(&["book", "--forget"]).ends(0).out.contains("book.sgf"));
    setup.run(&["search", "book-left<4"]).fails();
    for wrong in [
        &["book", "--use"][..],
        &["book", &book, "player:Cid", "--use"],
        &["book", &book, "--forget"],
    ] {
        setup.run(wrong).ends(2);
    }
    let empty = setup.book("empty.sgf", "nothing");
    setup.run(&["book", &empty, "--use"]).ends(2);
    assert!(setup.run(&["book"]).fails().contains("no book"));
}

#[test]
fn a_changed_book_is_read_again_and_a_missing_one_is_named() {
    let setup = Setup::new();
    let book = setup.book("book.sgf", BOOK);
    setup.run(&["book", &book, "--use"]).ends(0);
    assert_eq!(setup.found("book-left:3"), "12");
    setup.book("book.sgf", "(;SZ[19];B[pd])");
    assert_eq!(setup.found("book-left:3"), "");
    assert_eq!(setup.found("book-left:2"), "1234");
    fs::remove_file(&book).unwrap();
    let error = setup.run(&["search", "book-left:2"]).fails();
    assert!(error.contains("book.sgf, is no longer there"), "{error}");
    assert!(setup.run(&["book"]).fails().contains("book.sgf"));
    // Answers without a condition on the book do not need it.
    setup.run(&["joseki", "Q16"]).ends(0);
    setup.run(&["search", "player:Ann"]).ends(0);
    setup.book("book.sgf", "no game");
    assert!(setup.run(&["search", "book-left:2"]).fails().contains("cannot be read"));
}

#[test]
fn continuations_of_the_book_are_marked() {
    let setup = Setup::new();
    let book = setup.book("book.sgf", BOOK);
    let moves = |arguments: &[&str]| -> Vec<(String, Value)> {
        let answer = setup.run(arguments).ends(0).json().remove(0);
        let rows = answer["moves"].as_array().unwrap().iter();
        rows.map(|row| (row["at"].as_str().unwrap().to_owned(), row["in_book"].clone())).collect()
    };
    let joseki = ["joseki", "Q16", "--json"];
    assert!(moves(&joseki).iter().all(|(_, mark)| mark.is_null()));
    setup.run(&["book", &book, "--use"]).ends(0);
    let marks = moves(&joseki);
    assert!(marks.contains(&("R14".to_owned(), true.into())), "{marks:?}");
    assert!(marks.contains(&("R15".to_owned(), false.into())), "{marks:?}");
    // A position is symmetric, so either of two points stands for both.
    let position = ["position", "Q16", "--json"];
    let has = |marks: &[(String, Value)], points: [&str; 2], expected: bool| {
        let mut of = marks.iter().filter(|(at, _)| points.contains(&at.as_str())).peekable();
        assert!(of.peek().is_some() && of.all(|(_, mark)| *mark == expected), "{marks:?}");
    };
    let marks = moves(&position);
    has(&marks, ["R14", "O17"], true);
    has(&marks, ["R15", "P17"], false);
    for command in ["joseki", "position"] {
        let table = program(&setup.place.folder())
            .env("XDG_CONFIG_HOME", setup.settings.path())
            .args([command, "Q16"])
            .output()
            .unwrap();
        let text = String::from_utf8(table.stdout).unwrap();
        if text.contains("next") {
            let row = text.lines().find(|line| line.contains("R14")).unwrap();
            assert!(text.contains("book") && row.contains("yes"), "{text}");
        }
    }
    // A whole quadrant as a pattern is a position of a corner; a smaller part is not.
    let quadrant = moves(&["pattern", "Q16", "--corner", "10", "--json"]);
    has(&quadrant, ["R14", "O17"], true);
    let part = moves(&["pattern", "Q16", "--corner", "9", "--json"]);
    assert!(part.iter().all(|(_, mark)| mark.is_null()), "{part:?}");
    // A book of whole boards marks positions, and no corners.
    setup.run(&["book", &book, "--use", "--as", "board"]).ends(0);
    assert!(moves(&joseki).iter().all(|(_, mark)| mark.is_null()));
    has(&moves(&position), ["R14", "O17"], true);
}

//! The book in use on the pages Joseki and Explore, in their data, and in queries of the server.

use super::{Server, encoded};
use crate::support::{Place, program, temporary_folder, wait_until};
use std::fs;
use std::path::Path;

fn archive() -> Place {
    let place = Place::new();
    for (name, moves) in [("1", "B[pd];W[qf];B[nd]"), ("2", "B[pd];W[oc];B[pc]"), ("3", "B[pd]")] {
        place.write(&format!("{name}.sgf"), format!("(;SZ[19]PB[Ann]PW[Bob];{moves})"));
    }
    place.build();
    place
}

fn use_book(place: &Place, settings: &Path, arguments: &[&str]) {
    let mut command = program(&place.folder());
    command.env("XDG_CONFIG_HOME", settings).arg("book").args(arguments);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// The row of a table of continuations with one of two points, which are mirror images of each other.
fn row<'p>(page: &'p str, points: [&str; 2]) -> &'p str {
    let find = |at: &str| page.find(&format!("<tr data-at=\"{at}\""));
    let start = points.into_iter().find_map(find).unwrap_or_else(|| panic!("{points:?}: {page}"));
    let rest = &page[start..];
    &rest[..rest.find("</tr>").unwrap()]
}

/// The continuation that the book has, and the one that it does not have.
const IN_BOOK: [&str; 2] = ["R14", "O17"];
const NOT_IN_BOOK: [&str; 2] = ["R15", "P17"];

/// Address of the data of a page.
fn api_of(target: &str) -> String {
    target.replacen("/?", "/explore?", 1)
}

const HEADS: [(&str, &str, &str); 5] = [
    ("en", "Book", "in the book"),
    ("ja", "ブック", "ブックにあり"),
    ("ko", "책", "책에 있음"),
    ("zh-Hans", "棋书", "棋书中有"),
    ("zh-Hant", "棋書", "棋書中有"),
];

#[test]
fn pages_have_a_column_only_if_a_book_is_in_use() {
    let place = archive();
    let settings = temporary_folder();
    let book = settings.path().join("book.sgf");
    fs::write(&book, "(;SZ[19];B[pd];W[qf];B[nc])").unwrap();
    let server = Server::with_settings(&place.folder(), settings.path(), &[]);
    for target in ["/joseki?m=Q16", "/?m=Q16"] {
        let page = server.page(target);
        assert!(!page.contains("class=\"book\"") && !page.contains("with-book"), "{target}");
        let api = server.json(&format!("/api/v1{}", api_of(target)));
        assert!(api["moves"][0].get("in_book").is_none(), "{api}");
    }
    let query = format!("/api/v1/search?q={}", encoded("book-left:3"));
    assert_eq!(server.get(&query).status, 400);
    use_book(&place, settings.path(), &[book.to_str().unwrap(), "--use"]);
    for target in ["/joseki?m=Q16", "/?m=Q16"] {
        for (language, head, mark) in HEADS {
            let page = server.page(&format!("{target}&lang={language}"));
            assert!(page.contains("with-book"), "{target} {language}");
            assert!(page.contains(head), "{target} {language} {head}");
            assert!(row(&page, IN_BOOK).contains(mark), "{target} {language}");
            assert!(!row(&page, NOT_IN_BOOK).contains(mark), "{target} {language}");
        }
        let api = server.json(&format!("/api/v1{}", api_of(target)));
        for (points, expected) in [(IN_BOOK, true), (NOT_IN_BOOK, false)] {
            let mut rows = api["moves"].as_array().unwrap().iter();
            let row = rows.find(|row| points.contains(&row["at"].as_str().unwrap())).unwrap();
            assert_eq!(row["in_book"], expected, "{target} {api}");
        }
    }
    assert_eq!(server.json(&query)["total"], 1);
    // Pages are made again after the book has changed, and after another one is used.
    fs::write(&book, "(;SZ[19];B[pd];W[oc];B[pc];W[od])").unwrap();
    let is_marked = |target, points| row(&server.page(target), points).contains("in the book");
    wait_until("a new mark", || is_marked("/joseki?m=Q16", NOT_IN_BOOK));
    assert!(!is_marked("/?m=Q16", IN_BOOK));
    assert_eq!(server.json(&query)["total"], 0);
    fs::remove_file(&book).unwrap();
    let refused = server.get(&query);
    assert_eq!(refused.status, 400, "{}", refused.body);
    assert!(refused.body.contains("book.sgf"), "{}", refused.body);
    let folder = settings.path().to_str().unwrap();
    assert!(!refused.body.contains(folder), "{}", refused.body);
    assert!(!server.page("/joseki?m=Q16").contains("with-book"));
    use_book(&place, settings.path(), &["--forget"]);
    assert!(!server.page("/?m=Q16").contains("with-book"));
    assert_eq!(server.get(&query).status, 400);
}

#[test]
fn foreign_sites_do_not_see_the_book() {
    let place = archive();
    let settings = temporary_folder();
    let book = settings.path().join("book.sgf");
    fs::write(&book, "(;SZ[19];B[pd];W[qf];B[nc])").unwrap();
    use_book(&place, settings.path(), &[book.to_str().unwrap(), "--use"]);
    let friend = "http://friend.example";
    let server = Server::with_settings(&place.folder(), settings.path(), &["--cors", friend]);
    let foreign = [("Origin", friend)];
    let answer = server.ask("GET", "/api/v1/joseki?m=Q16", &foreign);
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(!answer.body.contains("in_book"), "{}", answer.body);
    let query = format!("/api/v1/search?q={}", encoded("book-left:3"));
    assert_eq!(server.ask("GET", &query, &foreign).status, 403);
    assert!(server.json("/api/v1/joseki?m=Q16").to_string().contains("in_book"));
}

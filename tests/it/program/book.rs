//! The command `book`: its outputs, the books that it reads, and its errors.

use crate::support::{Place, build_with, make, run_on, samples};
use kifu_index::index::build::Options;
use serde_json::Value;

/// A book of a corner: two answers to an approach move, and one that nobody plays.
const CORNER: &str = "(;FF[4]CA[UTF-8]SZ[19]GN[My book]LB[pd:A];B[pd]C[Star point](;W[qf]TR[qf];B[nc];W[rd])(;W[sa])\
                      (;W[qf];B[rb]))";

fn path(place: &Place, name: &str) -> String {
    place.games().join(name).to_str().unwrap().to_owned()
}

fn rows(arguments: &[&str]) -> Vec<Value> {
    run_on(samples(), &[&["book"], arguments, &["--json"]].concat()).ends(0).json()
}

#[test]
fn rows_say_where_each_corner_left() {
    let place = Place::new();
    place.write("book.sgf", CORNER);
    let book = path(&place, "book.sgf");
    let all = rows(&[&book]);
    for key in ["id", "corner", "left_ply", "left_by", "at", "in_book"] {
        assert!(all.iter().all(|row| row.get(key).is_some()), "{key}");
    }
    let keys: std::collections::BTreeSet<_> =
        all.iter().map(|row| (row["id"].to_string(), row["corner"].to_string())).collect();
    assert_eq!(keys.len(), all.len());
    assert!(all.iter().any(|row| row["left_ply"].is_null() && row["at"].is_null()));
    let left = all.iter().find(|row| row["left_ply"] == 3).unwrap();
    assert_eq!((&left["in_book"], &left["line"]), (&2.into(), &"Q16 R14".into()));
    // Rows are a part of all rows, and a query selects games.
    let game = left["id"].as_str().unwrap();
    let of_game = rows(&[&book, &format!("id:{game}")]);
    assert!(of_game.contains(left) && of_game.len() <= 4);
    assert_eq!(rows(&[&book, "-n", "2"]), all[..2]);
    // The first stone of the book is the star point, so only corners that begin there enter it.
    let star = run_on(samples(), &["joseki", "", "--json"]).ends(0).json().remove(0);
    assert_eq!(star["moves"][0]["at"], "Q16");
    let entered = all.len() as u64;
    assert_eq!(star["moves"][0]["corners"], entered);
    let text = run_on(samples(), &["book", &book]).ends(0).out;
    assert!(text.contains(&format!("{entered} corners in ")), "{text}");
    assert!(text.contains("Where games leave the book"), "{text}");
}

#[test]
fn what_the_book_lacks_and_what_nobody_plays() {
    let place = Place::new();
    place.write("book.sgf", CORNER);
    let book = path(&place, "book.sgf");
    let missing = rows(&[&book, "--missing"]);
    let counts: Vec<u64> = missing.iter().map(|row| row["count"].as_u64().unwrap()).collect();
    assert!(counts.is_sorted_by(|a, b| a >= b) && !counts.is_empty());
    let after = |row: &&Value| row["line"] == "Q16 R14" && row["at"] == "O16";
    assert_eq!(missing.iter().find(after).unwrap()["count"], 7);
    let frequent = rows(&[&book, "--missing", "--least", "5"]);
    assert_eq!(frequent.len(), counts.iter().filter(|&&count| count >= 5).count());
    let unplayed = rows(&[&book, "--unplayed"]);
    let steps: Vec<_> = unplayed.iter().map(|row| (&row["line"], &row["at"])).collect();
    assert!(steps.contains(&(&"Q16".into(), &"T19".into())), "{unplayed:?}");
    let text = run_on(samples(), &["book", &book, "--unplayed"]).ends(0).out;
    assert!(text.contains("Moves of the book that nobody plays"), "{text}");
    run_on(samples(), &["book", &book, "--missing", "--least", "100000"]).ends(1);
}

#[test]
fn a_merged_book_has_the_old_and_the_new_variations() {
    let place = Place::new();
    place.write("book.sgf", CORNER);
    let book = path(&place, "book.sgf");
    let merged = path(&place, "merged.sgf");
    let merge = ["book", &book, "--merge", &merged, "--least", "5"];
    run_on(samples(), &merge).ends(0);
    let sgf = std::fs::read_to_string(&merged).unwrap();
    // What the book has stays as it is written, with the counts at the end of comments.
    for piece in ["GN[My book]LB[pd:A]", "C[Star point\n\nPlayed in ", "TR[qf]", "W[rd]"] {
        assert!(sgf.contains(piece), "{piece}: {sgf}");
    }
    assert!(sgf.contains(";B[nd]C[Not in the book: 7 of 17 corners O16\nwon "), "{sgf}");
    // The new file is a book whose games leave it later.
    let left =
        |row: &Value| row["line"] == "Q16 R14" && (row["at"] == "O16" || row["at"] == "tenuki");
    assert!(rows(&[&book, "--missing", "--least", "5"]).iter().any(left));
    assert!(!rows(&[&merged, "--missing", "--least", "5"]).iter().any(left));
    assert_eq!(rows(&[&merged]).len(), rows(&[&book]).len());
    // An existing file is replaced only if requested, and nothing is written into the archive.
    assert!(run_on(samples(), &merge).fails().contains("--force"));
    run_on(samples(), &[&merge[..], &["--force"]].concat()).ends(0);
    let archive = crate::support::sample_archive().join("merged.sgf");
    let inside = ["book", &book, "--merge", archive.to_str().unwrap()];
    assert!(run_on(samples(), &inside).fails().contains("archive"));
    assert!(!archive.exists());
    let written = run_on(samples(), &["book", &book, "--merge", "-"]).ends(0).out;
    assert!(written.starts_with("(\n;") && written.trim_end().ends_with(')'), "{written}");
}

#[test]
fn books_are_files_folders_and_archives_of_corners_or_boards() {
    let place = Place::new();
    let zipped = make::zip(&[("a/book.sgf", CORNER.as_bytes())]);
    let folder = place.games().join("folder");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("book.sgf"), CORNER).unwrap();
    std::fs::write(folder.join("other.txt"), "no game").unwrap();
    std::fs::write(place.games().join("book.zip"), zipped).unwrap();
    place.write("book.sgf", CORNER);
    let expected = rows(&[&path(&place, "book.sgf")]);
    for other in ["folder", "book.zip"] {
        assert_eq!(rows(&[&path(&place, other)]), expected, "{other}");
    }
    // Variations over the whole board make a book of boards, in which each game has one row.
    let opening = "(;SZ[19];B[pd];W[dd];B[pq](;W[dp])(;W[dq]))";
    place.write("opening.sgf", opening);
    let opening = path(&place, "opening.sgf");
    let boards = rows(&[&opening]);
    assert!(boards.iter().all(|row| row["corner"].is_null()) && !boards.is_empty());
    let corners = rows(&[&opening, "--as", "corner"]);
    assert!(corners.iter().all(|row| row["corner"].is_string()));
    assert!(corners.len() > boards.len());
    place.write("small.sgf", "(;SZ[9];B[gc];W[cg])");
    run_on(samples(), &["book", &path(&place, "small.sgf"), "--as", "corner"]).ends(0);
}

#[test]
fn the_user_and_the_opponents_are_told_apart() {
    let place = Place::new();
    let game = |black: &str, white: &str, moves: &str, result: &str| {
        format!("(;SZ[19]PB[{black}]PW[{white}]RE[{result}];{moves})")
    };
    // The user leaves with Black's fifth stone, an opponent with a third, and one by a tenuki.
    place.write("1.sgf", game("Ann", "Bob", "B[pd];W[qf];B[nd]", "B+R"));
    place.write("2.sgf", game("Bob", "Ann", "B[dp];W[cn];B[fp]", "B+R"));
    place.write("3.sgf", game("Ann", "Bob", "B[pd];W[qf];B[dd];W[qd]", "W+R"));
    place.write("4.sgf", game("Cid", "Bob", "B[pd];W[qf];B[oc]", "W+R"));
    build_with(&place.folder(), &[place.games()], &Options::default());
    let books = place.games().with_file_name("books");
    std::fs::create_dir_all(&books).unwrap();
    let book = books.join("book.sgf");
    std::fs::write(&book, "(;SZ[19];B[pd];W[qf];B[nc];W[rd])").unwrap();
    let names = books.join("names.tsv");
    std::fs::write(&names, "me\tAnn\n").unwrap();
    let run_book = |arguments: &[&str]| {
        let names = names.to_str().unwrap();
        let all = [&["--aliases", names, "book", book.to_str().unwrap()], arguments].concat();
        run_on(&place.folder(), &all)
    };
    let rows: Vec<Value> = run_book(&["--json"]).ends(0).json();
    let mut found: Vec<(String, String)> = rows
        .iter()
        .filter(|row| !row["left_by"].is_null())
        .map(|row| (row["left_by"].as_str().unwrap().into(), row["at"].as_str().unwrap().into()))
        .collect();
    found.sort();
    assert_eq!(found.len(), 4, "{rows:?}");
    for wanted in [("me", "O16"), ("opponent", "F4"), ("me", "tenuki"), ("B", "P17")] {
        assert!(found.iter().any(|(by, at)| (by.as_str(), at.as_str()) == wanted), "{found:?}");
    }
    let text = run_book(&[]).ends(0).out;
    for piece in ["Where I leave the book", "Where my opponents leave it", "me (B)"] {
        assert!(text.contains(piece), "{text}");
    }
    assert_eq!(run_book(&["player:me", "--json"]).ends(0).json().len(), rows.len() - 1);
}

#[test]
fn hostile_books_are_refused_or_read() {
    let place = Place::new();
    for (name, text, message) in [
        ("nothing.sgf", String::new(), "no game"),
        ("words.sgf", "not a game".to_owned(), "game"),
        ("other.sgf", "(;GM[2];B[aa])".to_owned(), "game of Go"),
        ("long.sgf", format!("(;SZ[19]{})", ";B[pd];W[qf]".repeat(500_001)), "nodes"),
        ("wide.sgf", format!("(;SZ[19:13]{})", ";B[pd]"), "square"),
    ] {
        place.write(name, text);
        let book = path(&place, name);
        let error = run_on(samples(), &["book", &book, "--as", "corner"]).fails();
        assert!(error.contains(message), "{name}: {error}");
    }
    assert!(run_on(samples(), &["book", "no-such-file.sgf"]).fails().contains("no-such-file.sgf"));
    // Deep and wide trees, moves on stones, moves off the board, and values without an end are read.
    for (name, text) in [
        (
            "deep.sgf",
            format!("(;SZ[19];B[pd]{}{})", "(;W[qf];B[nc]".repeat(20_000), ")".repeat(20_000)),
        ),
        ("broad.sgf", format!("(;SZ[19];B[pd]{})", "(;W[qf];B[nc])".repeat(50_000))),
        ("same.sgf", format!("(;SZ[19]{})", ";B[pd]".repeat(1000))),
        ("odd.sgf", "(;SZ[19];B[pd];W[zz];B[pd]AB[aa:ss];W[qf]C[\\]".to_owned()),
        ("setup.sgf", "(;SZ[19]AB[pd]AW[qf];B[nc])".to_owned()),
        ("passes.sgf", "(;SZ[19];B[pd];W[];B[];W[tt];B[nc])".to_owned()),
    ] {
        place.write(name, text);
        let book = path(&place, name);
        for shape in ["corner", "board"] {
            let done = run_on(samples(), &["book", &book, "--as", shape, "--json"]);
            assert!(matches!(done.code, Some(0 | 1)), "{name} {shape}: {}", done.err);
            let merged = run_on(samples(), &["book", &book, "--as", shape, "--merge", "-"]);
            assert!(merged.ends(0).out.contains(";"), "{name} {shape}");
        }
    }
}

//! Archives of problems only, and archives without games.

use super::{Server, encoded};
use crate::support::{Place, run_on};
use serde_json::Value;

/// Problem in the upper left corner, shifted by a number of columns so that no two are equal. The record marks the line
/// of its second variation as right: Black's move at D18 of the first problem.
fn problem(columns: u8, lines: &str) -> String {
    let at = |x: u8, y: char| format!("{}{y}", char::from(b'a' + x + columns));
    let name = |text: &str| {
        let mut points = text.to_owned();
        for x in 0..4 {
            points = points.replace(&format!("<{x}b>"), &at(x, 'b'));
        }
        points
    };
    let setup = format!("AB[{}][{}]AW[{}][{}]", at(0, 'a'), at(1, 'a'), at(0, 'c'), at(1, 'c'));
    format!("(;GM[1]SZ[19]{setup}PL[B]{})", name(lines))
}

const MARKED: &str = "(;B[<2b>];W[<3b>])(;B[<3b>];W[<2b>];B[<0b>]C[Correct.])";

/// Three problems in a folder, whose records mark the right line, and one in another whose record marks none.
fn archive() -> Place {
    let place = Place::new();
    for number in 0..3 {
        place.write(&format!("easy/{number}.sgf"), problem(number * 5, MARKED));
    }
    place.write("hard/1.sgf", problem(2, "(;B[<2b>];W[<3b>])(;B[<3b>])"));
    place.build();
    place
}

#[test]
fn an_archive_of_problems_opens_with_its_collections() {
    let place = archive();
    let server = Server::start(&place.folder(), &[]);
    let page = server.page("/");
    let section = page.split("id=\"problems\"").nth(1).unwrap().split("</section>").next().unwrap();
    for (name, problems) in [("easy", "3 problems"), ("hard", "1 problem")] {
        assert!(section.contains(&format!("<bdi>{name}</bdi>")), "{section}");
        assert!(section.contains(&format!(">{problems}<")), "{section}");
    }
    assert_eq!(section.matches("href=\"/practise?q=is:problem+file:").count(), 2, "{section}");
    assert!(!page.contains(&place.games().display().to_string()));
    // With a query or a move, the page shows the position only.
    for target in ["/?q=is:problem", "/?m=Q16"] {
        assert!(!server.page(target).contains("id=\"problems\""), "{target}");
    }
    let mixed = Server::samples(&[]);
    assert!(!mixed.page("/").contains("id=\"problems\""));
}

#[test]
fn the_record_says_which_first_moves_are_right() {
    let place = archive();
    let server = Server::start(&place.folder(), &[]);
    let ask = |query: &str, rest: &str| -> Value {
        server.json(&format!("/api/v1/practise?q={}{rest}", encoded(query)))
    };
    // The first column of the problem is that of its leftmost stone, so guesses are named from there.
    let column = |board: &Value| {
        let rows: Vec<&str> =
            board.as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        rows.iter().filter_map(|row| row.find(['X', 'O'])).min().unwrap()
    };
    for (query, number, right) in [("file:easy", 3, 3), ("file:hard", 1, 2)] {
        let first = ask(query, "");
        assert_eq!(first["positions"], number, "{first}");
        let position = &first["position"];
        assert_eq!((&position["problem"], &position["turn"]), (&true.into(), &"B".into()));
        let left = column(&position["board"]);
        let point = |x: usize| {
            let letter = b"ABCDEFGHJKLMNOPQRST"[left + x];
            format!("{}18", char::from(letter))
        };
        let place =
            format!("&node={}&game={}", position["node"], position["game"].as_str().unwrap());
        for x in 0..4 {
            let answer = ask(query, &format!("{place}&guess={}", point(x)))["answer"].clone();
            let grade = if x == right { "right" } else { "wrong" };
            assert_eq!((&answer["grade"], &answer["engine"]), (&grade.into(), &Value::Null), "{x}");
            let best: Vec<&Value> = answer["moves"].as_array().unwrap().iter().collect();
            assert_eq!(best.len(), 2, "{answer}");
            assert_eq!((&best[0]["at"], &best[0]["best"]), (&point(right).into(), &true.into()));
        }
        let page = |guess: &str| {
            server.page(&format!("/practise?q={}{place}&guess={guess}", encoded(query)))
        };
        let game = position["game"].as_str().unwrap();
        let unlisted = page(&point(0));
        assert!(unlisted.contains("is not in the record; right is"), "{unlisted}");
        assert!(unlisted.contains(&format!("/game/{game}")), "{unlisted}");
        assert!(page(&point(5 - right)).contains("is wrong; right is"));
        assert!(page(&point(right)).contains("is right."));
        assert!(page("none").contains("Right is"));
    }
}

#[test]
fn an_index_without_games_says_how_to_build_and_watch() {
    let place = Place::new();
    place.write("notes.txt", "nothing");
    run_on(&place.folder(), &["build", &place.games().display().to_string()]);
    let server = Server::start(&place.folder(), &[]);
    for target in ["/", "/games", "/archive"] {
        let page = server.page(target);
        assert!(page.contains("This index has no games."), "{target}: {page}");
        for command in ["build FOLDER</code>", "serve --watch</code>"] {
            assert!(page.contains(command), "{target} {command}: {page}");
        }
    }
    assert!(!server.page("/players").contains("This index has no games."));
}

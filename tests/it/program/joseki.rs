//! The command `joseki`: its operands, its outputs and its errors.

use crate::support::{Place, run_on, run_with_input, samples};
use serde_json::Value;

fn answer(arguments: &[&str]) -> Value {
    let arguments = [&["joseki"], arguments, &["--json"]].concat();
    run_on(samples(), &arguments).ends(0).json().remove(0)
}

#[test]
fn a_corner_is_given_as_moves_a_diagram_or_a_place_in_a_game() {
    let by_moves = answer(&["Q16", "R14"]);
    assert_eq!(by_moves["corners"], 17);
    for turned in [["Q16", "O17"], ["D4", "C6"], ["D16", "F17"], ["Q4", "R6"]] {
        let turned = answer(&turned);
        assert_eq!(turned["corners"], by_moves["corners"], "{turned}");
        assert_eq!(turned["moves"][0]["corners"], by_moves["moves"][0]["corners"]);
    }
    // The words of a diagram on standard input: a corner with its two edges.
    let diagram = "-------\n......|\n......|\n......|\n..X...|\n......|\n...O..|\n......|\n";
    let drawn = run_with_input(&["joseki", "--json"], diagram).ends(0).json().remove(0);
    assert_eq!(drawn, by_moves);
    // Nothing on standard input is the empty corner.
    let empty = run_with_input(&["joseki", "--json"], "").ends(0).json().remove(0);
    assert_eq!(empty, answer(&[""]));
    assert_eq!(
        (&empty["moves"][0]["at"], &empty["moves"][0]["color"]),
        (&"Q16".into(), &"B".into())
    );
    let game = run_on(samples(), &["search", "--fields", "id", "player:AlphaGo"]).ends(0).out;
    let place = format!("{}#10", game.trim().lines().next().unwrap());
    assert_eq!(answer(&[&place, "--region", "lower-left"])["size"], serde_json::json!([19, 19]));
}

#[test]
fn errors_say_what_to_write() {
    for (arguments, message) in [
        (&["Q16", "D4"][..], "--region upper-right"),
        (&["Q16", "--region", "middle"], "upper-left"),
        (&["--size", "19x13", ""], "square"),
        (&["Q16", "--filter", "date:"], "date"),
        (&["Q16", "--tree", "0"], "--tree"),
        (&["Q16", "--tree", "3", "--least", "many"], "--least"),
    ] {
        let arguments = [&["joseki"], arguments].concat();
        let error = run_on(samples(), &arguments).fails();
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    assert!(run_on(samples(), &["joseki", "A19", "B19"]).ends(1).out.contains("0 corners"));
}

#[test]
fn trees_are_printed_and_written_as_sgf_and_csv() {
    let place = Place::new();
    let printed = run_on(samples(), &["joseki", "Q16", "--tree", "3", "--least", "2"]).ends(0).out;
    assert!(printed.contains("\n  B O16 "), "{printed}");
    let csv = run_on(samples(), &["joseki", "Q16", "--tree", "3", "--csv", "-"]).ends(0).out;
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().starts_with("depth,path,at,color,corners,games,share"));
    assert!(lines.any(|line| line.starts_with("2,R14 O16,O16,B,7,")), "{csv}");
    let file = place.games().join("tree.sgf");
    let file = file.to_str().unwrap();
    let write = ["joseki", "Q16", "--tree", "3", "--least", "2", "--sgf", file];
    run_on(samples(), &write).ends(0);
    let sgf = std::fs::read_to_string(file).unwrap();
    assert!(sgf.starts_with("(;FF[4]GM[1]") && sgf.contains("AB[pd]"), "{sgf}");
    assert!(sgf.contains(";W[qf]C[W R14: "), "{sgf}");
    assert!(run_on(samples(), &write).fails().contains("--force"));
    let games = run_on(samples(), &["joseki", "Q16", "--by", "decade"]).ends(0).out;
    assert!(games.contains("1980s"), "{games}");
    let compared = ["joseki", "Q16", "--filter", "result:B+", "--compare", "result:W+"];
    let compared = run_on(samples(), &compared).ends(0).out;
    assert!(compared.contains("share 1-2"), "{compared}");
    assert!(run_on(samples(), &["joseki", "--gone", "1990", ""]).ends(1).out.contains("No move."));
}

//! The command `pattern`, and regions of the board in `position`, `search` and `show`.

use crate::support::{Place, Run, run_on};
use serde_json::{Value, json};

/// Three games with the same corner: as drawn, rotated, and with exchanged colours. A fourth game has it in a
/// variation.
fn place() -> Place {
    let place = Place::new();
    for (name, text) in [
        ("as-it-is", "(;SZ[19]PB[A]PW[B]RE[B+R]DT[1990];B[qd];W[oc];B[pg];W[dd])"),
        ("turned", "(;SZ[19]PB[C]PW[D]RE[W+R]DT[2000];B[dq];W[co];B[gp];W[dd])"),
        ("exchanged", "(;SZ[19]PB[E]PW[F]RE[W+R]DT[2010];B[dd];W[qd];B[oc];W[pg])"),
        ("aside", "(;SZ[19]PB[G]PW[H]DT[2020];B[dd](;W[qq];B[];W[])(;W[dq];B[qd];W[oc]))"),
        ("other", "(;SZ[9]PB[I]PW[J];B[ee];W[cc])"),
    ] {
        place.write(&format!("{name}.sgf"), text);
    }
    place.build();
    place
}

fn run(place: &Place, arguments: &[&str]) -> Run {
    run_on(&place.folder(), arguments)
}

fn object(place: &Place, arguments: &[&str]) -> Value {
    run(place, arguments).json().remove(0)
}

/// Games of an answer, each with the number of the move and the place on the board.
fn games(answer: &Value) -> Vec<(String, u64, String)> {
    let game = |game: &Value| {
        let text = |name: &str| game[name].as_str().unwrap_or("").to_owned();
        (text("black"), game["move"].as_u64().unwrap(), text("region"))
    };
    answer["games"].as_array().unwrap().iter().map(game).collect()
}

#[test]
fn a_corner_from_moves() {
    let place = place();
    let arguments = ["pattern", "B R16 W P17", "--corner", "5", "--json"];
    let answer = object(&place, &arguments);
    assert_eq!(answer["pattern"], json!([".....", ".....", "O....", "..X..", "....."]));
    assert_eq!(answer["edges"], json!(["right", "top"]));
    assert_eq!(answer["total"], 2);
    assert_eq!(answer["in_variations"], 1);
    let hit = |black: &str, at, region: &str| (black.to_owned(), at, region.to_owned());
    assert_eq!(games(&answer), [hit("C", 2, "A1-E5"), hit("A", 2, "P15-T19")]);
    // The first hit must have columns and rows exchanged, and the second must lie as drawn.
    assert_eq!(answer["games"][0]["symmetry"], 4);
    assert_eq!(answer["games"][1]["symmetry"], 0);
    assert_eq!(answer["moves"][0]["at"], "elsewhere");
    let both = object(&place, &[&arguments[..], &["--colours", "any", "--sort", "date"]].concat());
    let found = games(&both);
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[2], hit("E", 3, "P15-T19"));
    // Counted in the colours of the query, Black has won the first and the third game.
    assert_eq!((&both["black"], &both["white"]), (&json!(2), &json!(1)));
    let anywhere = object(&place, &[&arguments[..], &["--in", "any", "--sort", "date"]].concat());
    assert_eq!(games(&anywhere)[2].0, "G");
    run(&place, &["pattern", "B R16 W P17", "--corner", "5", "--filter", "player:Nobody"]).ends(1);
}

#[test]
fn turned_or_as_it_is_drawn() {
    let place = place();
    let rows = ["pattern", "O../..X", "-c"];
    // This pattern equals its own image with exchanged colours after half a turn, so each game must count once.
    assert_eq!(run(&place, &rows).ends(0).out, "3\n");
    let as_drawn = [&rows[..], &["--symmetry", "none"]].concat();
    assert_eq!(run(&place, &as_drawn).ends(0).out, "1\n");
    let mistake = run(&place, &["pattern", "-----/..../.X.|"]).fails();
    assert!(mistake.contains("other edges than the rows above"), "{mistake}");
}

#[test]
fn sequences_are_played_in_order() {
    let place = place();
    let diagram = place.folder().with_extension("txt");
    let ask = |numbers: &str, more: &[&str]| {
        std::fs::write(&diagram, numbers).unwrap();
        let file = format!("@{}", diagram.display());
        let arguments = [&["pattern", &file, "--diagram", "sequence", "-c"], more].concat();
        run(&place, &arguments).out
    };
    let corner = |a, b, c| {
        format!(
            "$$B\n$$ -------\n$$ . . . . . |\n$$ . . . . . |\n$$ {b} . . . . |\n$$ . . {a} . . |\n$$ . . . . . |\n$$ . . . . . |\n$$ . {c} . . . |"
        )
    };
    assert_eq!(ask(&corner('1', '2', '3'), &[]), "2\n");
    assert_eq!(ask(&corner('1', '2', '3'), &["--colours", "any"]), "3\n");
    assert_eq!(ask(&corner('3', '2', '1'), &[]), "0\n");
    let error = run(&place, &["pattern", "XO/OX", "--diagram", "sequence"]).fails();
    assert!(error.contains("has no numbered stones"), "{error}");
}

#[test]
fn patterns_in_queries_and_places_in_show() {
    let place = place();
    let count = |query: &str| run(&place, &["search", "-c", query]).out;
    assert_eq!(count("pattern:\"B R16 W P17 corner5\""), "2\n");
    assert_eq!(count("pattern:\"B R16 W P17 corner5\" colours:any"), "3\n");
    assert_eq!(count("pattern:\"B R16 W P17 corner5\" in:variations"), "1\n");
    assert_eq!(count("pattern:\"B R16 W P17 corner5\" next:elsewhere"), "2\n");
    assert_eq!(count("pattern:\"B R16 W P17 corner5\" next:Q16"), "0\n");
    // One move later, after a move elsewhere, the corner is still there.
    assert_eq!(count("pattern:\"B R16 W P17 corner5\" move:3"), "2\n");
    assert_eq!(count("pattern:\"B R16 W P17 corner5\" move:..1"), "0\n");
    assert_eq!(count("-pattern:\"B R16 W P17 corner5\""), "3\n");
    let outside = run(&place, &["search", "pattern:\"R16 P17 corner5\" next:D4"]).fails();
    assert!(outside.contains("is not in the pattern"), "{outside}");
    let none = run(&place, &["search", "pattern:R16"]).fails();
    assert!(none.contains("neither a pattern"), "{none}");
    let output = run(
        &place,
        &[
            "show",
            &format!("{}#2", place.games().join("as-it-is.sgf").display()),
            "--region",
            "P16-R17",
            "--ascii",
        ],
    );
    let output = output.ends(0).out;
    // The drawing must mark the last move by parentheses.
    assert!(output.contains("(O).|.]") && output.contains("[.|+|X]"), "{output}");
}

#[test]
fn a_part_of_the_board_is_a_pattern_to_position_too() {
    let place = place();
    let out = run(
        &place,
        &["position", "$$\n$$ -----\n$$ . . . |\n$$ . . . |\n$$ ? . . |\n$$ . X . |", "--json"],
    );
    let answer = out.json().remove(0);
    assert_eq!(answer["edges"], json!(["right", "top"]));
    // The whole board is searched without rotations. The second game has the moves of the first, rotated.
    let whole = ["position", "R16", "-c"];
    assert_eq!(run(&place, &whole).ends(0).out, "2\n");
    assert_eq!(run(&place, &["position", "D3", "-c", "--symmetry", "none"]).ends(0).out, "1\n");
    assert_eq!(run(&place, &["position", "D17", "-c", "--symmetry", "none"]).ends(1).out, "0\n");
}

/// Setup that fills and clears the board again and again makes more changes than the index stores. Such a game must be
/// found by replaying it.
#[test]
fn a_game_without_events_has_patterns_too() {
    let place = Place::new();
    let setup = ";AB[aa:ss];AE[aa:ss]".repeat(1500);
    place.write("often.sgf", format!("(;SZ[19]{setup};B[aa];W[ba])"));
    place.write("once.sgf", "(;SZ[19];B[aa];W[ba])");
    place.write("never.sgf", "(;SZ[19];B[aa];W[ss])");
    place.build();
    for (pattern, found) in [("----/|XO./|...", 2), ("XO/..", 2), ("XXXXX/XXXXX", 1)] {
        let answer = object(&place, &["pattern", pattern, "--json"]);
        assert_eq!(answer["total"], found, "{pattern}");
    }
}

/// Some servers write handicap stones as setup in the second node. Such setup must not count as a move.
#[test]
fn setup_behind_the_root_changes_no_number() {
    let moves = ";W[qf];B[nc];W[rd];B[qh]";
    let drawings = [
        ("-----/....|/....|/....|/X...|", 0, json!(["W", "elsewhere"])),
        ("X../.../.O.", 1, json!(["B", "elsewhere"])),
        ("X.O/...", 3, json!(["B", "elsewhere"])),
        ("O./../X.", 4, json!([null, "end"])),
    ];
    // The handicap stones are in the root, in one later node, or in two.
    for text in [
        format!("(;SZ[19]HA[2]AB[dp][pd]{moves})"),
        format!("(;SZ[19]HA[2];AB[dp][pd]{moves})"),
        format!("(;SZ[19]HA[2];AB[dp];AB[pd]{moves})"),
    ] {
        let place = Place::new();
        place.write("game.sgf", &text);
        place.build();
        for (drawing, number, next) in &drawings {
            let answer = object(&place, &["pattern", drawing, "--symmetry", "none", "--json"]);
            assert_eq!(answer["games"][0]["move"], *number, "{drawing} {text}");
            let step = &answer["moves"][0];
            assert_eq!(json!([step["color"], step["at"]]), *next, "{answer}");
            let moves = format!("--move={number}..{number}");
            let count = ["pattern", drawing, "--symmetry", "none", "-c"];
            for (option, found) in [(moves.as_str(), "1\n"), ("--move=5..", "0\n")] {
                let counted = run(&place, &[&count[..], &[option]].concat());
                assert_eq!(counted.out, found, "{drawing} {option} {text}");
            }
        }
    }
}

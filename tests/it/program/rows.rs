//! Rows of positions and patterns, values that are passed from one command to the next, and lines on a terminal.

use super::output::rows_of_csv;
use crate::support::{Place, Run, run_on, run_with_input, samples};
use std::process::Stdio;
use unicode_width::UnicodeWidthStr;

fn run(arguments: &[&str]) -> Run {
    run_on(samples(), arguments)
}

#[test]
fn a_pipe_gets_the_games_of_a_board_as_those_of_a_search() {
    for (command, query) in [
        (&["position", "Q16", "D4"][..], "position:\"Q16 D4\""),
        (&["position", "Q16"], "position:Q16"),
        (&["pattern", "R16", "P17", "--corner", "6"], "pattern:\"R16 P17 corner 6\""),
    ] {
        for form in [
            &[][..],
            &["--csv"],
            &["--header"],
            &["--limit", "3"],
            &["--fields", "id,black,white,move,node,variation,moves_sgf,final"],
        ] {
            let rows = run(&[command, form].concat()).ends(0).out;
            let searched = ["search", query, "--sort", "-date"];
            assert_eq!(rows, run(&[&searched, form].concat()).ends(0).out, "{command:?} {form:?}");
            assert!(rows.lines().count() >= 3);
        }
    }
}

#[test]
fn a_board_that_no_game_has_gives_no_row() {
    let none = run(&["position", "A1", "B1", "C1"]).ends(1);
    assert_eq!(none.out, "");
    assert!(none.err.starts_with("No game has this position"), "{}", none.err);
    let rows = run(&["position", "A1", "B1", "C1", "--csv"]).ends(1).out;
    assert_eq!(rows_of_csv(&rows).len(), 1);
    let error = run(&["position", "Q16", "--fields", "idd"]).fails();
    assert!(error.contains("did you mean `id`"), "{error}");
}

#[test]
fn a_drawing_is_printed_on_request() {
    let drawn = run(&["position", "Q16", "D4", "--draw"]).ends(0).out;
    assert!(drawn.contains("next") && drawn.contains("result at"), "{drawn}");
    let chosen = run(&["position", "Q16", "D4", "--draw", "--fields", "id,komi"]).ends(0).out;
    assert!(chosen.contains("\nid") && chosen.contains("komi"), "{chosen}");
    assert_eq!(chosen.split("\nid").next(), drawn.split("\nid").next());
}

#[test]
fn a_comment_has_a_place_as_a_position_has() {
    let fields = "id,move,node,variation";
    let rows = run(&["search", "comment:ladder", "--csv", "--fields", fields]).ends(0).out;
    let rows = rows_of_csv(&rows);
    let objects = run(&["search", "comment:ladder", "--json"]).ends(0).json();
    assert!(objects.len() > 2);
    for (row, object) in rows[1..].iter().zip(&objects) {
        let comment = &object["comment"];
        for (cell, key) in row[1..].iter().zip(["move", "node", "variation"]) {
            assert_eq!(*cell, comment[key].to_string());
            assert_eq!(object[key], comment[key]);
        }
    }
    // If the query has both a comment and a position, the place of the hit must be that of the position.
    let both = ["search", "comment:ladder position:\"(;SZ[19])\"", "--fields", "move"];
    let moves = run(&both).out;
    assert!(moves.lines().all(|line| line == "0"), "{moves}");
}

#[test]
fn printed_ids_and_json_are_accepted_as_input() {
    let ids = run(&["search", "player:Lee"]).ends(0).out;
    let whole = run_with_input(&["show", "--json", "-"], &ids).ends(0).out;
    assert!(whole.lines().count() > 3);
    let lines = run(&["search", "player:Lee", "--json"]).ends(0).out;
    assert_eq!(run_with_input(&["show", "--json", "-"], &lines).ends(0).out, whole);
    // Each line of `show --json` names its game, so the lines must be valid input of `show`.
    assert_eq!(run_with_input(&["show", "--json", "-"], &whole).ends(0).out, whole);
    let places = lines.replace("\"id\":", "\"was\":");
    let read = run_with_input(&["show", "--json", "-"], &places).ends(0);
    let id = |line: &str| {
        let mut game: serde_json::Value = serde_json::from_str(line).unwrap();
        game.as_object_mut().unwrap().remove("id");
        game
    };
    assert!(read.out.lines().map(id).eq(whole.lines().map(id)));
    let found = run(&["doctor", "sample-archive", "--kind", "wrong-charset", "--json"]).ends(1).out;
    assert_eq!(run_with_input(&["show", "--json", "-"], &found).ends(0).json().len(), 1);
}

#[test]
fn a_fully_exported_game_has_its_id() {
    let rows = run(&["search", "player:Lee", "--json"]).ends(0).json();
    let whole = run(&["export", "player:Lee", "--jsonl", "-", "--full"]).ends(0).json();
    assert_eq!(rows.len(), whole.len());
    for (row, game) in rows.iter().zip(&whole) {
        let id = row["id"].as_str().unwrap();
        assert_eq!(game["id"], row["id"]);
        // A game must also be found by the beginning of its id, and by the id with another move number.
        for address in [id, &id[..8], &format!("{id}#3")] {
            assert_eq!(run(&["show", "--json", address]).ends(0).json()[0]["id"], row["id"]);
        }
    }
    let file = run(&["show", "--json", "sample-archive/boards/nine.sgf"]).ends(0);
    assert!(file.json()[0].get("id").is_none());
}

#[test]
fn each_rate_of_a_comparison_has_its_player() {
    let place = Place::new();
    for (black, white, result) in [("Anna", "Xu", "B"), ("Yi", "Ben", "B")] {
        for number in 0..12 {
            let text = format!("(;PB[{black}]PW[{white}]RE[{result}+R];B[pd];W[d{}])", 'a');
            place.write(&format!("{black}{number}.sgf"), text);
        }
    }
    place.build();
    let ask = |a: &str, b: &str| {
        run_on(&place.folder(), &["stats", a, "--compare", b, "--by", "colour"]).ends(0).out
    };
    let out = ask("player:Anna", "player:Ben").replace("\n", " ");
    for line in [
        "A  player:Anna: 12 games, rate of Anna 100.0%",
        "B  player:Ben: 12 games, rate of Ben 0.0%",
        "rate of Anna in A minus that of Ben in B: +100.0",
        "Rates are of Anna in A and of Ben in B,",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    let out = ask("player:Anna", "player:Anna result:B+").replace("\n", " ");
    assert!(out.contains("rate of Anna in A minus that in B:"), "{out}");
    assert!(out.contains("Rates are of Anna, among"), "{out}");
    let out = ask("player:Anna", "player:Anna");
    assert!(!out.contains("of Black"), "{out}");
}

#[test]
fn a_player_of_a_tree_has_all_spellings() {
    let place = Place::new();
    let spellings = ["Cho Chikun", "Cho Chikun 9p", "趙治勲", "조치훈"];
    for (number, name) in spellings.iter().enumerate() {
        place.write(&format!("c{number}.sgf"), format!("(;PB[{name}]PW[Xu];B[pd];W[dd])"));
    }
    for number in 0..3 {
        place.write(&format!("a{number}.sgf"), "(;PB[Anna]PW[Xu];B[pd];W[dp])");
    }
    place.write("e.sgf", "(;PB[Cho Chikun]PW[Xu];B[pd];W[dp])");
    place.build();
    let tree = run_on(&place.folder(), &["position", "(;SZ[19])", "--tree", "1", "--least", "1"]);
    let tree = tree.ends(0).out;
    assert!(tree.contains("Most often by Cho Chikun 5, Anna 3"), "{tree}");
    let answer = run_on(&place.folder(), &["position", "(;SZ[19])", "--json"]).json();
    let players = answer[0]["moves"][0]["players"].to_string();
    assert_eq!(players, r#"[{"name":"Cho Chikun","games":5},{"name":"Anna","games":3}]"#);
}

#[test]
fn the_help_explains_every_property() {
    let help = run(&["stats", "--help"]).ends(0).out;
    assert!(help.contains("rank-difference  ranks of the query's player above"), "{help}");
    for (name, meaning) in kifu_index::engine::stats::properties() {
        let row = help.lines().find(|line| line.split_whitespace().next() == Some(name));
        assert!(row.unwrap_or_default().ends_with(meaning.as_deref().unwrap_or(name)), "{name}");
    }
}

#[test]
fn suggestions_find_something() {
    for (name, text) in [
        ("nameless", "(;GM[1]SZ[9]AB[aa];B[cc])"),
        ("white has another result", "(;PB[Lee]PW[Lee Min]RE[B+R];B[pd];W[dd];B[dp])"),
        ("usual", "(;PB[Xu]PW[Lee Min]RE[W+R];B[pd];W[dd];B[dp])"),
    ] {
        let place = Place::new();
        place.write("a.sgf", text);
        let out = run_on(&place.folder(), &["build", place.games().to_str().unwrap()]).ends(0).out;
        let commands: Vec<&str> =
            out.lines().skip_while(|line| *line != "Try next:").skip(1).collect();
        assert_eq!(commands.len(), 3, "{name}: {out}");
        for command in commands {
            let words = command.split("kifu-index ").nth(1).unwrap();
            let mut shell = std::process::Command::new("sh");
            let ran = shell
                .env("KIFU_INDEX", place.folder())
                .args([
                    "-c",
                    &format!("\"$0\" {words} >/dev/null"),
                    env!("CARGO_BIN_EXE_kifu-index"),
                ])
                .status();
            assert!(ran.unwrap().success(), "{name}: {command}");
        }
    }
}

#[test]
fn the_manual_is_one_page() {
    let page = run(&["man"]).ends(0).out;
    assert!(!page.contains("kifu\\-index\\-build(1)") && !page.contains("(1)\n"), "{page}");
    for command in ["build", "search", "position", "serve"] {
        assert!(page.contains(&format!("\n.TP\n{command}\n")), "{command}");
    }
}

/// Output of a command on a terminal of this width. `None` if the program `script`, which simulates the terminal, is
/// missing.
fn on_terminal(columns: usize, command: &str) -> Option<String> {
    let program = env!("CARGO_BIN_EXE_kifu-index");
    let line = format!("stty cols {columns} rows 50; {program} --color never --no-pager {command}");
    let output = std::process::Command::new("script")
        .env("KIFU_INDEX", samples())
        .env("XDG_CONFIG_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env("LC_ALL", "C.UTF-8")
        .env("TERM", "xterm")
        .env("NO_COLOR", "1")
        .env_remove("COLUMNS")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["-qec", &line, "/dev/null"])
        .stdin(Stdio::null())
        .output();
    Some(String::from_utf8(output.ok()?.stdout).unwrap())
}

#[test]
fn words_stay_whole_on_a_terminal() {
    let commands = [
        "help",
        "help query",
        "help position",
        "help pattern",
        "help exit-codes",
        "fields",
        "fields rank sort",
        "build --help",
        "search --help",
        "position --help",
        "pattern --help",
        "stats --help",
        "export --help",
        "show --help",
        "doctor --help",
        "dups --help",
        "serve --help",
        "completions --help",
        "search player:Lee",
        "search comment:ladder",
        "search Nobody player:Lee 'event:\"Honinbo tournament\"'",
        "search player:Leee",
        "search 'result:B+banana'",
        "search --explain 'player:Lee date:1990'",
        "position Q16 D4",
        "position A1 B1 C1 D1",
        "pattern R16 P17 --corner",
        "stats player:Lee",
        "stats --by rank",
        "stats player:Lee --compare player:Cho --by colour",
        "players Lee",
        "status",
        "dups",
        "show nosuch",
    ];
    let mut lines = 0;
    let columns = 80;
    for command in commands {
        let Some(out) = on_terminal(columns, command) else {
            return;
        };
        for line in out.lines() {
            lines += 1;
            // Suggested commands must not be wrapped, so that they can be copied.
            let first = line.trim_start().split(' ').next().unwrap_or("");
            let is_command = first.ends_with("kifu-index");
            assert!(line.width() <= columns || is_command, "{command}: {line}");
        }
    }
    assert!(lines > 1000, "{lines}");
}

//! Text that the program has printed must be accepted as input, with everything around it.

use super::{Run, run, run_on, run_with_input};
use crate::support::Place;
use kifu_index::language::{Field, NodeKind, QueryNode, parse};
use serde_json::{Value, json};

/// What an answer was about (position or pattern), and its number of games.
fn subject(run: Run) -> Value {
    let answer = run.json().remove(0);
    let keys = ["kind", "board", "pattern", "edges", "sequence", "total"];
    keys.map(|key| answer[key].clone()).into_iter().collect()
}

/// Collects the boards in a query, each with the name of the command that accepts it.
fn boards(node: &QueryNode, found: &mut Vec<(&'static str, String)>) {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => {
            parts.iter().for_each(|part| boards(part, found));
        }
        NodeKind::Not(inner) => boards(inner, found),
        NodeKind::Clause(clause) => {
            let command = match clause.field {
                Field::Position => "position",
                Field::Pattern => "pattern",
                _ => return,
            };
            found.extend(clause.value.text().map(|text| (command, text.to_owned())));
        }
        _ => {}
    }
}

#[test]
fn every_drawing_of_the_golden_queries_is_read_back() {
    let mut commands = Vec::new();
    for line in include_str!("../queries/golden.txt").lines() {
        let query = line.strip_prefix("query: ").map(parse);
        if let Some(root) = query.and_then(Result::ok).and_then(|query| query.root) {
            boards(&root, &mut commands);
        }
    }
    for text in ["?X/O*", "-----/.XO.", "|X.|", "XO/OX", "$$B\n$$ . 1 2\n$$ X . 3"] {
        commands.push(("pattern", text.to_owned()));
    }
    let mut compared = 0;
    for (command, text) in &commands {
        let ask = |more: &[&str]| run(&[&[command, "--limit", "1"], more, &["--", text]].concat());
        // A pattern that is a region of a position is written differently on the command line, so it is skipped here.
        if ask(&["-c"]).code == Some(2) {
            continue;
        }
        let expected = subject(ask(&["--json"]));
        for style in ["--draw", "--ascii"] {
            let printed = ask(&[style]).out;
            let quoted: String = printed.lines().map(|line| format!("> > {line}\n")).collect();
            for pasted in [&printed, &quoted] {
                let read = run_with_input(&[command, "--json", "--limit", "1"], pasted);
                assert_eq!(subject(read), expected, "{command} {text}\n{pasted}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 80, "{compared}");
}

#[test]
fn games_that_are_shown_are_read_back() {
    let mut compared = 0;
    for game in run(&["search", "--json", ""]).json() {
        let (id, kind) = (game["id"].as_str().unwrap(), game["kind"].as_str().unwrap());
        let board = run(&["show", "--json", id]).json()[0]["board"].clone();
        if kind == "other" {
            continue;
        }
        for style in [&[][..], &["--ascii"]] {
            let output = run(&[&["show", id], style].concat()).ends(0).out;
            let read = run_with_input(&["position", "--json", "--kind", kind], &output);
            assert_eq!(read.json()[0]["board"], board, "{output}");
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn a_sequence_is_read_back_as_one() {
    let diagram = "$$B\n$$ . 1 2\n$$ X . 3";
    let sequence = ["pattern", "--diagram", "sequence", "--limit", "1"];
    let printed = run_with_input(&[&sequence[..], &["--draw"]].concat(), diagram).out;
    let subject_of =
        |text: &str| subject(run_with_input(&[&sequence[..], &["--json"]].concat(), text));
    // A drawing without hits must be printed as well.
    assert!(printed.contains('1') && printed.contains('3'), "{printed}");
    assert_eq!(subject_of(&printed), subject_of(diagram));
}

#[test]
fn each_word_of_a_pattern_is_a_row() {
    let subject_of = |words: &[&str]| subject(run(&[&["pattern", "--json"], words].concat()));
    assert_eq!(subject_of(&["XO", "OX"]), subject_of(&["XO/OX"]));
    assert_eq!(subject_of(&["xo/ox"]), subject_of(&["XO/OX"]));
    assert_eq!(subject_of(&["X O", "O X"])[2], json!(["XOOX"]));
    let output = run(&["pattern", "XO", "OX", "--draw"]).out;
    assert!(output.contains("each word was read as a row"), "{output}");
    let mixed = run(&["pattern", "XO", "X"]).fails();
    assert!(mixed.contains("one row, or several rows"), "{mixed}");
}

/// A game, its mirror image, and another one with a comment on the game.
fn place() -> Place {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Lee]PW[Gu]RE[W+R];B[qd];W[oc];B[pg])");
    place.write("turned.sgf", "(;PB[C]PW[D]RE[B+T];B[dq];W[co];B[gp])");
    place.write(
        "about.sgf",
        "(;PB[E]PW[F]RE[B+0.5]GC[The cup final: a ladder.]C[Hello.];B[dd]C[A cup.])",
    );
    place.build();
    place
}

#[test]
fn a_query_takes_what_a_command_takes() {
    let place = place();
    let ask = |arguments: &[&str]| run_on(&place.folder(), arguments);
    let count = |query: &str| ask(&["search", "-c", query]).out.trim().to_owned();
    let file = place.games().join("turned.sgf").display().to_string();
    for (query, games) in [
        ("pattern:\"B R16 W P17 corner 5\"", "2"),
        ("pattern:\"B R16 W P17 corner 5x6\" symmetry:none", "1"),
        ("pattern:\"B R16 W P17 corner5\" symmetry:all", "2"),
        ("position:\"B R16 W P17\" symmetry:none", "1"),
        ("position:\"B R16 W P17\" symmetry:none next:Q13", "1"),
        ("position:\"B R16 W P17\" symmetry:none next:D3", "0"),
        ("position:\"B R16 W P17\" -position:\"B R16 W P17\" symmetry:none", "0"),
        (&format!("position:\"{file}#2\""), "2"),
        (&format!("position:\"{file}#2\" symmetry:none"), "1"),
        (&format!("pattern:\"{file}#2 A1-E5\""), "2"),
        ("result:resign", "1"),
        ("result:time", "1"),
        ("result:forfeit", "0"),
        ("result:points", "1"),
        ("player:Lee || player:C", "2"),
        ("player:Lee && player:C", "0"),
        ("player：Lee", "1"),
        ("player：＂Lee＂ ｜ moves＜＝1", "2"),
    ] {
        assert_eq!(count(query), games, "{query}");
    }
    // The corner that `pattern` cuts out of a position may be given by words behind the moves (`corner 5`), as in a
    // query.
    assert_eq!(ask(&["pattern", "-c", "B", "R16", "W", "P17", "corner", "5"]).out, "2\n");
    for (query, message) in [
        ("position:\"nowhere.sgf#2\"", "there is no file nowhere.sgf"),
        ("position:R16 symmetry:some", "does not say which symmetries"),
        ("player：（Lee OR Gu)", "full-width parentheses cannot enclose several values"),
        ("result:tomorrow", "is not a result"),
        ("player:Lee &&", "nothing after `&&`"),
    ] {
        let error = ask(&["search", query]).fails();
        assert!(error.contains(message), "{query}\n{error}");
    }
}

#[test]
fn lower_case_operators_are_words_with_a_note() {
    let place = place();
    let ask = |query: &str| run_on(&place.folder(), &["search", "-c", query]).err;
    assert!(ask("player:Lee and player:Gu").contains("`and` is a word to look for"));
    assert!(ask("player:Lee not player:D").contains("`not` is a word to look for"));
    for silent in ["player:Lee AND player:Gu", "Lee and Gu", "comment:\"and or\""] {
        assert_eq!(ask(silent), "", "{silent}");
    }
}

#[test]
fn queries_come_from_files_and_streams() {
    let place = place();
    let file = place.folder().with_extension("txt");
    std::fs::write(&file, "player:Lee\n  OR player:C\n").unwrap();
    let named = format!("@{}", file.display());
    assert_eq!(run_on(&place.folder(), &["search", "-c", &named]).ends(0).out, "2\n");
    let missing = run_on(&place.folder(), &["search", "@nowhere.txt"]).fails();
    assert!(missing.contains("nowhere.txt"), "{missing}");
    let expected = run(&["search", "-c", "player:Lee"]).out;
    assert_eq!(run_with_input(&["search", "-c", "-"], "player:Lee\n").out, expected);
}

#[test]
fn hits_in_the_game_comment_are_shown_and_marked() {
    let place = place();
    let found = |query: &str| {
        let rows = run_on(&place.folder(), &["search", "--json", query]).ends(0).json();
        rows[0]["comment"].clone()
    };
    assert_eq!(found("comment:ladder")["node"], 0);
    assert_eq!(found("comment:ladder")["text"], "The cup final: a ladder.");
    // If two comments match equally well, the comment at a move must be shown and not the one on the whole game.
    assert_eq!(found("comment:cup")["node"], 1);
    let export = ["export", "comment:ladder", "--at-hit", "--sgf", "-"];
    let written = run_on(&place.folder(), &export).ends(0).out;
    assert!(written.starts_with("(;HO[1]"), "{written}");
}

#[test]
fn the_answer_comes_first() {
    let place = place();
    let first = |arguments: &[&str]| {
        let out = run_on(&place.folder(), arguments).out;
        out.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        first(&["position", "R16", "--draw"]),
        "2 games: Black won 50% (9 to 91), White 50%; next W P17 (100%)"
    );
    assert_eq!(
        first(&["position", "B R16 W P17 B Q13", "--draw"]),
        "2 games: Black won 50% (9 to 91), White 50%; next end (100%)"
    );
}

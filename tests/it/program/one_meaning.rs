//! A query text must mean the same as one argument, as several, from a file, from standard input, and beside a
//! position.

use super::{Place, run, run_on, run_with_input, samples};

/// Queries without quotes around their values, as they are when a shell removed the quotes.
const TEXTS: &[&str] = &[
    "player:Takemiya Masaki",
    "player:Cho Honinbo",
    "event:Club evening",
    "file:THIRTEEN.SGF (player:anna)",
    "position:Q16 D4 Q3 player:Lee",
    "date:21 May 1990",
    "title:Ko, explained",
    "-event:Club evening player:Anna",
    "size:9 position:E5",
];

#[test]
fn a_query_text_means_the_same_in_every_command() {
    let folder = Place::new();
    for text in TEXTS {
        let number = |run: super::Run| {
            run.out.trim().parse::<u64>().unwrap_or_else(|_| panic!("{text}: {run:?}"))
        };
        let one = number(run(&["search", "-c", text]));
        let mut words = vec!["search", "-c"];
        words.extend(text.split(' '));
        assert_eq!(number(run(&words)), one, "{text}: as several arguments");
        assert_eq!(
            number(run_with_input(&["search", "-c", "-"], text)),
            one,
            "{text}: on standard input"
        );
        let file = folder.write("query.txt", text);
        let named = format!("@{}", file.display());
        assert_eq!(number(run(&["search", "-c", &named])), one, "{text}: from a file");
        let beside = format!("({text})");
        assert_eq!(number(run(&["search", "-c", &beside])), one, "{text}: in parentheses");
        if !text.contains("position:") {
            let all = number(run(&["position", "-c", "(;SZ[19])", "--filter", text]));
            let wide = format!("{text} size:19");
            assert_eq!(
                all,
                number(run(&["search", "-c", &format!("({wide}) position:(;SZ[19])")])),
                "{text}"
            );
        }
    }
}

#[test]
fn a_note_explains_how_missing_quotes_are_read() {
    let output = run(&["search", "-c", "player:Takemiya Masaki"]).ends(0);
    assert!(output.err.contains("player:Takemiya and the word Masaki"), "{}", output.err);
    assert!(output.err.contains("'player:\"Takemiya Masaki\"'"), "{}", output.err);
    for text in [
        "player:\"Takemiya Masaki\"",
        "position:Q16 D4",
        "player:Takemiya result:B+",
        "date:21 May 1990",
    ] {
        assert_eq!(run(&["search", "-c", text]).err, "", "{text}");
    }
}

#[test]
fn a_number_behind_n_is_an_option_and_a_word_is_not() {
    assert_eq!(run(&["search", "-n2", "kind:go"]).ends(0).out.lines().count(), 2);
    let folder = Place::new();
    let target = folder.games().join("out.sgf").display().to_string();
    run(&["export", "-n2", "--sgf", &target, "kind:go"]).ends(0);
    let written = std::fs::read_to_string(&target).unwrap();
    assert_eq!(written.matches("GM[").count(), 2, "{written}");
    let without = run(&["search", "-c", "kind:go", "-nakade"]).ends(0).out;
    let all = run(&["search", "-c", "kind:go"]).ends(0).out;
    let with = run(&["search", "-c", "kind:go", "nakade"]).out;
    let number = |text: &str| text.trim().parse::<u64>().unwrap();
    assert_eq!(number(&without) + number(&with), number(&all));
}

#[test]
fn a_position_stands_on_the_board_of_the_query() {
    let found = run(&["search", "-c", "size:9 position:\"E5\""]).ends(0).out;
    assert_ne!(found.trim(), "0");
    assert_eq!(run(&["position", "-c", "E5", "--filter", "size:9"]).ends(0).out, found);
    assert_eq!(run(&["position", "-c", "E5", "--size", "9"]).ends(0).out, found);
    for text in
        ["size:9 size:13 position:E5", "size:9 position:(;SZ[13];B[ee])", "size:9 position:K10"]
    {
        run(&["search", text]).fails();
    }
    assert!(run(&["search", "-c", "size:9..13 position:E5"]).code.is_some());
}

#[test]
fn words_in_the_place_of_a_command_lead_to_a_search() {
    let failed = run(&["Lee Sedol"]).fails();
    assert!(failed.contains("kifu-index search 'Lee Sedol'"), "{failed}");
}

#[test]
fn suggested_queries_have_their_counts() {
    let hints = run(&["search", "--draw", "Lee Sedol vs AlphaGo"]);
    let hints = match hints.code {
        Some(0 | 1) => hints,
        _ => run(&["search", "Lee Sedol vs AlphaGo"]),
    };
    let text = format!("{}{}", hints.out, hints.err);
    assert!(
        text.contains("player:\"Lee Sedol\" vs:AlphaGo finds 1")
            || text.contains("vs:\"AlphaGo\" finds"),
        "{text}"
    );
    let index = samples();
    assert!(run_on(index, &["search", "-c", "Lee Sedol"]).code.is_some());
}

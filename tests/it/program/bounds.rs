//! Queries of extreme length must be answered, or refused with the place at which they are too long.

use crate::program::run;
use crate::support::run_with_input;

/// Checks that the program refuses a query with very many words, and returns the error, which must not contain the
/// whole query.
fn refused(arguments: &[&str]) -> String {
    let error = run(arguments).fails();
    assert!(error.contains('^') && error.contains("help: "), "{error}");
    error
}

#[test]
fn long_phrases_are_refused() {
    let words = |count| "go ".repeat(count);
    for query in [
        format!("\"{}\"", words(30_000)),
        format!("comment:\"{}\"", words(30_000)),
        format!("player:\"{}\"", words(1001)),
        format!("-event:\"{}\"", words(1001)),
        format!("player:(Lee OR \"{}\")", words(1001)),
        "囲碁".repeat(20_000),
        format!("comment:{}*", "囲碁".repeat(20_000)),
        format!("go{}", "-go".repeat(30_000)),
    ] {
        let error = refused(&["search", &query]);
        assert!(error.contains("longer than the limit of 1000"), "{error}");
    }
    let count = run(&["search", "-c", &format!("\"{}\"", words(1000))]).ends(1);
    assert_eq!(count.out, "0\n");
    // Moves of a position are not words, so the limit on words does not apply to them.
    let games = format!("position:\"(;{})\"", ";B[];W[]".repeat(5000));
    run(&["search", "-c", &games]).ends(0);
}

#[test]
fn queries_of_many_parts_are_refused() {
    let many = |part: &str, count| vec![part; count].join(" ");
    for query in [
        many("go", 30_000),
        many("-comment:go", 10_000),
        many("player:a OR", 10_000) + " b",
        format!("player:({} a)", many("a OR", 20_000)),
        format!("komi:({} 1)", many("1.5 OR", 15_000)),
        many("go~", 201),
        many("\"go go go\"", 667),
        many("position:Q16 then", 5000) + " position:D4",
    ] {
        let error = refused(&["search", &query]);
        assert!(error.contains("more than 2000 words and values"), "{error}");
    }
    run(&["search", "-c", &many("go", 2000)]).ends(0);
    let ids = many("0123456789abcdef OR", 1999);
    run(&["search", "-c", &format!("id:({ids} a)")]).ends(0);
    let keys = many("date", 20_000).replace(' ', ",");
    assert!(refused(&["search", "--sort", &keys]).contains("more than 3 sort orders"));
    let nested = format!("{}go{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(refused(&["search", &nested]).contains("parentheses"));
}

#[test]
fn long_values_are_answered() {
    let long = "a".repeat(100_000);
    for (query, code) in [
        (format!("file:{}", "*".repeat(100_000)), 0),
        (format!("file:{}z", "*?".repeat(50_000)), 1),
        (format!("player:*{}", "a*".repeat(400)), 2),
        (format!("player:{long}~"), 1),
        (format!("player:{long}*"), 1),
        (format!("event:*{long}"), 1),
        (format!("prop.EV:{long}"), 1),
        (format!("id:{long}"), 2),
        (format!("date:{}", "1".repeat(100_000)), 2),
        (format!("{long}:x"), 2),
    ] {
        run(&["search", "-c", &query]).ends(code);
    }
    run(&["players", &long]).ends(1);
    for (command, input) in [
        ("position", "Q16 D4 ".repeat(50_000)),
        ("position", "$$ | X X O |\n".repeat(80_000)),
        ("pattern", "X".repeat(1_000_000)),
        ("pattern", format!("{}\n", "X".repeat(19)).repeat(50_000)),
    ] {
        let error = run_with_input(&[command, "-"], &input).fails();
        assert!(error.len() < 2000, "{error}");
    }
    let moves = format!("(;{})", ";B[aa];W[bb]".repeat(80_000));
    run_with_input(&["position", "-c", "-"], &moves).ends(1);
}

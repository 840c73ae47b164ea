#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::{main_line, one};
use crate::Code;
use crate::formats::jgf::{looks_like, read};
use std::time::Instant;

#[test]
fn what_is_no_jgf() {
    let cases = [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "17",
        "\"tree\"",
        "[1,2]",
        "[[]]",
        r#"{"tree":"oops"}"#,
        r#"{"tree":[]}"#,
        r#"{"tree":{"move":{}}}"#,
        r#"{"tree":[1,"x",null]}"#,
        r#"{"game":{"name":"A game"}}"#,
        r#"{"type":"FeatureCollection","features":[]}"#,
        r#"{"type":"Polygon","coordinates":[[[1.5,2],[3,4]]]}"#,
        r#"{"name":"x","version":"1.0.0","dependencies":{"a":"^1"}}"#,
        r#"{"sha":"9f","url":"u","tree":[{"path":"a","mode":"100644","type":"blob","sha":"1","size":3}],"truncated":false}"#,
        r#"[{"move":{"name":"tackle"}}]"#,
        r#"[{"name":"x","comments":["y"]}]"#,
        "(;GM[1]SZ[19];B[pd])",
        "<html>{}</html>",
        "PK\u{3}\u{4}[{",
        "]]]}}}",
        "/* only",
        "// x",
    ];
    for text in cases {
        assert!(read(text).is_none(), "{text}");
    }
    for text in [
        "null",
        "(;GM[1]",
        r#"{"type":"FeatureCollection","features":[]}"#,
        r#"{"tree":"oops"}"#,
        "[1,2]",
    ] {
        assert!(!looks_like(text), "{text}");
    }
    let long =
        format!(r#"{{"type":"FeatureCollection","features":[{}"#, "[1.5,2],".repeat(300_000));
    assert!(!looks_like(&long));
    let long = format!(r#"{{"note":"{}","tree":[{{}}]}}"#, "é".repeat(9000));
    assert!(looks_like(&long) && read(&long).is_some());
}

#[test]
fn truncated_texts() {
    let whole = r#"{"game":{"name":"n"},"tree":[{"comments":["ab"]},{"move":{"color":"black","x":15,"y":13}},{"move":{"W":[3,14]}}]}"#;
    let all = main_line(&one(whole));
    for end in (0..whole.len()).filter(|&end| whole.is_char_boundary(end)) {
        let cut = &whole[..end];
        let Some(games) = read(cut) else {
            assert!(end < whole.find(r#"["ab"#).unwrap() + 1, "{cut}");
            continue;
        };
        assert!(games[0].diagnostics.iter().any(|d| d.code == Code::BadJson), "{cut}");
        assert!(all.starts_with(&main_line(&games[0])), "{cut}: {}", main_line(&games[0]));
        assert!(looks_like(cut), "{cut}");
    }
}

#[test]
fn a_small_stack_and_linear_time_suffice() {
    // The deepest of these texts are still within the node budget of a file, which counts JSON values as well as nodes.
    const DEPTH: usize = 500_000;
    let node = r#"{"move":{"B":"dd"}}"#;
    let texts = [
        (format!("{{\"tree\":{}{}}}", "[".repeat(DEPTH), "]".repeat(DEPTH)), 0),
        ("[".repeat(DEPTH), 0),
        ("{\"a\":".repeat(DEPTH), 0),
        (
            format!(
                "{{\"tree\":[{}{}]}}",
                format!("{node},{{\"variations\":[[").repeat(DEPTH),
                "]]}".repeat(DEPTH)
            ),
            DEPTH,
        ),
        (
            format!(
                "{{\"tree\":[{{}},{}{}]}}",
                "[[".repeat(DEPTH),
                format!("{node}],[{{}}]]").repeat(DEPTH)
            ),
            2 * DEPTH + 1,
        ),
        (format!("{{{}", "}]".repeat(DEPTH)), 0),
        (format!("{}{}", "{\"a\":".repeat(DEPTH), "]".repeat(DEPTH)), 0),
        (format!("{{{}\"tree\":[{{}}]}}", "\"game\":{\"date\":1},".repeat(DEPTH)), 1),
        (format!("{{\"tree\":[{{{}}}]}}", "\"move\":{\"B\":\"dd\"},".repeat(DEPTH)), 1),
        ("{\"tree\":[{}]}\n".repeat(DEPTH / 10), 1),
    ];
    let run = move || {
        for (text, nodes) in texts {
            let start = Instant::now();
            looks_like(&text);
            let games = read(&text).unwrap_or_default();
            assert_eq!(games.first().map_or(0, |game| game.tree.len()), nodes, "{text:.50}");
            drop(games);
            assert!(start.elapsed().as_secs() < 20, "{text:.50}");
        }
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
}

#[test]
fn a_key_that_stands_twice_is_one_move() {
    let record = one(r#"{"tree":[{},{"move":{"B":"aa","W":"bb","B":"cc"}},{"move":{"W":"dd"}}]}"#);
    assert_eq!(record.tree.main_move_count(), 3);
    let mut codes = record.diagnostics.iter().map(|d| d.code);
    assert!(codes.any(|code| code == Code::RepeatedProperty));
}

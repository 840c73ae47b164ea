//! Help texts and explanations of queries: help, completions, the manual page, `--explain`, `stats`.

use crate::support::{run_on, samples};
use kifu_index::language::fields::FIELDS;

fn lines(arguments: &[&str]) -> String {
    run_on(samples(), arguments).ends(0).out
}

#[test]
fn topics_and_commands_have_help() {
    let query = lines(&["help", "query"]);
    for info in FIELDS.iter() {
        assert!(query.contains(info.help) && query.contains(info.example), "{}", info.name);
    }
    assert!(lines(&["help", "position"]).contains("$$B"));
    assert!(lines(&["help", "exit-code"]).contains("130"));
    assert!(lines(&["help", "doctor"]).contains("--kind"));
    assert!(lines(&["help"]).contains("help query"));
    let run = run_on(samples(), &["help", "serach"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("help search"), "{}", run.err);
}

/// Every query that the help shows is valid.
#[test]
fn queries_in_the_help_are_valid() {
    for query in [
        "Lee",
        "player:Lee result:W+",
        "\"a phrase\"",
        "Sedo*",
        "Sedool~",
        "a OR b -a (a OR b) c",
        "player:(Lee OR Gu)",
        "date:1990..1995",
        "date:..1950",
        "komi:*",
        "-komi:*",
        "event=Honinbo",
        "moves<100",
        "rank>=1p",
        "DT:1846",
        "RE=\"W+R\"",
        "sort:-date",
        "position:\"Q16 D4 Q3\" next:D16",
        "position:\"Q16 D4 Q3\" next:\"W D16\" tomove:W move:..50 in:any",
    ] {
        let run = run_on(samples(), &["search", "-c", "--", query]);
        assert!(run.code < Some(2), "{query}: {}", run.err);
    }
}

#[test]
fn completions_and_the_manual_page() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = lines(&["completions", shell]);
        assert!(script.contains("kifu-index") && script.contains("stats"), "{shell}");
    }
    let page = lines(&["man"]);
    assert!(page.starts_with(".ie") || page.contains(".TH"), "{page}");
    assert!(page.contains("player:\"Lee Sedol\"") && !page.contains('\u{1b}'));
}

#[test]
fn a_query_is_explained_part_by_part() {
    let out = lines(&["search", "--explain", "player:Lee result:W+ sort:-date"]);
    let total = lines(&["search", "-c", "player:Lee result:W+"]);
    let lee = lines(&["search", "-c", "player:Lee"]);
    assert!(out.starts_with("player:Lee result:W+ sort:-date\nGames where a player is “Lee” and White won, sorted by date, the newest first."), "{out}");
    let row = |part: &str| {
        let is_row = |line: &&str| line.starts_with(part) && line.contains(" ms ");
        let line = out.lines().find(is_row).unwrap();
        let mut words = line.split_whitespace().rev();
        words.find(|word| *word == "ms");
        words.nth(1).unwrap().to_owned()
    };
    assert_eq!(row("player:Lee result:W+"), total.trim());
    assert_eq!(row("  player:Lee  "), lee.trim());
    let json = lines(&["search", "--explain", "--json", "player:Lee result:W+"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["parts"][0]["games"].to_string(), total.trim());
    assert_eq!(json["parts"].as_array().unwrap().len(), 3);
}

#[test]
fn counts_in_a_pipe() {
    let out = lines(&["stats", "--by", "size", "--by", "kind"]);
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split('\t').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 10), "{out}");
    let all: u64 = lines(&["search", "-c", ""]).trim().parse().unwrap();
    for facet in ["size", "kind"] {
        let games =
            rows.iter().filter(|row| row[0] == facet).map(|row| row[2].parse::<u64>().unwrap());
        assert_eq!(games.sum::<u64>(), all, "{facet}");
    }
    let json = lines(&["stats", "--json", "--by", "result", "player:Lee"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["total"].to_string(), lines(&["search", "-c", "player:Lee"]).trim());
    let run = run_on(samples(), &["stats", "--by", "yaer"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("did you mean `year`"), "{}", run.err);
    assert_eq!(run_on(samples(), &["stats", "player:nobody-of-this-name"]).code, Some(1));
}

#[test]
fn hits_of_a_position_have_their_place() {
    let out = lines(&["search", "--json", "position:\"Q16 D4 Q3\""]);
    for line in out.lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&game["move"], &game["variation"]), (&3.into(), &false.into()), "{line}");
    }
    assert!(!out.is_empty());
}

#[test]
fn a_comment_is_found_at_its_node() {
    let out = lines(&["search", "--json", "has:variations comment:side"]);
    let mut in_variations = 0;
    for line in out.lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        let Some(comment) = game.get("comment") else {
            continue;
        };
        let address = format!("{}#n{}", game["id"].as_str().unwrap(), comment["node"]);
        let output = lines(&["show", &address]);
        let first = comment["text"].as_str().unwrap().split_whitespace().next().unwrap();
        assert!(output.contains(first), "{address}: {first} in {output}");
        in_variations += u32::from(comment["variation"] == true);
    }
    assert!(!out.is_empty() && in_variations > 0, "{in_variations} of {out}");
}

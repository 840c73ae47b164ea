use super::{Server, encoded};
use crate::support::{Random, run_on, samples};
use serde_json::Value;

const NAMES: [&str; 14] =
    ["Q16", "D4", "Q3", "D16", "R16", "C4", "Q4", "D17", "C16", "R4", "O17", "F3", "R14", "pass"];
const FILTERS: [&str; 5] =
    ["", "result:B+", "rank>=1p", "date:1800..1999", "player:Lee OR player:Shusaku"];

#[test]
fn the_numbers_of_random_addresses_are_those_of_the_command() {
    let server = Server::samples(&[]);
    let mut random = Random(18);
    let mut met = 0;
    for _ in 0..150 {
        let mut moves: Vec<&str> = Vec::new();
        for _ in 0..random.below(6) {
            let name = NAMES[random.below(NAMES.len())];
            if name == "pass" || !moves.contains(&name) {
                moves.push(name);
            }
        }
        let filter = FILTERS[random.below(FILTERS.len())];
        let target = format!("/api/v1/explore?m={}&q={}", moves.join(","), encoded(filter));
        let answer = server.json(&target);
        let mut arguments = vec!["position", "--json", "--limit", "50"];
        if moves.is_empty() {
            arguments.push("(;SZ[19])");
        }
        arguments.extend(&moves);
        if !filter.is_empty() {
            arguments.extend(["--filter", filter]);
        }
        let run = run_on(samples(), &arguments);
        let command_answer: Value = run.json().remove(0);
        for key in
            ["total", "black", "white", "draws", "unknown", "moves", "in_variations", "board"]
        {
            assert_eq!(answer[key], command_answer[key], "{target}: {key}");
        }
        let ids = |value: &Value| -> Vec<Value> {
            let games = value["games"].as_array().unwrap();
            games.iter().map(|game| game["id"].clone()).collect()
        };
        assert_eq!(ids(&answer), ids(&command_answer), "{target}");
        met += usize::from(answer["total"].as_u64() > Some(0));
    }
    assert!(met > 40, "only {met} positions were met");
}

/// Words and clauses from which random queries are composed.
const CLAUSES: [&str; 12] = [
    "player:Lee",
    "result:W+",
    "-result:B+R",
    "comment:*",
    "date:1900..1999",
    "komi>=5.5",
    "size:19",
    "handicap:0",
    "moves>100",
    "(opening:* OR kind:loa)",
    "has:variations",
    "unique:yes",
];

#[test]
fn random_queries_find_as_many_games_as_the_command() {
    let server = Server::samples(&[]);
    let mut random = Random(19);
    let mut found = std::collections::BTreeSet::new();
    for _ in 0..50 {
        let mut clauses: Vec<&str> = Vec::new();
        for _ in 0..1 + random.below(3) {
            let clause = CLAUSES[random.below(CLAUSES.len())];
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
        let query = clauses.join(" ");
        let answer = server.json(&format!("/api/v1/search?q={}&limit=1", encoded(&query)));
        let count = run_on(samples(), &["search", "-c", &query]).out;
        assert_eq!(answer["total"].to_string(), count.trim(), "{query}");
        found.insert(count);
    }
    assert!(found.len() > 10, "{found:?}");
}

#[test]
fn a_search_has_the_total_of_the_command() {
    let server = Server::samples(&[]);
    for query in [
        "",
        "player:Lee",
        "comment:*",
        "result:W+ OR komi:0",
        "-has:comments",
        "nobody",
        "position:\"Q16 D4\"",
    ] {
        let answer = server.json(&format!("/api/v1/search?q={}&limit=3", encoded(query)));
        let count = run_on(samples(), &["search", "-c", query]).out;
        assert_eq!(answer["total"].to_string(), count.trim(), "{query}");
        let page = server.page(&format!("/games?q={}", encoded(query)));
        let total: u64 = count.trim().parse().unwrap();
        let words = match total {
            0 => ">No games where".to_owned(),
            1 => ">1 game ".to_owned(),
            total if query.is_empty() => format!(">All {total} games."),
            total => format!(">{total} games "),
        };
        assert!(page.contains(&words), "{query}: {words}");
    }
}

#[test]
fn a_page_and_its_json_are_equal() {
    let server = Server::samples(&[]);
    let answer = server.json("/explore.json?m=Q16,D4");
    let page = server.page("/?m=Q16,D4");
    let rows = answer["moves"].as_array().unwrap();
    assert!(!rows.is_empty());
    for row in rows {
        let at = row["at"].as_str().unwrap();
        let games = row["games"].as_u64().unwrap();
        let line =
            page.split("<tr data-at=").find(|line| line.starts_with(&format!("\"{at}\""))).unwrap();
        assert!(line.contains(&format!("<td>{games}</td>")), "{at} {games}: {line}");
    }
}

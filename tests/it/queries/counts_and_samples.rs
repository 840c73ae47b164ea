//! Results of a player, tables of two properties, comparisons, samples, and exports of many games.

use crate::support::{Place, run_on, samples};
use kifu_index::engine::request::{Sample, Search};
use kifu_index::engine::{AskOptions, Engine};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;

/// Games of one player under several names, as Black, as White, as both, and as neither.
fn of_one_player() -> Place {
    let place = Place::new();
    for (name, game) in [
        ("a", "PB[Lee Sedol]BR[9p]PW[Gu Li]WR[9p]RE[W+R]DT[2010-03-01]"),
        ("b", "PB[古力]PW[이세돌]RE[W+R]DT[2010-03-15]"),
        ("c", "PB[Lee Sedol]PW[Cho U]RE[0]DT[2011-05]"),
        ("d", "PB[Sedol Lee & Gu Li]PW[Cho U & 李世石]RE[B+R]DT[2011]"),
        ("e", "PB[Cho U]BR[5d]PW[Lee Sedol]WR[9p]RE[B+3.5]DT[2011-12-31,2012-01-01]"),
        ("f", "PB[Lee Sedol]PW[Cho U]RE[Void]"),
        ("h", "PB[Lee Sedol]PW[Lee Sedol]RE[B+R]"),
        ("i", "PB[Lee Sedol]BR[9p]PW[Kim]WR[3p]RE[B+R]"),
        ("j", "PB[Kim]BR[3p]PW[Lee Sedol]WR[9p]RE[B+R]"),
        ("k", "PB[Cho U]PW[Kim]RE[B+R]"),
    ] {
        place.write(&format!("{name}.sgf"), format!("(;{game};B[aa])"));
    }
    place.write("g.sgf", "(;PB[Anna]PW[Ben]RE[B+R];B[aa](;W[bb])(;W[cc]PB[Lee Sedol]))");
    place.build();
    place
}

fn csv(folder: &Path, arguments: &[&str]) -> Vec<Vec<String>> {
    let out = run_on(folder, &[arguments, &["--csv"]].concat()).ends(0).out;
    let lines = out.lines().skip(1);
    lines.map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// Rows of a player's statistics: value; and games, won, lost and drawn, with both colours.
fn player_rows(folder: &Path, query: &str, by: &str) -> BTreeMap<String, [u64; 5]> {
    let rows = csv(folder, &["stats", query, "--by", by]);
    let row = |row: Vec<String>| {
        let number = |at: usize| row[at].parse().unwrap();
        (row[0].clone(), [1, 6, 7, 8, 9].map(number))
    };
    rows.into_iter().map(row).collect()
}

#[test]
fn results_are_those_of_the_player_asked_for() {
    let place = of_one_player();
    let folder = place.folder();
    let table = |rows: &[(&str, [u64; 5])]| -> BTreeMap<String, [u64; 5]> {
        rows.iter().map(|(name, row)| ((*name).to_owned(), *row)).collect()
    };
    for query in [
        "player:\"Lee Sedol\"",
        "player:이세돌 OR player:\"Sedol Lee\"",
        "vs:李世石 -player:Nobody",
    ] {
        let colours = table(&[
            ("Black", [4, 1, 1, 1, 0]),
            ("White", [3, 1, 2, 0, 0]),
            ("both", [2, 0, 0, 0, 2]),
            ("", [1, 0, 0, 0, 0]),
        ]);
        assert_eq!(player_rows(&folder, query, "colour"), colours, "{query}");
        let opponents = table(&[
            ("Cho U", [4, 0, 1, 1, 1]),
            ("Gu Li", [3, 1, 1, 0, 1]),
            ("Kim", [2, 1, 1, 0, 0]),
            ("Lee Sedol", [2, 0, 0, 0, 2]),
            ("", [1, 0, 0, 0, 0]),
        ]);
        assert_eq!(player_rows(&folder, query, "opponent"), opponents, "{query}");
    }
    let months =
        table(&[("2010-03", [2, 1, 1, 0, 0]), ("2011-05", [1, 0, 0, 1, 0]), ("", [7, 1, 2, 0, 2])]);
    assert_eq!(player_rows(&folder, "player:\"Lee Sedol\"", "month"), months);
    let ranks = table(&[("0", [1, 0, 1, 0, 0]), ("+6", [2, 1, 1, 0, 0]), ("", [7, 1, 1, 1, 2])]);
    for by in ["rank-difference", "rank difference", "rank_difference"] {
        assert_eq!(player_rows(&folder, "player:\"Lee Sedol\"", by), ranks, "{by}");
    }
    // Without a player in the query, Black's rank is compared with White's.
    let plain = csv(&folder, &["stats", "", "--by", "rank-difference"]);
    let values: Vec<&str> = plain.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(values, ["-6", "0", "+6", ""]);
    let refused = run_on(&folder, &["stats", "player:Lee player:Cho", "--by", "opponent"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("only if the query is about one player"), "{}", refused.err);
}

fn games(query: &str) -> Vec<Value> {
    run_on(samples(), &["search", "--json", query]).ends(0).json()
}

/// Counts of pairs of values must equal counts over the games that a search lists.
#[test]
fn tables_of_two_properties_are_plain_counts() {
    for query in ["", "player:Lee"] {
        let mut plain: BTreeMap<(String, String), [u64; 3]> = BTreeMap::new();
        for game in games(query) {
            let text = |key: &str| game[key].as_str().unwrap_or_default().to_owned();
            let openings = game["openings"].as_array().cloned().unwrap_or_default();
            let mut openings: Vec<String> =
                openings.iter().map(|name| name.as_str().unwrap().to_owned()).collect();
            if openings.is_empty() {
                openings.push(String::new());
            }
            let year: String = text("date").chars().take(4).collect();
            let is_own = |key: &str| text(key).contains("Lee") || text(key).contains('이');
            let won = ["black", "white"].map(|side| {
                let letter = side[..1].to_uppercase();
                is_own(side) && text("result").starts_with(&format!("{letter}+"))
            });
            let lost = [("black", "W+"), ("white", "B+")];
            let lost =
                lost.map(|(side, result)| is_own(side) && text("result").starts_with(result));
            for opening in openings {
                let row = plain.entry((opening, year.clone())).or_default();
                row[0] += 1;
                row[1] += u64::from(won.contains(&true));
                row[2] += u64::from(lost.contains(&true));
            }
        }
        // The values need CSV quotes, because names of openings contain commas.
        let out = run_on(samples(), &["stats", query, "--by", "opening,year"]);
        let out = out.ends(0).out;
        let cells = |line: &str| line.split('\t').skip(1).map(str::to_owned).collect();
        let rows: Vec<Vec<String>> = out.lines().map(cells).collect();
        let number =
            |row: &Vec<String>, at: usize| row.get(at).map_or(0, |cell| cell.parse().unwrap());
        let mut found = BTreeMap::new();
        for row in &rows {
            let year = if row[1].is_empty() { String::new() } else { format!("{:0>4}", row[1]) };
            let player_counts =
                if query.is_empty() { [0, 0] } else { [number(row, 7), number(row, 8)] };
            found.insert(
                (row[0].clone(), year),
                [number(row, 2), player_counts[0], player_counts[1]],
            );
        }
        assert_eq!(found.len(), rows.len());
        if query.is_empty() {
            plain.values_mut().for_each(|row| *row = [row[0], 0, 0]);
        }
        assert_eq!(found, plain, "{query}");
        let json =
            run_on(samples(), &["stats", query, "--by", "opening,year", "--json"]).ends(0).json();
        assert_eq!(json[0]["across"], "year");
        assert_eq!(json[0]["rows"].as_array().unwrap().len(), rows.len());
    }
}

/// 70 games of 2000, of which Black won 56, and 80 of 2010, of which Black won 48. This is Newcombe's first example for
/// the interval of a difference of two rates, so the right interval is known.
fn two_decades() -> Place {
    let place = Place::new();
    let mut games = String::new();
    for (year, games_of, won) in [(2000, 70, 56), (2010, 80, 48)] {
        for number in 0..games_of {
            let result = if number < won { "B+R" } else { "W+R" };
            let second = match (year, number) {
                (2000, 0..40) => "dd",
                (2000, 40..43) => "dc",
                (2010, 0..20) => "dd",
                (2010, 20..60) => "cd",
                _ => "dp",
            };
            games.push_str(&format!("(;DT[{year}]RE[{result}]PB[Anna];B[pd];W[{second}];B[pp])\n"));
        }
    }
    place.write("all.sgf", games);
    place.build();
    place
}

#[test]
fn two_sets_of_games_are_compared() {
    let place = two_decades();
    let folder = place.folder();
    let ask = |arguments: &[&str]| run_on(&folder, arguments).ends(0).json().remove(0);
    let rounded = |value: &Value| (value.as_f64().unwrap() * 1e4).round() / 1e4;
    let interval = |of: &Value| ["difference", "low", "high"].map(|key| rounded(&of[key]));
    let position = [
        "position",
        "Q16",
        "--filter",
        "date:2000",
        "--compare",
        "date:2010",
        "--symmetry",
        "none",
    ];
    let pattern = [
        "pattern",
        "--filter",
        "date:2000",
        "--compare",
        "date:2010",
        "(;AB[pd])",
        "--region",
        "A1-T19",
    ];
    let stats = ["stats", "date:2000", "--by", "result", "--compare", "date:2010"];
    let arguments =
        ["stats", "player:Anna date:2000", "--by", "opponent", "--compare", "black:Anna date:2010"];
    for command in [&position[..], &pattern, &stats, &arguments] {
        let found = ask(&[command, &["--json"]].concat());
        assert_eq!(
            (&found["first"]["games"], &found["second"]["games"]),
            (&70.into(), &80.into()),
            "{command:?}"
        );
        assert_eq!(interval(&found["rate_difference"]), [0.2, 0.0524, 0.3339], "{command:?}");
        assert_eq!(found["common"], 0);
        let sum = |side: &str| -> u64 {
            let rows = found["rows"].as_array().unwrap().iter();
            rows.map(|row| row[side]["games"].as_u64().unwrap()).sum()
        };
        assert_eq!((sum("first"), sum("second")), (70, 80), "{command:?}");
    }
    let found = ask(&[&position[..], &["--json"]].concat());
    let row = |at: &str| {
        let mut rows = found["rows"].as_array().unwrap().iter();
        rows.find(|row| row["value"] == at).unwrap().clone()
    };
    assert_eq!(rounded(&row("D16")["first"]["share"]), 0.5714);
    assert_eq!(rounded(&row("D16")["second"]["rate"]), 1.0);
    // In the first set of games, no game has the move C16, so its share there is 0.
    assert_eq!(row("C16")["first"]["games"], 0);
    assert_eq!(rounded(&row("C16")["share_difference"]["difference"]), -0.5);
    // Three games are too few for a winning rate, so the answer must have none.
    assert_eq!(row("D17")["first"]["rate"], Value::Null);
    assert_eq!(row("D17")["rate_difference"], Value::Null);
    let output = run_on(&folder, &position).ends(0).out;
    let few = output.lines().find(|line| line.starts_with("W D17")).unwrap();
    assert!(few.contains("few") && few.contains("+4.3"), "{output}");
    let rows = csv(&folder, &position);
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row.len() == 34), "{rows:?}");
    let overlap = ask(&["stats", "", "--by", "result", "--compare", "date:2010", "--json"]);
    assert_eq!(overlap["common"], 80);
}

/// Sampled games must be hits of the query and equal for equal seeds, and each game must be drawn about equally often.
#[test]
fn samples_are_uniform() {
    let engine = Engine::open(samples()).unwrap();
    let draw = |games: usize, seed: u64| -> BTreeSet<String> {
        let request = Search { sample: Some(Sample { games, seed }), ..Search::new("kind:go") };
        let mut ids = BTreeSet::new();
        let found = engine.search(&request, &AskOptions::default(), &mut |game| {
            ids.insert(game.id.clone());
            ControlFlow::Continue(())
        });
        let found = found.unwrap().answer;
        assert_eq!(found.shown as usize, ids.len());
        assert_eq!(found.total, Some(39));
        ids
    };
    assert_eq!(draw(5, 7), draw(5, 7));
    assert_ne!(draw(5, 7), draw(5, 8));
    assert!(draw(5, 7).is_subset(&draw(10, 7)));
    assert_eq!(draw(100, 7).len(), 39);
    assert_eq!(draw(0, 7).len(), 0);
    let mut drawn: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..390 {
        draw(10, seed).into_iter().for_each(|id| *drawn.entry(id).or_default() += 1);
    }
    // Each game is expected to be drawn 100 times with a standard deviation of 8.6, so the test allows four deviations.
    assert_eq!(drawn.len(), 39);
    assert!(drawn.values().all(|times| (65..=135).contains(times)), "{drawn:?}");
    let lines =
        run_on(samples(), &["search", "kind:go", "--sample", "4", "--fields", "id"]).ends(0);
    assert_eq!(lines.out.lines().count(), 4);
    assert!(lines.err.contains("4 of 39 games"), "{}", lines.err);
    let written =
        run_on(samples(), &["export", "kind:go", "--sample", "4", "--csv", "-", "--fields", "id"])
            .ends(0);
    assert_eq!(
        written.out.lines().skip(1).collect::<Vec<_>>(),
        lines.out.lines().collect::<Vec<_>>()
    );
    assert!(written.err.contains("drawn from 39"), "{}", written.err);
}

/// Each line of a full export must equal the output of `show --json` for the game.
#[test]
fn fully_exported_games_equal_single_ones() {
    let ids = run_on(samples(), &["search", "", "--fields", "id"]).ends(0).out;
    let one_by_one: String =
        ids.lines().map(|id| run_on(samples(), &["show", "--json", id]).ends(0).out).collect();
    let full = run_on(samples(), &["export", "", "--jsonl", "-", "--full"]).ends(0).out;
    assert_eq!(full, one_by_one);
    let ids: Vec<&str> = ids.lines().collect();
    let named = run_on(samples(), &[&["show", "--json"], ids.as_slice()].concat()).ends(0).out;
    assert_eq!(named, one_by_one);
    let rows = run_on(samples(), &["search", ""]).ends(0).out;
    let read = crate::support::run_with_input(&["show", "--json", "-"], &rows).ends(0).out;
    assert_eq!(read, one_by_one);
    let file = "sample-archive/boards/nine.sgf";
    let mixed = [ids[0], "ffffffffffffffff", file, "none.sgf", ids[1]];
    let run = run_on(samples(), &[&["show", "--json"], &mixed[..]].concat());
    assert_eq!(run.code, Some(2));
    assert_eq!(run.out.lines().count(), 3, "{}", run.out);
    assert_eq!(run.err.lines().count(), 3, "{}", run.err);
    assert!(run.err.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{}", run.err);
    let drawn = run_on(samples(), &["show", ids[0], file]).ends(0).out;
    let separately = [ids[0], file].map(|game| run_on(samples(), &["show", game]).ends(0).out);
    assert_eq!(drawn, separately.join("\n"));
}

#[test]
fn rules_places_annotators_countries_and_winners_are_counted() {
    let place = Place::new();
    for (name, game) in [
        ("a", "RU[Chinese]PC[Tokyo]AN[Anna]RE[B+R]"),
        ("b", "RU[chinese rules]PC[TOKYO]RE[W+R]"),
        ("c", "RU[house rules]PC[Osaka]AN[Anna]RE[B+1.5]"),
        ("d", "RE[0]"),
        ("e", ""),
    ] {
        place.write(&format!("{name}.sgf"), format!("(;{game};B[aa])"));
    }
    place.build();
    let rows = |by: &str, more: &[&str]| {
        let rows = csv(&place.folder(), &[&["stats", "--by", by][..], more].concat());
        let rows = rows.iter().map(|row| row[..2].join(" "));
        rows.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(rows("rules", &[]), "Chinese 2, house rules 1,  2");
    assert_eq!(rows("place", &[]), "TOKYO 2, Osaka 1,  2");
    assert_eq!(rows("place", &["--sort", "name"]), "Osaka 1, TOKYO 2,  2");
    assert_eq!(rows("annotator", &[]), "Anna 2,  3");
    assert_eq!(rows("winner", &[]), "Black 2, White 1, draw 1, unknown 1");
    assert_eq!(rows("country", &[]), " 5");
    place.write("f.sgf", "(;SZ[9]DT[1990];B[aa])");
    place.write("g.sgf", "(;SZ[13]DT[1980];B[aa])");
    place.write("h.sgf", "(;SZ[13]DT[1990];B[aa])");
    place.build();
    assert_eq!(rows("year", &[]), "1980 1, 1990 2,  5");
    assert_eq!(rows("year", &["--sort", "games"]), "1990 2, 1980 1,  5");
    assert_eq!(rows("size", &[]), "19x19 5, 13x13 2, 9x9 1");
    assert_eq!(rows("size", &["--sort", "name"]), "9x9 1, 13x13 2, 19x19 5");
    let error = run_on(&place.folder(), &["stats", "--by", "year", "--sort", "age"]);
    assert_eq!(error.code, Some(2));
    assert!(error.err.contains("order the values by games or by name"), "{}", error.err);
}

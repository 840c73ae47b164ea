//! Win rates with their intervals, in JSON and in tables for programs. The intervals are compared with their
//! definition: a rate at an end of the interval is as many standard deviations from the measured rate as 95 % of all
//! samples are at most.

use crate::support::{Place, Random, run_on, samples, sgf_moves};
use serde_json::Value;

/// Number of standard deviations within which 95 % of a normal distribution lie.
const DEVIATIONS: f64 = 1.959_963_985;

/// Compares a rate and its interval with the numbers of games won and lost.
fn check(object: &Value, won: u64, lost: u64) {
    let decided = (won + lost) as f64;
    if won + lost == 0 {
        assert!(object["rate"].is_null() && object["interval"].is_null(), "{object}");
        return;
    }
    let rate = object["rate"].as_f64().unwrap();
    assert!((rate - won as f64 / decided).abs() < 1e-12, "{object}");
    let ends: Vec<f64> =
        object["interval"].as_array().unwrap().iter().map(|end| end.as_f64().unwrap()).collect();
    assert!(ends.len() == 2 && ends[0] <= rate && rate <= ends[1], "{object}");
    for end in ends.into_iter().filter(|end| *end > 1e-9 && *end < 1.0 - 1e-9) {
        let deviation = (end * (1.0 - end) / decided).sqrt();
        assert!(((end - rate).abs() - DEVIATIONS * deviation).abs() < 1e-6, "{object}");
    }
}

fn number(object: &Value, key: &str) -> u64 {
    object[key].as_u64().unwrap_or_else(|| panic!("{key}: {object}"))
}

fn check_black(object: &Value) {
    check(object, number(object, "black"), number(object, "white"));
}

#[test]
fn answers_have_the_intervals_of_their_rates() {
    let mut met = 0;
    for arguments in [
        vec!["position", "Q16", "D4", "--json"],
        vec!["pattern", "R16 P17 corner 9", "--json"],
        vec!["pattern", "XO/OX", "--json"],
    ] {
        let answer = run_on(samples(), &arguments).json().remove(0);
        check_black(&answer);
        let local = answer["local"].as_array().cloned().unwrap_or_default();
        for row in answer["moves"].as_array().unwrap().iter().chain(&local) {
            check_black(row);
            met += 1;
        }
    }
    for by in ["year", "opening", "komi,decade"] {
        let table = run_on(samples(), &["stats", "--by", by, "--json"]).json().remove(0);
        for row in table["rows"].as_array().unwrap() {
            check_black(row);
            met += 1;
        }
    }
    let arguments = ["stats", "player:\"Lee Changho\"", "--by", "year", "--json"];
    for row in run_on(samples(), &arguments).json()[0]["rows"].as_array().unwrap() {
        check(row, number(row, "won"), number(row, "lost"));
        met += 1;
    }
    assert!(met > 60, "{met}");
}

#[test]
fn rates_are_the_last_columns_of_tables_for_programs() {
    let place = Place::new();
    let mut random = Random::named("win rates", 1);
    for number in 0..30 {
        let result = ["B+R", "W+1.5", "0", "?"][random.below(4)];
        let moves = sgf_moves(random.points(19, 20));
        let text =
            format!("(;SZ[19]PB[Anna]PW[Berta]DT[{}]RE[{result}]{moves})", 1990 + number % 3);
        place.write(&format!("{number}.sgf"), text);
    }
    place.build();
    for (query, own) in [("", &[][..]), ("player:Anna", &["won", "lost", "drawn", "both"][..])] {
        let arguments = |form| vec!["stats", query, "--by", "year", form];
        let rows = run_on(&place.folder(), &arguments("--json")).json().remove(0)["rows"].clone();
        let csv = run_on(&place.folder(), &arguments("--csv")).ends(0).out;
        let tsv = run_on(&place.folder(), &arguments("--csv")[..4]).ends(0).out;
        let counts = ["year", "games", "black", "white", "draws", "unknown"];
        let heading = [&counts[..], own, &["rate", "rate_low", "rate_high"]].concat().join(",");
        assert_eq!(csv.lines().next().unwrap().trim_end(), heading);
        for ((line, tab_line), row) in
            csv.lines().skip(1).zip(tsv.lines()).zip(rows.as_array().unwrap())
        {
            let cells: Vec<&str> = line.trim_end().split(',').collect();
            let tab_cells: Vec<&str> = tab_line.split('\t').collect();
            assert_eq!(tab_cells[0], "year");
            assert_eq!(tab_cells[1..], cells);
            let ends = row["interval"].as_array().unwrap();
            let numbers = [&row["rate"], &ends[0], &ends[1]];
            for (cell, number) in cells[cells.len() - 3..].iter().zip(numbers) {
                let cell: f64 = cell.parse().unwrap();
                assert!((cell - number.as_f64().unwrap()).abs() < 1e-6);
            }
        }
    }
}

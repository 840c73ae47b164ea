//! Output of the command `dups`.

use super::{map, moves, sgf};
use crate::support::{Place, Run, run_on};
use serde_json::{Value, json};

/// A game in three differing copies, a pair of equal copies, and a game without copies.
fn place() -> Place {
    let place = Place::new();
    let game = moves(40, 120);
    let header = "PB[Honinbo Shusaku]PW[Gennan Inseki]";
    let full = format!("{header}DT[1846-09-11]RE[B+2]KM[0]");
    place.write("1/full.sgf", sgf(&full, &game));
    let turned = map(&game, |x, y| (18 - y, x));
    let other = "PB[Shusaku]PW[Inoue Genan]DT[1846-09]RE[W+R]KM[6.5]HA[2]";
    place.write("1/turned.sgf", sgf(other, &turned));
    place.write("2/cut.sgf", sgf(header, &game[..70].to_vec()));
    place.write("2/x.sgf", sgf("PB[Anna]PW[Ben]", &moves(41, 50)));
    place.write("2/y.sgf", sgf("PB[Anna]PW[Ben]RE[B+R]", &moves(41, 50)));
    place.write("2/z.sgf", sgf("PB[Anna]PW[Ben]", &moves(42, 60)));
    place.build();
    place
}

fn dups(place: &Place, arguments: &[&str]) -> Run {
    let arguments: Vec<&str> = ["dups"].iter().chain(arguments).copied().collect();
    run_on(&place.folder(), &arguments)
}

fn values_of<'a>(group: &'a Value, key: &str) -> Vec<&'a Value> {
    group["games"].as_array().unwrap().iter().map(|game| &game[key]).collect()
}

#[test]
fn groups_as_json() {
    let place = place();
    let groups = dups(&place, &["--json"]).ends(1).json();
    let [shusaku, anna] = groups.as_slice() else { panic!("{groups:?}") };
    assert_eq!(
        (&shusaku["v"], &shusaku["group"], &anna["group"]),
        (&json!(1), &json!(1), &json!(2))
    );
    assert_eq!(
        shusaku["conflicts"],
        json!({
            "white": ["Gennan Inseki", "Inoue Genan"],
            "result": ["B+2", "W+R"],
            "komi": ["0", "6.5"],
            "length": ["70", "120"],
        })
    );
    // A date without a day, or a part of the name, is no conflict: the other copy is only more precise.
    assert_eq!(values_of(shusaku, "relation"), ["fullest", "same", "beginning"]);
    assert_eq!(values_of(shusaku, "turned"), [false, true, false]);
    assert_eq!(values_of(shusaku, "differences"), [0, 0, 0]);
    let path = |name: &str| json!(place.games().join(name).to_str().unwrap());
    assert_eq!(
        values_of(shusaku, "path"),
        [&path("1/full.sgf"), &path("1/turned.sgf"), &path("2/cut.sgf")]
    );
    assert_eq!(anna["conflicts"], json!({}));
    // The record with a result is the fuller one and must come first.
    assert_eq!(values_of(anna, "path"), [&path("2/y.sgf"), &path("2/x.sgf")]);
}

#[test]
fn columns_in_a_pipe() {
    let place = place();
    let run = dups(&place, &[]).ends(1);
    let rows: Vec<Vec<&str>> = run.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 5);
    assert!(rows.iter().all(|row| row.len() == 22), "{rows:?}");
    assert_eq!(rows[1][..5], ["1", "same", "0", "turned", "white,result,komi,length"]);
    assert_eq!(rows[2][..4], ["1", "beginning", "0", ""]);
    assert_eq!(rows[4][..5], ["2", "same", "0", "", ""]);
    // After the columns about the group of copies, a row must have the columns of `search`.
    let found = run_on(&place.folder(), &["search", "file:y.sgf"]).ends(0).out;
    assert_eq!(found.trim_end(), rows[3][5..].join("\t"));
}

#[test]
fn queries_limits_and_exit_codes() {
    let place = place();
    let lines = |arguments: &[&str], code| dups(&place, arguments).ends(code).out.lines().count();
    assert_eq!(dups(&place, &["-c"]).ends(1).out, "2\t5\n");
    assert_eq!(lines(&["--limit", "1"], 1), 3);
    assert_eq!(lines(&["--limit", "0"], 1), 5);
    // All copies of a game must be listed if one of them matches.
    assert_eq!(lines(&["player:Anna"], 1), 2);
    assert_eq!(lines(&["player:Anna result:B+R"], 1), 2);
    assert_eq!(lines(&["file:cut"], 1), 3);
    assert_eq!(lines(&["kind:go", "-player:Anna"], 1), 3);
    assert_eq!(lines(&["file:z.sgf"], 0), 0);
    assert_eq!(dups(&place, &["file:z.sgf", "-c"]).ends(0).out, "0\t0\n");
    assert!(dups(&place, &["plyer:Anna"]).fails().contains("did you mean `player`"));
    // A copy that ends earlier is no exact copy.
    let exact = dups(&place, &["--exact", "--json"]).ends(1).json();
    assert_eq!(
        exact.iter().map(|group| values_of(group, "path").len()).collect::<Vec<_>>(),
        [2, 2]
    );
    let sorted = dups(&place, &["sort:black", "--json"]).ends(1).json();
    assert_eq!(values_of(&sorted[0], "black")[0], "Anna");
}

#[test]
fn is_dup_is_a_clause_like_others() {
    let place = place();
    let count = |query: &str| run_on(&place.folder(), &["search", query, "-c"]).out;
    assert_eq!(count("is:dup"), "5\n");
    assert_eq!(count("is:DUP player:Anna"), "2\n");
    assert_eq!(count("-is:dup"), "1\n");
    assert_eq!(count("is:dup OR file:z"), "6\n");
    let error = run_on(&place.folder(), &["search", "is:duplicate"]).fails();
    assert!(error.contains("write is:dup"), "{error}");
}

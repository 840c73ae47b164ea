//! The command `novelty`, and who played a position first: their outputs and errors.

use crate::support::{Place, build_with, run_on};
use kifu_index::index::build::Options;
use serde_json::Value;

/// Three games that begin alike, of different days; the last one is of the day of the one before.
const GAMES: [(&str, &str); 4] = [
    ("first", "(;SZ[9]DT[1990-01-01]PB[Anna]PW[Ben]RE[B+R];B[ee];W[cc])"),
    ("second", "(;SZ[9]DT[1991]PB[Carla]PW[Dora]RE[W+R];B[ee];W[gg];B[cg])"),
    ("third", "(;SZ[9]DT[1992-05-05]PB[Ben]PW[Anna]RE[W+2.5];B[ee];W[cc];B[cg];W[gc])"),
    ("fourth", "(;SZ[9]DT[1992-05-05]PB[Anna]PW[Carla]RE[B+R];B[ee];W[gg];B[gc];W[cc])"),
];

fn place() -> Place {
    let place = Place::new();
    for (name, text) in GAMES {
        place.write(&format!("{name}.sgf"), text);
    }
    build_with(&place.folder(), &[place.games()], &Options::default());
    place
}

fn json(place: &Place, arguments: &[&str]) -> Vec<Value> {
    run_on(&place.folder(), &[arguments, &["--json"]].concat()).ends(0).json()
}

#[test]
fn novelties_of_games_files_and_queries() {
    let place = place();
    let file = |name: &str| place.games().join(name).to_str().unwrap().to_owned();
    let first = json(&place, &["novelty", &file("first.sgf")]).remove(0);
    assert_eq!(
        (&first["novelty_ply"], &first["at"], &first["color"]),
        (&1.into(), &"E5".into(), &"B".into())
    );
    // The file is a copy of the game in the index, so the other three follow.
    assert_eq!((&first["followers"], &first["fared"]["won"]), (&3.into(), &1.into()));
    let rows = json(&place, &["novelty", "player:Anna"]);
    let plies: Vec<&Value> = rows.iter().map(|row| &row["novelty_ply"]).collect();
    assert_eq!(plies.len(), 3);
    let ids: Vec<&str> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    for (id, row) in ids.iter().zip(&rows) {
        let one = json(&place, &["novelty", id]).remove(0);
        for key in ["novelty_ply", "followers", "trendsetter", "dated", "date", "black"] {
            assert_eq!(one[key], row[key], "{key}");
        }
    }
    // The second game is the first with its third move. The third and the fourth game have that position in other
    // orientations, so they leave the older games with their fourth moves.
    let of = |name: &str| json(&place, &["novelty", &file(name)]).remove(0);
    let plies =
        ["second.sgf", "third.sgf", "fourth.sgf"].map(|name| of(name)["novelty_ply"].clone());
    assert_eq!(plies, [3, 4, 4]);
    assert_eq!(of("third.sgf")["furthest"]["games"][0]["black"], "Carla");
    assert_eq!(of("second.sgf")["followers"], 2);
    // Several games, also from standard input, are printed one after the other.
    assert_eq!(json(&place, &["novelty", ids[0], ids[1]]).len(), 2);
    let columns = ["search", "--fields", "novelty_ply,followers", "novelty>=3", "sort:date"];
    let table = run_on(&place.folder(), &columns).ends(0).out;
    assert_eq!(table.lines().count(), 3, "{table}");
    let text = run_on(&place.folder(), &["novelty", ids[0]]).ends(0).out;
    assert!(text.contains("is new: ") && text.contains("Went furthest along"), "{text}");
    let text = run_on(&place.folder(), &["novelty", "date:1992"]).ends(0).out;
    assert!(text.contains("followers") && text.lines().count() == 3, "{text}");
    run_on(&place.folder(), &["novelty", "player:Nobody"]).ends(1);
    run_on(&place.folder(), &["novelty", "none.sgf"]).ends(2);
    run_on(&place.folder(), &["novelty", "0000000000000000"]).ends(2);
    run_on(&place.folder(), &["search", "novelty<x"]).ends(2);
}

#[test]
fn a_game_without_a_date_has_no_novelty() {
    let place = place();
    let file = place.write("undated.sgf", "(;SZ[9];B[ee];W[hh])");
    let answer = json(&place, &["novelty", file.to_str().unwrap()]).remove(0);
    assert_eq!((&answer["novelty_ply"], &answer["dated"]), (&Value::Null, &false.into()));
    let text = run_on(&place.folder(), &["novelty", file.to_str().unwrap()]).ends(0).out;
    assert!(text.contains("no date"), "{text}");
}

#[test]
fn who_played_it_first() {
    let place = place();
    let found = json(&place, &["position", "--size", "9", "E5", "--first-by", "player"]).remove(0);
    assert_eq!((&found["total"], &found["first"]["player"]), (&4.into(), &"Anna".into()));
    let players: Vec<&str> = { found["players"].as_array().unwrap().iter() }
        .map(|row| row["player"].as_str().unwrap())
        .collect();
    assert_eq!(players, ["Anna", "Carla", "Ben"]);
    assert_eq!(
        found["years"][0],
        serde_json::json!({"year": 1990, "games": 1, "of": 1, "black": 1, "white": 0})
    );
    let text = run_on(
        &place.folder(),
        &["position", "--size", "9", "E5", "--first-by", "player", "-n", "2"],
    );
    let text = text.ends(0).out;
    assert!(text.contains("First played by Anna, 1990-01-01") && text.contains("1990s"), "{text}");
    assert!(text.contains("2 of 3 players"), "{text}");
    run_on(&place.folder(), &["position", "--size", "9", "A1", "--first-by", "player"]).ends(1);
}

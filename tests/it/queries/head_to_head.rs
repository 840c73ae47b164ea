//! Two players head to head, compared with a plain count of the games as they were written.

use crate::support::{Place, Random, run_on, sgf_moves};
use serde_json::Value;
use std::collections::BTreeMap;

/// Games, won, lost, drawn and unknown, by the first player.
type Results = [u64; 5];

/// The expected numbers of two players: in all games, by colour, year, event and round. A game without a value has an
/// empty one.
#[derive(Default, Debug, PartialEq)]
struct Expected {
    tables: BTreeMap<(&'static str, String), Results>,
    /// Points of the first player in rated games.
    rated: (u64, f64),
}

/// Writes random games of six players, and counts those of `Anna Berg` against `Carl Dorn`.
fn write_games(place: &Place) -> Expected {
    const NAMES: [&str; 6] =
        ["Anna Berg", "Carl Dorn", "Anna Dorn", "Eve Falk", "Gil Hart", "Ida Jung"];
    let mut random = Random::named("head to head", 1);
    let mut expected = Expected::default();
    for number in 0..300 {
        let (black, white) = (random.below(6), random.below(5));
        let white = if white < black { white } else { white + 1 };
        let year = 1990 + random.below(5);
        let event = ["", "EV[Spring Cup]", "EV[Autumn Cup]"][random.below(3)];
        let round = ["", "RO[final]", "RO[round 2]"][random.below(3)];
        let (result, winner) = [
            ("RE[B+R]", Some(Some(black))),
            ("RE[W+2.5]", Some(Some(white))),
            ("RE[0]", Some(None)),
            ("", None),
        ][random.below(4)];
        let moves = sgf_moves(random.points(19, 40));
        let head = format!("SZ[19]KM[6.5]PB[{}]PW[{}]", NAMES[black], NAMES[white]);
        let text = format!("(;{head}DT[{year}-03-04]{event}{round}{result}{moves})");
        place.write(&format!("{number}.sgf"), text.clone());
        if random.one_in(6) {
            // A copy counts as the same game.
            place.write(&format!("copies/{number}.sgf"), text);
        }
        let colour = match (black, white) {
            (0, 1) => "B",
            (1, 0) => "W",
            _ => continue,
        };
        let value = |text: &str| text.get(3..text.len().max(4) - 1).unwrap_or_default().to_owned();
        let column = match winner {
            Some(Some(0)) => 1,
            Some(Some(_)) => 2,
            Some(None) => 3,
            None => 4,
        };
        for key in [
            ("all", String::new()),
            ("colour", colour.to_owned()),
            ("year", year.to_string()),
            ("event", value(event)),
            ("round", value(round)),
        ] {
            let results = expected.tables.entry(key).or_default();
            results[0] += 1;
            results[column] += 1;
        }
        if column < 4 {
            expected.rated.0 += 1;
            expected.rated.1 += [1.0, 0.0, 0.5][column - 1];
        }
    }
    expected
}

fn results(row: &Value) -> Results {
    let games = row["games"].as_u64().unwrap();
    let [won, lost, drawn] = ["won", "lost", "drawn"].map(|key| row[key].as_u64().unwrap());
    [games, won, lost, drawn, games - won - lost - drawn]
}

fn counted(answer: &Value) -> BTreeMap<(&'static str, String), Results> {
    let head =
        [("all", "", answer), ("colour", "B", &answer["black"]), ("colour", "W", &answer["white"])];
    let mut all: BTreeMap<_, _> =
        head.map(|(name, value, row)| ((name, value.to_owned()), results(row))).into();
    for (name, key, value) in
        [("year", "years", "value"), ("event", "events", "value"), ("round", "rounds", "round")]
    {
        for row in answer[key].as_array().unwrap() {
            let value = row[value].as_str().unwrap_or_default().to_owned();
            assert!(all.insert((name, value), results(row)).is_none(), "{row}");
        }
    }
    all
}

#[test]
fn two_players_have_the_numbers_of_their_games() {
    let place = Place::new();
    let expected = write_games(&place);
    place.build();
    let print = |first: &str, second: &str, more: &[&str]| {
        let arguments = [&["players", first, "--vs", second, "--json"], more].concat();
        run_on(&place.folder(), &arguments).json().remove(0)
    };
    let answer = print("Anna Berg", "Carl Dorn", &["--strength"]);
    assert_eq!(counted(&answer), expected.tables);
    assert_eq!(answer["total"], expected.tables[&("all", String::new())][0]);
    let score = &answer["expected"];
    assert_eq!((score["games"].as_u64(), score["score"].as_f64()), {
        let (games, points) = expected.rated;
        (Some(games), Some(points))
    });
    let points = score["expected"].as_f64().unwrap();
    assert!(points > 0.0 && points < expected.rated.0 as f64, "{score}");
    // Words that only one name has are enough, and the other player's results are the mirror image.
    let mirrored = print("Carl", "Berg", &["--strength"]);
    assert_eq!(mirrored["players"], serde_json::json!(["Carl Dorn", "Anna Berg"]));
    let [games, won, lost, drawn, unknown] = results(&answer);
    assert_eq!(results(&mirrored), [games, lost, won, drawn, unknown]);
    let other = mirrored["expected"]["expected"].as_f64().unwrap();
    assert!((points + other - expected.rated.0 as f64).abs() < 0.011, "{points} {other}");
    // The query of the answer finds its games, and a table by colour of `player:A vs:B` has the same numbers.
    let query = format!("{} unique:yes", answer["query"].as_str().unwrap());
    assert_eq!(run_on(&place.folder(), &["search", &query, "--json"]).json().len() as u64, games);
    let pair = "player:\"Anna Berg\" vs:\"Carl Dorn\" unique:yes";
    let tables = run_on(&place.folder(), &["stats", pair, "--by", "colour", "--json"]).json();
    assert_eq!(tables[0]["player"], "Anna Berg");
    for row in tables[0]["rows"].as_array().unwrap() {
        let colour = row["value"].as_str().unwrap()[..1].to_uppercase();
        assert_eq!(results(row), expected.tables[&("colour", colour)], "{row}");
    }
}

#[test]
fn names_of_several_players_or_of_none_are_refused() {
    let place = Place::new();
    write_games(&place);
    place.build();
    for (first, second, message) in [
        ("Anna", "Carl Dorn", "several players match `Anna`"),
        ("Anna Berg", "Dorn", "several players match `Dorn`"),
        ("Anna Berg", "Nobody", "no player is called `Nobody`"),
        ("Anna Berg", "Berg", "both names are the same player: `Anna Berg`"),
    ] {
        let ran = run_on(&place.folder(), &["players", first, "--vs", second]);
        let error = ran.fails();
        assert!(error.contains(message), "{first} {second}: {error}");
    }
}

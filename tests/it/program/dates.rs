//! Dates that are known only roughly: how each command prints them, and in which years and decades they count.

use crate::program::output::rows_of_csv;
use crate::support::{Place, Run, run_on};
use serde_json::Value;

/// Dates of the test games. Each game is in a file of its own, whose name is its date's index in this list.
const DATES: [&str; 9] = [
    "ca. 1665",
    "c. 1810",
    "19th century",
    "1660s",
    "1959 or 1960",
    "1662-05-06",
    "1881-10-02,1882-01-04",
    "2019-02-31",
    "弘化3年",
];

fn place() -> Place {
    let place = Place::new();
    for (number, date) in DATES.iter().enumerate() {
        place.write(
            &format!("{number}.sgf"),
            format!("(;SZ[9]PB[a{number}]PW[b]DT[{date}];B[ee];W[dd])"),
        );
    }
    place.build();
    place
}

fn run(place: &Place, arguments: &[&str]) -> Run {
    run_on(&place.folder(), arguments).ends(0)
}

#[test]
fn every_command_shows_rough_dates() {
    let place = place();
    let csv = run(
        &place,
        &["search", "", "--csv", "--fields", "black,date,year,date_text,date_from,date_to"],
    )
    .out;
    let mut rows = rows_of_csv(&csv);
    rows.sort();
    let rows: Vec<String> = rows.iter().map(|row| row.join("|")).collect();
    assert_eq!(
        rows,
        [
            "a0|c. 1665||c. 1665|1660-01-01|1670-12-31",
            "a1|c. 1810||c. 1810|1805-01-01|1815-12-31",
            "a2|19th century||19th century|1801-01-01|1900-12-31",
            "a3|1660s||1660s|1660-01-01|1669-12-31",
            "a4|1959 or 1960||1959 or 1960|1959-01-01|1960-12-31",
            "a5|1662-05-06|1662||1662-05-06|1662-05-06",
            "a6|1881-10-02|1881||1881-10-02|1882-01-04",
            "a7|2019-02|2019||2019-02-01|2019-02-28",
            "a8|1846|1846||1846-01-01|1847-02-28",
            "black|date|year|date_text|date_from|date_to",
        ]
    );
    let json = run(&place, &["search", "black:a0", "--json"]).json();
    assert_eq!(
        (&json[0]["date"], &json[0]["date_text"]),
        (&Value::from("1660"), &Value::from("c. 1665"))
    );
    let list = run(&place, &["search", "black:a2"]).out;
    assert!(list.contains("19th century") && !list.contains("1801"), "{list}");
    let path = place.games().join("0.sgf");
    let output = run(&place, &["show", path.to_str().unwrap()]).out;
    assert!(output.contains("c. 1665") && !output.contains("1660"), "{output}");
}

#[test]
fn tables_count_games_in_their_known_year() {
    let place = place();
    let table = |by: &str| {
        let rows = rows_of_csv(&run(&place, &["stats", "", "--by", by, "--csv"]).out);
        let rows = rows.iter().skip(1).map(|row| format!("{} {}", row[0], row[1]));
        rows.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(table("year"), "1662 1, 1846 1, 1881 1, 2019 1,  5");
    // A date known by its decade counts in each year of the decade.
    assert_eq!(table("decade"), "1660s 2, 1840s 1, 1880s 1, 2010s 1,  4");
    // A query for a date must find all games whose date may overlap with it.
    for (query, games) in [
        ("year:1662", 3),
        ("date:1812", 2),
        ("has:date", 9),
        ("has:year", 4),
        ("year>=1660 -year>=1663 has:year", 1),
        ("year>=1660 -year>=1663", 3),
    ] {
        let count = run(&place, &["search", query, "--count"]).out;
        assert_eq!(count.trim(), games.to_string(), "{query}");
    }
}

#[test]
fn first_and_last_years_are_known_ones() {
    let place = place();
    let players = run(&place, &["players", "", "--json"]).json();
    let of = |name: &str| {
        let is_it = |row: &&Value| row["player"] == name;
        let row = players.iter().find(is_it).unwrap();
        (row["first_year"].clone(), row["last_year"].clone())
    };
    assert_eq!(of("a0"), (Value::Null, Value::Null));
    assert_eq!(of("b"), (Value::from(1662), Value::from(2019)));
}

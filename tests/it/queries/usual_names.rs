//! Columns `black_person` and `white_person`: they must have one name for all spellings of a person, the name that
//! `players` shows.

use crate::support::{Place, count, open, program, run_on, samples, search_rows, temporary_folder};
use kifu_index::engine::request::{FindPlayers, RowDetails, Search};
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::knowledge::aliases::Aliases;
use serde_json::Value;
use std::path::Path;

fn place(games: &[&str]) -> Place {
    let place = Place::new();
    for (game, number) in games.iter().zip(0..) {
        place.write(&format!("{number}.sgf"), format!("(;{game};B[aa])"));
    }
    place.build();
    place
}

/// Names of the persons in all games, Black and White, in the order of the files.
fn persons(engine: &Engine, query: &str) -> Vec<(Option<String>, Option<String>)> {
    let search = Search {
        details: RowDetails { persons: true, ..RowDetails::default() },
        ..Search::new(query)
    };
    let mut rows = search_rows(engine, &search).0;
    rows.sort_by(|a, b| a.path.cmp(&b.path));
    let facts = rows.into_iter().map(|row| row.facts.unwrap());
    facts.map(|facts| (facts.black, facts.white)).collect()
}

/// Names that `players` lists for some words.
fn listed_names(engine: &Engine, name: &str) -> Vec<String> {
    let request = FindPlayers { name: name.to_owned(), ..FindPlayers::default() };
    let reply = engine.answer(&request, &AskOptions::default()).unwrap();
    let rows = reply.answer.players.into_iter();
    rows.map(|row| row.player).collect()
}

const GAMES: [&str; 6] = [
    "PB[KozhinMikhail]PW[Anna Berg]",
    "PB[Anna-Berg & Zoe]PW[Kozhin Mikhail 3d]",
    "PB[kozhin mikhail]PW[이세돌]",
    "PB[Kozhin Mikhail]PW[Mikhail Kozhin]",
    "PB[Yi Se-tol]",
    "PW[Kozhin & Mikhail]",
];

#[test]
fn all_spellings_have_the_name_that_players_shows() {
    let place = place(&GAMES);
    let engine = place.engine();
    assert_eq!(listed_names(&engine, "Kozhin Mikhail")[0], "Kozhin Mikhail");
    // If two spellings are equally frequent, the list and the columns must both show the first one.
    assert_eq!(listed_names(&engine, "Berg"), ["Anna Berg"]);
    let persons = persons(&engine, "");
    let persons: Vec<[&str; 2]> = persons
        .iter()
        .map(|(black, white)| [black, white].map(|name| name.as_deref().unwrap_or("-")))
        .collect();
    // A person in the program's table has the table's name. An unknown name with its words in another order is another
    // person.
    let expected = [
        ["Kozhin Mikhail", "Anna Berg"],
        ["Anna Berg", "Kozhin Mikhail"],
        ["Kozhin Mikhail", "Lee Sedol"],
        ["Kozhin Mikhail", "Mikhail Kozhin"],
        ["Lee Sedol", "-"],
        ["-", "Kozhin"],
    ];
    assert_eq!(persons, expected);
    for (query, games) in [
        ("black:\"Kozhin Mikhail\"", 3),
        ("white:\"Kozhin Mikhail\"", 2),
        ("player:\"Kozhin Mikhail\"", 4),
        ("player:\"Anna Berg\"", 2),
    ] {
        assert!(count(&engine, query) >= games, "{query}");
    }
    // The name must not depend on which games the query finds.
    let filtered = self::persons(&engine, "black=KozhinMikhail");
    assert_eq!(filtered[0].0.as_deref(), Some("Kozhin Mikhail"));
}

#[test]
fn persons_are_named_only_if_requested() {
    let place = place(&GAMES);
    let search = Search {
        details: RowDetails { facts: true, ..RowDetails::default() },
        ..Search::default()
    };
    let (rows, _) = search_rows(&place.engine(), &search);
    let facts = rows.iter().map(|row| row.facts.as_ref().unwrap());
    assert!(facts.into_iter().all(|facts| facts.black.is_none() && facts.white.is_none()));
}

/// Black's persons in lines of JSON.
fn names_of_lines(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let lines = run_on(folder, arguments).ends(0).json();
    let name = |line: Value| line["black_person"].as_str().unwrap_or("").to_owned();
    let mut names: Vec<String> = lines.into_iter().map(name).collect();
    names.sort();
    names
}

#[test]
fn searches_and_exports_give_equal_names() {
    let place = place(&GAMES);
    let folder = place.folder();
    let fields = "black_person,id";
    let mut expected: Vec<String> = persons(&place.engine(), "")
        .into_iter()
        .map(|(black, _)| black.unwrap_or_default())
        .collect();
    expected.sort();
    for command in [
        &["search", "", "--json", "--fields", fields][..],
        &["export", "", "--jsonl", "-", "--fields", fields],
    ] {
        assert_eq!(names_of_lines(&folder, command), expected, "{command:?}");
    }
    let csv = ["export", "", "--csv", "-", "--fields", fields];
    let csv = run_on(&folder, &csv).ends(0).out;
    let names = csv.lines().skip(1).filter_map(|line| line.split(',').next());
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.sort();
    assert_eq!(names, expected);
}

/// Indexes that are searched as one must use the spelling that is most frequent in all of them together.
#[test]
fn several_folders_are_counted_together() {
    let one = place(&["PB[KozhinMikhail]", "PB[KozhinMikhail]"]);
    let other =
        place(&["PB[Kozhin Mikhail]PW[a]", "PB[Kozhin Mikhail]PW[b]", "PB[Kozhin Mikhail]"]);
    let folder = temporary_folder();
    let joined = folder.path().join("index");
    let [one, other] = [one.folder(), other.folder()].map(|path| path.to_str().unwrap().to_owned());
    run_on(&joined, &["merge", &one, &other, "-o", joined.to_str().unwrap()]).ends(0);
    let joined_persons = persons(&open(&joined), "");
    assert_eq!(joined_persons.len(), 5);
    assert!(joined_persons.iter().all(|(black, _)| black.as_deref() == Some("Kozhin Mikhail")));
    let mut together = program(Path::new(""));
    together.env_remove("KIFU_INDEX").args(["--index", &one, "--index", &other]);
    together.args(["search", "", "--json", "--fields", "black_person"]);
    let output = String::from_utf8(together.output().unwrap().stdout).unwrap();
    assert_eq!(output.matches("\"Kozhin Mikhail\"").count(), 5, "{output}");
}

/// Persons of the sample archive who are not in the table have the name that `players` lists.
#[test]
fn names_of_the_sample_archive_are_those_of_players() {
    let engine = open(samples());
    let aliases = Aliases::default();
    let finder = aliases.finder();
    let persons = persons(&engine, "");
    let names = persons.iter().flat_map(|(black, white)| [black, white]);
    let unknown = names.flatten().filter(|name| finder.person(name).is_none());
    let mut met = 0;
    for name in unknown {
        let request = FindPlayers { name: name.clone(), whole: true, ..FindPlayers::default() };
        let reply = engine.answer(&request, &AskOptions::default()).unwrap();
        for row in reply.answer.players {
            assert_eq!(row.player, *name);
            met += 1;
        }
    }
    assert!(met > 10, "{met}");
}

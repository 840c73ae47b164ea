//! Reports about players, positions and joseki, and for preparation: as files, in all languages, with the numbers of
//! the games as they were written.

use crate::support::{Place, Random, run_on, sgf_moves};
use std::collections::BTreeMap;

const NAMES: [&str; 3] = ["Anna Berg", "Carl Dorn", "Eve <b>Falk</b>"];

/// The games of a test.
#[derive(Default)]
struct Written {
    /// For each player and colour, the numbers of games, of those won, and of those lost.
    results: BTreeMap<(usize, usize), [u64; 3]>,
    /// Number of games in which White's first stone stands diagonally opposite Black's.
    diagonal: u64,
}

/// Writes games with one of two openings.
fn write_games(place: &Place) -> Written {
    let mut random = Random::named("reports", 1);
    let mut written = Written::default();
    for number in 0..60 {
        let (black, white) = [(0, 1), (1, 0), (0, 2), (2, 1)][random.below(4)];
        let winner = random.below(2);
        let year = 1990 + random.below(20);
        let number_of_opening = random.below(2);
        written.diagonal += u64::from(number_of_opening == 0);
        let openings = [";B[pd];W[dp];B[pp];W[dd]", ";B[pd];W[dd];B[pq];W[dp]"];
        let opening = openings[number_of_opening];
        let rest = sgf_moves(random.points(19, 60));
        let text = format!(
            "(;SZ[19]PB[{}]PW[{}]BR[5d]WR[9p]DT[{year}-02-03]RE[{}+R]C[A comment | with *signs*]{opening}{rest})",
            NAMES[black],
            NAMES[white],
            ["B", "W"][winner]
        );
        place.write(&format!("{number}.sgf"), text);
        for (player, color) in [(black, 0), (white, 1)] {
            let results = written.results.entry((player, color)).or_default();
            results[0] += 1;
            results[1 + usize::from(winner != color)] += 1;
        }
    }
    written
}

/// Rows of the first table below a heading of a Markdown report.
fn table(report: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, section) = report.split_once(&format!("\n## {heading}\n")).unwrap();
    let lines = section.lines().skip_while(|line| !line.starts_with('|'));
    let rows = lines.take_while(|line| line.starts_with('|')).skip(2);
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()
    };
    rows.map(cells).collect()
}

#[test]
fn the_report_of_a_player_has_the_numbers_of_the_games() {
    let place = Place::new();
    let counted = write_games(&place).results;
    place.build();
    let run = run_on(&place.folder(), &["report", "--player", "Anna"]).ends(0);
    let rows = table(&run.out, "Results");
    let of = |color| counted[&(0, color)].map(|number: u64| number.to_string());
    for (row, color) in [(1, 0), (2, 1)] {
        assert_eq!(rows[row][1..4], of(color), "{rows:?}");
    }
    let all: Vec<u64> = (0..3).map(|at| counted[&(0, 0)][at] + counted[&(0, 1)][at]).collect();
    assert_eq!(rows[0][1..4], all.iter().map(u64::to_string).collect::<Vec<_>>());
    let years = table(&run.out, "Years and ranks");
    let sum: u64 = years.iter().map(|row| row[2].parse::<u64>().unwrap()).sum();
    assert_eq!(sum, all[0], "{years:?}");
    let ranks = table(&run.out, "Results by the opponent’s rank");
    let expected = [("1p-9p", counted[&(0, 0)][0]), ("4d-6d", counted[&(0, 1)][0])];
    for (row, (band, games)) in ranks.iter().zip(expected) {
        assert_eq!((row[0].as_str(), row[1].as_str()), (band, games.to_string().as_str()));
    }
    for heading in
        ["Typical games", "Last games", "Moves in corners by the player and by the opponents"]
    {
        assert!(run.out.contains(&format!("\n## {heading}\n")), "{heading}: {}", run.out);
    }
}

#[test]
fn reports_are_written_as_pages_that_load_nothing() {
    let place = Place::new();
    write_games(&place);
    place.build();
    let file = place.folder().with_file_name("report.html");
    let path = file.to_str().unwrap();
    let reports: [&[&str]; 4] = [
        &["report", "--player", "Falk"],
        &["report", "--position", "Q16 D4"],
        &["report", "--joseki", "Q16"],
        &["prepare", "Anna Berg", "Carl Dorn"],
    ];
    for arguments in reports {
        for lang in ["en", "ja", "ko", "zh-Hans", "zh-Hant"] {
            let more = ["-o", path, "--lang", lang, "--force"];
            run_on(&place.folder(), &[arguments, &more].concat()).ends(0);
            let page = std::fs::read_to_string(&file).unwrap();
            assert!(page.starts_with("<!DOCTYPE html><html lang=\""), "{page}");
            assert!(
                page.contains(&format!("<html lang=\"{lang}\">")) && page.contains("<svg"),
                "{page}"
            );
            for part in ["<script", "src=", "href=", "url(", "<b>Falk", "report-"] {
                assert!(!page.contains(part), "{arguments:?} {lang}: {part} in {page}");
            }
        }
    }
    // A file is replaced only on request, and only names that say the form are taken.
    let error = run_on(&place.folder(), &["report", "--player", "Falk", "-o", path]).fails();
    assert!(error.contains("exists already") && error.contains("--force"), "{error}");
    let error =
        run_on(&place.folder(), &["report", "--player", "Falk", "-o", "report.txt"]).fails();
    assert!(error.contains(".html or .md"), "{error}");
    let error = run_on(&place.folder(), &["report", "--player", "Nobody"]).fails();
    assert!(error.contains("no player is called `Nobody`"), "{error}");
}

#[test]
fn a_position_and_a_preparation_say_what_is_played() {
    let place = Place::new();
    let written = write_games(&place);
    let diagonal = written.diagonal;
    place.build();
    let run = run_on(&place.folder(), &["report", "--position", "Q16 D4"]).ends(0);
    assert!(run.out.contains(&format!("\n{diagonal} games have it")), "{}", run.out);
    assert!(run.out.contains("A comment \\| with \\*signs\\*") || !run.out.contains("## Comments"));
    let games: u64 =
        table(&run.out, "Continuations").iter().map(|row| row[1].parse::<u64>().unwrap()).sum();
    assert_eq!(games, diagonal);
    let run = run_on(&place.folder(), &["prepare", "Anna Berg", "Carl Dorn"]).ends(0);
    let lines = table(&run.out, "Where both meet: Anna Berg as Black, Carl Dorn as White");
    assert!(!lines.is_empty(), "{}", run.out);
    // No line can have more games than the player has with this colour.
    let games = [written.results[&(0, 0)][0], written.results[&(1, 1)][0]];
    for row in &lines {
        for (cell, all) in row[2..4].iter().zip(games) {
            let number: u64 = cell.parse().unwrap();
            assert!((1..=all).contains(&number), "{row:?} {games:?}");
        }
    }
    // Nobody knows who `me` is.
    let error = run_on(&place.folder(), &["prepare", "me", "Carl Dorn"]).fails();
    assert!(error.contains("aliases.tsv"), "{error}");
}

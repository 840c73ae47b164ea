//! Patterns of a part of the board, compared with brute force ([`drawn`](crate::properties::drawn)).

use crate::properties::drawn::{KINDS, Kind, Oracle};
use crate::support::random_games::{read_loose, write_games};
use crate::support::{Place, Random, build_with, hits, rounds};
use kifu_index::game::{Color, GameKind};
use kifu_index::index::build::Options;

fn oracle() -> (Place, Oracle) {
    let place = Place::new();
    write_games(&place);
    for name in ["boxes.zip", "club.zip"] {
        std::fs::remove_file(place.games().join("collections").join(name)).unwrap();
    }
    // The tests must cover all states of an index, so it gets several segments with deleted games, and a segment that
    // results from a merge.
    let build = || build_with(&place.folder(), &[place.games()], &Options::default());
    build();
    for name in ["made/3.sgf", "made/8.sgf", "again/5.sgf", "again/6.sgf"] {
        let text = std::fs::read_to_string(place.games().join(name)).unwrap();
        place.write(name, format!("{text} "));
        place.write(&format!("more/{name}"), text);
        build();
    }
    std::fs::remove_file(place.games().join("made/8.sgf")).unwrap();
    build();
    let oracle = Oracle::new(read_loose(&place), place.engine());
    (place, oracle)
}

/// Compares random patterns of every kind with brute force. Returns the number of patterns, of hits on main lines, and
/// of hits in variations.
fn compare_random(seed: u64, of_each: usize) -> (usize, usize, usize) {
    let (_place, mut oracle) = oracle();
    let mut random = Random(seed);
    for kind in KINDS {
        let mut left = of_each;
        while left > 0 {
            let Some((drawn, game)) = oracle.draw(kind, &mut random) else {
                continue;
            };
            let symmetric = !random.chance(15);
            let any_colors = random.chance(25);
            oracle.compare(&drawn, game, symmetric, any_colors);
            left -= 1;
        }
    }
    (oracle.compared, oracle.hits - oracle.side_hits, oracle.side_hits)
}

#[test]
fn random_patterns_equal_brute_force() {
    let of_each = rounds(11, 66);
    let (compared, main, side) = compare_random(7, of_each);
    assert_eq!(compared, 7 * of_each);
    assert!(main > 500 && side > 10, "{main} {side}");
}

#[test]
fn more_random_patterns_equal_brute_force() {
    let of_each = rounds(11, 66);
    let (compared, main, side) = compare_random(1_954, of_each);
    assert_eq!(compared, 7 * of_each);
    assert!(main > 500 && side > 10, "{main} {side}");
}

#[test]
fn a_game_counts_at_the_first_position_that_meets_the_conditions() {
    let (_place, oracle) = oracle();
    let mut random = Random(16);
    let (mut compared, mut found, mut all) = (0, 0, 0);
    while compared < rounds(20, 120) {
        let drawn = oracle.draw(Kind::Floating, &mut random);
        let Some((drawn, GameKind::Go)) = drawn else {
            continue;
        };
        if drawn.text().len() < 5 {
            continue;
        }
        let from = random.below(30) as u32;
        let range = from..from + 1 + random.below(60) as u32;
        let color = [Color::Black, Color::White][random.below(2)];
        let pattern = format!("pattern:\"{}\"", drawn.text());
        let conditions =
            format!("tomove:{} move:{}..{}", color.letter(), range.start, range.end - 1);
        let hits = |query: &str| hits(&oracle.engine, query).len();
        let count = hits(&format!("{pattern} {conditions}"));
        let expected = oracle.before_a_move(&drawn, range, color);
        assert_eq!(count, expected, "{pattern} {conditions}");
        compared += 1;
        found += count;
        all += hits(&pattern);
    }
    assert!(found > 30 && all > found, "{found} of {all}");
}

#[test]
fn moves_inside_a_pattern_equal_brute_force() {
    let (_place, oracle) = oracle();
    let mut random = Random(61);
    let (mut compared, mut inside, mut late) = (0, 0, 0);
    for kind in KINDS {
        let mut left = 16;
        while left > 0 {
            let Some((drawn, GameKind::Go)) = oracle.draw(kind, &mut random) else {
                continue;
            };
            let symmetric = !random.chance(15);
            let any_colors = random.chance(40);
            let [played, elsewhere] = oracle.compare_inside(&drawn, symmetric, any_colors);
            (inside, late) = (inside + played, late + elsewhere);
            left -= 1;
            compared += 1;
        }
    }
    assert_eq!(compared, 112);
    assert!(inside > 300 && late > 100, "{inside} {late}");
}

#[test]
fn positions_then_patterns_equal_brute_force() {
    let (_place, mut oracle) = oracle();
    let mut random = Random(62);
    let (mut compared, mut found) = (0, 0);
    while compared < 80 {
        let mut parts = Vec::new();
        let mut texts = Vec::new();
        for _ in 0..2 + random.below(2) {
            if parts.len() < 2 && random.chance(40) {
                let Some((whole, text)) = oracle.whole_board(&mut random) else {
                    continue;
                };
                parts.push(whole);
                texts.push(format!("position:\"{text}\""));
            } else if let Some((drawn, GameKind::Go)) = oracle.draw(Kind::Floating, &mut random)
                && drawn.rows.len() * drawn.rows[0].len() < 9
                && drawn.edges == [false; 4]
                && drawn.text().len() > 2
            {
                texts.push(format!("pattern:\"{}\"", drawn.text()));
                parts.push(drawn);
            }
        }
        if parts.len() < 2 || texts.iter().all(|text| text.starts_with("position")) {
            continue;
        }
        let any = random.chance(30);
        let (within, gap) = match random.below(3) {
            0 => (" within:20", 0..21),
            1 => (" within>1", 2..u32::MAX),
            _ => ("", 0..u32::MAX),
        };
        let colours = if any { " colours:any" } else { "" };
        let query = format!("{}{within}{colours}", texts.join(" then "));
        found += oracle.compare_then(&parts, &query, gap, any);
        compared += 1;
    }
    assert!(found > 200, "{found}");
}

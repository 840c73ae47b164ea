//! Local patterns against brute force ([`drawn`](crate::properties::drawn)).

use crate::positions::{read_loose, write_games};
use crate::properties::drawn::{KINDS, Oracle};
use crate::support::{Place, Random, build_with};
use kifu_index::index::build::Options;

fn oracle() -> (Place, Oracle) {
    let place = Place::new();
    write_games(&place);
    for name in ["boxes.zip", "club.zip"] {
        std::fs::remove_file(place.games().join("collections").join(name)).unwrap();
    }
    // Several segments with deleted games in them, one of them the outcome of a merge.
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
    let oracle = Oracle::new(read_loose(&place), place.index());
    (place, oracle)
}

/// Draws patterns of every kind and compares; returns how many, and how many hits there were on main lines and in variations.
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
    (
        oracle.compared,
        oracle.hits - oracle.side_hits,
        oracle.side_hits,
    )
}

#[test]
fn random_patterns_equal_brute_force() {
    let (compared, main, side) = compare_random(7, 22);
    assert_eq!(compared, 154);
    assert!(main > 1000 && side > 20, "{main} {side}");
}

#[test]
fn more_random_patterns_equal_brute_force() {
    let (compared, main, side) = compare_random(1_954, 22);
    assert_eq!(compared, 154);
    assert!(main > 1000 && side > 20, "{main} {side}");
}

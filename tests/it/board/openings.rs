//! Openings, compared with a plain test of all sixteen images (eight symmetries, each with both colours) on every
//! beginning of a game's moves.

use crate::support::{Place, Random, run_on, sample_archive, samples, shared};
use kifu_index::formats;
use kifu_index::game::{BoardSize, Color, GameKind, Move, Point};
use kifu_index::knowledge::openings::{LAST_PLY, Opening, OpeningKind, openings, recognise};
use kifu_index::record::GameRecord;
use kifu_index::record::replay::MainMoves;
use std::collections::{BTreeMap, HashSet};
use std::io::Read;

type Stone = (Color, Point);

/// A symmetry of the board, as a map of points.
type SymmetryMap = fn(u8, u8) -> (u8, u8);

/// The eight symmetries, written out independently of the program.
const SYMMETRIES: [SymmetryMap; 8] = [
    |x, y| (x, y),
    |x, y| (18 - x, y),
    |x, y| (x, 18 - y),
    |x, y| (18 - x, 18 - y),
    |x, y| (y, x),
    |x, y| (18 - y, x),
    |x, y| (y, 18 - x),
    |x, y| (18 - y, 18 - x),
];

fn turned((color, point): Stone, way: usize, swap: bool) -> Stone {
    let (x, y) = SYMMETRIES[way](point.x, point.y);
    (if swap { color.other() } else { color }, Point::new(x, y))
}

/// True if the last of the moves completes the opening, by the plain test.
fn completes(opening: &Opening, moves: &[Stone]) -> bool {
    let stones = &opening.stones;
    if opening.kind == OpeningKind::Start && moves.len() > 9 {
        return false;
    }
    let Some(last) = moves.last() else {
        return false;
    };
    if !stones.contains(last) || !stones.iter().all(|stone| moves.contains(stone)) {
        return false;
    }
    let region = |p: Point| match opening.kind {
        OpeningKind::Side => p.x > 13,
        OpeningKind::Corner => p.x > 11 && p.y < 7,
        OpeningKind::First => true,
        OpeningKind::Board | OpeningKind::Start | OpeningKind::Mirror => false,
    };
    let foreign = moves
        .iter()
        .any(|&(_, point)| region(point) && !stones.iter().any(|&(_, stone)| stone == point));
    !foreign && (opening.kind != OpeningKind::Corner || last.0 == Color::Black)
}

fn is_mirrored(moves: &[Stone]) -> bool {
    let at = |i: usize| moves.get(i).map(|(_, p)| (i32::from(p.x) - 9, i32::from(p.y) - 9));
    let color = |i: usize| moves.get(i).map(|(color, _)| *color);
    let from = usize::from(at(0) == Some((0, 0)));
    (0..5).map(|pair| from + 2 * pair).all(|i| {
        let copy = at(i + 1).map(|(x, y)| (-x, -y));
        copy.is_some() && at(i) == copy && color(i) != color(i + 1)
    })
}

fn naive(played: &[Stone]) -> Vec<&'static str> {
    let mut seen = HashSet::new();
    let whole = played.iter().take(LAST_PLY as usize);
    let moves: Vec<Stone> = whole.take_while(|(_, point)| seen.insert(*point)).copied().collect();
    let has = |opening: &&Opening| {
        if opening.kind == OpeningKind::Mirror {
            return is_mirrored(played);
        }
        (0..16).any(|image| {
            let turned: Vec<Stone> =
                (moves.iter()).map(|&stone| turned(stone, image / 2, image % 2 == 1)).collect();
            (1..=turned.len()).any(|end| completes(opening, &turned[..end]))
        })
    };
    openings().iter().filter(has).map(|opening| opening.name).collect()
}

fn found_openings(moves: &[Stone]) -> Vec<&'static str> {
    recognise(moves.iter().copied()).iter().map(|opening| opening.name).collect()
}

/// Makes random moves that contain much of some openings: some of their images, mixed with other stones, in any order.
fn random_moves(random: &mut Random) -> Vec<Stone> {
    let mut moves = Vec::new();
    for _ in 0..1 + random.below(3) {
        let opening = &openings()[random.below(openings().len())];
        let (way, swap) = (random.below(8), random.chance(50));
        for &stone in &opening.stones {
            if random.chance(95) {
                moves.push(turned(stone, way, swap));
            }
        }
    }
    for _ in 0..random.below(6) {
        let color = Color::BOTH[random.below(2)];
        moves.push((color, BoardSize::GO.point(random.below(361))));
    }
    for i in (1..moves.len()).rev() {
        moves.swap(i, random.below(i + 1));
    }
    if random.chance(5) {
        let copies = |&stone: &Stone| [stone, turned(stone, 3, true)];
        moves = moves.iter().flat_map(copies).collect();
    }
    moves
}

#[test]
fn random_moves_have_the_openings_of_the_plain_test() {
    let mut random = Random(7);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..20_000 {
        let moves = random_moves(&mut random);
        let names = found_openings(&moves);
        assert_eq!(names, naive(&moves), "{moves:?}");
        for name in names {
            *seen.entry(name).or_default() += 1;
        }
    }
    // The random moves must have completed every opening at least once.
    assert_eq!(seen.len(), openings().len(), "{seen:?}");
}

/// Stones of an even game on 19×19.
fn stones(record: &GameRecord) -> Option<Vec<Stone>> {
    if record.start.game != GameKind::Go || record.start.size != BoardSize::GO {
        return None;
    }
    let place = |(color, action)| match action {
        Move::Place(point) => Some((color, point)),
        _ => None,
    };
    Some(MainMoves::new(&record.tree).iter().filter_map(place).collect())
}

#[test]
fn real_games_have_the_openings_of_the_plain_test() {
    let Some(path) = shared("archives/fox-pro.zip") else {
        return;
    };
    let mut zip = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    let mut recognised = 0;
    for i in (0..zip.len()).step_by(7) {
        let mut bytes = Vec::new();
        zip.by_index(i).unwrap().read_to_end(&mut bytes).unwrap();
        for moves in formats::read(&bytes).records.iter().filter_map(stones) {
            let names = found_openings(&moves);
            recognised += names.len();
            assert_eq!(names, naive(&moves), "member {i}");
        }
    }
    assert!(recognised > 500, "{recognised}");
}

#[test]
fn every_name_of_an_opening_finds_it() {
    let place = Place::new();
    let letters = |p: Point| format!("{}{}", char::from(b'a' + p.x), char::from(b'a' + p.y));
    let sgf = |stones: &[Stone]| {
        let moves = stones.iter().map(|(color, p)| format!(";{}[{}]", color.letter(), letters(*p)));
        format!("(;SZ[19]{})", moves.collect::<String>())
    };
    for (number, opening) in openings().iter().enumerate() {
        // The list of stones is reversed. In openings whose order of moves matters, the last stone is then Black's.
        let stones: Vec<Stone> = opening.stones.iter().rev().copied().collect();
        if !stones.is_empty() {
            place.write(&format!("{number}.sgf"), sgf(&stones));
        }
    }
    place.build();
    for (number, opening) in openings().iter().enumerate() {
        if opening.stones.is_empty() {
            continue;
        }
        for name in opening.aliases.iter().chain([&opening.name]) {
            let found = place.found(&format!("opening:\"{name}\""));
            assert!(found.contains(&format!("{number}.sgf@1")), "{name}: {found:?}");
        }
    }
}

#[test]
fn names_of_two_openings_find_both() {
    let place = Place::new();
    place.write("mini.sgf", "(;SZ[19];B[pc];W[pp];B[qn];W[nq];B[qi])");
    place.write("micro.sgf", "(;SZ[19];B[pc];W[pp];B[qn];W[nq];B[qh])");
    place.write("low.sgf", "(;SZ[19];B[pd];W[dc];B[pq];W[dp];B[qk])");
    place.write("none.sgf", "(;SZ[19];B[aa];W[pp])");
    place.write("star.sgf", "(;SZ[19];W[dp];B[pp])");
    // Handicap stones in the node after the root, as some servers write them.
    place.write("handicap.sgf", "(;SZ[19]HA[2];AB[dd][jj];W[pc];B[pp];W[qn];B[nq];W[qi])");
    let late = ";B[pd];W[dc];B[pq];W[dp];B[qk];W[]".to_owned() + &";B[];W[]".repeat(7);
    place.write("late.sgf", format!("(;SZ[19]{late};AB[aa])"));
    place.build();
    for (query, expected) in [
        ("opening:迷你中国流", vec!["mini.sgf@1"]),
        ("opening:迷你中國流", vec!["mini.sgf@1"]),
        ("opening:ミニ中国流", vec!["mini.sgf@1"]),
        ("opening:\"mini chinese\"", vec!["mini.sgf@1"]),
        ("opening:\"LOW CHINESE\"", vec!["late.sgf@1", "low.sgf@1"]),
        ("opening:\"낮은 중국식\"", vec!["late.sgf@1", "low.sgf@1"]),
        ("opening:中国流", vec!["late.sgf@1", "low.sgf@1", "micro.sgf@1", "mini.sgf@1"]),
        ("opening:*", vec!["late.sgf@1", "low.sgf@1", "micro.sgf@1", "mini.sgf@1", "star.sgf@1"]),
        ("opening:hoshi", vec!["late.sgf@1", "low.sgf@1", "star.sgf@1"]),
        ("opening:小目", vec!["late.sgf@1", "low.sgf@1", "micro.sgf@1", "mini.sgf@1"]),
    ] {
        assert_eq!(place.found(query), expected, "{query}");
    }
}

/// Two games of the sample archive must be counted under the openings that they are named after.
#[test]
fn the_sample_archive_has_its_openings() {
    for (file, expected) in [
        ("sanrensei-takemiya-cho-1996.sgf", "Sanrensei"),
        ("low-chinese-kato-takemiya-1977.sgf", "Low Chinese"),
    ] {
        let bytes = std::fs::read(sample_archive().join("modern").join(file)).unwrap();
        let moves = stones(&formats::read(&bytes).records[0]).unwrap();
        assert!(found_openings(&moves).contains(&expected), "{file}");
    }
}

/// `opening:` matches words, so "Star and komoku" also finds "Star and komoku facing out". `opening=` matches full
/// names only.
#[test]
fn a_full_opening_name_finds_the_games_counted_under_it() {
    let counted = run_on(samples(), &["stats", "--by", "opening", "--json"]);
    let rows = counted.json()[0]["rows"].as_array().unwrap().clone();
    let count = |query: &str| -> u64 {
        let run = run_on(samples(), &["search", "-c", query]);
        run.out.trim().parse().unwrap()
    };
    let mut words = 0;
    for row in &rows {
        let Some(name) = row["value"].as_str() else {
            continue;
        };
        let games = row["games"].as_u64().unwrap();
        assert_eq!(count(&format!("opening=\"{name}\"")), games, "{name}");
        assert_eq!(count(&format!("opening=\"{}\"", name.to_uppercase())), games);
        words += u64::from(count(&format!("opening:\"{name}\"")) > games);
    }
    assert!(rows.len() > 10 && words > 0);
    // An opening must also be found by its name in another language, and by its points in the other order (`5-3` for
    // `3-5`). An unknown name must find nothing.
    assert_eq!(count("opening=三連星"), count("opening=Sanrensei"));
    assert_eq!(count("opening=\"5-3 opening\""), count("opening=\"3-5 opening\""));
    assert!(count("opening=\"5-3 opening\"") > 0);
    assert_eq!(count("opening=\"no such opening\""), 0);
}

use super::*;
use kifu_record::game::symmetry::Symmetry;
use std::collections::{HashMap, HashSet};

fn lines() -> impl Iterator<Item = Vec<&'static str>> {
    let lines = include_str!("../joseki.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect())
}

/// Distances of a point from the right and from the upper edge.
fn distances(point: Point) -> (u8, u8) {
    (BOARD - 1 - point.x, point.y)
}

#[test]
fn every_line_of_the_table_is_read() {
    let positions: usize = joseki().iter().map(|joseki| joseki.positions.len()).sum();
    assert_eq!(positions, lines().count());
    assert_eq!(joseki().len(), lines().filter(|columns| columns.len() > 2).count());
    for columns in lines() {
        assert!(matches!(columns.len(), 2 | 6), "{columns:?}");
    }
    for joseki in joseki() {
        assert!(!joseki.positions.is_empty(), "{}", joseki.key);
        assert!(joseki.native.iter().all(|names| !names.is_empty()), "{}", joseki.key);
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(joseki.key.chars().all(is_plain), "{}", joseki.key);
    }
}

#[test]
fn moves_are_legal_and_in_the_normal_form() {
    for joseki in joseki() {
        for position in &joseki.positions {
            let points: Vec<Point> = position.moves.iter().copied().flatten().collect();
            assert!(points.len() >= 2 && position.moves.first().unwrap().is_some());
            assert!(position.moves.last().unwrap().is_some());
            assert_eq!(position.stones.len(), points.len(), "{}", joseki.key);
            let off_diagonal = points.iter().map(|&point| distances(point)).find(|(x, y)| x != y);
            let (right, top) = off_diagonal.unwrap();
            assert!(right < top, "{}", joseki.key);
        }
    }
}

#[test]
fn keys_names_and_positions_belong_to_one_joseki() {
    let keys: HashSet<&str> = joseki().iter().map(|joseki| joseki.key).collect();
    assert_eq!(keys.len(), joseki().len());
    let mut owners: HashMap<String, &str> = HashMap::new();
    for joseki in joseki() {
        for &name in joseki.names.iter().chain([&joseki.key]) {
            let owner = owners.entry(comparable(name)).or_insert(joseki.key);
            assert_eq!(*owner, joseki.key, "{name}");
            assert_eq!(joseki_named(name).map(|found| found.key), Some(joseki.key), "{name}");
            let found = joseki_with_words(name);
            assert!(found.iter().any(|found| found.key == joseki.key), "{name}");
        }
    }
    // Each position under all of its images, in the order of the points.
    let mut seen: HashMap<Vec<(bool, Point)>, &str> = HashMap::new();
    for joseki in joseki() {
        for position in &joseki.positions {
            let images = [false, true].into_iter().flat_map(|is_mirrored| {
                [false, true].map(|is_swapped| {
                    let image = |&(color, point): &(Color, Point)| {
                        let is_black = (color == Color::Black) != is_swapped;
                        (is_black, if is_mirrored { mirrored(point) } else { point })
                    };
                    let mut stones: Vec<(bool, Point)> =
                        position.stones.iter().map(image).collect();
                    stones.sort_unstable_by_key(|&(_, point)| (point.y, point.x));
                    stones
                })
            });
            for stones in images.collect::<HashSet<_>>() {
                assert_eq!(seen.insert(stones, joseki.key), None, "{}", joseki.key);
            }
        }
    }
}

#[test]
fn names_are_found_by_their_words() {
    let keys = |text: &str| -> Vec<&str> {
        joseki_with_words(text).iter().map(|joseki| joseki.key).collect()
    };
    for text in [
        "small avalanche",
        "Ko-Nadare",
        "小雪崩",
        "小ナダレ定石",
        "작은눈사태",
        "small avalanche joseki",
    ] {
        assert_eq!(keys(text), ["small-avalanche"], "{text}");
    }
    assert!(keys("nadare").contains(&"avalanche"));
    assert!(keys("雪崩").contains(&"large-avalanche"));
    assert!(keys("avalanche").contains(&"large-avalanche-inside-turn"));
    assert_eq!(keys("村正の妖刀").first(), Some(&"magic-sword"));
    assert_eq!(
        keys("双飞燕").contains(&"4-4-double-approach"),
        keys("雙飛燕").contains(&"4-4-double-approach")
    );
    assert!(keys("two-space high pincer").len() >= 4);
    assert!(keys("ava").is_empty());
    assert!(keys("").is_empty());
    assert_eq!(joseki_named("great SLANT").map(|joseki| joseki.key), Some("taisha"));
    assert!(joseki_named("slant").is_none());
}

#[test]
fn positions_are_recognised_in_every_orientation() {
    let size = BoardSize::new(BOARD, BOARD).unwrap();
    for joseki in joseki() {
        for position in &joseki.positions {
            let pattern = position.pattern().unwrap();
            let mut board = Board::new(GameKind::Go, size);
            for &(color, point) in &position.stones {
                board.set(point, color.into());
            }
            assert!(pattern.matches_at(&board, Point::new(BOARD - QUADRANT, 0)), "{}", joseki.key);
            // The mirror image through the diagonal of the upper right corner.
            let mirror = Symmetry::all(size)
                .find(|symmetry| {
                    symmetry.number() != 0
                        && symmetry.apply(Point::new(18, 0), size) == Point::new(18, 0)
                })
                .unwrap();
            let image: Vec<(Color, Point)> = position
                .stones
                .iter()
                .rev()
                .map(|&(color, point)| (color.other(), mirror.apply(point, size)))
                .collect();
            assert_eq!(joseki_with_stones(&image).map(|found| found.key), Some(joseki.key));
            let more: Vec<(Color, Point)> =
                image.iter().copied().chain([(Color::Black, Point::new(9, 9))]).collect();
            assert!(joseki_with_stones(&more).is_none_or(|found| found.key != joseki.key));
        }
    }
}

//! `joseki:` and `stats --by joseki`, compared with a plain test of all images of all positions on every board of every
//! game.

use crate::support::{Place, Random, rounds, run_on, sgf_point, tables};
use kifu_index::game::board::Board;
use kifu_index::game::{BoardSize, Color, GameKind, Point, go};
use kifu_index::knowledge::joseki::{Joseki, joseki};
use std::collections::{BTreeMap, BTreeSet};

type Stone = (Color, Point);

/// The eight symmetries of a board, written out independently of the program.
fn turned(point: Point, way: usize, last: u8) -> Point {
    let Point { x, y } = point;
    let (x, y) = [
        (x, y),
        (last - x, y),
        (x, last - y),
        (last - x, last - y),
        (y, x),
        (last - y, x),
        (y, last - x),
        (last - y, last - x),
    ][way];
    Point::new(x, y)
}

struct MadeGame {
    side: u8,
    setup: Vec<Stone>,
    moves: Vec<Stone>,
}

impl MadeGame {
    /// Makes a game with joseki in some corners, in any orientation and colouring, some of them with a move missing or
    /// with a further stone.
    fn new(random: &mut Random) -> MadeGame {
        let side = if random.chance(90) { 19 } else { [9, 13][random.below(2)] };
        let mut game = MadeGame { side, setup: Vec::new(), moves: Vec::new() };
        let random_point = |random: &mut Random| {
            let (x, y) = random.point(usize::from(side));
            Point::new(x as u8, y as u8)
        };
        if random.chance(5) {
            game.setup.push((Color::Black, random_point(random)));
        }
        for _ in 0..1 + random.below(3) {
            let joseki = &joseki()[random.below(joseki().len())];
            let position = &joseki.positions[random.below(joseki.positions.len())];
            let (way, is_swapped) = (random.below(8), random.chance(50));
            for (played, color) in position.moves.iter().zip(Color::BOTH.into_iter().cycle()) {
                let Some(point) = played.filter(|_| random.chance(99)) else { continue };
                // On a smaller board, the corner is at the same distances from the edges.
                let (right, top) = (18 - point.x, point.y);
                let Some(x) = (side - 1).checked_sub(right).filter(|_| top < side) else {
                    continue;
                };
                let color = if is_swapped { color.other() } else { color };
                game.moves.push((color, turned(Point::new(x, top), way, side - 1)));
                if random.chance(3) {
                    game.moves.push((color.other(), random_point(random)));
                }
            }
        }
        // A move on an occupied point is read in its own way, which is not the subject here.
        let mut seen: BTreeSet<(u8, u8)> =
            game.setup.iter().map(|(_, point)| (point.x, point.y)).collect();
        game.moves.retain(|(_, point)| seen.insert((point.x, point.y)));
        game
    }

    fn sgf(&self, number: usize) -> String {
        let point = |point: Point| sgf_point((point.x.into(), point.y.into()));
        let node = |&(color, at): &Stone| format!(";{}[{}]", color.letter(), point(at));
        let setup =
            self.setup.iter().map(|&(color, at)| format!("A{}[{}]", color.letter(), point(at)));
        let (year, rank) = (1980 + number % 30, ["5k", "2p"][number % 2]);
        format!(
            "(;GM[1]SZ[{}]DT[{year}]BR[{rank}]{}{})",
            self.side,
            setup.collect::<String>(),
            self.moves.iter().map(node).collect::<String>()
        )
    }

    /// Keys of the joseki that some position of the game has, by the plain test.
    fn joseki(&self) -> BTreeSet<&'static str> {
        let mut found = BTreeSet::new();
        if self.side != 19 {
            return found;
        }
        let mut board = Board::new(GameKind::Go, BoardSize::GO);
        for &(color, point) in &self.setup {
            board.set(point, color.into());
        }
        found.extend(joseki_on(&board));
        for &(color, point) in &self.moves {
            go::play(&mut board, color, point);
            found.extend(joseki_on(&board));
        }
        found
    }
}

/// Keys of the joseki in the corners of a board.
fn joseki_on(board: &Board) -> Vec<&'static str> {
    let mut quadrants: Vec<BTreeSet<(u8, u8, bool)>> = Vec::new();
    for way in 0..8 {
        for is_swapped in [false, true] {
            let stone = |point: Point| {
                let color = board.stone(point).color()?;
                let at = turned(point, way, 18);
                (at.x >= 9 && at.y <= 9).then_some((
                    at.x,
                    at.y,
                    (color == Color::Black) != is_swapped,
                ))
            };
            quadrants.push(BoardSize::GO.points().filter_map(stone).collect());
        }
    }
    let stones_of = |stones: &[Stone]| {
        let stone = |&(color, point): &Stone| (point.x, point.y, color == Color::Black);
        stones.iter().map(stone).collect::<BTreeSet<_>>()
    };
    let is_here = |joseki: &&Joseki| {
        joseki.positions.iter().any(|position| quadrants.contains(&stones_of(&position.stones)))
    };
    joseki().iter().filter(is_here).map(|joseki| joseki.key).collect()
}

/// Random games in an index, with the keys of their joseki by the plain test, by their names as hits.
fn made_games(place: &Place, count: usize) -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut random = Random(59);
    let mut games = BTreeMap::new();
    for number in 0..count {
        let game = MadeGame::new(&mut random);
        place.write(&format!("{number:03}.sgf"), game.sgf(number));
        games.insert(format!("{number:03}.sgf@1"), game.joseki());
    }
    place.build();
    games
}

#[test]
fn made_games_have_the_joseki_of_the_plain_test() {
    let place = Place::new();
    let games = made_games(&place, rounds(150, 600));
    let having = |has: &dyn Fn(&BTreeSet<&str>) -> bool| -> Vec<&str> {
        let found = games.iter().filter(|(_, keys)| has(keys));
        found.map(|(name, _)| name.as_str()).collect()
    };
    let mut seen = 0;
    for joseki in joseki() {
        let expected = having(&|keys| keys.contains(joseki.key));
        seen += usize::from(!expected.is_empty());
        let query = format!("joseki=\"{}\"", joseki.name);
        assert_eq!(place.found(&query), expected, "{query}");
    }
    assert!(seen > joseki().len() / 2, "{seen}");
    let is_avalanche = |key: &&str| key.contains("avalanche");
    let avalanche = having(&|keys| keys.iter().any(is_avalanche));
    assert_eq!(place.found("joseki:avalanche"), avalanche);
    assert_eq!(place.found("定石:ナダレ"), avalanche);
    assert_eq!(place.found("joseki:*"), having(&|keys| !keys.is_empty()));
    assert_eq!(place.found("-joseki:*"), having(&|keys| keys.is_empty()));
    assert_eq!(
        place.found("joseki:(NOT avalanche)"),
        having(&|keys| !keys.iter().any(is_avalanche))
    );
    let (enclosure, approach) = ("4-4-low-approach", "shusaku-kosumi");
    assert_eq!(
        place.found("joseki=\"4-4 low approach\" joseki=\"Shusaku kosumi\""),
        having(&|keys| keys.contains(enclosure) && keys.contains(approach))
    );
    assert_eq!(
        place.found("joseki=\"4-4 low approach\" OR joseki=\"Shusaku kosumi\""),
        having(&|keys| keys.contains(enclosure) || keys.contains(approach))
    );
    // The other clauses restrict the games that are searched, and the result is the same.
    let old = place.found("date:1980s");
    let mut both = place.found("joseki:*");
    both.retain(|name| old.contains(name));
    assert_eq!(place.found("joseki:* date:1980s"), both);
    let mut both = avalanche.clone();
    both.retain(|name| old.iter().any(|old| old == name));
    assert_eq!(place.found("joseki:avalanche date:1980s"), both);
}

#[test]
fn tables_count_each_game_in_all_of_its_joseki() {
    let place = Place::new();
    let games = made_games(&place, 120);
    let name = |key: &str| joseki().iter().find(|joseki| joseki.key == key).unwrap().name;
    let mut expected: BTreeMap<Option<&str>, u64> = BTreeMap::new();
    for keys in games.values() {
        for &key in keys {
            *expected.entry(Some(name(key))).or_default() += 1;
        }
        if keys.is_empty() {
            *expected.entry(None).or_default() += 1;
        }
    }
    let engine = place.engine();
    let counted = tables(&engine, "", &["joseki"]).remove(0);
    let rows: BTreeMap<Option<&str>, u64> =
        counted.rows.iter().map(|row| (row.value.as_deref(), row.games)).collect();
    assert_eq!(rows, expected);
    assert_eq!(counted.total, games.len() as u64);
    // A second table reads the joseki that the first one found, and counts only the games of its query.
    let old = tables(&engine, "date:1980s", &["joseki"]).remove(0);
    let total: u64 = old.rows.iter().map(|row| row.games).sum();
    let expected = games.iter().filter(|(name, _)| name[..3].parse::<usize>().unwrap() % 30 < 10);
    assert_eq!(total, expected.map(|(_, keys)| keys.len().max(1) as u64).sum::<u64>());
    // Cross tables with years and with ranks, which the games have by their numbers.
    let number = |name: &str| name[..3].parse::<usize>().unwrap();
    let decade = |name: &str| format!("{}0s", 198 + number(name) % 30 / 10);
    let rank = |name: &str| ["5k", "2p"][number(name) % 2].to_owned();
    let band = |name: &str| ["9k-5k", "1p-9p"][number(name) % 2].to_owned();
    let compare = |by: &str, value: &dyn Fn(&str) -> String| {
        let mut expected: BTreeMap<(String, String), u64> = BTreeMap::new();
        for (game, keys) in &games {
            let names = keys.iter().map(|key| name(key)).chain(keys.is_empty().then_some(""));
            for name in names {
                *expected.entry((name.to_owned(), value(game))).or_default() += 1;
            }
        }
        let by = format!("joseki,{by}");
        let printed = run_on(&place.folder(), &["stats", "--by", &by]).ends(0).out;
        let cells = printed.lines().map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            ((columns[1].to_owned(), columns[2].to_owned()), columns[3].parse().unwrap())
        });
        assert_eq!(cells.collect::<BTreeMap<_, _>>(), expected, "{by}");
    };
    compare("decade", &decade);
    compare("rank", &rank);
    compare("rank-band", &band);
}

#[test]
fn an_unknown_joseki_is_an_error() {
    let place = Place::new();
    place.write("a.sgf", "(;GM[1]SZ[19];B[pd])");
    place.build();
    let fails = |query: &str| run_on(&place.folder(), &["search", query]).fails();
    let error = fails("joseki:tashia");
    assert!(error.contains("did you mean joseki:Taisha?"), "{error}");
    let error = fails("joseki:xyzzy");
    assert!(error.contains("comment:xyzzy"), "{error}");
    let listed = run_on(&place.folder(), &["fields", "joseki"]).ends(0).out;
    assert!(listed.contains("大斜"), "{listed}");
}

//! Position search, compared with brute force: a plain replay of every record that compares boards point by point.

use crate::properties::plain::{Known, Name, Plain, Reached};
use crate::support::random_games::{RandomGame, read_loose, write_games};
use crate::support::{Place, Random, answer, build_with, on_board, run_on};
use kifu_index::engine::Engine;
use kifu_index::engine::board::{Mover, NextMove, Wins, YearRow};
use kifu_index::engine::points::move_name;
use kifu_index::engine::row::{GameRow, StepName};
use kifu_index::game::{BoardSize, Color, GameKind, Move, Point, Stone};
use kifu_index::index::build::Options;
use kifu_index::record::replay::NextPlay;
use kifu_index::record::result::GameResult;
use kifu_index::text::names::identity_key;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

// ---- Expected answers, by brute force ----
/// Adds up the games of all spellings of a person, under the most frequent spelling.
fn persons(names: Vec<(String, u64)>) -> Vec<(String, u64)> {
    let aliases = kifu_index::engine::Aliases::default();
    let finder = aliases.finder();
    let same = |a: &str, b: &str| match (finder.person(a), finder.person(b)) {
        (None, None) => identity_key(a) == identity_key(b),
        (a, b) => a == b,
    };
    let mut persons: Vec<Vec<(String, u64)>> = Vec::new();
    for name in names {
        match persons.iter_mut().find(|person| same(&person[0].0, &name.0)) {
            Some(person) => person.push(name),
            None => persons.push(vec![name]),
        }
    }
    let label = |mut person: Vec<(String, u64)>| {
        person.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let games = person.iter().map(|(_, games)| games).sum();
        (person.swap_remove(0).0, games)
    };
    persons.into_iter().map(label).collect()
}

/// Number of games, and numbers of those that Black won, that White won, that ended in a draw, and that had another or
/// no result.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Tally {
    games: u64,
    black: u64,
    white: u64,
    draws: u64,
    unknown: u64,
}

impl Tally {
    fn from_wins(games: u64, wins: Wins) -> Tally {
        Tally {
            games,
            black: wins.black,
            white: wins.white,
            draws: wins.draws,
            unknown: wins.unknown,
        }
    }
}

/// Numbers of games by year: all games, Black's wins, White's wins.
type Years = BTreeMap<i32, [u64; 3]>;

/// Expected row for one continuation of a position.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    step: (String, Option<char>),
    games: Tally,
    years: Option<(i32, i32)>,
    by_year: Years,
    players: Vec<(String, u64)>,
}

impl Row {
    fn from_row(row: &NextMove) -> Row {
        let player = |of: &Mover| (of.name.clone(), of.games);
        let color = row.color.as_ref().map(|color| color.chars().next().unwrap());
        Row {
            step: (row.at.to_string(), color),
            games: Tally::from_wins(row.games, row.wins),
            years: row.first_year.zip(row.last_year),
            by_year: years(row.years.as_deref()),
            players: row.players.iter().map(player).collect(),
        }
    }
}

fn years(rows: Option<&[YearRow]>) -> Years {
    let row = |row: &YearRow| (row.year, [row.games, row.black, row.white]);
    rows.into_iter().flatten().map(row).collect()
}

/// Expected answer for a position.
#[derive(Default)]
struct Found {
    games: Tally,
    by_year: Years,
    rows: Vec<Row>,
    in_variations: u64,
}

struct BruteForce {
    games: Vec<Known>,
    /// Games by position key: those with the position on the main line, each with its first place in the game, and
    /// those that have it in variations only.
    main: HashMap<String, Vec<(usize, usize)>>,
    variations: HashMap<String, BTreeSet<usize>>,
}

impl BruteForce {
    fn new(games: Vec<Known>) -> BruteForce {
        let mut brute = BruteForce { games, main: HashMap::new(), variations: HashMap::new() };
        for (i, game) in brute.games.iter().enumerate() {
            let mut seen = HashSet::new();
            for (at, place) in game.reached.iter().enumerate() {
                let key = place.board.canonical();
                if !place.main {
                    brute.variations.entry(key).or_default().insert(i);
                } else if seen.insert(key.clone()) {
                    brute.main.entry(key).or_default().push((i, at));
                }
            }
        }
        brute
    }

    /// Finds by brute force the expected answer for a position, and the games with their places.
    fn find(&self, board: &Plain) -> (Found, BTreeMap<&Name, &Reached>) {
        let key = board.canonical();
        let none = Vec::new();
        let main = self.main.get(&key).unwrap_or(&none);
        let mut answer = Found::default();
        let mut rows: Vec<Row> = Vec::new();
        let mut places = BTreeMap::new();
        for &(i, at) in main {
            let game = &self.games[i];
            let place = &game.reached[at];
            places.insert(&game.name, place);
            let step = step_text(turned_step(place, board), board);
            if !rows.iter().any(|row| row.step == step) {
                rows.push(Row {
                    step: step.clone(),
                    games: Tally::default(),
                    years: None,
                    by_year: Years::new(),
                    players: Vec::new(),
                });
            }
            let row = rows.iter_mut().find(|row| row.step == step).unwrap();
            if let NextPlay::Move(color, _) = place.next {
                let player = &game.record.info.players[color];
                let names: BTreeSet<&str> = player.persons().iter().map(|p| p.name).collect();
                for name in names {
                    match row.players.iter_mut().find(|(known, _)| known == name) {
                        Some((_, games)) => *games += 1,
                        None => row.players.push((name.to_owned(), 1)),
                    }
                }
            }
            let year = (game.record.info.date.as_ref()).map(|date| date.from.to_ymd().0);
            let winner = match game.record.info.result {
                Some(GameResult::Win { winner, .. }) => Some(winner),
                _ => None,
            };
            if let Some(year) = year {
                for by_year in [&mut row.by_year, &mut answer.by_year] {
                    let [games, black, white] = by_year.entry(year).or_default();
                    *games += 1;
                    *black += u64::from(winner == Some(Color::Black));
                    *white += u64::from(winner == Some(Color::White));
                }
            }
            for tally in [&mut row.games, &mut answer.games] {
                tally.games += 1;
                match (winner, game.record.info.result) {
                    (Some(Color::Black), _) => tally.black += 1,
                    (Some(Color::White), _) => tally.white += 1,
                    (None, Some(GameResult::Draw)) => tally.draws += 1,
                    _ => tally.unknown += 1,
                }
            }
            if let Some(date) = &game.record.info.date {
                let year = date.from.to_ymd().0;
                let (first, last) = row.years.unwrap_or((year, year));
                row.years = Some((first.min(year), last.max(year)));
            }
        }
        for row in &mut rows {
            row.players = persons(std::mem::take(&mut row.players));
            row.players.sort_by(|(a, of_a), (b, of_b)| of_b.cmp(of_a).then(a.cmp(b)));
            row.players.truncate(3);
        }
        answer.rows = rows;
        let only_in_variations = |&&i: &&usize| main.iter().all(|&(game, _)| game != i);
        let variations = self.variations.get(&key);
        answer.in_variations =
            variations.map_or(0, |games| games.iter().filter(only_in_variations).count() as u64);
        (answer, places)
    }
}

/// Next move of a game in the coordinates of the searched position, mapped by the symmetry that lays the game's board
/// on the searched one. If several symmetries do, the one that gives the uppermost point counts, then the rightmost.
fn turned_step(place: &Reached, searched: &Plain) -> NextPlay {
    let NextPlay::Move(color, action) = place.next else {
        return NextPlay::End;
    };
    let images = place.board.images();
    let fitting = (0..images.len()).filter(|&symmetry| images[symmetry] == searched.points);
    let turned = fitting.map(|symmetry| {
        let turn = |point| place.board.turn(point, symmetry);
        match action {
            Move::Place(point) => Move::Place(turn(point)),
            Move::Slide { from, to } => Move::Slide { from: turn(from), to: turn(to) },
            Move::Remove(point) => Move::Remove(turn(point)),
            other => other,
        }
    });
    let key = |action: &Move| {
        let key = |point: Point| (point.y, u8::MAX - point.x);
        match *action {
            Move::Place(point) | Move::Remove(point) => vec![key(point)],
            Move::Slide { from, to } => vec![key(from), key(to)],
            _ => Vec::new(),
        }
    };
    NextPlay::Move(color, turned.min_by_key(key).unwrap())
}

/// A move as answers contain it: the name of the point, and the colour.
fn step_text(step: NextPlay, on: &Plain) -> (String, Option<char>) {
    let size = BoardSize::new(on.width as u8, on.height as u8).unwrap();
    match step {
        NextPlay::End => ("end".to_owned(), None),
        NextPlay::Move(color, action) => (move_name(on.game, size, action), Some(color.letter())),
    }
}

fn step_of(name: &StepName) -> (String, Option<char>) {
    (name.at.to_string(), name.color)
}

/// Smallest number of a symmetry that maps one board to the other. The bit with the value 4 exchanges columns and rows;
/// after that, the bit with the value 1 mirrors the columns, and the bit with the value 2 the rows.
fn symmetry_on(from: &Plain, to: &Plain) -> usize {
    let (width, height) = (from.width, from.height);
    let stone = |points: &[Stone], x: usize, y: usize| points[y * width + x];
    let maps = |symmetry: &usize| {
        (0..width * height).all(|at| {
            let (x, y) = (at % width, at / width);
            let (mut to_x, mut to_y) = if symmetry & 4 != 0 { (y, x) } else { (x, y) };
            if symmetry & 1 != 0 {
                to_x = width - 1 - to_x;
            }
            if symmetry & 2 != 0 {
                to_y = height - 1 - to_y;
            }
            stone(&from.points, x, y) == stone(&to.points, to_x, to_y)
        })
    };
    let count = if width == height { 8 } else { 4 };
    (0..count).find(maps).unwrap()
}

/// Rows as sorted text, for comparing them without their order.
fn sorted(rows: &[Row]) -> Vec<String> {
    let mut rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
    rows.sort();
    rows
}

/// Compares answers of an index with brute force, for a position and its images.
struct Comparison<'a> {
    engine: &'a Engine,
    brute: &'a BruteForce,
    searched_boards: HashSet<(String, Vec<String>)>,
    most: u64,
    with_variations: u64,
    by_other_orders: u64,
}

impl<'a> Comparison<'a> {
    fn new(engine: &'a Engine, brute: &'a BruteForce) -> Self {
        Comparison {
            engine,
            brute,
            searched_boards: HashSet::new(),
            most: 0,
            with_variations: 0,
            by_other_orders: 0,
        }
    }

    fn compare(&mut self, plain: &Plain, from: &str) {
        let board = plain.board();
        if !self.searched_boards.insert((plain.canonical(), board.rows())) {
            return;
        }
        let is_reached_asked =
            plain.game == GameKind::Go && (self.searched_boards.len()).is_multiple_of(5);
        let mut board_search = on_board(&board, usize::MAX);
        board_search.parts.years = true;
        board_search.parts.reached = is_reached_asked;
        let found = answer(self.engine, &board_search);
        let games = Tally::from_wins(found.total, found.wins);
        let rows: Vec<Row> = found.moves.iter().map(Row::from_row).collect();
        let (expected, places) = self.brute.find(plain);
        let context = || format!("{from}\n{}", board.rows().join("\n"));
        assert_eq!(games, expected.games, "{}", context());
        assert_eq!(found.in_variations, expected.in_variations, "{}", context());
        assert_eq!(sorted(&rows), sorted(&expected.rows), "{}", context());
        let by_year = years(found.years.as_deref());
        assert_eq!(by_year, expected.by_year, "{}", context());
        if is_reached_asked {
            self.compare_reached(&found.moves, plain);
        }
        let of_rows = rows.iter().map(|row| row.games.games);
        assert!(of_rows.clone().is_sorted_by(|a, b| a >= b));
        assert_eq!(of_rows.sum::<u64>(), found.total);
        let mut listed = BTreeMap::new();
        for game in &found.games {
            let name = (game.path.clone(), game.member().unwrap_or_default(), game.game);
            let hit = game.hit.as_ref().unwrap();
            let next = hit.next.as_ref().unwrap();
            let place = (hit.number, hit.node);
            let symmetry = usize::from(hit.symmetry.unwrap());
            let way = (symmetry, step_of(&next.played), step_of(&next.asked));
            let twice = listed.insert(name, (place, way));
            assert!(twice.is_none(), "{}", context());
        }
        let known = |(name, place): (&Name, &Reached)| {
            let way = (
                symmetry_on(plain, &place.board),
                step_text(place.next, &place.board),
                step_text(turned_step(place, plain), plain),
            );
            (name.clone(), ((place.number, place.node), way))
        };
        let expected: BTreeMap<_, _> = places.into_iter().map(known).collect();
        assert_eq!(listed, expected, "{}", context());
        // A list with a lower limit must be the beginning of the longer list, and all numbers must stay equal.
        let short = answer(self.engine, &on_board(&board, 3));
        let first = |games: &[GameRow]| -> Vec<String> {
            let games = games.iter().take(3);
            games.map(|game| format!("{} {:?}", game.id, game.hit)).collect()
        };
        assert_eq!(short.games.len(), found.games.len().min(3), "{}", context());
        assert_eq!(first(&short.games), first(&found.games), "{}", context());
        let without_years = rows.into_iter().map(|row| Row { by_year: Years::new(), ..row });
        assert_eq!(Tally::from_wins(short.total, short.wins), games);
        assert!(short.moves.iter().map(Row::from_row).eq(without_years), "{}", context());
        self.most = self.most.max(found.total);
        self.with_variations += found.in_variations;
    }
}

impl Comparison<'_> {
    /// Checks the number of games that reach each position after a continuation, by any order of moves.
    fn compare_reached(&mut self, rows: &[NextMove], plain: &Plain) {
        for row in rows {
            let color = Color::BOTH.into_iter();
            let mut color = color.filter(|color| row.color == Some(color.letter().to_string()));
            let (Some(color), Some(point)) = (color.next(), row.point()) else {
                assert_eq!(row.reached, None);
                continue;
            };
            let mut after = plain.clone();
            after.play(color, point);
            let expected = self.brute.find(&after).0.games.games;
            assert_eq!(row.reached, Some(expected), "{} {}", color.letter(), row.at);
            self.by_other_orders += expected - row.games;
        }
    }
}

#[test]
fn search_equals_brute_force() {
    let place = Place::new();
    write_games(&place);
    // The brute force reads loose files only, so these archives are left out. Other tests cover their members.
    for name in ["boxes.zip", "club.zip"] {
        std::fs::remove_file(place.games().join("collections").join(name)).unwrap();
    }
    build_with(&place.folder(), &[place.games()], &Options::default());
    let brute = BruteForce::new(read_loose(&place));
    assert_eq!(place.index().header().totals.game_count(), brute.games.len() as u64);
    let engine = place.engine();
    let mut comparison = Comparison::new(&engine, &brute);
    for (i, game) in brute.games.iter().enumerate() {
        let name = game.name.0.to_string_lossy().into_owned();
        // All positions of the hand-written games are tested, and every third position of generated games.
        let all = !name.contains("/made/") && !name.contains("/again/");
        if !all && i % 3 != 0 {
            continue;
        }
        for reached in &game.reached {
            comparison.compare(&reached.board, &name);
            if reached.node % 7 == 3 {
                let image = i % reached.board.images().len();
                let mut turned = reached.board.clone();
                turned.points = reached.board.images()[image].clone();
                comparison.compare(&turned, &name);
            }
        }
    }
    assert!(comparison.searched_boards.len() > 3000, "{}", comparison.searched_boards.len());
    assert!(comparison.most > 20, "{}", comparison.most);
    assert!(comparison.with_variations > 500, "{}", comparison.with_variations);
    assert!(comparison.by_other_orders > 0, "{}", comparison.by_other_orders);
    // Further cases are boards that no game reaches, and a board of another size with the same stones.
    let mut none = Plain::new(GameKind::Go, BoardSize::GO);
    for at in [5, 80, 200, 333] {
        none.points[at] = Stone::White;
        comparison.compare(&none, "nothing");
    }
    comparison.compare(&Plain::new(GameKind::Loa, BoardSize::LOA), "no piece");
    comparison.compare(&Plain::new(GameKind::Go, BoardSize::LOA), "an empty board of 8x8");
}

#[test]
fn popular_positions_equal_brute_force() {
    let mut random = Random(600);
    let openings: Vec<RandomGame> =
        (0..3).map(|_| RandomGame::new(&mut random, 19, 19, 3, 0)).collect();
    let mut collection = String::new();
    for i in 0..700 {
        let mut made = RandomGame::new(&mut random, 19, 19, 2, 0);
        let opening = if random.chance(90) { &openings[0] } else { &openings[1 + i % 2] };
        made.nodes = opening.nodes.clone();
        for more in 0..random.below(4) {
            let mut color = more % 2;
            let fork = random.chance(10) && more > 0;
            let parent = made.nodes.len() - 1 - usize::from(fork);
            let node = made.node(&mut random, parent, &mut color);
            made.nodes.push(node);
        }
        collection.push_str(&made.sgf(random.below(8), usize::MAX));
    }
    for threads in [1, 2] {
        let place = Place::new();
        let file = place.write("collection.sgf", &collection);
        let options = Options { threads, ..Options::default() };
        build_with(&place.folder(), &[place.games()], &options);
        let engine = place.engine();
        let brute = BruteForce::new(Known::read(file, String::new(), collection.as_bytes()));
        assert_eq!(brute.games.len(), 700);
        let mut comparison = Comparison::new(&engine, &brute);
        for game in brute.games.iter().step_by(4) {
            for reached in &game.reached {
                comparison.compare(&reached.board, "collection");
            }
        }
        assert!(comparison.most > 600, "{}", comparison.most);
    }
}

/// For a position that no game reaches, the answer lists the earlier positions with the games that still reach them.
#[test]
fn a_position_without_games_lists_the_earlier_positions() {
    let place = Place::new();
    for (name, moves) in [
        ("a", ";B[pd];W[dp];B[pq];W[dd];B[jj]"),
        ("b", "PB[Anna];B[pd];W[dp];B[pq]"),
        ("c", ";B[pd];W[dp];B[cc]"),
        // In this game, the three stones of the position are rotated and played in another order.
        ("d", ";B[dq];W[pp];B[dd]"),
    ] {
        place.write(&format!("{name}.sgf"), format!("(;{moves})"));
    }
    place.build();
    let other = place.folder().with_file_name("other.sgf");
    std::fs::write(&other, "(;B[pd];W[dp];B[pq];W[aa];B[ab])").unwrap();
    let address = format!("{}#5", other.display());
    for (position, options, expected) in [
        ("Q16 D4 Q3 D16 A1", &[][..], Some((1, 4, 5))),
        ("Q16 D4 Q3 A1 B1 C1", &[], Some((3, 3, 6))),
        ("Q3 D4 Q16 A1", &[], Some((3, 3, 4))),
        ("Q16 D4 Q3 A1", &["--filter", "player:Anna"], Some((1, 3, 4))),
        ("Q16 D4 Q3 D16 A1", &["--filter", "player:Anna"], Some((1, 3, 5))),
        ("Q16 D4 Q3 D16", &["--next", "A1"], Some((1, 4, 4))),
        ("Q16 D4 A1", &["--filter", "player:Nobody"], None),
        ("B Q16 W pass B A1", &[], Some((3, 2, 3))),
        ("A1 B1", &[], Some((4, 0, 2))),
        ("(;B[pd];W[dp];B[pq];W[aa];B[ab])", &[], Some((3, 3, 5))),
        (&address, &[], Some((3, 3, 5))),
        ("play B Q16\nplay W D4\nplay B Q3\nundo\nplay B A1\nplay W A2", &[], Some((3, 2, 4))),
    ] {
        let arguments = [&["position", position, "--json"][..], options].concat();
        let answer = run_on(&place.folder(), &arguments).ends(1).json().remove(0);
        let earlier = &answer["earlier"];
        let number = |key: &str| earlier[key].as_u64().unwrap();
        let found = (!earlier.is_null()).then(|| (number("games"), number("moves"), number("of")));
        assert_eq!(found, expected, "{position} {options:?}");
    }
    let text = run_on(&place.folder(), &["position", "Q16 D4 Q3 D16 A1"]).ends(1).err;
    assert!(
        text.contains("1 game reaches the position one move earlier, after 4 of the 5"),
        "{text}"
    );
    // If no game has the position, a search must report the last earlier position that games reach, counting only games
    // that match the other clauses. It must report none if the query has a condition on the hit or a second position,
    // or if its other clauses match no game.
    for (query, expected) in [
        (
            "position:\"Q16 D4 Q3 D16 A1\"",
            "1 game reaches the position one move earlier, after 4 of the 5",
        ),
        (
            "player:Anna position:\"Q16 D4 Q3 D16 A1\"",
            "1 game reaches the position 2 moves earlier, after 3 of the 5",
        ),
        ("position:\"Q16 D4 Q3 D16\" next:A1", ""),
        ("position:\"Q16 A1\" position:D4", ""),
        ("player:Nobody position:D4", ""),
    ] {
        let text = run_on(&place.folder(), &["search", query]).ends(1).err;
        let is_told = text.contains(if expected.is_empty() { "earlier" } else { expected });
        assert_eq!(is_told, !expected.is_empty(), "{query}: {text}");
    }
    let found = run_on(&place.folder(), &["position", "Q16 D4", "--json"]).ends(0).json();
    assert!(found[0].get("earlier").is_none());
}

//! Sort orders, positions in queries, languages and counts, each compared with a plain loop over the games.

use crate::support::{Place, answer, hits, query_error, sample_archive, sgf_setup, tables};
use kifu_index::engine::Engine;
use kifu_index::engine::board::Wins;
use kifu_index::engine::request::BoardSearch;
use kifu_index::engine::row::GameRow;
use kifu_index::engine::stats::properties;
use kifu_index::formats;
use kifu_index::game::{BoardSize, Color, Move, Point, Stone};
use kifu_index::language::{input, parse};
use kifu_index::record::{GameRecord, Replayer};
use kifu_index::text::fold;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

fn sample() -> (Place, Engine) {
    let place = Place::new();
    let options = kifu_index::index::build::Options::default();
    crate::support::build_with(&place.folder(), &[sample_archive()], &options);
    let engine = place.engine();
    (place, engine)
}

/// Place of a game in the archive, by which games that are otherwise equal are sorted.
fn place_of(game: &GameRow) -> (String, String, u32) {
    let path = game.path.to_string_lossy().into_owned();
    (path, game.member().unwrap_or_default(), game.game)
}

/// Checks a sort order in both directions. Games with unknown values must come last in both.
fn check_order<K: Ord + std::fmt::Debug>(
    engine: &Engine,
    key: &str,
    of: impl Fn(&GameRow) -> Option<K>,
) {
    let all = hits(engine, "");
    for descending in [false, true] {
        let query = format!("sort:{}{key}", if descending { "-" } else { "" });
        let found = hits(engine, &query);
        assert_eq!(found.len(), all.len());
        for pair in found.windows(2) {
            let (a, b) = (of(&pair[0]), of(&pair[1]));
            let fine = match (&a, &b) {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some(a), Some(b)) if descending => a >= b,
                (Some(a), Some(b)) => a <= b,
            };
            assert!(fine, "{query}: {a:?} before {b:?}");
            // Games with equal values: the latest game comes first, then they are sorted by place; a reversed order
            // reverses both.
            let is_backwards = descending != (key == "date");
            let by_place = |a: &GameRow, b: &GameRow| match is_backwards {
                true => place_of(a) >= place_of(b),
                false => place_of(a) <= place_of(b),
            };
            if a == b && key == "date" {
                assert!(by_place(&pair[0], &pair[1]), "{query}");
            }
            if a == b && key != "date" {
                let date = |game: &GameRow| game.info.date.as_ref().map(|date| date.from);
                let (a, b) = (&pair[0], &pair[1]);
                let later = match (date(a), date(b)) {
                    (Some(x), Some(y)) if x == y => by_place(a, b),
                    (Some(x), Some(y)) => (x > y) != is_backwards,
                    (Some(_), None) => true,
                    (None, Some(_)) => false,
                    (None, None) => by_place(a, b),
                };
                assert!(later, "{query}: {:?} before {:?}", place_of(a), place_of(b));
            }
        }
    }
}

#[test]
fn hits_come_in_the_order_that_is_asked_for() {
    let (_place, engine) = sample();
    check_order(&engine, "date", |game| game.info.date.as_ref().map(|date| date.from));
    check_order(&engine, "moves", |game| Some(game.summary.moves));
    check_order(&engine, "margin", |game| {
        use kifu_index::record::result::{GameResult, WinKind};
        match game.info.result {
            Some(GameResult::Win { how: WinKind::Score(margin), .. }) => Some(margin.hundredths()),
            _ => None,
        }
    });
    let name = |game: &GameRow, color: Color| {
        let info = &game.info;
        let persons: Vec<String> =
            info.players[color].persons().iter().map(|p| fold(p.name)).collect();
        info.players[color].name.is_some().then(|| persons.into_iter().min()).flatten()
    };
    check_order(&engine, "black", |game| name(game, Color::Black));
    check_order(&engine, "white", |game| name(game, Color::White));
    // The strongest player comes first.
    check_order(&engine, "rank", |game| {
        let players = &game.info.players;
        let ranks = [players.black.rank, players.white.rank];
        let known: Vec<i64> = ranks.iter().flatten().map(|r| r.number().into()).collect();
        (!known.is_empty()).then(|| -known.iter().sum::<i64>())
    });
}

#[test]
fn mistyped_orders_are_refused() {
    let (_place, engine) = sample();
    for query in [
        "sort:dat",
        "sort:*",
        "-sort:date",
        "a OR sort:date",
        "sort:date sort:moves sort:black sort:white",
        "sort:hit",
        "Lee sort:hit",
        "next:R14",
        "Lee tomove:B",
        "-in:main",
        "position:Q16 next:Z9",
        "position:Q16 tomove:X",
        "position:Q16 in:there",
        "position:Q16 move:x",
        "position:Q16 move:9..3",
        "position:\"Q16 Q16\"",
    ] {
        parse(query).unwrap();
        assert!(!query_error(&engine, query).message.is_empty(), "{query}");
    }
}

/// Board rows mapped by a symmetry, with plain loops.
fn turned(rows: &[Vec<Stone>], symmetry: usize) -> Vec<Vec<Stone>> {
    let n = rows.len();
    let at = |x: usize, y: usize| {
        let (x, y) = if symmetry & 1 == 1 { (n - 1 - x, y) } else { (x, y) };
        let (x, y) = if symmetry & 2 == 2 { (x, n - 1 - y) } else { (x, y) };
        let (x, y) = if symmetry & 4 == 4 { (y, x) } else { (x, y) };
        rows[y][x]
    };
    (0..n).map(|y| (0..n).map(|x| at(x, y)).collect()).collect()
}

fn rows(board: &kifu_index::game::board::Board) -> Vec<Vec<Stone>> {
    let size = board.size();
    (0..size.height())
        .map(|y| (0..size.width()).map(|x| board.stone(Point::new(x, y))).collect())
        .collect()
}

/// A position in a game, with its place and the next move.
struct PositionInGame {
    main: bool,
    number: u32,
    rows: Vec<Vec<Stone>>,
    next: Vec<(Color, Option<Point>)>,
    turn: Color,
}

fn plies(record: &GameRecord) -> Vec<PositionInGame> {
    let mut met = Vec::new();
    let tree = &record.tree;
    Replayer::new().replay(record.start, tree, |ply| {
        let child_moves = |child: u32| {
            tree.actions(child).iter().find_map(|action| match action {
                kifu_index::record::Action::Move(color, Move::Place(point)) => {
                    Some((*color, Some(*point)))
                }
                kifu_index::record::Action::Move(color, _) => Some((*color, None)),
                _ => None,
            })
        };
        let mut children =
            (0..tree.len() as u32).filter(|&child| tree.parent(child) == Some(ply.node));
        met.push(PositionInGame {
            main: ply.main,
            number: ply.number,
            rows: rows(ply.board),
            next: children.next().and_then(child_moves).into_iter().collect(),
            turn: ply.turn,
        });
        ControlFlow::Continue(())
    });
    met
}

/// Small games with variations on 9×9, every node one move.
fn variations() -> (Place, Vec<(String, GameRecord)>) {
    let place = Place::new();
    let mut records = Vec::new();
    let mut random = crate::support::Random(7);
    for i in 0..60 {
        let points = ["cc", "gg", "cg", "gc", "ee", "ec", "ce"];
        let mut line = |from: usize, length: usize| -> String {
            let mut moves = String::new();
            let mut left: Vec<&str> = points.to_vec();
            for n in from..from + length {
                if left.is_empty() {
                    break;
                }
                let at = random.below(left.len());
                moves.push_str(&format!(
                    ";{}[{}]",
                    if n % 2 == 0 { "B" } else { "W" },
                    left.remove(at)
                ));
            }
            moves
        };
        let text = format!(
            "(;GM[1]SZ[9]{}({})({}({})({})))",
            line(0, 1),
            line(1, 4),
            line(1, 2),
            line(3, 2),
            line(3, 1)
        );
        let name = format!("{i}.sgf");
        place.write(&name, &text);
        records.push((name, formats::read(text.as_bytes()).records.remove(0)));
    }
    place.build();
    (place, records)
}

#[test]
fn positions_inside_of_queries_are_those_of_a_plain_loop() {
    let (place, records) = variations();
    let engine = place.engine();
    let mut seen_some = BTreeSet::new();
    for moves in
        ["C7", "G3", "C7 G3", "C7 C3", "E5", "C7 G7 C3", "G7 E5 C7", "E5 C5 E7", "C3 C7 G3 G7"]
    {
        let position = input::read(moves, None, BoardSize::new(9, 9)).unwrap();
        let sgf = sgf_setup(&position.board);
        let position_rows = rows(&position.board);
        for (about, fits) in conditions() {
            let query = format!("position:\"(;SZ[9]{sgf})\" {about}");
            let found: BTreeSet<String> = hits(&engine, &query)
                .iter()
                .map(|game| game.path.file_name().unwrap().to_string_lossy().into_owned())
                .collect();
            let expected: BTreeSet<String> = records
                .iter()
                .filter(|(_, record)| {
                    let met = plies(record);
                    let mut main_seen = false;
                    met.iter().any(|ply| {
                        let symmetries: Vec<usize> =
                            (0..8).filter(|&s| turned(&ply.rows, s) == position_rows).collect();
                        if symmetries.is_empty() {
                            return false;
                        }
                        if ply.main && std::mem::replace(&mut main_seen, true) {
                            return false;
                        }
                        fits(ply, &symmetries)
                    })
                })
                .map(|(name, _)| name.clone())
                .collect();
            assert_eq!(found, expected, "{moves} {about}");
            if !expected.is_empty() {
                seen_some.insert(about);
            }
        }
    }
    assert!(seen_some.len() >= 12, "{seen_some:?}");
}

type Fits = Box<dyn Fn(&PositionInGame, &[usize]) -> bool>;

/// Conditions on a hit, each with its meaning as plain code.
fn conditions() -> Vec<(&'static str, Fits)> {
    // Image of a game's point on the searched board.
    fn image(point: Point, symmetry: usize) -> Point {
        let mut board = vec![vec![Stone::Empty; 9]; 9];
        board[usize::from(point.y)][usize::from(point.x)] = Stone::Black;
        let board = turned(&board, symmetry);
        let at = (0..81).find(|i| board[i / 9][i % 9] == Stone::Black).unwrap();
        Point::new((at % 9) as u8, (at / 9) as u8)
    }
    let next = |colors: &'static [Color], x: u8, y: u8| -> Fits {
        Box::new(move |ply, symmetries| {
            ply.main
                && ply.next.iter().any(|&(color, point)| {
                    point.is_some_and(|point| {
                        colors.contains(&color)
                            && symmetries.iter().any(|&s| image(point, s) == Point::new(x, y))
                    })
                })
        })
    };
    let to_move = |side: Color| -> Fits {
        Box::new(move |ply, _| {
            ply.main
                && match ply.next.as_slice() {
                    [] => ply.turn == side,
                    next => next.iter().any(|(color, _)| *color == side),
                }
        })
    };
    vec![
        ("", Box::new(|ply, _| ply.main)),
        ("in:main", Box::new(|ply, _| ply.main)),
        ("in:variations", Box::new(|ply, _| !ply.main)),
        ("in:any", Box::new(|_, _| true)),
        ("next:end", Box::new(|ply, _| ply.main && ply.next.is_empty())),
        ("next:G3", next(&Color::BOTH, 6, 6)),
        ("next:\"W E5\"", next(&[Color::White], 4, 4)),
        ("next:\"B E5\"", next(&[Color::Black], 4, 4)),
        ("next:C3", next(&Color::BOTH, 2, 6)),
        ("tomove:B", to_move(Color::Black)),
        ("tomove:white", to_move(Color::White)),
        ("move:1", Box::new(|ply, _| ply.main && ply.number == 1)),
        ("move:2..3", Box::new(|ply, _| ply.main && (2..=3).contains(&ply.number))),
        ("move<2", Box::new(|ply, _| ply.main && ply.number < 2)),
        ("in:any move>=2", Box::new(|ply, _| ply.number >= 2)),
        (
            "in:variations tomove:W",
            Box::new(|ply, _| {
                !ply.main
                    && match ply.next.as_slice() {
                        [] => ply.turn == Color::White,
                        next => next.iter().any(|(color, _)| *color == Color::White),
                    }
            }),
        ),
    ]
}

#[test]
fn a_position_beside_other_clauses() {
    let (_place, engine) = sample();
    let count = |query: &str| hits(&engine, query).len() as u64;
    let answer = answer(&engine, &BoardSearch::of("Q16 D4 Q3"));
    assert!(answer.total > 1);
    assert_eq!(count("position:\"Q16 D4 Q3\""), answer.total);
    assert_eq!(count("position:\"Q16 D4 Q3\" result:B+"), answer.wins.black);
    assert_eq!(count("position:\"Q16 D4 Q3\" OR kind:go"), count("kind:go"));
    assert_eq!(count("kind:go -position:\"Q16 D4 Q3\""), count("kind:go") - answer.total);
    // Each continuation can be written as a clause, and all these clauses together must find all games.
    let mut sum = 0;
    for row in &answer.moves {
        let (Some(color), Some(_)) = (&row.color, row.point()) else {
            continue;
        };
        let name = &row.at;
        let found = count(&format!("position:\"Q16 D4 Q3\" next:\"{color} {name}\""));
        assert_eq!(found, row.games, "{name}");
        sum += found;
    }
    assert_eq!(sum, answer.total);
    // Hits are sorted by the number of the move at which the game has the position. A place in a game can be used as a
    // position, too.
    let found = hits(&engine, "position:\"Q16 D4 Q3\" sort:-hit");
    let places: Vec<u32> = (found.iter()).map(|game| game.hit.as_ref().unwrap().number).collect();
    assert_eq!(places.len() as u64, answer.total);
    assert!(places.is_sorted_by(|a, b| a >= b), "{places:?}");
    let game = hits(&engine, "position:\"Q16 D4 Q3\"").remove(0);
    let by_id = count(&format!("position:{}#{}", game.id, 3));
    assert!(by_id >= 1);
}

#[test]
fn counts_are_those_of_a_plain_loop() {
    let (_place, engine) = sample();
    for (name, _) in properties() {
        // Some properties by which games are counted need a query that names a player.
        let query = match name {
            "opponent" | "colour" => "kind:go player:\"Lee Sedol\"",
            _ => "kind:go",
        };
        let games = hits(&engine, query);
        assert!(!games.is_empty());
        let counts = tables(&engine, query, &[name]).remove(0);
        assert_eq!(counts.total, games.len() as u64, "{name}");
        assert!(counts.rows.iter().all(|row| row.games > 0), "{name}");
        let wins = |o: Wins| o.black + o.white + o.draws + o.unknown;
        assert!(counts.rows.iter().all(|row| wins(row.wins) == row.games), "{name}");
        let plain = plain_counts(name, &games);
        let Some(plain) = plain else { continue };
        let found: BTreeMap<String, u64> = (counts.rows.iter())
            .map(|row| (row.value.clone().unwrap_or_default(), row.games))
            .collect();
        assert_eq!(found, plain, "{name}");
    }
}

fn plain_counts(name: &str, games: &[GameRow]) -> Option<BTreeMap<String, u64>> {
    let mut counts = BTreeMap::new();
    for game in games {
        let info = game.info.clone();
        let values: Vec<String> = match name {
            "year" => {
                vec![info.date.map_or(String::new(), |date| date.from.to_string()[..4].to_owned())]
            }
            "size" => vec![game.summary.size.to_string()],
            "event" => vec![info.event.unwrap_or_default()],
            "charset" => vec![game.summary.charset.name.to_owned()],
            "format" => vec![game.summary.format.as_str().to_owned()],
            "kind" => vec!["go".to_owned()],
            "komi" => vec![info.komi.map_or(String::new(), |komi| komi.points().to_string())],
            "result" => vec![info.result.map_or(String::new(), |result| result.to_string())],
            "opening" if game.summary.openings.is_empty() => vec![String::new()],
            "opening" => game.summary.openings.clone(),
            // Games that begin with other setup have no handicap.
            "handicap" => {
                let stones = info.handicap.unwrap_or(0).to_string();
                let name = game.path.file_stem().unwrap().to_string_lossy();
                let is_set_up = ["ladder-v2", "compressed-points", "corner-three", "ladder"];
                vec![match is_set_up.contains(&&*name) {
                    true => String::new(),
                    false => stones,
                }]
            }
            _ => return None,
        };
        for value in values {
            *counts.entry(value).or_insert(0) += 1;
        }
    }
    Some(counts)
}

#[test]
fn comments_have_languages() {
    let place = Place::new();
    place
        .write("en.sgf", "(;C[White is alive but Black has the better shape in the corner];B[aa])");
    place.write(
        "de.sgf",
        "(;B[aa]C[Weiß lebt, aber Schwarz hat jetzt die bessere Form in der Ecke])",
    );
    place.write("ja.sgf", "(;B[aa]C[白は生きているが、黒の形がいい。])");
    place.write("moves.sgf", "(;B[aa]C[Q16 D4 B+R])");
    place.write("about.sgf", "(;GC[44.16 c8 f8];B[aa])");
    place.write("blank.sgf", "(;B[aa]C[ ])");
    place.write("none.sgf", "(;B[aa])");
    place.build();
    let found = |query: &str| place.found(query);
    assert_eq!(found("lang:en"), ["en.sgf@1"]);
    assert_eq!(found("lang:German"), ["de.sgf@1"]);
    assert_eq!(found("lang:ja"), ["ja.sgf@1"]);
    // A comment that only names points is still a comment.
    assert_eq!(found("lang:unknown"), ["about.sgf@1", "moves.sgf@1"]);
    assert_eq!(found("-lang:*"), ["blank.sgf@1", "none.sgf@1"]);
    assert_eq!(found("lang:* -lang:unknown").len(), 3);
    assert_eq!(found("lang:(en OR ja)"), ["en.sgf@1", "ja.sgf@1"]);
}

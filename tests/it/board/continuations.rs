//! Conditions on hits (the places at which games have a position), and the tree of continuations, compared with plain
//! loops.

use crate::support::{
    Place, Random, answer, count, hits, on_board, open, query_error, run_on, samples, sgf_setup,
};
use kifu_index::engine::board::{BoardAnswer, NextMove, TreeScope};
use kifu_index::engine::request::HitConditions;
use kifu_index::formats;
use kifu_index::game::board::Board;
use kifu_index::game::{BoardSize, Color, GameKind, Move, Point, Stone};
use kifu_index::language::{input, parse};
use kifu_index::record::replay::NextPlay;
use kifu_index::record::result::GameResult;
use kifu_index::record::{Action, GameRecord, Replayer};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};

const SIDE: u8 = 9;

fn size() -> BoardSize {
    BoardSize::new(SIDE, SIDE).unwrap()
}

/// Small games with variations. Each node is one move on one of few points, so that different games reach equal
/// positions.
fn random_games(place: &Place, count: usize) -> Vec<GameRecord> {
    let mut random = Random(77);
    let mut records = Vec::new();
    for i in 0..count {
        let line = |random: &mut Random, first: usize, length: usize| -> String {
            let mut left = vec!["cc", "gg", "cg", "gc", "ee", "ec", ""];
            let moves = (first..first + length).map(|n| {
                let point = left.remove(random.below(left.len()));
                format!(";{}[{point}]", ["B", "W"][n % 2])
            });
            moves.collect()
        };
        let first = random.below(2);
        let (a, b) = (line(&mut random, first, 1), line(&mut random, first + 1, 4));
        let (c, d) = (line(&mut random, first + 1, 2), line(&mut random, first + 3, 2));
        let e = line(&mut random, first + 3, 1);
        let result = ["B+R", "W+2.5", "0", "?"][random.below(4)];
        let text = format!(
            "(;SZ[9]RE[{result}]PB[P{}]PW[P{}]DT[{}]{a}({b})({c}({d})({e})))",
            random.below(4),
            random.below(4),
            1990 + random.below(9),
        );
        place.write(&format!("{i}.sgf"), &text);
        records.push(formats::read(text.as_bytes()).records.remove(0));
    }
    place.build();
    records
}

type Rows = Vec<Vec<Stone>>;

fn rows(board: &Board) -> Rows {
    let row = |y| (0..SIDE).map(move |x| Point::new(x, y));
    (0..SIDE).map(|y| row(y).map(|point| board.stone(point)).collect()).collect()
}

fn image(point: Point, symmetry: usize) -> Point {
    let (mut x, mut y) = (point.x, point.y);
    if symmetry & 1 == 1 {
        x = SIDE - 1 - x;
    }
    if symmetry & 2 == 2 {
        y = SIDE - 1 - y;
    }
    if symmetry & 4 == 4 {
        (x, y) = (y, x);
    }
    Point::new(x, y)
}

/// Symmetries (rotations and mirrorings, numbered 0 to 7) that map one board onto the other, with exchanged colours if
/// `swapped`.
fn symmetries(from: &Rows, to: &Rows, swapped: bool) -> Vec<usize> {
    let lies = |symmetry: &usize| {
        size().points().all(|point| {
            let stone = from[usize::from(point.y)][usize::from(point.x)];
            let stone = match stone {
                Stone::Black if swapped => Stone::White,
                Stone::White if swapped => Stone::Black,
                other => other,
            };
            let image = image(point, *symmetry);
            to[usize::from(image.y)][usize::from(image.x)] == stone
        })
    };
    (0..8).filter(lies).collect()
}

fn other_if(color: Color, swapped: bool) -> Color {
    if swapped { color.other() } else { color }
}

/// Expected table of continuations: for each one the number of games, of Black's wins and of White's wins, in the
/// colours of the query.
type Table = BTreeMap<String, [u64; 3]>;

fn step_key(step: NextPlay) -> String {
    match step {
        NextPlay::Move(color, Move::Place(point)) => {
            format!("{} {} {}", color.letter(), point.x, point.y)
        }
        NextPlay::Move(color, _) => format!("{} pass", color.letter()),
        NextPlay::End => "end".to_owned(),
    }
}

/// Key by which a row of an answer (a continuation) is found in the expected [`Table`].
fn row_key(row: &NextMove) -> String {
    let color = row.color.as_deref();
    match row.point() {
        Some(point) => format!("{} {} {}", color.unwrap(), point.x, point.y),
        None => [color, Some(row.at.as_str())]
            .map(|part| part.unwrap_or_default())
            .join(" ")
            .trim()
            .to_owned(),
    }
}

/// Conditions on a hit (a position found in a game) that a query may have in addition to the position itself.
#[derive(Clone, Default)]
struct Terms {
    within: TreeScope,
    any_colours: bool,
    next: Option<Vec<NextPlay>>,
    to_move: Option<Color>,
    moves: Option<RangeInclusive<u32>>,
}

/// Finds by a plain loop how the game continues from the position. Returns the continuation, whether the game has the
/// position with exchanged colours, and whether it has the position in a variation only although hits must be on the
/// main line. `None` if no position of the game meets the conditions.
fn plain_hit(
    record: &GameRecord,
    position: &Rows,
    terms: &Terms,
) -> Option<(NextPlay, bool, bool)> {
    let tree = &record.tree;
    let first_move = |node: u32| {
        tree.actions(node).iter().find_map(|action| match action {
            Action::Move(color, action) => Some(NextPlay::Move(*color, *action)),
            _ => None,
        })
    };
    let mut met_on_main = false;
    let mut found = None;
    Replayer::new().replay(record.start, tree, |ply| {
        let here = rows(ply.board);
        let colours: &[bool] = match terms.any_colours {
            true => &[false, true],
            false => &[false],
        };
        // A board that equals its own colour-exchanged image matches in both ways.
        let ways = colours.iter().flat_map(|&swapped| {
            let symmetries = symmetries(&here, position, swapped).into_iter();
            symmetries.map(move |symmetry| (symmetry, swapped))
        });
        let ways: Vec<(usize, bool)> = ways.collect();
        if ways.is_empty() {
            return ControlFlow::Continue(());
        }
        if ply.main && std::mem::replace(&mut met_on_main, true) {
            return ControlFlow::Continue(());
        }
        let is_wanted = match terms.within {
            TreeScope::Main | TreeScope::Any => true,
            TreeScope::Variations => !ply.main,
        };
        let in_range = (terms.moves.as_ref()).is_none_or(|moves| moves.contains(&ply.number));
        if !is_wanted || !in_range {
            return ControlFlow::Continue(());
        }
        // The first child of the node is the continuation, in variations as on the main line.
        let mut children =
            (0..tree.len() as u32).filter(|&child| tree.parent(child) == Some(ply.node));
        let next = children.next().and_then(first_move);
        let steps = ways.iter().map(|&(symmetry, swapped)| match next {
            Some(NextPlay::Move(color, action)) => {
                let action = match action {
                    Move::Place(point) => Move::Place(image(point, symmetry)),
                    other => other,
                };
                let color = other_if(color, swapped);
                (NextPlay::Move(color, action), color, swapped)
            }
            _ => (NextPlay::End, other_if(ply.turn, swapped), swapped),
        });
        let steps: Vec<(NextPlay, Color, bool)> = steps.collect();
        let fits = steps.iter().any(|(step, mover, _)| {
            terms.to_move.is_none_or(|required| required == *mover)
                && terms.next.as_ref().is_none_or(|required| required.contains(step))
        });
        if !fits {
            return ControlFlow::Continue(());
        }
        let key = |(step, mover, swapped): &(NextPlay, Color, bool)| match *step {
            NextPlay::Move(_, Move::Place(point)) => {
                (Some((point.y, 255 - point.x)), *mover as u8, *swapped)
            }
            NextPlay::Move(..) => (None, *mover as u8, *swapped),
            NextPlay::End => (None, 0, *swapped),
        };
        let (step, _, swapped) = steps.into_iter().min_by_key(key).unwrap();
        let only_in_variation = terms.within == TreeScope::Main && !ply.main;
        found = Some((step, swapped, only_in_variation));
        ControlFlow::Break(())
    });
    found
}

fn plain_table(records: &[GameRecord], position: &Rows, terms: &Terms) -> (Table, u64) {
    let mut table = Table::new();
    let mut in_variations = 0;
    for record in records {
        let Some((step, swapped, only_in_variation)) = plain_hit(record, position, terms) else {
            continue;
        };
        if only_in_variation {
            in_variations += 1;
            continue;
        }
        let row = table.entry(step_key(step)).or_default();
        row[0] += 1;
        if let Some(GameResult::Win { winner, .. }) = record.info.result {
            row[if other_if(winner, swapped) == Color::Black { 1 } else { 2 }] += 1;
        }
    }
    (table, in_variations)
}

fn table_of(answer: &BoardAnswer) -> Table {
    let mut table = Table::new();
    for row in &answer.moves {
        let numbers = [row.games, row.wins.black, row.wins.white];
        let twice = table.insert(row_key(row), numbers);
        assert_eq!(twice, None, "{row:?}");
    }
    table
}

/// Conditions on hits, each in three forms: as clauses of a query, as conditions of a request, and as conditions of the
/// plain loop. All three must find the same games.
fn all_terms() -> Vec<(String, HitConditions, Terms)> {
    let place = |color, x, y| NextPlay::Move(color, Move::Place(Point::new(x, y)));
    let both = |x, y| vec![place(Color::Black, x, y), place(Color::White, x, y)];
    let next: [(&str, Option<Vec<NextPlay>>); 5] = [
        ("", None),
        ("G3", Some(both(6, 6))),
        ("W E5", Some(vec![place(Color::White, 4, 4)])),
        ("pass", Some(Color::BOTH.map(|color| NextPlay::Move(color, Move::Pass)).to_vec())),
        ("end", Some(vec![NextPlay::End])),
    ];
    let mut terms = Vec::new();
    for (place, within) in
        [("", TreeScope::Main), ("variations", TreeScope::Variations), ("any", TreeScope::Any)]
    {
        for any_colours in [false, true] {
            for (text, next) in &next {
                for (turn, to_move, range, moves) in [
                    ("", None, "", None),
                    ("B", Some(Color::Black), "", None),
                    ("", None, "2..3", Some(2..=3)),
                ] {
                    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
                    let conditions = HitConditions {
                        within: given(place),
                        colours: any_colours.then(|| "any".to_owned()),
                        next: given(text),
                        tomove: given(turn),
                        at_move: given(range),
                        ..HitConditions::default()
                    };
                    let clauses = [
                        ("in", &conditions.within),
                        ("colours", &conditions.colours),
                        ("next", &conditions.next),
                        ("tomove", &conditions.tomove),
                        ("move", &conditions.at_move),
                    ];
                    let clauses = clauses.into_iter().filter_map(|(field, value)| {
                        value.as_ref().map(|value| match value.contains(' ') {
                            true => format!("{field}:\"{value}\""),
                            false => format!("{field}:{value}"),
                        })
                    });
                    let clauses: Vec<String> = clauses.collect();
                    terms.push((
                        clauses.join(" "),
                        conditions,
                        Terms { within, any_colours, next: next.clone(), to_move, moves },
                    ));
                }
            }
        }
    }
    terms
}

fn sgf_of(board: &Board) -> String {
    format!("(;SZ[{}]{})", board.size().width(), sgf_setup(board))
}

#[test]
fn conditions_on_hits_equal_a_plain_loop() {
    let place = Place::new();
    let records = random_games(&place, 90);
    let engine = place.engine();
    let mut met: BTreeMap<String, u64> = BTreeMap::new();
    for moves in ["(;SZ[9])", "C7", "E5", "C7 G3", "C7 C3", "C7 G7 C3", "G7 E5 C7", "C3 C7 G3 G7"] {
        let board = input::read(moves, None, (!moves.starts_with('(')).then(size)).unwrap().board;
        let position = rows(&board);
        for (text, conditions, terms) in all_terms() {
            let mut question = on_board(&board, usize::MAX);
            question.hits = conditions;
            let found = answer(&engine, &question);
            let (table, in_variations) = plain_table(&records, &position, &terms);
            assert_eq!(table_of(&found), table, "{moves} {text}");
            assert_eq!(found.in_variations, in_variations, "{moves} {text}");
            let total: u64 = table.values().map(|row| row[0]).sum();
            assert_eq!(found.total, total, "{moves} {text}");
            assert_eq!(found.games.len() as u64, total, "{moves} {text}");
            // The clauses in a query must find the same number of games as the conditions in a request.
            let query = format!("position:\"{}\" {text}", sgf_of(&board));
            assert_eq!(count(&engine, &query), total, "{moves} {text}");
            // Request and plain loop must also agree when a condition on the games is added.
            question.hits.filter = Some("player:P1".to_owned());
            question.listed = 0;
            assert_eq!(
                answer(&engine, &question).total,
                count(&engine, &format!("{query} player:P1")),
                "{moves} {text}"
            );
            *met.entry(text).or_default() += total;
        }
    }
    let never: Vec<_> = met.iter().filter(|(_, games)| **games == 0).collect();
    assert!(never.len() * 3 < met.len(), "{never:?}");
    // A search that also matches exchanged colours must find more games here; otherwise the test would not test this
    // condition.
    assert!(met["colours:any"] > met[""], "{met:?}");
}

/// Expected number of the last move of a sequence: the game has these positions one after the other, each at most `gap`
/// moves after the one before. `None` if the game has no such sequence.
fn plain_sequence(
    record: &GameRecord,
    boards: &[Rows],
    swapped: bool,
    gap: &std::ops::RangeInclusive<u32>,
) -> Option<u32> {
    let mut plies = Vec::new();
    Replayer::new().replay(record.start, &record.tree, |ply| {
        if ply.main {
            plies.push((ply.number, rows(ply.board)));
        }
        ControlFlow::Continue(())
    });
    let mut from = 0;
    let mut last: Option<u32> = None;
    for board in boards {
        let stands = |(_, here): &(u32, Rows)| !symmetries(here, board, swapped).is_empty();
        let at = from + plies[from..].iter().position(stands)?;
        let number = plies[at].0;
        if last.is_some_and(|last| !gap.contains(&(number - last))) {
            return None;
        }
        (from, last) = (at + 1, Some(number));
    }
    last
}

#[test]
fn sequences_equal_a_plain_loop() {
    let place = Place::new();
    let records = random_games(&place, 120);
    let engine = place.engine();
    let boards = ["", "C7", "E5", "C7 G3", "C7 C3", "C7 E5", "C7 G7 C3", "C7 G3 E5", "G7 E5 C7"];
    let board = |moves: &str| match moves {
        "" => Board::new(GameKind::Go, size()),
        _ => input::read(moves, None, Some(size())).unwrap().board,
    };
    let operand = |moves: &&str| format!("position:\"{}\"", sgf_of(&board(moves)));
    let mut found_some = 0;
    let mut chains: Vec<Vec<&str>> = Vec::new();
    for a in boards {
        for b in boards {
            chains.push(vec![a, b]);
        }
        chains.push(vec!["", a, "C7 G3"]);
        chains.push(vec!["C7", a, "C7 G7 C3"]);
    }
    for chain in chains {
        let positions: Vec<Rows> = chain.iter().map(|moves| rows(&board(moves))).collect();
        let operands: Vec<String> = chain.iter().map(operand).collect();
        for (within, gap) in [
            ("", 0..=u32::MAX),
            (" within:1", 0..=1),
            (" within:2", 0..=2),
            (" within<=2", 0..=2),
            (" within:2..3", 2..=3),
            (" within>1", 2..=u32::MAX),
        ] {
            for (colours, ways) in [("", &[false][..]), (" colours:any", &[false, true])] {
                let query = format!("{}{within}{colours}", operands.join(" then "));
                let expected: BTreeMap<String, u32> = (records.iter().enumerate())
                    .filter_map(|(i, record)| {
                        let plain =
                            |&swapped: &bool| plain_sequence(record, &positions, swapped, &gap);
                        let first = ways.iter().filter_map(plain).min()?;
                        Some((format!("{i}.sgf"), first))
                    })
                    .collect();
                let found: BTreeMap<String, u32> = (hits(&engine, &query).iter())
                    .map(|game| {
                        let name = game.path.file_name().unwrap();
                        let place = game.hit.as_ref().unwrap();
                        assert!(!place.variation);
                        (name.to_string_lossy().into_owned(), place.number)
                    })
                    .collect();
                assert_eq!(found, expected, "{query}");
                found_some += u32::from(!found.is_empty());
            }
        }
    }
    assert!(found_some > 100, "{found_some}");
}

/// Usually, games that have all positions of a sequence are verified one by one. Here they are too many for that, so
/// the index's first-change tables (for each game, the move number at which each point first changes) alone decide the
/// order of the positions. They must give the same games.
#[test]
fn sequences_of_popular_positions() {
    let place = Place::new();
    let mut random = Random(5);
    let mut text = String::new();
    let mut expected = [0; 3];
    for _ in 0..700 {
        // Moves at C7 and G3 are played in both orders, sometimes with E5 between them. A pass may come anywhere.
        let mut moves = vec!["cc", "gg"];
        if random.chance(30) {
            moves.insert(1, "");
        }
        if random.chance(50) {
            moves.push("ee");
        }
        let moves: Vec<String> = (moves.iter().enumerate())
            .map(|(n, point)| {
                format!(";{}[{point}]", if point.is_empty() || n == 0 { "B" } else { "W" })
            })
            .collect();
        let record = formats::read(format!("(;SZ[9]{})", moves.concat()).as_bytes());
        let record = &record.records[0];
        let board = |moves: &str| rows(&input::read(moves, None, Some(size())).unwrap().board);
        let chain = [board("C7"), board("C7 G3")];
        for (count, gap) in expected.iter_mut().zip([0..=u32::MAX, 0..=1, 2..=9]) {
            *count += u64::from(plain_sequence(record, &chain, false, &gap).is_some());
        }
        text.push_str(&format!("(;SZ[9]{})", moves.concat()));
    }
    place.write("all.sgf", &text);
    place.build();
    let engine = place.engine();
    for (within, expected) in ["", "within:1", "within:2..9"].into_iter().zip(expected) {
        let query =
            format!("position:\"(;SZ[9]AB[cc])\" then position:\"(;SZ[9]AB[cc]AW[gg])\" {within}");
        assert_eq!(count(&engine, &query), expected, "{query}");
    }
    assert_eq!(expected[0], 700);
    assert!(expected[1] > 0 && expected[2] > 0, "{expected:?}");
}

#[test]
fn then_is_only_valid_between_boards() {
    let canonical = |text: &str| parse(text).unwrap().to_string();
    for (text, expected) in [
        ("position:A1 then position:B2", "position:A1 then position:B2"),
        (
            "position:A1  THEN\tposition:B2 within:20 Lee",
            "position:A1 then position:B2 within:20 Lee",
        ),
        (
            "-position:A1 Then position:B2 then position:C3",
            "-position:A1 then position:B2 then position:C3",
        ),
        ("position:A1 then Lee", "position:A1 then Lee"),
        ("Lee then position:A1", "Lee then position:A1"),
        ("position:A1 (then) position:B2", "position:A1 (then) position:B2"),
        ("(position:A1) then position:B2", "position:A1 (then) position:B2"),
        ("position:A1 \"then\" position:B2", "position:A1 \"then\" position:B2"),
        ("position:A1 thenposition:B2", "position:A1 thenposition:B2"),
    ] {
        let Ok(query) = parse(text) else {
            assert!(text.contains("thenposition"), "{text}");
            continue;
        };
        assert_eq!(query.to_string(), expected, "{text}");
        assert_eq!(canonical(expected), expected);
        assert_eq!(parse(expected).unwrap(), query, "{text}");
    }
    let engine = open(samples());
    for query in [
        "position:Q16 within:5",
        "within:5",
        "position:Q16 then position:D4 in:any",
        "position:Q16 then position:Z99",
        "position:Q16 then position:D4 within:x",
        "position:Q16 then position:D4 within:9..3",
    ] {
        parse(query).unwrap();
        assert!(!query_error(&engine, query).message.is_empty(), "{query}");
    }
    let sentence = run_on(
        samples(),
        &["search", "--explain", "position:Q16 then position:\"Q16 D4\" within:20"],
    );
    let expected_sentence = "Games where the position “Q16” comes up, and after it the position “Q16 D4” comes up, each position within 20 moves of the previous one.";
    let sentence = sentence.ends(0).out.replace('\n', " ");
    assert!(sentence.contains(expected_sentence), "{sentence}");
}

/// Each node of the tree of continuations must have the same numbers of games as a search for its position.
#[test]
fn tree_nodes_equal_searches_for_their_positions() {
    let out =
        run_on(samples(), &["position", "--tree", "3", "--least", "1", "--", "Q16"]).ends(0).out;
    let read = formats::read(out.as_bytes());
    let record = &read.records[0];
    assert!(record.diagnostics.is_empty(), "{:?}", record.diagnostics);
    let engine = open(samples());
    let mut boards: BTreeMap<u32, Board> = BTreeMap::new();
    let mut causes = BTreeMap::new();
    Replayer::new().replay(record.start, &record.tree, |ply| {
        boards.insert(ply.node, ply.board.clone());
        causes.insert(ply.node, ply.cause);
        ControlFlow::Continue(())
    });
    let tree = &record.tree;
    assert!(tree.len() > 10);
    let mut deepest = 0;
    for node in 0..tree.len() as u32 {
        let comment: Vec<&str> = tree.comments_of(node).collect();
        let comment = comment.join("\n");
        let depth = tree.path(node).len() - 1;
        deepest = deepest.max(depth);
        if let (Some(parent), kifu_index::record::Cause::Move(color, action)) =
            (tree.parent(node), causes[&node])
        {
            let answer = answer(&engine, &on_board(&boards[&parent], 0));
            let step = step_key(NextPlay::Move(color, action));
            let row = answer.moves.iter().find(|row| row_key(row) == step);
            let games = row.unwrap().games;
            let games = match games {
                1 => "\n1 game: ".to_owned(),
                games => format!("\n{games} games: "),
            };
            assert!(comment.contains(&games), "{games} in {comment}");
        }
        if depth < 3 && causes[&node] != kifu_index::record::Cause::Move(Color::White, Move::Pass) {
            let answer = answer(&engine, &on_board(&boards[&node], 0));
            let expected = answer.moves.iter();
            let expected = expected.filter(|row| row.point().is_some()).count();
            let children = (0..tree.len() as u32).filter(|&child| tree.parent(child) == Some(node));
            assert_eq!(children.count(), expected, "node {node}\n{out}");
        }
    }
    assert_eq!(deepest, 3);
}

#[test]
fn trees_are_limited_and_written_only_to_allowed_places() {
    let place = Place::new();
    let file = place.games().join("tree.sgf");
    let file = file.to_str().unwrap();
    let all = run_on(samples(), &["position", "Q16", "--tree", "9", "--least", "1"]).ends(0);
    assert_eq!(all.err, "");
    let nodes = |text: &str| formats::read(text.as_bytes()).records[0].tree.len();
    assert!(nodes(&all.out) > 31);
    let cut = ["position", "Q16", "--tree", "9", "--least", "1", "--nodes", "30"];
    let cut = run_on(samples(), &cut).ends(0);
    assert_eq!(nodes(&cut.out), 31);
    assert!(cut.err.contains("cut at 30 nodes"), "{}", cut.err);
    let share = ["position", "Q16", "--tree", "4", "--least", "20%"];
    assert!(nodes(&run_on(samples(), &share).ends(0).out) < nodes(&all.out));
    let into = ["position", "Q16", "--tree", "2", "--output", file];
    assert_eq!(run_on(samples(), &into).ends(0).out, "");
    assert!(nodes(&std::fs::read_to_string(file).unwrap()) > 1);
    assert!(run_on(samples(), &into).fails().contains("exists"));
    run_on(samples(), &[&into[..], &["--force"]].concat()).ends(0);
    let inside = ["position", "Q16", "--tree", "2", "--output", "sample-archive/tree.sgf"];
    run_on(samples(), &inside).fails();
    assert_eq!(run_on(samples(), &["position", "A1", "--tree", "2"]).ends(1).out, "");
    for wrong in ["x", "101%", "-1", "5%%"] {
        let least = format!("--least={wrong}");
        run_on(samples(), &["position", "Q16", "--tree", "2", &least]).fails();
    }
    // For a position of Lines of Action, the answer must contain the setup of the board and the moves that lead to it.
    let loa = ["position", "--kind", "loa", "--tree", "2", "--least", "1", "(;GM[9])"];
    let loa = run_on(samples(), &loa).ends(0).out;
    let record = formats::read(loa.as_bytes()).records.remove(0);
    assert!(record.diagnostics.is_empty() && record.tree.len() > 2, "{loa}");
    let mut boards = Vec::new();
    Replayer::new().replay(record.start, &record.tree, |ply| {
        assert_eq!(ply.breach, None, "{loa}");
        boards.push(ply.board.hash());
        ControlFlow::Continue(())
    });
    let board_input = input::read("(;GM[9])", None, None).unwrap();
    assert_eq!(boards[0], board_input.board.hash());
}

#[test]
fn command_options_equal_query_clauses() {
    let count = |arguments: &[&str]| {
        let run = run_on(samples(), &[&["position", "-c"], arguments].concat());
        assert!(run.code < Some(2), "{}", run.err);
        run.out.trim().parse::<u64>().unwrap()
    };
    let search = |query: &str| {
        let run = run_on(samples(), &["search", "-c", query]);
        run.out.trim().parse::<u64>().unwrap()
    };
    for (options, clauses) in [
        (&["--in", "any"][..], "in:any"),
        (&["--in", "variations"], "in:variations"),
        (&["--colors", "any"], "colours:any"),
        (&["--next", "Q3"], "next:Q3"),
        (&["--next", "B Q3"], "next:\"B Q3\""),
        (&["--tomove", "W"], "tomove:W"),
        (&["--move", "..3"], "move:..3"),
        (&["--filter", "-result:B+ year>=1990"], "-result:B+ year>=1990"),
        (&["--filter", "nobody-of-this-name"], "nobody-of-this-name"),
        (&["--filter", "result:W+", "--in", "any", "--move", "2"], "result:W+ in:any move:2"),
    ] {
        for position in ["Q16", "Q16 D4"] {
            let counted = count(&[&[position], options].concat());
            assert_eq!(counted, search(&format!("position:\"{position}\" {clauses}")), "{clauses}");
        }
    }
    // The printed answer must describe its conditions in words, and the games in its JSON must be in the requested
    // order.
    let described =
        run_on(samples(), &["position", "Q16", "--filter", "result:W+", "--in", "any", "--draw"]);
    assert!(described.out.contains("Games where White won, on the main line or in a variation."));
    let none = run_on(samples(), &["position", "Q16", "--filter", "nobody-of-this-name"]).ends(1);
    assert!(
        none.err.contains("No matching game has this position on its main line"),
        "{}",
        none.err
    );
    let json =
        run_on(samples(), &["position", "Q16", "--json", "--sort", "date", "--filter", "date:*"]);
    let answer = &json.ends(0).json()[0];
    assert_eq!(answer["filter"], "date:*");
    let dates: Vec<&str> = (answer["games"].as_array().unwrap().iter())
        .map(|game| game["date"].as_str().unwrap())
        .collect();
    assert!(dates.len() > 2 && dates.is_sorted(), "{dates:?}");
    for wrong in [
        &["--in", "there"][..],
        &["--colours", "red"],
        &["--tomove", "B W"],
        &["--filter", "plyer:x"],
        &["--move", "9..3"],
        &["--sort", "dat"],
        &["--output", "x.sgf"],
    ] {
        run_on(samples(), &[&["position", "Q16"], wrong].concat()).ends(2);
    }
}

use crate::properties::ask::{answer, on_pattern};
use crate::properties::drawn::{Drawn, Oracle};
use crate::properties::plain::turned;
use crate::support::random_games::read_loose;
use crate::support::{Place, Random, build_with, rounds, sgf_point};
use kifu_index::game::{GameKind, Point, Stone};
use kifu_index::index::build::Options;

/// Points of a sequence in the upper left corner: many games play its beginning, and some of its stones are captured.
fn sequence(random: &mut Random) -> Vec<Point> {
    let reach = 4 + random.below(5);
    (0..24).map(|_| Point::new(random.below(reach) as u8, random.below(reach) as u8)).collect()
}

/// A game that plays the beginnings of sequences in its corners, in any orientation, and other points between them.
fn game(random: &mut Random, sequences: &[Vec<Point>]) -> String {
    let side = [19, 19, 19, 19, 19, 13, 9, 11][random.below(8)];
    let mut text = format!("(;SZ[{side}]");
    let mut corners: Vec<(usize, &[Point])> = (0..4)
        .map(|corner| {
            let sequence = &sequences[random.below(sequences.len())];
            (2 * corner + random.below(2), &sequence[..random.below(sequence.len())])
        })
        .collect();
    let place = |point: Point, symmetry: usize| {
        let point = turned(point, symmetry, side, side);
        sgf_point((point.x.into(), point.y.into()))
    };
    if random.chance(15) {
        for property in ["AB", "AB", "AW"] {
            let point = Point::new(2 + random.below(3) as u8, 2 + random.below(2) as u8);
            text += &format!("{property}[{}]", place(point, random.below(8)));
        }
    }
    let mut color = 0;
    while corners.iter().any(|(_, left)| !left.is_empty()) {
        let (symmetry, left) = &mut corners[random.below(4)];
        let Some((point, rest)) = left.split_first() else { continue };
        if random.chance(90) {
            text += &format!(";{}[{}]", ["B", "W"][color], place(*point, *symmetry));
        } else {
            let point = (random.below(side), random.below(side));
            text += &format!(";{}[{}]", ["B", "W"][color], sgf_point((point.0, point.1)));
        }
        *left = rest;
        if random.chance(95) {
            color = 1 - color;
        }
        if random.chance(2) {
            text += &format!("(;{}[{}])", ["B", "W"][color], place(*point, *symmetry));
            text += &format!("(;{}[]", ["B", "W"][color]);
        }
    }
    let open = text.matches("[](").count() + text.matches('(').count() - text.matches(')').count();
    text + &")".repeat(open)
}

fn oracle(random: &mut Random) -> (Place, Oracle) {
    let place = Place::new();
    let sequences: Vec<Vec<Point>> = (0..5).map(|_| sequence(random)).collect();
    // Several builds, with deleted games and merged segments between them.
    for part in 0..4 {
        for n in 0..90 {
            place.write(&format!("{part}/{n}.sgf"), game(random, &sequences));
        }
        if part > 0 {
            for n in 0..40 {
                std::fs::remove_file(place.games().join(format!("{}/{n}.sgf", part - 1))).unwrap();
            }
        }
        build_with(&place.folder(), &[place.games()], &Options::default());
    }
    let oracle = Oracle::new(read_loose(&place), place.engine());
    (place, oracle)
}

/// A corner of a position that some game reaches, with some of its points open.
fn draw(oracle: &Oracle, random: &mut Random) -> Option<Drawn> {
    let known = &oracle.games[random.below(oracle.games.len())];
    let reached = &known.reached[random.below(known.reached.len())];
    let board = &reached.board;
    let side = 4 + random.below(7);
    if side > board.width.min(board.height) {
        return None;
    }
    let (width, height) = match random.below(4) {
        0 => (side, 1 + random.below(side)),
        _ => (side, side),
    };
    let (right, low) = (random.chance(50), random.chance(50));
    let x0 = if right { board.width - width } else { 0 };
    let y0 = if low { board.height - height } else { 0 };
    let sign = |x: usize, y: usize| match board.points[(y0 + y) * board.width + x0 + x] {
        Stone::Black => 'X',
        Stone::White => 'O',
        _ => '.',
    };
    let mut rows: Vec<Vec<char>> =
        (0..height).map(|y| (0..width).map(|x| sign(x, y)).collect()).collect();
    let stones = rows.iter().flatten().filter(|&&cell| cell != '.').count();
    if !(1..=12).contains(&stones) {
        return None;
    }
    for _ in 0..[0, 0, 1, 2, 6][random.below(5)] {
        let cell = &mut rows[random.below(height)][random.below(width)];
        *cell = ['?', '*', 'A', 'V'][random.below(4)];
    }
    let edges = [!right, right, !low, low];
    Some(Drawn { rows, edges, moves: Vec::new() })
}

#[test]
fn patterns_in_corners_equal_brute_force() {
    let mut random = Random(590);
    let (_place, mut oracle) = oracle(&mut random);
    let all = rounds(150, 1_500);
    while oracle.compared < all {
        let Some(drawn) = draw(&oracle, &mut random) else { continue };
        let (symmetric, any_colors) = (!random.chance(15), random.chance(40));
        oracle.compare(&drawn, GameKind::Go, symmetric, any_colors);
        let mut search = on_pattern(GameKind::Go, drawn.pattern(), symmetric, any_colors);
        let listed = answer(&oracle.engine, &search).total;
        search.count = true;
        assert_eq!(answer(&oracle.engine, &search).total, listed, "{}", drawn.show());
    }
    assert!(
        oracle.hits > 10 * all && oracle.side_hits > 10,
        "{} {}",
        oracle.hits,
        oracle.side_hits
    );
}

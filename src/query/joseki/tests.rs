//! Lines of single games: normal form, tenuki, captures, setup, and positions that are their own images.

use super::corner::CornerSet;
use super::follower::{CornerFollower, CornerLines};
use super::lines::FollowCorners;
use super::*;
use kifu_record::Start;
use kifu_record::game::board::Board;
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point};
use kifu_record::replay::play;

fn point(name: &str) -> Point {
    let column = "ABCDEFGHJKLMNOPQRST".find(&name[..1]).unwrap() as u8;
    Point::new(column, 19 - name[1..].parse::<u8>().unwrap())
}

fn quadrants() -> Quadrants {
    Quadrants::new(BoardSize::GO).unwrap()
}

/// Plays the words of a text: `R16` by Black and White in turn, `W R16` by White, `pass`, `+R16` as a black setup
/// stone.
fn played(words: &str) -> Vec<(Color, Option<Point>, bool)> {
    let mut color = Color::Black;
    let mut moves = Vec::new();
    for word in words.split_whitespace() {
        match word {
            "B" => color = Color::Black,
            "W" => color = Color::White,
            _ => {
                let at = word.trim_start_matches('+');
                let place = (at != "pass").then(|| point(at));
                moves.push((color, place, word.starts_with('+')));
                color = color.other();
            }
        }
    }
    moves
}

/// Reads the lines of a game from a position.
fn lines(game: &str, position: &str, depth: u32) -> CornerLines {
    let mut board = Board::new(GameKind::Go, BoardSize::GO);
    for (color, place, _) in played(position) {
        play(Start::go(BoardSize::GO), &mut board, color, Move::Place(place.unwrap()));
    }
    let stones = quadrants().stones(&board, Corner::UpperRight);
    let position = JosekiPosition::new(quadrants(), stones, depth);
    let mut follower = CornerFollower::new(&position);
    let mut corners = CornerSet::default();
    Corner::ALL.into_iter().for_each(|corner| corners.insert(corner));
    follower.begin(corners, false);
    let mut board = Board::new(GameKind::Go, BoardSize::GO);
    let mut number = 0;
    for (color, place, is_setup) in played(game) {
        if let Some(at) = place.filter(|_| is_setup) {
            board.set(at, color.into());
            follower.set_up(&quadrants().in_corners(at));
            continue;
        }
        number += 1;
        let mark = board.mark();
        let action = place.map_or(Move::Pass, Move::Place);
        play(Start::go(BoardSize::GO), &mut board, color, action);
        if let Some(at) = place {
            follower.play(&quadrants().in_corners(at), color, number);
        }
        for (at, _) in board.changes_since(mark) {
            follower.change(&quadrants().in_corners(at), board.stone(at));
        }
        follower.end_move();
    }
    let mut lines = CornerLines::default();
    follower.finish(0, &mut lines);
    lines
}

/// The lines in words, in the order of the corners: `BR16 WR14/2`, with the number of moves elsewhere.
fn in_words(game: &str, position: &str, depth: u32) -> Vec<String> {
    let lines = lines(game, position, depth);
    let name = |step: LocalStep| match step.play() {
        LocalPlay::Tenuki => "tenuki".to_owned(),
        LocalPlay::Stone(at) => {
            let at = quadrants().point(at);
            let column = "ABCDEFGHJKLMNOPQRST".as_bytes()[usize::from(at.x)] as char;
            format!("{column}{}", 19 - at.y)
        }
    };
    let step = |step: &follower::LineStep| {
        let elsewhere = match step.elsewhere {
            0 => String::new(),
            moves => format!("/{moves}"),
        };
        format!("{}{}{elsewhere}", step.step.color().letter(), name(step.step))
    };
    let line = |line: &Line| lines.steps(line).iter().map(step).collect::<Vec<_>>().join(" ");
    lines.lines.iter().map(line).collect()
}

#[test]
fn lines_of_all_corners_have_one_normal_form() {
    // One joseki, played in four corners, in both orientations, with Black or White first.
    for game in [
        "R16 R14 P17",
        "Q17 O17 R15",
        "W R16 B R14 W P17",
        "C4 C6 E3",
        "D3 F3 C5",
        "C16 C14 E17",
        "W Q3 B O3 W R5",
    ] {
        assert_eq!(in_words(game, "", 5), ["BR16 WR14 BP17"], "{game}");
    }
    // Stones on the diagonal leave the orientation open until the first one off it.
    assert_eq!(in_words("Q16 O17 R14", "", 5), ["BQ16 WR14 BO17"]);
    assert_eq!(in_words("Q16 R17", "", 5), ["BQ16 WR17"]);
    assert_eq!(in_words("Q16 R17 Q17", "", 5), ["BQ16 WR17 BR16"]);
    assert_eq!(in_words("Q16 R17 Q17", "", 2), ["BQ16 WR17"]);
}

#[test]
fn moves_elsewhere_are_counted_and_tenuki_is_a_step() {
    let game = "Q16 D4 R14 pass Q10 D16 O17";
    // Q10 lies on the middle line, so it belongs to the upper right and the lower right corner.
    let upper_right = "BQ16 Wtenuki/1 BR14/1 Wtenuki/1 BQ10/1 Wtenuki/1 BO17/1";
    assert_eq!(in_words(game, "", 9), [upper_right, "BQ16/5", "BQ10/4", "BQ16/1"]);
    assert_eq!(in_words(game, "", 2)[0], "BQ16 Wtenuki/1");
    // Colours that alternate make no tenuki, even if other moves come between.
    assert_eq!(in_words("Q16 D4 D16 R14", "", 9)[0], "BQ16 WR14/2");
    // From a position, the step after it may be a tenuki, too.
    assert_eq!(in_words("Q16 D4 R14", "Q16", 9)[0], "Wtenuki/1 BR14/1");
}

#[test]
fn a_position_is_reached_by_any_order_of_moves() {
    for game in ["R16 R14 P17 Q10", "P17 R14 R16 Q10", "Q17 O17 R15 K16", "W C4 B C6 W E3 B D10"] {
        assert_eq!(in_words(game, "R16 R14 P17", 5)[0], "WQ10", "{game}");
    }
    // The answer is given as seen from the position, here on the other side of the diagonal and with White first.
    assert_eq!(in_words("R16 R14 P17 Q10", "W Q17 B O17", 5), ["WR15 BK16"]);
    assert_eq!(in_words("R16 R14", "R16", 5), ["WR14"]);
    assert_eq!(in_words("R16", "R16 R14", 5), [""; 0]);
    assert_eq!(in_words("R16 R14", "R16 R14", 5), [""]);
    // The quadrant must have no other stone.
    assert_eq!(in_words("R16 K10 R14", "R16 R14", 5), [""; 0]);
}

#[test]
fn a_position_that_is_its_own_image_is_read_in_normal_form() {
    // Black R16 and White Q17 are their own image, mirrored and with exchanged colours.
    for game in ["R16 Q17 R14", "Q17 R16 O17", "W R16 B Q17 W R14", "W Q17 B R16 W O17"] {
        assert_eq!(in_words(game, "R16 Q17", 5), ["BR14"], "{game}");
    }
    // On the diagonal, the next stone off it decides.
    for game in ["Q16 R14", "Q16 O17", "W Q16 B O17"] {
        assert_eq!(in_words(game, "Q16", 5), ["WR14"], "{game}");
    }
}

#[test]
fn captured_stones_leave_the_position() {
    // White T19 is captured by Black S19 and T18. The position has two black stones only, at the fourth move.
    let game = "T18 T19 S19 Q16 R3";
    assert_eq!(in_words(game, "T18 B S19", 5)[0], "WQ16");
    assert_eq!(in_words(game, "T18 T19", 5)[0], "BS19 WQ16");
    // A capture by a move outside of the corner is not a move of its line.
    assert_eq!(in_words("K16 J16 D4 J17 D16 J15", "K16", 5).len(), 2);
}

#[test]
fn corners_with_setup_stones_are_left_out() {
    let lines = lines("+Q16 D4 +C16 Q3", "", 5);
    assert_eq!(lines.left_out, [(0, 2)]);
    assert_eq!(in_words("+Q16 D4 +C16 Q3", "", 5), ["BR16/1", "BQ16"]);
}

#[test]
fn ranks_have_bands() {
    let band = |rank: Option<Rank>| RankBand::of_rank(rank.unwrap()).name();
    for (kyu, name) in [
        (40, "40k-20k"),
        (20, "40k-20k"),
        (19, "19k-10k"),
        (10, "19k-10k"),
        (9, "9k-5k"),
        (5, "9k-5k"),
        (4, "4k-1k"),
        (1, "4k-1k"),
    ] {
        assert_eq!(band(Rank::kyu(kyu)), name, "{kyu}k");
    }
    for (dan, name) in
        [(1, "1d-3d"), (3, "1d-3d"), (4, "4d-6d"), (6, "4d-6d"), (7, "7d-10d"), (10, "7d-10d")]
    {
        assert_eq!(band(Rank::dan(dan)), name, "{dan}d");
    }
    assert_eq!([band(Rank::pro(1)), band(Rank::pro(9))], ["1p-9p"; 2]);
}

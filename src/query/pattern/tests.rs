//! Checks on random games that all methods of searching for a pattern find the same hits, and that a comparison of
//! every position point by point finds these hits too.

#![allow(clippy::unwrap_used)]

use super::first_changes::FirstChangeIndex;
use super::placement::{PatternLocation, Placement, placements};
use super::window_scan::WindowScan;
use kifu_record::cancel::TimeBudget;
use kifu_record::formats;
use kifu_record::game::pattern::{AllowedTurns, Cell, Edges, Pattern};
use kifu_record::game::{BoardSize, Color, Point, Stone};
use kifu_record::{GameRecord, Replayer};
use kifu_store::index::events::{EventRecorder, HEADER_BYTES};
use kifu_test_support::{Random, sgf_point};
use std::ops::ControlFlow;

/// Makes a random game on a small board: many captures, passes, setup and, on request, variations.
fn game(random: &mut Random, width: usize, height: usize, variations: bool) -> GameRecord {
    let point = |random: &mut Random| {
        let (x, y) = (random.below(width), random.below(height));
        sgf_point((x, y))
    };
    let mut text = format!("(;GM[1]SZ[{width}:{height}]");
    if random.below(3) == 0 {
        text += &format!("AB[{}]AW[{}]", point(random), point(random));
    }
    let mut open = 1;
    for n in 0..(3 * width * height).min(300) {
        let color = ["B", "W"][n % 2];
        match random.below(40) {
            0 => text += &format!(";{color}[]"),
            1 => text += &format!(";AE[{}]AB[{}]", point(random), point(random)),
            2 if variations => {
                text += "(";
                open += 1;
            }
            3 if open > 1 => {
                text += &format!(")(;{color}[{}]", point(random));
            }
            _ => text += &format!(";{color}[{}]", point(random)),
        }
    }
    text += &")".repeat(open);
    let (mut games, _) = formats::sgf::read(&text);
    games.pop().unwrap()
}

/// Makes a random game of Lines of Action, in which pieces move anywhere and capture each other or, in the Gemma
/// variant, leave holes.
fn loa_game(random: &mut Random, size: usize, variations: bool) -> GameRecord {
    let square = |random: &mut Random| {
        let letter = char::from(b"abcdefgh"[random.below(size)]);
        format!("{letter}{}", 1 + random.below(size))
    };
    let rules = ["", "SU[Gemma]"][random.below(2)];
    let mut text = format!("(;GM[9]SZ[{size}]{rules}");
    // A hole that is filled again cannot be recorded as an event, so games with holes are short.
    let moves = if rules.is_empty() { 60 } else { 6 };
    for n in 0..moves {
        let color = ["B", "W"][n % 2];
        if variations && n == moves / 2 {
            text += "(";
        }
        text += &format!(";{color}[{}{}]", square(random), square(random));
    }
    if variations {
        text += &format!(")(;B[{}{}]))", square(random), square(random));
    } else {
        text += ")";
    }
    let (mut games, _) = formats::sgf::read(&text);
    games.pop().unwrap()
}

struct RecordedGame {
    events: Vec<u8>,
    main: usize,
    /// Boards of every position: first those of the main line, then those of the variations.
    boards: Vec<kifu_record::game::board::Board>,
    main_boards: usize,
}

fn record(game: &GameRecord) -> RecordedGame {
    let (mut recorder, mut boards, mut main_boards) = (EventRecorder::default(), Vec::new(), 0);
    recorder.begin(game.start.game, game.start.size);
    Replayer::new().replay(game.start, &game.tree, |ply| {
        recorder.record_position(&game.tree, ply);
        boards.push(ply.board.clone());
        main_boards += usize::from(ply.main);
        ControlFlow::Continue(())
    });
    let bytes = recorder.finish();
    let main = u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize;
    RecordedGame { events: bytes[HEADER_BYTES..].to_vec(), main: 2 * main, boards, main_boards }
}

/// Cuts a random rectangle out of some position and changes a few of its points.
fn pattern(random: &mut Random, game: &RecordedGame) -> Pattern {
    let board = &game.boards[random.below(game.boards.len())];
    let size = board.size();
    let side = |random: &mut Random, most: u8| 1 + random.below(usize::from(most.min(5))) as u8;
    let (width, height) = (side(random, size.width()), side(random, size.height()));
    let x = random.below(usize::from(size.width() - width) + 1) as u8;
    let y = random.below(usize::from(size.height() - height) + 1) as u8;
    let rectangle = BoardSize::new(width, height).unwrap();
    let cells = rectangle.points().map(|point| {
        let stone = board.stone(Point::new(x + point.x, y + point.y));
        match random.below(12) {
            0 => Cell::ANYTHING,
            1 => Cell::STONE,
            2 => Cell::BLACK_OR_EMPTY,
            3 => Cell::WHITE_OR_EMPTY,
            4 if random.below(4) == 0 => Cell::only(Stone::Hole),
            _ => Cell::only(stone),
        }
    });
    let cells = cells.collect();
    let mut edges = Edges::default();
    if random.below(2) == 0 {
        edges.left = x == 0;
        edges.top = y == 0;
        edges.right = x + width == size.width();
        edges.bottom = y + height == size.height();
    }
    Pattern::new(rectangle, cells, edges).unwrap()
}

/// Number of the first position in which the pattern stands, and the least placement there, by comparing all points.
fn brute_force(
    boards: &[kifu_record::game::board::Board],
    images: &super::PatternImages,
    places: &[Placement],
) -> Option<(u32, Placement)> {
    (0..).zip(boards).find_map(|(number, board)| {
        let stands = |place: &&Placement| {
            let (_, image) = &images[usize::from(place.image)];
            image.matches_at(board, place.corner())
        };
        let place = places.iter().find(stands)?;
        Some((number, *place))
    })
}

/// The replay of a pattern with moves must examine only placements (places and orientations) at which all of its stones
/// stood at some time.
#[test]
fn patterns_with_moves_replay_few_placements() {
    let (mut games, _) = formats::sgf::read("(;SZ[19];B[dd];W[ed](;B[pp])(;B[de]))");
    let game = record(&games.pop().unwrap());
    let size = BoardSize::new(2, 2).unwrap();
    let cells = vec![Cell::BLACK, Cell::EMPTY, Cell::EMPTY, Cell::EMPTY];
    let pattern = Pattern::new(size, cells, Edges::default()).unwrap();
    let moves = vec![(Color::White, Point::new(1, 0)), (Color::Black, Point::new(0, 1))];
    let images = pattern.followed_by(moves).images(AllowedTurns::SYMMETRIC);
    let moments = FirstChangeIndex::new(&images, BoardSize::GO, &TimeBudget::default()).unwrap();
    let possible = moments.placements_of(&moments.with_all_stones(&game.events));
    assert_eq!(possible.len(), 1, "{possible:?}");
    assert_eq!(possible[0].corner(), Point::new(3, 3));
    assert!(moments.with_all_stones(&game.events[..game.main]).is_empty());
}

#[test]
fn all_ways_agree_with_brute_force() {
    let mut random = Random(20);
    let (mut hits, mut behind) = (0, 0);
    for n in 0..3000 {
        // One game in a hundred is played on a board of the greatest width that games with events can have.
        let (width, height) = match n % 200 {
            0 => (28, 28),
            100 => (28, 4),
            _ => (3 + n % 7, 3 + n / 7 % 7),
        };
        let game = match n % 10 {
            9 => loa_game(&mut random, 5 + n / 10 % 4, n % 3 == 0),
            _ => game(&mut random, width, height, n % 3 == 0),
        };
        let game = record(&game);
        if game.events.is_empty() {
            continue;
        }
        let pattern = pattern(&mut random, &game);
        let size = game.boards[0].size();
        let turns = AllowedTurns { symmetric: n % 5 > 0, any_colors: n % 4 == 0 };
        let images = pattern.images(turns);
        let all = placements(&images, size);
        let expected = brute_force(&game.boards[..game.main_boards], &images, &all);
        let expected_behind = match expected {
            Some(_) => None,
            None => brute_force(&game.boards, &images, &all),
        };
        let position_and_placement =
            |found: Option<PatternLocation>| found.map(|s| (s.position, s.placement));
        let mut moments = FirstChangeIndex::new(&images, size, &TimeBudget::default()).unwrap();
        let mut windows = WindowScan::new(&images, size);
        let numbers: Vec<u16> = (0..all.len() as u16).collect();
        let main = &game.events[..game.main];
        let by_moments = moments.first_standing(main, &numbers);
        assert_eq!(position_and_placement(by_moments), expected, "moments {pattern:?}");
        // The pattern is searched twice, because the second search uses another code path: for a common pattern it
        // tries the beginning of the game first.
        moments.first_standing(main, &numbers);
        assert_eq!(moments.first_standing(main, &numbers), by_moments);
        let possible = moments.with_all_stones(&game.events);
        assert_eq!(moments.first_standing(main, &possible), by_moments, "{pattern:?}");
        if expected.is_none() {
            let by_moments = moments.first_in_variations(&game.events, game.main, &possible);
            assert_eq!(position_and_placement(by_moments), expected_behind, "behind {pattern:?}");
        }
        let by_windows = windows.first_standing(main);
        assert_eq!(by_windows, by_moments, "windows {pattern:?}");
        assert_eq!(windows.first_standing(main), by_windows, "{pattern:?}");
        let first = moments.first_accepted(main, |_| true);
        assert_eq!(position_and_placement(first), expected, "{pattern:?}");
        hits += usize::from(expected.is_some());
        behind += usize::from(expected_behind.is_some());
    }
    assert!(hits > 1500 && behind > 50, "{hits} {behind}");
}

//! The hashes are written into indexes: their values are a promise.

use kifu_index::formats;
use kifu_index::game::board::Board;
use kifu_index::game::{BoardSize, Game, Point, Stone};
use kifu_index::record::Replayer;
use proptest::prelude::*;
use std::ops::ControlFlow;

#[test]
fn the_promise() {
    let list = include_str!("../hashes.csv");
    let rows: Vec<Vec<&str>> = list
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect();
    assert!(rows.len() >= 25);
    for row in rows {
        let [game, size, moves, hash] = row[..] else {
            panic!("{row:?}")
        };
        let number = if game == "go" { 1 } else { 9 };
        // Setup belongs to the root, moves to nodes of their own.
        let start = if moves.starts_with(['B', 'W']) {
            ";"
        } else {
            ""
        };
        let text = format!(
            "(;GM[{number}]SZ[{}]{start}{moves})",
            size.replace('x', ":")
        );
        let parsed = formats::read(text.as_bytes());
        let record = &parsed.records[0];
        let mut found = None;
        Replayer::new().replay(record.start, &record.tree, |ply| {
            found = Some((ply.board.hash(), by_the_book(ply.board)));
            ControlFlow::Continue(())
        });
        let (found, again) = found.unwrap();
        assert_eq!(format!("{:016x}", found.0), hash, "{text}");
        assert_eq!(found.0, again, "{text}");
    }
}

/// The hash as it is defined, from scratch.
pub(crate) fn by_the_book(board: &Board) -> u64 {
    fn mix(z: u64) -> u64 {
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    let (width, height) = (
        u64::from(board.size().width()),
        u64::from(board.size().height()),
    );
    let code = match board.game() {
        Game::Go => 1,
        Game::Loa => 9,
        Game::Other(number) => 0x1_0000 + u64::from(number),
    };
    let base = mix(code * 0x1_0000 + width * 0x100 + height);
    let rows: Vec<Vec<char>> = board
        .rows()
        .iter()
        .map(|row| row.chars().collect())
        .collect();
    let mut sums = Vec::new();
    for transposed in [false, true] {
        for mirrored_y in [false, true] {
            for mirrored_x in [false, true] {
                let mut sum = 0;
                for (y, row) in (0..).zip(&rows) {
                    for (x, stone) in (0..).zip(row) {
                        let stone = match stone {
                            'X' => 1,
                            'O' => 2,
                            '#' => 3,
                            _ => continue,
                        };
                        let (x, y): (u64, u64) = if transposed { (y, x) } else { (x, y) };
                        let x = if mirrored_x {
                            (width - 1).wrapping_sub(x)
                        } else {
                            x
                        };
                        let y = if mirrored_y {
                            (height - 1).wrapping_sub(y)
                        } else {
                            y
                        };
                        let place = (stone * 0x1_0000u64)
                            .wrapping_add(x.wrapping_mul(0x100))
                            .wrapping_add(y);
                        sum ^=
                            mix(base.wrapping_add(mix(place.wrapping_add(0x9e37_79b9_7f4a_7c15))));
                    }
                }
                if !transposed || width == height {
                    sums.push(sum);
                }
            }
        }
    }
    mix(sums.into_iter().min().unwrap() ^ base)
}

proptest! {
    #[test]
    fn any_stones_anywhere(
        game in prop_oneof![Just(Game::Go), Just(Game::Loa), (0..400u16).prop_map(Game::Other)],
        width in 1..=52u8,
        height in 1..=52u8,
        square in any::<bool>(),
        stones in prop::collection::vec((0..52u8, 0..52u8, 0..4u8), 0..60),
    ) {
        let size = BoardSize::new(width, if square { width } else { height }).unwrap();
        let mut board = Board::new(game, size);
        for (x, y, stone) in stones {
            let stone = [Stone::Empty, Stone::Black, Stone::White, Stone::Hole][usize::from(stone)];
            board.set(Point::new(x % size.width(), y % size.height()), stone);
        }
        prop_assert_eq!(board.hash().0, by_the_book(&board));
    }
}

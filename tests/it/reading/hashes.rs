//! Position hashes are stored in indexes, so their values must never change.

use crate::properties::book::hash_by_definition;
use kifu_index::formats;
use kifu_index::game::board::Board;
use kifu_index::game::{BoardSize, GameKind, Point, Stone};
use kifu_index::record::Replayer;
use proptest::prelude::*;
use std::ops::ControlFlow;

#[test]
fn position_hashes_never_change() {
    let list = include_str!("../../hashes.csv");
    let rows: Vec<Vec<&str>> = list.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert!(rows.len() >= 25);
    for row in rows {
        let [game, size, moves, hash] = row[..] else { panic!("{row:?}") };
        let number = if game == "go" { 1 } else { 9 };
        // Setup belongs to the root; moves have their own nodes.
        let start = if moves.starts_with(['B', 'W']) { ";" } else { "" };
        let text = format!("(;GM[{number}]SZ[{}]{start}{moves})", size.replace('x', ":"));
        let parsed = formats::read(text.as_bytes());
        let record = &parsed.records[0];
        let mut found = None;
        Replayer::new().replay(record.start, &record.tree, |ply| {
            found = Some((ply.board.hash(), hash_by_definition(ply.board)));
            ControlFlow::Continue(())
        });
        let (found, again) = found.unwrap();
        assert_eq!(format!("{:016x}", found.0), hash, "{text}");
        assert_eq!(found.0, again, "{text}");
    }
}

proptest! {
    #[test]
    fn any_stones_anywhere(
        game in prop_oneof![Just(GameKind::Go), Just(GameKind::Loa), (0..400u16).prop_map(GameKind::Other)],
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
        prop_assert_eq!(board.hash().0, hash_by_definition(&board));
    }
}

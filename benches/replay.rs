//! Measures how fast records become positions, in positions per second on one core.
//! - `hashes`: replays trees with their variations and takes the canonical hash of every position. The board keeps hash
//!   sums under all eight symmetries.
//! - `no-hash`: replays the same trees without taking a hash. The board updates its hash sums here too, so the
//!   difference from `hashes` is the cost of taking the hash from them.
//! - `board`: plays only the moves of the main lines on a board, without the tree
//! - `keys`: the upper bound, a hash without any rules of the game: adds the hash keys of every stone (a random number
//!   for each of the eight symmetries) and takes the least of the eight sums
//!
//! The sets of games: the sample archive (small), and if the archives are there, the first 1,000 (medium) and 5,000
//! (large) professional games and 1,000 reviews with variations.

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

mod data;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use data::{GAMES, REVIEWS};
use kifu_index::game::board::Board;
use kifu_index::game::{BoardSize, Color, GameKind, Move, Point, go};
use kifu_index::record::replay::MainMoves;
use kifu_index::record::{GameRecord, Replayer};
use std::hint::black_box;
use std::ops::ControlFlow;

/// Replays all games and returns the sum of `value` over every position.
fn replay(replayer: &mut Replayer, games: &[GameRecord], value: impl Fn(&Board) -> u64) -> u64 {
    let mut sum = 0u64;
    for game in games {
        replayer.replay(game.start, &game.tree, |ply| {
            sum = sum.wrapping_add(value(ply.board));
            ControlFlow::Continue(())
        });
    }
    sum
}

/// Returns the stones played on the main line of every game of Go on 19×19.
fn stones(games: &[GameRecord]) -> Vec<Vec<(Color, Point)>> {
    let is_19x19_go =
        |game: &&GameRecord| game.start.game == GameKind::Go && game.start.size == BoardSize::GO;
    let main_line_stones = |game: &GameRecord| {
        let moves = MainMoves::new(&game.tree);
        let place = |(color, action)| match action {
            Move::Place(point) => Some((color, point)),
            _ => None,
        };
        moves.iter().filter_map(place).collect()
    };
    games.iter().filter(is_19x19_go).map(main_line_stones).collect()
}

/// Returns hash keys for every colour and point, one for each of the eight symmetries. Only the time of adding them is
/// measured, so any numbers will do.
fn keys() -> Vec<[u64; 8]> {
    let key = |i: u64| i.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let keys_of_place =
        |place: u64| std::array::from_fn(|symmetry| key(place * 8 + symmetry as u64));
    (0..2 * 19 * 19).map(keys_of_place).collect()
}

fn replays(c: &mut Criterion) {
    let keys = keys();
    let mut group = c.benchmark_group("replay");
    group.sampling_mode(SamplingMode::Flat);
    let mut sets = data::sets(&[GAMES]);
    sets.extend(data::members(REVIEWS, 1_000));
    for set in sets {
        let name = &set.name;
        let games = set.records();
        let mut replayer = Replayer::new();
        group.throughput(Throughput::Elements(replay(&mut replayer, &games, |_| 1)));
        group.bench_function(format!("hashes/{name}"), |b| {
            b.iter(|| replay(&mut replayer, &games, |board| board.hash().0));
        });
        group.bench_function(format!("no-hash/{name}"), |b| {
            b.iter(|| {
                replay(&mut replayer, &games, |board| black_box(board).size().width().into())
            });
        });
        let lines = stones(&games);
        let count: usize = lines.iter().map(Vec::len).sum();
        group.throughput(Throughput::Elements(count as u64));
        let mut board = Board::new(GameKind::Go, BoardSize::GO);
        group.bench_function(format!("board/{name}"), |b| {
            b.iter(|| {
                for line in &lines {
                    board.clear();
                    for &(color, point) in line {
                        black_box(go::play(&mut board, color, point));
                    }
                }
            });
        });
        group.bench_function(format!("keys/{name}"), |b| {
            b.iter(|| {
                for line in &lines {
                    let mut sums = [0u64; 8];
                    for &(color, point) in line {
                        let place =
                            2 * BoardSize::GO.number(point) + usize::from(color == Color::White);
                        sums.iter_mut().zip(keys[place]).for_each(|(sum, key)| *sum ^= key);
                        black_box(sums.iter().min());
                    }
                }
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = data::criterion();
    targets = replays
}
criterion_main!(benches);

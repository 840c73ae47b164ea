//! Measures how long it takes to recognise the openings of a game. A build does it for every game.

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

mod data;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use data::GAMES;
use kifu_index::game::{BoardSize, Color, GameKind, Move, Point};
use kifu_index::knowledge::openings::recognise;
use kifu_index::record::GameRecord;
use kifu_index::record::replay::MainMoves;
use std::hint::black_box;

/// Returns the stones played on the main line of every game of Go on 19×19.
fn stones(games: &[GameRecord]) -> Vec<Vec<(Color, Point)>> {
    let is_19x19_go =
        |game: &&GameRecord| game.start.game == GameKind::Go && game.start.size == BoardSize::GO;
    let main_line_stones = |game: &GameRecord| {
        let place = |(color, action)| match action {
            Move::Place(point) => Some((color, point)),
            _ => None,
        };
        MainMoves::new(&game.tree).iter().filter_map(place).collect()
    };
    games.iter().filter(is_19x19_go).map(main_line_stones).collect()
}

fn openings(c: &mut Criterion) {
    let mut group = c.benchmark_group("openings");
    for set in data::sets(&[GAMES]) {
        let games = stones(&set.records());
        group.throughput(Throughput::Elements(games.len() as u64));
        group.bench_function(&set.name, |b| {
            b.iter(|| {
                let opening_count =
                    |moves: &Vec<(Color, Point)>| recognise(moves.iter().copied()).len();
                black_box(games.iter().map(opening_count).sum::<usize>())
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = data::criterion();
    targets = openings
}
criterion_main!(benches);

//! How long an open index takes to answer, warm and in process. The index holds the first 5,000 professional games
//! where their archive is there, else the sample archive; the throughput is in games of the index a second.
//!
//! - `query/…/count` and `…/top50`: a parsed query is planned and run; hits are counted, or the first 50 put in order
//! - `query/…/bytes`: for comparison, the speed of light of a program without an index: the query's first word is
//!   looked for in all files, which lie in memory
//! - `position/ply-N`: the games with the position after N moves of a real game, their continuations, the first 50
//! - `position/map`: the speed of light, a map from hash to games, with all positions in memory
//! - `load`: 50 hits are turned into what is printed (throughput in hits)

#![allow(missing_docs, clippy::unwrap_used)]

mod data;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use data::GAMES;
use kifu_index::game::board::Board;
use kifu_index::game::hash::PositionHash;
use kifu_index::game::{BoardSize, GameKind};
use kifu_index::index::Index;
use kifu_index::language::parse;
use kifu_index::query::{answer, hits, search};
use kifu_index::record::{GameRecord, Replayer};
use std::collections::HashMap;
use std::hint::black_box;
use std::ops::ControlFlow;

/// Queries, and the word that a search without an index would look for.
const QUERIES: [(&str, &str, &str); 3] = [
    ("player", "player:\"Cho Chikun\" result:W+", "Cho Chikun"),
    ("event", "event:Honinbo date:1990s", "Honinbo"),
    ("comment", "comment:ladder", "ladder"),
];

/// The position of a game after so many moves.
fn board_after(game: &GameRecord, moves: u32) -> Board {
    let mut replayer = Replayer::new();
    replayer.replay(game.start, &game.tree, |ply| match ply.number == moves {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    replayer.board().unwrap().clone()
}

fn queries(c: &mut Criterion, index: &Index, files: &[Vec<u8>]) {
    let mut group = c.benchmark_group("query");
    group.throughput(Throughput::Elements(index.header().totals.game_count()));
    for (name, text, word) in QUERIES {
        let query = parse(text).unwrap();
        group.bench_function(format!("{name}/count"), |b| {
            b.iter(|| {
                search::count(index, &search::plan(index, black_box(&query)).unwrap()).unwrap()
            });
        });
        group.bench_function(format!("{name}/top50"), |b| {
            b.iter(|| {
                search::search(index, &search::plan(index, black_box(&query)).unwrap(), 50).unwrap()
            });
        });
        let finder = memchr::memmem::Finder::new(word);
        group.bench_function(format!("{name}/bytes"), |b| {
            b.iter(|| {
                files
                    .iter()
                    .filter(|file| finder.find(file).is_some())
                    .count()
            });
        });
    }
    group.finish();
}

fn positions(c: &mut Criterion, index: &Index, games: &[GameRecord]) {
    let mut group = c.benchmark_group("position");
    group.throughput(Throughput::Elements(index.header().totals.game_count()));
    let usual = |game: &&GameRecord| {
        let start = game.start;
        start.game == GameKind::Go
            && start.size == BoardSize::GO
            && game.tree.main_line().len() > 130
    };
    let game = games.iter().find(usual).unwrap();
    for moves in [0, 1, 3, 20, 120] {
        let board = board_after(game, moves);
        group.bench_function(format!("ply-{moves}"), |b| {
            b.iter(|| answer::find(index, black_box(&board), 50).unwrap());
        });
    }
    let mut map: HashMap<PositionHash, Vec<u32>> = HashMap::new();
    let mut replayer = Replayer::new();
    for (number, game) in games.iter().enumerate() {
        replayer.replay(game.start, &game.tree, |ply| {
            map.entry(ply.board.hash()).or_default().push(number as u32);
            ControlFlow::Continue(())
        });
    }
    let board = board_after(game, 20);
    group.bench_function("map", |b| {
        b.iter(|| map.get(&black_box(&board).hash()).map(Vec::len))
    });
    group.finish();
}

fn loading(c: &mut Criterion, index: &Index) {
    let all = search::plan(index, &parse("kind:go").unwrap()).unwrap();
    let first = search::search(index, &all, 50).unwrap().first;
    let mut group = c.benchmark_group("load");
    group.throughput(Throughput::Elements(first.len() as u64));
    group.bench_function(format!("{}-hits", first.len()), |b| {
        b.iter(|| {
            first
                .iter()
                .for_each(|hit| drop(black_box(hits::load(index, hit).unwrap())))
        });
    });
    group.finish();
}

fn searches(c: &mut Criterion) {
    let (_folder, index) = data::index();
    let set = data::members(GAMES, 5_000).unwrap_or_else(data::sample);
    queries(c, &index, &set.files);
    positions(c, &index, &set.records());
    loading(c, &index);
}

criterion_group! {
    name = benches;
    config = data::criterion();
    targets = searches
}
criterion_main!(benches);

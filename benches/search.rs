//! Measures how long an open index takes to answer, warm and in process.
//!
//! The index holds the first 5,000 professional games if their archive is there, else the sample archive. The
//! throughput is in games of the index per second.
//! - `query/…/count` and `…/top50`: parses, plans and runs a query; counts its hits, or sorts them and loads the first
//!   50
//! - `query/…/bytes`: for comparison, searches all files in memory for the query's main word, as a fast program without
//!   an index would
//! - `position/ply-N`: finds the games with the position after N moves of a real game, their continuations, and the
//!   first 50 games
//! - `position/map`: for comparison, looks the position up in a map from hash to games, with all positions in memory
//! - `load`: loads 50 games by their places (throughput in loaded games)

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

mod data;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use data::GAMES;
use kifu_index::engine::request::{BoardInput, BoardSearch, GamePlace, Search};
use kifu_index::engine::row::GameRow;
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::game::board::Board;
use kifu_index::game::hash::PositionHash;
use kifu_index::game::{BoardSize, GameKind};
use kifu_index::origin::path_text;
use kifu_index::record::{GameRecord, Replayer, Start};
use std::collections::HashMap;
use std::hint::black_box;
use std::ops::ControlFlow;

/// Queries to measure: name, query, and the word that a search without an index would look for.
const QUERIES: [(&str, &str, &str); 3] = [
    ("player", "player:\"Cho Chikun\" result:W+", "Cho Chikun"),
    ("event", "event:Honinbo date:1990s", "Honinbo"),
    ("comment", "comment:ladder", "ladder"),
];

/// Returns the position of a game after `moves` moves.
fn board_after(game: &GameRecord, moves: u32) -> Board {
    let mut replayer = Replayer::new();
    replayer.replay(game.start, &game.tree, |ply| {
        if ply.number == moves { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    replayer.board().unwrap().clone()
}

/// Wraps a board as the position of a request.
fn position_input(board: Board) -> BoardInput {
    BoardInput {
        start: Start::go(board.size()),
        board,
        turn: None,
        last: None,
        marks: Vec::new(),
        notes: Vec::new(),
    }
}

/// Takes one row from an answer, drops it, and has the answer continue with the next row.
fn discard_row(row: &GameRow) -> ControlFlow<()> {
    black_box(row);
    ControlFlow::Continue(())
}

/// Returns where the game of a row lies in the archive.
fn place(row: &GameRow) -> GamePlace {
    let members = row.members.iter().cloned();
    GamePlace {
        path: path_text(&row.path),
        members: members.zip(row.occurrences.iter().copied()).collect(),
        game: row.game,
    }
}

fn queries(c: &mut Criterion, engine: &Engine, files: &[Vec<u8>]) {
    let within = AskOptions::default();
    let mut group = c.benchmark_group("query");
    group.throughput(Throughput::Elements(data::games(engine)));
    for (name, text, word) in QUERIES {
        group.bench_function(format!("{name}/count"), |b| {
            b.iter(|| engine.count(black_box(text), &within).unwrap());
        });
        let first = Search { limit: Some(50), total: true, ..Search::new(text) };
        group.bench_function(format!("{name}/top50"), |b| {
            b.iter(|| engine.search(black_box(&first), &within, &mut discard_row).unwrap());
        });
        let finder = memchr::memmem::Finder::new(word);
        group.bench_function(format!("{name}/bytes"), |b| {
            b.iter(|| files.iter().filter(|file| finder.find(file).is_some()).count());
        });
    }
    group.finish();
}

fn positions(c: &mut Criterion, engine: &Engine, games: &[GameRecord]) {
    let mut group = c.benchmark_group("position");
    group.throughput(Throughput::Elements(data::games(engine)));
    let is_19x19_go = |game: &&GameRecord| {
        let start = game.start;
        start.game == GameKind::Go
            && start.size == BoardSize::GO
            && game.tree.main_line().len() > 130
    };
    let game = games.iter().find(is_19x19_go).unwrap();
    for moves in [0, 1, 3, 20, 120] {
        let board = board_after(game, moves);
        let search =
            BoardSearch { subject: position_input(board).into(), ..BoardSearch::default() };
        group.bench_function(format!("ply-{moves}"), |b| {
            b.iter(|| engine.answer(black_box(&search), &AskOptions::default()).unwrap());
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
    group.bench_function("map", |b| b.iter(|| map.get(&black_box(&board).hash()).map(Vec::len)));
    group.finish();
}

fn loading(c: &mut Criterion, engine: &Engine) {
    let within = AskOptions::default();
    let first = Search { limit: Some(50), ..Search::new("kind:go") };
    let mut places = Vec::new();
    let reply = engine.search(&first, &within, &mut |row| {
        places.push(place(row));
        ControlFlow::Continue(())
    });
    reply.unwrap();
    let mut group = c.benchmark_group("load");
    group.throughput(Throughput::Elements(places.len() as u64));
    group.bench_function(format!("{}-hits", places.len()), |b| {
        b.iter(|| engine.games_at(black_box(&places), &within, &mut discard_row).unwrap());
    });
    group.finish();
}

fn searches(c: &mut Criterion) {
    let (_folder, engine) = data::engine();
    let set = data::members(GAMES, 5_000).unwrap_or_else(data::sample);
    queries(c, &engine, &set.files);
    positions(c, &engine, &set.records());
    loading(c, &engine);
}

criterion_group! {
    name = benches;
    config = data::criterion();
    targets = searches
}
criterion_main!(benches);

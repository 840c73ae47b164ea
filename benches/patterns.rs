//! Measures how many games per second one core searches for a local pattern, warm and in process.
//!
//! The index is that of `KIFU_INDEX` if it is set (for example of all archives). Otherwise it holds the first 5,000
//! professional games if their archive is there, else the sample archive. The throughput is in games of the index.
//! - `…/count`: counts games that have the pattern on their main line
//! - `…/answer`: also computes the statistics of the continuations and the first 50 games

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

mod data;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kifu_index::engine::request::BoardSearch;
use kifu_index::engine::{AskOptions, Engine};
use std::hint::black_box;
use std::path::PathBuf;

/// Patterns to measure, grouped by kind, as people draw them. `/` begins a row.
const PATTERNS: [(&str, &str); 15] = [
    // Invasion at the 3-3 point under a stone on the star point.
    ("corner/common", "-------/......|/......|/...O..|/..X...|/......|/......|"),
    ("corner/star-point", "-----/....|/....|/....|/X...|"),
    ("corner/selective", "-------/......|/..OXX.|/.OXOO.|/.OXXO.|/..OOX.|/......|"),
    ("side/7x5", "-------/......./......./...X.../......./......."),
    ("side/7x4-stones", "-------/......./..X.O../..XO.../......."),
    ("floating/3x3-ponnuki", ".X./X.X/.X."),
    ("floating/3x3-hane", "OX./O.X/..."),
    ("floating/3x3-keima", "X../..X/..."),
    ("floating/4x4", ".XO./.XO./XO../...."),
    ("floating/5x5", "..X../.XOX./XO.OX/..O../....."),
    ("floating/4x5-sparse", "...O/O..O/..../..../...."),
    ("floating/wildcards", "?XO?/XO*?/?OX?/????"),
    ("floating/crosscut", "XO/OX"),
    (
        "floating/8x8-selective",
        "......../.X.O.X../..OXO.../.XOXOX../..XOX.../...O..../......../........",
    ),
    ("whole/as-drawn", "Q16 D4 Q4 D16 F3"),
];

/// Returns the request for a pattern, which is also searched turned and mirrored. If the name ends with `as-drawn`,
/// `text` is the moves to a whole position, which is searched only as it is.
fn pattern(name: &str, text: &str) -> BoardSearch {
    if name.ends_with("as-drawn") {
        BoardSearch { symmetric: false, ..BoardSearch::of(text) }
    } else {
        BoardSearch::pattern(text)
    }
}

fn patterns(c: &mut Criterion) {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1);
    one.build_global().unwrap();
    let built = match std::env::var_os("KIFU_INDEX") {
        Some(folder) => (None, Engine::open(&PathBuf::from(folder)).unwrap()),
        None => {
            let (folder, engine) = data::engine();
            (Some(folder), engine)
        }
    };
    let engine = &built.1;
    let options = AskOptions::default();
    let mut group = c.benchmark_group("pattern");
    group.sample_size(10);
    group.throughput(Throughput::Elements(data::games(engine)));
    for (name, text) in PATTERNS {
        let answer = pattern(name, text);
        let count = BoardSearch { count: true, ..answer.clone() };
        group.bench_function(format!("{name}/count"), |b| {
            b.iter(|| engine.answer(black_box(&count), &options).unwrap());
        });
        group.bench_function(format!("{name}/answer"), |b| {
            b.iter(|| engine.answer(black_box(&answer), &options).unwrap());
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = data::criterion();
    targets = patterns
}
criterion_main!(benches);

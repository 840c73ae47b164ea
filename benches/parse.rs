//! Measures how fast bytes become records, in bytes per second on one core.
//! - `read`: parses all games with [`formats::read`] and drops the records
//! - `decode`: only decodes the charset, the first step of `read`
//! - `count`: only counts the `;` that begin nodes. It looks once at every byte, which is the upper bound for any
//!   parser.
//!
//! The sets of files: the sample archive (small), and if the archives are there, the first 1,000 (medium) and 5,000
//! (large) professional games and teaching reviews. All bytes are in memory.

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

mod data;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use data::{Files, GAMES, REVIEWS};
use kifu_index::formats;
use kifu_index::text::charset;
use std::hint::black_box;

fn parse(c: &mut Criterion) {
    let mut group = c.benchmark_group("parse");
    group.sampling_mode(SamplingMode::Flat);
    for set in data::sets(&[GAMES, REVIEWS]) {
        group.throughput(Throughput::Bytes(set.bytes()));
        let Files { name, files } = &set;
        group.bench_function(format!("read/{name}"), |b| {
            b.iter(|| {
                for file in files {
                    black_box(formats::read(black_box(file)));
                }
            });
        });
        group.bench_function(format!("decode/{name}"), |b| {
            b.iter(|| {
                for file in files {
                    black_box(charset::decode(black_box(file)));
                }
            });
        });
        group.bench_function(format!("count/{name}"), |b| {
            let count = |file: &Vec<u8>| memchr::memchr_iter(b';', black_box(file)).count();
            b.iter(|| files.iter().map(count).sum::<usize>());
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = data::criterion();
    targets = parse
}
criterion_main!(benches);

//! Measures how fast an index is built, in games per second, from the walk through the folder to the commit.
//!
//! The rows of the report:
//! - `build`: with the default number of threads
//! - `one-thread`: with one thread that reads games and one that writes the index
//! - `parse`: only reads the archive and parses the records, on one thread
//! - `inflate`: only reads and unpacks the same bytes, on one thread: the upper bound
//!
//! The sets of games: the sample archive (small), and if the archive is there, a zip with the first 1,000 (medium) and
//! 5,000 (large) professional games. Every index is new; its folder is made and removed outside of the timing.

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

mod data;

use criterion::{BatchSize, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use data::GAMES;
use kifu_index::crawl::walk::{WalkEvent, walk};
use kifu_index::crawl::{self, Entry, Limits, RootScope};
use kifu_index::formats;
use kifu_index::index::build::Options;
use std::hint::black_box;
use std::path::Path;

fn read_entries(root: &Path, sink: &mut dyn FnMut(Entry)) {
    let limits = Limits::default();
    walk(&RootScope::new(root, None), &limits, &mut |event| {
        let WalkEvent::File(found) = event else { return };
        crawl::open(&found.path, &limits, &mut |unit| {
            let Ok(unit) = unit else { return };
            unit.read(&limits, &mut |entry| entry.into_iter().for_each(&mut *sink));
        });
    });
}

fn builds(c: &mut Criterion) {
    let mut group = c.benchmark_group("build");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    let repacked: Vec<_> = [1_000, 5_000]
        .into_iter()
        .filter_map(|count| Some((format!("{GAMES}-{count}"), data::repacked(GAMES, count)?)))
        .collect();
    let mut roots = vec![("sample".to_owned(), data::sample_archive())];
    roots.extend((repacked.iter()).map(|(name, folder)| (name.clone(), folder.path().to_owned())));
    for (name, root) in &roots {
        let mut games = 0;
        read_entries(root, &mut |entry| games += formats::read(&entry.bytes).records.len() as u64);
        group.throughput(Throughput::Elements(games));
        let all = Options::default();
        let one = Options { threads: 1, ..Options::default() };
        for (row, options) in [("build", all), ("one-thread", one)] {
            group.bench_function(format!("{row}/{name}"), |b| {
                let build = |folder: tempfile::TempDir| {
                    let report = data::build_index(folder.path(), root, &options);
                    assert_eq!(report.read.game_count(), games);
                    folder
                };
                b.iter_batched(|| tempfile::tempdir().unwrap(), build, BatchSize::PerIteration);
            });
        }
        group.bench_function(format!("parse/{name}"), |b| {
            b.iter(|| {
                read_entries(root, &mut |entry| drop(black_box(formats::read(&entry.bytes))))
            });
        });
        group.bench_function(format!("inflate/{name}"), |b| {
            b.iter(|| read_entries(root, &mut |entry| drop(black_box(entry))));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = data::criterion();
    targets = builds
}
criterion_main!(benches);

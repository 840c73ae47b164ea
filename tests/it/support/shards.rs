//! Shards of a root, and games to fill them.

use super::build_with;
use kifu_index::crawl::Shard;
use kifu_index::index::build::Options;
use std::path::{Path, PathBuf};

/// Game that is different for each number.
pub fn game(number: usize) -> String {
    let point = |n: usize| ["pd", "dp", "pp", "dd", "qn", "nc", "cj", "jq", "fc", "qf"][n % 10];
    let (a, b, c) = (number, number / 10 + 1, number / 100 + 2);
    format!(
        "(;SZ[19]PB[Player {}]PW[Lee]DT[{}]C[number {number}];B[{}];W[{}];B[{}];W[aa]C[ladder])",
        number % 7,
        1980 + number % 30,
        point(a),
        point(a + b),
        point(a + b + c),
    )
}

pub fn shard(number: usize, of: usize) -> Option<Shard> {
    Some(format!("{number}/{of}").parse().unwrap())
}

/// Builds all shards of a root, each in its own folder.
pub fn build_shards(folder: &Path, root: &Path, of: usize, options: &Options) -> Vec<PathBuf> {
    let build_one = |number| {
        let place = folder.join(format!("{number}-of-{of}"));
        let options = Options { shard: shard(number, of), ..options.clone() };
        build_with(&place, &[root.to_owned()], &options);
        place
    };
    (1..=of).map(build_one).collect()
}

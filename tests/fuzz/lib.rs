//! Helpers of the fuzz targets: the laws of `tests/it/properties`, and ways to turn an input into files and indexes.

#[path = "../it/properties/mod.rs"]
pub mod properties;

pub mod checksums;

use kifu_index::engine::Engine;
use kifu_index::index::build::{Options, ReadProgress, build};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Builds an index of the sample archive and opens it.
pub fn sample_index() -> Engine {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample-archive");
    let folder = scratch().join("index");
    build(&folder, &[games], &Options::default(), &ReadProgress::default())
        .expect("the sample archive");
    Engine::open(&folder).expect("the index just built")
}

/// Writes the bytes to a file of this name. A process reuses the file for every input, so inputs leave nothing behind.
pub fn file(folder: &Path, name: &str, bytes: &[u8]) -> Arc<Path> {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a folder that can be written to");
    path.into()
}

/// Temporary folder of this process. `run.sh` puts it in memory and removes it at the end.
pub fn scratch() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kifu-index-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder that can be written to");
    folder
}

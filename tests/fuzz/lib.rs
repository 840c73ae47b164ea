//! What the fuzz targets share with the tests, and what they need to hand their input on.

#[path = "../it/properties/mod.rs"]
pub mod properties;

pub mod checksums;

use kifu_index::engine::Engine;
use kifu_index::index::build::{Options, ReadProgress, build};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An engine for an index of the sample archive.
pub fn sample_index() -> Engine {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample-archive");
    let folder = scratch().join("index");
    build(&folder, &[games], &Options::default(), &ReadProgress::default())
        .expect("the sample archive");
    Engine::open(&folder).expect("the index just built")
}

/// A file of this name with these bytes; one process writes one file.
pub fn file(folder: &Path, name: &str, bytes: &[u8]) -> Arc<Path> {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a folder that can be written to");
    path.into()
}

/// A folder of this process; `run.sh` sees to it that it lies in memory, and that it goes.
pub fn scratch() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kifu-index-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder that can be written to");
    folder
}

//! Folder in which a test writes, indexes and deletes one archive after the other.

use super::ask::open;
use kifu_index::engine::Engine;
use kifu_index::error::Result;
use kifu_index::index::build::{self, BuildReport, Options, ReadProgress};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// Folder with a folder for games and one for their index.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn games(&self) -> PathBuf {
        self.0.join("games")
    }

    pub fn index_folder(&self) -> PathBuf {
        self.0.join("index")
    }

    /// Deletes games and index.
    pub fn clear(&self) {
        for folder in [self.games(), self.index_folder()] {
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(folder).expect("a folder that can be written to");
        }
    }

    /// Writes a file among the games with a modification time old enough for the index to trust it.
    pub fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.games().join(name);
        fs::write(&path, bytes).expect("a folder that can be written to");
        let file = fs::File::options().write(true).open(&path);
        let time = SystemTime::now() - Duration::from_secs(100_000);
        let file = file.expect("the file just written");
        file.set_modified(time).expect("the file just written");
        path
    }

    /// Options for builds with one thread and as little memory as possible.
    pub fn options() -> Options {
        Options { threads: 1, memory: 0, limits: super::archive::limits(), ..Options::default() }
    }

    pub fn build(&self) -> BuildReport {
        let roots = [self.games()];
        build::build(&self.index_folder(), &roots, &Scratch::options(), &ReadProgress::default())
            .unwrap_or_else(|error| panic!("{error:?}"))
    }

    /// Forgets all games of the index and returns their number.
    pub fn forget(&self) -> Result<u64> {
        build::forget(&self.index_folder(), &[self.games()], &Scratch::options())
    }

    pub fn engine(&self) -> Engine {
        open(&self.index_folder())
    }
}

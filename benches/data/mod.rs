//! Games to measure with, read into memory before the clock starts.
//!
//! The sample archive is always there. The larger sets come from archives beside the repository, in
//! `../shared/archives`; where these are missing, the benchmarks run without them.

#![allow(dead_code, reason = "every benchmark uses a part of it")]

use criterion::Criterion;
use kifu_index::engine::Engine;
use kifu_index::formats;
use kifu_index::index::build::{BuildReport, Options, ReadProgress, build};
use kifu_index::record::GameRecord;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use zip::{ZipArchive, ZipWriter};

/// The allocator that the program uses, so that the figures hold for it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Name of an archive of professional games: small files, hardly a comment or a variation.
pub const GAMES: &str = "pro-aeb";
/// Name of an archive of teaching reviews: much English text, many variations.
pub const REVIEWS: &str = "english-reviews";

/// Files in memory, with the name of this set of files for the report.
pub struct Files {
    pub name: String,
    pub files: Vec<Vec<u8>>,
}

impl Files {
    /// Total length of the files in bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.len() as u64).sum()
    }

    /// Parses the files and returns their games.
    pub fn records(&self) -> Vec<GameRecord> {
        let records = self.files.iter().map(|file| formats::read(file).records);
        records.flatten().collect()
    }
}

/// Returns the folder of games that comes with the crate.
pub fn sample_archive() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-archive")
}

/// Reads all loose records of the sample archive.
pub fn sample() -> Files {
    let entries = walkdir::WalkDir::new(sample_archive()).sort_by_file_name();
    let paths = entries.into_iter().map(|entry| entry.unwrap().into_path());
    let is_record = |path: &PathBuf| {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        ["sgf", "jgf"].contains(&extension.to_ascii_lowercase().as_str())
    };
    Files {
        name: "sample".into(),
        files: paths.filter(is_record).map(|path| std::fs::read(path).unwrap()).collect(),
    }
}

fn open(archive: &str) -> Option<ZipArchive<File>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/archives");
    let file = File::open(folder.join(format!("{archive}.zip"))).ok()?;
    Some(ZipArchive::new(file).unwrap())
}

/// Unpacks the first `count` members of an archive; `None` if the archive is not there.
pub fn members(archive: &str, count: usize) -> Option<Files> {
    let mut zip = open(archive)?;
    let all = count.min(zip.len());
    let read = |i| {
        let mut bytes = Vec::new();
        zip.by_index(i).unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    };
    let files = (0..all).map(read).collect();
    let name = format!("{archive}-{count}");
    Some(Files { name, files })
}

/// Returns the sample archive, and the first 1,000 and 5,000 members of each of these archives.
pub fn sets(archives: &[&str]) -> Vec<Files> {
    let larger =
        archives.iter().flat_map(|archive| [1_000, 5_000].map(|count| members(archive, count)));
    std::iter::once(sample()).chain(larger.flatten()).collect()
}

/// Packs the first `count` members of an archive into a zip in a new folder, without compressing them again.
pub fn repacked(archive: &str, count: usize) -> Option<TempDir> {
    let mut zip = open(archive)?;
    let folder = tempfile::tempdir().unwrap();
    let mut writer = ZipWriter::new(File::create(folder.path().join("games.zip")).unwrap());
    for i in 0..count.min(zip.len()) {
        writer.raw_copy_file(zip.by_index_raw(i).unwrap()).unwrap();
    }
    writer.finish().unwrap();
    Some(folder)
}

/// Builds a new index of one root in `folder`.
pub fn build_index(folder: &Path, root: &Path, options: &Options) -> BuildReport {
    build(folder, &[root.to_owned()], options, &ReadProgress::default()).unwrap()
}

/// Opens an engine for an index of the first 5,000 professional games, or else of the sample archive.
pub fn engine() -> (TempDir, Engine) {
    let games = repacked(GAMES, 5_000);
    let root = games.as_ref().map_or_else(sample_archive, |games| games.path().to_owned());
    let folder = tempfile::tempdir().unwrap();
    build_index(folder.path(), &root, &Options::default());
    let engine = Engine::open(folder.path()).unwrap();
    (folder, engine)
}

/// Returns the number of games of an index.
pub fn games(engine: &Engine) -> u64 {
    engine.status(false).unwrap().answer.games
}

/// Returns the settings of all benchmarks; the command line may override them.
pub fn criterion() -> Criterion {
    Criterion::default().configure_from_args()
}

//! What several tests need: folders to try things in, archives made by hand, an index asked as people ask it.

/// Zip archives made by hand.
pub mod asked;
mod zips;

pub use crate::properties::archive::crc32;
pub use zips::{Descriptor, Member, Zip};

use crate::properties::choices::Choose;
use kifu_index::game::board::Board;
use kifu_index::index::Index;
use kifu_index::index::build::{BuildReport, Options, ReadProgress, build};
use kifu_index::language::{input, parse};
use kifu_index::query::hits::{Hit, LoadedGame, load};
use kifu_index::query::{answer, search};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// The sample archive of the repository.
pub fn sample_archive() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-archive")
}

/// A folder that vanishes at the end. It lies in memory where there is room: most tests build an index, and a build waits
/// until the disk has all of it.
pub fn temporary_folder() -> TempDir {
    static MEMORY: LazyLock<Option<&Path>> = LazyLock::new(memory);
    match *MEMORY {
        Some(memory) => tempfile::tempdir_in(memory).unwrap(),
        None => folder_on_disk(),
    }
}

/// The same on the disk, for large indexes and for files that are holes.
pub fn folder_on_disk() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The folder of a file system in memory, if it has room and nobody named another (`TMPDIR`).
fn memory() -> Option<&'static Path> {
    const LEAST: u64 = 1 << 30;
    let memory = Path::new("/dev/shm");
    let is_named = std::env::var_os("TMPDIR").is_some();
    let is_fit = !is_named && room(memory) >= LEAST && tempfile::tempfile_in(memory).is_ok();
    is_fit.then_some(memory)
}

/// The bytes that are free in a file system; none that is known where it cannot be asked.
#[cfg(target_os = "linux")]
fn room(folder: &Path) -> u64 {
    rustix::fs::statvfs(folder).map_or(0, |told| told.f_bavail.saturating_mul(told.f_frsize))
}

#[cfg(not(target_os = "linux"))]
fn room(_: &Path) -> u64 {
    0
}

/// A folder for games beside a folder for an index; both vanish at the end.
pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn new() -> Place {
        Place::in_folder(temporary_folder())
    }

    /// A place for files that are holes.
    pub fn on_disk() -> Place {
        Place::in_folder(folder_on_disk())
    }

    fn in_folder(folder: TempDir) -> Place {
        std::fs::create_dir(folder.path().join("games")).unwrap();
        Place { folder }
    }

    pub fn games(&self) -> PathBuf {
        self.folder.path().join("games")
    }

    pub fn folder(&self) -> PathBuf {
        self.folder.path().join("index")
    }

    /// Writes a file among the games. Its time is long ago, so that the index trusts it.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.games().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        set_age(&path, 100_000);
        path
    }

    pub fn build(&self) -> BuildReport {
        build_with(&self.folder(), &[self.games()], &Options::default())
    }

    pub fn index(&self) -> Index {
        Index::open(&self.folder()).unwrap()
    }

    /// Paths and members, relative to the games, of what a query finds; sorted.
    pub fn found(&self, query: &str) -> Vec<String> {
        let mut found: Vec<String> = hits(&self.index(), query)
            .iter()
            .map(|game| {
                let path = game.path.strip_prefix(self.games()).unwrap_or(&game.path);
                let member = game.member().map_or(String::new(), |m| format!("!{m}"));
                format!("{}{member}@{}", path.display(), game.number)
            })
            .collect();
        found.sort();
        found
    }
}

/// Makes a file as old as that, in seconds.
pub fn set_age(path: &Path, seconds: u64) {
    let time = SystemTime::now() - Duration::from_secs(seconds);
    let file = std::fs::File::options().write(true).open(path).unwrap();
    file.set_modified(time).unwrap();
}

pub fn build_with(folder: &Path, roots: &[PathBuf], options: &Options) -> BuildReport {
    build(folder, roots, options, &ReadProgress::default()).unwrap()
}

/// The games that a query finds, in order.
pub fn hits(index: &Index, query: &str) -> Vec<LoadedGame> {
    let hits = hits_of(index, query);
    hits.iter().map(|hit| load(index, hit).unwrap()).collect()
}

/// Where the games are that a query finds, in order.
pub fn hits_of(index: &Index, query: &str) -> Vec<Hit> {
    let query = parse(query).unwrap();
    let plan = search::plan(index, &query).unwrap();
    let hits = search::search(index, &plan, usize::MAX).unwrap();
    assert_eq!(hits.total, hits.first.len() as u64);
    assert_eq!(search::count(index, &plan).unwrap(), hits.total);
    hits.first
}

/// All that is printed of a game, but where its archive lies.
pub fn describe(game: &LoadedGame, root: &Path) -> String {
    let path = game.path.strip_prefix(root).unwrap_or(&game.path);
    let card = serde_json::to_string(&game.card).unwrap();
    let member = game.member().unwrap_or_default();
    format!("{}!{member}@{} {card}", path.display(), game.number)
}

/// Everything that an index holds, in an order that does not depend on how it was built: totals, games with their
/// cards and trees, the answers about some positions. Paths are relative to `root`.
pub fn digest(folder: &Path, root: &Path) -> Result<String, kifu_index::error::Error> {
    let index = Index::open(folder)?;
    let plan = search::plan(&index, &parse("").unwrap()).expect("everything is a plan");
    let mut lines = Vec::new();
    for hit in &search::search(&index, &plan, usize::MAX)?.first {
        let tree = search::tree_of(&index, hit)?;
        let game = load(&index, hit)?;
        lines.push(format!("{} {tree:?}", describe(&game, root)));
    }
    lines.sort();
    lines.push(format!("{} games", lines.len()));
    for query in [
        "player:Lee",
        "comment:ladder",
        "has:variations",
        "date:1980..1990",
    ] {
        let plan = search::plan(&index, &parse(query).unwrap()).expect("a plan");
        lines.push(format!("{query} {}", search::count(&index, &plan)?));
    }
    for position in ["Q16", "Q16 D4", "(;SZ[19])", "(;GM[9])"] {
        let board = input::read(position, None, None).unwrap().board;
        let answer = answer::find(&index, &board, 0)?;
        lines.push(format!(
            "{position} {:?} {:?} {}",
            answer.outcomes, answer.continuations, answer.in_variations
        ));
    }
    lines.push(format!("{:?}", index.header().totals));
    Ok(lines.join("\n"))
}

/// The digest of an index that is built from scratch.
pub fn clean_digest(root: &Path) -> String {
    let folder = temporary_folder();
    build_with(folder.path(), &[root.to_owned()], &Options::default());
    digest(folder.path(), root).unwrap()
}

/// An answer about a position as text.
pub fn describe_answer(index: &Index, board: &Board, root: &Path) -> String {
    let answer = answer::find(index, board, usize::MAX).unwrap();
    let mut text = format!(
        "{:?} {:?} {}",
        answer.outcomes, answer.continuations, answer.in_variations
    );
    for found in &answer.first {
        let game = load(index, &found.hit).unwrap();
        text.push_str(&format!("\n{:?} {}", found.place, describe(&game, root)));
    }
    text
}

/// Copies a folder; all files become equally old.
pub fn copy_tree(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_tree(&entry.path(), &target);
        } else {
            std::fs::write(&target, std::fs::read(entry.path()).unwrap()).unwrap();
            set_age(&target, 100_000);
        }
    }
}

/// All files below a folder, in order.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A small generator of numbers; the same seed gives the same numbers.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % count.max(1) as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.below(256) as u8).collect()
    }
}

impl Choose for Random {
    fn below(&mut self, count: usize) -> usize {
        Random::below(self, count)
    }
}

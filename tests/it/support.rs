//! Helpers that several tests use: temporary folders for games and indexes, archives made by hand, and queries as the
//! command line and the server make them.

mod command_line;
pub mod make;
pub mod questions;
pub mod random_games;
#[cfg(feature = "web")]
pub mod server;
pub mod shards;
pub mod source;
pub mod unpacked;
mod zips;

pub use crate::properties::archive::crc32;
pub use crate::properties::ask::{
    answer, count, hits, on_board, open, query_error, search_rows, stored_game, tables, try_count,
};
pub use command_line::{COLUMNS, Run, program, run_on, run_with_input, samples};
pub use kifu_test_support::{
    EVENT_TIMEOUT, Random, folder_on_disk, gtp_vertex, holds_for, let_run_for, next_second, poll,
    sgf_moves, sgf_point, temporary_folder, wait_for, wait_until,
};
pub use zips::{Descriptor, Member, Zip};

use crate::properties::choices::Choose;
use kifu_index::engine::board::BoardAnswer;
use kifu_index::engine::request::{BoardSearch, Search};
use kifu_index::engine::row::GameRow;
use kifu_index::engine::stored_game::StoredHeader;
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::error::Error;
use kifu_index::game::Stone;
use kifu_index::game::board::Board;
use kifu_index::index::Index;
use kifu_index::index::build::{BuildReport, Options, ReadProgress, build};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// Number of rounds of a random test: `few` in the quick run, `many` with `KIFU_SLOW=1` (see `.ci/slow`).
pub fn rounds(few: usize, many: usize) -> usize {
    if std::env::var_os("KIFU_SLOW").is_some() { many } else { few }
}

pub fn sample_archive() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-archive")
}

/// Path of a file in `../shared`, beside the repository. `None` if it is missing.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name);
    if !path.exists() {
        println!("{} is not at hand: nothing was tested", path.display());
        return None;
    }
    Some(path)
}

/// Temporary folder of a test, with a folder for games and one for an index; deleted at the end.
pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn new() -> Place {
        Place::in_folder(temporary_folder())
    }

    /// Makes the temporary folders on a real disk and not in memory, for sparse files.
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

    /// Writes a file among the games, with a modification time old enough for the index to trust it.
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

    pub fn engine(&self) -> Engine {
        open(&self.folder())
    }

    /// Paths and members (relative to the games) of the hits of a query, sorted.
    pub fn found(&self, query: &str) -> Vec<String> {
        let mut found: Vec<String> = hits(&self.engine(), query)
            .iter()
            .map(|game| {
                let path = game.path.strip_prefix(self.games()).unwrap_or(&game.path);
                let member = game.member().map_or(String::new(), |m| format!("!{m}"));
                format!("{}{member}@{}", path.display(), game.game)
            })
            .collect();
        found.sort();
        found
    }

    /// Names of the files with the first games that a query finds: sorted, without `.sgf`, joined by spaces.
    pub fn file_stems(&self, query: &str) -> String {
        self.found(query).join(" ").replace(".sgf@1", "")
    }
}

/// Sets the modification time of a file to this many seconds ago.
pub fn set_age(path: &Path, seconds: u64) {
    let time = SystemTime::now() - Duration::from_secs(seconds);
    let file = std::fs::File::options().write(true).open(path).unwrap();
    file.set_modified(time).unwrap();
}

pub fn build_with(folder: &Path, roots: &[PathBuf], options: &Options) -> BuildReport {
    build(folder, roots, options, &ReadProgress::default()).unwrap()
}

/// Id of a game as a number.
pub fn id_of(game: &GameRow) -> u64 {
    u64::from_str_radix(&game.id, 16).unwrap()
}

/// Name of a game's file without its ending.
pub fn stem(game: &GameRow) -> String {
    let stem = game.path.file_stem().unwrap();
    stem.to_string_lossy().into_owned()
}

/// Games that a query finds, in order, or the error.
fn rows(engine: &Engine, query: &str) -> Result<Vec<GameRow>, Error> {
    let mut rows = Vec::new();
    engine.search(&Search::new(query), &AskOptions::default(), &mut |row| {
        rows.push(row.clone());
        ControlFlow::Continue(())
    })?;
    Ok(rows)
}

/// All stored data of a game except the place of its archive.
pub fn describe(engine: &Engine, game: &GameRow, root: &Path) -> String {
    let stored = stored_game(engine, &game.id).unwrap();
    described(game, &stored.card, root)
}

fn described(game: &GameRow, card: &StoredHeader, root: &Path) -> String {
    let mut row = game.object();
    row.remove("path");
    let path = game.path.strip_prefix(root).unwrap_or(&game.path);
    // Where a long file was cut depends on the limits of the build.
    let card = serde_json::to_string(&StoredHeader { part: None, ..card.clone() }).unwrap();
    let member = game.member().unwrap_or_default();
    let row = serde_json::to_string(&row).unwrap();
    format!("{}!{member}@{} {row} {card}", path.display(), game.game)
}

/// Everything that an index contains, in an order that does not depend on how it was built: totals, games with their
/// stored headers and trees, answers about some positions. Paths are relative to `root`.
pub fn digest(folder: &Path, root: &Path) -> Result<String, Error> {
    let engine = Engine::open(folder)?;
    let mut lines = Vec::new();
    for game in rows(&engine, "")? {
        let stored = stored_game(&engine, &game.id)?;
        let tree = (&stored.start, &stored.tree);
        let line = described(&game, &stored.card, root);
        lines.push(format!("{line} {tree:?} {:?}", stored.comments));
    }
    lines.sort();
    lines.push(format!("{} games", lines.len()));
    let within = AskOptions::default();
    for query in ["player:Lee", "comment:ladder", "has:variations", "date:1980..1990"] {
        lines.push(format!("{query} {}", engine.count(query, &within)?.answer));
    }
    for position in ["Q16", "Q16 D4", "(;SZ[19])", "(;GM[9])"] {
        let request = BoardSearch { listed: 0, ..BoardSearch::of(position) };
        let answer = engine.answer(&request, &within)?.answer;
        lines.push(format!("{position} {}", numbers(&answer)));
    }
    lines.push(format!("{:?}", engine.status(false)?.answer.totals));
    Ok(lines.join("\n"))
}

/// The counts in an answer about a position, as text, for comparing answers of two indexes.
fn numbers(answer: &BoardAnswer) -> String {
    format!("{:?} {:?} {}", answer.outcomes(), answer.moves, answer.in_variations)
}

/// Digest of an index that is built from scratch.
pub fn clean_digest(root: &Path) -> String {
    let folder = temporary_folder();
    build_with(folder.path(), &[root.to_owned()], &Options::default());
    digest(folder.path(), root).unwrap()
}

/// Answer about a position, as text.
pub fn describe_answer(engine: &Engine, position: &str, root: &Path) -> String {
    let request = BoardSearch { listed: usize::MAX, ..BoardSearch::of(position) };
    let answer = answer(engine, &request);
    let mut text = numbers(&answer);
    for game in &answer.games {
        text.push_str(&format!("\n{:?} {}", game.hit, describe(engine, game, root)));
    }
    text
}

/// Stones of a board as SGF setup.
pub fn sgf_setup(board: &Board) -> String {
    let stones = board.size().points().filter_map(|point| {
        let name = match board.stone(point) {
            Stone::Black => "AB",
            Stone::White => "AW",
            _ => return None,
        };
        Some(format!("{name}[{}]", sgf_point((point.x.into(), point.y.into()))))
    });
    stones.collect()
}

/// Short game with this player as Black.
pub fn game_of(player: &str) -> String {
    format!("(;SZ[19]PB[{player}];B[pd];W[dp];B[dd];W[pp])")
}

/// Copies a folder and gives all files equal modification times.
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

/// All files below a folder, sorted.
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

impl Choose for Random {
    fn below(&mut self, count: usize) -> usize {
        Random::below(self, count)
    }
}

/// Bytes of all files of `tests/cases`.
pub fn cases() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let folders = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir());
    let mut files: Vec<_> = folders
        .flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()))
        .collect();
    files.sort();
    files.into_iter().map(|file| std::fs::read(file).unwrap()).collect()
}

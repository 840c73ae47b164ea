//! Game lists beside files of move lines: which folders are searched for them, and the tables of their games, which all
//! readers of a root share. A list is a file `*.index` or a member `*.index` of a zip.
//!
//! The lists of a folder are read when the first game of a file of move lines in it or below it is met, so an archive
//! without such files costs nothing.

use super::limits::Limits;
use super::problem::Problem;
use kifu_record::formats::{self, GameListTable};
use kifu_record::game::hash::stable_hash;
use kifu_record::poison::IgnorePoison;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// Name of the folders with lists that are searched beside the folder of a file.
const LIST_FOLDER: &str = "index";
/// Number of bytes of tables that the readers of a root hold together. If there are more, tables are dropped, and read
/// again if another file needs them.
const MAX_HELD_BYTES: usize = 512 << 20;
/// Number of bytes of tables that stay in memory for later reads of single games. All lists of the 1.5 million games of
/// Tygem take some 40 MB.
const MAX_RECENT_BYTES: usize = 64 << 20;

/// Names, sizes and times of the game lists that lie beside a file. It shows whether they have changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameListState {
    /// Hash of the names, sizes and times; 0 if there are no lists.
    pub hash: u64,
    /// Time of the latest change of a list, in nanoseconds since 1970-01-01 UTC; `None` if there are no lists.
    pub modified: Option<i64>,
}

impl GameListState {
    /// State of the lists of several folders together.
    fn join(states: impl Iterator<Item = GameListState> + Clone) -> GameListState {
        let hashes = Vec::from_iter(states.clone().map(|state| state.hash.to_le_bytes()));
        let are_there = hashes.iter().any(|hash| *hash != [0; 8]);
        let hashes = Vec::from_iter(hashes.iter().map(<[u8; 8]>::as_slice));
        GameListState {
            hash: if are_there { stable_hash(&hashes) } else { 0 },
            modified: states.filter_map(|state| state.modified).max(),
        }
    }
}

/// Folders that are searched for the lists of a file, the nearest first: the folder of the file, its parent, and the
/// folders `index` in both.
pub(super) fn list_folders(file: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for folder in file.ancestors().skip(1).take(2) {
        for place in [folder.to_owned(), folder.join(LIST_FOLDER)] {
            if !folder.as_os_str().is_empty() && !folders.contains(&place) {
                folders.push(place);
            }
        }
    }
    folders
}

/// Lists of one folder.
#[derive(Debug)]
pub(super) struct FolderLists {
    pub(super) folder: PathBuf,
    pub(super) state: GameListState,
    /// Limits under which the lists were read.
    pub(super) limits: Limits,
    pub(super) table: Arc<GameListTable>,
    /// Reasons why lists, or a part of them, are missing in the table.
    pub(super) problems: Vec<Problem>,
}

/// Finds the state of a folder's lists, and reads them. Stored as function pointers, so that this file does not depend
/// on the readers of archives.
#[derive(Clone, Copy, Debug)]
pub(super) struct FolderReader {
    pub(super) state: fn(&Path) -> GameListState,
    pub(super) read: fn(&Path, &Limits) -> FolderLists,
}

/// Lists that were read last, the latest at the end. A request for a single game reads its file anew, and several
/// requests in a row are often about games of the same collection.
static RECENT: Mutex<Vec<Arc<FolderLists>>> = Mutex::new(Vec::new());

/// Returns the lists of a folder as they are now. Only one thread at a time reads lists, so that several requests do
/// not read the same lists at once.
fn current_lists(folder: &Path, limits: &Limits, reader: FolderReader) -> Arc<FolderLists> {
    let state = (reader.state)(folder);
    let mut recent = RECENT.lock().ignore_poison();
    let is_same = |lists: &Arc<FolderLists>| {
        lists.folder == folder && lists.state == state && lists.limits == *limits
    };
    if let Some(at) = recent.iter().position(is_same) {
        let lists = recent.remove(at);
        recent.push(lists.clone());
        return lists;
    }
    let lists = Arc::new((reader.read)(folder, limits));
    recent.retain(|other| other.folder != folder);
    if !lists.table.is_empty() {
        recent.push(lists.clone());
    }
    let mut bytes = recent.iter().map(|lists| lists.table.memory_bytes()).sum::<usize>();
    while bytes > MAX_RECENT_BYTES && !recent.is_empty() {
        bytes -= recent.remove(0).table.memory_bytes();
    }
    lists
}

/// Lists that the readers of one root have read, by folder. The lists of a folder are not read again while the root is
/// read.
#[derive(Debug, Default)]
pub(super) struct SharedGameLists {
    folders: Mutex<HashMap<PathBuf, Arc<FolderLists>>>,
    /// Files on disk for which the problems with their lists were reported.
    reported: Mutex<HashSet<Arc<Path>>>,
}

impl SharedGameLists {
    fn get(&self, folder: &Path, limits: &Limits, reader: FolderReader) -> Arc<FolderLists> {
        let mut known = self.folders.lock().ignore_poison();
        if let Some(lists) = known.get(folder) {
            return lists.clone();
        }
        let lists = current_lists(folder, limits, reader);
        let held = known.values().map(|lists| lists.table.memory_bytes()).sum::<usize>();
        if held + lists.table.memory_bytes() > MAX_HELD_BYTES {
            known.clear();
        }
        known.insert(folder.to_owned(), lists.clone());
        lists
    }
}

/// Game lists beside a file, which are found and read when the first game of a file of move lines is met.
#[derive(Clone, Debug)]
pub struct GameLists(Arc<ListsOfFile>);

#[derive(Debug)]
struct ListsOfFile {
    /// File on disk: the file of move lines or the outermost archive around it.
    file: Arc<Path>,
    limits: Limits,
    shared: Arc<SharedGameLists>,
    reader: FolderReader,
    found: OnceLock<FoundLists>,
}

#[derive(Debug)]
struct FoundLists {
    folders: Vec<Arc<FolderLists>>,
    tables: Vec<Arc<GameListTable>>,
}

impl GameLists {
    pub(super) fn new(
        file: &Arc<Path>,
        limits: &Limits,
        shared: &Arc<SharedGameLists>,
        reader: FolderReader,
    ) -> GameLists {
        GameLists(Arc::new(ListsOfFile {
            file: file.clone(),
            limits: limits.clone(),
            shared: shared.clone(),
            reader,
            found: OnceLock::new(),
        }))
    }

    /// The lists of the same file, which are to be found again.
    #[must_use]
    pub(super) fn renewed(&self) -> GameLists {
        let ListsOfFile { file, limits, reader, .. } = &*self.0;
        GameLists::new(file, limits, &Arc::default(), *reader)
    }

    fn find(&self) -> &FoundLists {
        let ListsOfFile { file, limits, shared, reader, found } = &*self.0;
        found.get_or_init(|| {
            let folders = list_folders(file);
            let folders = folders.iter().map(|folder| shared.get(folder, limits, *reader));
            let folders: Vec<Arc<FolderLists>> = folders.collect();
            let tables = folders.iter().map(|lists| lists.table.clone());
            let tables = tables.filter(|table| !table.is_empty()).collect();
            FoundLists { folders, tables }
        })
    }

    /// State of the lists when they were read; `None` if no game of a file of move lines was met.
    pub fn state_read(&self) -> Option<GameListState> {
        let found = self.0.found.get()?;
        Some(GameListState::join(found.folders.iter().map(|lists| lists.state)))
    }

    /// Problems to report for lists that were not read, or not to their end. For each file on disk, only the first call
    /// that finds some returns them, since all parts and members of the file have the same lists.
    pub fn take_problems(&self) -> Vec<Problem> {
        let ListsOfFile { file, shared, found, .. } = &*self.0;
        let folders = found.get().into_iter().flat_map(|found| &found.folders);
        let problems = Vec::from_iter(folders.flat_map(|lists| lists.problems.iter().cloned()));
        if problems.is_empty() || !shared.reported.lock().ignore_poison().insert(file.clone()) {
            return Vec::new();
        }
        problems
    }

    /// True if games were met that a list may have. Then the bytes of the file alone do not give the same games.
    pub fn have_games(&self) -> bool {
        self.0.found.get().is_some_and(|found| !found.tables.is_empty())
    }
}

impl formats::GameLists for GameLists {
    fn tables(&self) -> &[Arc<GameListTable>] {
        &self.find().tables
    }
}

/// States of the game lists beside many files. Each folder is searched once.
#[derive(Debug)]
pub struct GameListStates {
    reader: FolderReader,
    folders: HashMap<PathBuf, GameListState>,
}

impl GameListStates {
    pub(super) fn with_reader(reader: FolderReader) -> GameListStates {
        GameListStates { reader, folders: HashMap::new() }
    }

    /// Current state of the lists beside a file.
    pub fn of_file(&mut self, file: &Path) -> GameListState {
        let state = |folder: PathBuf| {
            *self.folders.entry(folder).or_insert_with_key(|folder| (self.reader.state)(folder))
        };
        let states: Vec<GameListState> = list_folders(file).into_iter().map(state).collect();
        GameListState::join(states.into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_searched_in_four_folders() {
        let folders = |path: &str| {
            let folders = list_folders(Path::new(path));
            Vec::from_iter(folders.iter().map(|folder| folder.display().to_string()))
        };
        assert_eq!(folders("/a/b/c.txt"), ["/a/b", "/a/b/index", "/a", "/a/index"]);
        assert_eq!(folders("/a/index/c.txt"), ["/a/index", "/a/index/index", "/a"]);
        assert_eq!(folders("/c.txt"), ["/", "/index"]);
        assert_eq!(folders("c.txt"), [""; 0]);
    }
}

//! Finds the game lists of a folder, and reads their games into one table.

use super::archive::{self, ArchiveSource};
use super::budget::ArchiveBudget;
use super::entry::Entry;
use super::file_kinds::{ArchiveKind, is_game_list_name, is_zip_name};
use super::game_lists::{
    FolderLists, FolderReader, GameListState, GameListStates, GameLists, SharedGameLists,
};
use super::limits::Limits;
use super::loose::read_loose;
use super::member_reader::{Flow, MemberReader};
use super::problem::{Problem, ProblemKind, too_large};
use super::read_limited::Inspection;
use super::reader::ArchiveReader;
use super::regular::open_regular;
use super::scope::RootScope;
use super::trash_names::is_passed_over_file;
use super::volumes::modified;
use super::zip::lists_member;
use crate::origin::Origin;
use kifu_record::cancel::Interrupted;
use kifu_record::formats::GameListBuilder;
use kifu_record::game::hash::stable_hash;
use kifu_record::text::charset;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Maximum number of list files, and of zips, of a folder that are looked at; the first ones by name. Tygem's
/// collection has some 140 zips in a folder.
const MAX_FILES: usize = 1000;
/// Maximum number of members of a zip among which lists are searched. Zips with lists have few members.
const MAX_MEMBERS: usize = 1000;
/// Maximum number of problems with the lists of a folder that are reported.
const MAX_PROBLEMS: usize = 10;

/// Functions that find and read the lists of a folder.
const READER: FolderReader = FolderReader { state: folder_state, read: read_folder };

/// Game lists beside a file, which are read when they are needed.
pub(super) fn lists_of_file(
    file: &Arc<Path>,
    limits: &Limits,
    shared: &Arc<SharedGameLists>,
) -> GameLists {
    GameLists::new(file, limits, shared, READER)
}

impl Default for GameListStates {
    fn default() -> Self {
        GameListStates::with_reader(READER)
    }
}

/// File with lists: a list, or a zip with lists among its members.
struct ListFile {
    path: PathBuf,
    size: u64,
    modified: Option<i64>,
    is_zip: bool,
}

/// Finds the files with lists in a folder, in the order of their names. None if the folder cannot be read.
fn list_files(folder: &Path) -> Vec<ListFile> {
    let (mut lists, mut zips) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let paths = match &*name {
            name if is_passed_over_file(name) => continue,
            name if is_game_list_name(name) => &mut lists,
            name if is_zip_name(name) => &mut zips,
            _ => continue,
        };
        let is_link = entry.file_type().is_ok_and(|file_type| file_type.is_symlink());
        if !is_link || !leads_to_system_folder(&entry.path()) {
            paths.push(entry.path());
        }
    }
    let mut files = Vec::new();
    for (mut paths, is_zip) in [(lists, false), (zips, true)] {
        paths.sort();
        files.extend(paths.into_iter().take(MAX_FILES).filter_map(|path| {
            let metadata = std::fs::metadata(&path).ok().filter(|data| data.is_file())?;
            let has_lists = !is_zip || has_lists(&path);
            has_lists.then(|| ListFile {
                path,
                size: metadata.len(),
                modified: modified(&metadata),
                is_zip,
            })
        }));
    }
    files
}

/// True if a link leads into a folder of the system, where reading may never end.
fn leads_to_system_folder(link: &Path) -> bool {
    let is_in = |target: PathBuf| target.starts_with("/proc") || target.starts_with("/sys");
    link.canonicalize().is_ok_and(is_in)
}

/// True if one of the first members of a zip is a list. Only the directory of the zip is read.
fn has_lists(path: &Path) -> bool {
    let reader = open_regular(&Origin::file(path)).ok().map(ArchiveReader::file);
    let Some(Ok(reader)) = reader else {
        return false;
    };
    // Unpacking is written not to panic, but it runs on hostile input through a library.
    let listed =
        catch_unwind(AssertUnwindSafe(|| lists_member(&reader, MAX_MEMBERS, &is_game_list_name)));
    listed.unwrap_or(false)
}

fn state_of(files: &[ListFile]) -> GameListState {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    for file in files {
        parts.push(file.path.file_name().unwrap_or_default().as_encoded_bytes().to_vec());
        parts.push(file.size.to_le_bytes().to_vec());
        parts.push(file.modified.unwrap_or(0).to_le_bytes().to_vec());
    }
    let parts = Vec::from_iter(parts.iter().map(Vec::as_slice));
    GameListState {
        hash: if files.is_empty() { 0 } else { stable_hash(&parts) },
        modified: files.iter().map(|file| file.modified.unwrap_or(0)).max(),
    }
}

fn folder_state(folder: &Path) -> GameListState {
    state_of(&list_files(folder))
}

/// Reads the lists of a folder. The table may take as many bytes of memory as one file ([`Limits::entry_bytes`]).
fn read_folder(folder: &Path, limits: &Limits) -> FolderLists {
    let files = list_files(folder);
    let max_bytes = usize::try_from(limits.entry_bytes).unwrap_or(usize::MAX);
    let mut reading =
        ListReading { builder: GameListBuilder::new(max_bytes), problems: Vec::new(), limits };
    for file in &files {
        let origin = Origin::file(file.path.as_path());
        let flow = if file.is_zip {
            reading.read_zip(&origin)
        } else {
            read_loose(origin, Inspection::None, limits, &mut |entry| reading.add(entry))
        };
        if flow.is_break() {
            break;
        }
    }
    FolderLists {
        folder: folder.to_owned(),
        state: state_of(&files),
        limits: limits.clone(),
        table: Arc::new(reading.builder.finish()),
        problems: reading.problems,
    }
}

struct ListReading<'l> {
    builder: GameListBuilder,
    problems: Vec<Problem>,
    limits: &'l Limits,
}

impl ListReading<'_> {
    fn read_zip(&mut self, origin: &Origin) -> Flow {
        let reader = open_regular(origin).and_then(|file| {
            ArchiveReader::file(file).map_err(|error| Problem::io(origin.clone(), &error))
        });
        let reader = match reader {
            Ok(reader) => reader,
            Err(problem) => return self.add(Err(problem)),
        };
        let limits = self.limits;
        let (budget, scope) = (ArchiveBudget::new(reader.len()), RootScope::only_game_lists());
        let mut is_full = false;
        let mut emit = |entry: Result<Entry, Problem>| {
            let flow = self.add(entry);
            is_full |= flow.is_break();
            flow
        };
        let mut member_reader =
            MemberReader::new(limits, &budget, &scope, &mut emit, archive::read_nested);
        let source = ArchiveSource::File(reader);
        // Unpacking is written not to panic, but it runs on hostile input through a library.
        let read = catch_unwind(AssertUnwindSafe(|| {
            // A limit on the archive ends the reading of the archive, but not that of the lists after it.
            let _ = archive::read(&mut member_reader, origin, ArchiveKind::Zip, 1, source);
        }));
        match read {
            Err(panic) if panic.is::<Interrupted>() => resume_unwind(panic),
            Err(_) => {
                let message = "unpacking failed because of a bug in this program";
                self.report(Problem::new(origin.clone(), ProblemKind::Unreadable, message));
            }
            Ok(()) => {}
        }
        if is_full { Flow::Break(()) } else { Flow::Continue(()) }
    }

    /// Adds the games of a list to the table. Ends the reading when the table is full.
    fn add(&mut self, entry: Result<Entry, Problem>) -> Flow {
        let entry = match entry {
            // Only a text that a list cannot be is read in parts.
            Ok(Entry { origin, part: Some(_), .. }) => {
                self.report(too_large(origin, self.limits.entry_bytes));
                return Flow::Continue(());
            }
            Ok(entry) => entry,
            Err(problem) => {
                self.report(problem);
                return Flow::Continue(());
            }
        };
        let text = charset::decode(&entry.bytes).text;
        if self.builder.add(&text) {
            return Flow::Continue(());
        }
        let mib = self.limits.entry_bytes >> 20;
        let message = format!("the games of all lists of its folder take more than {mib} MiB");
        let problem = Problem::new(entry.origin.clone(), ProblemKind::TooLarge, message);
        let remedy = too_large(entry.origin, self.limits.entry_bytes).remedy;
        self.report(problem.with_remedy(remedy));
        Flow::Break(())
    }

    fn report(&mut self, problem: Problem) {
        let is_known = self.problems.iter().any(|known| known.origin == problem.origin);
        if self.problems.len() < MAX_PROBLEMS && !is_known {
            self.problems.push(problem);
        }
    }
}

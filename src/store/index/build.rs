//! Builds and refreshes an index.
//!
//! The threads of [`reading`](kifu_archive::reading) parse the games; this module replays them and turns them into
//! documents for tantivy's writer. The number of threads changes the speed, never the answers.

mod changes;
mod first_seen;
mod keys;
mod lock;
mod member_progress;
mod merge;
mod merging;
mod rebuild;
mod refreshing;
mod relocate;
mod removing;
mod renames;
mod report;
mod roots;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod timings;
mod unread;
mod writing;

use super::analysis_table::AnalysisTable;
use super::directory::IndexDirectory;
use super::errors::{cannot_write, damaged, other_version, tantivy_error};
use super::folder::{TANTIVY_MANAGED, TANTIVY_META};
use super::leftovers::{remove_first_build_leftovers, remove_orphans, rollback_files};
use super::manifest::{FileLine, MAX_PROBLEMS_PER_FILE};
use super::manifest::{Manifest, ManifestHeader, ProblemLine};
use super::marker::{check_folder, write_marker};
use super::members::{MemberTable, MemberTables, members_file};
use super::schema::Fields;
use super::schema::INDEX_VERSION;
use super::tantivy_index::{create_tantivy, current_manifest, open_directory, open_tantivy};
use super::{Index, duplicates, verify};
pub use changes::{Changes, changes};
use first_seen::{CommittedIndex, FirstTimes};
use keys::FileKeys;
use kifu_archive::clock::now;
use kifu_archive::crawl::{FilePatterns, Limits, Problem, Shard, TableStamp, UnreadMemberGames};
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_archive::origin::{Origin, path_text, text_path};
use kifu_archive::reading::default_threads;
pub use kifu_archive::reading::{FileTimeLimit, ReadProgress, Stage, StageTimes};
use kifu_record::cancel::TimeBudget;
use kifu_record::poison::IgnorePoison;
use lock::BuildLock;
pub use lock::write_conflict;
pub use merge::merge;
pub use rebuild::rebuild;
use refreshing::{ProcessedFile, RefreshOutcome, refresh};
pub use relocate::{moved_root, relocate};
pub use removing::forget;
pub use report::BuildReport;
use roots::{
    RootsToRead, absolute, assign_patterns, assign_shards, dropped_patterns, reachable,
    requested_roots, restore_patterns, roots_to_read, with_new_patterns,
};
use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Instant;
use tantivy::Directory;
use tantivy::directory::error::OpenReadError;
pub use timings::Timings;
pub use unread::UnreadKind;
use unread::{InspectedFiles, NotRead};
use writing::LazyWriter;

#[derive(Clone, Debug)]
pub struct Options {
    /// Number of threads that read games; as many again write the index.
    pub threads: usize,
    /// Bytes that a writing thread collects before it writes a segment.
    pub memory: usize,
    pub limits: Limits,
    /// Time that a thread may spend on one file before the file is reported.
    pub patience: FileTimeLimit,
    /// True to compare the content of files whose size and time match the index.
    pub checksum: bool,
    /// Shard (part of an archive, such as `3/16`) of the roots to read. With `None` the build reads the shard that the
    /// index holds already, or everything if the index is new.
    pub shard: Option<Shard>,
    /// Patterns of files to read although their names do not look like those of game records. With `None`, each root
    /// keeps the patterns that it has.
    pub include: Option<Vec<String>>,
    /// Patterns of files not to read. With `None`, each root keeps the patterns that it has.
    pub exclude: Option<Vec<String>>,
    /// Index that this build replaces, for the option `--rebuild`; `None` if none is replaced.
    pub replaced: Option<Arc<ReplacedIndex>>,
    /// Start of the watch that this build belongs to, in seconds since 1970. All games added since then count as new
    /// until another build or watch adds some.
    pub watch_started: Option<u64>,
    /// Files that are still being written. The build does not read them and keeps what the index has of them.
    pub unfinished: BTreeSet<PathBuf>,
    /// True if the files may have been copied since the last build. A file of which only the time differs is then
    /// compared by its checksum before it is read again.
    pub may_be_copied: bool,
    /// True to measure the time of each stage.
    pub timings: bool,
    /// Cancels the build once it is set; the index then stays as it was.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Options {
    /// Returns the patterns with which this build reads a root: those of the options, or where the options give none,
    /// `known`, the patterns of the last build.
    fn patterns(&self, known: Option<&FilePatterns>) -> FilePatterns {
        let known = known.cloned().unwrap_or_default();
        FilePatterns {
            include: self.include.clone().unwrap_or(known.include),
            exclude: self.exclude.clone().unwrap_or(known.exclude),
        }
    }

    fn is_cancelled(&self) -> bool {
        let flag = self.cancel.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: default_threads(),
            memory: 48 << 20,
            limits: Limits::default(),
            patience: FileTimeLimit::default(),
            checksum: false,
            shard: None,
            include: None,
            exclude: None,
            replaced: None,
            watch_started: None,
            unfinished: BTreeSet::new(),
            may_be_copied: false,
            timings: false,
            cancel: None,
        }
    }
}

/// What a build takes over from the index that it replaces.
#[derive(Debug)]
pub struct ReplacedIndex {
    header: ManifestHeader,
    /// Times at which the games of the replaced index were added.
    first_times: FirstTimes,
}

/// Bytes of the index that a build checks for damage before anything else. Checking 64 MiB takes about ten
/// milliseconds.
const VERIFY_BYTES_AT_START: u64 = 64 << 20;
/// Bytes of the index that a build checks before its commit, for each millisecond that it has taken so far. Checking
/// them takes less than a hundredth of the build's time.
const VERIFY_BYTES_PER_MS: u64 = 10_000;

/// Adds roots to the index in `folder` and brings the index up to date. Without roots, refreshes the roots that the
/// index has. Creates the index if there is none.
pub fn build(
    folder: &Path,
    roots: &[PathBuf],
    options: &Options,
    progress: &ReadProgress,
) -> Result<BuildReport> {
    // Paths are checked first, so that a mistyped one does not leave an empty index behind.
    let roots = reachable(roots).map_err(|error| advise_to_forget(folder, roots, error))?;
    options.patterns(None).check()?;
    match check_folder(folder) {
        Err(error) if error.kind() == ErrorKind::NoIndex && !roots.is_empty() => {
            std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, error))?;
        }
        checked => checked?,
    }
    with_build_lock(folder, open_directory(folder)?, |directory| {
        Session::open(folder, directory, options)?.build(roots, options, progress)
    })
}

/// Opens the table of engine analysis that the options name.
fn open_analysis_table(options: &Options) -> Result<Option<Arc<AnalysisTable>>> {
    let stamp = options.limits.table.as_ref();
    let table = stamp.map(|stamp| AnalysisTable::open(&text_path(&stamp.path)));
    Ok(table.transpose()?.map(Arc::new))
}

/// Returns the options with the current size and time of the table of engine analysis.
fn restamp_table(options: &Options) -> Result<Options> {
    let mut options = options.clone();
    if let Some(stamp) = &mut options.limits.table {
        *stamp = TableStamp::from_path(&text_path(&stamp.path))?;
    }
    Ok(options)
}

/// If one of the named roots no longer exists but is a root of the index, adds to the error the advice to remove it
/// from the index with `forget`.
fn advise_to_forget(folder: &Path, roots: &[PathBuf], error: Error) -> Error {
    let index = Index::open(folder);
    let known = index.map_or_else(|_| Vec::new(), |index| index.header().roots.clone());
    let mut named = roots.iter().filter_map(|root| absolute(root).ok());
    let missing_root = named.find(|root| !root.exists() && known.contains(&path_text(root)));
    match missing_root {
        Some(root) => error.with_remedy(Remedy::Forget { root }),
        None => error,
    }
}

/// Runs `work` on the index in a folder while holding the build lock.
///
/// First deletes what killed builds left in the folder. If the work fails, deletes what it wrote.
fn with_build_lock<T>(
    folder: &Path,
    directory: IndexDirectory,
    work: impl FnOnce(IndexDirectory) -> Result<T>,
) -> Result<T> {
    let _lock = BuildLock::take(folder)?;
    remove_first_build_leftovers(folder);
    remove_orphans(folder, &directory, None);
    work(directory.clone()).inspect_err(|_| rollback_files(folder, &directory))
}

fn cancelled() -> Error {
    let message = "the build was cancelled; the index is as it was before";
    Error::new(ErrorKind::Interrupted, message)
}

/// One build or other change of an index. Only one session exists at a time, across all processes, because its creator
/// holds the build lock.
struct Session {
    folder: PathBuf,
    directory: IndexDirectory,
    fields: Fields,
    writer: LazyWriter,
    /// Keys by which the documents of a file are deleted.
    keys: FileKeys,
    /// What the last commit knows of the members of archives; read on first use.
    members: OnceLock<MemberTables>,
    /// The index as of the last commit, from which the build looks up when games were added; opened on first use.
    committed: OnceLock<tantivy::Result<CommittedIndex>>,
    /// Time in seconds since 1970 that becomes the `added` time of games whose place (path and archive member) is new
    /// to the index. No two builds share it.
    added_time: u64,
    added: AtomicU64,
    /// Time spent in each stage.
    times: Arc<StageTimes>,
    /// Engine analysis of games from a separate file, in addition to what the games' own files hold.
    table: Option<Arc<AnalysisTable>>,
    /// Roots whose patterns of files have changed since the last build.
    new_patterns: Vec<PathBuf>,
    /// Members of archives that begin like a game but are not read because of their names.
    unread_games: Arc<UnreadMemberGames>,
    /// True if the index or its list of files has to be written.
    changed: bool,
    /// True if this build looked at every byte of all files that it read; false if members of archives were skipped
    /// unread.
    is_read: bool,
    /// Budget that is exhausted when the build is cancelled.
    budget: TimeBudget,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().ignore_poison()
}

impl Session {
    fn open(folder: &Path, directory: IndexDirectory, options: &Options) -> Result<Session> {
        match check_folder(folder) {
            Err(error) if error.kind() == ErrorKind::NoIndex => write_marker(folder)?,
            checked => checked?,
        }
        Session::open_marked(folder, directory, options)
    }

    /// Opens a session in a folder that has the index marker already. `directory` reads and writes the folder.
    fn open_marked(folder: &Path, directory: IndexDirectory, options: &Options) -> Result<Session> {
        let fail = |error| tantivy_error(folder, error);
        let directory = directory.low_memory(options.cancel.clone());
        let index = if folder.join(TANTIVY_META).exists() {
            open_tantivy(directory.clone())
        } else {
            create_tantivy(&directory)
        };
        let index = index.map_err(fail)?;
        let fields = Fields::of(&index.schema()).ok_or_else(|| other_version(folder))?;
        Ok(Session {
            folder: folder.to_owned(),
            writer: LazyWriter::new(index, options),
            keys: FileKeys::default(),
            directory,
            fields,
            members: OnceLock::new(),
            committed: OnceLock::new(),
            added_time: now(),
            added: AtomicU64::new(0),
            times: Arc::default(),
            table: None,
            new_patterns: Vec::new(),
            unread_games: Arc::default(),
            changed: false,
            is_read: true,
            budget: TimeBudget::new(None, options.cancel.clone()),
        })
    }

    fn manifest(&self) -> Result<Manifest> {
        current_manifest(&self.directory, self.writer.index())
            .map_err(|error| tantivy_error(&self.folder, error))
    }

    fn build(
        mut self,
        roots: Vec<PathBuf>,
        options: &Options,
        progress: &ReadProgress,
    ) -> Result<BuildReport> {
        let (begin, begun) = (Instant::now(), now());
        let options = &restamp_table(options)?;
        self.times = progress.times.clone();
        self.verify_sample(VERIFY_BYTES_AT_START)?;
        let mut manifest = self.manifest()?;
        let before = manifest.header.clone();
        if let Some(replaced) = &options.replaced {
            manifest.header.patterns = replaced.header.patterns.clone();
        }
        let requested = requested_roots(&manifest.header, roots)?;
        assign_patterns(&mut manifest.header, &requested, options);
        self.new_patterns = with_new_patterns(&before, &manifest.header);
        let RootsToRead { mut roots, renumbered } = roots_to_read(&mut manifest, requested);
        let mut report = BuildReport {
            dropped_patterns: dropped_patterns(&before, &manifest.header),
            ..BuildReport::default()
        };
        self.keys = FileKeys::from_header(&manifest.header);
        self.forget_members(&renumbered);
        if options.limits.changes_reading(&before.limits) {
            let others: Vec<_> =
                before.roots().into_iter().filter(|root| !roots.contains(root)).collect();
            roots.extend(others);
        }
        self.table = open_analysis_table(options)?;
        if let Some(replaced) = &options.replaced {
            let (header, known) = (&mut manifest.header, &replaced.header);
            header.generation = known.generation;
            (header.new_since, header.last_added) = (known.new_since, known.last_added);
        }
        self.added_time = self.added_time.max(manifest.header.last_added + 1);
        assign_shards(&mut manifest.header, &before, &roots, options)?;
        let roots_read = roots.len();
        self.read_roots(roots, &mut manifest, options, progress, &mut report)?;
        restore_patterns(&mut manifest.header, &before, &report.unreachable);
        let is_all = roots_read == manifest.header.roots.len() && report.unreachable.is_empty();
        if is_all && self.is_read && (options.checksum || self.changed && report.unchanged == 0) {
            manifest.header.all_read = begun;
        }
        if options.is_cancelled() {
            return Err(cancelled());
        }
        progress.finishing.store(true, Ordering::Relaxed);
        report.added = self.added.load(Ordering::Relaxed);
        if report.added > 0 {
            manifest.header.new_since = options.watch_started.unwrap_or(self.added_time);
            manifest.header.last_added = self.added_time;
        }
        manifest.header.limits = options.limits.clone();
        if self.changed || manifest.header != before || !self.is_complete() {
            self.verify_sample(begin.elapsed().as_millis() as u64 * VERIFY_BYTES_PER_MS)?;
            self.commit(&mut manifest)?;
        }
        report.totals = manifest.header.totals;
        report.time = begin.elapsed();
        let timings = || Timings::measure(&progress.times, &report.paths);
        report.timings = options.timings.then(timings);
        Ok(report)
    }

    /// Reads what changed below the roots, and looks for games among the files that are not read.
    fn read_roots(
        &mut self,
        roots: Vec<PathBuf>,
        manifest: &mut Manifest,
        options: &Options,
        progress: &ReadProgress,
        report: &mut BuildReport,
    ) -> Result<()> {
        let known = InspectedFiles::read(&self.directory);
        let mut inspected = known.clone();
        for root in roots {
            if std::fs::metadata(&root).is_err() {
                report.unreachable.push(root);
                continue;
            }
            let not_read = self.read_root(&root, manifest, options, progress, report)?;
            if let Some(not_read) = not_read.filter(|_| !options.limits.sniff) {
                report.unread_kinds.extend(inspected.inspect(&root, &not_read, manifest));
            }
        }
        inspected.retain_roots(&manifest.header.roots);
        if inspected != known {
            inspected.write(&self.directory);
        }
        Ok(())
    }

    /// Fails if the index is damaged, as far as checking a sample of `max_bytes` bytes shows.
    fn verify_sample(&self, max_bytes: u64) -> Result<()> {
        let begun = Instant::now();
        let verified = verify::verify_sample(&self.directory, self.writer.index(), max_bytes);
        self.times.add_since(Stage::Checking, begun);
        verified.map(drop).map_err(|error| tantivy_error(&self.folder, error))
    }

    /// Flushes the writer, so that documents added so far can be deleted.
    fn flush(&self) -> Result<()> {
        self.writer.flush().map_err(|error| tantivy_error(&self.folder, error))
    }

    /// Tables of the members of archives, as of the last commit.
    fn members(&self) -> &MemberTables {
        self.members.get_or_init(|| {
            let meta = self.writer.index().load_metas();
            let list = meta.ok().and_then(|meta| meta.payload);
            // The table of members is not part of the commit. It is read through a directory of its own, so that damage
            // in it is not recorded as damage of the index.
            let list = list.zip(open_directory(&self.folder).ok());
            let known = list.map(|(list, directory)| MemberTables::read(&directory, &list));
            known.unwrap_or_default()
        })
    }

    /// The index as of the last commit, to look up when games were added.
    fn committed(&self) -> Result<&CommittedIndex> {
        let opened = self
            .committed
            .get_or_init(|| CommittedIndex::open(self.writer.index(), 0))
            .as_ref()
            .map_err(Clone::clone);
        opened.map_err(|error| tantivy_error(&self.folder, error))
    }

    /// Time at which the place of a game (path and archive member) was first indexed: from this index, else from the
    /// one that it replaces, else the time of this build.
    fn first_time(&self, known: &FirstTimes, origin: &Origin, options: &Options) -> u64 {
        let replaced = options.replaced.as_ref().map(|replaced| &replaced.first_times);
        let mut sources = std::iter::once(known).chain(replaced);
        sources.find_map(|known| known.get(origin)).unwrap_or_else(|| {
            self.added.fetch_add(1, Ordering::Relaxed);
            self.added_time
        })
    }

    /// Reads the files below a root that have changed. Returns what is not read because of its name; `None` if the root
    /// is empty and so counts as unreachable.
    fn read_root(
        &mut self,
        root: &Path,
        manifest: &mut Manifest,
        options: &Options,
        progress: &ReadProgress,
        report: &mut BuildReport,
    ) -> Result<Option<NotRead>> {
        let mut refreshed = refresh(self, root, manifest, options, progress)?;
        self.is_read &= refreshed.is_read;
        // An unmounted drive leaves an empty folder, while a user who no longer wants a root removes it with `forget`.
        // So an empty root counts as unreachable, and its games stay.
        let walk = &refreshed.walk;
        let is_empty = refreshed.seen.is_empty()
            && walk.unreadable.is_empty()
            && walk.other + walk.other_shards + walk.skipped_folders == 0
            && walk.excluded_files + walk.excluded_folders == 0;
        if is_empty && manifest.below(root).next().is_some() {
            report.unreachable.push(root.to_owned());
            return Ok(None);
        }
        let files = std::mem::take(&mut refreshed.walk.unread);
        self.record_files(root, refreshed, manifest, report)?;
        Ok(Some(NotRead { files, archives: self.unread_games.take() }))
    }

    /// Enters the files that were read into the manifest and removes those that are gone.
    fn record_files(
        &mut self,
        root: &Path,
        refreshed: RefreshOutcome,
        manifest: &mut Manifest,
        report: &mut BuildReport,
    ) -> Result<()> {
        let walk_problems: Vec<FileLine> =
            refreshed.walk.problems.iter().map(line_of_problem).collect();
        self.remove_gone(root, &refreshed, &walk_problems, manifest, report)?;
        report.unchanged += refreshed.unchanged;
        report.other_files += refreshed.walk.other;
        report.passed_folders += refreshed.walk.skipped_folders;
        report.excluded_files += refreshed.walk.excluded_files;
        report.excluded_folders += refreshed.walk.excluded_folders;
        for line in refreshed.updated {
            self.changed = true;
            manifest.files.insert(line.path.clone(), line);
        }
        for problem in &refreshed.refused {
            report.add_problem(problem);
            let path = path_text(&problem.origin.path);
            self.changed |= mark_unreadable(manifest, &path, &path);
            let line = manifest.files.get_mut(&path);
            if let Some(line) = line.filter(|_| self.new_patterns.iter().any(|new| new == root)) {
                // The games in the index were read under the old patterns. Without a recorded time, the next build that
                // may read the file reads it again.
                line.modified = None;
            }
        }
        let processed = |line: FileLine| {
            let known = manifest.files.get(&line.path);
            // If a file cannot be read any more, its games stay in the index.
            let is_unreadable = |known: &FileLine| known.unreadable.as_ref() == Some(&line.path);
            ProcessedFile {
                games_stay: known == Some(&line) || known.is_some_and(is_unreadable),
                is_refused: false,
                read: line.tally.clone(),
                line,
                members: MemberTable::default(),
            }
        };
        let walked = Vec::from_iter(walk_problems.into_iter().map(processed));
        // Threads finish in any order, so problems are sorted by path to make the report deterministic.
        let (mut with_problems, without_problems): (Vec<ProcessedFile>, Vec<ProcessedFile>) =
            (walked.into_iter().chain(refreshed.done))
                .partition(|done| !done.line.problems.is_empty());
        with_problems.sort_by(|a, b| a.line.path.cmp(&b.line.path));
        self.members();
        for done in with_problems.into_iter().chain(without_problems) {
            report.add_file(&done);
            if done.is_refused {
                self.changed |= mark_unreadable(manifest, &done.line.path, &done.line.path);
            }
            if !done.games_stay {
                self.changed = true;
                if let Some(tables) = self.members.get_mut() {
                    tables.insert(&done.line.path, &done.members);
                }
                manifest.files.insert(done.line.path.clone(), done.line);
            }
        }
        Ok(())
    }

    /// True if the files that every commit writes beside the index are there and undamaged. If the file of duplicates
    /// is missing, every reader has to find the duplicates itself, so a build repairs that even if no game has changed.
    fn is_complete(&self) -> bool {
        let list = self.writer.index().load_metas().ok().and_then(|meta| meta.payload);
        let beside = list.zip(open_directory(&self.folder).ok());
        beside.is_some_and(|(list, directory)| {
            let is_intact = |name: String| directory.atomic_read(Path::new(&name)).map(drop);
            let members = is_intact(members_file(&list));
            let are_members_intact =
                matches!(members, Ok(()) | Err(OpenReadError::FileDoesNotExist(_)));
            let required = [duplicates::file_name(&list), TANTIVY_MANAGED.to_owned()];
            are_members_intact && required.into_iter().all(|name| is_intact(name).is_ok())
        })
    }

    /// Publishes all changes at once: writes the manifest first, then the commit that names it.
    fn commit(self, manifest: &mut Manifest) -> Result<()> {
        let folder = self.folder.clone();
        let directory = self.directory.clone();
        let (budget, times) = (self.budget.clone(), self.times.clone());
        let fail = |error| match directory.damage() {
            Some(damage) => damaged(&folder, &damage),
            None if budget.poll_exhausted() => cancelled(),
            None => tantivy_error(&folder, error),
        };
        let begun = Instant::now();
        manifest.header.version = INDEX_VERSION;
        manifest.header.built = now();
        manifest.header.generation += 1;
        let previous = self.writer.index().load_metas().map_err(fail)?.payload;
        self.members();
        let mut members = self.members.into_inner().unwrap_or_default();
        members.retain(|path| manifest.files.contains_key(path));
        let mut writer = self.writer.finish().map_err(fail)?;
        let mut prepared = writer.prepare_commit().map_err(fail)?;
        // The random part makes the name of the list of files unique, even between an index and the one that replaces
        // it.
        let opstamp = prepared.opstamp();
        let random = RandomState::new().hash_one(opstamp);
        let name = format!("files-{opstamp}-{random:016x}.jsonl");
        manifest.write(&self.directory, &name).map_err(fail)?;
        // Failure is ignored: without the table of members, the next build only takes longer.
        let _ = members.write(&self.directory, &name);
        prepared.set_payload(&name);
        prepared.commit().map_err(fail)?;
        times.add_since(Stage::Committing, begun);
        let begun = Instant::now();
        match writer.wait_merging_threads() {
            // The games are committed already. If the budget ended before all merges were done, the games only lie in
            // more segments.
            Err(_) if budget.poll_exhausted() => {}
            merged => merged.map_err(fail)?,
        }
        times.add_since(Stage::Merging, begun);
        let begun = Instant::now();
        // Failure is ignored: without the file of duplicates, readers only take longer. A cancelled build does not wait
        // for it.
        let write_duplicates_file =
            || write_duplicates(&folder, &directory, &name, previous.as_deref());
        let _ = budget.run(write_duplicates_file);
        times.add_since(Stage::Comparing, begun);
        remove_orphans(&folder, &directory, previous.as_deref());
        // tantivy abandons a merge that meets damage without an error, so the recorded damage is checked here.
        let damage = directory.damage();
        damage.map_or(Ok(()), |damage| Err(damaged(&folder, &damage)))
    }
}

/// Finds which games are duplicates and writes their groups to a file beside the list of files.
fn write_duplicates(
    folder: &Path,
    directory: &IndexDirectory,
    list: &str,
    previous: Option<&str>,
) -> Result<()> {
    let index = Index::open_low_memory(folder)?;
    let written = duplicates::write(directory, &index, list, previous);
    written.map_err(|error| tantivy_error(folder, error))
}

/// Makes the line of the list of files for a file or folder that the walk could not enter or does not read.
fn line_of_problem(problem: &Problem) -> FileLine {
    let mut line = FileLine { path: path_text(&problem.origin.path), ..FileLine::default() };
    line.tally.files = 1;
    add_problem(&mut line, problem);
    line
}

/// Marks a file as unreadable because `place`, the file itself or a folder around it, refuses access. Returns true if
/// that was not known. Files without games are not marked, since nothing of them stays in the index.
fn mark_unreadable(manifest: &mut Manifest, file: &str, place: &str) -> bool {
    let line = manifest.files.get_mut(file);
    let is_news = |line: &&mut FileLine| line.unreadable.as_deref() != Some(place);
    let line = line.filter(|line| line.tally.game_count() > 0).filter(is_news);
    line.is_some_and(|line| {
        line.unreadable = Some(place.to_owned());
        true
    })
}

fn add_problem(line: &mut FileLine, problem: &Problem) {
    let counts = &mut line.tally.problems;
    *counts.entry(problem.kind.as_str().into()).or_default() += 1;
    if line.problems.len() < MAX_PROBLEMS_PER_FILE {
        line.problems.push(ProblemLine::new(problem));
    }
}

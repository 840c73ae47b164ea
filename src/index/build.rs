//! Building and refreshing an index.
//!
//! One crawler → a bounded queue of units → workers that read, parse, replay and make documents → the index library's
//! writer. Only this file starts threads for building; their number changes the speed, never the answers.

use super::document::{DocumentBuilder, file_key};
use super::manifest::{FileLine, MOST_PROBLEMS, Manifest, ProblemLine, Tally};
use super::schema::Fields;
use super::{INDEX_VERSION, check_folder, create, manifest_name, open_tantivy, tantivy_error};
use crate::crawl::walk::{Found, Met, walk};
use crate::crawl::{self, Entry, FileKind, Limits, Problem, ProblemKind, Unit};
use crate::error::{Error, ErrorKind, Result};
use crate::formats;
use crate::origin::{Origin, path_text, text_path};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tantivy::indexer::IndexWriterOptions;
use tantivy::{IndexWriter, Term};

/// How to build.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads that read games, and as many that write the index.
    pub threads: usize,
    /// Bytes that a writing thread collects before it writes a segment.
    pub memory: usize,
    /// What of an archive is taken in.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        let threads = std::thread::available_parallelism()
            .map_or(1, usize::from)
            .min(8);
        Options {
            threads,
            memory: 64 << 20,
            limits: Limits::default(),
        }
    }
}

/// How far a build is; read by whoever shows it.
#[derive(Debug, Default)]
pub struct Progress {
    /// Bytes and files found so far.
    pub bytes_found: AtomicU64,
    /// Files found so far.
    pub files_found: AtomicU64,
    /// Whether all files are found.
    pub walked: AtomicBool,
    /// Bytes of files and members that were read, as they lie on the disk.
    pub bytes_read: AtomicU64,
    /// Bytes of the files that are done.
    pub bytes_done: AtomicU64,
    /// Files that are done.
    pub files_done: AtomicU64,
    /// Games that are done.
    pub games: AtomicU64,
    /// Whether all games are read and the index is being completed.
    pub finishing: AtomicBool,
}

/// What a build did.
#[derive(Debug, Default)]
pub struct Report {
    /// What the index holds now.
    pub totals: Tally,
    /// What was read in this run.
    pub read: Tally,
    /// Files that were as the index knew them.
    pub unchanged: u64,
    /// Files that were gone, and left the index.
    pub removed: u64,
    /// Files of other kinds, which were not opened.
    pub other_files: u64,
    /// What gave no game in this run, the first ones.
    pub problems: Vec<(String, ProblemLine)>,
    /// Known roots that could not be reached; their games stay.
    pub unreachable: Vec<PathBuf>,
    /// The time it took.
    pub time: Duration,
}

/// Problems that a report lists.
const LISTED: usize = 1000;

/// Adds roots to the index in `folder` and brings it up to date; without roots, those that it knows. The index is
/// created if there is none.
pub fn build(
    folder: &Path,
    roots: &[PathBuf],
    options: &Options,
    progress: &Progress,
) -> Result<Report> {
    let begin = Instant::now();
    // A mistake in the paths must not leave an empty index behind.
    let roots = reachable(roots)?;
    if roots.is_empty() {
        check_folder(folder)?;
    }
    let session = Session::open(folder, options)?;
    let mut manifest = session.manifest()?;
    let roots = roots_to_read(&mut manifest, roots)?;
    let mut report = Report::default();
    for root in roots {
        if std::fs::metadata(&root).is_err() {
            report.unreachable.push(root);
            continue;
        }
        session.read_root(&root, &mut manifest, options, progress, &mut report)?;
    }
    progress.finishing.store(true, Ordering::Relaxed);
    session.commit(&mut manifest)?;
    report.totals = manifest.header.totals;
    report.time = begin.elapsed();
    Ok(report)
}

/// Takes roots out of the index; tells how many games went.
pub fn forget(folder: &Path, roots: &[PathBuf], options: &Options) -> Result<u64> {
    check_folder(folder)?;
    let session = Session::open(folder, options)?;
    let mut manifest = session.manifest()?;
    let before = manifest.header.totals.game_count();
    for root in roots {
        let root = absolute(root)?;
        let text = path_text(&root);
        if !manifest.header.roots.contains(&text) {
            let known = manifest.header.roots.join(", ");
            return Err(Error::new(
                ErrorKind::NotFound,
                format!("{text} is no root of this index"),
            )
            .help(format!("its roots are: {known}")));
        }
        manifest.header.roots.retain(|known| *known != text);
        for file in manifest.below(&root) {
            session.delete(&file);
            manifest.files.remove(&file);
        }
    }
    session.commit(&mut manifest)?;
    Ok(before - manifest.header.totals.game_count())
}

fn absolute(path: &Path) -> Result<PathBuf> {
    let fail = |error| Error::io(path.display(), error);
    // `..` behind a link leads elsewhere than the letters say: the system has to resolve it.
    if path.components().any(|part| part == Component::ParentDir) {
        return path.canonicalize().map_err(fail);
    }
    let absolute = std::path::absolute(path).map_err(fail)?;
    Ok(absolute.components().collect())
}

/// The named roots as absolute paths; an error if one of them is not there.
fn reachable(roots: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let roots: Vec<PathBuf> = roots
        .iter()
        .map(|root| absolute(root))
        .collect::<Result<_>>()?;
    for root in &roots {
        if let Err(error) = std::fs::metadata(root) {
            return Err(
                Error::io(root.display(), error).help("nothing was indexed; check the path")
            );
        }
    }
    Ok(roots)
}

/// The roots to read now, none inside another. New ones are added to the manifest.
fn roots_to_read(manifest: &mut Manifest, mut wanted: Vec<PathBuf>) -> Result<Vec<PathBuf>> {
    let mut known = manifest.roots();
    if wanted.is_empty() {
        if known.is_empty() {
            return Err(Error::new(
                ErrorKind::NotFound,
                "there is nothing to refresh: the index has no roots yet",
            )
            .help("name a folder or a file: kifu-index build FOLDER_WITH_GAMES"));
        }
        wanted = known.clone();
    }
    // A folder inside of a known root is read as a part of it.
    for root in &mut wanted {
        if let Some(outer) = known.iter().find(|outer| root.starts_with(outer)) {
            *root = outer.clone();
        }
    }
    wanted.sort();
    wanted.dedup_by(|inner, outer| inner.starts_with(&*outer));
    // Ids tell where a game lies below its root: what lay below another root is read again.
    for root in known.iter().filter(|root| !wanted.contains(root)) {
        if wanted.iter().any(|outer| root.starts_with(outer)) {
            for file in manifest.below(root) {
                if let Some(line) = manifest.files.get_mut(&file) {
                    line.modified = 0;
                }
            }
        }
    }
    known.extend(wanted.iter().cloned());
    known.sort();
    known.dedup_by(|inner, outer| {
        inner == outer || inner.starts_with(&*outer) && std::fs::metadata(&*inner).is_ok()
    });
    manifest.header.roots = known.iter().map(|root| path_text(root)).collect();
    Ok(wanted)
}

/// A writer on the index. Only one exists at a time, over all processes.
struct Session {
    folder: PathBuf,
    fields: Fields,
    writer: IndexWriter,
}

/// The state of one file while its units are read.
struct FileState {
    line: Mutex<FileLine>,
    /// Units that are not done, and one for the crawler while it is at the file.
    open: AtomicU64,
    bytes: u64,
}

/// A unit on its way to a worker.
struct Job {
    unit: Unit,
    file: Arc<FileState>,
}

/// Units that wait for a worker.
const QUEUE: usize = 64;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    fn open(folder: &Path, options: &Options) -> Result<Session> {
        let index = match check_folder(folder) {
            Ok(()) => open_tantivy(folder)?,
            Err(error) if error.kind() == ErrorKind::NoIndex => create(folder)?,
            Err(error) => return Err(error),
        };
        let fail = |error| tantivy_error(folder, error);
        let writer_options = IndexWriterOptions::builder()
            .num_worker_threads(options.threads)
            .memory_budget_per_thread(options.memory.max(16 << 20))
            .num_merge_threads(options.threads.div_ceil(2))
            .build();
        let writer = index.writer_with_options(writer_options).map_err(fail)?;
        let fields = Fields::of(&index.schema()).ok_or_else(|| super::other_version(folder))?;
        Ok(Session {
            folder: folder.to_owned(),
            fields,
            writer,
        })
    }

    fn manifest(&self) -> Result<Manifest> {
        match manifest_name(&self.folder)? {
            Some(name) => Manifest::read(&self.folder.join(name)),
            None => Ok(Manifest::default()),
        }
    }

    fn delete(&self, file: &str) {
        let key = file_key(&text_path(file));
        self.writer
            .delete_term(Term::from_field_u64(self.fields.file_key, key));
    }

    /// Reads what changed below a root.
    fn read_root(
        &self,
        root: &Path,
        manifest: &mut Manifest,
        options: &Options,
        progress: &Progress,
        report: &mut Report,
    ) -> Result<()> {
        let crawl = Crawl {
            session: self,
            root: root.into(),
            manifest,
            options,
            progress,
            failure: Mutex::new(None),
            done: Mutex::new(Vec::new()),
        };
        let (sender, receiver) = crossbeam_channel::bounded::<Job>(QUEUE);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(options.threads)
            .build();
        let pool = pool
            .map_err(|error| Error::new(ErrorKind::Io, format!("cannot start threads: {error}")))?;
        let met = std::thread::scope(|scope| {
            let crawler = scope.spawn(|| crawl.walk(sender));
            pool.in_place_scope(|workers| {
                for _ in 0..options.threads {
                    workers.spawn(|_| crawl.work(&receiver));
                }
            });
            crawler.join()
        });
        let met =
            met.map_err(|_| Error::new(ErrorKind::Io, "the walk through the folder failed"))?;
        let Crawl { failure, done, .. } = crawl;
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.settle(root, met, done, manifest, report);
        Ok(())
    }

    /// Enters what was read into the manifest, and takes out what is gone.
    fn settle(
        &self,
        root: &Path,
        met: Walked,
        done: Vec<FileLine>,
        manifest: &mut Manifest,
        report: &mut Report,
    ) {
        // A root inside of this one stays a root of its own while it cannot be reached.
        let inner = |other: &PathBuf| other != root && other.starts_with(root);
        let apart: Vec<PathBuf> = manifest.roots().into_iter().filter(inner).collect();
        // What lies in a folder that could not be entered is not gone.
        let hidden: HashSet<&Path> = met.problems.iter().map(|p| &*p.origin.path).collect();
        for file in manifest.below(root) {
            let path = text_path(&file);
            let is_hidden = path
                .ancestors()
                .skip(1)
                .any(|folder| hidden.contains(folder));
            let is_apart = apart.iter().any(|inner| path.starts_with(inner));
            if !met.seen.contains(&file) && !is_hidden && !is_apart {
                self.delete(&file);
                // A folder that could not be entered has a line too, but was no file.
                let held = manifest
                    .files
                    .remove(&file)
                    .is_some_and(|line| line.size > 0);
                report.removed += u64::from(held);
            }
        }
        report.unchanged += met.unchanged;
        report.other_files += met.other;
        let walk_lines = met.problems.iter().map(|problem| {
            let mut line = FileLine {
                path: path_text(&problem.origin.path),
                ..FileLine::default()
            };
            line.tally.files = 1;
            add_problem(&mut line, problem);
            line
        });
        for line in walk_lines.chain(done) {
            report.read.add(&line.tally);
            let room = LISTED.saturating_sub(report.problems.len());
            report.problems.extend(
                line.problems
                    .iter()
                    .take(room)
                    .map(|p| (line.path.clone(), p.clone())),
            );
            manifest.files.insert(line.path.clone(), line);
        }
    }

    /// Publishes everything at once: the manifest first, then the commit that names it.
    fn commit(mut self, manifest: &mut Manifest) -> Result<()> {
        let folder = self.folder.clone();
        let fail = |error| tantivy_error(&folder, error);
        manifest.header.version = INDEX_VERSION;
        manifest.header.built = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs());
        let previous = manifest_name(&folder)?;
        let mut prepared = self.writer.prepare_commit().map_err(fail)?;
        let name = format!("files-{}.jsonl", prepared.opstamp());
        manifest.write(&folder.join(&name))?;
        prepared.set_payload(&name);
        prepared.commit().map_err(fail)?;
        self.writer.garbage_collect_files().wait().map_err(fail)?;
        self.writer.wait_merging_threads().map_err(fail)?;
        remove_old_manifests(&folder, &name, previous.as_deref());
        Ok(())
    }
}

/// The list before stays until the next build, since a reader may just be opening it.
fn remove_old_manifests(folder: &Path, current: &str, previous: Option<&str>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("files-")
            && name.ends_with(".jsonl")
            && name != current
            && Some(&*name) != previous
        {
            // One that stays is only a file too many.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn add_problem(line: &mut FileLine, problem: &Problem) {
    *line
        .tally
        .problems
        .entry(problem.kind.as_str().into())
        .or_default() += 1;
    if line.problems.len() < MOST_PROBLEMS {
        line.problems.push(ProblemLine::new(problem));
    }
}

/// A file with such a problem is read again by the next build, although it did not change.
const RETRIED: [ProblemKind; 2] = [ProblemKind::Unreadable, ProblemKind::TooLarge];

/// The work on one root, as crawler and workers share it.
struct Crawl<'s> {
    session: &'s Session,
    root: Arc<Path>,
    manifest: &'s Manifest,
    options: &'s Options,
    progress: &'s Progress,
    failure: Mutex<Option<Error>>,
    done: Mutex<Vec<FileLine>>,
}

/// What the crawler met.
#[derive(Default)]
struct Walked {
    seen: HashSet<String>,
    unchanged: u64,
    other: u64,
    problems: Vec<Problem>,
}

impl Crawl<'_> {
    /// Finds the files first, since only then the time left is known, and hands out their units.
    fn walk(&self, sender: crossbeam_channel::Sender<Job>) -> Walked {
        let mut walked = Walked::default();
        let mut files = Vec::new();
        walk(&self.root, &self.options.limits, &mut |met| match met {
            Met::File(found) => {
                self.progress.files_found.fetch_add(1, Ordering::Relaxed);
                self.progress
                    .bytes_found
                    .fetch_add(found.size, Ordering::Relaxed);
                files.push(found);
            }
            Met::Other => walked.other += 1,
            Met::Problem(problem) => walked.problems.push(problem),
        });
        self.progress.walked.store(true, Ordering::Relaxed);
        for found in files {
            if lock(&self.failure).is_some() {
                break;
            }
            let path = path_text(&found.path);
            let known = self.manifest.files.get(&path);
            let unchanged = known.is_some_and(|line| {
                line.modified != 0 && (line.size, line.modified) == (found.size, found.modified)
            });
            if unchanged {
                walked.unchanged += 1;
                self.progress.files_done.fetch_add(1, Ordering::Relaxed);
                self.progress
                    .bytes_done
                    .fetch_add(found.size, Ordering::Relaxed);
            } else {
                if known.is_some() {
                    self.session.delete(&path);
                }
                self.open(&found, &path, &sender);
            }
            walked.seen.insert(path);
        }
        walked
    }

    fn open(&self, found: &Found, path: &str, sender: &crossbeam_channel::Sender<Job>) {
        let mut line = FileLine {
            path: path.to_owned(),
            size: found.size,
            modified: settled_time(found.modified),
            ..FileLine::default()
        };
        line.tally.files = 1;
        let file = Arc::new(FileState {
            line: Mutex::new(line),
            open: AtomicU64::new(1),
            bytes: found.size,
        });
        let opened = catch_unwind(AssertUnwindSafe(|| {
            crawl::open(&found.path, &self.options.limits, &mut |unit| match unit {
                Ok(unit) => {
                    file.open.fetch_add(1, Ordering::AcqRel);
                    // All workers are gone only after a failure, which ends the walk as well.
                    let _ = sender.send(Job {
                        unit,
                        file: file.clone(),
                    });
                }
                Err(problem) => add_problem(&mut lock(&file.line), &problem),
            })
        }));
        if opened.is_err() {
            let origin = Origin::file(found.path.clone());
            add_problem(&mut lock(&file.line), &unexpected(origin));
        }
        self.close(&file);
    }

    /// One of those who work on the file has finished; the last one enters it.
    fn close(&self, file: &FileState) {
        if file.open.fetch_sub(1, Ordering::AcqRel) == 1 {
            let mut line = std::mem::take(&mut *lock(&file.line));
            // What could not be read may be readable next time, with other limits or permissions.
            if RETRIED
                .iter()
                .any(|kind| line.tally.problems.contains_key(kind.as_str()))
            {
                line.modified = 0;
            }
            lock(&self.done).push(line);
            self.progress.files_done.fetch_add(1, Ordering::Relaxed);
            self.progress
                .bytes_done
                .fetch_add(file.bytes, Ordering::Relaxed);
        }
    }

    fn work(&self, jobs: &crossbeam_channel::Receiver<Job>) {
        let builder = || DocumentBuilder::new(self.session.fields.clone(), self.root.clone());
        let mut own = builder();
        for Job { unit, file } in jobs {
            // After a failure the queue is emptied, so that the crawler does not wait for ever.
            if lock(&self.failure).is_none() {
                let size = unit.packed_bytes(file.bytes);
                let path = unit.path().clone();
                let read = catch_unwind(AssertUnwindSafe(|| self.read(&mut own, unit, &file)));
                let (tally, problems) = read.unwrap_or_else(|_| {
                    own = builder();
                    (Tally::default(), vec![unexpected(Origin::file(path))])
                });
                self.progress.bytes_read.fetch_add(size, Ordering::Relaxed);
                let mut line = lock(&file.line);
                line.tally.add(&tally);
                problems
                    .iter()
                    .for_each(|problem| add_problem(&mut line, problem));
            }
            self.close(&file);
        }
    }

    /// Reads a unit and indexes its games.
    fn read(
        &self,
        builder: &mut DocumentBuilder,
        unit: Unit,
        file: &FileState,
    ) -> (Tally, Vec<Problem>) {
        let mut tally = Tally::default();
        let mut problems = Vec::new();
        unit.read(&self.options.limits, &mut |entry| {
            match entry {
                Ok(entry) => self.index_entry(builder, entry, &mut tally, &mut problems),
                Err(problem) => problems.push(problem),
            }
            // A unit may be a whole archive, however large.
            if problems.len() >= MOST_PROBLEMS {
                let mut line = lock(&file.line);
                (problems.drain(..)).for_each(|problem| add_problem(&mut line, &problem));
            }
        });
        (tally, problems)
    }

    fn index_entry(
        &self,
        builder: &mut DocumentBuilder,
        entry: Entry,
        tally: &mut Tally,
        problems: &mut Vec<Problem>,
    ) {
        let origin = &entry.origin;
        let read = catch_unwind(AssertUnwindSafe(|| {
            let mut games = 0;
            formats::read_each(&entry.bytes, &mut |mut record, text| {
                games += 1;
                let doc = builder.build(&mut record, &origin.game(games), text);
                self.add_document(doc);
                let name = format!("{} {}", record.format.as_str(), record.start.game.name());
                *tally.games.entry(name).or_default() += 1;
                tally.odd_games += u64::from(!record.diagnostics.is_empty());
            });
            games
        }));
        match read {
            Ok(0) if crawl::file_kind(&origin.file_name()) == FileKind::Perhaps => {}
            Ok(0) => problems.push(no_game(origin.clone(), &entry.bytes)),
            Ok(_) => {}
            Err(_) => problems.push(unexpected(origin.clone())),
        }
    }

    fn add_document(&self, doc: tantivy::TantivyDocument) {
        match self.session.writer.add_document(doc) {
            Ok(_) => {
                self.progress.games.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => {
                let error = || tantivy_error(&self.session.folder, error);
                lock(&self.failure).get_or_insert_with(error);
            }
        }
    }
}

/// Reading is made not to panic; should it, one file must not end the run.
fn unexpected(origin: Origin) -> Problem {
    let message = "reading it failed in a way that it should not; please report the file";
    Problem::new(origin, ProblemKind::Unreadable, message)
}

/// A file without a game, with a word on what it is instead.
fn no_game(origin: Origin, bytes: &[u8]) -> Problem {
    let message = match bytes {
        b"" => "is empty",
        _ if bytes.iter().all(|&byte| byte == 0) => "holds nothing but NUL bytes",
        _ if bytes.trim_ascii() == b"(null)" => "holds `(null)` and no game",
        _ if bytes.starts_with(b"PK") => "is a zip archive under another name",
        _ => "holds no game",
    };
    Problem::new(origin, ProblemKind::NoGame, message)
}

/// A file that was changed just now may change again within the clock's grain: its time is not trusted.
fn settled_time(modified: i64) -> i64 {
    const GRAIN: i64 = 2_000_000_000;
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_nanos() as i64);
    if now.saturating_sub(modified) < GRAIN {
        0
    } else {
        modified
    }
}

//! Refreshes one root: reads what changed below it, and replaces what the index held of it.

use super::{Options, ReadProgress, Session, add_problem, lock};
use crate::crawl::walk::WalkedFile;
use crate::crawl::{self, FileKind, Problem, ProblemKind};
use crate::error::{Error, Result};
use crate::formats::FileText;
use crate::index::document::DocumentBuilder;
use crate::index::failed::tantivy_error;
use crate::index::manifest::{FileLine, FileTally, MOST_PROBLEMS, Manifest};
use crate::origin::{Origin, path_text};
use crate::reading::{GameVisitor, ReadPlace, RootJob, Walk};
use crate::record::{Diagnostics, GameRecord};
use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// What was found below a root.
pub(super) struct Refreshed {
    /// The files that exist.
    pub(super) seen: HashSet<String>,
    /// The number of files that still match the index.
    pub(super) unchanged: u64,
    /// What the walk met besides files.
    pub(super) walk: Walk,
    /// The files that were read.
    pub(super) done: Vec<Done>,
}

/// A file that has been dealt with.
pub(super) struct Done {
    pub(super) line: FileLine,
    /// It could not be read, but the index knew it before: its games stay until it can be read again.
    pub(super) kept: bool,
}

/// Reads what changed below a root.
pub(super) fn refresh(
    session: &Session,
    root: &Path,
    manifest: &Manifest,
    options: &Options,
    progress: &ReadProgress,
) -> Result<Refreshed> {
    let part = manifest.header.part(root);
    let job = RootJob {
        part: part.clone(),
        threads: options.threads,
        limits: &options.limits,
        patience: &options.patience,
        progress,
    };
    let refresher = Refresher {
        session,
        options,
        root: root.into(),
        failure: Mutex::new(None),
        done: Mutex::new(Vec::new()),
    };
    let sniff_changed = options.limits.sniff != manifest.header.limits.sniff;
    let mut seen = HashSet::new();
    let mut unchanged = 0;
    let walk = job.run(&refresher, &mut |found| {
        let path = path_text(&found.path);
        let known = manifest.files.get(&path);
        // When `sniff` changes, archive members with other names start to count, or stop counting.
        let anew = sniff_changed && matches!(crawl::file_kind(&path), FileKind::Archive(_));
        let is_known = |line: &FileLine| is_unchanged(line, found, options.checksum);
        let is_left = options.unfinished.contains(&*found.path);
        let file = if is_left || !anew && known.is_some_and(is_known) {
            unchanged += u64::from(known.is_some());
            None
        } else {
            let counts = part.holds(&Origin::file(found.path.clone()));
            Some(FileState::new(found, &path, known.is_some(), counts))
        };
        seen.insert(path);
        file
    })?;
    let Refresher { failure, done, .. } = refresher;
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    Ok(Refreshed {
        seen,
        unchanged,
        walk,
        done: done.into_inner().unwrap_or_else(PoisonError::into_inner),
    })
}

/// Some programs keep a file's time when they change it; then only the content shows the change.
fn is_unchanged(line: &FileLine, found: &WalkedFile, by_content: bool) -> bool {
    line.modified != 0
        && (line.size, line.modified) == (found.size, found.modified)
        && (!by_content || line.sum.is_some() && line.sum == sum_of(&found.path))
}

/// The CRC-32 of a file's bytes, or `None` if it cannot be read.
pub(super) fn sum_of(path: &Path) -> Option<u32> {
    let mut file = std::fs::File::open(path).ok()?;
    crawl::sum_of(&mut file).ok()
}

/// A file with such a problem is read again by the next build, even if it has not changed.
const RETRIED: [ProblemKind; 3] = [
    ProblemKind::Unreadable,
    ProblemKind::TooLarge,
    ProblemKind::TooSlow,
];

/// The state of one file while it is read.
struct FileState {
    line: Mutex<FileLine>,
    /// The file as it was found.
    found: WalkedFile,
    /// Whether the index already holds an earlier state of it.
    known: bool,
    /// Kinds of problems of which other shards tell.
    elsewhere: Mutex<HashSet<ProblemKind>>,
    /// Fires once there is something to replace the index's content with.
    replaced: Once,
}

impl FileState {
    /// `counts` is false for an archive that is counted as a file in another shard.
    fn new(found: &WalkedFile, path: &str, known: bool, counts: bool) -> FileState {
        let mut line = FileLine {
            path: path.to_owned(),
            size: found.size,
            modified: settled_time(found.modified),
            ..FileLine::default()
        };
        line.tally.files = counts.into();
        FileState {
            line: Mutex::new(line),
            found: found.clone(),
            known,
            elsewhere: Mutex::default(),
            replaced: Once::new(),
        }
    }
}

/// What each thread keeps: the document builder, and findings that are not yet in the file's line.
struct RefreshState {
    builder: DocumentBuilder,
    tally: FileTally,
    problems: Vec<Problem>,
}

impl RefreshState {
    fn note(&mut self, line: &Mutex<FileLine>) {
        let mut line = lock(line);
        line.tally.add(&std::mem::take(&mut self.tally));
        for problem in self.problems.drain(..) {
            add_problem(&mut line, &problem);
        }
    }
}

/// The work on one root, shared by all threads.
struct Refresher<'s> {
    session: &'s Session,
    options: &'s Options,
    root: Arc<Path>,
    failure: Mutex<Option<Error>>,
    done: Mutex<Vec<Done>>,
}

impl Refresher<'_> {
    fn builder(&self) -> DocumentBuilder {
        DocumentBuilder::new(self.session.fields.clone(), self.root.clone())
    }

    /// Takes what the index held of a file out of it, once.
    fn replace(&self, file: &FileState) {
        if file.known {
            let path = || path_text(&file.found.path);
            file.replaced.call_once(|| self.session.delete(&path()));
        }
    }
}

impl GameVisitor for Refresher<'_> {
    type File = FileState;
    type Worker = RefreshState;

    fn worker(&self) -> RefreshState {
        RefreshState {
            builder: self.builder(),
            tally: FileTally::default(),
            problems: Vec::new(),
        }
    }

    fn recover(&self, worker: &mut RefreshState) {
        worker.builder = self.builder();
    }

    fn game(
        &self,
        worker: &mut RefreshState,
        at: &ReadPlace<FileState>,
        mut record: GameRecord,
        origin: Origin,
        text: &FileText,
    ) {
        // A delete only affects documents added before it, so it has to come first.
        self.replace(at.file);
        let doc = worker.builder.build(&mut record, &origin, text);
        if let Err(error) = self.session.writer.add_document(doc) {
            let error = || tantivy_error(&self.session.folder, error);
            lock(&self.failure).get_or_insert_with(error);
        }
        let name = format!("{} {}", record.format.as_str(), record.start.game.name());
        *worker.tally.games.entry(name).or_default() += 1;
        worker.tally.odd_games += u64::from(!record.diagnostics.is_empty());
    }

    fn loose(&self, at: &ReadPlace<FileState>, bytes: &[u8]) {
        lock(&at.file.line).sum = Some(crc32fast::hash(bytes));
    }

    /// An entry that was read counts, even if it no longer holds a game.
    fn entry(
        &self,
        _desk: &mut RefreshState,
        at: &ReadPlace<FileState>,
        _origin: &Origin,
        _games: u32,
        _outside: (FileText, Diagnostics),
    ) {
        self.replace(at.file);
    }

    fn elsewhere(&self, at: &ReadPlace<FileState>, problem: &Problem) {
        lock(&at.file.elsewhere).insert(problem.kind);
    }

    fn problem(&self, worker: &mut RefreshState, at: &ReadPlace<FileState>, problem: Problem) {
        worker.problems.push(problem);
        // A piece of work may be a whole archive, however large.
        if worker.problems.len() >= MOST_PROBLEMS {
            worker.note(&at.file.line);
        }
    }

    fn end_turn(&self, worker: &mut RefreshState, at: &ReadPlace<FileState>) {
        worker.note(&at.file.line);
    }

    /// Enters the file into the list.
    fn end_file(&self, file: &FileState) {
        let mut line = std::mem::take(&mut *lock(&file.line));
        if file.found.again().as_ref() != Some(&file.found) {
            let message = "was changed while it was read; the next build reads it again";
            let origin = Origin::file(file.found.path.clone());
            let problem = Problem::new(origin, ProblemKind::Unreadable, message);
            add_problem(&mut line, &problem);
        }
        if matches!(crawl::file_kind(&line.path), FileKind::Archive(_)) {
            line.sum = sum_of(&file.found.path);
        }
        // A file that could not be read may be readable next time, with other limits or permissions.
        let elsewhere = lock(&file.elsewhere);
        let has = |kind: &ProblemKind| {
            line.tally.problems.contains_key(kind.as_str()) || elsewhere.contains(kind)
        };
        let is_unread = !file.replaced.is_completed();
        let kept = file.known && is_unread && has(&ProblemKind::Unreadable);
        if RETRIED.iter().any(has) {
            line.modified = 0;
        }
        if !kept {
            self.replace(file);
        }
        lock(&self.done).push(Done { line, kept });
    }

    fn failed(&self) -> bool {
        self.options.is_cancelled() || lock(&self.failure).is_some()
    }
}

/// A file that was just changed may change again within the clock's resolution, so its time is not trusted.
fn settled_time(modified: i64) -> i64 {
    const GRAIN: i64 = 2_000_000_000;
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = since.map_or(0, |since| since.as_nanos() as i64);
    match now.saturating_sub(modified) < GRAIN {
        true => 0,
        false => modified,
    }
}

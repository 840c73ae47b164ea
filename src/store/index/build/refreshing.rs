//! Refreshes one root: reads what changed below it, and replaces what the index held of these files.

use super::earlier::{Earlier, FirstTimes};
use super::ledger::Ledger;
use super::renames::{Renames, sum_of};
use super::{Options, ReadProgress, Session, add_problem, lock};
use crate::index::document::DocumentBuilder;
use crate::index::failed::tantivy_error;
use crate::index::manifest::{FileLine, FileTally, MOST_PROBLEMS, Manifest};
use crate::index::members::{MemberRow, MemberTable, limits_key, member_key};
use kifu_archive::crawl::walk::WalkedFile;
use kifu_archive::crawl::{self, ContentStamp, Entry, FileKind, Limits, Problem, ProblemKind};
use kifu_archive::error::{Error, Result};
use kifu_archive::origin::{Origin, path_text, text_path};
use kifu_archive::reading::{GameVisitor, ReadPlace, RootJob, Stage, Walk};
use kifu_record::GameRecord;
use kifu_record::formats::{FileText, Outside};
use kifu_record::poison::IgnorePoison;
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

pub(super) struct Refreshed {
    /// Paths of the files that exist, in text form.
    pub(super) seen: HashSet<String>,
    /// Lines of files with unchanged content whose line in the list changes otherwise, for instance in the time of the
    /// file.
    pub(super) updated: Vec<FileLine>,
    /// Problems of files whose games the index has and that the system does not let us read.
    pub(super) refused: Vec<Problem>,
    /// True if this refresh looked at every byte of all files that it read.
    pub(super) is_read: bool,
    /// Number of files that still match the index.
    pub(super) unchanged: u64,
    /// Counts and problems that the walk of the root met besides files.
    pub(super) walk: Walk,
    /// Files that this refresh read, each with its new line.
    pub(super) done: Vec<Done>,
}

/// File that was read, or that could not be read.
pub(super) struct Done {
    pub(super) line: FileLine,
    /// Counts of what was read in this build; the line also counts unchanged members.
    pub(super) read: FileTally,
    /// Table of members, if the file is an archive.
    pub(super) members: MemberTable,
    /// True if the file could not be read but the index has its games: they stay until it can be read again.
    pub(super) kept: bool,
    /// True if the games stay because the system refuses access to the file.
    pub(super) is_refused: bool,
}

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
        root_key: session.keys.of_root(root),
        renames: Renames::default(),
        is_read: AtomicBool::new(true),
        limits: limits_key(&options.limits),
        failure: Mutex::new(None),
        limited: Mutex::new(HashSet::new()),
        done: Mutex::new(Vec::new()),
    };
    let state = |found: &WalkedFile, path: &str, known: Option<&FileLine>, members| {
        let counts = part.holds(&Origin::file(found.path.clone()));
        let is_new = !manifest.files.contains_key(path);
        let renamed = is_new.then(|| refresher.renames.old_path(found, root, manifest)).flatten();
        FileState::new(found, path, known, renamed, counts, members)
    };
    let mut met = MetFiles::default();
    let walk = job.run(&refresher, &mut |found| {
        let path = path_text(&found.path);
        let known = manifest.files.get(&path);
        let is_read = met.has_to_be_read(found, &path, known, &manifest.header.limits, options);
        let file = is_read.then(|| state(found, &path, known, refresher.ledger(known)));
        met.seen.insert(path);
        file
    })?;
    // Which members a limit leaves out depends on all members before them, so such an archive is read again as a whole.
    let limited = std::mem::take(&mut *lock(&refresher.limited));
    if !limited.is_empty() && !refresher.failed() {
        refresher.note(session.flush());
        for path in &limited {
            refresher.note(session.delete(path));
        }
        job.run(&refresher, &mut |found| {
            let path = path_text(&found.path);
            limited.contains(&path).then(|| state(found, &path, None, refresher.ledger(None)))
        })?;
    }
    let Refresher { failure, done, is_read, .. } = refresher;
    if let Some(error) = failure.into_inner().ignore_poison() {
        return Err(error);
    }
    let MetFiles { seen, unchanged, updated, refused } = met;
    Ok(Refreshed {
        seen,
        updated,
        refused,
        is_read: is_read.into_inner(),
        unchanged,
        walk,
        done: done.into_inner().ignore_poison(),
    })
}

/// Files that a walk met, and results for the files that need not be read; see [`RefreshOutcome`].
#[derive(Default)]
struct MetFiles {
    seen: HashSet<String>,
    unchanged: u64,
    updated: Vec<FileLine>,
    refused: Vec<Problem>,
}

impl MetFiles {
    /// True if a file has to be read; otherwise records why not. `known` is its line in the list, `limits` are those of
    /// the index.
    fn has_to_be_read(
        &mut self,
        found: &WalkedFile,
        path: &str,
        known: Option<&FileLine>,
        limits: &Limits,
        options: &Options,
    ) -> bool {
        // If `sniff` changes, archive members with unusual names start or stop to be read.
        let sniff_changed = options.limits.sniff != limits.sniff;
        let is_archive = || matches!(crawl::file_kind(path), FileKind::Archive(_));
        let anew = options.limits.reads_otherwise(limits) || sniff_changed && is_archive();
        let is_left = options.unfinished.contains(&*found.path);
        let has_games = known.is_some_and(|line| line.tally.game_count() > 0);
        let refusal = has_games.then(|| found.refusal()).flatten();
        let same = (known.filter(|_| !anew)).and_then(|line| unchanged_line(line, found, options));
        if let Some(refusal) = refusal {
            self.refused.push(refusal);
            false
        } else if is_left || same.is_some() {
            self.unchanged += u64::from(known.is_some());
            self.updated.extend(same.filter(|line| known != Some(line)));
            false
        } else {
            true
        }
    }
}

/// New line of a file whose content has not changed; `None` if the file has to be read.
///
/// The file's time only has to equal the recorded one, so a time of 0 or in the future is no problem. Some programs
/// keep a file's time when they change it; only a checksum detects that. Others lose the time when they copy an
/// archive; then the checksum shows that nothing has changed.
fn unchanged_line(line: &FileLine, found: &WalkedFile, options: &Options) -> Option<FileLine> {
    if line.size != found.size || line.modified.is_none() {
        return None;
    }
    let has_same_time = line.modified == found.modified;
    if !has_same_time && (!options.copied || found.has_sidecar()) {
        return None;
    }
    if options.checksum || !has_same_time {
        let sum = line.sum?;
        (sum_of(&found.path) == Some(sum)).then_some(())?;
    }
    Some(FileLine {
        modified: if has_same_time { line.modified } else { settled_time(found.modified) },
        unreadable: None,
        ..line.clone()
    })
}

/// Kinds of problems for which a file is read again by the next build, even if it has not changed: they depend on
/// permissions, limits or the speed of the machine.
const RETRIED: [ProblemKind; 3] =
    [ProblemKind::Unreadable, ProblemKind::TooLarge, ProblemKind::TooSlow];

/// State of one file while it is read, shared by the threads that read it.
struct FileState {
    line: Mutex<FileLine>,
    /// Size, time and path of the file as the walk met it.
    found: WalkedFile,
    /// True if the index already holds an earlier state of the file.
    known: bool,
    /// Checksum of the state that the index holds.
    known_sum: Option<u32>,
    /// Former path of the file in text form, if it was renamed: a file of that path is gone and had the same content.
    renamed: Option<String>,
    members: Ledger,
    /// Kinds of problems that other shards report.
    elsewhere: Mutex<HashSet<ProblemKind>>,
    /// True if a limit ended the reading of the whole file.
    is_limited: AtomicBool,
    /// Runs once, before the first new document: deletes the file's old documents.
    replaced: Once,
    /// Times at which its games were first indexed, if the file is read as a whole.
    first: OnceLock<FirstTimes>,
}

impl FileState {
    /// Creates the state of a file. `counts` is false for an archive that another shard counts as a file.
    fn new(
        found: &WalkedFile,
        path: &str,
        known: Option<&FileLine>,
        renamed: Option<String>,
        counts: bool,
        members: Ledger,
    ) -> FileState {
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
            known: known.is_some(),
            known_sum: known.and_then(|line| line.sum),
            renamed,
            members,
            elsewhere: Mutex::default(),
            is_limited: AtomicBool::new(false),
            replaced: Once::new(),
            first: OnceLock::new(),
        }
    }

    /// Records whether a limit ended the reading of the file itself, rather than of a member.
    fn meet(&self, problem: &Problem) {
        let is_own = problem.origin.members.is_empty();
        let is_limited = is_own && problem.kind == ProblemKind::TooLarge;
        self.is_limited.fetch_or(is_limited, Ordering::Relaxed);
    }
}

/// State of one thread: its document builder, and results that are not yet in the file's line.
struct RefreshState {
    builder: DocumentBuilder,
    /// Member of an archive that this thread is reading.
    member: Option<OpenMember>,
    tally: FileTally,
    problems: Vec<Problem>,
}

/// Member of an archive that is being read, with what is known of it so far.
struct OpenMember {
    row: MemberRow,
    /// Times at which its games were first indexed.
    first: FirstTimes,
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

/// Work on one root, shared by all threads.
struct Refresher<'s> {
    session: &'s Session,
    options: &'s Options,
    root: Arc<Path>,
    /// Key of the root; part of the hash by which its documents are deleted.
    root_key: u64,
    renames: Renames,
    /// True if all bytes of all files were looked at.
    is_read: AtomicBool,
    /// Key of the limits; see [`limits_key`].
    limits: u64,
    failure: Mutex<Option<Error>>,
    /// Paths of archives that have to be read again as a whole, because a limit left out members and only some were
    /// read.
    limited: Mutex<HashSet<String>>,
    done: Mutex<Vec<Done>>,
}

impl Refresher<'_> {
    fn builder(&self) -> DocumentBuilder {
        DocumentBuilder::new(
            self.session.fields.clone(),
            self.root.clone(),
            self.root_key,
            self.options.limits.all_comments,
            self.session.table.clone(),
        )
    }

    /// Creates the progress over the members of a file from what the index knows of them.
    fn ledger(&self, line: Option<&FileLine>) -> Ledger {
        let known = line.and_then(|line| self.session.members().of(&line.path));
        Ledger::new(known, self.limits)
    }

    /// Deletes a file's old documents before the first new one is added; later calls do nothing. If only changed
    /// members are read, their games are deleted one by one instead.
    fn replace(&self, file: &FileState) {
        if file.known {
            file.replaced.call_once(|| {
                if !file.members.is_partial() {
                    self.note(self.session.delete(&path_text(&file.found.path)));
                }
            });
        }
    }

    fn delete_games(&self, file: &FileState, ids: &[u64]) {
        if !ids.is_empty() {
            let path = path_text(&file.found.path);
            self.note(self.session.delete_games(&path, ids));
        }
    }

    /// Looks up when places were first indexed. On failure, records the error and returns no times.
    fn known(&self, of: impl FnOnce(&Earlier) -> tantivy::Result<FirstTimes>) -> FirstTimes {
        let fail = |error| tantivy_error(&self.session.folder, error);
        self.session.earlier().and_then(|earlier| of(earlier).map_err(fail)).unwrap_or_else(
            |error| {
                self.note(Err(error));
                FirstTimes::default()
            },
        )
    }

    /// Time at which the place of a game was first indexed.
    fn first_time(&self, worker: &RefreshState, file: &FileState, origin: &Origin) -> u64 {
        let of_file = || {
            let new = path_text(&file.found.path);
            let old = file.renamed.as_deref();
            let path = text_path(old.unwrap_or(&new));
            let keys = Vec::from_iter(self.session.keys.of_file(&path));
            self.known(|earlier| earlier.file(&keys, old.map(|old| (old, new.as_str()))))
        };
        let known = match &worker.member {
            Some(member) if file.members.is_partial() => &member.first,
            _ => file.first.get_or_init(of_file),
        };
        self.session.first_time(known, origin, self.options)
    }

    /// Enters the member that was being read, if there is one, with the games read so far.
    fn end_member(&self, worker: &mut RefreshState, file: &FileState) {
        if let Some(member) = worker.member.take() {
            file.members.enter(member.row);
        }
    }

    /// Records the first failure, which ends the work.
    fn note(&self, outcome: Result<()>) {
        if let Err(error) = outcome {
            lock(&self.failure).get_or_insert(error);
        }
    }
}

impl GameVisitor for Refresher<'_> {
    type File = FileState;
    type Worker = RefreshState;

    fn walked(&self, files: &[WalkedFile], met: &Walk) {
        self.renames.walked(files, met);
    }

    fn worker(&self) -> RefreshState {
        RefreshState {
            builder: self.builder(),
            member: None,
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
        let begun = Instant::now();
        let added = self.first_time(worker, at.file, &origin);
        let built = worker.builder.build(&mut record, &origin, text, added);
        self.session.times.since(Stage::Replaying, begun);
        let begun = Instant::now();
        let added = self.session.writer.add(built.document, built.bytes);
        self.session.times.since(Stage::HandingOver, begun);
        self.note(added.map_err(|error| tantivy_error(&self.session.folder, error)));
        let kind = record.kind();
        let is_odd = !record.diagnostics.is_empty();
        if let Some(member) = &mut worker.member {
            let game = at.file.members.game(built.id, kind, is_odd);
            member.row.games.push(game);
        }
        *worker.tally.games.entry(kind).or_default() += 1;
        worker.tally.odd_games += u64::from(is_odd);
    }

    fn knows(&self, file: &FileState, origin: &Origin, content: ContentStamp) -> bool {
        // With `--checksum`, what the archive declares of a member is not trusted; the member is unpacked.
        let is_known =
            !self.options.checksum && file.members.keep_unread(member_key(origin), content);
        if is_known {
            self.replace(file);
        }
        is_known
    }

    fn begin(&self, worker: &mut RefreshState, at: &ReadPlace<FileState>, entry: &Entry) -> bool {
        let content = ContentStamp::of(&entry.bytes);
        if entry.origin.members.is_empty() {
            lock(&at.file.line).sum = Some(content.sum);
            return true;
        }
        self.end_member(worker, at.file);
        let key = member_key(&entry.origin);
        if at.file.members.keep(key, content) {
            self.replace(at.file);
            return false;
        }
        let before = at.file.members.begin(key);
        self.delete_games(at.file, &before);
        let row = MemberRow { key, content, is_clean: true, games: Vec::new() };
        let first = self.known(|earlier| earlier.games(&before));
        worker.member = Some(OpenMember { row, first });
        true
    }

    /// Records an entry that was read. Its old documents are deleted even if it no longer holds a game.
    fn entry(
        &self,
        worker: &mut RefreshState,
        at: &ReadPlace<FileState>,
        _origin: &Origin,
        _games: u32,
        _outside: Outside,
    ) {
        self.replace(at.file);
        self.end_member(worker, at.file);
    }

    fn elsewhere(&self, at: &ReadPlace<FileState>, problem: &Problem) {
        at.file.meet(problem);
        lock(&at.file.elsewhere).insert(problem.kind);
    }

    fn problem(&self, worker: &mut RefreshState, at: &ReadPlace<FileState>, problem: Problem) {
        at.file.meet(&problem);
        if let Some(member) = &mut worker.member {
            member.row.is_clean = false;
        }
        worker.problems.push(problem);
        // One unit of work may be a whole archive with any number of problems, so they are moved to the line in
        // batches.
        if worker.problems.len() >= MOST_PROBLEMS {
            worker.note(&at.file.line);
        }
    }

    fn end_turn(&self, worker: &mut RefreshState, at: &ReadPlace<FileState>) {
        self.end_member(worker, at.file);
        worker.note(&at.file.line);
    }

    fn end_file(&self, file: &FileState) {
        let mut line = std::mem::take(&mut *lock(&file.line));
        let is_limited = file.is_limited.load(Ordering::Relaxed);
        if is_limited && file.members.is_partial() {
            lock(&self.limited).insert(line.path);
            return;
        }
        let has_changed = file.found.again().as_ref() != Some(&file.found);
        if has_changed {
            let message = "was changed while it was read; the next build reads it again";
            let origin = Origin::file(file.found.path.clone());
            let problem = Problem::new(origin, ProblemKind::Unreadable, message);
            add_problem(&mut line, &problem);
        }
        let mut ended = file.members.end();
        if matches!(crawl::file_kind(&line.path), FileKind::Archive(_)) {
            // The checksum of an archive with skipped members is unknown, unless it equals the known one: those bytes
            // were all read before.
            let sum = sum_of(&file.found.path);
            let is_read = ended.is_read || sum == file.known_sum;
            line.sum = sum.filter(|_| is_read);
            self.is_read.fetch_and(is_read, Ordering::Relaxed);
        }
        // A file that could not be read may be readable next time, with other limits or permissions, so its time is not
        // recorded.
        let elsewhere = lock(&file.elsewhere);
        let has = |kind: &ProblemKind| {
            line.tally.problems.contains_key(kind.as_str()) || elsewhere.contains(kind)
        };
        let is_unread = !file.replaced.is_completed();
        let kept = file.known && is_unread && has(&ProblemKind::Unreadable);
        if RETRIED.iter().any(has) {
            line.modified = None;
        }
        if is_limited {
            ended.table.rows.clear();
        }
        let read = line.tally.clone();
        line.tally.add(&ended.kept);
        if !kept {
            self.replace(file);
            self.delete_games(file, &ended.gone);
        }
        lock(&self.done).push(Done {
            line,
            read,
            members: ended.table,
            kept,
            is_refused: kept && !has_changed,
        });
    }

    fn failed(&self) -> bool {
        self.options.is_cancelled() || lock(&self.failure).is_some()
    }
}

/// Returns the file's time if it can be trusted later.
///
/// A file that was changed within the last 2 s may change again without a new time, since 2 s is the resolution of FAT.
/// Any other time is trusted, be it 0 or in the future: only equality counts.
fn settled_time(modified: Option<i64>) -> Option<i64> {
    const GRAIN: u64 = 2_000_000_000;
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = since.map_or(0, |since| since.as_nanos() as i64);
    modified.filter(|&modified| now.abs_diff(modified) >= GRAIN)
}

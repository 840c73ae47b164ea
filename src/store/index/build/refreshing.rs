//! Refreshes one root: reads what changed below it, and replaces what the index held of it.

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

/// What was found below a root.
pub(super) struct Refreshed {
    /// The files that exist.
    pub(super) seen: HashSet<String>,
    /// Lines of files that are as they were, but for what the list says besides their content.
    pub(super) updated: Vec<FileLine>,
    /// Known files with games that the system does not let us read.
    pub(super) refused: Vec<Problem>,
    /// Whether the whole content of all files that were read was looked at.
    pub(super) is_read: bool,
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
    /// What was read of it.
    pub(super) read: FileTally,
    /// The members of an archive.
    pub(super) members: MemberTable,
    /// It could not be read, but the index knew it before: its games stay until it can be read again.
    pub(super) kept: bool,
    /// It was kept because the system does not let us read it.
    pub(super) is_refused: bool,
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
    // Which members a limit leaves out depends on all that come before them.
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

/// The files that a walk met, and what is known of those that need not be read; see [`Refreshed`].
#[derive(Default)]
struct MetFiles {
    seen: HashSet<String>,
    unchanged: u64,
    updated: Vec<FileLine>,
    refused: Vec<Problem>,
}

impl MetFiles {
    /// Whether a file has to be read. If not, notes why. `known` is its line, and `limits` those of the index.
    fn has_to_be_read(
        &mut self,
        found: &WalkedFile,
        path: &str,
        known: Option<&FileLine>,
        limits: &Limits,
        options: &Options,
    ) -> bool {
        // When `sniff` changes, archive members with other names start to count, or stop counting.
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

/// The line of a file that has not changed, as it is from now on; `None` if it has to be read. Its time is compared
/// with what was seen, whatever it says. Some programs keep a file's time when they change it; then only the content
/// shows the change. And some lose it when they copy an archive.
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

/// A file with such a problem is read again by the next build, even if it has not changed.
const RETRIED: [ProblemKind; 3] =
    [ProblemKind::Unreadable, ProblemKind::TooLarge, ProblemKind::TooSlow];

/// The state of one file while it is read.
struct FileState {
    line: Mutex<FileLine>,
    /// The file as it was found.
    found: WalkedFile,
    /// Whether the index already holds an earlier state of it.
    known: bool,
    /// The sum of that state.
    known_sum: Option<u32>,
    /// The path of a file that is gone and had this content, in text form.
    renamed: Option<String>,
    members: Ledger,
    /// Kinds of problems of which other shards tell.
    elsewhere: Mutex<HashSet<ProblemKind>>,
    /// Whether a limit ended the whole file.
    is_limited: AtomicBool,
    /// Fires once there is something to replace the index's content with.
    replaced: Once,
    /// When its games were first indexed, where they are read as a whole.
    first: OnceLock<FirstTimes>,
}

impl FileState {
    /// `counts` is false for an archive that is counted as a file in another shard.
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

    /// Notes a problem with the file itself that a limit made.
    fn meet(&self, problem: &Problem) {
        let is_own = problem.origin.members.is_empty();
        let is_limited = is_own && problem.kind == ProblemKind::TooLarge;
        self.is_limited.fetch_or(is_limited, Ordering::Relaxed);
    }
}

/// What each thread keeps: the document builder, and findings that are not yet in the file's line.
struct RefreshState {
    builder: DocumentBuilder,
    /// The member that is being read.
    member: Option<OpenMember>,
    tally: FileTally,
    problems: Vec<Problem>,
}

/// A member that is being read.
struct OpenMember {
    row: MemberRow,
    /// When its games were first indexed.
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

/// The work on one root, shared by all threads.
struct Refresher<'s> {
    session: &'s Session,
    options: &'s Options,
    root: Arc<Path>,
    /// The key of the root's documents.
    root_key: u64,
    renames: Renames,
    /// Whether the whole content of all files was looked at.
    is_read: AtomicBool,
    /// Identifies the limits.
    limits: u64,
    failure: Mutex<Option<Error>>,
    /// Archives of which a limit would have left out other members if all had been read.
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

    /// The members of a file, as far as they are known.
    fn ledger(&self, line: Option<&FileLine>) -> Ledger {
        let known = line.and_then(|line| self.session.members().of(&line.path));
        Ledger::new(known, self.limits)
    }

    /// Takes what the index held of a file out of it, once. Where only members are read that have changed, their games
    /// alone are taken out.
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

    /// What the index knows of when places were first indexed.
    fn known(&self, of: impl FnOnce(&Earlier) -> tantivy::Result<FirstTimes>) -> FirstTimes {
        let fail = |error| tantivy_error(&self.session.folder, error);
        self.session.earlier().and_then(|earlier| of(earlier).map_err(fail)).unwrap_or_else(
            |error| {
                self.note(Err(error));
                FirstTimes::default()
            },
        )
    }

    /// When the place of a game was first indexed.
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

    /// Enters the member that was being read, if there is one: whole, or as far as that went.
    fn end_member(&self, worker: &mut RefreshState, file: &FileState) {
        if let Some(member) = worker.member.take() {
            file.members.enter(member.row);
        }
    }

    /// Keeps the first failure, which ends the work.
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
        // What is declared is not what is there, if somebody wants to be sure.
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

    /// An entry that was read counts, even if it no longer holds a game.
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
        // A piece of work may be a whole archive, however large.
        if worker.problems.len() >= MOST_PROBLEMS {
            worker.note(&at.file.line);
        }
    }

    fn end_turn(&self, worker: &mut RefreshState, at: &ReadPlace<FileState>) {
        self.end_member(worker, at.file);
        worker.note(&at.file.line);
    }

    /// Enters the file into the list.
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
            // Of bytes that nobody looked at there is no sum, but those of the known state were looked at then.
            let sum = sum_of(&file.found.path);
            let is_read = ended.is_read || sum == file.known_sum;
            line.sum = sum.filter(|_| is_read);
            self.is_read.fetch_and(is_read, Ordering::Relaxed);
        }
        // A file that could not be read may be readable next time, with other limits or permissions.
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

/// A file that was just changed may change again within the clock's resolution (2 s on FAT), so its time is not
/// trusted. Any other time is, be it 0 or in the future: what counts is whether it is the same the next time.
fn settled_time(modified: Option<i64>) -> Option<i64> {
    const GRAIN: u64 = 2_000_000_000;
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = since.map_or(0, |since| since.as_nanos() as i64);
    modified.filter(|&modified| now.abs_diff(modified) >= GRAIN)
}

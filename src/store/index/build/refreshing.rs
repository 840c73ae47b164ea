//! Refreshes one root: reads what changed below it, and replaces what the index held of these files.

use super::first_seen::{CommittedIndex, FirstTimes};
use super::member_progress::MemberProgress;
use super::renames::{Renames, sum_of};
use super::{Options, ReadProgress, Session, add_problem, lock};
use crate::index::document::DocumentBuilder;
use crate::index::errors::tantivy_error;
use crate::index::manifest::{FileLine, FileTally, MAX_PROBLEMS_PER_FILE, Manifest};
use crate::index::members::{MemberRow, MemberTable, limits_key, member_key};
use kifu_archive::crawl::walk::WalkedFile;
use kifu_archive::crawl::{
    self, ContentStamp, Entry, EntryPart, FileKind, GameListState, GameListStates, Limits, Problem,
    ProblemKind,
};
use kifu_archive::error::{Error, Result};
use kifu_archive::origin::{Origin, path_text, text_path};
use kifu_archive::reading::{GameVisitor, ReadPlace, RootJob, Stage, WalkTotals};
use kifu_record::GameRecord;
use kifu_record::formats::{FileText, OutsideGames};
use kifu_record::poison::IgnorePoison;
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

pub(super) struct RefreshOutcome {
    /// Paths of the files that the walk of the root found, in text form.
    pub(super) seen: HashSet<String>,
    /// Lines of files whose content is unchanged but whose line in the list of files changes, for instance in the
    /// file's time.
    pub(super) updated: Vec<FileLine>,
    /// Problems of files whose games the index has and that the system does not let us read.
    pub(super) refused: Vec<Problem>,
    /// True if this refresh looked at every byte of all files that it read; false if members of archives were skipped
    /// unread.
    pub(super) is_read: bool,
    /// Number of files that still match the index.
    pub(super) unchanged: u64,
    /// What the walk of the root met besides the files in `seen`: counts, such as that of excluded files, and problems.
    pub(super) walk: WalkTotals,
    /// Files that this refresh read, each with its new line.
    pub(super) done: Vec<ProcessedFile>,
}

/// File that this refresh read, or tried to read without success.
pub(super) struct ProcessedFile {
    pub(super) line: FileLine,
    /// Counts of what was read in this build; the line also counts unchanged members.
    pub(super) read: FileTally,
    /// Table of members, if the file is an archive.
    pub(super) members: MemberTable,
    /// True if the file could not be read but the index has its games: they stay until it can be read again.
    pub(super) games_stay: bool,
    /// True if the games stay because the system refuses access to the file.
    pub(super) is_refused: bool,
}

pub(super) fn refresh(
    session: &Session,
    root: &Path,
    manifest: &Manifest,
    options: &Options,
    progress: &ReadProgress,
) -> Result<RefreshOutcome> {
    let part = manifest.header.part(root);
    let chooses_others = session.new_patterns.iter().any(|new| new == root)
        || options.limits.sniff != manifest.header.limits.sniff;
    let job = RootJob {
        scope: part.clone().with_unread_games(session.unread_games.clone()),
        threads: options.threads,
        limits: &options.limits,
        time_limit: &options.patience,
        progress,
    };
    let refresher = Refresher {
        session,
        options,
        root: root.into(),
        root_key: session.keys.root_key(root),
        renames: Renames::default(),
        is_read: AtomicBool::new(true),
        limits: limits_key(&options.limits),
        chooses_others,
        failure: Mutex::new(None),
        limited: Mutex::new(HashSet::new()),
        done: Mutex::new(Vec::new()),
    };
    let state = |found: &WalkedFile, path: &str, known: Option<&FileLine>, members| {
        let counts = part.contains(&Origin::file(found.path.clone()));
        let is_new = !manifest.files.contains_key(path);
        let renamed = is_new.then(|| refresher.renames.old_path(found, root, manifest)).flatten();
        FileState::new(found, path, known, renamed, counts, members)
    };
    let mut walked = WalkedFiles { chooses_others, ..WalkedFiles::default() };
    let walk = job.run(&refresher, &mut |found| {
        let path = path_text(&found.path);
        let known = manifest.files.get(&path);
        let is_read = walked.has_to_be_read(found, &path, known, &manifest.header.limits, options);
        let file = is_read.then(|| {
            // Other game lists may give other games of the members that are unchanged, so none of these is reused.
            let known_members = known.filter(|line| walked.has_same_lists(line, found));
            state(found, &path, known, refresher.member_progress(known_members))
        });
        walked.seen.insert(path);
        file
    })?;
    // Which members a limit leaves out depends on all members before them, so such an archive is read again as a whole.
    let limited = std::mem::take(&mut *lock(&refresher.limited));
    if !limited.is_empty() && !refresher.has_failed() {
        refresher.record_failure(session.flush());
        for path in &limited {
            refresher.record_failure(session.delete(path));
        }
        job.run(&refresher, &mut |found| {
            let path = path_text(&found.path);
            limited
                .contains(&path)
                .then(|| state(found, &path, None, refresher.member_progress(None)))
        })?;
    }
    let Refresher { failure, done, is_read, .. } = refresher;
    if let Some(error) = failure.into_inner().ignore_poison() {
        return Err(error);
    }
    let WalkedFiles { seen, unchanged, updated, refused, .. } = walked;
    Ok(RefreshOutcome {
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
struct WalkedFiles {
    /// True if the patterns of files or the option `sniff` differ from those of the last build, so that this build may
    /// choose other files and members.
    chooses_others: bool,
    seen: HashSet<String>,
    unchanged: u64,
    updated: Vec<FileLine>,
    refused: Vec<Problem>,
    /// States of the game lists beside files with games of move lines.
    list_states: GameListStates,
}

impl WalkedFiles {
    /// True if the game lists beside a file are as they were when it was read. Only for files with games of move lines,
    /// they are looked for.
    fn has_same_lists(&mut self, line: &FileLine, found: &WalkedFile) -> bool {
        line.game_lists.is_none_or(|hash| hash == self.list_states.of_file(&found.path).hash)
    }

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
        // Other patterns decide anew about members of archives and about files with unusual names, so archives and such
        // files are read again even if they have not changed.
        let is_unusual =
            || matches!(crawl::file_kind(path), FileKind::Archive(_) | FileKind::Other);
        // What was too large is read again only with other limits: a file may hold millions of other games.
        let was_too_large = || {
            known.is_some_and(|line| {
                line.tally.problems.contains_key(ProblemKind::TooLarge.as_str())
            })
        };
        let must_reread = options.limits.changes_reading(limits)
            || self.chooses_others && is_unusual()
            || options.limits.changes_refusals(limits) && was_too_large();
        let is_left = options.unfinished.contains(&*found.path);
        let has_games = known.is_some_and(|line| line.tally.game_count() > 0);
        let refusal = has_games.then(|| found.refusal()).flatten();
        let unchanged = known
            .filter(|line| !must_reread && self.has_same_lists(line, found))
            .and_then(|line| unchanged_line(line, found, options));
        if let Some(refusal) = refusal {
            self.refused.push(refusal);
            false
        } else if is_left || unchanged.is_some() {
            self.unchanged += u64::from(known.is_some());
            self.updated.extend(unchanged.filter(|line| known != Some(line)));
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
    if !has_same_time && (!options.may_be_copied || found.has_sidecar()) {
        return None;
    }
    if options.checksum || !has_same_time {
        let sum = line.sum?;
        (sum_of(&found.path) == Some(sum)).then_some(())?;
    }
    Some(FileLine {
        modified: if has_same_time { line.modified } else { trusted_time(found.modified) },
        unreadable: None,
        ..line.clone()
    })
}

/// Kinds of problems for which a file is read again by the next build, even if it has not changed: they depend on
/// permissions or on the speed of the machine.
const RETRIED_PROBLEMS: [ProblemKind; 2] = [ProblemKind::Unreadable, ProblemKind::TooSlow];

/// State of one file while it is read, shared by the threads that read it.
struct FileState {
    line: Mutex<FileLine>,
    /// Size, time and path of the file as the walk met it.
    found: WalkedFile,
    /// True if the index already holds an earlier state of the file.
    is_known: bool,
    /// Checksum of the state that the index holds.
    known_sum: Option<u32>,
    /// Former path of the file in text form, if it was renamed: a file of that path is gone and had the same content.
    renamed: Option<String>,
    members: MemberProgress,
    /// Kinds of this file's problems that belong to members of other shards. These problems are not in the line of this
    /// index, but they decide whether the next build reads the file again.
    problems_elsewhere: Mutex<HashSet<ProblemKind>>,
    /// True if a limit ended the reading of the whole file.
    is_limited: AtomicBool,
    /// True if a game list beside the file was changed so recently that it may change again without a new time.
    has_recent_lists: AtomicBool,
    /// Makes sure that the file's old documents are deleted once, before its first new document is added.
    old_documents_deleted: Once,
    /// Times at which the games of this file were first indexed, if the file is read as a whole.
    first_times: OnceLock<FirstTimes>,
}

impl FileState {
    /// Creates the state of a file. `counts` is false for an archive whose shards lie in several indexes, if another
    /// one of them counts it as a file.
    fn new(
        found: &WalkedFile,
        path: &str,
        known: Option<&FileLine>,
        renamed: Option<String>,
        counts: bool,
        members: MemberProgress,
    ) -> FileState {
        let mut line = FileLine {
            path: path.to_owned(),
            size: found.size,
            modified: trusted_time(found.modified),
            ..FileLine::default()
        };
        line.tally.files = counts.into();
        // If only changed members are read, the unchanged ones may be those with games of move lines.
        line.game_lists = known.filter(|_| members.is_partial()).and_then(|known| known.game_lists);
        FileState {
            line: Mutex::new(line),
            found: found.clone(),
            is_known: known.is_some(),
            known_sum: known.and_then(|line| line.sum),
            renamed,
            members,
            problems_elsewhere: Mutex::default(),
            is_limited: AtomicBool::new(false),
            has_recent_lists: AtomicBool::new(false),
            old_documents_deleted: Once::new(),
            first_times: OnceLock::new(),
        }
    }

    /// Records whether the problem is a limit that ended the reading of the file itself, rather than of a member in it.
    fn record_limit(&self, problem: &Problem) {
        let is_own = problem.origin.members.is_empty();
        let is_limited = is_own && problem.kind == ProblemKind::TooLarge;
        self.is_limited.fetch_or(is_limited, Ordering::Relaxed);
    }
}

/// State of one thread: its document builder, and results that are not yet in the file's line.
struct WorkerState {
    builder: DocumentBuilder,
    /// Member of an archive that this thread is reading.
    member: Option<OpenMember>,
    tally: FileTally,
    problems: Vec<Problem>,
}

/// Member of an archive that is being read, with what is known of it so far.
struct OpenMember {
    row: MemberRow,
    /// Times at which the games of this member were first indexed.
    first_times: FirstTimes,
}

impl WorkerState {
    fn flush_into(&mut self, line: &Mutex<FileLine>) {
        let mut line = lock(line);
        line.tally.add(&std::mem::take(&mut self.tally));
        for problem in self.problems.drain(..) {
            add_problem(&mut line, &problem);
        }
    }
}

/// State of the refresh of one root, shared by all threads.
struct Refresher<'s> {
    session: &'s Session,
    options: &'s Options,
    root: Arc<Path>,
    /// Key of the root; part of the hash by which its documents are deleted.
    root_key: u64,
    renames: Renames,
    /// True if every byte of all files that were read was looked at; false if members of archives were skipped unread.
    is_read: AtomicBool,
    /// Hash of the limits under which files are read; see [`limits_key`].
    limits: u64,
    /// True if the patterns of files or the option `sniff` differ from those of the last build, so that this build may
    /// choose other files and members.
    chooses_others: bool,
    failure: Mutex<Option<Error>>,
    /// Paths of archives that have to be read again as a whole: only their changed members were read, and a limit left
    /// out some of these.
    limited: Mutex<HashSet<String>>,
    done: Mutex<Vec<ProcessedFile>>,
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
    fn member_progress(&self, line: Option<&FileLine>) -> MemberProgress {
        let known = line.and_then(|line| self.session.members().get(&line.path));
        MemberProgress::new(known, self.limits)
    }

    /// Deletes a file's old documents before the first new one is added; later calls do nothing. If only changed
    /// members are read, their games are deleted one by one instead.
    fn delete_old_documents(&self, file: &FileState) {
        if file.is_known {
            file.old_documents_deleted.call_once(|| {
                if !file.members.is_partial() {
                    self.record_failure(self.session.delete(&path_text(&file.found.path)));
                }
            });
        }
    }

    fn delete_games(&self, file: &FileState, ids: &[u64]) {
        if !ids.is_empty() {
            let path = path_text(&file.found.path);
            self.record_failure(self.session.delete_games(&path, ids));
        }
    }

    /// Looks up when the places (path and archive member) of games were first indexed. On failure, records the error
    /// and returns no times.
    fn lookup_first_times(
        &self,
        of: impl FnOnce(&CommittedIndex) -> tantivy::Result<FirstTimes>,
    ) -> FirstTimes {
        let fail = |error| tantivy_error(&self.session.folder, error);
        self.session.committed().and_then(|earlier| of(earlier).map_err(fail)).unwrap_or_else(
            |error| {
                self.record_failure(Err(error));
                FirstTimes::default()
            },
        )
    }

    /// Time at which the place of a game was first indexed.
    fn first_time(&self, worker: &WorkerState, file: &FileState, origin: &Origin) -> u64 {
        let of_file = || {
            let new = path_text(&file.found.path);
            let old = file.renamed.as_deref();
            let path = text_path(old.unwrap_or(&new));
            let keys = Vec::from_iter(self.session.keys.file_keys(&path));
            self.lookup_first_times(|earlier| {
                earlier.times_of_file(&keys, old.map(|old| (old, new.as_str())))
            })
        };
        let known = match &worker.member {
            Some(member) if file.members.is_partial() => &member.first_times,
            _ => file.first_times.get_or_init(of_file),
        };
        self.session.first_time(known, origin, self.options)
    }

    /// Enters the member that this thread was reading, if there is one, into the progress of the archive, with the
    /// games read so far.
    fn end_member(&self, worker: &mut WorkerState, file: &FileState) {
        if let Some(member) = worker.member.take() {
            file.members.finish_member(member.row);
        }
    }

    /// Begins to read a part of a long file or member. The games of a long member are not listed in the table of
    /// members, so the next build reads the whole archive again if it has changed.
    fn begin_part(
        &self,
        worker: &mut WorkerState,
        file: &FileState,
        origin: &Origin,
        part: &EntryPart,
    ) {
        if origin.members.is_empty() {
            lock(&file.line).sum = Some(part.content.crc32);
        } else {
            self.end_member(worker, file);
            let before = file.members.begin_long_member(member_key(origin));
            self.delete_games(file, &before);
        }
    }

    /// Records the first failure, which ends the work.
    fn record_failure(&self, outcome: Result<()>) {
        if let Err(error) = outcome {
            lock(&self.failure).get_or_insert(error);
        }
    }
}

impl GameVisitor for Refresher<'_> {
    type File = FileState;
    type Worker = WorkerState;

    fn walk_done(&self, files: &[WalkedFile], met: &WalkTotals) {
        self.renames.record_walk(files, met);
    }

    fn worker(&self) -> WorkerState {
        WorkerState {
            builder: self.builder(),
            member: None,
            tally: FileTally::default(),
            problems: Vec::new(),
        }
    }

    fn recover(&self, worker: &mut WorkerState) {
        worker.builder = self.builder();
    }

    fn game(
        &self,
        worker: &mut WorkerState,
        at: &ReadPlace<FileState>,
        mut record: GameRecord,
        origin: Origin,
        text: &FileText,
    ) {
        // A delete only affects documents added before it, so it has to come first.
        self.delete_old_documents(at.file);
        let begun = Instant::now();
        let added = self.first_time(worker, at.file, &origin);
        let built = worker.builder.build(&mut record, &origin, text, added);
        self.session.times.add_since(Stage::Replaying, begun);
        let begun = Instant::now();
        let added = self.session.writer.add(built.document, built.bytes);
        self.session.times.add_since(Stage::WaitingForWriter, begun);
        self.record_failure(added.map_err(|error| tantivy_error(&self.session.folder, error)));
        let kind = record.kind();
        let is_odd = !record.diagnostics.is_empty();
        if let Some(member) = &mut worker.member {
            let game = at.file.members.game(built.id, kind, is_odd);
            member.row.games.push(game);
        }
        *worker.tally.games.entry(kind).or_default() += 1;
        worker.tally.odd_games += u64::from(is_odd);
    }

    fn is_known(&self, file: &FileState, origin: &Origin, content: ContentStamp) -> bool {
        // Whether a member whose name does not tell its kind is read depends on the patterns of files. If these have
        // changed, what the index knows of such a member is not reused.
        let may_change =
            self.chooses_others && crawl::file_kind(&origin.file_name()) == FileKind::Other;
        // With `--checksum`, what the archive declares of a member is not trusted; the member is unpacked.
        let is_known = !self.options.checksum
            && !may_change
            && file.members.reuse_unread(member_key(origin), content);
        if is_known {
            self.delete_old_documents(file);
        }
        is_known
    }

    fn can_share_parts(&self) -> bool {
        true
    }

    fn begin(&self, worker: &mut WorkerState, at: &ReadPlace<FileState>, entry: &Entry) -> bool {
        if let Some(part) = &entry.part {
            self.begin_part(worker, at.file, &entry.origin, part);
            return true;
        }
        let content = ContentStamp::of(&entry.bytes);
        if entry.origin.members.is_empty() {
            lock(&at.file.line).sum = Some(content.crc32);
            return true;
        }
        self.end_member(worker, at.file);
        let key = member_key(&entry.origin);
        if at.file.members.reuse(key, content) {
            self.delete_old_documents(at.file);
            return false;
        }
        let before = at.file.members.begin_member(key);
        self.delete_games(at.file, &before);
        let row = MemberRow { key, content, is_clean: true, games: Vec::new() };
        let first = self.lookup_first_times(|earlier| earlier.times_of_games(&before));
        worker.member = Some(OpenMember { row, first_times: first });
        true
    }

    /// Records an entry that was read. Its old documents are deleted even if it no longer holds a game.
    fn entry(
        &self,
        worker: &mut WorkerState,
        at: &ReadPlace<FileState>,
        _origin: &Origin,
        _outside: OutsideGames,
    ) {
        self.delete_old_documents(at.file);
        self.end_member(worker, at.file);
    }

    fn game_lists(&self, at: &ReadPlace<FileState>, state: GameListState) {
        let is_recent = state.modified.is_some() && trusted_time(state.modified).is_none();
        at.file.has_recent_lists.fetch_or(is_recent, Ordering::Relaxed);
        lock(&at.file.line).game_lists = Some(state.hash);
    }

    fn problem_of_other_shard(&self, at: &ReadPlace<FileState>, problem: &Problem) {
        at.file.record_limit(problem);
        lock(&at.file.problems_elsewhere).insert(problem.kind);
    }

    fn problem(&self, worker: &mut WorkerState, at: &ReadPlace<FileState>, problem: Problem) {
        at.file.record_limit(&problem);
        if let Some(member) = &mut worker.member {
            member.row.is_clean = false;
        }
        worker.problems.push(problem);
        // One unit of work may be a whole archive with any number of problems, so they are moved to the line in
        // batches.
        if worker.problems.len() >= MAX_PROBLEMS_PER_FILE {
            worker.flush_into(&at.file.line);
        }
    }

    fn end_unit(&self, worker: &mut WorkerState, at: &ReadPlace<FileState>) {
        self.end_member(worker, at.file);
        worker.flush_into(&at.file.line);
    }

    fn end_file(&self, file: &FileState) {
        let mut line = std::mem::take(&mut *lock(&file.line));
        let is_limited = file.is_limited.load(Ordering::Relaxed);
        if is_limited && file.members.is_partial() {
            lock(&self.limited).insert(line.path);
            return;
        }
        let has_changed = file.found.current_state().as_ref() != Some(&file.found);
        if has_changed {
            let message = "was changed while it was read; the next build reads it again";
            let origin = Origin::file(file.found.path.clone());
            let problem = Problem::new(origin, ProblemKind::Unreadable, message);
            add_problem(&mut line, &problem);
        }
        let mut ended = file.members.finish();
        if matches!(crawl::file_kind(&line.path), FileKind::Archive(_)) {
            // The checksum of an archive with skipped members is unknown, unless it equals the checksum that the index
            // has: then all bytes were read by an earlier build.
            let sum = sum_of(&file.found.path);
            let is_read = ended.is_read || sum == file.known_sum;
            line.sum = sum.filter(|_| is_read);
            self.is_read.fetch_and(is_read, Ordering::Relaxed);
        }
        // A file that could not be read may be readable next time, for example with other permissions, so its time is
        // not recorded. The next build does not know of a problem elsewhere, which is not in the line of the file.
        let elsewhere = lock(&file.problems_elsewhere);
        let has = |kind: &ProblemKind| {
            line.tally.problems.contains_key(kind.as_str()) || elsewhere.contains(kind)
        };
        let is_unread = !file.old_documents_deleted.is_completed();
        let games_stay = file.is_known && is_unread && has(&ProblemKind::Unreadable);
        // A file that is too large as a whole is looked at again by each build, which costs nothing and repeats the
        // advice. If other games of it were read, it is read again only with other limits.
        let has_games = line.tally.game_count() + ended.unchanged_tally.game_count() > 0;
        let is_too_large =
            elsewhere.contains(&ProblemKind::TooLarge) || has(&ProblemKind::TooLarge) && !has_games;
        let has_recent_lists = file.has_recent_lists.load(Ordering::Relaxed);
        if RETRIED_PROBLEMS.iter().any(has) || is_too_large || has_recent_lists {
            line.modified = None;
        }
        if is_limited {
            ended.table.rows.clear();
        }
        let read = line.tally.clone();
        line.tally.add(&ended.unchanged_tally);
        if !games_stay {
            self.delete_old_documents(file);
            self.delete_games(file, &ended.gone);
        }
        lock(&self.done).push(ProcessedFile {
            line,
            read,
            members: ended.table,
            games_stay,
            is_refused: games_stay && !has_changed,
        });
    }

    fn has_failed(&self) -> bool {
        self.options.is_cancelled() || lock(&self.failure).is_some()
    }
}

/// Returns the file's time if it can be trusted later.
///
/// A file that was changed within the last 2 s may change again without a new time, since 2 s is the resolution of FAT.
/// Any other time is trusted, be it 0 or in the future: only equality counts.
fn trusted_time(modified: Option<i64>) -> Option<i64> {
    const TIME_RESOLUTION_NS: u64 = 2_000_000_000;
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = since.map_or(0, |since| since.as_nanos() as i64);
    modified.filter(|&modified| now.abs_diff(modified) >= TIME_RESOLUTION_NS)
}

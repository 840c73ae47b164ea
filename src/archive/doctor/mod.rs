//! Finds what is wrong in an archive, so that its owner can repair it.
//!
//! [`examine`] reads all games of some roots like a build and reports findings: the diagnostics of the records, files
//! that gave no game, and problems that only a check of the whole game reveals. It writes nothing and needs no index.

mod order;

pub use crate::findings::{Check, Finding, FindingKind, Severity};
pub use order::FindingSink;

use crate::crawl::walk::WalkedFile;
use crate::crawl::{Entry, FilePatterns, Limits, Problem, ProblemKind, Reading, RootScope, Shard};
use crate::error::Result;
use crate::findings::checks::{ReplayFindings, latest_day};
use crate::findings::finding::file_finding;
use crate::findings::{diagnostic_findings, game_findings};
use crate::origin::Origin;
use crate::reading::{FileTimeLimit, GameVisitor, ReadPlace, ReadProgress, RootJob};
use kifu_record::formats::{FileText, OutsideGames};
use kifu_record::poison::IgnorePoison;
use kifu_record::text::charset::Charset;
use kifu_record::{GameRecord, Replayer};
use order::{EARLY_REPORT_FINDINGS, OrderedReports};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Options for examining an archive for problems.
#[derive(Clone, Debug)]
pub struct Options {
    /// Number of threads that read and check games.
    pub threads: usize,
    /// Limits of what is read. Without [`Limits::sniff`], games in files whose names are not those of game records are
    /// reported, but not examined.
    pub limits: Limits,
    /// Time that a thread may spend on one file before the file is reported, and whether its rest is then skipped.
    pub file_time_limit: FileTimeLimit,
    /// Roots of which only some shards are examined.
    pub shards: HashMap<PathBuf, Shard>,
    /// Roots with patterns of files to add or to leave out.
    pub patterns: HashMap<PathBuf, FilePatterns>,
    /// Kinds of findings to report; `None` for all kinds.
    pub kinds: Option<HashSet<FindingKind>>,
}

/// Number of findings of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FindingCount {
    /// Number of games, files or members that have a finding of this kind.
    pub places: u64,
    /// Number of occurrences in all of these games, files and members together.
    pub times: u64,
}

/// Totals of what the doctor examined and found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DoctorTally {
    /// Number of files on disk, including archives.
    pub files: u64,
    /// Number of files and members that hold games.
    pub records: u64,
    pub games: u64,
    /// Number of games with findings.
    pub odd_games: u64,
    /// Number of files and members with games, for each charset and way in which it was determined.
    pub charsets: BTreeMap<Charset, u64>,
    /// Number of findings of each kind.
    pub kinds: BTreeMap<FindingKind, FindingCount>,
}

impl DoctorTally {
    /// Number of games, files and members with findings, summed over all kinds of findings.
    pub fn places(&self) -> u64 {
        self.kinds.values().map(|count| count.places).sum()
    }

    fn add(&mut self, other: DoctorTally) {
        self.files += other.files;
        self.records += other.records;
        self.games += other.games;
        self.odd_games += other.odd_games;
        for (charset, count) in other.charsets {
            *self.charsets.entry(charset).or_default() += count;
        }
        for (kind, count) in other.kinds {
            let sum = self.kinds.entry(kind).or_default();
            sum.places += count.places;
            sum.times += count.times;
        }
    }
}

/// Reads all games below the roots and passes every finding to the sink: root by root, in the order of files, members
/// and games, with any number of threads. Findings of the walk come after the files of its root.
pub fn examine(
    roots: &[PathBuf],
    options: &Options,
    progress: &ReadProgress,
    sink: &mut FindingSink<'_>,
) -> Result<DoctorTally> {
    let mut tally = DoctorTally::default();
    for root in roots {
        tally.add(examine_root(root, options, progress, &mut |finding| sink(finding))?);
    }
    Ok(tally)
}

fn examine_root<'s>(
    root: &Path,
    options: &'s Options,
    progress: &ReadProgress,
    sink: &'s mut FindingSink<'s>,
) -> Result<DoctorTally> {
    // Games in files whose names are not those of game records are always looked for, since nothing else reports them.
    let limits = Limits { sniff: true, ..options.limits.clone() };
    let scope = RootScope::new(root, options.shards.get(root));
    let scope = match options.patterns.get(root) {
        Some(patterns) => scope.with_patterns(patterns),
        None => scope,
    };
    let job = RootJob {
        scope: scope.clone(),
        threads: options.threads,
        limits: &limits,
        time_limit: &options.file_time_limit,
        progress,
    };
    let doctor = Doctor {
        scope,
        options,
        latest_day: latest_day(),
        reports: OrderedReports::new(sink),
        tally: Mutex::new(DoctorTally::default()),
    };
    let mut files = 0;
    let walk = job.run(&doctor, &mut |found: &WalkedFile| {
        let reading = doctor.reading(&Origin::file(found.path.clone()));
        files += u64::from(reading.is_expected());
        Some(())
    })?;
    let mut worker = doctor.worker();
    for problem in walk.problems {
        worker.add(&doctor, problem_finding(problem));
    }
    let Doctor { reports: turns, tally, .. } = doctor;
    let mut tally = tally.into_inner().ignore_poison();
    turns.finish(worker.findings)?;
    tally.add(worker.tally);
    tally.files += files;
    Ok(tally)
}

/// State of examining one root, shared by all threads.
struct Doctor<'s> {
    scope: RootScope,
    options: &'s Options,
    latest_day: i32,
    reports: OrderedReports<'s>,
    tally: Mutex<DoctorTally>,
}

/// State of one of the doctor's threads.
#[derive(Default)]
struct DoctorState {
    replayer: Replayer,
    findings: Vec<Finding>,
    tally: DoctorTally,
    /// True while a file is read that a build would not read because of its name.
    is_hidden: bool,
}

impl DoctorState {
    /// Counts and stores a finding if its kind is to be reported. Returns whether it is.
    fn add(&mut self, doctor: &Doctor, finding: Finding) -> bool {
        let requested = doctor.options.kinds.as_ref();
        if requested.is_some_and(|kinds| !kinds.contains(&finding.kind)) {
            return false;
        }
        let count = self.tally.kinds.entry(finding.kind).or_default();
        count.places += 1;
        count.times += finding.count;
        self.findings.push(finding);
        true
    }
}

impl Doctor<'_> {
    /// How a build would read a file.
    fn reading(&self, origin: &Origin) -> Reading {
        self.scope.reading(origin, self.options.limits.sniff)
    }

    fn report(&self, worker: &mut DoctorState, sequence: u64, finding: Finding) {
        worker.add(self, finding);
        if worker.findings.len() >= EARLY_REPORT_FINDINGS {
            self.reports.report_in_sequence(sequence, &mut worker.findings);
        }
    }
}

impl GameVisitor for Doctor<'_> {
    type File = ();
    type Worker = DoctorState;

    fn worker(&self) -> DoctorState {
        DoctorState::default()
    }

    /// Does nothing, since a replayer that was interrupted by a panic has already been dropped.
    fn recover(&self, _worker: &mut DoctorState) {}

    fn begin(&self, worker: &mut DoctorState, _at: &ReadPlace<()>, entry: &Entry) -> bool {
        worker.is_hidden = !self.reading(&entry.origin).accepts(&entry.bytes);
        true
    }

    fn game(
        &self,
        worker: &mut DoctorState,
        at: &ReadPlace<()>,
        record: GameRecord,
        origin: Origin,
        text: &FileText,
    ) {
        if worker.is_hidden {
            return;
        }
        worker.tally.games += 1;
        let mut played = ReplayFindings::new(&record);
        worker.replayer.replay(record.start, &record.tree, |ply| {
            played.add_ply(ply);
            ControlFlow::Continue(())
        });
        let mut is_odd = false;
        for finding in game_findings(&record, text, &origin, self.latest_day, &played) {
            is_odd |= worker.add(self, finding);
        }
        worker.tally.odd_games += u64::from(is_odd);
        if worker.findings.len() >= EARLY_REPORT_FINDINGS {
            self.reports.report_in_sequence(at.sequence, &mut worker.findings);
        }
    }

    fn entry(
        &self,
        worker: &mut DoctorState,
        at: &ReadPlace<()>,
        origin: &Origin,
        outside: OutsideGames,
    ) {
        if outside.last_number == 0 {
            return;
        }
        if worker.is_hidden {
            let message = "begins like a game, but is not indexed because of its name";
            let kind = FindingKind::Check(Check::WrongExtension);
            let finding = file_finding(kind, origin.clone(), message.into());
            return self.report(worker, at.sequence, finding);
        }
        worker.tally.records += 1;
        *worker.tally.charsets.entry(outside.text.charset).or_default() += 1;
        for finding in diagnostic_findings(&outside.diagnostics, origin) {
            self.report(worker, at.sequence, finding);
        }
        let occurrence = origin.members.last().map_or(0, |member| member.occurrence);
        if occurrence > 0 {
            let message = format!("is member {} of this name in the archive", occurrence + 1);
            let kind = FindingKind::Check(Check::EqualNames);
            self.report(worker, at.sequence, file_finding(kind, origin.clone(), message));
        }
    }

    fn problem(&self, worker: &mut DoctorState, at: &ReadPlace<()>, problem: Problem) {
        let is_expected = self.reading(&problem.origin).is_expected();
        if is_expected || problem.kind == ProblemKind::Damaged {
            self.report(worker, at.sequence, problem_finding(problem));
        }
    }

    fn end_unit(&self, worker: &mut DoctorState, at: &ReadPlace<()>) {
        let mut tally = self.tally.lock().ignore_poison();
        tally.add(std::mem::take(&mut worker.tally));
        drop(tally);
        let findings = std::mem::take(&mut worker.findings);
        self.reports.finish_unit(at.sequence, findings);
    }

    fn end_file(&self, _file: &()) {}

    fn has_failed(&self) -> bool {
        self.reports.has_failed()
    }
}

fn problem_finding(problem: Problem) -> Finding {
    let kind = FindingKind::Problem(problem.kind);
    Finding { remedy: problem.remedy, ..file_finding(kind, problem.origin, problem.message) }
}

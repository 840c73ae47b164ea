//! Examines the archive for damaged or odd games: its files are read once for each state of the index, in the
//! background, as soon as a request asks for the result.

use kifu_archive::error::{Error, ErrorKind};
use kifu_archive::origin::text_path;
use kifu_engine::Result;
use kifu_engine::build::{FileTimeLimit, ReadProgress, default_threads, limits_of_last_build};
use kifu_engine::doctor::{
    DoctorTally, Finding, FindingKind, Options, examine, outermost, patterns, shards,
};
use kifu_engine::status::Status;
use kifu_record::poison::IgnorePoison;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, Weak};

/// Number of findings of one kind that are stored, so that pages can list them. Findings beyond this number are only
/// counted.
const MAX_LISTED_PER_KIND: usize = 10_000;

/// Result of an examination.
#[derive(Default)]
pub(crate) struct Findings {
    /// Number of findings of each kind.
    pub tally: DoctorTally,
    /// The first findings of each kind, up to [`MAX_LISTED_PER_KIND`].
    pub listed: BTreeMap<FindingKind, Vec<Finding>>,
}

/// Progress of an examination.
#[derive(Clone)]
pub(crate) enum ExaminationState {
    Running(Arc<ReadProgress>),
    Done(Arc<Findings>),
    /// Message of the error that ended the examination.
    Failed(String),
}

/// Examination of the archive for one state of the index. Dropping this value ends the thread that examines.
#[derive(Default)]
pub(crate) struct ArchiveExamination(Arc<Mutex<Option<ExaminationState>>>);

impl ArchiveExamination {
    /// Returns the state of the examination: its progress, its findings or its error. The first call starts the
    /// examination.
    pub(crate) fn state_or_start(&self, status: &Status) -> ExaminationState {
        let mut work = self.0.lock().ignore_poison();
        let begin = || start(status, Arc::downgrade(&self.0));
        work.get_or_insert_with(begin).clone()
    }
}

fn start(status: &Status, of: Weak<Mutex<Option<ExaminationState>>>) -> ExaminationState {
    let roots = status.roots.iter().map(|root| text_path(root));
    let roots = outermost(roots.filter(|root| root.exists()).collect(), &patterns(status));
    let options = Options {
        // Half of the processor's threads are left to the answers.
        threads: default_threads().div_ceil(2),
        limits: (status.index.iter().map(limits_of_last_build))
            .reduce(|a, b| a.max_of_each(&b))
            .unwrap_or_default(),
        file_time_limit: FileTimeLimit::default(),
        shards: shards(status),
        patterns: patterns(status),
        kinds: None,
    };
    let progress = Arc::new(ReadProgress::default());
    let watched = progress.clone();
    let work = move || {
        let result = run(&roots, &options, &watched, &of);
        if let Some(work) = of.upgrade() {
            *work.lock().ignore_poison() = Some(match result {
                Ok(findings) => ExaminationState::Done(findings.into()),
                Err(failure) => ExaminationState::Failed(failure.to_string()),
            });
        }
    };
    let thread = std::thread::Builder::new().name("doctor".into());
    match thread.spawn(work) {
        Ok(_) => ExaminationState::Running(progress),
        Err(error) => {
            let message = format!("cannot start to examine the archive: {error}");
            ExaminationState::Failed(message)
        }
    }
}

fn run(
    roots: &[PathBuf],
    options: &Options,
    progress: &ReadProgress,
    of: &Weak<Mutex<Option<ExaminationState>>>,
) -> Result<Findings> {
    let mut listed: BTreeMap<FindingKind, Vec<Finding>> = BTreeMap::new();
    let tally = examine(roots, options, progress, &mut |finding| {
        if of.strong_count() == 0 {
            return Err(Error::new(ErrorKind::Interrupted, "the index has changed"));
        }
        let of_kind = listed.entry(finding.kind).or_default();
        if of_kind.len() < MAX_LISTED_PER_KIND {
            of_kind.push(finding);
        }
        Ok(())
    })?;
    Ok(Findings { tally, listed })
}

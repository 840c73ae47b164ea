//! What a build tells of itself.

use super::Timings;
use super::refreshing::Done;
use crate::index::manifest::{FileTally, ProblemLine};
use kifu_archive::crawl::Problem;
use kifu_archive::error::Remedy;
use kifu_archive::origin::path_text;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most problems that a report lists.
const LISTED: usize = 1000;

/// The outcome of a build.
#[derive(Debug, Default)]
pub struct BuildReport {
    /// What the index holds now.
    pub totals: FileTally,
    /// What this run read.
    pub read: FileTally,
    /// The games whose places the index did not know.
    pub added: u64,
    /// Files that still matched the index.
    pub unchanged: u64,
    /// Files that were gone and left the index.
    pub removed: u64,
    /// Files of other kinds, which were not opened.
    pub other_files: u64,
    /// Folders of trash, of earlier versions and the like, which were not entered.
    pub passed_folders: u64,
    /// The first files and members that gave no game in this run.
    pub problems: Vec<(String, ProblemLine)>,
    /// Known roots that could not be reached, or that are suddenly empty. Their games stay.
    pub unreachable: Vec<PathBuf>,
    /// How long the build took.
    pub time: Duration,
    /// Where the time went, if that was asked for.
    pub timings: Option<Timings>,
    /// The files that were read.
    pub(super) paths: Vec<String>,
}

impl BuildReport {
    /// The roots that could not be reached, each with what to do about it.
    pub fn lost(&self) -> impl Iterator<Item = (&Path, Remedy)> {
        let forget = |root: &PathBuf| Remedy::Forget { root: root.clone() };
        self.unreachable.iter().map(move |root| (root.as_path(), forget(root)))
    }

    /// Adds a problem of a file whose games stay.
    pub(super) fn enter_problem(&mut self, problem: &Problem) {
        let kind = problem.kind.as_str().to_owned();
        *self.read.problems.entry(kind).or_default() += 1;
        if self.problems.len() < LISTED {
            let root = problem.origin.path.to_path_buf();
            let path = path_text(&root);
            let problem = ProblemLine {
                message: format!("{}; its games stay in the index", problem.message),
                remedy: Some(Remedy::Forget { root }),
                ..ProblemLine::new(problem)
            };
            self.problems.push((path, problem));
        }
    }

    /// Adds a file that was read.
    pub(super) fn enter(&mut self, done: &Done) {
        let line = &done.line;
        self.read.add(&done.read);
        self.paths.push(line.path.clone());
        // An archive that another shard counts was read here too.
        self.read.files += u64::from(line.tally.files == 0);
        let room = LISTED.saturating_sub(self.problems.len());
        let problems = line.problems.iter().take(room);
        self.problems.extend(problems.map(|problem| (line.path.clone(), problem.clone())));
    }
}

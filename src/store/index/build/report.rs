//! Report of a build: what it read, added and removed.

use super::refreshing::ProcessedFile;
use super::{Timings, UnreadKind};
use crate::index::manifest::{FileTally, ProblemLine};
use kifu_archive::crawl::{FilePatterns, Problem};
use kifu_archive::error::Remedy;
use kifu_archive::origin::path_text;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Maximum number of problems that a report lists.
const MAX_LISTED_PROBLEMS: usize = 1000;

#[derive(Debug, Default)]
pub struct BuildReport {
    /// Totals of the index after the build.
    pub totals: FileTally,
    /// Counts of what this build read.
    pub read: FileTally,
    /// Number of games whose places (path and archive member) the index did not know.
    pub added: u64,
    /// Number of files that still matched the index.
    pub unchanged: u64,
    /// Number of files that no longer exist and were removed from the index.
    pub removed: u64,
    /// Number of files whose kind holds no game records; they were not opened.
    pub other_files: u64,
    /// Number of folders that are never entered, such as trash and earlier versions.
    pub passed_folders: u64,
    /// Number of files that were not read because a pattern excludes them.
    pub excluded_files: u64,
    /// Number of folders that were not entered because a pattern excludes them.
    pub excluded_folders: u64,
    /// Kinds of files that begin like a game and were not read because of their names.
    pub unread_kinds: Vec<UnreadKind>,
    /// Roots that are now read as a part of another root, each with the patterns of files that it had. These no longer
    /// apply; those of the other root do.
    pub dropped_patterns: Vec<(PathBuf, FilePatterns)>,
    /// Paths and problems of files and members that gave no game in this build; only the first `MAX_LISTED_PROBLEMS` of
    /// them.
    pub problems: Vec<(String, ProblemLine)>,
    /// Known roots that could not be reached, or that are suddenly empty. Their games stay.
    pub unreachable: Vec<PathBuf>,
    pub time: Duration,
    /// Time of each stage, if requested.
    pub timings: Option<Timings>,
    /// Paths of the files that were read.
    pub(super) paths: Vec<String>,
}

impl BuildReport {
    /// Roots that could not be reached, each with what to do about it.
    pub fn unreachable_roots(&self) -> impl Iterator<Item = (&Path, Remedy)> {
        let forget = |root: &PathBuf| Remedy::Forget { root: root.clone() };
        self.unreachable.iter().map(move |root| (root.as_path(), forget(root)))
    }

    /// Adds a problem of a file whose games stay in the index.
    pub(super) fn add_problem(&mut self, problem: &Problem) {
        let kind = problem.kind.as_str().to_owned();
        *self.read.problems.entry(kind).or_default() += 1;
        if self.problems.len() < MAX_LISTED_PROBLEMS {
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

    pub(super) fn add_file(&mut self, done: &ProcessedFile) {
        let line = &done.line;
        self.read.add(&done.read);
        self.paths.push(line.path.clone());
        // Another shard counts this archive as a file, but this build read it too.
        self.read.files += u64::from(line.tally.files == 0);
        let capacity_left = MAX_LISTED_PROBLEMS.saturating_sub(self.problems.len());
        let problems = line.problems.iter().take(capacity_left);
        self.problems.extend(problems.map(|problem| (line.path.clone(), problem.clone())));
    }
}

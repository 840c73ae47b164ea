//! Lists what a refresh would find changed. Only names, sizes and times are compared; no game is read, and nothing is
//! written.

use super::renames::sum_of;
use crate::index::Index;
use crate::index::manifest::FileLine;
use kifu_archive::crawl::walk::{WalkEvent, WalkedFile, walk};
use kifu_archive::crawl::{GameListStates, ProblemKind};
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_archive::origin::{path_text, text_path};
use kifu_record::cancel::{Interrupted, checkpoint};
use serde::Serialize;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Files that differ from what the index knows, as paths in text form, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    pub new: Vec<String>,
    /// Files whose content has changed.
    pub changed: Vec<String>,
    pub gone: Vec<String>,
    /// Roots that cannot be reached. A refresh keeps their games.
    pub unreachable: Vec<String>,
}

impl Changes {
    pub fn is_empty(&self) -> bool {
        [&self.new, &self.changed, &self.gone, &self.unreachable].iter().all(|list| list.is_empty())
    }
}

/// Compares the files below the roots of an index with its list of files. Runs to the end however long that takes,
/// unless it is cancelled.
pub fn changes(index: &Index) -> Result<Changes> {
    let compared = index.budget().without_deadline().run(|| compare(index));
    compared.map_err(|Interrupted| {
        let message = "nobody waits any more for what has changed";
        Error::new(ErrorKind::Interrupted, message)
    })?
}

fn compare(index: &Index) -> Result<Changes> {
    let manifest = index.manifest()?;
    let (reachable, unreachable): (Vec<PathBuf>, Vec<PathBuf>) =
        manifest.header.roots().into_iter().partition(|root| std::fs::metadata(root).is_ok());
    let mut changes = Changes::default();
    let mut list_states = GameListStates::default();
    let (mut seen, mut unread, mut hidden) = (HashSet::new(), Vec::new(), Vec::new());
    let mut check_file = |found: &WalkedFile| {
        checkpoint();
        let path = path_text(&found.path);
        match manifest.files.get(&path) {
            None => changes.new.push(path.clone()),
            Some(line)
                if has_known_content(line, found)
                    && (line.game_lists)
                        .is_none_or(|hash| hash == list_states.of_file(&found.path).hash) => {}
            Some(_) => changes.changed.push(path.clone()),
        }
        seen.insert(path);
    };
    for root in &reachable {
        let part = manifest.header.part(root);
        walk(&part, &manifest.header.limits, &mut |met| match met {
            WalkEvent::File(found) => check_file(&found),
            WalkEvent::Problem(problem) if problem.kind == ProblemKind::Unreadable => {
                hidden.push(problem.origin.path.clone());
            }
            // A file with a problem exists and has a line in the list, so it must not be reported as gone.
            WalkEvent::Problem(problem) => unread.push(path_text(&problem.origin.path)),
            WalkEvent::Other(_)
            | WalkEvent::SideFile
            | WalkEvent::ExcludedFile
            | WalkEvent::ExcludedFolder
            | WalkEvent::OtherShard
            | WalkEvent::SkippedFolder => {}
        });
    }
    seen.extend(unread);
    // A file below an unreadable folder may still exist; a refresh keeps its games.
    let is_hidden = |path: &Path| hidden.iter().any(|place| path.starts_with(place));
    let is_lost = |path: &Path| unreachable.iter().any(|root| path.starts_with(root));
    let known = manifest.files.keys();
    changes.gone = known
        .filter(|path| !seen.contains(*path))
        .filter(|path| {
            let path = text_path(path);
            !is_lost(&path) && !is_hidden(&path)
        })
        .cloned()
        .collect();
    changes.unreachable = unreachable.iter().map(|root| path_text(root)).collect();
    for list in [&mut changes.new, &mut changes.changed] {
        list.sort();
        list.dedup();
    }
    Ok(changes)
}

/// True if a file has the content that the index knows.
///
/// If the recorded time was too recent to be trusted, the checksum is compared. A file that could not be read has
/// neither time nor checksum, and counts as unchanged.
fn has_known_content(line: &FileLine, found: &WalkedFile) -> bool {
    let is_time_trusted = line.modified.is_some();
    line.size == found.size
        && match line.sum {
            _ if is_time_trusted => line.modified == found.modified,
            Some(sum) => sum_of(&found.path) == Some(sum),
            None => true,
        }
}

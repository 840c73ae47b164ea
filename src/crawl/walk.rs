//! The files of a root.

use super::kind::{HEAD, looks_like_record};
use super::{FileKind, Limits, Problem, ProblemKind, file_kind};
use crate::origin::Origin;
use std::cell::RefCell;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

/// The name of index folders, which are never crawled.
pub const INDEX_FOLDER: &str = ".kifu-index";

/// A file worth opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The file, absolute.
    pub path: Arc<Path>,
    /// Its length in bytes.
    pub size: u64,
    /// When it was changed last, in nanoseconds since 1970; 0 if the system does not tell.
    pub modified: i64,
}

/// What a walk meets.
#[derive(Debug)]
pub enum Met {
    /// A file that may hold games.
    File(Found),
    /// A file of another kind.
    Other,
    /// Something that cannot be read.
    Problem(Problem),
}

/// Walks a root, a folder or a single file, in the order of names. Links to files are followed, those to folders too
/// unless they lead back to where they come from.
///
/// With [`Limits::sniff`], files of other names that begin like a game are among those worth opening.
pub fn walk(root: &Path, limits: &Limits, visit: &mut dyn FnMut(Met)) {
    let entries = walkdir::WalkDir::new(root)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter();
    // A link to a folder above or inside of the root leads to what is read anyway.
    let own = root.canonicalize().ok();
    let again = |entry: &walkdir::DirEntry| {
        let target = entry.path().canonicalize().ok();
        let related = |(target, own): (PathBuf, &PathBuf)| {
            target.starts_with(own) || own.starts_with(&target)
        };
        target.zip(own.as_ref()).is_some_and(related)
    };
    let refused = RefCell::new(Vec::new());
    let wanted = |entry: &walkdir::DirEntry| {
        if entry.depth() == 0 || !entry.file_type().is_dir() {
            return true;
        }
        let is_again = entry.path_is_symlink() && again(entry);
        if is_again {
            refused.borrow_mut().push(Origin::file(entry.path()));
        }
        !is_again && !is_index_folder(entry.path())
    };
    for entry in entries.filter_entry(wanted) {
        match entry {
            Err(error) => visit(Met::Problem(problem(root, &error))),
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => visit(meet(&entry, limits.sniff)),
        }
    }
    for origin in refused.take() {
        let message = "is a link to a folder that is read anyway; it was not followed";
        visit(Met::Problem(Problem::new(
            origin,
            ProblemKind::NotAFile,
            message,
        )));
    }
}

fn is_index_folder(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == INDEX_FOLDER)
        || path.join("kifu-index.json").is_file()
}

fn meet(entry: &walkdir::DirEntry, sniff: bool) -> Met {
    let path: Arc<Path> = entry.path().into();
    // A file that is named on the command line is looked at, whatever its name.
    if entry.depth() > 0 && file_kind(&path.to_string_lossy()) == FileKind::Other {
        let sniffed = sniff && entry.file_type().is_file() && begins_like_record(&path);
        if !sniffed {
            return Met::Other;
        }
    }
    if !entry.file_type().is_file() {
        let message = "is no regular file";
        return Met::Problem(Problem::new(
            Origin::file(path),
            ProblemKind::NotAFile,
            message,
        ));
    }
    match entry.metadata() {
        Err(error) => Met::Problem(problem(&path, &error)),
        Ok(metadata) => {
            let modified = metadata
                .modified()
                .ok()
                .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let modified = modified.map_or(0, |since| since.as_nanos() as i64);
            Met::File(Found {
                path,
                size: metadata.len(),
                modified,
            })
        }
    }
}

fn begins_like_record(path: &Path) -> bool {
    let mut head = Vec::with_capacity(HEAD);
    let read = File::open(path).and_then(|file| file.take(HEAD as u64).read_to_end(&mut head));
    read.is_ok() && looks_like_record(&head)
}

fn problem(root: &Path, error: &walkdir::Error) -> Problem {
    let origin = Origin::file(error.path().unwrap_or(root));
    match (error.loop_ancestor(), error.io_error()) {
        (Some(ancestor), _) => {
            let message = format!(
                "is a link back to {}; it was not followed",
                ancestor.display()
            );
            Problem::new(origin, ProblemKind::NotAFile, message)
        }
        (None, Some(error)) => Problem::io(origin, error),
        (None, None) => Problem::new(origin, ProblemKind::Unreadable, error.to_string()),
    }
}

//! Finds the files of a root.

use super::kind::{HEAD, looks_like_record};
use super::sidecar::{SIDECAR, sidecar_path};
use super::{FileKind, Limits, Problem, ProblemKind, RootScope, file_kind};
use crate::error::io_reason;
use crate::origin::Origin;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

/// The name of index folders, which are never crawled.
pub const INDEX_FOLDER: &str = ".kifu-index";

/// A file worth opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WalkedFile {
    /// The absolute path.
    pub path: Arc<Path>,
    /// Its length in bytes.
    pub size: u64,
    /// When it was last changed, in nanoseconds since 1970; 0 if the system does not say. With [`Limits::sidecars`] the
    /// file beside it counts as well.
    pub modified: i64,
    has_sidecar: bool,
}

impl WalkedFile {
    fn new(path: Arc<Path>, metadata: &Metadata, has_sidecar: bool) -> WalkedFile {
        let own = modified(metadata);
        let beside = has_sidecar.then(|| std::fs::metadata(sidecar_path(&path)).ok());
        // One that is put beside it with an old time, or taken away, changes the sum too.
        let both = beside
            .flatten()
            .map(|beside| own.max(modified(&beside)) + 1 + beside.len().min(1 << 29) as i64);
        WalkedFile {
            path,
            size: metadata.len(),
            modified: both.unwrap_or(own),
            has_sidecar,
        }
    }

    /// The file as it is now, or `None` if it is gone.
    pub(crate) fn again(&self) -> Option<WalkedFile> {
        let metadata = std::fs::metadata(&self.path).ok()?;
        Some(WalkedFile::new(
            self.path.clone(),
            &metadata,
            self.has_sidecar,
        ))
    }
}

fn modified(metadata: &Metadata) -> i64 {
    let modified = metadata.modified().ok();
    let since = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| since.as_nanos() as i64)
}

/// What a walk meets.
#[derive(Debug)]
pub enum WalkEvent {
    /// A file that may hold games.
    File(WalkedFile),
    /// A file of another kind.
    Other,
    /// A file of another shard. It was not opened.
    Elsewhere,
    /// Something that cannot be read.
    Problem(Problem),
}

/// Walks a part's root, either a folder or a single file, in the order of names. Links are followed, unless they lead
/// back to something that is read anyway or into `/proc` or `/sys`, where reading may never end. A file with several
/// names is read once, under the first of them, where the system reveals that.
///
/// With [`Limits::sniff`], files with other names that begin like a game are worth opening too.
pub fn walk(part: &RootScope, limits: &Limits, visit: &mut dyn FnMut(WalkEvent)) {
    let root = part.root();
    let entries = entries(root).sort_by_file_name().into_iter();
    let links = RefCell::new(Links::new(root));
    let refused = RefCell::new(Vec::new());
    let wanted = |entry: &walkdir::DirEntry| match links.borrow_mut().enters(entry) {
        Ok(enters) => enters,
        Err(message) => {
            refused.borrow_mut().push(not_a_file(entry.path(), message));
            false
        }
    };
    for entry in entries.filter_entry(wanted) {
        match entry {
            Err(error) => visit(WalkEvent::Problem(problem(root, &error))),
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => visit(meet(&entry, part, limits, &mut links.borrow_mut())),
        }
    }
    for problem in refused.take() {
        visit(WalkEvent::Problem(problem));
    }
}

/// The links below a root that lead a walk to another place: to a folder, to a file, or nowhere as yet.
pub fn followed_links(root: &Path) -> Vec<PathBuf> {
    let mut links = Links::new(root);
    let entries = entries(root).into_iter();
    let entries = entries.filter_entry(|entry| links.enters(entry).unwrap_or(false));
    let is_link = |path: &Path| path.symlink_metadata().is_ok_and(|met| met.is_symlink());
    let link = |entry: walkdir::Result<walkdir::DirEntry>| match entry {
        Ok(entry) => (entry.depth() > 0 && entry.path_is_symlink()).then(|| entry.into_path()),
        Err(error) if error.loop_ancestor().is_some() => None,
        Err(error) => error
            .path()
            .filter(|path| is_link(path))
            .map(Path::to_owned),
    };
    entries.filter_map(link).collect()
}

/// What lies below a root, behind links too.
fn entries(root: &Path) -> walkdir::WalkDir {
    walkdir::WalkDir::new(root).follow_links(true)
}

/// The links of a walk.
struct Links {
    /// The root's real path.
    root: Option<PathBuf>,
    /// The links to folders that were followed.
    followed: Vec<PathBuf>,
    /// For files that may be met again, their identity and the name under which they were met.
    files: HashMap<(u64, u64), Arc<Path>>,
}

impl Links {
    fn new(root: &Path) -> Links {
        Links {
            root: root.canonicalize().ok(),
            followed: Vec::new(),
            files: HashMap::new(),
        }
    }

    /// Whether the walk goes on with an entry; if it is a link that is not followed, why.
    fn enters(&mut self, entry: &walkdir::DirEntry) -> Result<bool, &'static str> {
        let is_link = entry.path_is_symlink();
        if is_link || entry.depth() == 0 {
            self.refusal(entry).map_or(Ok(()), Err)?;
        }
        let may_be_index = entry.depth() > 0 && (is_link || entry.file_type().is_dir());
        Ok(!may_be_index || !is_index_folder(entry.path()))
    }

    /// Why a link, or the root, is not followed.
    fn refusal(&mut self, entry: &walkdir::DirEntry) -> Option<&'static str> {
        let target = entry.path().canonicalize().ok()?;
        if target.starts_with("/proc") || target.starts_with("/sys") {
            return Some("leads into a folder of the system, where nothing is read");
        }
        let root = self.root.as_ref()?;
        if entry.depth() == 0 {
            return None;
        }
        let is_dir = entry.file_type().is_dir();
        if is_dir && (target.starts_with(root) || root.starts_with(&target)) {
            return Some("is a link to a folder that is read anyway; it was not followed");
        }
        let is_read = || file_kind(&target.to_string_lossy()) != FileKind::Other;
        if !is_dir && target.starts_with(root) && is_read() {
            return Some("is a link to a file that is read anyway; it was not followed");
        }
        if is_dir {
            self.followed.push(entry.path().to_owned());
        }
        None
    }

    /// Whether a link leads to the file.
    fn is_behind_link(&self, entry: &walkdir::DirEntry) -> bool {
        let path = entry.path();
        entry.path_is_symlink() || self.followed.iter().any(|link| path.starts_with(link))
    }

    /// Whether the file may be met under another name. If the system does not tell, it may not.
    fn has_names(&self, entry: &walkdir::DirEntry) -> bool {
        let names = entry.metadata().ok().and_then(|known| identity(&known));
        names.is_some_and(|(_, names)| names > 1 || self.is_behind_link(entry))
    }

    /// The name under which a file was met before.
    fn met_before(
        &mut self,
        entry: &walkdir::DirEntry,
        path: &Arc<Path>,
        metadata: &Metadata,
    ) -> Option<Arc<Path>> {
        let (identity, names) = identity(metadata)?;
        if names < 2 && !self.is_behind_link(entry) {
            return None;
        }
        let met = self.files.get(&identity).cloned();
        if met.is_none() {
            self.files.insert(identity, path.clone());
        }
        met
    }
}

/// A file's unique identity, and the number of its names.
#[cfg(unix)]
fn identity(metadata: &Metadata) -> Option<((u64, u64), u64)> {
    use std::os::unix::fs::MetadataExt;
    Some(((metadata.dev(), metadata.ino()), metadata.nlink()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<((u64, u64), u64)> {
    None
}

fn is_index_folder(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == INDEX_FOLDER)
        || path.join("kifu-index.json").is_file()
}

fn meet(
    entry: &walkdir::DirEntry,
    part: &RootScope,
    limits: &Limits,
    links: &mut Links,
) -> WalkEvent {
    let sniff = limits.sniff;
    let path: Arc<Path> = entry.path().into();
    let passes = entry.file_type().is_file() && part.passes_file(&Origin::file(path.clone()));
    if limits.sidecars && is_sidecar(&path) {
        return WalkEvent::Other;
    }
    // A file named on the command line is read, whatever its extension.
    if entry.depth() > 0 && file_kind(&path.to_string_lossy()) == FileKind::Other {
        if sniff && passes && !links.has_names(entry) {
            return WalkEvent::Elsewhere;
        }
        let sniffed = sniff && entry.file_type().is_file() && begins_like_record(&path);
        if !sniffed {
            return WalkEvent::Other;
        }
    }
    if !entry.file_type().is_file() {
        return WalkEvent::Problem(not_a_file(path, "is not a regular file"));
    }
    match entry.metadata() {
        Err(error) => WalkEvent::Problem(problem(&path, &error)),
        Ok(metadata) => match links.met_before(entry, &path, &metadata) {
            Some(name) => {
                let message = format!("is another name of {}, which is read", name.display());
                WalkEvent::Problem(not_a_file(path, message))
            }
            None if passes => WalkEvent::Elsewhere,
            None => WalkEvent::File(WalkedFile::new(path, &metadata, limits.sidecars)),
        },
    }
}

/// Whether a file is the analysis of the game beside it.
fn is_sidecar(path: &Path) -> bool {
    let name = path.to_string_lossy();
    (name.strip_suffix(SIDECAR)).is_some_and(|of| file_kind(of) == FileKind::Record)
}

fn begins_like_record(path: &Path) -> bool {
    let mut head = Vec::with_capacity(HEAD);
    let read = File::open(path).and_then(|file| file.take(HEAD as u64).read_to_end(&mut head));
    read.is_ok() && looks_like_record(&head)
}

fn not_a_file(path: impl Into<Arc<Path>>, message: impl Into<String>) -> Problem {
    Problem::new(Origin::file(path), ProblemKind::NotAFile, message)
}

fn problem(root: &Path, error: &walkdir::Error) -> Problem {
    let path = error.path().unwrap_or(root);
    if let Some(ancestor) = error.loop_ancestor() {
        let ancestor = ancestor.display();
        let message = format!("is a link back to {ancestor}; it was not followed");
        return not_a_file(path, message);
    }
    let reason = error
        .io_error()
        .map_or_else(|| error.to_string(), io_reason);
    Problem::new(Origin::file(path), ProblemKind::Unreadable, reason)
}

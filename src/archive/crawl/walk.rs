//! Finds the files of a root, following links but reading each file once.

use super::file_kinds::{FileKind, file_kind};
use super::limits::Limits;
use super::patterns::FileChoice;
use super::problem::{Problem, ProblemKind};
use super::scope::{Reading, RootScope};
use super::sidecar::{SIDECAR_SUFFIX, sidecar_path};
use super::unread::file_looks_like_record;
use super::volumes::{combined_state, first_volume, later_volumes, modified};
use crate::error::io_reason;
use crate::origin::Origin;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fs::{File, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Name of index folders, which are never crawled.
pub const INDEX_FOLDER: &str = ".kifu-index";

/// File on disk that is worth opening, as the walk found it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WalkedFile {
    /// Absolute path of the file.
    pub path: Arc<Path>,
    /// Size in bytes of the file, or of all volumes of a split archive.
    pub size: u64,
    /// Time of the file's last change, in nanoseconds since 1970-01-01 UTC, if the system knows it. With
    /// [`Limits::sidecars`], time and size of the engine analysis beside the file are mixed in. Of a split archive,
    /// times and sizes of all volumes are mixed in.
    pub modified: Option<i64>,
    has_sidecar: bool,
    /// True if the permission bits deny reading to somebody, perhaps to this user. Of a split archive, the bits of all
    /// volumes count.
    is_restricted: bool,
}

impl WalkedFile {
    fn new(path: Arc<Path>, metadata: &Metadata, has_sidecar: bool) -> WalkedFile {
        let later = later_volumes(&path);
        let (size, file_time) = combined_state(metadata, &later);
        let sidecar = has_sidecar.then(|| std::fs::metadata(sidecar_path(&path)).ok());
        // The size of the analysis is added to the later of the two times. Thus the value also changes if an analysis
        // with an old time is put beside the game or taken away.
        let combined = sidecar.flatten().map(|beside| {
            let later = file_time.max(modified(&beside))?;
            Some(later.saturating_add(1 + beside.len().min(1 << 29) as i64))
        });
        WalkedFile {
            path,
            size,
            modified: combined.unwrap_or(file_time),
            has_sidecar,
            is_restricted: is_restricted(metadata)
                || later.iter().any(|volume| is_restricted(&volume.metadata)),
        }
    }

    /// Problem to report if the system does not let this user read the file; `None` if it does. Only a file whose
    /// permissions deny reading to somebody is opened for this check.
    pub fn refusal(&self) -> Option<Problem> {
        if !self.is_restricted {
            return None;
        }
        let refused = |path: &Path| {
            File::open(path).err().filter(|error| error.kind() == ErrorKind::PermissionDenied)
        };
        let later = later_volumes(&self.path);
        let error = refused(&self.path)
            .or_else(|| later.iter().find_map(|volume| refused(&volume.path)))?;
        Some(Problem::io(Origin::file(self.path.clone()), &error))
    }

    /// True if engine analysis that is read with the file lies beside it.
    pub fn has_sidecar(&self) -> bool {
        self.has_sidecar && sidecar_path(&self.path).exists()
    }

    /// Size and time of the file as they are now; `None` if the file is gone.
    pub fn current_state(&self) -> Option<WalkedFile> {
        let metadata = std::fs::metadata(&self.path).ok()?;
        Some(WalkedFile::new(self.path.clone(), &metadata, self.has_sidecar))
    }
}

#[cfg(unix)]
fn is_restricted(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o444 != 0o444
}

#[cfg(not(unix))]
fn is_restricted(_: &Metadata) -> bool {
    false
}

/// What a walk reports about one path.
#[derive(Debug)]
pub enum WalkEvent {
    /// File that may hold games.
    File(WalkedFile),
    /// File of a kind that is not read.
    Other(Arc<Path>),
    /// File that is passed over because it belongs to another one, such as `._game.sgf`, or because it is a pipe or the
    /// like whose name promises no game.
    SideFile,
    /// File that a pattern takes away.
    ExcludedFile,
    /// Folder that a pattern takes away, which was not entered.
    ExcludedFolder,
    /// File that belongs to another shard and was not opened.
    OtherShard,
    /// Folder with trash, old versions or the like, which was not entered.
    SkippedFolder,
    /// Path that the walk cannot read.
    Problem(Problem),
}

/// Walks the root of `scope`, a folder or a single file, in the order of file names.
///
/// Links are followed, unless they lead back to something that is read anyway (below this root or as another root), or
/// into `/proc` or `/sys`, where reading may never end. A file with several names is read once, under the first name,
/// where the system reveals that. Folders with trash and the like are skipped, and so is what the patterns of the scope
/// take away.
///
/// With [`Limits::sniff`], files whose names are not those of game records are worth opening too, if they begin like
/// one.
pub fn walk(scope: &RootScope, limits: &Limits, visit: &mut dyn FnMut(WalkEvent)) {
    let root = scope.root();
    let entries = entries(root).sort_by_file_name().into_iter();
    let links = RefCell::new(Links::new(scope));
    let left_out = RefCell::new(Vec::new());
    let enters = |entry: &walkdir::DirEntry| match links.borrow_mut().enters(entry, scope) {
        Ok(enters) => enters,
        Err(event) => {
            left_out.borrow_mut().push(event);
            false
        }
    };
    for entry in entries.filter_entry(enters) {
        match entry {
            Err(error) => problem(root, &error).into_iter().for_each(&mut *visit),
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => visit_entry(&entry, scope, limits, &mut links.borrow_mut())
                .into_iter()
                .for_each(&mut *visit),
        }
    }
    left_out.take().into_iter().for_each(visit);
}

/// Links below a root that a walk follows: to a folder, to a file, or to a target that does not exist yet.
pub fn followed_links(root: &Path) -> Vec<PathBuf> {
    let scope = RootScope::new(root, None);
    let mut links = Links::new(&scope);
    let entries = entries(root)
        .into_iter()
        .filter_entry(|entry| links.enters(entry, &scope).unwrap_or(false));
    let is_link = |path: &Path| path.symlink_metadata().is_ok_and(|met| met.is_symlink());
    let link = |entry: walkdir::Result<walkdir::DirEntry>| match entry {
        Ok(entry) => (entry.depth() > 0 && entry.path_is_symlink()).then(|| entry.into_path()),
        Err(error) if error.loop_ancestor().is_some() => None,
        Err(error) => error.path().filter(|path| is_link(path)).map(Path::to_owned),
    };
    entries.filter_map(link).collect()
}

/// Number of the system error for a link that leads in a circle (ELOOP). It has no stable [`ErrorKind`].
const ELOOP: i32 = if cfg!(target_os = "linux") { 40 } else { 62 };

/// True if a path is a link whose target is missing, or that leads in a circle.
fn leads_nowhere(path: &Path, error: &std::io::Error) -> bool {
    let is_missing = matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    let is_link = || path.symlink_metadata().is_ok_and(|met| met.is_symlink());
    (is_missing || error.raw_os_error() == Some(ELOOP)) && is_link()
}

/// Iterator over all paths below a root, including those reached through links.
fn entries(root: &Path) -> walkdir::WalkDir {
    walkdir::WalkDir::new(root).follow_links(true)
}

/// Links, and files with several names, that a walk has met.
struct Links<'p> {
    /// Canonical path of the root.
    root: Option<PathBuf>,
    /// Canonical paths of other roots that are read together with this one.
    others: &'p [PathBuf],
    /// Paths below this root at which another root begins. The walk does not enter them, since the other root is read
    /// by itself.
    other_root_paths: HashSet<PathBuf>,
    /// Links to folders that were followed.
    followed: Vec<PathBuf>,
    /// Device and inode number of files that may be met again, with the name under which each was met first.
    files: HashMap<(u64, u64), Arc<Path>>,
}

impl<'p> Links<'p> {
    fn new(part: &'p RootScope) -> Links<'p> {
        let mut links = Links {
            root: part.root().canonicalize().ok(),
            others: part.others(),
            other_root_paths: HashSet::new(),
            followed: Vec::new(),
            files: HashMap::new(),
        };
        if let Some(real) = links.root.clone() {
            links.record_other_roots(part.root(), &real);
        }
        links
    }

    /// Records where other roots lie below `folder`, whose canonical path is `real`.
    fn record_other_roots(&mut self, folder: &Path, real: &Path) {
        let below = self.others.iter().filter_map(|other| other.strip_prefix(real).ok());
        let below = below.filter(|below| !below.as_os_str().is_empty());
        self.other_root_paths.extend(below.map(|below| folder.join(below)));
    }

    /// Returns true if the walk should take this file or enter this folder. If it is left out for a reason that the
    /// visitor must learn, the reason is returned as an error.
    fn enters(&mut self, entry: &walkdir::DirEntry, scope: &RootScope) -> Result<bool, WalkEvent> {
        let is_link = entry.path_is_symlink();
        let is_folder = entry.file_type().is_dir();
        let choice = match entry.depth() {
            0 => FileChoice::ByKind,
            _ => scope.choice_on_disk(entry.path(), is_folder),
        };
        if choice == FileChoice::Excluded {
            return Err(if is_folder {
                WalkEvent::ExcludedFolder
            } else {
                WalkEvent::ExcludedFile
            });
        }
        if (is_link || entry.depth() == 0)
            && let Some(message) = self.refusal(entry)
        {
            return Err(WalkEvent::Problem(not_a_file(entry.path(), message)));
        }
        if entry.depth() == 0 {
            return Ok(true);
        }
        if !self.other_root_paths.is_empty() && self.other_root_paths.contains(entry.path()) {
            return Ok(false);
        }
        if choice == FileChoice::PassedOver {
            return Err(if is_folder { WalkEvent::SkippedFolder } else { WalkEvent::SideFile });
        }
        let may_be_index = is_link || is_folder;
        Ok(!may_be_index || !is_index_folder(entry.path()))
    }

    /// Reason why a link, or the root of the walk, is not followed.
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
        let is_below = |root: &PathBuf| target.starts_with(root);
        let is_read = is_below(root) || self.others.iter().any(is_below);
        if is_dir && (is_read || root.starts_with(&target)) {
            return Some("is a link to a folder that is read anyway; it was not followed");
        }
        let may_hold_games = || file_kind(&target.to_string_lossy()) != FileKind::Other;
        if !is_dir && is_read && may_hold_games() {
            return Some("is a link to a file that is read anyway; it was not followed");
        }
        if is_dir {
            self.record_other_roots(entry.path(), &target);
            self.followed.push(entry.path().to_owned());
        }
        None
    }

    /// True if the walk has reached the file through a link.
    fn is_reached_by_link(&self, entry: &walkdir::DirEntry) -> bool {
        let path = entry.path();
        entry.path_is_symlink() || self.followed.iter().any(|link| path.starts_with(link))
    }

    /// True if the file may be met under another name. False if the system does not reveal that.
    fn has_names(&self, entry: &walkdir::DirEntry) -> bool {
        let names = entry.metadata().ok().and_then(|known| identity(&known));
        names.is_some_and(|(_, names)| names > 1 || self.is_reached_by_link(entry))
    }

    /// Name under which the walk has met the same file before, since a file may have several names. If the walk has not
    /// met the file yet, registers it under `path` and returns `None`.
    fn earlier_name(
        &mut self,
        entry: &walkdir::DirEntry,
        path: &Arc<Path>,
        metadata: &Metadata,
    ) -> Option<Arc<Path>> {
        let (identity, names) = identity(metadata)?;
        if names < 2 && !self.is_reached_by_link(entry) {
            return None;
        }
        let earlier = self.files.get(&identity).cloned();
        if earlier.is_none() {
            self.files.insert(identity, path.clone());
        }
        earlier
    }
}

/// Device and inode number of a file, and the number of its names (hard links).
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

fn visit_entry(
    entry: &walkdir::DirEntry,
    part: &RootScope,
    limits: &Limits,
    links: &mut Links,
) -> Option<WalkEvent> {
    let path: Arc<Path> = entry.path().into();
    let size = || entry.metadata().map_or(0, |data| data.len());
    let is_other_shard =
        entry.file_type().is_file() && part.skips_file(&Origin::file(path.clone()), limits, size);
    if limits.sidecars && is_sidecar(&path) {
        return Some(WalkEvent::SideFile);
    }
    let is_file = entry.file_type().is_file();
    // A later volume of a split archive is read with the first one.
    if entry.depth() > 0 && is_file && first_volume(&path).is_some() {
        return Some(WalkEvent::SideFile);
    }
    // A file named on the command line (depth 0) is read, whatever its name.
    let reading = part.reading(&Origin::file(path.clone()), limits.sniff);
    let is_read = match reading {
        Reading::IfLooksLikeRecord => {
            if is_other_shard && !links.has_names(entry) {
                return Some(WalkEvent::OtherShard);
            }
            is_file && file_looks_like_record(&path)
        }
        _ => reading.opens(),
    };
    if !is_read {
        return Some(if is_file { WalkEvent::Other(path) } else { WalkEvent::SideFile });
    }
    if !is_file {
        return Some(WalkEvent::Problem(not_a_file(path, "is not a regular file")));
    }
    let metadata = match entry.metadata() {
        Err(error) => return problem(&path, &error),
        Ok(metadata) => metadata,
    };
    Some(match links.earlier_name(entry, &path, &metadata) {
        Some(name) => {
            let message = format!("is another name of {}, which is read", name.display());
            WalkEvent::Problem(not_a_file(path, message))
        }
        None if is_other_shard => WalkEvent::OtherShard,
        None => WalkEvent::File(WalkedFile::new(path, &metadata, limits.sidecars)),
    })
}

/// True if a file, by its name, is the engine analysis of the game file beside it.
fn is_sidecar(path: &Path) -> bool {
    let name = path.to_string_lossy();
    (name.strip_suffix(SIDECAR_SUFFIX)).is_some_and(|of| file_kind(of) == FileKind::Record)
}

fn not_a_file(path: impl Into<Arc<Path>>, message: impl Into<String>) -> Problem {
    Problem::new(Origin::file(path), ProblemKind::NotAFile, message)
}

/// What to report for a file or folder that the system could not list: a problem, or nothing if it has been deleted
/// meanwhile.
fn problem(root: &Path, error: &walkdir::Error) -> Option<WalkEvent> {
    let path = error.path().unwrap_or(root);
    if let Some(ancestor) = error.loop_ancestor() {
        let ancestor = ancestor.display();
        let message = format!("is a link back to {ancestor}; it was not followed");
        return Some(WalkEvent::Problem(not_a_file(path, message)));
    }
    let cause = error.io_error();
    if cause.is_some_and(|cause| leads_nowhere(path, cause)) {
        let message = "is a link that leads nowhere";
        return Some(WalkEvent::Problem(not_a_file(path, message)));
    }
    if cause.is_some_and(|cause| cause.kind() == ErrorKind::NotFound) && path != root {
        return None;
    }
    let reason = cause.map_or_else(|| error.to_string(), io_reason);
    let problem = Problem::new(Origin::file(path), ProblemKind::Unreadable, reason);
    Some(WalkEvent::Problem(problem))
}

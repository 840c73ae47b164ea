//! Finds the files of a root.

use super::kind::{FileKind, HEAD, file_kind, is_side_file, looks_like_record};
use super::limits::Limits;
use super::part::RootScope;
use super::problem::{Problem, ProblemKind};
use super::sidecar::{SIDECAR, sidecar_path};
use crate::error::io_reason;
use crate::origin::Origin;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

/// The name of index folders, which are never crawled.
pub const INDEX_FOLDER: &str = ".kifu-index";

/// Folders of what was deleted, of earlier versions and of thumbnails, as systems and programs name them. They hold
/// copies of what lies elsewhere, so they are passed over unless a root lies inside.
const PASSED_OVER: [&str; 26] = [
    // Trash: XDG (with the user's number behind a hyphen), macOS, Windows, Synology, QNAP, Samba.
    ".Trash",
    ".Trashes",
    "$RECYCLE.BIN",
    "RECYCLER",
    "RECYCLED",
    "#recycle",
    "@Recycle",
    ".recycle",
    // Earlier versions: Syncthing, Resilio Sync, file systems and network storage, version control.
    ".stversions",
    ".stfolder",
    ".sync",
    ".snapshot",
    ".snapshots",
    "#snapshot",
    "@Recently-Snapshot",
    ".zfs",
    ".git",
    ".hg",
    ".svn",
    // Thumbnails and side files: Synology, QNAP, macOS.
    "@eaDir",
    ".@__thumb",
    ".AppleDouble",
    "__MACOSX",
    ".Spotlight-V100",
    ".fseventsd",
    // The system's own.
    "System Volume Information",
];

/// Whether a folder of this name is passed over.
fn is_passed_over(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let mut known = PASSED_OVER.iter();
    name.starts_with(".Trash-") || known.any(|known| name.eq_ignore_ascii_case(known))
}

/// Whether the walk through `outer` passes over a folder in which `inner`, a path below it, lies.
pub fn passes_over(outer: &Path, inner: &Path) -> bool {
    let below = inner.strip_prefix(outer).ok();
    below.is_some_and(|below| below.iter().any(is_passed_over))
}

/// A file worth opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WalkedFile {
    /// The absolute path.
    pub path: Arc<Path>,
    /// Its length in bytes.
    pub size: u64,
    /// When it was last changed, in nanoseconds since 1970, if the system says so. With [`Limits::sidecars`] the file
    /// beside it counts as well.
    pub modified: Option<i64>,
    has_sidecar: bool,
    /// Whether the permissions keep somebody from reading it, perhaps this user.
    is_restricted: bool,
}

impl WalkedFile {
    fn new(path: Arc<Path>, metadata: &Metadata, has_sidecar: bool) -> WalkedFile {
        let own = modified(metadata);
        let beside = has_sidecar.then(|| std::fs::metadata(sidecar_path(&path)).ok());
        // One that is put beside it with an old time, or taken away, changes the sum too.
        let both = beside.flatten().map(|beside| {
            let later = own.max(modified(&beside))?;
            Some(later.saturating_add(1 + beside.len().min(1 << 29) as i64))
        });
        WalkedFile {
            path,
            size: metadata.len(),
            modified: both.unwrap_or(own),
            has_sidecar,
            is_restricted: is_restricted(metadata),
        }
    }

    /// Why the file may not be read, if the system refuses that. Files that everybody may read are not opened for it.
    pub fn refusal(&self) -> Option<Problem> {
        if !self.is_restricted {
            return None;
        }
        let error = File::open(&self.path).err()?;
        let is_refused = error.kind() == ErrorKind::PermissionDenied;
        is_refused.then(|| Problem::io(Origin::file(self.path.clone()), &error))
    }

    /// Whether a file with analysis lies beside it that is read with it.
    pub fn has_sidecar(&self) -> bool {
        self.has_sidecar && sidecar_path(&self.path).exists()
    }

    /// The file as it is now, or `None` if it is gone.
    pub fn again(&self) -> Option<WalkedFile> {
        let metadata = std::fs::metadata(&self.path).ok()?;
        Some(WalkedFile::new(self.path.clone(), &metadata, self.has_sidecar))
    }
}

/// When a file was last changed, in nanoseconds since 1970; less than 0 before that.
fn modified(metadata: &Metadata) -> Option<i64> {
    let nanoseconds = |time: Duration| i64::try_from(time.as_nanos()).unwrap_or(i64::MAX);
    Some(match metadata.modified().ok()?.duration_since(UNIX_EPOCH) {
        Ok(since) => nanoseconds(since),
        Err(before) => -nanoseconds(before.duration()),
    })
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

/// What a walk meets.
#[derive(Debug)]
pub enum WalkEvent {
    /// A file that may hold games.
    File(WalkedFile),
    /// A file of another kind.
    Other,
    /// A file of another shard. It was not opened.
    Elsewhere,
    /// A folder of trash, of earlier versions or the like, which was not entered.
    PassedFolder,
    /// Something that cannot be read.
    Problem(Problem),
}

/// Walks a part's root, either a folder or a single file, in the order of names. Links are followed, unless they lead
/// back to something that is read anyway, below this root or as another one, or into `/proc` or `/sys`, where reading
/// may never end. A file with several names is read once, under the first of them, where the system reveals that.
/// Folders of trash and the like are passed over.
///
/// With [`Limits::sniff`], files with other names that begin like a game are worth opening too.
pub fn walk(part: &RootScope, limits: &Limits, visit: &mut dyn FnMut(WalkEvent)) {
    let root = part.root();
    let entries = entries(root).sort_by_file_name().into_iter();
    let links = RefCell::new(Links::new(part));
    let left_out = RefCell::new(Vec::new());
    let wanted = |entry: &walkdir::DirEntry| match links.borrow_mut().enters(entry) {
        Ok(enters) => enters,
        Err(event) => {
            left_out.borrow_mut().push(event);
            false
        }
    };
    for entry in entries.filter_entry(wanted) {
        match entry {
            Err(error) => problem(root, &error).into_iter().for_each(&mut *visit),
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => meet(&entry, part, limits, &mut links.borrow_mut())
                .into_iter()
                .for_each(&mut *visit),
        }
    }
    left_out.take().into_iter().for_each(visit);
}

/// The links below a root that lead a walk to another place: to a folder, to a file, or nowhere as yet.
pub fn followed_links(root: &Path) -> Vec<PathBuf> {
    let whole = RootScope::new(root, None);
    let mut links = Links::new(&whole);
    let entries =
        entries(root).into_iter().filter_entry(|entry| links.enters(entry).unwrap_or(false));
    let is_link = |path: &Path| path.symlink_metadata().is_ok_and(|met| met.is_symlink());
    let link = |entry: walkdir::Result<walkdir::DirEntry>| match entry {
        Ok(entry) => (entry.depth() > 0 && entry.path_is_symlink()).then(|| entry.into_path()),
        Err(error) if error.loop_ancestor().is_some() => None,
        Err(error) => error.path().filter(|path| is_link(path)).map(Path::to_owned),
    };
    entries.filter_map(link).collect()
}

/// The number of the error of a link that leads in a circle (ELOOP), which has no stable [`ErrorKind`].
const CIRCLE: i32 = if cfg!(target_os = "linux") { 40 } else { 62 };

/// Whether a path is a link that leads nowhere, or in a circle.
fn leads_nowhere(path: &Path, error: &std::io::Error) -> bool {
    let is_missing = matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    let is_link = || path.symlink_metadata().is_ok_and(|met| met.is_symlink());
    (is_missing || error.raw_os_error() == Some(CIRCLE)) && is_link()
}

/// What lies below a root, behind links too.
fn entries(root: &Path) -> walkdir::WalkDir {
    walkdir::WalkDir::new(root).follow_links(true)
}

/// The links of a walk.
struct Links<'p> {
    /// The root's real path.
    root: Option<PathBuf>,
    /// The real paths of other roots that are read.
    others: &'p [PathBuf],
    /// Where the walk would meet these.
    barred: HashSet<PathBuf>,
    /// The links to folders that were followed.
    followed: Vec<PathBuf>,
    /// For files that may be met again, their identity and the name under which they were met.
    files: HashMap<(u64, u64), Arc<Path>>,
}

impl<'p> Links<'p> {
    fn new(part: &'p RootScope) -> Links<'p> {
        let mut links = Links {
            root: part.root().canonicalize().ok(),
            others: part.others(),
            barred: HashSet::new(),
            followed: Vec::new(),
            files: HashMap::new(),
        };
        if let Some(real) = links.root.clone() {
            links.bar(part.root(), &real);
        }
        links
    }

    /// Notes where the other roots lie below a folder that is really `real`.
    fn bar(&mut self, folder: &Path, real: &Path) {
        let below = self.others.iter().filter_map(|other| other.strip_prefix(real).ok());
        let below = below.filter(|below| !below.as_os_str().is_empty());
        self.barred.extend(below.map(|below| folder.join(below)));
    }

    /// Whether the walk goes on with an entry. If it does not and the visitor has to know, the event for the visitor.
    fn enters(&mut self, entry: &walkdir::DirEntry) -> Result<bool, WalkEvent> {
        let is_link = entry.path_is_symlink();
        if (is_link || entry.depth() == 0)
            && let Some(message) = self.refusal(entry)
        {
            return Err(WalkEvent::Problem(not_a_file(entry.path(), message)));
        }
        if entry.depth() == 0 {
            return Ok(true);
        }
        if !self.barred.is_empty() && self.barred.contains(entry.path()) {
            return Ok(false);
        }
        if entry.file_type().is_dir() && is_passed_over(entry.file_name()) {
            return Err(WalkEvent::PassedFolder);
        }
        let may_be_index = is_link || entry.file_type().is_dir();
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
        let is_below = |root: &PathBuf| target.starts_with(root);
        let is_read = is_below(root) || self.others.iter().any(is_below);
        if is_dir && (is_read || root.starts_with(&target)) {
            return Some("is a link to a folder that is read anyway; it was not followed");
        }
        let is_wanted = || file_kind(&target.to_string_lossy()) != FileKind::Other;
        if !is_dir && is_read && is_wanted() {
            return Some("is a link to a file that is read anyway; it was not followed");
        }
        if is_dir {
            self.bar(entry.path(), &target);
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
) -> Option<WalkEvent> {
    let sniff = limits.sniff;
    let path: Arc<Path> = entry.path().into();
    let passes = entry.file_type().is_file() && part.passes_file(&Origin::file(path.clone()));
    if limits.sidecars && is_sidecar(&path) {
        return Some(WalkEvent::Other);
    }
    // A file named on the command line is read, whatever its name.
    if entry.depth() > 0 && is_side_file(&entry.file_name().to_string_lossy()) {
        return Some(WalkEvent::Other);
    }
    if entry.depth() > 0 && file_kind(&path.to_string_lossy()) == FileKind::Other {
        if sniff && passes && !links.has_names(entry) {
            return Some(WalkEvent::Elsewhere);
        }
        let sniffed = sniff && entry.file_type().is_file() && begins_like_record(&path);
        if !sniffed {
            return Some(WalkEvent::Other);
        }
    }
    if !entry.file_type().is_file() {
        return Some(WalkEvent::Problem(not_a_file(path, "is not a regular file")));
    }
    let metadata = match entry.metadata() {
        Err(error) => return problem(&path, &error),
        Ok(metadata) => metadata,
    };
    Some(match links.met_before(entry, &path, &metadata) {
        Some(name) => {
            let message = format!("is another name of {}, which is read", name.display());
            WalkEvent::Problem(not_a_file(path, message))
        }
        None if passes => WalkEvent::Elsewhere,
        None => WalkEvent::File(WalkedFile::new(path, &metadata, limits.sidecars)),
    })
}

/// Whether a file is the analysis of the game beside it.
fn is_sidecar(path: &Path) -> bool {
    let name = path.to_string_lossy();
    (name.strip_suffix(SIDECAR)).is_some_and(|of| file_kind(of) == FileKind::Record)
}

fn begins_like_record(path: &Path) -> bool {
    let mut head = Vec::with_capacity(HEAD);
    File::open(path).and_then(|file| file.take(HEAD as u64).read_to_end(&mut head)).is_ok()
        && looks_like_record(&head)
}

fn not_a_file(path: impl Into<Arc<Path>>, message: impl Into<String>) -> Problem {
    Problem::new(Origin::file(path), ProblemKind::NotAFile, message)
}

/// What the walk tells of an entry that the system did not show. What is gone meanwhile is nothing.
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

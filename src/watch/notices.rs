//! Notices of the system about changed files, gathered until the files are whole.

use crate::engine::build::INDEX_FOLDER;
use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// After the last notice nothing happens for so long before the changes count as complete.
const QUIET: Duration = Duration::from_millis(300);
/// But those that are complete wait no longer than this for others.
const LONGEST: Duration = Duration::from_secs(3);
/// A file that is open for writing, and not written to for so long, counts as whole.
const STALLED: Duration = Duration::from_secs(60);
/// How often roots without notices are looked at.
const LOOK: Duration = Duration::from_secs(60);

/// The notices about some roots.
pub(super) struct Notices {
    roots: Vec<PathBuf>,
    /// The index, which may lie below a root and is no part of the archive.
    index: PathBuf,
    received: Receiver<notify::Result<Event>>,
    /// Sends notices as long as it is there.
    _watcher: Option<RecommendedWatcher>,
    /// The roots without notices.
    silent: Vec<PathBuf>,
    looked: Instant,
    pending: Pending,
}

/// Changes that nobody was told of yet.
#[derive(Default)]
struct Pending {
    /// When the first and the last of them came.
    span: Option<(Instant, Instant)>,
    /// Whether any of them is complete.
    is_any_complete: bool,
    /// The files that are being written, each with the time of the last notice.
    writing: HashMap<PathBuf, Instant>,
}

impl Notices {
    pub(super) fn new(roots: &[PathBuf], index: &Path) -> Notices {
        let (send, received) = channel();
        let watcher = notify::recommended_watcher(send);
        let mut notices = Notices {
            roots: roots.to_vec(),
            index: index.canonicalize().unwrap_or_else(|_| index.to_owned()),
            received,
            silent: Vec::new(),
            looked: Instant::now(),
            pending: Pending::default(),
            _watcher: None,
        };
        match watcher {
            Err(_) => notices.silent = roots.to_vec(),
            Ok(mut watcher) => {
                let is_silent = |root: &&PathBuf| !has_notices(root) || !add(&mut watcher, root);
                notices.silent = roots.iter().filter(is_silent).cloned().collect();
                notices._watcher = Some(watcher);
            }
        }
        notices
    }

    /// The roots without notices.
    pub(super) fn silent(&self) -> &[PathBuf] {
        &self.silent
    }

    /// Waits until files changed. Returns those that are still being written.
    pub(super) fn wait(&mut self) -> BTreeSet<PathBuf> {
        loop {
            let now = Instant::now();
            if let Some(unfinished) = self.pending.take(now) {
                return unfinished;
            }
            let due = self.pending.due();
            let look = (!self.silent.is_empty()).then(|| self.looked + LOOK);
            if look.is_some_and(|look| look <= now) {
                self.looked = now;
                return self.pending.writing.keys().cloned().collect();
            }
            let until = [due, look].into_iter().flatten().min();
            let next = match until {
                None => self
                    .received
                    .recv()
                    .map_err(|_| RecvTimeoutError::Disconnected),
                Some(until) => self
                    .received
                    .recv_timeout(until.saturating_duration_since(now)),
            };
            match next {
                Ok(notice) => self.note(notice),
                Err(RecvTimeoutError::Timeout) => {}
                // No watcher; what is silent is looked at.
                Err(RecvTimeoutError::Disconnected) => std::thread::sleep(LOOK),
            }
        }
    }

    fn note(&mut self, notice: notify::Result<Event>) {
        let now = Instant::now();
        match notice {
            // Notices may be lost, so everything may have changed.
            Err(_) => self.pending.note(now, &[], EventKind::Any),
            Ok(event) if event.need_rescan() => self.pending.note(now, &[], EventKind::Any),
            Ok(event) => {
                let paths = event.paths.into_iter();
                let paths: Vec<PathBuf> = paths.filter(|path| self.is_ours(path)).collect();
                if !paths.is_empty() {
                    self.pending.note(now, &paths, event.kind);
                }
            }
        }
    }

    /// Whether a path is in the archive.
    fn is_ours(&self, path: &Path) -> bool {
        let is_index = |part: Component| part.as_os_str() == INDEX_FOLDER;
        (self.roots.iter()).any(|root| path.starts_with(root))
            && !path.starts_with(&self.index)
            && !path.components().any(is_index)
    }
}

impl Pending {
    fn note(&mut self, now: Instant, paths: &[PathBuf], kind: EventKind) {
        match kind {
            // Where the system tells of the end, a file is being written from its first change on.
            EventKind::Modify(ModifyKind::Data(_)) if cfg!(target_os = "linux") => {
                let writing = paths.iter().map(|path| (path.clone(), now));
                self.writing.extend(writing);
            }
            EventKind::Access(AccessKind::Close(AccessMode::Write))
            | EventKind::Remove(_)
            | EventKind::Modify(ModifyKind::Name(RenameMode::From)) => {
                self.writing.retain(|path, _| !paths.contains(path));
                self.is_any_complete = true;
            }
            EventKind::Access(_) => return,
            _ => self.is_any_complete = true,
        }
        let first = self.span.map_or(now, |(first, _)| first);
        self.span = Some((first, now));
    }

    /// When there will be something to tell of, if no notice comes before that.
    fn due(&self) -> Option<Instant> {
        let (first, last) = self.span?;
        let whole = self.writing.values().map(|&last| last + STALLED).max();
        Some(match whole {
            None => (last + QUIET).min(first + LONGEST),
            Some(_) if self.is_any_complete => first + LONGEST,
            Some(whole) => whole,
        })
    }

    /// If the changes are complete, or some have waited long enough: the files that are still being written.
    fn take(&mut self, now: Instant) -> Option<BTreeSet<PathBuf>> {
        self.writing.retain(|_, last| *last + STALLED > now);
        if self.due()? > now {
            return None;
        }
        self.span = (!self.writing.is_empty()).then_some((now, now));
        self.is_any_complete = false;
        Some(self.writing.keys().cloned().collect())
    }
}

/// Asks for notices about a root; a file's come with those of its folder, since it may be replaced by another.
fn add(watcher: &mut RecommendedWatcher, root: &Path) -> bool {
    let (folder, mode) = match (root.is_dir(), root.parent()) {
        (false, Some(folder)) => (folder, RecursiveMode::NonRecursive),
        _ => (root, RecursiveMode::Recursive),
    };
    watcher.watch(folder, mode).is_ok()
}

/// Whether the system can know of all changes. Others may change a network share, and it hears nothing of them.
#[cfg(target_os = "linux")]
fn has_notices(root: &Path) -> bool {
    // NFS, SMB, CIFS, SMB2, 9P, FUSE (sshfs and others), AFS, Ceph: the magic numbers of statfs(2).
    const SHARES: [u64; 8] = [
        0x6969,
        0x517B,
        0xFF53_4D42,
        0xFE53_4D42,
        0x0102_1997,
        0x6573_5546,
        0x5346_414F,
        0x00C3_6400,
    ];
    rustix::fs::statfs(root).is_ok_and(|of| !SHARES.contains(&(of.f_type as u64)))
}

#[cfg(not(target_os = "linux"))]
fn has_notices(root: &Path) -> bool {
    root.exists()
}

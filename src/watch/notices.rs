//! Collects the system's reports of changed files until the files are complete.
//!
//! A watch belongs to a folder and not to its path. If another folder takes the path, or a link leads elsewhere, the
//! system does not report changes in the new folder. So every minute it is checked that the places to watch (roots and
//! targets of links) are those that are watched. A report that one of them was moved, removed or created triggers this
//! check earlier.

use super::places::{PlaceNames, WatchedPlace};
use kifu_engine::build::INDEX_FOLDER;
use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Time without reports after which the changes count as complete.
const QUIET_TIME: Duration = Duration::from_millis(300);
/// Maximum time for which changes whose files are complete wait for other files that are still being written.
const MAX_DELAY: Duration = Duration::from_secs(3);
/// Time without a write after which a file that is still open for writing counts as complete.
const STALLED_TIME: Duration = Duration::from_secs(60);
/// Interval at which the places without reports are read, and at which it is checked that the roots and targets of
/// links are those that are watched.
pub(super) const POLL_INTERVAL: Duration = Duration::from_secs(60);

/// Reason why the system does not report changes at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum WatchFault {
    /// The place is on a network share, which other machines may change.
    Share,
    /// The path does not exist.
    Gone,
    /// The system's limit on watched folders is reached.
    TooMany,
    /// Another error of the system.
    System(String),
}

/// Watch of the system on the places of some roots.
pub(super) struct Notices {
    roots: Vec<PathBuf>,
    /// Folder of the index, which may be below a root and is not part of the archive: its path as given, and its
    /// canonical path.
    index: [PathBuf; 2],
    received: Receiver<notify::Result<Event>>,
    sender: Sender<notify::Result<Event>>,
    watcher: Option<RecommendedWatcher>,
    places: Vec<WatchedPlace>,
    /// Paths for which the system was asked to report changes.
    requested: HashSet<PathBuf>,
    names: PlaceNames,
    /// Places whose changes are not reported.
    faults: Vec<(PathBuf, WatchFault)>,
    /// Interval between checks that the right places are watched.
    interval: Duration,
    last_poll: Instant,
    place_change: PlaceChange,
    pending: Pending,
}

/// What a report of the system implies for the set of watched places (roots and targets of links).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PlaceChange {
    None,
    /// A folder or a link was created or moved, so there may be new places to watch.
    Possible,
    /// A watched folder was moved or removed, so the places must be found again. Comparing inode numbers would not show
    /// it: a new folder at the path may get the number of the old one.
    Certain,
}

/// Changes that were reported by the system, but not returned to the caller yet.
#[derive(Default)]
struct Pending {
    /// Times of the first and the last report of a pending change; `None` if no change is pending.
    span: Option<(Instant, Instant)>,
    /// True if any change concerns a file that is not being written any more.
    is_any_complete: bool,
    /// Files that are being written, with the time of the last report.
    writing: HashMap<PathBuf, Instant>,
}

impl Notices {
    pub(super) fn new(roots: &[PathBuf], index: &Path, interval: Duration) -> Notices {
        let (sender, received) = channel();
        let real = index.canonicalize().unwrap_or_else(|_| index.to_owned());
        let mut notices = Notices {
            roots: roots.to_vec(),
            index: [index.to_owned(), real],
            received,
            sender,
            watcher: None,
            places: Vec::new(),
            requested: HashSet::new(),
            names: PlaceNames::default(),
            faults: Vec::new(),
            interval,
            last_poll: Instant::now(),
            place_change: PlaceChange::None,
            pending: Pending::default(),
        };
        notices.watch(WatchedPlace::all(roots));
        notices
    }

    /// Places whose changes are not reported, with the reasons.
    pub(super) fn faults(&self) -> &[(PathBuf, WatchFault)] {
        &self.faults
    }

    /// Waits until files have changed. Returns the files that are still being written.
    pub(super) fn wait(&mut self) -> BTreeSet<PathBuf> {
        loop {
            let now = Instant::now();
            if let Some(unfinished) = self.pending.take_if_due(now) {
                self.watch_changed_places();
                return unfinished;
            }
            let next_poll = self.last_poll + self.interval;
            if next_poll <= now {
                self.last_poll = now;
                let has_moved = self.places.iter().any(WatchedPlace::has_moved);
                if has_moved {
                    self.watch(WatchedPlace::all(&self.roots));
                }
                if has_moved || self.has_polled_places() {
                    return self.pending.writing.keys().cloned().collect();
                }
            }
            let left = self
                .pending
                .due()
                .map_or(next_poll, |due| due.min(next_poll))
                .saturating_duration_since(now);
            // The channel cannot be disconnected, because `self` holds a sender as well.
            if let Ok(notice) = self.received.recv_timeout(left) {
                self.handle_notice(notice);
            }
        }
    }

    /// True if files may change without a report. A place that does not exist does not count, since it has no files.
    fn has_polled_places(&self) -> bool {
        let mut faults = self.faults.iter();
        faults.any(|(_, fault)| *fault != WatchFault::Gone)
    }

    /// Finds the places to watch again and watches them, if a report implies that they may have changed.
    fn watch_changed_places(&mut self) {
        let change = std::mem::replace(&mut self.place_change, PlaceChange::None);
        if change == PlaceChange::None {
            return;
        }
        let places = WatchedPlace::all(&self.roots);
        if change == PlaceChange::Certain || places != self.places {
            self.watch(places);
        }
    }

    /// Finds the places below the roots, watches all of them, and no longer watches others. Changes before this call
    /// are not reported, so a build has to follow.
    fn watch(&mut self, places: Vec<WatchedPlace>) {
        if let Some(watcher) = &mut self.watcher {
            for path in self.requested.drain() {
                // The call fails for a path that no longer exists. Such a path is not watched any more anyway, so the
                // error is ignored.
                let _ = watcher.unwatch(&path);
            }
        }
        self.faults.clear();
        self.names = PlaceNames::default();
        for place in &places {
            self.names.add(&place.build_path, place);
        }
        // The watcher must not follow links, because `followed_links` decides which links a build follows.
        let config = Config::default().with_follow_symlinks(false);
        let mut watcher_fault = None;
        if self.watcher.is_none() {
            let sender = self.sender.clone();
            match RecommendedWatcher::new(sender, config) {
                Ok(watcher) => self.watcher = Some(watcher),
                Err(error) => watcher_fault = Some(watch_fault(&error)),
            }
        }
        // A watched folder reports changes in all folders inside it. None of them is watched by a second path, because
        // then its reports would use that path.
        let mut covered = HashSet::new();
        let (folders, files): (Vec<_>, Vec<_>) = places.iter().partition(|place| {
            let target = place.target.as_ref();
            target.is_none_or(|target| target.is_folder)
        });
        for place in folders.into_iter().chain(files) {
            let fault = match &watcher_fault {
                Some(fault) => Err(fault.clone()),
                None => self.add(place, &mut covered),
            };
            if let Err(fault) = fault {
                self.faults.push((place.build_path.clone(), fault));
            }
        }
        self.places = places;
    }

    /// Asks the system to report changes at a place, unless the place lies in a watched folder, whose reports include
    /// it.
    fn add(
        &mut self,
        place: &WatchedPlace,
        covered: &mut HashSet<PathBuf>,
    ) -> Result<(), WatchFault> {
        let (Some(target), Some((path, is_recursive))) = (&place.target, place.watch_request())
        else {
            // A link whose target is missing is a problem of the build, not of the watch.
            return if place.is_root { Err(WatchFault::Gone) } else { Ok(()) };
        };
        if target.real.ancestors().any(|above| covered.contains(above)) {
            return Ok(());
        }
        self.names.add(&target.real, place);
        let mode = if is_recursive {
            covered.insert(target.real.clone());
            RecursiveMode::Recursive
        } else {
            RecursiveMode::NonRecursive
        };
        if !has_notices(path) {
            return Err(WatchFault::Share);
        }
        if let Some(watcher) = &mut self.watcher
            && self.requested.insert(path.to_owned())
        {
            watcher.watch(path, mode).map_err(|error| watch_fault(&error))?;
        }
        Ok(())
    }

    fn handle_notice(&mut self, notice: notify::Result<Event>) {
        let now = Instant::now();
        match notice {
            // Reports may have been lost, so everything may have changed.
            Err(error) => {
                if watch_fault(&error) == WatchFault::TooMany {
                    self.mark_roots_unwatched();
                }
                self.pending.add(now, &[], EventKind::Any);
            }
            Ok(event) if event.need_rescan() => {
                self.place_change = self.place_change.max(PlaceChange::Possible);
                self.pending.add(now, &[], EventKind::Any);
            }
            Ok(event) => {
                let change = event
                    .paths
                    .iter()
                    .map(|path| self.change_at(path, event.kind))
                    .max()
                    .unwrap_or(PlaceChange::None);
                self.place_change = self.place_change.max(change);
                let paths: Vec<PathBuf> =
                    event.paths.iter().filter_map(|path| self.path_in_build(path)).collect();
                if !paths.is_empty() || change == PlaceChange::Certain {
                    self.pending.add(now, &paths, event.kind);
                }
            }
        }
    }

    /// Records that some folders below the roots are not watched. It is unknown which, so every root is listed.
    fn mark_roots_unwatched(&mut self) {
        for root in &self.roots {
            let is_known = self.faults.iter().any(|(place, _)| place == root);
            if !is_known {
                self.faults.push((root.clone(), WatchFault::TooMany));
            }
        }
    }

    /// Whether the places to watch may have changed, judged by a report about a path.
    fn change_at(&self, path: &Path, kind: EventKind) -> PlaceChange {
        let changes_entries = !matches!(
            kind,
            EventKind::Access(_) | EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_))
        );
        let is_link_or_folder = || {
            let metadata = path.symlink_metadata();
            metadata.is_ok_and(|met| met.is_symlink() || met.is_dir())
        };
        let is_gone = matches!(kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)));
        let changes_places = |named: PathBuf| self.names.contains(&named) || is_link_or_folder();
        if changes_entries && is_gone && self.requested.contains(path) {
            PlaceChange::Certain
        } else if changes_entries && self.path_in_build(path).is_some_and(changes_places) {
            PlaceChange::Possible
        } else {
            PlaceChange::None
        }
    }

    /// Path by which a build reads a file; `None` if the file is not in the archive.
    fn path_in_build(&self, path: &Path) -> Option<PathBuf> {
        let is_index = |part: Component| part.as_os_str() == INDEX_FOLDER;
        let is_in_index = self.index.iter().any(|index| path.starts_with(index))
            || path.components().any(is_index);
        self.names.path_in_build(path).filter(|_| !is_in_index)
    }
}

impl Pending {
    fn add(&mut self, now: Instant, paths: &[PathBuf], kind: EventKind) {
        match kind {
            // Linux reports when a file is closed after writing. So a file counts as being written from its first
            // reported change until that report.
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

    /// Time at which the pending changes can be returned to the caller, if no further report comes.
    fn due(&self) -> Option<Instant> {
        let (first, last) = self.span?;
        let all_stalled_at = self.writing.values().map(|&last| last + STALLED_TIME).max();
        Some(match all_stalled_at {
            None => (last + QUIET_TIME).min(first + MAX_DELAY),
            Some(_) if self.is_any_complete => first + MAX_DELAY,
            Some(whole) => whole,
        })
    }

    /// Clears the pending changes if they are complete or have waited long enough; `None` if the caller has to wait.
    /// Returns the files that are still being written.
    fn take_if_due(&mut self, now: Instant) -> Option<BTreeSet<PathBuf>> {
        self.writing.retain(|_, last| *last + STALLED_TIME > now);
        if self.due()? > now {
            return None;
        }
        self.span = (!self.writing.is_empty()).then_some((now, now));
        self.is_any_complete = false;
        Some(self.writing.keys().cloned().collect())
    }
}

fn watch_fault(error: &notify::Error) -> WatchFault {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => WatchFault::TooMany,
        notify::ErrorKind::PathNotFound => WatchFault::Gone,
        notify::ErrorKind::Io(error) => WatchFault::System(error.to_string()),
        _ => WatchFault::System(error.to_string()),
    }
}

/// True if the system reports all changes at a path. The system does not notice changes that other machines make on a
/// network share.
#[cfg(target_os = "linux")]
fn has_notices(root: &Path) -> bool {
    // Magic numbers in statfs(2) of NFS, SMB, CIFS, SMB2, 9P, FUSE (sshfs and others), AFS and Ceph.
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

#[cfg(test)]
#[cfg(unix)]
#[allow(clippy::unwrap_used)]
mod tests;

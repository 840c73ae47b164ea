//! Notices of the system about changed files, gathered until the files are whole.
//!
//! A watch belongs to a folder and not to its path. Where another folder takes its place, or a link leads elsewhere, the
//! system says nothing of the new one. So the places are compared with what was watched every minute, and sooner where
//! a notice says that one of them was moved, removed or made.

use super::places::{PlaceNames, WatchedPlace};
use kifu_engine::build::INDEX_FOLDER;
use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// After the last notice nothing happens for so long before the changes count as complete.
const QUIET: Duration = Duration::from_millis(300);
/// But those that are complete wait no longer than this for others.
const LONGEST: Duration = Duration::from_secs(3);
/// A file that is open for writing, and not written to for so long, counts as whole.
const STALLED: Duration = Duration::from_secs(60);
/// How often the places are compared with what is watched, and those without notices are read.
pub(super) const LOOK: Duration = Duration::from_secs(60);

/// Why the system gives no notice of changes at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum WatchFault {
    /// Other machines may change it.
    Share,
    /// There is nothing.
    Gone,
    /// The system watches no more folders.
    TooMany,
    /// Another reason.
    System(String),
}

/// The notices about some roots.
pub(super) struct Notices {
    roots: Vec<PathBuf>,
    /// The index, which may lie below a root and is no part of the archive; as it is named, and its real path.
    index: [PathBuf; 2],
    received: Receiver<notify::Result<Event>>,
    sender: Sender<notify::Result<Event>>,
    watcher: Option<RecommendedWatcher>,
    places: Vec<WatchedPlace>,
    /// The paths that the watcher watches.
    requested: HashSet<PathBuf>,
    names: PlaceNames,
    /// The places without notices.
    faults: Vec<(PathBuf, WatchFault)>,
    /// How often to look.
    interval: Duration,
    looked: Instant,
    change: PlaceChange,
    pending: Pending,
}

/// What notices say of the places themselves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PlaceChange {
    None,
    /// A folder or a link was made or moved, so there may be other places.
    Possible,
    /// What was watched was moved or removed. What is there now may even have its number.
    Certain,
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
            looked: Instant::now(),
            change: PlaceChange::None,
            pending: Pending::default(),
        };
        notices.watch(WatchedPlace::all(roots));
        notices
    }

    /// The places without notices, each with the reason.
    pub(super) fn faults(&self) -> &[(PathBuf, WatchFault)] {
        &self.faults
    }

    /// Waits until files changed. Returns those that are still being written.
    pub(super) fn wait(&mut self) -> BTreeSet<PathBuf> {
        loop {
            let now = Instant::now();
            if let Some(unfinished) = self.pending.take(now) {
                self.follow_change();
                return unfinished;
            }
            let look = self.looked + self.interval;
            if look <= now {
                self.looked = now;
                let has_moved = self.places.iter().any(WatchedPlace::has_moved);
                if has_moved {
                    self.watch(WatchedPlace::all(&self.roots));
                }
                if has_moved || self.has_silent_places() {
                    return self.pending.writing.keys().cloned().collect();
                }
            }
            let left =
                self.pending.due().map_or(look, |due| due.min(look)).saturating_duration_since(now);
            // It cannot be disconnected: this has a sender too.
            if let Ok(notice) = self.received.recv_timeout(left) {
                self.note(notice);
            }
        }
    }

    /// Whether files may change without a notice. What is not there has none.
    fn has_silent_places(&self) -> bool {
        let mut faults = self.faults.iter();
        faults.any(|(_, fault)| *fault != WatchFault::Gone)
    }

    /// Watches other places, if notices said that there may be some.
    fn follow_change(&mut self) {
        let change = std::mem::replace(&mut self.change, PlaceChange::None);
        if change == PlaceChange::None {
            return;
        }
        let places = WatchedPlace::all(&self.roots);
        if change == PlaceChange::Certain || places != self.places {
            self.watch(places);
        }
    }

    /// Watches these places and no others. Whatever changed before that is no longer noticed, so a build has to follow.
    fn watch(&mut self, places: Vec<WatchedPlace>) {
        if let Some(watcher) = &mut self.watcher {
            for path in self.requested.drain() {
                // What is gone is watched no more.
                let _ = watcher.unwatch(&path);
            }
        }
        self.faults.clear();
        self.names = PlaceNames::default();
        for place in &places {
            self.names.add(&place.named, place);
        }
        // Links are followed by whoever knows which ones a build follows.
        let config = Config::default().with_follow_symlinks(false);
        let mut made = None;
        if self.watcher.is_none() {
            let sender = self.sender.clone();
            match RecommendedWatcher::new(sender, config) {
                Ok(watcher) => self.watcher = Some(watcher),
                Err(error) => made = Some(fault_of(&error)),
            }
        }
        // A folder gives notice of all folders in it: none of them is watched by a second path, by which its notices
        // would be named from then on.
        let mut covered = HashSet::new();
        let (folders, files): (Vec<_>, Vec<_>) = places.iter().partition(|place| {
            let target = place.target.as_ref();
            target.is_none_or(|target| target.is_folder)
        });
        for place in folders.into_iter().chain(files) {
            let fault = match &made {
                Some(fault) => Err(fault.clone()),
                None => self.add(place, &mut covered),
            };
            if let Err(fault) = fault {
                self.faults.push((place.named.clone(), fault));
            }
        }
        self.places = places;
    }

    /// Asks for notices about a place, unless a folder around it gives them.
    fn add(
        &mut self,
        place: &WatchedPlace,
        covered: &mut HashSet<PathBuf>,
    ) -> Result<(), WatchFault> {
        let (Some(target), Some((path, is_recursive))) = (&place.target, place.request()) else {
            // A link that leads nowhere is a problem of the build.
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
            watcher.watch(path, mode).map_err(|error| fault_of(&error))?;
        }
        Ok(())
    }

    fn note(&mut self, notice: notify::Result<Event>) {
        let now = Instant::now();
        match notice {
            // Notices may be lost, so everything may have changed.
            Err(error) => {
                if fault_of(&error) == WatchFault::TooMany {
                    self.note_limit();
                }
                self.pending.note(now, &[], EventKind::Any);
            }
            Ok(event) if event.need_rescan() => {
                self.change = self.change.max(PlaceChange::Possible);
                self.pending.note(now, &[], EventKind::Any);
            }
            Ok(event) => {
                let change = event
                    .paths
                    .iter()
                    .map(|path| self.change_at(path, event.kind))
                    .max()
                    .unwrap_or(PlaceChange::None);
                self.change = self.change.max(change);
                let paths: Vec<PathBuf> =
                    event.paths.iter().filter_map(|path| self.named(path)).collect();
                if !paths.is_empty() || change == PlaceChange::Certain {
                    self.pending.note(now, &paths, event.kind);
                }
            }
        }
    }

    /// Not all folders below the roots are watched any more: any of them may be without notices.
    fn note_limit(&mut self) {
        for root in &self.roots {
            let is_known = self.faults.iter().any(|(place, _)| place == root);
            if !is_known {
                self.faults.push((root.clone(), WatchFault::TooMany));
            }
        }
    }

    /// What a notice about a path says of the places.
    fn change_at(&self, path: &Path, kind: EventKind) -> PlaceChange {
        let moves = !matches!(
            kind,
            EventKind::Access(_) | EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_))
        );
        let leads_on = || {
            let met = path.symlink_metadata();
            met.is_ok_and(|met| met.is_symlink() || met.is_dir())
        };
        let is_gone = matches!(kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)));
        let leads = |named: PathBuf| self.names.has(&named) || leads_on();
        if moves && is_gone && self.requested.contains(path) {
            PlaceChange::Certain
        } else if moves && self.named(path).is_some_and(leads) {
            PlaceChange::Possible
        } else {
            PlaceChange::None
        }
    }

    /// The path by which a build reads a file; `None` if it is not in the archive.
    fn named(&self, path: &Path) -> Option<PathBuf> {
        let is_index = |part: Component| part.as_os_str() == INDEX_FOLDER;
        let is_of_index = self.index.iter().any(|index| path.starts_with(index))
            || path.components().any(is_index);
        self.names.named(path).filter(|_| !is_of_index)
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

fn fault_of(error: &notify::Error) -> WatchFault {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => WatchFault::TooMany,
        notify::ErrorKind::PathNotFound => WatchFault::Gone,
        notify::ErrorKind::Io(error) => WatchFault::System(error.to_string()),
        _ => WatchFault::System(error.to_string()),
    }
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

#[cfg(test)]
#[cfg(unix)]
#[allow(clippy::unwrap_used)]
mod tests;

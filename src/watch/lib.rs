//! Keeps an index up to date: waits until files below its roots (the folders and archives that it covers) change, and
//! updates it.
//!
//! The system reports changes (`watch/notices.rs`) at the roots and where symbolic links below the roots lead
//! (`watch/places.rs`). Where the system does not report changes, for instance on a network share, the roots are read
//! every minute: a build that finds nothing changed takes some milliseconds.

mod notices;
mod places;

use kifu_archive::clock::now;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::build::{BuildReport, Options, ReadProgress, build, header};
use notices::{Notices, POLL_INTERVAL, WatchFault};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Delay before the next attempt if another process is writing to the index.
const LOCK_RETRY_DELAY: Duration = Duration::from_secs(1);

/// Event that the watch of an index reports to its caller.
pub enum WatchEvent {
    /// The index is up to date, and the watch begins.
    Started {
        /// Number of roots of the index.
        roots: usize,
        /// Roots, and links below them, that are read every minute because other machines may change them without a
        /// report.
        polled: Vec<PathBuf>,
    },
    /// The index was updated.
    Built(Box<BuildReport>),
    /// The update failed; it is tried again after the next change.
    Failed(Error),
    /// The index is up to date, but the system cannot report all changes, for the reason in the error. Changes in those
    /// places are noticed only when they are read again. Sent after every build until all changes are reported.
    PartlyWatched(Error),
}

/// Updates an index after every change below its roots. Tells `report` what happens, and ends when `report` returns
/// `Break`. The index must exist. Files that are being written are left out until they are complete.
pub fn watch(
    folder: &Path,
    options: &Options,
    progress: &ReadProgress,
    mut report: impl FnMut(WatchEvent) -> ControlFlow<()>,
) -> Result<(), Error> {
    let header = header(folder)?;
    let roots = header.roots();
    let mut notices = Notices::new(&roots, folder, POLL_INTERVAL);
    let mut options =
        Options { watch_started: Some(now().max(header.last_added + 1)), ..options.clone() };
    // The first build indexes what changed while nobody watched.
    let mut flow = report(build_when_unlocked(folder, &options, progress));
    if flow.is_continue() {
        let shares = notices.faults().iter().filter(|(_, fault)| *fault == WatchFault::Share);
        flow = report(WatchEvent::Started {
            roots: roots.len(),
            polled: shares.map(|(place, _)| place.clone()).collect(),
        });
    }
    while flow.is_continue() {
        if let Some(error) = watch_error(&notices) {
            flow = report(WatchEvent::PartlyWatched(error));
        }
        if flow.is_continue() {
            options.unfinished = notices.wait();
            flow = report(build_when_unlocked(folder, &options, progress));
        }
    }
    Ok(())
}

/// Error that says why the system does not report all changes. `None` if it reports them all, or if it misses only
/// changes on network shares, where missing them is normal.
fn watch_error(notices: &Notices) -> Option<Error> {
    let mut faults = notices.faults().iter().filter(|(_, fault)| *fault != WatchFault::Share);
    let (place, fault) = faults.next()?;
    let place = place.display();
    let message = match fault {
        WatchFault::Gone => format!("{place} does not exist; it is checked every minute"),
        WatchFault::System(reason) => {
            format!("{place} cannot be watched ({reason}); it is read every minute")
        }
        _ => format!(
            "the system's limit of watched folders is reached; {place} is read every minute"
        ),
    };
    let message = match faults.count() {
        0 => message,
        more => format!("{message}, and {more} more"),
    };
    let error = Error::new(ErrorKind::Io, message);
    Some(match fault {
        WatchFault::TooMany => {
            error.with_help("raise the limit: sysctl fs.inotify.max_user_watches")
        }
        _ => error,
    })
}

/// Updates the index. If another process is writing to it, waits and tries again.
fn build_when_unlocked(folder: &Path, options: &Options, progress: &ReadProgress) -> WatchEvent {
    loop {
        match build(folder, &[], options, progress) {
            Err(error) if error.kind() == ErrorKind::Locked => std::thread::sleep(LOCK_RETRY_DELAY),
            Err(error) => return WatchEvent::Failed(error),
            Ok(report) => return WatchEvent::Built(report.into()),
        }
    }
}

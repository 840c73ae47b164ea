//! Keeps an index up to date: waits until files below its roots change, and builds.
//!
//! The system reports changes (`watch/notices.rs`) at the roots and where the links below them lead
//! (`watch/places.rs`). Where it does not, for instance on a network share, the roots are read every minute: a build
//! that finds nothing changed takes some milliseconds.

mod notices;
mod places;

use kifu_archive::clock::now;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::build::{BuildReport, Options, ReadProgress, build, header};
use notices::{LOOK, Notices, WatchFault};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Delay before the next attempt if another process is writing to the index.
const LOCKED: Duration = Duration::from_secs(1);

/// Event that watching an index reports.
pub enum Watched {
    /// The index is up to date, and the watch begins.
    Begun {
        /// Number of roots of the index.
        roots: usize,
        /// Roots, and links below them, that are read every minute because other machines may change them without a
        /// report.
        silent: Vec<PathBuf>,
    },
    /// The index was updated.
    Built(Box<BuildReport>),
    /// The update failed; it is tried again after the next change.
    Failed(Error),
    /// The index is up to date, but some changes will not be noticed at once. Sent after every build while that is so.
    Unwatched(Error),
}

/// Updates an index after every change below its roots, until `report` returns `Break`. The index must exist. Files
/// that are being written are left out until they are complete.
pub fn watch(
    folder: &Path,
    options: &Options,
    progress: &ReadProgress,
    mut tell: impl FnMut(Watched) -> ControlFlow<()>,
) -> Result<(), Error> {
    let header = header(folder)?;
    let roots = header.roots();
    let mut notices = Notices::new(&roots, folder, LOOK);
    let mut options =
        Options { session: Some(now().max(header.last_added + 1)), ..options.clone() };
    // The first build finds what changed before the watch began.
    let mut flow = tell(refreshed(folder, &options, progress));
    if flow.is_continue() {
        let shares = notices.faults().iter().filter(|(_, fault)| *fault == WatchFault::Share);
        flow = tell(Watched::Begun {
            roots: roots.len(),
            silent: shares.map(|(place, _)| place.clone()).collect(),
        });
    }
    while flow.is_continue() {
        if let Some(error) = unwatched(&notices) {
            flow = tell(Watched::Unwatched(error));
        }
        if flow.is_continue() {
            options.unfinished = notices.wait();
            flow = tell(refreshed(folder, &options, progress));
        }
    }
    Ok(())
}

/// Error that says why the system does not report all changes, where it should.
fn unwatched(notices: &Notices) -> Option<Error> {
    let mut faults = notices.faults().iter().filter(|(_, fault)| *fault != WatchFault::Share);
    let (place, fault) = faults.next()?;
    let place = place.display();
    let message = match fault {
        WatchFault::Gone => format!("{place} is not there; it is looked for every minute"),
        WatchFault::System(reason) => {
            format!("{place} cannot be watched ({reason}); it is read every minute")
        }
        _ => format!("the system watches no more folders; {place} is read every minute"),
    };
    let message = match faults.count() {
        0 => message,
        more => format!("{message}, and {more} more"),
    };
    let error = Error::new(ErrorKind::Io, message);
    Some(match fault {
        WatchFault::TooMany => error.help("allow more: sysctl fs.inotify.max_user_watches"),
        _ => error,
    })
}

/// Builds, and waits while another process is writing to the index.
fn refreshed(folder: &Path, options: &Options, progress: &ReadProgress) -> Watched {
    loop {
        match build(folder, &[], options, progress) {
            Err(error) if error.kind() == ErrorKind::Locked => std::thread::sleep(LOCKED),
            Err(error) => return Watched::Failed(error),
            Ok(report) => return Watched::Built(report.into()),
        }
    }
}

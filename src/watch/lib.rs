//! Keeps an index fresh: waits until files below its roots change, and builds.
//!
//! The system gives notice of changes (`watch/notices.rs`) at the roots and where the links below them lead
//! (`watch/places.rs`). Where it does not, on a network share say, the roots are looked at every minute: a build that
//! finds nothing changed takes some milliseconds.

mod notices;
mod places;

use kifu_archive::clock::now;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::build::{BuildReport, Options, ReadProgress, build, header};
use notices::{LOOK, Notices, WatchFault};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long to wait where another builder holds the index.
const LOCKED: Duration = Duration::from_secs(1);

/// What watching an index brings.
pub enum Watched {
    /// The index is up to date, and the watch begins.
    Begun {
        /// How many roots the index has.
        roots: usize,
        /// The roots, and links below them, that are looked at every minute because other machines may change them.
        silent: Vec<PathBuf>,
    },
    /// The index was brought up to date.
    Built(Box<BuildReport>),
    /// It could not be; the next change is another chance.
    Failed(Error),
    /// The index is up to date, but not all changes will be noticed at once. Follows every build for as long as that is
    /// so.
    Unwatched(Error),
}

/// Brings an index up to date after every change below its roots, until `tell` breaks. The index must be there. Files
/// that are being written are left as they are until they are whole.
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
    // The first build finds what changed before there were notices.
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

/// Why the system does not give notice of all changes, if it should.
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

/// Builds; waits for another builder to end.
fn refreshed(folder: &Path, options: &Options, progress: &ReadProgress) -> Watched {
    loop {
        match build(folder, &[], options, progress) {
            Err(error) if error.kind() == ErrorKind::Locked => std::thread::sleep(LOCKED),
            Err(error) => return Watched::Failed(error),
            Ok(report) => return Watched::Built(report.into()),
        }
    }
}

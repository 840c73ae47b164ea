//! Keeps an index fresh: waits until files below its roots change, and builds.
//!
//! The system gives notice of changes (`watch/notices.rs`). Where it does not, on a network share say, the roots are
//! looked at every minute: a build that finds nothing changed takes some milliseconds.

mod notices;

use crate::clock::now;
use crate::engine::build::{BuildReport, Options, ReadProgress, build, header};
use crate::error::{Error, ErrorKind};
use notices::Notices;
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
        /// The roots that are looked at every minute.
        silent: Vec<PathBuf>,
    },
    /// The index was brought up to date.
    Built(Box<BuildReport>),
    /// It could not be; the next change is another chance.
    Failed(Error),
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
    let mut notices = Notices::new(&roots, folder);
    let mut options = Options {
        session: Some(now().max(header.last_added + 1)),
        ..options.clone()
    };
    // The first build finds what changed before there were notices.
    let mut told = tell(refreshed(folder, &options, progress));
    if told.is_continue() {
        told = tell(Watched::Begun {
            roots: roots.len(),
            silent: notices.silent().to_vec(),
        });
    }
    while told.is_continue() {
        options.unfinished = notices.wait();
        told = tell(refreshed(folder, &options, progress));
    }
    Ok(())
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

//! Files with analysis that lie beside loose files.

use super::{Limits, Problem, ProblemKind, ReadObserver, open_regular};
use crate::error::{Limit, Remedy};
use crate::origin::Origin;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is added to a file's name to name the analysis beside it.
pub(super) const SIDECAR: &str = ".json";

/// Where the analysis of a file lies, if there is one.
pub(super) fn sidecar_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(SIDECAR);
    name.into()
}

/// A file with analysis beside a loose file. It is not read before the games of that are.
#[derive(Clone, Debug)]
pub struct SidecarFile {
    path: Arc<Path>,
    /// Its size, or why it is not read.
    bytes: Result<u64, Problem>,
}

/// The file with analysis beside a loose file.
pub(super) fn beside(origin: &Origin, limits: &Limits) -> Option<SidecarFile> {
    let path: Arc<Path> = limits.sidecars.then(|| sidecar_path(&origin.path))?.into();
    let origin = Origin::file(path.clone());
    let bytes = match std::fs::metadata(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => Err(Problem::io(origin, &error)),
        Ok(data) if !data.is_file() => {
            Err(Problem::new(origin, ProblemKind::NotAFile, "is not a regular file"))
        }
        Ok(data) if data.len() > limits.entry_bytes => {
            let message = format!("larger than the limit of {} MiB", limits.entry_bytes >> 20);
            let problem = Problem::new(origin, ProblemKind::TooLarge, message);
            Err(problem.advise(Remedy::RaiseLimit(Limit::Entry)))
        }
        Ok(data) => Ok(data.len()),
    };
    Some(SidecarFile { path, bytes })
}

impl SidecarFile {
    /// Opens it.
    pub(crate) fn open(&self) -> Result<File, Problem> {
        self.bytes.clone()?;
        open_regular(&Origin::file(self.path.clone()))
    }

    /// Asks an observer whether it is to be read.
    pub(super) fn ask(&mut self, size: u64, observer: &mut dyn ReadObserver) {
        if let Ok(bytes) = self.bytes
            && let Err(why) = observer.beside(size, bytes)
        {
            let origin = Origin::file(self.path.clone());
            self.bytes = Err(Problem::new(origin, ProblemKind::TooLarge, why));
        }
    }
}

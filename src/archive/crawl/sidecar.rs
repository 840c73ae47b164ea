//! Finds files with engine analysis beside loose game files.

use super::limits::Limits;
use super::problem::{Problem, ProblemKind, too_large};
use super::regular::open_regular;
use crate::origin::Origin;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Suffix of files with engine analysis. Added to the whole name of a game file, it gives the name of the analysis
/// beside it: `game.sgf.json`.
pub(super) const SIDECAR_SUFFIX: &str = ".json";

/// Path of the analysis beside a game file, whether or not it exists.
pub(super) fn sidecar_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(SIDECAR_SUFFIX);
    name.into()
}

/// File with engine analysis beside a loose game file. It is read only after the games of that file.
#[derive(Clone, Debug)]
pub struct SidecarFile {
    path: Arc<Path>,
    /// Size of the file in bytes, or the reason why it is not read.
    size: Result<u64, Problem>,
}

/// Looks for engine analysis beside a loose game file. Returns `None` if there is none or if [`Limits::sidecars`] is
/// off.
pub(super) fn find_sidecar(origin: &Origin, limits: &Limits) -> Option<SidecarFile> {
    let path: Arc<Path> = limits.sidecars.then(|| sidecar_path(&origin.path))?.into();
    let origin = Origin::file(path.clone());
    let bytes = match std::fs::metadata(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => Err(Problem::io(origin, &error)),
        Ok(data) if !data.is_file() => {
            Err(Problem::new(origin, ProblemKind::NotAFile, "is not a regular file"))
        }
        Ok(data) if data.len() > limits.entry_bytes => Err(too_large(origin, limits.entry_bytes)),
        Ok(data) => Ok(data.len()),
    };
    Some(SidecarFile { path, size: bytes })
}

impl SidecarFile {
    pub(crate) fn open(&self) -> Result<File, Problem> {
        self.size.clone()?;
        open_regular(&Origin::file(self.path.clone()))
    }

    /// Lets an observer refuse the file with engine analysis: `refuse` receives its size, and the error of `refuse` is
    /// the reason why the file is not read.
    pub(super) fn let_refuse(&mut self, refuse: impl FnOnce(u64) -> Result<(), String>) {
        if let Ok(bytes) = self.size
            && let Err(why) = refuse(bytes)
        {
            let origin = Origin::file(self.path.clone());
            self.size = Err(Problem::new(origin, ProblemKind::TooLarge, why));
        }
    }
}

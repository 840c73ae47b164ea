//! Files with analysis that lie beside loose files.

use super::limits::Limits;
use super::problem::{Problem, ProblemKind, too_large};
use super::regular::open_regular;
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
        Ok(data) if data.len() > limits.entry_bytes => Err(too_large(origin, limits.entry_bytes)),
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

    /// Asks whether it is to be read: `refuse` gets its size, and may say why it is not.
    pub(super) fn ask(&mut self, refuse: impl FnOnce(u64) -> Result<(), String>) {
        if let Ok(bytes) = self.bytes
            && let Err(why) = refuse(bytes)
        {
            let origin = Origin::file(self.path.clone());
            self.bytes = Err(Problem::new(origin, ProblemKind::TooLarge, why));
        }
    }
}

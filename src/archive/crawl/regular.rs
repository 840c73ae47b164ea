//! Opens regular files, and refuses pipes and devices.

use super::problem::{Problem, ProblemKind};
use crate::origin::Origin;
use std::fs::File;

/// Opens a file, but refuses pipes and devices, where opening could block.
pub(super) fn open_regular(origin: &Origin) -> Result<File, Problem> {
    let fail = |error| Problem::io(origin.clone(), &error);
    if !std::fs::metadata(&origin.path).map_err(fail)?.is_file() {
        let message = "is not a regular file";
        return Err(Problem::new(origin.clone(), ProblemKind::NotAFile, message));
    }
    File::open(&origin.path).map_err(fail)
}

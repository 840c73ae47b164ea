//! `kifu-index relocate`.

use super::args::RelocateArgs;
use super::build::{summary, when_free};
use super::progress::with_progress;
use kifu_engine::build::{Options, known_limits, relocate};
use kifu_engine::{Engine, Result};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Runs the command.
pub(crate) fn run(
    args: &RelocateArgs,
    folder: &Path,
    named: &[PathBuf],
    out: &mut dyn Write,
) -> Result<()> {
    let options = Options { limits: known_limits(folder), ..Options::default() };
    let report = when_free(folder, || {
        with_progress(true, |progress| relocate(folder, &args.old, &args.new, &options, progress))
    })?;
    summary(out, &report, &Engine::open(folder)?, named)
}

//! `kifu-index relocate`: moves a root of an index to another path.

use super::args::RelocateArgs;
use super::build::{summary, when_free};
use super::progress::with_progress;
use kifu_engine::build::{Options, limits_of_last_build, relocate};
use kifu_engine::{Engine, Result};
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) fn run(
    args: &RelocateArgs,
    folder: &Path,
    named: &[PathBuf],
    out: &mut dyn Write,
) -> Result<()> {
    let options = Options { limits: limits_of_last_build(folder), ..Options::default() };
    let report = when_free(folder, || {
        with_progress(true, |progress| relocate(folder, &args.old, &args.new, &options, progress))
    })?;
    summary(out, &report, &Engine::open(folder)?, named)
}

//! `kifu-index relocate`: moves a root of an index to another path.

use super::args::RelocateArgs;
use super::build::{print_summary, retry_while_locked};
use super::progress::with_progress;
use kifu_engine::build::{Options, limits_of_last_build, relocate};
use kifu_engine::{Engine, Result};
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) fn run(
    args: &RelocateArgs,
    folder: &Path,
    index_args: &[PathBuf],
    out: &mut dyn Write,
) -> Result<()> {
    let options = Options { limits: limits_of_last_build(folder), ..Options::default() };
    let report = retry_while_locked(folder, || {
        with_progress(true, |progress| relocate(folder, &args.old, &args.new, &options, progress))
    })?;
    print_summary(out, &report, &Engine::open(folder)?, index_args)
}

//! The user's additional spellings of players' names: which files they come from, and what happens to bad lines.

use super::paths::{read_file, read_setting};
use super::stderr::note;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_engine::number_format::counted;
use kifu_engine::{Aliases, BadLine, BadLines};
use kifu_record::text::display::clean;
use std::path::Path;

/// Name of the spellings file in the user's settings folder.
const SETTINGS_FILE: &str = "aliases.tsv";

/// Reads the built-in spellings of players' names, those of the user's settings, and those of the file that `--aliases`
/// names.
///
/// A bad line is an error in a file that was named on the command line. In the settings file it causes a warning only,
/// and the other lines are used.
pub(crate) fn read_aliases(aliases_file: Option<&Path>) -> Result<Aliases> {
    let mut aliases = Aliases::default();
    if let Some((file, bytes)) = read_setting(SETTINGS_FILE) {
        warn_bad_lines(&file, &aliases.add_bytes(&bytes));
    }
    if let Some(file) = aliases_file {
        let bytes = read_file(file).map_err(|error| {
            let doing = format!("cannot read the names in {}", file.display());
            Error::io(doing, error).with_help(
                "name a text file whose lines have the spellings of one player each: Lee Sedol; Yi Se-tol; 이세돌",
            )
        })?;
        add_lines(&mut aliases, file, &bytes)?;
    }
    Ok(aliases)
}

/// Warns about lines of a file that cannot be read and are therefore left out.
fn warn_bad_lines(file: &Path, bad: &BadLines) {
    for line in &bad.first {
        let error = line_error(file, line);
        note!("warning: {}; this line is skipped", clean(&error.to_string()));
    }
    let more = bad.count - bad.first.len();
    if more > 0 {
        let lines = counted(more as u64, "more line", "more lines");
        let file = file.display().to_string();
        note!("warning: {lines} of {} cannot be read and are skipped", clean(&file));
    }
}

/// Advice for an error in a line of a spellings file: how such a line must look.
const LINE_HELP: &str =
    "a line has the spellings of one player, for example: Lee Sedol; Yi Se-tol; 이세돌";

fn line_error(file: &Path, line: &BadLine) -> Error {
    let message = format!("{}, line {}: {}", file.display(), line.number, line.message);
    Error::new(ErrorKind::Query, message).with_help(LINE_HELP)
}

/// Adds the spellings in `bytes`, the content of a spellings file; an error names the first bad line.
pub fn add_lines(aliases: &mut Aliases, file: &Path, bytes: &[u8]) -> Result<()> {
    aliases.add_bytes(bytes).first.first().map_or(Ok(()), |line| Err(line_error(file, line)))
}

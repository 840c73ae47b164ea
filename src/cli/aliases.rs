//! The user's own spellings of players' names.

use super::place::{pass_over, read_file, setting};
use crate::engine::Aliases;
use crate::error::{Error, ErrorKind, Result};
use std::path::Path;

/// The file in the user's settings folder.
const FILE: &str = "aliases.tsv";

/// The built-in table plus the lines of the user's file and of the file that `--aliases` names. A faulty file is an
/// error if it was named; one from the settings only causes a warning and changes nothing.
pub fn aliases(named: Option<&Path>) -> Result<Aliases> {
    let mut aliases = Aliases::default();
    if let Some((file, bytes)) = setting(FILE)
        && let Err(error) = add(&mut aliases, &file, &bytes)
    {
        pass_over(&error);
    }
    if let Some(file) = named {
        let bytes = read_file(file).map_err(|error| {
            let doing = format!("cannot read the names in {}", file.display());
            Error::io(doing, error).help(
                "name a text file whose lines have the spellings of one player each: Lee Sedol; Yi Se-tol; 이세돌",
            )
        })?;
        add(&mut aliases, file, &bytes)?;
    }
    Ok(aliases)
}

/// Adds the content of a file; an error names its line.
pub fn add(aliases: &mut Aliases, file: &Path, bytes: &[u8]) -> Result<()> {
    let bad = |number: usize, message: &str| {
        let message = format!("{}, line {number}: {message}", file.display());
        Error::new(ErrorKind::Query, message).help(
            "a line has the spellings of one player, for example: Lee Sedol; Yi Se-tol; 이세돌",
        )
    };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        bad(line, "this is not UTF-8")
    })?;
    aliases
        .add(text)
        .map_err(|line| bad(line.number, line.message))
}

//! The user's own spellings of players' names.

use super::place::config_folder;
use crate::error::{Error, ErrorKind, Result};
use crate::knowledge::aliases::Aliases;
use std::io;
use std::path::Path;

/// The file in the folder for the user's settings.
const FILE: &str = "aliases.tsv";

/// The program's table with the lines of the user's file, and those of the file that `--aliases` names.
pub fn aliases(named: Option<&Path>) -> Result<Aliases> {
    let mut aliases = Aliases::default();
    if let Some(folder) = config_folder() {
        let file = folder.join(FILE);
        match std::fs::read(&file) {
            Ok(bytes) => add(&mut aliases, &file, &bytes)?,
            Err(error) if is_absent(&error) => {}
            Err(error) => return Err(unreadable(&file, error)),
        }
    }
    if let Some(file) = named {
        let bytes = std::fs::read(file).map_err(|error| unreadable(file, error))?;
        add(&mut aliases, file, &bytes)?;
    }
    Ok(aliases)
}

fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

fn unreadable(file: &Path, error: io::Error) -> Error {
    Error::io(
        format!("cannot read the names in {}", file.display()),
        error,
    )
}

fn add(aliases: &mut Aliases, file: &Path, bytes: &[u8]) -> Result<()> {
    let bad = |number: usize, message: &str| {
        let message = format!("{}, line {number}: {message}", file.display());
        Error::new(ErrorKind::Query, message)
            .help("a line has the spellings of one player, say: Lee Sedol; Yi Se-tol; 이세돌")
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
